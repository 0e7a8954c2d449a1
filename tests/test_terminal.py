"""The terminal: maps and boards fit their window, and nobody sees another's hand on the screen."""

import io
import itertools
import re
from typing import Any

import pytest
from rich.console import Console, RenderableType
from rich.text import Text
from typer.testing import CliRunner

from goldrush import cli
from goldrush.bots.policy import bot
from goldrush.core import WATCHER, rng
from goldrush.fair import Fair
from goldrush.games import game
from goldrush.games.golden_town import rules
from goldrush.games.shapes import Line
from goldrush.games.texts import LANGUAGES, Texts
from goldrush.match import Match
from goldrush.position import Position
from goldrush.terminal import maps, words
from goldrush.terminal.boards import Board, board
from goldrush.terminal.screen import Left, Sentences
from goldrush.terminal.table import Table
from matches import random_match
from town import Seat, lay, play

NAMES = ["Ann", "Bo", "Cy", "Di"]
RING_AT = {"a": (0, 0), "b": (1, 0), "c": (1, 1), "d": (0, 1)}
RING = [{"name": name, "at": at} for name, at in RING_AT.items()]
WAYS = ["ab", "bc", "cd"]
SMALL = (80, 17)  # what an 80 x 24 window leaves for the board under two lines of prompt


def lines(drawn: RenderableType, width: int) -> list[str]:
    """What a drawing looks like without its colours."""
    console = Console(width=width, file=io.StringIO(), legacy_windows=False)
    console.print(drawn)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


def ring(width: int, height: int, label: str = "") -> list[str] | None:
    """Four squares, three ways between them, on a map of at most this size."""
    room = width, height
    drawn = maps.drawn(
        RING, WAYS, lambda square, wide: Text(square["name"].ljust(wide)), room, "", label
    )
    return lines(drawn, 80) if drawn else None


def town(seats: int, seed: int, every: int) -> Any:
    """Views of a random match of Golden-Town, for all who look."""
    match = random_match("golden_town", seats, seed=seed, steps=1200)
    for position in itertools.islice(match.replay(), 0, None, every):
        for seat in [WATCHER, *range(seats)]:
            yield position.view(seat)
    yield match.position.view(0)


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


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 4])
def test_golden_town_fits_a_small_window(lang: str, seats: int) -> None:
    texts, shown = words.texts(lang, "golden_town", NAMES[:seats]), board("golden_town")
    for view in town(seats, seed=3, every=29):
        drawn = lines(shown.draw(view, texts, *SMALL), SMALL[0])
        assert len(drawn) <= SMALL[1]
        assert ("⌂" in drawn[1] or re.search(r"\d", drawn[1])) or view["duel"]


def test_a_town_too_large_for_the_window_is_listed() -> None:
    texts, shown = words.texts("en", "golden_town", NAMES), board("golden_town")
    view = random_match("golden_town", 4, seed=1).start.view(0)
    drawn = "\n".join(lines(shown.draw(view, texts, 60, 17), 60))
    assert "T0 T1 T2" in drawn
    assert re.search("Hotel1234", drawn)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_golden_town_is_told_in_words(lang: str) -> None:
    texts, shown = words.texts(lang, "golden_town", NAMES[:3]), board("golden_town")
    for view in town(3, seed=4, every=31):
        told = shown.state(view, texts)
        assert len(told) >= 1 + 3 + 4
        assert bool(shown.words(view, texts)) == bool(view["legal"])
        if view["reach"] and view["legal"]:
            assert all(way["square"] in told[-1] for way in view["reach"])


def test_a_prompt_names_the_challenges_that_are_open_and_no_others() -> None:
    """[T37, T45, T57]."""
    texts = words.texts("en", "golden_town", NAMES[:3])
    for barred, asked in (
        ((), "Ask to share it (enter), or challenge somebody here: fight1."),
        (
            (1,),
            "Ask to share it (enter).",
        ),
    ):
        s = lay(Seat("A6", barred=barred), Seat("A/0", barred=barred and (0,)), Seat())
        position = Position("golden_town", record=play(s, "*1 A"))
        said = texts.line(position.view(0)["prompt"])
        assert said == f"Ann: Bo holds this concession. {asked}"
    s = play(lay(Seat("T4"), Seat("T5"), Seat("T9")), "*3")
    said = texts.line(Position("golden_town", record=s).view(0)["prompt"])
    assert said.endswith("or challenge a rival in reach: fight1.")


def test_a_prospector_on_a_concession_does_not_make_it_look_like_a_road() -> None:
    """A1 is a square of its own."""
    texts, shown = words.texts("en", "golden_town", NAMES[:2]), board("golden_town")
    view = Position("golden_town", record=lay(Seat("A/0"), Seat())).view(0)
    for size in (SMALL, (120, 33)):
        drawn = "\n".join(lines(shown.draw(view, texts, *size), size[0]))
        assert "◆1" in drawn
        assert not re.search("A6? *─A1", drawn)


def test_who_may_swap_is_told_what_lies_on_the_discards() -> None:
    """[T13]."""
    texts, shown = words.texts("en", "golden_town", NAMES[:2]), board("golden_town")
    s = play(lay(Seat("T4"), Seat(), discard="prop"), "*3 T1")
    (told,) = shown.words(Position("golden_town", record=s).view(0), texts)
    assert "Top discard: prop." in told


def test_with_secrets_each_person_is_shown_its_own_view_behind_a_curtain() -> None:
    table, notes = played("golden_town", 3, 1, asks=150)
    looking = None
    for what, note in notes:
        if what == "covered":
            looking = NAMES.index(re.findall(r"Hand the keyboard to (\w+)\.", note)[0])
            continue
        assert note["seat"] == looking
        assert [n for n, p in enumerate(note["players"]) if p["hand"]] in ([], [looking])
        if what == "asked":
            assert note["seat"] == note["asked"]
    assert {note for what, note in notes if what == "covered"} == {
        f"Hand the keyboard to {name}." for name in NAMES[:3]
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
    before, name, after = re.split(r"Hand the keyboard to (\w+)\.", told, maxsplit=1)
    assert " is dealt " not in before
    assert re.findall(r"(\w+) is dealt ", after) == [name]
    assert "Your cards: " in after


def test_the_last_square_of_a_walk_is_where_it_leads() -> None:
    """Every move is told with the squares walked [T10]."""
    match = random_match("golden_town", 3, seed=8, steps=600)
    moves = [
        line["args"] for told in match.lines(WATCHER) for line in told if "path" in line["args"]
    ]
    beside = rules.EDITION.board.beside
    assert len(moves) > 50
    for move in moves:
        path = move["path"]
        assert path[-1] == move["name"]
        assert all(then in beside[now] for now, then in itertools.pairwise(path))
        assert all(one != other for one, other in zip(path, path[2:], strict=False))
