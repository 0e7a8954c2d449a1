"""What an edition of Oh My Gold! may say, and what it must not."""

from collections.abc import Sequence
from math import factorial

import msgspec

from goldrush.games import edition
from goldrush.games.problem import Problem

FACES = ("key", "coin", "diamond", "sabres")  # [O2]
DIE_FACES = 6
DICE = 4  # [O1]
CHESTS = 18  # [O1]
MOST_KEYS = 3  # [O1]


class Die(edition.Part, frozen=True, forbid_unknown_fields=True):
    faces: list[str]

    def ways(self, roll: Sequence[int], dice: int) -> int:
        """The ways in which so many dice come to show *roll*, a number for each of FACES."""
        ways = factorial(dice) if sum(roll) == dice else 0
        for face, n in zip(FACES, roll, strict=True):
            ways = ways // factorial(n) * self.faces.count(face) ** n
        return ways


class Chest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    keys: int
    treasure: str
    cards: int


class Chests(edition.Part, frozen=True, forbid_unknown_fields=True):
    list: list[Chest]


class Edition(edition.Edition, frozen=True, forbid_unknown_fields=True):
    """The die [O2] and the chests [O3]."""

    die: Die
    chests: Chests

    def problems(self) -> edition.Problems:
        yield from edition.wrong_game(self, "oh_my_gold")
        where = ("die", "faces")
        if len(self.die.faces) != DIE_FACES:
            yield (
                where,
                Problem("a die of {} faces; there must be {}", len(self.die.faces), DIE_FACES),
            )
        for face in dict.fromkeys(self.die.faces):
            if face not in FACES:
                yield where, Problem('no face "{}"; there are {}', face, ", ".join(FACES))
        yield from self._chest_problems()
        shown = "".join(chest.treasure for chest in self.chests.list)
        for face, needed in (("key", True), ("coin", "C" in shown), ("diamond", "D" in shown)):
            if needed and face not in self.die.faces:
                yield where, Problem("no face with a {}, which chests ask for", face)

    def _chest_problems(self) -> edition.Problems:
        chests = self.chests.list
        for n, chest in enumerate(chests):
            where = ("chests", "list", n)
            if not 1 <= chest.keys <= MOST_KEYS:
                yield (
                    where,
                    Problem("a chest with {} keys; 1 to {} are possible", chest.keys, MOST_KEYS),
                )
            plain = "".join(sorted(chest.treasure)) == chest.treasure
            if not plain or set(chest.treasure) - set("CD"):
                yield (
                    where,
                    Problem(
                        'treasure "{}"; write C for coins, then D for diamonds', chest.treasure
                    ),
                )
            if len(chest.treasure) > DICE:
                yield (
                    where,
                    Problem('treasure "{}" asks for more than {} dice', chest.treasure, DICE),
                )
            if chest.cards < 1:
                yield where, Problem("{} cards; leave the chest out instead", chest.cards)
            if (chest.keys, chest.treasure) in [(c.keys, c.treasure) for c in chests[:n]]:
                yield where, Problem("the same chest appears twice; raise its cards instead")
        cards = sum(chest.cards for chest in chests)
        if cards != CHESTS:
            yield ("chests", "list"), Problem("{} chests; there must be {} [O1]", cards, CHESTS)
