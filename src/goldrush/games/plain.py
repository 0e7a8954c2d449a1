"""A record in plain numbers and lists, for views and lines.

To read a single field of a record takes numpy longer than a view needs for all it does with it.
"""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from goldrush.core import OVER, Records

if TYPE_CHECKING:
    from goldrush.games.contract import Game


RESERVED = {"record", "actor", "finished", "actions"}  # what a Plain has beside the fields


class Plain:
    """A hidden record as people are shown it: its fields, and what follows from them."""

    def __init__(self, game: "Game", records: Records) -> None:
        self.record = records[0]  # for the rules, which know nothing else
        self._game, self._records = game, records
        names = game.rules.STATE.names or ()
        assert not RESERVED & set(names), f"no field may be called {', '.join(RESERVED)}"
        for name, value in zip(names, self.record.item(), strict=True):
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

    @cached_property
    def actions(self) -> list[int]:
        """What the seat to act may do."""
        out = np.zeros(self._game.rules.ACTIONS + 1, np.int64)
        return list(out[: self._game.rules.legal(self.record, out)].tolist())
