"""One socket: a view of a table, and what its holder asks for."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

import msgspec

from goldrush.server import gallery, logs, moves, seating, telling
from goldrush.server import messages as wire
from goldrush.server.bus import Outbox
from goldrush.server.connections import origin
from goldrush.server.guard import Bucket
from goldrush.server.refusal import Refusal
from goldrush.server.registry import LOBBY, Registry
from goldrush.server.sockets import Socket, both, heard
from goldrush.server.store import NotKept
from goldrush.server.table import Table
from goldrush.server.telling import encode
from goldrush.server.turnstile import MOST_WAITING
from goldrush.server.typed import visible

BURST = 4.0  # seconds' worth of messages that may come at once
STRIKES = 200  # messages that came too fast until the socket is closed
NOT_FOUND = 4404  # close codes
TOO_FAST = 4429

log = logging.getLogger(__name__)
decoder: msgspec.json.Decoder[wire.Asked] = msgspec.json.Decoder(wire.Asked)
Reply = wire.Welcome | wire.Done | wire.Hinted
PONG = wire.Pong()


class Client:
    """Somebody at the other end of a socket."""

    def __init__(self, socket: Socket, table: Table, player: str, registry: Registry) -> None:
        self.socket = socket
        self.table = table
        self.player = player
        self.registry = registry
        self.eyes: int | None = None  # with which it looks at the match, once there is one
        self.outbox = Outbox()
        self.haste = Bucket(registry.messages, BURST * registry.messages)
        self.address = origin(socket.scope.get("client"))
        self.strikes = 0
        self._acting: set[asyncio.Task[None]] = set()

    async def converse(self) -> None:
        """Listens until the socket is closed."""
        self.table.come(self.player, self.address, self.outbox)
        try:
            async for said in heard(self.socket):
                asked = self._understood(said)
                if not self.haste.take() or len(self._acting) >= MOST_WAITING:
                    self._slow_down(asked)
                elif asked:
                    await self._do(asked)
                if self.strikes > STRIKES:
                    await self.socket.close(TOO_FAST, "too many messages")
                    return
        finally:
            self._look(None)
            self.table.go(self.outbox)

    def send(self, message: wire.Sent) -> None:
        """Has a message sent as soon as the socket is free."""
        self.outbox.put(encode(message))

    def refuse(self, said: str | None, refusal: Refusal) -> None:
        """Says no, and where the match stands."""
        self.registry.services.metrics.refused.labels(refusal.reason).inc()
        state = None if self.eyes is None else self.table.state(self.eyes)
        self.send(wire.Refused(said, refusal.reason, refusal.detail, state, refusal.why))

    def _understood(self, said: str | bytes) -> wire.Asked | None:
        try:
            return decoder.decode(said)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self.refuse(None, Refusal.because("malformed", error))
            return None

    def _slow_down(self, asked: wire.Asked | None) -> None:
        self.strikes += 1
        if asked is None:
            return  # it has had its answer
        said = None if isinstance(asked, wire.Hello | wire.Ping) else asked.id
        most = self.registry.messages
        self.refuse(said, Refusal("too_fast", "at most {:g} messages a second are read", most))

    async def _do(self, asked: wire.Asked) -> None:
        """Does what is asked for; an action may have to wait, and nothing else should."""
        if isinstance(asked, wire.Ping):
            self.send(PONG)
            return
        if isinstance(asked, wire.Hello):
            await self._reply(None, lambda: self._hello(asked))
            return
        task = asyncio.create_task(self._reply(asked.id, lambda: self._asked(asked)))
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)

    async def _reply(self, said: str | None, work: Callable[[], Awaitable[Reply]]) -> None:
        """Does some work and answers how it went."""
        begun = time.perf_counter()
        try:
            self.send(await work())
        except Refusal as refusal:
            self.refuse(said, refusal)
        except NotKept as error:
            self.refuse(said, Refusal.because("not_kept", error))
        except Exception:  # one mistake of ours must not silence the socket
            log.exception("what was asked for could not be done")
            self.refuse(said, Refusal("broken", "the server made a mistake; it has been noted"))
        else:
            if said is not None:
                self.registry.services.metrics.answered.observe(time.perf_counter() - begun)

    async def _hello(self, hello: wire.Hello) -> wire.Welcome:
        """Shows the table with the eyes asked for; whoever comes back gets their seat again."""
        await self.table.come_back(self.player)
        eyes = await self.table.opened_eyes(self.player, hello.seat)
        self._look(eyes if self.table.play else None)  # seats may still be drawn by lot
        return telling.welcome(self.table, self.player, eyes, hello.last)

    def _look(self, eyes: int | None) -> None:
        """Listens to what one viewer is told, and to no other."""
        bus = self.registry.services.bus
        if self.eyes is not None:
            bus.leave(telling.topic(self.table, self.eyes), self.outbox)
        if eyes is not None:
            bus.listen(telling.topic(self.table, eyes), self.outbox)
        self.eyes = eyes

    async def _asked(
        self, asked: wire.Act | wire.Undo | wire.Hint | wire.Say | wire.Remark
    ) -> Reply:
        if isinstance(asked, wire.Say):
            await self._say(asked)
        elif isinstance(asked, wire.Remark):
            await self._remark(asked)
        elif self.eyes is None:
            raise Refusal("not_playing", "say Hello when the match has begun")
        elif self.eyes not in self._seats():
            raise Refusal("not_your_seat", "a watcher cannot play")
        elif isinstance(asked, wire.Act):
            await moves.act(self.table, self.eyes, asked)
        elif isinstance(asked, wire.Hint):
            return await self._hint(self.eyes, asked)
        else:
            await moves.undo(self.table, self.eyes, asked)
        return wire.Done(asked.id)

    async def _hint(self, seat: int, asked: wire.Hint) -> wire.Hinted:
        if not self.registry.hints.take(self.player, self.address):
            raise Refusal("too_fast", "wait a little before you ask for more hints")
        who = (self.address, self.player)
        found = await moves.hint(self.table, seat, asked, who)
        why = found.weighed or (None, None, 0.0)
        return wire.Hinted(asked.id, asked.number, found.action, found.fell_back, *why)

    async def _say(self, said: wire.Say) -> None:
        seats = self._seats()
        seat = self.eyes if self.eyes in seats else seats[0]
        if self.table.has_said(seat, said.id):
            return
        self._share_chat()
        text = visible(said.text)
        self.registry.services.house.check_speech(self.player, text)
        if text:
            await self.table.say(seat, said.id, text)

    async def _remark(self, remark: wire.Remark) -> None:
        gallery.check(self.table, self.player)
        if self.table.gallery.has(self.player, remark.id):
            return
        self._share_chat()
        text = visible(remark.text)
        self.registry.services.house.check_speech(self.player, remark.name, text)
        if text:
            await gallery.remark(self.table, self.player, remark, text)

    def _share_chat(self) -> None:
        if not self.registry.chat.take(self.player, self.address):
            raise Refusal("too_fast", "wait a little before you say more")

    def _seats(self) -> list[int]:
        """The seats of whoever asks; there must be one."""
        if not (mine := seating.mine(self.table.sheet, self.player)):
            raise Refusal("not_your_seat", "only people who have a seat at this table may do that")
        return mine


async def serve_table(socket: Socket, registry: Registry, player: str, code: str) -> None:
    """Serves one view of a table."""
    logs.concerning(registry.services.key, code)
    await socket.accept()
    try:
        table = await registry.table(code)
    except Refusal as refusal:
        await socket.close(NOT_FOUND, refusal.detail)
        return
    client = Client(socket, table, player, registry)
    await both(socket, registry.services.metrics, client.outbox, client.converse())


async def serve_lobby(socket: Socket, registry: Registry) -> None:
    """Shows the lobby, and again whenever it changes."""
    await socket.accept()
    outbox = Outbox()
    outbox.put(encode(registry.lobby()))
    registry.services.bus.listen(LOBBY, outbox)
    try:
        await both(socket, registry.services.metrics, outbox, _ignore(socket))
    finally:
        registry.services.bus.leave(LOBBY, outbox)


async def _ignore(socket: Socket) -> None:
    async for _ in heard(socket):
        pass
