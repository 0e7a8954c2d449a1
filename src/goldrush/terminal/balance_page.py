"""A balance as files: a page that needs nothing else, its pictures, its figures, the edition."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import msgspec

from goldrush.games.texts import Texts
from goldrush.lab.balance import Balance
from goldrush.lab.cells import Cell
from goldrush.terminal import balance_svg, lab_page
from goldrush.terminal import balance_words as words
from goldrush.terminal.markup import tag


def write(path: Path, balance: Balance, edition: str, texts: Texts, command: str) -> list[Path]:
    """Writes all of them, and returns which; without pyarrow there is no Parquet file."""
    file = path.with_suffix(".toml")
    file.write_text(edition, "utf-8")
    verdicts = {
        one.measure: one.verdict(balance.found.figures[one.measure]) for one in balance.targets
    }
    told = {"command": command, **msgspec.to_builtins(balance), "verdicts": verdicts}
    pictures = balance_svg.pictures(balance, texts)
    shown = page(balance, texts, command, file.name)
    return [*lab_page.write(path, shown, told, figures(balance), pictures), file]


def figures(balance: Balance) -> Iterator[dict[str, Any]]:
    """All figures of a balance, a row each."""
    stages = {"try": balance.tries, "finalist": balance.finalists}
    stages |= {"before": [balance.before], "found": [balance.found]}
    for stage, cells in stages.items():
        for number, cell in enumerate(cells):
            for measure, one in cell.figures.items():
                found = {"value": one.value, "error": one.error, "games": one.games}
                which = {"stage": stage, "number": number, "measure": measure}
                yield {**which, **cell.values, **found}


def page(balance: Balance, texts: Texts, command: str, file: str) -> str:
    """The page of a balance."""
    said = {"edition": balance.edition, "version": balance.version, "seed": balance.seed}
    games = max(one.games for one in balance.found.figures.values())
    how = [texts("balance.how", games=texts.number(games)), texts("report.how.bots")]
    return lab_page.whole(
        texts("balance.heading", game=texts("game.title")),
        texts("sweep.terms", seats=balance.seats, **said),
        _sections(balance, texts, file),
        [*(tag("p", one) for one in how), lab_page.again(command, texts)],
        texts.lang,
    )


def _sections(balance: Balance, texts: Texts, file: str) -> Iterator[Element]:
    yield lab_page.section(
        texts("balance.found_title"),
        "found",
        tag("p", tag("strong", words.verdict(balance, texts))),
        _values(balance, texts),
        _targets(balance, texts),
        tag(
            "figure", balance_svg.strips(balance, texts), tag("figcaption", texts("balance.legend"))
        ),
        tag("p", texts("balance.file", file=file)),
    )
    if balance.finalists:
        games = texts.number(max(one.games for one in balance.finalists[0].figures.values()))
        how = tag("p", texts("balance.finalists_how", games=games))
        table = _cells(balance, balance.finalists, texts)
        yield lab_page.section(texts("balance.finalists"), "finalists", how, table)
    picture = lab_page.chart(balance_svg.course(balance), texts, "course")
    inside = (tag("p", words.effort(balance, texts)), picture)
    tries = _cells(balance, balance.tries, texts)
    yield lab_page.section(texts("balance.tries"), "tries", *inside, tries)


def _values(balance: Balance, texts: Texts) -> Element:
    """What each value was, and what it is now."""
    head = [texts(f"balance.{one}") for one in ("value", "before", "found")]
    both = (balance.before.values, balance.found.values)
    rows = [[name, *(str(values[name]) for values in both)] for name in balance.varied]
    return lab_page.table(head, rows, texts("balance.value"))


def _targets(balance: Balance, texts: Texts) -> Element:
    """What was wanted, and what came of it."""
    named = ("wanted", "before", "found", "apart", "verdict", "nearest")
    head = ["", *(texts(f"balance.{one}") for one in named)]
    rows = [words.row(balance, target, texts) for target in balance.targets]
    return lab_page.table(head, rows, texts("balance.wanted"))


def _cells(balance: Balance, cells: Iterable[Cell], texts: Texts) -> Element:
    """Editions with their figures, and how far off they are."""
    measures = [texts(f"measure.{one.measure}") for one in balance.targets]
    rows = []
    for number, cell in enumerate(cells):
        found = [words.figure(one, cell.figures[one.measure], texts) for one in balance.targets]
        off = texts.number(balance.miss(cell), 1)
        rows.append([str(number), *map(str, cell.values.values()), *found, off])
    head = ["", *balance.varied, *measures, texts("balance.off")]
    return lab_page.table(head, rows, texts("report.figures"), 1 + len(balance.varied))
