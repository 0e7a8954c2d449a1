"""Where a server keeps its tables: a file of SQLite, or a database of PostgreSQL by its address."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from goldrush.games.problem import Problem
from goldrush.server import migrations, postgres_format, sqlite
from goldrush.server.postgres import SERVING, PostgresStore, Writing, prepare
from goldrush.server.postgres_link import Link, is_url, reason, shown
from goldrush.server.sql import Connection
from goldrush.server.sql_store import SqlStore

Place = Path | str  # a file, or an address

SERVED = (
    "SELECT count(*) FROM pg_locks JOIN pg_database ON oid = database"
    " WHERE locktype = 'advisory' AND granted AND datname = current_database() AND objid = ?"
)


def place(said: str) -> Place:
    """What somebody names: an address, or a file."""
    return said if is_url(said) else Path(said)


def named(place: Place) -> str:
    """How a place is called where everybody may read it."""
    return str(place) if isinstance(place, Path) else shown(place)


@contextmanager
def owned(place: Place) -> Iterator[SqlStore]:
    """The store of the one server that a place has, which closes it."""
    if isinstance(place, str):
        yield PostgresStore(place)
    else:
        with sqlite.claimed(place):
            yield sqlite.SqliteStore(place)


@contextmanager
def reading(place: Place) -> Iterator[Connection]:
    """What is kept somewhere, as it is: nothing of it can be changed."""
    if isinstance(place, str):
        with _linked(Link(place, reading=True), place) as link:
            yield link
        return
    if not place.is_file():
        raise Problem("there is no file {}; name the one that keeps the tables", place)
    try:
        migrations.refuse(place)
    except sqlite3.Error as error:
        raise Problem("{} is damaged: {}", place, error) from None
    with closing(migrations.reading(place)) as db:
        yield db


@contextmanager
def writing(place: Place) -> Iterator[Connection]:
    """The newest format of a place that no server has; what is not committed has not happened."""
    if isinstance(place, str):
        with closing(Writing(place, alone=True)) as link:
            prepare(link, place)
            yield link
        return
    with sqlite.claimed(place):
        try:
            db = sqlite.prepared(place)
        except (OSError, sqlite3.Error) as error:
            raise Problem("tables cannot be kept in {}: {}", place, error) from None
        with closing(db):
            yield db


def is_served(place: Place) -> bool:
    """Whether a server keeps its tables there just now."""
    if isinstance(place, str):
        with _linked(Link(place, reading=True), place) as link:
            return bool(link.execute(SERVED, (SERVING,)).fetchone()[0])
    try:
        with sqlite.claimed(place):
            return False
    except Problem:
        return True


def format_of(db: Connection) -> int:
    """The format of what is kept."""
    return postgres_format.format_of(db) if isinstance(db, Link) else migrations.format_of(db)


@contextmanager
def _linked(link: Link, url: str) -> Iterator[Link]:
    """A connection by which a database is read, if it is one of ours."""
    with closing(link):
        try:
            link.connect()
            postgres_format.refuse(link, url)
        except Exception as error:
            if isinstance(error, Problem):
                raise
            raise Problem("{} cannot be read: {}", shown(url), reason(error)) from None
        yield link
