"""Panning's rule book, paragraph by paragraph; each test names the ones it would miss."""

import msgspec
import pytest

from goldrush.core import CHANCE
from goldrush.games import edition_type, game
from goldrush.games.edition import EditionError
from goldrush.games.panning.rules import CHECKS, FULL, ROUNDS
from goldrush.position import Position
from goldrush.terminal import words
from goldrush.terminal.boards import board

PANNING = game("panning")


def script(text: str, seats: int = 2) -> Position:
    """A match played as written."""
    position = Position(PANNING, seats)
    for step in text.split():
        position.play(step)
    return position


def pouches(position: Position) -> list[int]:
    return list(position.record.pouch[: position.seats].tolist())


def test_two_to_four_play_with_one_pan() -> None:
    """[P1]."""
    assert (PANNING.rules.MIN_SEATS, PANNING.rules.MAX_SEATS) == (2, 4)


def test_the_die_has_six_faces() -> None:
    """[P2]."""
    faces = {step.text: weight for step, weight in script("@0").chances().items()}
    assert faces == {"*0": 1, "*1": 1, "*2": 2, "*3": 1, "*5": 1}


def test_a_day_has_six_rounds_and_then_night_falls() -> None:
    """[P3]."""
    position = script("@1 " + "*0 " * (ROUNDS * 2))
    assert position.over
    assert position.record.turns == 12
    assert position.view(0)["end"] == "dusk"


def test_a_roll_goes_into_the_pan_which_goes_to_the_left() -> None:
    """[P4]."""
    position = script("@1 *3", 3)
    assert (position.record.pan, position.actor) == (3, 1)
    position.play("stop")
    assert (position.record.turn, position.actor) == (2, CHANCE)


def test_who_stops_keeps_the_grains_and_who_goes_on_may_lose_them() -> None:
    """[P5]."""
    assert pouches(script("@0 *3 dip *2 stop")) == [5, 0]
    position = script("@0 *3 dip *0")
    assert pouches(position) == [0, 0]
    assert (position.record.pan, position.record.turn) == (0, 1)


def test_a_full_pan_is_poured_out_and_the_rest_is_left() -> None:
    """[P6]."""
    position = script("@0 *5 dip *5 dip *5")
    assert pouches(position) == [FULL, 0]
    assert position.record.turn == 1


def test_most_grains_win_and_ties_are_shared() -> None:
    """[P7]."""
    rest = "*0 " * (ROUNDS * 3 - 3)
    position = script(f"@0 *3 stop *5 stop *3 stop {rest}", 3)
    assert position.points() == [3, 5, 3]
    assert position.places() == [2, 1, 2]


def test_who_starts_is_drawn() -> None:
    """[P8]."""
    assert [step.text for step in Position(PANNING, 3).legal()] == ["@0", "@1", "@2"]


def test_nothing_is_secret() -> None:
    """[P9]."""
    position = script("@0 *3 dip *2 stop *5")
    assert position.hidden(0).record == position.record
    assert not PANNING.view.SECRETS


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"seats": 5}, 1),
        ({"pan": FULL}, 1),
        ({"turn": 0}, 2),
        ({"pouch": [1, 12, 12, 0]}, 3),
        ({"pouch": [0, 13, 0, 0]}, 3),
        ({"pan": 0}, 4),
    ],
)
def test_what_cannot_come_about_is_found(fields: dict[str, int], fault: int) -> None:
    position = script("@1 *3 stop *2", 3)
    assert PANNING.rules.check(position.record) == 0
    for name, value in fields.items():
        position.record[name] = value
    assert CHECKS[PANNING.rules.check(position.record)] == CHECKS[fault]


def test_before_the_start_and_after_the_end_nobody_has_grains_in_the_pan() -> None:
    for position in (Position(PANNING, 2), script("@1 " + "*0 " * (ROUNDS * 2))):
        assert PANNING.rules.check(position.record) == 0
        position.record.pan = 2
        assert PANNING.rules.check(position.record) in (2, 4)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("5 = 1 }", "5 = 0 }", "0 faces of 5"),
        ("5 = 1 }", "50 = 1 }", "a face with 50 grains"),
        ("0 = 1, ", "", "there must be a face with 0 grains"),
        ("rounds = 6", "rounds = 0", "0 rounds"),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused(old: str, new: str, why: str) -> None:
    text = words.edition("panning")
    assert old in text
    with pytest.raises(EditionError, match=why):
        game("panning", msgspec.toml.decode(text.replace(old, new), type=edition_type("panning")))


def test_the_board_tells_what_is_at_stake() -> None:
    position, texts = script("@0 *3 dip *2"), words.texts("en", "panning", ["Ann", "Bo"])
    told = board("panning").words(position.view(0), texts)
    assert told == ["5 grains would be lost by 1 of 6 faces."]
    assert not board("panning").words(position.view(1), texts), "whoever waits decides nothing"
    assert board("panning").state(position.view(0), texts)[0] == "Ann: 0 grains."
