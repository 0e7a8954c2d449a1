"""GOLD as exact text: spots are a1 to h8, gold is $3, a prospector R5, dynamite X, a start @2."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goldrush.core import Record
from goldrush.core.seats import NOBODY
from goldrush.games import spelling
from goldrush.games.gold.shapes import Args, Choice
from goldrush.games.shapes import AnyChoice

if TYPE_CHECKING:
    from goldrush.games.gold import rules  # bound by games.game()

COLUMNS = 8


def action(step: int) -> str:
    """A spot: its column's letter and its row's number."""
    return f"{chr(ord('a') + step % COLUMNS)}{step // COLUMNS + 1}"


def outcome(step: int) -> str:
    """A card that was drawn, or the seat that was drawn to start."""
    return f"@{step - rules.STARTS}" if step >= rules.STARTS else card(step)


def card(kind: int) -> str:
    """A card: value or strength behind what it is."""
    if kind == rules.DYNAMITE:
        return "X"
    if rules.VALUE[kind]:
        return f"${rules.VALUE[kind]}"
    return f"{rules.EDITION.colours.list[rules.COLOUR[kind]].letter}{rules.STRENGTH[kind]}"


_cards = {kind: card(kind) for kind in range(rules.KINDS)}
_words: spelling.Words = {
    "card": {**_cards, rules.UNTURNED: "?", rules.GONE: "-"},
    "face": {**_cards, rules.UNTURNED: "?"},
    "up": {**{spot: action(spot) for spot in range(rules.SPOTS)}, NOBODY: "-"},
}


def position(s: Record) -> str:
    """The record, field by field."""
    return spelling.position(rules, s, _words)


def parse(text: str, *, checked: bool = True) -> Record:
    """The record of a position's text."""
    return spelling.parse(rules, text, _words, checked=checked)


def picture(s: rules.State) -> str:
    """The table as rows of text, with every card that was ever turned: for those who study it."""
    spots = [_words["card"][int(kind)] for kind in s.card]
    rows = [spots[n : n + COLUMNS] for n in range(0, len(spots), COLUMNS)]
    head = "   " + " ".join(f"{chr(ord('a') + n):>2}" for n in range(COLUMNS))
    drawn = [f"{n:>2} " + " ".join(f"{spot:>2}" for spot in row) for n, row in enumerate(rows, 1)]
    return "\n".join([head, *drawn, f"carats {s.carats[: s.seats].tolist()}"])


def _choice(step: int) -> Choice:
    """A spot as it is offered."""
    return Choice(step, action(step), "turn", Args(spot=step))


CHOICES: Sequence[AnyChoice] = [_choice(step) for step in range(rules.ACTIONS)]
