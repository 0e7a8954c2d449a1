"""One thing at a time: what changes a table goes through here, and what a seat asks for in order.

Whatever has begun is done to its end, even if whoever asked for it is gone by then.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from goldrush.server.refusal import Refusal

MOST_WAITING = 64  # things that one seat has asked for and that are not answered yet

Result = TypeVar("Result")


class Turnstile:
    """Lets through one at a time."""

    def __init__(self) -> None:
        self.happening = asyncio.Event()  # the next thing that happens in the match
        self.queues: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)  # by seat
        self.queued_up: Counter[int] = Counter()  # how many stand in each
        self._hushed = 0.0  # since when seats wait, by the loop's clock, ...
        self._quiet = 0.0  # ... and until when
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[object]] = set()

    @property
    def busy(self) -> bool:
        """Whether somebody is on the way through, or waits for it."""
        waiting = any(queue.locked() for queue in self.queues.values())
        return waiting or self._lock.locked() or bool(self._tasks)

    async def alone(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Does one thing to its end, while nothing else happens here."""

        async def alone() -> Result:
            async with self._lock:
                return await work

        task = asyncio.create_task(alone())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def queued(
        self, seat: int, work: Callable[[], Coroutine[Any, Any, asyncio.Event | Result]]
    ) -> Result:
        """Does what a seat asks for, behind all that it has asked for before.

        The work returns its result, or what to wait for before it is tried again.

        What must wait for somebody who is asked in secret is tried again whenever something has
        happened: a no, or a yes before its time, would tell.  It waits on when the connection is
        lost, so there is a limit to it.
        """
        if self.queued_up[seat] >= MOST_WAITING:
            raise Refusal("too_fast", "wait until what you have asked for is answered")
        self.queued_up[seat] += 1
        try:
            async with self.queues[seat]:
                await self.quiet()
                while isinstance(found := await self.alone(work()), asyncio.Event):
                    await found.wait()
                return found
        finally:
            self.queued_up[seat] -= 1

    def hush(self, seconds: float) -> None:
        """Has seats wait from now on, so that a bot may be asked something in secret meanwhile."""
        self._hushed = asyncio.get_running_loop().time()
        self._quiet = self._hushed + seconds

    @property
    def seconds_quiet(self) -> float:
        """How long seats still wait."""
        return self._quiet - asyncio.get_running_loop().time()

    async def quiet(self) -> None:
        """Waits until seats need not wait any more."""
        while (left := self.seconds_quiet) > 0:
            await asyncio.sleep(left)

    async def beat(self) -> None:
        """Waits until as long has passed once more as all were quiet, or twice, and so on.

        How long somebody thought depends on what they hold, and so on what they were asked.
        """
        if length := self._quiet - self._hushed:
            passed = asyncio.get_running_loop().time() - self._hushed
            await asyncio.sleep(length - passed % length)

    def after_quiet(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Does a thing as soon as seats need not wait any more."""

        async def later() -> None:
            await self.quiet()
            await self.alone(work())

        task = asyncio.create_task(later())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def happened(self) -> None:
        """Lets those try again who wait for something to happen."""
        self.happening.set()
        self.happening = asyncio.Event()

    async def finished(self) -> None:
        """Waits for what is on its way through."""
        async with self._lock:
            pass
