"""Matches: kept as steps, saved with proof, and verified so that no draw can be forged."""

import itertools
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldrush.core import CHANCE, WATCHER, rng
from goldrush.fair import Fair
from goldrush.games import GAMES, game
from goldrush.games.contract import Game, UnknownVersion
from goldrush.games.gold.rules import STARTS
from goldrush.match import Match, Unfair, verify
from matches import random_match
from tools import drawn_matches, pocket

Stored = dict[str, Any]
MATCHES = st.sampled_from(GAMES).flatmap(drawn_matches)


def fair_match(opened: Game, seats: int, seed: int = 1) -> Match:
    """A match with fair draws and random actions."""
    salts = [f"salt of seat {seat}" for seat in range(seats)]
    match, stream = Match(opened, seats, fair=Fair(bytes([seed]) * 32, tuple(salts))), rng.new(seed)
    while not match.position.over:
        if match.position.actor == CHANCE:
            match.draw()
        else:
            match.play(match.position.random_step(stream))
    return match


def saved(match: Match, file: Path) -> Stored:
    """What stands in the file of a match."""
    match.save(file)
    found: Stored = json.loads(file.read_text("utf-8"))
    return found


@pytest.fixture(scope="module", params=GAMES)
def match(request: pytest.FixtureRequest) -> Match:
    opened = game(request.param)
    return fair_match(opened, opened.rules.MIN_SEATS)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "match.json"


@pytest.fixture
def stored(match: Match, file: Path) -> Stored:
    return saved(match, file)


@pytest.fixture
def refusal(file: Path) -> Callable[[Stored], str]:
    """Why a stored match is not fair."""

    def why(stored: Stored) -> str:
        file.write_text(json.dumps(stored), "utf-8")
        with pytest.raises(Unfair) as refused:
            verify(file)
        return str(refused.value)

    return why


Refusal = Callable[[Stored], str]


def other_digit(text: str, at: int) -> str:
    """The same hexadecimal number with another digit in one place."""
    return text[:at] + f"{int(text[at], 16) ^ 1:x}" + text[at + 1 :]


def draws(stored: Stored) -> list[int]:
    return [n for n, (actor, _) in enumerate(stored["history"]) if actor == CHANCE]


def noticed(history: list[list[int]]) -> list[int]:
    """All steps but a seat's choice before another of its own, such as a nugget that is broken.

    Such a choice may be legal to leave out or to repeat, and draws do not hang on choices.
    """
    actors = [actor for actor, _ in history] + [None]
    return [n for n, actor in enumerate(actors[:-1]) if actor == CHANCE or actors[n + 1] != actor]


def with_history(stored: Stored, history: list[list[int]]) -> Stored:
    return stored | {"history": history}


def test_a_saved_match_is_verified(match: Match, file: Path) -> None:
    match.save(file)
    again = verify(file)
    assert again.history == match.history
    assert again.position == match.position
    assert again.fair == match.fair


def test_the_promise_is_compared_too(match: Match, file: Path) -> None:
    match.save(file)
    assert match.fair
    promised = match.fair.commitment
    assert verify(file, promised).position == verify(file, promised.upper()).position
    for wrong in (other_digit(promised, 0), promised[:-1], ""):
        with pytest.raises(Unfair, match=f"promised by {promised}, not by {wrong}"):
            verify(file, wrong)


def test_a_match_of_ones_own_edition_is_verified(file: Path) -> None:
    match = fair_match(pocket(), 3)
    match.save(file)
    assert verify(file).game is pocket()
    assert verify(file).position == match.position


def test_every_draw_changed_to_any_other_outcome_is_detected(
    match: Match, stored: Stored, refusal: Refusal
) -> None:
    for n in draws(stored):
        actor, drawn = stored["history"][n]
        others = [x for x in range(match.game.rules.OUTCOMES) if x != drawn]
        for other in others if n % 16 == 0 else others[n % 7 :: 7]:
            history = stored["history"][:]
            history[n] = [actor, other]
            said = refusal(with_history(stored, history))
            assert said.startswith(f"step {n} draws {other}, but the secret draws {drawn} (")


def test_every_dropped_step_is_detected(stored: Stored, refusal: Refusal) -> None:
    history = stored["history"]
    for n in noticed(history):
        assert refusal(with_history(stored, history[:n] + history[n + 1 :]))


def test_every_step_added_twice_is_detected(stored: Stored, refusal: Refusal) -> None:
    history = stored["history"]
    for n in noticed(history):
        assert refusal(with_history(stored, history[: n + 1] + history[n:]))


def test_a_draw_added_anywhere_is_detected(stored: Stored, refusal: Refusal) -> None:
    history = stored["history"]
    for n in range(len(history) + 1):
        assert refusal(with_history(stored, [*history[:n], [CHANCE, 0], *history[n:]]))


def test_any_two_neighbouring_draws_swapped_are_detected(stored: Stored, refusal: Refusal) -> None:
    for one, other in itertools.pairwise(draws(stored)):
        history = stored["history"][:]
        history[one], history[other] = history[other], history[one]
        if history != stored["history"]:
            assert refusal(with_history(stored, history)).startswith(f"step {one} draws ")


def test_a_step_given_to_somebody_else_is_detected(
    match: Match, stored: Stored, refusal: Refusal
) -> None:
    for n, (actor, step) in enumerate(stored["history"]):
        for other in {CHANCE, 0, 1, 99, -2} - {actor}:
            history = stored["history"][:]
            history[n] = [other, step]
            assert refusal(with_history(stored, history)).startswith(f"step {n} is said to be by ")


def test_every_truncation_is_detected(stored: Stored, refusal: Refusal) -> None:
    for n in range(len(stored["history"])):
        said = refusal(with_history(stored, stored["history"][:n]))
        assert said == f"the match is not over after {n} steps: some are missing"


def test_a_step_after_the_end_is_detected(stored: Stored, refusal: Refusal) -> None:
    for actor in (0, 1, CHANCE):
        assert "the match is over" in refusal(
            with_history(stored, [*stored["history"], [actor, 0]])
        )


def test_every_changed_digit_of_the_secret_is_detected(stored: Stored, refusal: Refusal) -> None:
    for at in range(len(stored["secret"])):
        said = refusal(stored | {"secret": other_digit(stored["secret"], at)})
        assert said.startswith("the secret is not the one that was promised")


def test_another_secret_with_a_fitting_commitment_is_detected(
    stored: Stored, refusal: Refusal
) -> None:
    for at in range(len(stored["secret"])):
        secret = other_digit(stored["secret"], at)
        commitment = Fair(bytes.fromhex(secret), ()).commitment
        assert " but the secret draws " in refusal(
            stored | {"secret": secret, "commitment": commitment}
        )


def test_every_changed_digit_of_the_commitment_is_detected(
    stored: Stored, refusal: Refusal
) -> None:
    for at in range(len(stored["commitment"])):
        said = refusal(stored | {"commitment": other_digit(stored["commitment"], at)})
        assert said.startswith("the secret is not the one that was promised")


def test_every_changed_salt_is_detected(stored: Stored, refusal: Refusal) -> None:
    salts = stored["salts"]
    for n, salt in enumerate(salts):
        for other in ("", salt.upper(), salt + " ", salt[:-1]):
            changed = [*salts[:n], other, *salts[n + 1 :]]
            assert " but the secret draws " in refusal(stored | {"salts": changed})
    assert " but the secret draws " in refusal(stored | {"salts": salts[::-1]})


@pytest.mark.parametrize("more", [[], ["", ""], ["x"] * 9])
def test_salts_that_are_not_one_a_seat_are_detected(
    stored: Stored, refusal: Refusal, more: list[str]
) -> None:
    salts = stored["salts"][:1] if not more else stored["salts"] + more
    assert "one each is needed" in refusal(stored | {"salts": salts})


def test_another_number_of_seats_is_detected(
    match: Match, stored: Stored, refusal: Refusal
) -> None:
    for seats in range(match.game.rules.MAX_SEATS + 2):
        if seats != match.seats:
            salts = (stored["salts"] + [""] * seats)[:seats]
            assert refusal(stored | {"seats": seats})
            assert refusal(stored | {"seats": seats, "salts": salts})


def every_other_option() -> list[Any]:
    """A game, one of its options and a value that is not the usual one."""
    return [
        pytest.param(name, option.name, value, id=f"{name}-{option.name}-{value}")
        for name in GAMES
        for option in game(name).rules.OPTIONS
        for value in (*option.values[1:], "nonsense")
    ]


@pytest.mark.parametrize(("name", "option", "value"), every_other_option())
def test_another_option_is_detected(
    refusal: Refusal, file: Path, name: str, option: str, value: str
) -> None:
    stored = saved(fair_match(game(name), game(name).rules.MIN_SEATS), file)
    assert refusal(stored | {"options": stored["options"] | {option: value}})


def test_another_version_cannot_be_checked(stored: Stored, file: Path) -> None:
    file.write_text(json.dumps(stored | {"version": stored["version"] + 1}), "utf-8")
    with pytest.raises(UnknownVersion, match=r"version \d of the rules of \w+ is not known here"):
        verify(file)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, 'no game "chess"'),
        ({"options": {"wolves": "3"}}, 'no option "wolves"'),
        ({"edition": {"game": "gold"}}, "no such match can be set up: edition: "),
    ],
)
def test_a_match_that_cannot_be_set_up_is_not_fair(
    stored: Stored, refusal: Refusal, change: Stored, reason: str
) -> None:
    assert reason in refusal(stored | change)


@pytest.mark.parametrize("step", [-1, 64, 10**6, 2**63, 2**64, 10**30])
def test_an_action_that_cannot_be_is_not_fair(stored: Stored, refusal: Refusal, step: int) -> None:
    first = next(n for n, (actor, _) in enumerate(stored["history"]) if actor != CHANCE)
    history = [*stored["history"][:first], [stored["history"][first][0], step]]
    assert refusal(with_history(stored, history))


def test_another_edition_is_detected(file: Path, refusal: Refusal) -> None:
    own, shipped = saved(fair_match(pocket(), 2), file), saved(fair_match(game("gold"), 2), file)
    renamed = own["edition"] | {"name": "Purse"}
    assert refusal(own | {"edition": None})
    assert refusal(own | {"edition": renamed})
    assert refusal(shipped | {"edition": own["edition"]})


@pytest.mark.parametrize(
    "change",
    [
        {"secret": "gold"},
        {"secret": None},
        {"history": 5},
        {"history": [[-1]]},
        {"history": [["c4", 1]]},
        {"wolves": 3},
    ],
)
def test_a_file_of_another_shape_is_no_stored_match(
    stored: Stored, file: Path, change: Stored
) -> None:
    file.write_text(json.dumps(stored | change), "utf-8")
    with pytest.raises(ValueError, match="is not a stored match"):
        verify(file)


def test_a_file_that_is_cut_off_is_no_stored_match(match: Match, file: Path) -> None:
    match.save(file)
    whole = file.read_bytes().rstrip()
    for end in range(0, len(whole), 7):
        file.write_bytes(whole[:end])
        with pytest.raises(ValueError, match="is not a stored match"):
            verify(file)


@given(st.binary())
def test_garbage_is_no_stored_match(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    file = tmp_path_factory.getbasetemp() / "garbage.json"
    file.write_bytes(content)
    with pytest.raises(ValueError, match="is not a stored match"):
        verify(file)


def test_a_file_that_is_not_there_is_no_stored_match(file: Path) -> None:
    with pytest.raises(ValueError, match=r"is not a stored match: .*No such file"):
        verify(file)


def test_a_match_without_a_secret_proves_nothing(file: Path) -> None:
    random_match("gold", 2).save(file)
    with pytest.raises(ValueError, match="has no proof of its draws"):
        verify(file)


def test_a_match_notes_who_made_each_step() -> None:
    match = Match("gold", 2)
    assert [match.play(said).text for said in ("@1", "c4", "$2", "c5")] == ["@1", "c4", "$2", "c5"]
    assert match.history == [(CHANCE, STARTS + 1), (1, 26), (CHANCE, 1), (1, 34)]
    assert all(type(step) is int for _, step in match.history)


def test_a_refused_step_is_not_noted() -> None:
    match = Match("gold", 2)
    with pytest.raises(ValueError, match="legal: @0, @1"):
        match.play("c4")
    assert match.history == []


def test_a_match_knows_all_its_options() -> None:
    assert Match("gold").options == {"rounds": "one", "layout": "scattered"}
    assert Match("gold", 2, {"layout": "square"}).options == {"rounds": "one", "layout": "square"}


@given(MATCHES)
def test_a_match_can_be_replayed_from_its_start(match: Match) -> None:
    positions = list(match.replay())
    assert len(positions) == len(match.history) + 1
    assert positions[0] == match.start
    assert positions[-1] == match.position
    assert [p.actor for p in positions[:-1]] == [actor for actor, _ in match.history]


@settings(max_examples=15)
@given(MATCHES)
def test_every_step_has_its_lines_in_the_log(match: Match) -> None:
    for seat in (0, WATCHER):
        told = list(match.lines(seat))
        assert len(told) == len(match.history)
        assert all(line.keys() == {"key", "args"} for lines in told for line in lines)


def test_fair_draws_follow_from_secret_and_salts() -> None:
    one, other = fair_match(game("gold"), 2), fair_match(game("gold"), 2)
    assert one.history == other.history
    assert fair_match(game("gold"), 2, seed=2).history != one.history


def test_a_fair_draw_is_the_pick_of_the_number_of_draws_before(match: Match) -> None:
    assert match.fair
    k = 0
    for position, (actor, step) in zip(match.replay(), match.history, strict=False):
        if actor == CHANCE:
            chances = position.chances()
            assert list(chances)[match.fair.pick(k, list(chances.values()))] == step
            k += 1


def test_fair_draws_are_bound_to_all_that_was_agreed() -> None:
    options = [{"rounds": r, "layout": x} for r in ("one", "each") for x in ("scattered", "square")]
    matches = [Match(opened, 2, o) for opened in (game("gold"), pocket()) for o in options]
    matches += [Match("gold", seats) for seats in (3, 4, 5)]
    assert len({match.terms for match in matches}) == len(matches)
    salts = ["", ""]
    match = Match("gold", 2, options[3], fair=Fair.seeded(1, salts))
    assert match.fair == replace(Fair.seeded(1, salts), terms=match.terms)
    assert match.terms.startswith("gold/1 seats=2 rounds=each layout=square edition=")


def test_only_chance_draws_and_only_with_a_secret() -> None:
    with pytest.raises(ValueError, match="no fair draw can be made"):
        Match("gold", 2).draw()
    match = Match("gold", 2, fair=Fair.seeded(1, ["", ""]))
    match.draw()
    with pytest.raises(ValueError, match="no fair draw can be made"):
        match.draw()
    assert len(match.history) == 1


def test_one_salt_a_seat_is_needed() -> None:
    with pytest.raises(ValueError, match="3 salts for 2 seats; one each is needed"):
        Match("gold", 2, fair=Fair.seeded(1, ["", "", ""]))


def test_a_saved_match_is_plain_json(match: Match, file: Path) -> None:
    match.save(file)
    stored = msgspec.json.decode(file.read_bytes())
    assert stored["game"] == match.game.name
    assert stored["history"] == [list(step) for step in match.history]
    assert stored["edition"] is None
