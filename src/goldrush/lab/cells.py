"""Editions measured one by one, wherever they are sent: compiled, played, and forgotten again."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
import numpy as np

from goldrush.bots.parts import opened
from goldrush.core import Records
from goldrush.games import discard, forget
from goldrush.games.problem import Problem
from goldrush.lab.measures import MEASURES, Figure
from goldrush.lab.ratings import SURE
from goldrush.lab.setting import LineUp, Setting
from goldrush.lab.variations import Value, Variation

BLOCK = 500  # games between two looks at how sure a figure is
FEWEST = 1000  # of an edition
NEAR = 0.01  # sure enough: one point of a share, or a hundredth of any other figure


class Cell(msgspec.Struct, frozen=True):
    """What was found of one edition."""

    values: dict[str, Value]
    figures: dict[str, Figure]


class Task(NamedTuple):
    """An edition, and which games of the seed are played of it."""

    variation: Variation
    games: int
    first: int = 0
    all: bool = False  # else no further than until figures are sure enough
    keep: bool = False  # what was compiled, because the edition will be played once more


@dataclass(frozen=True)
class Terms:
    """What is played of each edition, and to find out what."""

    game: str
    version: int
    seats: int
    options: dict[str, str]
    seed: int
    measures: tuple[str, ...]

    def __call__(self, task: Task) -> Cell:
        """Measures an edition, which is compiled for it and then forgotten."""
        game = opened(self.game, self.version, task.variation.edition)
        setting = Setting(game, self.seats, self.options, self.seed)
        found: dict[str, Figure] = {}
        for line_up in {MEASURES[name].line_up for name in self.measures}:
            names = [name for name in self.measures if MEASURES[name].line_up == line_up]
            found |= _figures(setting, line_up, names, task)
        if not game.shipped:
            forget(game)
            if not task.keep:
                discard(game)
        return Cell(task.variation.values, {name: found[name] for name in self.measures})


def refuse(measures: Iterable[str], games: int) -> None:
    """Says what cannot be measured."""
    if games < 1:
        raise Problem("at least one game is needed, not {}", games)
    for name in measures:
        if name not in MEASURES:
            raise Problem('there is no measure "{}"; there are: {}', name, ", ".join(MEASURES))


def nothing() -> None:
    """Each edition is compiled when its turn comes."""


def near(name: str, value: float) -> float:
    """How near to a figure is as good as there."""
    return NEAR if MEASURES[name].unit == "share" else NEAR * abs(value)


def _figures(setting: Setting, line_up: LineUp, names: list[str], task: Task) -> dict[str, Figure]:
    """Plays until all figures are sure enough, or as often as is allowed."""
    rows: list[Records] = []
    while True:
        played = BLOCK * len(rows)
        rows.append(setting.rows(line_up, task.first + played, min(BLOCK, task.games - played)))
        played += len(rows[-1])
        enough = played >= min(FEWEST, task.games) and not task.all
        if enough or played >= task.games:
            found = {name: MEASURES[name].of(np.concatenate(rows)) for name in names}
            if played >= task.games or all(_sure(name, found[name]) for name in names):
                return found


def _sure(name: str, figure: Figure) -> bool:
    """Whether a figure's interval is small enough."""
    return SURE * figure.error <= near(name, figure.value)
