"""A bag: how many of each kind are left.  No order exists until something is drawn."""

import numpy as np

from goldrush.core.compiled import compiled
from goldrush.core.rng import below
from goldrush.core.state import Ints


@compiled
def contents(bag: np.ndarray, out: Ints, weight: Ints) -> int:
    """Writes each kind that may come out and how many there are of it; returns how many kinds."""
    n = 0
    for kind in range(len(bag)):
        out[n] = kind  # kept only if n moves on: no branch to guess wrong
        weight[n] = bag[kind]
        n += bag[kind] > 0
    return n


@compiled
def draw(bag: np.ndarray, rng: Ints) -> int:
    """The kind that comes out: the same as rng.weighted() over contents(), without the lists."""
    total = 0
    for kind in range(len(bag)):
        total += int(bag[kind])
    left = below(rng, total)
    kind = 0
    while left >= bag[kind]:
        left -= int(bag[kind])
        kind += 1
    return kind
