"""GOLD's table: tokens on a plank, and the mines beside it."""

from typing import Any

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from goldrush.games.texts import Texts

STYLES = {
    "red": "#ff6b5e",
    "blue": "#5aa9ff",
    "green": "green3",
    "yellow": "yellow1",
    "purple": "medium_orchid",
    "orange": "dark_orange",
    "black": "grey50",
    "white": "white",
    "brown": "orange4",
    "pink": "hot_pink",
}
GOLD = "bold #2b2118 on #f0c040"
DYNAMITE = "bold white on red3"
FACE_DOWN = "#efe3cb on #7a6f5f"  # tin
PLANK = "on #3a2a1b"
PITCH = 7  # columns from spot to spot


def draw(view: dict[str, Any], texts: Texts) -> RenderableType:
    """The table with what lies face up now, and the mines."""
    title = texts("game.title")
    if view["rounds"] > 1:
        number = min(view["round"] + 1, view["rounds"])
        title += " · " + texts("board.round", round=number, rounds=view["rounds"])
    left = f"{texts('board.left')}: {view['left']}"
    if view["rush"]:
        left = f"{texts('board.rush')} · {left}"
    style = "#f0c040" if view["rush"] else "#b08850"
    table = Panel(
        _table(view), title=title, subtitle=left, border_style=style, style=PLANK, expand=False
    )
    return Columns([table, _mines(view, texts)], padding=(0, 2))


def words(view: dict[str, Any], texts: Texts) -> list[str]:
    """What lies face up, and where."""
    faces = [f"{_spot(view, f['spot'])}: {_name(view, f['card'], texts)}" for f in _faces(view)]
    return [f"({', '.join(faces)})"] if faces else []


def _table(view: dict[str, Any]) -> RenderableType:
    columns = view["columns"]
    rows = -(-len(view["table"]) // columns)
    faces = {face["spot"]: face["card"] for face in _faces(view)}
    lines = [Text() for _ in range(2 * rows)]
    for spot, lies in enumerate(view["table"]):
        x, y = _place(spot, columns, scattered=view["layout"] == "scattered")
        lines[y].pad_right(max(x - lines[y].cell_len, 0))
        if spot in faces:
            lines[y].append(*_face(view, faces[spot]))
        elif spot == view["turning"]:
            lines[y].append(" ?? ", "bold black on white")
        elif lies:
            lines[y].append(f" {_spot(view, spot)} ", FACE_DOWN)
    for line in lines:
        line.pad_right(max(PITCH * columns - line.cell_len, 0))
    return Group(*lines)


def _place(spot: int, columns: int, *, scattered: bool) -> tuple[int, int]:
    """Column and line of a spot on the screen; scattered ones stray, always by the same bit."""
    row, column = divmod(spot, columns)
    if not scattered:
        return column * PITCH + 1, row * 2
    stray = (spot + 5) ** 5 // 97
    return column * PITCH + stray % 3, row * 2 + stray // 3 % 2


def _faces(view: dict[str, Any]) -> list[dict[str, Any]]:
    return list(view["up"] + view["shown"])


def _face(view: dict[str, Any], card: dict[str, Any]) -> tuple[str, str]:
    if card["kind"] == "dynamite":
        return "TNT ", DYNAMITE
    if card["kind"] == "gold":
        return f" {card['text']} ", GOLD
    colour = view["colours"][card["colour"]]
    return f"{colour['symbol']}{card['text']} ", f"bold black on {STYLES[colour['name']]}"


def _mines(view: dict[str, Any], texts: Texts) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("")
    table.add_column(texts("board.mine"))
    table.add_column(texts("board.colours"))
    table.add_column(texts("board.cards"), justify="right")
    table.add_column(texts("board.carats"), justify="right")
    if view["rounds"] > 1:
        table.add_column(texts("board.earlier"), justify="right")
    for seat, mine in enumerate(view["mines"]):
        owned = Text(" ").join(_owned(view, seat))
        carats = "·" if mine["carats"] is None else str(mine["carats"])
        row = ["▶" if seat == view["turn"] else "", texts.names[seat], owned]
        row += [str(mine["cards"]), carats]
        table.add_row(*row, *([str(mine["earlier"])] if view["rounds"] > 1 else []))
    if unowned := _owned(view, None):
        table.add_row("", Text(texts("board.unowned"), "dim"), Text(" ").join(unowned))
    return table


def _owned(view: dict[str, Any], seat: int | None) -> list[Text]:
    mine = [colour for colour in view["colours"] if colour["owner"] == seat]
    return [Text(colour["symbol"] + colour["letter"], STYLES[colour["name"]]) for colour in mine]


def _name(view: dict[str, Any], card: dict[str, Any], texts: Texts) -> str:
    if card["kind"] == "prospector":
        colour = texts(f"colour.{view['colours'][card['colour']]['name']}")
        return texts("card.prospector", colour=colour, n=card["strength"])
    return texts(f"card.{card['kind']}", n=card.get("value"))


def _spot(view: dict[str, Any], spot: int) -> str:
    return f"{chr(ord('a') + spot % view['columns'])}{spot // view['columns'] + 1}"
