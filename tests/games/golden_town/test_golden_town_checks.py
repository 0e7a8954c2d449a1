"""What a record of Golden-Town cannot be, told by its fault; what passes can be played."""

from typing import Any

import numpy as np
import pytest

from games.golden_town.town import (
    CARDS,
    SLOW,
    Seat,
    at,
    close_in,
    lay,
    pieces,
    play,
    roads,
    rules,
    twin,
    ways,
)
from goldrush.core import CHANCE, OVER, Ints, Record, rng

LEVEL_1 = CARDS.index("Y-1")


def fault(s: Record) -> int:
    return rules.check(s)


def walking() -> Record:
    """Three seats on the road, seat 0 about to go; the discard pile has two cards."""
    seats = Seat("T4", cart=1, tiles="100"), Seat("T12", hand="prop"), Seat(ban="B")
    return play(lay(*seats, discard="Y-1 lift"), "*3")


def digging() -> Record:
    return play(lay(Seat("A/2", hand="GR-1 prop"), Seat(), opened="A"), "GR-1")


def fighting() -> Record:
    seats = Seat("T4", hand="prop Y-1"), Seat("T6", hand="lift"), Seat()
    return play(lay(*seats), "*2 fight1 first +prop")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", 1),
        ("seats", 5),
        ("rematch", 1),  # with three seats
        ("rematch", -1),
        ("first", -2),
        ("first", 3),
        ("turn", -1),
        ("turn", 3),
        ("phase", -1),
        ("phase", pieces.DONE + 1),
        ("turns", -1),
        ("turns", 42),  # more than slots
        ("slots", -1),
        ("slots", 601),
        ("over", -1),
        ("over", 3),
        ("opened", -1),
        ("opened", 16),
        ("missing", -1),
        ("missing", 8),
        ("lifted", -1),
        ("lifted", 8),
        ("taken", -1),
        ("taken", 73),
        ("roll", -1),
        ("roll", 7),
        ("rival", -2),
        ("rival", 3),
        ("card", -2),
        ("card", 1),
        ("card", 32),
        ("way", -1),
        ("way", 3),
        ("began", -1),
        ("began", 3),
        ("dug", -1),
        ("dug", 5),
        ("mover", -2),
        ("mover", 3),
        ("gap", -1),
        ("gap", 12),
        ("passes", -1),
        ("passes", 2),
        ("loot", -1),
        ("loot", 3),
        ("lost", -1),
        ("lost", 10001),
        (("place", 0), -1),
        (("place", 0), len(roads.NAMES)),
        (("depth", 0), -1),
        (("depth", 0), 6),
        (("since", 0), -1),
        (("since", 0), 41),  # later than now
        (("ban", 0), -2),
        (("ban", 0), len(roads.NAMES)),
        (("ban", 0), at("T4")),
        (("barred", 0), -1),
        (("barred", 0), 8),
        (("barred", 0), 1),  # from itself
        (("barred", 0), 2),  # but not the other from it
        (("cart", 0), -1),
        (("cart", 0), 21),
        (("cart", 3), 1),  # nobody sits there
        (("banked", 0), -1),
        (("banked", 0), 21),
        (("banked", 3), 1),
        (("ore", 0), -1),
        (("ore", 0), 10001),
        (("ore", 3), 1),
        (("held", 0), -1),
        (("held", 0), 7),
        (("held", 3), 1),
    ],
)
def test_numbers_out_of_range_are_told(field: Any, value: int) -> None:
    assert faults(walking(), field, value) == [1]


def faults(s: Record, field: Any, *values: int) -> list[int]:
    """What is told of a record with each of some values in one field or element."""
    name, *index = field if isinstance(field, tuple) else (field,)
    told = []
    for value in values:
        wrong = twin(s)
        if index:
            wrong[name][tuple(index)] = value
        else:
            wrong[name] = value
        told.append(fault(wrong))
    return told


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("top", [-2, -1, 29, LEVEL_1 + 1]),  # the pile has cards, but not this one
        (("talon", LEVEL_1), [-1, 1]),
        (("talon", pieces.PROP), [0, 8]),
        (("discard", LEVEL_1), [-1, 0, 2]),
        (("laid", 0, LEVEL_1), [-1, 1]),
        (("laid", 1, LEVEL_1), [-1, 1]),
        (("hand", 0, LEVEL_1), [1]),
        (("hand", 3, LEVEL_1), [1]),
        (("seen", 1, pieces.PROP), [-1, 2]),
        ("talon_left", [-1, 0, 32]),
        (("held", 0), [0, 5]),
        (("stiff", 1, 0), [-1, 1]),  # a pass tells of one step at least
        (("stiff", 1, 1), [-1, 6]),
        (("stiff", 1, 2), [-1, 6]),
        (("idle", 1), [-1, 7]),
        (("idle", 3), [1]),
        ("layer", [-2, 3]),
    ],
)
def test_cards_that_do_not_add_up_are_told(field: Any, values: list[int]) -> None:
    """[T1] [T2]"""
    assert set(faults(walking(), field, *values)) == {2}


def test_a_pile_without_cards_has_no_top_and_nobody_laid_it() -> None:
    """[T13]"""
    s = lay(Seat(), Seat())
    assert faults(s, "top", 0, 5) == [2, 2]
    assert faults(s, "layer", -1, 0, 1) == [0, 2, 2]


def test_nobody_need_have_laid_the_top_of_a_pile_just_now() -> None:
    """[T13]"""
    assert faults(walking(), "layer", -1, 0, 1, 2) == [0, 0, 0, 0]


def test_cards_that_a_free_filon_told_of_are_in_the_hand_and_not_seen() -> None:
    """[T25] [T60]"""
    s = lay(Seat(), Seat(hand="prop lift G-1 YG-1 YGRB-1 joker"))
    assert faults(s, ("idle", 1), 2, 3, 4) == [0, 0, 2]
    s.seen[1, pieces.PROP] = 1
    assert faults(s, ("idle", 1), 2, 3, 4) == [0, 2, 2]


def test_cards_dealt_twice_are_told_even_if_counts_agree() -> None:
    """[T2]"""
    s = walking()
    s.hand[1, pieces.PROP] -= 1
    s.hand[1, pieces.LIFT] += 1
    assert fault(s) == 2
    s = walking()
    s.hand[0, 5], s.talon[5] = -1, s.talon[5] + 1 + s.hand[0, 5]
    assert fault(s) == 2


@pytest.mark.parametrize(
    ("field", "values"),
    [
        (("owner", 0), [-2, 3]),
        (("owner", 20), [0]),  # not taken yet
        (("level", 0), [-1, 1, 4]),
        (("level", 20), [1]),
        (("holds", 0), [-1, 1, pieces.CAVE_IN]),
        (("holds", 20), [1]),
        (("known", 0), [-1, 0, 2, 8]),  # its owner has seen it
        (("known", 20), [1]),
        (("left", 0, 0), [-1, 5, 7]),
        (("left", 3, 3), [-1, 1, 4]),
        (("bag", 0, 0), [-1, 9, 12]),
        (("bag", 1, pieces.CAVE_IN), [-1, 2, 4]),
        (("bag", 1, pieces.ABANDON), [0, 2]),
        ("taken", [0, 1, 72]),
    ],
)
def test_filons_that_do_not_add_up_are_told(field: Any, values: list[int]) -> None:
    """[T3] [T4]"""
    assert set(faults(walking(), field, *values)) == {3}


def test_gold_that_does_not_add_up_is_told() -> None:
    """[T41]"""
    s = walking()
    assert faults(s, "lost", int(s.lost) + 100) == [4]
    assert faults(s, ("ore", 0), 0, 200) == [4, 4]
    assert faults(s, ("cart", 0), 0, 2) == [4, 4]
    assert faults(s, ("banked", 1), 1) == [4]
    assert faults(s, ("owner", 0), -1) == [4]


def test_prospectors_where_they_cannot_be_are_told() -> None:
    """[T11] [T22]"""
    s = walking()
    assert faults(s, ("place", 0), at("T12")) == [5]  # shared
    assert faults(s, ("place", 3), at("T5")) == [5]  # nobody sits there
    assert faults(s, ("ban", 3), at("A")) == [5]
    assert faults(s, ("depth", 0), 1, pieces.EXIT) == [5, 5]  # on a road
    assert faults(s, ("depth", 2), 1) == [5]  # in a house
    assert faults(s, "lifted", 1) == [5]
    assert faults(s, "missing", 2) == [5]  # only in a house is a turn missed
    assert faults(digging(), "opened", 0, 2) == [5, 5]  # deep in a closed mine


def test_a_phase_that_does_not_fit_is_told() -> None:
    s = walking()
    good = {pieces.GOING, pieces.ROLL, pieces.SWAPPING, pieces.DONE}
    for phase in range(pieces.BEGIN, pieces.DONE + 1):
        assert faults(s, "phase", phase) == [0 if phase in good else 6]
    assert faults(s, "first", -1) == [6]
    assert faults(s, "roll", 0) == [6]
    assert faults(s, "rival", 0, 1) == [6, 6]
    assert faults(s, "mover", 0) == [6]
    assert faults(s, "loot", 1) == [6]
    assert faults(s, "dug", 1) == [6]
    assert faults(s, "slots", 600) == [6]
    s.place[0] = at("Hotel")
    assert faults(s, "missing", 1) == [6]  # its turn is not missed


def test_a_phase_in_the_mine_that_does_not_fit_is_told() -> None:
    """[T22]"""
    s = digging()
    assert fault(s) == 0
    assert faults(s, "phase", pieces.MINING, pieces.ROLL, pieces.WAITING) == [6, 6, 6]
    s.depth[0] = pieces.EXIT
    assert fault(s) == 6
    empty = play(lay(Seat("A/2", hand="GR-1"), Seat(), left={"A": (6, 0, 4, 3)}), "GR-1")
    assert faults(empty, "phase", pieces.DIG) == [6]
    closed = lay(Seat("A/0"), Seat())
    assert faults(closed, "phase", pieces.MINING, pieces.ARRIVING) == [6, 6]
    assert faults(lay(Seat("A/0"), Seat(), opened="A"), "phase", pieces.SHOWING) == [6]


def test_a_duel_that_does_not_fit_is_told() -> None:
    """[T47] [T52]"""
    s = fighting()
    assert fault(s) == 0
    assert faults(s, "gap", 0) == [6]
    assert faults(s, "mover", -1, 2) == [6, 6]
    assert faults(s, "rival", -1, 0) == [6, 6]
    assert faults(s, "phase", pieces.FACING, pieces.SWAPPING) == [6, 6]
    s.laid[0, pieces.PROP], s.hand[2, pieces.PROP] = 0, s.hand[2, pieces.PROP] + 1
    assert fault(s) == 2
    s = fighting()
    s.laid[0, pieces.PROP], s.talon[pieces.PROP] = 0, s.talon[pieces.PROP] + 1
    s.talon_left += 1
    assert fault(s) == 6
    s = walking()
    s.laid[0, pieces.PROP], s.talon[pieces.PROP] = 1, s.talon[pieces.PROP] - 1
    s.talon_left -= 1
    assert fault(s) == 6
    s = fighting()
    s.walked[0] += 1
    assert fault(s) == 6


def test_an_asked_holder_must_be_there() -> None:
    """[T39]"""
    s = play(lay(Seat("A5"), Seat("A/0"), Seat("B/0")), "*2 A enter")
    assert faults(s, "rival", 2, -1) == [6, 6]
    assert faults(s, ("place", 0), at("A5")) == [5]


def give_back(s: Record, seat: int) -> Record:
    """Takes a card out of a hand, back into the talon."""
    card = int(np.flatnonzero(s.hand[seat])[0])
    s.hand[seat, card] -= 1
    s.held[seat] -= 1
    s.talon[card] += 1
    s.talon_left += 1
    return s


def test_hands_are_full_but_for_the_seat_that_digs_or_draws() -> None:
    """[T7] [T22]"""
    assert fault(give_back(digging(), 0)) == 0
    assert fault(give_back(digging(), 1)) == 6
    assert fault(give_back(walking(), 0)) == 6
    drawing = play(walking(), "T7")
    assert faults(drawing, "phase", pieces.DRAW, pieces.REFILL) == [6, 6]
    assert faults(give_back(drawing, 0), "phase", pieces.DRAW, pieces.REFILL) == [0, 0]


def test_on_the_duel_field_lie_the_cards_of_the_two_that_fight() -> None:
    """[T47]"""
    s = fighting()
    s.mover = 0
    assert faults(s, "rival", 1, 2) == [0, 0]  # nothing of seat 1 lies there yet
    play(s, "+Y-1 +lift")
    assert faults(s, "rival", 1, 2) == [0, 6]
    s.laid[[0, 1]] = s.laid[[1, 0]]
    assert fault(s) == 6
    s.rival = s.mover = -1
    assert faults(s, "phase", pieces.SWAPPING) == [6]


def test_cards_are_dealt_in_order_and_no_more_than_six() -> None:
    """[T7]"""
    s = np.zeros(1, rules.STATE)[0]
    rules.start(s, 3, np.zeros(1, np.int64))
    play(s, "@1")
    for _ in range(8):
        play(s, next(iter(ways(s))))
    assert (s.turn, s.held[:3].tolist(), fault(s)) == (0, [2, 3, 3], 0)
    assert faults(s, "turn", 1, 2) == [6, 6]
    assert faults(s, "first", -1, 0, 2) == [6, 6, 6]
    begin = twin(s)
    begin.first, begin.phase = -1, pieces.BEGIN
    assert fault(begin) == 6
    while s.phase == pieces.DEAL:
        play(s, next(iter(ways(s))))
    assert faults(s, "phase", pieces.DEAL) == [6]


def test_a_run_that_has_taken_nothing_must_be_able_to_go_on() -> None:
    """[T23]"""
    s = digging()  # with green and red, on a green level that is not exhausted
    assert faults(s, "phase", pieces.RUNNING) == [0]
    s.card = 1 << 2
    assert faults(s, "phase", pieces.RUNNING) == [6]
    s.dug = 1
    assert faults(s, "phase", pieces.RUNNING) == [0]


def test_a_loser_has_the_filons_that_are_to_be_drawn() -> None:
    """[T54]"""
    s = play(lay(Seat("T4", hand="Y-1"), Seat("T6", tiles="300")), "*2 fight1 first")
    close_in(s, 1)
    play(s, "+Y-1")
    assert (s.phase, fault(s)) == (pieces.LOOT, 0)
    assert faults(s, "loot", 2) == [6]
    assert faults(s, "mover", 1) == [6]


def test_a_card_to_be_drawn_must_be_there() -> None:
    """[T15]"""
    s = play(lay(Seat("T4", hand="Y-2"), Seat(), discard="Y-1"), "*1 T5 Y-2>talon")
    s.discard += s.talon
    s.talon[:], s.talon_left = 0, 0
    assert fault(s) == 6


def test_before_the_first_turn_nothing_has_been_played() -> None:
    """[T7]"""
    s = np.zeros(1, rules.STATE)[0]
    rules.start(s, 2, np.zeros(1, np.int64))
    assert fault(s) == 0
    assert faults(play(s, "@1"), "slots", 1) == [6]
    assert faults(s, "missing", 1, 2) == [6, 6]


def test_every_fault_has_words() -> None:
    assert len(rules.CHECKS) == 7
    assert len(set(rules.CHECKS)) == 7


def go_on(s: Record, stream: Ints, most: int) -> None:
    """Plays at random."""
    out, weight = np.zeros((2, 1 + max(rules.ACTIONS, rules.OUTCOMES)), np.int64)
    for _ in range(most):
        if rules.actor(s) == CHANCE:
            assert rules.chance(s, out, weight) > 0
            rules.play(s, rules.draw(s, stream))
        elif rules.actor(s) != OVER:
            n = rules.legal(s, out)
            assert n > 0
            rules.play(s, out[rng.below(stream, n)])


def change(s: Record, stream: Ints) -> None:
    """Sets a number of the record, any, to another small one."""
    fields = rules.STATE.names or ()
    name, value = fields[rng.below(stream, len(fields))], rng.below(stream, 16) - 2
    if np.ndim(s[name]):
        cells = s[name].reshape(-1)
        cells[rng.below(stream, len(cells))] = value
    else:
        s[name] = value


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_passes_the_check_can_be_played_though_a_number_was_changed(seats: int) -> None:
    """Run compiled with bounds checks, an index that is out of bounds would stop it."""
    s, stream, passed = np.zeros(1, rules.STATE)[0], rng.new(seats), 0
    for number in range(40 if SLOW else 4000):
        if number % 400 == 0:
            rules.start(s, seats, np.zeros(1, np.int64))
        go_on(s, stream, 3)
        wrong = twin(s)
        change(wrong, stream)
        if fault(wrong) == 0:
            passed += 1
            go_on(wrong, stream, 10)
            if fault(wrong) == 0:
                rules.hide(wrong, number % seats)
                rules.resample(wrong, number % seats, stream)
    assert passed > number // 20
