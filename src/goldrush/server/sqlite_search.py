"""What a host looks for in the SQLite file: tables, people, and how much there is of what."""

import sqlite3
from collections.abc import Collection
from contextlib import suppress

import msgspec

from goldrush.server import sqlite_people
from goldrush.server.admin_store import Found, Kind, Listed
from goldrush.server.messages import Phase
from goldrush.server.store import UNDO, Sheet
from goldrush.server.wordlist import folded

LOOKED = 20_000  # rows of each table among whose names somebody is looked for: the newest
BEGUN = "json_extract(CAST(sheet AS TEXT), '$.begun') > 0"
PHASES = {"open": f"NOT over AND NOT {BEGUN}", "playing": f"NOT over AND {BEGUN}", "over": "over"}
NAME = "json_extract(CAST(person AS TEXT), '$.name')"
NAMES = f"""
    SELECT player, {NAME} AS name FROM people
    UNION ALL SELECT player, name FROM (SELECT player, name FROM remarks LIMIT {LOOKED})
    UNION ALL SELECT player, name FROM (SELECT player, name FROM results
      WHERE player != '' ORDER BY at DESC LIMIT {LOOKED})
    UNION ALL SELECT json_extract(one.value, '$.player'), json_extract(one.value, '$.name')
      FROM (SELECT sheet FROM tables WHERE NOT over AND json_valid(CAST(sheet AS TEXT))
        ORDER BY created DESC LIMIT {LOOKED}) AS some,
      json_each(CAST(some.sheet AS TEXT), '$.places') AS one
"""  # noqa: S608  # all of it is ours
NAMED = f"""
    SELECT player, max(name) FROM ({NAMES}) WHERE player != '' AND name != ''
      AND instr(folded(name), :wanted) GROUP BY player ORDER BY 2 LIMIT :most
"""  # noqa: S608
NEWEST_NAME = f"""
    SELECT coalesce((SELECT nullif({NAME}, '') FROM people WHERE player = :player),
      (SELECT name FROM results WHERE player = :player ORDER BY at DESC LIMIT 1),
      (SELECT name FROM remarks WHERE player = :player ORDER BY at DESC LIMIT 1),
      (SELECT name FROM blocked WHERE player = :player), '')
"""  # noqa: S608
COUNTS = """
    SELECT coalesce((SELECT json_extract(CAST(person AS TEXT), '$.created') FROM people
        WHERE player = :player), 0),
      (SELECT count(*) FROM seats JOIN tables USING (code) WHERE player = :player AND NOT over),
      (SELECT count(*) FROM results WHERE player = :player),
      (SELECT count(*) FROM reports WHERE player = :player)
"""
KINDS = {  # of what is kept; the first table of each is counted
    "tables": ("tables", "seats", "hosts", "dues"),
    "moves": ("log",),
    "chat": ("said",),
    "gallery": ("remarks",),
    "results": ("results", "matches", "unsettled"),
    "people": ("people", "passkeys", "kin"),
    "ties": ("ties", "invitations"),
    "ratings": ("ratings", "rated"),
    "notices": ("listeners", "devices", "mailboxes", "often", "told"),
    "daily": ("tries", "days"),
    "reviews": ("reviews",),
    "reports": ("reports", "reporters"),
    "rules": ("blocked", "words"),
    "acts": ("acts",),
    "settings": ("settings", "runs"),
}
SIZES = """
    SELECT tbl_name, sum(pgsize) FROM dbstat('main', 1) JOIN sqlite_master USING (name)
      GROUP BY tbl_name
"""


def listed(
    db: sqlite3.Connection, most: int, before: tuple[int, str], game: str, phase: Phase | None
) -> list[Listed]:
    """Tables, the newest first."""
    wanted = ["(created, code) < (?, ?)", "json_valid(CAST(sheet AS TEXT))"]
    wanted += ["json_extract(CAST(sheet AS TEXT), '$.game') = ?"] if game else []
    wanted += [PHASES[phase]] if phase else []
    query = f"SELECT code, sheet FROM tables WHERE {' AND '.join(wanted)}"  # noqa: S608
    order = " ORDER BY created DESC, code DESC LIMIT ?"
    rows = db.execute(query + order, (*before, *([game] if game else []), most)).fetchall()
    return [one for code, packed in rows if (one := _listed(db, code, packed))]


def _listed(db: sqlite3.Connection, code: str, packed: bytes) -> Listed | None:
    try:
        sheet = msgspec.json.decode(packed, type=Sheet)
    except ValueError:
        return None
    decisions = "SELECT count(*), coalesce(max(at), 0) FROM log WHERE code = ? AND actor >= 0"
    number, last = db.execute(decisions, (code,)).fetchone()
    (undone,) = db.execute(
        "SELECT count(*) FROM log WHERE code = ? AND step = ?", (code, UNDO)
    ).fetchone()
    return Listed(sheet, number - 2 * undone, last)


def named(db: sqlite3.Connection, wanted: str, most: int) -> list[Found]:
    """People in whose names something stands."""
    db.create_function("folded", 1, folded, deterministic=True)
    rows = db.execute(NAMED, {"wanted": wanted, "most": most}).fetchall()
    return [_found(db, player, called) for player, called in rows]


def known(db: sqlite3.Connection, players: Collection[str]) -> list[Found]:
    """The same of people whose identities are known."""
    return [_found(db, player, name(db, player)) for player in sorted(players)]


def name(db: sqlite3.Connection, player: str) -> str:
    """What somebody is called, as far as that is known: as they keep it, or the last time."""
    (found,) = db.execute(NEWEST_NAME, {"player": player}).fetchone()
    return str(found) or _seated_as(db, player)


def _found(db: sqlite3.Connection, player: str, called: str) -> Found:
    person = sqlite_people.find(db, "player", player)
    since, *counts = db.execute(COUNTS, {"player": player}).fetchone()
    kept = person.name if person else ""
    return Found(player, kept or called, bool(kept), since, *counts)


def _seated_as(db: sqlite3.Connection, player: str) -> str:
    """The name under which somebody sits at some table."""
    for _, sheet in sqlite_people.sheets(db, player):
        for place in sheet.places if sheet else ():
            if place.player == player and place.name:
                return place.name
    return ""


def inventory(db: sqlite3.Connection) -> list[Kind]:
    """How much is kept of each kind; its bytes, with indexes, if this SQLite counts pages."""
    sizes: dict[str, int] = {}
    with suppress(sqlite3.OperationalError):  # it may be built without that
        sizes = dict(db.execute(SIZES))
    found = []
    for kind, tables in KINDS.items():
        (count,) = db.execute(f"SELECT count(*) FROM {tables[0]}").fetchone()  # noqa: S608
        size = sum(sizes[table] for table in tables) if sizes else None
        found.append(Kind(kind, count, size))
    return found
