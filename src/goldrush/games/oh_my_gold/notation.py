"""Oh My Gold! as exact text: roll, open2, CD to load, CD<2 to steal, end; =CD, 2k, @1, *kkcs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

from goldrush.core import Record
from goldrush.games import spelling
from goldrush.games.oh_my_gold.edition import FACES
from goldrush.games.oh_my_gold.shapes import Args, Choice, Phase
from goldrush.games.shapes import AnyChoice

if TYPE_CHECKING:
    from goldrush.games.oh_my_gold import rules  # bound by games.game()

LETTERS = "".join(face[0] for face in FACES)  # kcds


def action(step: int) -> str:
    """What is done with the dice, by what it is done to."""
    if step == rules.ROLL_AGAIN:
        return "roll"
    if step == rules.END:
        return "end"
    if step >= rules.STEAL:
        rival, treasure = divmod(step - rules.STEAL, rules.LOADS)
        return f"{rules.TREASURES[treasure + 1]}<{rival}"
    if step > rules.LOAD:
        return rules.TREASURES[step - rules.LOAD]
    return f"open{step - rules.OPEN + 1}"


def outcome(step: int) -> str:
    """What was drawn: a roll, a starting seat, a chest's keys or what it holds."""
    if step >= rules.ROLLED:
        return "*" + dice(rules.ROLLS[step - rules.ROLLED].tolist())
    if step >= rules.STARTS:
        return f"@{step - rules.STARTS}"
    if step > rules.KEYS_DRAWN:
        return f"{step - rules.KEYS_DRAWN}k"
    return f"={rules.TREASURES[step] or 0}"


def dice(counts: list[int]) -> str:
    """Dice as letters, by how many show each face."""
    return "".join(letter * n for letter, n in zip(LETTERS, counts, strict=True))


def ashore(counts: list[int]) -> list[str]:
    """The treasures before a boat, card by card, as what they show."""
    return [rules.TREASURES[t] for t, n in enumerate(counts) for _ in range(n)]


PHASES: tuple[Phase, ...] = get_args(Phase)
_words: spelling.Words = {"phase": dict(enumerate(PHASES))}


def position(s: Record) -> str:
    """The record, field by field."""
    return spelling.position(rules, s, _words)


def parse(text: str, *, checked: bool = True) -> Record:
    """The record of a position's text."""
    return spelling.parse(rules, text, _words, checked=checked)


def picture(s: rules.State) -> str:
    """The table as lines of text, the loot too: for those who study it."""
    waiting = ["+" if rules.waits(s, slot) else "" for slot in range(rules.SLOTS)]
    row = " ".join(
        f"{keys}k{sign}" if keys else "--" for keys, sign in zip(s.row, waiting, strict=True)
    )
    pile = f"{rules.pile(s)} chests" + (f", {s.top}k on top" if s.top else "")
    lines = [f"row   {row}", f"pile  {pile}", f"dice  {dice(s.dice.tolist()) or '-'}"]
    for seat in range(s.seats):
        mark = ">" if seat == s.turn and s.phase != rules.DONE else " "
        loot = [rules.TREASURES[t] or "0" for t, n in enumerate(s.loot[seat]) for _ in range(n)]
        shore = " ".join(ashore(s.ashore[seat].tolist())) or "-"
        lines.append(f"seat {seat}{mark} ashore {shore}  loot {' '.join(loot) or '-'}")
    return "\n".join(lines)


def _choice(step: int) -> Choice:
    """An action as it is offered."""
    text = action(step)
    if step == rules.ROLL_AGAIN:
        return Choice(step, text, "roll", Args())
    if step == rules.END:
        return Choice(step, text, "end", Args())
    if step >= rules.STEAL:
        rival, treasure = divmod(step - rules.STEAL, rules.LOADS)
        return Choice(step, text, "steal", Args(seat=rival, **_worth(treasure + 1)))
    if step > rules.LOAD:
        return Choice(step, text, "load", Args(**_worth(step - rules.LOAD)))
    return Choice(step, text, "open", Args(slot=step - rules.OPEN))


def _worth(treasure: int) -> dict[str, int]:
    coins, diamonds = rules.TREASURE_COINS[treasure], rules.TREASURE_DIAMONDS[treasure]
    return {"coins": int(coins), "diamonds": int(diamonds)}


CHOICES: Sequence[AnyChoice] = [_choice(step) for step in range(rules.ACTIONS)]
