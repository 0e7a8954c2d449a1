"""A sweep as files: a page that needs nothing else, its pictures as SVG, its figures as data."""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import msgspec

from goldrush.games.texts import Texts
from goldrush.lab.measures import MEASURES
from goldrush.lab.sweep import Sweep
from goldrush.terminal import report_words as words
from goldrush.terminal import sweep_svg
from goldrush.terminal.markup import document, tag
from goldrush.terminal.report_page import STYLES
from goldrush.terminal.review_page import ALONE


def write(path: Path, sweep: Sweep, texts: Texts, command: str) -> list[Path]:
    """Writes all of them, and returns which; without pyarrow there is no Parquet file."""
    path.write_text(page(sweep, texts, command), "utf-8")
    data, table, folder = (
        path.with_suffix(".json"),
        path.with_suffix(".parquet"),
        path.with_suffix(""),
    )
    told = {"command": command, **msgspec.to_builtins(sweep)}
    data.write_bytes(msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n")
    folder.mkdir(exist_ok=True)
    for measure in sweep.measures:
        for number, (_, picture) in enumerate(sweep_svg.pictures(sweep, measure, texts)):
            name = f"{measure}-{number + 1}.svg" if number else f"{measure}.svg"
            (folder / name).write_text(sweep_svg.file(picture), "utf-8")
    if not find_spec("pyarrow"):
        return [path, data, folder]
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    parquet.write_table(arrow.Table.from_pylist(list(figures(sweep))), table)
    return [path, data, table, folder]


def figures(sweep: Sweep) -> Iterator[dict[str, Any]]:
    """All figures of a sweep, a row each."""
    for cell in sweep.cells:
        for name, one in cell.figures.items():
            found = {"value": one.value, "error": one.error, "games": one.games}
            yield {**cell.values, "measure": name, **found}


def page(sweep: Sweep, texts: Texts, command: str) -> str:
    """The page of a sweep."""
    heading = texts("sweep.heading", game=texts("game.title"))
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", **{"http-equiv": "Content-Security-Policy"}, content=ALONE),
        tag("title", heading),
        *(tag("style", style.read_text("utf-8")) for style in STYLES),
    )
    said = {"edition": sweep.edition, "version": sweep.version, "seed": sweep.seed}
    lead = texts("sweep.terms", seats=sweep.seats, **said)
    header = tag("header", tag("h1", heading), tag("p", lead, class_="lead"))
    main = tag("main", *(_measure(sweep, one, texts) for one in sweep.measures))
    main.append(tag("section", tag("h2", texts("report.figures")), _table(sweep, texts)))
    how = [
        tag("p", texts("sweep.how")),
        tag("p", texts("report.how.again"), " ", tag("code", command)),
    ]
    body = tag("body", header, main, tag("footer", *how))
    return document(tag("html", head, body, lang=texts.lang))


def _measure(sweep: Sweep, measure: str, texts: Texts) -> Element:
    found = tag("section", tag("h2", texts(f"measure.{measure}"), id=measure))
    found.set("aria-labelledby", measure)
    says = texts(f"measure.{measure}")
    for told, picture in sweep_svg.pictures(sweep, measure, texts):
        figure = tag("figure", *([tag("figcaption", told)] if told else []))
        room = {
            "class_": "scroll",
            "tabindex": "0",
            "role": "region",
            "aria_label": f"{says} {told}",
        }
        figure.append(tag("div", picture, **room))
        found.append(figure)
    return found


def _table(sweep: Sweep, texts: Texts) -> Element:
    """Every edition with its figures."""
    named = [
        *sweep.varied,
        *(texts(f"measure.{name}") for name in sweep.measures),
        texts("sweep.games"),
    ]
    head = tag("tr", *(tag("th", name, scope="col") for name in named))
    body = tag("tbody")
    for cell in sweep.cells:
        values = [tag("th", str(value), scope="row") for value in cell.values.values()]
        said = [words.figure(one, MEASURES[name].unit, texts) for name, one in cell.figures.items()]
        games = texts.number(max(one.games for one in cell.figures.values()))
        body.append(tag("tr", *values, *(tag("td", one) for one in (*said, games))))
    room = {
        "class_": "scroll",
        "tabindex": "0",
        "role": "region",
        "aria_label": texts("report.figures"),
    }
    return tag("div", tag("table", tag("thead", head), body, class_="figures"), **room)
