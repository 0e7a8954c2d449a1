"""Panning as numbers for learning, seen from one seat: own things first, then clockwise.

For each seat two numbers, then four about the turn.
"""

from typing import TYPE_CHECKING

from goldrush.core import Floats, compiled

if TYPE_CHECKING:
    from goldrush.games.panning import rules  # bound by games.game()

A_SEAT = 2
PARTS = (("seats", A_SEAT * rules.MAX_SEATS), ("turn", 4))
FEATURES = sum(size for _, size in PARTS)


@compiled
def features(s: rules.State, seat: int, out: Floats) -> None:
    """Writes the FEATURES numbers of a record as *seat* sees it."""
    out[:] = 0.0
    for ahead in range(s.seats):
        who = (seat + ahead) % s.seats
        out[A_SEAT * ahead] = s.pouch[who] / (rules.FULL * rules.ROUNDS)
        out[A_SEAT * ahead + 1] = s.turn == who
    at = A_SEAT * rules.MAX_SEATS
    out[at] = s.pan / rules.FULL
    out[at + 1] = s.asked
    out[at + 2] = s.turns / (rules.ROUNDS * rules.MAX_SEATS)
    out[at + 3] = s.seats / rules.MAX_SEATS
