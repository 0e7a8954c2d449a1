"""What a balance searches, and how long; what cannot be is refused before anything runs."""

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from goldrush.games.contract import Game
from goldrush.games.problem import Problem
from goldrush.lab import cells, variations
from goldrush.lab.crew import installed
from goldrush.lab.setting import Setting
from goldrush.lab.targets import Target
from goldrush.lab.variations import Value, Variable, Variation

FINALISTS = 6  # that play again
FEWEST = 2  # games, for an error
LOOKED_AT = 2000  # editions, to find one that can be played

Place = tuple[int, ...]  # of each value, which of its possibilities


@dataclass(frozen=True)
class Plan:
    """Which values may change, and what for."""

    game: Game
    seats: int
    varying: list[Variable]
    targets: list[Target]
    tries: int = 48
    games: int = 3000  # of each try
    checks: int = 20_000  # of the edition that is found, and of the one it is compared with
    seed: int = 0
    options: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        cells.refuse([one.measure for one in self.targets], min(self.games, self.checks))
        if min(self.games, self.checks) < FEWEST:
            raise Problem("at least {} games are needed to know an error", FEWEST)
        Setting(self.game, self.seats, self.options, self.seed)  # refuses what cannot be set up
        if self.tries < 1:
            raise Problem("at least one edition is to be tried, not {}", self.tries)
        if self.combinations < 2:
            raise Problem("nothing varies: {} has one value alone", self.varying[0].name)
        self._refuse_values()
        if not self.exhaustive and not installed("optuna"):
            raise Problem('a search needs more: pip install "goldrush[lab]"')

    @property
    def values(self) -> list[list[Value]]:
        """What each value may be: numbers as they rise."""
        return [
            sorted(set(one.values), key=lambda value: (isinstance(value, str), value))
            for one in self.varying
        ]

    @property
    def combinations(self) -> int:
        """How many editions there are."""
        return math.prod(map(len, self.values))

    @property
    def exhaustive(self) -> bool:
        """Whether all editions can be tried."""
        return self.combinations <= self.tries

    @property
    def editions(self) -> int:
        """How many editions are measured, at most."""
        tries = 1 + min(self.tries, self.combinations)
        return tries + min(FINALISTS, tries) + 2

    @property
    def before(self) -> Variation:
        """The edition as it is."""
        return self.varied(variations.values(self.game.edition, self.varying))

    def varied(self, values: Sequence[Value]) -> Variation:
        """The edition with these values."""
        return variations.varied(self.game.edition, self.varying, tuple(values))

    def at(self, place: Place) -> Variation | None:
        """The edition at a place of the grid; nothing if it cannot be played."""
        try:
            return self.varied([among[n] for among, n in zip(self.values, place, strict=True)])
        except Problem:
            return None

    def place(self, values: dict[str, Value]) -> Place | None:
        """Where an edition stands in the grid, if it does."""
        both = list(zip(self.values, values.values(), strict=True))
        if all(value in among for among, value in both):
            return tuple(among.index(value) for among, value in both)
        return None

    def _refuse_values(self) -> None:
        """Says which value can be played neither alone, all others as they are, nor with others."""
        before = list(self.before.values.values())
        for n, among in enumerate(self.values):
            for k, value in enumerate(among):
                try:
                    self.varied([*before[:n], value, *before[n + 1 :]])
                except Problem:
                    if not any(map(self.at, self._places(n, k))):
                        raise

    def _places(self, n: int, k: int) -> Iterator[Place]:
        """Places of the grid with one value as it is said: all, or some if they are many."""
        sizes = [1 if m == n else len(among) for m, among in enumerate(self.values)]
        luck = random.Random(0)  # noqa: S311  # the same places every time
        some = (tuple(map(luck.randrange, sizes)) for _ in range(LOOKED_AT))
        few = math.prod(sizes) <= LOOKED_AT
        for place in product(*map(range, sizes)) if few else some:
            yield (*place[:n], k, *place[n + 1 :])
