"""One match that others drive: what they need of it, whatever library they come from."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from goldrush.core import CHANCE, Floats, rng
from goldrush.games import game as open_game
from goldrush.games.contract import Game
from goldrush.games.edition import Edition
from goldrush.lab.arrays import code
from goldrush.position import Position

Mask = npt.NDArray[np.int8]


class Sight:
    """What seats may know of positions of a game, as numbers and as text."""

    def __init__(self, game: Game) -> None:
        self._seen = code(game).observation
        self._eyes = self._seen.eyes()
        self.size, self.layout = int(self._seen.SIZE), self._seen.LAYOUT
        self.bounds: Floats = self._seen.bounds()

    def of(self, position: Position, seat: int) -> Floats:
        """The observation of a seat, in an array of its own."""
        out = np.empty(self.size, np.float32)
        self._seen.look(position.records, seat, self._eyes, out)
        return out


class Seated:
    """A match of which chance plays itself, from a stream, and all others are asked."""

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: dict[str, str] | None = None,
        edition: str | Path | Edition | None = None,
        points: bool = False,  # noqa: FBT001, FBT002  # a reward is either of two
    ) -> None:
        self.game = game if isinstance(game, Game) else open_game(game, edition)
        self._fresh = Position(self.game, seats, options)  # refuses what cannot be set up
        self.seats, self.points = self._fresh.seats, points
        self.sight = Sight(self.game)
        self.begin(0)

    def begin(self, seed: int, number: int = 0) -> None:
        """Begins match *number* of *seed*, up to the first decision."""
        self.stream = rng.new(seed, number)
        self.position = self._fresh.copy()
        self._go_on()

    def play(self, action: int) -> None:
        """Plays an action, and all draws up to the next decision; else IllegalStep."""
        self.position.play(action)
        self._go_on()

    def observe(self, seat: int) -> Floats:
        """What a seat may know."""
        return self.sight.of(self.position, seat)

    def mask(self, seat: int) -> Mask:
        """What a seat may do: nothing where it is not to act."""
        out = np.zeros(self.game.rules.ACTIONS, np.int8)
        if seat == self.position.actor:
            out[[int(step) for step in self.position.legal()]] = 1
        return out

    def rewards(self) -> list[float]:
        """What a match that is over is worth to each seat."""
        return worth(self.position, points=self.points)

    def _go_on(self) -> None:
        while self.position.actor == CHANCE:
            self.position.play(self.position.random_step(self.stream))


def worth(position: Position, *, points: bool) -> list[float]:
    """Points, or shares of the win, of each seat when all is over; before that nothing."""
    if not position.over:
        return [0.0] * position.seats
    if points:
        return [float(n) for n in position.points()]
    places: Sequence[int] = position.places()
    return [(place == 1) / places.count(1) for place in places]
