"""Matches on a GPU: first whether they are the same as here, then how fast; prints Markdown.

pip install "goldrush[cuda]"  # and the GPU's driver; numba-cuda[cu12] brings the toolkit
python bench/gpu.py > docs/lab/gpu.md
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numba
import numpy as np
from numba import cuda

from goldrush.bots.policy import bot
from goldrush.games import GAMES, game
from goldrush.lab.arrays import Batch
from goldrush.lab.cuda import SIMULATED
from goldrush.lab.simulate import simulate

SIZES = [1 << 12, 1 << 15, 1 << 18]  # matches at once
SECONDS = 3.0
ARRAYS = ("records", "actor", "mask", "rewards", "done", "seeds", "weights")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--game", action="append", choices=GAMES, help="only this one")
    asked.add_argument("--matches", type=int, default=512, help="that are compared")
    asked.add_argument("--steps", type=int, default=400, help="of each that are compared")
    asked.add_argument("--games", type=int, default=1_000_000, help="that are simulated")
    asked.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="matches measured")
    said = asked.parse_args()
    for line in report(said.game or list(GAMES), said):
        print(line, flush=True)


def report(names: list[str], said: argparse.Namespace) -> Iterator[str]:
    name, kind = "simulated by Python", "no figures"
    if not SIMULATED:
        device = cuda.get_current_device()
        name = device.name.decode() if isinstance(device.name, bytes) else str(device.name)
        kind = "compute capability {}.{}".format(*device.compute_capability)
    today = time.strftime("%Y-%m-%d")
    yield "# Matches on a GPU\n"
    yield f"{name} ({kind}), numba {numba.__version__}, {today}."
    yield "Written by `python bench/gpu.py`.\n"
    yield "## The same as on a processor\n"
    for one in names:
        yield f"- {one}: {same(one, said.matches, said.steps)}; {sums(one, said.games)}"
    yield "\n## Speed\n"
    yield "Actions a second of all matches, drawn at random; chance is played inside."
    yield "\n| game | matches | with observations | without | kernels compiled in |"
    yield "| --- | --- | --- | --- | --- |"
    for one in names:
        for n in said.sizes:
            yield speed(one, n)


def same(name: str, n: int, steps: int) -> str:
    """Compares matches step by step, all arrays of them; fails at the first difference."""
    there, here = Batch(name, n, seed=6, device="cuda"), Batch(name, n, seed=6)
    for number in range(steps):
        differ = [part for part in ARRAYS if not alike(there, here, part)]
        if not np.array_equal(there.observe().copy_to_host(), here.observe()):
            differ.append("observations")
        if differ:
            sys.exit(f"{name} differs at step {number}: {', '.join(differ)}")
        chosen = here.random()
        there.random()
        there.step(chosen)
        here.step(chosen)
    return f"{n} matches are the same through {steps} steps"


def alike(there: Batch, here: Batch, part: str) -> bool:
    return bool((getattr(there, part).copy_to_host() == getattr(here, part)).all())


def sums(name: str, games: int) -> str:
    """Compares the figures of simulated games, and says how fast they are."""
    opened = game(name)
    found = {}
    for device in ("cpu", "cuda"):
        result = simulate(opened, bot(opened, "uniform"), 2, games, seed=3, device=device)
        found[device] = msgspec.to_builtins(result)
    speeds = {device: figures.pop("steps_per_s") for device, figures in found.items()}
    if found["cpu"] != found["cuda"]:
        sys.exit(f"{name}: simulations differ")
    told = f"{speeds['cuda'] / 1e6:,.0f} M steps/s, here {speeds['cpu'] / 1e6:,.0f} M"
    return f"{games:,} simulated games give the same figures ({told})"


def speed(name: str, n: int) -> str:
    begun = time.perf_counter()
    batch = Batch(name, n, device="cuda", checked=False)
    batch.step(batch.random())
    batch.observe()
    cuda.synchronize()
    compiled = time.perf_counter() - begun

    def look() -> None:
        batch.observe()
        batch.step(batch.random())

    rates = [rate(look, n), rate(lambda: batch.step(batch.random()), n)]
    told = " | ".join(f"{each / 1e6:,.1f} M" for each in rates)
    return f"| {name} | {n:,} | {told} | {compiled:.0f} s |"


def rate(work: Callable[[], Any], n: int) -> float:
    work()
    cuda.synchronize()
    begun, times = time.perf_counter(), 0
    while time.perf_counter() - begun < SECONDS:
        work()
        cuda.synchronize()
        times += 1
    return n * times / (time.perf_counter() - begun)


if __name__ == "__main__":
    main()
