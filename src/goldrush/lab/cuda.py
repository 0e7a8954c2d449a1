"""Matches in arrays, and games by the thousand, on a GPU: the extra ``cuda``.

Kernels call the functions of the rules as they are.  Python can simulate a GPU
(NUMBA_ENABLE_CUDASIM=1): it then calls them interpreted.
"""

import importlib.util
from functools import cache
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba import cuda

from goldrush.bots.policy import Bot, bot
from goldrush.core import Floats, Ints, bind, interpreted
from goldrush.games.contract import Game
from goldrush.games.problem import Problem

BLOCK = 128  # threads
THREADS = 1 << 18  # of a simulation, ...
GAMES = THREADS << 2  # ... and games between two looks at the clock
SIMULATED = bool(numba.config.ENABLE_CUDASIM)  # type: ignore[attr-defined]  # set at run time


@cache
def check() -> None:
    """Says what is missing, if no GPU can be used."""
    if SIMULATED:
        return
    if importlib.util.find_spec("numba_cuda") is None:
        raise Problem('device "cuda" needs more: pip install "goldrush[cuda]"')
    if not cuda.is_available():
        raise Problem('device "cuda" needs an NVIDIA GPU with its driver, and finds none')


def to_device(array: Any) -> Any:
    """An array on the GPU: a copy, unless it lies there."""
    check()
    there = hasattr(array, "__cuda_array_interface__")
    return cuda.as_cuda_array(array) if there else cuda.to_device(array)


def zeros(size: int) -> Any:
    """So many bytes of 0 on the GPU."""
    return to_device(np.zeros(size, np.int8))


def kernels(code: ModuleType, brain: Bot) -> ModuleType:
    """The kernels of a game, and of a policy that plays it."""
    check()
    game = brain.game
    batch = bind("goldrush.lab.batch", brain.tag, rules=game.rules, policy=brain.policy)
    if SIMULATED:
        code, batch = interpreted(code), interpreted(batch)
    names = {"advance": code, "batch": batch, "simulated": SIMULATED}
    return bind("goldrush.lab.kernels", brain.tag, **names)


def blocks(threads: int) -> tuple[int, int]:
    """A grid for so many threads."""
    size = min(BLOCK, threads) if SIMULATED else BLOCK
    return -(-threads // size), size


class Grid:
    """Moves matches on a GPU, a thread for each."""

    def __init__(
        self, game: Game, code: ModuleType, tables: Any, terms: Any, steps: Ints, seen: Floats
    ) -> None:
        self._code = code
        self._kernels = kernels(code, bot(game, "uniform"))
        self._tables, self._steps, self._seen = tables, steps, seen
        self._terms = terms._replace(options=to_device(terms.options))
        self._found = to_device(np.zeros(1, np.int64))
        self._grid = blocks(terms.matches)

    def begin(self) -> None:
        """Begins all matches."""
        self._steps[:] = self._code.BEGIN
        self.advance()

    def advance(self) -> None:
        """Plays a step in each of them."""
        self._kernels.advance_all[self._grid](self._tables, self._terms, self._steps)

    def choose(self) -> None:
        """Writes a step at random for each of them."""
        self._kernels.choose_all[self._grid](self._tables, self._terms, self._steps)

    def observe(self) -> None:
        """Writes what the seats to act may know."""
        self._kernels.observe_all[self._grid](self._tables, self._terms, self._seen)

    def first_not_allowed(self) -> int:
        """The first match whose step cannot be played, or -1."""
        none = self._terms.matches
        self._found[:] = none
        steps = (self._tables, self._terms, self._steps, self._found)
        self._kernels.find_not_allowed[self._grid](*steps)
        found = int(self._found.copy_to_host()[0])
        return found if found < none else -1


class Games:
    """Games of a bot, played by the thousand on a GPU and added up as on a processor."""

    SIZE = GAMES  # of a block

    def __init__(self, code: ModuleType, brain: Bot, seats: int, options: Ints, seed: int) -> None:
        self._kernels = kernels(code, brain)
        self._seats, self._seed = seats, seed
        self._fixed = (to_device(options), to_device(brain.traits))

    def play(self, first: int, count: int) -> Ints:
        """The sums over *count* games from number *first* on."""
        threads = min(THREADS, max(count, 1))
        sums = to_device(np.zeros(self._kernels.batch.TALLY.itemsize // 8, np.int64))
        numbers = np.array([self._seed, first, count, self._seats, threads], np.int64)
        self._kernels.simulate[blocks(threads)](sums, to_device(numbers), *self._fixed)
        found: Ints = sums.copy_to_host()
        return found
