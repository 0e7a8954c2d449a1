"""What the SQL of both stores is written for: a connection, and the few phrases that they share.

All statements are written once, in words that SQLite knows; ``dialect.py`` says for PostgreSQL what
little it says in another way.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol


class Rows(Protocol):
    """What a statement found."""

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""

    def fetchone(self) -> Any:
        """The next row; None if there is none."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A connection to a database: one of sqlite3, or what looks like it."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Rows:
        """Does a statement; its parameters stand in it as ?, or as :name."""

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> object:
        """Does a statement for each of some parameters."""


@contextmanager
def one_moment(db: Connection) -> Iterator[None]:
    """Reads several things as they were at the same moment."""
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.execute("COMMIT")


def put(table: str, key: str, rest: str) -> str:
    """The statement that writes a row in the place of the one with the same key."""
    columns = f"{key}, {rest}"
    new = ", ".join(f"{name} = excluded.{name}" for name in rest.split(", "))
    return (
        f"INSERT INTO {table} ({columns}) VALUES ({marks(columns.split())})"  # noqa: S608  # ours
        f" ON CONFLICT ({key}) DO UPDATE SET {new}"
    )


def marks(values: Collection[object]) -> str:
    """A mark for each of some values; what is in no list at all, if there are none."""
    return ", ".join("?" for _ in values) or "NULL"


def fact(column: str, name: str) -> str:
    """What stands under a name in a column that holds JSON."""
    return f"json_extract(CAST({column} AS TEXT), '$.{name}')"


def holds(column: str, name: str) -> str:
    """Whether that is true."""
    return f"CAST({fact(column, name)} AS TEXT) IN ('1', 'true')"
