"""Editions of Golden-Town: what a board, cards and filons may be, and another board played."""

from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from games.golden_town.town import SLOW, destinations, ends
from goldrush.core import CHANCE, OVER, Record, bind, blank, rng
from goldrush.games import edition as editions
from goldrush.games.golden_town import rules
from goldrush.games.golden_town.edition import Edition

SHIPPED = Path(rules.__file__).with_name("edition.toml").read_text("utf-8")
NAME = "a capital letter and up to seven letters and digits are possible"
SECOND_G = '"G", steps = [1, 2, 3] },\n    { shows = "RB"'


def line_of(text: str, said: str) -> int:
    return text[: text.index(said)].count("\n") + 1


def refusal(tmp_path: Path, text: str) -> str:
    path = tmp_path / "my.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(editions.EditionError) as refused:
        editions.read(path, Edition)
    return str(refused.value).removeprefix(f"{path}, ")


@pytest.mark.parametrize(
    ("old", "new", "where", "reason"),
    [
        ('"golden_town"', '"gold"', "game =", 'this is an edition of "gold", not of "golden_town"'),
        # squares
        ('"T1", kind', '"T2", kind', '"road", at = [5, 0]', 'name "T2" appears twice'),
        ("at = [4, 0]", "at = [3, 0]", '"T1", kind', 'at "(3, 0)" appears twice'),
        ('"T1", kind', '"T-1", kind', '"T-1"', f'name "T-1"; {NAME}'),
        ('"T1", kind', '"t1", kind', '"t1"', f'name "t1"; {NAME}'),
        ('"T1", kind', '"Té", kind', '"Té"', f'name "Té"; {NAME}'),
        ('"T1", kind', '"Tramways1", kind', '"Tramways1"', f'name "Tramways1"; {NAME}'),
        ("at = [4, 0]", "at = [100, 0]", '"T1", kind', "drawn at [100, 0]; -99 to 99 is possible"),
        ("at = [4, 0]", "at = [4, -100]", '"T1", kind', "drawn at [4, -100]; -99 to 99 is"),
        ('kind = "bank"', 'kind = "road"', "squares =", "bank: none; there must be 1"),
        ('kind = "concession"', 'kind = "road"', "squares =", "concession: B, C, D; there must be"),
        ('kind = "road"', 'kind = "hotel"', "squares =", "hotel: T0, Hotel; there must be 1"),
        ('kind = "bank"', 'kind = "saloon"', '"Bank", kind', "Invalid enum value 'saloon'"),
        ("duel = 12", "duel = 1", "duel =", "a duel field of 1 squares; 2 to 64 are possible"),
        ("duel = 12", "duel = 65", "duel =", "a duel field of 65 squares; 2 to 64 are possible"),
        # ways
        ('["T6", "T7"]', '["T6", "X7"]', '"X7"', '"X7" is no square of this board'),
        ('["T6", "T7"]', '["T6", "T5"]', '"T6", "T5"', "T6 and T5 are joined twice"),
        ('["T6", "T7"]', '["T5", "T6"]', '"T7", "T8"', "T5 and T6 are joined twice"),
        ('["T6", "T7"]', '["T6", "T9"]', '"T6", "T9"', "T6 and T9 are joined, but not drawn side"),
        ('["T6", "T7"]', '["T7", "T7"]', '"T7", "T7"', "T7 and T7 are joined, but not drawn side"),
        (' ["Bank", "T10"],', "", '"Bank", kind', "no road leads from the hotel to Bank"),
        ('["A6", "A"], ', "", '"A", kind', "no road leads from the hotel to A"),
        # cards
        ('"GR", steps', '"G", steps', SECOND_G, 'shows "G" appears twice'),
        ('"GR", steps', '"RG", steps', '"RG"', 'levels "RG"; write letters of YGRB, in this order'),
        ('"GR", steps', '"GX", steps', '"GX"', 'levels "GX"; write letters of YGRB'),
        ('"GR", steps', '"GG", steps', '"GG"', 'levels "GG"; write letters of YGRB'),
        ('"GR", steps', '"", steps', 'shows = ""', 'levels ""; write letters of YGRB'),
        ("[1, 1, 3]", "[1, 1, 4]", '"GRB"', "steps [1, 1, 4]; 1 to 3 are possible"),
        ("[1, 1, 3]", "[0, 1, 3]", '"GRB"', "steps [0, 1, 3]; 1 to 3 are possible"),
        ("lifts = 8", "lifts = -1", "lifts =", "-1 lifts; 0 or more are possible"),
        ("mines = 8", "mines = -1", "mines =", "-1 mines; 0 or more are possible"),
        ("props = 8", "props = -1", "props =", "-1 props; 0 or more are possible"),
        ("jokers = 2", "jokers = -2", "jokers =", "-2 jokers; 0 or more are possible"),
        ("props = 8", "props = 7", "[cards]", "52 cards; there must be 53 [T1]"),
        ("lifts = 8", 'lifts = "eight"', "lifts =", "Expected `int`, got `str`"),
        # filons
        ("pyrite = 5", "pyrite = -5", "yellow =", "there cannot be less than 0 of anything"),
        ("400 = 1", "400 = -1", "blue =", "there cannot be less than 0 of anything"),
        ("pyrite = 5", "pyrite = 6", "yellow =", "25 filons; there must be 24 [T3]"),
        ("cave_in = 2", "cave_in = 1", "yellow =", "23 filons; there must be 24 [T3]"),
        ("400 = 1", "600 = 1", "blue =", "a filon of 600 g; 100, 200, 300, 400, 500 are possible"),
        ("500 = 4 }", "500 = 5 }", "[filons]", "10500 g of gold; 20 nuggets are 10000 g [T1]"),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused_with_line_and_reason(
    tmp_path: Path, old: str, new: str, where: str, reason: str
) -> None:
    """[T1] [T2] [T3] [T4] [T5] [T41]"""
    assert old in SHIPPED
    text = SHIPPED.replace(old, new, 1)
    said = refusal(tmp_path, text)
    assert f"line {line_of(text, where)}: {reason}" in said


def test_houses_are_not_joined_with_each_other(tmp_path: Path) -> None:
    """[T12]"""
    text = SHIPPED.replace('"bank", at = [3, 5]', '"bank", at = [8, 4]')
    text = text.replace('["Bank", "T10"]', '["Bank", "Prison"]')
    assert "Bank and Prison are joined, but neither is a road" in refusal(tmp_path, text)


def test_a_board_of_more_than_120_squares_is_refused(tmp_path: Path) -> None:
    more = "".join(f'{{ name = "X{n}", kind = "road", at = [{n}, 50] }}, ' for n in range(69))
    text = SHIPPED.replace("squares = [\n", f"squares = [{more}\n")
    assert f"line {line_of(text, 'squares =')}: 121 squares; 120 are" in refusal(tmp_path, text)


def test_no_mine_could_be_opened_without_mine_card_and_joker(tmp_path: Path) -> None:
    """[T19]"""
    text = SHIPPED.replace("mines = 8", "mines = 0").replace("jokers = 2", "jokers = 0")
    said = refusal(tmp_path, text.replace("lifts = 8", "lifts = 18"))
    assert said.startswith(f"line {line_of(text, 'mines =')}: no Mine card and no joker")


def test_all_that_is_wrong_is_named_at_once(tmp_path: Path) -> None:
    text = SHIPPED.replace("props = 8", "props = 7").replace("duel = 12", "duel = 0")
    said = refusal(tmp_path, text)
    assert "52 cards" in said
    assert "a duel field of 0 squares" in said


# Another board

OTHER = """\
game = "golden_town"
name = "Two blocks, a lane and a dead end"

[board]
source = "reconstructed"
duel = 5
squares = [
    { name = "Hotel", kind = "hotel", at = [0, -1] },
    { name = "A", kind = "concession", at = [1, -1] },
    { name = "Bank", kind = "bank", at = [2, -1] },
    { name = "R0", kind = "road", at = [0, 0] },
    { name = "R1", kind = "road", at = [1, 0] },
    { name = "R2", kind = "road", at = [2, 0] },
    { name = "C", kind = "concession", at = [3, 0] },
    { name = "Hospital", kind = "hospital", at = [-1, 1] },
    { name = "R3", kind = "road", at = [0, 1] },
    { name = "R4", kind = "road", at = [1, 1] },
    { name = "R5", kind = "road", at = [2, 1] },
    { name = "Prison", kind = "prison", at = [3, 1] },
    { name = "R6", kind = "road", at = [0, 2] },
    { name = "B", kind = "concession", at = [1, 2] },
    { name = "R7", kind = "road", at = [2, 2] },
    { name = "R8", kind = "road", at = [2, 3] },
    { name = "R9", kind = "road", at = [3, 2] },
    { name = "D", kind = "concession", at = [4, 2] },
]
ways = [
    ["R0", "R1"], ["R1", "R2"], ["R3", "R4"], ["R4", "R5"],
    ["R0", "R3"], ["R1", "R4"], ["R2", "R5"],
    ["Hotel", "R0"], ["A", "R1"], ["Bank", "R2"], ["C", "R2"],
    ["Hospital", "R3"], ["Prison", "R5"], ["R3", "R6"], ["R6", "B"], ["B", "R4"],
    ["R5", "R7"], ["R7", "R8"], ["R7", "R9"], ["R9", "D"],
]

[cards]
source = "reconstructed"
levels = [{ shows = "YB", steps = [2, 2, 2, 2] }, { shows = "YGRB", steps = [1, 1, 3] }]
lifts = 6
mines = 10
props = 20
jokers = 10

[filons]
source = "reconstructed"
yellow = { gold = { 500 = 4 }, pyrite = 10, cave_in = 10, abandon = 0 }
green = { gold = { 100 = 20 }, pyrite = 0, cave_in = 0, abandon = 0 }
red = { gold = {}, pyrite = 0, cave_in = 0, abandon = 16 }
blue = { gold = { 300 = 12 }, pyrite = 0, cave_in = 0, abandon = 0 }
"""


@pytest.fixture(scope="module")
def other() -> Any:
    """The rules of another edition."""
    edition = msgspec.toml.decode(OTHER, type=Edition)
    assert list(edition.problems()) == []
    return bind(rules.__name__, "other", EDITION=edition)


def started(other: Any, seats: int) -> Record:
    s = blank(other.STATE)
    other.start(s, seats, np.zeros(1, np.int64))
    return s


@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
def test_on_another_board_a_roll_leads_wherever_a_walk_does(other: Any, roll: int) -> None:
    """[T10] [T12] [T16] [T17] [T45]"""
    names, board = other.roads.NAMES, other.EDITION.board
    go, stay, challenge = other.pieces.GO, other.pieces.STAY, other.pieces.CHALLENGE
    out, s = np.zeros(other.ACTIONS + 1, np.int64), started(other, 3)
    s.first, s.phase, s.roll, s.ban[0] = 0, other.pieces.GOING, roll, names.index("A")
    for start, *rivals in product(names, ["R4", "Bank"], ["R5", "R8"]):
        if start in rivals:
            continue
        s.place[:3] = [names.index(place) for place in (start, *rivals)]
        steps = out[: other.legal(s, out)].tolist()
        found = {names[step - go] for step in steps if step < stay} or {"stay"}
        assert found == destinations(board, start, roll, set(rivals), banned="A")
        near = {to for n in range(1, roll + 1) for to in ends(board, start, n)} - {"Bank"}
        fights = [challenge + seat for seat in (1, 2) if rivals[seat - 1] in near]
        assert [step for step in steps if step >= challenge] == fights


def test_round_a_block_a_roll_of_four_leads_back_to_where_it_began(other: Any) -> None:
    """[T10]"""
    assert other.roads.DISTANCE[other.roads.NAMES.index("R0")].tolist()[3] == 4
    assert "R0" in destinations(other.EDITION.board, "R0", 4, set())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_another_edition_plays_to_the_end(other: Any, seats: int) -> None:
    """[T2] [T4] [T5]"""
    s, stream = started(other, seats), rng.new(seats)
    out = np.zeros(other.ACTIONS + 1, np.int64)
    most = 300 if SLOW else other.LONGEST
    while most and other.actor(s) != OVER:
        if other.actor(s) == CHANCE:
            other.play(s, other.draw(s, stream))
        else:
            other.play(s, out[rng.below(stream, other.legal(s, out))])
        assert other.check(s) == 0
        most -= 1
    assert SLOW or other.actor(s) == OVER


def test_another_edition_has_its_own_cards_filons_and_duel_field(other: Any) -> None:
    """[T2] [T4] [T5] [T6]"""
    assert other.pieces.SHOWN == ["YGRB", "YGRB", "YB"]
    assert started(other, 2).talon.tolist() == [2, 1, 4, 6, 10, 20, 10]
    assert started(other, 2).bag[2].tolist() == [0, 0, 0, 0, 0, 0, 0, 16]
    assert (other.pieces.DUEL_GAP, rules.pieces.DUEL_GAP) == (4, 11)
    assert other.pieces.ALL_GOLD == 2000 + 2000 + 3600
