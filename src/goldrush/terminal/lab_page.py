"""What pages of the lab share: a page that needs nothing else, tables, and files beside it."""

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import msgspec

from goldrush.games.texts import Texts
from goldrush.lab.charts import Chart
from goldrush.terminal import report_svg
from goldrush.terminal.markup import document, tag
from goldrush.terminal.review_page import ALONE
from goldrush.terminal.words import HERE

STYLES = (HERE / "page.css", HERE / "report_page.css", report_svg.STYLE)


def whole(
    title: str, lead: str, inside: Iterable[Element], how: Iterable[Element], lang: str
) -> str:
    """A page with its heading, what is in it, and how that was found."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", **{"http-equiv": "Content-Security-Policy"}, content=ALONE),
        tag("title", title),
        *(tag("style", path.read_text("utf-8")) for path in STYLES),
    )
    header = tag("header", tag("h1", title), tag("p", lead, class_="lead"))
    body = tag("body", header, tag("main", *inside), tag("footer", *how))
    return document(tag("html", head, body, lang=lang))


def again(command: str, texts: Texts) -> Element:
    """How the same is found again."""
    return tag("p", texts("report.how.again"), " ", tag("code", command))


def section(title: str, mark: str, *inside: Element) -> Element:
    """A part of a page, under its title."""
    return tag("section", tag("h2", title, id=mark), *inside, aria_labelledby=mark)


def scrolled(inside: Element, says: str) -> Element:
    """What may be wider than a phone."""
    return tag("div", inside, class_="scroll", tabindex="0", role="region", aria_label=says)


def table(head: Sequence[str], rows: Iterable[Sequence[str]], says: str, names: int = 1) -> Element:
    """A table whose first columns name its rows."""
    above = tag("tr", *(tag("th", one, scope="col") for one in head))
    body = tag("tbody")
    for row in rows:
        named = (tag("th", one, scope="row") for one in row[:names])
        body.append(tag("tr", *named, *(tag("td", one) for one in row[names:])))
    return scrolled(tag("table", tag("thead", above), body, class_="figures"), says)


def chart(one: Chart, texts: Texts, mark: str) -> Element:
    """A chart with the names of its curves."""
    return tag("figure", report_svg.svg(one, texts, mark), *legend(one, texts))


def legend(chart: Chart, texts: Texts) -> Iterator[Element]:
    """The names of several curves."""
    if len(chart.series) > 1:
        names = (texts(f"report.series.{one}") for one in chart.series)
        marked = (tag("li", one, class_=f"of-{n}") for n, one in enumerate(names))
        yield tag("ul", *marked, class_="legend")


def write(
    path: Path,
    page: str,
    told: dict[str, Any],
    rows: Iterable[dict[str, Any]],
    pictures: dict[str, Element],
) -> list[Path]:
    """Writes a page, its data and its pictures; without pyarrow there is no Parquet file."""
    path.write_text(page, "utf-8")
    data, folder = path.with_suffix(".json"), path.with_suffix("")
    data.write_bytes(msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n")
    folder.mkdir(exist_ok=True)
    for name, picture in pictures.items():
        (folder / f"{name}.svg").write_text(report_svg.alone(picture), "utf-8")
    if not find_spec("pyarrow"):
        return [path, data, folder]
    flat, arrow = path.with_suffix(".parquet"), import_module("pyarrow")
    import_module("pyarrow.parquet").write_table(arrow.Table.from_pylist(list(rows)), flat)
    return [path, data, flat, folder]
