"""What an edition of Golden-Town may say: board, cards and filons, and what cannot be played."""

import re
from functools import cached_property
from typing import Literal, get_args

import msgspec

from goldrush.games import edition
from goldrush.games.problem import Problem

Kind = Literal["road", "hotel", "bank", "hospital", "prison", "concession"]
KINDS: tuple[str, ...] = get_args(Kind)
HOUSES = ("hotel", "bank", "hospital", "prison")
CONCESSIONS = 4  # [T1]
CARDS = 53  # [T1]
COLOURS = "YGRB"  # of the levels, from the top [T3]
LEVEL_FILONS = (6, 5, 4, 3)  # of each level of a concession [T3]
NUGGET = 500  # grams [T41]
NUGGETS = 20  # [T1]
GRAMS = (100, 200, 300, 400, 500)  # what a filon with gold may hold
MOST_SQUARES = 120
MOST_STEPS = 3  # of a card in a duel [T2, T49]
MOST_DUEL = 64
MOST_AT = 99  # a drawing position lies between this and its negative


class Square(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    kind: Kind
    at: tuple[int, int]  # column and row where it is drawn


class Board(edition.Part, frozen=True, forbid_unknown_fields=True, dict=True):
    duel: int  # squares of the duel field, the Revolver squares included
    squares: list[Square]
    ways: list[tuple[str, str]]  # squares that lie side by side

    @cached_property
    def beside(self) -> dict[str, list[str]]:
        """The squares beside each, by name."""
        both = self.ways + [(b, a) for a, b in self.ways]
        return {s.name: [b for a, b in both if a == s.name] for s in self.squares}


class LevelCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    shows: str  # levels, as letters of COLOURS
    steps: list[int]  # duel steps, one number a card


class Cards(edition.Part, frozen=True, forbid_unknown_fields=True):
    levels: list[LevelCard]
    lifts: int
    mines: int
    props: int
    jokers: int


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    gold: dict[int, int]  # filons by grams
    pyrite: int
    cave_in: int
    abandon: int

    @property
    def filons(self) -> int:
        """How many there are."""
        return sum(self.gold.values()) + self.pyrite + self.cave_in + self.abandon


class Filons(edition.Part, frozen=True, forbid_unknown_fields=True):
    yellow: Level
    green: Level
    red: Level
    blue: Level

    @property
    def levels(self) -> tuple[Level, ...]:
        """The four levels, from the top."""
        return self.yellow, self.green, self.red, self.blue


class Edition(edition.Edition, frozen=True, forbid_unknown_fields=True):
    """The cards [T2], the filons [T4] and the board [T5]."""

    board: Board
    cards: Cards
    filons: Filons

    def problems(self) -> edition.Problems:
        yield from edition.wrong_game(self, "golden_town")
        faults = [*self._square_problems(), *self._way_problems()]
        yield from faults
        if not faults:  # names can be trusted, and ways be followed
            yield from self._unreachable()
        yield from self._card_problems()
        yield from self._filon_problems()

    def _square_problems(self) -> edition.Problems:
        where = ("board", "squares")
        squares = self.board.squares
        yield from edition.repeated(where, squares, ("name", "at"))
        for n, square in enumerate(squares):
            if not re.fullmatch("[A-Z][A-Za-z0-9_]{0,7}", square.name):
                yield (
                    (*where, n),
                    Problem(
                        'name "{}"; a capital letter and up to seven letters and digits are'
                        " possible",
                        square.name,
                    ),
                )
            if max(map(abs, square.at)) > MOST_AT:
                yield (
                    (*where, n),
                    Problem("drawn at {0}; -{1} to {1} is possible", list(square.at), MOST_AT),
                )
        if len(squares) > MOST_SQUARES:
            yield where, Problem("{} squares; {} are possible", len(squares), MOST_SQUARES)
        for kind, needed in (*((house, 1) for house in HOUSES), ("concession", CONCESSIONS)):
            named = [s.name for s in squares if s.kind == kind]
            if len(named) != needed:
                found = ", ".join(named) or Problem("none")
                yield where, Problem("{}: {}; there must be {}", kind, found, needed)
        if not 2 <= self.board.duel <= MOST_DUEL:
            yield (
                ("board", "duel"),
                Problem(
                    "a duel field of {} squares; 2 to {} are possible", self.board.duel, MOST_DUEL
                ),
            )

    def _way_problems(self) -> edition.Problems:
        named = {square.name: square for square in self.board.squares}
        for n, way in enumerate(self.board.ways):
            where = ("board", "ways", n)
            strange = [name for name in way if name not in named]
            if strange:
                yield where, Problem('"{}" is no square of this board', strange[0])
            elif {way, way[::-1]} & {*self.board.ways[:n]}:
                yield where, Problem("{} and {} are joined twice", way[0], way[1])
            elif sum(abs(a - b) for a, b in zip(*(named[w].at for w in way), strict=True)) != 1:
                yield (
                    where,
                    Problem("{} and {} are joined, but not drawn side by side", way[0], way[1]),
                )
            elif "road" not in (named[way[0]].kind, named[way[1]].kind):
                yield where, Problem("{} and {} are joined, but neither is a road", way[0], way[1])

    def _unreachable(self) -> edition.Problems:
        """Complains of squares to which no road leads from the Hotel."""
        roads = {square.name for square in self.board.squares if square.kind == "road"}
        reached = [next(square.name for square in self.board.squares if square.kind == "hotel")]
        for name in reached:
            if name in roads or name == reached[0]:
                reached += [beside for beside in self.board.beside[name] if beside not in reached]
        for n, square in enumerate(self.board.squares):
            if square.name not in reached:
                yield (
                    ("board", "squares", n),
                    Problem("no road leads from the hotel to {}", square.name),
                )

    def _card_problems(self) -> edition.Problems:
        cards = self.cards
        yield from edition.repeated(("cards", "levels"), cards.levels, ("shows",))
        for n, card in enumerate(cards.levels):
            where = ("cards", "levels", n)
            if "".join(c for c in COLOURS if c in card.shows) != card.shows or not card.shows:
                yield (
                    where,
                    Problem('levels "{}"; write letters of {}, in this order', card.shows, COLOURS),
                )
            if not all(1 <= steps <= MOST_STEPS for steps in card.steps):
                yield where, Problem("steps {}; 1 to {} are possible", card.steps, MOST_STEPS)
        others = {name: getattr(cards, name) for name in ("lifts", "mines", "props", "jokers")}
        for name, n in others.items():
            if n < 0:
                yield ("cards", name), Problem("{} {}; 0 or more are possible", n, name)
        if cards.mines + cards.jokers < 1:
            yield (
                ("cards", "mines"),
                Problem("no Mine card and no joker: no mine could ever be opened"),
            )
        n = sum(len(card.steps) for card in cards.levels) + sum(others.values())
        if n != CARDS:
            yield ("cards",), Problem("{} cards; there must be {} [T1]", n, CARDS)

    def _filon_problems(self) -> edition.Problems:
        names = ("yellow", "green", "red", "blue")
        for name, level, filons in zip(names, self.filons.levels, LEVEL_FILONS, strict=True):
            where = ("filons", name)
            needed = filons * CONCESSIONS
            if min([level.pyrite, level.cave_in, level.abandon, *level.gold.values()]) < 0:
                yield where, Problem("there cannot be less than 0 of anything")
            elif level.filons != needed:
                yield where, Problem("{} filons; there must be {} [T3]", level.filons, needed)
            if wrong := [grams for grams in level.gold if grams not in GRAMS]:
                yield (
                    where,
                    Problem(
                        "a filon of {} g; {} are possible", wrong[0], ", ".join(map(str, GRAMS))
                    ),
                )
        gold = sum(g * n for level in self.filons.levels for g, n in level.gold.items())
        if gold > NUGGET * NUGGETS:
            yield (
                ("filons",),
                Problem("{} g of gold; {} nuggets are {} g [T1]", gold, NUGGETS, NUGGET * NUGGETS),
            )
