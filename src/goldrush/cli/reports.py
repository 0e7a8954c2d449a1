"""The command that measures what a game is made of, and writes it down as a page and as data."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldrush.cli.arguments import (
    ClusterAt,
    EditionFile,
    Lang,
    Name,
    Options,
    Output,
    Seed,
    Version,
    Workers,
    can_save,
    command_line,
    console,
    options,
    tell_written,
)
from goldrush.games import game
from goldrush.games.contract import Game
from goldrush.games.problem import Problem
from goldrush.games.texts import Texts
from goldrush.terminal import words
from goldrush.terminal.bar import bar

if TYPE_CHECKING:
    from goldrush.lab.charts import Report

Tables = Annotated[
    str | None, typer.Option("--seats", help="How many play: 4, or 2-5; as many as can.")
]
Quick = Annotated[bool, typer.Option("--quick", help="A tenth of the games: less sure.")]
Against = Annotated[
    Path | None, typer.Option(help="Another edition file, to compare this one with.")
]


def report(
    name: Name,
    output: Output = Path("report.html"),
    seats: Tables = None,
    quick: Quick = False,
    against: Against = None,
    seed: Seed = 0,
    option: Options = None,
    edition: EditionFile = None,
    version: Version = None,
    workers: Workers = None,
    cluster: ClusterAt = None,
    lang: Lang = None,
) -> None:
    """Measure what a game is made of: length, luck, fairness, which rules matter; as a page.

    Beside it the same figures are written as JSON and Parquet, and its pictures as SVG.
    """
    from goldrush.lab import report as lab
    from goldrush.lab.charts import differences
    from goldrush.terminal import report_files

    depth = "quick" if quick else "normal"
    opened = [game(name, edition, version)]
    texts = words.texts(lang, name)
    if against:
        opened.append(game(name, against, version))
    tables = range_of(seats, opened[0])
    for one in opened:
        lab.refuse(one, tables, options(option), seed, depth)
    can_save(output)
    who = (workers, cluster)
    found = [_measured(one, tables, options(option), seed, depth, who, texts) for one in opened]
    different = differences(found[0], found[1]) if against else None
    written, lacking = report_files.write(output, found[0], texts, command_line(), different)
    tell_written(written, texts)
    if lacking:
        console.print(texts("report.no_parquet"), soft_wrap=True, markup=False)


def range_of(said: str | None, game: Game) -> list[int]:
    """Numbers of seats as 4 or 2-5; as many as can play if nothing is said."""
    if said is None:
        return [game.rules.MAX_SEATS]
    low, dash, high = said.partition("-")
    if not (low.isdecimal() and (high.isdecimal() if dash else True)):
        raise Problem('seats are a number or a range such as 4 or 2-5, not "{}"', said)
    found = list(range(int(low), int(high if dash else low) + 1))
    if not found:
        raise Problem('seats go up: "{1}-{0}", not "{0}-{1}"', low, high)
    return found


def _measured(
    game: Game,
    tables: list[int],
    chosen: dict[str, str],
    seed: int,
    depth: str,
    who: tuple[int | None, str | None],
    texts: Texts,
) -> "Report":
    from goldrush.lab import report as lab

    settings = lab.refuse(game, tables, chosen, seed, depth)
    what = texts("report.bar", game=game.name, seats=", ".join(map(str, tables)))
    with bar(what, sum(lab.work(one, depth) for one in settings), texts) as progress:
        return lab.report(game, tables, chosen, seed, depth, who[0], progress, cluster=who[1])
