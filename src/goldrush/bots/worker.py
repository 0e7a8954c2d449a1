"""A process that works for this one, and the pipe to it, through which only bytes go."""

import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import TypeVar

import msgspec

from goldrush.bots import outside
from goldrush.bots.invited import Invited, admit
from goldrush.bots.parts import Part, compiled_functions, make_ready, opened
from goldrush.bots.policy import bot as open_bot
from goldrush.bots.seat import Answer, Question, answer
from goldrush.games import forget
from goldrush.games.contract import Game

LOADING = 240.0  # seconds that a worker has to start, and to compile what it never needed before
ENDING = 0.5  # seconds within which a killed worker is gone
KEPT_OPEN = 8  # games that are interpreted which a worker keeps at hand

Reply = TypeVar("Reply", bound=msgspec.Struct)
Replying = Callable[[bytes], msgspec.Struct]


class Lost(Exception):
    """A worker died, was too slow or talked nonsense."""


class Loaded(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """What a worker says when a part is ready."""

    functions: bytes  # all that is compiled in it now: see parts.compiled_functions


class Worker:
    """A process that works, and this end of the pipe to it."""

    def __init__(self, replying: Replying | None = None, *, nice: int = 0) -> None:
        self.known: set[Part] = set()  # what it has loaded
        self.pipe, far_end = multiprocessing.Pipe()
        fresh = multiprocessing.get_context("spawn")  # a fork would copy locks of numba and asyncio
        resource_tracker.ensure_running()  # starting it later would let all signals through again
        how = (far_end, replying or reply, nice)
        self.process = fresh.Process(target=work, args=how, daemon=True)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self.process.start()  # it never hears Ctrl-C, which is meant for this process
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            far_end.close()  # else nobody would notice its death

    def load(self, part: Part) -> None:
        """Makes it ready for a part of a game, unless it is."""
        if part not in self.known:
            self.compile(part)

    def compile(self, part: Part) -> bytes:
        """Makes it ready for a part of a game; returns all that is compiled in it then."""
        functions = self.ask(part, LOADING, Loaded).functions
        self.known.add(part)
        return functions

    def answer(self, question: Question, seconds: float) -> Answer:
        """What it answers within so many seconds; Lost if that is nothing sensible."""
        found = self.ask(question, seconds, Answer)
        sizes = len(found.memory) == len(question.memory) and len(found.rng) == len(question.rng)
        if found.action not in question.legal or not sizes:
            raise Lost("it answered what cannot be played")
        return found

    def end(self) -> None:
        """Ends it, whatever it does just now."""
        self.process.kill()
        self.process.join(ENDING)

    def ask(self, said: msgspec.Struct, seconds: float, kind: type[Reply]) -> Reply:
        """What it says to something within so many seconds."""
        try:
            self.pipe.send_bytes(msgspec.msgpack.encode(said))
            if not self.pipe.poll(seconds):
                raise Lost(f"it took longer than {seconds:g} seconds")
            return msgspec.msgpack.decode(self.pipe.recv_bytes(), type=kind)
        except (EOFError, OSError) as error:
            raise Lost("it died") from error
        except msgspec.DecodeError as error:
            raise Lost(f"it talked nonsense: {error}") from error


def work(pipe: "Connection[bytes, bytes]", replying: Replying, nice: int = 0) -> None:
    """What a worker process does, until the other end of the pipe is closed."""
    os.nice(nice)
    heard: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_hear, args=(pipe, heard), daemon=True).start()
    with suppress(OSError):  # whoever asked is gone
        while True:
            pipe.send_bytes(msgspec.msgpack.encode(replying(heard.get())))


def _hear(pipe: "Connection[bytes, bytes]", heard: "SimpleQueue[bytes]") -> None:
    """Listens while the process works: it ends with its parent, even in the midst of a thought."""
    try:
        while True:
            heard.put(pipe.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)


def reply(said: bytes) -> Loaded | Answer:
    """Makes a part of a game ready, or answers a question."""
    asked: Part | Question = msgspec.msgpack.decode(said, type=Part | Question)
    if isinstance(asked, Part):
        make_ready(asked)
        _loaded.add(opened(asked.game, asked.version, asked.edition).tag)
        return Loaded(compiled_functions())
    what = (asked.game, asked.version, asked.edition)
    game = passing(*what) if asked.interpreted else opened(*what)
    return answer(game, open_bot(game, asked.bot), asked)


def reply_for_guests(bots: Sequence[Invited], said: bytes) -> Loaded | Answer:
    """Likewise, in a process that asks the bots of others, and keeps them within limits."""
    if not outside.caged:
        admit(bots)
        outside.caged = True
    return reply(said)


_loaded: set[str] = set()  # tags of games whose compiled code this process has


def let_go(game: Game) -> None:
    """Forgets a game in somebody's own edition, unless it is loaded.

    Nothing gives back what loaded code takes, and it would be loaded once more.
    """
    if game.tag not in _loaded:
        forget(game)


_passing: OrderedDict[tuple[str, int, bytes], Game] = OrderedDict()


def passing(name: str, version: int, edition: bytes) -> Game:
    """A game that is played interpreted; of these there may be many, so that few are kept."""
    what = (name, version, edition)
    if what not in _passing:
        _passing[what] = opened(*what).at_once()
    _passing.move_to_end(what)
    if len(_passing) > KEPT_OPEN:
        let_go(_passing.popitem(last=False)[1])
    return _passing[what]
