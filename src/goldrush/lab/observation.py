"""What a seat may know, as numbers and in full; ``rules`` and ``features`` are bound.

First the game's features, which are made for learning; then which seat it is; then the hidden
record itself, field by field, so that nothing is lost: records that differ look different.  Its
numbers are divided by a power of two, which float32 does exactly, so that they can be turned back.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from goldrush.core import Floats, Records, compiled
from goldrush.games.contract import Features, Rules

features: Features = globals()["features"]
rules: Rules = globals()["rules"]

UNITS = (1 / 32, 1 / 1024)  # what a number of one byte counts, and one of two
SMALL_UNIT, LARGE_UNIT = np.float32(UNITS[0]), np.float32(UNITS[1])
BOUNDS = (128 / 32, 32768 / 1024)  # and so how large it may look


class Part(NamedTuple):
    """What some numbers of an observation tell of: *size* of them, from *start* on."""

    name: str
    start: int
    size: int


class _Run(NamedTuple):
    """Numbers of the record that lie side by side and are alike."""

    wide: int  # 1 where each has two bytes
    first: int  # which number of that kind it begins with
    size: int
    start: int  # where they stand in an observation


def _fields() -> list[tuple[str, int, int, int]]:
    """The fields of a record: name, where it lies, bytes of a number, how many numbers."""
    found = []
    for name, (kind, offset, *_) in (rules.STATE.fields or {}).items():
        plain = kind.base
        if plain.kind != "i" or plain.itemsize > len(UNITS):
            raise TypeError(f"{rules.NAME}: {name} is no number of one byte or two")
        found.append((name, offset, plain.itemsize, kind.itemsize // plain.itemsize))
    return found


def _laid_out() -> tuple[list[Part], list[_Run]]:
    """Where everything stands in an observation, and what is copied there from the record."""
    sizes = [(f"features.{name}", size) for name, size in features.PARTS]
    parts: list[Part] = []
    runs: list[_Run] = []
    at = 0
    for name, size in [*sizes, ("seat", rules.MAX_SEATS)]:
        parts.append(Part(name, at, size))
        at += size
    for name, offset, width, size in _fields():
        parts.append(Part(f"record.{name}", at, size))
        here = _Run(width - 1, offset // width, size, at)
        last = runs[-1] if runs else None
        if last and (last.wide, last.first + last.size) == (here.wide, here.first):
            runs[-1] = last._replace(size=last.size + size)
        else:
            runs.append(here)
        at += size
    return parts, runs


LAYOUT, _found = _laid_out()
RUNS = np.array(_found, np.int16)
SIZE = LAYOUT[-1].start + LAYOUT[-1].size
SEAT = features.FEATURES  # where it is told which seat looks
RECORD = SEAT + rules.MAX_SEATS

Small = npt.NDArray[np.int8]  # the bytes of a record, ...
Large = npt.NDArray[np.int16]  # ... by twos


def eyes() -> tuple[Records, Small, Large]:
    """Room for one hidden record, and the same bytes as numbers."""
    record = np.zeros(1, rules.STATE)
    return record, record.view(np.int8), record.view(np.int16)


@compiled
def observe(eyes: tuple[Records, Small, Large], seat: int, out: Floats) -> None:
    """Writes the SIZE numbers of a record that is hidden for *seat*, whose it is."""
    records, small, large = eyes
    features.features(records[0], seat, out[:SEAT])
    for other in range(rules.MAX_SEATS):
        out[SEAT + other] = other == seat
    for run in range(len(RUNS)):
        wide, first, size, start = RUNS[run, 0], RUNS[run, 1], RUNS[run, 2], RUNS[run, 3]
        part = out[start : start + size]  # numbers from 0 on: else compilers see no vector
        if wide:
            _scale(large[first : first + size], LARGE_UNIT, part)
        else:
            _scale(small[first : first + size], SMALL_UNIT, part)


@compiled
def _scale(numbers: Small | Large, unit: np.float32, out: Floats) -> None:
    for k in range(len(out)):
        out[k] = numbers[k] * unit


@compiled
def look(s: Records, seat: int, eyes: tuple[Records, Small, Large], out: Floats) -> None:
    """Writes what *seat* observes of a whole record, which stays as it is."""
    eyes[0][0] = s[0]
    rules.hide(eyes[0][0], seat)
    observe(eyes, seat, out)


def bounds() -> Floats:
    """How large each number may look, whatever happens: features 1, the others by their bytes."""
    most = np.ones(SIZE, np.float32)
    for wide, _, size, start in _found:
        most[start : start + size] = BOUNDS[wide]
    return most


def restored(observation: Floats) -> Records:
    """The hidden record of which an observation was made."""
    record, small, large = eyes()
    for wide, first, size, start in _found:
        numbers = np.rint(observation[start : start + size] / UNITS[wide])
        (large if wide else small)[first : first + size] = numbers
    return record
