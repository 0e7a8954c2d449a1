"""How much time people have at a table elsewhere, in words."""

import time
from collections.abc import Iterator

from goldrush.games.texts import Texts
from goldrush.server.messages import Table

UNITS = (("days", 86_400), ("hours", 3600), ("minutes", 60), ("seconds", 1))
LONG = 7200  # seconds from which only hours or days are told


def lasting(seconds: int, texts: Texts) -> str:
    """A time in words: the largest units that say it exactly."""
    parts = []
    for unit, size in UNITS:
        n, seconds = divmod(seconds, size)
        if n:
            parts.append(texts(f"time.{unit}", n=n))
    return " ".join(parts)


def terms(table: Table, texts: Texts) -> Iterator[str]:
    """How much time people have, and what happens when it is up."""
    if table.bank:
        more = lasting(table.increment, texts)
        extra = texts("time.more", more=more) if table.increment else ""
        yield texts("time.bank", time=lasting(table.bank, texts), more=extra)
    if table.pace:
        yield texts("time.pace", time=lasting(table.pace, texts))
    if table.vacation:
        yield texts("time.vacation", n=table.vacation)


def clocks(table: Table, now: float, texts: Texts) -> list[str]:
    """What is left to everybody at a time by the server's clock, in one line if to anybody."""
    found = []
    for name, seat in zip(texts.names, table.seats, strict=True):
        if seat.persona or (seat.due is None and seat.left is None):
            continue
        left = (seat.left or 0) if seat.due is None else max(seat.due - now, 0)
        told = texts("time.one", name=name, left=face(left / 1000, texts))
        found.append(told if seat.due is None else texts("time.runs", clock=told))
    return [texts("time.clocks", clocks=" · ".join(found))] if found else []


def face(seconds: float, texts: Texts) -> str:
    """What a clock shows: minutes and seconds, or about how many hours or days."""
    if seconds < LONG:
        return f"{int(seconds // 60)}:{int(seconds % 60):02}"
    if seconds < 2 * 86_400:
        return texts("time.hours", n=int(seconds // 3600))
    return texts("time.days", n=int(seconds // 86_400))


def now() -> float:
    """Milliseconds since 1970."""
    return 1000 * time.time()
