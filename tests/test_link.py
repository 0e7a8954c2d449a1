"""Links: a whole match in one string, refused unless every letter of it is right."""

import base64
import itertools
import json
import math
import string
import zlib
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrush import link
from goldrush.games import GAMES, game
from goldrush.games import edition as editions
from goldrush.games.contract import UnknownVersion
from goldrush.link import BadLink
from goldrush.match import Match
from matches import random_match
from tools import drawn_matches, pocket, python

MATCHES = st.sampled_from(GAMES).flatmap(drawn_matches)
LETTERS = string.ascii_letters + string.digits + "-_.=/+ é\n"


def written(body: bytes, name: str = "gold") -> str:
    """A link with any content and a fitting check sum."""
    body += zlib.crc32(name.encode() + body).to_bytes(4, "big")
    return f"{name}.{base64.urlsafe_b64encode(body).decode().rstrip('=')}"


def with_edition(content: bytes) -> bytes:
    """The body of a link of two seats that brings an edition, and no steps."""
    assert len(content) < 128
    return bytes([link.FORMAT, 1, 2, 0, 0, len(content)]) + content + bytes(1)


def refused(text: str) -> bool:
    try:
        link.read(text)
    except BadLink:
        return True
    return False


@given(MATCHES)
def test_a_link_tells_the_whole_match(match: Match) -> None:
    told = Match.from_link(match.link())
    assert (told.game, told.seats, told.options) == (match.game, match.seats, match.options)
    assert told.history == match.history
    assert told.position == match.position
    assert told.link() == match.link()


@given(MATCHES)
def test_a_link_is_safe_in_an_address_and_no_longer_than_chance_demands(match: Match) -> None:
    text = match.link().partition(".")[2]
    assert set(text) <= set(string.ascii_letters + string.digits + "-_")
    bits = 0.0
    for position, (_, step) in zip(match.replay(), match.history, strict=False):
        ways = position.chances() or dict.fromkeys(position.legal(), 1)
        weights = {int(way): weight for way, weight in ways.items()}
        bits += math.log2(sum(weights.values()) / weights[step])
    head = len(link.write(match.game, match.seats, match.options, []))
    assert len(match.link()) <= head + math.ceil((bits + 16) / 6) + 1


def test_a_link_may_stand_in_an_address_and_between_spaces() -> None:
    match = random_match("gold", 3, seed=4, steps=30)
    for text in (f"https://example.org/play/{match.link()}", f"  {match.link()}\n"):
        assert Match.from_link(text).history == match.history


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 9, 10, 11, 12, None])
def test_a_link_with_a_changed_letter_is_refused(steps: int | None) -> None:
    right = random_match("gold", 2, seed=8, steps=steps).link()
    wrong = [
        right[:at] + letter + right[at + 1 :]
        for at, letter in itertools.product(range(len(right)), LETTERS)
        if letter != right[at]
    ]
    assert [text for text in wrong if not refused(text)] == []


def test_a_link_of_ones_own_edition_with_a_changed_letter_is_refused() -> None:
    right = random_match(pocket(), 2, seed=8, steps=5).link()
    changed = [
        right[:at] + ("A" if right[at] != "A" else "B") + right[at + 1 :]
        for at in range(len(right))
    ]
    assert [text for text in changed if not refused(text)] == []


@pytest.mark.parametrize("steps", [0, 5, 40, None])
def test_a_cut_off_link_is_refused(steps: int | None) -> None:
    right = random_match("gold", 2, seed=9, steps=steps).link()
    assert all(refused(right[:end]) for end in range(len(right)))
    assert all(refused(right[begin:]) for begin in range(1, len(right)))
    assert all(refused(right[:at] + right[at + 1 :]) for at in range(len(right)))


def test_a_link_with_two_letters_swapped_is_refused() -> None:
    right = random_match("gold", 4, seed=10).link()
    pairs = [at for at in range(len(right) - 1) if right[at] != right[at + 1]]
    assert all(refused(right[:at] + right[at + 1] + right[at] + right[at + 2 :]) for at in pairs)


def test_a_link_with_more_behind_it_is_refused() -> None:
    right = random_match("gold", 2, seed=11, steps=20).link()
    assert all(refused(right + letter) for letter in string.ascii_letters + string.digits + "-_.")


@given(st.text() | st.text().map("gold.".__add__))
def test_garbage_is_refused_and_nothing_worse(text: str) -> None:
    assert refused(text)


@given(st.binary().map(written))
def test_garbage_with_a_good_checksum_is_refused_or_names_later_rules(text: str) -> None:
    with suppress(UnknownVersion):
        assert refused(text)


@pytest.mark.parametrize("text", ["\ud800", "\ud800.AAAAAAAA", "gold.\ud800AAAAAAA", "\0.AAAA" * 3])
def test_letters_that_are_none_are_refused(text: str) -> None:
    assert refused(text)


@given(st.binary(max_size=60))
def test_a_body_that_passes_the_check_sum_is_a_match_or_refused(rest: bytes) -> None:
    text = written(bytes([link.FORMAT, game("gold").rules.VERSION]) + rest)
    try:
        match = Match.from_link(text)
    except BadLink:
        return
    assert Match.from_link(match.link()).history == match.history


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "too short"),
        ("gold", "too short"),
        ("gold.", "too short"),
        ("gold.AAA", "too short"),
        ("gold.A?A?A?", "a game's name, a dot, and letters"),
        ("gold.AQECAAAAAAAAAA", "some of its letters are wrong or missing"),
        (written(b"\x01\x01\x02\0\0\0\0", "chess"), 'no game "chess"; there are: gold'),
        (written(b"\x07\x01\x02\0\0\0\0"), "format 7; this program reads format 1"),
        (written(b"\x01\x00\x02\0\0\0\0"), "no version 0 of the rules of gold; the first is 1"),
        (written(b"\x01\x01\x09\0\0\0\0"), "cannot have 9 seats; it has 2 to 5"),
        (written(b"\x01\x01\x02\x05\0\0\0"), "option"),
        (written(b"\x01\x01\x02\0\0\0"), "it ends too early"),
        (written(b"\x01\x01"), "it ends too early"),
        (written(b"\x01\x01\x02\0\0\0\0\x05"), "more is written in it than its steps"),
        (written(with_edition(b"abc")), "incorrect header"),
        (written(with_edition(zlib.compress(b"[]"))), "Expected `object`, got `array`"),
        (written(with_edition(zlib.compress(b"{}")[:-3])), "larger than 65536 bytes or cut off"),
        (written(with_edition(zlib.compress(b"{" * 70000, 9))), "larger than 65536 bytes"),
    ],
)
def test_a_bad_link_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadLink, match=reason):
        link.read(text)


def test_a_step_after_the_end_is_refused() -> None:
    match = random_match("gold", 2, seed=12)
    told = len(match.history)
    body = base64.urlsafe_b64decode(match.link().partition(".")[2] + "===")[:-4]
    head, number = body[:6], body[8:]
    assert body[6:8] == bytes([told % 128 + 128, told // 128])
    more = written(head + bytes([(told + 3) % 128 + 128, (told + 3) // 128]) + number)
    with pytest.raises(BadLink, match=f"tells of {told + 3} steps, but .* over after {told}"):
        link.read(more)


def test_a_link_that_brings_the_shipped_edition_gives_the_shipped_game() -> None:
    own = zlib.compress(editions.pack(game("gold").edition), 9)
    length = bytes([len(own) % 128 + 128, len(own) // 128])
    text = written(bytes([link.FORMAT, 1, 2, 0, 0]) + length + own + bytes(1))
    assert Match.from_link(text).game is game("gold")


def test_a_bad_link_is_a_value_error() -> None:
    assert issubclass(BadLink, ValueError)


def test_a_link_brings_its_own_edition_along() -> None:
    match = random_match(pocket(), 3, {"rounds": "each"}, seed=13, steps=70)
    code = """
import json, sys
from goldrush.match import Match

match = Match.from_link(sys.argv[1])
edition, options = match.game.edition.name, match.options
print(json.dumps([edition, options, match.position.text(), match.link()]))
"""
    edition, options, text, again = json.loads(python(code, match.link()))
    assert (edition, options) == ("Pocket", {"rounds": "each", "layout": "scattered"})
    assert text == match.position.text()
    assert again == match.link()


def test_the_edition_of_a_link_is_known_before_it_is_played() -> None:
    assert link.own_edition(random_match("gold", 2).link()) == b""
    own = pocket()
    told = link.own_edition(random_match(own, 2).link())
    assert told == editions.pack(own.edition)
