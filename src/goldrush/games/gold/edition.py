"""What an edition of GOLD may say, and what it must not."""

import msgspec

from goldrush.games import edition
from goldrush.games.problem import Problem

COLOURS = 5  # one a seat, and with two seats two each [G5]
PALETTE = ("red", "blue", "green", "yellow", "purple", "orange", "black", "white", "brown", "pink")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWYZ"  # X is dynamite
MOST_CARDS = 64  # the square layout has 8 x 8 spots
FEWEST_CARDS = 11  # with ten the rush would be on before the first turn [G15]


class Mix(edition.Part, frozen=True, forbid_unknown_fields=True):
    """How many cards there are of each number."""

    cards: dict[int, int]


class Dynamite(edition.Part, frozen=True, forbid_unknown_fields=True):
    cards: int


class Colour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    letter: str
    symbol: str


class Colours(edition.Part, frozen=True, forbid_unknown_fields=True):
    list: list[Colour]


class Edition(edition.Edition, frozen=True, forbid_unknown_fields=True):
    """The cards of GOLD [G1-G4]."""

    gold: Mix
    prospectors: Mix
    dynamite: Dynamite
    colours: Colours

    def problems(self) -> edition.Problems:
        yield from edition.wrong_game(self, "gold")
        yield from self._mix_problems("gold", self.gold)
        yield from self._mix_problems("prospectors", self.prospectors)
        if self.dynamite.cards < 0:
            yield (
                ("dynamite", "cards"),
                Problem("{} dynamites; 0 or more are possible", self.dynamite.cards),
            )
        yield from self._colour_problems()
        prospectors = COLOURS * sum(self.prospectors.cards.values())
        cards = sum(self.gold.cards.values()) + prospectors + self.dynamite.cards
        if not FEWEST_CARDS <= cards <= MOST_CARDS:
            yield (
                ("gold",),
                Problem("{} cards in all; {} to {} are possible", cards, FEWEST_CARDS, MOST_CARDS),
            )

    @staticmethod
    def _mix_problems(part: str, mix: Mix) -> edition.Problems:
        if not mix.cards:
            yield (part, "cards"), Problem("no cards; at least one kind is needed")
        for number, count in mix.cards.items():
            if not 1 <= number <= 9:
                yield (part, "cards"), Problem("a card of {}; 1 to 9 are possible", number)
            if count < 1:
                yield (
                    (part, "cards"),
                    Problem("{} cards of {}; leave the number out instead", count, number),
                )

    def _colour_problems(self) -> edition.Problems:
        colours = self.colours.list
        if len(colours) != COLOURS:
            yield (
                ("colours", "list"),
                Problem("{} colours; there must be {}", len(colours), COLOURS),
            )
        for n, colour in enumerate(colours):
            where = ("colours", "list", n)
            if colour.name not in PALETTE:
                yield (
                    where,
                    Problem('unknown colour "{}"; known are {}', colour.name, ", ".join(PALETTE)),
                )
            if len(colour.letter) != 1 or colour.letter not in LETTERS:
                yield where, Problem('letter "{}"; possible are {}', colour.letter, LETTERS)
            yield from edition.one_sign(where, "symbol", colour.symbol)
        yield from edition.repeated(("colours", "list"), colours, ("name", "letter", "symbol"))
