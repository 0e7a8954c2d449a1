"""Matches in arrays, moved by threads: compiled code runs without the interpreter's lock."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from itertools import pairwise
from types import ModuleType
from typing import Any

import numpy as np

from goldrush.core import Floats, Ints

SOME = 256  # matches for which a thread is worth its waking


class Threads:
    """Moves matches on all cores; a few of them in the thread that asks."""

    def __init__(
        self,
        code: ModuleType,
        tables: Any,
        terms: Any,
        steps: Ints,
        seen: Floats,
        workers: int | None,
    ) -> None:
        n = terms.matches
        parts = max(1, min(workers or os.cpu_count() or 1, n // SOME))
        self._code, self._tables, self._terms = code, tables, terms
        self._steps, self._seen = steps, seen
        bounds = [n * part // parts for part in range(parts + 1)]
        self._parts = list(pairwise(bounds))
        self._lists = [np.zeros((2, code.WIDTH), np.int64) for _ in self._parts]
        self._eyes = [code.observation.eyes() for _ in self._parts]
        self._pool = ThreadPoolExecutor(parts - 1, "batch") if parts > 1 else None

    def begin(self) -> None:
        """Begins all matches."""
        self._steps[:] = self._code.BEGIN
        self.advance()

    def advance(self) -> None:
        """Plays a step in each of them."""
        terms = (self._tables, self._terms, self._steps)
        self._each(partial(self._code.advance_all, *terms), self._lists)

    def choose(self) -> None:
        """Writes a step at random for each of them."""
        self._each(partial(self._code.choose_all, self._tables, self._steps), self._lists)

    def observe(self) -> None:
        """Writes what the seats to act may know."""

        def work(eyes: Any, first: int, last: int) -> None:
            self._code.observe_all(self._tables, eyes, self._seen, first, last)

        self._each(work, self._eyes)

    def first_not_allowed(self) -> int:
        """The first match whose step cannot be played, or -1."""
        return int(self._code.first_not_allowed(self._tables, self._steps))

    def _each(self, work: Callable[[Any, int, int], None], rooms: list[Any]) -> None:
        """Does all parts, each with room of its own; the first one here."""
        if self._pool is None:
            work(rooms[0], *self._parts[0])
            return
        jobs = zip(rooms[1:], self._parts[1:], strict=True)
        others = [self._pool.submit(work, room, *part) for room, part in jobs]
        try:
            work(rooms[0], *self._parts[0])
        finally:
            wait(others)  # whatever happens: they write into these arrays
        for other in others:
            other.result()
