"""Panning's table in the terminal: the pan that goes round, and the pouches."""

from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from goldrush.games.panning.shapes import View
from goldrush.games.texts import Texts

LEAST_WIDTH, LEAST_HEIGHT = 50, 14
GOLD, RIVER = "bold #f0c040", "on #1f3a44"


def draw(view: View, texts: Texts, width: int, height: int) -> RenderableType:
    """The pan of whoever has it, and all pouches."""
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="not bold #b8a58a")
    for name in ("", "", texts("board.pouch"), texts("board.pan")):
        table.add_column(name)
    for seat, grains in enumerate(view.pouches):
        has_it = seat == view.turn
        pan = Text("•" * view.pan + "·" * (view.full - view.pan), GOLD) if has_it else ""
        table.add_row("▶" if has_it else "", texts.names[seat], str(grains), pan)
    number = texts("board.round", round=view.round + 1, rounds=view.rounds)
    return Panel(table, title=f"{texts('game.title')} · {number}", style=RIVER, expand=False)


def words(view: View, texts: Texts) -> list[str]:
    """What is at stake for whoever decides."""
    if not view.legal:
        return []
    flood = sum(face.count for face in view.faces if not face.grains)
    faces = sum(face.count for face in view.faces)
    return [texts("board.risk", n=view.pan, flood=flood, faces=faces)]


def state(view: View, texts: Texts) -> list[str]:
    """Every pouch, and how far the day is."""
    lines = [
        texts("board.has", name=texts.names[seat], n=grains)
        for seat, grains in enumerate(view.pouches)
    ]
    return [*lines, texts("board.round", round=view.round + 1, rounds=view.rounds)]
