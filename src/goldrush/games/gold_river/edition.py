"""What an edition of Gold River may say: a map, and what would make it impossible to sail."""

import re
from collections.abc import Iterator
from functools import cached_property

import msgspec

from goldrush.games import edition
from goldrush.games.problem import Problem

KINDS = (  # of squares
    "plain",
    "mouth",
    "source",
    "mine",
    "saloon",
    "casino",
    "bank",
    "falls",
    "indians",
    "bandits",
    "prison",
)
MOST_SQUARES = 128
MOST_TRIBUTARIES = 4
MOST_MINES = 28  # 50 round nuggets, less six purses of three and the four at the source
MOST_AT = 99  # a drawing position lies between this and its negative


class Square(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    kind: str
    at: tuple[int, int]  # column and row where it is drawn
    down: str = ""  # the next square downstream; only the mouth has none
    tributary: str = ""  # on a confluence: the first square of the tributary


class Map(edition.Part, frozen=True, forbid_unknown_fields=True, dict=True):
    squares: list[Square]

    @cached_property
    def above(self) -> dict[str, list[str]]:
        """The squares right above each, by name."""
        return {s.name: [up.name for up in self.squares if up.down == s.name] for s in self.squares}

    def main(self) -> list[str]:
        """The main river from the mouth to where it springs, tributaries left aside."""
        kept = {s.name: [n for n in self.above[s.name] if n != s.tributary] for s in self.squares}
        river = [next(s.name for s in self.squares if s.kind == "mouth")]
        while kept[river[-1]] and len(river) <= len(self.squares):
            river.append(kept[river[-1]][0])
        return river


class Edition(edition.Edition, frozen=True, forbid_unknown_fields=True):
    """The river and its squares [V2]."""

    map: Map

    def problems(self) -> edition.Problems:
        yield from edition.wrong_game(self, "gold_river")
        squares, where = self.map.squares, ("map", "squares")
        if twice := list(edition.repeated(where, squares, ("name",))):
            yield from twice  # as long as names mislead, nothing else can be said
            return
        faults: list[tuple[edition.Place, Problem]] = list(self._counts())
        for n, square in enumerate(squares):
            said = (*self._about(n, square), *self._upstream(square))
            faults += [((*where, n), why) for why in said]
        yield from faults
        if not faults:  # the river can be followed
            yield from self._unreachable()

    def _counts(self) -> edition.Problems:
        """Complains of too many or too few squares of a kind."""
        where = ("map", "squares")
        squares = self.map.squares
        kinds = [square.kind for square in squares]
        for kind in ("mouth", "source"):
            if kinds.count(kind) != 1:
                named = ", ".join(s.name for s in squares if s.kind == kind) or Problem("none")
                yield where, Problem("there must be one {}; here: {}", kind, named)
        branches = sum(square.tributary != "" for square in squares)
        if len(squares) > MOST_SQUARES:
            yield where, Problem("{} squares; {} are possible", len(squares), MOST_SQUARES)
        if branches > MOST_TRIBUTARIES:
            yield where, Problem("{} tributaries; {} are possible", branches, MOST_TRIBUTARIES)
        if (mines := kinds.count("mine")) > MOST_MINES:
            yield where, Problem("{} mines; {} are possible", mines, MOST_MINES)

    def _about(self, n: int, square: Square) -> Iterator[Problem]:
        """Complains of a square's name, kind and drawing, and of what lies downstream."""
        named = {other.name: other for other in self.map.squares}
        name, down = square.name, square.down
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]{0,3}", name):
            yield Problem(
                'name "{}"; a letter and up to three letters or digits are possible', name
            )
        if square.kind not in KINDS:
            yield Problem(
                '{} is of kind "{}"; possible are: {}', name, square.kind, ", ".join(KINDS)
            )
        if max(map(abs, square.at)) > MOST_AT:
            yield Problem(
                "{0} is drawn at {1}; -{2} to {2} are possible", name, list(square.at), MOST_AT
            )
        for other in self.map.squares[:n]:
            if other.at == square.at:
                yield Problem("{} is drawn at {}, and so is {}", name, list(square.at), other.name)
        if square.kind == "mouth":
            if down:
                yield Problem("{} is the mouth, and nothing lies downstream of it", name)
        elif not down:
            yield Problem("{} does not say what lies downstream; only the mouth need not", name)
        elif down not in named:
            yield Problem('downstream of {} lies "{}", which is no square of this map', name, down)
        elif sum(abs(a - b) for a, b in zip(square.at, named[down].at, strict=True)) != 1:
            yield Problem(
                "{} is not drawn right beside {}, the square downstream of it", name, down
            )

    def _upstream(self, square: Square) -> Iterator[Problem]:
        """Complains of rivers that part where they must not."""
        name, tributary, above = square.name, square.tributary, self.map.above[square.name]
        along = [other for other in above if other != tributary]
        if square.kind == "source":
            if above or tributary:
                yield Problem("{} is the source, and nothing lies upstream of it", name)
        elif tributary and tributary not in above:
            yield Problem(
                '{0} names the tributary "{1}", but no such square flows into {0}', name, tributary
            )
        elif tributary and not along:
            yield Problem(
                "into {} flows its tributary {} alone, and not the river itself", name, tributary
            )
        elif len(along) > 1 and tributary:
            yield Problem("into {} flow {}; a confluence has one tributary", name, ", ".join(above))
        elif len(along) > 1:
            yield Problem(
                "into {0} flow {1}; {0} must name its tributary among them", name, ", ".join(above)
            )

    def _unreachable(self) -> edition.Problems:
        """Complains of squares from which no boat floats to the mouth, and of a dry source."""
        down = {square.name: square.down for square in self.map.squares}
        for n, square in enumerate(self.map.squares):
            at = square.name
            for _ in self.map.squares:
                at = down[at] or at
            if down[at]:
                yield (
                    ("map", "squares", n),
                    Problem("{} cannot be reached from the mouth", square.name),
                )
        spring = self.map.main()[-1]
        source = next(square.name for square in self.map.squares if square.kind == "source")
        if spring != source:
            why = Problem("the main river springs at {}, not at the source {}", spring, source)
            yield (
                ("map", "squares"),
                Problem("{}; a confluence names its tributary, not the main river", why),
            )
