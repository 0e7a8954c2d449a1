"""How fast the games are here: figures of one run, to be compared with each other."""

import ctypes
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import numba
import numpy as np

from goldrush.bots.policy import bot
from goldrush.core import OVER, bind, blank, rng
from goldrush.games import GAMES
from goldrush.games import game as open_game
from goldrush.games.contract import Game, choose_options
from goldrush.lab.arrays import Batch
from goldrush.lab.results import Machine, Row, Speed, Thought, Twin
from goldrush.lab.thinking import FirstChoice
from goldrush.position import Position

TWINS = Path(__file__).parents[3] / "bench"  # hand-written C, in the source tree
ROUNDS = 9  # of each measurement; the median counts
GAMES_A_ROUND = 3000
MATCHES, STEPS_A_ROUND = 128, 500  # of a batch

LOAD = """
import time
begun = time.perf_counter()
from goldrush.lab.bench import playouts
playouts({name!r}, {seats})(1)
print(time.perf_counter() - begun)
"""

ANSWER = """
import time
begun = time.perf_counter()
from goldrush.lab.results import Machine, Row, Speed, Thought, Twin
from goldrush.lab.thinking import FirstChoice
FirstChoice({name!r}).answer()
print(time.perf_counter() - begun)
"""
THINKING = 0.3  # seconds of it in each round

Found = TypeVar("Found")


def machine() -> Machine:
    """What this machine is."""
    python, kind = platform.python_version(), platform.machine()
    return Machine(python, numba.__version__, np.__version__, os.cpu_count(), kind)


def bench(names: tuple[str, ...] = GAMES) -> Iterator[Speed]:
    """Measures one game after the other."""
    for name in names:
        game = open_game(name)
        cold, warm = load_seconds(LOAD.format(name=name, seats=game.rules.MAX_SEATS))
        yield Speed(
            game=name,
            state_bytes=game.rules.STATE.itemsize,
            cold_compile_s=cold,
            warm_load_s=warm,
            first_prompt_s=first_prompt_seconds(name),
            rows=[row(game, n) for n in range(game.rules.MIN_SEATS, game.rules.MAX_SEATS + 1)],
            search=search(name),
            c_twin=twin(name),
        )


def row(game: Game, seats: int) -> Row:
    """The speed of random play with one number of seats, on one core."""
    run = playouts(game.name, seats)
    run(1)
    speeds = []
    for _ in range(ROUNDS):
        seconds, steps = timed(lambda: run(GAMES_A_ROUND))
        speeds.append((steps / seconds, GAMES_A_ROUND / seconds))
    return Row(
        seats=seats,
        steps_per_s=round(statistics.median(speed for speed, _ in speeds)),
        games_per_s=round(statistics.median(speed for _, speed in speeds)),
        position_steps_per_s=round(from_python(game, seats, through_position)),
        bare_steps_per_s=round(from_python(game, seats, through_calls)),
        batch_actions_per_s=round(in_arrays(game, seats, observed=True)),
        batch_unseen_actions_per_s=round(in_arrays(game, seats, observed=False)),
    )


def playouts(name: str, seats: int, said: str = "uniform") -> Callable[[int], int]:
    """A function that plays so many games of a bot on this core and returns the number of steps."""
    game = open_game(name)
    player = bot(game, said)
    batch = bind("goldrush.lab.batch", player.tag, rules=game.rules, policy=player.policy)
    options, room = choose_options(game.rules, {}, seats), batch.room()

    def run(games: int) -> int:
        tally = blank(batch.TALLY)
        batch.run(tally, room, 1, 0, games, seats, options, player.traits)
        return int(tally.decisions[0] + tally.draws[0])

    return run


def from_python(game: Game, seats: int, play: Callable[[Game, int, int], int]) -> float:
    """Steps a second when every single step is called from Python."""
    play(game, seats, 0)
    speeds = []
    for number in range(ROUNDS):
        seconds, steps = timed(partial(play, game, seats, number))
        speeds.append(float(steps / seconds))
    return statistics.median(speeds)


def through_position(game: Game, seats: int, number: int) -> int:
    """One random game through Position, checks and all."""
    position, stream, steps = Position(game, seats), rng.new(1, number), 0
    while not position.over:
        position.play(position.random_step(stream))
        steps += 1
    return steps


def through_calls(game: Game, seats: int, number: int) -> int:
    """One random game through the bare functions."""
    calls, stream, steps = game.calls, rng.new(1, number), 0
    s, out = np.zeros(1, game.rules.STATE), np.zeros(game.rules.ACTIONS + 1, np.int64)
    game.rules.start(s[0], seats, choose_options(game.rules, {}, seats))
    while calls.actor(s) != OVER:
        calls.play(s, calls.random_step(s, out, stream))
        steps += 1
    return steps


def in_arrays(game: Game, seats: int, *, observed: bool) -> float:
    """Actions a second of a batch on one core, drawn from the matches' own streams."""
    batch = Batch(game, MATCHES, seats, workers=1)

    def work() -> None:
        for _ in range(STEPS_A_ROUND):
            if observed:
                batch.observe()
            batch.step(batch.random())

    work()
    seconds = statistics.median(timed(work)[0] for _ in range(ROUNDS))
    return MATCHES * STEPS_A_ROUND / seconds


def search(name: str) -> Thought:
    """The speed of thought, beside that of whole games of the player in the search."""
    cold, warm = load_seconds(ANSWER.format(name=name))
    choice = FirstChoice(name)
    choice.speed(THINKING)
    run = playouts(name, choice.position.seats, "handmade")
    run(1)
    games = [GAMES_A_ROUND / timed(lambda: run(GAMES_A_ROUND))[0] for _ in range(ROUNDS)]
    return Thought(
        seats=choice.position.seats,
        cold_answer_s=cold,
        first_answer_s=warm,
        sims_per_s=round(statistics.median(choice.speed(THINKING) for _ in range(ROUNDS))),
        player_games_per_s=round(statistics.median(games)),
    )


def load_seconds(code: str) -> tuple[float, float]:
    """Seconds that some code says it took, without a cache and with one."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = {**os.environ, "GOLDRUSH_CACHE": folder}
        runs = [subprocess.check_output([sys.executable, "-c", code], env=fresh) for _ in range(4)]
    cold, *warm = (round(float(seconds), 2) for seconds in runs)
    return cold, statistics.median(warm)


def first_prompt_seconds(name: str) -> float:
    """Seconds until a terminal game asks for its first action, from a warm cache."""
    command = [sys.executable, "-m", "goldrush", "play", name, "--bots", "1", "--seats", "2"]

    def leave() -> None:
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True)

    return round(statistics.median([timed(leave)[0] for _ in range(4)][1:]), 2)


def twin(name: str) -> Twin | None:
    """The same play-outs in C and here, in turn; None where there is no twin or no compiler."""
    source, compiler = TWINS / f"{name}.c", shutil.which("cc") or shutil.which("gcc")
    if not source.exists() or compiler is None:
        return None
    seats = 4
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / f"{name}.so"
        flags = ["-O3", "-march=native", "-shared", "-fPIC"]
        subprocess.run([compiler, *flags, str(source), "-o", str(library)], check=True)
        play = ctypes.CDLL(str(library)).play
    play.restype = ctypes.c_int64
    play.argtypes = [ctypes.c_uint64, *[ctypes.c_int64] * 2, *[ctypes.c_int] * 2, ctypes.c_void_p]
    points = np.zeros(8, np.int64)
    ours = playouts(name, seats)
    ratios, speeds = [], []
    for _ in range(3 * ROUNDS):
        c_seconds, c_steps = timed(lambda: play(1, 0, GAMES_A_ROUND, seats, 0, points.ctypes.data))
        seconds, steps = timed(lambda: ours(GAMES_A_ROUND))
        if steps != c_steps:
            raise RuntimeError(f"the C twin of {name} played {c_steps} steps, the rules {steps}")
        ratios.append(c_seconds / seconds)
        speeds.append(c_steps / c_seconds)
    return Twin(seats, round(statistics.median(speeds)), round(statistics.median(ratios), 3))


def timed(work: Callable[[], Found]) -> tuple[float, Found]:
    """The seconds that *work* took, and what it gave."""
    begun = time.perf_counter()
    result = work()
    return time.perf_counter() - begun, result
