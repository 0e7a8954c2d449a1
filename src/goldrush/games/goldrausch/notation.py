"""Goldrausch as exact text: gold is laid on A, a character drawn is +A, gold $7, a start @2."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goldrush.core import Record
from goldrush.games import spelling
from goldrush.games.goldrausch.shapes import Args, Choice
from goldrush.games.shapes import AnyChoice

if TYPE_CHECKING:
    from goldrush.games.goldrausch import rules  # bound by games.game()

FREE = "."  # a place without a card


def action(step: int) -> str:
    """The group that a gold card goes to, or the answer whether to join."""
    if step == rules.JOIN:
        return "join"
    return "pass" if step == rules.PASS else letter(step)


def outcome(step: int) -> str:
    """A card that was drawn, or the seat that was drawn to start."""
    return f"@{step - rules.STARTS}" if step >= rules.STARTS else card(step)


def card(kind: int) -> str:
    """A card: the letter of a character's group, or the coins on a gold card."""
    return f"+{letter(kind)}" if kind < rules.GOLD else f"${rules.COINS[kind]}"


def letter(group: int) -> str:
    """The letter of a group."""
    return str(rules.EDITION.groups.list[group].letter)


_words: spelling.Words = {
    "card": {**{kind: card(kind) for kind in range(rules.KINDS)}, rules.NOTHING: "-"},
}


def position(s: Record) -> str:
    """The record, field by field."""
    return spelling.position(rules, s, _words)


def parse(text: str, *, checked: bool = True) -> Record:
    """The record of a position's text."""
    return spelling.parse(rules, text, _words, checked=checked)


def picture(s: rules.State) -> str:
    """The groups as rows of text: characters, letter, gold, coins, and the tokens of each seat."""
    rows = [_row(s, group) for group in range(rules.GROUPS)]
    return "\n".join([*rows, f"total {s.total[: s.seats].tolist()}"])


def _row(s: rules.State, group: int) -> str:
    people = ("+" * s.characters[group]).rjust(rules.CHARACTERS, FREE)
    gold = [str(coins) for coins in laid(s.laid[group].tolist())]
    gold += [FREE] * (rules.GOLD_A_GROUP - len(gold))
    places = " ".join(f"{place:>2}" for place in gold)
    tokens = " ".join(str(n) for n in s.tokens[: s.seats, group])
    return f"{people} {letter(group)} {places} {s.coins[group]:>4}  {tokens}"


def laid(counts: list[int]) -> list[int]:
    """The coins on each gold card, by how many of each kind; most first, a false coin is 0."""
    cards = zip(_GOLD, counts, strict=True)
    return sorted((coins for coins, n in cards for _ in range(n)), reverse=True)


_GOLD: list[int] = rules.COINS[rules.GOLD :].tolist()


def _choice(step: int) -> Choice:
    """An action as it is offered."""
    if step in (rules.JOIN, rules.PASS):
        return Choice(step, action(step), "join" if step == rules.JOIN else "pass", Args())
    return Choice(step, action(step), "lay", Args(group=step))


CHOICES: Sequence[AnyChoice] = [_choice(step) for step in range(rules.ACTIONS)]
