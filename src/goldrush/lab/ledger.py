"""Writes games down, a row for each and one for each of their steps.

``rules`` and ``policy`` are bound, and ``batch``, bound to the same: they are the games that it
plays and counts.
"""

from typing import TYPE_CHECKING, Annotated, Protocol

import numpy as np

from goldrush.bots.policy import Policy
from goldrush.core import CHANCE, OVER, Ints, Reals, Record, Records, compiled, layout
from goldrush.core.rng import stream
from goldrush.core.state import I1, I8, I1s, I8s
from goldrush.games.contract import Rules

if TYPE_CHECKING:
    from goldrush.lab import batch

policy: Policy = globals()["policy"]
rules: Rules = globals()["rules"]
SEATS = batch.SEATS
LOOKS, WATCHES = policy.LOOKS, policy.WATCHES  # constants here: what they rule out is not compiled


class Row(Protocol):
    """How a game went."""

    turns: I8
    decisions: I8
    draws: I8
    first: I1  # the drawn starting seat
    end: I1  # by its place in ENDS
    points: Annotated[I8s, SEATS]
    places: Annotated[I1s, SEATS]


ROW = layout(Row)


@compiled
def write(
    tally: batch.Tally,
    rows: Records,
    steps: np.ndarray,
    room: batch.Room,
    seed: int,
    first: int,
    seats: int,
    options: Ints,
    traits: Reals,
) -> int:
    """Plays games from number *first* on, one for each row, and counts them; returns how many.

    Actor and step of each step are written into *steps*, one after the other, if it has any room;
    it plays on for as long as the longest game still fits.
    """
    table, views, memory, lists, rng = room
    s = table[0]
    used = 0
    for k in range(len(rows)):
        if len(steps) > 0 and used + rules.LONGEST > len(steps):
            return k
        stream(rng, seed, first + k)
        rules.start(s, seats, options)
        for seat in range(seats):
            policy.begin(memory[seat], seat, traits)
        decisions, draws = _play(s, views, memory, lists, rng, steps[used:])
        used += decisions + draws
        batch.count_game(tally, s, decisions, draws, lists)
        _write(rows[k], s, decisions, draws, lists)
    return len(rows)


@compiled
def _play(
    s: Record, views: Records, memory: np.ndarray, lists: Ints, rng: Ints, steps: np.ndarray
) -> tuple[int, int]:
    """Plays one game as ``batch`` does, and writes its steps if there is any room."""
    out = lists[0]
    decisions = draws = 0
    actor = rules.actor(s)
    while actor != OVER:
        number = decisions + draws
        if actor == CHANCE:
            step = rules.draw(s, rng)
            draws += 1
        else:
            n = rules.legal(s, out)
            known = batch.hidden(s, views, actor) if LOOKS else s
            step = policy.choose(memory[actor], known, out, n, rng)
            decisions += 1
        if len(steps) > 0:
            steps[number, 0] = actor
            steps[number, 1] = step
        if WATCHES:
            batch.show(s, views, memory, step, rng)
        else:
            rules.play(s, step)
        actor = rules.actor(s)
    return decisions, draws


@compiled
def _write(row: Row, s: Record, decisions: int, draws: int, lists: Ints) -> None:
    """Writes how a game went; the lists are its points and places."""
    row.turns = s.turns
    row.decisions = decisions
    row.draws = draws
    row.first = s.first
    row.end = rules.ended(s)
    for seat in range(s.seats):
        row.points[seat] = lists[0, seat]
        row.places[seat] = lists[1, seat]
