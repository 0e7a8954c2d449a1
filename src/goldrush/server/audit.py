"""All that is kept, read from beginning to end: whether every table can be opened and played on."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from goldrush.bots.compiler import playable
from goldrush.bots.parts import opened
from goldrush.core import CHANCE
from goldrush.fair import Fair
from goldrush.games.problem import Problem
from goldrush.match import Match, Unfair, follow, verify_lots
from goldrush.position import Position
from goldrush.server import sql_ratings
from goldrush.server.databases import Place, format_of, named, reading
from goldrush.server.logs import mark
from goldrush.server.postgres_link import reason
from goldrush.server.sql import Connection
from goldrush.server.sql_tables import kept
from goldrush.server.store import UNDO, Entry, Kept, Sheet

REMEMBERED = 64  # decisions whose positions are kept, so that undo need not replay
MOST_DAMAGE = 10  # places of a file that are named
RATED = 10  # the format since which matches are rated


class Finding(NamedTuple):
    """What was found of a table, or of the whole file, which has no code."""

    code: str = ""
    mark: str = ""  # by which logs name it
    steps: int = 0
    trouble: ValueError | None = None


def audit(place: Place, wanted: str = "") -> Iterator[Finding]:
    """Looks at everything, or at the table that a code or a mark names; changes nothing."""
    if isinstance(place, Path) and not place.is_file():
        raise Problem("there is no file {}; name the one that keeps the tables", place)
    try:
        with reading(place) as db:
            if isinstance(place, Path):
                yield from _damage(db, place)
            yield from _tables(db, wanted)
            if not wanted and format_of(db) >= RATED:
                yield from (Finding(trouble=problem) for problem in sql_ratings.wrong(db))
    except Problem as problem:
        yield Finding(trouble=problem)
    except Exception as error:  # of either database
        yield Finding(trouble=Problem("{} is damaged: {}", named(place), reason(error)))


def _damage(db: Connection, path: Path) -> Iterator[Finding]:
    """What SQLite itself finds wrong with its file."""
    for (found,) in db.execute(f"PRAGMA integrity_check({MOST_DAMAGE})"):
        if found != "ok":
            yield Finding(trouble=Problem("{} is damaged: {}", path, found))


def _tables(db: Connection, wanted: str) -> Iterator[Finding]:
    """Looks at one table after the other, so that a server is not kept from folding its log."""
    row = db.execute("SELECT value FROM settings WHERE name = 'cookies'").fetchone()
    key = bytes(row[0]) if row else b""
    for (code,) in db.execute("SELECT code FROM tables UNION SELECT code FROM log").fetchall():
        named = mark(key, code)
        if not wanted or wanted.upper() == code or wanted.lower() == named:
            yield _table(db, code, named)


def _table(db: Connection, code: str, named: str) -> Finding:
    steps = 0
    try:
        if found := kept(db, code):
            inspect(code, found)
            steps = len(found.entries)
        elif _has_log(db, code):  # else it was forgotten just now
            raise Problem("it has a log, but no sheet")
    except ValueError as error:
        return Finding(code, named, trouble=error)
    except Exception as error:  # whatever is wrong with one table hides no other
        return Finding(code, named, trouble=Problem("{}", f"{type(error).__name__}: {error}"))
    return Finding(code, named, steps)


def _has_log(db: Connection, code: str) -> bool:
    return db.execute("SELECT 1 FROM log WHERE code = ?", (code,)).fetchone() is not None


def inspect(code: str, found: Kept) -> None:
    """Replays a table by the rules of its version; ValueError says what is wrong with it."""
    sheet, entries = found.sheet, found.entries
    if sheet.code != code:
        raise Problem("its sheet is that of {}", sheet.code)
    for number, entry in enumerate(entries):
        if entry.number != number:
            raise Problem("line {} of its log is missing", number)
    match = _opened(sheet)
    if not sheet.begun:
        if entries:
            raise Problem("it has a log, but its match has not begun")
        return
    _replay(match, entries)
    if match.position.actor == CHANCE:
        raise Problem("its log ends before a draw")
    if match.position.over and not sheet.over:
        raise Problem("its match is over, but its sheet says that it goes on")
    if sheet.over and not match.position.over:
        raise Problem("its match goes on, but its sheet says that it is over")
    if sheet.lots is not None:
        verify_lots(match, code, sheet.lots)


def replayed(sheet: Sheet, entries: list[Entry]) -> Match:
    """The match of a table as it stands; ValueError if it cannot have been played so."""
    match = _opened(sheet)
    _replay(match, entries)
    return match


def _opened(sheet: Sheet) -> Match:
    """The match of a table, before its first step."""
    game = playable(opened(sheet.game, sheet.version, sheet.edition))
    fair = Fair(sheet.secret, tuple(place.salt for place in sheet.places))
    return Match(game, len(sheet.places), sheet.options, fair=fair)


def _replay(match: Match, entries: list[Entry]) -> None:
    befores: dict[int, Position] = {}  # of the last decisions
    for entry in entries:
        if entry.step == UNDO:
            number = _taken_back(match, entry)
            match.cut(number, befores.get(number))
            continue
        if entry.actor != CHANCE:
            befores[len(match.history)] = match.position.copy()
            befores.pop(len(match.history) - REMEMBERED, None)
        follow(match, entry.number, entry.actor, entry.step)


def _taken_back(match: Match, entry: Entry) -> int:
    """The index of the decision that an entry takes back."""
    for number in range(len(match.history) - 1, -1, -1):
        who, _ = match.history[number]
        if who == CHANCE:
            break
        if who == entry.actor:
            return number
    raise Unfair("step {} takes back what cannot be taken back", entry.number)
