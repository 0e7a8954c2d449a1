"""A process in which bots think, and the pipe to it, through which bytes go and nothing else."""

import multiprocessing
import os
import signal
import threading
from functools import cache
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import TypeVar

import msgspec

from goldrush.bots.policy import Bot
from goldrush.bots.policy import bot as open_bot
from goldrush.bots.seat import Answer, Question, answer, compile_bot
from goldrush.games import edition as editions
from goldrush.games import edition_type
from goldrush.games import game as open_game
from goldrush.games.contract import Game
from goldrush.match import Match

LOADING = 240.0  # seconds that a worker has to start, and to compile what it never needed before
ENDING = 0.5  # seconds within which a killed worker is gone

Reply = TypeVar("Reply", bound=msgspec.Struct)


class Lost(Exception):
    """A worker died, was too slow or talked nonsense."""


class Load(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Tells a worker to compile what a bot needs, or to load it."""

    game: str
    version: int  # of its rules
    edition: bytes
    bot: str


class Loaded(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """What a worker says to that."""


class Worker:
    """A process that thinks, and this end of the pipe to it."""

    def __init__(self) -> None:
        self.known: set[Load] = set()  # what it has loaded
        self.pipe, far_end = multiprocessing.Pipe()
        fresh = multiprocessing.get_context("spawn")  # a fork would copy locks of numba and asyncio
        resource_tracker.ensure_running()  # starting it later would let all signals through again
        self.process = fresh.Process(target=work, args=(far_end,), daemon=True)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self.process.start()  # it never hears Ctrl-C, which is meant for this process
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            far_end.close()  # else nobody would notice its death

    def load(self, load: Load) -> None:
        """Makes it ready for a bot, unless it is."""
        if load not in self.known:
            self._ask(load, LOADING, Loaded)
            self.known.add(load)

    def answer(self, question: Question, seconds: float) -> Answer:
        """What it answers within so many seconds; Lost if that is nothing sensible."""
        found = self._ask(question, seconds, Answer)
        sizes = len(found.memory) == len(question.memory) and len(found.rng) == len(question.rng)
        if found.action not in question.legal or not sizes:
            raise Lost("it answered what cannot be played")
        return found

    def end(self) -> None:
        """Ends it, whatever it does just now."""
        self.process.kill()
        self.process.join(ENDING)

    def _ask(self, said: Load | Question, seconds: float, kind: type[Reply]) -> Reply:
        try:
            self.pipe.send_bytes(msgspec.msgpack.encode(said))
            if not self.pipe.poll(seconds):
                raise Lost(f"it took longer than {seconds:g} seconds")
            return msgspec.msgpack.decode(self.pipe.recv_bytes(), type=kind)
        except (EOFError, OSError) as error:
            raise Lost("it died") from error
        except msgspec.DecodeError as error:
            raise Lost(f"it talked nonsense: {error}") from error


def work(pipe: "Connection[bytes, bytes]") -> None:
    """What a worker process does, until the other end of the pipe is closed."""
    heard: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_hear, args=(pipe, heard), daemon=True).start()
    while True:
        pipe.send_bytes(msgspec.msgpack.encode(_reply(heard.get())))


def _hear(pipe: "Connection[bytes, bytes]", heard: "SimpleQueue[bytes]") -> None:
    """Listens while the process thinks: it ends with its parent, even in the midst of a thought."""
    try:
        while True:
            heard.put(pipe.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)


def _reply(said: bytes) -> Loaded | Answer:
    """Does what is asked."""
    asked: Load | Question = msgspec.msgpack.decode(said, type=Load | Question)
    game, bot = _opened(asked.game, asked.version, asked.edition, asked.bot)
    if isinstance(asked, Question):
        return answer(game, bot, asked)
    compile_bot(Match(game), bot)
    return Loaded()


@cache
def _opened(name: str, version: int, edition: bytes, said: str) -> tuple[Game, Bot]:
    """A game and a bot by their names."""
    own = editions.unpack(edition, edition_type(name)) if edition else None
    game = open_game(name, own, version)
    return game, open_bot(game, said)
