"""Long work of the server, done a little at a time, so that nobody waits for it.

A thread would not do: most of such work is Python's own, and whoever holds Python's lock holds up
the loop.
"""

import asyncio
import time
from collections.abc import Iterable

SLICE = 0.002  # seconds that are worked, and ...
REST = 0.004  # ... then left to others: also to the store's threads, which need Python's lock too


class Background:
    """Does one piece of work after the other, in slices: many at once would be one long slice."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()

    async def do(self, work: Iterable[object]) -> None:
        """Does some work to its end; it is left and taken up again between its items alone.

        After its last item it ends at once: nothing else happens before whoever awaits it goes on.
        """
        async with self._one:
            until = time.perf_counter() + SLICE
            for _ in work:
                if time.perf_counter() > until:
                    await asyncio.sleep(REST)
                    until = time.perf_counter() + SLICE
