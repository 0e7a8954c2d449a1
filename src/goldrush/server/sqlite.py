"""The store in an SQLite file: one thread writes, many changes in one durable transaction.

A change costs the disk's flush, which takes as long for one as for a hundred: those that come while
another is being written wait for the next transaction together.
"""

import asyncio
import fcntl
import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar
from urllib.parse import quote

import msgspec

from goldrush.games.problem import Problem
from goldrush.server.messages import Said
from goldrush.server.store import Change, Conflict, Entry, Kept, NotKept, Sheet

SCHEMA = """
CREATE TABLE tables (code TEXT PRIMARY KEY, revision INTEGER NOT NULL, over INTEGER NOT NULL,
  created INTEGER NOT NULL, sheet BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE seats (player TEXT, code TEXT, PRIMARY KEY (player, code)) WITHOUT ROWID;
CREATE TABLE log (code TEXT, number INTEGER, actor INTEGER NOT NULL, step INTEGER NOT NULL,
  at INTEGER NOT NULL, id TEXT NOT NULL, PRIMARY KEY (code, number)) WITHOUT ROWID;
CREATE UNIQUE INDEX once ON log (code, actor, id) WHERE id != '';
CREATE TABLE said (code TEXT, number INTEGER, at INTEGER NOT NULL, seat INTEGER NOT NULL,
  text TEXT NOT NULL, asked TEXT NOT NULL, PRIMARY KEY (code, number)) WITHOUT ROWID;
CREATE UNIQUE INDEX said_once ON said (code, seat, asked) WHERE asked != '';
CREATE TABLE settings (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
"""
OURS = {"tables", "seats", "log", "said", "settings"}
FORMAT = 1  # of the file; user_version has it
MOST_AT_ONCE = 500  # changes in one transaction
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
            raise Problem("another server keeps its tables in {}", path) from None
        yield


class SqliteStore:
    """Keeps tables in a file."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            path.touch(0o600)  # it holds secrets; SQLite gives its other files the same rights
            _refuse_foreign(path)
            self._writing, self._reading = _connect(path), _connect(path)
            _prepare(self._writing, path)
        except (OSError, sqlite3.Error) as error:
            raise Problem("tables cannot be kept in {}: {}", path, error) from None
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
        return await self._read(lambda db: _kept(db, code))

    async def seated(self, player: str) -> list[str]:
        """The codes of tables not yet over at which somebody has a seat, newest first."""
        return await self._read(lambda db: _seated(db, player))

    async def setting(self, name: str, usual: bytes) -> bytes:
        """What is kept under a name, *usual* if that was nothing."""
        return bytes(await self._written(lambda db: _setting(db, name, usual)))

    async def forget(self, before: int, but: Sequence[str]) -> int:
        """Removes tables made before a time at which nobody ever played; see Store."""
        found = await self._read(lambda db: _never_played(db, before))
        gone = [code for code in found if code not in set(but)]
        if gone:
            await self._written(lambda db: _remove(db, gone))
        return len(gone)

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
    return db


def _folded(db: sqlite3.Connection, how: str) -> int:
    """Folds the write-ahead log into the file; returns how many pages it has, 0 if it is busy."""
    try:
        _, pages, _ = db.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
    except sqlite3.Error:
        return 0  # it is tried again soon, and when the file is closed
    return int(pages)


def _refuse_foreign(path: Path) -> None:
    """Refuses a file that another program keeps, before anything of it is changed."""
    with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        found = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    if found and version <= FORMAT and not (version and found >= OURS):
        raise Problem("{} is a file of another program; name one of its own for goldrush", path)


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    """Makes the tables of a new file; refuses one that a later program wrote."""
    db.execute("BEGIN IMMEDIATE")
    (found,) = db.execute("PRAGMA user_version").fetchone()
    if found == 0:
        for statement in SCHEMA.split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {FORMAT}")
    db.execute("COMMIT")
    if found > FORMAT:
        raise Problem(
            "{} was written by a later version of goldrush; this one cannot read it", path
        )


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
    for said in change.said:
        row = (change.code, *msgspec.structs.astuple(said))
        db.execute("INSERT INTO said VALUES (?, ?, ?, ?, ?, ?)", row)


def _put_sheet(db: sqlite3.Connection, sheet: Sheet, revision: int) -> None:
    """Writes a new sheet, or one in the place of exactly the revision that was known."""
    packed = msgspec.json.encode(sheet)
    if revision == 0:
        row = (sheet.code, sheet.over, sheet.created, packed)
        db.execute("INSERT INTO tables VALUES (?, 1, ?, ?, ?)", row)
    else:
        found = db.execute(
            "UPDATE tables SET revision = revision + 1, over = ?, sheet = ?"
            " WHERE code = ? AND revision = ?",
            (sheet.over, packed, sheet.code, revision),
        )
        if found.rowcount != 1:
            raise Conflict(f"the sheet of {sheet.code} is not the one that was read")
        db.execute("DELETE FROM seats WHERE code = ?", (sheet.code,))
    players = {place.player for place in sheet.places if place.player}
    db.executemany("INSERT INTO seats VALUES (?, ?)", [(one, sheet.code) for one in players])


def _kept(db: sqlite3.Connection, code: str) -> Kept | None:
    db.execute("BEGIN")
    try:
        row = db.execute("SELECT sheet, revision FROM tables WHERE code = ?", (code,)).fetchone()
        log = "SELECT number, actor, step, at, id FROM log WHERE code = ? ORDER BY number"
        entries = [Entry(*found) for found in db.execute(log, (code,))]
        words = "SELECT number, at, seat, text, asked FROM said WHERE code = ? ORDER BY number"
        said = [Said(*found) for found in db.execute(words, (code,))]
    finally:
        db.execute("COMMIT")
    return Kept(msgspec.json.decode(row[0], type=Sheet), row[1], entries, said) if row else None


def _seated(db: sqlite3.Connection, player: str) -> list[str]:
    found = db.execute(
        "SELECT code FROM seats JOIN tables USING (code) WHERE player = ? AND NOT over"
        " ORDER BY created DESC LIMIT 100",
        (player,),
    )
    return [code for (code,) in found]


def _never_played(db: sqlite3.Connection, before: int) -> list[str]:
    found = db.execute(
        "SELECT code FROM tables WHERE created < ? AND NOT over AND NOT EXISTS"
        " (SELECT 1 FROM log WHERE log.code = tables.code) LIMIT 1000",
        (before,),
    )
    return [code for (code,) in found]


def _remove(db: sqlite3.Connection, codes: Sequence[str]) -> None:
    for code in codes:
        found = db.execute(
            "DELETE FROM tables WHERE code = ?"
            " AND NOT EXISTS (SELECT 1 FROM log WHERE log.code = tables.code)",
            (code,),
        )
        if found.rowcount:
            db.execute("DELETE FROM seats WHERE code = ?", (code,))
            db.execute("DELETE FROM said WHERE code = ?", (code,))


def _setting(db: sqlite3.Connection, name: str, usual: bytes) -> bytes:
    db.execute("INSERT OR IGNORE INTO settings VALUES (?, ?)", (name, usual))
    (value,) = db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
    return bytes(value)
