"""How people say how they want to be told of their turn, and what is asked of them for that."""

import asyncio
import re
import secrets

from msgspec.structs import replace

from goldrush.games.texts import LANGUAGES
from goldrush.server import letters, notices, push, seating
from goldrush.server import notice_messages as wire
from goldrush.server.endpoints import Place
from goldrush.server.guard import Buckets, Shares
from goldrush.server.herald import Herald
from goldrush.server.listeners import MOST_DEVICES, Device, Listener, Mailbox, Noting
from goldrush.server.refusal import Refusal
from goldrush.server.registry import Registry
from goldrush.server.store import NotKept

DAY = 86_400.0
DEVICES = (10 / 3600, 10.0)  # browsers that a person may bring: a second, and at once
CODES = (6 / 3600, 6.0)  # letters with codes, likewise; and for one address,
TO_ONE = (3 / DAY, 3.0)  # whoever asks for them
DIGITS, MINUTES, TRIES = 6, 15, 5  # of a code, until it expires, and wrong ones
LOOKING = 5.0  # seconds in which the name of a push service must be found
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]+\.)+[A-Za-z0-9-]{2,}")


class Subscriptions:
    """What they say."""

    def __init__(self, registry: Registry, herald: Herald) -> None:
        self._registry, self._herald = registry, herald
        self._store = registry.services.store
        self._devices, self._codes = Shares(*DEVICES), Shares(*CODES)
        self._to_one = Buckets(*TO_ONE)
        self._one = asyncio.Lock()  # what is counted is counted one after the other

    async def of(self, player: str) -> wire.Notices:
        """How a person is told."""
        return self._told(await self._store.listener(player))

    async def wish(self, player: str, wishes: wire.Wishes) -> wire.Notices:
        """Keeps how often and when a person wants to be told."""
        notices.zone(wishes.zone)
        if wishes.lang not in LANGUAGES:
            raise Refusal(
                "not_possible",
                'there is no language "{}"; there are: {}',
                wishes.lang,
                ", ".join(LANGUAGES),
            )
        known_before = (await self._store.listener(player)).digest
        # Whoever is new is told once a day from the next time on.
        digest = None if known_before else self._registry.services.clock()
        return await self._note(Noting(player, wishes=wishes, digest=digest))

    async def add(self, player: str, address: str, new: wire.NewDevice) -> wire.Notices:
        """Has a browser told from now on."""
        push.check_keys(new.key, new.auth)
        place = self._herald.pusher.roads.check(new.endpoint)
        if not await self._has_room(player, new.endpoint):
            if not self._devices.take(player, address):
                raise Refusal("too_fast", "you have brought many browsers; wait before the next")
            await self._look_up(place)
        async with self._one:
            await self._has_room(player, new.endpoint)
            device = Device(new.endpoint, new.key, new.auth)
            before = self._herald.told_at(new.endpoint)
            told = await self._note(Noting(player, devices=(device,)))
            for other in before:  # whose browser it was: nothing of theirs is told there any more
                await self._herald.renew(other)
            return told

    async def _has_room(self, player: str, endpoint: str) -> bool:
        """Whether a browser is told already; refuses one too many."""
        known = [device.endpoint for device in (await self._store.listener(player)).devices]
        if endpoint not in known and len(known) >= MOST_DEVICES:
            raise Refusal("not_possible", "at most {} browsers are told; remove one", MOST_DEVICES)
        return endpoint in known

    async def _look_up(self, place: Place) -> None:
        """Refuses what leads to no stranger's machine; each call looks at it again."""
        herald = self._herald
        try:
            looking = herald.post.do(lambda: herald.pusher.roads.numbers(place))
            await asyncio.wait_for(looking, LOOKING)
        except (OSError, UnicodeError):  # also if it takes too long
            raise Refusal("not_allowed", "this address is not one of the public network") from None

    async def drop(self, player: str, device: str) -> wire.Notices:
        """Has a browser told no more."""
        devices = (await self._store.listener(player)).devices
        gone = tuple(one.endpoint for one in devices if one.id == device)
        return await self._note(Noting(player, gone=gone))

    async def write_to(self, player: str, address: str, new: wire.NewAddress) -> wire.Notices:
        """Sends a code to an e-mail address, which is somebody's own if they know it then."""
        herald, to = self._herald, new.address.strip()
        if not herald.relay:
            raise Refusal("not_possible", "this server sends no mail")
        if not ADDRESS.fullmatch(to):
            raise Refusal("malformed", "an e-mail address is such as ada@mail.example")
        whole = herald.sign("mailbox", to.lower())
        if not self._codes.take(player, address) or not self._to_one.take(whole):
            raise Refusal("too_fast", "many codes were sent; wait before you ask for another")
        code = "".join(secrets.choice("0123456789") for _ in range(DIGITS))
        handle, now = secrets.token_urlsafe(12), self._registry.services.clock()
        box = Mailbox(to, handle, self._digest(handle, code), now + MINUTES * 60_000)
        told = await self._note(Noting(player, mailbox=box))
        names = (to, herald.home, herald.token(handle), now)
        herald.write(letters.asked(code, MINUTES, told.wishes.lang, *names))
        return told

    async def confirm(self, player: str, code: str) -> wire.Notices:
        """Takes the code that came there."""
        async with self._one:
            return await self._confirm(player, code)

    async def _confirm(self, player: str, code: str) -> wire.Notices:
        box, now = (await self._store.listener(player)).mailbox, self._registry.services.clock()
        if not box or not box.code or now > box.until or box.tries >= TRIES:
            raise Refusal("not_possible", "no code is waited for; ask for another")
        if not secrets.compare_digest(box.code, self._digest(box.handle, code.strip())):
            await self._note(Noting(player, mailbox=replace(box, tries=box.tries + 1)))
            raise Refusal("not_possible", "this is not the code that was sent")
        return await self._note(Noting(player, mailbox=replace(box, code="", until=0, tries=0)))

    async def forget_address(self, player: str) -> wire.Notices:
        """Sends somebody no more mail."""
        return await self._note(Noting(player, no_mailbox=True))

    async def stop(self, token: str) -> None:
        """Does the same for whoever has a letter; it is no matter whether it was done before."""
        handle = token.partition(".")[0]
        if not secrets.compare_digest(token.encode(), self._herald.token(handle).encode()):
            raise Refusal("malformed", "this is not the whole link of a letter")
        if player := await self._store.owner(handle):
            await self.forget_address(player)

    async def at_table(self, player: str, code: str) -> wire.TableNotices:
        """How often a person is told of one table."""
        return wire.TableNotices((await self._store.listener(player)).often.get(code))

    async def wish_at_table(self, player: str, code: str, often: wire.Often | None) -> None:
        """Keeps that; they must have a seat there."""
        table = await self._registry.table(code)
        if not seating.mine(table.sheet, player):
            raise Refusal("not_your_seat", "only people who have a seat at this table may do that")
        await self._note(Noting(player, often=((code, often),)))

    async def _note(self, noting: Noting) -> wire.Notices:
        try:
            await self._store.note(noting)
        except NotKept as error:
            raise Refusal.because("not_kept", error) from None
        return self._told(await self._herald.renew(noting.player))

    def _told(self, listener: Listener) -> wire.Notices:
        box = listener.mailbox
        return wire.Notices(
            listener.wishes,
            self._herald.pusher.key,
            [device.id for device in listener.devices],
            self._herald.relay is not None,
            box.address if box else None,
            bool(box) and not (box and box.code),
        )

    def _digest(self, handle: str, code: str) -> str:
        return self._herald.sign("code", handle, code)
