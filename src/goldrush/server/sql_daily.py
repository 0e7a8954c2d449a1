"""The daily challenges, as SQL: the days, and who has tried them at which table."""

from datetime import UTC, datetime, timedelta

import msgspec

from goldrush.server.challenge import Challenge, Day
from goldrush.server.sql import Connection, Rows
from goldrush.server.store import Sheet, Tried

ENDED = (
    "SELECT day, tries.player, name, place, points, results.at, code, link FROM tries"
    " JOIN results USING (code) JOIN matches USING (code) WHERE results.player = tries.player"
)


def day(db: Connection, usual: Day) -> Day:
    """What is kept of a day; *usual*, and kept from now on, if that is nothing yet."""
    row = (usual.day, usual.secret, msgspec.json.encode(usual.challenge))
    db.execute("INSERT INTO days VALUES (?, ?, ?) ON CONFLICT DO NOTHING", row)
    found = known(db, usual.day)
    assert found
    return found


def known(db: Connection, day: str) -> Day | None:
    """What is kept of a day."""
    row = db.execute("SELECT secret, challenge FROM days WHERE day = ?", (day,)).fetchone()
    return Day(day, row[0], msgspec.json.decode(row[1], type=Challenge)) if row else None


def beside(db: Connection, day: str) -> tuple[str | None, str | None]:
    """The days before and after one on which somebody has played."""
    found = "SELECT max(day) FROM tries WHERE day < ?", "SELECT min(day) FROM tries WHERE day > ?"
    before, after = (db.execute(query, (day,)).fetchone()[0] for query in found)
    return before, after


def seat(db: Connection, sheet: Sheet) -> None:
    """Notes that this is somebody's one try, unless they have had theirs."""
    if sheet.daily:
        row = (sheet.daily, sheet.host, sheet.code)
        db.execute("INSERT INTO tries VALUES (?, ?, ?) ON CONFLICT DO NOTHING", row)


def code(db: Connection, day: str, player: str) -> str | None:
    """The table of somebody's try on a day."""
    wanted = "SELECT code FROM tries WHERE day = ? AND player = ?"
    row = db.execute(wanted, (day, player)).fetchone()
    return row[0] if row else None


def tries(db: Connection, day: str) -> int:
    """How many have begun on a day."""
    (found,) = db.execute("SELECT count(*) FROM tries WHERE day = ?", (day,)).fetchone()
    return int(found)


def players(db: Connection, day: str) -> list[str]:
    """Who has begun on a day."""
    found = db.execute("SELECT player FROM tries WHERE day = ?", (day,))
    return [player for (player,) in found]


def table(db: Connection, day: str) -> list[Tried]:
    """Who has ended their match in time, the best first."""
    query = f"{ENDED} AND day = ? ORDER BY place, points DESC, results.at, code"
    return _in_time(db.execute(query, (day,)))


def of(db: Connection, player: str) -> list[Tried]:
    """All days on which somebody has ended their match in time, the oldest first."""
    query = f"{ENDED} AND tries.player = ? ORDER BY day"
    return _in_time(db.execute(query, (player,)))


def _in_time(rows: Rows) -> list[Tried]:
    """Those who had ended before midnight."""
    ended = [Tried(*row) for row in rows]
    return [one for one in ended if one.at < _midnight(one.day)]


def _midnight(day: str) -> int:
    """When a day is over, in milliseconds since 1970."""
    begun = datetime.fromisoformat(day).replace(tzinfo=UTC)
    return round((begun + timedelta(days=1)).timestamp() * 1000)
