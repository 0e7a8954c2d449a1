"""The shapes of what people are shown of Gold River."""

from collections.abc import Sequence
from typing import Literal

from goldrush.games.shapes import AnyChoice, AnyView, Line, Shape, Touched

Kind = Literal["down", "up", "main", "turn", "stake", "deposit", "break", "enough"]
Phase = Literal[
    "found",
    "begin",
    "call",
    "roll",
    "fork",
    "dig",
    "drink",
    "bet",
    "spin",
    "save",
    "change",
    "goal",
    "done",
]
Heading = Literal["down", "up", "bounced"]
Lying = Literal["empty", "old", "new"]


class Args(Touched, frozen=True):
    """What an action touches."""

    carats: int | None = None


class Choice(AnyChoice, frozen=True):
    """An action that can be played."""

    kind: Kind
    args: Args


class Square(Shape, frozen=True):
    """A square as the edition draws it, and where its water flows."""

    name: str
    kind: str
    at: tuple[int, int]
    down: str | None
    tributary: str | None


class Waiting(Shape, frozen=True):
    """Nuggets at the goals of both legs."""

    source: int
    mouth: int


class Nuggets(Shape, frozen=True):
    """Nuggets of one size."""

    carats: int
    count: int


class Purse(Shape, frozen=True):
    """What a seat has."""

    nuggets: list[Nuggets]
    count: int
    carats: int
    deposit: int
    total: int
    spilt: int  # nuggets that falls would take now, and what they are worth
    falls: int
    ransom: int  # carats that an ambush would take now
    stake: int  # the most that could be staked in a casino now


class Pays(Shape, frozen=True):
    """What squares pay, by the roll from 1 on: a saloon in carats, a casino for each one staked."""

    fare: int  # of a saloon
    saloon: list[int]
    casino: list[int]
    goal: int  # nuggets at the goal of a leg
    mix: list[Nuggets]  # from which a new nugget is drawn


class Reach(Shape, frozen=True):
    """Where a boat may land by the word that is called, for each roll from 1 on."""

    up: list[list[str]]
    down: list[list[str]]


class Way(Shape, frozen=True):
    """One of the ways at a confluence."""

    action: int
    text: str
    path: list[str]
    end: str


class View(AnyView, frozen=True, kw_only=True):
    """The river and what everybody has, which look the same to all."""

    legal: Sequence[Choice]
    phase: Phase
    map: list[Square]
    pays: Pays
    goal: str
    leg: int
    legs: int
    call: str
    round: int
    rounds: int
    ends: Line  # what wins, and when the match ends
    to_go: list[int]  # squares to the goal of this leg, by seat
    boats: list[str]  # by seat, the square
    jailed: list[int]
    lying: dict[str, Lying]  # on each mine
    waiting: Waiting
    bag: list[Nuggets]
    purses: list[Purse]
    bank: int
    heading: Heading | None
    pips: int | None
    stake: int | None
    reach: Reach | None
    ways: list[Way]
    preselected: int | None  # the action for which no word is said
    turns: int
