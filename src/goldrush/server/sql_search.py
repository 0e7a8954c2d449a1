"""What a host looks for in a store: tables, people, and how much there is of what."""

from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import islice

import msgspec

from goldrush.server import sql_people
from goldrush.server.admin_store import Found, Kind, Listed
from goldrush.server.messages import Phase
from goldrush.server.seating import phase as phase_of
from goldrush.server.sql import Connection, fact
from goldrush.server.store import LAST, UNDO, Sheet
from goldrush.server.wordlist import folded

LOOKED = 20_000  # rows of each table among whose names somebody is looked for: the newest
PAGE = 500  # tables that are read at a time
NAMES = (
    f"SELECT player, {fact('person', 'name')} FROM people",  # noqa: S608  # all of it is ours
    f"SELECT player, name FROM remarks ORDER BY at DESC LIMIT {LOOKED}",  # noqa: S608  # likewise
    f"SELECT player, name FROM results WHERE player > '' ORDER BY at DESC LIMIT {LOOKED}",  # noqa: S608
)
NEWEST_NAME = f"""
    SELECT coalesce(
      (SELECT nullif({fact("person", "name")}, '') FROM people WHERE player = :player),
      (SELECT name FROM results WHERE player = :player ORDER BY at DESC, code LIMIT 1),
      (SELECT name FROM remarks WHERE player = :player ORDER BY at DESC, code LIMIT 1),
      (SELECT name FROM blocked WHERE player = :player), '')
"""  # noqa: S608
COUNTS = """
    SELECT
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


def listed(
    db: Connection, most: int, before: tuple[int, str], game: str, phase: Phase | None
) -> list[Listed]:
    """Tables, the newest first."""
    wanted = "" if phase is None else " AND over" if phase == "over" else " AND NOT over"
    found = (
        _listed(db, one)
        for one in _sheets(db, before, wanted)
        if game in ("", one.game) and phase in (None, phase_of(one))
    )
    return list(islice(found, most))


def _sheets(db: Connection, before: tuple[int, str], wanted: str = "") -> Iterator[Sheet]:
    """Tables, the newest first, but for those that cannot be read."""
    some = (
        f"SELECT created, code, sheet FROM tables WHERE (created, code) < (?, ?){wanted}"  # noqa: S608  # ours
        f" ORDER BY created DESC, code DESC LIMIT {PAGE}"
    )
    while rows := db.execute(some, before).fetchall():
        for *before_next, packed in rows:
            before = (before_next[0], before_next[1])
            with suppress(ValueError):
                yield msgspec.json.decode(packed, type=Sheet)


def _listed(db: Connection, sheet: Sheet) -> Listed:
    decisions = "SELECT count(*), coalesce(max(at), 0) FROM log WHERE code = ? AND actor >= 0"
    number, last = db.execute(decisions, (sheet.code,)).fetchone()
    (undone,) = db.execute(
        "SELECT count(*) FROM log WHERE code = ? AND step = ?", (sheet.code, UNDO)
    ).fetchone()
    return Listed(sheet, number - 2 * undone, last)


def named(db: Connection, wanted: str, most: int) -> list[Found]:
    """People in whose names something stands."""
    called: dict[str, str] = {}
    for player, name in _names(db):
        if player and name and wanted in folded(name):
            called[player] = max(name, called.get(player, ""))
    first = sorted(called.items(), key=lambda one: (one[1], one[0]))[:most]
    return [_found(db, player, name) for player, name in first]


def _names(db: Connection) -> Iterator[tuple[str, str]]:
    """Who has which names, as far as that is looked at."""
    for names in NAMES:
        yield from db.execute(names)
    for sheet in islice(_sheets(db, LAST, " AND NOT over"), LOOKED):
        yield from ((place.player, place.name) for place in sheet.places)


def known(db: Connection, players: Collection[str]) -> list[Found]:
    """The same of people whose identities are known."""
    return [_found(db, player, name(db, player)) for player in sorted(players)]


def name(db: Connection, player: str) -> str:
    """What somebody is called, as far as that is known: as they keep it, or the last time."""
    (found,) = db.execute(NEWEST_NAME, {"player": player}).fetchone()
    return str(found) or _seated_as(db, player)


def _found(db: Connection, player: str, called: str) -> Found:
    person = sql_people.find(db, "player", player)
    counts = db.execute(COUNTS, {"player": player}).fetchone()
    kept = person.name if person else ""
    return Found(player, kept or called, bool(kept), person.created if person else 0, *counts)


def _seated_as(db: Connection, player: str) -> str:
    """The name under which somebody sits at some table."""
    for _, sheet in sql_people.sheets(db, player):
        for place in sheet.places if sheet else ():
            if place.player == player and place.name:
                return place.name
    return ""


def inventory(db: Connection, sizes: dict[str, int]) -> list[Kind]:
    """How much is kept of each kind, and its bytes if those of all tables are known."""
    found = []
    for kind, tables in KINDS.items():
        (count,) = db.execute(f"SELECT count(*) FROM {tables[0]}").fetchone()  # noqa: S608
        size = sum(sizes[table] for table in tables) if sizes else None
        found.append(Kind(kind, count, size))
    return found
