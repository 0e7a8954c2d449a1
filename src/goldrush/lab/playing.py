"""Blocks of compiled games, played and counted wherever they are sent: here, or on a GPU."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from goldrush.bots.parts import opened
from goldrush.bots.policy import Bot, bot
from goldrush.core import Ints, Records, bind
from goldrush.lab.arrays import code

Steps: TypeAlias = npt.NDArray[np.int16]  # actor and step of each step, game after game

ROOM = 1 << 18  # steps that are written down before they are put away
NO_STEPS: Steps = np.zeros((0, 2), np.int16)
COUNTED, ROWS, STEPS = range(3)  # how much is kept of games: sums, a row for each, their steps


class Block(NamedTuple):
    """Games of a seed, one after the other."""

    first: int
    games: int


class Played(NamedTuple):
    """What came of a block."""

    block: Block
    sums: Ints  # its tally: whole numbers, so that tallies can be added
    rows: Records | None = None  # as the ledger has them
    steps: Steps | None = None


@dataclass(eq=False)
class Playing:
    """Who plays what, and how much is kept of it; plays blocks in any process."""

    bot: Bot
    seats: int
    options: Ints
    seed: int
    kept: int = COUNTED
    device: str = "cpu"
    batch: Any = field(init=False)
    ledger: Any = field(init=False, default=None)

    def __post_init__(self) -> None:
        tag, names = self.bot.tag, {"rules": self.bot.game.rules, "policy": self.bot.policy}
        self.batch = bind("goldrush.lab.batch", tag, **names)
        if self.kept:
            self.ledger = bind("goldrush.lab.ledger", tag, **names, batch=self.batch)
        self.gpu = self._on_gpu() if self.device == "cuda" else None

    @property
    def said(self) -> dict[str, str]:
        """The options as people say them."""
        known = zip(self.bot.game.rules.OPTIONS, self.options, strict=True)
        return {option.name: option.values[n] for option, n in known}

    def prepare(self) -> None:
        """Compiles or loads."""
        self(Block(0, 1))

    def nothing(self) -> Ints:
        """The sums of no games."""
        return np.zeros(1, self.batch.TALLY).view(np.int64)

    def __call__(self, block: Block) -> Played:
        """Plays a block."""
        if self.gpu:
            return Played(block, self.gpu.play(*block))
        tally = np.zeros(1, self.batch.TALLY)
        if self.kept:
            written = self._written(tally[0], block)
            return Played(block, tally.view(np.int64), *written)
        terms = (self.seats, self.options, self.bot.traits)
        self.batch.run(tally[0], self.batch.room(), self.seed, *block, *terms)
        return Played(block, tally.view(np.int64))

    def _written(self, tally: Any, block: Block) -> tuple[Records, Steps | None]:
        """Rows of a block's games, and their steps if they are kept."""
        rows = np.zeros(block.games, self.ledger.ROW)
        pieces = [NO_STEPS, *self._pieces(tally, rows, block.first)]
        return rows, np.concatenate(pieces) if self.kept == STEPS else None

    def _pieces(self, tally: Any, rows: Records, first: int) -> Iterator[Steps]:
        """Plays one game for each row; yields the steps of as many as there is room for."""
        size = max(ROOM, self.bot.game.rules.LONGEST) if self.kept == STEPS else 0
        steps, room, done = np.zeros((size, 2), np.int16), self.batch.room(), 0
        terms = (self.seats, self.options, self.bot.traits)
        while done < len(rows):
            left = rows[done:]
            games = self.ledger.write(tally, left, steps, room, self.seed, first + done, *terms)
            used = left["decisions"][:games].sum() + left["draws"][:games].sum()
            yield steps[:used].copy()
            done += games

    def _on_gpu(self) -> Any:
        from goldrush.lab import cuda  # noqa: PLC0415  # an extra

        terms = (self.seats, self.options, self.seed)
        return cuda.Games(code(self.bot.game), self.bot, *terms)

    def __reduce__(self) -> tuple[object, ...]:  # modules stay behind, and are bound again
        game, more = self.bot.game, (self.seats, self.options, self.seed, self.kept, self.device)
        return _again, (game.name, game.version, game.own_edition, self.bot.name, *more)


def _again(name: str, version: int, edition: bytes, said: str, *more: Any) -> Playing:
    """What was pickled, in another process."""
    return Playing(bot(opened(name, version, edition), said), *more)
