"""The store in a database of PostgreSQL, which one server at a time has.

One connection writes, and holds the lock by which the database is this server's: whoever has lost
it cannot write either.  The steps of many tables go there and back together.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, TypeVar

import msgspec

from goldrush.games.problem import Problem
from goldrush.server import postgres_format
from goldrush.server.group_commit import Finished, Job
from goldrush.server.postgres_link import Found, Link, meaning, reason, shown
from goldrush.server.sql import Connection
from goldrush.server.sql_store import SqlStore
from goldrush.server.store import Change, Conflict, NotKept

READERS = 3  # connections that read
SERVING = 4_711_001  # the lock that the server has to which a database belongs
APPEND = (  # a line of a log, after those that are there
    "INSERT INTO log SELECT $1::text, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::text"
    " WHERE $2 = (SELECT coalesce(max(number), -1) + 1 FROM log WHERE code = $1) RETURNING number"
)
SIZE = "SELECT pg_database_size(current_database())"
SIZES = (  # of tables, with their indexes
    "SELECT relname::text, pg_total_relation_size(oid) FROM pg_class"
    " WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
)

Result = TypeVar("Result")

log = logging.getLogger(__name__)


class Writing(Link):
    """The connection that writes: for the one server whose database it is, if it is to be alone."""

    def __init__(self, url: str, *, alone: bool) -> None:
        super().__init__(url)
        self._alone, self._shown = alone, shown(url)

    def connect(self) -> None:
        """Connects, unless it is, and takes the lock again; a Problem if another server has it."""
        connected = self._db is not None and not self._db.is_closed()
        super().connect()
        if connected or not self._alone:
            return
        try:
            self._wait(self._db.execute(f"SELECT pg_advisory_lock({SERVING})"))
        except Exception as error:
            self.drop()
            if getattr(error, "sqlstate", None) == "55P03":
                raise Problem(
                    "another server keeps its tables in {}; stop it, or name another database",
                    self._shown,
                ) from None
            raise

    def execute(self, sql: str, parameters: Any = (), /) -> Found:
        """Does a statement; what was to be kept, and was taken back instead, is an error."""
        found = super().execute(sql, parameters)
        if sql == "COMMIT" and found.status != sql:
            raise NotKept("something of it has failed")
        return found


class PostgresStore(SqlStore):
    """Keeps tables in a database; *alone*, as servers do, it has this for itself."""

    _writing: Writing

    def __init__(self, url: str, *, alone: bool = True) -> None:
        self._writing = Writing(url, alone=alone)
        readers = [Link(url, reading=True) for _ in range(READERS)]
        self._readers: SimpleQueue[Link] = SimpleQueue()
        self._reader = ThreadPoolExecutor(READERS, "store-reader")
        self._one_aside = asyncio.Lock()
        self._unread = ""  # what kept it from reading when it was last asked to
        try:
            self._reader.submit(prepare, self._writing, url).result()
        except BaseException:
            self._reader.submit(self._writing.close).result()
            for link in readers:
                self._reader.submit(link.close).result()
            self._reader.shutdown()
            raise
        for link in readers:
            self._readers.put(link)
        super().__init__()

    @property
    def trouble(self) -> str:
        """What keeps it from its work, as far as it was asked to do any."""
        return self._unwritten or self._unread

    async def close(self) -> None:
        """Keeps what is still to be kept, and ends."""
        await self._finish()
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._reader.shutdown()
        for link in (self._writing, *(self._readers.get() for _ in range(READERS))):
            link.close()

    # --- reading ----------------------------------------------------------------------------------

    async def _read(self, work: Callable[[Connection], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._try, work)

    def _try(self, work: Callable[[Connection], Result]) -> Result:
        """Reads by whichever connection is free; again, if it was lost since it was last needed."""
        link = self._readers.get()
        try:
            try:
                result = self._once(link, work)
            except NotKept:
                result = self._once(link, work)
        except NotKept as error:
            self._unread = f"the store cannot read: {error}"
            raise
        finally:
            self._readers.put(link)
        self._unread = ""
        return result

    def _once(self, link: Link, work: Callable[[Connection], Result]) -> Result:
        try:
            return work(link)
        except Exception as error:
            meant = meaning(error)
            if isinstance(meant, NotKept):
                log.warning("the database cannot be read: %s", reason(error))
                link.drop()
            if meant is error:
                raise
            raise meant from error

    async def _aside(self, work: Callable[[Connection], Result]) -> Result:
        async with self._one_aside:  # the other connections are there for those who play
            return await self._read(work)

    async def size(self) -> int:
        """The bytes that the database takes."""
        (found,) = await self._read(lambda db: db.execute(SIZE).fetchone())
        return int(found)

    def _sizes(self, db: Connection) -> dict[str, int]:
        return {table: int(size) for table, size in db.execute(SIZES)}

    # --- writing ----------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Begins, by a new connection if the one that was there is lost."""
        try:
            self._writing.execute("BEGIN")
        except Exception as error:
            if not isinstance(meaning(error), NotKept):
                raise
            log.warning("the database cannot be written to: %s", reason(error))
            self._writing.drop()
            self._writing.execute("BEGIN")

    def _give_up(self) -> None:
        self._writing.drop()  # which takes back what was not committed

    def _meaning(self, error: Exception) -> Exception:
        return meaning(error)

    def _done(self, jobs: list[Job]) -> list[Finished]:
        """Does all jobs together, or one after the other if that fails."""
        try:
            return self._together(jobs)
        except Exception as error:
            if isinstance(meaning(error), NotKept):
                raise
        self._writing.execute("ROLLBACK")
        self._writing.execute("BEGIN")
        return super()._done(jobs)

    def _together(self, jobs: list[Job]) -> list[Finished]:
        """Does all jobs as if none could fail; all that only go on with logs in one statement."""
        lines = [line for job in jobs for line in _lines(job.change)]
        if lines and len(self._writing.found_by_all(APPEND, lines)) < len(lines):
            raise Conflict("somebody else was faster")
        return [
            (job.promise, None if _lines(job.change) else job.work(self._writing)) for job in jobs
        ]


def prepare(link: Link, url: str) -> None:
    """Connects, and brings a database to the newest format; a Problem says what is wrong there."""
    try:
        link.connect()
        postgres_format.refuse(link, url)
        postgres_format.migrate(link)
    except Exception as error:
        if isinstance(error, Problem):
            raise
        raise Problem("tables cannot be kept in {}: {}", shown(url), reason(error)) from None


def _lines(change: Change | None) -> list[tuple[Any, ...]]:
    """The lines of a change that only goes on with a log."""
    if change is None or any((change.sheet, change.said, change.ended, change.remarks)):
        return []
    return [(change.code, *msgspec.structs.astuple(entry)) for entry in change.entries]
