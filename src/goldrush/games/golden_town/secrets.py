"""What is secret in Golden-Town: hands and filons, and what was asked because of them [T60].

``pieces``, ``turns`` and ``mines`` are bound by rules.py.
"""

from typing import TYPE_CHECKING

from goldrush.core import Ints, Record, bags, compiled
from goldrush.core.rng import below
from goldrush.core.seats import after
from goldrush.games.golden_town.edition import MOST_STEPS

if TYPE_CHECKING:
    from goldrush.games.golden_town import mines, pieces, turns

UNSEEN = -1  # what a filon holds that was never seen
YOUNG, OLD = range(2)  # cards drawn since the talon was made anew, and held before
TOLD = sum(  # where _wanted has those that take more than some steps
    31 << 5 * (MOST_STEPS * age + steps) for age in (YOUNG, OLD) for steps in range(1, MOST_STEPS)
)


@compiled
def hide(s: Record, seat: int) -> None:
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
def asks_in_secret(s: Record) -> bool:
    """Whether only the seat on turn may know that it is asked something."""
    return bool(s.phase in (pieces.MAKING, pieces.SHOWING, pieces.PROPPING))


@compiled
def keep_silent(s: Record) -> None:
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
def _play_on(s: Record) -> None:
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
def seen(s: Record, step: int, seat: int) -> bool:
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
def resample(s: Record, seat: int, rng: Ints) -> None:
    """Deals what is hidden from *seat* anew, every world that fits as likely as any other."""
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
    for age in (OLD, YOUNG):
        for steps in range(MOST_STEPS - 1, -1, -1):  # the hardest to fill come first
            for other in range(s.seats):
                if other != seat:
                    for _ in range(_unseen(s, other, age, steps)):
                        wanted -= 1 << _shift(min(age, oldest), steps)
                        _deal(s, other, min(age, oldest), steps, wanted, rng)


@compiled
def _wanted(s: Record, seat: int, oldest: int) -> int:
    """How many cards the others are to be dealt, in five bits for each age and number of steps."""
    wanted = 0
    for age in (YOUNG, OLD):
        for steps in range(MOST_STEPS):
            for other in range(s.seats):
                if other != seat:
                    wanted += _unseen(s, other, age, steps) << _shift(min(age, oldest), steps)
    return wanted


@compiled
def _shift(age: int, steps: int) -> int:
    return 5 * (MOST_STEPS * age + steps)


@compiled
def _unseen(s: Record, seat: int, age: int, steps: int) -> int:
    """How many unseen cards of a hand are known to be this old and to take more than these steps.

    What a used-up talon and a pass told of a hand was told of all its unseen cards at that time,
    so the cards told of by the one are among those told of by the other.
    """
    old, n = int(s.stale[seat]), 0
    for least in range(MOST_STEPS - 1, steps - 1, -1):
        n = int(s.stiff[seat, least])
        if least == 0:
            n = turns.unseen(s, seat)
            for more in range(1, MOST_STEPS):
                n -= int(s.stiff[seat, more])
        if least > steps:
            old -= min(old, n)
    return min(old, n) if age == OLD else n - min(old, n)


@compiled
def _hide_hand(s: Record, seat: int) -> None:
    """Lays all cards of a hand that not all have seen among those of the talon."""
    for card in range(pieces.CARDS):
        s.talon[card] += s.hand[seat, card] - s.seen[seat, card]
        s.hand[seat, card] = s.seen[seat, card]
        s.aged[seat, card] = 0


@compiled
def _knows(s: Record, filon: int, seat: int) -> bool:
    return bool(seat >= 0 and s.known[filon] >> seat & 1) or s.owner[filon] == pieces.NOTHING


@compiled
def _weigh(s: Record) -> None:
    """Sums up the ore before each seat."""
    for seat in range(s.seats):
        s.ore[seat] = 0
    for filon in range(s.taken):
        if s.owner[filon] != pieces.NOTHING:
            s.ore[s.owner[filon]] += pieces.GOLD[s.holds[filon]]


@compiled
def _deal(s: Record, seat: int, age: int, steps: int, wanted: int, rng: Ints) -> None:
    """Deals a card, each as likely, of those that are this old and take more than these steps.

    One without which something else that is *wanted* could not be dealt is refused; that cannot be
    where nothing is wanted with steps, because old cards are dealt first.
    """
    refused = 0  # kinds, as bits
    dealt = False
    while not dealt:
        skip = below(rng, _all_fitting(s, age, steps, refused))
        card = -1
        while skip >= 0:
            card += 1
            skip -= _fitting(s, card, age, steps) * int(not refused >> card & 1)
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
def _can_deal(s: Record, wanted: int) -> bool:
    """Whether there are cards for all that is wanted.

    It is asked of every union of the sets from which some are wanted: cards that take more steps
    are among those that take fewer, and old ones among all (Hall's theorem).
    """
    for steps in range(MOST_STEPS + 1):
        for old in range(steps + 1):
            left = 0
            for card in range(pieces.CARDS):
                left += max(_fitting(s, card, YOUNG, steps), _fitting(s, card, OLD, old))
            for more in range(old, MOST_STEPS):
                left -= wanted >> _shift(OLD, more) & 31
                left -= (wanted >> _shift(YOUNG, more) & 31) * int(more >= steps)
            if left < 0:
                return False
    return True


@compiled
def _all_fitting(s: Record, age: int, steps: int, refused: int) -> int:
    """How many cards can be dealt as one of these, but for kinds that were refused."""
    total = 0
    for card in range(pieces.CARDS):
        total += _fitting(s, card, age, steps) * int(not refused >> card & 1)
    return total


@compiled
def _fitting(s: Record, card: int, age: int, steps: int) -> int:
    """How many cards of a kind can be dealt as one of these."""
    if steps > 0 and pieces.DUEL_STEPS[card] <= steps:
        return 0
    if age == YOUNG:
        return int(s.talon[card])
    elder = int(s.elder[card])
    for seat in range(s.seats):
        elder -= int(s.aged[seat, card])
    return min(elder, int(s.talon[card]))
