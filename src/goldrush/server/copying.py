"""All that is kept in one place, copied to another: rows and what follows them, all or nothing.

Both sides are read in pages by their keys, so that neither size nor kind of a store matters; then
what arrived is read once more, and must be the same to the last byte.
"""

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from goldrush.games.problem import Problem
from goldrush.server import migrations
from goldrush.server.databases import Place, format_of, named, reading, writing
from goldrush.server.postgres_link import Link, reason
from goldrush.server.shape import Shape, shapes
from goldrush.server.sql import Connection, marks

AT_ONCE = 1000  # rows

Row = tuple[Any, ...]


class Step(NamedTuple):
    """How far a copy has come."""

    done: int  # rows, of which each is read once more after it was written
    of: int


def copy(source: Place, target: Place, *, force: bool = False) -> Iterator[Step]:
    """Copies all that is kept, as it is at this moment; *force* replaces what is there.

    Nothing of the target has changed until all of it has arrived and was compared.
    """
    if source == target or _same_file(source, target):
        raise Problem("{} cannot be its own copy; name another place", named(source))
    with reading(source) as old, writing(target) as new:
        if format_of(old) != migrations.newest():
            raise Problem(
                "{} is of an older format; `goldrush serve` brings it forward when it opens it",
                named(source),
            )
        old.execute("BEGIN")
        new.execute("BEGIN")
        _make_room(new, target, force=force)
        try:
            yield from _copied(old, new)
        except Problem:
            raise
        except Exception as error:  # of either database
            what = reason(error)
            raise Problem(
                "{} cannot be copied to {}: {}", named(source), named(target), what
            ) from None
        new.execute("COMMIT")


def _copied(old: Connection, new: Connection) -> Iterator[Step]:
    """Copies every table, then compares all of them."""
    of = 2 * sum(_count(old, table) for table in shapes())
    done, digests = 0, {}
    for table, shape in shapes().items():
        digest = hashlib.sha256()
        into = f"INSERT INTO {table} VALUES ({marks(shape.columns)})"  # noqa: S608  # all ours
        for rows in _pages(old, table, shape):
            new.executemany(into, rows)
            digest.update(msgspec.msgpack.encode(rows))
            yield Step(done := done + len(rows), of)
        digests[table] = digest.digest()
        _number_on(new, table, shape)
    for table, shape in shapes().items():
        digest = hashlib.sha256()
        for rows in _pages(new, table, shape):
            digest.update(msgspec.msgpack.encode(rows))
            yield Step(done := done + len(rows), of)
        if digest.digest() != digests[table]:
            raise Problem("what arrived in {} is not what was sent", table)


def _pages(db: Connection, table: str, shape: Shape) -> Iterator[list[Row]]:
    """All rows of a table in the order of their keys, some at a time."""
    columns, key = ", ".join(shape.columns), ", ".join(shape.key)
    at = [shape.columns.index(name) for name in shape.key]
    after, last = "", ()
    while True:
        query = f"SELECT {columns} FROM {table}{after} ORDER BY {key} LIMIT {AT_ONCE}"  # noqa: S608
        rows = [_plain(row, shape) for row in db.execute(query, last)]
        if rows:
            yield rows
        if len(rows) < AT_ONCE:
            return
        last = tuple(rows[-1][n] for n in at)
        after = f" WHERE ({key}) > ({marks(shape.key)})"


def _plain(row: Row, shape: Shape) -> Row:
    """A row as both kinds of stores take it."""
    return tuple(bool(one) if yes else one for one, yes in zip(row, shape.truths, strict=True))


def _make_room(new: Connection, target: Place, *, force: bool) -> None:
    """Removes what is there, if that is wanted."""
    for table in shapes():
        if not force and _count(new, table):
            raise Problem(
                "{} is not empty; name another place, or say --force to replace what it keeps",
                named(target),
            )
        new.execute(f"DELETE FROM {table}")  # noqa: S608


def _number_on(new: Connection, table: str, shape: Shape) -> None:
    """Has new rows numbered after those that were copied, which SQLite does by itself."""
    if shape.numbered and isinstance(new, Link):
        (key,) = shape.key
        new.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', '{key}'),"  # noqa: S608
            f" coalesce(max({key}), 0) + 1, false) FROM {table}"
        )


def _count(db: Connection, table: str) -> int:
    (found,) = db.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608
    return int(found)


def _same_file(source: Place, target: Place) -> bool:
    if isinstance(source, str) or isinstance(target, str):
        return False
    return source.exists() and target.exists() and source.samefile(target)
