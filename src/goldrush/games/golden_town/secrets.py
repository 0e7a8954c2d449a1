"""What is secret in Golden-Town: hands and filons, and what was asked because of them [T60].

``pieces``, ``turns`` and ``mines`` are bound by rules.py.
"""

from typing import TYPE_CHECKING

from goldrush.core import Ints, bags, compiled
from goldrush.core.rng import below
from goldrush.core.seats import after
from goldrush.games.golden_town.edition import MOST_STEPS

if TYPE_CHECKING:
    from goldrush.games.golden_town import mines, pieces, turns

UNSEEN = -1  # what a filon holds that was never seen
YOUNG, OLD = range(2)  # cards drawn since the talon was made anew, and held before
KINDS = 2 * MOST_STEPS * 2  # of unseen cards, by age, steps and whether they are idle: see _kind
BITS = 5  # for how many are wanted of each
MOST = (1 << BITS) - 1
TOLD_IDLE = sum(MOST << BITS * kind for kind in range(1, KINDS, 2))
TOLD = TOLD_IDLE | sum(MOST << BITS * kind for kind in range(KINDS) if kind // 2 % MOST_STEPS)


@compiled
def hide(s: pieces.State, seat: int) -> None:
    """Overwrites what *seat* may not know; at the end all is laid open."""
    if s.phase == pieces.DONE:
        return
    while s.turn != seat and asks_in_secret(s):
        keep_silent(s)
    for other in range(s.seats):
        if other != seat:
            _hide_hand(s, other)
            s.ore[other] = 0
    for filon in range(s.taken):
        if s.holds[filon] != UNSEEN and not _knows(s, filon, seat):
            s.bag[s.level[filon], s.holds[filon]] += 1
            s.holds[filon] = UNSEEN


@compiled
def asks_in_secret(s: pieces.State) -> bool:
    """Whether only the seat on turn may know that it is asked something."""
    return bool(s.phase in (pieces.MAKING, pieces.SHOWING, pieces.PROPPING))


@compiled
def keep_silent(s: pieces.State) -> None:
    """Answers so that it looks as if nothing had been asked."""
    if s.phase == pieces.MAKING:
        turns.proceed(s)
    elif s.phase == pieces.SHOWING:
        turns.refill(s)
    else:
        mines.fall(s)
    if s.phase == pieces.DONE:
        _play_on(s)


@compiled
def _play_on(s: pieces.State) -> None:
    """Begins one more turn where silence would end the match, which all can see it has not."""
    if s.over == turns.NOTHING_LEFT:
        turns.pass_on(s)
    if s.phase == pieces.DONE:  # the last round, which has no more turns
        s.slots -= 1
        s.turn = after(s.turn, s.seats)
        s.missing &= ~(1 << s.turn)
        turns.begin(s)
    s.over = 0


@compiled
def seen(s: pieces.State, step: int, seat: int) -> bool:
    """Whether *seat* may know a step: what others draw or keep silent about it may not."""
    phase = s.phase
    if s.turn == seat:
        return True
    if phase in (pieces.DEAL, pieces.DRAW, pieces.REFILL):
        return False
    if phase == pieces.DIG:
        return bool(step >= pieces.DUG + pieces.CAVE_IN)
    return bool(step not in (pieces.MAKE, pieces.WAIT, pieces.NO_PROP) or not asks_in_secret(s))


@compiled
def resample(s: pieces.State, seat: int, rng: Ints) -> None:
    """Deals what is hidden from *seat* anew, every world that fits as likely as any other.

    Nearly so where what is known of two cards crosses: one is old, the other idle or stiff.
    """
    if s.phase == pieces.DONE:
        return
    for filon in range(s.taken):
        if s.holds[filon] == UNSEEN:  # gold or pyrite: a cave-in or abandon is never kept
            holds = bags.draw(s.bag[s.level[filon], : pieces.CAVE_IN], rng)
            s.bag[s.level[filon], holds] -= 1
            s.holds[filon] = holds
    _weigh(s)
    oldest = OLD if _can_deal(s, _wanted(s, seat, OLD)) else YOUNG  # in play it always can
    wanted = _wanted(s, seat, oldest)
    for kind in range(KINDS - 1, -1, -1):  # the hardest to fill come first
        if wanted >> BITS * kind & MOST:
            for other in range(s.seats):
                if other != seat:
                    for number in range(turns.unseen(s, other)):
                        if _kind(s, other, number, oldest) == kind:
                            wanted -= 1 << BITS * kind
                            _deal(s, other, kind, wanted, rng)


@compiled
def _wanted(s: pieces.State, seat: int, oldest: int) -> int:
    """How many cards of each kind the others are to be dealt, in BITS for each."""
    wanted = 0
    for other in range(s.seats):
        if other != seat:
            for number in range(turns.unseen(s, other)):
                wanted += 1 << BITS * _kind(s, other, number, oldest)
    return wanted


@compiled
def _kind(s: pieces.State, seat: int, number: int, oldest: int) -> int:
    """What is known of an unseen card of a hand: its age, the steps it exceeds, whether it is idle.

    What a used-up talon, a pass and a free filon told of a hand was told of all its unseen cards at
    that time, so the cards told of by one are among those told of by another: the first of them are
    those of which most is known.
    """
    steps, told = MOST_STEPS - 1, int(s.stiff[seat, MOST_STEPS - 1])
    while steps > 0 and told <= number:
        steps -= 1
        told += int(s.stiff[seat, steps])
    age = min(int(number < s.stale[seat]), oldest)
    return (age * MOST_STEPS + steps) * 2 + int(number < turns.idle(s, seat))


@compiled
def _hide_hand(s: pieces.State, seat: int) -> None:
    """Lays all cards of a hand that not all have seen among those of the talon."""
    for card in range(pieces.CARDS):
        s.talon[card] += s.hand[seat, card] - s.seen[seat, card]
        s.hand[seat, card] = s.seen[seat, card]
        s.aged[seat, card] = 0


@compiled
def _knows(s: pieces.State, filon: int, seat: int) -> bool:
    return bool(seat >= 0 and s.known[filon] >> seat & 1) or s.owner[filon] == pieces.NOTHING


@compiled
def _weigh(s: pieces.State) -> None:
    """Sums up the ore before each seat."""
    for seat in range(s.seats):
        s.ore[seat] = 0
    for filon in range(s.taken):
        if s.owner[filon] != pieces.NOTHING:
            s.ore[s.owner[filon]] += pieces.GOLD[s.holds[filon]]


@compiled
def _deal(s: pieces.State, seat: int, kind: int, wanted: int, rng: Ints) -> None:
    """Deals a card, each as likely, of those that a kind can be.

    One without which something else that is *wanted* could not be dealt is refused; that cannot be
    where nothing more is told of cards than their age, because old cards are dealt first.
    """
    age = kind // (2 * MOST_STEPS)
    refused = 0  # cards, as bits
    dealt = False
    while not dealt:
        skip = below(rng, _all_fitting(s, kind, refused))
        card = -1
        while skip >= 0:
            card += 1
            skip -= _fitting(s, card, kind) * int(not refused >> card & 1)
        s.talon[card] -= 1
        s.hand[seat, card] += 1
        s.aged[seat, card] += age == OLD
        dealt = wanted & TOLD == 0 or _can_deal(s, wanted)
        if not dealt:
            s.talon[card] += 1
            s.hand[seat, card] -= 1
            s.aged[seat, card] -= age == OLD
            refused |= 1 << card


@compiled
def _can_deal(s: pieces.State, wanted: int) -> bool:
    """Whether there are cards for all that is wanted.

    It is asked of every union of the sets from which some are wanted: cards that take more steps
    are among those that take fewer, old ones and idle ones among all (Hall's theorem).
    """
    if wanted <= MOST:  # of the cards nothing is known: any will do
        return True
    idle = wanted & TOLD_IDLE != 0
    for young in range(MOST_STEPS + 1):
        for old in range(young + 1):
            for young_idle in range(0 if idle else young, young + 1):
                most = min(old, young_idle)
                for old_idle in range(0 if idle else most, most + 1):
                    if not _enough(s, wanted, young, old, young_idle, old_idle):
                        return False
    return True


@compiled
def _enough(
    s: pieces.State, wanted: int, young: int, old: int, young_idle: int, old_idle: int
) -> bool:
    """Whether there are cards for what is wanted with these steps or more, by age and idleness."""
    left = 0
    for card in range(pieces.CARDS):
        most = max(_fit(s, card, YOUNG, young, 0), _fit(s, card, OLD, old, 0))
        if wanted & TOLD_IDLE:
            most = max(most, _fit(s, card, YOUNG, young_idle, 1), _fit(s, card, OLD, old_idle, 1))
        left += most
    for steps in range(old_idle, MOST_STEPS):
        left -= _count(wanted, YOUNG, steps, 0) * int(steps >= young)
        left -= _count(wanted, OLD, steps, 0) * int(steps >= old)
        left -= _count(wanted, YOUNG, steps, 1) * int(steps >= young_idle)
        left -= _count(wanted, OLD, steps, 1)
    return bool(left >= 0)


@compiled
def _count(wanted: int, age: int, steps: int, idle: int) -> int:
    """How many cards of a kind are wanted."""
    return wanted >> BITS * ((age * MOST_STEPS + steps) * 2 + idle) & MOST


@compiled
def _all_fitting(s: pieces.State, kind: int, refused: int) -> int:
    """How many cards can be dealt as one of a kind, but for those that were refused."""
    total = 0
    for card in range(pieces.CARDS):
        total += _fitting(s, card, kind) * int(not refused >> card & 1)
    return total


@compiled
def _fitting(s: pieces.State, card: int, kind: int) -> int:
    """How many cards of a sort can be dealt as one of a kind."""
    age, steps = kind // (2 * MOST_STEPS), kind // 2 % MOST_STEPS
    return _fit(s, card, age, steps, kind % 2)


@compiled
def _fit(s: pieces.State, card: int, age: int, steps: int, idle: int) -> int:
    """How many cards of a sort are this old, take more than these steps and are idle if need be."""
    if (steps > 0 and pieces.DUEL_STEPS[card] <= steps) or (idle and not pieces.IDLE[card]):
        return 0
    if age == YOUNG:
        return int(s.talon[card])
    elder = int(s.elder[card])
    for seat in range(s.seats):
        elder -= int(s.aged[seat, card])
    return min(elder, int(s.talon[card]))
