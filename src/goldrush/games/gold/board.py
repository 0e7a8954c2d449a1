"""GOLD's table: tokens on a plank, and the mines beside it or below."""

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from goldrush.games.gold.shapes import Card, Face, View
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

LOOSE, CLOSE = 7, 6  # columns from spot to spot
LEAST_WIDTH = 8 * CLOSE + 4
LEAST_HEIGHT = 22
MINES_WIDTH = 36  # beside the names


def draw(view: View, texts: Texts, width: int, height: int) -> RenderableType:
    """The table with what lies face up now, and the mines."""
    rows = -(-len(view.table) // view.columns)
    mines = len(view.mines) + 5
    names = max(map(len, texts.names)) + (len(texts("board.earlier")) + 3) * (view.rounds > 1)
    beside = width >= view.columns * LOOSE + 4 + MINES_WIDTH + names
    high = 2 * rows + 2
    loose = width >= view.columns * LOOSE + 4 and height >= (high if beside else high + mines)
    table = _plank(view, texts, loose=loose)
    if beside:
        return Columns([table, _mines(view, texts)], padding=(0, 2))
    return Group(table, _mines(view, texts) if height >= rows + 2 + mines else _brief(view, texts))


def words(view: View, texts: Texts) -> list[str]:
    """What lies face up, and where."""
    faces = [
        texts("board.face", spot=_spot(view, f.spot), card=_name(view, f.card, texts))
        for f in _faces(view)
    ]
    return [f"({', '.join(faces)})"] if faces else []


def state(view: View, texts: Texts) -> list[str]:
    """The mines with their colours and gold, and what is left."""
    lines = [texts("board.left", n=view.left)]
    for seat, mine in enumerate(view.mines):
        colours = ", ".join(texts(f"colour.{c.name}") for c in view.colours if c.owner == seat)
        carats = "" if mine.carats is None else f", {texts('board.carats_of', n=mine.carats)}"
        cards = texts("board.cards_of", n=mine.cards)
        lines.append(f"{texts.names[seat]} ({colours}): {cards}{carats}")
    return [*lines, *words(view, texts)]


def _plank(view: View, texts: Texts, *, loose: bool) -> RenderableType:
    title = texts("game.title")
    if view.rounds > 1:
        number = min(view.round + 1, view.rounds)
        title += " · " + texts("board.round", round=number, rounds=view.rounds)
    left = texts("board.left", n=view.left)
    if view.rush:
        left = f"{texts('board.rush')} · {left}"
    border = "#f0c040" if view.rush else "#b08850"
    spots = _spots(view, loose=loose)
    return Panel(spots, title=title, subtitle=left, border_style=border, style=PLANK, expand=False)


def _spots(view: View, *, loose: bool) -> RenderableType:
    columns, pitch = view.columns, LOOSE if loose else CLOSE
    rows = -(-len(view.table) // columns)
    faces = {face.spot: face.card for face in _faces(view)}
    lines = [Text() for _ in range(2 * rows if loose else rows)]
    for spot, lies in enumerate(view.table):
        x, y = _place(spot, columns, scattered=view.layout == "scattered", loose=loose)
        lines[y].pad_right(max(x - lines[y].cell_len, 0))
        if spot in faces:
            lines[y].append(f"{_spot(view, spot)}", FACE_DOWN).append(*_face(view, faces[spot]))
        elif spot == view.turning:
            lines[y].append(f"{_spot(view, spot)} ? ", "bold black on white")
        elif lies:
            lines[y].append(f" {_spot(view, spot)} ", FACE_DOWN)
    for line in lines:
        line.pad_right(max(pitch * columns - line.cell_len, 0))
    return Group(*lines)


def _place(spot: int, columns: int, *, scattered: bool, loose: bool) -> tuple[int, int]:
    """Column and line of a spot on the screen; scattered ones stray, always by the same bit."""
    row, column = divmod(spot, columns)
    if not loose:
        return column * CLOSE, row
    if not scattered:
        return column * LOOSE + 1, row * 2
    stray = (spot + 5) ** 5 // 97
    return column * LOOSE + stray % 3, row * 2 + stray // 3 % 2


def _faces(view: View) -> list[Face]:
    return [*view.up, *view.shown]


def _face(view: View, card: Card) -> tuple[str, str]:
    if card.kind == "dynamite":
        return "TNT", DYNAMITE
    if card.colour is None:
        return f" {card.text}", GOLD
    colour = view.colours[card.colour]
    return f"{colour.symbol}{card.text}", f"bold black on {STYLES[colour.name]}"


def _mines(view: View, texts: Texts) -> RenderableType:
    table = Table("", texts("board.mine"), texts("board.colours"), box=box.SIMPLE_HEAD)
    table.add_column(texts("board.cards"), justify="right")
    table.add_column(texts("board.carats"), justify="right")
    if view.rounds > 1:
        table.add_column(texts("board.earlier"), justify="right")
    for seat in range(len(view.mines)):
        table.add_row(*_mine(view, texts, seat))
    if unowned := _owned(view, None):
        table.add_row("", Text(texts("board.unowned"), "dim"), unowned)
    return table


def _brief(view: View, texts: Texts) -> RenderableType:
    """The mines without headings, for low windows."""
    grid = Table.grid(padding=(0, 2))
    for seat in range(len(view.mines)):
        grid.add_row(*_mine(view, texts, seat))
    return grid


def _mine(view: View, texts: Texts, seat: int) -> list[str | Text]:
    mine = view.mines[seat]
    carats = "·" if mine.carats is None else str(mine.carats)
    earlier = [str(mine.earlier)] if view.rounds > 1 else []
    mark = "▶" if seat == view.turn else ""
    return [mark, Text(texts.names[seat]), _owned(view, seat), str(mine.cards), carats, *earlier]


def _owned(view: View, seat: int | None) -> Text:
    mine = [colour for colour in view.colours if colour.owner == seat]
    return Text(" ").join(Text(c.symbol + c.letter, STYLES[c.name]) for c in mine)


def _name(view: View, card: Card, texts: Texts) -> str:
    if card.colour is not None:
        colour = texts(f"colour.{view.colours[card.colour].name}")
        return texts("card.prospector", colour=colour, n=card.strength)
    return texts(f"card.{card.kind}", n=card.value)


def _spot(view: View, spot: int) -> str:
    return f"{chr(ord('a') + spot % view.columns)}{spot // view.columns + 1}"
