"""A record in plain numbers and lists, for views and lines.

To read a single field of a record takes numpy longer than a view needs for all it does with it.
"""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from goldrush.core import OVER, Records

if TYPE_CHECKING:
    from goldrush.games.contract import Game


RESERVED = {
    "record",
    "actor",
    "finished",
    "actions",
    "uncovered",
}  # what a Plain has beside the fields


class Plain:
    """A hidden record as people are shown it: its fields, and what follows from them."""

    def __init__(self, game: "Game", records: Records, *, uncovered: bool = False) -> None:
        self.record = records[0]  # for the rules, which know nothing else
        self._uncovered = uncovered
        self._game, self._records = game, records
        for name, value in zip(game.rules.STATE.names or (), self.record.item(), strict=True):
            setattr(self, name, value if isinstance(value, int) else value.tolist())

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A field of the game's own STATE."""

    @cached_property
    def actor(self) -> int:
        """The seat to act, or CHANCE, or OVER."""
        return self._game.calls.actor(self._records)

    @cached_property
    def finished(self) -> bool:
        """Whether nobody acts any more."""
        return self.actor == OVER

    @property
    def uncovered(self) -> bool:
        """Whether all is open: at the end, and of a match that is over when it is told again."""
        return self._uncovered or self.finished

    @cached_property
    def actions(self) -> list[int]:
        """What the seat to act may do."""
        out = np.zeros(self._game.rules.ACTIONS + 1, np.int64)
        return list(out[: self._game.rules.legal(self.record, out)].tolist())
