"""The shapes of what people are shown of Golden-Town."""

from collections.abc import Sequence
from typing import Literal

from goldrush.games.golden_town.edition import Kind as SquareKind
from goldrush.games.shapes import AnyChoice, AnyView, Line, Shape, Touched

Kind = Literal[
    "make",
    "go",
    "go_concession",
    "go_bank",
    "stay",
    "enter",
    "fight",
    "agree",
    "refuse",
    "wait",
    "open",
    "leave",
    "take",
    "keep",
    "dig",
    "lift",
    "lift_joker",
    "swap_talon",
    "swap_top",
    "fall",
    "prop",
    "up",
    "down",
    "on",
    "surface",
    "stop",
    "first",
    "second",
    "lay",
    "lay_joker",
    "pass",
]
Depth = int | Literal["entrance", "exit"]  # a level, or before and behind them


class Args(Touched, frozen=True):
    """What an action touches."""

    square: str | None = None
    seat: int | None = None
    card: str | None = None
    level: int | None = None  # 0 is the entrance
    n: int | None = None  # nuggets, or steps


class Choice(AnyChoice, frozen=True):
    """An action that can be played."""

    kind: Kind
    args: Args


class Square(Shape, frozen=True):
    """A square as the edition draws it."""

    name: str
    kind: SquareKind
    at: tuple[int, int]
    place: Line  # what people call it


class Town(Shape, frozen=True):
    """The town."""

    squares: list[Square]
    ways: list[tuple[str, str]]


class Card(Shape, frozen=True):
    """A card with the levels that it shows and its steps in a duel."""

    card: str
    shows: str  # the colours' letters; a special card shows none
    steps: int


class Prospector(Shape, frozen=True):
    """Where a seat's prospector is."""

    square: str
    depth: Depth | None  # None outside concessions
    missing: bool  # whether it misses a turn
    ban: str | None  # the concession that it may not enter
    lifted: bool


class There(Shape, frozen=True):
    """Somebody in a concession."""

    seat: int
    depth: Depth | None


class Concession(Shape, frozen=True):
    """A mine with its filons by level, and who is there."""

    name: str
    opened: bool
    left: list[int]
    size: list[int]
    holder: int | None  # who has been there longest
    there: list[There]


class Filon(Shape, frozen=True):
    """A filon that was taken."""

    number: int
    level: int
    grams: int | None  # 0 of pyrite; None of one that one has not seen


class Player(Shape, frozen=True):
    """What a seat has."""

    cart: int
    banked: int
    cards: int
    hand: list[Card] | None  # None of others
    known: list[str]  # cards that all have seen
    filons: list[Filon]
    ore: int | None
    next: Line | None  # what it lacks for its next step
    wins: list[int]  # the rolls that would win: to the Bank, with a cart that makes up the goal


class Way(Shape, frozen=True):
    """A square that the roll leads to."""

    action: int
    square: str
    path: list[str]
    means: list[Line]  # what it means to go there; nothing to others


class Fight(Shape, frozen=True):
    """A rival who can be challenged, and what a duel would be about."""

    action: int
    seat: int
    means: list[Line]


class Dig(Shape, frozen=True):
    """A card that digs, and the levels that it could take ore from."""

    action: int
    levels: list[int]


class Ahead(Shape, frozen=True):
    """A tile that can be dug next: how many of its colour that one has not seen hold what."""

    action: int
    gold: int
    pyrite: int
    cave_in: int
    abandon: int


class Making(Shape, frozen=True):
    """Nuggets that can be made, and the grams that are lost with them."""

    action: int
    lost: int


class Run(Shape, frozen=True):
    """The digging of a turn: levels on the card, direction, filons so far."""

    shows: str
    way: Literal["open", "up", "down"]
    dug: int


class Duel(Shape, frozen=True):
    """A duel: the challenger comes first, and walks up from square 0."""

    seats: tuple[int, int]
    squares: int
    gap: int
    at: tuple[int, int]
    laid: list[list[str]]
    mover: int | None
    passes: int
    loot: int
    stakes: list[Line]  # what whoever fights can win and lose; nothing to others


class View(AnyView, frozen=True, kw_only=True):
    """The table as a seat sees it."""

    legal: Sequence[Choice]
    phase: str
    options: list[str]
    round: int
    rounds: int
    goal: int  # nuggets in the Bank that win
    map: Town
    deck: list[Card]  # every kind of card
    prospectors: list[Prospector]
    concessions: list[Concession]
    players: list[Player]
    barred: list[tuple[int, int]]  # who may not fight each other again
    talon: int
    top: str | None
    takeable: bool
    discards: list[str]
    roll: int | None
    reach: list[Way]
    fights: list[Fight]
    digs: list[Dig]
    ahead: list[Ahead]
    makings: list[Making]
    asked: int | None
    run: Run | None
    duel: Duel | None
