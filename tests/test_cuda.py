"""The GPU's side, on a GPU that Python simulates: the same bytes and the same sums as here.

The simulator calls the rules interpreted, as other tests compare with compiled ones; that kernels
compile for a real GPU, and what they do there, says ``bench/gpu.py`` on a machine that has one.
"""

import json

import numpy as np
import pytest

from goldrush.bots.policy import bot
from goldrush.games import GAMES, game
from goldrush.lab.arrays import Batch
from goldrush.lab.simulate import simulate
from test_simulate import figures
from tools import python

STEPS = 12  # of each match
SAME = """
import json, sys
from goldrush.games import GAMES, game
from goldrush.lab.arrays import Batch
from goldrush.position import IllegalStep
from test_simulate import figures

steps = int(sys.argv[1])
for name in GAMES:
    for chance, reward in (("inside", "wins"), ("outside", "points")):
        terms = {"seed": 6, "chance": chance, "reward": reward}
        there = Batch(name, 3, device="cuda", **terms)
        here = Batch(game(name).at_once(), 3, **terms)
        for number in range(steps):
            assert there.observe().copy_to_host().tobytes() == here.observe().tobytes()
            chosen, drawn = here.random(), there.random()
            assert drawn.copy_to_host().tolist() == chosen.tolist()
            there.step(chosen if number % 2 else drawn)  # an array of here, or of there
            here.step(chosen)
            for part in ("records", "actor", "mask", "weights", "rewards", "done", "seeds"):
                found = getattr(there, part).copy_to_host()  # but for bytes between fields
                assert (found == getattr(here, part)).all(), (name, number, part)
try:
    there.step([10**6] * 3)
except IllegalStep as error:
    assert str(error).startswith("match 0: 1000000 cannot be played here")
else:
    raise AssertionError("played")
policies = {"gold": "handmade"}  # which watches
told = [
    figures(game(name), 2, 2, seed=9, policy=policies.get(name, "uniform"), device="cuda")
    for name in GAMES
]
print(json.dumps(told))
"""


def test_a_simulated_gpu_plays_the_same_matches_and_adds_up_the_same() -> None:
    told = json.loads(python(SAME, str(STEPS), NUMBA_ENABLE_CUDASIM="1"))
    policies = {"gold": "handmade"}
    for name, found in zip(GAMES, told, strict=True):
        policy = policies.get(name, "uniform")
        assert found == figures(game(name), 2, 2, seed=9, policy=policy)


def test_whoever_has_no_gpu_is_told_what_is_missing() -> None:
    with pytest.raises(ValueError, match=r'device "cuda" needs '):
        Batch(game("gold").at_once(), 2, device="cuda")
    with pytest.raises(ValueError, match=r'device "cuda" needs '):
        simulate(game("gold"), bot(game("gold"), "uniform"), 2, 1, device="cuda")
    with pytest.raises(ValueError, match=r'device cannot be "gpu"; it can be: cpu, cuda'):
        simulate(game("gold"), bot(game("gold"), "uniform"), 2, 1, device="gpu")


def test_the_largest_tables_are_small_enough_for_the_memory_of_constants() -> None:
    """Which is 64 kB in all, and holds a copy for each function that asks."""
    roads = game("golden_town").rules.roads  # type: ignore[attr-defined]
    tables = (roads.NEAR, roads.ROLLS, roads.DISTANCE)
    assert {table.dtype for table in tables} == {np.dtype(np.int8)}
