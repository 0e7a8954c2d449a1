"""Plays many games on all cores; the same seed gives the same figures whatever their number."""

import itertools
import math
import os
import threading
import time
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from goldrush.bots.policy import Bot
from goldrush.core import Ints, bind, rng
from goldrush.games.contract import Game, choose_options
from goldrush.games.problem import Problem
from goldrush.lab.arrays import DEVICES, code, one_of
from goldrush.lab.results import Simulation, Spread
from goldrush.position import Position

if TYPE_CHECKING:
    from goldrush.lab.batch import Tally

CHUNK = 500  # games between two looks at the clock and at Ctrl-C

Progress = Callable[[int], None]  # told how many games more are done


def simulate(
    game: Game,
    bot: Bot,
    seats: int,
    games: int,
    seed: int = 0,
    options: dict[str, str] | None = None,
    workers: int | None = None,
    progress: Progress = lambda _: None,
    device: str = "cpu",
) -> Simulation:
    """Plays games 0 to *games* - 1 of *seed*; Ctrl-C gives the result of those done so far.

    They are played on this processor, or on a GPU (*device* "cuda"), and are the same.
    """
    if games < 1:
        raise Problem("at least one game is needed, not {}", games)
    if not bot.policy.COMPILED:
        raise Problem(
            "{} thinks too long to be simulated by the thousand; `goldrush league` plays it",
            bot.name,
        )
    rng.new(seed)  # refuses what is no seed
    Position(game, seats, options)  # refuses what cannot be set up
    batch = bind("goldrush.lab.batch", bot.tag, rules=game.rules, policy=bot.policy)
    chosen = choose_options(game.rules, options or {}, seats)

    def work(first: int, count: int) -> Ints:
        tally = np.zeros(1, batch.TALLY)
        batch.run(tally[0], batch.room(), seed, first, count, seats, chosen, bot.traits)
        return tally.view(np.int64)  # sums and nothing else, so that tallies can be added

    size, threads = CHUNK, workers or os.cpu_count() or 1
    if one_of("device", device, DEVICES) == "cuda":
        from goldrush.lab import cuda  # noqa: PLC0415  # an extra

        work = cuda.Games(code(game), bot, seats, chosen, seed).play
        size, threads = cuda.GAMES, 1
    work(0, 1)  # compiles or loads, outside the time measured
    begun = time.perf_counter()
    sums = _in_threads(_Chunks(work, games, size), threads, progress)
    seconds = time.perf_counter() - begun
    return _found(game, bot.name, seats, seed, chosen, batch, sums, seconds)


class _Chunks:
    """Games in chunks, played by any number of threads and added up in order."""

    def __init__(self, work: Callable[[int, int], Ints], games: int, size: int) -> None:
        self._work, self._games, self._size = work, games, size
        self._numbers = itertools.count()  # its next() is atomic
        self._done: dict[int, Ints] = {}
        self._so_far = (0, work(0, 0))  # the first chunk not added yet, the sum of those before it
        self.stop = threading.Event()
        self.failed: list[BaseException] = []

    def play(self) -> None:
        """Plays one chunk after the other, until none is left or it is stopped."""
        try:
            while not self.stop.is_set() and (first := self._next()) < self._games:
                self._done[first] = self._work(first, min(self._size, self._games - first))
        except BaseException as error:  # told to the caller below
            self.failed.append(error)
            self.stop.set()

    def _next(self) -> int:
        return next(self._numbers) * self._size

    def add_up(self, progress: Progress = lambda _: None) -> Ints:
        """The sum of all games before the first one left undone."""
        while (first := self._so_far[0]) in self._done:
            # in one assignment, whenever Ctrl-C comes
            self._so_far = (first + self._size, self._so_far[1] + self._done[first])
            progress(min(self._size, self._games - first))
            del self._done[first]
        return self._so_far[1]


def _in_threads(chunks: _Chunks, workers: int, progress: Progress) -> Ints:
    """Plays all games and adds up those before the first one left undone.

    Threads do: compiled code runs without the interpreter's lock, and one process compiles once.
    """
    threads = [threading.Thread(target=chunks.play) for _ in range(workers)]
    try:
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            time.sleep(0.02)
            chunks.add_up(progress)
    except KeyboardInterrupt:
        pass  # the result so far is the result
    finally:
        chunks.stop.set()
        for thread in filter(threading.Thread.is_alive, threads):
            thread.join()
    if chunks.failed:
        raise chunks.failed[0]
    return chunks.add_up()


def _found(
    game: Game,
    policy: str,
    seats: int,
    seed: int,
    chosen: Ints,
    batch: ModuleType,
    sums: Ints,
    seconds: float,
) -> Simulation:
    """Sums as figures."""
    tally: Tally = sums.view(batch.TALLY)[0]
    games = int(tally.games)
    if not games:
        raise KeyboardInterrupt
    return Simulation(
        game=game.name,
        version=game.rules.VERSION,
        edition=game.edition.name,
        seats=seats,
        options={o.name: o.values[n] for o, n in zip(game.rules.OPTIONS, chosen, strict=True)},
        policy=policy,
        games=games,
        seed=seed,
        turns=_spread(tally.turns, games),
        decisions=_spread(tally.decisions, games),
        draws=_spread(tally.draws, games),
        points=[_spread(tally.points[after], games) for after in range(seats)],
        wins=[int(tally.wins[after]) / batch.WHOLE / games for after in range(seats)],
        winner_points=_spread(tally.winner_points, games),
        shared_wins=int(tally.shared_wins) / games,
        ends={end: int(n) / games for end, n in zip(game.rules.ENDS, tally.ends, strict=True)},
        steps_per_s=round(int(tally.decisions[0] + tally.draws[0]) / seconds),
    )


def _spread(sums: Ints, games: int) -> Spread:
    total, squares = (int(x) for x in sums)
    variance = (squares - total * total / games) / (games - 1) if games > 1 else 0.0
    return Spread(total / games, math.sqrt(max(variance, 0.0)))
