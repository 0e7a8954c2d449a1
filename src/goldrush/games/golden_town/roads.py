"""The roads of Golden-Town: where a roll leads, on any board; EDITION and ``pieces`` are bound."""

from typing import TYPE_CHECKING

import numpy as np

from goldrush.core import Ints, compiled
from goldrush.games.golden_town.edition import KINDS, Edition

if TYPE_CHECKING:
    from goldrush.games.golden_town import pieces

EDITION: Edition = globals()["EDITION"]
_squares = EDITION.board.squares
NAMES = [square.name for square in _squares]
ROAD, HOTEL, BANK, HOSPITAL, PRISON, CONCESSION_KIND = range(len(KINDS))
KIND = np.array([KINDS.index(square.kind) for square in _squares])
AT_HOTEL, AT_BANK = int((KIND == HOTEL).argmax()), int((KIND == BANK).argmax())
AT_HOSPITAL, AT_PRISON = int((KIND == HOSPITAL).argmax()), int((KIND == PRISON).argmax())
CONCESSIONS = np.flatnonzero(KIND == CONCESSION_KIND)  # their squares
CONCESSION = np.full(pieces.SQUARES, -1)  # which of them a square is, or -1
CONCESSION[CONCESSIONS] = np.arange(len(CONCESSIONS))


def _walks(start: int) -> dict[int, int]:
    """The squares that walks of 1 to 6 steps lead to, without turning back; lengths as bits.

    A walk leads over roads alone: houses and concessions only begin or end it [T10, T12].
    """
    beside = [[NAMES.index(name) for name in EDITION.board.beside[here]] for here in NAMES]
    found: dict[int, int] = {}
    walks = {(start, square) for square in beside[start]}
    for steps in range(1, pieces.DIE + 1):
        for _, square in walks:
            found[square] = found.get(square, 0) | 1 << steps
        onward = {
            (at, to) for was, at in walks for to in beside[at] if KIND[at] == ROAD and to != was
        }
        walks = onward
    return {to: found[to] for to in sorted(found) if KIND[to] in (ROAD, BANK, CONCESSION_KIND)}


_near = [_walks(start) for start in range(pieces.SQUARES)]
NEAR_COUNT = np.array([len(near) for near in _near])
# Bytes, because a GPU has 64 kB for all tables; no square's number and no roll's bit needs more.
NEAR = np.zeros((pieces.SQUARES, NEAR_COUNT.max()), np.int8)  # squares that may be reached
ROLLS = np.zeros_like(NEAR)  # and the rolls that lead exactly there, as bits
DISTANCE = np.full((pieces.SQUARES, pieces.SQUARES), 99, np.int8)  # the shortest of these
for _start, _found in enumerate(_near):
    NEAR[_start, : len(_found)] = list(_found)
    ROLLS[_start, : len(_found)] = list(_found.values())
    for _to, _bits in _found.items():
        DISTANCE[_start, _to] = (_bits & -_bits).bit_length() - 1


@compiled
def destinations(s: pieces.State, out: Ints) -> int:
    """Writes where the roll leads, or when it leads nowhere how far one gets, or to stay [T10]."""
    start = s.place[s.turn]
    n = 0
    for k in range(NEAR_COUNT[start]):
        square = int(NEAR[start, k])
        out[n] = pieces.GO + square  # kept only if n moves on: no branch to guess wrong
        n += leads_to(s, start, k)
    steps = int(s.roll)
    while n == 0 and steps > 1:
        steps -= 1
        for k in range(NEAR_COUNT[start]):
            square = int(NEAR[start, k])
            out[n] = pieces.GO + square
            n += KIND[square] == ROAD and (ROLLS[start, k] >> steps & 1) and is_free(s, square)
    out[n] = pieces.STAY
    return int(n + (n == 0))


@compiled
def leads_to(s: pieces.State, start: int, k: int) -> bool:
    """Whether the roll leads to the *k*-th square near *start* [T10, T16, T17]."""
    square, rolls = int(NEAR[start, k]), int(ROLLS[start, k])
    if KIND[square] == CONCESSION_KIND:
        return bool(rolls & ((2 << int(s.roll)) - 1) and s.ban[s.turn] != square)
    return bool(rolls >> s.roll & 1 and (KIND[square] != ROAD or is_free(s, square)))


@compiled
def is_free(s: pieces.State, square: int) -> bool:
    """Whether no other prospector stands on a road square [T11]."""
    for seat in range(s.seats):
        if seat != s.turn and s.place[seat] == square:
            return False
    return True


@compiled
def rivals_in_reach(s: pieces.State, out: Ints, n: int) -> int:
    """Writes the challenges open on the road behind the *n* actions already there [T45, T46]."""
    for seat in range(s.seats):
        square = s.place[seat]
        out[n] = pieces.CHALLENGE + seat
        n += (
            KIND[square] == ROAD
            and may_fight(s, seat)
            and (DISTANCE[s.place[s.turn], square] <= s.roll)
        )
    return int(n)


@compiled
def rivals_here(s: pieces.State, out: Ints, n: int) -> int:
    """Writes the challenges open on the concession just reached, likewise [T38, T45]."""
    for seat in range(s.seats):
        out[n] = pieces.CHALLENGE + seat
        n += s.place[seat] == s.place[s.turn] and may_fight(s, seat)
    return int(n)


@compiled
def may_fight(s: pieces.State, seat: int) -> bool:
    """Whether the seat on turn may challenge another: not after a draw [T57]."""
    return bool(seat != s.turn and not s.barred[s.turn] >> seat & 1)


@compiled
def holder(s: pieces.State) -> int:
    """The seat longest in the concession of the seat on turn, not at the exit, or -1 [T37, T40]."""
    found = -1
    for seat in range(s.seats):
        inside = s.place[seat] == s.place[s.turn] and s.depth[seat] != pieces.EXIT
        if seat != s.turn and inside and (found < 0 or s.since[seat] < s.since[found]):
            found = seat
    return found


@compiled
def someone_here(s: pieces.State) -> bool:
    """Whether any other seat is on the square of the seat on turn, even at an exit."""
    for seat in range(s.seats):
        if seat != s.turn and s.place[seat] == s.place[s.turn]:
            return True
    return False
