"""Servers that start in milliseconds: a process that has loaded everything forks one when told to.

Run as a program with a place for tables and a port.  For each line that it reads it buries the
server before, which somebody has killed by then, forks another one, and says its process id.
"""

import asyncio
import os
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

from goldrush.bots import pool, thinkers
from goldrush.bots.parts import Part, load
from goldrush.bots.policy import bot
from goldrush.bots.seat import Answer, Question, answer
from goldrush.games import game as open_game
from goldrush.server import app, running
from goldrush.server.identity import KEY_BYTES
from goldrush.server.settings import Settings
from goldrush.server.sqlite import SqliteStore

GAME = "gold_river"
THOUGHT = 0.03  # seconds
PLENTY = 1e6  # of requests and messages


class Neighbour:
    """A worker in the server's own process: one of its own would take a second to start."""

    def __init__(self, *_: object, **__: object) -> None:
        self.known: set[Part] = set()

    def load(self, part: Part) -> None:
        self.known.add(part)

    def answer(self, question: Question, seconds: float) -> Answer:
        """Thinks for a while, so that the server is often killed in the midst of it."""
        time.sleep(THOUGHT)
        game = open_game(GAME)
        return answer(game, bot(game, question.bot), question)

    def end(self) -> None:
        pass


def main() -> None:
    data, port = sys.argv[1], int(sys.argv[2])
    vars(pool)["Worker"] = Neighbour
    load(open_game(GAME))
    asyncio.run(_rehearse())
    assert threading.active_count() == 1, "a fork would lose the other threads"
    server = 0
    for _ in sys.stdin:
        _bury(server)
        server = os.fork()
        if not server:
            _serve(
                Settings(
                    Path(data),
                    database=data if "://" in data else "",
                    port=port,
                    requests=PLENTY,
                    messages=PLENTY,
                    games=(),
                    compiler=False,
                )
            )
        sys.stdout.write(f"{server}\n")
        sys.stdout.flush()
    _bury(server)


async def _rehearse() -> None:
    """Starts and stops a server, so that everything is imported."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(Path(folder) / "tables.db", port=0, games=())
        store = SqliteStore(settings.data)
        built = app.build(settings, store, bytes(KEY_BYTES), thinkers.Thinkers(1))
        server = running.Server(
            running.config(settings, built.asgi), lambda _: setattr(server, "should_exit", True)
        )
        await server.serve()


def _serve(settings: Settings) -> None:
    os.close(sys.stdin.fileno())
    asyncio.run(running.run(settings, lambda _: None))
    os._exit(0)


def _bury(server: int) -> None:
    if server:
        os.kill(server, signal.SIGKILL)  # if it lives still
        os.waitpid(server, 0)


if __name__ == "__main__":
    main()
