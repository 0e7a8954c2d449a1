"""The shape of a position, and who may be to act in one or look at it."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

CHANCE = -1  # the actor of a draw
OVER = -2  # the actor when nobody acts any more
WATCHER = -3  # looks on from no seat at all

Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float32]
Reals: TypeAlias = npt.NDArray[np.float64]  # for sums: f4 is widened compiled, not interpreted
Record: TypeAlias = np.record
Records: TypeAlias = npt.NDArray[np.record]


def record(**fields: Any) -> np.dtype[np.record]:
    """Lays out the fields of a position, in order, as one flat record."""
    for name in fields:  # s.round would be the field compiled and numpy's method interpreted
        if hasattr(np.record, name):
            raise ValueError(f'a record cannot have a field "{name}": numpy uses the name itself')
    layout = [(name, *k) if isinstance(k, tuple) else (name, k) for name, k in fields.items()]
    shape: np.dtype[np.record] = np.dtype((np.record, np.dtype(layout, align=True)))  # type: ignore[assignment]  # numpy's stubs see a void
    return shape


def blank(shape: np.dtype[np.record]) -> Record:
    """A new record of zeros."""
    made: Record = np.zeros(1, shape)[0]
    return made
