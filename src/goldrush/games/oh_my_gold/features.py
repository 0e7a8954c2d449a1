"""Oh My Gold! as numbers for learning, seen from one seat: own things first, then clockwise.

The chests in the row and on the pile by their keys, the closed ones by keys and treasure, the
dice, then for each seat what lies before and under its boat, then the options and the time left.
"""

from typing import TYPE_CHECKING

import numpy as np

from goldrush.core import Floats, compiled
from goldrush.games.oh_my_gold.edition import CHESTS, DICE, MOST_KEYS

if TYPE_CHECKING:
    from goldrush.games.oh_my_gold import rules  # bound by games.game()

PLACES = rules.SLOTS + 2  # where a chest lies whose keys are seen: the row, the pile, in the hand
ALL_CHESTS = MOST_KEYS * (PLACES + rules.LOADS + 1)
ALL_DICE = rules.FACE_COUNT + 4  # rolled by face, used, rolled again, may be, being rolled
A_SEAT = rules.LOADS + 6  # ashore by treasure, turn, boarded, cards, points, diamonds, bones
CHESTS_WAIT = rules.CHESTS_WAIT  # numba rules out branches by names of their own module
A_MATCH = 7 + rules.SLOTS if CHESTS_WAIT else 6  # `placing`, and chests that wait
PARTS = (
    ("chests", ALL_CHESTS),
    ("dice", ALL_DICE),
    ("seats", A_SEAT * rules.MAX_SEATS),
    ("match", A_MATCH),
)
FEATURES = sum(size for _, size in PARTS)
SHARES = np.maximum(rules.CHEST_CARDS.sum(axis=0), 1)  # cards of each treasure, no 0 to divide by
POINTS = max(int((rules.CHEST_CARDS.sum(axis=0) * rules.TREASURE_POINTS).sum()), 1)


@compiled
def features(s: rules.State, seat: int, out: Floats) -> None:
    """Writes the FEATURES numbers of a record as *seat* sees it."""
    out[:] = 0.0
    _chests(s, out)
    _dice(s, out[ALL_CHESTS:])
    at = ALL_CHESTS + ALL_DICE
    for ahead in range(s.seats):
        _seat(s, (seat + ahead) % s.seats, out[at + A_SEAT * ahead : at + A_SEAT * (ahead + 1)])
    _match(s, out[at + A_SEAT * rules.MAX_SEATS :])


@compiled
def _chests(s: rules.State, out: Floats) -> None:
    at = 0
    for keys in range(1, MOST_KEYS + 1):
        for slot in range(rules.SLOTS):
            out[at + slot] = s.row[slot] == keys
        out[at + rules.SLOTS] = s.top == keys
        out[at + rules.SLOTS + 1] = s.opening == keys
        at += PLACES
        for treasure in range(rules.LOADS + 1):
            out[at] = s.closed[keys, treasure] / SHARES[treasure]
            at += 1


@compiled
def _dice(s: rules.State, out: Floats) -> None:
    for face in range(rules.FACE_COUNT):
        out[face] = s.dice[face] / DICE
    at = rules.FACE_COUNT
    out[at] = s.used / DICE
    out[at + 1] = s.again
    out[at + 2] = rules.may_roll_again(s)
    out[at + 3] = s.phase == rules.ROLL


@compiled
def _seat(s: rules.State, seat: int, out: Floats) -> None:
    cards = 0
    for treasure in range(rules.LOADS + 1):
        cards += int(s.loot[seat, treasure])
        if treasure != rules.BONES:
            out[treasure - 1] = s.ashore[seat, treasure] / SHARES[treasure]
    at = rules.LOADS
    out[at] = s.turn == seat
    out[at + 1] = s.boarded >> seat & 1
    out[at + 2] = cards / CHESTS
    out[at + 3] = rules.looted(s, seat, rules.TREASURE_POINTS) / POINTS
    out[at + 4] = rules.looted(s, seat, rules.TREASURE_DIAMONDS) / POINTS
    out[at + 5] = s.loot[seat, rules.BONES] / SHARES[rules.BONES]


@compiled
def _match(s: rules.State, out: Floats) -> None:
    out[0] = s.greedy
    out[1] = s.steal
    out[2] = s.wild
    out[3] = rules.pile(s) / CHESTS
    out[4] = s.closing / (s.seats + 1)
    out[5] = s.turns / rules.LAST_TURN
    if CHESTS_WAIT:
        out[6] = s.placing
        for slot in range(rules.SLOTS):
            out[7 + slot] = rules.waits(s, slot)
