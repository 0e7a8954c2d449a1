"""Which tables a store has: what the steps of ``migrations.py`` make of nothing."""

import sqlite3
from contextlib import closing
from functools import cache
from typing import NamedTuple

from goldrush.server import migrations
from goldrush.server.dialect import TRUTHS


class Shape(NamedTuple):
    """A table."""

    columns: tuple[str, ...]
    truths: tuple[bool, ...]  # for each column whether it says yes or no
    key: tuple[str, ...]
    unique: tuple[tuple[str, ...], ...]  # columns that no two rows have in common, the key too
    numbered: bool  # whether new rows get the next number for a key


@cache
def shapes() -> dict[str, Shape]:
    """All tables of the newest format, in the order in which they were thought of."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrations.migrate(db)
        made = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid"
        return {name: _shape(db, name) for (name,) in db.execute(made).fetchall()}


def _shape(db: sqlite3.Connection, table: str) -> Shape:
    found = db.execute("SELECT name, type, pk FROM pragma_table_info(?)", (table,)).fetchall()
    key = tuple(
        name for name, _, _ in sorted((one for one in found if one[2]), key=lambda one: one[2])
    )
    truths = tuple(name in TRUTHS or type_ == "BOOLEAN" for name, type_, _ in found)
    numbered = any(pk and type_ == "INTEGER" for _, type_, pk in found) and len(key) == 1
    return Shape(
        tuple(name for name, *_ in found), truths, key, (key, *_unique(db, table)), numbered
    )


def _unique(db: sqlite3.Connection, table: str) -> list[tuple[str, ...]]:
    """The columns of all indexes that let nothing in twice."""
    indexes = db.execute(
        "SELECT name FROM pragma_index_list(?) WHERE \"unique\" AND origin != 'pk'", (table,)
    ).fetchall()
    columns = "SELECT name FROM pragma_index_info(?) ORDER BY seqno"
    return [tuple(name for (name,) in db.execute(columns, index)) for index in indexes]
