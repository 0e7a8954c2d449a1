"""The shapes of what people are shown of Oh My Gold!."""

from collections.abc import Sequence
from typing import Literal

from goldrush.games.shapes import AnyChoice, AnyView, Line, Shape, Touched

Kind = Literal["roll", "open", "load", "steal", "end"]
Phase = Literal["begin", "fill", "roll", "act", "reveal", "done"]


class Args(Touched, frozen=True):
    """What an action touches."""

    slot: int | None = None
    coins: int | None = None
    diamonds: int | None = None
    seat: int | None = None  # from whom it is stolen


class Choice(AnyChoice, frozen=True):
    """An action that can be played."""

    kind: Kind
    args: Args


class Treasure(Shape, frozen=True):
    """A treasure of the edition, by the name that it has ashore; fish bones have no name."""

    name: str
    coins: int
    diamonds: int


class Pile(Shape, frozen=True):
    """The chests that are still to come."""

    cards: int
    keys: int | None  # of the next one


class Boat(Shape, frozen=True):
    """What a seat has; its loot is covered until the end [O24]."""

    ashore: list[str]
    cards: int
    coins: int | None
    diamonds: int | None
    bones: int | None


class View(AnyView, frozen=True, kw_only=True):
    """The table, which looks the same to all."""

    legal: Sequence[Choice]
    phase: Phase
    options: list[str]
    at_once: bool  # whether a chest is opened as soon as it has its keys [O10]
    treasures: list[Treasure]
    row: list[int]  # the keys of each chest; 0 where there is none
    keyed: list[int]  # the slots of chests that have their keys
    pile: Pile
    opening: int | None
    closed: list[int]  # by keys, how many chests are closed
    chests: int  # how many there are in all: the match ends soon after the last is open [O20]
    dice: list[str]
    idle: dict[str, Line]  # why dice with a face can be used for nothing now
    rolling: int
    used: int
    again: bool
    boarded: list[int]  # who has been stolen from in this turn
    boats: list[Boat]
    closing: int | None
    turns: int
