"""Friends, by mutual consent, and people whom one has blocked.

A tie is what one person has decided of another.  Two people are friends if both want it; whoever
wants it alone has asked.  Nobody is told of a no: it looks as if there were no answer yet.
"""

import hashlib
import hmac
from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from goldrush.server import friend_messages as wire
from goldrush.server import seating, telling
from goldrush.server.guard import Shares
from goldrush.server.people import People, Who
from goldrush.server.refusal import Refusal
from goldrush.server.registry import Registry
from goldrush.server.store import NotKept, Tie, TieKind

MOST_TIES = 300  # that one person has made
MOST_ASKING = 50  # people whose question is listed: the last ones
ASKS = (0.02, 20.0)  # people whom one may ask or block: a second, and at once


class Found(NamedTuple):
    """Somebody whom one does not know yet, and what they are called."""

    player: str
    name: str


class Pair(NamedTuple):
    """What one has decided of somebody, and whether they want to be friends."""

    other: Found
    mine: Tie | None
    theirs: Tie | None

    @property
    def kind(self) -> TieKind | None:
        """What one has decided."""
        return self.mine.kind if self.mine else None

    @property
    def friends(self) -> bool:
        """Whether both want to be."""
        return self.kind == "friend" and self.theirs is not None

    @property
    def asking(self) -> bool:
        """Whether the other one waits for an answer."""
        return self.kind is None and self.theirs is not None

    @property
    def asked(self) -> bool:
        """Whether one waits for an answer oneself, or for ever."""
        return self.kind == "friend" and self.theirs is None

    @property
    def since(self) -> int:
        """When that began."""
        known = [tie.at for tie in (self.mine, self.theirs) if tie]
        return max(known) if self.friends else known[0]


class Friends:
    """What all people at a server have decided of each other."""

    def __init__(self, registry: Registry, people: People, is_here: Callable[[str], bool]) -> None:
        self._registry, self._people, self._is_here = registry, people, is_here
        self._services, self._store = registry.services, registry.services.store
        self._asks = Shares(*ASKS)

    async def of(self, player: str) -> wire.Friends:
        """Everybody whom a person knows, as they are told."""
        pairs = list((await self.pairs(player)).values())
        told = wire.Friends([], [], [], [], shown=await self._is_shown(player))
        for pair in pairs:
            one = self._told(player, pair)
            if pair.friends:
                one.here = await self._is_seen(pair.other.player)
                told.friends.append(one)
            elif pair.asking:
                told.asking.append(one)
            elif pair.asked:
                told.asked.append(one)
            elif pair.kind == "blocked":
                told.blocked.append(one)
        told.asking = told.asking[-MOST_ASKING:]
        return told

    async def pairs(self, player: str) -> dict[str, Pair]:
        """All with whom a person has to do, by the keys under which they are told of them."""
        mine: dict[str, Tie] = {}
        theirs: dict[str, Tie] = {}
        for tie in await self._store.ties(player):
            if tie.player == player:
                mine[tie.other] = tie
            elif tie.kind == "friend":  # of any other nobody must notice that it is there
                theirs[tie.player] = tie
        return {
            self._key(player, other): Pair(
                Found(other, theirs[other].name if other in theirs else mine[other].other_name),
                mine.get(other),
                theirs.get(other),
            )
            for other in {**mine, **theirs}
        }

    async def friend(self, player: str, key: str) -> Found:
        """A friend of somebody's, by the key under which they are told of them."""
        pair = await self._pair(player, key)
        if not pair.friends:
            raise Refusal("not_found", "you know nobody like that")
        return pair.other

    async def ask(self, who: Who, whom: wire.Whom) -> wire.Friends:
        """Asks somebody to be a friend; whoever has asked before is one at once."""
        self._services.house.check_speech(who[0], whom.name)
        found = await self._find(who, replace(whom, by=None))
        if self._services.acquaintance.has_blocked(who[0], found.player):
            raise Refusal("not_possible", "you have blocked this person; unblock them first")
        return await self._decide(who[0], found, "friend", whom.name)

    async def block(self, who: Who, whom: wire.Whom) -> wire.Friends:
        """Has nothing to do with somebody any more."""
        return await self._decide(who[0], await self._find(who, whom), "blocked", whom.name)

    async def accept(self, player: str, key: str) -> wire.Friends:
        """Says yes to somebody who has asked."""
        pair = await self._pair(player, key)
        if not pair.asking:
            raise Refusal("not_found", "you know nobody like that")
        return await self._decide(player, pair.other, "friend", _own_name(pair))

    async def block_known(self, player: str, key: str) -> wire.Friends:
        """Has nothing to do any more with somebody whom one knows."""
        pair = await self._pair(player, key)
        return await self._decide(player, pair.other, "blocked", _own_name(pair))

    async def let_go(self, player: str, key: str) -> wire.Friends:
        """Says no to somebody who asks, takes back what one has asked, or ends a friendship.

        Whoever was refused may ask again, and is listed no more.
        """
        pair = await self._pair(player, key)
        other = pair.other.player
        if pair.asking:
            return await self._decide(player, pair.other, "declined", _own_name(pair))
        if pair.friends:
            await self._keep(None, (player, other), (other, player))
        elif pair.asked:
            await self._keep(None, (player, other))
        return await self.of(player)

    async def unblock(self, player: str, key: str) -> wire.Friends:
        """Has to do with somebody again."""
        pair = await self._pair(player, key)
        if pair.kind == "blocked":
            await self._keep(None, (player, pair.other.player))
        return await self.of(player)

    async def show(self, who: Who, *, shown: bool) -> wire.Friends:
        """Lets friends see when one is here, or not."""
        await self._people.change(who, lambda person: replace(person, hidden=not shown))
        return await self.of(who[0])

    async def _decide(self, player: str, other: Found, kind: TieKind, name: str) -> wire.Friends:
        pairs = await self.pairs(player)
        known = pairs.get(self._key(player, other.player))
        if not (known and known.mine) and sum(bool(one.mine) for one in pairs.values()) > MOST_TIES:
            raise Refusal("not_possible", "you know very many people; remove somebody first")
        now, named = self._services.clock(), seating.named(name)
        tie = Tie(player, other.player, kind, now, named, other.name)
        ended = kind == "blocked" and known is not None and known.friends
        await self._keep(tie, *([(other.player, player)] if ended else []))
        return await self.of(player)

    async def _keep(self, tie: Tie | None, *gone: tuple[str, str]) -> None:
        try:
            await self._store.tie(tie, gone)
        except NotKept as error:
            raise Refusal.because("not_kept", error) from None
        for player, other in gone:
            self._services.acquaintance.note(player, other, blocked=False)
        if tie:
            blocked = tie.kind == "blocked"
            self._services.acquaintance.note(tie.player, tie.other, blocked=blocked)

    async def _find(self, who: Who, whom: wire.Whom) -> Found:
        """Who is meant: somebody else, with whom one was at a table, or whose page one has seen."""
        if not self._asks.take(*who):
            raise Refusal("too_fast", "you have asked many people; wait before the next")
        found = await self._meant(who[0], whom)
        if found is None or not found.player or found.player == who[0]:
            raise Refusal("not_found", "you know nobody like that")
        return found

    async def _meant(self, player: str, whom: wire.Whom) -> Found | None:
        if whom.address:
            person = await self._store.person("address", whom.address)
            return Found(person.player, person.name) if person else None
        if whom.code and whom.by:
            return await self._in_gallery(whom.code, whom.by)
        if whom.code and whom.seat is not None:
            there = await self._store.company(whom.code)
            known = any(one == player for one, _ in there)
            return Found(*there[whom.seat]) if known and whom.seat < len(there) else None
        return None

    async def _in_gallery(self, code: str, by: str) -> Found | None:
        table = await self._registry.table(code)
        said = [one for one in table.gallery.remarks if telling.by(table, one.player) == by]
        return Found(said[-1].player, said[-1].name) if said else None

    async def _pair(self, player: str, key: str) -> Pair:
        pair = (await self.pairs(player)).get(key)
        if pair is None:
            raise Refusal("not_found", "you know nobody like that")
        return pair

    async def _is_seen(self, player: str) -> bool:
        return self._is_here(player) and await self._is_shown(player)

    async def _is_shown(self, player: str) -> bool:
        person = await self._people.of(player)
        return not (person and person.hidden)

    def _told(self, player: str, pair: Pair) -> wire.Acquainted:
        return wire.Acquainted(self._key(player, pair.other.player), pair.other.name, pair.since)

    def _key(self, player: str, other: str) -> str:
        """By what a person names another, and nobody else does."""
        said = f"knows {player} {other}".encode()
        return hmac.digest(self._services.key, said, hashlib.sha256)[:8].hex()


def _own_name(pair: Pair) -> str:
    """What one called oneself, as far as the other one knows."""
    return pair.mine.name if pair.mine else pair.theirs.other_name if pair.theirs else ""
