"""What all tables of a server share."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from goldrush.bots.parts import KINDS, part
from goldrush.bots.policy import POLICIES, Bot
from goldrush.bots.pool import Pool
from goldrush.bots.thinkers import Thinkers
from goldrush.games.contract import Game
from goldrush.server.acquaintance import Acquaintance
from goldrush.server.background import Background
from goldrush.server.bus import Bus
from goldrush.server.house import House
from goldrush.server.metrics import Metrics
from goldrush.server.ratings import Company
from goldrush.server.shelf import Shelf
from goldrush.server.store import Rest, Store
from goldrush.server.waitlist import Waitlist

Workers = Literal["bots", "hints", "reviews", "guests"]
ADVISER = "search"  # the kind of bot that gives hints


@dataclass(frozen=True)
class Services:
    """What all tables of a server share."""

    store: Store
    bus: Bus
    thinkers: Thinkers
    advisers: Thinkers  # of people: for hints and replays, so that no bot makes them wait
    reviewers: Pool  # behind all others, so that reviews slow no match
    shelf: Shelf
    metrics: Metrics
    clock: Callable[[], int]  # milliseconds since 1970
    key: bytes = b""  # by which logs name tables
    dirty: asyncio.Event = field(default_factory=asyncio.Event)  # the lobby looks different
    background: Background = field(default_factory=Background)
    ended: asyncio.Event = field(default_factory=asyncio.Event)  # matches have no links yet
    waits: Waitlist = field(default_factory=Waitlist)
    acquaintance: Acquaintance = field(default_factory=Acquaintance)
    company: Company = field(default_factory=Company)
    parting: list[Callable[[str], None]] = field(default_factory=list)  # identities given up
    house: House = field(default_factory=House)
    outages: list[Rest] = field(default_factory=list)  # when no server ran
    guests: Thinkers | None = None  # who ask bots of others, so that these hold up nobody else

    def pool_of(self, bot: Bot) -> Thinkers:
        """Where a bot thinks."""
        return self.guests if self.guests and bot.kind not in POLICIES else self.thinkers

    def troubles(self) -> list[str]:
        """What does not work just now, in words for whoever runs the server."""
        workers = {worker for pool in self.pools.values() for worker in pool.workers}
        dead = sum(not worker.process.is_alive() for worker in workers)
        bots = [f"{dead} of {len(workers)} processes for bots are gone"] if dead else []
        return [self.store.trouble, *bots] if self.store.trouble else bots

    def prepare(self, game: Game) -> None:
        """Has bots load a game that has been compiled, before they are asked."""
        for kind in KINDS:
            self.thinkers.load(part(game, kind))
        self.advisers.load(part(game, ADVISER))

    def close(self) -> None:
        """Ends all processes."""
        for pool in self.pools.values():
            pool.close()

    @property
    def pools(self) -> dict[Workers, Pool]:
        """All processes beside this one, by what they do."""
        always: dict[Workers, Pool] = {
            "bots": self.thinkers,
            "hints": self.advisers,
            "reviews": self.reviewers,
        }
        return {**always, "guests": self.guests} if self.guests else always
