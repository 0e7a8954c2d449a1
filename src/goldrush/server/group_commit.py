"""One thread that writes, many changes in one durable transaction.

A change costs the disk's flush, which takes as long for one as for a hundred: those that come while
another is being written wait for the next transaction together.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from goldrush.server.sql import Connection
from goldrush.server.store import Change, NotKept

MOST_AT_ONCE = 500  # changes in one transaction

log = logging.getLogger(__name__)

Work = Callable[[Connection], Any]
Promise = asyncio.Future[Any]
Finished = tuple[Promise, Any]  # a result, or an exception


class Job(NamedTuple):
    """Something to be written, for whoever waits for it."""

    work: Work
    promise: Promise
    change: Change | None = None  # if it is one of a table: several may then be written together


class GroupCommit(ABC):
    """Writes what is asked for, in its order; one thing that fails takes no other with it."""

    _writing: Connection

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._unwritten = ""  # what kept it from writing when it was last asked to
        self._writer = Thread(target=self._write_all, name="store-writer", daemon=True)
        self._writer.start()

    async def _written(self, work: Work, change: Change | None = None) -> Any:
        promise: Promise = asyncio.get_running_loop().create_future()
        self._jobs.put(Job(work, promise, change))
        return await promise

    async def _finish(self) -> None:
        """Writes what is still to be written, and ends."""
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)

    def _write_all(self) -> None:
        """Writes until it is told to end."""
        ending = False
        while not ending:
            jobs = [self._jobs.get()]
            while len(jobs) < MOST_AT_ONCE and not self._jobs.empty():
                jobs.append(self._jobs.get())
            ending = None in jobs
            if begun := [job for job in jobs if job and not job.promise.cancelled()]:
                finished, loop = self._commit(begun), begun[0].promise.get_loop()
                with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
                    loop.call_soon_threadsafe(_keep, finished)  # one wake-up for all
                self._after(len(begun))

    def _commit(self, jobs: list[Job]) -> list[Finished]:
        """Writes all of these durably, or none if the database cannot."""
        try:
            self._begin()
            finished = self._done(jobs)
            self._writing.execute("COMMIT")
        except (
            Exception
        ) as error:  # the thread must live on, or nothing would ever be written again
            self._give_up()
            self._failed(f"the store cannot write: {self._meaning(error)}")
            return [(job.promise, NotKept(self._unwritten)) for job in jobs]
        self._unwritten = ""
        return finished

    def _done(self, jobs: list[Job]) -> list[Finished]:
        """Does one job after the other; returns what became of each."""
        return [(job.promise, self._attempt(job.work)) for job in jobs]

    def _attempt(self, work: Work) -> Any:
        """Does one piece of work, all or nothing; returns its result, or why it cannot be done."""
        self._writing.execute("SAVEPOINT one")
        try:
            result = work(self._writing)
        except Exception as error:
            meant = self._meaning(error)
            if isinstance(meant, NotKept):
                raise  # which ends the whole transaction
            self._writing.execute("ROLLBACK TO one")
            result = meant
        self._writing.execute("RELEASE one")
        return result

    def _failed(self, trouble: str) -> None:
        """Notes what keeps it from writing; it is logged once, however many changes wait."""
        if trouble != self._unwritten:
            log.error("%s", trouble)
        self._unwritten = trouble

    @abstractmethod
    def _begin(self) -> None:
        """Begins a transaction that writes."""

    @abstractmethod
    def _give_up(self) -> None:
        """Leaves a transaction that has failed, if one was begun."""

    @abstractmethod
    def _meaning(self, error: Exception) -> Exception:
        """What an error says to whoever asked: a Conflict; NotKept if nothing works; or itself."""

    def _after(self, changes: int) -> None:  # noqa: B027  # there may be nothing to be done
        """Does what is to be done after so many changes were written."""


def _keep(finished: list[Finished]) -> None:
    """Keeps promises, in the loop where they were made."""
    for promise, result in finished:
        if promise.cancelled():
            continue
        if isinstance(result, Exception):
            promise.set_exception(result)
        else:
            promise.set_result(result)
