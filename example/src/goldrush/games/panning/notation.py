"""Panning as exact text: dip or stop is typed, a roll is *3, a start @2."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goldrush.core import Record
from goldrush.games import spelling
from goldrush.games.panning.shapes import Choice
from goldrush.games.shapes import AnyChoice, Touched

if TYPE_CHECKING:
    from goldrush.games.panning import rules  # bound by games.game()


def action(step: int) -> str:
    """What a seat decides."""
    return "dip" if step == rules.DIP else "stop"


def outcome(step: int) -> str:
    """A face of the die, or the seat that was drawn to start."""
    return f"@{step - rules.STARTS}" if step >= rules.STARTS else f"*{rules.GRAINS[step]}"


def position(s: Record) -> str:
    """The record, field by field."""
    return spelling.position(rules, s, {})


def parse(text: str, *, checked: bool = True) -> Record:
    """The record of a position's text."""
    return spelling.parse(rules, text, {}, checked=checked)


def picture(s: rules.State) -> str:
    """The pan and the pouches as text."""
    return f"pan {s.pan} of seat {s.turn}, pouches {s.pouch[: s.seats].tolist()}"


CHOICES: Sequence[AnyChoice] = [
    Choice(rules.DIP, "dip", "dip", Touched()),
    Choice(rules.STOP, "stop", "stop", Touched()),
]
