"""Work that waits for machines elsewhere, done by a few threads of its own, a bounded lot of it.

The event loop never waits for it, nor does the end of the server.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from goldrush.server.refusal import Refusal

THREADS = 4
MOST_WAITING = 200  # pieces of work that wait for a thread
MOST_CARRIED = 1000  # messages on their way, with those that will be tried again
PAUSES = (5.0, 60.0, 600.0)  # seconds before something is tried again
LONGEST = 3600.0  # of these, whatever somebody else asks for

log = logging.getLogger(__name__)

Result = TypeVar("Result")
Try = Callable[[], Awaitable[float | None]]  # None: it is done; else seconds to wait at least


class Post:
    """Does it."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]]] = SimpleQueue()
        self._threads: list[Thread] = []
        self._carried: set[asyncio.Task[None]] = set()

    @property
    def room(self) -> int:
        """How many messages more can be carried."""
        return MOST_CARRIED - len(self._carried)

    async def do(self, work: Callable[[], Result]) -> Result:
        """Does something in a thread."""
        if self._jobs.qsize() >= MOST_WAITING:
            raise Refusal("too_fast", "the server is busy with other messages; try again soon")
        if len(self._threads) < THREADS:
            self._threads.append(Thread(target=self._work, name="post", daemon=True))
            self._threads[-1].start()
        promise: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._jobs.put((work, promise))
        return await promise

    def carry(self, attempt: Try) -> None:
        """Has a message sent, again and again a few times if it cannot be sent at once."""
        task = asyncio.create_task(self._carry(attempt))
        self._carried.add(task)
        task.add_done_callback(self._carried.discard)

    def close(self) -> None:
        """Carries nothing any more."""
        for task in self._carried:
            task.cancel()

    async def _carry(self, attempt: Try) -> None:
        wait = 0.0
        for pause in (0.0, *PAUSES):
            wait = min(max(pause, wait), LONGEST) if pause else 0.0
            await asyncio.sleep(wait)
            try:
                again = await attempt()
            except Refusal:
                again = 0.0  # too much is on its way
            except Exception:
                log.exception("a message could not be sent")
                return
            if again is None:
                return
            wait = again
        log.warning("a message was given up")

    def _work(self) -> None:
        while True:
            work, promise = self._jobs.get()
            if promise.cancelled():
                continue
            result: Any = None
            error: Exception | None = None
            try:
                result = work()
            except Exception as failed:  # whoever waits for it hears of it
                error = failed
            try:
                promise.get_loop().call_soon_threadsafe(_keep, promise, result, error)
            except RuntimeError:  # the loop is closed
                return


def _keep(promise: "asyncio.Future[Any]", result: Any, error: Exception | None) -> None:
    if promise.done():
        return
    if error:
        promise.set_exception(error)
    else:
        promise.set_result(result)
