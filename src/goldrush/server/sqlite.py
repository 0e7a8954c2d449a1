"""The store in an SQLite file: one thread writes, many changes in one durable transaction.

A change costs the disk's flush, which takes as long for one as for a hundred: those that come while
another is being written wait for the next transaction together.
"""

import asyncio
import fcntl
import logging
import sqlite3
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

import msgspec

from goldrush.games.problem import Problem
from goldrush.server import (
    migrations,
    sqlite_daily,
    sqlite_listeners,
    sqlite_people,
    sqlite_ratings,
    sqlite_results,
    sqlite_reviews,
    sqlite_ties,
    sqlite_times,
)
from goldrush.server.challenge import Day
from goldrush.server.listeners import Listener, Noting
from goldrush.server.messages import Said
from goldrush.server.sqlite_admin import AdminOfSqlite
from goldrush.server.store import (
    LAST,
    Champion,
    Change,
    Conflict,
    Ended,
    Entry,
    Invitation,
    Kept,
    Key,
    NotKept,
    Old,
    Person,
    Rated,
    Remark,
    Rest,
    Sheet,
    Strength,
    Tie,
    Tried,
)

MOST_AT_ONCE = 500  # changes in one transaction
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
FOLD = 500  # changes until the write-ahead log is folded into the file, ...
LARGEST = 16_384  # ... and pages of it until writing waits for that
WAITING = 10.0  # seconds that another process may hold the file

log = logging.getLogger(__name__)

Result = TypeVar("Result")
Work = Callable[[sqlite3.Connection], Any]
Promise = asyncio.Future[Any]
Job = tuple[Work, Promise]
Finished = tuple[Promise, Any]  # a result, or an exception


@contextmanager
def claimed(path: Path) -> Iterator[None]:
    """Keeps a file for one server: two would not hear of each other's news."""
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        lock = path.with_name(f"{path.name}.lock").open("wb")
    except OSError as error:
        raise Problem("tables cannot be kept in {}: {}", path, error) from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Problem(
                "another server keeps its tables in {}; stop it first, or name another file", path
            ) from None
        yield


class SqliteStore(AdminOfSqlite):
    """Keeps tables in a file."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            path.touch(0o600)  # it holds secrets; SQLite gives its other files the same rights
            migrations.refuse(path)
            self._writing, self._reading = _connect(path), _connect(path)
            migrations.migrate(self._writing)
        except (OSError, sqlite3.Error) as error:
            raise Problem("tables cannot be kept in {}: {}", path, error) from None
        self._path = path
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self.trouble = ""
        self._unfolded = 0  # changes since the write-ahead log was last folded
        self._folding: Future[int] | None = None
        self._writer = Thread(target=self._write_all, name="store-writer", daemon=True)
        self._writer.start()

    async def write(self, change: Change) -> None:
        """Keeps a change for good before it returns; see Store."""
        await self._written(lambda db: _apply(db, change))

    async def read(self, code: str) -> Kept | None:
        """All that was written of a table."""
        return await self._read(lambda db: kept(db, code))

    async def sheet(self, code: str) -> Sheet | None:
        """The sheet of a table."""
        return await self._read(lambda db: _sheet(db, code))

    async def seated(self, player: str, most: int) -> dict[str, Sheet | None]:
        """The sheets of tables not yet over at which somebody has a seat, newest first."""
        return await self._read(lambda db: dict(_seated(db, player, most)))

    async def remarks(self, player: str) -> list[tuple[str, Remark]]:
        """All that a person has said to others who look on; see Store."""
        return await self._read(lambda db: _remarks(db, player))

    async def ties(self, player: str) -> list[Tie]:
        """All that a person has decided of others, and others of them; see Store."""
        return await self._read(lambda db: sqlite_ties.ties(db, player))

    async def tie(self, new: Tie | None, gone: Collection[tuple[str, str]] = ()) -> None:
        """Keeps a tie, and forgets others; see Store."""
        await self._written(lambda db: sqlite_ties.tie(db, new, gone))

    async def blocks(self) -> list[tuple[str, str]]:
        """Who has blocked whom, of all people."""
        return await self._read(sqlite_ties.blocks)

    async def invite(self, invitation: Invitation) -> None:
        """Keeps an invitation; see Store."""
        await self._written(lambda db: sqlite_ties.invite(db, invitation))

    async def invited(self, player: str, most: int) -> list[Invitation]:
        """A person's invitations; see Store."""
        return await self._read(lambda db: sqlite_ties.invited(db, player, most))

    async def uninvite(self, player: str, code: str) -> None:
        """Forgets a person's invitation."""
        await self._written(lambda db: sqlite_ties.uninvite(db, player, code))

    async def company(self, code: str) -> list[tuple[str, str]]:
        """Who sits or sat at a table; see Store."""
        return await self._read(lambda db: sqlite_ties.company(db, code))

    async def setting(self, name: str, usual: bytes) -> bytes:
        """What is kept under a name, *usual* if that was nothing."""
        return bytes(await self._written(lambda db: _setting(db, name, usual)))

    async def forget(self, old: Old, but: Collection[str]) -> int:
        """Removes old tables; see Store."""
        found = await self._read(lambda db: _old(db, old))
        gone = [code for code in found if code not in but]
        if gone:
            await self._written(lambda db: _remove(db, gone, old))
        return len(gone)

    async def review(self, digest: bytes) -> bytes | None:
        """The review that is kept under a digest."""
        return await self._read(lambda db: sqlite_reviews.kept(db, digest))

    async def keep_review(self, digest: bytes, review: bytes) -> None:
        """Keeps a review; see Store."""
        await self._written(lambda db: sqlite_reviews.keep(db, digest, review))

    async def played(
        self, player: str, most: int, before: tuple[int, str] = LAST, game: str = ""
    ) -> list[Ended]:
        """Matches that somebody has ended; see Store."""
        return await self._read(lambda db: sqlite_results.played(db, player, most, before, game))

    async def shown_to_all(self, since: int, most: int) -> list[Ended]:
        """Matches that ended since then at public tables; see Store."""
        return await self._read(lambda db: sqlite_results.shown_to_all(db, since, most))

    async def unsettled(self, most: int) -> list[str]:
        """Codes of some tables whose matches have no link yet, or no result at all."""
        return await self._read(lambda db: sqlite_results.unsettled(db, most))

    async def settle(self, code: str, revision: int, ended: Ended | None) -> None:
        """Keeps how a match came out; see Store."""
        await self._written(lambda db: sqlite_results.settle(db, code, revision, ended))

    async def strengths(self, game: str, players: Collection[str]) -> dict[str, Strength]:
        """What is known of people's strength at a game; see Store."""
        return await self._read(lambda db: sqlite_ratings.strengths(db, game, players))

    async def rated(self, codes: Collection[str]) -> list[Rated]:
        """The seats of some matches, as far as these are rated and counted."""
        return await self._read(lambda db: sqlite_ratings.of_matches(db, codes))

    async def rated_of(self, player: str, most: int) -> list[Rated]:
        """Somebody's last rated matches, the oldest of them first."""
        return await self._read(lambda db: sqlite_ratings.of_person(db, player, most))

    async def met(self, player: str, others: Collection[str], since: int) -> dict[str, int]:
        """How many rated matches somebody has ended with each of some others since a time."""
        return await self._read(lambda db: sqlite_ratings.met(db, player, others, since))

    async def best(self, game: str, known: float, most: int) -> list[Champion]:
        """The strongest at a game; see Store."""
        return await self._read(lambda db: sqlite_ratings.best(db, game, known, most))

    async def part(self, one: str, other: str, now: int) -> None:
        """Keeps that two identities were those of one browser."""
        await self._written(lambda db: sqlite_ratings.part(db, one, other, now))

    async def kin(self, player: str) -> dict[str, int]:
        """The identities that shared a browser with somebody of late."""
        return await self._read(lambda db: sqlite_ratings.kin(db, player))

    async def person(self, by: Key, value: str | bytes) -> Person | None:
        """The person with an identity, a phrase's digest, a page's address or a passkey's id."""
        return await self._read(lambda db: sqlite_people.find(db, by, value))

    async def keep_person(self, person: Person) -> None:
        """Keeps a person; see Store."""
        await self._written(lambda db: sqlite_people.keep(db, person))

    async def epochs(self) -> dict[str, int]:
        """How often people have signed out everywhere, if they ever did."""
        return await self._read(sqlite_people.epochs)

    async def move(self, old: str, new: str) -> list[str]:
        """Gives all that is a stranger's to a person; see Store."""
        return list(await self._written(lambda db: sqlite_people.move(db, old, new)))

    async def erase(self, player: str) -> list[str]:
        """Removes all that is a person's; see Store."""
        codes = list(await self._written(lambda db: sqlite_people.erase(db, player)))
        await self._read(lambda db: _folded(db, "TRUNCATE"))  # the log still had what it was
        return codes

    async def listeners(self) -> list[str]:
        """The people who can be told something."""
        return await self._read(sqlite_listeners.everybody)

    async def listener(self, player: str) -> Listener:
        """How a person wants to be told; see Store."""
        return await self._read(lambda db: sqlite_listeners.kept(db, player))

    async def note(self, noting: Noting) -> None:
        """Keeps a change of that; see Store."""
        await self._written(lambda db: sqlite_listeners.keep(db, noting))

    async def owner(self, handle: str) -> str | None:
        """The person whose mailbox has a handle."""
        return await self._read(lambda db: sqlite_listeners.owner(db, handle))

    async def live(self, now: int) -> list[Rest]:
        """Keeps that a server begins to run; see Store."""
        found: list[Rest] = await self._written(lambda db: sqlite_times.live(db, now))
        return found

    async def beat(self, now: int) -> None:
        """Keeps that the server still runs."""
        await self._written(lambda db: sqlite_times.beat(db, now))

    async def mind(self, code: str, due: int) -> None:
        """Keeps when a table must be looked at."""
        await self._written(lambda db: sqlite_times.mind(db, code, due))

    async def dues(self, most: int) -> list[tuple[str, int]]:
        """The tables that must be looked at first."""
        return await self._read(lambda db: sqlite_times.dues(db, most))

    async def day(self, usual: Day) -> Day:
        """What is kept of a day; see Store."""
        found: Day = await self._written(lambda db: sqlite_daily.day(db, usual))
        return found

    async def known_day(self, day: str) -> Day | None:
        """What is kept of a day."""
        return await self._read(lambda db: sqlite_daily.known(db, day))

    async def days_beside(self, day: str) -> tuple[str | None, str | None]:
        """The days before and after one on which somebody has played the challenge."""
        return await self._read(lambda db: sqlite_daily.beside(db, day))

    async def try_of(self, day: str, player: str) -> str | None:
        """The table at which somebody tries the challenge of a day."""
        return await self._read(lambda db: sqlite_daily.code(db, day, player))

    async def tries(self, day: str) -> int:
        """How many have begun the challenge of a day."""
        return await self._read(lambda db: sqlite_daily.tries(db, day))

    async def day_players(self, day: str) -> list[str]:
        """Who has begun the challenge of a day."""
        return await self._read(lambda db: sqlite_daily.players(db, day))

    async def tries_of(self, player: str) -> list[Tried]:
        """All challenges that somebody has ended in time; see Store."""
        return await self._read(lambda db: sqlite_daily.of(db, player))

    async def day_table(self, day: str) -> list[Tried]:
        """Who has ended the challenge of a day in time; see Store."""
        return await self._read(lambda db: sqlite_daily.table(db, day))

    async def close(self) -> None:
        """Keeps what is still to be kept, and ends."""
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._reader.shutdown)
        self._reading.close()
        self._writing.close()  # the last one: it folds the write-ahead log into the file

    async def _written(self, work: Work) -> Any:
        promise: Promise = asyncio.get_running_loop().create_future()
        self._jobs.put((work, promise))
        return await promise

    async def _read(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader, work, self._reading)

    def _write_all(self) -> None:
        """Writes what is asked for, in the order of asking, until it is told to end."""
        ending = False
        while not ending:
            jobs = [self._jobs.get()]
            while len(jobs) < MOST_AT_ONCE and not self._jobs.empty():
                jobs.append(self._jobs.get())
            ending = None in jobs
            if begun := [job for job in jobs if job and not job[1].cancelled()]:
                finished, loop = self._commit(begun), begun[0][1].get_loop()
                with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
                    loop.call_soon_threadsafe(_keep, finished)  # one wake-up for all
                self._fold(len(begun))

    def _fold(self, changes: int) -> None:
        """Has the write-ahead log folded into the file now and then, while writing goes on.

        SQLite would do it within a commit, which then takes fifty milliseconds.
        """
        self._unfolded += changes
        if self._unfolded < FOLD or not (self._folding is None or self._folding.done()):
            return
        pages = self._folding.result() if self._folding else 0
        self._folding, self._unfolded = None, 0
        if pages > LARGEST:  # so much is written that there was never a pause to begin anew in
            _folded(self._writing, "TRUNCATE")
        else:
            self._folding = self._reader.submit(_folded, self._reading, "PASSIVE")

    def _commit(self, jobs: list[Job]) -> list[Finished]:
        """Writes all of these durably; one that fails takes no other with it."""
        try:
            self._writing.execute("BEGIN IMMEDIATE")
            finished = [(promise, _attempt(self._writing, work)) for work, promise in jobs]
            self._writing.execute("COMMIT")
        except sqlite3.Error as error:
            if self._writing.in_transaction:
                self._writing.execute("ROLLBACK")
            self._failed(f"the store cannot write: {error}")
            return [(promise, NotKept(self.trouble)) for _, promise in jobs]
        self.trouble = ""
        return finished

    def _failed(self, trouble: str) -> None:
        """Notes what keeps it from writing; it is logged once, however many changes wait."""
        if trouble != self.trouble:
            log.error("%s", trouble)
        self.trouble = trouble


def _keep(finished: list[Finished]) -> None:
    """Keeps promises, in the loop where they were made."""
    for promise, result in finished:
        if promise.cancelled():
            continue
        if isinstance(result, Exception):
            promise.set_exception(result)
        else:
            promise.set_result(result)


def _attempt(db: sqlite3.Connection, work: Work) -> Any:
    """Does one piece of work, all or nothing; returns its result, or why it cannot be done."""
    db.execute("SAVEPOINT one")
    try:
        result = work(db)
    except sqlite3.IntegrityError as error:
        return _undone(db, Conflict(str(error)))
    except sqlite3.Error:
        raise  # which ends the whole transaction
    except Exception as error:  # the thread must live on, or nothing would ever be written again
        return _undone(db, error)
    db.execute("RELEASE one")
    return result


def _undone(db: sqlite3.Connection, error: Exception) -> Exception:
    db.execute("ROLLBACK TO one")
    db.execute("RELEASE one")
    return error


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, WAITING, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA wal_autocheckpoint = 0")  # see SqliteStore._fold
    db.execute("PRAGMA secure_delete = ON")  # what is removed is overwritten
    return db


def _folded(db: sqlite3.Connection, how: str) -> int:
    """Folds the write-ahead log into the file; returns how many pages it has, 0 if it is busy."""
    try:
        _, pages, _ = db.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
    except sqlite3.Error:
        return 0  # it is tried again soon, and when the file is closed
    return int(pages)


def _apply(db: sqlite3.Connection, change: Change) -> None:
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
        sqlite_results.keep(db, change.ended)
        sqlite_ratings.count(db, change.ended, change.stakes)
    for said in change.said:
        row = (change.code, *msgspec.structs.astuple(said))
        db.execute("INSERT INTO said VALUES (?, ?, ?, ?, ?, ?)", row)
    for remark in change.remarks:
        row = (change.code, *msgspec.structs.astuple(remark))
        db.execute("INSERT INTO remarks VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def _put_sheet(db: sqlite3.Connection, sheet: Sheet, revision: int) -> None:
    """Writes a new sheet, or one in the place of exactly the revision that was known."""
    packed = msgspec.json.encode(sheet)
    if revision == 0:
        if sqlite_results.known(db, sheet.code):
            raise Conflict(f"{sheet.code} was played, and has a result")
        row = (sheet.code, sheet.over, sheet.created, packed)
        db.execute("INSERT INTO tables VALUES (?, 1, ?, ?, ?)", row)
        sqlite_daily.seat(db, sheet)
    else:
        found = db.execute(
            "UPDATE tables SET revision = revision + 1, over = ?, sheet = ?"
            " WHERE code = ? AND revision = ?",
            (sheet.over, packed, sheet.code, revision),
        )
        if found.rowcount != 1:
            raise Conflict(f"the sheet of {sheet.code} is not the one that was read")
    sqlite_people.seat(db, sheet)


def kept(db: sqlite3.Connection, code: str) -> Kept | None:
    """All that a file has of a table; ValueError if its sheet is none."""
    db.execute("BEGIN")
    try:
        row = db.execute("SELECT sheet, revision FROM tables WHERE code = ?", (code,)).fetchone()
        log = "SELECT number, actor, step, at, id FROM log WHERE code = ? ORDER BY number"
        entries = [Entry(*found) for found in db.execute(log, (code,))]
        words = "SELECT number, at, seat, text, asked FROM said WHERE code = ? ORDER BY number"
        said = [Said(*found) for found in db.execute(words, (code,))]
        aside = f"SELECT {REMARK} FROM remarks WHERE code = ? ORDER BY number"  # noqa: S608
        remarks = [Remark(*found) for found in db.execute(aside, (code,))]
    finally:
        db.execute("COMMIT")
    if row is None:
        return None
    return Kept(msgspec.json.decode(row[0], type=Sheet), row[1], entries, said, remarks)


def _remarks(db: sqlite3.Connection, player: str) -> list[tuple[str, Remark]]:
    query = f"SELECT code, {REMARK} FROM remarks WHERE player = ? ORDER BY at"  # noqa: S608
    return [(code, Remark(*found)) for code, *found in db.execute(query, (player,))]


def _sheet(db: sqlite3.Connection, code: str) -> Sheet | None:
    row = db.execute("SELECT sheet FROM tables WHERE code = ?", (code,)).fetchone()
    return msgspec.json.decode(row[0], type=Sheet) if row else None


def _seated(db: sqlite3.Connection, player: str, most: int) -> Iterator[tuple[str, Sheet | None]]:
    found = db.execute(
        "SELECT code, sheet FROM seats JOIN tables USING (code) WHERE player = ? AND NOT over"
        " ORDER BY created DESC LIMIT ?",
        (player, most),
    )
    for code, packed in found:
        try:
            yield code, msgspec.json.decode(packed, type=Sheet)
        except ValueError:  # one that cannot be read hides no other
            yield code, None


def _old(db: sqlite3.Connection, old: Old) -> list[str]:
    """The codes of some tables that are old, which must have been made long ago too."""
    found: list[str] = []
    for query, made in ((OLD_GOING, max(old.unplayed, old.unfinished)), (OLD_OVER, old.finished)):
        rows = db.execute(query, {"made": made, **msgspec.structs.asdict(old)})
        found += [code for (code,) in rows]
    return found


def _remove(db: sqlite3.Connection, codes: Collection[str], old: Old) -> None:
    """Removes tables, unless something has happened there in the meantime."""
    for code in codes:
        if db.execute(FORGET, {"code": code, **msgspec.structs.asdict(old)}).rowcount:
            sqlite_people.remove(db, code)
            sqlite_listeners.remove(db, code)


def _setting(db: sqlite3.Connection, name: str, usual: bytes) -> bytes:
    db.execute("INSERT OR IGNORE INTO settings VALUES (?, ?)", (name, usual))
    (value,) = db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
    return bytes(value)
