"""A measure of a sweep as pictures: dots with their errors of one value, heat maps of two."""

from collections.abc import Iterator
from itertools import product
from xml.etree.ElementTree import Element

from goldrush.games.texts import Texts
from goldrush.lab.cells import Cell
from goldrush.lab.charts import Chart, Row
from goldrush.lab.measures import MEASURES
from goldrush.lab.sweep import Sweep
from goldrush.terminal import report_svg
from goldrush.terminal import report_words as words
from goldrush.terminal.markup import tag

CELL, HIGH, TOP = 104, 40, 46  # sizes of a heat map's cells, and what stands above
LETTER, MARGIN = 7.3, 32  # room for a name at the left
FAINT, FULL = 0.06, 0.6  # how strongly the least and the most are coloured


def pictures(sweep: Sweep, measure: str, texts: Texts) -> Iterator[tuple[str, Element]]:
    """All pictures of a measure, and of which other values each of them is."""
    names = list(sweep.varied)
    if len(names) == 1:
        yield "", report_svg.svg(_dots(sweep, measure), texts, measure)
        return
    for number, others in enumerate(product(*(sweep.varied[name] for name in names[2:]))):
        fixed = dict(zip(names[2:], others, strict=True))
        cells = [one for one in sweep.cells if one.values | fixed == one.values]
        told = ", ".join(f"{name} = {value}" for name, value in fixed.items())
        yield told, _heat(sweep, cells, measure, texts, f"{measure}-{number}")


def _dots(sweep: Sweep, measure: str) -> Chart:
    [name] = sweep.varied
    rows = [Row(f"trait/{one.values[name]}", [one.figures[measure]]) for one in sweep.cells]
    return Chart("sweep", "dots", MEASURES[measure].unit, "even", rows)


def _heat(sweep: Sweep, cells: list[Cell], measure: str, texts: Texts, mark: str) -> Element:
    """One value across, one down; the higher a figure, the stronger its colour."""
    across, down = list(sweep.varied)[:2]
    columns, rows = sweep.varied[across], sweep.varied[down]
    title = tag("title", texts(f"measure.{measure}"), id=f"{mark}-title")
    told = tag("desc", texts("sweep.heat", across=across, down=down), id=f"{mark}-desc")
    left = MARGIN + LETTER * len(down)
    wide, high = left + CELL * len(columns) + 8, TOP + HIGH * len(rows) + 8
    shape = {"viewBox": f"0 0 {wide} {high}", "role": "img", "class": "chart heat"}
    shape["style"] = f"width:{wide}px;max-width:none"
    shape["aria-labelledby"] = f"{mark}-title {mark}-desc"
    drawn = tag("svg", title, told, _said(left, 16, f"{across} →", "start"), **shape)
    drawn.append(_said(left - 8, TOP - 10, f"{down} ↓", "end"))
    for n, value in enumerate(columns):
        drawn.append(_said(left + CELL * (n + 0.5), TOP - 10, str(value), "middle"))
    for n, value in enumerate(rows):
        drawn.append(_said(left - 8, TOP + HIGH * (n + 0.5) + 4, str(value), "end"))
    found = [one.figures[measure].value for one in sweep.cells]
    for one in cells:
        at = left + CELL * columns.index(one.values[across]), rows.index(one.values[down])
        drawn.extend(
            _cell(one, measure, texts, at[0], TOP + HIGH * at[1], (min(found), max(found)))
        )
    return drawn


def _cell(
    cell: Cell, measure: str, texts: Texts, x: float, y: float, span: tuple[float, float]
) -> Iterator[Element]:
    figure, (low, high) = cell.figures[measure], span
    share = (figure.value - low) / (high - low) if high > low else 0.0
    strong = f"opacity:{FAINT + (FULL - FAINT) * share:.2f}"
    room = {"width": CELL - 2, "height": HIGH - 2}
    yield tag("rect", x=x + 1, y=y + 1, **room, class_="column", style=strong)
    said = words.figure(figure, MEASURES[measure].unit, texts)
    yield _said(x + CELL / 2, y + HIGH / 2 + 4, said, "middle")


def _said(x: float, y: float, said: str, anchor: str) -> Element:
    return tag("text", said, x=f"{x:g}", y=f"{y:g}", text_anchor=anchor)
