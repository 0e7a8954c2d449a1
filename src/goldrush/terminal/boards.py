"""The boards of games, each drawn from a view and nothing else: ``games/<game>/board.py``."""

import importlib
from typing import Protocol, cast

from msgspec import convert
from rich.console import RenderableType

from goldrush.games.shapes import AnyView
from goldrush.games.texts import Texts
from goldrush.server.messages import View


class Drawer(Protocol):
    """A board module, which is given views in the game's own shape."""

    LEAST_WIDTH: int
    LEAST_HEIGHT: int
    View: type[AnyView]

    def draw(self, view: AnyView, texts: Texts, width: int, height: int) -> RenderableType:
        """The board as a view shows it, as large as fits."""

    def words(self, view: AnyView, texts: Texts) -> list[str]:
        """What has just been laid open or is to be decided about, in plain sentences."""

    def state(self, view: AnyView, texts: Texts) -> list[str]:
        """All that the board shows, in plain sentences."""


class Board:
    """How a game is drawn; a smaller window than the least one is told in sentences instead."""

    def __init__(self, drawer: Drawer) -> None:
        self._drawer = drawer
        self.least = drawer.LEAST_WIDTH, drawer.LEAST_HEIGHT

    def draw(self, view: View, texts: Texts, width: int, height: int) -> RenderableType:
        """The board as a view shows it, as large as fits."""
        return self._drawer.draw(self._shaped(view), texts, width, height)

    def words(self, view: View, texts: Texts) -> list[str]:
        """What has just been laid open or is to be decided about, in plain sentences."""
        return self._drawer.words(self._shaped(view), texts)

    def state(self, view: View, texts: Texts) -> list[str]:
        """All that the board shows, in plain sentences."""
        return self._drawer.state(self._shaped(view), texts)

    def _shaped(self, view: View) -> AnyView:
        """A view as JSON has it, in the shape that the game gives it."""
        return convert(view, self._drawer.View)


def board(game: str) -> Board:
    """The board of a game."""
    return Board(cast(Drawer, importlib.import_module(f"goldrush.games.{game}.board")))
