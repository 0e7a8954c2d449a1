"""Compiles games in processes of its own, for others to load: nobody waits for the compiler.

What people want to play goes first, and what reviews need after that.  Editions of people's own
come last, one at a time, each in a process that ends with it.  What is ready is noted beside the
compiled code, and so known to whoever starts later.
"""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from goldrush.bots.parts import KINDS, REVIEW, TABLE, load, part
from goldrush.bots.policy import PLAYER
from goldrush.bots.policy import bot as open_bot
from goldrush.bots.worker import Lost, Worker
from goldrush.core.compiled import CACHE, COMPILES
from goldrush.games.contract import Game

NICE = 10  # everything else on the machine goes first
MOST_WAITING = 8  # orders for editions of people's own, when another must do without
TRIES = 2  # a process that is lost is started again so often
SECONDS_PER_BYTE = 0.00075  # of sources, for all kinds of bots of a game; measured on a slow core
SHARES = {TABLE: 0.3, PLAYER: 0.1, "careless": 0.02, "search": 0.58, REVIEW: 0.45}  # of these

log = logging.getLogger(__name__)

Kinds = tuple[str, ...]


class Order(NamedTuple):
    """Parts of a game that are wanted together."""

    game: Game
    kinds: Kinds
    seconds: float  # that it takes, about

    @property
    def name(self) -> tuple[str, Kinds]:
        """What is the same for orders of the same: a game may have been opened twice."""
        return self.game.tag, self.kinds

    @property
    def played(self) -> bool:
        """Whether it is to be played, and not only reviewed."""
        return REVIEW not in self.kinds


def is_ready(game: Game, kind: str) -> bool:
    """Whether a part of a game has been compiled, and only needs to be loaded."""
    return not COMPILES or _note(game, kind).exists()


def is_compiled(game: Game) -> bool:
    """Whether all parts of a game have been compiled that play it."""
    return all(is_ready(game, kind) for kind in KINDS)


def playable(game: Game) -> Game:
    """A game that is played now and then, without anybody waiting for the compiler."""
    return game if game.shipped and is_ready(game, TABLE) else game.at_once()


def load_compiled(game: Game) -> None:
    """Loads what a host calls of a game that has been compiled."""
    if not COMPILES:
        return
    host = [kind for kind in KINDS if open_bot(game, kind).policy.COMPILED]
    load(game, _note(game, host[-1]).read_bytes())


class Compiler:
    """Some processes that compile, and the orders that wait for one."""

    def __init__(self, processes: int | None = None) -> None:
        self.processes = processes or os.cpu_count() or 1
        self._waiting: list[Order] = []
        self._begun: dict[tuple[str, Kinds], tuple[Order, float]] = {}  # what is compiled just now
        self._workers: set[Worker] = set()
        self._listeners: list[Callable[[Game], object]] = []
        self._closed = False
        self._changed = threading.Condition()  # guards all of these
        for slot in range(self.processes):
            name = f"compiler-{slot}"
            threading.Thread(target=self._work, name=name, daemon=True).start()

    def want(self, game: Game, *, now: bool = False, kinds: Kinds = KINDS) -> None:
        """Has a game compiled, unless it is; before all others if somebody wants to play it now.

        Of people's own editions some are compiled, and the rest must do without.
        """
        left = [kind for kind in kinds if not is_ready(game, kind)]
        order = Order(game, kinds, effort(game, left))
        with self._changed:
            others = [other for other in self._waiting if other.name != order.name]
            known = len(others) < len(self._waiting)
            own = sum(not other.game.shipped for other in others)
            many = not game.shipped and own >= MOST_WAITING
            begun = order.name in self._begun
            if begun or (known and not now) or many or not left:
                return
            others.insert(0 if now and game.shipped else len(others), order)
            self._waiting = sorted(others, key=_rank)
            self._changed.notify_all()

    def when_done(self, tell: Callable[[Game], object]) -> None:
        """Has somebody told, in a thread of ours, of each game whose bots have been compiled."""
        self._listeners.append(tell)

    def seconds_left(self, game: Game, kinds: Kinds = KINDS) -> float | None:
        """About how long it takes until a game is compiled; None if that is done, or given up."""
        name = game.tag, kinds
        with self._changed:
            if name in self._begun:
                order, since = self._begun[name]
                return max(order.seconds - (time.monotonic() - since), 1.0)
            names = [order.name for order in self._waiting]
            if name not in names:
                return None
            place = names.index(name)
            first = [*self._waiting[:place], *(order for order, _ in self._begun.values())]
            left = sum(order.seconds for order in first) / self.processes
            return self._waiting[place].seconds + left

    def close(self) -> None:
        """Ends all processes, whatever they compile just now."""
        with self._changed:
            self._closed = True
            workers = list(self._workers)
            self._changed.notify_all()
        for worker in workers:
            worker.end()

    def _work(self) -> None:
        """What one thread does: has one order after the other compiled."""
        while order := self._next():
            done = any(self._compiled(order) for _ in range(TRIES))
            with self._changed:
                del self._begun[order.name]
                self._changed.notify_all()
            if done:
                for tell in self._listeners if order.played else ():
                    tell(order.game)
            elif not self._closed:
                without = "played interpreted" if order.played else "not reviewed"
                log.error("%s cannot be compiled; it is %s", order.game.tag, without)

    def _next(self) -> Order | None:
        """Waits for what may be compiled now; nothing when all is closed."""
        with self._changed:
            while not self._closed:
                for order in self._waiting:
                    if self._may(order):
                        self._waiting.remove(order)
                        self._begun[order.name] = order, time.monotonic()
                        return order
                self._changed.wait()
            return None

    def _may(self, order: Order) -> bool:
        """Whether an order's turn has come: of people's own editions when nothing else is left.

        No two of one game are compiled at once: they have much in common.
        """
        begun = [other.game for other, _ in self._begun.values()]
        if order.game.shipped:
            return all(game.tag != order.game.tag for game in begun)
        return not (begun or any(other.game.shipped for other in self._waiting))

    def _compiled(self, order: Order) -> bool:
        """Has an order compiled in a new process; says whether that worked."""
        game = order.game
        try:
            with self._process() as worker:
                for kind in order.kinds:
                    if not is_ready(game, kind):
                        _keep(_note(game, kind), worker.compile(part(game, kind)))
        except (Lost, OSError) as error:
            if not self._closed:
                log.warning("a process could not compile %s: %s", game.tag, error)
            return False
        return True

    @contextmanager
    def _process(self) -> Iterator[Worker]:
        """A new process, which ends with what it is for; OSError if there can be none."""
        with self._changed:
            if self._closed:
                raise Lost("the compiler is closed")
            worker = Worker(nice=NICE)
            self._workers.add(worker)
        try:
            yield worker
        finally:
            worker.end()
            self._workers.discard(worker)


def _rank(order: Order) -> tuple[bool, bool]:
    """What is played goes before reviews, and people's own editions come last."""
    return not order.game.shipped, not order.played


def effort(game: Game, kinds: Sequence[str] = KINDS) -> float:
    """About how many seconds it takes to compile a game: its sources say how much there is."""
    return SECONDS_PER_BYTE * _bytes(game.name) * sum(SHARES[kind] for kind in kinds)


@cache
def _bytes(name: str) -> int:
    folder = files("goldrush.games") / name
    sources = [file.read_bytes() for file in folder.iterdir() if file.name.endswith(".py")]
    return sum(len(source) for source in sources if b"@compiled" in source)


def _keep(note: Path, functions: bytes) -> None:
    """Writes a note, all of it or nothing."""
    note.parent.mkdir(exist_ok=True)
    begun = note.with_suffix(f".{os.getpid()}")
    begun.write_bytes(functions)
    begun.replace(note)


def _note(game: Game, kind: str) -> Path:
    """The file that says that a part is ready, beside the compiled code of its rules."""
    return CACHE / game.rules.__name__ / f"{kind}.ready"
