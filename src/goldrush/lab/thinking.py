"""How fast the search thinks at its first real choice of a match, and how soon it answers."""

import time
from typing import Any, cast

import numpy as np

from goldrush.bots.policy import bot
from goldrush.bots.seat import BotSeat
from goldrush.core import CHANCE, Record, rng
from goldrush.games import game as open_game
from goldrush.position import Position

SEATS = 4
SIMS = 500  # of a first answer


class FirstChoice:
    """A search, and the first position of a match at which it has more than one thing to try."""

    def __init__(self, name: str) -> None:
        game = open_game(name)
        self.search = cast(Any, bot(game, "search").policy)
        self.tree: Record = self.search.room()[0]
        self.position, stream = Position(game, min(SEATS, game.rules.MAX_SEATS)), rng.new(1)
        while self.position.actor == CHANCE or not self._wonders():
            self.position.play(self.position.random_step(stream))

    def answer(self) -> int:
        """What it would do after a moment's thought."""
        self.search.race.think(self.tree, SIMS)
        return int(self.search.race.leading(self.tree))

    def speed(self, seconds: float) -> float:
        """Simulations a second; a race that is over is begun anew."""
        begun, spent, done = time.perf_counter(), 0.0, 0
        while time.perf_counter() - begun < seconds:
            self._ponder()
            thinking = time.perf_counter()
            self.search.race.think(self.tree, SIMS)
            spent += time.perf_counter() - thinking
            done += int(self.tree.sims)
        return done / spent

    def _wonders(self) -> bool:
        self._ponder()
        return bool(self.tree.runners > 1)

    def _ponder(self) -> None:
        seat = BotSeat(bot(self.position.game, "search"), self.position.actor, rng.new(1))
        legal = np.array(self.position.legal(), np.int64)
        hidden = self.position.hidden(seat.seat).record
        self.search.ponder(self.tree, seat.memory, hidden, legal, len(legal), seat.rng)
