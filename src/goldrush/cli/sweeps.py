"""The commands that measure editions: side by side, or until one is as it is wanted."""

from pathlib import Path
from typing import Annotated

import typer

from goldrush.cli.arguments import (
    ClusterAt,
    EditionFile,
    Lang,
    Name,
    Options,
    Output,
    Seats,
    Seed,
    Vary,
    Version,
    Workers,
    can_save,
    command_line,
    options,
    seated,
    tell,
    tell_written,
)
from goldrush.games import game
from goldrush.terminal import words
from goldrush.terminal.bar import bar

Measured = Annotated[str, typer.Option("--measure", help="What is measured, with commas between.")]
Most = Annotated[int, typer.Option("--games", help="Of each edition, at most.")]
Wanted = Annotated[
    str, typer.Option("--target", metavar="TARGETS", help="seat_edge=0,length=40..50")
]
Tries = Annotated[int, typer.Option(help="How many editions are tried.")]
Each = Annotated[int, typer.Option("--games", help="Of each edition that is tried.")]
Checks = Annotated[
    int, typer.Option(help="Games of the edition that is found, and of the one as it was.")
]


def sweep(
    name: Name,
    vary: Vary,
    measure: Measured = "length,seat_edge,luck",
    output: Output = Path("sweep.html"),
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
    seats = seated(opened, seats)
    measures = [one.strip() for one in measure.split(",")]
    varying = variables(opened.edition, vary)
    terms = (opened, seats, varying, measures, number, seed, options(option))
    cells = lab.refuse(*terms)
    can_save(output)
    with bar(texts("sweep.bar", game=name), len(cells), texts, "editions") as progress:
        found = lab.sweep(*terms, workers, progress, cluster=cluster)
    tell_written(sweep_page.write(output, found, texts, command_line()), texts)


def balance(
    name: Name,
    vary: Vary,
    target: Wanted,
    output: Output = Path("balance.html"),
    seats: Seats = None,
    tries: Tries = 48,
    number: Each = 3000,
    checks: Checks = 20_000,
    seed: Seed = 0,
    option: Options = None,
    edition: EditionFile = None,
    version: Version = None,
    workers: Workers = None,
    cluster: ClusterAt = None,
    lang: Lang = None,
) -> None:
    """Search the values of an edition until it is as you want it: fairer, shorter, less lucky.

    Beside the page lie the edition that was found, and all figures as JSON and Parquet. Ctrl-C
    ends the search; what is best so far is checked.
    """
    from goldrush.lab import balance as lab
    from goldrush.lab.plan import Plan
    from goldrush.lab.targets import targets
    from goldrush.lab.variations import variables
    from goldrush.terminal import balance_page, balance_words

    opened, texts = game(name, edition, version), words.texts(lang, name)
    seats = seated(opened, seats)
    what = (opened, seats, variables(opened.edition, vary), targets(target, seats))
    plan = Plan(*what, tries, number, checks, seed, options(option))
    can_save(output)
    with bar(texts("sweep.bar", game=name), plan.editions, texts, "editions") as progress:
        found = lab.balance(plan, workers, progress, cluster=cluster)
    tell(balance_words.lines(found, texts))
    made = lab.edition(plan, found)
    tell_written(balance_page.write(output, found, made, texts, command_line()), texts)
