"""People who are followed: which tables wait for them is found out, and they are told of changes.

Tables that are not in memory are opened one at a time, however many people come at once.
"""

import asyncio
import logging

from goldrush.server import logs, seating
from goldrush.server import messages as wire
from goldrush.server.bus import Outbox
from goldrush.server.own import is_playable
from goldrush.server.refusal import Refusal
from goldrush.server.registry import Registry
from goldrush.server.sockets import Socket, both, heard
from goldrush.server.store import Sheet
from goldrush.server.telling import encode
from goldrush.server.waits import INVITED, OVER, SEAT, Wait, turn_of

MOST = 100  # tables of one person that are looked at
REST = 0.05  # seconds after each table that was opened only to look
PUBLISH = 0.25  # between two messages to one person
LINGERING = 600.0  # for which it is known on how it is with somebody who has closed all pages

log = logging.getLogger(__name__)


class Following:
    """The people who are followed."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._waits = registry.services.waits
        self._finding: dict[str, asyncio.Task[None]] = {}  # by person
        self._one = asyncio.Lock()
        self._listening: dict[str, set[Outbox]] = {}  # sockets by person

    def follow(self, player: str) -> None:
        """Has a person's tables known from now on."""
        if self._waits.follow(player):
            self._begin(player)

    def leave(self, player: str) -> None:
        """Takes that back once; somebody who only changes pages is known on for a while."""
        self._waits.leave(player)
        asyncio.get_running_loop().call_later(LINGERING, self._drop, player)

    async def found(self, player: str) -> None:
        """Waits until all tables of a person have been looked at."""
        if finding := self._finding.get(player):
            await asyncio.wait([finding])

    def told(self, player: str) -> wire.Waits:
        """Which tables wait for a person, as their browser is told."""
        waits = [wait for wait in self._waits.of(player) if wait.turn != OVER]
        tables = [
            wire.Waiting(wait.code, wait.game, wait.turn == SEAT, wait.turn == INVITED)
            for wait in waits
        ]
        return wire.Waits(tables, complete=player not in self._finding)

    async def run(self) -> None:
        """Tells people what has changed for them, a few times a second, for ever."""
        while True:
            await self._waits.stirred.wait()
            self._waits.stirred.clear()
            changed = self._waits.changed & self._listening.keys()
            self._waits.changed.clear()
            for player in changed:
                self._publish(player)
            await asyncio.sleep(PUBLISH)

    async def serve(self, socket: Socket, player: str) -> None:
        """Tells a browser which tables wait, and again whenever that changes."""
        services, outbox = self._registry.services, Outbox()
        await socket.accept()
        if player:
            self.follow(player)
            self._listening.setdefault(player, set()).add(outbox)
        outbox.put(encode(self.told(player)))
        services.bus.listen(topic(player), outbox)
        try:
            await both(socket, services.metrics, outbox, _ignore(socket))
        finally:
            services.bus.leave(topic(player), outbox)
            if player:
                self._hang_up(player, outbox)

    def is_here(self, player: str) -> bool:
        """Whether a page of somebody's is open."""
        return player in self._listening

    def find_again(self, player: str) -> None:
        """Looks at all tables of a person anew, if they are followed: they have others now."""
        if self._waits.follows(player):
            self._begin(player)

    def cut(self, player: str) -> None:
        """Cuts a person's sockets: they come again as whoever they are by then."""
        for outbox in self._listening.get(player, ()):
            outbox.close()

    def _begin(self, player: str) -> None:
        finding = asyncio.create_task(self._find(player))
        self._finding[player] = finding
        finding.add_done_callback(lambda _: self._finding.pop(player, None))

    def _hang_up(self, player: str, outbox: Outbox) -> None:
        self._listening[player].discard(outbox)
        if not self._listening[player]:
            del self._listening[player]
        self.leave(player)

    def _publish(self, player: str) -> None:
        self._registry.services.bus.publish(topic(player), encode(self.told(player)))

    def _drop(self, player: str) -> None:
        if player not in self._finding:
            self._waits.drop(player)

    async def _find(self, player: str) -> None:
        """Looks at all tables of a person, those in memory and those with free seats first."""
        services = self._registry.services
        try:
            for one, sheet in await services.acquaintance.invitations(services.store, player):
                self._waits.owe(player, Wait(one.code, sheet.game, INVITED, one.at))
            sheets = await services.store.seated(player, MOST)
        except Exception:
            log.exception("the tables of a person cannot be found")
            sheets = {}
        unknown = [s for s in sheets.values() if s and is_playable(s) and not self._look(player, s)]
        for sheet in unknown:
            async with self._one:
                if await self._open(sheet.code):
                    await asyncio.sleep(REST)
        self._finding.pop(player, None)
        if player in self._listening:
            self._publish(player)

    def _look(self, player: str, sheet: Sheet) -> bool:
        """Notes how it is at a table, if that takes no table to be opened."""
        table = self._registry.tables.get(sheet.code)
        if table:
            self._waits.look(table)
            return True
        if not sheet.begun:
            turn, now = turn_of(sheet, None, player), self._registry.services.clock()
            self._waits.note(player, sheet, turn, now)
            return True
        mine = seating.mine(sheet, player)
        known = self._registry.turns.of(sheet.code)
        alone = all(place.player in ("", player) for place in sheet.places)
        return alone or all(known.get(seat, seat) not in mine for seat in mine)

    async def _open(self, code: str) -> bool:
        """Opens a table to look at it; whether it had to be opened."""
        known = code in self._registry.tables
        logs.concerning(self._registry.services.key, code)
        try:
            self._waits.look(await self._registry.table(code))
        except Refusal:  # it hides no other, ...
            pass
        except Exception:  # ... nor does one that cannot be read
            log.exception("a table cannot be opened")
        return not known


def topic(player: str) -> str:
    """Where a person is told which tables wait."""
    return f"waits/{player}"


async def _ignore(socket: Socket) -> None:
    async for _ in heard(socket):
        pass
