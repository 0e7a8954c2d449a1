"""GOLD as numbers for learning, seen from one seat: own things first, then clockwise.

For each spot PLANES numbers, then for each kind its share still on the table and still unturned,
then for each seat four numbers, then seven about the round.
"""

from typing import TYPE_CHECKING

from goldrush.core import Floats, compiled
from goldrush.core.seats import NOBODY

if TYPE_CHECKING:
    from goldrush.games.gold import rules  # bound by games.game()

# a spot: lies there, never turned, face up now, carats / 9, strength / 9, mine, unowned, dynamite
PLANES = 8
PARTS = (
    ("spots", rules.SPOTS * PLANES),
    ("kinds", 2 * rules.KINDS),
    ("seats", 4 * rules.MAX_SEATS),
    ("round", 7),
)
FEATURES = sum(size for _, size in PARTS)


@compiled
def features(s: rules.State, seat: int, out: Floats) -> None:
    """Writes the FEATURES numbers of a record as *seat* sees it."""
    out[:] = 0.0
    for spot in range(rules.SPOTS):
        if s.card[spot] != rules.GONE:
            _spot(s, seat, spot, out[spot * PLANES : (spot + 1) * PLANES])
    at = rules.SPOTS * PLANES
    for kind in range(rules.KINDS):
        most = max(rules.DECK[kind], 1)
        out[at + 2 * kind] = s.table[kind] / most
        out[at + 2 * kind + 1] = s.bag[kind] / most
    at += 2 * rules.KINDS
    for ahead in range(s.seats):
        _seat(s, (seat + ahead) % s.seats, out[at + 4 * ahead : at + 4 * ahead + 4])
    _round(s, out[at + 4 * rules.MAX_SEATS :])


@compiled
def _spot(s: rules.State, seat: int, spot: int, out: Floats) -> None:
    kind = s.card[spot]
    out[0] = 1.0
    if kind == rules.UNTURNED:
        out[1] = 1.0
        return
    out[2] = s.turned > 0 and s.up[0] == spot
    out[3] = rules.VALUE[kind] / 9
    out[4] = rules.STRENGTH[kind] / 9
    if rules.STRENGTH[kind]:
        owner = rules.owner_of(s, rules.COLOUR[kind])
        out[5] = owner == seat
        out[6] = owner == NOBODY
    out[7] = kind == rules.DYNAMITE


@compiled
def _seat(s: rules.State, seat: int, out: Floats) -> None:
    out[0] = s.turn == seat
    out[1] = s.carats[seat] / rules.CARATS
    out[2] = s.cards[seat] / rules.SPOTS
    out[3] = s.total[seat] / (rules.CARATS * int(s.rounds))


@compiled
def _round(s: rules.State, out: Floats) -> None:
    out[0] = s.left / rules.SPOTS
    out[1] = s.quiet / rules.QUIET_TURNS
    out[2] = s.rush != rules.NO_RUSH
    out[3] = s.turned
    out[4] = s.drawing
    out[5] = s.played / s.rounds
    out[6] = s.lost / rules.CARATS
