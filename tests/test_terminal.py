"""The terminal: maps fit their window, and nobody sees another's hand on the screen."""

import io
import itertools
import re
from typing import Any, NamedTuple

import pytest
from rich.console import Console
from rich.text import Text
from typer.testing import CliRunner

from goldrush import cli
from goldrush.bots.policy import bot
from goldrush.core import rng
from goldrush.fair import Fair
from goldrush.games import game
from goldrush.games.shapes import Line
from goldrush.games.texts import Texts
from goldrush.match import Match
from goldrush.terminal import maps, words
from goldrush.terminal.boards import Board, board
from goldrush.terminal.screen import Left, Sentences
from goldrush.terminal.table import Table
from tools import printed


class Square(NamedTuple):
    """A square of a map."""

    name: str
    at: tuple[int, int]


NAMES = ["Ann", "Bo", "Cy", "Di"]
RING_AT = {"a": (0, 0), "b": (1, 0), "c": (1, 1), "d": (0, 1)}
RING = [Square(name, at) for name, at in RING_AT.items()]
WAYS = ["ab", "bc", "cd"]


def ring(width: int, height: int, label: str = "") -> list[str] | None:
    """Four squares, three ways between them, on a map of at most this size."""
    room = width, height
    drawn = maps.drawn(
        RING, WAYS, lambda square, wide: Text(square.name.ljust(wide)), room, "", label
    )
    return printed(drawn, 80) if drawn else None


class Scripted(Sentences):
    """Plays at random for the people, and notes who was asked and when the screen was covered."""

    def __init__(self, shown: Board, texts: Texts, asks: int) -> None:
        super().__init__(shown, texts, Console(file=io.StringIO()))
        self.asks = asks
        self.notes: list[tuple[str, Any]] = []
        self.stream = rng.new(5)

    def show(self, view: dict[str, Any], log: list[str], *, pause: bool = False) -> None:
        self.notes.append(("shown", view))

    def cover(self, line: str) -> None:
        self.notes.append(("covered", line))

    def ask(self, view: dict[str, Any], log: list[str], prompt: Line, answer: list[str]) -> str:
        self.notes.append(("asked", view | {"asked": prompt["args"]["seat"]["seat"]}))
        self.asks -= 1
        if self.asks < 0:
            raise Left
        chosen: str = view["legal"][rng.below(self.stream, len(view["legal"]))]["text"]
        return chosen


def played(name: str, people: int, bots: int, asks: int) -> tuple[Table, list[tuple[str, Any]]]:
    """A table of people who play at random, with bots, until they have been asked so often."""
    opened, seats = game(name), people + bots
    texts = words.texts("en", name, NAMES[:seats])
    seated = dict.fromkeys(range(people, seats), bot(opened, "uniform"))
    match = Match(opened, seats, fair=Fair.seeded(2, [""] * seats))
    table = Table(match, seated, texts, Console(file=io.StringIO()))
    table.screen = screen = Scripted(board(name), texts, asks)
    with pytest.raises(Left):
        table.play("Here we go.")
    return table, screen.notes


def test_a_map_is_drawn_as_large_as_fits_with_lines_along_the_ways() -> None:
    assert ring(12, 3) == [" a    ─b    ", "       │    ", " d    ─c    "]
    assert ring(12, 2) == [" a   ─b   ", " d   ─c   "]
    assert ring(8, 2) == [" a  ─b  ", " d  ─c  "]
    assert ring(7, 9) == [" a ─b ", " d ─c "]


def test_names_stand_below_the_squares_where_a_map_has_room_for_them() -> None:
    assert ring(6, 4, "dim") == [" a ─b ", "  a │b", " d ─c ", "  d  c"]
    assert ring(6, 3, "dim") == [" a ─b ", " d ─c "]


def test_a_map_that_does_not_fit_is_not_drawn() -> None:
    assert ring(5, 9) is None
    assert ring(80, 1) is None


def test_a_crowd_on_a_square_shows_whom_there_is_room_for() -> None:
    assert maps.crowd([], "$", "", 3).plain == "$  "
    assert maps.crowd([0, 1], "$", "", 3).plain == "$12"
    assert maps.crowd([0, 1, 2], "$", "", 3).plain == "123"
    assert maps.crowd([2, 0, 1, 3], "$", "", 3).plain == "31+"


def test_with_secrets_each_person_is_shown_its_own_view_behind_a_curtain() -> None:
    table, notes = played("golden_town", 3, 1, asks=150)
    looking = None
    for what, note in notes:
        if what == "covered":
            looking = NAMES.index(re.findall(r"Pass the keyboard to (\w+)\.", note)[0])
            continue
        assert note["seat"] == looking
        assert [n for n, p in enumerate(note["players"]) if p["hand"]] in ([], [looking])
        if what == "asked":
            assert note["seat"] == note["asked"]
    assert {note for what, note in notes if what == "covered"} == {
        f"Pass the keyboard to {name}." for name in NAMES[:3]
    }
    for seat, name in enumerate(NAMES[:3]):
        drawers = {line.partition(" draws ")[0] for line in table.logs[seat] if " draws " in line}
        assert {drawer for drawer in drawers if "filon" not in drawer} <= {name}


def test_a_turn_is_handed_over_before_its_roll_whether_nuggets_can_be_made_or_not() -> None:
    """[T60]: else the moment of the curtain would tell."""
    _, notes = played("golden_town", 2, 0, asks=120)
    for (what, _), (then, view) in itertools.pairwise(notes):
        if what == "covered" and then == "shown":
            assert view["phase"] == "going"
    rolled = [view for what, view in notes if what == "shown" and view["phase"] == "going"]
    assert all(view["turn"] == view["seat"] for view in rolled[1:])


def test_without_secrets_all_look_at_the_same_screen() -> None:
    _, notes = played("gold", 2, 0, asks=40)
    assert {what for what, _ in notes} == {"shown", "asked"}
    assert {view["seat"] for _, view in notes} == {None}


def test_one_person_among_bots_is_always_shown_its_own_hand() -> None:
    _, notes = played("golden_town", 1, 2, asks=30)
    assert {what for what, _ in notes} == {"shown", "asked"}
    assert {view["seat"] for _, view in notes} == {0}


def test_a_keyboard_is_handed_over_in_sentences_too() -> None:
    args = ["play", "golden_town", "--seats", "2", "--bots", "0", "--seed", "1", "--lang", "en"]
    people = ["--player", "Ann", "--player", "Bo"]
    told = CliRunner().invoke(cli.app, [*args, *people], input="\nstate\nquit\n").stdout
    before, name, after = re.split(r"Pass the keyboard to (\w+)\.", told, maxsplit=1)
    assert " is dealt " not in before
    assert re.findall(r"(\w+) is dealt ", after) == [name]
    assert "Your cards: " in after
