"""What a game is made of in six pictures: picked from a report, or measured one after the other.

``python -m goldrush.lab.assay REPORT.json …`` puts what reports say into their games' folders; a
server has editions of people's own measured by ``reply``, in a process of its own.
"""

import resource
import sys
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from goldrush import games
from goldrush.bots.measuring import Measure, Measured
from goldrush.bots.parts import opened
from goldrush.core.compiled import keep_nothing
from goldrush.games.assay import PICTURES, SEATS, Assay, Picture
from goldrush.games.contract import Game
from goldrush.games.edition import digest
from goldrush.games.problem import Problem
from goldrush.lab.charts import Chart, Report
from goldrush.lab.crew import Threads
from goldrush.lab.measures import MEASURES, Figure
from goldrush.lab.report import DEPTHS, Studying, refuse

DEPTH, SEED = "quick", 1  # by which editions of people's own are measured
DIGITS, ERROR_DIGITS = 4, 2  # of figures that are kept
MEMORY = 2 << 30  # bytes that a process may have which measures
NEVER, FEW = "never/", 3

BESIDE = {  # what the sentence of a picture tells too
    "minutes": ("measure/minutes", "measure/decisions"),
    "points": ("measure/margin",),
    "decided": ("drama/changes",),
}


def picked(report: Report) -> Assay:
    """What a report of a shipped edition with one number of seats says."""
    game = games.game(report.game)
    if report.own_edition or report.version != game.version:
        raise Problem("this takes a report of {} by version {}", report.game, game.version)
    if len(report.studies) != 1:
        raise Problem("this takes a report with one number of seats, not {}", len(report.studies))
    (study,) = report.studies
    beside = [row for key in ("measures", "drama") for row in study.chart(key).rows]
    named = {row.name: row.figures[-1] for row in beside}
    pictures = [
        picture(study.chart(key), {name: named[name] for name in BESIDE.get(key, ())})
        for key in PICTURES
    ]
    return _assay(game, study.seats, report.seed, report.depth, pictures)


def _assay(game: Game, seats: int, seed: int, depth: str, pictures: list[Picture]) -> Assay:
    """Some pictures, with the command that makes them again."""
    own = [] if game.shipped else ["--edition", "my.toml"]
    quick = ["--quick"] if depth == DEPTH else []
    said = ["--seats", f"{seats}", "--seed", f"{seed}", *quick]
    command = " ".join(["goldrush", "report", game.name, *own, *said])
    name = None if game.shipped else game.edition.name
    return Assay(game.name, game.version, digest(game.edition), name, seats, command, pictures)


def picture(chart: Chart, beside: dict[str, Figure]) -> Picture:
    """A chart as it is kept; of rules of thumb only what is never done, where that is enough."""
    never = [row for row in chart.rows if row.name.startswith(NEVER)]
    rows = never if len(never) >= FEW else chart.rows
    found = {
        "key": chart.key,
        "shape": chart.shape,
        "unit": chart.unit,
        "games": max((row.figures[0].games for row in rows), default=0),
        "marks": [{"name": row.name, **_kept(row.figures[0])} for row in rows],
        "even": chart.even,
        "also": {name.partition("/")[2]: _kept(figure) for name, figure in beside.items()},
    }
    return msgspec.convert(found, Picture)


def _kept(figure: Figure) -> dict[str, float]:
    value, error = f"{figure.value:.{DIGITS}g}", f"{figure.error:.{ERROR_DIGITS}g}"
    return {"value": float(value), "error": float(error)}


class Assayer:
    """Measures an edition, a picture at a time."""

    def __init__(self, game: Game) -> None:
        self._game, self._seats = game, min(SEATS, game.rules.MAX_SEATS)
        (setting,) = refuse(game, [self._seats], None, SEED, DEPTH)
        self._study = Studying(setting, DEPTHS[DEPTH], Threads(1), lambda _: None)

    def assay(self, key: str) -> Assay:
        """One of the pictures, as a report of the same depth and seed has it."""
        beside = {name: self._figure(name) for name in BESIDE.get(key, ())}
        found = picture(self._chart(key), beside)
        return _assay(self._game, self._seats, SEED, DEPTH, [found])

    def _chart(self, key: str) -> Chart:
        if key == "decided":
            return self._course(key)
        study = self._study
        draw = {
            "minutes": study.minutes,
            "seats": study.seats,
            "slips": study.slips,
            "points": study.points,
            "habits": study.habits,
        }
        return draw[key]()

    def _figure(self, name: str) -> Figure:
        kind, _, of = name.partition("/")
        if kind == "measure":
            return MEASURES[of].of(self._study.even)
        return next(row.figures[0] for row in self._course(kind).rows if row.name == name)

    def _course(self, key: str) -> Chart:
        return next(chart for chart in self._study.courses if chart.key == key)


def reply(said: bytes) -> Measured:
    """Measures one picture, in a process that is for this alone."""
    _limit()
    asked = msgspec.msgpack.decode(said, type=Measure)
    try:
        return Measured(_assayer(asked.game, asked.version, asked.edition).assay(asked.key))
    except Problem as problem:
        return Measured(text=problem.text, about=[str(one) for one in problem.about])


@lru_cache(1)
def _assayer(name: str, version: int, edition: bytes) -> Assayer:
    return Assayer(opened(name, version, edition))


@cache
def _limit() -> None:
    """Gives this process little room; what it compiles nobody else needs."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    keep_nothing()


def file(name: str) -> Path:
    """Where what the shipped edition of a game is made of lies."""
    return Path(games.__file__).parent / name / "assay.json"


def write(path: Path) -> Path:
    """Puts what a report says, which was written as JSON, where all who play are shown it."""
    found = picked(msgspec.json.decode(path.read_bytes(), type=Report))
    target = file(found.game)
    target.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    return target


if __name__ == "__main__":
    for name in sys.argv[1:]:
        write(Path(name))
