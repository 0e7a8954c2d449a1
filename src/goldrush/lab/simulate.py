"""Plays many games on all cores; the same seed gives the same figures whatever their number."""

import itertools
import math
import os
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from goldrush.bots.policy import Bot
from goldrush.core import Ints, bind, rng
from goldrush.games.contract import Game, choose_options
from goldrush.position import Position

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
) -> dict[str, Any]:
    """Plays games 0 to *games* - 1 of *seed*; Ctrl-C gives the result of those done so far."""
    if games < 1:
        raise ValueError(f"{games} games tell nothing; at least one is needed")
    if bot.trait("ms") is not None:  # it goes by the clock, which cannot be compiled
        what = "thinks too long to be simulated by the thousand"
        raise ValueError(f"{bot.name} {what}; `goldrush league` plays it")
    rng.new(seed)  # refuses what is no seed
    Position(game, seats, options)  # refuses what cannot be set up
    batch = bind("goldrush.lab.batch", bot.tag, rules=game.rules, policy=bot.policy)
    chosen = choose_options(game.rules, options or {}, seats)

    def work(first: int, count: int) -> Ints:
        tally = np.zeros(1, batch.TALLY)
        batch.run(tally[0], batch.room(), seed, first, count, seats, chosen, bot.traits)
        return tally.view(np.int64)  # sums and nothing else, so that tallies can be added

    work(0, 1)  # compiles or loads, outside the time measured
    begun = time.perf_counter()
    sums = _in_threads(work, games, workers or os.cpu_count() or 1, progress)
    tally = sums.view(batch.TALLY)[0]
    seconds = time.perf_counter() - begun
    return {
        "game": game.name,
        "version": game.rules.VERSION,
        "edition": game.edition.name,
        "seats": seats,
        "options": {o.name: o.values[n] for o, n in zip(game.rules.OPTIONS, chosen, strict=True)},
        "policy": bot.name,
        "games": int(tally.games),
        "seed": seed,
        **_figures(tally, seats, batch.WHOLE, game.rules.ENDS),
        "steps_per_s": round(int(tally.decisions[0] + tally.draws[0]) / seconds),
    }


def _in_threads(
    work: Callable[[int, int], Ints], games: int, workers: int, progress: Progress
) -> Ints:
    """Plays all games in chunks and adds up those before the first one left undone.

    Threads do: compiled code runs without the interpreter's lock, and one process compiles once.
    """
    done: dict[int, Ints] = {}
    numbers = itertools.count()  # its next() is atomic
    stop = threading.Event()
    failed: list[BaseException] = []

    def run() -> None:
        try:
            while not stop.is_set() and (first := next(numbers) * CHUNK) < games:
                done[first] = work(first, min(CHUNK, games - first))
        except BaseException as error:  # told to the caller below
            failed.append(error)
            stop.set()

    threads = [threading.Thread(target=run) for _ in range(workers)]
    so_far = (0, work(0, 0))  # the first chunk not added yet, and the sum of those before it
    try:
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            time.sleep(0.02)
            while (first := so_far[0]) in done:
                so_far = (first + CHUNK, so_far[1] + done[first])  # at once, whenever Ctrl-C comes
                progress(min(CHUNK, games - first))
                del done[first]
    except KeyboardInterrupt:
        pass  # the result so far is the result
    finally:
        stop.set()
        for thread in filter(threading.Thread.is_alive, threads):
            thread.join()
    if failed:
        raise failed[0]
    while (first := so_far[0]) in done:
        so_far = (first + CHUNK, so_far[1] + done[first])
    return so_far[1]


def _figures(tally: np.record, seats: int, whole: int, ends: tuple[str, ...]) -> dict[str, Any]:
    games = int(tally.games)
    if not games:
        raise KeyboardInterrupt

    def spread(sums: np.ndarray) -> dict[str, float]:
        total, squares = (int(x) for x in sums)
        variance = (squares - total * total / games) / (games - 1) if games > 1 else 0.0
        return {"mean": total / games, "sd": math.sqrt(max(variance, 0.0))}

    return {
        "turns": spread(tally.turns),
        "decisions": spread(tally.decisions),
        "draws": spread(tally.draws),
        "points": [spread(tally.points[after]) for after in range(seats)],
        "wins": [int(tally.wins[after]) / whole / games for after in range(seats)],
        "winner_points": spread(tally.winner_points),
        "shared_wins": int(tally.shared_wins) / games,
        "ends": {end: int(n) / games for end, n in zip(ends, tally.ends, strict=True)},
    }
