"""Golden-Town's worlds dealt anew fit, are as likely as they are, and can be played on."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from games.golden_town.town import CARDS, NONE_LEFT, Seat, lay, move, pieces, play, sound
from games.golden_town.worlds import (
    differences,
    duellists,
    onlookers,
    positions,
    resampled,
    telling,
)
from goldrush.core import WATCHER, Record, rng
from goldrush.games.golden_town import rules
from goldrush.position import Position
from tools import compiled_only, follows

pytestmark = compiled_only
World = tuple[tuple[int, ...], ...]
DEALS = 4000


def thinned(s: Record, talon: str) -> Record:
    """Lays all of the talon but these cards on the discard pile."""
    for kind, card in enumerate(CARDS):
        while s.talon[kind] > talon.split().count(card):
            move(s, card, s.discard)
            s.top = kind
    return sound(s)


def show(s: Record, seat: int, cards: str) -> Record:
    """Has all see some cards of a hand."""
    for card in cards.split():
        s.seen[seat, CARDS.index(card)] += 1
    return sound(s)


def hidden(s: Record, seat: int) -> Record:
    return Position("golden_town", record=s).hidden(seat).record


def hands(s: Record) -> World:
    return tuple(tuple(hand.tolist()) for hand in s.hand)


class Slot(NamedTuple):
    """What all know of an unseen card of a hand."""

    old: bool  # it was held before the talon was made anew
    steps: int  # that it exceeds, or -1 [T51]
    idle: bool  # it digs nothing at an entrance [T25]

    @property
    def cards(self) -> np.ndarray:
        """Which kinds of cards it may be."""
        fits: np.ndarray = (self.steps < pieces.DUEL_STEPS) & (self.idle <= pieces.IDLE)
        return fits


def slots_of(s: Record, seat: int) -> list[Slot]:
    """The unseen cards of a hand, of which most is known first: all is told of all at one time."""
    unseen = int(s.held[seat] - s.seen[seat].sum())
    told = [steps for steps in range(pieces.MOST_STEPS) for _ in range(s.stiff[seat, steps])]
    steps = [*reversed(told), *[-1] * (unseen - len(told))]
    return [Slot(n < s.stale[seat], steps[n], n < s.idle[seat]) for n in range(unseen)]


def hands_that_fit(s: Record, seat: int) -> Counter[World]:
    """All ways to deal the cards that a seat cannot place, by the hands they make."""
    s = hidden(s, seat)
    slots = [
        (other, slot) for other in range(s.seats) if other != seat for slot in slots_of(s, other)
    ]
    old = s.elder - s.aged.sum(axis=0)
    pool = [(card, n < old[card]) for card in range(pieces.CARDS) for n in range(s.talon[card])]
    ways: Counter[World] = Counter()
    for dealt in itertools.permutations(pool, len(slots)):
        if all(
            slot.cards[card] and is_old >= slot.old
            for (card, is_old), (_, slot) in zip(dealt, slots, strict=True)
        ):
            hand = s.hand.copy()
            for (card, _), (other, _) in zip(dealt, slots, strict=True):
                hand[other, card] += 1
            ways[tuple(tuple(cards.tolist()) for cards in hand)] += 1
    return ways


def unseen_filons(s: Record) -> list[int]:
    """The filons that lie before others, level by level."""
    found = [n for n in range(s.taken) if s.holds[n] < 0]
    return sorted(found, key=lambda n: (int(s.level[n]), n))


def filons_that_fit(s: Record) -> Counter[tuple[int, ...]]:
    """All ways to lay gold and pyrite where a hidden record does not say what lies."""
    ways: Counter[tuple[int, ...]] = Counter({(): 1})
    for level in range(pieces.LEVELS):
        slots = sum(bool(s.level[n] == level) for n in unseen_filons(s))
        bag = [kind for kind in range(pieces.PYRITE + 1) for _ in range(s.bag[level, kind])]
        here = Counter(itertools.permutations(bag, slots))
        ways = Counter({a + b: n * m for a, n in ways.items() for b, m in here.items()})
    return ways


def deals(s: Record, seat: int) -> Iterator[Record]:
    """Many worlds dealt anew for a seat."""
    stream, position = rng.new(17), Position("golden_town", record=s)
    for _ in range(DEALS):
        yield resampled(position, seat, stream).record


def assert_even(found: Counter[Any], ways: Counter[Any]) -> None:
    """Worlds come as often as there are ways to them, and no others come."""
    assert len(ways) > 1
    assert not found.keys() - ways.keys()
    assert follows([found[world] for world in ways], list(ways.values()))


def from_the_pile() -> Record:
    """Seat 1 has taken the top discard, which all have seen, for a card that all see now."""
    s = lay(Seat(), Seat("C/0", "Y-1 Y-2 Y-3 G-1 lift lift"), turn=1, discard="prop")
    return thinned(play(s, "Y-1>top"), "lift R-2 R-3")


def after_a_duel() -> Record:
    """Seats 0 and 1 have fought: what they played is known."""
    s = duellists(4, "Y-1 Y-2 lift lift prop prop", "G-3 G-2 G-1 lift prop joker")
    show(show(s, 0, "Y-2 lift lift prop"), 1, "G-2 G-1 prop")
    return thinned(play(s, "+Y-1 +G-3"), "prop R-2 B-3 GR-2")


def after_a_pass() -> Record:
    """Seat 0 has passed two steps before seat 1: its cards take three."""
    s = duellists(2, "Y-3 G-3 R-3 B-3 YG-3 GR-3", "Y-1 Y-2 lift lift prop prop")
    show(show(s, 0, "Y-3 G-3 R-3"), 1, "Y-1 Y-2 lift lift prop prop")
    s = show(s, 2, " ".join(CARDS[n] for n in range(pieces.CARDS) for _ in range(s.hand[2, n])))
    return thinned(play(s, "pass"), "RB-3 YGRB-3 Y-1 lift")


def after_passes() -> Record:
    """Some unseen cards of seats 1 and 2 take more than one step, some more than two."""
    s = lay(
        Seat(hand="lift lift lift lift prop prop"),
        Seat(hand="Y-3 G-2 Y-1 G-1 YG-1 prop"),
        Seat(hand="R-3 B-3 GR-1 GR-2 prop prop"),
    )
    show(show(s, 1, "Y-1 G-1 YG-1"), 2, "GR-1 GR-2 prop prop")
    s.stiff[1], s.stiff[2] = (0, 1, 1), (0, 0, 1)
    return thinned(s, "RB-3 Y-2 lift")


def digger(*more: Seat) -> Record:
    """Seat 1 at an entrance takes a free filon: three of its cards no one has seen."""
    hand = Seat("A/0", "lift prop G-1 R-2 mine mine")
    s = lay(Seat("T4", "Y-1 Y-2 Y-3 YG-1 YG-2 YG-3"), hand, *more, turn=1, opened="A")
    show(show(s, 1, "R-2 mine mine"), 0, "Y-1 Y-2 Y-3 YG-1 YG-2 YG-3")
    return play(s, "take 100")


def after_a_take() -> Record:
    """None of these three digs anything there."""
    return thinned(digger(), "YGR-1 YGRB-1 joker prop B-2")


def after_a_take_and_a_swap() -> Record:
    """One of them was swapped for any other."""
    return thinned(play(digger(), "*1 T5 keep prop>talon =YGR-1"), "YGRB-1 joker prop B-2")


def after_two_takes() -> Record:
    """Seat 2 has taken one too, and swapped a card since."""
    s = digger(Seat("A/0", "lift lift GR-1 GR-2 B-3 RB-2"))
    show(s, 2, "GR-1 GR-2 B-3 RB-2")
    play(s, "take 100 *1 T5 keep take 200 lift>talon =YGR-1")
    return thinned(s, "YGRB-1 prop B-2")


def after_a_take_a_swap_and_a_pass() -> Record:
    """A card of seat 1 takes more than a step, and is one of two that dig nothing there."""
    s = after_a_take_and_a_swap()
    s.seen[1, CARDS.index("R-2")], s.seen[1, CARDS.index("G-1")] = 0, 1
    s.stiff[1, 1] = 1
    return sound(s)


def after_all_that_can_be_told() -> Record:
    """A card of seat 1 takes more than two steps, one more was held for long, one more is idle."""
    s = lay(
        Seat(hand="lift lift lift lift mine mine"),
        Seat(hand="B-3 lift prop YG-1 Y-1 YG-2"),
        Seat(hand="R-2 lift prop GR-1 GR-2 prop"),
    )
    show(show(s, 1, "Y-1 YG-2"), 2, "lift prop GR-1 GR-2 prop")
    s.stiff[1], s.stale[1], s.idle[1], s.idle[2] = (0, 0, 1), 2, 3, 1
    for card in ("B-3", "lift"):
        s.aged[1, CARDS.index(card)] = 1
    for card in ("B-3", "lift", "GRB-3"):
        s.elder[CARDS.index(card)] = 1
    return thinned(s, "GRB-3 YGRB-3")


@pytest.mark.parametrize(
    ("told", "seat"),
    [
        (from_the_pile, 0),
        (after_a_duel, 2),
        (after_a_pass, 1),
        (after_a_pass, WATCHER),
        (after_passes, 0),
        (after_a_take, 0),
        (after_a_take, WATCHER),
        (after_a_take_and_a_swap, 0),
        (after_a_take_and_a_swap, WATCHER),
        (after_two_takes, 0),
        (after_a_take_a_swap_and_a_pass, 0),
        (after_all_that_can_be_told, 0),
    ],
)
def test_every_deal_of_the_unseen_cards_is_as_likely(told: Callable[[], Record], seat: int) -> None:
    """[T25, T51, T52, T60]."""
    s = told()
    assert_even(Counter(hands(world) for world in deals(s, seat)), hands_that_fit(s, seat))


def test_all_that_fits_can_come_where_hands_were_told_of_in_different_ways() -> None:
    """[T25, T51, T60] Cards of seat 1 are idle, one of seat 2 takes three steps."""
    s = digger(Seat(hand="B-3 lift GR-1 GR-2 RB-2 YGR-2"))
    show(s, 2, "lift GR-1 GR-2 RB-2 YGR-2").stiff[2, 2] = 1
    s = thinned(s, "YGRB-3 R-3 YGR-1")
    found, ways = Counter(hands(world) for world in deals(s, 0)), hands_that_fit(s, 0)
    assert found.keys() == ways.keys()


def with_filons() -> Record:
    """Seats 0 and 1 have filons; others left the game for a nugget of seat 1."""
    left = {**NONE_LEFT, "A": (3, 4, 0, 0)}
    tiles = "200 100 pyrite 300 300 200"
    return play(lay(Seat(tiles="100 200"), Seat(tiles=tiles), turn=1, left=left), "make1")


@pytest.mark.parametrize("seat", [0, WATCHER])
def test_every_filon_that_may_lie_before_a_seat_is_as_likely(seat: int) -> None:
    """None that is kept is a cave-in or abandon [T32, T60]."""
    s = with_filons()
    before = hidden(s, seat)
    slots = unseen_filons(before)
    assert_even(
        Counter(tuple(world.holds[slots].tolist()) for world in deals(s, seat)),
        filons_that_fit(before),
    )


def test_what_a_seat_has_lost_or_seen_shown_it_knows_in_every_world() -> None:
    """[T41, T53, T60]."""
    lost = play(duellists(1, "Y-1", "lift", tiles="200 100 pyrite"), "+Y-1 #0 #1")
    shown = with_filons()
    for s, seat in ((lost, 1), (shown, 0)):
        known = [n for n in range(s.taken) if s.known[n] >> seat & 1]
        assert known
        for world in itertools.islice(deals(s, seat), 50):
            assert world.holds[known].tolist() == s.holds[known].tolist()
            assert world.ore[seat] == s.ore[seat]


def test_the_true_world_is_one_of_those_that_fit() -> None:
    """[T60]."""
    for position, _ in positions(8, 13):
        for seat in onlookers(position):
            true, told = position.copy().record, hidden(position.record, seat)
            while true.turn != seat and rules.secrets.asks_in_secret(true):
                rules.secrets.keep_silent(true)
            assert set(differences(true, told)) <= {"ore", "bag", "holds", "hand", "aged", "talon"}
            assert (true.hand >= told.hand).all()
            assert (true.talon + (true.hand - told.hand).sum(axis=0) == told.talon).all()
            unseen = told.holds[: true.taken] < 0
            assert (true.holds[: true.taken][unseen] <= pieces.PYRITE).all()
            assert rules.check(true) == 0  # a pass told nothing that is not so


def test_worlds_vary_with_luck_and_with_nothing_else() -> None:
    position, _ = next(itertools.islice(positions(1, 100), 3, None))
    deal = [resampled(position, 0, rng.new(seed)) for seed in (1, 1, 2, 3)]
    assert deal[0] == deal[1]
    assert len({world.text() for world in deal}) == 3


def test_a_world_dealt_anew_is_sound_and_can_be_played_to_the_end() -> None:
    for position, stream in positions(8, 401):
        for seat in onlookers(position):
            world = resampled(position, seat, stream)
            assert world.hidden(seat) == position.hidden(seat)
            for step in itertools.count():
                if step % 20 == 0:
                    assert rules.check(world.record) == 0
                if world.over:
                    break
                world.play(world.random_step(stream))


def renewed(seed: int) -> Position:
    """Two seats at the moment in which the talon has been used up and made anew."""
    position, stream = Position("golden_town", 2), rng.new(seed)
    talon = int(position.record.talon_left)
    while position.record.talon_left <= talon:
        talon = int(position.record.talon_left)
        position.play(position.random_step(stream))
    return position


@pytest.mark.parametrize("seed", range(8))
def test_who_saw_the_talon_used_up_knows_what_two_seats_hold(seed: int) -> None:
    """[T14, T15, T60] What lies nowhere else is in the other's hand."""
    position = renewed(seed)
    for seat in range(2):
        for number in range(20):
            world = resampled(position, seat, rng.new(number))
            assert hands(world.record) == hands(position.record)


@pytest.mark.parametrize("seed", range(8))
def test_a_card_drawn_since_is_one_of_those_made_into_the_new_talon(seed: int) -> None:
    """[T15, T60] The others stay known; the new one is as likely as the discards made it."""
    position = renewed(seed)
    seat, drawer = 1 - int(position.record.turn), int(position.record.turn)
    held, talon = position.record.hand[drawer].copy(), position.record.talon.copy()
    position.play(position.random_step(rng.new(seed)))
    drawn: Counter[int] = Counter()
    for number in range(DEALS):
        new = resampled(position, seat, rng.new(number)).record.hand[drawer] - held
        assert new.min() == 0
        assert new.sum() == 1
        drawn[int(new.argmax())] += 1
    kinds = [kind for kind in range(pieces.CARDS) if talon[kind]]
    assert follows([drawn[kind] for kind in kinds], [int(talon[kind]) for kind in kinds])


def assert_claims(s: Record) -> None:
    """What is said of cards held for long, too large or idle is so, of each and all together."""
    assert (s.aged.sum(axis=1) >= s.stale).all()
    assert (s.aged.sum(axis=0) <= s.elder).all()
    assert (s.seen + s.aged <= s.hand).all()
    unseen = s.hand - s.seen
    for seat in range(s.seats):
        for least, slot in enumerate(slots_of(s, seat), 1):
            may_be = s.aged if slot.old else unseen
            assert may_be[seat, slot.cards].sum() >= least


def test_worlds_keep_what_was_told_of_hands() -> None:
    """[T25, T51, T60] However many hands it was told of."""
    for position, stream in positions(8, 17):
        s = position.record
        if s.stale.any() or s.stiff.any() or s.idle.any():
            for seat in onlookers(position):
                assert_claims(resampled(position, seat, stream).record)


def test_what_was_told_of_hands_always_leaves_the_true_ones_possible() -> None:
    """[T25, T51, T60] However cards come and go, the record never claims more than is so."""
    for number in range(6):
        position, stream = Position("golden_town", 2 + number % 3), rng.new(number)
        while not position.over:
            assert_claims(position.record)
            position.play(position.random_step(stream))


@pytest.mark.parametrize(
    ("seats", "seed", "least"),
    [(2, 0, 0), (2, 1, 0), (3, 2, 50), (3, 5, 50), (3, 7, 50), (4, 0, 50), (4, 9, 50)],
)
def test_all_that_is_told_together_holds_and_can_be_dealt(
    seats: int, seed: int, least: int
) -> None:
    """[T25, T51, T60] Held for long, too large and idle, in one hand or in several."""
    together = 0
    for number, (position, stream) in enumerate(telling(seats, seed)):
        s = position.record
        told = (s.stale > 0, s.stiff.any(axis=1), s.idle > 0)
        if sum(bool(hands.any()) for hands in told) > 1:
            assert_claims(s)
            seat = [*range(seats), WATCHER][number % (seats + 1)]
            world = resampled(position, seat, stream.copy()).record
            assert_claims(sound(world))
            together += bool((told[0] & told[1] & told[2]).any())
    assert together >= least
