"""What a policy promises: a way to choose, compiled, that sees only what its seat may see.

A policy is a module that is bound to the rules of a game.  Before a match every seat gets a
memory; after every step that it can notice it may ``watch``; when it is to act it must ``choose``.
"""

import importlib.util
from dataclasses import dataclass
from typing import NamedTuple, Protocol, cast

import numpy as np

from goldrush.core import Ints, Reals, Record, bind
from goldrush.games.contract import Game

FOLDERS = ("handmade", "ahead")  # of policies made for one game each, by its name


class Trait(NamedTuple):
    """Something about a player that can be set, from *low* to *high*."""

    name: str
    usual: float
    low: float
    high: float


class Policy(Protocol):
    """A policy module."""

    TRAITS: tuple[Trait, ...]
    LOOKS: bool  # whether ``choose`` reads the record: one that does not is spared the hiding
    WATCHES: bool  # whether ``watch`` does anything
    MEMORY: np.dtype[np.record]  # what it keeps, for one seat

    def begin(self, m: Record, seat: int, traits: Reals) -> None:
        """Sets a seat's memory for a new match."""

    def watch(self, m: Record, s: Record, step: int, rng: Ints) -> None:
        """Learns from a step just played; *s* is the seat's hidden record, *step* -1 if unseen.

        Of an unseen step that leaves its hidden record as it was it is not told at all.
        """

    def choose(self, m: Record, s: Record, out: Ints, n: int, rng: Ints) -> int:
        """One of the *n* legal actions in *out*, from the seat's hidden record."""


@dataclass(frozen=True, eq=False)
class Bot:
    """A policy with its traits, bound to a game."""

    name: str
    tag: str
    policy: Policy
    traits: Reals


def bot(game: Game, said: str) -> Bot:
    """The bot meant by a name and traits: ``uniform``, ``handmade``, ``handmade:forget=0.1``."""
    name, _, rest = said.partition(":")
    sources = _sources(game.name)
    if name not in sources:
        raise ValueError(f'no bot "{name}" plays {game.name}; there are: {", ".join(sources)}')
    tag = f"{game.tag}_{name}"
    policy = cast(Policy, bind(sources[name], game.tag, rules=game.rules))
    traits = {trait.name: trait.usual for trait in policy.TRAITS}
    for part in filter(None, rest.split(",")):
        traits |= _trait(name, policy, part)
    return Bot(said, tag, policy, np.array([*traits.values(), 0.0], np.float64))


def _sources(game: str) -> dict[str, str]:
    """The policies that play a game, by name, as modules to bind."""
    own = {name: f"goldrush.bots.{name}.{game}" for name in FOLDERS}
    found = {name: source for name, source in own.items() if importlib.util.find_spec(source)}
    return {"uniform": "goldrush.bots.uniform", **found}


def _trait(name: str, policy: Policy, part: str) -> dict[str, float]:
    key, _, text = part.partition("=")
    known = {trait.name: trait for trait in policy.TRAITS}
    if key not in known:
        names = ", ".join(known) or "none at all"
        raise ValueError(f'the bot {name} has no trait "{key}"; its traits: {names}')
    low, high = known[key].low, known[key].high
    try:
        value = float(text)
    except ValueError:
        value = np.nan
    if not low <= value <= high:
        raise ValueError(f'{key} cannot be "{text}"; it is a number from {low:g} to {high:g}')
    return {key: value}
