"""What every compiled rule book stands on."""

from goldrush.core.compiled import apart, bind, compiled, part
from goldrush.core.state import (
    CHANCE,
    OVER,
    WATCHER,
    Floats,
    Ints,
    Reals,
    Record,
    Records,
    blank,
    layout,
    record,
)

__all__ = [
    "CHANCE",
    "OVER",
    "WATCHER",
    "Floats",
    "Ints",
    "Reals",
    "Record",
    "Records",
    "apart",
    "bind",
    "blank",
    "compiled",
    "layout",
    "part",
    "record",
]
