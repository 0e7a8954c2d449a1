"""Games of other libraries at the speed of this machine: one core, at random, with what seats see.

Each is measured as its makers would have it played, in a process of its own.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any

from goldrush.lab.results import Peer

PGX, PETTINGZOO = "Pgx", "PettingZoo"
NEEDED = {PGX: ("pgx", "jax"), PETTINGZOO: ("pettingzoo", "rlcard", "pygame")}
GAMES = (
    (PGX, "backgammon"),
    (PGX, "leduc_holdem"),
    (PETTINGZOO, "texas_holdem_v4"),
    (PETTINGZOO, "connect_four_v3"),
)
ALONE = {  # what keeps a library from other cores, and from a GPU
    "JAX_PLATFORMS": "cpu",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
}
MATCHES, STEPS = 128, 200  # side by side, as many as in our own batch; of each in a round
ROUNDS = 9
SECONDS = 0.5  # that a round of whole matches takes, or a little more

MEASURE = "from goldrush.lab.peers import measure; print(measure({library!r}, {game!r}))"


def missing(library: str) -> list[str]:
    """The packages that a library needs and that are not installed."""
    return [name for name in NEEDED[library] if find_spec(name) is None]


def peers() -> Iterator[Peer]:
    """Measures one game after the other; those that are not installed are told without a speed."""
    for library, game in GAMES:
        if missing(library):
            yield Peer(library, None, game, None)
            continue
        code = MEASURE.format(library=library, game=game)
        told = subprocess.check_output([sys.executable, "-c", code], env={**os.environ, **ALONE})
        yield Peer(library, version(NEEDED[library][0]), game, round(float(told)))


def measure(library: str, game: str) -> float:
    """Steps a second of a game on one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    work = (_pgx if library == PGX else _pettingzoo)(game)
    work()
    return median(_speed(work) for _ in range(ROUNDS))


def _speed(work: Callable[[], int]) -> float:
    begun = time.perf_counter()
    steps = work()
    return steps / (time.perf_counter() - begun)


def _pgx(game: str) -> Callable[[], int]:
    """Plays many steps of many matches in one call that is compiled as a whole."""
    import jax  # noqa: PLC0415  # an extra
    import pgx  # noqa: PLC0415
    from pgx.experimental import auto_reset  # noqa: PLC0415

    env = pgx.make(game)
    step = jax.vmap(auto_reset(env.step, env.init))

    def act(state: Any, key: Any) -> tuple[Any, None]:
        choice, luck = jax.random.split(key)
        open_ = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(choice, open_)
        return step(state, action, jax.random.split(luck, MATCHES)), None

    many = jax.jit(lambda state, key: jax.lax.scan(act, state, jax.random.split(key, STEPS))[0])
    keys = iter(range(1 << 30))
    held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(next(keys)), MATCHES))]

    def work() -> int:
        held[0] = jax.block_until_ready(many(held[0], jax.random.key(next(keys))))
        return MATCHES * STEPS

    return work


def _pettingzoo(game: str) -> Callable[[], int]:
    """Plays single matches, one step at a time."""
    from pettingzoo import classic  # noqa: PLC0415  # an extra

    env, luck = getattr(classic, game).env(), Random(1)  # noqa: S311  # a game of chance

    def work() -> int:
        steps, end = 0, time.perf_counter() + SECONDS
        while not steps or time.perf_counter() < end:
            env.reset(seed=luck.randrange(1 << 31))
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                over = terminated or truncated
                env.step(None if over else int(luck.choice(seen["action_mask"].nonzero()[0])))
                steps += not over
        return steps

    return work
