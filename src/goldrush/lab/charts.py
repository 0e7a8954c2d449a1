"""What charts of a report are made of: rows of figures, which are drawn, printed and compared."""

from collections.abc import Iterator
from typing import Literal

import msgspec
import numpy as np

from goldrush.lab.measures import Figure, often

Shape = Literal["columns", "curves", "dots", "table"]
Unit = Literal["number", "share", "points"]  # points of Elo

MOST_BINS = 14
WIDTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


class Row(msgspec.Struct, frozen=True):
    """Figures of one thing, which is named as a path: "never/steal", "seat/0", "tenth/3"."""

    name: str
    figures: list[Figure]  # by series
    unit: Unit | None = None  # if not the chart's


class Chart(msgspec.Struct, frozen=True):
    """Figures that are shown together."""

    key: str  # of its words: "report.<key>"
    shape: Shape
    unit: Unit
    players: str  # of whose games: "report.players.<players>"
    rows: list[Row]
    series: tuple[str, ...] = ("all",)
    even: float | None = None  # what would be so if nothing mattered


class Study(msgspec.Struct, frozen=True):
    """All that was found with one number of seats."""

    seats: int
    charts: list[Chart]

    def chart(self, key: str) -> Chart:
        """The chart of a key."""
        return next(chart for chart in self.charts if chart.key == key)


class Report(msgspec.Struct, frozen=True):
    """What a game is made of, and how that was found."""

    game: str
    version: int
    edition: str
    own_edition: bool
    options: dict[str, str]
    seed: int
    depth: str
    studies: list[Study]


class Difference(msgspec.Struct, frozen=True):
    """What one edition has above another in one figure."""

    seats: int
    chart: str
    unit: Unit
    row: str
    series: str
    one: Figure
    other: Figure

    @property
    def apart(self) -> float:
        """By how much the other is above the one."""
        return self.other.value - self.one.value

    @property
    def error(self) -> float:
        """One standard error of that."""
        return float(np.hypot(self.one.error, self.other.error))

    @property
    def clearness(self) -> float:
        """How many standard errors it is."""
        return abs(self.apart) / self.error if self.error else 0.0


def differences(one: Report, other: Report) -> list[Difference]:
    """Whatever both have, the clearest difference first; pictures of distributions aside."""
    found = []
    for mine, theirs in zip(one.studies, other.studies, strict=True):
        cells = {place: figure for place, _, figure in _cells(theirs)}
        for place, unit, figure in _cells(mine):
            if place in cells:
                chart, row, series = place
                terms = (mine.seats, chart, unit, row, series)
                found.append(Difference(*terms, figure, cells[place]))
    return sorted(found, key=lambda each: -each.clearness)


def _cells(study: Study) -> Iterator[tuple[tuple[str, str, str], Unit, Figure]]:
    for chart in study.charts:
        if chart.shape != "columns":
            for row in chart.rows:
                for series, figure in zip(chart.series, row.figures, strict=True):
                    yield (chart.key, row.name, series), row.unit or chart.unit, figure


def histogram(values: np.ndarray) -> list[Row]:
    """How often whole numbers lie in bins of a round width; the last one takes all above."""
    numbers = values.astype(int)
    low, high = (int(np.quantile(numbers, part, method="higher")) for part in (0.0, 0.995))
    width = next(one for one in WIDTHS if high - low < one * MOST_BINS or one == WIDTHS[-1])
    first = low // width * width
    bins = np.minimum((numbers - first) // width, (high - first) // width)
    rows = []
    for place in range(int(bins.max()) + 1):
        least = first + place * width
        name = f"bin/{least}" if width == 1 else f"bin/{least}–{least + width - 1}"
        rows.append(Row(name, [often(bins == place)]))
    return rows
