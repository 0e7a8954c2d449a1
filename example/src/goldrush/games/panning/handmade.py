"""A Panning player as a person might be one: it dips while that brings more than it risks."""

from typing import TYPE_CHECKING, Protocol

from goldrush.bots.policy import Trait
from goldrush.core import Ints, Reals, compiled, layout
from goldrush.core.state import F8

if TYPE_CHECKING:
    from goldrush.games.panning import rules  # bound by bots.policy.bot()

NEEDS = ()
COMPILED = True
TRAITS = (Trait("boldness", 1.0, 0.25, 4.0),)  # above 1 it dips more often than it should
LOOKS = True
WATCHES = False
LIKES = 0  # it tells no two actions to be alike


class Memory(Protocol):
    """Its temper."""

    boldness: F8


MEMORY = layout(Memory)


@compiled
def begin(m: Memory, seat: int, traits: Reals) -> None:
    """Takes its temper."""
    m.boldness = traits[0]


@compiled
def watch(m: Memory, s: rules.State, step: int, rng: Ints) -> None:
    """Learns nothing: all that counts lies on the table."""


@compiled
def choose(m: Memory, s: rules.State, out: Ints, n: int, rng: Ints) -> int:
    """Weighs what another dip would bring on average against what the flood would take [P5]."""
    gain = 0
    for kind in range(rules.KINDS):
        gain += rules.FACES[kind] * min(rules.GRAINS[kind], rules.FULL - int(s.pan))
    loss = rules.FACES[rules.FLOOD] * int(s.pan)
    return rules.DIP if gain * m.boldness > loss else rules.STOP
