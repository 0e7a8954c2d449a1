"""People who keep their name: how they are known again, on this device or another.

Nobody needs an account.  Whoever plays is a stranger with an identity in a cookie; a name, keys and
a page of one's own may be added to that, and what was played before stays one's own.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Any

from msgspec.structs import replace

from goldrush.games.problem import Problem
from goldrush.server import passkeys, phrases, seating
from goldrush.server.following import Following
from goldrush.server.guard import Shares
from goldrush.server.herald import Herald
from goldrush.server.identity import Identities
from goldrush.server.keys import Challenges, Codes
from goldrush.server.passkeys import Place
from goldrush.server.refusal import Refusal
from goldrush.server.registry import Registry
from goldrush.server.store import Conflict, NotKept, Passkey, Person

KNOCKS = (0.1, 10.0)  # a second for each person, and at once: signing in, or making keys
MOST_PASSKEYS = 20  # of one person
COOKIE_COMES = 1.0  # seconds until a browser surely has its new cookie

log = logging.getLogger(__name__)
Who = tuple[str, str]  # identity and address


class People:
    """All who keep their name at a server."""

    def __init__(
        self, registry: Registry, identities: Identities, following: Following, herald: Herald
    ) -> None:
        self._registry = registry
        self._following, self._herald = following, herald
        self._services = registry.services
        self._identities = identities
        self._one = asyncio.Lock()  # so that no change of a person undoes another
        self._challenges, self._codes = Challenges(), Codes()
        self._knocks = Shares(*KNOCKS)

    async def open(self) -> None:
        """Reads who has signed out everywhere, who has blocked whom, and what the host decided."""
        self._identities.epochs.update(await self._services.store.epochs())
        await self._know_blocks()

    async def _know_blocks(self) -> None:
        self._services.acquaintance.know(await self._services.store.blocks())
        await self._services.house.read(self._services.store)

    async def of(self, player: str) -> Person | None:
        """The person with an identity, if they keep anything."""
        return await self._services.store.person("player", player)

    async def rename(self, who: Who, name: str) -> Person:
        """Keeps a name for somebody."""
        self._services.house.check_speech(who[0], name)  # the host may have given the name
        return await self.change(who, lambda person: replace(person, name=seating.named(name)))

    async def change(self, who: Who, how: Callable[[Person], Person]) -> Person:
        """Changes what is kept of somebody; a stranger is one from now on who keeps something."""
        player, now = who[0], self._services.clock()
        async with self._one:
            known = await self.of(player)
            if known is None:
                self._knock(who)
            person = how(known or Person(player, "", now))
            if person != known:
                await self._keep(person)
        return person

    async def show(self, who: Who, address: str | None) -> Person:
        """Shows somebody's page to everybody, under an address, or to nobody."""
        if address:
            self._services.house.check_speech(who[0], address)

        def shown(person: Person) -> Person:
            if address and not person.name:
                raise Refusal("not_possible", "keep a name first: your page is shown under it")
            return replace(person, address=address or "")

        return await self.change(who, shown)

    # --- recovery phrases -------------------------------------------------------------------------

    async def new_phrase(self, who: Who) -> list[str]:
        """A recovery phrase for somebody, in the place of the one before."""
        self._knock(who)
        words, now = phrases.new(), self._services.clock()
        digest = phrases.digest(self._services.key, words)
        await self.change(who, lambda person: replace(person, phrase=digest, phrased=now))
        return words

    async def drop_phrase(self, who: Who) -> Person:
        """Makes somebody's recovery phrase useless."""
        return await self.change(who, lambda person: replace(person, phrase=b"", phrased=0))

    async def by_phrase(self, who: Who, said: str) -> Person:
        """Signs somebody in who says a recovery phrase."""
        self._knock(who)
        try:
            words = phrases.read(said)
        except Problem as problem:
            raise Refusal.because("not_possible", problem) from None
        digest = phrases.digest(self._services.key, words)
        if (person := await self._services.store.person("phrase", digest)) is None:
            raise Refusal("not_found", "nobody has this recovery phrase, or it was replaced")
        return await self._become(who[0], person)

    # --- one more device --------------------------------------------------------------------------

    async def new_code(self, who: Who) -> tuple[str, int]:
        """A code with which another device becomes somebody's."""
        self._knock(who)
        await self.change(who, lambda person: person)  # there must be a person to become
        return self._codes.new(who[0], self._services.clock())

    async def whose_code(self, who: Who, said: str) -> Person:
        """Whom a code would make one."""
        self._knock(who)
        return await self._by_code(self._codes.look(said, self._services.clock()))

    async def by_code(self, who: Who, said: str) -> Person:
        """Signs another device in, by a code that the first one shows."""
        self._knock(who)
        person = await self._by_code(self._codes.take(said, self._services.clock()))
        return await self._become(who[0], person)

    async def _by_code(self, player: str | None) -> Person:
        person = await self.of(player) if player else None
        if person is None:
            raise Refusal(
                "not_found", "this code is wrong, was used, or is too old; make a new one"
            )
        return person

    # --- passkeys ---------------------------------------------------------------------------------

    async def ask_for_passkey(self, who: Who, where: Place, name: str) -> dict[str, Any]:
        """What somebody's browser is asked that is to make a passkey."""
        player, person = who[0], await self.of(who[0])
        known = person.passkeys if person else ()
        _check_room(known)
        now = self._services.clock()
        challenge = self._challenges.new(player, "make", where.origin, now)
        called = (person.name if person else "") or seating.named(name)
        user = passkeys.handle(self._services.key, player)
        return passkeys.asked_to_make(where, challenge, user, called, known)

    async def add_passkey(self, who: Who, where: Place, name: str, said: dict[str, Any]) -> Person:
        """Keeps a passkey that somebody's browser has made."""
        self._knock(who)
        challenge = self._challenge(who[0], "make", where)
        now = self._services.clock()
        passkey = passkeys.made(said, where, challenge, seating.named(name), now)

        def added(person: Person) -> Person:
            _check_room(person.passkeys)
            return replace(person, passkeys=(*person.passkeys, passkey))

        return await self.change(who, added)

    async def rename_passkey(self, who: Who, key: str, name: str) -> Person:
        """Gives one of somebody's passkeys another name."""
        return await self._each_passkey(
            who, key, lambda one: replace(one, name=seating.named(name))
        )

    async def drop_passkey(self, who: Who, key: str) -> Person:
        """Makes one of somebody's passkeys useless."""
        return await self._each_passkey(who, key, lambda _: None)

    async def _each_passkey(
        self, who: Who, key: str, how: Callable[[Passkey], Passkey | None]
    ) -> Person:
        def changed(person: Person) -> Person:
            if all(passkeys.named(one) != key for one in person.passkeys):
                raise Refusal("not_found", "you have no such passkey")
            found = [how(one) if passkeys.named(one) == key else one for one in person.passkeys]
            return replace(person, passkeys=tuple(one for one in found if one))

        return await self.change(who, changed)

    def ask_to_sign_in(self, who: Who, where: Place) -> dict[str, Any]:
        """What a browser is asked whose person wants to sign in with a passkey."""
        now = self._services.clock()
        return passkeys.asked_to_use(where, self._challenges.new(who[0], "use", where.origin, now))

    async def by_passkey(self, who: Who, where: Place, said: dict[str, Any]) -> Person:
        """Signs somebody in who has signed with a passkey; each signature is good for once."""
        self._knock(who)
        challenge = self._challenge(who[0], "use", where)
        known = passkeys.id_in(said)
        async with self._one:
            person = await self._services.store.person("passkey", known)
            if person is None:
                raise Refusal(
                    "not_found", "this passkey is not known here; it may have been removed"
                )
            passkey = next(one for one in person.passkeys if one.id == known)
            count, now = passkeys.used(said, where, challenge, passkey), self._services.clock()
            found = [
                replace(one, count=count, used=now) if one.id == known else one
                for one in person.passkeys
            ]
            await self._keep(replace(person, passkeys=tuple(found)))
        return await self._become(who[0], person)

    def _challenge(self, player: str, purpose: Any, where: Place) -> bytes:
        now = self._services.clock()
        challenge = self._challenges.take(player, purpose, where.origin, now)
        if challenge is None:
            raise Refusal("stale", "this was not asked of you, or too long ago, or was answered")
        return challenge

    # --- going, and deleting ----------------------------------------------------------------------

    async def sign_out(self, who: Who, *, everywhere: bool) -> str:
        """Has a browser, or all of somebody's, forget who they are; returns who this one is now."""
        player, person = who[0], await self.of(who[0])
        if person is None or not person.can_return:
            raise Refusal(
                "not_possible",
                "make a passkey or a recovery phrase first: without one you could not come back",
            )
        if everywhere:
            left = await self.change(who, lambda one: replace(one, epoch=one.epoch + 1))
            self._identities.epochs[player] = left.epoch
            self._codes.cancel(player, self._services.clock())
            await self._herald.leave_browsers(player)
        fresh = self._identities.new()
        await self._part(player, fresh)
        self._cut_soon(player)
        log.info("somebody has signed out")
        return fresh

    async def delete(self, who: Who) -> str:
        """Removes all that is kept of somebody; returns who their browser is now."""
        player = who[0]
        async with self._one:
            try:
                codes = await self._services.store.erase(player)
            except NotKept as error:
                raise Refusal.because("not_kept", error) from None
        await self._know_blocks()
        self._identities.epochs.pop(player, None)
        self._codes.cancel(player, self._services.clock())
        for table in self._in_memory(codes):
            table.give_up()
        await self._herald.renew(player)
        self._services.waits.forget(player)
        self._cut_soon(player)
        log.info("somebody had everything deleted")
        return self._identities.new()

    async def _become(self, asking: str, person: Person) -> Person:
        """Gives a person what a browser has played as a stranger, running tables included.

        Whoever keeps a key of their own is no stranger: nothing of theirs is given away.
        """
        stranger = await self.of(asking)
        if asking != person.player:
            await self._part(asking, person.player)
        if asking != person.player and not (stranger and stranger.can_return):
            try:
                codes = await self._services.store.move(asking, person.player)
            except NotKept as error:
                raise Refusal.because("not_kept", error) from None
            await self._know_blocks()
            for table in self._in_memory(codes):
                await table.reread()
            await self._herald.renew(asking)
            await self._herald.renew(person.player)
            self._following.find_again(person.player)
        if asking != person.player:
            self._cut_soon(asking)
        log.info("somebody has signed in")
        return person

    async def _part(self, one: str, other: str) -> None:
        """Keeps that this browser was two people, who cannot be rated against each other soon."""
        try:
            await self._services.store.part(one, other, self._services.clock())
        except NotKept as error:
            raise Refusal.because("not_kept", error) from None

    def _in_memory(self, codes: Collection[str]) -> list[Any]:
        return [self._registry.tables[code] for code in codes if code in self._registry.tables]

    def _cut_soon(self, player: str) -> None:
        """Has somebody's sockets come anew, as whoever they are by then."""

        def cut() -> None:
            for table in self._registry.tables.values():
                table.presence.cut(player)
            self._following.cut(player)

        for forget in self._services.parting:
            forget(player)
        asyncio.get_running_loop().call_later(COOKIE_COMES, cut)

    async def _keep(self, person: Person) -> None:
        try:
            await self._services.store.keep_person(person)
        except Conflict:
            raise Refusal("not_possible", "somebody else has that already, or was faster") from None
        except NotKept as error:
            raise Refusal.because("not_kept", error) from None

    def _knock(self, who: Who) -> None:
        if not self._knocks.take(*who):
            raise Refusal("too_fast", "too many attempts; wait a minute, then try again")


def _check_room(known: Collection[Passkey]) -> None:
    if len(known) >= MOST_PASSKEYS:
        raise Refusal("not_possible", "nobody has more than {} passkeys; remove one", MOST_PASSKEYS)
