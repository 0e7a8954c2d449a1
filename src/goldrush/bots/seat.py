"""A bot at a seat of a match, whoever hosts it.

What it chooses follows from a ``Question`` alone: bytes, which can be answered anywhere.
"""

from dataclasses import dataclass, field
from typing import cast

import msgspec
import numpy as np

from goldrush.bots.policy import Bot, Thinker, Weighed
from goldrush.core import Ints, Record, blank
from goldrush.games.contract import Game
from goldrush.match import Match
from goldrush.witness import Glimpse

UNSEEN = -1  # the step that a policy watches without knowing it


class Question(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """All that a bot goes by when it chooses; of the match it has the hidden record alone."""

    game: str
    version: int  # of its rules
    edition: bytes  # the user's own; nothing for the one that is shipped
    bot: str
    seat: int
    memory: bytes
    hidden: bytes
    legal: list[int]
    rng: bytes
    interpreted: bool = False  # whether it must be answered without compiled code


class Answer(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """What a bot chooses, and what choosing did to its memory and its luck."""

    action: int
    memory: bytes
    rng: bytes
    weighed: Weighed | None = None  # by one that compares


@dataclass
class BotSeat:
    """A bot at a seat, with its memory and its own luck."""

    bot: Bot
    seat: int
    rng: np.ndarray
    memory: Record = field(init=False)

    def __post_init__(self) -> None:
        self.memory = blank(self.bot.policy.MEMORY)
        self.bot.policy.begin(self.memory, self.seat, self.bot.traits)

    @property
    def watches(self) -> bool:
        """Whether it goes by what it has seen; one that does not need not be shown anything."""
        return self.bot.policy.WATCHES

    @property
    def lost(self) -> int:
        """How many decisions it could not make, so that another had to."""
        names = self.bot.policy.MEMORY.names or ()
        return int(self.memory["lost"]) if "lost" in names else 0

    def watch(self, glimpse: Glimpse) -> None:
        """Shows it what its seat has seen of a step, unless nothing of it can be noticed."""
        if glimpse.noticed:
            step = UNSEEN if glimpse.step is None else glimpse.step
            self.bot.policy.watch(self.memory, glimpse.after.hidden.record, step, self.rng)

    def choose(self, match: Match) -> int:
        """What it plays, without the way over bytes."""
        hidden, legal = self._asked(match)
        return self.bot.policy.choose(self.memory, hidden, legal, len(legal), self.rng)

    def question(self, match: Match) -> Question:
        """What it is asked now, in bytes."""
        hidden, legal = self._asked(match)
        return Question(
            game=match.game.name,
            version=match.version,
            edition=match.game.own_edition,
            bot=self.bot.name,
            seat=self.seat,
            memory=self.memory.tobytes(),
            hidden=hidden.tobytes(),
            legal=legal.tolist(),
            rng=self.rng.tobytes(),
        )

    def settle(self, found: Answer) -> int:
        """Takes over what choosing did to its memory and its luck; returns what it plays."""
        self.memory = restored(self.bot.policy.MEMORY, found.memory)
        self.rng[:] = np.frombuffer(found.rng, np.int64)
        return found.action

    def _asked(self, match: Match) -> tuple[Record, Ints]:
        """All of a match that it gets: its hidden record and what it may do."""
        legal = np.array(match.position.legal(), np.int64)
        return match.position.hidden(self.seat).record, legal


def answer(game: Game, bot: Bot, question: Question) -> Answer:
    """Lets a bot choose what it would choose at its seat."""
    memory = restored(bot.policy.MEMORY, question.memory)
    hidden = restored(game.rules.STATE, question.hidden)
    legal = np.array(question.legal, np.int64)
    luck = np.frombuffer(question.rng, np.int64).copy()
    action = int(bot.policy.choose(memory, hidden, legal, len(legal), luck))
    weighed = None if bot.policy.COMPILED else cast(Thinker, bot.policy).weighed(action)
    return Answer(action, memory.tobytes(), luck.tobytes(), weighed)


def restored(shape: np.dtype[np.record], content: bytes) -> Record:
    """A record made of its bytes, those between its fields too: a copy would leave chance there."""
    room = np.zeros(1, shape)
    room.view(np.uint8)[:] = np.frombuffer(content, np.uint8)
    made: Record = room[0]
    return made
