"""Invitations: a friend is asked to a table that waits for players, and told as of their turn."""

from goldrush.server import friend_messages as wire
from goldrush.server import seating
from goldrush.server.friends import Friends
from goldrush.server.guard import Shares
from goldrush.server.people import Who
from goldrush.server.refusal import Refusal
from goldrush.server.registry import Registry
from goldrush.server.store import Invitation, NotKept, Sheet
from goldrush.server.waits import INVITED, Wait

INVITES = (0.05, 10.0)  # people whom one may invite: a second, and at once


class Invitations:
    """Those of all people at a server."""

    def __init__(self, registry: Registry, friends: Friends) -> None:
        self._registry, self._friends = registry, friends
        self._services, self._store = registry.services, registry.services.store
        self._invites = Shares(*INVITES)

    async def invite(self, who: Who, code: str, key: str) -> None:
        """Asks a friend to a table where one sits and a seat is free; once is enough."""
        player = who[0]
        sheet = (await self._registry.table(code)).sheet
        name = _check(sheet, player)
        self._services.house.check_person(player)
        friend = await self._friends.friend(player, key)
        if seating.mine(sheet, friend.player):
            raise Refusal("not_possible", "{} has a seat there", friend.name)
        if not self._invites.take(*who):
            raise Refusal("too_fast", "you have invited many people; wait before the next")
        now = self._services.clock()
        try:
            await self._store.invite(Invitation(friend.player, code, player, name, now))
        except NotKept as error:
            raise Refusal.because("not_kept", error) from None
        self._services.waits.owe(friend.player, Wait(code, sheet.game, INVITED, now))

    async def of(self, player: str) -> list[wire.Invited]:
        """The tables to which a person is invited now, the newest first."""
        found = await self._services.acquaintance.invitations(self._store, player)
        self._services.waits.keep_invited(player, {one.code for one, _ in found})
        return [wire.Invited(one.code, sheet.game, one.name, one.at) for one, sheet in found]

    async def decline(self, player: str, code: str) -> list[wire.Invited]:
        """Says no to an invitation, of which nobody is told."""
        try:
            await self._store.uninvite(player, code)
        except NotKept as error:
            raise Refusal.because("not_kept", error) from None
        return await self.of(player)


def _check(sheet: Sheet, player: str) -> str:
    """What one is called at a table to which one may invite somebody."""
    own = [place for place in sheet.places if place.player == player and not place.awaited]
    if not own:
        raise Refusal("not_allowed", "only people who have a seat at this table may do that")
    if sheet.begun or all(seating.taken(place) or place.player for place in sheet.places):
        raise Refusal("not_possible", "no seat is free at this table any more")
    return own[0].name
