"""Golden-Town's roads and concessions: where a roll leads, who is met there, sharing and bans."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.golden_town.town import (
    Seat,
    ban,
    destinations,
    ends,
    lay,
    legal,
    pieces,
    play,
    refill,
    roads,
    sound,
    swaps,
    ways,
    where,
)
from goldrush.core import Record
from goldrush.games.golden_town.rules import EDITION

KIND = {square.name: square.kind for square in EDITION.board.squares}
PLACES = [*KIND, *(f"{letter}/exit" for letter in "ABCD")]
IDLE = "prop prop prop prop R-2 R-3"  # cards with which no filon is dug at an entrance
STANDING = [name for name in PLACES if KIND.get(name) != "concession"]


def go(seat: Seat, roll: int, *others: Seat) -> list[str]:
    """Where a roll leads, and whom one may challenge."""
    return legal(play(lay(seat, *(others or (Seat("Prison"),))), f"*{roll}"))


# The board


def test_the_board_is_a_ring_of_20_squares_with_four_houses_and_four_trails() -> None:
    """[T5]"""
    beside = EDITION.board.beside
    for n in range(20):
        assert {f"T{(n + 1) % 20}", f"T{(n - 1) % 20}"} <= set(beside[f"T{n}"])
    houses = {"Hotel": "T0", "Prison": "T7", "Bank": "T10", "Hospital": "T15"}
    assert {house: beside[house] for house in houses} == {h: [t] for h, t in houses.items()}
    for letter, ring in zip("ABCD", ("T3", "T8", "T12", "T17"), strict=True):
        trail = [ring, *(f"{letter}{n}" for n in range(1, 7)), letter]
        assert all(b in beside[a] for a, b in pairwise(trail))
    assert len(KIND) == 20 + 4 + 4 * 7
    assert len(EDITION.board.ways) == 20 + 4 + 4 * 7


def test_the_prison_is_five_squares_from_the_bank() -> None:
    """[T5] [T17]"""
    assert go(Seat("Prison"), 5, Seat()) == ["T3", "T11", "Bank", "B3"]


# Moves


@pytest.mark.parametrize(
    ("start", "roll", "reached"),
    [
        ("Hotel", 4, "T3 T17"),
        ("Hotel", 5, "T4 T16 A1 D1"),
        ("Hotel", 1, "T0"),
        ("T10", 1, "T9 T11 Bank"),
        ("T10", 2, "T8 T12"),
        ("Bank", 1, "T10"),
        ("A4", 6, "T1 T5 A"),
        ("A4", 3, "A1 A"),
        ("A4", 2, "A2 A6"),
        ("A/exit", 6, "A1"),
        ("T9", 2, "T7 T11 Bank B1"),
        ("T15", 1, "T14 T16"),
    ],
)
def test_a_roll_leads_exactly_so_far_any_way_but_not_back(
    start: str, roll: int, reached: str
) -> None:
    """[T9] [T10] [T12] [T16] [T17] [T18]"""
    assert go(Seat(start), roll) == reached.split()


def test_a_turn_on_the_road_is_one_roll_and_one_move() -> None:
    """[T9]"""
    s = lay(Seat("T4"), Seat("T12"))
    assert ways(s) == {f"*{pips}": 1 for pips in range(1, 7)}
    play(s, "*3 T7")
    assert where(s, 0) == "T7"
    play(s, "keep")
    assert s.turn == 1


@pytest.mark.parametrize("start", STANDING)
@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
def test_a_roll_leads_wherever_a_walk_does(start: str, roll: int) -> None:
    """[T10] [T12] [T16] [T17]"""
    square = start.removesuffix("/exit")
    expected = destinations(EDITION.board, square, roll, set())
    assert set(go(Seat(start), roll)) == expected


@given(
    start=st.sampled_from(STANDING),
    rivals=st.lists(st.sampled_from(STANDING), min_size=1, max_size=3, unique=True),
    roll=st.integers(1, 6),
    banned=st.sampled_from(["", *"ABCD"]),
)
def test_it_does_so_among_others_and_with_a_ban(
    start: str, rivals: list[str], roll: int, banned: str
) -> None:
    """[T10] [T11] [T12] [T36] [T45] [T46]"""
    rivals = [rival for rival in rivals if rival != start] or ["Bank"]
    s = play(lay(Seat(start, ban=banned), *map(Seat, rivals)), f"*{roll}")
    start = start.removesuffix("/exit")
    reached = [step for step in legal(s) if not step.startswith("fight")]
    assert set(reached) == destinations(EDITION.board, start, roll, set(rivals), banned)
    near = {to for n in range(1, roll + 1) for to in ends(EDITION.board, start, n)}
    on_road = [n for n, at in enumerate(rivals, 1) if at in near and KIND[at] == "road"]
    assert legal(s)[len(reached) :] == [f"fight{seat}" for seat in on_road]


def test_a_road_square_has_room_for_one_but_others_may_be_passed() -> None:
    """[T11] [T12]"""
    assert go(Seat("T0"), 2, Seat("T1"), Seat("T18")) == ["T2", "fight1", "fight2"]
    assert go(Seat("T8"), 2, Seat("T9")) == ["T6", "T10", "B2", "fight1"]


def test_houses_and_concessions_have_room_for_all() -> None:
    """[T12]"""
    assert "Bank" in go(Seat("T10"), 1, Seat("Bank"), Seat("Bank"))
    s = play(lay(Seat("A5"), Seat("A/exit"), Seat("A/0"), Seat("A/0")), "*4 A enter agree")
    assert [where(s, seat) for seat in range(4)] == ["A/0", "A/exit", "A/0", "A/0"]
    sound(lay(*[Seat("Prison")] * 2, *[Seat("Hospital")] * 2))


def test_when_no_square_is_left_the_farthest_free_one_before_is_reached() -> None:
    """[T10]"""
    assert go(Seat("A/exit"), 2, Seat("A5")) == ["A6", "fight1"]
    assert go(Seat("A/exit"), 3, Seat("A4"), Seat("A5")) == ["A6", "fight1", "fight2"]
    assert go(Seat("A/exit"), 3, Seat("A4"), Seat("A6")) == ["A5", "fight1", "fight2"]


def test_when_there_is_none_one_stays() -> None:
    """[T10] [T45] [T57]"""
    assert go(Seat("A/exit"), 1, Seat("A6")) == ["stay", "fight1"]
    s = play(lay(Seat("A/exit", barred=(1,)), Seat("A6", barred=(0,))), "*1")
    assert legal(s) == ["stay"]
    play(s, "stay")
    assert where(s, 0) == "A/exit"
    assert swaps(s)


def test_a_roll_too_high_enters_a_concession_but_not_the_bank() -> None:
    """[T16] [T17]"""
    assert [roll for roll in range(1, 7) if "A" in go(Seat("A5"), roll)] == [2, 3, 4, 5, 6]
    assert [roll for roll in range(1, 7) if "Bank" in go(Seat("T11"), roll)] == [2]


def test_a_concession_just_left_is_no_destination_from_its_own_exit() -> None:
    """[T10] [T27]"""
    assert all("A" not in go(Seat("A/exit"), roll) for roll in range(1, 7))
    s = play(lay(Seat("A/0"), Seat(), opened="A"), "leave *4 T3 keep *1 A6 keep *1 T2 keep *1")
    assert legal(s) == ["A5", "A"]


# Challenges on the road


def test_a_rival_on_the_road_may_be_challenged_when_caught_up_with_or_passed() -> None:
    """[T45]"""
    assert go(Seat(), 2, Seat("T0"), Seat("T1"), Seat("Bank")) == ["T19", "fight1", "fight2"]
    assert go(Seat("T4"), 3, Seat("T8"), Seat("T1")) == ["T7", "A2", "fight2"]


@pytest.mark.parametrize("house", ["Hotel", "Bank", "Hospital", "Prison", "A/0", "A/exit"])
def test_nobody_is_challenged_in_a_house_nor_from_afar_on_a_concession(house: str) -> None:
    """[T46] [T45]"""
    ring = {"Hotel": "T0", "Bank": "T10", "Hospital": "T15", "Prison": "T7"}.get(house, "A6")
    assert "fight1" not in go(Seat(ring), 1, Seat(house))
    start = "A/exit" if house[0] == "A" else house
    assert "fight1" not in go(Seat(start), 6, Seat(house))


def test_who_challenges_does_not_walk_on() -> None:
    """[T46]"""
    s = play(lay(Seat("T4"), Seat("T6")), "*3 fight1")
    assert (where(s, 0), where(s, 1)) == ("T4", "T6")
    assert s.phase == pieces.FACING


# Arriving


def test_an_empty_concession_is_simply_entered() -> None:
    """[T37]"""
    s = play(lay(Seat("A5"), Seat()), "*2 A")
    assert (where(s, 0), legal(s)) == ("A/0", ["keep"])


@pytest.mark.parametrize("depth", ["0", "1", "4"])
def test_a_concession_in_use_is_shared_or_fought_for(depth: str) -> None:
    """[T37] [T38] [T45]"""
    s = play(lay(Seat("A5"), Seat(f"A/{depth}"), Seat("B/0"), Seat("A/exit")), "*2 A")
    assert legal(s) == ["enter", "fight1", "fight3"]
    play(s, "enter")
    assert legal(s) == ["agree", "refuse"]


def test_one_with_only_seats_at_the_exit_is_entered_unasked_or_they_are_challenged() -> None:
    """[T37] [T38]"""
    s = play(lay(Seat("A5"), Seat("A/exit"), Seat("B/0")), "*2 A")
    assert legal(s) == ["enter", "fight1"]
    play(s, "enter")
    assert (where(s, 0), legal(s)) == ("A/0", ["keep"])


def test_those_that_fought_to_a_draw_can_only_share() -> None:
    """[T57] [T37]"""
    s = play(lay(Seat("A5", barred=(1,)), Seat("A/2", barred=(0,))), "*2 A")
    assert legal(s) == ["enter"]


def test_the_holder_is_asked_who_has_been_there_longest() -> None:
    """[T39] [T40]"""
    seats = Seat("A5"), Seat("A/2", since=9), Seat("A/0", since=4), Seat("A/exit", since=1)
    s = play(lay(*seats), "*2 A enter")
    assert s.rival == 2
    play(s, "agree")
    assert (where(s, 0), legal(s), s.since[0]) == ("A/0", ["keep"], s.slots)


def test_who_comes_back_has_been_there_for_the_shorter_time() -> None:
    """[T40]"""
    s = lay(Seat("A/0", since=3), Seat("A/0", IDLE, since=8), Seat("A5"), opened="A")
    play(s, "leave take 100 *1 A4 keep *1 A6 keep take 100 *1 A3 keep")
    play(s, "*1 A enter agree keep take 100 *4 A enter")
    assert s.rival == 1


def dispute(dice: str, **newcomer: str) -> Record:
    seats = Seat("A5", **newcomer), Seat("A/2", since=3, lifted=True), Seat("A/0", since=5)  # type: ignore[arg-type]  # texts alone
    return play(lay(*seats), f"*2 A enter refuse {dice}")


def test_refused_both_roll_and_a_tie_is_rolled_again() -> None:
    """[T39] [T40]"""
    s = dispute("*4")
    assert ways(s) == {f"*{n}": 1 for n in range(1, 7)}
    assert s.phase == pieces.REPLY
    play(s, "*4")
    assert s.phase == pieces.BID
    play(s, "*5 *5 *5 *2")
    assert where(s, 0) == "A/0"


def test_a_holder_that_rolls_lower_stands_at_the_exit_and_is_banned() -> None:
    """[T39] [T40] [T36]"""
    s = dispute("*5 *2")
    assert [where(s, seat) for seat in range(3)] == ["A/0", "A/exit", "A/0"]
    assert [ban(s, seat) for seat in range(3)] == ["", "A", ""]
    assert legal(s) == ["keep"]
    play(s, "keep")
    assert (s.turn, s.phase) == (1, pieces.ROLL)
    assert s.lifted == 0


def test_a_newcomer_that_rolls_lower_stands_at_the_exit_and_is_banned_but_may_swap() -> None:
    """[T39] [T40] [T13] [T36]"""
    s = dispute("*2 *5", hand="mine", ban="B")
    assert [where(s, seat) for seat in range(3)] == ["A/exit", "A/2", "A/0"]
    assert ban(s, 0) == "A"
    assert legal(s) == ["keep"]
    assert swaps(s)
    play(s, "keep")
    assert s.turn == 1
    assert s.lifted == 2


def test_at_a_closed_mine_only_the_newcomer_that_wins_shows_its_mine_card() -> None:
    """[T37] [T39] [T40] [T13] [T19]"""
    seats = Seat("A5", hand="mine mine"), Seat("A/0")
    s = play(lay(*seats), "*2 A")
    assert legal(s) == ["enter", "fight1"]
    play(s, "enter refuse *4 *4 *5 *2")
    assert (where(s, 0), where(s, 1), ban(s, 1)) == ("A/0", "A/exit", "A")
    assert legal(play(s, "keep")) == ["wait", "mine"]
    s = play(lay(*seats), "*2 A enter refuse *2 *5 keep")
    assert s.turn == 1
    assert s.opened == 0


def test_sharers_dig_in_turn_order() -> None:
    """[T40]"""
    s = lay(Seat("A/0", "mine"), Seat("B/0", "lift lift lift lift"), Seat("A/0", IDLE), opened="AB")
    for turn in (0, 1, 2, 0, 1, 2):
        assert s.turn == turn
        play(s, "take 100" if turn != 1 else "take pyrite")


# Bans


def test_a_banned_concession_is_no_destination_and_nobody_is_met_there() -> None:
    """[T36]"""
    assert go(Seat("A4", ban="A"), 6, Seat("A/0")) == ["T1", "T5"]
    assert go(Seat("A6", ban="A"), 1, Seat("A/0")) == ["A5"]
    assert "A" in go(Seat("A4", ban="B"), 6)


def test_a_ban_ends_on_arriving_at_another_concession_whatever_follows() -> None:
    """[T36]"""
    for follows in ("enter", "fight1", "enter refuse *2 *5"):
        s = play(lay(Seat("B5", ban="A"), Seat("B/0")), f"*2 B {follows}")
        assert ban(s, 0) == ("B" if "refuse" in follows else "")
    assert ban(play(lay(Seat("B5", ban="A"), Seat()), "*2 B"), 0) == ""


def test_a_ban_ends_in_the_bank_even_with_an_empty_cart() -> None:
    """[T36]"""
    s = play(lay(Seat("T10", ban="A"), Seat()), "*1 Bank")
    assert ban(s, 0) == ""


def test_a_walk_or_a_house_does_not_end_a_ban() -> None:
    """[T36]"""
    s = lay(Seat("T4", ban="A", hand="Y-1 prop prop prop prop prop"), Seat("T6"))
    play(s, "*1 T5 keep *2 T8 keep *2 T7")
    assert ban(s, 0) == "A"
    assert int(roads.CONCESSION[s.ban[0]]) == 0


# Mine cards


def test_digging_begins_the_turn_after_a_mine_card_was_shown() -> None:
    """[T19]"""
    s = play(lay(Seat("A5", hand="mine G-1"), Seat("T4")), "*2 A keep")
    assert legal(s) == ["wait", "mine"]
    play(s, "mine")
    assert (s.opened, roads.NAMES[s.place[0]]) == (1, "A")
    assert s.discard[pieces.MINE] == 1
    assert s.top == pieces.MINE
    play(s, "=prop")
    assert s.turn == 1
    play(s, "*1 T5 keep")
    assert "take" in legal(s)


def test_a_joker_opens_a_mine_and_without_either_nothing_is_asked() -> None:
    """[T19] [T31]"""
    s = play(lay(Seat("A5", hand="joker lift lift lift lift lift"), Seat()), "*2 A keep")
    assert legal(s) == ["wait", "joker-mine"]
    assert play(s, "joker-mine").top == pieces.JOKER
    s = lay(Seat("A5", hand="prop lift lift lift lift lift"), Seat())
    assert play(s, "*2 A keep").turn == 1


def test_a_mine_in_service_now_or_before_asks_for_no_card() -> None:
    """[T20]"""
    assert play(lay(Seat("A5", hand="mine"), Seat(), opened="A"), "*2 A keep").turn == 1
    s = lay(Seat("A5", hand="mine"), Seat("A/0"), opened="A")
    assert play(s, "*2 A enter agree keep").turn == 1


def test_who_shows_a_mine_card_opens_the_mine_for_all_that_wait() -> None:
    """[T20]"""
    s = refill(play(lay(Seat("A/0", hand="mine"), Seat("A/0", IDLE)), "keep mine"))
    assert s.turn == 1
    assert "take" in legal(s)


def test_at_a_closed_entrance_one_leaves_or_waits_or_swaps_first() -> None:
    """[T21]"""
    s = lay(Seat("A/0", hand="lift lift lift lift lift Y-1"), Seat(), discard="prop mine")
    assert legal(s) == ["leave", "keep"]
    assert swaps(s) == ["Y-1>talon", "lift>talon", "Y-1>top", "lift>top"]
    play(s, "Y-1>top")
    assert legal(s) == ["wait", "mine"]
    play(s, "wait")
    assert (s.turn, s.opened) == (1, 0)


def test_leaving_a_closed_entrance_ends_the_turn_at_the_exit() -> None:
    """[T21] [T27]"""
    s = play(lay(Seat("A/0", hand="mine"), Seat("T4")), "leave")
    assert (s.turn, where(s, 0), ban(s, 0)) == (1, "A/exit", "")


def test_a_card_drawn_in_a_swap_may_be_the_one_that_is_shown() -> None:
    """[T13] [T19] [T21]"""
    s = lay(Seat("A5", hand="lift lift lift lift lift Y-1"), Seat())
    play(s, "*2 A Y-1>talon =joker")
    assert legal(s) == ["wait", "joker-mine"]
