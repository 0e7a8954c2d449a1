"""Gold River's map, square by square where the edition draws it, and the purses beside it.

Upstream is up, whichever way an edition counts its rows.

Every kind of square has its sign and its colour, boats are the numbers of their seats.  A map that
is too large for the window becomes a list of its squares, river by river.
"""

import itertools
from functools import partial

import msgspec
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from goldrush.games.gold_river.shapes import Nuggets, Purse, Square, View
from goldrush.games.texts import Texts
from goldrush.terminal.maps import INK, crowd, drawn, pawn

WATER = "#a8dcff on #1d4a66"
DANGER = "bold white on #a5302a"
LUCK = f"bold {INK} on #c79bf0"
LOOK = {  # sign and style of a square
    "plain": ("·", WATER),
    "mine": ("◆", f"bold {INK} on #f0c040"),
    "empty": ("◇", "#9a8a70 on #4a3826"),
    "bank": ("$", f"bold {INK} on #8fd07a"),
    "saloon": ("♪", LUCK),
    "casino": ("♣", LUCK),
    "falls": ("≈", DANGER),
    "indians": ("!", DANGER),
    "bandits": ("✗", DANGER),
    "prison": ("#", "bold white on #6b6257"),
    "mouth": ("⌂", f"bold {INK} on #6cb4ee"),
    "source": ("★", f"bold {INK} on #6cb4ee"),
}
WAYS = (f"bold {INK} on #ffffff", f"bold {INK} on #35e0d0")  # ends of the two ways at a confluence
PLANK = "on #3a2a1b"
FLOW, LABEL = "#6cb4ee", "#9a8a70"  # lines along the water, and names below squares
LEAST_WIDTH, LEAST_HEIGHT = 80, 24
SIDE = 30  # columns of the purses


def draw(view: View, texts: Texts, width: int, height: int) -> RenderableType:
    """The river, the purses with a legend beside it, and the squares that a roll may reach."""
    reach = _reach(view, width)
    room = height - len(reach) - 2  # lines of the map, without its frame
    river = _river(view, (width - SIDE - 2, room))
    panel = Panel(
        river or _listed(view),
        title=texts("game.title"),
        subtitle=_below(view, texts),
        padding=0,
        border_style="#f0c040" if view.ways else "#b08850",
        style=PLANK,
        expand=False,
    )
    table = Table.grid()
    table.add_column()
    table.add_column(width=SIDE)
    table.add_row(panel, _side(view, texts, (len(river.renderables) if river else room) + 2))
    return Group(table, *reach)


def words(view: View, texts: Texts) -> list[str]:
    """What matters for the decision that is due."""
    if view.turn is None or view.seat not in (None, view.turn):
        return []
    told = []
    if view.reach and view.phase == "call":
        told = [
            texts("board.told_up", squares=_pips(view, texts, view.reach.up)),
            texts("board.told_down", squares=_pips(view, texts, view.reach.down)),
        ]
    for way in view.ways:
        squares = ", ".join(_place(view, texts, name) for name in way.path[1:])
        told.append(texts("board.told_way", action=way.text, squares=squares))
    if view.phase in ("bet", "save", "change"):
        purse = view.purses[view.turn]
        deposit = texts("amount.carats", n=purse.deposit)
        told.append(texts("board.told_purse", purse=_purse(purse, texts), deposit=deposit))
    return [" ".join(told)] if told else []


def state(view: View, texts: Texts) -> list[str]:
    """The leg, every boat with its purse, what still lies on the map, and what is to be decided."""
    far = {"goal": _place(view, texts, view.goal), "round": view.round}
    lines = [texts("board.told_leg", leg=view.leg, legs=view.legs, **far)]
    if view.points is None:
        lines.append(f"{texts('board.wins')} {texts.line(view.ends)}")
    for seat, purse in enumerate(view.purses):
        name, place = texts.names[seat], _place(view, texts, view.boats[seat])
        deposit = texts("amount.carats", n=purse.deposit)
        told = {"place": place, "purse": _purse(purse, texts), "deposit": deposit}
        squares = texts("amount.squares", n=view.to_go[seat])
        said = texts("board.told_seat", name=name, **told)
        lines.append(f"{said} {texts('board.told_to_go', squares=squares)}")
        if seat in view.jailed:
            lines.append(texts("board.told_jailed", name=name))
    full = [name for name, lying in view.lying.items() if lying != "empty"]
    lines.append(texts("board.told_bank", carats=texts("amount.carats", n=view.bank)))
    lines.append(texts("board.told_mines", mines=", ".join(full) or texts("board.none")))
    if which := _which(view.bag):
        lines.append(texts("board.told_bag", nuggets=which))
    return [*lines, *words(view, texts)]


def _kind(view: View, square: Square) -> str:
    """What a square is now."""
    return "empty" if view.lying.get(square.name) == "empty" else str(square.kind)


def _place(view: View, texts: Texts, name: str) -> str:
    """A square by name and, unless it is plain, by what it is."""
    square = _named(view)[name]
    kind = _kind(view, square)
    if kind == "plain" and square.tributary:
        kind = "confluence"
    return texts(f"place.{kind}", name=name)


def _named(view: View) -> dict[str, Square]:
    return {square.name: square for square in view.map}


def _which(nuggets: list[Nuggets]) -> str:
    return ", ".join(f"{n.count} × {n.carats}" for n in nuggets if n.count)


def _purse(purse: Purse, texts: Texts) -> str:
    """A purse's carats, and the nuggets that they are."""
    carats = texts("amount.carats", n=purse.carats)
    which = _which(purse.nuggets)
    return texts("board.purse", carats=carats, which=which) if which else carats


def _pips(view: View, texts: Texts, ahead: list[list[str]]) -> str:
    """The squares ahead as words, by the pips that lead there."""
    told, pips = [], 0
    for names, rolls in itertools.groupby(ahead):
        first, pips = pips + 1, pips + len(list(rolls))
        squares = _place(view, texts, names[0])
        for name in names[1:]:
            squares = texts("board.or", one=squares, other=_place(view, texts, name))
        said = f"{first}–{pips}" if first < pips else pips
        told.append(texts("board.pips", pips=said, squares=squares))
    return ", ".join(told)


def _reach(view: View, width: int) -> list[Text]:
    """The squares ahead as signs, upstream and downstream, unless only two ways are left."""
    if view.reach is None or view.ways:
        return []
    up, down = _signs(view, view.reach.up, "up ▲"), _signs(view, view.reach.down, "down ▼")
    return [Text("  ").join((up, down))] if len(up) + len(down) + 2 <= width else [up, down]


def _signs(view: View, ahead: list[list[str]], heading: str) -> Text:
    """The squares ahead as names and signs."""
    line, named = Text().append(heading, "bold"), _named(view)
    for names, _ in itertools.groupby(ahead):  # once where more pips change nothing
        line.append(" ")
        for n, name in enumerate(names):
            sign, style = LOOK[_kind(view, named[name])]
            line.append("/" if n else "").append(name).append(sign, style)
    return line


def _below(view: View, texts: Texts) -> Text:
    """How far the match is, or at a confluence where the two ways lead."""
    if not view.ways:
        shown = ("leg", "legs", "round", "goal", "bank")
        return Text(texts("board.below", **{name: getattr(view, name) for name in shown}))
    line = Text()
    for way, style in zip(view.ways, WAYS, strict=True):
        sign = LOOK[_kind(view, _named(view)[way.end])][0]
        line.append(f" {way.text} ", style).append(f" → {way.end} {sign} ")
    return line


def _look(view: View, square: Square) -> tuple[str, str]:
    """The sign and the style of a square; where a way ends it has the way's colour."""
    sign, style = LOOK[_kind(view, square)]
    for way, colour in zip(view.ways, WAYS, strict=False):
        style = colour if way.end == square.name else style
    return sign, style


def _cell(view: View, square: Square, wide: int) -> Text:
    """A square's sign and boats, or as many boats as there is room for."""
    sign, style = _look(view, square)
    return crowd(sorted(_boats(view, square), key=lambda n: n != view.turn), sign, style, wide)


def _boats(view: View, square: Square) -> list[int]:
    return [seat for seat, at in enumerate(view.boats) if at == square.name]


def _river(view: View, room: tuple[int, int]) -> Group | None:
    """The map with lines where the water flows; None if it does not fit."""
    flows = [(square.name, square.down) for square in view.map if square.down]
    rows = {square.kind: square.at[1] for square in view.map}
    turned = -1 if rows["source"] > rows["mouth"] else 1
    upward = [
        msgspec.structs.replace(square, at=(square.at[0], turned * square.at[1]))
        for square in view.map
    ]
    return drawn(upward, flows, partial(_cell, view), room, FLOW, LABEL)


def _listed(view: View) -> RenderableType:
    """The squares river by river, from the mouth up; plain ones without a name."""
    return Group(*(Text(" ").join(_entry(view, s) for s in river) for river in _rivers(view)))


def _entry(view: View, square: Square) -> Text:
    boats = _boats(view, square)
    sign, style = _look(view, square)
    plain = square.kind == "plain" and square.tributary is None and not boats
    return (
        Text("" if plain else square.name)
        .append(sign, style)
        .append_text(Text().join(map(pawn, boats)))
    )


def _rivers(view: View) -> list[list[Square]]:
    """The main river and then each tributary, with the confluence that it leaves."""
    named = _named(view)
    mouth = next(square for square in view.map if square.down is None)
    rivers, starts = [], [[mouth]]
    for river in starts:  # grows on the way: a tributary may have tributaries
        while above := [s for s in view.map if s.down == river[-1].name]:
            branch = river[-1].tributary
            onward = [s for s in above if s.name != branch]
            if branch:
                starts.append([river[-1], named[branch]])
            river.append(onward[0])
        rivers.append(river)
    return rivers


def _side(view: View, texts: Texts, height: int) -> RenderableType:
    """Each seat with its square, its carats and its nuggets by size; below, the signs.

    Where there is no room for all that, the nuggets are only those of the seat on turn.
    """
    sizes = [nugget.carats for nugget in view.purses[0].nuggets]
    heading = "".join(f"{carats:>{_wide(carats)}}" for carats in sizes)
    legend = _legend(view, texts)
    crowded = 1 + 2 * view.seats + legend.row_count > height
    lines = [Text(f"  {heading}{texts('board.deposit'):>6}", "#b8a58a")]
    for seat, purse in enumerate(view.purses):
        lines.append(_seat(view, texts, seat))
        if seat == view.turn or not crowded:
            lines.append(_counts(purse))
    return Group(*lines, legend)


def _wide(carats: int) -> int:
    return max(len(str(carats)) + 1, 3)


def _seat(view: View, texts: Texts, seat: int) -> Text:
    """A seat's name, its square, a sign in prison, and its carats: purse + deposit = all."""
    sums = [_sum(purse) for purse in view.purses]
    wide = max(map(len, sums))
    line = Text("▶" if seat == view.turn else " ").append_text(pawn(seat))
    name = Text(f" {texts.names[seat]}")
    name.truncate(SIDE - 9 - wide, overflow="ellipsis", pad=True)
    line.append_text(name).append(f" {view.boats[seat]:<4}")
    line.append_text(Text(*LOOK["prison"]) if seat in view.jailed else Text(" "))
    return line.append(" " * (wide + 1 - len(sums[seat]))).append_text(sums[seat])


def _sum(purse: Purse) -> Text:
    parts = Text(f"{purse.carats}+{purse.deposit}=", "#b8a58a")
    return parts.append(str(purse.total), "bold #f0c040")


def _counts(purse: Purse) -> Text:
    line = Text("  ")
    for nugget in purse.nuggets:
        count = str(nugget.count or "·")
        line.append(f"{count:>{_wide(nugget.carats)}}", "" if nugget.count else "dim")
    return line.append(f"{purse.deposit:>6}", "" if purse.deposit else "dim")


def _legend(view: View, texts: Texts) -> Table:
    """What the signs on this map mean, in two columns."""
    there = {*(square.kind for square in view.map), "empty"}
    kinds = [kind for kind in LOOK if kind in there and kind != "plain"]
    half = (len(kinds) + 1) // 2
    grid = Table.grid(padding=(0, 1, 0, 0))
    for row in range(half):
        signs = [(Text(*LOOK[kind]), f" {texts(f'kind.{kind}')}") for kind in kinds[row::half]]
        grid.add_row(*(Text.assemble(sign, name) for sign, name in signs))
    return grid
