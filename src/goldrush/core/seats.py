"""What all rule books say of seats: one is drawn to start, turns go round, equals share a place."""

from goldrush.core.compiled import compiled
from goldrush.core.state import Floats, Ints, Reals

NOBODY = -1  # no seat


@compiled
def starters(seats: int, first_outcome: int, out: Ints, weight: Ints) -> int:
    """Writes the seats that may be drawn to start, each as likely; returns how many."""
    for seat in range(seats):
        out[seat] = first_outcome + seat
        weight[seat] = 1
    return int(seats)


@compiled
def after(seat: int, seats: int) -> int:
    """The next seat clockwise, without the division of a modulo."""
    return int(seat) + 1 if seat + 1 < seats else 0


@compiled
def places(out: Ints, seats: int) -> None:
    """Turns merits into places: 1 for the highest, equals share one and the next is skipped."""
    for seat in range(seats):
        above = 0
        for other in range(seats):
            above += (out[other] >> 3) > out[seat] if other < seat else out[other] > out[seat]
        out[seat] = (out[seat] << 3) + above  # the merit is still needed by those that follow
    for seat in range(seats):
        out[seat] = (out[seat] & 7) + 1


@compiled
def shares(places: Ints, seats: int, share: Reals | Floats) -> None:
    """Divides a win among those in the first place."""
    winners = 0
    for seat in range(seats):
        winners += places[seat] == 1
    for seat in range(seats):
        share[seat] = 1.0 / winners if places[seat] == 1 else 0.0
