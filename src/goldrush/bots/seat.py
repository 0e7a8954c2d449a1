"""A bot at a seat of a match, whoever hosts it."""

from dataclasses import dataclass, field

import numpy as np

from goldrush.bots.policy import Bot
from goldrush.core import Record, blank
from goldrush.match import Match


@dataclass
class BotSeat:
    """A bot at a seat, with its memory and its own luck."""

    bot: Bot
    seat: int
    rng: np.ndarray
    memory: Record = field(init=False)
    _sight: bytes = field(init=False, default=b"")  # the hidden record that it saw last

    def __post_init__(self) -> None:
        self.memory = blank(self.bot.policy.MEMORY)
        self.bot.policy.begin(self.memory, self.seat, self.bot.traits)

    def watch(self, match: Match, step: int, *, seen: bool) -> None:
        """Shows it a step just played, unless nothing of it can be noticed."""
        hidden = match.position.hidden(self.seat).record
        before, self._sight = self._sight, hidden.tobytes()
        if seen or self._sight != before:
            self.bot.policy.watch(self.memory, hidden, step if seen else -1, self.rng)

    def choose(self, match: Match) -> int:
        """What it plays; it gets its hidden record and nothing else."""
        legal = np.array(match.position.legal(), np.int64)
        hidden = match.position.hidden(self.seat).record
        return self.bot.policy.choose(self.memory, hidden, legal, len(legal), self.rng)
