"""Golden-Town as numbers for learning, seen from one seat: own things first, then clockwise.

The mines and what is still unknown of their filons, the piles of cards, then for each seat where it
is, what it owns and which of its cards and filons are known, then the turn and the time left.  All
of it stands in the hidden record: of what others hold in secret only the number is told.
"""

from typing import TYPE_CHECKING

import numpy as np

from goldrush.core import Floats, compiled
from goldrush.games.golden_town.edition import CARDS, CONCESSIONS, MOST_STEPS, NUGGETS

if TYPE_CHECKING:
    from goldrush.games.golden_town import pieces, roads, rules, secrets, turns
else:  # of the rules bound by games.game()
    pieces, roads, turns, secrets = rules.pieces, rules.roads, rules.turns, rules.secrets

KEPT = pieces.PYRITE + 1  # what filons may hold that lie before a seat [T32]
DEPTHS = pieces.EXIT + 1
MINES = CONCESSIONS * (pieces.LEVELS + 1) + pieces.LEVELS * pieces.CONTENTS  # one: was it opened
PILES = 3 * pieces.CARDS  # not known, discards, the top discard
SQUARE = pieces.SQUARES + DEPTHS + CONCESSIONS  # where it is, how deep, and the ban
STANDING = 5 + pieces.MAX_SEATS  # turn, rival, to play in a duel, missing, lifted; barred
GOODS = 4  # cart, bank, own ore, time in the mine
IDLE, FRESH = int(pieces.IDLE_TAKES), int(pieces.FRESH_TOP)  # told where the rules ask for them
A_HAND = 2 * pieces.CARDS + 1 + MOST_STEPS + IDLE  # known, on the duel field, how many, told of
TILES = pieces.LEVELS * (KEPT + 1)  # known by what they hold, and not known
A_SEAT = SQUARE + STANDING + GOODS + A_HAND + TILES
A_TURN = pieces.DONE + 1 + pieces.DIE + pieces.LEVELS + 2 * 3 + 4  # phase, die, card, way, began
PARTS = (
    ("mines", MINES),
    ("piles", PILES),
    ("seats", A_SEAT * pieces.MAX_SEATS),
    ("turn", A_TURN),
    ("match", 4 + FRESH),
)
FEATURES = sum(size for _, size in PARTS)
A_CARD = 1 / np.maximum(pieces.DECK, 1)  # no 0 to divide by, here and below
A_TILE = 1 / np.maximum(pieces.BAG, 1)
IN_HAND = 1 / pieces.HAND  # products are sooner done than quotients, and the same as float32
LEVEL_TILES = pieces.LEVEL_SIZE * CONCESSIONS
GOLD = max(pieces.ALL_GOLD, 1)


@compiled
def features(s: rules.State, seat: int, out: Floats) -> None:
    """Writes the FEATURES numbers of a record as *seat* sees it."""
    out[:] = 0.0
    _mines(s, out)
    _piles(s, out[MINES:])
    at = MINES + PILES
    for ahead in range(s.seats):
        other = (seat + ahead) % s.seats
        mine = out[at + A_SEAT * ahead : at + A_SEAT * (ahead + 1)]
        _square(s, other, mine)
        _standing(s, other, mine[SQUARE:])
        _goods(s, other, mine[SQUARE + STANDING :])
        _hand(s, other, mine[SQUARE + STANDING + GOODS :])
        _tiles(s, other, mine[SQUARE + STANDING + GOODS + A_HAND :])
    at += A_SEAT * pieces.MAX_SEATS
    _turn(s, out[at:])
    _match(s, out[at + A_TURN :])


@compiled
def _mines(s: rules.State, out: Floats) -> None:
    at = 0
    for concession in range(CONCESSIONS):
        out[at] = s.opened >> concession & 1
        for level in range(pieces.LEVELS):
            out[at + 1 + level] = s.left[concession, level] / pieces.LEVEL_SIZE[level]
        at += pieces.LEVELS + 1
    for level in range(pieces.LEVELS):
        for holds in range(pieces.CONTENTS):
            out[at] = s.bag[level, holds] * A_TILE[level, holds]
            at += 1


@compiled
def _piles(s: rules.State, out: Floats) -> None:
    for card in range(pieces.CARDS):
        out[card] = s.talon[card] * A_CARD[card]
        out[pieces.CARDS + card] = s.discard[card] * A_CARD[card]
        out[2 * pieces.CARDS + card] = s.top == card


@compiled
def _square(s: rules.State, seat: int, out: Floats) -> None:
    out[s.place[seat]] = 1.0
    if roads.CONCESSION[s.place[seat]] >= 0:
        out[pieces.SQUARES + s.depth[seat]] = 1.0
    if s.ban[seat] != pieces.NOTHING:
        out[pieces.SQUARES + DEPTHS + roads.CONCESSION[s.ban[seat]]] = 1.0


@compiled
def _standing(s: rules.State, seat: int, out: Floats) -> None:
    out[0] = s.turn == seat
    out[1] = s.rival == seat
    out[2] = s.mover == seat
    out[3] = s.missing >> seat & 1
    out[4] = s.lifted >> seat & 1
    for ahead in range(s.seats):
        out[5 + ahead] = s.barred[seat] >> (seat + ahead) % s.seats & 1


@compiled
def _goods(s: rules.State, seat: int, out: Floats) -> None:
    out[0] = s.cart[seat] / NUGGETS
    out[1] = s.banked[seat] / NUGGETS
    out[2] = s.ore[seat] / GOLD
    if turns.in_concession(s, seat):
        out[3] = (int(s.slots) - int(s.since[seat])) / (turns.LAST_ROUND * int(s.seats))


@compiled
def _hand(s: rules.State, seat: int, out: Floats) -> None:
    side = -1
    if s.phase == pieces.DUELLING and (seat == s.turn or seat == s.rival):
        side = int(seat != s.turn)
    for card in range(pieces.CARDS):
        out[card] = s.hand[seat, card] * IN_HAND
        if side >= 0:
            out[pieces.CARDS + card] = s.laid[side, card] * IN_HAND
    out[2 * pieces.CARDS] = s.held[seat] * IN_HAND
    for steps in range(MOST_STEPS):
        out[2 * pieces.CARDS + 1 + steps] = s.stiff[seat, steps] * IN_HAND
    if pieces.IDLE_TAKES:
        out[2 * pieces.CARDS + 1 + MOST_STEPS] = turns.idle(s, seat) * IN_HAND


@compiled
def _tiles(s: rules.State, seat: int, out: Floats) -> None:
    for filon in range(s.taken):
        if s.owner[filon] == seat:
            level, holds = int(s.level[filon]), int(s.holds[filon])
            kind = KEPT if holds == secrets.UNSEEN else holds
            out[level * (KEPT + 1) + kind] += 1 / LEVEL_TILES[level]


@compiled
def _turn(s: rules.State, out: Floats) -> None:
    out[s.phase] = 1.0
    at = pieces.DONE
    if s.roll > 0:
        out[at + s.roll] = 1.0
    at += pieces.DIE
    for level in range(1, pieces.LEVELS + 1):
        out[at + level] = s.card >> level & 1
    at += pieces.LEVELS + 1
    out[at + s.way] = 1.0
    out[at + 3 + s.began] = 1.0
    at += 6
    out[at] = s.dug / pieces.LEVELS
    out[at + 1] = s.gap / pieces.DUEL_GAP
    out[at + 2] = s.passes
    out[at + 3] = s.loot / pieces.LOOT_FILONS


@compiled
def _match(s: rules.State, out: Floats) -> None:
    out[0] = s.rematch
    out[1] = s.slots / (turns.LAST_ROUND * int(s.seats))
    out[2] = s.talon_left / CARDS
    out[3] = s.lost / GOLD
    if pieces.FRESH_TOP:
        out[4] = turns.may_take_top(s)
