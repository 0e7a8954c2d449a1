"""What an edition of Oh My Gold! may say, and what it must not."""

from collections.abc import Iterator, Sequence
from math import factorial

import msgspec

from goldrush.games import edition

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

    def problems(self) -> Iterator[tuple[edition.Place, str]]:
        yield from edition.wrong_game(self, "oh_my_gold")
        where = ("die", "faces")
        if len(self.die.faces) != DIE_FACES:
            yield where, f"a die of {len(self.die.faces)} faces; there must be {DIE_FACES}"
        for face in dict.fromkeys(self.die.faces):
            if face not in FACES:
                yield where, f'no face "{face}"; there are {", ".join(FACES)}'
        yield from self._chest_problems()
        shown = "".join(chest.treasure for chest in self.chests.list)
        for face, needed in (("key", True), ("coin", "C" in shown), ("diamond", "D" in shown)):
            if needed and face not in self.die.faces:
                yield where, f"no face with a {face}, which chests ask for"

    def _chest_problems(self) -> Iterator[tuple[edition.Place, str]]:
        chests = self.chests.list
        for n, chest in enumerate(chests):
            where = ("chests", "list", n)
            if not 1 <= chest.keys <= MOST_KEYS:
                yield where, f"a chest with {chest.keys} keys; 1 to {MOST_KEYS} are possible"
            plain = "".join(sorted(chest.treasure)) == chest.treasure
            if not plain or set(chest.treasure) - set("CD"):
                yield where, f'treasure "{chest.treasure}"; write C for coins, then D for diamonds'
            if len(chest.treasure) > DICE:
                yield where, f'treasure "{chest.treasure}" asks for more than {DICE} dice'
            if chest.cards < 1:
                yield where, f"{chest.cards} cards; leave the chest out instead"
            if (chest.keys, chest.treasure) in [(c.keys, c.treasure) for c in chests[:n]]:
                yield where, "the same chest stands twice; raise its cards instead"
        cards = sum(chest.cards for chest in chests)
        if cards != CHESTS:
            yield ("chests", "list"), f"{cards} chests; there must be {CHESTS} [O1]"
