"""What a host decides, and looks at, in the words of SQL; see ``admin_store.py``."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator
from typing import Any, TypeVar

from msgspec.structs import replace

from goldrush.server import seating, sql_listeners, sql_people, sql_search
from goldrush.server.admin_store import (
    NEWEST,
    Act,
    Blocked,
    Decree,
    Found,
    Kind,
    Line,
    Listed,
    Report,
)
from goldrush.server.group_commit import GroupCommit
from goldrush.server.messages import Phase, Said
from goldrush.server.sql import Connection
from goldrush.server.store import Remark

REPORTS = """
    SELECT code, aside, line, player, name, text, said, at, number,
      (SELECT count(*) FROM reporters WHERE report = number), outcome, resolved FROM reports
"""
WORD = "INSERT INTO words VALUES (?) ON CONFLICT DO NOTHING"
TALK = {False: "said", True: "remarks"}

Result = TypeVar("Result")


def keep_decree(db: Connection, one: Decree) -> list[str]:
    """Keeps what a host does, with a line that says so; the codes of tables that changed."""
    row = (one.at, one.what, one.code, one.player)
    db.execute("INSERT INTO acts (at, what, code, player) VALUES (?, ?, ?, ?)", row)
    changed = list(_renamed(db, one.player, one.name)) if one.name else []
    if one.block is not None:
        _block(db, one)
    if one.words is not None:
        db.execute("DELETE FROM words")
        db.executemany(WORD, [(word,) for word in one.words])
    if one.remove:
        changed += _unsay(db, one.remove)
    if one.report:
        found = "UPDATE reports SET outcome = ?, resolved = ? WHERE number = ?"
        db.execute(found, (one.what, one.at, one.report))
    if one.close:
        changed += _close(db, one.code)
    return changed


def _renamed(db: Connection, player: str, name: str) -> Iterator[str]:
    """Writes another name wherever somebody's stands; the codes of the tables where it did."""
    person = sql_people.find(db, "player", player)
    if person and person.name:
        sql_people.keep(db, replace(person, name=name))
    for code, sheet in sql_people.sheets(db, player):
        if sheet and seating.mine(sheet, player):
            sql_people.put(db, seating.renamed(sheet, player, name))
            yield code
    yield from sql_people.remarked_at(db, player)
    for table, column, who in (
        ("results", "name", "player"),
        ("remarks", "name", "player"),
        ("blocked", "name", "player"),
        ("invitations", "name", "sender"),
        ("ties", "name", "player"),
        ("ties", "other_name", "other"),
    ):
        db.execute(f"UPDATE {table} SET {column} = ? WHERE {who} = ?", (name, player))  # noqa: S608


def _block(db: Connection, one: Decree) -> None:
    """Blocks somebody under the name that is known of them, or does not any more."""
    if one.block:
        row = (one.player, sql_search.name(db, one.player), one.at)
        db.execute("INSERT INTO blocked VALUES (?, ?, ?) ON CONFLICT DO NOTHING", row)
    else:
        db.execute("DELETE FROM blocked WHERE player = ?", (one.player,))


def _unsay(db: Connection, line: Line) -> Iterator[str]:
    """Removes what was said; its number stays taken, so that nothing else is told as this."""
    table = TALK[line.aside]
    gone = f"UPDATE {table} SET text = '' WHERE code = ? AND number = ? AND text != ''"  # noqa: S608
    if db.execute(gone, (line.code, line.number)).rowcount:
        yield line.code


def _close(db: Connection, code: str) -> Iterator[str]:
    if db.execute("SELECT 1 FROM tables WHERE code = ?", (code,)).fetchone():
        sql_people.remove(db, code)
        sql_listeners.remove(db, code)
        yield code


def acts(db: Connection, most: int, before: int = NEWEST) -> list[Act]:
    """What a host has done, the newest first."""
    query = "SELECT number, at, what, code, player FROM acts WHERE number < ?"
    rows = db.execute(f"{query} ORDER BY number DESC LIMIT ?", (before, most)).fetchall()
    names = {player: sql_search.name(db, player) for *_, player in rows if player}
    return [Act._make((*row, names.get(row[4], ""))) for row in rows]


def blocked(db: Connection) -> list[Blocked]:
    """All who are blocked, the last of them first."""
    return [Blocked(*row) for row in db.execute("SELECT * FROM blocked ORDER BY at DESC, player")]


def words(db: Connection) -> list[str]:
    """The words that are not wanted."""
    return [word for (word,) in db.execute("SELECT word FROM words ORDER BY word")]


def keep_report(db: Connection, one: Report, reporter: str) -> None:
    """Keeps that somebody reports a line, once.

    Its number is not that of one that is gone: a host's page may still show that one.
    """
    (last,) = db.execute("SELECT coalesce(max(number), 0) FROM reports").fetchone()
    row = (max(one.at, last + 1), *one.line, one.player, one.name, one.text, one.said, one.at)
    db.execute(
        "INSERT INTO reports (number, code, aside, line, player, name, text, said, at, outcome,"
        " resolved) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '', 0) ON CONFLICT DO NOTHING",
        row,
    )
    which = "SELECT number FROM reports WHERE code = ? AND aside = ? AND line = ?"
    (number,) = db.execute(which, one.line).fetchone()
    reporting = "INSERT INTO reporters VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    db.execute(reporting, (number, reporter, one.at))


def reports(db: Connection, most: int, before: int, *, resolved: bool) -> list[Report]:
    """Reports that are resolved, or are not; the newest first."""
    query = f"{REPORTS} WHERE (resolved > 0) = ? AND number < ? ORDER BY number DESC LIMIT ?"
    return [_report(row) for row in db.execute(query, (resolved, before, most))]


def reported(db: Connection, number: int) -> Report | None:
    """The report of a number."""
    row = db.execute(f"{REPORTS} WHERE number = ?", (number,)).fetchone()
    return _report(row) if row else None


def _report(row: tuple[Any, ...]) -> Report:
    code, aside, line, *rest = row
    return Report(Line(code, bool(aside), line), *rest)


def reports_by(db: Connection, player: str) -> list[tuple[Line, int]]:
    """The lines that somebody has reported, and when."""
    query = (
        "SELECT code, aside, line, reporters.at FROM reporters JOIN reports ON number = report"
        " WHERE reporters.player = ? ORDER BY reporters.at, number"
    )
    found = db.execute(query, (player,))
    return [(Line(code, bool(aside), line), at) for code, aside, line, at in found]


def talk(db: Connection, code: str) -> tuple[list[Said], list[Remark]]:
    """All that was said at a table."""
    said = "SELECT number, at, seat, text, asked FROM said WHERE code = ? ORDER BY number"
    aside = "SELECT number, at, player, name, text, asked FROM remarks WHERE code = ?"
    remarks = db.execute(f"{aside} ORDER BY number", (code,))
    return [Said(*one) for one in db.execute(said, (code,))], [Remark(*one) for one in remarks]


def tidy(db: Connection, reports: int, acts: int) -> None:
    """Forgets what was long resolved and done."""
    db.execute("DELETE FROM reports WHERE resolved > 0 AND resolved < ?", (reports,))
    db.execute("DELETE FROM reporters WHERE report NOT IN (SELECT number FROM reports)")
    db.execute("DELETE FROM acts WHERE at < ?", (acts,))


class SqlAdmin(GroupCommit):
    """The part of a store that is for whoever hosts; see ``AdminStore``."""

    @abstractmethod
    async def _read(self, work: Callable[[Connection], Result]) -> Result:
        """Reads something, beside what is being written."""

    @abstractmethod
    async def _aside(self, work: Callable[[Connection], Result]) -> Result:
        """Reads what may take long, so that nobody who plays waits for it."""

    @abstractmethod
    async def size(self) -> int:
        """The bytes that all of it takes."""

    @abstractmethod
    def _sizes(self, db: Connection) -> dict[str, int]:
        """The bytes that each table takes, or nothing if the database does not know."""

    @property
    def waiting(self) -> int:
        """How many changes wait to be written."""
        return self._jobs.qsize()

    async def decree(self, decree: Decree) -> list[str]:
        """Keeps what a host does, with a line that says so."""
        return list(await self._written(lambda db: keep_decree(db, decree)))

    async def acts(self, most: int, before: int = NEWEST) -> list[Act]:
        """What a host has done, the newest first."""
        return list(await self._aside(lambda db: acts(db, most, before)))

    async def blocked(self) -> list[Blocked]:
        """All who are blocked, the last of them first."""
        return list(await self._read(blocked))

    async def words(self) -> list[str]:
        """The words that are not wanted."""
        return list(await self._read(words))

    async def report(self, report: Report, reporter: str) -> None:
        """Keeps that somebody reports a line, once."""
        await self._written(lambda db: keep_report(db, report, reporter))

    async def reports(self, most: int, *, resolved: bool, before: int = NEWEST) -> list[Report]:
        """Reports that are resolved, or are not; the newest first."""
        return await self._aside(lambda db: reports(db, most, before, resolved=resolved))

    async def reported(self, number: int) -> Report | None:
        """The report of a number."""
        return await self._aside(lambda db: reported(db, number))

    async def reports_by(self, player: str) -> list[tuple[Line, int]]:
        """The lines that somebody has reported, and when."""
        return await self._aside(lambda db: reports_by(db, player))

    async def talk(self, code: str) -> tuple[list[Said], list[Remark]]:
        """All that was said at a table."""
        return await self._aside(lambda db: talk(db, code))

    async def listed(
        self, most: int, before: tuple[int, str], game: str = "", phase: Phase | None = None
    ) -> list[Listed]:
        """Tables, the newest first."""
        return await self._aside(lambda db: sql_search.listed(db, most, before, game, phase))

    async def named(self, wanted: str, most: int) -> list[Found]:
        """People in whose names something stands."""
        return await self._aside(lambda db: sql_search.named(db, wanted, most))

    async def known(self, players: Collection[str]) -> list[Found]:
        """People whose identities are known."""
        return await self._aside(lambda db: sql_search.known(db, players))

    async def inventory(self) -> list[Kind]:
        """How much is kept of each kind."""
        return await self._aside(lambda db: sql_search.inventory(db, self._sizes(db)))

    async def tidy(self, reports: int, acts: int) -> None:
        """Forgets what was long resolved and done."""
        await self._written(lambda db: tidy(db, reports, acts))
