"""Copies of the file that keeps all tables: made while a server writes, and put back."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp

from goldrush.games.problem import Problem
from goldrush.server import migrations
from goldrush.server.sqlite import claimed

AT_ONCE = 1024  # pages
BESIDE = ("-wal", "-shm")  # what SQLite keeps beside a file that is in use


def backup(data: Path, target: Path, *, force: bool = False) -> int:
    """Copies all tables to a new file, as they are now; returns how many there are."""
    if target.exists() and data.exists() and target.samefile(data):
        raise Problem("{} cannot be its own copy; name another file", data)
    if target.exists() and not force:
        raise Problem("{} exists; name another file, or say --force to replace it", target)
    if any(Path(f"{target}{end}").exists() for end in BESIDE):
        raise Problem("{} is in use by another program; name another file", target)
    with _copied(data, target) as (copy, tables):
        copy.replace(target)
        _settle(target.parent)
    return tables


def restore(source: Path, data: Path) -> tuple[int, Path | None]:
    """Puts a copy in the place of all tables, for which no server may run.

    Returns how many tables it has, and where those are that were there before.
    """
    if source.exists() and data.exists() and source.samefile(data):
        raise Problem("{} cannot be its own copy; name another file", data)
    with claimed(data), _copied(source, data) as (copy, tables):
        _check(copy, source)
        kept = _put_aside(data)
        copy.replace(data)
        _settle(data.parent)
    return tables, kept


@contextmanager
def _copied(source: Path, target: Path) -> Iterator[tuple[Path, int]]:
    """A copy beside its target, complete and on disk, which nobody else can read; and its tables.

    It is of one moment: the transaction that reads it keeps that, and lets others write on.
    """
    if not source.is_file():
        raise Problem("there is no file {}; name the one that keeps the tables", source)
    try:
        number, name = mkstemp(prefix=f"{target.name}.", dir=target.parent)
    except OSError as error:
        raise Problem("{} cannot be written: {}", target, error.strerror) from None
    os.close(number)
    try:
        migrations.refuse(source)
        tables = _copy(source, Path(name))
        yield Path(name), tables
    except (OSError, sqlite3.Error) as error:
        raise Problem("{} cannot be copied to {}: {}", source, target, error) from None
    finally:
        for end in ("", *BESIDE):
            Path(f"{name}{end}").unlink(missing_ok=True)


def _copy(source: Path, copy: Path) -> int:
    with closing(migrations.reading(source)) as old, closing(sqlite3.connect(copy)) as new:
        old.execute("BEGIN")
        (tables,) = old.execute("SELECT count(*) FROM tables").fetchone()
        old.backup(new, pages=AT_ONCE)
        new.execute("PRAGMA journal_mode = DELETE")  # all of it in one file
    with copy.open("rb+") as file:
        os.fsync(file.fileno())
    return int(tables)


def _check(copy: Path, source: Path) -> None:
    """Refuses a copy that is damaged, and brings it to the newest format."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as db:
        (found, *_) = db.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise Problem("{} is damaged: {}", source, found)
        db.execute("PRAGMA synchronous = FULL")
        migrations.migrate(db)


def _put_aside(data: Path) -> Path | None:
    """Gives a file another name, with all that belongs to it; returns that name if there is one.

    What lies beside a file that is gone goes too: SQLite would write it into the next one.
    """
    there = data.exists()
    if there:
        with suppress(sqlite3.Error), closing(sqlite3.connect(data)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # what is not damaged is then in one file
    kept = data.with_name(f"{data.name}.{time.strftime('%Y%m%d-%H%M%S')}")
    while any(Path(f"{kept}{end}").exists() for end in (*BESIDE, "")):
        kept = kept.with_name(f"{kept.name}~")
    for end in (*BESIDE, ""):
        with suppress(FileNotFoundError):
            Path(f"{data}{end}").rename(f"{kept}{end}")
    return kept if there else None


def _settle(folder: Path) -> None:
    """Has the names in a folder outlive a loss of power."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
