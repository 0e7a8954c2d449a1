"""People who come to look on at long matches, one after the other, each at a table of his own.

Nobody has opened these tables before: all that a viewer is told must be made from their logs.
"""

import asyncio
import secrets
from pathlib import Path
from time import monotonic
from typing import Any

from crowd import TIMEOUT
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from goldrush.core import rng
from goldrush.fair import SECRET_BYTES
from goldrush.games import game as open_game
from goldrush.match import Match
from goldrush.server.clock import now
from goldrush.server.messages import CODE, LETTERS
from goldrush.server.sqlite import SqliteStore
from goldrush.server.store import Change, Entry, Place, Sheet

GAME, SEATS = "golden_town", 4
STEPS = 2500


async def write(file: Path, tables: int) -> list[str]:
    """Keeps so many long matches in a file; returns the codes of their tables."""
    store, match = SqliteStore(file), _match()
    begun = now()
    entries = tuple(Entry(n, *step, begun + n) for n, step in enumerate(match.history))
    codes = ["".join(secrets.choice(LETTERS) for _ in range(CODE)) for _ in range(tables)]
    for code in codes:
        await store.write(Change(code, _sheet(code, match, begun), 0, entries))
    await store.close()
    return codes


def _match() -> Match:
    """A match that has gone on for so long and is not over; most end sooner."""
    game, seed = open_game(GAME), 0
    while True:
        match, luck = Match(game, SEATS), rng.new(seed)
        while len(match.history) < STEPS and not match.position.over:
            match.play(match.position.random_step(luck))
        if not match.position.over:
            return match
        seed += 1


def _sheet(code: str, match: Match, begun: int) -> Sheet:
    places = [Place(f"Seat {seat}", f"{code}-{seat}") for seat in range(SEATS)]
    what = (match.game.name, match.version, match.options, b"", places, places[0].player)
    return Sheet(code, *what, secrets.token_bytes(SECRET_BYTES), begun, begun=begun)


class Viewer(WSListener):  # type: ignore[misc]  # picows is compiled
    """A socket that says Hello and waits until it is told everything."""

    def __init__(self) -> None:
        self.welcome: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: WSTransport) -> None:
        transport.send(WSMsgType.TEXT, b'{"type":"Hello"}')

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        said = frame.get_payload_as_bytes()
        if said.startswith(b'{"type":"Welcome"') and not self.welcome.done():
            self.welcome.set_result(len(said))
            transport.disconnect()


async def come(address: str, code: str) -> tuple[float, int]:
    """Looks on at a table; how many seconds it took until all was told, and the bytes of that."""
    begun = monotonic()
    url = f"{address}/api/tables/{code}/socket".replace("http", "ws", 1)
    _, viewer = await ws_connect(Viewer, url, websocket_handshake_timeout=TIMEOUT, proxy=None)
    async with asyncio.timeout(TIMEOUT):
        size = await viewer.welcome
    return monotonic() - begun, size


class Latecomers:
    """One who comes every so many seconds, as long as the block lasts."""

    def __init__(self, address: str, codes: list[str], every: float = 1.0) -> None:
        self.address, self.codes, self.every = address, codes, every
        self.took: list[float] = []
        self.size = 0

    async def __aenter__(self) -> "Latecomers":
        self._coming = asyncio.create_task(self._come())
        return self

    async def __aexit__(self, *_: Any) -> None:
        self._coming.cancel()

    async def _come(self) -> None:
        begun = monotonic()
        for number, code in enumerate(self.codes, 1):
            await asyncio.sleep(max(begun + number * self.every - monotonic(), 0))
            took, self.size = await come(self.address, code)
            self.took.append(took)
