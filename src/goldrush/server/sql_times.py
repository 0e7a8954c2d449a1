"""When servers ran, and when tables must be looked at, as SQL."""

from itertools import pairwise

from goldrush.server.sql import Connection, put
from goldrush.server.store import Rest

MOST_RUNS = 10_000  # that are remembered
RUN = put("runs", "since", "until")
DUE = put("dues", "code", "due")


def live(db: Connection, now: int) -> list[Rest]:
    """Keeps that a server begins to run; the times in which none did."""
    db.execute(RUN, (now, now))
    oldest = "SELECT since FROM runs ORDER BY since DESC LIMIT 1 OFFSET ?"
    db.execute(f"DELETE FROM runs WHERE since <= ({oldest})", (MOST_RUNS,))  # noqa: S608  # ours
    runs = db.execute("SELECT since, until FROM runs ORDER BY since").fetchall()
    gaps = pairwise(runs)
    return [Rest(stopped, begun) for (_, stopped), (begun, _) in gaps if stopped < begun]


def beat(db: Connection, now: int) -> None:
    """Keeps that the server that began last still runs."""
    db.execute(
        "UPDATE runs SET until = :now WHERE until < :now AND since = (SELECT max(since) FROM runs)",
        {"now": now},
    )


def mind(db: Connection, code: str, due: int) -> None:
    """Keeps when a table must be looked at."""
    if due:
        db.execute(DUE, (code, due))
    else:
        db.execute("DELETE FROM dues WHERE code = ?", (code,))


def dues(db: Connection, most: int) -> list[tuple[str, int]]:
    """The tables that must be looked at first."""
    query = "SELECT code, due FROM dues ORDER BY due, code LIMIT ?"
    return db.execute(query, (most,)).fetchall()
