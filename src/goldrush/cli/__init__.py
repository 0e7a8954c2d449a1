"""The command line: play, simulate, compare, replay, review, verify, measure."""

import sys

import typer
from rich.console import Console

from goldrush.cli.about import bots, edition, games, rules
from goldrush.cli.databases import database
from goldrush.cli.matches import play, replay, verify
from goldrush.cli.reports import report
from goldrush.cli.reviews import review
from goldrush.cli.study import bench, league, simulate, teach
from goldrush.cli.sweeps import balance, sweep
from goldrush.cli.tables import join, serve
from goldrush.cli.upkeep import admin_key, backup, check, restore
from goldrush.cli.visits import me, tables
from goldrush.terminal import words

COMMANDS = (  # as `goldrush --help` lists them
    games,
    bots,
    rules,
    edition,
    play,
    simulate,
    league,
    report,
    sweep,
    balance,
    replay,
    review,
    verify,
    tables,
    join,
    me,
    serve,
    backup,
    restore,
    check,
    admin_key,
    teach,
    bench,
)

app = typer.Typer(
    help="Gold-rush board games, in the terminal and in numbers.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in COMMANDS:
    app.command()(command)
app.add_typer(database, name="database")


def main() -> None:
    """Runs the command line; what is wrong is said in one line, without a traceback."""
    try:
        app()
    except ValueError as error:
        complaint = Console(stderr=True, highlight=False, soft_wrap=True)
        said = words.reason(words.asked_for(sys.argv), error)
        complaint.print(f"goldrush: {said}", style="red", markup=False)
        sys.exit(2)
