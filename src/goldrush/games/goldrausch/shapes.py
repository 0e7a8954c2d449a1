"""The shapes of what people are shown of Goldrausch."""

from collections.abc import Sequence
from typing import Literal

from goldrush.games.shapes import AnyChoice, AnyView, Shape, Touched

Kind = Literal["lay", "join", "pass"]


class Args(Touched, frozen=True):
    """What an action touches."""

    group: int | None = None


class Choice(AnyChoice, frozen=True):
    """An action that can be played."""

    kind: Kind
    args: Args


class Card(Shape, frozen=True, omit_defaults=True):
    """A card: a character of a group, gold, or false gold."""

    kind: Literal["character", "gold", "false"]
    text: str
    group: int | None = None
    coins: int | None = None


class Group(Shape, frozen=True):
    """A group of characters with its gold."""

    name: str
    letter: str
    symbol: str
    sign: str
    characters: int
    gold: list[int]
    places: int
    coins: int
    tokens: list[int]  # by seat
    share: int  # what a token there earns now [K13]
    joining: int  # what it would earn if one more joined
    open: bool  # whether gold may be laid there


class Stack(Shape, frozen=True):
    """Cards of one kind that are left in the deck."""

    card: Card
    count: int


class Purse(Shape, frozen=True):
    """What a seat has."""

    tokens: int
    total: int
    now: int  # what the groups would pay as they lie
    earned: int | None  # in the last round


class View(AnyView, frozen=True, kw_only=True):
    """The table, which looks the same to all."""

    legal: Sequence[Choice]
    round: int
    rounds: int
    card: Card | None
    groups: list[Group]
    left: int
    deck: list[Stack]
    purses: list[Purse]
    paid: list[int] | None  # by group, what a token there was paid in the last round
