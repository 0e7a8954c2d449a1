"""What an edition of Goldrausch may say, and what it must not."""

import msgspec

from goldrush.games import edition
from goldrush.games.problem import Problem

GROUPS = ("adventurers", "prospectors", "ladies", "hosts", "bandits", "counterfeiters")  # [K2]
COIN_CARDS = 18  # [K1]
MOST_COINS = 50  # on one card


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    letter: str
    symbol: str
    sign: str


class Groups(edition.Part, frozen=True, forbid_unknown_fields=True):
    list: list[Group]


class Coins(edition.Part, frozen=True, forbid_unknown_fields=True):
    cards: dict[int, int]


class Edition(edition.Edition, frozen=True, forbid_unknown_fields=True):
    """The order and signs of the groups [K2, K4] and the coins on the gold cards [K3]."""

    groups: Groups
    coins: Coins

    def problems(self) -> edition.Problems:
        yield from edition.wrong_game(self, "goldrausch")
        yield from self._group_problems()
        where = ("coins", "cards")
        for coins, count in self.coins.cards.items():
            if not 1 <= coins <= MOST_COINS:
                yield (
                    where,
                    Problem("a card with {} coins; 1 to {} are possible", coins, MOST_COINS),
                )
            if count < 1:
                yield where, Problem("{} cards of {}; leave the number out instead", count, coins)
        cards = sum(self.coins.cards.values())
        if cards != COIN_CARDS:
            yield where, Problem("{} cards with coins; there must be {} [K1]", cards, COIN_CARDS)

    def _group_problems(self) -> edition.Problems:
        groups = self.groups.list
        names = [group.name for group in groups]
        if sorted(names) != sorted(GROUPS):
            yield (
                ("groups", "list"),
                Problem("the groups must be {}, in any order", ", ".join(GROUPS)),
            )
        for n, group in enumerate(groups):
            where = ("groups", "list", n)
            if not (len(group.letter) == 1 and "A" <= group.letter <= "Z"):
                yield where, Problem('letter "{}"; one from A to Z is possible', group.letter)
            yield from edition.one_sign(where, "sign", group.sign)
            if not group.symbol.isalpha():
                yield where, Problem("symbol {!r}; a word is possible", group.symbol)
        yield from edition.repeated(("groups", "list"), groups, ("letter", "symbol", "sign"))
