"""A server for tests: the real one, on a real port, in a thread of this process."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from goldrush.bots.thinkers import Thinkers
from goldrush.bots.worker import Replying
from goldrush.server import desk
from goldrush.server.app import build
from goldrush.server.clock import now
from goldrush.server.postgres import PostgresStore
from goldrush.server.registry import Registry
from goldrush.server.running import Server, config, welcomed
from goldrush.server.settings import Settings
from goldrush.server.sqlite import SqliteStore

KEY = bytes(32)
STARTING = 30.0


class Host:
    """A server that runs while the block does."""

    def __init__(
        self,
        data: Path,
        clock: Callable[[], int] = now,
        compiler: Any = None,
        roads: Any = None,
        measuring: Replying | None = None,
        **settings: Any,
    ) -> None:
        self.compiler = compiler  # without one, whoever opens a game waits for it
        no_limits = dict.fromkeys(("requests", "messages", "tables"), 1e6)
        self.settings = Settings(data, port=0, **{**no_limits, "games": (), **settings})
        self.clock = clock
        self.roads = roads
        self.measuring = measuring
        self.store: Any = None
        self._up = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "Host":
        self._thread.start()
        assert self._up.wait(STARTING), "the server does not start"
        return self

    def __exit__(self, *_: object) -> None:
        self.loop.call_soon_threadsafe(setattr, self.server, "should_exit", True)
        self._thread.join(STARTING)
        assert not self._thread.is_alive(), "the server does not stop"

    def soon(self, work: Callable[[], Any]) -> Any:
        """Does something in the server's own thread."""

        async def doing() -> Any:
            return work()

        return asyncio.run_coroutine_threadsafe(doing(), self.loop).result(STARTING)

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        place = self.settings.place
        self.store = SqliteStore(place) if isinstance(place, Path) else PostgresStore(place)
        ready = self.compiler.ready if self.compiler else lambda *_: True
        with Thinkers(self.settings.thinkers, ready=ready, replying=desk.reply) as thinkers:
            guests = welcomed(self.settings.bots)
            app = build(
                self.settings,
                self.store,
                KEY,
                thinkers,
                clock=self.clock,
                compiler=self.compiler,
                roads=self.roads,
                guests=guests,
                measuring=self.measuring,
            )
            self.registry: Registry = app.registry
            self.server = Server(config(self.settings, app.asgi), self._ready)

            await self.server.serve()

    def _ready(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self._up.set()
