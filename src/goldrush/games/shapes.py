"""The shapes of what people are shown of any game; ``server/typescript.py`` tells browsers."""

from collections.abc import Sequence
from typing import Any, TypedDict

from msgspec import Struct


class SeatArgument(TypedDict):
    """A seat as an argument of a line: whoever reads it sees the player's name."""

    seat: int


class Line(TypedDict):
    """A text to be found by its key; an argument may be a line itself, or a SeatArgument."""

    key: str
    args: dict[str, Any]


class Shape(Struct, frozen=True, gc=False):  # nothing here can hold what holds it
    """A part of a view; what never changes is made once, and shown again and again."""


class Touched(Struct, frozen=True, gc=False, omit_defaults=True):
    """What an action touches: of all that actions of a game can, what this one does."""


class AnyChoice(Shape, frozen=True):
    """An action that can be played: its kind and what it touches are its own alone."""

    action: int
    text: str  # in the game's notation, as people type it
    kind: str  # its words are the text "action.<kind>"
    args: Touched


class Amount(Shape, frozen=True):
    """A number to be chosen: it is added to the action that chooses 0."""

    name: str
    action: int
    least: int
    most: int


class Criterion(Shape, frozen=True):
    """Something that decides who wins."""

    key: str  # of a text
    values: list[int]  # by seat


class AnyView(Shape, frozen=True, kw_only=True):
    """What the views of all games have."""

    game: str
    version: int
    seat: int | None  # whose view it is; None a watcher's
    seats: int
    first: int | None  # the seat that was drawn to start
    turn: int | None
    prompt: Line
    rule: str | None  # the paragraph that the prompt is about
    legal: Sequence[AnyChoice]  # what the viewer may do now, but for amounts
    amount: Amount | None
    points: list[int] | None  # from here on: when the match is over
    places: list[int] | None
    criteria: list[Criterion] | None  # what decides, in order
    end: str | None  # how it ended: the text "end.<end>"
    shown: Sequence[Any] = []  # what the last turn laid open, until it is covered again
