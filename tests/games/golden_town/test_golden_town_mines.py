"""Golden-Town's mines: runs from level to level, lifts, what filons do, and nuggets of ore."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.golden_town.town import (
    CARDS,
    FILONS,
    FULL,
    Left,
    Seat,
    ban,
    concession,
    hand,
    lay,
    legal,
    mine,
    misses,
    pieces,
    pile,
    play,
    refill,
    swaps,
    tiles,
    ways,
    where,
)
from goldrush.core import Record

ALL_ORE = [100] * 14 + [200] * 13 + [300] * 8 + [400] * 4 + [500] * 4
STEPS = pieces.DUEL_STEPS.tolist()


def lying(s: Record) -> list[int]:
    return list(s.left[concession("A")])


# Runs


def test_a_run_from_the_entrance_takes_a_filon_of_each_level_on_the_card_downward() -> None:
    """[T23]"""
    s = play(mine(0, "YGR-2"), "YGR-2")
    assert set(ways(s)) == {"100", "200", "pyrite", "cave-in", "abandon"}
    assert ways(s)["100"] == 11
    assert legal(play(s, "100")) == ["on", "stop"]
    assert ways(play(s, "on"))["300"] == 4
    assert legal(play(s, "300")) == ["on", "stop"]
    play(s, "on 400")  # blue is not on the card: nothing is asked
    assert s.phase == pieces.REFILL
    assert where(s, 0) == "A/3"
    assert lying(s) == [5, 4, 3, 3]
    assert tiles(s, 0) == ["100", "300", "400"]
    assert s.ore[0] == 800


@pytest.mark.parametrize(("taken", "depth"), [("100 stop", 1), ("100 on 100 stop", 2)])
def test_a_run_stops_where_one_likes(taken: str, depth: int) -> None:
    """[T23]"""
    s = play(mine(0, "YGRB-1"), f"YGRB-1 {taken}")
    assert where(s, 0) == f"A/{depth}"
    assert s.phase == pieces.REFILL


def test_a_run_begins_on_the_level_one_stands_on_and_goes_one_way() -> None:
    """[T23]"""
    s = play(mine(2, "YGRB-1"), "YGRB-1 300")
    assert lying(s) == [6, 4, 4, 3]
    assert legal(s) == ["up", "down", "stop"]
    assert legal(play(s, "down 400")) == ["on", "stop"]
    play(s, "on 500")
    assert (where(s, 0), lying(s)) == ("A/4", [6, 4, 3, 2])
    assert s.phase == pieces.REFILL


@pytest.mark.parametrize(
    ("depth", "left", "playable"),
    [
        (0, FULL, "Y YG YGR YGRB"),
        (0, (0, 5, 4, 3), "YG YGR YGRB G GR GRB"),
        (0, (0, 0, 0, 3), "YGRB GRB RB B"),
        (0, (0, 0, 0, 0), ""),
        (3, FULL, "YGR YGRB GR GRB R RB"),
        (3, (6, 5, 0, 3), "YG YGR YGRB G GR GRB RB B"),
        (3, (6, 0, 0, 0), "Y YG YGR YGRB"),
        (4, (0, 0, 0, 1), "YGRB GRB RB B"),
        (1, (0, 0, 4, 3), "YGR YGRB GR GRB R RB"),
    ],
)
def test_a_card_is_playable_only_if_it_takes_a_filon(
    depth: int, left: tuple[int, int, int, int], playable: str
) -> None:
    """[T23] [T31]"""
    found = []
    for shows, steps in zip(pieces.SHOWN, pieces.DUEL_STEPS, strict=False):
        s = mine(depth, f"{shows}-{steps} joker", left)
        if f"{shows}-{steps}" in legal(s) and shows not in found:
            found.append(shows)
        assert ("joker" in legal(s)) == (playable != "")
    assert found == playable.split()


def test_exhausted_levels_are_skipped_and_need_not_be_on_the_card() -> None:
    """[T23]"""
    s = play(mine(0, "GR-1", (0, 2, 0, 3)), "GR-1")
    assert ways(s)["300"] == 4  # green
    play(s, "300")
    assert s.phase == pieces.REFILL  # the next one is blue
    s = play(mine(4, "GRB-1", (6, 2, 0, 3)), "GRB-1 500")
    assert legal(s) == ["up", "stop"]
    play(s, "up 300")
    assert (where(s, 0), lying(s)) == ("A/2", [6, 1, 0, 2])
    s = play(mine(1, "B-2", (0, 0, 0, 3)), "B-2 down 500")
    assert where(s, 0) == "A/4"


def test_a_level_that_is_not_on_the_card_bars_the_way() -> None:
    """[T23]"""
    s = play(mine(3, "GR-1"), "GR-1 400")
    assert legal(s) == ["up", "stop"]
    play(s, "up 200")
    assert (s.phase, where(s, 0)) == (pieces.REFILL, "A/2")
    assert play(mine(0, "Y-1"), "Y-1 100").phase == pieces.REFILL


def test_on_an_exhausted_level_the_way_is_asked_first_and_a_filon_must_be_taken() -> None:
    """[T23] [T28]"""
    left = (3, 0, 2, 3)
    s = play(mine(2, "YGRB-1", left), "YGRB-1")
    assert legal(s) == ["up", "down"]
    assert legal(play(s, "up 100")) == ["surface", "stop"]
    s = play(mine(2, "YGRB-1", left), "YGRB-1 down")
    assert legal(play(s, "300")) == ["on", "stop"]
    assert play(s, "on 500").phase == pieces.REFILL


def test_asked_first_there_may_be_only_one_way() -> None:
    """[T23] [T28]"""
    left = (3, 0, 2, 3)
    s = play(mine(2, "R-3", left), "R-3")
    assert legal(s) == ["down"]
    play(s, "down 300")
    assert (s.phase, where(s, 0)) == (pieces.REFILL, "A/3")
    s = play(mine(2, "Y-1", left), "Y-1")
    assert legal(s) == ["up"]
    assert legal(play(s, "up 100")) == ["surface", "stop"]


def test_at_the_entrance_no_way_is_asked_even_if_yellow_is_exhausted() -> None:
    """[T23]"""
    assert play(mine(0, "YG-1", (0, 5, 4, 3)), "YG-1").phase == pieces.DIG


# Surfacing


@pytest.mark.parametrize(
    ("depth", "left", "steps", "open_ways"),
    [
        (4, FULL, "YGRB-1 500 up 400 on 300 on 100", "surface stop"),
        (4, FULL, "YGRB-1 500 up 400 on 300", "on stop"),
        (3, (0, 0, 1, 3), "R-2 400", "surface stop"),
        (3, (0, 0, 4, 3), "RB-2 400", "down surface stop"),
        (4, (0, 0, 2, 3), "YGRB-1 500 up 400", "surface stop"),
        (4, (0, 1, 2, 3), "YGRB-1 500 up 400", "on stop"),
        (1, (2, 5, 4, 3), "Y-1 100", "surface stop"),
        (1, (2, 5, 4, 3), "YG-1 100", "down surface stop"),
        (1, (2, 5, 4, 3), "YG-1 100 down 100", ""),
        (0, FULL, "Y-1 100", ""),
        (0, FULL, "YG-1 100", "on stop"),
        (0, (0, 5, 4, 3), "G-1 100", ""),
        (4, FULL, "B-2 500", ""),
        (4, (0, 0, 1, 3), "B-2 500", ""),
        (4, (0, 0, 0, 3), "B-2 500", "surface stop"),
        (1, (0, 2, 4, 3), "YG-1 down 100", "surface stop"),  # a single level, begun below
        (1, (0, 2, 4, 3), "YGR-1 down 100", "on surface stop"),
        (1, (0, 2, 4, 3), "YGR-1 down 100 on 200", ""),
        (2, (1, 0, 2, 3), "R-2 down 300", ""),
        (2, (1, 2, 2, 3), "G-1 100", ""),
    ],
)
def test_a_run_ends_at_the_entrance_if_it_leads_up_or_has_one_level_with_nothing_above(
    depth: int, left: tuple[int, int, int, int], steps: str, open_ways: str
) -> None:
    """[T28]"""
    s = play(mine(depth, steps.partition(" ")[0], left), steps)
    if open_ways:
        assert legal(s) == open_ways.split()
    else:
        assert s.phase == pieces.REFILL
    if "surface" in open_ways:
        assert where(play(s, "surface"), 0) == "A/0"
        assert s.phase == pieces.REFILL


# Without a level card


def test_at_the_entrance_one_yellow_filon_a_turn_may_be_taken_without_a_card() -> None:
    """[T25] [T30]"""
    s = mine(0, "G-1 lift prop")
    assert legal(s)[:2] == ["leave", "take"]
    assert ways(play(s, "take"))["100"] == 11
    play(s, "100")
    assert (s.turn, where(s, 0), lying(s)) == (1, "A/0", [5, 5, 4, 3])
    play(s, "*1 T5 keep")
    assert "take" in legal(s)


SHOWING = [*{shows: f"{shows}-{n}" for shows, n in zip(pieces.SHOWN, STEPS, strict=False)}.items()]


@pytest.mark.parametrize(("shows", "card"), [*SHOWING, ("", "lift"), ("", "prop"), ("", "mine")])
def test_only_a_hand_that_digs_nothing_there_may_take_one(shows: str, card: str) -> None:
    """[T25] A lift digs nothing either, nor does what shows lower levels alone."""
    for others in ("mine", "lift lift prop", "GRB-1 B-2 R-2"):
        actions = legal(mine(0, f"{card} {others}"))
        assert ("take" in actions) == ("Y" not in shows)
        assert (card in actions) == ("Y" in shows)


@pytest.mark.parametrize("cards", ["joker", "joker lift", "joker joker GRB-1 B-2 R-2 prop"])
def test_nor_may_a_hand_with_a_joker(cards: str) -> None:
    """[T25] [T31]"""
    assert {"take", "joker"} & {*legal(mine(0, cards))} == {"joker"}


@pytest.mark.parametrize("cards", ["mine", "lift G-1", "Y-1", "YGRB-1", "joker"])
@pytest.mark.parametrize("lifted", [False, True])
def test_where_yellow_is_exhausted_nobody_takes_one(cards: str, *, lifted: bool) -> None:
    """[T25] [T23]"""
    assert "take" not in legal(mine(0, cards, (0, 5, 4, 3), lifted=lifted))


@pytest.mark.parametrize(("cards", "may_take"), [("mine", True), ("YG-1", False), ("joker", False)])
def test_the_entrance_is_no_level_to_which_a_lift_was_ridden(cards: str, *, may_take: bool) -> None:
    """[T25] [T29]"""
    assert ("take" in legal(mine(0, cards, lifted=True))) == may_take


@pytest.mark.parametrize(
    ("depth", "left", "lifted", "may_take"),
    [
        (2, FULL, False, False),
        (2, FULL, True, True),
        (2, (6, 0, 4, 3), True, False),
    ],
)
@pytest.mark.parametrize("cards", ["mine", "YGRB-1 G-1", "joker"])
def test_below_a_filon_is_taken_without_a_card_right_after_a_lift_whatever_the_hand(
    depth: int, left: tuple[int, int, int, int], cards: str, *, lifted: bool, may_take: bool
) -> None:
    """[T29]"""
    assert ("take" in legal(mine(depth, cards, left, lifted=lifted))) == may_take


def test_a_lift_goes_to_any_other_level_or_the_entrance_and_takes_no_filon() -> None:
    """[T24]"""
    s = mine(2, "lift", (6, 5, 0, 3))
    lifts = [step for step in legal(s) if "lift" in step]
    assert lifts == ["lift0", "lift1", "lift3", "lift4"]
    refill(play(s, "lift3"))
    assert (where(s, 0), s.turn, lying(s)) == ("A/3", 1, [6, 5, 0, 3])
    assert pile(s.discard) == ["lift"]


def test_right_after_a_lift_its_filon_is_taken_or_a_level_card_played() -> None:
    """[T29]"""
    s = refill(play(mine(0, "lift B-2 GRB-1 R-2 YGRB-2 joker"), "lift4"))
    play(s, "*1 T5 keep")
    assert [step for step in legal(s) if "lift" not in step] == [
        *("leave", "take", "YGRB-2", "GRB-1", "B-2", "joker")
    ]
    play(s, "take 400")
    assert (where(s, 0), s.turn) == ("A/4", 1)
    assert legal(play(s, "*1 T6 keep"))[:2] == ["leave", "YGRB-2"]


@pytest.mark.parametrize("between", ["mine>talon =prop", "mine>top"])
def test_a_swap_in_between_loses_what_the_lift_gave(between: str) -> None:
    """[T29] [T26]"""
    s = play(mine(4, "B-2", lifted=True, discard="prop"), between)
    assert s.turn == 1
    assert "take" not in legal(play(s, "*1 T5 keep"))


def test_the_take_after_a_lift_keeps_to_its_level_and_asks_nothing() -> None:
    """[T29] [T28]"""
    s = play(mine(1, "lift", (1, 0, 0, 0), lifted=True), "take 100")
    assert (s.turn, where(s, 0)) == (1, "A/1")


def test_a_swap_in_the_mine_is_the_whole_turn() -> None:
    """[T26] [T22]"""
    s = mine(0, "Y-1", discard="G-1")
    assert swaps(s) == ["Y-1>talon", "mine>talon", "Y-1>top", "mine>top"]
    assert "keep" not in ways(s)
    play(s, "Y-1>top")
    assert s.turn == 1
    assert "G-1" in hand(s, 0)
    assert lying(s) == list(FULL)


@pytest.mark.parametrize("depth", [0, 2, 4])
def test_who_leaves_stands_at_the_exit_and_rolls_next_turn(depth: int) -> None:
    """[T27]"""
    s = play(mine(depth, "Y-1"), "leave")
    assert (s.turn, where(s, 0), ban(s, 0), len(hand(s, 0))) == (1, "A/exit", "", 6)
    play(s, "*1 T5 keep")
    assert s.phase == pieces.ROLL
    assert legal(play(s, "*2")) == ["A5"]


def test_all_that_can_be_done_in_a_mine_is_one_card_or_a_take_a_swap_or_leaving() -> None:
    """[T22] [T24] [T25] [T26] [T27] [T31]"""
    s = mine(0, "YG-1 lift joker prop")
    assert legal(s) == [
        *("leave", "YG-1", "joker"),
        *("lift1", "lift2", "lift3", "lift4"),
        *("joker-lift1", "joker-lift2", "joker-lift3", "joker-lift4"),
    ]
    assert swaps(s) == [f"{card}>talon" for card in ("YG-1", "lift", "mine", "prop", "joker")]
    s = mine(0, "GR-1 lift prop")
    assert legal(s) == ["leave", "take", "lift1", "lift2", "lift3", "lift4"]


def test_after_a_turn_in_the_mine_the_hand_is_filled_to_six_from_the_talon() -> None:
    """[T22]"""
    s = play(mine(0, "YG-1 prop prop"), "YG-1 cave-in prop on cave-in prop")
    assert len(hand(s, 0)) == 3
    assert s.phase == pieces.REFILL
    assert ways(s)["=joker"] == 2
    play(s, "=joker =lift")
    assert (s.phase, s.turn) == (pieces.REFILL, 0)
    play(s, "=lift")
    assert s.turn == 1
    assert len(hand(s, 0)) == 6


def test_a_joker_is_a_level_card_of_all_levels_or_a_lift_or_a_prop() -> None:
    """[T31]"""
    s = play(mine(0, "joker joker"), "joker 100 on 100 on 400 on cave-in")
    assert legal(s) == ["fall", "joker-prop"]
    assert pile(play(s, "joker-prop").discard) == ["joker", "joker"]
    assert where(play(mine(0, "joker"), "joker-lift2"), 0) == "A/2"


# What filons do


def test_gold_and_pyrite_lie_face_down_before_their_owner() -> None:
    """[T32]"""
    s = play(mine(0, "YG-1"), "YG-1 200 on pyrite")
    assert tiles(s, 0) == ["200", "pyrite"]
    assert s.known[:2].tolist() == [1, 1]  # nobody else has seen them
    assert s.ore[0] == 200


def test_in_a_cave_in_a_prop_is_shown_and_the_run_goes_on() -> None:
    """[T33] [T34]"""
    s = play(mine(0, "YGRB-1 prop joker"), "YGRB-1 200 on cave-in")
    assert legal(s) == ["fall", "prop", "joker-prop"]
    play(s, "prop")
    assert CARDS[s.top] == "prop"
    assert legal(s) == ["on", "stop"]
    play(s, "on cave-in")
    assert legal(s) == ["fall", "joker-prop"]  # each asks for its own
    play(s, "fall")
    assert tiles(s, 0) == ["200"]
    assert (where(s, 0), lying(s)) == ("Hospital", [5, 4, 3, 3])
    assert misses(s, 0)
    assert len(hand(s, 0)) == 4
    assert s.bag[1, FILONS.index("cave-in")] == 2


def test_the_filon_of_a_cave_in_counts_as_that_of_its_level() -> None:
    """[T33] [T28]"""
    s = play(mine(1, "Y-1 prop"), "Y-1 cave-in prop")
    assert legal(s) == ["surface", "stop"]
    assert lying(s) == [5, 5, 4, 3]
    assert tiles(s, 0) == []


def test_without_a_prop_the_way_leads_to_the_hospital_unasked_and_a_turn_is_missed() -> None:
    """[T33] [T34]"""
    s = refill(play(mine(0, "YG-1"), "YG-1 100 on cave-in"))
    assert (s.turn, where(s, 0), tiles(s, 0)) == (1, "Hospital", ["100"])
    play(s, "*1 T5 keep")
    assert s.turn == 1  # the missed turn is skipped
    play(s, "*1 T6 keep")
    assert (s.turn, s.phase) == (0, pieces.ROLL)
    assert legal(play(s, "*1")) == ["T15"]


def test_a_cave_in_on_a_filon_taken_without_a_card_asks_for_a_prop_just_so() -> None:
    """[T33] [T25] [T29]"""
    s = play(mine(0, "prop"), "take cave-in")
    assert legal(s) == ["fall", "prop"]
    assert where(refill(play(s, "prop")), 0) == "A/0"
    s = play(mine(3, "", lifted=True), "take cave-in")
    assert where(s, 0) == "Hospital"


def test_a_prop_ends_with_the_run_if_nothing_is_left_on_the_card() -> None:
    """[T33]"""
    s = play(mine(0, "Y-1 prop"), "Y-1 cave-in prop")
    assert s.phase == pieces.REFILL


def test_an_abandon_ends_the_turn_at_the_exit_and_closes_the_mine_to_its_finder() -> None:
    """[T35] [T36] [T34]"""
    s = play(mine(0, "YGRB-1 prop"), "YGRB-1 200 on cave-in prop on abandon")
    assert (where(s, 0), ban(s, 0)) == ("A/exit", "A")
    assert tiles(s, 0) == ["200"]
    assert s.phase == pieces.REFILL
    assert len(hand(s, 0)) == 4
    assert lying(s) == [5, 4, 3, 3]
    assert s.bag[2, FILONS.index("abandon")] == 0
    refill(s)
    assert s.turn == 1
    assert play(s, "*1 T5 keep").phase == pieces.ROLL


def test_an_abandon_leaves_others_in_the_mine() -> None:
    """[T36]"""
    s = lay(Seat("A/0", "mine"), Seat("A/2"), Seat("A/0"), opened="A")
    play(s, "take abandon")
    assert [where(s, seat) for seat in range(3)] == ["A/exit", "A/2", "A/0"]
    assert [ban(s, seat) for seat in range(3)] == ["A", "", ""]


def test_filons_of_one_level_are_drawn_as_if_all_its_piles_were_one() -> None:
    """[T4]"""
    left: Left = {"A": (1, 0, 0, 0), "B": (0, 5, 4, 3)}
    s = play(lay(Seat("A/0", "mine"), Seat("T4"), opened="A", left=left), "take")
    assert sum(ways(s).values()) == 1 + 0 + 6 + 6


# Nuggets


def cheapest(ore: list[int], nuggets: int) -> tuple[int, ...]:
    """The exchange by T42, out of all there are."""
    ways_to_pay = {
        tuple(sorted(paid, reverse=True))
        for n in range(len(ore) + 1)
        for paid in combinations(ore, n)
        if sum(paid) >= 500 * nuggets
    }
    least = min(map(sum, ways_to_pay))
    fewest = min(len(paid) for paid in ways_to_pay if sum(paid) == least)
    return max(paid for paid in ways_to_pay if sum(paid) == least and len(paid) == fewest)


def exchanged(ore: list[int], nuggets: int) -> tuple[list[int], int]:
    """The tiles that are left after an exchange, and what was lost by it."""
    s = lay(Seat("T4", tiles=f"pyrite {' '.join(map(str, ore))}"), Seat())
    assert legal(s) == [f"make{n}" for n in range(sum(ore) // 500 + 1)]
    play(s, f"make{nuggets}")
    assert s.cart[0] == nuggets
    assert "pyrite" in tiles(s, 0)
    return sorted(int(tile) for tile in tiles(s, 0) if tile != "pyrite"), int(s.lost)


@pytest.mark.parametrize(
    ("ore", "nuggets", "kept", "lost"),
    [
        ([100, 100, 200, 300, 400], 1, [100, 200, 300], 0),
        ([100, 100, 200, 300, 400], 2, [100], 0),
        ([300, 400], 1, [], 200),
        ([400, 400, 300], 1, [400], 200),
        ([400, 400, 300], 2, [], 100),
        ([500, 200, 300], 1, [200, 300], 0),
        ([300, 400, 300], 2, [], 0),
        ([300, 300, 200, 200], 1, [200, 300], 0),
        ([100, 100, 300, 300, 400], 1, [100, 300, 300], 0),
        ([400, 200], 1, [], 100),
    ],
)
def test_an_exchange_takes_the_smallest_sum_then_the_fewest_then_the_largest_tiles(
    ore: list[int], nuggets: int, kept: list[int], lost: int
) -> None:
    """[T41] [T42]"""
    assert exchanged(ore, nuggets) == (kept, lost)


@given(
    data=st.data(),
    ore=st.lists(st.sampled_from(range(len(ALL_ORE))), unique=True, max_size=11)
    .map(lambda tiles: [ALL_ORE[tile] for tile in tiles])
    .filter(lambda ore: sum(ore) >= 500),
)
def test_no_other_exchange_would_be_better(data: st.DataObject, ore: list[int]) -> None:
    """[T42]"""
    nuggets = data.draw(st.integers(1, sum(ore) // 500))
    paid = cheapest(ore, nuggets)
    kept = sorted((Counter(ore) - Counter(paid)).elements())
    assert exchanged(ore, nuggets) == (kept, sum(paid) - 500 * nuggets)


def test_all_ore_of_the_game_makes_twenty_nuggets() -> None:
    """[T4] [T41] [T42]"""
    assert exchanged(ALL_ORE, 20) == ([], 0)
