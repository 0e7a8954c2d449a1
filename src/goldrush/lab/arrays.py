"""Many matches of one game at once, as arrays.

>>> batch = Batch("gold", 4, seats=3, seed=1)
>>> while not batch.done.any():
...     batch.step(batch.random())
>>> batch.rewards.sum()
1.0
"""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from goldrush.core import Floats, Ints, bind, interpreted, rng
from goldrush.core.rng import WORDS
from goldrush.games import game as open_game
from goldrush.games.contract import Game, choose_options
from goldrush.games.edition import Edition
from goldrush.games.problem import Problem
from goldrush.lab.threads import Threads
from goldrush.position import IllegalStep, Position

if TYPE_CHECKING:
    from goldrush.lab.observation import Part
    from goldrush.lab.tables import Flags

DEVICES = ("cpu", "cuda")
REWARDS = ("wins", "points")
ALIGNED = 64  # bytes: where arrays begin, so that no two share a cache line


class Engine(Protocol):
    """Whatever does the same to all matches: threads here, or a GPU."""

    def begin(self) -> None:
        """Begins all matches."""

    def advance(self) -> None:
        """Plays the steps that stand in the array of steps."""

    def choose(self) -> None:
        """Writes steps at random there."""

    def observe(self) -> None:
        """Writes what the seats to act may know."""

    def first_not_allowed(self) -> int:
        """The first match whose step cannot be played, or -1."""


class Batch:
    """*n* matches side by side; match *k* is the one that number *k* of *seed* gives anywhere.

    All arrays stay the same from beginning to end and are written in place: copy what is to be
    kept.  A match that ends has ``done`` and its ``rewards`` until the next step, and all else is
    already the next match in its place, whose number is *n* higher.
    """

    actor: Ints  # (n,) the seat to act; CHANCE too, where chance is played outside
    mask: "Flags"  # (n, ACTIONS) what it may do: whoever adds to it is not checked any more
    weights: Ints  # (n, OUTCOMES) of what may be drawn, where chance is played outside
    rewards: Floats  # (n, seats)
    done: "Flags"  # (n,) whether a match has just ended
    seeds: Ints  # (n, 2) the seed and the number of each match's stream

    HOLD = -2  # a step that leaves a match as it is

    def __init__(
        self,
        game: Game | str,
        n: int,
        seats: int | None = None,
        *,
        options: dict[str, str] | None = None,
        edition: str | Path | Edition | None = None,
        seed: int = 0,
        device: Literal["cpu", "cuda"] = "cpu",
        reward: Literal["wins", "points"] = "wins",
        chance: Literal["inside", "outside"] = "inside",
        checked: bool = True,
        workers: int | None = None,
    ) -> None:
        self.game = game if isinstance(game, Game) else open_game(game, edition)
        self._start = Position(self.game, seats, options)  # refuses what cannot be set up
        self.n, self.seats, self.checked = n, self._start.seats, checked
        self.device = one_of("device", device, DEVICES)
        self.reward = one_of("reward", reward, REWARDS)
        self.chance = one_of("chance", chance, ("inside", "outside"))
        if n < 1:
            raise Problem("at least one match is needed, not {}", n)
        self._code = code(self.game)
        self.layout: list[Part] = self._code.observation.LAYOUT
        chosen = choose_options(self.game.rules, options or {}, self.seats)
        inside, points = int(chance == "inside"), int(reward == "points")
        terms = self._code.Terms(self.seats, chosen, inside, points, n)
        make = _on_gpu if device == "cuda" else _in_threads
        self._engine, tables, self._steps, self._seen = make(self, terms, workers)
        self.records, self.seeds, self.actor = tables.records, tables.seeds, tables.actor
        self.mask, self.weights = tables.mask, tables.weights
        self.rewards, self.done = tables.rewards, tables.done
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Begins all matches anew: numbers 0 to *n* - 1 of *seed*."""
        rng.new(seed)  # refuses what is no seed
        self.seeds[:] = self._like(np.stack([np.full(self.n, seed), np.arange(self.n)], axis=1))
        self._engine.begin()

    def observe(self) -> Floats:
        """What each seat to act may know, (n, size), as ``layout`` says; zeros for CHANCE."""
        self._engine.observe()
        seen: Floats = self._seen
        return seen

    def random(self) -> Ints:
        """A legal step for each match, (n,), from its own stream, as ``simulate`` plays."""
        self._engine.choose()
        steps: Ints = self._steps
        return steps

    def step(self, steps: npt.ArrayLike) -> None:
        """Plays a step in each match, or HOLDs it; none is played if one is illegal."""
        self._read(steps)
        if self.checked and (k := self._engine.first_not_allowed()) >= 0:
            self._refuse(k)
        self._engine.advance()

    def position(self, k: int) -> Position:
        """A copy of match *k* as it stands, whole: with all that seats may not know."""
        return Position(self.game, record=self._plain(self.records[k : k + 1])[0])

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return int(self._code.observation.SIZE)

    def bounds(self) -> Floats:
        """How large each number of an observation may look, whatever happens."""
        most: Floats = self._code.observation.bounds()
        return most

    def _read(self, steps: Any) -> None:
        if steps is self._steps:
            return
        if self.device == "cpu" or not hasattr(steps, "__cuda_array_interface__"):
            steps = np.asarray(steps)
            self._check(steps)
            steps = self._like(steps.astype(np.int64, copy=False))
        else:
            steps = self._like(steps)
            self._check(steps)
        self._steps[:] = steps

    def _check(self, steps: Any) -> None:
        if tuple(steps.shape) != (self.n,) or np.dtype(steps.dtype).kind not in "iu":
            shape, kind = "×".join(map(str, steps.shape)), steps.dtype
            raise Problem("steps are {} whole numbers, not {} of {}", self.n, shape, kind)

    def _refuse(self, k: int) -> None:
        """Says which match it is, and what is legal there."""
        try:
            self.position(k).step(int(self._plain(self._steps)[k]))
        except IllegalStep as error:
            raise IllegalStep("match {}: {}", k, error) from None

    def _like(self, array: Any) -> Any:
        """An array on the device."""
        if self.device == "cpu":
            return array
        from goldrush.lab import cuda  # noqa: PLC0415  # an extra

        return cuda.to_device(array)

    def _plain(self, array: Any) -> Any:
        """An array of the device here."""
        return array if self.device == "cpu" else array.copy_to_host()

    def __repr__(self) -> str:
        at = f"{self.seats} seats, on {self.device}"
        return f"<{self.n} matches of {self.game.tag}, {at}>"


def code(game: Game) -> ModuleType:
    """What moves and observes matches of a game, compiled for it unless the game is not."""
    real = game.compiled or game
    seen = bind("goldrush.lab.observation", real.tag, rules=real.rules, features=real.features)
    moved = bind("goldrush.lab.advance", real.tag, rules=real.rules, observation=seen)
    return interpreted(moved) if game.compiled else moved


def allocate(
    code: ModuleType, terms: Any, zeros: Callable[[int], Any], order: Literal["C", "F"]
) -> tuple[Any, Any, Any]:
    """All arrays of a batch, on one allocation: the tables, steps, observations.

    By *order* the numbers of a match lie side by side (C), or those of all matches that have the
    same meaning (F).
    """
    rules, n, outside = code.rules, terms.matches, 1 - terms.inside
    wanted: list[tuple[Any, tuple[int, ...]]] = [
        (rules.STATE, (n,)),
        (np.dtype(np.int64), (n, WORDS)),
        (np.dtype(np.int64), (n, 2)),
        (np.dtype(np.int64), (n,)),
        (np.dtype(np.bool_), (n, rules.ACTIONS)),
        (np.dtype(np.int64), (n, rules.OUTCOMES * outside)),
        (np.dtype(np.float32), (n, terms.seats)),
        (np.dtype(np.bool_), (n,)),
        (np.dtype(np.int64), (n,)),
        (np.dtype(np.float32), (n, code.observation.SIZE)),
    ]
    sizes = [int(np.prod(shape)) * kind.itemsize for kind, shape in wanted]
    starts = np.cumsum([0, *(-(-size // ALIGNED) * ALIGNED for size in sizes)])
    whole = zeros(int(starts[-1]))
    arrays = [
        whole[start : start + size].view(kind).reshape(shape, order=order)
        for start, size, (kind, shape) in zip(starts, sizes, wanted, strict=False)
    ]
    *tables, steps, seen = arrays
    return code.Tables(*tables), steps, seen


def _in_threads(batch: Batch, terms: Any, workers: int | None) -> tuple[Any, Any, Any, Any]:
    """An engine and its arrays."""
    tables, steps, seen = allocate(batch._code, terms, _aligned, "C")
    return Threads(batch._code, tables, terms, steps, seen, workers), tables, steps, seen


def _on_gpu(batch: Batch, terms: Any, workers: int | None) -> tuple[Any, Any, Any, Any]:
    """Likewise."""
    from goldrush.lab import cuda  # noqa: PLC0415  # an extra

    # threads side by side write at once: what they write should lie side by side too
    tables, steps, seen = allocate(batch._code, terms, cuda.zeros, "F")
    return cuda.Grid(batch.game, batch._code, tables, terms, steps, seen), tables, steps, seen


def _aligned(size: int) -> npt.NDArray[np.int8]:
    """So many bytes of 0."""
    room = np.zeros(size + ALIGNED, np.int8)
    first = -room.ctypes.data % ALIGNED
    return room[first : first + size]


def one_of(name: str, said: str, possible: tuple[str, ...]) -> str:
    """What was said, if it is possible."""
    if said not in possible:
        raise Problem('{} cannot be "{}"; it can be: {}', name, said, ", ".join(possible))
    return said
