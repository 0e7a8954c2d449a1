"""The river: its squares as numbers, and boats that follow it; EDITION is bound by rules.py."""

from typing import TYPE_CHECKING

import numpy as np

from goldrush.core import compiled
from goldrush.games.gold_river.edition import KINDS, Edition

if TYPE_CHECKING:
    from goldrush.games.gold_river import rules  # which loads this file first

EDITION: Edition = globals()["EDITION"]

NOWHERE = -1
NAMES = [square.name for square in EDITION.map.squares]
SQUARES = len(NAMES)
PLAIN, MOUTH, SOURCE, MINE, SALOON, CASINO, BANK, FALLS, INDIANS, BANDITS, PRISON = range(
    len(KINDS)
)
KIND = np.array([KINDS.index(square.kind) for square in EDITION.map.squares])
_number = {**{name: n for n, name in enumerate(NAMES)}, "": NOWHERE}
DOWNSTREAM = np.array([_number[square.down] for square in EDITION.map.squares])
TRIBUTARY = np.array([_number[square.tributary] for square in EDITION.map.squares])
UPSTREAM = np.full(SQUARES, NOWHERE)  # on the same river
for _square, _below in enumerate(DOWNSTREAM):
    if _below != NOWHERE and _square != TRIBUTARY[_below]:
        UPSTREAM[_below] = _square
START = int((KIND == MOUTH).argmax())
MINES = int((KIND == MINE).sum())
MAIN = np.isin(NAMES, EDITION.map.main())  # whether a square lies on the main river
TO_GOAL = np.zeros((2, SQUARES), np.int64)  # squares to go to the source, and down to the mouth
for _square in range(SQUARES):
    _at, _aside = _square, 0
    while _at != START:
        _aside += not MAIN[_at]
        _at = DOWNSTREAM[_at]
        TO_GOAL[1, _square] += 1
    TO_GOAL[0, _square] = MAIN.sum() - 1 - TO_GOAL[1, _square] + 2 * _aside

DOWN, UP, UP_MAIN = range(3)  # headings; the last is that of a boat bounced at the mouth [V14]


@compiled
def halted(s: "rules.State") -> bool:
    """Whether the boat goes no further: no pips, a confluence [V11], or leg one's mouth [V14]."""
    at = s.boat[s.turn]
    if s.heading == DOWN:
        return bool(s.pips == 0 or (at == START and s.leg == 0))
    return bool(s.pips == 0 or (s.heading == UP and TRIBUTARY[at] != NOWHERE))


@compiled
def sail(s: "rules.State") -> None:
    """Moves the boat one square by its heading, bounced where the river ends [V12, V13, V14]."""
    at = int(s.boat[s.turn])
    if s.heading != DOWN and UPSTREAM[at] == NOWHERE:
        s.heading = DOWN
    elif s.heading == DOWN and at == START:
        s.heading = UP_MAIN
    s.boat[s.turn] = DOWNSTREAM[at] if s.heading == DOWN else UPSTREAM[at]
    s.pips -= 1


@compiled
def turn_off(s: "rules.State") -> None:
    """Moves the boat one square, from a confluence into its tributary [V10]."""
    s.boat[s.turn] = TRIBUTARY[s.boat[s.turn]]
    s.pips -= 1
