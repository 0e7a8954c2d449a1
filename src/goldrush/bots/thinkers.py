"""Bots that think in processes of their own, so that no thought can hold up or end a match.

Where a worker fails, or the code of a search is not compiled yet, the hand-made player answers in
its stead: that costs one thought, never the match.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import NamedTuple, cast

import msgspec

from goldrush.bots.parts import load, part
from goldrush.bots.policy import Bot, Thinker, Weighed
from goldrush.bots.policy import bot as open_bot
from goldrush.bots.pool import Closed, Pool
from goldrush.bots.seat import Answer, BotSeat, Question
from goldrush.bots.simple import answer_simply, instead, simpler
from goldrush.bots.worker import Replying, Worker
from goldrush.games.contract import Game
from goldrush.match import Match

__all__ = ["Closed", "Thinkers", "Thought", "budget", "stand_in"]

GRACE = 2.0  # seconds that a thought may take beyond what its bot is given
QUICK = 1.0  # seconds for bots that do not go by the clock

log = logging.getLogger(__name__)


class Thought(NamedTuple):
    """What a bot plays."""

    action: int
    rng: bytes  # the state of its luck afterwards
    seconds: float  # since a worker was free for it
    fell_back: bool  # whether the hand-made player had to answer instead
    weighed: Weighed | None = None  # what is thought of it, by a bot that compares


class Found(NamedTuple):
    """A thought, with all that its seat must take over."""

    answer: Answer
    seconds: float
    fell_back: bool


class Thinkers(Pool):
    """A pool that thinks."""

    def __init__(
        self,
        workers: int = 1,
        grace: float = GRACE,
        ready: Callable[[Game, str], bool] = lambda *_: True,
        replying: Replying | None = None,
        nice: int = 0,
    ) -> None:
        self.grace = grace
        self.ready = ready  # whether a kind of bot may be loaded, or is still to be compiled
        super().__init__(workers, replying, nice)

    def __enter__(self) -> "Thinkers":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def choose(self, seat: BotSeat, match: Match, who: Sequence[str] = ()) -> Thought:
        """What a bot plays; until that is known it must not be shown anything."""
        return _settled(seat, await asyncio.wrap_future(self._asked(seat, match, who)))

    async def answer(self, game: Game, question: Question, who: Sequence[str] = ()) -> Thought:
        """What a bot answers that sits nowhere: nobody keeps what it remembers."""
        asked = self._submit(open_bot(game, question.bot), question, who)
        found = await asyncio.wrap_future(asked)
        return _thought(found)

    def choose_now(self, seat: BotSeat, match: Match) -> Thought:
        """What a bot plays, for callers that can wait."""
        return _settled(seat, self._asked(seat, match).result())

    def prepare(self, game: Game, said: str) -> None:
        """Makes the workers load a bot, and this process its stand-in; returns when all have."""
        for loaded in self.load(part(game, open_bot(game, said).kind)):
            loaded.result()
        load(game)

    def _asked(self, seat: BotSeat, match: Match, who: Sequence[str] = ()) -> "Future[Found]":
        return self._submit(seat.bot, seat.question(match), who)

    def _submit(self, bot: Bot, question: Question, who: Sequence[str]) -> "Future[Found]":
        begun = time.perf_counter()

        def think(worker: Worker) -> Found:
            nonlocal begun
            begun = time.perf_counter()
            found, fell_back = self._think(worker, bot, question)
            return Found(found, time.perf_counter() - begun, fell_back)

        def do_without() -> Found:
            return Found(stand_in(bot, question), time.perf_counter() - begun, fell_back=True)

        return self.submit(think, who, do_without)

    def _think(self, worker: Worker, bot: Bot, question: Question) -> tuple[Answer, bool]:
        """What a worker answers, and whether the hand-made player did it for its bot.

        A search takes much too long without compiled code; all others answer the same, only later.
        """
        if self.ready(bot.game, bot.part):
            worker.load(part(bot.game, bot.part))
            return worker.answer(question, budget(bot) + self.grace), False
        asked = question if bot.policy.COMPILED else simpler(bot, question)
        asked = msgspec.structs.replace(asked, interpreted=True)
        found = worker.answer(asked, QUICK + self.grace)
        return instead(found, question, asked), asked.bot != question.bot


def budget(bot: Bot) -> float:
    """The seconds that a bot may think."""
    return QUICK if bot.policy.COMPILED else cast(Thinker, bot.policy).seconds(bot.traits)


def stand_in(bot: Bot, question: Question) -> Answer:
    """What the hand-made player does instead; should that fail too, something legal."""
    try:
        return answer_simply(bot, question)
    except Exception:  # a bot's error, whatever it is, must not end a match
        log.exception("the hand-made player of %s cannot answer either", bot.game.tag)
        return Answer(question.legal[0], question.memory, question.rng)


def _settled(seat: BotSeat, found: Found) -> Thought:
    """Makes a seat take over what was found."""
    seat.settle(found.answer)
    return _thought(found)


def _thought(found: Found) -> Thought:
    told = found.answer
    return Thought(told.action, told.rng, found.seconds, found.fell_back, told.weighed)
