"""For whom a table waits, as far as they may know.

A table waits for a decision, or for somebody to sit down where a seat is kept for them.  Only what
their own seats may know counts, and only tables with other people: bots can wait.
"""

from typing import NamedTuple

from goldrush.server import seating
from goldrush.server.play import Play
from goldrush.server.store import Sheet

SEAT, OVER = -1, -2  # in the place of a turn: a seat is kept; the match has ended
INVITED = -4  # likewise: a friend asks one to come
HELD = -3  # likewise: it must look as if nothing had happened
CHALLENGE = "daily"  # in the place of a code: its turn is the number of the day


class Wait(NamedTuple):
    """Something that a person should know of one table."""

    code: str
    game: str
    turn: int  # how many decisions the person had made there before; SEAT, OVER or INVITED
    since: int


def turn_of(sheet: Sheet, play: Play | None, player: str) -> int | None:
    """For which turn a table waits for a person, as far as their seats know; None if it does not.

    What others are asked in secret changes nothing of it, nor does their answer.
    """
    mine = seating.mine(sheet, player)
    if sheet.over or not mine or not any(p.player not in ("", player) for p in sheet.places):
        return None
    if not sheet.begun:
        return SEAT if any(sheet.places[seat].awaited for seat in mine) else None
    asked = [play.asks(seat) for seat in mine if play and not sheet.places[seat].persona]
    if play is None or not any(asked):
        return HELD if None in asked else None
    return sum(actor in mine for actor, _ in play.match.history)
