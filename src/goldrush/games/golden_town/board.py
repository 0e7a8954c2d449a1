"""Golden-Town: the street map, the four mines in section, the duel street, and who has what.

Prospectors are the numbers of their seats; levels have a colour and its letter.
"""

from collections import Counter

from msgspec.structs import replace
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from goldrush.games.golden_town.shapes import Concession, Depth, Duel, Filon, Square, View
from goldrush.games.texts import Texts
from goldrush.terminal.maps import INK, crowd, drawn, pawn

LOOK = {  # sign and style of a square
    "road": ("·", "#c9b58f"),
    "hotel": ("⌂", f"bold {INK} on #c79bf0"),
    "bank": ("$", f"bold {INK} on #f0c040"),
    "hospital": ("+", "bold white on #a5302a"),
    "prison": ("#", "bold white on #6b6257"),
    "concession": ("◆", f"bold {INK} on #d9a066"),
}
LEVELS = {  # letters and styles, from the top
    "Y": f"bold {INK} on #f0d848",
    "G": f"bold {INK} on #8fd07a",
    "R": "bold white on #b5402f",
    "B": "bold white on #2f5fa8",
}
LETTERS = "".join(LEVELS)
CARD = f"bold {INK} on #efe3cb"
FAINT = "#9a8a70 on #4a3826"
READY = f"bold {INK} on #f0c040"  # what can be chosen now
PLANK = "on #3a2a1b"
WAY = "#9a7a4a"
SIDE = 26  # columns of the mines, two beside each other
MINE = 5  # lines of a mine: the entrance and its levels
DUEL = 6  # lines of the duel street
NAMES, PLACES = 14, 23  # columns for the name of a seat and for where it is
LEAST_WIDTH, LEAST_HEIGHT = 80, 24


def draw(view: View, texts: Texts, width: int, height: int) -> RenderableType:
    """The town with its mines, or a duel in its place; who has what; and one's own hand."""
    own = _own(view, texts)
    room = height - 1 - view.seats - len(own)
    above: list[RenderableType] = []
    if view.duel:
        above.append(_duel(view.duel, texts, width))
        room -= DUEL
    if not view.duel or room >= 2 * MINE:
        above.append(_town(view, texts, width, room))
    return Group(*above, _seats(view, texts, width), *own)


def words(view: View, texts: Texts) -> list[str]:
    """What matters for the decision that is due."""
    if not view.legal:
        return []
    told = []
    if view.seat is not None:
        hand = ", ".join(card.card for card in view.players[view.seat].hand or ())
        told.append(texts("board.told_hand", cards=hand))
    if view.top and any(action.endswith(">talon") for action in _actions(view)):
        told += [texts("board.told_top", card=view.top), _told_takeable(view, texts)]
    if view.reach:
        told.append(texts("board.told_reach", squares=_told_reach(view, texts)))
    if rivals := [n for n in range(view.seats) if f"fight{n}" in _actions(view)]:
        named = [texts("board.rival", name=texts.names[n], action=f"fight{n}") for n in rivals]
        told.append(texts("board.told_rivals", rivals=", ".join(named)))
    if view.duel:
        told.append(_told_duel(view.duel, texts))
    if view.turn is not None and view.phase in ("mining", "running", "propping"):
        here = view.prospectors[view.turn].square
        told += [_told_mine(mine, texts) for mine in view.concessions if mine.name == here]
    plays = [action for action in _actions(view) if ">" not in action]
    if plays and view.phase not in ("going", "swapping"):
        told.append(texts("board.told_legal", actions=", ".join(plays)))
    return [" ".join(told)]


def state(view: View, texts: Texts) -> list[str]:
    """Every seat, every mine, the cards, and what is to be decided."""
    top = view.top or texts("board.none")
    lines = [texts("board.told_round", round=view.round, n=view.talon, card=top)]
    if view.top and view.turn is not None:
        lines[0] += f" {_told_takeable(view, texts)}"
    lines += [_told_seat(view, texts, seat) for seat in range(view.seats)]
    lines += [_told_mine(mine, texts) for mine in view.concessions]
    for one, other in view.barred:
        names = texts.names[one], texts.names[other]
        lines.append(texts("board.told_barred", one=names[0], other=names[1]))
    return [*lines, *words(view, texts)]


def _actions(view: View) -> list[str]:
    return [action.text for action in view.legal]


def _told_takeable(view: View, texts: Texts) -> str:
    """Whether the top discard may be taken in a swap of this turn [T13]."""
    return texts("board.told_takeable" if view.takeable else "board.told_stays")


def _told_reach(view: View, texts: Texts) -> str:
    """Squares as they are typed, where they lie, and what it means to go there."""
    told = []
    for way in view.reach:
        place = texts.line(_square(view, way.square).place)
        named = texts("board.square", name=way.square, place=place)
        told.append(" ".join([named, *map(texts.line, way.means)]).rstrip("."))
    return "; ".join(told)


def _square(view: View, name: str) -> Square:
    return next(square for square in view.map.squares if square.name == name)


def _told_seat(view: View, texts: Texts, seat: int) -> str:
    player = view.players[seat]
    known = texts("board.told_known", cards=", ".join(player.known)) if player.known else ""
    told = texts(
        "board.told_seat",
        name=texts.names[seat],
        place=_where(view, texts, seat, told=True),
        filons=_filons(player.filons).plain or texts("board.none"),
        cart=player.cart,
        banked=player.banked,
        cards=player.cards,
    )
    ore = "" if player.ore is None else texts("board.told_ore", grams=player.ore)
    lacks = texts("board.told_next", next=texts.line(player.next)) if player.next else ""
    return " ".join(part for part in (told, known, ore, lacks) if part)


def _told_mine(mine: Concession, texts: Texts) -> str:
    key = "board.told_mine" if mine.opened else "board.told_closed"
    return texts(key, name=mine.name, **dict(zip(LETTERS, mine.left, strict=True)))


def _told_duel(duel: Duel, texts: Texts) -> str:
    laid = [", ".join(cards) or texts("board.none") for cards in duel.laid]
    one, other = (texts.names[seat] for seat in duel.seats)
    cards = {"laid": laid[0], "against": laid[1]}
    return texts("board.told_duel", one=one, other=other, gap=duel.gap, **cards)


def _where(view: View, texts: Texts, seat: int, *, told: bool = False) -> str:
    """Where a prospector is, and what holds it back; beside the map roads are called as on it."""
    prospector = view.prospectors[seat]
    square = _square(view, prospector.square)
    where = texts.line(square.place) if told else square.name
    if square.kind == "concession":
        where += f", {texts(f'board.at.{prospector.depth}')}"
    elif square.kind != "road" and not told:
        where = texts(f"board.{square.kind}")
    if prospector.missing:
        where += f" ({texts('board.missing')})"
    if prospector.ban:
        where += f" ({texts('board.ban', name=prospector.ban)})"
    return where


def _town(view: View, texts: Texts, width: int, height: int) -> RenderableType:
    """The map, with the mines beside it."""
    reach = {way.square for way in view.reach}

    def cell(square: Square, wide: int) -> Text:
        return _cell(view, square, wide, ready=square.name in reach)

    town = view.map
    room = (width - SIDE - 3, height - 2)
    panel = Panel(
        drawn(town.squares, town.ways, cell, room, WAY) or _listed(view, reach),
        title=texts("game.title"),
        subtitle=_below(view, texts),
        padding=0,
        border_style="#f0c040" if reach else "#b08850",
        style=PLANK,
        expand=False,
    )
    grid = Table.grid(padding=(0, 0, 0, 1))
    grid.add_row(panel, _mines(view, texts))
    return grid


def _below(view: View, texts: Texts) -> Text:
    """Where the roll leads, or how far the match is, and what lies on the discards to be taken."""
    if view.reach:
        squares = " ".join(way.square for way in view.reach)
        return Text(texts("board.reach", n=view.roll, squares=squares), "bold")
    top = view.top or "·"
    below = Text(texts("board.below", round=view.round, n=view.talon, card=top))
    if view.top and view.turn is not None:
        below.append(" ").append(
            texts("board.takeable" if view.takeable else "board.stays"),
            READY if view.takeable else "dim",
        )
    return below


def _there(view: View, square: Square) -> list[int]:
    """Who is on a square, whose turn it is first."""
    there = [n for n, p in enumerate(view.prospectors) if p.square == square.name]
    return sorted(there, key=lambda seat: seat != view.turn)


def _cell(view: View, square: Square, wide: int, *, ready: bool) -> Text:
    """A square with who is there; where the roll leads, its name."""
    sign, style = LOOK[square.kind]
    name, there = square.name, _there(view, square)
    if square.kind == "concession" and not there:  # else it would look like a road: A1
        sign = name[:wide]
    if ready and not there:
        return Text(name[: wide + 1].ljust(wide), READY)
    if not there and square.kind == "road" and _longest(view) <= wide:
        return Text(name.ljust(wide), style)
    return crowd(there, sign, READY if ready else style, wide)


def _longest(view: View) -> int:
    """Columns that the name of a road takes: all have room for it, or none is written."""
    return max(len(s.name) for s in view.map.squares if s.kind == "road")


def _listed(view: View, reach: set[str]) -> Text:
    """The squares by name, for a window that is too small for the map."""
    entries = []
    for square in view.map.squares:
        style = READY if square.name in reach else LOOK[square.kind][1]
        entry = Text(square.name, style)
        entries.append(entry.append_text(Text().join(map(pawn, _there(view, square)))))
    return Text(" ").join(entries)


def _mines(view: View, texts: Texts) -> RenderableType:
    """The mines in section, two beside each other."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    mines = [_mine(mine, texts) for mine in view.concessions]
    for row in range(0, len(mines), 2):
        grid.add_row(*mines[row : row + 2])
    return grid


def _mine(mine: Concession, texts: Texts) -> Text:
    """A mine: who is at its entrance and exit, and on each level its filons and who is there."""
    at: dict[Depth | None, Text] = {}
    for there in mine.there:
        at.setdefault(there.depth, Text()).append_text(pawn(there.seat))
    lines = [Text(f" {mine.name[:4]} ", LOOK["concession"][1] if mine.opened else FAINT)]
    if not mine.opened:
        lines[0].append(f"{texts('board.closed')} ", "dim")
    lines[0].append_text(at.get("entrance", Text()))
    if "exit" in at:
        lines[0].append("→").append_text(at["exit"])
    sections = zip(LEVELS.items(), mine.left, mine.size, strict=True)
    for depth, ((letter, style), left, size) in enumerate(sections, 1):
        line = Text(" ").append(f"{letter}{'▪' * left:<{size}}", style if left else FAINT)
        lines.append(line.append(" ").append_text(at.get(depth, Text())))
    return Text("\n").join(lines)


def _duel(duel: Duel, texts: Texts, width: int) -> RenderableType:
    """The duel street with both prospectors, and the cards that each has laid."""
    lines = _street(duel, width - 4) if duel.at else [Text(), Text()]
    for seat, cards in zip(duel.seats, duel.laid, strict=True):
        line = Text("▶" if seat == duel.mover else " ").append_text(pawn(seat))
        line.append(f" {texts.names[seat]}  ")
        lines.append(line.append_text(Text(" ").join(_card(card, CARD) for card in cards)))
    key = "board.loot" if duel.loot else "board.gap"
    return Panel(
        Group(*lines),
        title=texts("board.duel"),
        subtitle=texts(key, n=duel.loot or duel.gap),
        border_style="#ff8c6b",
        style=PLANK,
    )


def _street(duel: Duel, width: int) -> list[Text]:
    """The squares of the duel field with their numbers; without a street if it is too long."""
    wide = min(width // duel.squares, 5)
    street, numbers = Text(), Text()
    for number in range(duel.squares if wide > 0 else 0):
        there = [s for s, at in zip(duel.seats, duel.at, strict=True) if at == number]
        end = number in (0, duel.squares - 1)
        sign, style = ("R", LOOK["prison"][1]) if end else ("·", LOOK["road"][1])
        street.append_text(crowd(there, "" if there else sign, style, max(wide - 1, 1)))
        street.append(" " * (wide > 1))
        numbers.append(f"{number:<{wide}}" if wide > 2 else "", "dim")
    return [street, numbers]


def _seats(view: View, texts: Texts, width: int) -> Table:
    """What each seat has, and where its prospector is; one line each."""
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim", pad_edge=False, width=width)
    table.add_column("", width=2)
    for key, columns in (("name", NAMES), ("place", PLACES)):
        table.add_column(texts(f"board.{key}"), no_wrap=True, overflow="ellipsis", width=columns)
    for key in ("banked", "cart", "cards", "ore"):
        table.add_column(texts(f"board.{key}"), justify="right", no_wrap=True)
    table.add_column(texts("board.filons"), no_wrap=True, overflow="ellipsis", ratio=1)
    for seat, player in enumerate(view.players):
        mark = Text("▶" if seat == view.turn else " ").append_text(pawn(seat))
        name = Text(texts.names[seat])
        if f"fight{seat}" in _actions(view):
            name.append(" ").append(f"fight{seat}", READY)
        counts = [str(n or "·") for n in (player.banked, player.cart, player.cards)]
        ore = "?" if player.ore is None else str(player.ore)
        filons = [replace(filon, grams=None) for filon in player.filons]
        table.add_row(mark, name, _where(view, texts, seat), *counts, ore, _filons(filons))
    return table


def _filons(filons: list[Filon]) -> Text:
    """Filons by colour and, where one has seen them, grams; pyrite has none."""
    kinds = Counter((filon.level, filon.grams) for filon in filons)
    tokens = []
    for (level, grams), n in sorted(kinds.items(), key=lambda kind: (kind[0][0], kind[0][1] or 0)):
        letter = LETTERS[level - 1]
        token = Text(f"{letter}{'' if grams is None else grams}", LEVELS[letter])
        tokens.append(token.append(f"×{n}" if n > 1 else ""))
    return Text(" ").join(tokens)


def _own(view: View, texts: Texts) -> list[Text]:
    """One's own cards, those faint that cannot be played now if any can; and one's filons."""
    if view.seat is None:
        return []
    player = view.players[view.seat]
    names = [card.card for card in player.hand or ()]
    playable = {name for name in names if _plays(name, view)}
    tokens = [_card(n, CARD if n in playable or not playable else FAINT) for n in names]
    lines = [Text(f"{texts('board.hand')}  ", "dim").append_text(Text("  ").join(tokens))]
    if player.filons:
        heading = Text(f"{texts('board.own_filons')}  ", "dim")
        lines.append(heading.append_text(_filons(player.filons)))
    return lines


def _plays(card: str, view: View) -> bool:
    """Whether an action plays this card: by its name, or with something behind it."""
    actions = [action.lstrip("+") for action in _actions(view) if ">" not in action]
    return any(a == card or (card in ("lift", "joker") and a.startswith(card)) for a in actions)


def _card(name: str, style: str) -> Text:
    """A card as it is written; a level's letter has its colour."""
    shows, hyphen, steps = name.partition("-")
    if not hyphen:
        return Text(f" {name} ", style)
    letters = [Text(c, LEVELS[c] if style == CARD else style) for c in shows]
    return Text().join(letters).append(f"-{steps}", style)
