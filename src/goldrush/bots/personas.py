"""Personas: opponents with a name and a character, the same for all games, weakest first.

A persona says in general terms how it plays; bots.policy.spelt() says what that is in one game.
Its words are in texts.*.toml beside this file, its measured strength in strength.json.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from goldrush.games.contract import Game

if TYPE_CHECKING:
    from goldrush.bots.policy import Trait  # which knows the personas by name

FILE = Path(__file__).with_name("strength.json")
STARS = (-250, -80, 20, 75)  # Elo points from which on a persona has one star more
PLAIN = ("slip", "sims", "ms", "forget")  # what is said to every game in the same figures


@dataclass(frozen=True)
class Persona:
    """A character; None is what is usual for its kind."""

    key: str
    kind: str  # the policy
    boldness: float = 0.0  # from -1, as timid as a game's player can be, to 1
    slip: float | None = None
    sims: int | None = None
    ms: int | None = None
    forget: float | None = None

    def style(self, traits: "Sequence[Trait]") -> Iterator[str]:
        """What is unusual about it, said to a policy that has these traits."""
        for trait in traits:
            value = self._bold(trait) if trait.name == "boldness" else None
            if trait.name in PLAIN:
                value = getattr(self, trait.name)
            if value is not None:
                yield f"{trait.name}={value:g}"

    def _bold(self, trait: "Trait") -> float | None:
        """Its boldness between what is lowest, usual and highest in a game."""
        room = trait.usual - trait.low if self.boldness < 0 else trait.high - trait.usual
        return trait.usual + self.boldness * room if self.boldness else None


LADDER = (
    Persona("zoe", "careless", slip=0.6, forget=0.3),
    Persona("felix", "careless", slip=0.25, forget=0.1),
    Persona("marius", "handmade", boldness=0.3, forget=0.05),  # more would lose Goldrausch to felix
    Persona("odile", "handmade", boldness=-0.6, forget=0.02),
    Persona("ines", "search", sims=60, forget=0.05),
    Persona("anselm", "search", ms=100, forget=0.02),
    Persona("maud", "search", ms=1000, forget=0.0),
)
PERSONAS = {persona.key: persona for persona in LADDER}


def mix(bots: int) -> list[str]:
    """So many different personas: from the middle of the ladder outwards, the weaker one first."""
    middle = len(LADDER) // 2
    nearest = sorted(range(len(LADDER)), key=lambda place: (abs(place - middle), place))
    return [LADDER[nearest[n % len(LADDER)]].key for n in range(bots)]


class Strength(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How strong a persona proved in a league, in Elo points above ``handmade``."""

    rating: float
    margin: float  # half of the 95 % interval
    games: int  # in which it sat
    version: int  # of the rules
    date: str
    command: str


Strengths = dict[str, Strength]  # by persona
Measures = dict[str, dict[int, Strengths]]  # by game and number of seats


def strengths(game: Game, seats: int) -> Strengths:
    """How strong the personas proved in a game as it is shipped, as far as they were measured."""
    found = measures().get(game.name, {}).get(seats, {}) if game.shipped else {}
    return {key: one for key, one in found.items() if one.version == game.rules.VERSION}


def stars(key: str) -> int:
    """How strong a persona is, from 1 to 5, for people who know no Elo: the mean of all tables.

    One that was never measured has what its place among the others promises.
    """
    tables = [known for game in measures().values() for known in game.values()]
    found = [known[key].rating for known in tables if key in known]
    if found:
        mean = sum(found) / len(found)
        return 1 + sum(mean >= least for least in STARS)
    return 1 + len(STARS) * LADDER.index(PERSONAS[key]) // (len(LADDER) - 1)


def measures() -> Measures:
    """All that was measured."""
    return msgspec.json.decode(FILE.read_bytes(), type=Measures)


def keep(game: Game, found: dict[int, Strengths]) -> None:
    """Writes down what was measured, in place of what was known of these personas."""
    known = measures()
    tables = known.setdefault(game.name, {})
    for seats, strengths in found.items():
        tables[seats] = {**tables.get(seats, {}), **strengths}
    known[game.name] = dict(sorted(tables.items()))
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(known)) + b"\n")
