"""What every compiled rule book stands on."""

from goldrush.core.compiled import (
    bind,
    bind_beside,
    brief,
    compiled,
    not_inlined,
    remove_bound,
    unbind,
)
from goldrush.core.direct import Direct
from goldrush.core.interpreted import interpreted
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
    "Direct",
    "Floats",
    "Ints",
    "Reals",
    "Record",
    "Records",
    "bind",
    "bind_beside",
    "blank",
    "brief",
    "compiled",
    "interpreted",
    "layout",
    "not_inlined",
    "record",
    "remove_bound",
    "unbind",
]
