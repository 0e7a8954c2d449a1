"""What one stranger can do to others, attack by attack.

A server with its usual limits, somebody who plays there from one address, a stranger at another.
Of each attack it says how many of its blows were let through, and how long the other's moves took
meanwhile.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
from hints import act
from process import Process
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from goldrush.games import game
from goldrush.match import Match

BIN = Path(__file__).parents[1] / ".venv" / "bin"
VICTIM, STRANGER = "127.0.0.3", "127.0.0.2"
PAUSE = 0.1  # seconds between the victim's moves


class Attack:
    """What a stranger does to a server, for a time."""

    def __init__(self, address: str, seconds: float) -> None:
        self.address = address
        self.until = time.monotonic() + seconds
        self.tried = self.through = 0
        self.http = httpx.AsyncClient(
            base_url=address, timeout=60, transport=httpx.AsyncHTTPTransport(local_address=STRANGER)
        )

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.until

    async def post(self, path: str, **body: Any) -> Any:
        """A request, by somebody new each time: a name costs nothing."""
        self.http.cookies.clear()
        self.tried += 1
        try:
            answer = await self.http.post(path, json=body)
        except httpx.HTTPError:
            return None
        self.through += answer.is_success
        return answer.json() if answer.is_success else None

    async def editions(self) -> None:
        """Editions that differ in their name alone, of the largest game."""
        text = Path(game("golden_town").rules.__file__ or "").with_name("edition.toml").read_text()
        n = 0
        while self.goes_on:
            n += 1
            own = text.replace("\nname = ", f'\nname = "x{n}" #', 1)
            await self.post(
                "/api/tables", game="golden_town", name="X", seats=[{}, {}], edition=own
            )

    async def nested(self) -> None:
        """An edition of keys within keys."""
        text = ".".join("a" * 1 for _ in range(15_000)) + " = 1"
        while self.goes_on:
            await self.post("/api/tables", game="gold", name="X", seats=[{}, {}], edition=text)

    async def silent(self) -> None:
        """Connections that say nothing."""
        held = []
        while self.goes_on:
            self.tried += 1
            try:
                host, port = self.address.removeprefix("http://").split(":")
                opened = await asyncio.open_connection(host, int(port), local_addr=(STRANGER, 0))
                held.append(opened)
            except OSError:
                await asyncio.sleep(0.05)
        for _, writer in held:
            writer.close()
        self.through = sum(not reader.at_eof() for reader, _ in held)

    async def tables(self) -> None:
        """Tables with four strong bots each, whoever is asked for them."""
        sockets = []
        while self.goes_on:
            seats = [{}, *({"persona": "maud"} for _ in range(3))]
            made = await self.post(
                "/api/tables", game="golden_town", name="X" * 20, seats=seats, public=True
            )
            if not made:
                await asyncio.sleep(0.2)
                continue
            code = made["table"]["code"]
            await self.http.post(f"/api/tables/{code}/start")
            cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
            where = f"{self.address.replace('http', 'ws', 1)}/api/tables/{code}/socket"
            with suppress(InvalidStatus):  # too many requests
                sockets.append(
                    await connect(
                        where, additional_headers={"Cookie": cookie}, local_addr=(STRANGER, 0)
                    )
                )
        for socket in sockets:
            await socket.close()

    async def replays(self) -> None:
        """Replays of the longest matches, ten at a time."""
        luck, links = Random(1), []
        for _ in range(4):
            match = Match("golden_town", 4)
            while not match.position.over:
                match.play(luck.choice(list(match.position.chances() or match.position.legal())))
            links.append(match.link())

        async def ask() -> None:
            while self.goes_on:
                self.tried += 1
                with suppress(httpx.HTTPError):
                    link = {"link": luck.choice(links)}
                    found = await self.http.get("/api/replay", params=link, timeout=20)
                    self.through += found.is_success

        await asyncio.gather(*(ask() for _ in range(10)))


async def plays(address: str, moves: list[float], bots: list[float]) -> None:
    """The victim: plays with a bot, and notes how long each answer, and each of the bot's, took."""
    transport = httpx.AsyncHTTPTransport(local_address=VICTIM)
    luck = Random(2)
    async with httpx.AsyncClient(base_url=address, timeout=300, transport=transport) as http:
        while True:
            seats = [{}, {"persona": "felix"}]
            made = await http.post(
                "/api/tables", json={"game": "oh_my_gold", "name": "Ada", "seats": seats}
            )
            code = made.raise_for_status().json()["table"]["code"]
            await http.post(f"/api/tables/{code}/start")
            cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
            where = f"{address.replace('http', 'ws', 1)}/api/tables/{code}/socket"
            async with connect(
                where, additional_headers={"Cookie": cookie}, max_size=None, local_addr=(VICTIM, 0)
            ) as socket:
                await socket.send('{"type": "Hello", "last": 0}')
                sent = time.monotonic()
                async for said in socket:
                    message = json.loads(said)
                    if message["type"] == "Done":
                        moves.append(time.monotonic() - sent)
                    if message["type"] not in ("Welcome", "News"):
                        continue
                    state = message["state"]
                    if state["actor"] is None and state["view"]["places"] is not None:
                        break
                    if state["actor"] == 0:
                        bots.append(time.monotonic() - sent)
                        await asyncio.sleep(PAUSE)
                        sent = time.monotonic()
                        await socket.send(act(state, luck))


async def measured(server: Process, name: str, seconds: float) -> None:
    moves: list[float] = []
    bots: list[float] = []
    playing = asyncio.create_task(plays(server.address, moves, bots))
    await asyncio.sleep(3)
    moves.clear()
    before = server.memory()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, __file__, "--strike", server.address, "--seconds", str(seconds), name),
        stdout=asyncio.subprocess.PIPE,
    )
    told, _ = await process.communicate()
    playing.cancel()
    await asyncio.wait([playing])
    late = sorted(moves)[int(0.99 * len(moves))] if moves else float("nan")
    sys.stdout.write(
        f"{name:9} {told.decode().strip():>15} let through; moves: median"
        f" {1000 * statistics.median(moves or [0]):5.0f}, p99 {1000 * late:5.0f}, worst"
        f" {1000 * max(moves or [0]):5.0f} ms ({len(moves)});"
        f" bot's turn at worst {max(bots or [0]):4.1f} s;"
        f" memory {before:.0f} → {server.memory():.0f} MB\n"
    )
    sys.stdout.flush()


async def strike(address: str, name: str, seconds: float) -> None:
    """Attacks a server from a process of its own, and says how much of it was let through."""
    attack = Attack(address, seconds)
    how: Callable[[], Awaitable[None]] = getattr(attack, name, lambda: asyncio.sleep(seconds))
    await how()
    await attack.http.aclose()
    sys.stdout.write(f"{attack.through} of {attack.tried}\n")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--warm", type=float, default=20)
    parser.add_argument("attacks", nargs="*")
    parser.add_argument("--strike", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.strike:
        await strike(args.strike, args.attacks[0], args.seconds)
        return
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "tables.db"
        serve = [BIN / "goldrush", "serve", "--port", "0", "--data", data, "--log-level", "error"]
        server = await Process.start(*serve)
        try:
            await asyncio.sleep(args.warm)
            names = ["nothing", "editions", "nested", "silent", "tables", "replays"]
            for name in args.attacks or names:
                await measured(server, name, args.seconds)
        finally:
            await server.stop()


if __name__ == "__main__":
    asyncio.run(main())
