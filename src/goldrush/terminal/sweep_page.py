"""A sweep as files: a page that needs nothing else, its pictures as SVG, its figures as data."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import msgspec

from goldrush.games.texts import Texts
from goldrush.lab.measures import MEASURES
from goldrush.lab.sweep import Sweep
from goldrush.terminal import lab_page, sweep_svg
from goldrush.terminal import report_words as words
from goldrush.terminal.markup import tag


def write(path: Path, sweep: Sweep, texts: Texts, command: str) -> list[Path]:
    """Writes all of them, and returns which; without pyarrow there is no Parquet file."""
    told = {"command": command, **msgspec.to_builtins(sweep)}
    pictures = {
        f"{measure}-{number + 1}" if number else measure: picture
        for measure in sweep.measures
        for number, (_, picture) in enumerate(sweep_svg.pictures(sweep, measure, texts))
    }
    return lab_page.write(path, page(sweep, texts, command), told, figures(sweep), pictures)


def figures(sweep: Sweep) -> Iterator[dict[str, Any]]:
    """All figures of a sweep, a row each."""
    for cell in sweep.cells:
        for name, one in cell.figures.items():
            found = {"value": one.value, "error": one.error, "games": one.games}
            yield {**cell.values, "measure": name, **found}


def page(sweep: Sweep, texts: Texts, command: str) -> str:
    """The page of a sweep."""
    said = {"edition": sweep.edition, "version": sweep.version, "seed": sweep.seed}
    inside = [_measure(sweep, one, texts) for one in sweep.measures]
    inside.append(lab_page.section(texts("report.figures"), "figures", _table(sweep, texts)))
    return lab_page.whole(
        texts("sweep.heading", game=texts("game.title")),
        texts("sweep.terms", seats=sweep.seats, **said),
        inside,
        [tag("p", texts("sweep.how")), lab_page.again(command, texts)],
        texts.lang,
    )


def _measure(sweep: Sweep, measure: str, texts: Texts) -> Element:
    says = texts(f"measure.{measure}")
    found = lab_page.section(says, measure)
    for told, picture in sweep_svg.pictures(sweep, measure, texts):
        figure = tag("figure", *([tag("figcaption", told)] if told else []))
        figure.append(lab_page.scrolled(picture, f"{says} {told}"))
        found.append(figure)
    return found


def _table(sweep: Sweep, texts: Texts) -> Element:
    """Every edition with its figures."""
    named = [
        *sweep.varied,
        *(texts(f"measure.{name}") for name in sweep.measures),
        texts("sweep.games"),
    ]
    rows = []
    for cell in sweep.cells:
        said = [words.figure(one, MEASURES[name].unit, texts) for name, one in cell.figures.items()]
        games = texts.number(max(one.games for one in cell.figures.values()))
        rows.append([*map(str, cell.values.values()), *said, games])
    return lab_page.table(named, rows, texts("report.figures"), len(sweep.varied))
