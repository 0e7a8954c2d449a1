"""Gold River as exact text: up, down, main, turn, stake9, deposit9, break20, enough; +20, *4, @2.

Carats are what stakes, deposits, breaks and drawn nuggets are written in.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, get_args

from goldrush.core import Record
from goldrush.games import spelling
from goldrush.games.gold_river.edition import KINDS
from goldrush.games.gold_river.purse import CARATS, WORTH
from goldrush.games.gold_river.shapes import Args, Choice, Heading, Lying, Phase
from goldrush.games.shapes import AnyChoice

if TYPE_CHECKING:
    from goldrush.games.gold_river import rules  # bound by games.game()

Way = Literal["down", "up", "main", "turn"]
WAYS: tuple[Way, ...] = get_args(Way)  # the actions that are a direction
PHASES: tuple[Phase, ...] = get_args(Phase)
HEADINGS: tuple[Heading, ...] = get_args(Heading)
LYING: tuple[Lying, ...] = get_args(Lying)
SIGNS = dict(zip(KINDS, ".<>mSCBFIXP", strict=True))  # of squares in a picture

_words: spelling.Words = {
    "phase": dict(enumerate(PHASES)),
    "boat": dict(enumerate(rules.river.NAMES)),
    "heading": dict(enumerate(HEADINGS)),
    "lying": dict(enumerate(LYING)),
}


def action(step: int) -> str:
    """A direction, or what is done with how many carats."""
    if step < rules.STAKE:
        return WAYS[step]
    if step < rules.DEPOSIT:
        return f"stake{step - rules.STAKE}"
    if step <= rules.BREAK:
        return f"deposit{step - rules.DEPOSIT}"
    return "enough" if step == rules.ENOUGH else f"break{CARATS[step - rules.BREAK]}"


def outcome(step: int) -> str:
    """What was drawn: a nugget, a roll of the die, a starting seat."""
    if step >= rules.STARTS:
        return f"@{step - rules.STARTS}"
    return f"*{step - rules.ROLLED}" if step > rules.ROLLED else f"+{CARATS[step]}"


def position(s: Record) -> str:
    """The record, field by field."""
    return spelling.position(rules, s, _words)


def parse(text: str, *, checked: bool = True) -> Record:
    """The record of a position's text."""
    return spelling.parse(rules, text, _words, checked=checked)


def picture(s: rules.State) -> str:
    """The map with the boats on it, and below it what each seat has."""
    squares = rules.EDITION.map.squares
    columns, rows = zip(*(square.at for square in squares), strict=True)
    wide = max(columns) - min(columns) + 1
    cells = [["  "] * wide for _ in range(max(rows) - min(rows) + 1)]
    for number, square in enumerate(squares):
        cells[square.at[1] - min(rows)][square.at[0] - min(columns)] = _cell(s, number)
    lines = [" ".join(row).rstrip() for row in cells]
    lines.append(f"bank  {s.bank}")
    for seat in range(s.seats):
        mark = ">" if seat == s.turn and s.phase != rules.DONE else " "
        held = [str(CARATS[size]) for size, n in enumerate(s.purse[seat]) for _ in range(n)]
        where = rules.river.NAMES[s.boat[seat]]
        had = f"purse {' '.join(held) or '-'} ({s.purse[seat] @ WORTH})"
        lines.append(f"seat {seat}{mark} {where}  {had}  deposit {s.deposit[seat]}")
    return "\n".join(lines)


def _cell(s: rules.State, number: int) -> str:
    """A square's sign, a dash where a mine is empty, and the boat on it, or + for several."""
    dug = rules.river.KIND[number] == rules.river.MINE and s.lying[number] == rules.EMPTY
    sign = "-" if dug else SIGNS[KINDS[rules.river.KIND[number]]]
    boats = [str(seat) for seat in range(s.seats) if s.boat[seat] == number]
    return sign + ("+" if len(boats) > 1 else "".join(boats) or " ")


def _choice(step: int) -> Choice:
    """An action as it is offered."""
    text = action(step)
    if step < rules.STAKE:
        return Choice(step, text, WAYS[step], Args())
    if step < rules.DEPOSIT:
        return Choice(step, text, "stake", Args(carats=step - rules.STAKE))
    if step <= rules.BREAK:
        return Choice(step, text, "deposit", Args(carats=step - rules.DEPOSIT))
    if step == rules.ENOUGH:
        return Choice(step, text, "enough", Args())
    return Choice(step, text, "break", Args(carats=int(CARATS[step - rules.BREAK])))


CHOICES: Sequence[AnyChoice] = [_choice(step) for step in range(rules.ACTIONS)]
