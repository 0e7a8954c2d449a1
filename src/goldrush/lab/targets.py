"""What an edition shall be like, as people say it: ``seat_edge=0,length=40..50``."""

import math
import re
from typing import Literal

import msgspec

from goldrush.games.problem import Problem
from goldrush.lab import cells
from goldrush.lab.measures import A_DECISION, A_DRAW, A_TURN, MEASURES, Figure
from goldrush.lab.ratings import SURE

NUMBER = re.compile(r"-?\d+(\.\d+)?%?")
SHARES = ("forced", "ties", "lead")  # measures that are shares of a whole
COUNTS = ("length", "decisions", "draws", "minutes", "margin")  # ... and that are never below 0

Verdict = Literal["reached", "open", "missed"]


class Target(msgspec.Struct, frozen=True):
    """Where a measure shall be."""

    measure: str
    low: float | None  # None: no limit
    high: float | None

    @property
    def span(self) -> tuple[float, float]:
        """From where to where."""
        return (
            -math.inf if self.low is None else self.low,
            math.inf if self.high is None else self.high,
        )

    def missed(self, figure: Figure) -> float:
        """By how much a figure is too high, or, below 0, too low."""
        low, high = self.span
        return figure.value - min(max(figure.value, low), high)

    def verdict(self, figure: Figure) -> Verdict:
        """Whether a figure is there: surely, perhaps or surely not; a number within errors."""
        low, high = self.span
        least, most = figure.value - SURE * figure.error, figure.value + SURE * figure.error
        if most < low or least > high:
            return "missed"
        return "reached" if low == high or (low <= least and most <= high) else "open"


def targets(said: str, seats: int) -> list[Target]:
    """What is wanted, if it can be had all together."""
    found: dict[str, Target] = {}
    for part in said.split(","):
        name, equals, value = (one.strip() for one in part.partition("="))
        if not equals:
            raise Problem('a target is said as seat_edge=0 or length=40..50, not "{}"', part)
        cells.refuse([name], games=1)
        one = _possible(Target(name, *_range(name, value)), seats)
        found[name] = _both(found[name], one) if name in found else one
    _agree(found)
    return list(found.values())


def _range(name: str, said: str) -> tuple[float | None, float | None]:
    """A number, or a range, which may be open at one end."""
    low, dots, high = (one.strip() for one in said.partition(".."))
    ends = (low, high if dots else low)
    percent = "%" in said and MEASURES[name].unit != "share"
    if percent or any(one and not NUMBER.fullmatch(one) for one in ends) or not any(ends):
        raise Problem('{} is to be a number or a range such as 5 or 40..50, not "{}"', name, said)
    least, most = (_number(one) if one else None for one in ends)
    if least is not None and most is not None and least > most:
        raise Problem('ranges go up: "{1}..{0}", not "{0}..{1}"', low, high)
    return least, most


def _number(said: str) -> float:
    return float(said.removesuffix("%")) / (100 if said.endswith("%") else 1)


def _limits(name: str, seats: int) -> tuple[float, float]:
    """Between what a measure lies, whatever is played."""
    if name in SHARES:
        return 0.0, 1.0
    if name in COUNTS:
        return 0.0, math.inf
    known = {"choices": (1.0, math.inf), "luck": (0.0, float(seats))}
    known["seat_edge"] = (-1 / seats, 1 - 1 / seats)
    return known.get(name, (-math.inf, math.inf))


def _possible(target: Target, seats: int) -> Target:
    """Says that a measure can never be so."""
    low, high = _limits(target.measure, seats)
    if target.span[0] > high or target.span[1] < low:
        least, most = (f"{one:.4g}" for one in (low, high))
        if math.isinf(high):
            raise Problem("{} is never below {}", target.measure, least)
        raise Problem("{} is always between {} and {}", target.measure, least, most)
    return target


def _both(one: Target, other: Target) -> Target:
    """What is wanted twice."""
    low, high = max(one.span[0], other.span[0]), min(one.span[1], other.span[1])
    if low > high:
        terms = (one.measure, _told(one), _told(other))
        raise Problem("targets contradict each other: {} cannot be {} and {}", *terms)
    ends = (None if math.isinf(end) else end for end in (low, high))
    return Target(one.measure, *ends)


def _agree(found: dict[str, Target]) -> None:
    """Says which targets cannot be reached together, whatever is played."""
    spans = {name: one.span for name, one in found.items()}
    least = {name: max(spans.get(name, (0.0, 0.0))[0], 0.0) for name in COUNTS}
    parts = A_TURN * least["length"] + A_DRAW * least["draws"] + A_DECISION * least["decisions"]
    if "minutes" in spans and spans["minutes"][1] < parts / 60:
        raise Problem(
            "targets contradict each other: so many turns, draws and decisions take {} minutes",
            f"{parts / 60:.1f}",
        )
    most = 2 - spans["forced"][1] if "forced" in spans else 1.0
    if "choices" in spans and spans["choices"][1] < most:
        raise Problem(
            "targets contradict each other: with so few forced decisions there are {} choices",
            f"{most:.4g}",
        )


def _told(target: Target) -> str:
    low, high = ("" if end is None else f"{end:g}" for end in (target.low, target.high))
    return low if low == high else f"{low}..{high}"
