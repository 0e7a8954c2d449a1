"""A report as one page that needs nothing else: no script, no picture, no other address."""

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from goldrush.games.texts import Texts
from goldrush.lab.charts import Chart, Difference, Report, Study
from goldrush.terminal import lab_page
from goldrush.terminal import report_words as words
from goldrush.terminal.markup import tag
from goldrush.terminal.report_svg import svg


def page(
    report: Report, texts: Texts, command: str, different: Sequence[Difference] | None = None
) -> str:
    """The page of a report; *different* is what another edition has above it."""
    inside = []
    if different is not None:
        inside.append(_differences(different, texts))
    for study in report.studies:
        inside.extend(_study(study, texts))
    return lab_page.whole(
        words.heading(report, texts),
        words.terms(report, texts),
        inside,
        _how(command, texts),
        texts.lang,
    )


def _study(study: Study, texts: Texts) -> Iterator[Element]:
    """What was found with one number of seats, in groups of charts."""
    yield tag("h2", texts("report.seated", n=study.seats), class_="study")
    for group, keys in words.GROUPS.items():
        mark = f"{group}-{study.seats}"
        title = tag("h3", texts(f"report.group.{group}"), id=mark)
        charts = [chart for chart in study.charts if chart.key in keys]
        inside = tag("div", *(_chart(one, study, texts) for one in charts), class_="charts")
        if charts:
            yield tag("section", title, inside, aria_labelledby=mark)


def _chart(chart: Chart, study: Study, texts: Texts) -> Element:
    """A chart with what it says, how that was found, and its figures."""
    mark = f"{chart.key}-{study.seats}"
    found = tag("figure", tag("h4", words.title(chart, texts)), class_=f"of-{chart.key}")
    found.append(tag("p", words.finding(chart, study, texts), class_="found"))
    if chart.shape == "table":
        found.append(_table(chart, texts))
    elif chart.rows:
        found.append(svg(chart, texts, mark))
        found.extend(lab_page.legend(chart, texts))
    how = texts(f"report.{chart.key}.how")
    found.append(tag("figcaption", how, " ", words.made(chart, texts), class_="soft"))
    if chart.shape != "table" and chart.rows:
        says = texts("report.figures")
        found.append(tag("details", tag("summary", says), _table(chart, texts)))
    return found


def _table(chart: Chart, texts: Texts) -> Element:
    """All figures of a chart."""
    table, says = tag("table", class_="figures"), words.title(chart, texts)
    if len(chart.series) > 1:
        names = [texts(f"report.series.{one}") for one in chart.series]
        head = tag("tr", tag("td"), *(tag("th", one, scope="col") for one in names))
        table.append(tag("thead", head))
    body = tag("tbody")
    for row in chart.rows:
        unit = row.unit or chart.unit
        cells = (tag("td", words.figure(one, unit, texts)) for one in row.figures)
        body.append(tag("tr", tag("th", words.name(row.name, texts), scope="row"), *cells))
    table.append(body)
    return tag("div", table, class_="scroll", tabindex="0", role="region", aria_label=says)


def _differences(different: Sequence[Difference], texts: Texts) -> Element:
    """What differs most between two editions."""
    title = tag("h3", texts("report.against.title"), id="against")
    columns = [texts(f"report.against.{one}") for one in ("figure", "here", "there", "apart")]
    head = tag("tr", *(tag("th", one, scope="col") for one in columns))
    body = tag("tbody")
    for one in different[: words.MOST_DIFFERENCES]:
        name, *cells = words.difference(one, texts)
        body.append(tag("tr", tag("th", name, scope="row"), *(tag("td", cell) for cell in cells)))
    table = tag("table", tag("thead", head), body, class_="figures")
    scroll = {"class": "scroll", "tabindex": "0", "role": "region", "aria-labelledby": "against"}
    says = tag("p", texts("report.against.how"), class_="soft")
    return tag("section", title, tag("div", table, **scroll), says, aria_labelledby="against")


def _how(command: str, texts: Texts) -> list[Element]:
    """How it was measured, and how to repeat it."""
    said = [texts(f"report.how.{one}") for one in ("bots", "errors", "minutes", "chances")]
    title = tag("h2", texts("report.how.title"), id="how")
    return [title, *(tag("p", one) for one in said), lab_page.again(command, texts)]
