"""The command that measures editions side by side."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from goldrush.cli.arguments import (
    ClusterAt,
    EditionFile,
    Lang,
    Name,
    Options,
    Seats,
    Seed,
    Version,
    Workers,
    can_save,
    console,
    options,
)
from goldrush.games import game
from goldrush.terminal import words
from goldrush.terminal.bar import bar

Vary = Annotated[
    str,
    typer.Option(metavar="VALUES", help="Values of the edition: gold.4=3..7,dynamite.cards=3,5."),
]
Measured = Annotated[str, typer.Option("--measure", help="What is measured, with commas between.")]
Most = Annotated[int, typer.Option("--games", help="Of each edition, at most.")]
Out = Annotated[Path, typer.Option("-o", "--output", help="The page; all else lies beside it.")]


def sweep(
    name: Name,
    vary: Vary,
    measure: Measured = "length,seat_edge,luck",
    output: Out = Path("sweep.html"),
    seats: Seats = None,
    number: Most = 20_000,
    seed: Seed = 0,
    option: Options = None,
    edition: EditionFile = None,
    version: Version = None,
    workers: Workers = None,
    cluster: ClusterAt = None,
    lang: Lang = None,
) -> None:
    """Measure editions that differ in some values, side by side, as a page with pictures.

    Beside it the same figures are written as JSON and Parquet. Ctrl-C gives the editions so far.
    """
    from goldrush.lab import sweep as lab
    from goldrush.lab.variations import variables
    from goldrush.terminal import sweep_page

    opened, texts = game(name, edition, version), words.texts(lang, name)
    seats = opened.rules.MAX_SEATS if seats is None else seats
    measures = [one.strip() for one in measure.split(",")]
    varying = variables(opened.edition, vary)
    terms = (opened, seats, varying, measures, number, seed, options(option))
    cells = lab.refuse(*terms)
    can_save(output)
    with bar(texts("sweep.bar", game=name), len(cells), texts, "editions") as progress:
        found = lab.sweep(*terms, workers, progress, cluster=cluster)
    written = sweep_page.write(output, found, texts, shlex.join(["goldrush", *sys.argv[1:]]))
    told = ", ".join(map(str, written))
    console.print(texts("report.written", files=told), soft_wrap=True, markup=False)
