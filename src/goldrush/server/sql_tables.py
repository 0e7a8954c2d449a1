"""Tables as SQL: their sheets and logs, and what was said there."""

from collections.abc import Collection, Iterator

import msgspec

from goldrush.server import (
    sql_daily,
    sql_listeners,
    sql_people,
    sql_ratings,
    sql_results,
)
from goldrush.server.messages import Said
from goldrush.server.sql import Connection, one_moment
from goldrush.server.store import Change, Conflict, Entry, Kept, Old, Remark, Sheet

LAST_STEP = "(SELECT at FROM log WHERE log.code = tables.code ORDER BY number DESC LIMIT 1)"
OLD = (
    f"CASE WHEN {LAST_STEP} IS NULL THEN created < :unplayed"
    f" WHEN over THEN {LAST_STEP} < :finished ELSE {LAST_STEP} < :unfinished END"
)
SOME = "SELECT code FROM tables WHERE created < :made"
OLD_GOING = f"{SOME} AND NOT over AND {OLD} LIMIT 1000"
OLD_OVER = f"{SOME} AND over AND {OLD} LIMIT 1000"
FORGET = f"DELETE FROM tables WHERE code = :code AND {OLD}"  # noqa: S608  # all of it is ours
REMARK = "number, at, player, name, text, asked"


def apply(db: Connection, change: Change) -> None:
    """Keeps a change, all of it or none."""
    if change.sheet:
        _put_sheet(db, change.sheet, change.revision)
    if change.entries:
        last = "SELECT coalesce(max(number), -1) FROM log WHERE code = ?"
        (known,) = db.execute(last, (change.code,)).fetchone()
        if change.entries[0].number != known + 1:
            raise Conflict(f"the next line of {change.code} is {known + 1}")
        rows = [(change.code, *msgspec.structs.astuple(entry)) for entry in change.entries]
        db.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", rows)
    if change.ended:
        sql_results.keep(db, change.ended)
        sql_ratings.count(db, change.ended, change.stakes)
    for said in change.said:
        row = (change.code, *msgspec.structs.astuple(said))
        db.execute("INSERT INTO said VALUES (?, ?, ?, ?, ?, ?)", row)
    for remark in change.remarks:
        row = (change.code, *msgspec.structs.astuple(remark))
        db.execute("INSERT INTO remarks VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def _put_sheet(db: Connection, sheet: Sheet, revision: int) -> None:
    """Writes a new sheet, or one in the place of exactly the revision that was known."""
    packed = msgspec.json.encode(sheet)
    if revision == 0:
        if sql_results.known(db, sheet.code):
            raise Conflict(f"{sheet.code} was played, and has a result")
        row = (sheet.code, sheet.over, sheet.created, packed)
        db.execute("INSERT INTO tables VALUES (?, 1, ?, ?, ?)", row)
        sql_daily.seat(db, sheet)
    else:
        found = db.execute(
            "UPDATE tables SET revision = revision + 1, over = ?, sheet = ?"
            " WHERE code = ? AND revision = ?",
            (sheet.over, packed, sheet.code, revision),
        )
        if found.rowcount != 1:
            raise Conflict(f"the sheet of {sheet.code} is not the one that was read")
    sql_people.seat(db, sheet)


def kept(db: Connection, code: str) -> Kept | None:
    """All that is kept of a table; ValueError if its sheet is none."""
    with one_moment(db):
        row = db.execute("SELECT sheet, revision FROM tables WHERE code = ?", (code,)).fetchone()
        log = "SELECT number, actor, step, at, id FROM log WHERE code = ? ORDER BY number"
        entries = [Entry(*found) for found in db.execute(log, (code,))]
        words = "SELECT number, at, seat, text, asked FROM said WHERE code = ? ORDER BY number"
        said = [Said(*found) for found in db.execute(words, (code,))]
        aside = f"SELECT {REMARK} FROM remarks WHERE code = ? ORDER BY number"  # noqa: S608
        remarks = [Remark(*found) for found in db.execute(aside, (code,))]
    if row is None:
        return None
    return Kept(msgspec.json.decode(row[0], type=Sheet), row[1], entries, said, remarks)


def remarks(db: Connection, player: str) -> list[tuple[str, Remark]]:
    """All that a person has said to others who look on."""
    query = f"SELECT code, {REMARK} FROM remarks WHERE player = ? ORDER BY at, code, number"  # noqa: S608
    return [(code, Remark(*found)) for code, *found in db.execute(query, (player,))]


def sheet(db: Connection, code: str) -> Sheet | None:
    """The sheet of a table."""
    row = db.execute("SELECT sheet FROM tables WHERE code = ?", (code,)).fetchone()
    return msgspec.json.decode(row[0], type=Sheet) if row else None


def seated(db: Connection, player: str, most: int) -> Iterator[tuple[str, Sheet | None]]:
    """The sheets of tables not yet over at which somebody has a seat, newest first."""
    found = db.execute(
        "SELECT code, sheet FROM seats JOIN tables USING (code) WHERE player = ? AND NOT over"
        " ORDER BY created DESC, code LIMIT ?",
        (player, most),
    )
    for code, packed in found:
        try:
            yield code, msgspec.json.decode(packed, type=Sheet)
        except ValueError:  # one that cannot be read hides no other
            yield code, None


def old(db: Connection, old: Old) -> list[str]:
    """The codes of some tables that are old, which must have been made long ago too."""
    found: list[str] = []
    for query, made in ((OLD_GOING, max(old.unplayed, old.unfinished)), (OLD_OVER, old.finished)):
        rows = db.execute(query, {"made": made, **msgspec.structs.asdict(old)})
        found += [code for (code,) in rows]
    return found


def remove(db: Connection, codes: Collection[str], old: Old) -> None:
    """Removes tables, unless something has happened there in the meantime."""
    for code in codes:
        if db.execute(FORGET, {"code": code, **msgspec.structs.asdict(old)}).rowcount:
            sql_people.remove(db, code)
            sql_listeners.remove(db, code)


def setting(db: Connection, name: str, usual: bytes) -> bytes:
    """What is kept under a name; *usual*, and kept from now on, if that is nothing yet."""
    db.execute("INSERT INTO settings VALUES (?, ?) ON CONFLICT DO NOTHING", (name, usual))
    (value,) = db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
    return bytes(value)
