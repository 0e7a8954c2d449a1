"""Who plays against the people at a terminal: the choice, the names at the table, and the list."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from goldrush.bots.outside import installed
from goldrush.bots.personas import LADDER, PERSONAS, STARS, Strength, mix, stars, strengths
from goldrush.bots.policy import POLICIES as ALL_POLICIES
from goldrush.bots.policy import Trait, policies, spelt
from goldrush.games.contract import Game
from goldrush.games.problem import Problem
from goldrush.games.texts import Texts
from goldrush.terminal import words

MOST_STARS = len(STARS) + 1
POLICIES = ("uniform", "handmade", "careless", "search")  # those that play all games


def chosen(said: list[str], seats: int) -> list[str]:
    """A bot for each of so many seats: those named, the last of them again; else a mix."""
    if len(said) > seats:
        raise Problem("{} bots are named for {} seats that bots take", len(said), seats)
    return said + said[-1:] * (seats - len(said)) if said else mix(seats)


def names(texts: Texts, people: Sequence[str], bots: Sequence[str]) -> list[str]:
    """The names at the table; of two that are the same the second is numbered."""
    called = list(people)
    for number, said in enumerate(bots, start=1):
        called.append(words.another(texts, _name(texts, said.partition(":")[0], number), called))
    return called


def _name(texts: Texts, key: str, number: int) -> str:
    """A persona's name, or that of a bot that others wrote; those without are numbered."""
    if key in PERSONAS:
        return texts(f"persona.{key}.name")
    return texts("player.bot", number=number) if key in ALL_POLICIES else Path(key).stem


def listing(texts: Texts, game: Game | None) -> Iterator[RenderableType]:
    """The personas, and what they are made of; for a game also how it sees them."""
    yield Text(texts("bots.personas"), "bold")
    for persona in LADDER:
        name, rank = texts(f"persona.{persona.key}.name"), stars(persona.key)
        shown = f"{'★' * rank}{'☆' * (MOST_STARS - rank)} {texts(f'strength.{rank}')}"
        yield Text.assemble((persona.key, "bold"), f" · {name} · {shown}")
        yield _below(texts(f"persona.{persona.key}.about"))
        yield from _in_figures(texts, game, persona.key) if game else ()
    yield Text("\n" + texts("bots.policies"), "bold")
    for name, traits in (policies(game) if game else dict.fromkeys(POLICIES, ())).items():
        yield Text.assemble((name, "bold"), " · ", texts(f"policy.{name}"))
        yield from (_below(_trait(texts, trait)) for trait in traits)
    if names := installed():
        yield Text("\n" + texts("bots.installed"), "bold")
        yield Text("\n".join(names), "bold")


def _in_figures(texts: Texts, game: Game, key: str) -> Iterator[RenderableType]:
    """What a persona is in a game, and how strong it proved."""
    yield _below(spelt(game, key))
    found = list(_measured(game, key))
    for seats, one in found:
        rating, margin = f"{round(one.rating):+d}", round(one.margin)
        told = texts("bots.strength", seats=seats, rating=rating, margin=margin, games=one.games)
        yield _below(told)
    if not found:
        yield _below(texts("bots.unmeasured"))


def _measured(game: Game, key: str) -> Iterator[tuple[int, Strength]]:
    """How strong a persona proved, with each number of seats for which somebody has measured it."""
    for seats in range(game.rules.MIN_SEATS, game.rules.MAX_SEATS + 1):
        if one := strengths(game, seats).get(key):
            yield seats, one


def _trait(texts: Texts, trait: Trait) -> str:
    figures = {name: f"{getattr(trait, name):.10g}" for name in ("usual", "low", "high")}
    return texts("bots.trait", name=trait.name, **figures)


def _below(told: str) -> RenderableType:
    return Padding(Text(told, "dim"), (0, 2, 0, 4))
