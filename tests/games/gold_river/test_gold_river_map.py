"""Gold River on maps of one's own: another river plays at once, and a mistyped one is refused."""

from collections.abc import Callable
from pathlib import Path

import pytest

from goldrush.bots.policy import bot
from goldrush.core import CHANCE, blank, rng
from goldrush.games import game
from goldrush.games.contract import Game
from goldrush.games.edition import EditionError
from goldrush.games.gold_river import rules as shipped_rules
from goldrush.lab.simulate import simulate
from goldrush.position import Position
from matches import random_match
from tools import INTERPRETED

SHIPPED = Path(shipped_rules.__file__).with_name("edition.toml").read_text("utf-8")
OTHERS = ["plain", "saloon", "falls", "casino", "mine"]
OTHERS += ["bank", "indians", "prison", "mine", "bandits"]

Squares = list[dict[str, object]]


def stretch(letter: str, length: int, below: str, at: tuple[int, int], step: int) -> Squares:
    """Squares of a tributary or of the main river, drawn upwards (*step* 0) or to the right."""
    squares: Squares = []
    for n in range(1, length + 1):
        at = (at[0] + step, at[1] + 1 - step)
        squares.append(
            {"name": f"{letter}{n}", "kind": OTHERS[n % len(OTHERS)], "at": at, "down": below}
        )
        below = f"{letter}{n}"
    return squares


def big_river() -> Squares:
    """128 squares and four tributaries: A and B, C which springs near the mouth, and D of A."""
    main = stretch("M", 79, "M0", (0, 0), 1)
    main[-1]["kind"] = "source"
    mouth: dict[str, object] = {"name": "M0", "kind": "mouth", "at": (0, 0)}
    squares = [
        *(mouth, *main),
        *stretch("A", 20, "M10", (10, 0), 0),
        *stretch("B", 10, "M30", (30, 0), 0),
        *stretch("C", 10, "M2", (2, 0), 0),
        *stretch("D", 8, "A7", (10, 7), 1),
    ]
    named = {square["name"]: square for square in squares}
    for confluence, first in (("M10", "A1"), ("M30", "B1"), ("M2", "C1"), ("A7", "D1")):
        named[confluence] |= {"tributary": first, "kind": "plain"}
    mines = [square for square in squares if square["kind"] == "mine"]
    for square in squares:
        if square["kind"] == "plain" and len(mines) < 28 and "tributary" not in square:
            square["kind"] = "mine"
            mines.append(square)
    return squares


def written(squares: Squares) -> str:
    """An edition file with these squares, one a line."""
    lines = [
        ", ".join(
            f"{key} = {list(value)}" if isinstance(value, tuple) else f'{key} = "{value}"'
            for key, value in square.items()
        )
        for square in squares
    ]
    listed = "".join(f"    {{ {line} }},\n" for line in lines)
    head = 'game = "gold_river"\nname = "My river"\n\n[map]\nsource = "reconstructed"\n'
    return f"{head}squares = [\n{listed}]\n"


@pytest.fixture
def opened(tmp_path: Path) -> Callable[[str], Game]:
    """Opens the edition of a text."""

    def open_text(text: str) -> Game:
        (tmp_path / "my.toml").write_text(text, "utf-8")
        return game("gold_river", tmp_path / "my.toml")

    return open_text


def at(position: Position, square: str, call: str, roll: str, *ways: str) -> str:
    """Where a move of seat 0 from a square ends."""
    names = position.game.rules.river.NAMES  # type: ignore[attr-defined]
    position.record.boat[0] = names.index(square)
    for step in (call, roll, *ways):
        position.play(step)
    return str(names[position.record.boat[0]])


def called(opened: Game, *, leg: int = 1, seats: int = 2) -> Position:
    """Seat 0 to call, with a purse that no square asks anything of, in leg one or two."""
    position, stream = Position(opened, seats, {"legs": "2"}), rng.new(3)
    while position.actor == CHANCE:
        starts = position.legal()[0].text == "@0"
        position.play("@0" if starts else position.random_step(stream))
    position.record.leg = leg - 1
    position.record.purse[:] = 0
    return position


def test_another_map_plays_to_the_end_with_every_number_of_seats(
    opened: Callable[[str], Game],
) -> None:
    own = opened(written(big_river()))
    river = own.rules.river  # type: ignore[attr-defined]
    assert (river.SQUARES, river.MINES, river.MAIN.sum()) == (128, 28, 80)
    assert own.features.FEATURES > game("gold_river").features.FEATURES
    for seats in range(2, 7):
        for legs in ("1", "2"):
            position = random_match(own, seats, {"legs": legs}, seed=seats).position
            assert position.over
            assert own.rules.check(position.record) == 0
            assert Position.from_text(own, position.text()) == position
            assert position.view(0)["map"][-1]["name"] == "D8"


@pytest.mark.skipif(INTERPRETED, reason="a simulation is no rule, and slow")
@pytest.mark.parametrize("policy", ["uniform", "ahead", "handmade"])
def test_bots_play_another_map_by_the_hundred(opened: Callable[[str], Game], policy: str) -> None:
    own = opened(written(big_river()))
    for seats in range(2, 7):
        found = simulate(own, bot(own, policy), seats, 20, options={"legs": "2"}, workers=1)
        assert found.games == 20
        assert sum(found.wins) == pytest.approx(1)


def test_with_28_mines_and_six_seats_no_round_nugget_is_left_for_the_bank(
    opened: Callable[[str], Game],
) -> None:
    """V5: 18 in the purses, 28 on mines, four at the source."""
    own = opened(written(big_river()))
    start = Position(own, 6)
    assert [step.text for step in start.legal()] == [f"@{seat}" for seat in range(6)]
    assert own.rules.check(start.record) == 0
    assert start.record.bank == 750
    assert Position(own, 5).record.to_draw == 3


def test_a_tributary_of_a_tributary_is_followed_and_left_again(
    opened: Callable[[str], Game],
) -> None:
    """V10 to V13: at each confluence a choice, back down none."""
    own = opened(written(big_river()))
    for square, steps, landed in (
        ("A6", ("up", "*3", "turn"), "D2"),
        ("A6", ("up", "*3", "main"), "A9"),
        ("M9", ("up", "*2", "turn"), "A1"),
        ("D1", ("down", "*3"), "A5"),
        ("D8", ("up", "*6"), "D2"),
        ("D2", ("down", "*6"), "A3"),
        ("A2", ("down", "*4"), "M8"),
        ("A20", ("up", "*1"), "A19"),
    ):
        assert at(called(own), square, *steps) == landed


def test_a_boat_bounced_at_the_mouth_keeps_to_the_main_river(
    opened: Callable[[str], Game],
) -> None:
    """V14: past the confluence on M2 without a question."""
    own = opened(written(big_river()))
    assert at(called(own, leg=2), "M1", "down", "*6") == "M5"
    assert at(called(own, leg=2), "M0", "down", "*3") == "M3"
    assert at(called(own, leg=1), "M1", "down", "*6") == "M0"
    position = called(own, leg=2)
    at(position, "M0", "up", "*3")
    assert [step.text for step in position.legal()] == ["main", "turn"]


def test_the_shortest_river_is_a_mouth_and_a_source(opened: Callable[[str], Game]) -> None:
    squares: Squares = [
        {"name": "M", "kind": "mouth", "at": (0, 0)},
        {"name": "S", "kind": "source", "at": (1, 0), "down": "M"},
    ]
    own = opened(written(squares))
    for seats in (2, 6):
        for seed in range(5):
            match = random_match(own, seats, {"legs": "2"}, seed=seed)
            assert match.position.over


def test_distances_to_the_goals_lead_out_of_tributaries_first(
    opened: Callable[[str], Game],
) -> None:
    river = opened(written(big_river())).rules.river  # type: ignore[attr-defined]
    for square, up, down in (("M0", 79, 0), ("M79", 0, 79), ("A3", 72, 13), ("D2", 78, 19)):
        assert river.TO_GOAL[:, river.NAMES.index(square)].tolist() == [up, down]


def test_both_maps_keep_to_themselves(opened: Callable[[str], Game]) -> None:
    own = opened(written(big_river()))
    assert blank(own.rules.STATE).lying.size == 128
    assert blank(game("gold_river").rules.STATE).lying.size == 62
    with pytest.raises(ValueError, match="lying"):
        Position.from_text("gold_river", Position(own, 2).text())


def swap(old: str, new: str) -> str:
    """The shipped file with a slip of the hand."""
    assert SHIPPED.count(old) == 1
    return SHIPPED.replace(old, new)


def line_of(text: str, said: str) -> int:
    return text[: text.index(said)].count("\n") + 1


M9 = '{ name = "M9", kind = "plain", at = [9, 0], down = "M8", tributary = "A1" }'
LOOP = """\
    { name = "X1", kind = "plain", at = [20, 20], down = "X2" },
    { name = "X2", kind = "plain", at = [21, 20], down = "X3" },
    { name = "X3", kind = "plain", at = [21, 21], down = "X4" },
    { name = "X4", kind = "plain", at = [20, 21], down = "X1" },
]
"""


@pytest.mark.parametrize(
    ("old", "new", "where", "reason"),
    [
        ('game = "gold_river"', 'game = "gold"', 'game = "', 'an edition of "gold", not of'),
        (
            *('"M1", kind = "plain"', '"M1", kind = "mouth"', "squares ="),
            "there must be one mouth; here: M0, M1",
        ),
        ('kind = "mouth"', 'kind = "plain"', "squares =", "there must be one mouth; here: none"),
        ('kind = "source"', 'kind = "mine"', "squares =", "there must be one source; here: none"),
        (
            *('"A4", kind = "mine"', '"A4", kind = "source"', "squares ="),
            "there must be one source; here: M48, A4",
        ),
        (
            *('"M1", kind = "plain"', '"M1", kind = "plane"', '"M1"'),
            'M1 is of kind "plane"; possible are: plain, mouth, source, mine, saloon,',
        ),
        ('name = "M12"', 'name = "M13"', "at = [8, 3]", 'name "M13" appears twice'),
        ("[8, 3]", "[9, 3]", 'name = "M13"', "M13 is drawn at [9, 3], and so is M12"),
        ("[2, 12]", "[3, 12]", 'name = "M48"', "M48 is not drawn right beside M47"),
        ("[12, 1]", "[12, 100]", 'name = "A4"', "A4 is drawn at [12, 100]; -99 to 99"),
        ("[12, 1]", "[12]", 'name = "A4"', "Expected `array` of length 2"),
        (
            *('name = "C4"', 'name = "C4 end"', "C4 end"),
            'name "C4 end"; a letter and up to three letters or digits are possible',
        ),
        ('name = "C4"', 'name = "4C"', '"4C"', 'name "4C"; a letter and up to three'),
        ('name = "C4"', 'name = ""', 'name = ""', 'name ""; a letter and up to three'),
        (
            *('down = "C3"', 'down = "C33"', 'name = "C4"'),
            'downstream of C4 lies "C33", which is no square of this map',
        ),
        (
            *('[11, 7], down = "C3"', "[11, 7]", 'name = "C4"'),
            "C4 does not say what lies downstream; only the mouth need not",
        ),
        (
            *('kind = "mouth", at = [0, 0]', 'kind = "mouth", at = [0, 0], down = "M1"', '"M0"'),
            "M0 is the mouth, and nothing lies downstream of it",
        ),
        (
            *(M9, M9.replace("A1", "D1"), 'name = "M9"'),
            'M9 names the tributary "D1", but no such square flows into M9',
        ),
        (
            *(M9, M9.replace("A1", "B1"), 'name = "M9"'),
            'M9 names the tributary "B1", but no such square flows into M9',
        ),
        (
            *(M9, M9.replace(', tributary = "A1"', ""), 'name = "M9"'),
            "into M9 flow M10, A1; M9 must name its tributary among them",
        ),
        (
            *(
                'name = "M13", kind = "mine", at = [8, 3], down = "M12"',
                'name = "M13", kind = "mine", at = [10, 1], down = "M9"',
                'name = "M9"',
            ),
            "into M9 flow M10, M13, A1; a confluence has one tributary",
        ),
        (
            *('[12, 1], down = "A3"', '[12, 1], down = "A3", tributary = "A3"', 'name = "A4"'),
            'A4 names the tributary "A3", but no such square flows into A4',
        ),
        (
            *('[12, 0], down = "A2"', '[12, 0], down = "A2", tributary = "A4"', 'name = "A3"'),
            "into A3 flows its tributary A4 alone, and not the river itself",
        ),
        (
            *('[12, 1], down = "A3"', '[3, 12], down = "M48"', 'name = "M48"'),
            "M48 is the source, and nothing lies upstream of it",
        ),
        (
            *(M9, M9.replace("A1", "M10"), "squares ="),
            "the main river springs at A4, not at the source M48; a confluence names its tributary",
        ),
        ("\n]\n", f"\n{LOOP}", 'name = "X1"', "X1 cannot be reached from the mouth"),
        ("\n]\n", "\n    5,\n]\n", "    5", "Expected `object`, got `int`"),
        ("[12, 1],", '[12, 1], depth = "3",', "depth", "unknown field `depth`"),
        ('source = "reconstructed"\n', "", "[map]", "missing required field `source`"),
    ],
)
def test_a_mistyped_map_is_refused_with_line_and_reason(
    opened: Callable[[str], Game], old: str, new: str, where: str, reason: str
) -> None:
    text = swap(old, new)
    with pytest.raises(EditionError) as refused:
        opened(text)
    assert reason in str(refused.value)
    assert f"line {line_of(text, where)}: " in str(refused.value)


def longer(squares: Squares) -> None:
    """Adds a square above the source."""
    squares.append({"name": "E1", "kind": "plain", "at": (30, 11), "down": "B10"})


def more_tributaries(squares: Squares) -> None:
    """Turns the upper part of B into one more tributary, of B itself."""
    named = {square["name"]: square for square in squares}
    named["B10"] |= {"at": (31, 5), "down": "B5"}
    named["B5"]["tributary"] = "B10"


def more_mines(squares: Squares) -> None:
    next(square for square in squares if square["kind"] == "prison")["kind"] = "mine"


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (longer, "129 squares; 128 are possible"),
        (more_tributaries, "5 tributaries; 4 are possible"),
        (more_mines, "29 mines; 28 are possible"),
    ],
)
def test_too_many_squares_tributaries_or_mines_are_refused(
    opened: Callable[[str], Game], spoil: Callable[[Squares], None], reason: str
) -> None:
    squares = big_river()
    opened(written(squares))
    spoil(squares)
    with pytest.raises(EditionError, match=f"line 6: {reason}$"):
        opened(written(squares))


def test_all_that_is_wrong_on_a_map_is_named_at_once(opened: Callable[[str], Game]) -> None:
    text = swap('down = "C3"', 'down = "C33"').replace("[12, 1]", "[13, 1]")
    with pytest.raises(EditionError) as refused:
        opened(text)
    said = str(refused.value)
    assert f"line {line_of(text, 'A4')}: A4 is not drawn right beside A3" in said
    assert f"line {line_of(text, 'C33')}: downstream of C4" in said
    assert said.count("line ") == 2


def test_a_name_that_stands_twice_is_the_only_complaint(opened: Callable[[str], Game]) -> None:
    with pytest.raises(EditionError, match=r'line \d+: name "M13" appears twice$'):
        opened(swap('name = "M12"', 'name = "M13"'))
