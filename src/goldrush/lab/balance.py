"""A balance: which values of an edition bring its measures where they are wanted.

An optimiser proposes editions, the best of them play again, and the best of those is compared with
the edition as it was, in games that had no part in choosing it: what was best by luck alone does
not stay so.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import product

import msgspec

from goldrush.bots.parts import opened
from goldrush.games import discard, edition_type, forget
from goldrush.games import edition as editions
from goldrush.games.edition_text import written
from goldrush.lab import cells
from goldrush.lab.cells import NEAR, Cell, Task, Terms
from goldrush.lab.crew import Crew
from goldrush.lab.plan import FINALISTS, Place, Plan
from goldrush.lab.processes import processes_or
from goldrush.lab.setting import all_options
from goldrush.lab.targets import Target
from goldrush.lab.variations import Value, Variation

ROUND = 8  # editions that are proposed before the first of them has been played
AGAIN = 4  # times as many games as a try has, for those that play again
NO_EDITION = 1e9  # how far off one is that cannot be played
BALANCED = ", balanced"  # ends the name of an edition that was found
HOPELESS = 1000  # of those after which nothing more is proposed

Progress = Callable[[int], object]  # told how many editions more are done


class Balance(msgspec.Struct, frozen=True):
    """What was wanted, what was tried, and what came of it."""

    game: str
    version: int
    edition: str
    seats: int
    options: dict[str, str]
    seed: int
    varied: dict[str, list[Value]]
    targets: list[Target]
    combinations: int
    unplayable: int  # of those that were proposed
    tries: list[Cell]  # the first is the edition as it was
    finalists: list[Cell]  # the best first, by games that had no part in the tries
    before: Cell  # the edition as it was ...
    found: Cell  # ... and the best, by games that had no part in the choice

    @property
    def better(self) -> bool:
        """Whether another edition than it was is the best."""
        return self.found.values != self.before.values

    def miss(self, cell: Cell) -> float:
        """How far an edition is from all targets together."""
        return miss(cell, self.targets, self.tries[0])


def miss(cell: Cell, targets: Sequence[Target], before: Cell) -> float:
    """How far an edition is off: in points of a share, or hundredths of what it was before."""
    return math.hypot(
        *(
            one.missed(cell.figures[one.measure])
            / (cells.near(one.measure, before.figures[one.measure].value) or NEAR)
            for one in targets
        )
    )


def balance(
    plan: Plan,
    workers: int | None = None,
    progress: Progress = lambda _: None,
    *,
    cluster: str | None = None,
) -> Balance:
    """Searches, chooses and checks; Ctrl-C ends the search, and what is best so far is checked.

    The result does not depend on who plays.
    """
    search = _Search(plan, processes_or(cluster, workers), progress, keep=cluster is None)
    try:
        search.begin()
        with suppress(KeyboardInterrupt):
            search.run()
            search.again()
        before, found = search.checked()
    finally:
        search.tidy()
    game = plan.game
    what = (game.name, game.version, game.edition.name, plan.seats, all_options(game, plan.options))
    varied = dict(zip((one.name for one in plan.varying), plan.values, strict=True))
    wanted = (plan.seed, varied, plan.targets, plan.combinations, search.unplayable)
    return Balance(*what, *wanted, search.tries, search.finalists, before, found)


def edition(plan: Plan, balance: Balance) -> str:
    """The edition that was found, as a file that can be played."""
    before, values = balance.before.values, balance.found.values
    packed = plan.varied(list(values.values())).edition
    made = editions.unpack(packed, edition_type(plan.game.name))
    named = msgspec.structs.replace(made, name=f"{made.name}{BALANCED}")
    changes = [f"{name} = {one} (was {before[name]})" for name, one in values.items()]
    return written(named, ["Found by goldrush balance:", *changes])


class _Search:
    """Editions that were tried, and which of them are best."""

    def __init__(self, plan: Plan, crew: Crew, progress: Progress, *, keep: bool) -> None:
        self._plan, self._crew, self._progress, self._keep = plan, crew, progress, keep
        names = tuple(dict.fromkeys(one.measure for one in plan.targets))
        game = plan.game
        self._terms = Terms(game.name, game.version, plan.seats, plan.options, plan.seed, names)
        self.tries: list[Cell] = []
        self.finalists: list[Cell] = []
        self.unplayable = 0

    def begin(self) -> None:
        """Tries the edition as it is."""
        self.tries += self._measured([self._plan.before], 0, self._plan.games)

    def run(self) -> None:
        """Tries all editions if they are few, and else those that an optimiser proposes."""
        if self._plan.exhaustive:
            for _ in self._tried(self._all()):
                pass
        else:
            self._learn()

    def again(self) -> None:
        """Lets the best play once more, and sorts them by these games."""
        best = [self._edition(one) for one in self._sorted(self.tries)[:FINALISTS]]
        games = self._plan.games
        for one in self._measured(best, games, AGAIN * games):
            self.finalists = self._sorted([*self.finalists, one])

    def checked(self) -> tuple[Cell, Cell]:
        """The edition as it was and the best one, by games of the same numbers."""
        best = (self.finalists or self._sorted(self.tries))[0]
        both = [self._plan.before, self._edition(best)]
        first = (1 + AGAIN) * self._plan.games
        same = best.values == both[0].values
        found = list(self._measured(both[:1] if same else both, first, self._plan.checks))
        return found[0], found[-1]

    def tidy(self) -> None:
        """Removes what was compiled on this machine."""
        game = self._plan.game
        for one in map(self._edition, self.tries if self._keep else ()):
            tried = opened(game.name, game.version, one.edition)
            forget(tried)
            discard(tried)

    def _measured(self, some: Iterable[Variation], first: int, games: int) -> Iterator[Cell]:
        tasks = [Task(one, games, first, all=True, keep=self._keep) for one in some]
        with closing(self._crew.in_order(self._terms, tasks, cells.nothing)) as work:
            for cell in work:
                self._progress(1)
                yield cell

    def _tried(self, some: Iterable[Variation]) -> Iterator[Cell]:
        """Tries some editions; those that are done count although others are interrupted."""
        for cell in self._measured(some, 0, self._plan.games):
            self.tries.append(cell)
            yield cell

    def _all(self) -> Iterator[Variation]:
        """All editions that can be played, but the one that is."""
        for place in product(*(range(len(among)) for among in self._plan.values)):
            edition = self._plan.at(place)
            self.unplayable += edition is None
            if edition and edition.values != self.tries[0].values:
                yield edition

    def _learn(self) -> None:
        """Tries what an optimiser proposes, and tells it what came of that."""
        from goldrush.lab.optimiser import Optimiser  # noqa: PLC0415  # an extra

        plan = self._plan
        rises = [not isinstance(among[0], str) for among in plan.values]
        optimiser = Optimiser(list(map(len, plan.values)), rises, plan.seed)
        if (place := plan.place(self.tries[0].values)) is not None:
            optimiser.learn(place, self._miss(self.tries[0]))
        while left := plan.tries + 1 - len(self.tries):
            proposed = self._proposed(optimiser.propose, optimiser.learn, min(left, ROUND))
            if not proposed:
                return
            for where, cell in zip(proposed, self._tried(proposed.values()), strict=True):
                optimiser.learn(where, self._miss(cell))

    def _proposed(
        self,
        propose: Callable[[], Place | None],
        learn: Callable[[Place, float], object],
        count: int,
    ) -> dict[Place, Variation]:
        """Some editions that can be played."""
        found: dict[Place, Variation] = {}
        while len(found) < count and self.unplayable < HOPELESS:
            if (place := propose()) is None:
                break
            if edition := self._plan.at(place):
                found[place] = edition
            else:
                self.unplayable += 1
                learn(place, NO_EDITION)
        return found

    def _sorted(self, some: Iterable[Cell]) -> list[Cell]:
        return sorted(some, key=self._miss)

    def _edition(self, cell: Cell) -> Variation:
        return self._plan.varied(list(cell.values.values()))

    def _miss(self, cell: Cell) -> float:
        return miss(cell, self._plan.targets, self.tries[0])
