"""What each decision gave up, judged by what its seat could know when it was made.

The choices race in worlds that fit the seat's hidden record, all in the same worlds with the same
luck: first all of them, then the best few, and in the end the leader, the choice that was made and
the simple player's once more in fresh worlds, so that none is favoured for having been lucky.
"""

from typing import NamedTuple

import numpy as np

from goldrush.core import Reals
from goldrush.position import Position
from goldrush.reviews.reckoner import Reckoner
from goldrush.reviews.shapes import WIN, Word

# What a cost is called, by its share of an even chance to win: at two seats lichess's own limits.
LIMITS: tuple[tuple[float, Word], ...] = ((0.3, "blunder"), (0.2, "mistake"), (0.1, "slip"))
SURE = 2.0  # standard errors that a cost must exceed to be called anything


class Race(NamedTuple):
    """How long choices race: in how many worlds, and how many of them."""

    field: int  # choices at the start
    heats: int  # worlds for all of them, ...
    few: int  # ... then so many choices ...
    laps: int  # ... in so many more, ...
    final: int  # ... and the last two or three in so many fresh ones


class Judged(NamedTuple):
    """What a race has found."""

    best: int  # the action; the one that was chosen unless another is better
    cost: float  # shares of the win that the choice gave up
    error: float
    gain: float  # by how much the choice beats the simple player's


def judge(reckoner: Reckoner, hidden: Position, chosen: int, simple: int, race: Race) -> Judged:
    """What a choice gave up; *simple* is what the simple player would have chosen."""
    seat = hidden.actor
    legal = [int(action) for action in hidden.legal()]
    if len(legal) == 1:
        return Judged(chosen, 0.0, 0.0, 0.0)
    held = [chosen, *([simple] if simple != chosen else [])]
    unlike = reckoner.unlike(hidden, [*held, *legal])
    field = [*held, *_spread(unlike[len(held) :], race.field - len(held))]
    found = reckoner.compare(hidden, seat, field, 0, race.heats)
    field, found = _few(field, found, len(held), race.few)
    more = reckoner.compare(hidden, seat, field, race.heats, race.laps)
    leader = field[int(np.hstack([found, more]).mean(axis=1).argmax())]
    last = [*held, *([leader] if leader not in held else [])]
    final = reckoner.compare(hidden, seat, last, race.heats + race.laps, race.final)
    gain = float((final[0] - final[len(held) - 1]).mean())
    cost, error = _ahead(final[last.index(leader)] - final[0])
    return Judged(leader, cost, error, gain) if cost > 0 else Judged(chosen, 0.0, error, gain)


def word(judged: Judged, chosen: int, seats: int) -> Word:
    """What a decision is called."""
    if judged.best == chosen:
        return "best"
    if judged.cost > SURE * judged.error:
        for least, name in LIMITS:
            if judged.cost * seats >= least:
                return name
    return "fine"


def in_parts(share: float) -> int:
    """A share of a win in whole parts of it."""
    return round(share * WIN)


def _spread(actions: list[int], most: int) -> list[int]:
    """Some of many actions: from both ends and evenly between, as amounts are best tried."""
    if len(actions) <= most:
        return actions
    return [actions[k] for k in np.linspace(0, len(actions) - 1, most).astype(int)]


def _few(field: list[int], found: Reals, held: int, few: int) -> tuple[list[int], Reals]:
    """The best of a field, and those that are held in it whatever they are worth."""
    means = found[held:].mean(axis=1)
    best = held + np.argsort(-means, kind="stable")[: max(0, few - held)]
    kept = [*range(held), *sorted(best.tolist())]
    return [field[k] for k in kept], found[kept]


def _ahead(differences: Reals) -> tuple[float, float]:
    """The mean of some differences, and its standard error."""
    spread = differences.std(ddof=1) / np.sqrt(len(differences))
    return float(differences.mean()), float(spread)
