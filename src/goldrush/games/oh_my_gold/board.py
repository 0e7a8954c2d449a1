"""Oh My Gold!'s quay: the chests and the dice on a plank, and the boats with what lies before them.

Everything has its symbol and its letter: ⚷ k a key, ● C a coin, ♦ D a diamond, ⚔ s sabres.  A tick
is on a chest that has its keys.
"""

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from goldrush.games.oh_my_gold.shapes import View
from goldrush.games.texts import Texts

INK = "#2b2118"
FACES = {  # symbol, letter and style of a die's face
    "key": ("⚷", "k", f"bold {INK} on #c9c2b4"),
    "coin": ("●", "c", f"bold {INK} on #f0c040"),
    "diamond": ("♦", "d", f"bold {INK} on #8fd3ff"),
    "sabres": ("⚔", "s", "bold white on red3"),
}
CHEST = "bold #efe3cb on #7a4f2a"
WAITING = f"bold {INK} on #c9c2b4"  # a chest with its keys on it, like the faces of the dice
TREASURE = f"bold {INK} on #efe3cb"
READY = f"bold {INK} on #f0c040"  # a treasure that can be loaded or stolen now
PLANK = "on #3a2a1b"
FAINT = "#9a8a70 on #4a3826"
CARD, DIE = 9, 5  # columns of a chest and of a die
DICE = 4
LEAST_WIDTH, LEAST_HEIGHT = 78, 22


def draw(view: View, texts: Texts, width: int, height: int) -> RenderableType:
    """The row, the pile and the dice; the boats with their treasures and loot."""
    title = " · ".join([texts("game.title"), *(texts(f"option.{o}.name") for o in view.options)])
    closed = " ".join(f"{keys}k×{n}" for keys, n in enumerate(view.closed, 1))
    below = texts("board.closed", chests=closed)
    if view.closing:
        below = texts("board.closing", n=view.closing)
    style = "#f0c040" if view.closing else "#b08850"
    plank = Panel(
        _plank(view, texts),
        title=title,
        subtitle=below,
        border_style=style,
        style=PLANK,
        expand=False,
    )
    return Group(plank, _boats(view, texts))


def words(view: View, texts: Texts) -> list[str]:
    """What matters for the decision that is due."""
    busy = view.phase == "act" and (view.dice or view.keyed)
    if not busy or view.seat not in (None, view.turn):
        return []
    chests = [
        texts("board.waiting" if slot - 1 in view.keyed else "board.chest", n=keys, slot=slot)
        for slot, keys in enumerate(view.row, 1)
        if keys
    ]
    faces = [texts(f"face.{face}", n=view.dice.count(face)) for face in FACES if face in view.dice]
    told = [texts("board.told_dice", dice=", ".join(faces))] if faces else []
    if chests:
        told.append(texts("board.told_row", chests=", ".join(chests)))
    told += _told_treasures(view, texts)
    if view.closing:
        told.append(texts("board.told_closing", n=view.closing))
    if actions := [action.text for action in view.legal]:
        told.append(texts("board.told_legal", actions=", ".join(actions)))
    return [" ".join(told)]


def state(view: View, texts: Texts) -> list[str]:
    """The row, the pile and every boat, and what is to be decided."""
    lines = [texts("board.told_pile", n=view.pile.cards)]
    for seat, boat in enumerate(view.boats):
        ashore = ", ".join(boat.ashore) or texts("board.none")
        name = texts.names[seat]
        lines.append(texts("board.told_boat", name=name, n=boat.cards, ashore=ashore))
    return [*lines, *words(view, texts)]


def _told_treasures(view: View, texts: Texts) -> list[str]:
    """The treasures before one's own boat, and those that one may steal."""
    told = []
    for seat, boat in enumerate(view.boats):
        treasures = ", ".join(boat.ashore)
        if treasures and seat == view.turn:
            told.append(texts("board.told_own", treasures=treasures))
        elif treasures and "steal" in view.options:
            name = texts.names[seat]
            told.append(texts("board.told_rival", name=name, number=seat, treasures=treasures))
    return told


def _plank(view: View, texts: Texts) -> RenderableType:
    """Cards and dice, three lines high, side by side under their headings."""
    actions = {action.text for action in view.legal}
    lines = [Text(" ") for _ in range(4)]
    for slot, keys in enumerate(view.row, 1):
        heading = Text(f"open{slot}", "bold" if f"open{slot}" in actions else "dim")
        middle, style = _keys(keys), CHEST if keys else FAINT
        if slot - 1 in view.keyed:
            heading, style = Text(texts("board.ready"), "bold"), WAITING
            middle = (middle[0], f"{middle[1]} ✓")
        _add(lines, heading, middle, style, CARD)
    pile = view.pile
    _gap(lines, 2)
    heading = Text(texts("board.pile", n=pile.cards))
    _add(lines, heading, _keys(pile.keys or 0), CHEST if pile.cards else FAINT, CARD)
    _gap(lines, 2)
    for n in range(DICE):
        heading = Text(texts("board.dice")) if n == 0 else Text()
        _add(lines, heading, *_die(view, n), DIE)
    return Group(*lines)


def _keys(keys: int) -> tuple[str, str]:
    """A chest's keys as symbols and, below, by their number."""
    return (" ".join("⚷" * keys), f"{keys}k") if keys else ("·", "")


def _die(view: View, n: int) -> tuple[tuple[str, str], str]:
    """The dice left, then those being rolled, then the places of those used."""
    if n < len(view.dice):
        symbol, letter, style = FACES[view.dice[n]]
        return (symbol, letter), style
    return (("?", "") if n < view.rolling else ("·", "")), FAINT


def _add(lines: list[Text], heading: Text, middle: tuple[str, str], style: str, wide: int) -> None:
    """Puts a card or die of three lines to the right of what is there, under its heading."""
    for text, line in zip(("", *middle), lines[1:], strict=True):
        line.append(f"{text:^{wide}}", style).append(" ")
    lines[0].append(heading).pad_right(max(lines[1].cell_len - lines[0].cell_len, 0))


def _gap(lines: list[Text], wide: int) -> None:
    for line in lines:
        line.append(" " * wide)


def _boats(view: View, texts: Texts) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("")
    table.add_column(texts("board.boat"))
    for key in ("loot", "coins", "diamonds", "bones"):
        table.add_column(texts(f"board.{key}"), justify="right")
    table.add_column(texts("board.ashore"))
    for seat, boat in enumerate(view.boats):
        counts = (boat.coins, boat.diamonds, boat.bones)
        loot = ["·" if n is None else str(n) for n in counts]
        mark = "▶" if seat == view.turn else "⚔" if seat in view.boarded else ""
        name = Text(texts.names[seat])
        if "steal" in view.options:
            name.append(f" <{seat}", "dim")  # as it is typed for a theft
        table.add_row(mark, name, str(boat.cards), *loot, _ashore(view, seat))
    return table


def _ashore(view: View, seat: int) -> Text:
    """The treasures before a boat; those that can be taken now stand out."""
    actions = {action.text for action in view.legal}
    tokens = []
    for treasure in view.boats[seat].ashore:
        taking = treasure if seat == view.turn else f"{treasure}<{seat}"
        symbols = treasure.replace("C", "●").replace("D", "♦")
        tokens.append(Text(f" {symbols} {treasure} ", READY if taking in actions else TREASURE))
    return Text(" ").join(tokens)
