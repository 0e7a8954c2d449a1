"""When servers ran, and when tables must be looked at, in an SQLite file."""

import sqlite3
from itertools import pairwise

from goldrush.server.store import Rest

MOST_RUNS = 10_000  # that are remembered


def live(db: sqlite3.Connection, now: int) -> list[Rest]:
    """Keeps that a server begins to run; the times in which none did."""
    db.execute("INSERT OR REPLACE INTO runs VALUES (?, ?)", (now, now))
    db.execute(
        "DELETE FROM runs WHERE since IN"
        " (SELECT since FROM runs ORDER BY since DESC LIMIT -1 OFFSET ?)",
        (MOST_RUNS,),
    )
    runs = db.execute("SELECT since, until FROM runs ORDER BY since").fetchall()
    gaps = pairwise(runs)
    return [Rest(stopped, begun) for (_, stopped), (begun, _) in gaps if stopped < begun]


def beat(db: sqlite3.Connection, now: int) -> None:
    """Keeps that the server that began last still runs."""
    db.execute(
        "UPDATE runs SET until = max(until, ?) WHERE since = (SELECT max(since) FROM runs)", (now,)
    )


def mind(db: sqlite3.Connection, code: str, due: int) -> None:
    """Keeps when a table must be looked at."""
    if due:
        db.execute("INSERT OR REPLACE INTO dues VALUES (?, ?)", (code, due))
    else:
        db.execute("DELETE FROM dues WHERE code = ?", (code,))


def dues(db: sqlite3.Connection, most: int) -> list[tuple[str, int]]:
    """The tables that must be looked at first."""
    query = "SELECT code, due FROM dues ORDER BY due LIMIT ?"
    return db.execute(query, (most,)).fetchall()
