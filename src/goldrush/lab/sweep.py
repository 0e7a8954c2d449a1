"""A sweep: the same measures of editions that differ in some values, each with its error.

In all of them the games of a number have the same luck for as long as they are played alike, so
that what differs between two of them is not the draws.
"""

from collections.abc import Callable, Sequence
from contextlib import closing

import msgspec

from goldrush.games.contract import Game
from goldrush.lab import cells
from goldrush.lab.cells import Cell, Task, Terms
from goldrush.lab.processes import processes_or
from goldrush.lab.setting import Setting, all_options
from goldrush.lab.variations import Value, Variable, Variation, grid

Progress = Callable[[int], object]  # told how many editions more are done


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
    editions = refuse(game, seats, varying, measures, games, seed, options)
    names = tuple(dict.fromkeys(measures))
    terms = Terms(game.name, game.version, seats, options or {}, seed, names)
    tasks, found = [Task(one, games) for one in editions], list[Cell]()
    try:
        with closing(processes_or(cluster, workers).in_order(terms, tasks, cells.nothing)) as work:
            for cell in work:
                found.append(cell)
                progress(1)
    except KeyboardInterrupt:
        if not found:
            raise
    varied = {one.name: list(dict.fromkeys(one.values)) for one in varying}
    what = (game.name, game.version, game.edition.name, seats, all_options(game, options), seed)
    return Sweep(*what, varied, list(names), found)


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
    cells.refuse(measures, games)
    Setting(game, seats, options or {}, seed)  # refuses what cannot be set up
    return grid(game.edition, varying)
