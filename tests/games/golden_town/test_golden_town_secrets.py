"""Golden-Town's secrets, branch by branch of its rules; test_golden_town_worlds has the rest."""

import numpy as np
import pytest

from games.golden_town.town import CARDS, Seat, lay, mine, pieces, play, rules, sound, twin
from goldrush.core import WATCHER, Record, rng
from goldrush.core.seats import NOBODY
from goldrush.position import Position


def test_a_used_up_talon_tells_two_seats_what_the_other_holds() -> None:
    """[T14, T15, T60] All that lies nowhere else is in the other's hand."""
    position, stream = Position("golden_town", 2), rng.new(3)
    talon = int(position.record.talon_left)
    while position.record.talon_left <= talon:
        talon = int(position.record.talon_left)
        position.play(position.random_step(stream))
    for seat in range(2):
        world = position.hidden(seat)
        assert (world.record.hand != position.record.hand).any()
        rules.resample(world.record, seat, stream)
        assert (world.record.hand == position.record.hand).all()
        assert (world.record.talon == position.record.talon).all()


def test_what_was_told_of_a_hand_in_two_ways_need_not_be_told_of_the_same_card() -> None:
    """[T51, T60] One card was held for long, another leads too far: both ways stay possible."""
    s = lay(Seat("T3"), Seat("T4", "YGRB-3 lift"))
    lift = CARDS.index("lift")
    s.aged[1, lift] = s.elder[lift] = s.stale[1] = s.stiff[1, 2] = 1
    world = Position("golden_town", record=sound(s)).hidden(0)
    rules.resample(world.record, 0, rng.new(1))
    dealt = world.record.hand[1]
    assert dealt.sum() == pieces.HAND
    assert dealt[pieces.DUEL_STEPS > 2].sum() > 0
    assert rules.check(world.record) == 0


def test_no_card_is_dealt_that_another_hand_must_have() -> None:
    """[T51, T60] The only card of three steps is not seat 1's old one, for seat 2 has passed."""
    old = ((1, "lift"), (2, "B-3"))
    s = lay(
        Seat(hand="mine mine lift lift prop prop"),
        Seat(hand="lift Y-1 Y-2 G-1 G-2 R-2"),
        Seat(hand="B-3 YG-1 YG-2 GR-1 GR-2 B-2"),
    )
    s.seen[1:3] = s.hand[1:3]
    for seat, card in old:
        s.seen[seat, CARDS.index(card)] = 0
        s.aged[seat, CARDS.index(card)] = s.elder[CARDS.index(card)] = 1
    s.stale[1] = s.stiff[2, 2] = 1
    s.discard[:], s.talon[:] = s.talon, 0
    for kind in (pieces.MINE, pieces.PROP):
        s.discard[kind], s.talon[kind] = s.discard[kind] - 1, 1
    s.top, s.talon_left = pieces.MINE, 2
    position = Position("golden_town", record=sound(s))
    for seed in range(12):
        world = position.hidden(0)
        rules.resample(world.record, 0, rng.new(seed))
        assert (world.record.hand == s.hand).all()
        assert (world.record.aged.sum(axis=1) >= s.stale).all()
        sound(world.record)


# What silence looks like: others see who laid the top discard as if nothing had been asked.


def unasked(s: Record, seat: int) -> Record:
    """A record as another seat sees it."""
    hidden = twin(s)
    rules.hide(hidden, seat)
    return hidden


DIGS = "YG-1 prop lift lift lift lift"
OPENS = "Y-1 mine lift lift lift lift"


@pytest.mark.parametrize(
    ("place", "cards", "asked", "silent", "laid"),
    [
        ("C/0", OPENS, "keep", "wait", False),
        ("C/0", OPENS, "Y-1>talon =B-2", "wait", True),
        ("C/0", OPENS, "Y-1>top", "wait", True),
        ("A/0", "prop", "take cave-in", "fall", False),
        ("A/0", DIGS, "YG-1 cave-in", "fall", True),
        ("A/0", DIGS, "YG-1 100 on cave-in", "fall", True),
    ],
)
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("missing", [False, True])
def test_silence_lays_no_card_and_leaves_what_was_laid(
    place: str, cards: str, asked: str, silent: str, seats: int, *, laid: bool, missing: bool
) -> None:
    """[T13] [T60] Whoever is next, even the same seat again."""
    s = lay(Seat(place, cards), *[Seat("Prison")] * (seats - 1), opened="A", discard="R-2")
    s.missing = missing << 1
    play(s, asked)
    assert rules.secrets.asks_in_secret(s)
    answered = play(twin(s), silent)
    for seat in (*range(1, seats), WATCHER):
        assert unasked(s, seat).tobytes() == unasked(answered, seat).tobytes()
    told = unasked(s, 1)
    again = missing and seats == 2 and silent == "wait"  # the same seat is next
    assert told.layer == (0 if laid and not again else NOBODY)
    assert rules.turns.may_take_top(told) == (told.layer == 0 != told.turn)
    assert again == (told.turn == 0 and told.phase != pieces.REFILL)


@pytest.mark.parametrize("laid", [False, True])
def test_nor_does_it_where_it_would_be_the_last_of_a_match(*, laid: bool) -> None:
    """[T13] [T59] [T60]"""
    s = lay(Seat("C/0", OPENS), Seat("T4"), discard="R-2")
    s.slots = 399
    play(s, "Y-1>talon =B-2" if laid else "keep")
    told = unasked(s, 1)
    assert (told.turn, rules.turns.may_take_top(told)) == (1, laid)


# What a free filon tells


def test_whoever_takes_one_tells_that_all_cards_not_yet_seen_dig_nothing_there() -> None:
    """[T25] [T60]"""
    s = mine(0, "lift G-1 R-2 prop")
    assert s.idle.tolist() == [0, 0, 0, 0]
    assert play(s, "take 100").idle.tolist() == [6, 0, 0, 0]
    s = mine(0, "lift G-1 R-2 prop")
    s.seen[0, CARDS.index("R-2")] = 1
    assert play(s, "take 100").idle.tolist() == [5, 0, 0, 0]


def test_one_taken_after_a_lift_tells_nothing() -> None:
    """[T29] [T60]"""
    assert play(mine(1, "lift", lifted=True), "take 100").idle.tolist() == [0, 0, 0, 0]


def test_what_it_told_is_noted_until_such_cards_are_gone() -> None:
    """[T25] [T60] A card drawn later may be any; one that digs there was none of those."""
    s = play(mine(0, "lift G-1 R-2 prop"), "take 100 *1 T5 keep G-1>talon =YGR-1")
    assert s.idle[0] == 5
    play(s, "*1 T6 keep YGR-1>talon =prop")
    assert s.idle[0] == 5  # it came later
    play(s, "*1 T5 keep prop>talon =joker")
    assert s.idle[0] == 4  # this prop or the other
    play(s, "*1 T6 keep lift2")
    assert (s.idle[0], s.phase) == (3, pieces.REFILL)


def test_a_prop_shown_for_it_is_gone_too() -> None:
    """[T25] [T33] [T60]"""
    s = play(mine(0, "prop"), "take cave-in prop")
    assert s.idle[0] == 5
    assert play(s, "=YGR-1").idle[0] == 5


def test_one_taken_again_tells_of_all_that_came_since() -> None:
    """[T25] [T60]"""
    s = play(mine(0, "prop lift"), "take 100 *1 T5 keep prop>talon =G-1 *1 T6 keep")
    assert s.idle[0] == 5
    assert play(s, "take 100").idle[0] == 6


def test_a_card_that_all_have_seen_is_the_one_that_goes() -> None:
    """[T25] [T13] [T60]"""
    s = play(mine(0, "lift prop", discard="lift"), "prop>top *1 T5 keep take 100")
    assert s.idle[0] == 5
    play(s, "*1 T6 keep lift>talon =YGR-1")
    assert s.idle[0] == 5  # the one from the pile
    play(s, "*1 T5 keep lift>talon =YGR-2")
    assert s.idle[0] == 4


def idle_cards(s: Record, seat: int) -> int:
    """How many unseen cards of a hand dig nothing at an entrance."""
    return int(((s.hand - s.seen)[seat] * pieces.IDLE).sum())


def test_what_it_told_holds_in_every_world_that_is_dealt() -> None:
    """[T25] [T60]"""
    s = play(mine(0, "lift G-1 R-2 prop", discard="Y-1"), "take 100 *1 T5 keep prop>talon =joker")
    told = unasked(s, 1)
    assert told.idle[0] == 5
    for seed in range(30):
        world = twin(told)
        rules.resample(world, 1, rng.new(seed))
        assert idle_cards(world, 0) >= 5
        sound(world)


def test_no_idle_card_is_dealt_that_another_hand_must_have() -> None:
    """[T25] [T60] The only prop left is not seat 1's, for seat 2 has taken a filon freely."""
    s = lay(
        Seat(hand="mine mine lift lift prop prop"),
        Seat(hand="YGRB-3 Y-1 Y-2 YG-1 YG-2 YGR-2"),
        Seat(hand="prop R-2 R-3 B-2 B-3 RB-2"),
    )
    s.seen[1:3] = s.hand[1:3]
    s.seen[1, CARDS.index("YGRB-3")] = s.seen[2, pieces.PROP] = 0
    s.stiff[1, 2] = s.idle[2] = 1
    s.discard[:], s.talon[:] = s.talon, 0
    joker = pieces.JOKER
    s.discard[joker], s.talon[joker], s.talon_left = 0, s.discard[joker], s.discard[joker]
    s.top = int(np.flatnonzero(s.discard)[0])
    position = Position("golden_town", record=sound(s))
    for seed in range(12):
        world = position.hidden(0)
        rules.resample(world.record, 0, rng.new(seed))
        assert (world.record.hand == s.hand).all()
