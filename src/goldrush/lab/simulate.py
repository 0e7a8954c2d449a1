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
from goldrush.core import bind, blank, rng
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
        raise ValueError(f"at least one game is needed, not {games}")
    rng.new(seed)  # refuses what is no seed
    Position(game, seats, options)  # refuses what cannot be set up
    batch = bind("goldrush.lab.batch", bot.tag, rules=game.rules, policy=bot.policy)
    chosen = choose_options(game.rules, options or {})
    chunks = [(first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]

    def work(first: int, count: int) -> np.record:
        tally = blank(batch.TALLY)
        batch.run(tally, batch.room(), seed, first, count, seats, chosen, bot.traits)
        return tally

    work(0, 1)  # compiles or loads, outside the time measured
    begun = time.perf_counter()
    tally = _in_threads(work, chunks, workers or os.cpu_count() or 1, blank(batch.TALLY), progress)
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
    work: Callable[[int, int], np.record],
    chunks: list[tuple[int, int]],
    workers: int,
    total: np.record,
    progress: Progress,
) -> np.record:
    """Works through the chunks and adds up those before the first one left undone.

    Threads do: compiled code runs without the interpreter's lock, and one process compiles once.
    """
    done: dict[int, np.record] = {}
    numbers = itertools.count()  # its next() is atomic
    stop = threading.Event()
    failed: list[BaseException] = []

    def run() -> None:
        try:
            while not stop.is_set() and (number := next(numbers)) < len(chunks):
                done[number] = work(*chunks[number])
        except BaseException as error:  # told to the caller below
            failed.append(error)
            stop.set()

    threads = [threading.Thread(target=run) for _ in range(workers)]
    for thread in threads:
        thread.start()
    added = 0
    try:
        while any(thread.is_alive() for thread in threads):
            threads[0].join(0.05) if threads[0].is_alive() else time.sleep(0.01)
            added = _add_up(done, added, total, progress)
    except KeyboardInterrupt:
        pass  # the result so far is the result
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    if failed:
        raise failed[0]
    _add_up(done, added, total, progress)
    return total


def _add_up(done: dict[int, np.record], added: int, total: np.record, progress: Progress) -> int:
    """Adds the chunks that are next in order, and forgets them: memory does not grow."""
    while added in done:
        chunk = done.pop(added)
        for name in total.dtype.names or ():
            total[name] += chunk[name]
        progress(int(chunk.games))
        added += 1
    return added


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
