"""Plays games and writes a row of figures for each; ``rules`` and ``policy`` are bound by games.

In every game one seat, each in turn, has traits of its own: the *odd* one.  A game can be played
again to take its positions, since all of it follows from the seed and its number.
"""

import math
from typing import TYPE_CHECKING, Annotated, Protocol

import numpy as np

from goldrush.core import (
    CHANCE,
    OVER,
    Ints,
    Reals,
    Record,
    Records,
    bind_beside,
    compiled,
    layout,
    not_inlined,
)
from goldrush.core.rng import stream
from goldrush.core.state import F8, I1, I8, I1s, I2s, I8s
from goldrush.games.contract import Rules

rules: Rules = globals()["rules"]

if TYPE_CHECKING:
    from goldrush.lab import batch
    from goldrush.lab import habits as policy
else:
    batch = bind_beside(__name__, "batch", rules=rules, policy=policy)

PARTS = 10  # of a game, by its decisions
EARLY = 3  # its first third
SEATS = rules.MAX_SEATS
KINDS = len(policy.KINDS)
WATCHES = policy.WATCHES  # a constant here: what it rules out is not compiled


class Row(Protocol):
    """What a game was like; lists are by seat, or by the tenths of its decisions."""

    number: I8  # which with the seed names the game
    odd: I1  # the seat with traits of its own
    first: I1  # the drawn starting seat
    end: I1  # of rules.ENDS
    turns: I8
    decisions: I8
    draws: I8
    bits: F8  # the binary logarithms of how many choices there were, added up
    points: Annotated[I8s, SEATS]
    places: Annotated[I1s, SEATS]
    made: Annotated[I8s, PARTS]  # decisions
    forced: Annotated[I8s, PARTS]  # those of them with one choice alone
    choices: Annotated[I8s, PARTS]  # of all of them
    leaders: Annotated[I8s, PARTS]  # who was ahead at the beginning, as bits
    kinds: Annotated[I2s, SEATS, KINDS]  # actions of each kind
    early: Annotated[I2s, SEATS, KINDS]  # those in the first third


class Trail(Protocol):
    """The decisions of a game as it is played."""

    seat: Annotated[I1s, rules.LONGEST]
    kind: Annotated[I1s, rules.LONGEST]
    choices: Annotated[I2s, rules.LONGEST]
    leaders: Annotated[I1s, rules.LONGEST]  # as bits; they are looked for once a turn


ROW = layout(Row)
TRAIL = layout(Trail)

Room = tuple[batch.Room, Records, Ints, Records]


def room() -> Room:
    """Space for one worker."""
    return batch.room(), np.zeros(1, TRAIL), np.zeros(0, np.int64), np.zeros(0, rules.STATE)


@compiled
def run(
    rows: Records, room: Room, seed: int, first: int, seats: int, options: Ints, traits: Reals
) -> None:
    """Plays a game for each row, all zeros before, from number *first* on.

    *traits* are everybody's and, in a second line, the odd one's.
    """
    for k in range(len(rows)):
        number = first + k
        decisions, draws = _play(room, room[2], room[3], seed, number, seats, options, traits)
        rows[k].number = number
        rows[k].odd = number % seats
        rows[k].decisions = decisions
        rows[k].draws = draws
        _end(rows[k], room[0][0][0], room[0][3])
        _retrace(rows[k], room[1][0])


@compiled
def take(
    found: Records,
    at: Ints,
    room: Room,
    seed: int,
    number: int,
    seats: int,
    options: Ints,
    traits: Reals,
) -> None:
    """Plays a game again and takes the whole positions before some of its decisions, in order."""
    _play(room, at, found, seed, number, seats, options, traits)


@not_inlined
def _play(
    room: Room,
    at: Ints,
    found: Records,
    seed: int,
    number: int,
    seats: int,
    options: Ints,
    traits: Reals,
) -> tuple[int, int]:
    """Plays a game to its end; returns how many decisions and draws it had."""
    table, views, memory, lists, rng = room[0]
    s, trail, out = table[0], room[1][0], lists[0]
    stream(rng, seed, number)
    rules.start(s, seats, options)
    for seat in range(seats):
        policy.begin(memory[seat], seat, traits[int(seat == number % seats)])
    decisions = draws = taken = leaders = 0
    turn = -1
    actor = rules.actor(s)
    while actor != OVER:
        if actor == CHANCE:
            step = rules.draw(s, rng)
            draws += 1
        else:
            if s.turns != turn:
                turn = int(s.turns)
                leaders = _leaders(s, lists[1])
            while taken < len(at) and at[taken] == decisions:
                found[taken] = s
                taken += 1
            n = rules.legal(s, out)
            step = policy.choose(memory[actor], batch.hidden(s, views, actor), out, n, rng)
            trail.seat[decisions] = actor
            trail.kind[decisions] = policy.KIND[step]
            trail.choices[decisions] = n
            trail.leaders[decisions] = leaders
            decisions += 1
        if WATCHES:
            batch.show(s, views, memory, step, rng)
        else:
            rules.play(s, step)
        actor = rules.actor(s)
    return decisions, draws


@compiled
def _leaders(s: Record, places: Ints) -> int:
    """Who is in the first place as things stand, as bits."""
    rules.rank(s, places)
    leaders = 0
    for seat in range(s.seats):
        leaders |= int(places[seat] == 1) << seat
    return leaders


@compiled
def _end(row: Row, s: Record, lists: Ints) -> None:
    """Writes how a game came out."""
    row.first = s.first
    row.turns = s.turns
    row.end = rules.ended(s)
    rules.score(s, lists[0])
    rules.rank(s, lists[1])
    for seat in range(s.seats):
        row.points[seat] = lists[0, seat]
        row.places[seat] = lists[1, seat]


@compiled
def _retrace(row: Row, trail: Trail) -> None:
    """Writes what its decisions were like."""
    made = int(row.decisions)
    for k in range(made):
        part = k * PARTS // made
        seat, kind, choices = trail.seat[k], trail.kind[k], int(trail.choices[k])
        row.made[part] += 1
        row.forced[part] += choices == 1
        row.choices[part] += choices
        row.bits += math.log2(choices)
        row.kinds[seat, kind] += 1
        row.early[seat, kind] += k * EARLY < made
    for part in range(PARTS):
        row.leaders[part] = trail.leaders[min(-(part * made // -PARTS), made - 1)]
