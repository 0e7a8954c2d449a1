"""The first minute on a fresh machine: how long people wait while nothing is compiled yet.

Starts a server of its own with an empty cache, waits for a while, sits down at a table with two
bots as a browser would, and plays until both have moved: how long it takes to the table, to one's
first turn, to the first hint, and for each bot's first move.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

import httpx
from websockets.sync.client import connect

from goldrush.games import GAMES

LIMIT = 120.0  # seconds until a try is given up
BOTS = ("anselm", "maud")
WHAT = ("table", "turn", "hint", "bot")


def tried(game: str, after: float, cache: str) -> dict[str, float]:
    """One try: the server's start, a click so many seconds after it, and what was waited for."""
    with tempfile.TemporaryDirectory() as folder:
        where = {"GOLDRUSH_CACHE": cache or f"{folder}/cache"}
        command = [sys.executable, "-m", "goldrush", "serve", "--port", "0"]
        begun = time.monotonic()
        server = subprocess.Popen(
            [*command, "--data", f"{folder}/tables.db"],
            env=os.environ | where,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout
            address = server.stdout.readline().strip()
            started = time.monotonic() - begun
            time.sleep(after)
            return {"start": started, **visited(address, game)}
        finally:
            server.terminate()
            server.wait()


def visited(address: str, game: str) -> dict[str, float]:
    """What somebody waits for who clicks a game now."""
    with httpx.Client(base_url=address, timeout=LIMIT) as http:
        clicked = time.monotonic()
        seats = [{}, *({"persona": bot} for bot in BOTS)]
        new = {"game": game, "name": "Ada", "seats": seats}
        code = http.post("/api/tables", json=new).raise_for_status().json()["table"]["code"]
        http.post(f"/api/tables/{code}/start").raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        with connect(
            f"{address.replace('http', 'ws', 1)}/api/tables/{code}/socket",
            additional_headers={"Cookie": cookie},
            max_size=None,
        ) as socket:
            socket.send(json.dumps({"type": "Hello", "last": 0}))
            return Visit(socket, clicked).played()


class Visit:
    """Somebody's first turns at a table."""

    def __init__(self, socket: Any, clicked: float) -> None:
        self.socket = socket
        self.clicked = clicked
        self.found: dict[str, float] = {}
        self.bots: dict[int, float] = {}  # how long each took for its first move
        self.state: Any = None
        self.since = time.monotonic()  # when the state was told

    def played(self) -> dict[str, float]:
        """All that was waited for."""
        self.until("Welcome")
        self.found["table"] = time.monotonic() - self.clicked
        while len(self.bots) < len(BOTS) or "hint" not in self.found:
            if self.state["actor"] == 0:
                self.decide()
            else:
                self.until("News")
        return {**self.found, "bot": max(self.bots.values())}

    def decide(self) -> None:
        now = time.monotonic()
        if "turn" not in self.found:
            self.found["turn"] = now - self.clicked
            self._ask("Hint")
            self.found["hint"] = time.monotonic() - now
        view = self.state["view"]
        legal = [one["action"] for one in view["legal"]]
        amount = view["amount"]
        self._ask("Act", action=legal[0] if legal else amount["action"] + amount["least"])

    def _ask(self, kind: str, **more: Any) -> None:
        number = self.state["number"]
        asked = {"type": kind, "id": f"{kind}{number}", "number": number, **more}
        self.socket.send(json.dumps(asked))
        self.until("Hinted" if kind == "Hint" else "News")

    def until(self, kind: str) -> None:
        """Listens until something of a kind is said."""
        while True:
            said = json.loads(self.socket.recv(LIMIT))
            assert said["type"] != "Refused", said
            if state := said.get("state"):
                self._note(state)
            if said["type"] == kind:
                return

    def _note(self, state: Any) -> None:
        now = time.monotonic()
        actor = self.state["actor"] if self.state else None
        if actor and actor not in self.bots:
            self.bots[actor] = now - self.since
        self.state, self.since = state, now


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=5)
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--after", type=float, nargs="+", default=[0, 1, 5, 15, 40])
    parser.add_argument("--cache", default="", help="one that is kept, and so warm")
    args = parser.parse_args()
    for game in args.games:
        found = []
        for n in range(args.tries):
            found.append(tried(game, args.after[n % len(args.after)], args.cache))
            shown = " ".join(f"{what} {seconds:.2f}" for what, seconds in found[-1].items())
            sys.stdout.write(f"{game} {shown}\n")
            sys.stdout.flush()
        for what in WHAT:
            times = [one[what] for one in found]
            middle, worst = statistics.median(times), max(times)
            sys.stdout.write(f"{game:12} {what:6} median {middle:6.2f} s, worst {worst:6.2f} s\n")


if __name__ == "__main__":
    main()
