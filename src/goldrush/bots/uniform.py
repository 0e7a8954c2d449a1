"""Chooses among the legal actions with equal chances."""

from goldrush.bots.policy import Trait
from goldrush.core import Ints, Reals, Record, compiled, record
from goldrush.core.rng import below

NEEDS = ()
COMPILED = True
TRAITS: tuple[Trait, ...] = ()
LOOKS = WATCHES = False
MEMORY = record(nothing="i1")


@compiled
def begin(m: Record, seat: int, traits: Reals) -> None:
    """Needs no memory."""


@compiled
def watch(m: Record, s: Record, step: int, rng: Ints) -> None:
    """Takes no notice."""


@compiled
def choose(m: Record, s: Record, out: Ints, n: int, rng: Ints) -> int:
    """Any of them."""
    return int(out[below(rng, n)])
