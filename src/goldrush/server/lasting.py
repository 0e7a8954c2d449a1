"""Work that goes on as long as the server runs: a mistake in it ends neither it nor any other."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from goldrush.server.store import NotKept

AGAIN = 5.0  # seconds until work that has failed is begun anew

log = logging.getLogger(__name__)


async def lasting(work: Callable[[], Awaitable[None]]) -> None:
    """Does something until it ends by itself or is cancelled, anew whenever it fails."""
    while True:
        try:
            return await work()
        except NotKept as error:
            log.warning("work in the background waits: %s", error)
            await asyncio.sleep(AGAIN)
        except Exception:
            log.exception("work in the background has failed, and begins anew")
            await asyncio.sleep(AGAIN)


async def all_lasting(*works: Callable[[], Awaitable[None]]) -> None:
    """Does several things at once, of which none ends another."""
    async with asyncio.TaskGroup() as group:
        for work in works:
            group.create_task(lasting(work))
