"""The boards of games, each drawn from a view and nothing else: ``games/<game>/board.py``."""

import importlib
from typing import Any, Protocol, cast

from rich.console import RenderableType

from goldrush.games.texts import Texts


class Board(Protocol):
    """How a game is drawn; a smaller window than the least one is told in sentences instead."""

    LEAST_WIDTH: int
    LEAST_HEIGHT: int

    def draw(self, view: dict[str, Any], texts: Texts, width: int, height: int) -> RenderableType:
        """The board as a view shows it, as large as fits."""

    def words(self, view: dict[str, Any], texts: Texts) -> list[str]:
        """What has just been laid open or is to be decided about, in plain sentences."""

    def state(self, view: dict[str, Any], texts: Texts) -> list[str]:
        """All that the board shows, in plain sentences."""


def board(game: str) -> Board:
    """The board of a game."""
    return cast(Board, importlib.import_module(f"goldrush.games.{game}.board"))
