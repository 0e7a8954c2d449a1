"""Whether the clock tells that a bot was asked in secret: Golden-Town with two bots, watched.

For each decision of a bot that everybody notices it notes how long after the one before it came,
and whether somebody was asked in secret between the two; then how well the first tells the second:
the chance that a silence takes longer than none where everybody knows the same question to be asked
(0.5 tells nothing).
"""

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

import httpx
from first_minute import Visit
from process import Process
from websockets.sync.client import connect

from goldrush.core import CHANCE, WATCHER
from goldrush.match import Match

BIN = Path(__file__).parents[1] / ".venv" / "bin"


def watched(address: str, persona: str, seconds: float) -> str:
    """Plays one seat quickly for a while; returns the table's code."""
    with httpx.Client(base_url=address, timeout=60) as http:
        seats = [{}, {"persona": persona}, {"persona": persona}]
        new = {"game": "golden_town", "name": "Ada", "seats": seats}
        code = str(http.post("/api/tables", json=new).raise_for_status().json()["table"]["code"])
        http.post(f"/api/tables/{code}/start").raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        where = f"{address.replace('http', 'ws', 1)}/api/tables/{code}/socket"
        with connect(where, additional_headers={"Cookie": cookie}, max_size=None) as socket:
            socket.send('{"type": "Hello", "last": 0}')
            visit, until = Visit(socket, time.monotonic()), time.monotonic() + seconds
            visit.found["turn"] = 0.0  # no hints
            visit.until("Welcome")
            while time.monotonic() < until and visit.state["view"]["places"] is None:
                if visit.state["actor"] == 0:
                    visit.decide()
                else:
                    visit.until("News")
    return code


Pauses = dict[tuple[str, bool, bool], tuple[list[float], list[float]]]


def pauses(data: Path, code: str, found: Pauses) -> None:
    """Seconds between noticed decisions of bots: without and with a secret question between.

    They are told apart by what everybody knows: what is asked, whether there is a choice, and
    whether it is the same seat.
    """
    with sqlite3.connect(data) as db:
        log = db.execute("SELECT actor, step, at FROM log WHERE code = ? ORDER BY number", (code,))
        entries = log.fetchall()
    match = Match("golden_town", 3)
    last, who, secret = 0, -1, False
    for actor, step, at in entries:
        before = match.position.hidden(WATCHER)
        known = str(match.position.view(WATCHER)["prompt"]["key"])
        what = (known, len(match.position.legal()) > 1, actor == who)
        match.play(step)
        if match.position.hidden(WATCHER) == before:
            secret = secret or actor != CHANCE
        elif actor != CHANCE:
            if actor > 0 and last:
                found.setdefault(what, ([], []))[secret].append((at - last) / 1000)
            last, who, secret = at, actor, False


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--persona", default="maud")
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--warm", type=float, default=90, help="seconds to wait before")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "tables.db"
        serve = [BIN / "goldrush", "serve", "--port", "0", "--data", data, "--messages", "1000"]
        server = await Process.start(*serve)
        try:
            await asyncio.sleep(args.warm)
            until, found = time.monotonic() + args.seconds, {}
            while (left := until - time.monotonic()) > 5:
                code = await asyncio.to_thread(watched, server.address, args.persona, left)
                pauses(data, code, found)
        finally:
            await server.stop()
    wins = pairs = 0.0
    for what, (none, some) in sorted(found.items()):
        wins += sum((b > a) + (b == a) / 2 for a in none for b in some)
        pairs += len(none) * len(some)
        if none and some:
            middle = [round(sorted(times)[len(times) // 2], 3) for times in (none, some)]
            sys.stdout.write(f"{what}: {len(none)} and {len(some)}, medians {middle} s\n")
    sys.stdout.write(f"a silence takes longer in {100 * wins / max(pairs, 1):.0f} % of pairs\n")


if __name__ == "__main__":
    asyncio.run(main())
