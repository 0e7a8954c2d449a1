"""Matches that are over are given their links, behind everything else.

To write a link the whole match is played once more, which no loop has the time for.  The same is
done once with all that ended before results were kept.
"""

import asyncio
import logging

from goldrush.bots.pool import Closed
from goldrush.bots.worker import Lost, Worker
from goldrush.server import logs
from goldrush.server.challenge import is_sealed
from goldrush.server.desk import Conclude, Concluded
from goldrush.server.services import Services
from goldrush.server.store import Conflict, Ended, Kept, NotKept, Sheet

AT_ONCE = 20  # tables that are looked for
CONCLUDING = 60.0  # seconds that a match may take to be played once more
REST = 0.02  # seconds between two, for whoever else reads or writes

log = logging.getLogger(__name__)


class Settling:
    """What has been tried in vain, so that it is not tried again before the next start."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._failed: set[str] = set()
        self._sealed: dict[str, Sheet] = {}  # by code: challenges that others may still play

    async def run(self) -> None:
        """Settles what there is, and then whatever ends, until cancelled."""
        while True:
            self._services.ended.clear()
            while codes := await self._next():
                for code in codes:
                    await self._settle(code)
                    await asyncio.sleep(REST)
            await self._services.ended.wait()

    async def _next(self) -> list[str]:
        now = self._services.clock()
        sealed = {code: one for code, one in self._sealed.items() if is_sealed(one, now)}
        self._sealed, but = sealed, self._failed | sealed.keys()
        found = await self._services.store.unsettled(AT_ONCE + len(but))
        return [code for code in found if code not in but][:AT_ONCE]

    async def _settle(self, code: str) -> None:
        """Settles one match; whatever is wrong with it keeps no other waiting."""
        logs.concerning(self._services.key, code)
        try:
            kept = await self._services.store.read(code)
            if kept and is_sealed(kept.sheet, self._services.clock()):
                self._sealed[code] = kept.sheet  # its link would tell what was drawn
                return
            ended = await self._concluded(kept) if kept else None
            await self._services.store.settle(code, kept.revision if kept else 0, ended)
        except Conflict:
            return  # somebody has changed it meanwhile: it is found again
        except (Closed, asyncio.CancelledError):
            raise
        except (Lost, NotKept, ValueError) as error:
            self._failed.add(code)
            log.warning("a match has no link: %s", type(error).__name__)
        except Exception:
            self._failed.add(code)
            log.exception("a match has no link")

    async def _concluded(self, kept: Kept) -> Ended | None:
        conclude = Conclude(kept.sheet, kept.entries)

        def ask(worker: Worker) -> Concluded:
            return worker.ask(conclude, CONCLUDING, Concluded)

        found = await asyncio.wrap_future(self._services.reviewers.submit(ask))
        if found.ended is None:
            log.warning("a match cannot be played once more, and has no result")
        return found.ended
