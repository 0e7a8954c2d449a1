"""What a policy promises: a way to choose, compiled, that sees only what its seat may see.

A policy is a module that is bound to the rules of a game.  Before a match every seat gets a
memory; after every step that it can notice it may ``watch``; when it is to act it must ``choose``.
"""

import importlib.util
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol, cast

import numpy as np

from goldrush.bots import judgement
from goldrush.bots.personas import PERSONAS
from goldrush.core import Ints, Reals, Record, bind
from goldrush.games.contract import Game
from goldrush.games.problem import Problem

FOLDERS = ("handmade", "ahead")  # of policies made for one game each, by its name
FORGET = "forget"  # the trait of those that watch to remember
OVER_PLAYER = ("careless", "search")  # policies for all games that build on the hand-made player


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

    name: str  # by which bot() finds it again
    tag: str
    policy: Policy
    traits: Reals

    def trait(self, name: str) -> float | None:
        """How a trait is set; None if the policy has no such trait."""
        return {trait.name: value for trait, value in _settings(self)}.get(name)


def bot(game: Game, said: str) -> Bot:
    """The bot meant by a persona, or by a policy and traits: ``zoe``, ``handmade:forget=0.1``."""
    name, _, rest = spelt(game, said).partition(":")
    policy = _policy(game, name)
    traits = {trait.name: trait.usual for trait in policy.TRAITS}
    for part in filter(None, rest.split(",")):
        traits |= _trait(name, policy, part)
    return Bot(said, f"{game.tag}_{name}", policy, np.array([*traits.values(), 0.0], np.float64))


def spelt(game: Game, said: str) -> str:
    """A bot as policy and traits: a persona, with what is said after it, as it plays a game."""
    name, _, rest = said.partition(":")
    if name not in PERSONAS:
        return said
    persona = PERSONAS[name]
    style = persona.style(_policy(game, persona.kind).TRAITS)
    return f"{persona.kind}:{','.join(filter(None, [*style, rest]))}".rstrip(":")


def policies(game: Game) -> dict[str, tuple[Trait, ...]]:
    """The policies that play a game, with their traits."""
    return {name: _policy(game, name).TRAITS for name in _sources(game.name)}


def steady(traits: tuple[Trait, ...]) -> Reals:
    """The usual traits of a player who forgets nothing, and so need not have watched."""
    return np.array([*(0.0 if trait.name == FORGET else trait.usual for trait in traits), 0.0])


def hasty(bot: Bot) -> Bot:
    """The same bot without the time to think: for rehearsals."""
    least = [1.0 if trait.name == "sims" else value for trait, value in _settings(bot)]
    return replace(bot, traits=np.array([*least, 0.0], np.float64))


def _settings(bot: Bot) -> list[tuple[Trait, float]]:
    """The traits of a bot and how they are set."""
    return list(zip(bot.policy.TRAITS, bot.traits.tolist(), strict=False))  # one more at the end


def _policy(game: Game, name: str) -> Policy:
    """The policy of a name, bound to a game."""
    sources = _sources(game.name)
    if name not in sources:
        names = ", ".join([*sources, *PERSONAS])
        raise Problem('no bot "{}" plays {}; there are: {}', name, game.name, names)
    return _bound(game, name, sources[name])


def _bound(game: Game, name: str, source: str) -> Policy:
    """A policy with the rules of a game; those that think further know more of it."""
    names: dict[str, Any] = {"rules": game.rules}
    if name in OVER_PLAYER:
        names["player"] = _policy(game, "handmade")
    if name == "search":
        names |= {"game": game, "features": game.features, "judgement": judgement.shipped(game)}
    return cast(Policy, bind(source, game.tag, **names))


def _sources(game: str) -> dict[str, str]:
    """The policies that play a game, by name, as modules to bind."""
    own = {name: f"goldrush.bots.{name}.{game}" for name in FOLDERS}
    found = {name: source for name, source in own.items() if importlib.util.find_spec(source)}
    over = {name: f"goldrush.bots.{name}" for name in OVER_PLAYER if "handmade" in found}
    return {"uniform": "goldrush.bots.uniform", **found, **over}


def _trait(name: str, policy: Policy, part: str) -> dict[str, float]:
    key, _, text = part.partition("=")
    known = {trait.name: trait for trait in policy.TRAITS}
    if key not in known:
        names = ", ".join(known) or Problem("none at all")
        raise Problem('the bot {} has no trait "{}"; its traits: {}', name, key, names)
    low, high = known[key].low, known[key].high
    try:
        value = float(text)
    except ValueError:
        value = np.nan
    if not low <= value <= high:
        raise Problem('{} cannot be "{}"; it is a number from {:g} to {:g}', key, text, low, high)
    return {key: value}
