"""What an edition of Goldrausch may say, and what it must not."""

from collections.abc import Iterator

import msgspec

from goldrush.games import edition

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

    def problems(self) -> Iterator[tuple[edition.Place, str]]:
        yield from edition.wrong_game(self, "goldrausch")
        yield from self._group_problems()
        where = ("coins", "cards")
        for coins, count in self.coins.cards.items():
            if not 1 <= coins <= MOST_COINS:
                yield where, f"a card with {coins} coins; 1 to {MOST_COINS} are possible"
            if count < 1:
                yield where, f"{count} cards of {coins}; leave the number out instead"
        cards = sum(self.coins.cards.values())
        if cards != COIN_CARDS:
            yield where, f"{cards} cards with coins; there must be {COIN_CARDS} [K1]"

    def _group_problems(self) -> Iterator[tuple[edition.Place, str]]:
        groups = self.groups.list
        names = [group.name for group in groups]
        if sorted(names) != sorted(GROUPS):
            yield ("groups", "list"), f"the groups must be {', '.join(GROUPS)}, in any order"
        for n, group in enumerate(groups):
            where = ("groups", "list", n)
            if not (len(group.letter) == 1 and "A" <= group.letter <= "Z"):
                yield where, f'letter "{group.letter}"; one from A to Z is possible'
            yield from edition.one_sign(where, "sign", group.sign)
            if not group.symbol.isalpha():
                yield where, f"symbol {group.symbol!r}; a word is possible"
        yield from edition.repeated(("groups", "list"), groups, ("letter", "symbol", "sign"))
