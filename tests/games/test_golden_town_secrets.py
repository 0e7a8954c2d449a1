"""Golden-Town's secrets as far as the branches of its rules go; test_secrets.py has the rest."""

from goldrush.core import rng
from goldrush.position import Position
from town import CARDS, Seat, lay, pieces, rules, sound


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
    for card in (pieces.MINE, pieces.PROP):
        s.discard[card], s.talon[card] = s.discard[card] - 1, 1
    s.top, s.talon_left = pieces.MINE, 2
    position = Position("golden_town", record=sound(s))
    for seed in range(12):
        world = position.hidden(0)
        rules.resample(world.record, 0, rng.new(seed))
        assert (world.record.hand == s.hand).all()
        assert (world.record.aged.sum(axis=1) >= s.stale).all()
        sound(world.record)
