"""What all tables of a server share."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from goldrush.bots.parts import KINDS, part
from goldrush.bots.pool import Pool
from goldrush.bots.thinkers import Thinkers
from goldrush.games.contract import Game
from goldrush.server.background import Background
from goldrush.server.bus import Bus
from goldrush.server.metrics import Metrics
from goldrush.server.shelf import Shelf
from goldrush.server.store import Rest, Store
from goldrush.server.waitlist import Waitlist

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
    outages: list[Rest] = field(default_factory=list)  # when no server ran

    def troubles(self) -> list[str]:
        """What does not work just now, in words for whoever runs the server."""
        workers = {worker for pool in self._pools for worker in pool.workers}
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
        for pool in self._pools:
            pool.close()

    @property
    def _pools(self) -> tuple[Pool, ...]:
        return self.thinkers, self.advisers, self.reviewers
