"""Imagined worlds, which the hand-made player plays on: to their end, or for some turns.

After these a ``judgement`` tells the chances.  Whoever imagines worlds binds this to the rules, and
keeps what FIELDS tell in a record of its own.
"""

import math
from typing import TYPE_CHECKING

from goldrush.bots.judgement import PARTS, UNITS
from goldrush.core import Ints, Record, Records, compiled, not_inlined
from goldrush.core.rng import WORDS, stream
from goldrush.core.seats import shares
from goldrush.games.contract import Features, Game, Rules

if TYPE_CHECKING:
    from goldrush.bots.judgement import none as judgement
    from goldrush.games.gold import handmade as player

features: Features = globals()["features"]
rules: Rules = globals()["rules"]

JUDGES = judgement is not None  # a constant here: what it rules out is not compiled
TURNS = 1 << 20  # more than a match has

FIELDS = {
    "minds": (player.MEMORY, rules.MAX_SEATS),  # of those that play an imagined world
    "fate": "i8",  # what all luck in imagined worlds comes from
    "luck": ("i8", WORDS),  # draws the worlds and what happens in them
    "whim": ("i8", WORDS),  # draws what players do who do not care
    "horizon": "i8",  # turns that are played before the judgement is asked
    "legal": ("i8", max(rules.ACTIONS, rules.OUTCOMES) + 1),
    "share": ("f8", rules.MAX_SEATS),  # of the win, at the end of a simulation
    "hidden": ("f8", (features.FEATURES if JUDGES else 1, UNITS)),  # the judgement's weights
    "bias": ("f8", UNITS),
    "weight": ("f8", UNITS),
    "active": ("f8", UNITS),
    "inputs": ("f4", features.FEATURES + features.FEATURES % 2),
}


def equip(room: Records, game: Game) -> None:
    """Lets a room judge as the game's judgement does; without one, worlds are played to the end."""
    room["horizon"] = rules.LONGEST
    if judgement:
        judgement.check(game)
        for name in ("horizon", *PARTS):
            room[name] = getattr(judgement, name)


@compiled
def luck(t: Record, number: int, turn: int) -> None:
    """Gives a turn of a world its luck, the same for all that are played in this round."""
    first = 2 * ((number + 1) * TURNS + turn)
    stream(t.luck, t.fate, first)
    stream(t.whim, t.fate, first + 1)


@not_inlined
def imagine(s: Record, eyes: int, luck: Ints) -> None:
    """Fills in what a seat, or WATCHER, cannot know."""
    rules.resample(s, eyes, luck)


@not_inlined
def advice(mind: Record, s: Record, legal: Ints, n: int, whim: Ints) -> int:
    """What the player would do."""
    return int(player.choose(mind, s, legal, n, whim))


@not_inlined
def count(t: Record, s: Record) -> None:
    """Shares out the win as the rules do."""
    rules.rank(s, t.legal)
    shares(t.legal, s.seats, t.share)


@not_inlined
def estimate(t: Record, s: Record) -> None:
    """Lets the judgement share out the win: the softmax of what each seat's features come to."""
    highest = -math.inf
    for seat in range(s.seats):
        t.share[seat] = standing(t, s, seat)
        highest = max(highest, t.share[seat])
    total = 0.0
    for seat in range(s.seats):
        t.share[seat] = math.exp(t.share[seat] - highest)
        total += t.share[seat]
    for seat in range(s.seats):
        t.share[seat] /= total


@compiled
def standing(t: Record, s: Record, seat: int) -> float:
    """What the judgement's network makes of a seat's features."""
    features.features(s, seat, t.inputs)
    for unit in range(UNITS):
        t.active[unit] = t.bias[unit]
    for k in range(features.FEATURES):
        value = float(t.inputs[k])
        if value != 0.0:
            for unit in range(UNITS):
                t.active[unit] += value * t.hidden[k, unit]
    standing = 0.0
    for unit in range(UNITS):
        standing += max(t.active[unit], 0.0) * t.weight[unit]
    return standing
