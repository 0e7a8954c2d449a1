"""What an edition of Panning may say, and what it must not."""

from goldrush.games import edition
from goldrush.games.problem import Problem

MOST_GRAINS = 9  # on one face
MOST_ROUNDS = 20


class Die(edition.Part, frozen=True, forbid_unknown_fields=True):
    faces: dict[int, int]


class Day(edition.Part, frozen=True, forbid_unknown_fields=True):
    rounds: int


class Edition(edition.Edition, frozen=True, forbid_unknown_fields=True):
    """The faces of the die [P2] and the rounds of a day [P3]."""

    die: Die
    day: Day

    def problems(self) -> edition.Problems:
        yield from edition.wrong_game(self, "panning")
        where = ("die", "faces")
        for grains, count in self.die.faces.items():
            if not 0 <= grains <= MOST_GRAINS:
                yield (
                    where,
                    Problem("a face with {} grains; 0 to {} are possible", grains, MOST_GRAINS),
                )
            if count < 1:
                yield where, Problem("{} faces of {}; leave the number out instead", count, grains)
        if 0 not in self.die.faces or len(self.die.faces) < 2:
            yield where, Problem("there must be a face with 0 grains and one with more")
        if not 1 <= self.day.rounds <= MOST_ROUNDS:
            yield (
                ("day", "rounds"),
                Problem("{} rounds; 1 to {} are possible", self.day.rounds, MOST_ROUNDS),
            )
