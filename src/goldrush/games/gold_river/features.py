"""Gold River as numbers for learning, seen from one seat: own things first, then clockwise.

The nuggets and boats on every square; the squares that the own boat can reach down, up, and up by
every tributary; for each seat its boat, purse and deposit; the bank, the bag, the phase, the time.
"""

from typing import TYPE_CHECKING

import numpy as np

from goldrush.core import Floats, compiled
from goldrush.games.gold_river import purse
from goldrush.games.gold_river.edition import KINDS
from goldrush.games.gold_river.purse import ALL_CARATS, MOST_NUGGETS, ROUND_SIZES, SIZES

if TYPE_CHECKING:
    from goldrush.games.gold_river import rules  # bound by games.game()

PLANES = 4  # of a square: leg one's nugget, one to come, own boat, rivals' boats
WAYS = 3  # down, up along the river, up into every tributary
A_SIGHT = len(KINDS) + 1  # of a square ahead: its kind, whether a nugget lies there
A_SEAT = SIZES + 8
A_MATCH = rules.DONE + 1 + ROUND_SIZES + 10
ALL_SQUARES = PLANES * rules.river.SQUARES
ALL_SIGHTS = WAYS * rules.DIE * A_SIGHT
PARTS = (
    ("squares", ALL_SQUARES),
    ("sights", ALL_SIGHTS),
    ("seats", A_SEAT * rules.MAX_SEATS),
    ("match", A_MATCH),
)
FEATURES = sum(size for _, size in PARTS)
FARTHEST = rules.river.TO_GOAL.max(axis=1)
MANY = np.array(purse.NUGGETS)  # of a size; a purse may have more, and counts as so many


@compiled
def features(s: rules.State, seat: int, out: Floats) -> None:
    """Writes the FEATURES numbers of a record as *seat* sees it."""
    out[:] = 0.0
    for square in range(rules.river.SQUARES):
        out[PLANES * square] = s.lying[square] == rules.OLD
        out[PLANES * square + 1] = s.lying[square] == rules.NEW
    at = ALL_SQUARES
    for way in range(WAYS):
        _sights(s, s.boat[seat], way, out[at : at + rules.DIE * A_SIGHT])
        at += rules.DIE * A_SIGHT
    for ahead in range(s.seats):
        other = (seat + ahead) % s.seats
        _seat(s, other, out[at : at + A_SEAT])
        out[PLANES * int(s.boat[other]) + (3 if ahead else 2)] += 1 / rules.MAX_SEATS
        at += A_SEAT
    _match(s, out[FEATURES - A_MATCH :])


@compiled
def _sights(s: rules.State, square: int, way: int, out: Floats) -> None:
    """Looks along a way, as far as a roll goes."""
    at = int(square)
    for ahead in range(rules.DIE):
        aside = way == 2 and rules.river.TRIBUTARY[at] != rules.river.NOWHERE
        if way == 0:
            at = rules.river.DOWNSTREAM[at]
        else:
            at = rules.river.TRIBUTARY[at] if aside else rules.river.UPSTREAM[at]
        if at == rules.river.NOWHERE:
            return
        out[A_SIGHT * ahead + rules.river.KIND[at]] = 1.0
        out[A_SIGHT * ahead + len(KINDS)] = s.lying[at] != rules.EMPTY


@compiled
def _seat(s: rules.State, seat: int, out: Floats) -> None:
    for size in range(SIZES):
        out[size] = min(1.0, s.purse[seat, size] / MANY[size])
    at = SIZES
    out[at] = s.turn == seat
    out[at + 1] = s.jailed >> seat & 1
    out[at + 2] = rules.river.MAIN[s.boat[seat]]
    for leg in range(2):
        out[at + 3 + leg] = rules.river.TO_GOAL[leg, s.boat[seat]] / FARTHEST[leg]
    out[at + 5] = purse.carats(s.purse[seat]) / ALL_CARATS
    out[at + 6] = min(1.0, purse.nuggets(s.purse[seat]) / MOST_NUGGETS)
    out[at + 7] = s.deposit[seat] / ALL_CARATS


@compiled
def _match(s: rules.State, out: Floats) -> None:
    out[s.phase] = 1.0
    at = rules.DONE + 1
    for size in range(ROUND_SIZES):
        out[at + size] = s.bag[size] / rules.ROUND_MIX[size]
    at += ROUND_SIZES
    out[at] = s.seats / rules.MAX_SEATS
    out[at + 1] = s.legs
    out[at + 2] = s.leg
    out[at + 3] = s.leg_turns / (rules.LAST_ROUND * int(s.seats))
    out[at + 4] = s.heading == rules.river.UP
    out[at + 5] = s.pips / rules.DIE
    out[at + 6] = s.stake / rules.MOST_STAKE
    out[at + 7] = s.bank / ALL_CARATS
    out[at + 8] = rules.most_stake(s) / rules.MOST_STAKE
    out[at + 9] = s.to_draw / MOST_NUGGETS
