"""A report as files: the page, its figures as JSON and Parquet, its pictures as SVG."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from goldrush.games.texts import Texts
from goldrush.lab.charts import Difference, Report
from goldrush.terminal import report_page, report_svg


def write(
    path: Path,
    report: Report,
    texts: Texts,
    command: str,
    different: Sequence[Difference] | None = None,
) -> tuple[list[Path], bool]:
    """Writes all of them; returns which, and whether what Parquet needs is lacking.

    Pictures lie in a folder with the page's name, and are told apart by seats if need be.
    """
    path.write_text(report_page.page(report, texts, command, different), "utf-8")
    data = path.with_suffix(".json")
    told = {"command": command, **msgspec.to_builtins(report)}
    if different is not None:
        told["differences"] = msgspec.to_builtins(different)
    data.write_bytes(msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n")
    table = path.with_suffix(".parquet")
    lacking = not _parquet(table, report)
    folder = path.with_suffix("")
    folder.mkdir(exist_ok=True)
    for study in report.studies:
        for chart in study.charts:
            if chart.shape != "table" and chart.rows:
                seats = f"-{study.seats}" if len(report.studies) > 1 else ""
                picture = report_svg.file(chart, texts)
                (folder / f"{chart.key}{seats}.svg").write_text(picture, "utf-8")
    return [path, data, *([] if lacking else [table]), folder], lacking


def figures(report: Report) -> Iterator[dict[str, Any]]:
    """All figures of a report, a row each."""
    for study in report.studies:
        for chart in study.charts:
            for row in chart.rows:
                for series, figure in zip(chart.series, row.figures, strict=True):
                    yield {
                        "game": report.game,
                        "seats": study.seats,
                        "chart": chart.key,
                        "players": chart.players,
                        "row": row.name,
                        "series": series,
                        "unit": row.unit or chart.unit,
                        "value": figure.value,
                        "error": figure.error,
                        "games": figure.games,
                    }


def _parquet(path: Path, report: Report) -> bool:
    """Writes a table, if what writes such tables is here."""
    if not find_spec("pyarrow"):
        return False
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    parquet.write_table(arrow.Table.from_pylist(list(figures(report))), path)
    return True
