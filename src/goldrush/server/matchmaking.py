"""Quick match: people who look for company are seated at a new table as soon as enough fit.

Who looks is known in memory only: they are connected, or nobody waits for them.  A table is made
only of people who are all there, is kept before anybody is told of it, and begins when they have
come to it; whoever does not come loses the seat to others.
"""

import asyncio
import logging
import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations

import msgspec

from goldrush.games import GAMES, game
from goldrush.server import messages as wire
from goldrush.server import ratings, seating, seeking
from goldrush.server.bus import Outbox
from goldrush.server.connections import origin
from goldrush.server.guard import Bucket, Shares
from goldrush.server.refusal import Refusal
from goldrush.server.registry import Registry
from goldrush.server.sockets import Socket, both, heard
from goldrush.server.store import Place, Sheet
from goldrush.server.telling import encode

TICK = 0.5  # seconds between two looks
PATIENCE = 8_000  # milliseconds for which one waits for still more people, where more may play
GRACE = 10_000  # for which the place of somebody is kept who was cut off, as by loading a page anew
LASTING = 600_000  # for which somebody is looked for
COMING = 20_000  # for which all who were found have time to come to the table
MOST_WAITING = 200  # people at once, ...
MOST_NEIGHBOURS = 20  # ... and of them from one address
SEEKS = (0.2, 10.0)  # a second for each person, and at once
MESSAGES = (2.0, 20.0)  # a second over one socket, and at once

log = logging.getLogger(__name__)
decoder: msgspec.json.Decoder[seeking.Wanted] = msgspec.json.Decoder(seeking.Wanted)


@dataclass
class Seeker:
    """Somebody who looks for company."""

    player: str
    address: str
    wish: seeking.Seek
    since: int
    outboxes: set[Outbox] = field(default_factory=set)
    gone: int = 0  # since when no page of theirs is open; 0 as long as one is
    told: int = -1  # how many others they were last told of

    @property
    def games(self) -> Collection[str]:
        """What they would play."""
        return self.wish.games or GAMES

    @property
    def here(self) -> bool:
        """Whether a page of theirs is open."""
        return any(not outbox.closed for outbox in self.outboxes)

    def send(self, message: seeking.Heard) -> None:
        """Tells all of their pages."""
        for outbox in self.outboxes:
            outbox.put(encode(message))


@dataclass
class Coming:
    """People who were found, on their way to their table."""

    players: list[str]
    until: int


Meeting = Callable[[Seeker, Seeker], bool]


class Matchmaking:
    """All who look for company at a server."""

    def __init__(self, registry: Registry) -> None:
        self._registry, self._services = registry, registry.services
        self.seekers: dict[str, Seeker] = {}  # by person, those who have waited longest first
        self._coming: dict[str, Coming] = {}  # by the code of the table
        self._apart: set[frozenset[str]] = set()  # who turned out not to be rated together
        self._shares = Shares(*SEEKS)
        self._stirred = asyncio.Event()  # somebody looks, or is on the way
        self._services.parting.append(self.forget)

    def may_meet(self, one: Seeker, other: Seeker) -> bool:
        """Whether two people may be put together: whoever is to be kept apart is so here alone."""
        pair = one.player, other.player
        if not self._services.acquaintance.may_meet(*pair):
            return False
        if not one.wish.rated:
            return True
        company, now = self._services.company, self._services.clock()
        return frozenset(pair) not in self._apart and not company.neighbours(*pair, now)

    def forget(self, player: str) -> None:
        """Looks no more for an identity that is given up; their pages come again as another."""
        if seeker := self.seekers.pop(player, None):
            for outbox in seeker.outboxes:
                outbox.close()

    # --- sockets ----------------------------------------------------------------------------------

    async def serve(self, socket: Socket, player: str) -> None:
        """Looks for company for whoever is at the other end, as long as they want."""
        outbox, address = Outbox(), origin(socket.scope.get("client"))
        await socket.accept()
        listening = self._listen(socket, player, address, outbox)
        try:
            await both(socket, self._services.metrics, outbox, listening)
        finally:
            if seeker := self.seekers.get(player):
                seeker.outboxes.discard(outbox)
                seeker.gone = 0 if seeker.outboxes else self._services.clock()

    async def _listen(self, socket: Socket, player: str, address: str, outbox: Outbox) -> None:
        haste = Bucket(*MESSAGES)
        async for said in heard(socket):
            try:
                if not haste.take():
                    raise Refusal(
                        "too_fast", "at most {:g} messages a second are read", MESSAGES[0]
                    )
                await self._do(decoder.decode(said), player, address, outbox)
            except Refusal as refusal:
                _refuse(outbox, refusal)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                _refuse(outbox, Refusal.because("malformed", error))

    async def _do(self, said: seeking.Wanted, player: str, address: str, outbox: Outbox) -> None:
        if isinstance(said, seeking.Beat):
            if one := self.seekers.get(player):
                outbox.put(encode(self._seeking(one)))
        elif isinstance(said, seeking.Cancel):
            self.seekers.pop(player, None)
        else:
            await self._seek(said, player, address, outbox)

    async def _seek(self, wish: seeking.Seek, player: str, address: str, outbox: Outbox) -> None:
        """Looks for company for somebody from now on, or on, if they have come back."""
        if not player:
            raise Refusal("not_allowed", "open a page of this server first: it says who you are")
        for code, coming in self._coming.items():
            if player in coming.players:
                outbox.put(encode(seeking.Found(code)))
                return
        known = self.seekers.get(player)
        if known is None or not _same(known.wish, wish):
            await self._check(wish, player, address)
            before = self.seekers.pop(player, None)
            known = Seeker(player, address, wish, self._services.clock())
            known.outboxes = before.outboxes if before else set()
            self.seekers[player] = known
        known.gone = 0
        known.outboxes.add(outbox)
        outbox.put(encode(self._seeking(known)))
        self._stirred.set()

    async def _check(self, wish: seeking.Seek, player: str, address: str) -> None:
        """Refuses what cannot be found, and whoever takes more than their share."""
        wish.name = seating.named(wish.name)
        self._services.house.check_speech(player, wish.name)
        if unknown := [name for name in wish.games if name not in GAMES]:
            known = ", ".join(GAMES)
            raise Refusal("not_found", 'there is no game "{}"; there are: {}', unknown[0], known)
        if not any(_fits(name, size) for name in wish.games or GAMES for size in wish.seats):
            raise Refusal("not_possible", "so many people cannot play that")
        others = [one for one in self.seekers.values() if one.player != player]
        near = sum(one.address == address for one in others)
        crowded = len(others) >= MOST_WAITING or near >= MOST_NEIGHBOURS
        if crowded or not self._shares.take(player, address):
            raise Refusal("too_fast", "too many look for a match just now; try again in a minute")
        if wish.rated:
            wish.name = await ratings.named(self._services.store, player)
            self._services.company.note(player, address, self._services.clock())

    def _seeking(self, one: Seeker) -> seeking.Seeking:
        one.told = sum(self._suits(one, other) for other in self._present() if other is not one)
        now = self._services.clock()
        return seeking.Seeking(one.since, one.since + LASTING, now, one.told)

    def _suits(self, one: Seeker, other: Seeker) -> bool:
        """Whether two people look for something that both may have together."""
        return (
            one.wish.rated == other.wish.rated
            and not set(one.games).isdisjoint(other.games)
            and not set(one.wish.seats).isdisjoint(other.wish.seats)
            and self.may_meet(one, other)
        )

    def _present(self) -> list[Seeker]:
        return [one for one in self.seekers.values() if one.here]

    # --- putting people together ------------------------------------------------------------------

    async def run(self) -> None:
        """Puts people together, for ever."""
        while True:
            if not (self.seekers or self._coming):
                self._stirred.clear()
            await self._stirred.wait()
            await asyncio.sleep(TICK)
            self._expire()
            while (found := self._group()) and await self._seat(*found):
                pass
            for code in list(self._coming):
                await self._begin(code)
            for one in self._present():
                before = one.told
                if (news := self._seeking(one)).others != before:
                    one.send(news)

    def _expire(self) -> None:
        """Gives up looking for those who are gone, or have waited too long."""
        now = self._services.clock()
        for one in list(self.seekers.values()):
            if now > one.since + LASTING:
                one.send(seeking.Expired())
                del self.seekers[one.player]
            elif one.gone and now > one.gone + GRACE:
                del self.seekers[one.player]

    def _group(self) -> tuple[list[Seeker], str] | None:
        """People who are put together now, and what they play."""
        return group(self._present(), self.may_meet, self._services.clock())

    async def _seat(self, people: list[Seeker], name: str) -> bool:
        """Makes a table for people, and only then tells them; they wait on if it cannot be made."""
        for one in people:
            del self.seekers[one.player]
        places = [Place(one.wish.name, one.player, salt=one.wish.salt) for one in people]
        try:
            table = await self._registry.gather(name, places, rated=people[0].wish.rated)
        except Refusal as refusal:
            log.info("people could not be put together: %s", refusal.reason)
            self._wait_on(people)
            return False
        code, until = table.sheet.code, self._services.clock() + COMING
        self._coming[code] = Coming([one.player for one in people], until)
        for one in people:
            if again := self.seekers.pop(one.player, None):  # who came back just now
                one.outboxes |= again.outboxes
            one.send(seeking.Found(code))
        return True

    def _wait_on(self, people: Sequence[Seeker]) -> None:
        """Has people wait on where they were; those who are rated are not tried together again."""
        now = self._services.clock()
        for one in people:
            one.gone = 0 if one.here else now
        self.seekers = {**{one.player: one for one in people}, **self.seekers}
        if people[0].wish.rated:
            names = sorted(one.player for one in people)
            self._apart |= {frozenset(pair) for pair in combinations(names, 2)}
        self._apart = {pair for pair in self._apart if pair <= self.seekers.keys()}

    async def _begin(self, code: str) -> None:
        """Begins a match when all have come; whoever does not come loses the seat."""
        coming, now = self._coming.pop(code), self._services.clock()
        try:
            table = await self._registry.table(code)
            absent = [one for one in coming.players if not table.presence.here(one)]
            if seating.phase(table.sheet) != "open":
                return
            if not absent:
                await table.begin(coming.players[0])
            elif now <= coming.until:
                self._coming[code] = coming
            else:
                for player in absent:
                    await table.change(partial(_without, player))
        except Refusal as refusal:
            log.info("people who were put together did not begin: %s", refusal.reason)


def group(
    seekers: Sequence[Seeker], may_meet: Meeting, now: int
) -> tuple[list[Seeker], str] | None:
    """People who fit together, and what they play: who has waited longest comes first.

    As many as possible, but nobody waits long for more where fewer would do.
    """
    for first in seekers:
        names = list(first.games)
        random.shuffle(names)
        for name in names:
            for found in _groups(first, name, seekers, may_meet):
                larger = range(len(found) + 1, seeking.MOST + 1)
                may_grow = any(_all_want(found, name, size) for size in larger)
                if not may_grow or now - first.since >= PATIENCE:
                    return found, name
    return None


def _groups(
    first: Seeker, name: str, seekers: Sequence[Seeker], may_meet: Meeting
) -> Iterator[list[Seeker]]:
    """Groups around somebody for a game, the largest first."""
    for size in sorted({*first.wish.seats}, reverse=True):
        found = [first]
        for one in seekers:
            fits = one is not first and one.wish.rated == first.wish.rated
            if fits and _all_want([one], name, size) and all(may_meet(one, o) for o in found):
                found.append(one)
            if len(found) == size and _all_want(found, name, size):
                yield found
                break


def _all_want(people: Sequence[Seeker], name: str, size: int) -> bool:
    """Whether people would all play a game with so many."""
    return _fits(name, size) and all(name in o.games and size in o.wish.seats for o in people)


def _fits(name: str, size: int) -> bool:
    """Whether a game can be played by so many."""
    rules = game(name).rules
    return bool(rules.MIN_SEATS <= size <= rules.MAX_SEATS)


def _without(player: str, sheet: Sheet) -> Sheet:
    """A table that somebody has left, or has never come to."""
    return seating.leave(sheet, player) if seating.mine(sheet, player) else sheet


def _same(one: seeking.Seek, other: seeking.Seek) -> bool:
    """Whether somebody looks for the same as before."""
    return (one.games, sorted(one.seats), one.rated) == (
        other.games,
        sorted(other.seats),
        other.rated,
    )


def _refuse(outbox: Outbox, refusal: Refusal) -> None:
    outbox.put(encode(wire.Refused(None, refusal.reason, refusal.detail, None, refusal.why)))
