"""Panning: dip the pan once more, or be content with what is in it.

Numbers in brackets are paragraphs of RULES.en.md.
"""

from typing import Annotated, Protocol

import numpy as np

from goldrush.core import CHANCE, OVER, Ints, compiled, layout, no_secrets
from goldrush.core.rng import below, weighted
from goldrush.core.seats import NOBODY, after, places, starters
from goldrush.core.state import I1, I2, I2s
from goldrush.games.contract import Amounts, Option
from goldrush.games.edition import shipped
from goldrush.games.panning.edition import Edition

NAME = "panning"
VERSION: int = globals().get("VERSION", 1)  # bound, or the newest
MIN_SEATS, MAX_SEATS = 2, 4  # [P1]
OPTIONS: tuple[Option, ...] = ()

EDITION: Edition = globals().get("EDITION") or shipped(__file__, Edition, VERSION)  # or bound

_faces = sorted(EDITION.die.faces.items())
GRAINS = np.array([grains for grains, _ in _faces])  # on the faces that differ [P2]
FACES = np.array([count for _, count in _faces])  # how many of each there are
KINDS = len(_faces)
FLOOD = 0  # the face without grains
ROUNDS = EDITION.day.rounds  # [P3]
FULL = 12  # grains that a pan holds [P6]

DIP, STOP = 0, 1
ACTIONS = 2
AMOUNTS: tuple[Amounts, ...] = ()
STARTS = KINDS  # outcomes below are faces of the die, from here on starting seats
OUTCOMES = KINDS + MAX_SEATS
ENDS: tuple[str, ...] = ("dusk",)
LONGEST = 1 + 2 * FULL * ROUNDS * MAX_SEATS  # each dip but a flood brings a grain
# All is done before all eyes [P9].
hide, resample, seen = no_secrets.hide, no_secrets.resample, no_secrets.seen


class State(Protocol):
    """All that a position of the game holds."""

    seats: I1  # how many play
    first: I1  # the seat that started, NOBODY until drawn
    turn: I1  # the seat whose turn it is
    turns: I2  # turns played in the match
    asked: I1  # 1 while that seat decides whether to dip again
    pan: I1  # the grains in its pan
    pouch: Annotated[I2s, MAX_SEATS]  # the grains that each seat has for good


STATE = layout(State)


@compiled
def start(s: State, seats: int, options: Ints) -> None:
    """Empties pan and pouches; who starts is still to be drawn [P8]."""
    s.seats = seats
    s.first = NOBODY
    s.turn = 0
    s.turns = 0
    s.asked = 0
    s.pan = 0
    s.pouch[:] = 0


@compiled
def actor(s: State) -> int:
    """The seat to act, or CHANCE, or OVER [P3]."""
    if s.turns == ROUNDS * int(s.seats):
        return OVER
    return int(s.turn) if s.asked else CHANCE


@compiled
def legal(s: State, out: Ints) -> int:
    """Writes what a seat with grains in its pan may do: dip again or stop [P5]."""
    out[0] = DIP
    out[1] = STOP
    return 2


@compiled
def chance(s: State, out: Ints, weight: Ints) -> int:
    """Writes what may be drawn: a starting seat [P8], or a face of the die [P2]."""
    if s.first == NOBODY:
        return starters(s.seats, STARTS, out, weight)
    for kind in range(KINDS):
        out[kind] = kind
        weight[kind] = FACES[kind]
    return KINDS


@compiled
def draw(s: State, rng: Ints) -> int:
    """Draws one of these by its weight."""
    return STARTS + below(rng, s.seats) if s.first == NOBODY else weighted(rng, FACES, KINDS)


@compiled
def play(s: State, step: int) -> None:
    """Applies a draw or a decision."""
    if s.first == NOBODY:
        s.first = step - STARTS
        s.turn = s.first
    elif not s.asked:
        _dip(s, step)
    elif step == STOP:
        _pour(s)
    else:
        s.asked = 0  # the die is rolled again [P5]


@compiled
def score(s: State, out: Ints) -> None:
    """Writes the grains in each pouch [P7]."""
    for seat in range(s.seats):
        out[seat] = s.pouch[seat]


@compiled
def rank(s: State, out: Ints) -> None:
    """Writes the place of each seat by its grains; ties are shared [P7]."""
    score(s, out)
    places(out, s.seats)


@compiled
def ended(s: State) -> int:
    """A match ends in one way: at dusk, after its rounds [P3]."""
    return 0


CHECKS: tuple[str, ...] = (
    "all is well",
    "a seat or count is out of range",
    "the turn does not follow from the turns played",
    "a seat has more grains than it can have, or one that nobody sits at has some",
    "somebody is asked who has an empty pan, or has grains when nobody plays",
)


@compiled
def check(s: State) -> int:
    """0, or which of CHECKS the record fails; ranges come first, the others rely on them."""
    fault = 0
    if not _in_range(s):
        fault = 1
    elif not _turn_agrees(s):
        fault = 2
    elif not _pouches_agree(s):
        fault = 3
    elif not _pan_agrees(s):
        fault = 4
    return fault


@compiled
def _dip(s: State, kind: int) -> None:
    """Takes what the die gives: grains [P4], or the flood, which takes all there are [P5]."""
    if kind == FLOOD:
        s.pan = 0
        _end_turn(s)
        return
    s.pan = min(int(s.pan) + GRAINS[kind], FULL)
    if s.pan == FULL:
        _pour(s)  # [P6]
    else:
        s.asked = 1


@compiled
def _pour(s: State) -> None:
    """Pours the pan into the pouch, for good [P5]."""
    s.pouch[s.turn] += s.pan
    s.pan = 0
    _end_turn(s)


@compiled
def _end_turn(s: State) -> None:
    """Passes the pan to the left [P4]."""
    s.asked = 0
    s.turns += 1
    s.turn = after(s.turn, s.seats)


@compiled
def _in_range(s: State) -> bool:
    return bool(
        MIN_SEATS <= s.seats <= MAX_SEATS
        and NOBODY <= s.first < s.seats
        and 0 <= s.turn < s.seats
        and 0 <= s.turns <= ROUNDS * int(s.seats)
        and 0 <= s.asked <= 1
        and 0 <= s.pan < FULL
    )


@compiled
def _turn_agrees(s: State) -> bool:
    if s.first == NOBODY:
        return bool(s.turns == 0 and s.turn == 0 and s.pan == 0)
    return bool(s.turn == (int(s.first) + int(s.turns)) % int(s.seats))


@compiled
def _pouches_agree(s: State) -> bool:
    for seat in range(MAX_SEATS):
        late = (seat - max(int(s.first), 0)) % int(s.seats)  # turns are had in this order
        had = (int(s.turns) - late + int(s.seats) - 1) // int(s.seats) if seat < s.seats else 0
        if not 0 <= s.pouch[seat] <= FULL * had:
            return False
    return True


@compiled
def _pan_agrees(s: State) -> bool:
    if s.turns == ROUNDS * int(s.seats):
        return bool(s.pan == 0 and s.asked == 0)
    return bool(s.pan > 0 or s.asked == 0)
