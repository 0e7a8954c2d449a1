"""The race of the choices at the root of a search; bound by bots.search.

In each round all that are still in it play the same imagined world with the same luck, so that what
differs between them is what they are worth.  One that falls behind another by more than luck
explains is out; where there are many, more of them join as time goes on.
"""

import math
from typing import TYPE_CHECKING

from goldrush.core import Record, compiled

if TYPE_CHECKING:
    from goldrush.bots import tree

WIDE = 12  # choices that race from the beginning
WARM = 16  # rounds before one can be out
SURE = 3.0  # standard errors by which a choice must be behind to be out
TIES = 4  # rounds without a difference that every two are thought to have had before, ...
STRAY = 0.08  # ... and the sum of squares there: few results alike are not yet certain


@compiled
def think(t: Record, simulations: int) -> bool:
    """Adds so many simulations, or fewer if the race is over before; returns whether it is."""
    for _ in range(simulations):
        if _decided(t):
            return True
        runner = int(t.following)
        tree.simulate(t, t.world[0], int(t.runner[runner]))
        t.result[runner] = t.share[t.seat]
        _pass_on(t)
    return _decided(t)


@compiled
def leading(t: Record) -> int:
    """The action that leads the race; the player's own unless another is ahead for certain."""
    best = 0
    if t.out[0]:
        best = _leader(t)
    else:
        ahead = 0.0
        for runner in range(1, t.runners):
            sure = _ahead(t, runner, 0, t.doubt)
            if _known(t, runner) and sure > ahead:
                best, ahead = runner, sure
    return int(t.step[t.runner[best]])


@compiled
def set_off(t: Record, action: int) -> None:
    """Lets the race begin, with the player's own choice in front."""
    _enter(t, action)
    _widen(t)


@compiled
def _enter(t: Record, action: int) -> None:
    """Lets a choice race."""
    runner = int(t.runners)
    t.runners += 1
    t.runner[runner] = tree.grow(t, tree.NONE, action)
    t.out[runner] = 0
    for other in range(runner + 1):
        for one, two in ((runner, other), (other, runner)):
            t.both[one, two] = 0
            t.lead[one, two] = t.square[one, two] = 0.0


@compiled
def _widen(t: Record) -> None:
    """Lets more choices race, the more the longer it takes: both ends, then the middles."""
    room = min(tree.FIELD, int(WIDE * math.sqrt(1.0 + t.rounds / WARM)))
    if t.runners >= room or t.nodes + room > tree.NODES:
        return
    t.clock += 1
    for runner in range(t.runners):
        t.tried[tree.alike(t.known[0], t.step[t.runner[runner]])] = t.clock
    last = int(t.choices) - 1
    parts = 1
    while parts < 2 * last and t.runners < room:
        for k in range(parts + 1):
            action = int(t.choice[last * (parts - k) // parts])
            like = tree.alike(t.known[0], action)
            if t.tried[like] != t.clock and t.runners < room:
                t.tried[like] = t.clock
                _enter(t, action)
        parts *= 2


@compiled
def _pass_on(t: Record) -> None:
    """Goes on to the next that races; after the last of a round its results are judged."""
    t.following = _next(t, int(t.following) + 1)
    if t.following == t.runners:
        _judge(t)
        _widen(t)
        t.following = _next(t, 0)


@compiled
def _next(t: Record, runner: int) -> int:
    """The first runner from this one on that is still in the race."""
    while runner < t.runners and t.out[runner]:
        runner += 1
    return runner


@compiled
def _judge(t: Record) -> None:
    """Notes who was ahead of whom in this round; who is behind for certain is out."""
    t.rounds += 1
    for one in range(t.runners):
        for two in range(t.runners):
            if not t.out[one] and not t.out[two]:
                ahead = t.result[one] - t.result[two]
                t.both[one, two] += 1
                t.lead[one, two] += ahead
                t.square[one, two] += ahead * ahead
    best = _leader(t)
    for runner in range(t.runners):
        if t.both[best, runner] >= WARM and _ahead(t, best, runner, SURE) > 0:
            t.out[runner] = 1


@compiled
def _ahead(t: Record, one: int, two: int, errors: float) -> float:
    """By how much one is ahead of another at least, but for so many standard errors."""
    n = int(t.both[one, two]) + TIES
    mean = t.lead[one, two] / n
    variance = (t.square[one, two] + STRAY) / n - mean * mean
    return float(mean - errors * math.sqrt(variance / n))


@compiled
def _leader(t: Record) -> int:
    """The runner that is ahead of those before it that were ahead."""
    best = -1
    for runner in range(t.runners):
        if _known(t, runner) and (best < 0 or t.lead[runner, best] > 0):
            best = runner
    return best


@compiled
def _known(t: Record, runner: int) -> bool:
    """Whether a runner is in the race, and long enough to be compared with those before it."""
    return bool(not t.out[runner] and t.both[runner, runner] >= min(WARM, t.rounds))


@compiled
def _decided(t: Record) -> bool:
    """Whether only one is left in the race."""
    racing = 0
    for runner in range(t.runners):
        racing += 1 - int(t.out[runner])
    return racing == 1
