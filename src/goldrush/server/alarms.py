"""What looks at tables when somebody's time is up, also after a restart and where nobody is."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from goldrush.server import logs
from goldrush.server.lasting import all_lasting
from goldrush.server.refusal import Refusal
from goldrush.server.services import Services
from goldrush.server.store import NotKept
from goldrush.server.table import Table

TICK = 0.5  # seconds between two looks at the tables in memory, ...
LOOK = 10.0  # ... and between two at those that are not; as often it is kept that the server runs
MOST = 100  # tables that are opened at one look
SOON = 60_000  # milliseconds before its time for which a table stays in memory

log = logging.getLogger(__name__)


class Alarms:
    """Those of all tables."""

    def __init__(
        self,
        services: Services,
        tables: dict[str, Table],
        opened: Callable[[str], Awaitable[Table]],
    ) -> None:
        self._services, self._tables, self._opened = services, tables, opened
        self._ringing: dict[str, asyncio.Task[None]] = {}

    async def begin(self) -> None:
        """Finds out when no server ran, and keeps that one does from now on."""
        try:
            self._services.outages[:] = await self._services.store.live(self._services.clock())
        except NotKept:
            log.warning("when the server began could not be kept: clocks may have run meanwhile")

    async def run(self) -> None:
        """Looks again and again, until cancelled."""
        await all_lasting(self._ring_all, self._look)

    async def end(self) -> None:
        """Keeps until when the server ran."""
        try:
            await self._services.store.beat(self._services.clock())
        except NotKept:
            log.warning("when the server ended could not be kept")

    async def _ring_all(self) -> None:
        while True:
            now = self._services.clock()
            for code, table in list(self._tables.items()):
                if 0 < table.due <= now and code not in self._ringing:
                    self._ring(code, table)
            await asyncio.sleep(TICK)

    def _ring(self, code: str, table: Table) -> None:
        ringing = asyncio.create_task(self._rung(code, table))
        self._ringing[code] = ringing
        ringing.add_done_callback(lambda _: self._ringing.pop(code, None))

    async def _rung(self, code: str, table: Table) -> None:
        logs.concerning(self._services.key, code)
        try:
            await table.ring()
        except Refusal as refusal:  # it is tried again
            log.warning("a table could not be looked at: %s", refusal.reason)
        except Exception:  # one table must not keep others from being looked at
            log.exception("a table could not be looked at")
            table.due = 0

    async def _look(self) -> None:
        """Opens the tables whose time has come."""
        while True:
            dues = await self._services.store.dues(MOST)
            if dues:
                await self._beat()
            now = self._services.clock()
            for code in (code for code, due in dues if due <= now + SOON):
                await self._open(code)
            await asyncio.sleep(LOOK)

    async def _beat(self) -> None:
        with suppress(NotKept):  # the next one may succeed
            await self._services.store.beat(self._services.clock())

    async def _open(self, code: str) -> None:
        """Opens a table; one that cannot be is not looked at again."""
        try:
            logs.concerning(self._services.key, code)
            wanted = (await self._opened(code)).due
        except Refusal:
            wanted = 0
        except Exception:  # one table must not keep others from being looked at
            log.exception("a table cannot be opened")
            wanted = 0
        if not wanted:
            with suppress(NotKept):  # it is opened once more
                await self._services.store.mind(code, 0)
