"""A connection to PostgreSQL that looks like one of sqlite3: whoever asks waits for the answer.

It has an event loop of its own, which runs while somebody waits, in whichever thread that is.  So
all that is written for the one works with the other, and an answer takes one way to the database
and back.
"""

import asyncio
import re
from collections.abc import Awaitable, Collection, Iterable, Iterator
from contextlib import suppress
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlsplit

from goldrush.games.problem import Problem
from goldrush.server.dialect import said
from goldrush.server.store import Conflict, NotKept

CONNECTING = 5.0  # seconds that it may take to be let in, ...
ANSWERING = 20.0  # ... and until an answer comes, after which the database is taken for gone
SETTINGS = {
    "application_name": "goldrush",
    "synchronous_commit": "on",  # nothing is told before it is on disk, whatever is usual there
    "lock_timeout": "2000",  # milliseconds that somebody else may hold what is to be written
    "tcp_keepalives_idle": "5",  # so that what is lost is soon known there too
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
READING = {
    "default_transaction_isolation": "repeatable read",
    "default_transaction_read_only": "on",
}
TOLD = ("25006", "53", "55P03", "57P", "58")  # errors of a database that cannot write just now
UNTOLD = ("08", "28", "3D", "42501", "55000")  # of one that cannot be reached, or lets nobody in
SILENT = "the database does not answer"
TRANSACTIONS = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")
ENDS = ("COMMIT", "ROLLBACK")
RIVALS = ("23", "40")  # what is there already, and what two did at once

Answer = TypeVar("Answer")


class Found:
    """What a statement found."""

    def __init__(self, rows: Iterable[Any], status: str = "") -> None:
        self._rows = iter([tuple(row) for row in rows])
        self.status = status  # what the database says of it

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""
        return int(self.status.rpartition(" ")[2])

    def fetchone(self) -> Any:
        """The next row; None if there is none."""
        return next(self._rows, None)

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        return list(self._rows)

    def __iter__(self) -> Iterator[Any]:
        return self._rows


class Link:
    """One connection, made when it is first needed and after it was lost."""

    def __init__(self, url: str, *, reading: bool = False) -> None:
        try:
            import asyncpg  # noqa: PLC0415  # an extra, which is not everybody's
        except ImportError:
            raise Problem(
                "a database of PostgreSQL needs asyncpg: pip install goldrush[postgres]"
            ) from None
        self._asyncpg = asyncpg
        self._url = checked(url)
        self._settings = {**SETTINGS, **READING} if reading else SETTINGS
        self._loop = asyncio.new_event_loop()
        self._db: Any = None
        self._within = False  # a transaction
        self._prepared: dict[str, Any] = {}

    def connect(self) -> None:
        """Connects, unless it is; but not within a transaction, the first half of which is lost."""
        if self._db is None or self._db.is_closed():
            if self._within:
                raise ConnectionResetError(SILENT)
            self._prepared.clear()
            how = {"timeout": CONNECTING, "command_timeout": ANSWERING}
            connecting = self._asyncpg.connect(self._url, server_settings=self._settings, **how)
            self._db = self._wait(connecting)

    def execute(self, sql: str, parameters: Any = (), /) -> Found:
        """Does a statement; its parameters stand in it as ?, or as :name."""
        self.connect()
        asked = said(sql)
        if sql.partition(" ")[0] in TRANSACTIONS:
            status = self._wait(self._db.execute(sql))
            self._within = sql not in ENDS
            return Found((), status)
        statement = self._statement(asked.text)
        rows = self._wait(statement.fetch(*asked.values(parameters)))
        return Found(rows, statement.get_statusmsg())

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> None:
        """Does a statement for each of some parameters, all of them at once."""
        asked = said(sql)
        every = [asked.values(one) for one in parameters]
        if len(every) == 1:
            self._wait(self._statement(asked.text).fetch(*every[0]))
        elif every:
            self._wait(self._statement(asked.text).executemany(every))

    def found_by_all(self, sql: str, parameters: Collection[Any]) -> list[Any]:
        """What a statement finds for each of some parameters, all of them at once."""
        return list(self._wait(self._statement(sql).fetchmany(parameters)))

    def script(self, statements: str) -> None:
        """Does several statements that have no parameters."""
        self.connect()
        self._wait(self._db.execute(statements))

    def drop(self) -> None:
        """Leaves a connection that does not work any more."""
        if self._db is not None and not self._db.is_closed():
            self._db.terminate()
        self._db, self._within = None, False

    def close(self) -> None:
        """Ends, for ever."""
        if self._db is not None and not self._db.is_closed():
            with suppress(Exception):  # it may be gone already
                self._wait(self._db.close(timeout=CONNECTING))
            self.drop()
        self._wait(asyncio.sleep(0))  # what is closed has to notice it
        self._loop.close()

    def _statement(self, text: str) -> Any:
        if text not in self._prepared:
            self._prepared[text] = self._wait(self._db.prepare(text))
        return self._prepared[text]

    def _wait(self, answer: Awaitable[Answer]) -> Answer:
        return self._loop.run_until_complete(answer)


def meaning(error: Exception) -> Exception:
    """What an error says to whoever asked: a Conflict; NotKept if nothing works; or itself.

    What PostgreSQL tells beside its message holds values, which are nobody else's business.
    """
    code, message = getattr(error, "sqlstate", None) or "", getattr(error, "message", None)
    if code.startswith(RIVALS):
        return Conflict(message)
    of_driver = type(error).__module__.startswith("asyncpg") and not code
    lost = isinstance(error, OSError) or (of_driver and not isinstance(error, ValueError))
    if lost or code.startswith(UNTOLD):  # what these say is for whoever hosts: see reason()
        return NotKept(SILENT)
    return NotKept(message) if code.startswith(TOLD) else error


def reason(error: Exception) -> str:
    """The same for whoever hosts."""
    return getattr(error, "message", None) or str(error) or SILENT


def is_url(place: object) -> bool:
    """Whether something names a database, not a file; a Problem if it is one that nobody knows."""
    if not isinstance(place, str) or "://" not in place:
        return False
    checked(place)
    return True


def checked(url: str) -> str:
    """The address of a database as it was said, if it can be one."""
    scheme = url.partition("://")[0]
    if scheme not in ("postgresql", "postgres"):
        raise Problem(
            "{} is no database that goldrush knows; name one as postgresql://user@host/name",
            shown(url),
        )
    try:
        parts = urlsplit(url)
        known = parts.path.strip("/") or dict(parse_qsl(parts.query)).get("database")
        _ = parts.port
    except ValueError:
        known = None
    if not known:
        raise Problem(
            "{} names no database; say which one, as in postgresql://user@host/goldrush", shown(url)
        )
    return url


def shown(url: str) -> str:
    """The address of a database without the password, for everybody to read."""
    return re.sub(r"(?<=://)([^/@:]*):[^/]*@", r"\1@", url.partition("?")[0])
