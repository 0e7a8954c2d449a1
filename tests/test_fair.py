"""Fair draws: exactly what the documented bytes say, each outcome as likely as its weight."""

import hashlib
import itertools

import pytest

from goldrush.fair import RANGE, SECRET_BYTES, Fair, draw_lots
from tools import follows

SECRET = bytes(range(32))
SALTS = ("rivière", "", "gold 🪙")
TERMS = "gold/1 seats=3 rounds=one layout=scattered edition=0123456789ab"
KNOWN = [5, 2, 6, 0, 3, 1, 3, 1, 2, 2, 0, 5, 2, 2, 1, 5]


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104, written out."""
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in key) + message).digest()
    return hashlib.sha256(bytes(b ^ 0x5C for b in key) + inner).digest()


def documented(fair: Fair, k: int, weights: list[int]) -> int:
    """The pick as the module's docstring describes it."""
    message = b""
    for word in (fair.terms, *fair.salts):
        message += len(word.encode("utf-8")).to_bytes(4, "big") + word.encode("utf-8")
    message += k.to_bytes(8, "big")
    total = sum(weights)
    for attempt in itertools.count():
        digest = hmac_sha256(fair.secret, message + attempt.to_bytes(4, "big"))
        number = int.from_bytes(digest, "big")
        if number < 2**256 // total * total:
            break
    sums = list(itertools.accumulate(weights))
    return next(index for index, upto in enumerate(sums) if number % total < upto)


@pytest.mark.parametrize("salts", [SALTS, ("",), ("a", "b", "c", "d", "e"), ()])
@pytest.mark.parametrize("weights", [[1], [1, 1], [5, 7, 7, 5, 2, 2, 2, 1], [1, 1000], [3] * 30])
def test_a_pick_is_what_the_documented_bytes_say(
    salts: tuple[str, ...], weights: list[int]
) -> None:
    fair = Fair(SECRET, salts, TERMS)
    for k in (*range(20), 255, 256, 2**32, 2**63):
        assert fair.pick(k, weights) == documented(fair, k, weights)


def test_a_pick_written_down_once_stays_the_same() -> None:
    weights = [5, 7, 7, 5, 2, 2, 2, 1]
    assert [Fair(SECRET, SALTS, TERMS).pick(k, weights) for k in range(16)] == KNOWN


def test_numbers_that_would_favour_an_outcome_are_tried_again() -> None:
    weights = [1, 2**255]
    fair = Fair(SECRET, SALTS, TERMS)
    again = [k for k in range(200) if fair._number(k, 0) >= RANGE - RANGE % sum(weights)]
    assert 60 < len(again) < 140
    for k in again:
        assert fair.pick(k, weights) == documented(fair, k, weights)


@pytest.mark.parametrize("weights", [[1, 1], [1, 2, 3, 4], [5, 7, 7, 5, 2, 2, 2, 1], [1] * 30])
def test_outcomes_come_as_often_as_their_weights_say(weights: list[int]) -> None:
    fair = Fair(SECRET, SALTS, TERMS)
    picked = [fair.pick(k, weights) for k in range(6000)]
    assert follows([picked.count(n) for n in range(len(weights))], weights)


def test_draws_do_not_depend_on_the_draw_before() -> None:
    fair = Fair(SECRET, SALTS, TERMS)
    pairs = list(itertools.pairwise(fair.pick(k, [1] * 5) for k in range(6000)))
    assert follows([pairs.count(p) for p in itertools.product(range(5), range(5))], [1] * 25)


def test_an_outcome_without_weight_never_comes() -> None:
    fair = Fair(SECRET, SALTS, TERMS)
    assert {fair.pick(k, [0, 1, 0, 1, 0]) for k in range(200)} == {1, 3}


def test_the_commitment_is_the_hash_of_the_secret_and_tells_nothing_of_the_salts() -> None:
    promised = hashlib.sha256(SECRET).hexdigest()
    assert Fair(SECRET, SALTS).commitment == Fair(SECRET, ()).commitment == promised


@pytest.mark.parametrize(
    "salts",
    [
        ("", "rivière", "gold 🪙"),
        ("rivière", "g", "old 🪙"),
        ("rivièr", "e", "gold 🪙"),
        ("rivière", ""),
    ],
)
def test_every_salt_counts_and_so_does_whose_it_is(salts: tuple[str, ...]) -> None:
    picks = [[Fair(SECRET, s).pick(k, [1] * 20) for k in range(30)] for s in (SALTS, salts)]
    assert picks[0] != picks[1]


@pytest.mark.parametrize("terms", ["", TERMS.upper(), TERMS[:-1], TERMS.replace("3", "2", 1)])
def test_the_terms_of_the_match_count(terms: str) -> None:
    picks = [[Fair(SECRET, SALTS, t).pick(k, [1] * 20) for k in range(30)] for t in (TERMS, terms)]
    assert picks[0] != picks[1]


def test_a_new_secret_is_long_and_never_the_same() -> None:
    secrets = {Fair.new(SALTS).secret for _ in range(50)}
    assert len(secrets) == 50
    assert {len(secret) for secret in secrets} == {SECRET_BYTES}


def test_a_seed_gives_the_same_secret_again() -> None:
    assert Fair.seeded(1, SALTS) == Fair.seeded(1, SALTS)
    assert len({Fair.seeded(seed, SALTS).commitment for seed in range(-5, 50)}) == 55
    assert len(Fair.seeded(1, SALTS).secret) == SECRET_BYTES


def test_lots_are_what_the_documented_bytes_say() -> None:
    fair = Fair(SECRET, ("", "gold 🪙", "rivière"), "lots of ABC234")
    left = ["first", "second", "third"]
    seats = {"first": 0, "second": 1, "third": 2}
    drawn = [left.pop(documented(fair, k, [1] * (3 - k))) for k in range(3)]
    for salts in itertools.permutations(SALTS):
        assert draw_lots("ABC234", SECRET, salts) == [seats[name] for name in drawn]


def test_every_order_of_seats_is_drawn_equally_often() -> None:
    orders = list(itertools.permutations(range(3)))
    counts = dict.fromkeys(orders, 0)
    for n in range(3000):
        counts[tuple(draw_lots(f"table {n}", SECRET, SALTS))] += 1
    assert follows(list(counts.values()), [1] * len(orders))
