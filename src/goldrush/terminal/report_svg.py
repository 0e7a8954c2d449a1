"""Charts of a report as SVG: columns, curves with bands of their errors, and dots with whiskers.

They are as wide as a phone's page, so that letters in them can be read there.  A file of its own
brings its colours along; in a page they come with it.
"""

from collections.abc import Callable
from xml.etree.ElementTree import Element, tostring

from goldrush.games.texts import Texts
from goldrush.lab.charts import Chart, Row
from goldrush.lab.measures import Figure
from goldrush.lab.ratings import SURE
from goldrush.terminal import report_words as words
from goldrush.terminal.markup import tag
from goldrush.terminal.words import HERE

STYLE = HERE / "report_svg.css"
WIDE, HIGH = 440, 250  # units of a picture; one is about a pixel
LEFT, RIGHT, TOP, BELOW = 52, 22, 12, 40  # what stands around columns and curves
LINE = 24  # height of one line of dots
FIGURE = 104  # room for figures beside dots, ...
GAP, LETTER, LETTERS = 16, 7.3, 31  # ... and for names of so many letters at most
TICKS = 4  # lines across, about
MOST_NAMES = 6  # below columns and curves
ROUND = (1, 2, 2.5, 5, 10)

Scale = Callable[[float], float]


def svg(chart: Chart, texts: Texts, mark: str = "chart") -> Element:
    """The picture of a chart; *mark* tells its ids from others' on the same page."""
    draw = {"columns": _columns, "curves": _curves, "dots": _dots}[chart.shape]
    high = 2 * TOP + 22 + LINE * len(chart.rows) if chart.shape == "dots" else HIGH
    title = tag("title", words.title(chart, texts), id=f"{mark}-title")
    told = tag("desc", words.spoken(chart, texts), id=f"{mark}-desc")
    shape = {"viewBox": f"0 0 {WIDE} {high}", "role": "img", "class": f"chart {chart.shape}"}
    shape["aria-labelledby"] = f"{mark}-title {mark}-desc"
    return tag("svg", title, told, *draw(chart, texts), **shape)


def file(chart: Chart, texts: Texts) -> str:
    """The same as a file of its own."""
    return alone(svg(chart, texts))


def alone(picture: Element) -> str:
    """A picture with its colours, as a file."""
    picture.set("xmlns", "http://www.w3.org/2000/svg")
    picture.insert(2, tag("style", STYLE.read_text("utf-8")))
    picture.insert(3, tag("rect", width="100%", height="100%", class_="ground"))
    return tostring(picture, encoding="unicode") + "\n"


def _columns(chart: Chart, texts: Texts) -> list[Element]:
    """A column for each row, with the error on its top."""
    most = max(_reach(chart, row)[1] for row in chart.rows)
    marks, y = _across(0.0, most, chart, texts)
    step = (WIDE - LEFT - RIGHT) / len(chart.rows)
    for number, row in enumerate(chart.rows):
        x, top = LEFT + step * number, y(row.figures[0].value)
        size = {"x": _n(x + 1), "y": _n(top), "width": _n(step - 2), "height": _n(y(0) - top)}
        marks.append(tag("rect", class_="column", **size))
        low, high = _reach(chart, row)
        marks.append(_path(f"M{_n(x + step / 2)} {_n(y(low))}V{_n(y(high))}", "whisker"))
    places = [LEFT + step * (n + 0.5) for n in range(len(chart.rows))]
    return marks + _below(chart, texts, places)


def _curves(chart: Chart, texts: Texts) -> list[Element]:
    """A curve for each series, in a band of its error."""
    reached = [end for row in chart.rows for end in _reach(chart, row)]
    even = [] if chart.even is None else [chart.even]
    marks, y = _across(min(0.0, *reached), max(*reached, *even), chart, texts)
    places = _along(chart)
    marks += _even(chart, y)
    for number, _ in enumerate(chart.series):
        points = [(x, row.figures[number]) for x, row in zip(places, chart.rows, strict=True)]
        upper = [f"{_n(x)} {_n(y(_span(chart, one)[1]))}" for x, one in points]
        lower = [f"{_n(x)} {_n(y(_span(chart, one)[0]))}" for x, one in points]
        line = [f"{_n(x)} {_n(y(one.value))}" for x, one in points]
        marks.append(_path(f"M{'L'.join([*upper, *reversed(lower)])}Z", f"band of-{number}"))
        marks.append(_path(f"M{'L'.join(line)}", f"curve of-{number}"))
    return marks + _below(chart, texts, places)


def _along(chart: Chart) -> list[float]:
    """Where the rows of curves stand: their names end in numbers."""
    numbers = [float(row.name.rpartition("/")[2]) for row in chart.rows]
    span = (numbers[-1] - numbers[0]) or 1.0
    return [LEFT + (WIDE - LEFT - RIGHT) * (n - numbers[0]) / span for n in numbers]


def _dots(chart: Chart, texts: Texts) -> list[Element]:
    """A line for each row: its name, a dot with its error on both sides, and the figure."""
    reached = [end for row in chart.rows for end in _reach(chart, row)]
    even = [] if chart.even is None else [chart.even]
    low, high = min(*reached, *even, *([0.0] if not even else [])), max(*reached, *even)
    names = [words.short(words.name(row.name, texts), LETTERS) for row in chart.rows]
    first = GAP + LETTER * max(map(len, names))
    room = WIDE - first - FIGURE

    def x(value: float) -> float:
        return first + room * (value - low) / ((high - low) or 1)

    bottom = TOP + LINE * len(chart.rows)
    marks = []
    if chart.even is not None:
        at = _n(x(chart.even))
        marks.append(_path(f"M{at} {TOP}V{bottom + 4}", "even"))
        said = words.value(chart.even, chart.unit, texts)
        marks.append(_text(x(chart.even), bottom + 18, said, "middle", "tick"))
    for number, (row, name) in enumerate(zip(chart.rows, names, strict=True)):
        y = TOP + LINE * (number + 0.5)
        marks.append(_text(first - GAP, y + 4, name, "end", "name"))
        marks += _dot(chart, row, texts, y, x)
    return marks


def _dot(chart: Chart, row: Row, texts: Texts, y: float, x: Scale) -> list[Element]:
    figure, (low, high) = row.figures[0], _reach(chart, row)
    clear = chart.even is not None and not low <= chart.even <= high
    kind = "dot clear" if clear else "dot"
    return [
        _path(f"M{_n(x(low))} {_n(y)}H{_n(x(high))}", "whisker"),
        tag("circle", cx=_n(x(figure.value)), cy=_n(y), r="4.5", class_=kind),
        _text(WIDE - 2, y + 4, words.figure(figure, row.unit or chart.unit, texts), "end", "tick"),
    ]


def _across(low: float, high: float, chart: Chart, texts: Texts) -> tuple[list[Element], Scale]:
    """Lines across with their figures, and where figures stand."""
    step = _round((high - low) or 1.0)
    bottom = low if low >= 0 else -step * -(low // step)
    top = max(high, bottom + step)

    def y(value: float) -> float:
        return TOP + (HIGH - TOP - BELOW) * (1 - (value - bottom) / (top - bottom))

    marks = []
    for k in range(int((top - bottom) / step + 1e-9) + 1):
        value = bottom + k * step
        marks.append(_path(f"M{LEFT} {_n(y(value))}H{WIDE - RIGHT}", "grid"))
        said = words.value(value, chart.unit, texts)
        marks.append(_text(LEFT - 6, y(value) + 4, said, "end", "tick"))
    return marks, y


def _round(span: float) -> float:
    """A round step that divides a span into a few."""
    size = 10.0 ** (len(str(int(span))) - 1 if span >= 1 else -_zeros(span))
    return next(size * one for one in ROUND if span / (size * one) <= TICKS + 1)


def _zeros(span: float) -> int:
    """How many places behind the point the first digit that counts stands."""
    places = 1
    while span * 10**places < 1:
        places += 1
    return places


def _even(chart: Chart, y: Scale) -> list[Element]:
    if chart.even is None:
        return []
    return [_path(f"M{LEFT} {_n(y(chart.even))}H{WIDE - RIGHT}", "even")]


def _below(chart: Chart, texts: Texts, places: list[float]) -> list[Element]:
    """Some names below, and what they are."""
    often = -(-len(chart.rows) // MOST_NAMES)
    bottom = HIGH - BELOW
    marks = [
        _text(x, bottom + 16, words.name(row.name, texts), "middle", "tick")
        for n, (x, row) in enumerate(zip(places, chart.rows, strict=True))
        if n % often == 0
    ]
    middle = (LEFT + WIDE - RIGHT) / 2
    return [*marks, _text(middle, HIGH - 6, texts(f"report.{chart.key}.along"), "middle", "along")]


def _span(chart: Chart, figure: Figure) -> tuple[float, float]:
    """From where to where the error of a figure reaches, as far as such a figure can be."""
    low, high = figure.value - SURE * figure.error, figure.value + SURE * figure.error
    if chart.even == 0.0:
        return low, high  # more or less than something else
    return max(low, 0.0), min(high, 1.0) if chart.unit == "share" else high


def _reach(chart: Chart, row: Row) -> tuple[float, float]:
    """From where to where a row's errors reach."""
    spans = [_span(chart, figure) for figure in row.figures]
    return min(low for low, _ in spans), max(high for _, high in spans)


def _path(course: str, kind: str) -> Element:
    return tag("path", d=course, class_=kind)


def _text(x: float, y: float, said: str, anchor: str, kind: str) -> Element:
    return tag("text", said, x=_n(x), y=_n(y), text_anchor=anchor, class_=kind)


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
