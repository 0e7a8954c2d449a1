"""One board a game, drawn from its view and nothing else."""

import importlib
from typing import Any, Protocol, cast

from rich.console import RenderableType

from goldrush.games.texts import Texts


class Board(Protocol):
    """How a game is drawn."""

    def draw(self, view: dict[str, Any], texts: Texts) -> RenderableType:
        """The board as a view shows it."""

    def words(self, view: dict[str, Any], texts: Texts) -> list[str]:
        """The same in plain sentences, for a screen reader or a pipe."""


def board(game: str) -> Board:
    """The board of a game."""
    return cast(Board, importlib.import_module(f"{__name__}.{game}"))
