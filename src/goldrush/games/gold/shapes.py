"""The shapes of what people are shown of GOLD."""

from collections.abc import Sequence
from typing import Literal

from goldrush.games.shapes import AnyChoice, AnyView, Shape, Touched


class Args(Touched, frozen=True):
    """What an action touches."""

    spot: int


class Choice(AnyChoice, frozen=True):
    """An action that can be played."""

    kind: Literal["turn"]
    args: Args


class Card(Shape, frozen=True, omit_defaults=True):
    """A card that lies face up: gold of a value, a prospector of a colour, or dynamite."""

    kind: Literal["gold", "prospector", "dynamite"]
    text: str
    value: int | None = None
    colour: int | None = None
    strength: int | None = None


class Face(Shape, frozen=True):
    """A card that was turned, and where."""

    spot: int
    card: Card


class Colour(Shape, frozen=True):
    """A colour of prospectors."""

    name: str
    letter: str
    symbol: str
    owner: int | None


class Mine(Shape, frozen=True):
    """What a seat has found."""

    cards: int
    carats: int | None  # None of others, until the end [G22]
    earlier: int  # carats of the rounds before


class View(AnyView, frozen=True, kw_only=True):
    """The table as a seat sees it."""

    legal: Sequence[Choice]
    shown: Sequence[Face]  # turned in the last turn, for all to see [G23]
    layout: str
    round: int
    rounds: int
    colours: list[Colour]
    columns: int
    spots: list[str]  # what each is called
    table: list[int]  # by spot, whether a card lies there
    left: int
    few: int  # cards left with which the rush begins [G15]
    rush: str | None
    turning: int | None
    up: list[Face]  # turned in this turn
    mines: list[Mine]
