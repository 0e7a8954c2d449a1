"""A sweep: the same measures of editions that differ in some values, each with its error.

In all of them the games of a number have the same luck for as long as they are played alike, so
that what differs between two of them is not the draws.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass

import msgspec
import numpy as np

from goldrush.bots.parts import opened
from goldrush.core import Records
from goldrush.games import discard, forget
from goldrush.games.contract import Game
from goldrush.games.problem import Problem
from goldrush.lab.crew import Crew, on_cluster
from goldrush.lab.measures import MEASURES, Figure
from goldrush.lab.processes import Processes
from goldrush.lab.ratings import SURE
from goldrush.lab.setting import LineUp, Setting
from goldrush.lab.variations import Value, Variable, Variation, grid

BLOCK = 500  # games between two looks at how sure a figure is
FEWEST = 1000  # of an edition
NEAR = 0.01  # sure enough: one point of a share, or a hundredth of any other figure

Progress = Callable[[int], object]  # told how many editions more are done


class Cell(msgspec.Struct, frozen=True):
    """What was found of one edition."""

    values: dict[str, Value]
    figures: dict[str, Figure]


class Sweep(msgspec.Struct, frozen=True):
    """What was varied, and what came of it."""

    game: str
    version: int
    edition: str
    seats: int
    options: dict[str, str]
    seed: int
    varied: dict[str, list[Value]]
    measures: list[str]
    cells: list[Cell]


@dataclass(frozen=True)
class Terms:
    """What is played of each edition, and to find out what."""

    game: str
    version: int
    seats: int
    options: dict[str, str]
    seed: int
    measures: tuple[str, ...]
    games: int

    def __call__(self, variation: Variation) -> Cell:
        """Measures an edition, which is compiled for it and then forgotten."""
        game = opened(self.game, self.version, variation.edition)
        setting = Setting(game, self.seats, self.options, self.seed)
        found: dict[str, Figure] = {}
        for line_up in {MEASURES[name].line_up for name in self.measures}:
            names = [name for name in self.measures if MEASURES[name].line_up == line_up]
            found |= self._figures(setting, line_up, names)
        if not game.shipped:
            forget(game)
            discard(game)
        return Cell(variation.values, {name: found[name] for name in self.measures})

    def _figures(self, setting: Setting, line_up: LineUp, names: list[str]) -> dict[str, Figure]:
        """Plays until all figures are sure enough, or as often as is allowed."""
        rows: list[Records] = []
        while True:
            played = BLOCK * len(rows)
            rows.append(setting.rows(line_up, played, min(BLOCK, self.games - played)))
            played += len(rows[-1])
            if played >= min(FEWEST, self.games):
                found = {name: MEASURES[name].of(np.concatenate(rows)) for name in names}
                if played >= self.games or all(_sure(name, found[name]) for name in names):
                    return found


def sweep(
    game: Game,
    seats: int,
    varying: list[Variable],
    measures: Sequence[str],
    games: int = 20_000,
    seed: int = 0,
    options: dict[str, str] | None = None,
    workers: int | None = None,
    progress: Progress = lambda _: None,
    *,
    cluster: str | None = None,
) -> Sweep:
    """Measures all editions of a grid; Ctrl-C gives those done so far.

    An edition is played no further once each figure is sure to a point of a share, or to a
    hundredth of itself.  The result does not depend on who plays.
    """
    cells = refuse(game, seats, varying, measures, games, seed, options)
    terms = Terms(
        game.name, game.version, seats, options or {}, seed, tuple(dict.fromkeys(measures)), games
    )
    crew: Crew = on_cluster(cluster) if cluster else Processes(workers or os.cpu_count() or 1)
    found: list[Cell] = []
    try:
        with closing(crew.in_order(terms, cells, _nothing)) as work:
            for cell in work:
                found.append(cell)
                progress(1)
    except KeyboardInterrupt:
        if not found:
            raise
    varied = {one.name: list(dict.fromkeys(one.values)) for one in varying}
    said = {o.name: (options or {}).get(o.name, o.values[0]) for o in game.rules.OPTIONS}
    what = (game.name, game.version, game.edition.name, seats, said, seed)
    return Sweep(*what, varied, list(terms.measures), found)


def refuse(
    game: Game,
    seats: int,
    varying: list[Variable],
    measures: Sequence[str],
    games: int,
    seed: int,
    options: dict[str, str] | None,
) -> list[Variation]:
    """Says what is wrong before anything is played; the editions, each of which can be."""
    if games < 1:
        raise Problem("at least one game is needed, not {}", games)
    for name in measures:
        if name not in MEASURES:
            raise Problem('there is no measure "{}"; there are: {}', name, ", ".join(MEASURES))
    Setting(game, seats, options or {}, seed)  # refuses what cannot be set up
    return grid(game.edition, varying)


def _nothing() -> None:
    """Each edition is compiled when its turn comes."""


def _sure(name: str, figure: Figure) -> bool:
    """Whether a figure's interval is small enough."""
    near = NEAR if MEASURES[name].unit == "share" else NEAR * abs(figure.value)
    return SURE * figure.error <= near
