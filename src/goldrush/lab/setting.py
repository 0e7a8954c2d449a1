"""What is played to be measured: a game with its seats and options, and who sits down.

Rows of games 0 to 99 followed by rows of games 100 to 199 are the rows of games 0 to 199, whoever
plays them and wherever: a setting can be pickled and its blocks played anywhere.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property, partial
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from goldrush.bots.policy import bound
from goldrush.core import Ints, Reals, Records, bind, rng
from goldrush.games import game as open_game
from goldrush.games.contract import Game, choose_options
from goldrush.games.edition import Edition
from goldrush.lab.crew import Crew, threads_or
from goldrush.position import Position

HABITS, ROWS = "goldrush.lab.habits", "goldrush.lab.rows"
BLOCK = 250  # games that a thread plays at once

Progress = Callable[[int], object]  # told how many games more are done


class LineUp(NamedTuple):
    """Who sits down: everybody else, and the odd one, who has another seat in every game.

    Both are the hand-made player with traits and habits set otherwise (lab.habits).
    """

    others: tuple[tuple[str, float], ...] = ()
    odd: tuple[tuple[str, float], ...] | None = None  # None: as everybody else


EVEN = LineUp()  # hand-made players
CARELESS = LineUp((("slip", 0.3),))
RANDOM = LineUp((("slip", 1.0),))
NOVICE = LineUp(odd=(("slip", 1.0),))  # one who does anything, among hand-made players


@dataclass(eq=False)
class Setting:
    """A game with its seats and options; all that is played in it follows from the seed."""

    game: Game
    seats: int
    options: dict[str, str] = field(default_factory=dict)
    seed: int = 0

    def __post_init__(self) -> None:
        rng.new(self.seed)  # refuses what is no seed
        Position(self.game, self.seats, self.options)  # refuses what cannot be set up

    def __reduce__(self) -> tuple[object, ...]:  # modules stay behind, and are bound again
        own = None if self.game.shipped else self.game.edition
        terms = (self.seats, self.options, self.seed)
        return _opened, (self.game.name, own, self.game.version, *terms)

    def rows(self, line_up: LineUp, first: int, count: int) -> Records:
        """Plays some games in this thread; see rows.Row for what is told of each."""
        rows = np.zeros(count, self.code.ROW)
        traits = self.traits(line_up)
        self.code.run(rows, self.code.room(), self.seed, first, self.seats, self._options, traits)
        return rows

    def positions(self, line_up: LineUp, number: int, at: Ints) -> Records:
        """The whole positions of a game before its decisions of some numbers, which ascend."""
        found = np.zeros(len(at), self.game.rules.STATE)
        terms = (self.seed, number, self.seats, self._options, self.traits(line_up))
        self.code.take(found, at, self.code.room(), *terms)
        return found

    def play(
        self,
        line_up: LineUp,
        games: int,
        workers: int | None = None,
        progress: Progress = lambda _: None,
        first: int = 0,
        *,
        crew: Crew | None = None,
    ) -> Records:
        """The rows of so many games, played in threads or by a crew; the same whoever plays."""
        work, blocks = (
            partial(self._block, line_up, first + games),
            range(first, first + games, BLOCK),
        )
        who, found = crew or threads_or(None, workers), []
        with closing(who.in_order(work, blocks, partial(self.rows, line_up, first, 1))) as played:
            for some in played:
                found.append(some)
                progress(len(some))
        return np.concatenate(found)

    def traits(self, line_up: LineUp) -> Reals:
        """The traits of everybody, and of the odd one."""
        odd = line_up.others if line_up.odd is None else line_up.odd
        return np.array([self._style(dict(line_up.others)), self._style(dict(odd))])

    @cached_property
    def habits(self) -> ModuleType:
        """The policy of all players, bound to the game."""
        return bound(self.game, HABITS)

    @cached_property
    def code(self) -> ModuleType:
        """What plays, bound to the game and the policy."""
        return bind(ROWS, f"{self.game.tag}_habits", rules=self.game.rules, policy=self.habits)

    @cached_property
    def _options(self) -> Ints:
        return choose_options(self.game.rules, self.options, self.seats)

    def _block(self, line_up: LineUp, end: int, first: int) -> Records:
        return self.rows(line_up, first, min(BLOCK, end - first))

    def _style(self, said: dict[str, float]) -> list[float]:
        usual = {trait.name: trait.usual for trait in self.habits.TRAITS}
        return [*(usual | said).values(), 0.0]


def all_options(game: Game, options: dict[str, str] | None) -> dict[str, str]:
    """All options of a game, those that nobody has chosen too."""
    return {one.name: one.values[0] for one in game.rules.OPTIONS} | (options or {})


def _opened(name: str, own: Edition | None, version: int, *more: Any) -> Setting:
    """A setting that was pickled."""
    return Setting(open_game(name, own, version), *more)
