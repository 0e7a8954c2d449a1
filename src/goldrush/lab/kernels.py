"""What a GPU does for each match or game, one thread each; the same compiled rules are called.

``advance`` is bound for matches in arrays, ``batch`` for whole games.
"""

from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba import cuda

from goldrush.core import Floats, Ints, Reals
from goldrush.core.rng import WORDS

advance: ModuleType = globals()["advance"]
batch: ModuleType = globals()["batch"]
SIMULATED: bool = globals()["simulated"]  # by Python, which knows records by their numpy name

WIDTH, SEATS = advance.WIDTH, batch.SEATS
move, choose, observe, allowed = advance.advance, advance.choose, advance.observe, advance.allowed
play_games = batch.run
_kinds: Any = (batch.rules.STATE, batch.policy.MEMORY, batch.TALLY)
STATE, MEMORY, TALLY = _kinds if SIMULATED else map(numba.from_dtype, _kinds)


@cuda.jit
def advance_all(tables: Any, terms: Any, steps: Ints) -> None:
    """Plays a step in each match."""
    k = cuda.grid(1)
    if k < terms.matches:
        out = cuda.local.array(WIDTH, np.int64)
        weight = cuda.local.array(WIDTH, np.int64)
        move(k, steps[k], tables, terms, out, weight)


@cuda.jit
def choose_all(tables: Any, terms: Any, steps: Ints) -> None:
    """Writes a step at random for each match."""
    k = cuda.grid(1)
    if k < terms.matches:
        out = cuda.local.array(WIDTH, np.int64)
        steps[k] = choose(k, tables, out)


@cuda.jit
def observe_all(tables: Any, terms: Any, out: Floats) -> None:
    """Writes what each seat to act may know."""
    k = cuda.grid(1)
    if k < terms.matches:
        room = cuda.local.array(1, STATE)  # threads reach what is local at once, side by side
        observe(k, tables, (room, room.view(np.int8), room.view(np.int16)), out[k])


@cuda.jit
def find_not_allowed(tables: Any, terms: Any, steps: Ints, found: Ints) -> None:
    """Writes the first match whose step cannot be played."""
    k = cuda.grid(1)
    if k < terms.matches and not allowed(k, steps[k], tables):
        cuda.atomic.min(found, 0, k)


@cuda.jit
def simulate(sums: Ints, numbers: Ints, options: Ints, traits: Reals) -> None:
    """Plays games and adds them up: each thread its own, so many numbers apart."""
    k = cuda.grid(1)
    seed, first, count, seats, threads = numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
    if k < threads:
        tally = cuda.local.array(1, TALLY)
        table = cuda.local.array(1, STATE)
        views = cuda.local.array(3, STATE)
        memory = cuda.local.array(SEATS, MEMORY)
        lists = cuda.local.array((2, WIDTH), np.int64)
        rng = cuda.local.array(WORDS, np.int64)
        room = (table, views, memory, lists, rng)
        words = tally.view(np.int64)
        for word in range(len(sums)):
            words[word] = 0
        for number in range(first + k, first + count, threads):
            play_games(tally[0], room, seed, number, 1, seats, options, traits)
        for word in range(len(sums)):
            cuda.atomic.add(sums, word, words[word])
