"""Worker processes, and all that wait for one: everybody has a turn.

There is a thread for each worker, which waits for it.  A worker that dies, is too slow or talks
nonsense is replaced: that costs whatever it was doing, and nothing else.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from goldrush.bots.parts import Part
from goldrush.bots.turns import Turns
from goldrush.bots.worker import ENDING, Lost, Replying, Worker

MOST_FOREIGN = 24  # parts of people's own editions that a worker loads before it is replaced

log = logging.getLogger(__name__)

Result = TypeVar("Result")


class Closed(RuntimeError):
    """The pool was closed before this was done."""


class Job(NamedTuple):
    """Something to do, and whoever waits for it."""

    task: Callable[[Worker], Any]
    future: "Future[Any]"
    otherwise: Callable[[], Any] | None = None  # where a worker is lost


class Pool:
    """Some workers and all that wait for them."""

    def __init__(self, workers: int = 1, replying: Replying | None = None, nice: int = 0) -> None:
        self._replying, self._nice = replying, nice
        self.workers = [self._fresh() for _ in range(workers)]
        self._turns: Turns[Job] = Turns()
        self._loads: list[deque[Job]] = [deque() for _ in self.workers]  # for each one
        self._closed = False
        self._changed = threading.Condition()  # guards these four
        self._threads = [
            threading.Thread(target=self._work, args=(slot,), name=f"worker-{slot}", daemon=True)
            for slot in range(workers)
        ]
        for thread in self._threads:
            thread.start()

    def submit(
        self,
        task: Callable[[Worker], Result],
        who: Sequence[str] = (),
        otherwise: Callable[[], Result] | None = None,
    ) -> "Future[Result]":
        """Has a worker do something when it is somebody's turn.

        If that worker is lost, something is done here instead; whoever waits gets Lost if nothing.
        """
        future: Future[Result] = Future()
        with self._changed:
            if self._closed:
                raise Closed
            self._turns.put(who, Job(task, future, otherwise))
            self._changed.notify_all()
        return future

    def waiting(self, who: Sequence[str]) -> int:
        """How much of somebody's waits for a worker."""
        with self._changed:
            return self._turns.waiting(who)

    @property
    def crowd(self) -> int:
        """How much waits for a worker, whoever asked for it."""
        with self._changed:
            return len(self._turns)

    def load(self, part: Part) -> "list[Future[None]]":
        """Has each worker load a part of a game when it has nothing else to do."""
        jobs = [Job(lambda worker: worker.load(part), Future()) for _ in self.workers]
        with self._changed:
            for loads, job in zip(self._loads, jobs, strict=True):
                loads.append(job)
            self._changed.notify_all()
        return [job.future for job in jobs]

    def close(self) -> None:
        """Ends all workers, also those that are busy; whoever waits for one gets Closed."""
        with self._changed:
            self._closed = True
            left = [self._turns.take() for _ in range(len(self._turns))]
            left += [loads.popleft() for loads in self._loads for _ in range(len(loads))]
            self._changed.notify_all()
        for worker in self.workers:
            worker.end()
        for job in left:
            if job.future.set_running_or_notify_cancel():
                job.future.set_exception(Closed())
        for thread in self._threads:
            thread.join(ENDING)

    def _work(self, slot: int) -> None:
        """What one thread does: waits for something to do, and has its worker do it."""
        while job := self._next(slot):
            if job.future.set_running_or_notify_cancel():
                try:
                    job.future.set_result(self._done(slot, job))
                except BaseException as error:  # it is for whoever asked; the next one is served
                    job.future.set_exception(error)
            if sum(part.foreign for part in self.workers[slot].known) > MOST_FOREIGN:
                self._replace(slot)  # nothing else gives back what compiled code takes

    def _next(self, slot: int) -> Job | None:
        """What somebody waits for, else what may be needed later; nothing when all is closed."""
        with self._changed:
            while not (self._closed or self._turns or self._loads[slot]):
                self._changed.wait()
            if self._closed:
                return None
            return self._turns.take() if self._turns else self._loads[slot].popleft()

    def _done(self, slot: int, job: Job) -> Any:
        try:
            return job.task(self.workers[slot])
        except Lost as lost:
            with self._changed:
                if self._closed:
                    raise Closed from lost
            log.warning("a worker process was replaced: %s", lost)
            self._replace(slot)
            if job.otherwise:
                return job.otherwise()
            raise

    def _replace(self, slot: int) -> None:
        """Puts a new worker in the place of one."""
        self.workers[slot].end()
        with self._changed:  # so that none is started while all are ended
            if not self._closed:
                with suppress(OSError):  # if none can be started now, the dead one is lost again
                    self.workers[slot] = self._fresh()

    def _fresh(self) -> Worker:
        return Worker(self._replying, nice=self._nice)
