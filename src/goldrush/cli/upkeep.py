"""Commands for whoever hosts: copies of all tables, whether all can be opened, an admin key."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldrush.cli.arguments import Data, DatabaseUrl, Lang, console, data_file, kept_in
from goldrush.games.problem import Problem
from goldrush.games.texts import Texts
from goldrush.terminal import words

if TYPE_CHECKING:
    from goldrush.server.audit import Finding
    from goldrush.server.databases import Place

Copy = Annotated[Path, typer.Argument(metavar="FILE", help="The copy.")]


def backup(
    file: Copy,
    data: Data = None,
    database: DatabaseUrl = "",
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
    lang: Lang = None,
) -> None:
    """Copy all tables to a file, also while a server runs."""
    from goldrush.server import backups

    texts = words.texts(lang)
    _of_a_file(data, database)
    tables = texts("check.tables", n=backups.backup(data_file(data), file, force=force))
    _say(texts("backup.made", path=file, tables=tables))


def restore(file: Copy, data: Data = None, database: DatabaseUrl = "", lang: Lang = None) -> None:
    """Put a copy in the place of all tables, while no server runs."""
    from goldrush.server import backups

    _of_a_file(data, database)
    texts, place = words.texts(lang), data_file(data)
    number, kept = backups.restore(file, place)
    tables = texts("check.tables", n=number)
    _say(texts("backup.restored", path=place, source=file, tables=tables))
    if kept:
        _say(texts("backup.kept", path=kept))


def admin_key() -> None:
    """Make a key for the admin page of a server, which nobody can guess."""
    from goldrush.server.admin_key import new_key

    _say(new_key())


def check(
    table: Annotated[
        str, typer.Argument(help="A table's code, or its name in logs; all tables.")
    ] = "",
    data: Data = None,
    database: DatabaseUrl = "",
    lang: Lang = None,
) -> None:
    """Look whether all tables can be opened, also while a server runs; 1 if some cannot."""
    texts, place = words.texts(lang), kept_in(data, database)
    look(texts, place, table)


def look(texts: Texts, place: "Place", table: str = "") -> None:
    """Says what is wrong with tables; ends with 1 if anything is."""
    from goldrush.server.audit import audit
    from goldrush.server.databases import named

    looked, unsound, damaged = 0, 0, False
    for found in audit(place, table):
        if found.code:
            looked, unsound = looked + 1, unsound + bool(found.trouble)
        else:
            damaged = True
        if found.trouble or table:
            _say(_told(texts, found))
    if table and not looked and not damaged:
        raise Problem(
            "there is no table {} in {}, neither by its code nor by its name in logs",
            table,
            named(place),
        )
    counts = {"tables": texts("check.tables", n=looked)}
    _say(texts("check.summary", **counts, unsound=texts("check.unsound", n=unsound)))
    if unsound or damaged:
        raise typer.Exit(1)


def _of_a_file(data: Path | None, database: str) -> None:
    """Refuses a database where a file is copied, and says what does that."""
    if isinstance(kept_in(data, database), str):
        raise Problem(
            "a database is copied by `goldrush database copy`, to a file and back, or by pg_dump"
        )


def _told(texts: Texts, found: "Finding") -> str:
    if not found.trouble:
        return texts("check.sound", code=found.code, mark=found.mark, steps=found.steps)
    reason = words.reason(texts.lang, found.trouble)
    if not found.code:
        return reason
    return texts("check.table", code=found.code, mark=found.mark, reason=reason)


def _say(line: str) -> None:
    console.print(line, soft_wrap=True, markup=False)
