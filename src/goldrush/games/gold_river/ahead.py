"""Hurries to the goal by the main river, and leaves all else to chance."""

from typing import TYPE_CHECKING

from goldrush.bots.policy import Trait
from goldrush.core import Ints, Reals, Record, compiled, record
from goldrush.core.rng import below

if TYPE_CHECKING:
    from goldrush.games.gold_river import rules  # bound by bots.policy.bot()

NEEDS = ()
COMPILED = True
TRAITS: tuple[Trait, ...] = ()
LOOKS = True
WATCHES = False
MEMORY = record(nothing="i1")


@compiled
def begin(m: Record, seat: int, traits: Reals) -> None:
    """Needs no memory."""


@compiled
def watch(m: Record, s: rules.State, step: int, rng: Ints) -> None:
    """Takes no notice."""


@compiled
def choose(m: Record, s: rules.State, out: Ints, n: int, rng: Ints) -> int:
    """The way to the leg's goal, which out of a tributary is down; anything else at random."""
    if s.phase == rules.CALL:
        down = s.leg == 1 or not rules.river.MAIN[s.boat[s.turn]]
        return rules.GO_DOWN if down else rules.GO_UP
    if s.phase == rules.FORK:
        return rules.KEEP_ON
    return int(out[below(rng, n)])
