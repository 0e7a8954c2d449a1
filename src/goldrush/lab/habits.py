"""The hand-made player with habits: it slips, never does one kind of thing, or does it always.

So one compiled policy plays at all strengths from chance to the hand-made player, and shows what
each kind of action is worth: by how much a player loses who leaves it alone, or never does.
"""

from typing import TYPE_CHECKING, Annotated, Protocol

import numpy as np

from goldrush.bots.policy import Trait
from goldrush.core import Ints, Reals, Record, compiled, layout
from goldrush.core.rng import below, unit
from goldrush.core.state import F8, I8, F8s, I8s
from goldrush.games.contract import Game, Rules

if TYPE_CHECKING:
    from goldrush.games.gold import handmade as player

rules: Rules = globals()["rules"]
GAME: Game = globals()["game"]

NEEDS = ("game", "player")
COMPILED = True
LOOKS = True
WATCHES = player.WATCHES
NONE = -1  # no kind
STYLE = len(player.TRAITS)

KINDS = tuple(dict.fromkeys(choice.kind for choice in GAME.notation.CHOICES))
KIND = np.array([KINDS.index(choice.kind) for choice in GAME.notation.CHOICES])  # by action
NOTHING = np.zeros(rules.ACTIONS, np.bool_)  # actions that choose the amount 0: they do nothing
AMOUNT = np.zeros(rules.ACTIONS, np.bool_)
for amounts in rules.AMOUNTS:
    NOTHING[amounts.first] = True
    AMOUNT[amounts.first : amounts.first + amounts.most + 1] = True

OWN = (
    Trait("slip", 0.0, 0.0, 1.0),  # how often, of all choices, it does anything
    Trait("never", NONE, NONE, len(KINDS) - 1),  # a kind of action, by its number
    Trait("always", NONE, NONE, len(KINDS) - 1),
)
TRAITS = (*OWN, *player.TRAITS)


class Memory(Protocol):
    """Its habits, and the player in it."""

    slip: F8
    never: I8
    always: I8
    style: Annotated[F8s, STYLE + 1]  # the player's traits
    open: Annotated[I8s, rules.ACTIONS + 1]  # the actions that its habits leave
    mind: Annotated[np.ndarray, player.MEMORY, 1]  # what the player remembers


MEMORY = layout(Memory)


@compiled
def begin(m: Memory, seat: int, traits: Reals) -> None:
    """Takes its seat, its habits and its style."""
    m.slip = traits[0]
    m.never = int(traits[1])
    m.always = int(traits[2])
    for k in range(STYLE):
        m.style[k] = traits[len(OWN) + k]
    player.begin(m.mind[0], seat, m.style)


@compiled
def watch(m: Memory, s: Record, step: int, rng: Ints) -> None:
    """Remembers what the player in it remembers."""
    player.watch(m.mind[0], s, step, rng)


@compiled
def choose(m: Memory, s: Record, out: Ints, n: int, rng: Ints) -> int:
    """What the player would do within its habits; anything within them if it would go beyond."""
    if m.slip > 0.0 and unit(rng) < m.slip:
        return int(out[below(rng, n)])
    left = _leave(m, out, n)
    chosen = int(player.choose(m.mind[0], s, m.open, left, rng))
    for k in range(left):
        if m.open[k] == chosen:
            return chosen
    return int(m.open[below(rng, left)])


@compiled
def _leave(m: Memory, out: Ints, n: int) -> int:
    """Writes the actions that habits leave, all if they would leave none; returns how many."""
    left = 0
    for k in range(n):
        kind = NONE if NOTHING[out[k]] else KIND[out[k]]
        if kind != m.never and (m.always == NONE or kind == m.always):
            m.open[left] = out[k]
            left += 1
    if left and m.always != NONE and AMOUNT[m.open[left - 1]]:
        m.open[0] = m.open[left - 1]  # of amounts the largest
        left = 1
    for k in range(n if left == 0 else 0):
        m.open[k] = out[k]
    return left if left else n
