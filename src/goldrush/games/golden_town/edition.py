"""What an edition of Golden-Town may say: board, cards and filons, and what cannot be played."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Literal, get_args

import msgspec

from goldrush.games import edition

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

    def problems(self) -> Iterator[tuple[edition.Place, str]]:
        yield from edition.wrong_game(self, "golden_town")
        faults = [*self._square_problems(), *self._way_problems()]
        yield from faults
        if not faults:  # names can be trusted, and ways be followed
            yield from self._unreachable()
        yield from self._card_problems()
        yield from self._filon_problems()

    def _square_problems(self) -> Iterator[tuple[edition.Place, str]]:
        where = ("board", "squares")
        squares = self.board.squares
        yield from edition.repeated(where, squares, ("name", "at"))
        for n, square in enumerate(squares):
            if not re.fullmatch("[A-Z][A-Za-z0-9_]{0,7}", square.name):
                why = "a capital letter and up to seven letters and digits are possible"
                yield (*where, n), f'name "{square.name}"; {why}'
            if max(map(abs, square.at)) > MOST_AT:
                yield (
                    (*where, n),
                    f"drawn at {list(square.at)}; -{MOST_AT} to {MOST_AT} is possible",
                )
        if len(squares) > MOST_SQUARES:
            yield where, f"{len(squares)} squares; {MOST_SQUARES} are possible"
        for kind, needed in (*((house, 1) for house in HOUSES), ("concession", CONCESSIONS)):
            named = [s.name for s in squares if s.kind == kind]
            if len(named) != needed:
                yield where, f"{kind}: {', '.join(named) or 'none'}; there must be {needed}"
        if not 2 <= self.board.duel <= MOST_DUEL:
            why = f"a duel field of {self.board.duel} squares; 2 to {MOST_DUEL} are possible"
            yield ("board", "duel"), why

    def _way_problems(self) -> Iterator[tuple[edition.Place, str]]:
        named = {square.name: square for square in self.board.squares}
        for n, way in enumerate(self.board.ways):
            where = ("board", "ways", n)
            strange = [name for name in way if name not in named]
            if strange:
                yield where, f'"{strange[0]}" is no square of this board'
            elif {way, way[::-1]} & {*self.board.ways[:n]}:
                yield where, f"{way[0]} and {way[1]} are joined twice"
            elif sum(abs(a - b) for a, b in zip(*(named[w].at for w in way), strict=True)) != 1:
                yield where, f"{way[0]} and {way[1]} are joined, but not drawn side by side"
            elif "road" not in (named[way[0]].kind, named[way[1]].kind):
                yield where, f"{way[0]} and {way[1]} are joined, but neither is a road"

    def _unreachable(self) -> Iterator[tuple[edition.Place, str]]:
        """Complains of squares to which no road leads from the Hotel."""
        roads = {square.name for square in self.board.squares if square.kind == "road"}
        reached = [next(square.name for square in self.board.squares if square.kind == "hotel")]
        for name in reached:
            if name in roads or name == reached[0]:
                reached += [beside for beside in self.board.beside[name] if beside not in reached]
        for n, square in enumerate(self.board.squares):
            if square.name not in reached:
                yield ("board", "squares", n), f"no road leads from the hotel to {square.name}"

    def _card_problems(self) -> Iterator[tuple[edition.Place, str]]:
        cards = self.cards
        yield from edition.repeated(("cards", "levels"), cards.levels, ("shows",))
        for n, card in enumerate(cards.levels):
            where = ("cards", "levels", n)
            if "".join(c for c in COLOURS if c in card.shows) != card.shows or not card.shows:
                yield where, f'levels "{card.shows}"; write letters of {COLOURS}, in this order'
            if not all(1 <= steps <= MOST_STEPS for steps in card.steps):
                yield where, f"steps {card.steps}; 1 to {MOST_STEPS} are possible"
        others = {name: getattr(cards, name) for name in ("lifts", "mines", "props", "jokers")}
        for name, n in others.items():
            if n < 0:
                yield ("cards", name), f"{n} {name}; 0 or more are possible"
        if cards.mines + cards.jokers < 1:
            yield ("cards", "mines"), "no Mine card and no joker: no mine could ever be opened"
        n = sum(len(card.steps) for card in cards.levels) + sum(others.values())
        if n != CARDS:
            yield ("cards",), f"{n} cards; there must be {CARDS} [T1]"

    def _filon_problems(self) -> Iterator[tuple[edition.Place, str]]:
        names = ("yellow", "green", "red", "blue")
        for name, level, filons in zip(names, self.filons.levels, LEVEL_FILONS, strict=True):
            where = ("filons", name)
            needed = filons * CONCESSIONS
            if min([level.pyrite, level.cave_in, level.abandon, *level.gold.values()]) < 0:
                yield where, "there cannot be less than 0 of anything"
            elif level.filons != needed:
                yield where, f"{level.filons} filons; there must be {needed} [T3]"
            if wrong := [grams for grams in level.gold if grams not in GRAMS]:
                yield where, f"a filon of {wrong[0]} g; {', '.join(map(str, GRAMS))} are possible"
        gold = sum(g * n for level in self.filons.levels for g, n in level.gold.items())
        if gold > NUGGET * NUGGETS:
            yield ("filons",), f"{gold} g of gold; {NUGGETS} nuggets are {NUGGET * NUGGETS} g [T1]"
