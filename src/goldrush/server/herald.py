"""Tells people who are away what is due to them: in their browsers and by mail.

What somebody is told is written down before it is sent: whatever happens then, nobody is told twice
of the same turn.
"""

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Callable, Iterator

from goldrush.server import letters, mail
from goldrush.server.following import Following
from goldrush.server.lasting import all_lasting
from goldrush.server.listeners import Device, Listener, Noting, Told
from goldrush.server.notice_messages import Wishes
from goldrush.server.notices import Notice, due
from goldrush.server.post import Post
from goldrush.server.push import Pusher
from goldrush.server.registry import Registry
from goldrush.server.store import NotKept
from goldrush.server.waits import OVER, Wait

TICK = 5.0  # seconds between two looks at what is due

log = logging.getLogger(__name__)


class Herald:
    """Tells them."""

    def __init__(
        self,
        registry: Registry,
        following: Following,
        pusher: Pusher,
        relay: mail.Relay | None,
        home: str,
        root: str,
    ) -> None:
        self.post = Post()
        self.pusher, self.relay = pusher, relay
        self.home, self.root = home, root  # where people come: the whole address, and its path
        self.services = registry.services
        self._registry, self._following = registry, following
        self._waits = registry.services.waits
        self._waits.when_owed = self._owe
        self._listeners: dict[str, Listener] = {}  # those who can be told something
        self.when_reminded: Callable[[str, Wishes, int], Wait | None] = lambda *_: None
        self._owing: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Tells people what is due to them, for ever."""
        try:
            await all_lasting(self._remember, self._tell_on)
        finally:
            self.post.close()

    async def _remember(self) -> None:
        """Finds out who is to be told something and what, a person at a time."""
        for player in await self.services.store.listeners():
            try:
                await self.renew(player)
            except Exception:  # one that cannot be read hides no other
                log.exception("what is kept of a person cannot be read")
            await self._following.found(player)

    async def _tell_on(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            await self.tell()

    async def renew(self, player: str) -> Listener:
        """Reads anew how a person wants to be told."""
        listener = await self.services.store.listener(player)
        known = player in self._listeners
        if listener.reachable:
            self._listeners[player] = listener
            if not known:
                self._begin(player, listener)
        elif known:
            del self._listeners[player]
            self._following.leave(player)
        return listener

    @property
    def reminds(self) -> bool:
        """Whether anybody wants to be reminded of the challenge of the day."""
        return any(listener.wishes.challenge for listener in self._listeners.values())

    def told_at(self, endpoint: str) -> list[str]:
        """The people who are told at a browser."""
        return [
            player
            for player, listener in self._listeners.items()
            if any(device.endpoint == endpoint for device in listener.devices)
        ]

    async def leave_browsers(self, player: str) -> None:
        """Tells a person nothing any more in any browser: they have signed out of all of them."""
        listener = await self.services.store.listener(player)
        await self._note(Noting(player, gone=tuple(one.endpoint for one in listener.devices)))
        await self.renew(player)

    async def tell(self) -> None:
        """Tells everybody what is due to them now."""
        found: list[str] = []
        await self.services.background.do(self._find(found))
        for player in found:
            if self.post.room <= 0:
                break  # it is found again
            try:
                await self._tell(player)
            except NotKept:
                log.warning("somebody could not be told: it could not be written down")

    def _begin(self, player: str, listener: Listener) -> None:
        """Follows somebody from now on, and knows what they are still to be told."""
        self._following.follow(player)
        for told in listener.told.values():
            if not told.at:
                self._waits.owe(player, Wait(told.code, told.game, told.turn, 0))

    def _owe(self, player: str, wait: Wait) -> None:
        """Writes down that somebody is to be told what nobody could find out later."""
        if player in self._listeners:
            told = Told(wait.code, wait.game, wait.turn, 0)
            self._listeners[player].told[wait.code] = told
            task = asyncio.create_task(self._note(Noting(player, told=(told,))))
            self._owing.add(task)
            task.add_done_callback(self._owing.discard)

    async def _note(self, noting: Noting) -> None:
        try:
            await self.services.store.note(noting)
        except NotKept:
            log.warning("what somebody is to be told could not be written down")

    def _find(self, found: list[str]) -> Iterator[None]:
        """Finds to whom something is due, a person at a time."""
        for player, listener in list(self._listeners.items()):
            self._let_go(player, listener)
            if self._due(player, listener):
                found.append(player)
            yield

    def _due(self, player: str, listener: Listener) -> Notice | None:
        waits, now = self._waits.of(player), self.services.clock()
        if reminder := self.when_reminded(player, listener.wishes, now):
            waits = [*waits, reminder]
        return due(listener, waits, now, lambda code: self._away(player, code))

    def _let_go(self, player: str, listener: Listener) -> None:
        """Forgets what somebody was to be told who has seen it for themselves."""
        known = {wait.code for wait in self._waits.of(player) if wait.turn == OVER}
        seen = [one.code for one in listener.told.values() if not one.at and one.code not in known]
        if seen:
            for code in seen:
                del listener.told[code]
            task = asyncio.create_task(self._note(Noting(player, forgotten=tuple(seen))))
            self._owing.add(task)
            task.add_done_callback(self._owing.discard)

    def _away(self, player: str, code: str) -> int | None:
        """Since when somebody is away from a table; None if they are there."""
        table = self._registry.tables.get(code)
        if table is None:
            return 0
        return None if table.presence.here(player) else table.presence.gone.get(player, 0)

    async def _tell(self, player: str) -> None:
        """Writes down that somebody is told something, and only then sends it."""
        now, listener = self.services.clock(), self._listeners.get(player)
        notice = self._due(player, listener) if listener else None
        if not listener or not notice:
            return  # they have come, or moved, in the meantime
        told = tuple(Told(w.code, w.game, w.turn, now) for w in notice.waits)
        digest = now if notice.digest else None
        await self.services.store.note(Noting(player, told=told, digest=digest))
        listener.told |= {one.code: one for one in told}
        listener.digest = digest or listener.digest
        for wait in notice.waits:
            self._waits.seen(player, wait.code)
        self._send(player, listener, notice.waits, now)

    def _send(self, player: str, listener: Listener, waits: list[Wait], now: int) -> None:
        lang = listener.wishes.lang
        message = letters.pushed(waits, lang, self.root)
        topic = self.sign("topic", letters.topic(waits))  # which push services can read
        for device in listener.devices:
            self.push(player, device, message, topic)
        box = listener.mailbox
        if box and not box.code and self.relay:
            token = self.token(box.handle)
            self.write(letters.mailed(waits, lang, box.address, self.home, token, now))

    def token(self, handle: str) -> str:
        """What in a letter stops all mail to a mailbox."""
        return f"{handle}.{self.sign('stop', handle)}"

    def sign(self, *said: str) -> str:
        """What only this server can have written."""
        return hmac.new(self.services.key, " ".join(said).encode(), hashlib.sha256).hexdigest()[:32]

    def push(self, player: str, device: Device, message: bytes, topic: str) -> None:
        """Has a message brought to a browser."""

        async def attempt() -> float | None:
            now = self.services.clock()
            sent = await self.post.do(lambda: self.pusher.send(device, message, topic, now))
            self.services.metrics.told.labels("push", sent.outcome).inc()
            if sent.outcome == "gone":
                await self.services.store.note(Noting(player, gone=(device.endpoint,)))
                await self.renew(player)
            return float(sent.wait) if sent.outcome == "later" else None

        self.post.carry(attempt)

    def write(self, letter: mail.Letter) -> None:
        """Has a letter sent."""
        relay = self.relay
        assert relay

        async def attempt() -> float | None:
            try:
                taken = await self.post.do(lambda: mail.send(relay, letter))
            except OSError:
                self.services.metrics.told.labels("mail", "later").inc()
                return 0.0
            self.services.metrics.told.labels("mail", "sent" if taken else "refused").inc()
            return None

        self.post.carry(attempt)
