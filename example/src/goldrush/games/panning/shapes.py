"""The shapes of what people are shown of Panning."""

from collections.abc import Sequence
from typing import Literal

from goldrush.games.shapes import AnyChoice, AnyView, Shape

Kind = Literal["dip", "stop"]


class Choice(AnyChoice, frozen=True):
    """An action that can be played."""

    kind: Kind


class Face(Shape, frozen=True):
    """Faces of the die that are alike."""

    grains: int
    count: int


class View(AnyView, frozen=True, kw_only=True):
    """The table, which looks the same to all."""

    legal: Sequence[Choice]
    round: int
    rounds: int
    pan: int
    full: int  # grains that a pan holds
    pouches: list[int]  # by seat
    faces: list[Face]
