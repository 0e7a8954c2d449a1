"""How strong people are, told from who beat whom: one game's ratings, after one match at a time.

What is known of somebody's strength is a normal distribution, in Elo points.  A match is a ranking
by Plackett and Luce: who comes first is drawn by 10 ** (strength / 400), then who comes second of
all others, and so on; who shares a place has an equal part of it.  How unsure all strengths are
flattens the odds, as in Glicko.  `bench/ratings.py` compares this with what others offer.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

ELO = math.log(10) / 400  # of the odds' logarithm, for one point
MIDDLE = 1500.0  # where the hand-made player stands, and whoever nobody knows yet
UNKNOWN = 350.0  # how unsure that is: the standard deviation
DRIFT = 12.0  # by how much one may have changed from one match to the next
SURE = 30.0  # nobody is known better: people have good days and bad ones
LATER = 0.5  # what a place after the first counts, against the place before it


class Rating(NamedTuple):
    """What is known of a strength."""

    mean: float = MIDDLE
    deviation: float = UNKNOWN
    fixed: bool = False  # a bot's: it does not learn

    @property
    def margin(self) -> float:
        """Half of the 95 % interval."""
        return 1.96 * self.deviation


def chances(ratings: Sequence[Rating]) -> list[float]:
    """What each seat may expect of the win."""
    return _shares(ratings, _flatness(ratings), range(len(ratings)))


def rated(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """What is known after a match in which these came to those places; ties share one."""
    before = [_drifted(one) for one in ratings]
    flat = _flatness(before)
    pull, information = _evidence(before, places, flat)
    return [
        one if one.fixed else _learned(one, flat * pull[seat], flat**2 * information[seat])
        for seat, one in enumerate(before)
    ]


def _evidence(
    ratings: Sequence[Rating], places: Sequence[int], flat: float
) -> tuple[list[float], list[float]]:
    """How far a ranking pulls each seat from what was expected, and how much that tells."""
    pull, information = [0.0] * len(ratings), [0.0] * len(ratings)
    weight = 1.0
    for place in sorted(set(places))[: len(ratings) - 1]:
        left = [seat for seat, found in enumerate(places) if found >= place]
        if len(left) == 1:
            break
        here = [seat for seat in left if places[seat] == place]
        expected = _shares(ratings, flat, left)
        for seat, share in zip(left, expected, strict=True):
            came = 1 / len(here) if seat in here else 0.0
            pull[seat] += weight * (came - share)
            information[seat] += weight * share * (1 - share)
        weight *= LATER
    return pull, information


def _shares(ratings: Sequence[Rating], flat: float, seats: Sequence[int]) -> list[float]:
    """How likely each of some seats is the first of them."""
    best = max(ratings[seat].mean for seat in seats)
    odds = [math.exp(ELO * flat * (ratings[seat].mean - best)) for seat in seats]
    whole = sum(odds)
    return [one / whole for one in odds]


def _flatness(ratings: Sequence[Rating]) -> float:
    """By how much not knowing the strengths flattens the odds: 1 if all are known."""
    variance = sum(one.deviation**2 for one in ratings) / len(ratings)  # of one of them
    return 1 / math.sqrt(1 + 3 * (2 * variance) * ELO**2 / math.pi**2)


def _drifted(one: Rating) -> Rating:
    if one.fixed:
        return one
    return one._replace(deviation=min(math.hypot(one.deviation, DRIFT), UNKNOWN))


def _learned(one: Rating, pull: float, information: float) -> Rating:
    variance = 1 / (1 / one.deviation**2 + ELO**2 * information)
    mean = one.mean + variance * ELO * pull
    return Rating(mean, max(math.sqrt(variance), SURE))
