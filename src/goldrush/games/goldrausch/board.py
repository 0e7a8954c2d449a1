"""Goldrausch's table: a ledger of six groups around their emblems, and the purses beside it."""

from rich import console
from rich.columns import Columns
from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from goldrush.games.goldrausch.shapes import Group, View
from goldrush.games.texts import Texts

STYLES = {  # a colour a group, whatever its place
    "adventurers": "#d9975f",
    "prospectors": "#6cb4ee",
    "ladies": "#f08cc0",
    "hosts": "#7fca6a",
    "bandits": "#ff7663",
    "counterfeiters": "#b79cf5",
}
SEATS = ("#ff9a8c", "#8cc4ff", "#a6e08a", "#ffe27a", "#d9a8f5")
INK = "#2b2118"
GOLD = (f"bold {INK} on #f0c040", f"bold {INK} on #d8a828")  # in turn, so that cards stay apart
FALSE = ("#efe3cb on #6b6257", "#efe3cb on #575047")  # tin
PLANK = "on #3a2a1b"
LEAST_WIDTH, LEAST_HEIGHT = 78, 24
CHARACTERS = 5  # places to the left of an emblem


def draw(view: View, texts: Texts, width: int, height: int) -> RenderableType:
    """The groups with their people, gold and tokens, the purses, and what is still to come."""
    number = texts("board.round", round=view.round + 1, rounds=view.rounds)
    ledger = Panel(
        _ledger(view, texts),
        title=f"{texts('game.title')} · {number}",
        subtitle=texts("board.left", cards=view.left),
        border_style="#f0c040" if view.card else "#b08850",
        style=PLANK,
        expand=False,
    )
    table = Columns([ledger, _purses(view, texts)], padding=(0, 1))
    return console.Group(table, _to_come(view, texts)) if view.left else table


def words(view: View, texts: Texts) -> list[str]:
    """What matters for the decision that is due: the groups that it is about."""
    card = view.card
    if card is None or view.turn != view.seat is not None:
        return []
    if card.group is None:
        return [_sentence(group, texts) for group in view.groups if group.open]
    group = view.groups[card.group]
    others = [_brief(other, texts) for other in view.groups if other is not group]
    return [
        f"{_sentence(group, texts)} {texts('board.joining', n=group.joining)}",
        texts("board.elsewhere", groups=", ".join(others)),
    ]


def state(view: View, texts: Texts) -> list[str]:
    """Every group and every purse."""
    lines = [_sentence(group, texts) for group in view.groups]
    for seat, purse in enumerate(view.purses):
        coins = texts("board.counted_coins", n=purse.total)
        tokens = texts("board.counted_tokens", n=purse.tokens)
        name = texts.names[seat]
        lines.append(texts("board.purse", name=name, coins=coins, now=purse.now, tokens=tokens))
    return [*lines, texts("board.left", cards=view.left)]


def _ledger(view: View, texts: Texts) -> RenderableType:
    table = _table()
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column(texts("board.gold"), no_wrap=True)
    table.add_column(texts("board.coins"), justify="right")
    table.add_column(texts("board.tokens"), no_wrap=True)
    table.add_column(texts("board.share"), justify="right")
    for number, group in enumerate(view.groups):
        table.add_row(*_row(view, number, group, texts))
    return table


def _row(view: View, number: int, group: Group, texts: Texts) -> list[Text]:
    style = STYLES[group.name]
    asked = _asked(view, number)
    name = Text(_title(group, texts), {True: f"bold {style}", False: "dim", None: style}[asked])
    people = Text().append("·" * (CHARACTERS - group.characters), "dim")
    people.append(group.sign * group.characters, style)
    emblem = Text(f" {group.letter} ", f"bold {INK} on {style}")
    share = str(group.share) if any(group.tokens) else "·"
    return [
        name,
        people,
        emblem,
        _gold(group, bright=bool(asked)),
        Text(str(group.coins), "bold #f0c040" if group.coins else "dim"),
        _tokens(group.tokens),
        Text(share, "bold" if any(group.tokens) else "dim"),
    ]


def _asked(view: View, number: int) -> bool | None:
    """Whether the card to decide about may go to a group, or None when there is no such card."""
    card = view.card
    if card is None:
        return None
    if card.kind == "character":
        return bool(card.group == number)
    return bool(view.groups[number].open)


def _gold(group: Group, *, bright: bool) -> Text:
    """The gold cards, and the places that are free."""
    line = Text()
    for n, coins in enumerate(group.gold):
        line.append(f"{coins:^3}" if coins else " ✗ ", (GOLD if coins else FALSE)[n % 2])
    line.append(" · " * (group.places - len(group.gold)), "bold" if bright else "dim")
    return line


def _tokens(tokens: list[int]) -> Text:
    line = Text()
    for seat, count in enumerate(tokens):
        if count:
            line.append(" " if line else "")
            line.append(str(seat + 1) * count, f"bold {INK} on {SEATS[seat]}")
    return line


def _table() -> Table:
    return Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="not bold #b8a58a")


def _purses(view: View, texts: Texts) -> RenderableType:
    table = _table()
    for _ in ("whose turn it is", "name", "tokens left"):
        table.add_column("")
    table.add_column(texts("board.now"), justify="right")
    table.add_column(texts("board.total"), justify="right")
    for seat, purse in enumerate(view.purses):
        name = Text.assemble(_tokens([0] * seat + [1]), f" {texts.names[seat]}")
        held = Text("●" * purse.tokens, SEATS[seat])  # those placed lie in the ledger
        mark = "▶" if seat == view.turn else ""
        table.add_row(mark, name, held, f"+{purse.now}", str(purse.total))
    return table


def _to_come(view: View, texts: Texts) -> Text:
    """What the deck still holds [K18]: characters by group, coins card by card, false coins."""
    line = Text().append(f"{texts('board.to_come')} ", "dim")
    false = 0
    for entry in view.deck:
        card, count = entry.card, entry.count
        if card.group is not None:
            group = view.groups[card.group]
            line.append(f"{group.letter}×{count} ", STYLES[group.name] if count else "dim")
        elif card.kind == "gold":
            line.append(f" {card.coins}" * count, "#f0c040")
        else:
            false = count
    line.append(f"  ✗×{false}", "#efe3cb" if false else "dim")
    return line


def _sentence(group: Group, texts: Texts) -> str:
    """A group with its coins, its room and who is in it."""
    seats = [f"{texts.names[seat]} × {count}" for seat, count in enumerate(group.tokens) if count]
    return texts(
        "board.group",
        group=_title(group, texts),
        letter=group.letter,
        n=group.coins,
        free=group.places - len(group.gold),
        tokens=", ".join(seats) or texts("board.none"),
    )


def _brief(group: Group, texts: Texts) -> str:
    return texts(
        "board.brief",
        group=texts(f"group.{group.name}"),
        coins=texts("board.counted_coins", n=group.coins),
        tokens=texts("board.counted_tokens", n=sum(group.tokens)),
    )


def _title(group: Group, texts: Texts) -> str:
    return texts(f"group.{group.name}").capitalize()
