"""A report: what a game is made of, measured by games of honest bots at several strengths."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from goldrush.core import Records
from goldrush.games.contract import Game
from goldrush.games.problem import Problem
from goldrush.lab import courses, skill
from goldrush.lab.charts import Chart, Report, Row, Study, histogram
from goldrush.lab.crew import Crew, threads_or
from goldrush.lab.measures import (
    MEASURES,
    Figure,
    after_start,
    led,
    margins,
    mean,
    minutes,
    often,
    ratio,
    seats,
    shares,
)
from goldrush.lab.setting import CARELESS, EVEN, RANDOM, LineUp, Setting, all_options

Progress = Callable[[int], object]  # told how many games more are done


class Depth(NamedTuple):
    """How many games are played to find out."""

    games: int  # of hand-made players
    others: int  # of each other line-up
    habits: int  # of all habits together
    matches: int  # that are looked at while they last ...
    rounds: int  # ... in so many worlds
    blocks: int  # of a search, ...
    sims: int  # ... that plays on so often


DEPTHS = {
    "quick": Depth(2_000, 600, 6_000, 40, 16, 12, 60),
    "normal": Depth(20_000, 4_000, 60_000, 300, 32, 120, 100),
}


def report(
    game: Game,
    tables: Sequence[int],
    options: dict[str, str] | None = None,
    seed: int = 0,
    depth: str = "normal",
    workers: int | None = None,
    progress: Progress = lambda _: None,
    *,
    cluster: str | None = None,
) -> Report:
    """Measures a game with some numbers of seats; what is found follows from the seed.

    Threads of this machine play, or the processors of a Ray *cluster*: it makes no difference.
    """
    settings = refuse(game, tables, options, seed, depth)
    crew = threads_or(cluster, workers)
    found = [Studying(one, DEPTHS[depth], crew, progress).found() for one in settings]
    what = (game.name, game.rules.VERSION, game.edition.name, not game.shipped)
    return Report(*what, all_options(game, options), seed, depth, found)


def refuse(
    game: Game, tables: Sequence[int], options: dict[str, str] | None, seed: int, depth: str
) -> list[Setting]:
    """Says what is wrong before anything is played; else what is to be played."""
    if depth not in DEPTHS:
        raise Problem('there is no depth "{}"; there are: {}', depth, ", ".join(DEPTHS))
    return [Setting(game, number, options or {}, seed) for number in tables]


def work(setting: Setting, depth: str) -> int:
    """How many games a report plays, and looks at, and lets a search play."""
    games, others, habits, matches, _, blocks, _ = DEPTHS[depth]
    lines = 2 + len(skill.SLIPS) + len(skill.LADDER) - 1
    tried = skill.count_habits(setting)
    return games + others * lines + tried * (habits // tried) + matches + blocks


class Studying:
    """What is found with one number of seats; what several charts need is played once."""

    def __init__(self, setting: Setting, depth: Depth, crew: Crew, progress: Progress) -> None:
        self._setting, self._depth = setting, depth
        self._crew, self._progress = crew, progress

    def found(self) -> Study:
        """All charts."""
        even, setting = self.even, self._setting
        winner, decided, drama, stakes, interaction = self.courses
        charts = [
            _measures(even, self._few(RANDOM), self._few(CARELESS)),
            _histogram("turns", even["turns"]),
            self.minutes(),
            self.points(),
            _histogram("margins", margins(even)),
            self.seats(),
            *_choices(even),
            stakes,
            interaction,
            self.slips(),
            *skill.ladder(self._few, self._searched(), setting.seats),
            self.habits(),
            *skill.winning(even, setting.habits.KINDS),
            winner,
            decided,
            drama,
            _ahead(even),
            _ends(even, setting.game),
        ]
        return Study(setting.seats, charts)

    @cached_property
    def even(self) -> Records:
        """Games of hand-made players."""
        return self._play(EVEN, self._depth.games)

    @cached_property
    def courses(self) -> list[Chart]:
        """What matches are like while they last."""
        matches, rounds = self._depth.matches, self._depth.rounds
        terms = (matches, rounds, self._crew, self._progress)
        return courses.charts(courses.courses(self._setting, *terms))

    def minutes(self) -> Chart:
        """How long people would take."""
        return _histogram("minutes", minutes(self.even))

    def points(self) -> Chart:
        """The points of each place."""
        return _points(self.even)

    def seats(self) -> Chart:
        """What each seat wins."""
        return _seats(self.even)

    def slips(self) -> Chart:
        """What carelessness costs."""
        return skill.slips(self._few, self._setting.seats)

    def habits(self) -> Chart:
        """What it costs to keep to rules of thumb."""
        return skill.habits(self._habit, self._setting)

    def _searched(self) -> Figure:
        terms = (self._depth.sims, self._depth.blocks, self._crew, self._progress)
        return skill.searched(self._setting, *terms)

    def _play(self, line_up: LineUp, games: int) -> Records:
        return self._setting.play(line_up, games, progress=self._progress, crew=self._crew)

    def _few(self, line_up: LineUp) -> Records:
        return self._play(line_up, self._depth.others)

    def _habit(self, line_up: LineUp) -> Records:
        if line_up == EVEN:
            return self.even
        games = self._depth.habits // skill.count_habits(self._setting)
        return self._play(line_up, min(games, self._depth.games))


def _measures(even: Records, *others: Records) -> Chart:
    """All named measures: of players who do anything, of careless ones and of hand-made ones."""
    rows = []
    for name, measure in MEASURES.items():
        if measure.line_up == EVEN:
            figures = [measure.of(some) for some in (*others, even)]
            rows.append(Row(f"measure/{name}", figures, measure.unit))
    return Chart("measures", "table", "number", "strengths", rows, ("random", "careless", "even"))


def _histogram(key: str, values: np.ndarray) -> Chart:
    return Chart(key, "columns", "share", "even", histogram(values))


def _points(rows: Records) -> Chart:
    """The points of the first, of the second and so on."""
    points = np.sort(rows["points"][:, : seats(rows)], 1)[:, ::-1].astype(np.float64)
    found = [Row(f"place/{n + 1}", [mean(points[:, n])]) for n in range(seats(rows))]
    return Chart("points", "dots", "number", "even", found)


def _seats(rows: Records) -> Chart:
    """What seats win, by their place after the drawn starting seat."""
    won = after_start(rows, shares(rows))
    found = [Row(f"seat/{n}", [mean(won[:, n])]) for n in range(seats(rows))]
    return Chart("seats", "dots", "share", "even", found, even=1 / seats(rows))


def _choices(rows: Records) -> list[Chart]:
    """How many choices decisions have, and how many have but one, tenth by tenth."""
    made = rows["made"].astype(np.float64)
    found = []
    for key, unit in (("choices", "number"), ("forced", "share")):
        of = rows[key].astype(np.float64)
        tenths = [Row(f"tenth/{n}", [ratio(of[:, n], made[:, n])]) for n in range(made.shape[1])]
        found.append(
            Chart(key, "curves", "number" if unit == "number" else "share", "even", tenths)
        )
    return found


def _ahead(rows: Records) -> Chart:
    """How often whoever leads alone as things stand wins, tenth by tenth."""
    tenths = rows["made"].shape[1]
    found = [Row(f"tenth/{n}", [ratio(*led(rows, n))]) for n in range(1, tenths)]
    return Chart("ahead", "curves", "share", "even", found, even=1 / seats(rows))


def _ends(rows: Records, game: Game) -> Chart:
    """How often games end in which way, and with a shared win."""
    found = [Row(f"end/{end}", [often(rows["end"] == n)]) for n, end in enumerate(game.rules.ENDS)]
    found.append(Row("measure/ties", [MEASURES["ties"].of(rows)]))
    return Chart("ends", "dots", "share", "even", found)
