"""Whether the clock tells that a bot was asked in secret: Golden-Town with two bots, watched.

For each decision of a bot that everybody notices it notes how long after the one before it came,
and whether a bot was asked in secret between the two; then how well the first tells the second:
the chance that a silence takes longer than none where everybody knows the same of both decisions
(50 % tells nothing).  What people are asked in secret takes as long as they take, and is left out.
"""

import argparse
import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import httpx
from first_minute import Visit
from process import Process
from websockets.sync.client import connect

from goldrush.core import CHANCE, WATCHER
from goldrush.match import Match

PERSON = 0  # the seat from which somebody watches; at all others are bots
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


class Known(NamedTuple):
    """What everybody knows of a decision, and of the one before it."""

    asked: str  # the key of the prompt
    choice: bool  # whether there is more than one thing to do
    same: bool  # whether the seat has also decided before
    asked_before: str
    drawn: int  # after the decision before


Pauses = dict[Known, tuple[list[float], list[float]]]


def pauses(data: Path, code: str, found: Pauses) -> None:
    """Seconds between noticed decisions of bots: without and with a secret question between."""
    with sqlite3.connect(data) as db:
        log = db.execute("SELECT actor, step, at FROM log WHERE code = ? ORDER BY number", (code,))
        entries = log.fetchall()
    match = Match("golden_town", 3)
    last, who, before, drawn, asked = 0, -1, "", 0, set()
    for actor, step, at in entries:
        hidden = match.position.hidden(WATCHER)
        prompt = str(match.position.view(WATCHER)["prompt"]["key"])
        known = Known(prompt, len(match.position.legal()) > 1, actor == who, before, drawn)
        match.play(step)
        noticed = match.position.hidden(WATCHER) != hidden
        if actor == CHANCE:
            drawn += noticed
        elif not noticed:
            asked.add(actor)
        else:
            if actor != PERSON and last and PERSON not in asked:
                found.setdefault(known, ([], []))[bool(asked)].append((at - last) / 1000)
            last, who, before, drawn, asked = at, actor, prompt, 0, set()


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
    for known, (none, some) in sorted(found.items()):
        wins += sum((b > a) + (b == a) / 2 for a in none for b in some)
        pairs += len(none) * len(some)
        if none and some:
            middle = [round(statistics.median(times), 3) for times in (none, some)]
            sys.stdout.write(f"{known}: {len(none)} and {len(some)}, medians {middle} s\n")
    share = f"{100 * wins / pairs:.0f} % of {pairs:.0f}" if pairs else "none of no"
    sys.stdout.write(f"a silence takes longer in {share} pairs\n")


if __name__ == "__main__":
    asyncio.run(main())
