"""Plays many games on all cores; the same seed gives the same figures whatever their number."""

import importlib
import math
import os
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from goldrush.bots.policy import Bot
from goldrush.core import Ints, rng
from goldrush.games.contract import Game, choose_options
from goldrush.games.problem import Problem
from goldrush.lab.arrays import DEVICES, one_of
from goldrush.lab.crew import Crew, Threads, installed, on_cluster
from goldrush.lab.playing import COUNTED, ROWS, STEPS, Block, Played, Playing
from goldrush.lab.results import Simulation, Spread
from goldrush.position import Position

if TYPE_CHECKING:
    from goldrush.lab.batch import Tally

CHUNK = 500  # games between two looks at the clock and at Ctrl-C
FAR = 10_000  # the same on a cluster, which has other things to do with each block
POLL = 0.02  # seconds between two looks at Ctrl-C

Progress = Callable[[int], None]  # told how many games more are done
Keep = Callable[[Played], None]  # told what was played, block after block


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
    *,
    out: Path | None = None,
    steps: Path | None = None,
    cluster: str | None = None,
) -> Simulation:
    """Plays games 0 to *games* - 1 of *seed*; Ctrl-C gives the result of those done so far.

    They are played on this processor, on a GPU (*device* "cuda") or on a Ray *cluster* ("auto" or
    ray://…), and are the same.  A row for each goes into the Parquet file *out*, and one for each
    of their steps into *steps*.
    """
    if games < 1:
        raise Problem("at least one game is needed, not {}", games)
    _refuse(game, bot, seats, seed, options)
    if one_of("device", device, DEVICES) == "cuda" and (out or steps):
        raise Problem('rows are not written by device "cuda"; leave it out')
    if device == "cuda" and cluster:
        raise Problem("a cluster plays on processors; leave out the device")
    chosen = choose_options(game.rules, options or {}, seats)
    kept = STEPS if steps else ROWS if out else COUNTED
    playing = Playing(bot, seats, chosen, seed, kept, device)
    with ExitStack() as files:
        keep: list[Keep] = []
        if kept:
            parquet = _parquet()
            keep = [files.enter_context(file).keep for file in parquet.files(playing, out, steps)]
        crew, size = _crew(playing, workers, cluster)
        blocks = _blocks(games, size)
        begun = time.perf_counter()
        all_played = crew.in_order(playing, blocks, playing.prepare)
        keep.append(lambda played: progress(played.block.games))
        sums = _added_up(_Sum(all_played, playing.nothing(), keep))
        seconds = time.perf_counter() - begun
    return _found(playing, sums, seconds)


def _refuse(game: Game, bot: Bot, seats: int, seed: int, options: dict[str, str] | None) -> None:
    """Says what cannot be played by the thousand."""
    if not bot.policy.COMPILED:
        raise Problem(
            "{} thinks too long to be simulated by the thousand; `goldrush league` plays it",
            bot.name,
        )
    rng.new(seed)  # refuses what is no seed
    Position(game, seats, options)  # refuses what cannot be set up


def _parquet() -> ModuleType:
    if not installed("pyarrow"):
        raise Problem('Parquet files need more: pip install "goldrush[lab]"')
    return importlib.import_module("goldrush.lab.parquet")


def _crew(playing: Playing, workers: int | None, cluster: str | None) -> tuple[Crew, int]:
    """Who plays, and how many games at once."""
    if cluster:
        return on_cluster(cluster), CHUNK if playing.kept == STEPS else FAR
    playing.prepare()  # outside the time measured
    if playing.gpu:
        return Threads(1), playing.gpu.SIZE
    return Threads(workers or os.cpu_count() or 1), CHUNK


def _blocks(games: int, size: int) -> Iterator[Block]:
    """So many games in blocks."""
    for first in range(0, games, size):
        yield Block(first, min(size, games - first))


class _Sum:
    """The sum of all blocks that have come so far."""

    def __init__(
        self, played: Generator[Played, None, None], nothing: Ints, told: Sequence[Keep]
    ) -> None:
        self._played, self._told = played, told
        self.so_far = nothing
        self.stop = threading.Event()
        self.failed: BaseException | None = None

    def add_up(self) -> None:
        """Adds one block after the other, until none is left or it is stopped."""
        try:
            with closing(self._played) as played:
                for block in played:
                    self.so_far = self.so_far + block.sums
                    for tell in self._told:
                        tell(block)
                    if self.stop.is_set():
                        break
        except BaseException as error:  # told to the caller below
            self.failed = error


def _added_up(found: _Sum) -> Ints:
    """All blocks as one, or those before Ctrl-C.

    They are added in a thread that Ctrl-C does not reach, so that nothing is kept by halves.
    """
    thread = threading.Thread(target=found.add_up)
    try:
        thread.start()
        while thread.is_alive():
            time.sleep(POLL)
    except KeyboardInterrupt:
        pass  # the result so far is the result
    finally:
        found.stop.set()
        if thread.is_alive():
            thread.join()
    if found.failed:
        raise found.failed
    return found.so_far


def _found(playing: Playing, sums: Ints, seconds: float) -> Simulation:
    """Sums as figures."""
    game, seats = playing.bot.game, playing.seats
    tally: Tally = sums.view(playing.batch.TALLY)[0]
    games = int(tally.games)
    if not games:
        raise KeyboardInterrupt
    return Simulation(
        game=game.name,
        version=game.rules.VERSION,
        edition=game.edition.name,
        seats=seats,
        options=playing.said,
        policy=playing.bot.name,
        games=games,
        seed=playing.seed,
        turns=_spread(tally.turns, games),
        decisions=_spread(tally.decisions, games),
        draws=_spread(tally.draws, games),
        points=[_spread(tally.points[after], games) for after in range(seats)],
        wins=[int(tally.wins[after]) / playing.batch.WHOLE / games for after in range(seats)],
        winner_points=_spread(tally.winner_points, games),
        shared_wins=int(tally.shared_wins) / games,
        ends={end: int(n) / games for end, n in zip(game.rules.ENDS, tally.ends, strict=True)},
        steps_per_s=round(int(tally.decisions[0] + tally.draws[0]) / seconds),
    )


def _spread(sums: Ints, games: int) -> Spread:
    total, squares = (int(x) for x in sums)
    variance = (squares - total * total / games) / (games - 1) if games > 1 else 0.0
    return Spread(total / games, math.sqrt(max(variance, 0.0)))
