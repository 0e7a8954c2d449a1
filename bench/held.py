"""How long one thing holds the loop of a server, while people come to look on at long matches.

Counted is the time of the processor within one callback: it does not hang on what else runs here.
All other players wait as long as that.
"""

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import latecomers
from figures import lateness
from ours import DATA

from goldrush.bots.thinkers import Thinkers
from goldrush.server.app import build
from goldrush.server.running import Server, config
from goldrush.server.settings import Settings
from goldrush.server.sqlite import SqliteStore

VIEWERS = 20
FREE = 1e6  # messages and requests a second: the limits are not what is measured

held: list[float] = []


def watch_the_loop() -> None:
    """Has the time of every callback noted from now on."""
    run = asyncio.Handle._run  # the loop offers no other way in

    def timed(handle: asyncio.Handle) -> None:
        begun = time.thread_time()
        run(handle)
        held.append(time.thread_time() - begun)

    asyncio.Handle._run = timed  # type: ignore[method-assign]


async def measure(folder: Path) -> dict[str, Any]:
    """Lets viewers come one after the other, each to another table."""
    codes = await latecomers.write(folder / DATA, VIEWERS + 1)
    settings = Settings(folder / DATA, port=0, requests=FREE, messages=FREE, games=())
    ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    app = build(settings, SqliteStore(settings.data), bytes(32), Thinkers())
    server = Server(config(settings, app.asgi), ready.set_result)
    serving = asyncio.create_task(server.serve())
    address = f"http://127.0.0.1:{await ready}"
    await latecomers.come(address, codes.pop())  # loads what is not loaded yet
    held.clear()
    took = [(await latecomers.come(address, code))[0] for code in codes]
    found = {"held": lateness(held), "welcome": lateness(took), "callbacks": len(held)}
    server.should_exit = True
    await serving
    return found


def main() -> None:
    """Measures, and prints what was found as JSON."""
    watch_the_loop()
    with tempfile.TemporaryDirectory() as folder:
        json.dump(asyncio.run(measure(Path(folder))), sys.stdout, indent=2)


if __name__ == "__main__":
    main()
