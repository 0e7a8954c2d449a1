"""Whether the clock tells that a bot was asked in secret: Golden-Town with two bots, watched.

For each decision of a bot that everybody notices it notes how long after the one before it came,
and whether a bot was asked in secret between the two; then how well the first tells the second:
the chance that a silence takes longer than none where everybody knows the same of both decisions
(50 % tells nothing), with a 95 % interval by silences.  What people are asked in secret takes as
long as they take, and is left out.
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
    done_before: str  # the kind of action
    drawn: int  # after the decision before


Pauses = dict[Known, tuple[list[float], list[float]]]


def pauses(data: Path, code: str, found: Pauses) -> None:
    """Seconds between noticed decisions of bots: without and with a secret question between."""
    with sqlite3.connect(data) as db:
        log = db.execute("SELECT actor, step, at FROM log WHERE code = ? ORDER BY number", (code,))
        entries = log.fetchall()
    match = Match("golden_town", 3)
    last, who, before, done, drawn, asked = 0, -1, "", "", 0, set()
    for actor, step, at in entries:
        hidden = match.position.hidden(WATCHER)
        prompt = str(match.position.view(WATCHER)["prompt"]["key"])
        choice = len(match.position.legal()) > 1
        known = Known(prompt, choice, actor == who, before, done, drawn)
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
            done = match.game.notation.CHOICES[step].kind


def told_apart(found: Pauses) -> str:
    """How often a silence takes longer than none, where everybody knows the same."""
    longer = [
        statistics.fmean((long > short) + (long == short) / 2 for short in none)
        for none, some in found.values()
        if none
        for long in some
    ]
    if len(longer) < 2:
        return "too few silences to tell"
    error = 196 * statistics.stdev(longer) / len(longer) ** 0.5
    share = 100 * statistics.fmean(longer)
    return f"{len(longer)} silences take longer in {share:.0f} ± {error:.0f} % of comparisons"


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--persona", default="maud")
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--tables", type=int, default=4, help="at a time")
    parser.add_argument("--warm", type=float, default=90, help="seconds to wait before")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "tables.db"
        serve = [BIN / "goldrush", "serve", "--port", "0", "--data", data, "--messages", "1000"]
        server = await Process.start(*serve, "--requests", "1000")
        try:
            await asyncio.sleep(args.warm)
            found: Pauses = {}
            until = time.monotonic() + args.seconds

            async def one_after_another() -> None:
                while (left := until - time.monotonic()) > 5:
                    code = await asyncio.to_thread(watched, server.address, args.persona, left)
                    pauses(data, code, found)

            await asyncio.gather(*(one_after_another() for _ in range(args.tables)))
        finally:
            await server.stop()
    for known, (none, some) in sorted(found.items()):
        if none and some:
            middle = [round(statistics.median(times), 3) for times in (none, some)]
            sys.stdout.write(f"{known}: {len(none)} and {len(some)}, medians {middle} s\n")
    sys.stdout.write(f"{told_apart(found)}\n")


if __name__ == "__main__":
    asyncio.run(main())
