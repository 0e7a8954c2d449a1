"""Arguments that several commands take, and what they mean; the screen that all commands share."""

import json
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from goldrush.games.contract import Game
from goldrush.games.problem import Problem
from goldrush.games.texts import LANGUAGES, Texts
from goldrush.terminal import words

console = Console(highlight=False)

Name = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's name, as `goldrush games` lists it.")
]
Seats = Annotated[int | None, typer.Option(help="How many play.")]
Options = Annotated[list[str] | None, typer.Option("--option", help="An option of the game, k=v.")]
Version = Annotated[
    int | None, typer.Option("--version", help="Of the rules; the newest by default.")
]
EditionFile = Annotated[Path | None, typer.Option("--edition", help="Your own edition file.")]
Lang = Annotated[
    str | None, typer.Option(help=f"{' or '.join(LANGUAGES)}; the terminal's own by default.")
]
Salt = Annotated[str | None, typer.Option(help="Your own words in the fair draws.")]
Plain = Annotated[bool, typer.Option("--plain", help="Sentences, for screen readers.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.")]
Workers = Annotated[int | None, typer.Option(min=1, help="Cores to use; all of them.")]
ClusterAt = Annotated[
    str | None,
    typer.Option("--cluster", metavar="auto|ray://…", help="Play on a Ray cluster."),
]
Vary = Annotated[
    str,
    typer.Option(metavar="VALUES", help="Values of the edition: gold.4=3..7,dynamite.cards=3,5."),
]
Output = Annotated[Path, typer.Option("-o", "--output", help="The page; all else lies beside it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print plain JSON.")]
Data = Annotated[
    Path | None, typer.Option(help="The file that keeps all tables; your data folder's.")
]
DatabaseUrl = Annotated[
    str,
    typer.Option(
        metavar="postgresql://…",
        help="The database that keeps all tables, in the place of a file.",
    ),
]


def data_file(said: Path | None) -> Path:
    """The file that keeps all tables of a server."""
    return said or words.data() / "tables.db"


def kept_in(said: Path | None, database: str) -> Path | str:
    """Where all tables of a server are kept: in a database, or else in a file."""
    if database and "://" not in database:
        raise Problem(
            "{} names no database; say which one, as in postgresql://user@host/goldrush", database
        )
    return database or data_file(said)


def options(said: list[str] | None) -> dict[str, str]:
    """Options as k=v."""
    pairs = [text.partition("=") for text in said or []]
    for name, equals, _ in pairs:
        if not equals:
            raise Problem('an option is said as name=value, not "{}"', name)
    return {name: value for name, _, value in pairs}


def numbers(said: str) -> tuple[int, ...]:
    """Numbers of seats as 2,4."""
    parts = [part.strip() for part in said.split(",")]
    if not all(part.isdecimal() and int(part) for part in parts):
        raise Problem('seats are numbers such as 2 or 2,4, not "{}"', said)
    return tuple(map(int, parts))


def seated(game: Game, said: int | None) -> int:
    """How many play: as many as can, if nobody says otherwise."""
    return game.rules.MAX_SEATS if said is None else said


def command_line() -> str:
    """The command that was given, to be given once more."""
    return shlex.join(["goldrush", *sys.argv[1:]])


def tell(lines: Iterable[str]) -> None:
    """Prints lines as they are, however long."""
    for line in lines:
        console.print(line, soft_wrap=True, markup=False)


def tell_written(files: Iterable[Path], texts: Texts) -> None:
    """Says which files there are now."""
    tell([texts("report.written", files=", ".join(map(str, files)))])


def can_save(path: Path) -> None:
    """Says before the match, not after it, that nothing can be written there."""
    try:
        new = not path.exists()
        path.open("ab").close()
        if new:
            path.unlink()  # else it would be left empty if nothing comes of it
    except OSError as error:
        raise Problem("nothing can be saved as {}: {}", path, error.strerror) from None


def print_json(result: msgspec.Struct) -> None:
    """Prints JSON as it is: the console would wrap and colour it."""
    print(json.dumps(msgspec.to_builtins(result)))  # noqa: T201
