"""The shape of a position, and who may be to act in one or look at it."""

import inspect
from typing import Annotated, TypeAlias

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

# The fields of a record as a class declares them: numbers by their bytes, and arrays of them, whose
# sizes are said beside them: Annotated[I1s, ROWS, COLUMNS].
I1: TypeAlias = Annotated[int, "i1"]
I2: TypeAlias = Annotated[int, "i2"]
I8: TypeAlias = Annotated[int, "i8"]
F8: TypeAlias = Annotated[float, "f8"]
I1s: TypeAlias = Annotated[npt.NDArray[np.int8], "i1"]
I2s: TypeAlias = Annotated[npt.NDArray[np.int16], "i2"]
I8s: TypeAlias = Annotated[Ints, "i8"]
F8s: TypeAlias = Annotated[Reals, "f8"]


def record(**fields: object) -> np.dtype[np.record]:
    """Lays out the fields of a position, in order, as one flat record."""
    for name in fields:  # s.round would be the field compiled and numpy's method interpreted
        if hasattr(np.record, name):
            raise ValueError(f'a record cannot have a field "{name}": numpy uses the name itself')
    layout = [(name, *k) if isinstance(k, tuple) else (name, k) for name, k in fields.items()]
    shape: np.dtype[np.record] = np.dtype((np.record, np.dtype(layout, align=True)))  # type: ignore[assignment]  # numpy's stubs see a void
    return shape


def layout(state: type) -> np.dtype[np.record]:
    """The record whose fields a class declares, in order.

    The class is a Protocol, so that mypy knows each field and takes any record for one of its kind.
    """
    declared = {name: found.__metadata__ for name, found in inspect.get_annotations(state).items()}
    return record(**{name: (k, size) if size else k for name, (k, *size) in declared.items()})


def blank(shape: np.dtype[np.record]) -> Record:
    """A new record of zeros."""
    made: Record = np.zeros(1, shape)[0]
    return made
