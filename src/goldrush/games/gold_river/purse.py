"""Nuggets in a purse, by size: what they are worth, how they pay, and what they break into.

A purse is not a number: the falls take half of its pieces, the Indians half of its value.
"""

import numpy as np

from goldrush.core import compiled

CARATS = (1, 2, 5, 10, 20, 50, 100)  # of a nugget of each size [V1]
NUGGETS = (10, 15, 10, 10, 5, 5, 5)  # how many there are
SIZES = len(CARATS)
ROUND_SIZES = 5  # those below 50
WORTH = np.array(CARATS)
ALL_CARATS = sum(carats * n for carats, n in zip(CARATS, NUGGETS, strict=True))
MOST_NUGGETS = sum(NUGGETS)  # no break may leave more in one purse [V29]
BROKEN = np.zeros((SIZES, SIZES), np.int64)  # what a nugget of each size is broken into [V29]
_parts = {100: [50, 50], 50: [20, 20, 10], 20: [10, 10], 10: [5, 5], 5: [2, 2, 1], 2: [1, 1]}
for _carats, _smaller in _parts.items():
    for _part in _smaller:
        BROKEN[CARATS.index(_carats), CARATS.index(_part)] += 1
GAIN = BROKEN.sum(axis=1) - 1  # nuggets more after a break


@compiled
def carats(purse: np.ndarray) -> int:
    """The value of a purse."""
    total = 0
    for size in range(SIZES):
        total += int(purse[size]) * int(WORTH[size])
    return total


@compiled
def nuggets(purse: np.ndarray) -> int:
    """How many pieces a purse has."""
    total = 0
    for size in range(SIZES):
        total += int(purse[size])
    return total


@compiled
def receive(purse: np.ndarray, owed: int) -> None:
    """Adds carats in the fewest nuggets [V27]."""
    for size in range(SIZES - 1, -1, -1):
        n = owed // WORTH[size]
        purse[size] += n
        owed -= n * WORTH[size]


@compiled
def pay(purse: np.ndarray, owed: int) -> None:
    """Takes out the cheapest nuggets until the sum is reached, and puts the change back [V27]."""
    size = 0
    while owed > 0:
        n = min(int(purse[size]), (owed + WORTH[size] - 1) // WORTH[size])
        purse[size] -= n
        owed -= n * WORTH[size]
        size += 1
    receive(purse, -owed)


@compiled
def lose(purse: np.ndarray, n: int) -> int:
    """Takes out the cheapest *n* nuggets; returns their carats [V21]."""
    lost = size = 0
    while n > 0:
        gone = min(int(purse[size]), n)
        purse[size] -= gone
        lost += gone * int(WORTH[size])
        n -= gone
        size += 1
    return lost


@compiled
def can_break(purse: np.ndarray, size: int) -> bool:
    """Whether there is such a nugget, and room for its parts [V29]."""
    return bool(purse[size] > 0 and nuggets(purse) + GAIN[size] <= MOST_NUGGETS)


@compiled
def break_one(purse: np.ndarray, size: int) -> None:
    """Breaks a nugget into its parts [V29]."""
    purse[size] -= 1
    for smaller in range(size):
        purse[smaller] += BROKEN[size, smaller]
