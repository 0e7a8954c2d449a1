"""What all tables of a server share."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from goldrush.bots.thinkers import Thinkers
from goldrush.server.background import Background
from goldrush.server.bus import Bus
from goldrush.server.metrics import Metrics
from goldrush.server.store import Store


@dataclass(frozen=True)
class Services:
    """What all tables of a server share."""

    store: Store
    bus: Bus
    thinkers: Thinkers
    metrics: Metrics
    clock: Callable[[], int]  # milliseconds since 1970
    dirty: asyncio.Event = field(default_factory=asyncio.Event)  # the lobby looks different
    background: Background = field(default_factory=Background)

    def troubles(self) -> list[str]:
        """What does not work just now, in words for whoever runs the server."""
        dead = sum(not worker.process.is_alive() for worker in self.thinkers.workers)
        bots = (
            [f"{dead} of {len(self.thinkers.workers)} processes for bots are gone"] if dead else []
        )
        return [self.store.trouble, *bots] if self.store.trouble else bots
