"""Plays games to learn from; ``rules``, ``features`` and ``player`` are bound by lab.teach.

The hand-made player sits everywhere, and slips now and then, so that positions come up that it
would not get into by itself.  Beginnings of turns are noted, seen from every seat, with what the
match brought to each.
"""

from typing import TYPE_CHECKING

import numpy as np

from goldrush.core import CHANCE, OVER, Floats, Ints, Reals, Record, Records, compiled
from goldrush.core.rng import WORDS, below, stream, unit
from goldrush.core.seats import shares
from goldrush.games.contract import Features, Rules

if TYPE_CHECKING:
    from goldrush.games.gold import handmade as player

features: Features = globals()["features"]
rules: Rules = globals()["rules"]


PART = 0.1  # of the turns are noted: neighbours would teach the same
Room = tuple[Records, Records, Ints, Reals, Ints]


def room() -> Room:
    """Space for one worker."""
    return (
        np.zeros(1, rules.STATE),
        np.zeros(rules.MAX_SEATS, player.MEMORY),
        np.zeros(max(rules.ACTIONS, rules.OUTCOMES) + 1, np.int64),
        np.zeros(rules.MAX_SEATS),
        np.zeros(WORDS, np.int64),
    )


@compiled
def note(
    room: Room,
    seed: int,
    number: int,
    seats: int,
    options: Ints,
    traits: Reals,
    slip: float,
    inputs: Floats,
    shared: Floats,
) -> int:
    """Plays game *number* of *seed* and notes turns while there is room; returns how many."""
    table, memory, out, share, rng = room
    s = table[0]
    stream(rng, seed, number)
    rules.start(s, seats, options)
    for seat in range(seats):
        player.begin(memory[seat], seat, traits)
    noted = 0
    turn = 0
    actor = rules.actor(s)
    while actor != OVER:
        rules.play(s, _step(s, actor, memory, out, slip, rng))
        actor = rules.actor(s)
        if s.turns != turn and actor != OVER:
            turn = int(s.turns)
            if noted < len(inputs) and unit(rng) < PART:
                for seat in range(seats):
                    features.features(s, seat, inputs[noted, seat])
                noted += 1
    rules.rank(s, out)
    shares(out, seats, share)
    for k in range(noted):
        for seat in range(seats):
            shared[k, seat] = share[seat]
    return noted


@compiled
def _step(s: Record, actor: int, memory: Records, out: Ints, slip: float, rng: Ints) -> int:
    """What is drawn or chosen next."""
    if actor == CHANCE:
        return int(rules.draw(s, rng))
    n = rules.legal(s, out)
    if unit(rng) < slip:
        return int(out[below(rng, n)])
    return int(player.choose(memory[actor], s, out, n, rng))
