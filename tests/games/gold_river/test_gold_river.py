"""Gold River's rule book, paragraph by paragraph; each test names the ones it would miss."""

import re
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrush.core import CHANCE, WATCHER, Ints, rng
from goldrush.games import game
from goldrush.games.contract import Game
from goldrush.games.gold_river import purse, rules
from goldrush.games.gold_river.purse import CARATS, SIZES
from goldrush.games.gold_river.rules import CHECKS, LAST_ROUND, ROUND_SIZES, river
from goldrush.match import Match
from goldrush.position import IllegalStep, Position
from matches import random_match

RIVER = game("gold_river")
FIRST = game("gold_river", version=1)
CALLS = ["down", "up"]  # what the next seat is asked
KINDS = {
    "mouth": "M0",
    "source": "M48",
    "mine": "M2 M4 M7 M13 M19 M24 M29 M34 M39 M43 A1 A2 A4 B1 B2 B4 B5 C1 C3 C4",
    "saloon": "M3 M20 M36 A3",
    "casino": "M11 M31 M45",
    "bank": "M5 M17 M30 M40",
    "falls": "M6 M26 M42 B3",
    "indians": "M15 M33 M46",
    "bandits": "M22 M38 C2",
    "prison": "M28",
}
PARTS = {100: [50, 50], 50: [20, 20, 10], 20: [10, 10], 10: [5, 5], 5: [2, 2, 1], 2: [1, 1]}


def pouch(nuggets: str | list[int]) -> Ints:
    """Nuggets, given by their carats, counted by size."""
    said = nuggets.split() if isinstance(nuggets, str) else nuggets
    counted = Counter(map(int, said))
    return np.array([counted[carats] for carats in CARATS])


def nuggets_of(held: Ints) -> list[int]:
    """The nuggets of a purse by their carats, the cheapest first."""
    return [carats for carats, n in zip(CARATS, held.tolist(), strict=True) for _ in range(n)]


def stand(
    where: str = "M0",
    held: str = "",
    *,
    deposit: int = 0,
    bank: int | None = None,
    leg: int = 1,
    seats: int = 2,
    dug: str = "",
    by: Game = RIVER,
    **options: str,
) -> Position:
    """Seat 0 to call on a square with these nuggets; the other purses are empty.

    In leg two all mines are new.  What nobody has is the bank's or, if that is to have less, the
    last seat's deposit.
    """
    position = Position(by, seats, {"legs": str(leg), **options})
    s, stream = position.record, rng.new(1)
    while s.phase == rules.FOUND:
        position.play(position.random_step(stream))
    position.play("@0")
    s.leg, s.boat[0] = leg - 1, river.NAMES.index(where)
    s.purse[:] = 0
    s.purse[0], s.deposit[0] = pouch(held), deposit
    if leg == 2:
        s.lying[river.KIND == river.MINE] = rules.NEW
        s.bag[:] = 0
    for mine in dug.split():
        s.lying[river.NAMES.index(mine)] = rules.EMPTY
        s.bag[s.bag.argmax()] -= leg == 1
    free = purse.ALL_CARATS - int(s.bag @ purse.WORTH[:ROUND_SIZES]) - sum(position.points())
    s.bank = free if bank is None else bank
    s.deposit[seats - 1] += free - int(s.bank)
    return sound(position)


def sound(position: Position) -> Position:
    assert CHECKS[position.game.rules.check(position.record)] == CHECKS[0]
    return position


def play(position: Position, text: str) -> Position:
    for step in text.split():
        position.play(step)
    return sound(position)


def legal(position: Position) -> list[str]:
    return [step.text for step in position.legal()]


def chances(position: Position) -> dict[str, int]:
    return {step.text: weight for step, weight in position.chances().items()}


def where(position: Position, seat: int = 0) -> str:
    return str(river.NAMES[position.record.boat[seat]])


def held_by(position: Position, seat: int = 0) -> list[int]:
    return nuggets_of(position.record.purse[seat])


def holds(position: Position, nuggets: str, seat: int = 0) -> bool:
    return held_by(position, seat) == sorted(map(int, nuggets.split()))


def passed(position: Position) -> bool:
    """Whether seat 0's turn is over and seat 1 is to call."""
    return position.actor == 1 and legal(position) == CALLS


def breaks(*carats: int) -> list[str]:
    return [*(f"break{n}" for n in carats), "enough"]


# Components and set-up


def test_there_are_60_nuggets_of_1040_carats_50_of_them_round_and_one_die() -> None:
    """[V1]"""
    counts = dict(zip(CARATS, purse.NUGGETS, strict=True))
    assert counts == {100: 5, 50: 5, 20: 5, 10: 10, 5: 10, 2: 15, 1: 10}
    assert sum(counts.values()) == purse.MOST_NUGGETS == 60
    assert sum(carats * n for carats, n in counts.items()) == purse.ALL_CARATS == 1040
    assert sum(n for carats, n in counts.items() if carats < 50) == rules.ROUND_MIX.sum() == 50
    for seats in range(2, 7):
        assert len(Position(RIVER, seats).view(WATCHER)["boats"]) == seats
    assert chances(play(stand(), "up")) == {f"*{pips}": 1 for pips in range(1, 7)}


def test_the_map_has_a_main_river_of_48_squares_and_three_tributaries() -> None:
    """[V2]"""
    named = {square.name: square for square in rules.EDITION.map.squares}
    kinds = {name: kind for kind, names in KINDS.items() for name in names.split()}
    assert {name: square.kind for name, square in named.items()} == {
        name: kinds.get(name, "plain") for name in named
    }
    assert set(kinds) < set(named)
    assert len(named) == 62
    down = {f"M{n}": f"M{n - 1}" for n in range(1, 49)}
    for letter, length, confluence in (("A", 4, "M9"), ("B", 5, "M21"), ("C", 4, "M32")):
        down[f"{letter}1"] = confluence
        down |= {f"{letter}{n}": f"{letter}{n - 1}" for n in range(2, length + 1)}
    assert {name: square.down for name, square in named.items() if square.down} == down
    joined = {name: square.tributary for name, square in named.items() if square.tributary}
    assert joined == {"M9": "A1", "M21": "B1", "M32": "C1"}


@pytest.mark.parametrize("seats", range(2, 7))
def test_each_seat_begins_at_the_mouth_with_5_carats_as_2_and_2_and_1(seats: int) -> None:
    """[V3] [V4]"""
    start = Position(RIVER, seats)
    assert start.points() == [5] * seats
    for seat in range(seats):
        assert held_by(start, seat) == [1, 2, 2]
        assert where(start, seat) == "M0"


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_banks_round_nuggets_are_drawn_and_24_are_left_on_the_map(seats: int) -> None:
    """[V5] [V6]"""
    position, stream, bank = Position(RIVER, seats), rng.new(seats), 750
    assert position.record.bank == bank
    for _ in range(26 - 3 * seats):
        left = {
            f"+{carats}": int(n) for carats, n in zip(CARATS, position.record.bag, strict=False)
        }
        assert chances(position) == {nugget: n for nugget, n in left.items() if n}
        bank += int(position.play(position.random_step(stream)).text[1:])
        assert position.view(WATCHER)["bank"] == bank
    assert chances(position) == {f"@{seat}": 1 for seat in range(seats)}
    assert position.record.bag.sum() == 24
    assert (position.record.lying == rules.OLD).sum() == 20


def test_with_six_seats_three_nuggets_of_2_and_four_of_1_are_left_to_be_mixed() -> None:
    """[V5] [V4]"""
    mixed = {"+1": 4, "+2": 3, "+5": 10, "+10": 10, "+20": 5}
    assert chances(Position(RIVER, 6)) == mixed


@pytest.mark.parametrize("seats", range(2, 7))
def test_who_starts_is_drawn_with_equal_chances_and_play_goes_clockwise(seats: int) -> None:
    """[V7] [V8]"""
    position, stream = Position(RIVER, seats), rng.new(seats)
    while position.record.phase == rules.FOUND:
        position.play(position.random_step(stream))
    assert chances(position) == {f"@{seat}": 1 for seat in range(seats)}
    position.play(f"@{seats - 1}")
    for seat in (seats - 1, *range(seats - 1)):
        assert position.actor == seat
        play(position, "down *1")


# Moving


def test_a_boat_goes_up_or_down_as_called_before_the_roll() -> None:
    """[V9]"""
    for call, landed in (("up", "M27"), ("down", "M21")):
        position = stand("M23" if call == "up" else "M25")
        assert legal(position) == CALLS
        play(position, call)
        assert position.actor == CHANCE
        assert where(play(position, "*4")) == landed


def test_a_square_acts_only_where_a_move_ends_whichever_way_one_came() -> None:
    """[V9] [V23]"""
    assert holds(play(stand("M21", "20 1"), "up *2 main"), "20 1")
    assert holds(play(stand("M21", "20 1"), "up *1 main"), "")
    assert holds(play(stand("M24", "20 1"), "down *2"), "")


def test_boats_share_a_square_freely() -> None:
    """[V9]"""
    position = play(stand("M9", seats=3), "up *1 main")
    position.record.boat[1] = river.NAMES.index("M9")
    assert where(play(position, "up *1 main"), 1) == where(position) == "M10"


@pytest.mark.parametrize(
    ("square", "steps", "asked"),
    [
        ("M8", "up *1", False),
        ("M9", "up *1", True),
        ("M7", "up *3", True),
        ("M9", "down *1", False),
        ("M12", "down *5", False),
        ("A2", "up *6", False),
        ("A1", "up *1", False),
    ],
)
def test_a_way_is_chosen_after_the_roll_on_a_confluence_with_pips_left_going_up(
    square: str, steps: str, asked: bool
) -> None:
    """[V10] [V11]"""
    position = play(stand(square, dug="A2 M7"), steps)
    assert (legal(position) == ["main", "turn"]) == asked


def test_both_ways_at_a_confluence_can_be_taken() -> None:
    """[V10] [V11]"""
    assert where(play(stand("M7"), "up *3 main")) == "M10"
    assert where(play(stand("M7"), "up *3 turn")) == "A1"
    assert where(play(stand("M20"), "up *6 turn")) == "B5"


BOUNCES = [
    ("M47", "up *6", "M43"),
    ("M45", "up *6", "M45"),
    ("M44", "up *4", "M48"),
    ("M9", "up *6 turn", "A2"),
    ("A3", "up *2", "A3"),
    ("A2", "up *6", "M9"),
    ("A3", "up *6", "M8"),
    ("A4", "up *6", "M7"),
    ("A4", "up *1", "A3"),
    ("C4", "up *6", "M30"),
    ("M21", "up *6 turn", "B4"),
    ("B1", "down *6", "M16"),
    ("M3", "down *6", "M0"),
    ("M3", "down *3", "M0"),
    ("M0", "down *4", "M0"),
]
BOUNCES_OF_LEG_TWO = [
    ("M48", "up *2", "M46"),
    ("M48", "down *2", "M46"),
    ("M47", "up *1", "M48"),
    ("M47", "up *6", "M43"),
    ("M3", "down *6", "M3"),
    ("M0", "down *5", "M5"),
    ("M0", "down *6", "M6"),
    ("M0", "up *4", "M4"),
    ("A1", "down *6", "M4"),
]


@pytest.mark.parametrize(
    ("leg", "square", "steps", "landed"),
    [*((1, *case) for case in BOUNCES), *((2, *case) for case in BOUNCES_OF_LEG_TWO)],
)
def test_a_boat_bounces_where_the_river_ends_and_keeps_to_the_river_it_came_by(
    leg: int, square: str, steps: str, landed: str
) -> None:
    """[V12] [V13] [V14]"""
    assert where(play(stand(square, leg=leg), steps)) == landed


@pytest.mark.parametrize(
    ("leg", "square", "steps", "phase"),
    [
        (1, "M45", "up *6", rules.BET),
        (1, "A3", "up *2", rules.DRINK),
        (1, "M47", "up *6", rules.DIG),
        (1, "M9", "up *6 turn", rules.DIG),
        (1, "A4", "up *6", rules.DIG),
        (1, "C4", "up *6", rules.SAVE),
        (1, "A2", "up *6", rules.CALL),
        (2, "M3", "down *6", rules.DRINK),
        (2, "M0", "down *5", rules.SAVE),
        (2, "M0", "up *4", rules.DIG),
    ],
)
def test_a_bounce_ends_a_move_like_any_other_and_the_square_acts(
    leg: int, square: str, steps: str, phase: int
) -> None:
    """[V9] [V12] [V14]"""
    assert play(stand(square, "5 2", leg=leg), steps).record.phase == phase


def test_in_leg_one_the_mouth_stops_a_boat_and_does_nothing() -> None:
    """[V14]"""
    for square, roll in (("M3", "*6"), ("M3", "*3"), ("M0", "*4")):
        position = play(stand(square, "5"), f"down {roll}")
        assert passed(position)
        assert holds(position, "5")
        assert position.record.turns == 1


def test_a_boat_that_stands_on_the_mouth_in_leg_two_has_not_landed_there() -> None:
    """[V14] [V36]"""
    position = reach_the_source(stand("M47", legs="2", seats=3))
    assert where(position, 1) == where(position, 2) == "M0"
    assert not position.over
    position.record.turn = 2
    position.record.purse[2, 0] += 2
    position.record.bank -= 2
    assert where(play(position, "down *6"), 2) == "M6"
    assert holds(position, "1", seat=2)


# Squares


def test_a_mines_nugget_is_drawn_from_those_on_the_map_and_can_be_taken_once() -> None:
    """[V15] [V16]"""
    position = play(stand("M1", seats=3), "up *1")
    left = {f"+{carats}": int(n) for carats, n in zip(CARATS, position.record.bag, strict=False)}
    assert chances(position) == {nugget: n for nugget, n in left.items() if n}
    bank, bag = int(position.record.bank), int(position.record.bag.sum())
    assert all(rules.seen(position.record, 0, seat) for seat in (0, 1, 2, WATCHER))
    play(position, "+5")
    assert holds(position, "5")
    assert passed(position)
    assert (position.record.bank, position.record.bag.sum()) == (bank, bag - 1)
    for seat in (0, 1, 2, WATCHER):
        assert position.view(seat)["purses"][0]["carats"] == 5
        assert position.view(seat)["lying"]["M2"] == "empty"
    position.record.boat[1] = river.NAMES.index("M1")
    assert play(position, "up *1").actor == 2
    assert holds(position, "", seat=1)


CASES = {
    # square, purse, steps, purse then, what the bank has more, what is asked next
    "saloon: change of 5": ("M1", "5", "up *2 *3", "2 1", 2, breaks(2)),
    "saloon: all cheap ones are handed in": (
        *("M1", "1 100", "up *2 *1", "50 20 20 5 2 2 2 2", -2),
        breaks(2, 5, 20, 50),
    ),
    "saloon: less than 2": ("M1", "1", "up *2", "1", 0, CALLS),
    "saloon: the last 2 lost": ("M1", "2", "up *2 *5", "", 2, CALLS),
    "saloon: 4 on a 1": ("M1", "2", "up *2 *1", "2 2", -2, breaks(2)),
    "saloon: 6 on a 2": ("M1", "2", "up *2 *2", "5 1", -4, breaks(5)),
    "saloon: broken after it": ("M1", "2", "up *2 *2 break5", "2 2 1 1", -4, breaks(2)),
    "saloon: nothing on a 3": ("M1", "2 2", "up *2 *3", "2", 2, breaks(2)),
    "saloon: nothing on a 6": ("M1", "2 2", "up *2 *6", "2", 2, breaks(2)),
    "saloon: empty purse": ("M1", "", "up *2", "", 0, CALLS),
    "falls: two of five": ("M4", "1 2 2 5 100", "up *2", "2 5 100", 3, breaks(2, 5, 100)),
    "falls: one of two": ("M4", "5 20", "up *2", "20", 5, breaks(20)),
    "falls: one of three": ("M4", "2 2 2", "up *2", "2 2", 2, breaks(2)),
    "falls: one alone": ("M4", "100", "up *2", "100", 0, CALLS),
    "falls: three of six": ("M4", "1 1 1 1 50 100", "up *2", "1 50 100", 3, breaks(50, 100)),
    "falls: nothing to break": ("M4", "1 1 1 1", "up *2", "1 1", 2, breaks()),
    "falls: broken after them": ("M4", "5 20", "up *2 break20 break10", "10 5 5", 5, breaks(5, 10)),
    "falls: empty purse": ("M4", "", "up *2", "", 0, CALLS),
    "Indians: 10 of 21": ("M14", "20 1", "up *1", "10 1", 10, breaks(10)),
    "Indians: 7 of 15": ("M14", "5 5 5", "up *1", "5 2 1", 7, breaks(2, 5)),
    "Indians: half of 100": ("M14", "100", "up *1", "50", 50, breaks(50)),
    "Indians: nothing to break": ("M14", "1 1", "up *1", "1", 1, breaks()),
    "Indians: half of 1 is nothing": ("M14", "1", "up *1", "1", 0, CALLS),
    "Indians: empty purse": ("M14", "", "up *1", "", 0, CALLS),
    "casino: lost": ("M10", "5 2", "up *1 stake3 *4", "2 2", 3, breaks(2)),
    "casino: won once": ("M10", "5 2", "up *1 stake3 *1", "5 2 2 1", -3, breaks(2, 5)),
    "casino: won twice": ("M10", "5 2", "up *1 stake3 *2", "5 2 2 2 2", -6, breaks(2, 5)),
    "casino: won three times": ("M10", "5", "up *1 stake5 *3", "20", -15, breaks(20)),
    "casino: all lost": ("M10", "5 2", "up *1 stake7 *4", "", 7, CALLS),
    "casino: lost on a 5": ("M10", "5", "up *1 stake5 *5", "", 5, CALLS),
    "casino: lost on a 6": ("M10", "5", "up *1 stake5 *6", "", 5, CALLS),
    "casino: no stake": ("M10", "50", "up *1 stake0", "50", 0, CALLS),
    "casino: empty purse": ("M10", "", "up *1", "", 0, CALLS),
    "bandits": ("M23", "100 1", "down *1", "", 101, CALLS),
    "bandits: empty purse": ("M23", "", "down *1", "", 0, CALLS),
    "plain": ("M0", "5", "up *1", "5", 0, CALLS),
}


@pytest.mark.parametrize(
    ("square", "held", "steps", "then", "gained", "asked"), CASES.values(), ids=CASES.keys()
)
def test_what_squares_give_take_and_offer(
    square: str, held: str, steps: str, then: str, gained: int, asked: list[str]
) -> None:
    """[V17] [V18] [V19] [V21] [V22] [V23] [V26] [V27] [V29]"""
    position = stand(square, held)
    bank = int(position.record.bank)
    play(position, steps)
    assert holds(position, then)
    assert position.record.bank - bank == gained
    assert legal(position) == asked
    assert passed(position) == (asked == CALLS)


@pytest.mark.parametrize(
    ("bank", "held", "steps", "then"),
    [
        (0, "2", "*2", "2"),
        (0, "2", "*1", "2"),
        (3, "2 1", "*2", "5 1"),
        (4, "2", "*2", "5 1"),
        (1, "2", "*1", "2 1"),
    ],
)
def test_the_saloon_pays_as_far_as_the_banks_own_funds_go(
    bank: int, held: str, steps: str, then: str
) -> None:
    """[V18]"""
    position = play(stand("M1", held, bank=bank), f"up *2 {steps}")
    assert holds(position, then)
    assert position.record.bank == 0


@pytest.mark.parametrize(
    ("bank", "held", "most"),
    [(30, "50", 10), (32, "50", 10), (33, "50", 11), (2, "50", 0), (600, "5 2", 7), (0, "1", 0)],
)
def test_a_stake_is_limited_by_the_purse_and_a_third_of_the_banks_own_carats(
    bank: int, held: str, most: int
) -> None:
    """[V19] [V20]"""
    position = play(stand("M10", held, deposit=40, bank=bank), "up *1")
    assert legal(position) == [f"stake{n}" for n in range(most + 1)]
    with pytest.raises(IllegalStep):
        position.play(f"stake{most + 1}")
    assert passed(play(position, "stake0"))


def test_the_highest_stake_can_empty_the_bank_and_no_deposit() -> None:
    """[V20] [V27]"""
    position = play(stand("M10", "50", deposit=40, bank=30), "up *1 stake10")
    assert holds(position, "20 20")
    assert position.record.bank == 40
    play(position, "*3")
    assert holds(position, "20 20 20 20")
    assert (position.record.bank, position.record.deposit[0]) == (0, 40)
    assert legal(position) == breaks(20)


def test_an_empty_purse_is_not_asked_for_a_stake_whatever_the_deposit() -> None:
    """[V26] [V19]"""
    assert passed(play(stand("M10", deposit=40), "up *1"))


def test_bandits_do_not_touch_the_deposit() -> None:
    """[V23] [V25]"""
    position = play(stand("M23", "100 1", deposit=9), "down *1")
    assert (position.points()[0], position.record.deposit[0]) == (9, 9)


def test_the_prison_costs_the_next_turn_and_no_step() -> None:
    """[V24]"""
    position = play(stand("M27", seats=2), "up *1")
    assert position.view(WATCHER)["jailed"] == [0]
    play(position, "down *1")
    assert position.actor == 1
    assert position.view(WATCHER)["jailed"] == []
    assert (position.record.turns, position.record.leg_turns) == (2, 3)
    play(position, "down *1")
    assert position.actor == 0


def test_seats_in_prison_are_passed_over_one_after_the_other() -> None:
    """[V24]"""
    position = stand(seats=3)
    position.record.boat[1:3] = river.NAMES.index("M28")
    position.record.jailed = 0b110
    play(position, "down *1")
    assert position.actor == 0
    assert (position.record.turns, position.record.leg_turns, position.record.jailed) == (1, 3, 0)


@pytest.mark.parametrize(
    ("new", "then", "asked"),
    [
        (0, "50 20 5", breaks(5, 20, 50)),
        (26, "20 20 5 2 2", breaks(2, 5, 20)),
        (50, "20 5", breaks(5, 20)),
        (60, "10 5", breaks(5, 10)),
        (75, "", CALLS),
    ],
)
def test_a_deposit_is_set_to_any_part_of_all_one_has(new: int, then: str, asked: list[str]) -> None:
    """[V25] [V27] [V29]"""
    position = stand("M4", "20 5", deposit=50)
    bank = int(position.record.bank)
    play(position, "up *1")
    assert legal(position) == [f"deposit{n}" for n in range(76)]
    play(position, f"deposit{new}")
    assert holds(position, then)
    assert (position.record.deposit[0], position.record.bank) == (new, bank)
    assert legal(position) == asked
    assert position.points()[0] == 75


def test_what_was_left_at_one_bank_can_be_had_at_any_other_and_counts() -> None:
    """[V25] [V34]"""
    for square in ("M4", "M16", "M29", "M39"):
        position = play(stand(square, deposit=12), "up *1")
        assert position.points()[0] == 12
        assert holds(play(position, "deposit0"), "10 2")


def test_a_bank_asks_even_those_who_have_nothing() -> None:
    """[V25]"""
    position = play(stand("M4"), "up *1")
    assert legal(position) == ["deposit0"]
    assert passed(play(position, "deposit0"))


# Nuggets and change


PURSES = st.lists(st.sampled_from(CARATS), max_size=80)


def fewest(carats: int) -> list[int]:
    """A sum in the fewest nuggets."""
    paid = []
    for size in reversed(CARATS):
        while carats >= size:
            paid.append(size)
            carats -= size
    return paid


@given(PURSES, st.integers(0, 1040))
def test_a_sum_is_received_in_the_fewest_nuggets(held: list[int], owed: int) -> None:
    """[V27]"""
    counts = pouch(held)
    purse.receive(counts, owed)
    assert nuggets_of(counts) == sorted(held + fewest(owed))
    best = [0] + [owed + 1] * owed
    for carats in range(1, owed + 1):
        best[carats] = 1 + min(best[carats - size] for size in CARATS if size <= carats)
    assert best[owed] == len(fewest(owed))


@given(PURSES.filter(bool), st.data())
def test_a_sum_is_paid_with_the_cheapest_nuggets_and_changed(
    held: list[int], data: st.DataObject
) -> None:
    """[V27]"""
    owed = data.draw(st.integers(0, sum(held)))
    kept = sorted(held)
    handed: list[int] = []
    while sum(handed) < owed:
        handed.append(kept.pop(0))
    counts = pouch(held)
    purse.pay(counts, owed)
    assert nuggets_of(counts) == sorted(kept + fewest(sum(handed) - owed))
    assert purse.carats(counts) == sum(held) - owed


@given(PURSES)
def test_the_falls_take_the_cheaper_half_of_the_pieces(held: list[int]) -> None:
    """[V21]"""
    counts = pouch(held)
    half = len(held) // 2
    assert purse.lose(counts, purse.nuggets(counts) // 2) == sum(sorted(held)[:half])
    assert nuggets_of(counts) == sorted(held)[half:]


@given(PURSES.filter(bool), st.data())
def test_a_nugget_breaks_into_smaller_ones_of_the_same_worth_up_to_60_pieces(
    held: list[int], data: st.DataObject
) -> None:
    """[V28] [V29]"""
    carats = data.draw(st.sampled_from(CARATS))
    size = CARATS.index(carats)
    counts = pouch(held)
    parts = PARTS.get(carats, [])
    fits = carats in held and len(held) + len(parts) - 1 <= 60
    if carats > 1:
        assert purse.can_break(counts, size) == fits
        assert sum(parts) == carats
    if carats in held and parts:
        purse.break_one(counts, size)
        rest = list(held)
        rest.remove(carats)
        assert nuggets_of(counts) == sorted(rest + parts)


def test_breaks_are_offered_while_they_leave_60_nuggets_and_being_done_is_a_step() -> None:
    """[V29]"""
    position = play(stand("M4", "1 " * 57 + "5 2"), "up *1 deposit0")
    assert legal(position) == breaks(2)
    assert legal(play(position, "break2")) == breaks()
    assert held_by(position).count(1) == 59
    assert passed(play(position, "enough"))


def test_receiving_is_not_limited_and_a_purse_above_60_breaks_nothing() -> None:
    """[V29]"""
    position = play(stand("M4", "1 " * 59 + "2 2"), "up *1 deposit0")
    assert len(held_by(position)) == 61
    assert legal(position) == breaks()
    position = play(stand("M1", "1 " * 60), "up *2 *1 enough")
    assert len(held_by(position)) == 60
    assert passed(position)
    position = play(stand("M1", "1 " * 60, bank=3), "up *1")
    assert len(held_by(play(position, "+5"))) == 61


def test_nuggets_are_broken_one_by_one_until_the_seat_has_enough() -> None:
    """[V28] [V29]"""
    position = play(stand("M4", "100"), "up *1 deposit0 break100 break50 break20 break10 break5")
    assert holds(position, "50 20 10 10 5 2 2 1")
    assert legal(position) == breaks(2, 5, 10, 20, 50)
    assert passed(play(position, "break2 enough"))
    assert holds(position, "50 20 10 10 5 2 1 1 1")


@pytest.mark.parametrize(
    ("square", "steps"), [("M1", "up *1 +5"), ("M10", "up *1 stake0"), ("M0", "up *1")]
)
def test_nothing_is_broken_at_a_mine_without_a_stake_or_on_a_plain_square(
    square: str, steps: str
) -> None:
    """[V28] [V29]"""
    assert passed(play(stand(square, "20 5"), steps))


AT_FALLS = {
    # the purse, what is left of it, and what may be broken then
    "none": ("", "", None),
    "one": ("50", "50", None),
    "two": ("50 20", "50", [50]),
    "two of 1": ("1 1", "1", []),
    "three": ("50 20 1", "50 20", [20, 50]),
    "many": ("100 50 20 10 5 2 2 1 1", "100 50 20 10 5", [5, 10, 20, 50, 100]),
    "as many as fit": ("5 5 " + "2 " * 116, "5 5 " + "2 " * 57, [2]),
    "too many": ("2 " * 120, "2 " * 60, []),
}


@pytest.mark.parametrize(("held", "then", "broken"), AT_FALLS.values(), ids=AT_FALLS.keys())
@pytest.mark.parametrize(
    ("square", "steps"),
    [("M5", "up *1"), ("M27", "down *1"), ("M41", "up *1"), ("M21", "up *3 turn"), ("B5", "up *2")],
)
def test_falls_offer_change_once_something_was_lost_and_version_1_never_did(
    square: str, steps: str, held: str, then: str, broken: list[int] | None
) -> None:
    """[V29] [V28] [V21]"""
    now, old = play(stand(square, held), steps), play(stand(square, held, by=FIRST), steps)
    for position in (now, old):
        assert where(position) in KINDS["falls"].split()
        assert holds(position, then)
    assert passed(old)
    if broken is not None:
        assert legal(now) == breaks(*broken)
        assert passed(play(now, "enough"))
    assert passed(now)
    assert now.record.tobytes() == old.record.tobytes()


@pytest.mark.parametrize(
    ("change", "then"), [("", "50"), ("break20", "50 10"), ("break20 break10 break10", "50 5 5")]
)
def test_nuggets_broken_at_the_falls_soften_the_next_ones(change: str, then: str) -> None:
    """[V29] [V28] [V21]"""
    position = play(stand("M5", "50 20 2 1"), f"up *1 {change} enough down *1")
    position.record.boat[0] = river.NAMES.index("M5")
    assert holds(play(position, "up *1 enough"), then)


def test_change_at_the_falls_is_a_fault_in_version_1_alone() -> None:
    """[V29]"""
    for by, fault in ((RIVER, 0), (FIRST, 2)):
        s = stand("M6", "5 2", by=by).record
        s.phase = rules.CHANGE
        assert by.rules.check(s) == fault
        s.phase = rules.BET
        assert by.rules.check(s) == 2


@pytest.mark.parametrize("legs", ["1", "2"])
@pytest.mark.parametrize("seats", [2, 4])
def test_both_versions_are_one_game_until_something_is_lost_at_the_falls(
    seats: int, legs: str
) -> None:
    """[V29]"""
    changed = 0
    for seed in range(4):
        now, then = Position(RIVER, seats, {"legs": legs}), Position(FIRST, seats, {"legs": legs})
        stream = rng.new(29, seed)
        while not then.over and now.legal() == then.legal():
            assert now.record.tobytes() == then.record.tobytes()
            step = now.random_step(stream)
            now.play(step)
            then.play(step)
        if not then.over:
            changed += 1
            assert river.KIND[now.record.boat[now.actor]] == river.FALLS
            assert now.record.phase == rules.CHANGE
            assert play(now, "enough").record.tobytes() == then.record.tobytes()
    assert changed


def test_version_1_has_the_same_options_and_its_links_are_read_by_it() -> None:
    """[V29]"""
    assert (RIVER.version, FIRST.version) == (2, 1)
    assert FIRST.rules.OPTIONS == RIVER.rules.OPTIONS
    for by in (RIVER, FIRST):
        match = random_match(by, 3, {"legs": "2"}, seed=3)
        again = Match.from_link(match.link())
        assert again.game is by
        assert again.position == match.position


def test_small_nuggets_are_never_changed_into_large_ones_unasked() -> None:
    """[V30]"""
    position = play(stand("M4", "1 1 1 1 1 50 50"), "up *1 deposit0")
    assert holds(position, "1 1 1 1 1 50 50")
    assert legal(position) == breaks(50)
    actions = {RIVER.notation.action(n).rstrip("0123456789") for n in range(rules.ACTIONS)}
    assert actions == {"down", "up", "main", "turn", "stake", "deposit", "break", "enough"}


def test_purses_and_deposits_are_open_to_all() -> None:
    """[V31]"""
    position = play(stand("M4", "20 5", deposit=7, seats=3), "up *1 deposit12")
    for seat in (0, 1, 2, WATCHER):
        assert position.hidden(seat) == position
        seen = position.view(seat)["purses"][0]
        assert (seen["carats"], seen["deposit"], seen["total"]) == (20, 12, 32)
        assert rules.seen(position.record, rules.ENOUGH, seat)


# The end


def test_landing_exactly_on_the_source_ends_a_game_of_one_leg_at_once_with_its_four() -> None:
    """[V32] [V33] [V5]"""
    position = play(stand("M46", "2", seats=3), "up *2")
    for _ in range(4):
        assert not position.over
        assert position.actor == CHANCE
        assert "+50" not in chances(position)
        position.play("+5")
    sound(position)
    assert position.over
    assert holds(position, "2 5 5 5 5")
    assert position.view(WATCHER)["end"] == "goal"
    assert position.record.turns == 1


def test_passing_the_source_is_not_landing_there() -> None:
    """[V32] [V12]"""
    assert passed(play(stand("M46"), "up *4"))


def standing(*points: int, ended_by: int = -1) -> list[int]:
    """The places of seats with these deposits."""
    position = Position(RIVER, len(points))
    position.record.purse[:] = 0
    position.record.deposit[: len(points)] = points
    position.record.ended_by = ended_by
    return position.places()


def test_most_carats_in_purse_and_deposit_win() -> None:
    """[V34]"""
    position = stand("M0", "20", deposit=5)
    position.record.purse[1], position.record.deposit[1] = pouch("2"), 22
    assert position.points() == [25, 24]
    assert position.places() == [1, 2]


def test_ties_go_to_the_seat_that_ended_the_game_and_other_ties_are_shared() -> None:
    """[V35]"""
    assert standing(10, 10, 10, ended_by=0) == [1, 2, 2]
    assert standing(9, 10, 10, ended_by=0) == [3, 1, 1]
    assert standing(8, 8, 10, ended_by=0) == [2, 3, 1]
    assert standing(10, 10, 3, ended_by=2) == [1, 1, 3]
    assert standing(7, 7, 3) == [1, 1, 3]


def test_who_reached_the_source_has_no_privilege_in_a_game_of_two_legs() -> None:
    """[V35] [V36]"""
    position = reach_the_source(stand("M47", legs="2"))
    assert position.record.ended_by == -1


def reach_the_source(position: Position) -> Position:
    """Seat 0 on M47 lands on the source and takes four nuggets of 5."""
    return play(position, "up *1 +5 +5 +5 +5")


def test_the_source_opens_leg_two_and_only_empty_mines_are_filled_anew() -> None:
    """[V33] [V36] [V37]"""
    position = stand("M47", "2", legs="2", dug="M2 A1")
    bank = int(position.record.bank)
    reach_the_source(position)
    assert passed(position)
    assert holds(position, "2 5 5 5 5")
    view = position.view(WATCHER)
    assert (view["leg"], view["goal"], view["bank"]) == (2, "M0", bank)
    assert Counter(view["lying"].values()) == {"old": 18, "new": 2}
    assert (view["lying"]["M2"], view["lying"]["A1"]) == ("new", "new")
    assert (where(position), where(position, 1)) == ("M48", "M0")
    assert position.record.bag.sum() == 18


NEW_MIX = {"+1": 10, "+2": 15, "+5": 10, "+10": 10, "+20": 5}


def test_a_new_nugget_is_drawn_from_all_round_ones_and_paid_by_the_bank() -> None:
    """[V36] [V37]"""
    position = play(stand("M1", leg=2), "up *1")
    bank = int(position.record.bank)
    assert chances(position) == NEW_MIX
    play(position, "+20")
    assert holds(position, "20")
    assert position.record.bank == bank - 20
    assert position.view(WATCHER)["lying"]["M2"] == "empty"
    position.record.boat[1] = river.NAMES.index("M1")
    assert play(position, "up *1").actor == 0


def test_a_mine_not_dug_in_leg_one_keeps_its_nugget_in_leg_two() -> None:
    """[V37]"""
    position = stand("M1", leg=2)
    s = position.record
    s.lying[river.NAMES.index("M2")], s.bag[:] = rules.OLD, [0, 0, 1, 0, 0]
    bank = int(s.bank) - 5
    s.bank = bank
    sound(position).play("up")
    assert chances(play(position, "*1")) == {"+5": 1}
    assert holds(play(position, "+5"), "5")
    assert (s.bank, s.bag.sum()) == (bank, 0)


@pytest.mark.parametrize(("bank", "then"), [(3, ""), (4, ""), (5, "5"), (6, "5")])
def test_a_bank_with_less_than_a_new_nugget_gives_nothing_and_the_place_is_empty(
    bank: int, then: str
) -> None:
    """[V37]"""
    position = play(stand("M1", leg=2, bank=bank), "up *1 +5")
    assert holds(position, then)
    assert position.record.bank == bank - sum(held_by(position))
    assert position.view(WATCHER)["lying"]["M2"] == "empty"


def test_the_mouth_ends_leg_two_with_four_draws_one_by_one() -> None:
    """[V36] [V37]"""
    position = play(stand("M3", leg=2), "down *3")
    bank = int(position.record.bank)
    for nugget in ("+20", "+1", "+1", "+5"):
        assert chances(position) == NEW_MIX
        position.play(nugget)
    assert sound(position).over
    assert holds(position, "20 5 1 1")
    assert position.record.bank == bank - 27
    assert position.view(WATCHER)["end"] == "goal"


def test_at_the_mouth_a_small_nugget_is_paid_after_a_large_one_was_not() -> None:
    """[V37]"""
    position = play(stand("M3", leg=2, bank=3), "down *3 +5 +2 +1 +1")
    assert position.over
    assert holds(position, "2 1")
    assert position.record.bank == 0


def test_the_source_does_nothing_in_leg_two() -> None:
    """[V37]"""
    position = play(stand("M47", "5", leg=2), "up *1")
    assert where(position) == "M48"
    assert passed(position)
    assert holds(position, "5")


def test_prison_is_kept_into_leg_two_and_counts_there() -> None:
    """[V24] [V37] [V38]"""
    position = stand("M47", legs="2")
    position.record.boat[1] = river.NAMES.index("M28")
    position.record.jailed = 0b10
    reach_the_source(position)
    assert position.actor == 0
    assert (position.record.leg, position.record.leg_turns, position.record.jailed) == (1, 1, 0)
    play(position, "down *2 enough")
    position.record.boat[1] = river.NAMES.index("M1")
    play(position, "down *1 +1 +1 +1 +1")
    assert position.over
    assert position.record.ended_by == 1


def late(turns: int, square: str = "M0", seats: int = 3, **options: Any) -> Position:
    """The last seat to call after so many turns of the leg, its boat on a square."""
    position = stand(seats=seats, **options)
    s = position.record
    s.leg_turns, s.turn = turns, turns % seats
    s.turns = turns
    s.boat[s.turn] = river.NAMES.index(square)
    return sound(position)


@pytest.mark.parametrize("leg", [1, 2])
def test_a_leg_ends_the_game_as_it_stands_after_100_rounds(leg: int) -> None:
    """[V38] [V35]"""
    assert LAST_ROUND == 100
    position = late(298, leg=leg)
    assert not play(position, "up *1").over
    assert play(position, "up *1").over
    assert position.view(WATCHER)["end"] == "rounds"
    assert (position.record.leg_turns, position.record.ended_by) == (300, -1)
    assert position.view(WATCHER)["places"] == [1, 1, 1]


def test_a_missed_turn_can_be_the_last_of_the_100_rounds() -> None:
    """[V38] [V24]"""
    position = late(298)
    position.record.boat[2] = river.NAMES.index("M28")
    position.record.jailed = 0b100
    assert play(position, "up *1").over
    assert (position.record.turns, position.record.leg_turns) == (299, 300)


def test_the_goal_reached_in_the_last_turn_goes_before_the_rounds() -> None:
    """[V38] [V32] [V35]"""
    position = play(late(299, "M47"), "up *1 +5 +5 +5 +5")
    assert position.over
    assert position.view(WATCHER)["end"] == "goal"
    assert position.record.ended_by == 2


def test_leg_two_has_100_rounds_of_its_own_from_the_seat_after() -> None:
    """[V38] [V36]"""
    position = play(late(299, "M47", legs="2"), "up *1 +5 +5 +5 +5")
    assert not position.over
    assert (position.actor, position.record.leg_turns, position.record.turns) == (0, 0, 300)
    position.record.leg_turns, position.record.turns = 299, 599
    assert play(position, "up *1").over


def test_rounds_that_run_out_in_leg_one_end_the_whole_game() -> None:
    """[V38]"""
    position = play(late(299, legs="2"), "up *1")
    assert position.over
    assert (position.record.leg, position.view(WATCHER)["end"]) == (0, "rounds")


# Options and all of it together


def test_the_call_option_changes_words_alone() -> None:
    """[V9] [V36]"""
    for leg in (1, 2):
        one, other = stand("M23", leg=leg), stand("M23", leg=leg, call="amont")
        play(one, "up *4")
        play(other, "up *4")
        assert where(one) == where(other) == "M27"
        other.record.call = 0
        assert one == other


@pytest.mark.parametrize("legs", ["1", "2"])
@pytest.mark.parametrize("seats", range(2, 7))
def test_there_are_1040_carats_after_every_step(seats: int, legs: str) -> None:
    """[V1] [V23] [V25] [V37]"""
    position, stream = Position(RIVER, seats, {"legs": legs}), rng.new(40 + seats)
    while not position.over:
        position.play(position.random_step(stream))
        s = position.record
        held = sum(sum(held_by(position, seat)) for seat in range(seats))
        on_the_map = sum(int(n) * carats for n, carats in zip(s.bag, CARATS, strict=False))
        assert held + int(s.deposit.sum()) + on_the_map + int(s.bank) == 1040
        assert s.bank >= 0


def test_random_games_reach_both_ends_and_both_legs() -> None:
    found = set()
    for seed in range(40):
        position = random_match(RIVER, 2, {"legs": "2"}, seed=seed).position
        found.add((int(position.record.leg), position.view(WATCHER)["end"]))
        if {leg for leg, _ in found} == {0, 1} and {end for _, end in found} == set(rules.ENDS):
            return
    pytest.fail(f"only {found}")


# Records


def test_the_longest_match_has_room_for_every_step_of_every_turn() -> None:
    """[V29] [V38]"""
    set_up = 50 - 6 - rules.AT_GOAL + 1
    turn = 2 + rules.DIE + 2 + purse.MOST_NUGGETS
    turns = 2 * LAST_ROUND * rules.MAX_SEATS
    assert set_up + turns * turn + 2 * rules.AT_GOAL <= rules.LONGEST


Change = dict[Any, int]  # by field, or by field and place


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"seats": 1}, 1),
        ({"seats": 7}, 1),
        ({"legs": 2}, 1),
        ({"call": -1}, 1),
        ({"leg": 1}, 1),
        ({"first": 3}, 1),
        ({"first": -2}, 1),
        ({"ended_by": 3}, 1),
        ({"turn": 3}, 1),
        ({"turn": -1}, 1),
        ({"phase": 13}, 1),
        ({"phase": -1}, 1),
        ({"leg_turns": 301}, 1),
        ({"leg_turns": -1}, 1),
        ({"turns": 1}, 1),
        ({"turns": -1}, 1),
        ({"jailed": 8}, 1),
        ({"jailed": -1}, 1),
        ({"heading": 3}, 1),
        ({"pips": 7}, 1),
        ({"bank": -1}, 1),
        ({"bank": 1041}, 1),
        ({"stake": -1}, 1),
        ({"stake": 300}, 1),
        ({("boat", 0): 62}, 1),
        ({("boat", 0): -1}, 1),
        ({("boat", 4): -1}, 1),
        ({("deposit", 0): -1}, 1),
        ({("deposit", 3): 5}, 1),
        ({("purse", (0, 0)): -1}, 1),
        ({("purse", (3, 0)): 1}, 1),
        ({"first": -1}, 2),
        ({"turn": 1}, 2),
        ({"leg_turns": 1}, 2),
        ({"phase": rules.BEGIN}, 2),
        ({"phase": rules.BEGIN, "first": -1, "turn": 1}, 2),
        ({"pips": 1}, 2),
        ({"phase": rules.FORK, "heading": 1, "pips": 1}, 2),
        ({"phase": rules.FORK, "heading": 0, "pips": 1, ("boat", 0): 9}, 2),
        ({"phase": rules.FORK, "heading": 1, "pips": 0, ("boat", 0): 9}, 2),
        ({"heading": 1}, 2),
        ({"phase": rules.ROLL, "heading": 2}, 2),
        ({"stake": 1}, 2),
        ({"phase": rules.SPIN, ("boat", 0): 11}, 2),
        ({"phase": rules.SPIN, "stake": 1}, 2),
        ({"to_draw": 1}, 2),
        ({"phase": rules.GOAL}, 2),
        ({"phase": rules.GOAL, "to_draw": 4}, 2),
        ({"ended_by": 0}, 2),
        ({"phase": rules.DONE, "ended_by": 1, "leg_turns": 1, "turns": 1, ("boat", 0): 48}, 2),
        ({"phase": rules.DONE}, 2),
        ({"jailed": 2}, 2),
        ({"jailed": 1, ("boat", 0): 28}, 2),
        ({("boat", 3): 1}, 2),
        ({"phase": rules.CHANGE}, 2),
        ({"phase": rules.CHANGE, ("boat", 0): 5}, 2),
        ({"phase": rules.BET, ("boat", 0): 11}, 2),
        ({"phase": rules.BET, ("boat", 0): 5, ("purse", (0, 0)): 1}, 2),
        ({"phase": rules.DIG}, 2),
        ({"phase": rules.DRINK}, 2),
        ({"phase": rules.SAVE}, 2),
        ({("lying", 1): 1}, 3),
        ({("lying", 2): 2}, 3),
        ({("lying", 2): -1}, 3),
        ({("lying", 2): 0}, 3),
        ({("bag", 0): -1}, 3),
        ({("bag", 4): 6}, 3),
        ({"phase": rules.GOAL, "to_draw": 5, ("boat", 0): 48}, 3),
        ({"phase": rules.GOAL, "to_draw": 3, ("boat", 0): 48}, 3),
        ({("purse", (0, 0)): 1}, 4),
        ({("deposit", 1): 3}, 4),
        ({"bank": 700}, 4),
    ],
    ids=str,
)
def test_a_record_that_cannot_be_is_told_by_its_fault(change: Change, fault: int) -> None:
    """[V1] [V5]"""
    s = stand(seats=3).record
    for field, value in change.items():
        if isinstance(field, tuple):
            s[field[0]][field[1]] = value
        else:
            s[field] = value
    assert CHECKS[rules.check(s)] == CHECKS[fault]


def test_a_prisoner_is_never_to_act_but_may_be_the_last_when_rounds_run_out() -> None:
    """[V24] [V38]"""
    position = late(299, "M27")
    assert play(position, "up *1").over
    assert position.record.jailed == 0b100


def test_before_the_start_all_boats_are_at_the_mouth() -> None:
    """[V2]"""
    s = Position(RIVER, 3).record
    s.boat[0] = 1
    assert CHECKS[rules.check(s)] == CHECKS[2]
    s.boat[0] = 0
    s.to_draw = 61
    assert CHECKS[rules.check(s)] == CHECKS[3]


def test_a_position_typed_in_by_hand_is_refused_with_its_reason() -> None:
    text = stand("M4", "20 5").text()
    assert Position.from_text(RIVER, text).text() == text
    with pytest.raises(ValueError, match="not 1,040 carats in all"):
        Position.from_text(RIVER, re.sub(r"bank=\d+", "bank=700", text))


def test_features_follow_what_a_seat_has_and_sees() -> None:
    """[V31]"""
    position = stand("M7", "20 5", deposit=52)
    out = np.zeros((2, RIVER.features.FEATURES), np.float32)
    for seat in range(2):
        RIVER.features.features(position.record, seat, out[seat])
    own, rival = out
    squares = 4 * river.SQUARES
    assert own[4 * river.NAMES.index("M7") + 2] > 0
    assert rival[4 * river.NAMES.index("M7") + 3] > 0
    sights = 3 * 6 * (len(KINDS) + 2)
    a_seat = SIZES + 8
    seats = squares + sights
    assert (
        own[seats : seats + a_seat].tolist() == rival[seats + a_seat : seats + 2 * a_seat].tolist()
    )
    assert own[seats + a_seat - 1] == np.float32(0.05)
