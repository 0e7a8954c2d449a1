"""The store in an SQLite file, which one server at a time has."""

import asyncio
import fcntl
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from goldrush.games.problem import Problem
from goldrush.server import migrations
from goldrush.server.sql import Connection
from goldrush.server.sql_store import SqlStore
from goldrush.server.store import Conflict, NotKept

FOLD = 500  # changes until the write-ahead log is folded into the file, ...
LARGEST = 16_384  # ... and pages of it until writing waits for that
SIZES = (  # of tables, with their indexes
    "SELECT tbl_name, sum(pgsize) FROM dbstat('main', 1) JOIN sqlite_master USING (name)"
    " GROUP BY tbl_name"
)
WAITING = 10.0  # seconds that another process may hold the file

Result = TypeVar("Result")


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


class SqliteStore(SqlStore):
    """Keeps tables in a file."""

    _writing: sqlite3.Connection

    def __init__(self, path: Path) -> None:
        try:
            self._writing, self._reading = prepared(path), connected(path)
        except (OSError, sqlite3.Error) as error:
            raise Problem("tables cannot be kept in {}: {}", path, error) from None
        self._path = path
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self._unfolded = 0  # changes since the write-ahead log was last folded
        self._folding: Future[int] | None = None
        super().__init__()

    @property
    def trouble(self) -> str:
        """What kept it from writing when it was last asked to."""
        return self._unwritten

    async def erase(self, player: str) -> list[str]:
        """Removes all that is a person's; see Store."""
        codes = await super().erase(player)
        await self._read(lambda _: _folded(self._reading, "TRUNCATE"))  # it still had what was
        return codes

    async def close(self) -> None:
        """Keeps what is still to be kept, and ends."""
        await self._finish()
        await asyncio.to_thread(self._reader.shutdown)
        self._reading.close()
        self._writing.close()  # the last one: it folds the write-ahead log into the file

    async def _read(self, work: Callable[[Connection], Result]) -> Result:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader, work, self._reading)

    async def _aside(self, work: Callable[[Connection], Result]) -> Result:
        return await asyncio.to_thread(self._looked, work)

    def _looked(self, work: Callable[[Connection], Result]) -> Result:
        with closing(migrations.reading(self._path)) as db:
            return work(db)

    async def size(self) -> int:
        """The bytes that the file takes, with what is not folded into it yet."""
        files = (Path(f"{self._path}{end}") for end in ("", "-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def _sizes(self, db: Connection) -> dict[str, int]:
        try:
            return dict(db.execute(SIZES))
        except sqlite3.OperationalError:  # this SQLite may be built without that
            return {}

    def _begin(self) -> None:
        self._writing.execute("BEGIN IMMEDIATE")

    def _give_up(self) -> None:
        if self._writing.in_transaction:
            self._writing.execute("ROLLBACK")

    def _meaning(self, error: Exception) -> Exception:
        if isinstance(error, sqlite3.IntegrityError):
            return Conflict(str(error))
        return NotKept(str(error)) if isinstance(error, sqlite3.Error) else error

    def _after(self, changes: int) -> None:
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


def prepared(path: Path) -> sqlite3.Connection:
    """A file that is brought to the newest format, made if there is none."""
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    path.touch(0o600)  # it holds secrets; SQLite gives its other files the same rights
    migrations.refuse(path)
    db = connected(path)
    migrations.migrate(db)
    return db


def connected(path: Path) -> sqlite3.Connection:
    """A connection for which nothing is done before it is on disk."""
    db = sqlite3.connect(path, WAITING, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA wal_autocheckpoint = 0")  # see SqliteStore._after
    db.execute("PRAGMA secure_delete = ON")  # what is removed is overwritten
    return db


def _folded(db: sqlite3.Connection, how: str) -> int:
    """Folds the write-ahead log into the file; returns how many pages it has, 0 if it is busy."""
    try:
        _, pages, _ = db.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
    except sqlite3.Error:
        return 0  # it is tried again soon, and when the file is closed
    return int(pages)
