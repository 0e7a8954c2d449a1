"""What a policy promises: a way to choose that sees only what its seat may see.

A policy is a module that is bound to the rules of a game.  Before a match every seat gets a
memory; after every step that it can notice it may ``watch``; when it is to act it must ``choose``.
What else it is bound to it NEEDS, and what others may build on it declares too: see Policy, Player
and Thinker.
"""

import ast
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol, cast

import numpy as np

from goldrush.bots import judgement
from goldrush.bots.personas import PERSONAS
from goldrush.core import Ints, Reals, Record, bind, interpreted
from goldrush.games.contract import Game
from goldrush.games.problem import Problem

POLICIES = ("uniform", "handmade", "ahead", "careless", "search")  # as people are told of them
PLAYER = "handmade"  # the one that others build on


class Trait(NamedTuple):
    """Something about a player that can be set, from *low* to *high*."""

    name: str
    usual: float
    low: float
    high: float
    unwatched: float | None = None  # how it is set where nobody has watched, if not as usual
    quick: float | None = None  # how it is set where there is no time, if not as it is


class Policy(Protocol):
    """A policy module.

    One that needs a ``player`` keeps what that remembers in the field ``mind`` of its own memory,
    one that may fail to choose counts in the field ``lost`` how often another had to.
    """

    NEEDS: tuple[str, ...]  # what it is bound to beside ``rules``: see OFFERS
    COMPILED: bool  # whether all of it is, so that it can be simulated by the thousand
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


class Player(Policy, Protocol):
    """A compiled policy made by hand for one game, on which others build.

    They let it choose in worlds that they imagine, where nobody has watched (Trait.unwatched).
    """

    LIKES: int  # how many numbers ``alike`` may give; 0 where there is none: no two are alike

    def alike(self, s: Record, action: int) -> int:
        """A number that actions share if it does not matter which of them is chosen."""

    def overlook(self, m: Record, s: Record) -> None:
        """Takes out of a hidden record what it has forgotten; needed of those that watch alone."""


class Weighed(NamedTuple):
    """What a choice is worth: shares of the win, in worlds that were imagined."""

    share: float
    other: int | None = None  # the best of all others that it was compared with, ...
    ahead: float = 0.0  # ... and how much more often it wins than that


class Thinker(Policy, Protocol):
    """A policy that is not compiled, because it goes by the clock."""

    def seconds(self, traits: Reals) -> float:
        """How long it may think about a decision."""

    def weighed(self, action: int) -> Weighed | None:
        """What it thinks of what it has just chosen, in the same thread."""


@dataclass(frozen=True, eq=False)
class Bot:
    """A policy with its traits, bound to a game."""

    name: str  # by which bot() finds it again
    kind: str  # the name of the policy
    game: Game
    bound: Policy
    traits: Reals

    @property
    def tag(self) -> str:
        """Names what is bound to its policy."""
        return f"{self.game.tag}_{self.kind}"

    @property
    def part(self) -> str:
        """The part of its game to be compiled for it: bots of others have none of their own."""
        return self.kind if self.kind in POLICIES else PLAYER

    @property
    def policy(self) -> Policy:
        """The policy as Python calls it: interpreted for as long as the game is."""
        return interpreted(self.bound) if self.game.compiled else self.bound

    def trait(self, name: str) -> float | None:
        """How a trait is set; None if the policy has no such trait."""
        return {trait.name: value for trait, value in _settings(self)}.get(name)


def bot(game: Game, said: str) -> Bot:
    """The bot meant by a persona, or by a policy and traits: ``zoe``, ``handmade:forget=0.1``.

    Or one that others wrote: by the name under which it is installed, or by the path of a program.
    """
    name, _, rest = spelt(game, said).partition(":")
    policy = _policy(game, name)
    traits = {trait.name: trait.usual for trait in policy.TRAITS}
    for part in filter(None, rest.split(",")):
        traits |= _trait(name, policy, part)
    return Bot(said, name, game, policy, np.array([*traits.values(), 0.0], np.float64))


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


def unwatched(traits: tuple[Trait, ...]) -> Reals:
    """The usual traits of a player who goes by what lies open, and so need not have watched."""
    usual = (t.usual if t.unwatched is None else t.unwatched for t in traits)
    return np.array([*usual, 0.0], np.float64)


def quick(bot: Bot) -> Bot:
    """The same bot without the time to think."""
    set_so = (value if t.quick is None else t.quick for t, value in _settings(bot))
    return replace(bot, traits=np.array([*set_so, 0.0], np.float64))


def _settings(bot: Bot) -> list[tuple[Trait, float]]:
    """The traits of a bot and how they are set."""
    return list(zip(bot.policy.TRAITS, bot.traits.tolist(), strict=False))  # one more at the end


def _policy(game: Game, name: str) -> Policy:
    """The policy of a name, bound to a game."""
    from goldrush.bots import outside  # noqa: PLC0415  # it builds on this module

    sources = _sources(game.name)
    if name in sources:
        return cast(Policy, bound(game, sources[name]))
    player = cast(Player, _policy(game, PLAYER))
    if guest := outside.invited.get(name):
        return outside.Outside(game, name, guest.command, player, guest.ms)
    if command := outside.command(name):
        return outside.Outside(game, name, command, player)
    names = ", ".join([*sources, *PERSONAS, *outside.installed()])
    raise Problem('no bot "{}" plays {}; there are: {}', name, game.name, names)


def bound(game: Game, source: str) -> ModuleType:
    """A module with the compiled rules of a game, and all else that it NEEDS."""
    game = game.compiled or game
    if unknown := set(needs(source)) - set(OFFERS):
        raise ValueError(f"{source} needs {unknown}; there are: {', '.join(OFFERS)}")
    needed = {need: OFFERS[need](game) for need in needs(source)}
    return bind(source, game.tag, rules=game.rules, **needed)


OFFERS: dict[str, Callable[[Game], Any]] = {
    "game": lambda game: game,
    "features": lambda game: game.features,
    "judgement": judgement.shipped,
    "player": lambda game: _policy(game, PLAYER),
}


@cache
def needs(source: str) -> tuple[str, ...]:
    """What a policy declares that it needs; read, not run: it cannot run before it has that."""
    found = importlib.util.find_spec(source)
    assert found is not None
    assert found.origin is not None
    for line in ast.parse(Path(found.origin).read_text("utf-8")).body:
        if isinstance(line, ast.Assign | ast.AnnAssign) and line.value:
            target = line.targets[0] if isinstance(line, ast.Assign) else line.target
            if ast.unparse(target) == "NEEDS":
                return tuple(map(str, ast.literal_eval(line.value)))
    raise ValueError(f"{source} does not declare what it NEEDS")


def _sources(game: str) -> dict[str, str]:
    """The policies that play a game, by name, as modules to bind."""
    found = {name: source for name in POLICIES if (source := _source(game, name))}
    return {n: s for n, s in found.items() if "player" not in needs(s) or PLAYER in found}


def _source(game: str, name: str) -> str | None:
    """The module of a policy: the game's own, or one for all games."""
    sources = (f"goldrush.games.{game}.{name}", f"goldrush.bots.{name}")
    return next((source for source in sources if importlib.util.find_spec(source)), None)


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
