"""Whose turn it was at tables that were put away, as their seats saw it.

It follows from the whole log, seen with a seat's eyes: the true actor may be a secret.  As nothing
happens at a table that is not in memory, it need not be opened again to know it.
"""

from goldrush.core import CHANCE, OVER
from goldrush.server.play import Play
from goldrush.server.table import Table

MOST = 20_000  # tables that are remembered: some 10 MB


def seen(play: Play, eyes: int) -> int | None:
    """The seat that is waited for, as far as a viewer knows who has looked already."""
    actor = play.transcript(eyes).actor
    return None if actor in (CHANCE, OVER) else actor


class Turns:
    """What is remembered."""

    def __init__(self) -> None:
        self._known: dict[str, dict[int, int | None]] = {}  # by code and seat, the oldest first
        self._dues: dict[str, tuple[int, int]] = {}  # by code: who must act, and until when

    def keep(self, table: Table) -> None:
        """Remembers how it is at a table that is put away."""
        self._known.pop(table.sheet.code, None)
        self._dues.pop(table.sheet.code, None)
        if table.play and not table.sheet.over:
            eyes = [seat for seat in table.play.transcripts if seat >= 0]
            self._known[table.sheet.code] = {seat: seen(table.play, seat) for seat in eyes}
            clocks = table.play.clocks
            if clocks and clocks.due is not None:
                self._dues[table.sheet.code] = (clocks.actor, clocks.due)
            if len(self._known) > MOST:
                self._dues.pop(next(iter(self._known)), None)
                del self._known[next(iter(self._known))]

    def of(self, code: str) -> dict[int, int | None]:
        """Whose turn it was, by whose eyes; nothing if that is not remembered."""
        return self._known.get(code, {})

    def due(self, code: str) -> tuple[int, int] | None:
        """Who must act, and until when, as any watcher can reckon it."""
        return self._dues.get(code)
