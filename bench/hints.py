"""How long a hint takes while strong bots think at many tables.

Starts a server of its own, with the usual cache and limits raised, lets people play at twenty
tables with three strong bots each, as fast as they can, and has one more ask for a hint at every
turn.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
from process import Process
from websockets.asyncio.client import connect

from goldrush.games import GAMES

BIN = Path(__file__).parents[1] / ".venv" / "bin"


async def seated(address: str, game: str, bots: list[str]) -> tuple[str, str]:
    """A new table where somebody sits with bots; its socket's address and the cookie."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        new = {"game": game, "name": "Ada", "seats": [{}, *({"persona": bot} for bot in bots)]}
        made = (await http.post("/api/tables", json=new)).raise_for_status().json()
        code = made["table"]["code"]
        (await http.post(f"/api/tables/{code}/start")).raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        return f"{address.replace('http', 'ws', 1)}/api/tables/{code}/socket", cookie


async def play(
    address: str, game: str, bots: list[str], times: list[float] | None, luck: Random
) -> None:
    """Plays one match at random; notes how long hints take, if that is wanted."""
    where, cookie = await seated(address, game, bots)
    async with connect(where, additional_headers={"Cookie": cookie}, max_size=None) as socket:
        await socket.send('{"type": "Hello", "last": 0}')
        state: Any = None
        asked = 0.0
        async for said in socket:
            message = json.loads(said)
            if message["type"] == "Hinted" and times is not None:
                times.append(time.monotonic() - asked)
                await socket.send(act(state, luck))
            if message["type"] not in ("Welcome", "News"):
                continue
            state = message["state"]
            if state["view"]["places"] is not None and state["actor"] is None:
                return
            if state["actor"] == 0 and times is None:
                await socket.send(act(state, luck))
            elif state["actor"] == 0:
                asked, number = time.monotonic(), state["number"]
                hint = {"type": "Hint", "id": f"h{number}", "number": number}
                await socket.send(json.dumps(hint))


def act(state: Any, luck: Random) -> str:
    """Any legal action."""
    view, number = state["view"], state["number"]
    legal = [one["action"] for one in view["legal"]]
    if view["amount"]:
        legal.append(view["amount"]["action"] + view["amount"]["least"])
    chosen = {"type": "Act", "id": f"a{number}", "number": number, "action": luck.choice(legal)}
    return json.dumps(chosen)


async def forever(address: str, game: str, bots: list[str], times: list[float] | None) -> None:
    luck = Random(game)
    while True:
        await play(address, game, bots, times, luck)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--warm", type=float, default=10, help="seconds that are not counted")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        free = ["--messages", "1000", "--requests", "1000", "--connections", "1000"]
        data = Path(folder) / "tables.db"
        serve = [BIN / "goldrush", "serve", "--port", "0", "--data", data, "--log-level", "error"]
        server = await Process.start(*serve, *free)
        times: dict[str, list[float]] = {game: [] for game in GAMES}
        try:
            async with asyncio.timeout(args.warm + args.seconds), asyncio.TaskGroup() as group:
                for n in range(args.tables):
                    game = GAMES[n % len(GAMES)]
                    group.create_task(forever(server.address, game, ["maud"] * 2, None))
                    await asyncio.sleep(0.3)
                await asyncio.sleep(args.warm)
                for game in GAMES:
                    group.create_task(forever(server.address, game, ["felix"], times[game]))
        except TimeoutError:
            pass
        finally:
            await server.stop()
    for game, found in times.items():
        if found:
            late = sorted(found)[int(0.95 * len(found))]
            middle = statistics.median(found)
            sys.stdout.write(
                f"{game:12} {len(found):5} hints, median {middle:.2f}, p95 {late:.2f} s\n"
            )


if __name__ == "__main__":
    asyncio.run(main())
