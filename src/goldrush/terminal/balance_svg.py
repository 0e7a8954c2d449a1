"""Pictures of a balance: where the targets are and where the editions, and how the search went."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from goldrush.games.texts import Texts
from goldrush.lab.balance import Balance
from goldrush.lab.charts import Chart, Row
from goldrush.lab.measures import Figure
from goldrush.lab.ratings import SURE
from goldrush.lab.targets import Target
from goldrush.terminal import balance_words as words
from goldrush.terminal import report_svg
from goldrush.terminal.markup import tag

WIDE, HIGH, TOP = 440, 84, 12  # units of a picture, and of each target in it
LEFT, ROOM = 10, 230  # where a strip begins, and how long it is
ROWS = {"before": 42, "found": 64}  # where the two editions stand, below the name of a target
STROKE = 5  # half of one that stands for a try


def pictures(balance: Balance, texts: Texts) -> dict[str, Element]:
    """All of them, by the names of their files."""
    return {"targets": strips(balance, texts), "tries": report_svg.svg(course(balance), texts)}


def strips(balance: Balance, texts: Texts) -> Element:
    """A strip for each target, with what is wanted, both editions, and all tries."""
    high = TOP + HIGH * len(balance.targets)
    title = tag("title", texts("balance.strips"), id="strips-title")
    told = ". ".join(words.lines(balance, texts))
    shape = {"viewBox": f"0 0 {WIDE} {high}", "role": "img", "class": "chart strips"}
    shape["aria-labelledby"] = "strips-title strips-desc"
    drawn = tag("svg", title, tag("desc", told, id="strips-desc"), **shape)
    for number, target in enumerate(balance.targets):
        drawn.extend(_strip(balance, target, texts, TOP + HIGH * number))
    return drawn


def course(balance: Balance) -> Chart:
    """How far off each try was, and the best so far."""
    rows, best = [], float("inf")
    for number, cell in enumerate(balance.tries):
        off = balance.miss(cell)
        best = min(best, off)
        games = max(one.games for one in cell.figures.values())
        rows.append(Row(f"trait/{number}", [Figure(off, 0.0, games), Figure(best, 0.0, games)]))
    return Chart("balance", "curves", "number", "even", rows, ("try", "best"))


def _strip(balance: Balance, target: Target, texts: Texts, top: float) -> Iterator[Element]:
    both = {"before": balance.before, "found": balance.found}
    figures = {name: cell.figures[target.measure] for name, cell in both.items()}
    tried = [cell.figures[target.measure].value for cell in balance.tries]
    low, high = _reach(target, [*figures.values()], tried)

    def x(value: float) -> float:
        return LEFT + ROOM * (min(max(value, low), high) - low) / ((high - low) or 1)

    name = f"{texts(f'measure.{target.measure}')}: {words.wanted(target, texts)}"
    yield _text(LEFT, top + 16, name, "start", "name")
    first, last = x(target.span[0]), x(target.span[1])
    band = {"x": f"{first - 1:.1f}", "y": f"{top + 26:g}", "width": f"{last - first + 2:.1f}"}
    yield tag("rect", **band, height=HIGH - 32, class_="wanted")
    for value in tried:
        yield _path(f"M{x(value):.1f} {top + 53 - STROKE:g}v{2 * STROKE}", "tried")
    for which, figure in figures.items():
        y = top + ROWS[which]
        least, most = (x(figure.value + way * SURE * figure.error) for way in (-1, 1))
        yield _path(f"M{least:.1f} {y:g}H{most:.1f}", "whisker")
        kind = "dot clear" if which == "found" else "dot"
        yield tag("circle", cx=f"{x(figure.value):.1f}", cy=f"{y:g}", r="4.5", class_=kind)
        said = f"{texts(f'balance.{which}')} {words.figure(target, figure, texts)}"
        yield _text(WIDE - 2, y + 4, said, "end", "tick")


def _reach(target: Target, figures: list[Figure], tried: list[float]) -> tuple[float, float]:
    """From where to where a strip goes."""
    ends = [end for end in (target.low, target.high) if end is not None]
    lows = [one.value - SURE * one.error for one in figures]
    highs = [one.value + SURE * one.error for one in figures]
    return min(*ends, *lows, *tried), max(*ends, *highs, *tried)


def _path(course: str, kind: str) -> Element:
    return tag("path", d=course, class_=kind)


def _text(x: float, y: float, said: str, anchor: str, kind: str) -> Element:
    return tag("text", said, x=f"{x:g}", y=f"{y:g}", text_anchor=anchor, class_=kind)
