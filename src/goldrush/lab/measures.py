"""Figures of a game by name, each with its standard error, from one block of games.

    setting = Setting(game("gold"), seats=4, options={}, seed=1)
    measure = MEASURES["seat_edge"]
    rows = setting.play(measure.line_up, games=2000)  # or .rows(line_up, first, count), anywhere
    measure.of(rows)  # Figure(value=0.004, error=0.009, games=2000)

Games are independent of each other, so that blocks of rows can be concatenated, and measured again,
until an error is small enough.  Measures with the same line-up share their games.  In settings of
one seed the games of a number have the same luck for as long as they are played alike: see
``difference``.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

import msgspec
import numpy as np

from goldrush.core import Reals, Records
from goldrush.lab.ratings import NEVER, SURE
from goldrush.lab.setting import EVEN, NOVICE, LineUp

# How long people take, in seconds: the model of ``minutes``.
A_TURN, A_DRAW = 6.0, 4.0  # to hand on and look; to turn a card or roll and read the dice
A_DECISION, A_BIT = 3.0, 1.0  # to do what was decided; to decide, by Hick's law


class Figure(msgspec.Struct, frozen=True):
    """A figure, how far one standard error strays, and of how many games."""

    value: float
    error: float
    games: int


class Measure(NamedTuple):
    """What is measured, of which games, and how it is written."""

    of: Callable[[Records], Figure]
    line_up: LineUp = EVEN
    unit: Literal["number", "share"] = "number"


def mean(values: Reals) -> Figure:
    """The mean of one value a game."""
    n = len(values)
    spread = float(np.std(values, ddof=1)) / n**0.5 if n > 1 else 0.0
    return Figure(float(np.mean(values)), spread, n)


def often(happened: np.ndarray) -> Figure:
    """How often something happens, or which share it is; what never did may: rule of three."""
    found = mean(happened.astype(np.float64))
    return msgspec.structs.replace(found, error=max(found.error, NEVER / SURE / found.games))


def ratio(above: Reals, below: Reals) -> Figure:
    """The sum of one value a game by the sum of another."""
    value = float(above.sum() / below.sum()) if below.sum() else 0.0
    strayed = mean(above - value * below)
    return Figure(value, strayed.error / max(float(np.mean(below)), 1e-12), strayed.games)


def difference(one: Figure, other: Figure) -> Figure:
    """What one figure has above another of other games: their errors are added as if independent.

    Where the games of both have the same numbers and seed that errs on the safe side.
    """
    error = float(np.hypot(one.error, other.error))
    return Figure(one.value - other.value, error, min(one.games, other.games))


def shares(rows: Records) -> Reals:
    """What each seat has of the win, game by game."""
    won = (rows["places"] == 1).astype(np.float64)
    parts: Reals = won / won.sum(1, keepdims=True)
    return parts


def seats(rows: Records) -> int:
    """How many play."""
    return int((rows["places"][0] > 0).sum())


def after_start(rows: Records, by_seat: Reals) -> Reals:
    """What there is by seat, by the places after the drawn starting seat."""
    order = (rows["first"][:, None] + np.arange(seats(rows))) % seats(rows)
    return np.take_along_axis(by_seat, order, 1)


def odd_share(rows: Records) -> Reals:
    """What the odd one has of the win, game by game."""
    return np.take_along_axis(shares(rows), rows["odd"][:, None].astype(np.int64), 1)[:, 0]


def margins(rows: Records) -> Reals:
    """By how many points the first beat the best of the others; 0 if they were even."""
    points = rows["points"][:, : seats(rows)].astype(np.float64)
    first = np.where(rows["places"][:, : seats(rows)] == 1, points, -np.inf)
    ahead: Reals = np.abs(first.max(1) - _others(points, first.argmax(1)))
    return ahead


def minutes(rows: Records) -> Reals:
    """How long people would take, by the model above."""
    seconds = A_TURN * rows["turns"] + A_DRAW * rows["draws"] + A_BIT * rows["bits"]
    return (seconds + A_DECISION * rows["decisions"]) / 60


def led(rows: Records, part: int) -> tuple[Reals, Reals]:
    """Who led alone where a tenth of a game begins: what they won, and whether there was one."""
    bits = rows["leaders"][:, part, None] >> np.arange(seats(rows)) & 1
    alone = (bits.sum(1) == 1).astype(np.float64)
    return (shares(rows)[:, : seats(rows)] * bits).sum(1) * alone, alone


def _others(points: Reals, winner: Reals) -> Reals:
    """The best points of those who are not the winner."""
    rest = points.copy()
    np.put_along_axis(rest, winner[:, None].astype(np.int64), -np.inf, 1)
    best: Reals = rest.max(1)
    return best


def _edge(rows: Records) -> Figure:
    """What the starting seat wins beyond an even share."""
    return mean(after_start(rows, shares(rows))[:, 0] - 1 / seats(rows))


def _ties(rows: Records) -> Figure:
    return often((rows["places"] == 1).sum(1) > 1)


def _winner(rows: Records) -> Figure:
    """The points of whoever wins."""
    return mean(np.where(rows["places"] == 1, rows["points"], -(1 << 15)).max(1).astype(np.float64))


def _luck(rows: Records) -> Figure:
    """What somebody who does anything wins of an even share: 0 is skill alone, 1 is luck alone."""
    return mean(odd_share(rows) * seats(rows))


def _total(rows: Records, name: str) -> Reals:
    total: Reals = rows[name].sum(1).astype(np.float64)
    return total


MEASURES: dict[str, Measure] = {
    "length": Measure(lambda rows: mean(rows["turns"])),
    "decisions": Measure(lambda rows: mean(rows["decisions"])),
    "draws": Measure(lambda rows: mean(rows["draws"])),
    "minutes": Measure(lambda rows: mean(minutes(rows))),
    "choices": Measure(lambda rows: ratio(_total(rows, "choices"), _total(rows, "made"))),
    "forced": Measure(
        lambda rows: ratio(_total(rows, "forced"), _total(rows, "made")), unit="share"
    ),
    "points": Measure(_winner),
    "margin": Measure(lambda rows: mean(margins(rows))),
    "ties": Measure(_ties, unit="share"),
    "seat_edge": Measure(_edge, unit="share"),
    "lead": Measure(lambda rows: ratio(*led(rows, 5)), unit="share"),
    "luck": Measure(_luck, NOVICE, unit="share"),
}
