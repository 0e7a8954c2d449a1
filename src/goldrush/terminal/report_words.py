"""The words and figures of a report, as its page and the terminal tell them."""

from collections.abc import Callable
from statistics import NormalDist

from goldrush.games.texts import Texts
from goldrush.lab.charts import Chart, Difference, Report, Study, Unit
from goldrush.lab.measures import Figure
from goldrush.lab.ratings import SURE
from goldrush.lab.skill import clear_rungs

GROUPS = {  # the charts of a report, in order
    "length": ("measures", "turns", "minutes"),
    "points": ("points", "margins"),
    "fairness": ("seats", "ends"),
    "choices": ("choices", "forced", "stakes", "interaction"),
    "skill": ("slips", "rungs", "height"),
    "rules": ("habits", "winning_kinds", "winning_early"),
    "drama": ("winner", "decided", "ahead", "drama"),
}
DIGITS = {"number": 1, "share": 1, "points": 0}
MOST_DIFFERENCES = 20
NEAR = 1e-6
NO_BREAK = "\u00a0"

Found = dict[str, object]


def heading(report: Report, texts: Texts) -> str:
    """What it is a report of."""
    return texts("report.heading", game=texts("game.title"))


def terms(report: Report, texts: Texts) -> str:
    """By which rules was played."""
    said = {"version": report.version, "edition": report.edition, "seed": report.seed}
    options = "".join(f", {name}={value}" for name, value in report.options.items())
    return texts("report.terms", **said, options=options)


def title(chart: Chart, texts: Texts) -> str:
    """What a chart shows."""
    return texts(f"report.{chart.key}.title")


def spoken(chart: Chart, texts: Texts) -> str:
    """A chart in one sentence, for those who do not see it."""
    told = (
        f"{name(row.name, texts)}: {figure(row.figures[0], row.unit or chart.unit, texts)}"
        for row in chart.rows
    )
    return "; ".join(told)


def made(chart: Chart, texts: Texts) -> str:
    """Of which games."""
    games = max(one.games for row in chart.rows for one in row.figures)
    return texts(f"report.players.{chart.players}", games=texts.number(games))


def name(path: str, texts: Texts) -> str:
    """What a row or a series is called."""
    of, _, what = path.partition("/")
    if of in NAMES and path != "seat/0":
        return NAMES[of](what, texts)
    return texts(f"report.row.{path.replace('/', '_')}")


def _percent(what: str, texts: Texts) -> str:
    return texts("figures.percent", share=what)


def _habit(key: str) -> Callable[[str, Texts], str]:
    return lambda what, texts: texts(f"report.row.{key}", kind=texts(f"does.{what}"))


def _numbered(key: str) -> Callable[[str, Texts], str]:
    return lambda what, texts: texts(f"report.row.{key}", number=what)


NAMES: dict[str, Callable[[str, Texts], str]] = {
    "bin": lambda what, _: what,
    "trait": lambda what, _: what,
    "at": _percent,
    "slip": _percent,
    "tenth": lambda what, texts: _percent(str(10 * int(what)), texts),
    "never": _habit("never"),
    "always": _habit("always"),
    "seat": _numbered("seat"),
    "place": _numbered("place"),
    "kind": lambda what, texts: texts(f"does.{what}"),
    "end": lambda what, texts: texts(f"end.{what}"),
    "measure": lambda what, texts: texts(f"measure.{what}"),
}


def figure(one: Figure, unit: Unit, texts: Texts) -> str:
    """A figure with its error, which it strays by in one case of twenty."""
    scale = 100 if unit == "share" else 1
    digits = _digits(scale * one.value, scale * SURE * one.error, unit)
    parts = (texts.number(scale * part, digits) for part in (one.value, SURE * one.error))
    told = " ± ".join(parts)
    whole = texts("figures.percent", share=told) if unit == "share" else told
    return whole.replace(" ", NO_BREAK)


def value(one: float, unit: Unit, texts: Texts) -> str:
    """A figure that is exact."""
    if unit == "share":
        return texts(
            "figures.percent",
            share=texts.number(100 * one, 0 if round(100 * one, 6) == round(100 * one) else 1),
        )
    return texts.number(one, 0 if one == round(one) else 1)


def short(said: str, most: int) -> str:
    """A name that fits."""
    return said if len(said) <= most else f"{said[: most - 1]}…"


def _digits(value: float, error: float, unit: Unit) -> int:
    """So many that the error shows."""
    digits = DIGITS[unit]
    return digits + 1 if 0 < error < 0.5 * 10**-digits else digits


def finding(chart: Chart, study: Study, texts: Texts) -> str:
    """What a chart says, in a sentence."""
    told = FINDINGS[chart.key](chart, study, texts) if chart.rows else None
    if told is None:
        return texts("report.nothing")
    key, found = told
    return texts(f"report.{chart.key}.{key}", **found)


def difference(one: Difference, texts: Texts) -> list[str]:
    """A difference as a row of a table."""
    what = [] if one.chart == "measures" else [texts(f"report.{one.chart}.title")]
    what.append(name(one.row, texts))
    if one.series != "all":
        what.append(texts(f"report.series.{one.series}"))
    both = (figure(each, one.unit, texts) for each in (one.one, one.other))
    apart = Figure(one.apart, one.error, min(one.one.games, one.other.games))
    return [" · ".join(what), *both, figure(apart, one.unit, texts)]


def _cell(chart: Chart, texts: Texts, place: int = 0, series: int = 0) -> str:
    row = chart.rows[place]
    return figure(row.figures[series], row.unit or chart.unit, texts)


def _of(chart: Chart, row: str) -> int:
    """Where a row stands."""
    return [one.name for one in chart.rows].index(row)


def _measured(chart: Chart, study: Study, texts: Texts) -> tuple[str, Found]:
    names = ("length", "decisions", "minutes")
    found = {one: _cell(chart, texts, _of(chart, f"measure/{one}"), 2) for one in names}
    return "found", {**found}


def _highest(chart: Chart, study: Study, texts: Texts) -> tuple[str, Found]:
    place = max(range(len(chart.rows)), key=lambda n: chart.rows[n].figures[0].value)
    return "found", {
        "name": name(chart.rows[place].name, texts),
        "value": _cell(chart, texts, place),
    }


def _first_and_last(chart: Chart, study: Study, texts: Texts) -> tuple[str, Found]:
    return "found", {"first": _cell(chart, texts), "last": _cell(chart, texts, -1)}


def _fair(chart: Chart, study: Study, texts: Texts) -> tuple[str, Found]:
    """Whether any seat is outside the error, which is wider the more seats there are."""
    assert chart.even is not None
    sure = NormalDist().inv_cdf(1 - 0.025 / study.seats)
    found = [row.figures[0] for row in chart.rows]
    strayed = [abs(one.value - chart.even) / (one.error or 1.0) for one in found]
    key = "unfair" if max(strayed) > sure else "fair"
    return key, {"share": _cell(chart, texts), "even": value(chart.even, "share", texts)}


def _swayed(chart: Chart, study: Study, texts: Texts) -> tuple[str, Found]:
    own, other = (_cell(chart, texts, _of(chart, f"sway/{who}")) for who in ("own", "other"))
    return "found", {"own": own, "other": other}


def _slipped(chart: Chart, study: Study, texts: Texts) -> tuple[str, Found]:
    last = chart.rows[-1].figures[0]
    even = Figure(last.value * study.seats, last.error * study.seats, last.games)
    return "found", {"share": _cell(chart, texts, -1), "part": figure(even, "share", texts)}


def _climbed(chart: Chart, study: Study, texts: Texts) -> tuple[str, Found]:
    return "found", {"clear": clear_rungs(chart), "all": len(chart.rows)}


def _height(chart: Chart, study: Study, texts: Texts) -> tuple[str, Found]:
    return "found", {"value": _cell(chart, texts, -1)}


def _kept(chart: Chart, study: Study, texts: Texts) -> tuple[str, Found]:
    """The habit that costs most, and the one that costs least."""
    assert chart.even is not None
    worst, best = (name(chart.rows[n].name, texts) for n in (0, -1))
    shares = {"share": _cell(chart, texts), "more": _cell(chart, texts, -1)}
    return "found", {"worst": worst, "best": best, **shares}


def _ends_of(chart: Chart, study: Study, texts: Texts) -> tuple[str, Found]:
    names = (name(chart.rows[n].name, texts) for n in (0, -1))
    told = zip(("most", "least"), names, strict=True)
    return "found", {**dict(told), "more": _cell(chart, texts), "less": _cell(chart, texts, -1)}


def _led(chart: Chart, study: Study, texts: Texts) -> tuple[str, Found]:
    half = _of(chart, "at/50")
    return "found", {"chance": _cell(chart, texts, half), "leads": _cell(chart, texts, half, 1)}


def _decided(chart: Chart, study: Study, texts: Texts) -> tuple[str, Found]:
    over = (row.name for row in chart.rows if row.figures[0].value >= 0.5)
    half = next(over, chart.rows[-1].name)
    return "found", {"at": name(half, texts), "last": _cell(chart, texts, _of(chart, "at/50"))}


def _dramatic(chart: Chart, study: Study, texts: Texts) -> tuple[str, Found]:
    names = ("changes", "comebacks", "decided")
    return "found", {one: _cell(chart, texts, _of(chart, f"drama/{one}")) for one in names}


def _half(chart: Chart, study: Study, texts: Texts) -> tuple[str, Found]:
    return "found", {"share": _cell(chart, texts, _of(chart, "tenth/5"))}


FINDINGS: dict[str, Callable[[Chart, Study, Texts], tuple[str, Found]]] = {
    "measures": _measured,
    "turns": _highest,
    "minutes": _highest,
    "points": _first_and_last,
    "margins": _highest,
    "seats": _fair,
    "ends": _highest,
    "choices": _first_and_last,
    "forced": _first_and_last,
    "stakes": _highest,
    "interaction": _swayed,
    "slips": _slipped,
    "rungs": _climbed,
    "height": _height,
    "habits": _kept,
    "winning_kinds": _ends_of,
    "winning_early": _ends_of,
    "winner": _led,
    "decided": _decided,
    "ahead": _half,
    "drama": _dramatic,
}
