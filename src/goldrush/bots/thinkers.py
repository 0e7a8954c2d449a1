"""Bots that think in processes of their own, so that no thought can hold up or end a match.

A worker that dies, is too slow or talks nonsense is replaced, and the hand-made player answers
here in its stead: that costs one thought, never the match.  There is a thread for each worker,
which waits for it; what is asked while all are busy waits in a queue.
"""

import asyncio
import logging
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import NamedTuple, cast

import msgspec

from goldrush.bots.policy import PLAYER, Bot, Thinker
from goldrush.bots.policy import bot as open_bot
from goldrush.bots.seat import Answer, BotSeat, Question, answer, compile_bot, own_edition, restored
from goldrush.bots.worker import Load, Lost, Worker
from goldrush.core import blank
from goldrush.games.contract import Game
from goldrush.match import Match

GRACE = 2.0  # seconds that a thought may take beyond what its bot is given
QUICK = 1.0  # seconds for bots that do not go by the clock

log = logging.getLogger(__name__)


class Closed(RuntimeError):
    """The thinkers were closed before this was thought to the end."""


class Thought(NamedTuple):
    """What a bot plays."""

    action: int
    rng: bytes  # the state of its luck afterwards
    seconds: float  # since a worker was free for it
    fell_back: bool  # whether the hand-made player had to answer instead


Found = tuple[Answer, float, bool]  # a thought, with all that its seat must take over


class Thinkers:
    """Some workers and all that wait for them."""

    def __init__(self, workers: int = 1, grace: float = GRACE) -> None:
        self.grace = grace
        self.workers = [Worker() for _ in range(workers)]
        self._idle = list(self.workers)
        self._closed = False
        self._changed = threading.Condition()  # guards these three
        self._threads = ThreadPoolExecutor(workers, "thinker")

    def __enter__(self) -> "Thinkers":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def choose(self, seat: BotSeat, match: Match) -> Thought:
        """What a bot plays; until that is known it must not be shown anything."""
        return _settled(seat, await asyncio.wrap_future(self._asked(seat, match)))

    async def answer(self, game: Game, question: Question) -> Thought:
        """What a bot answers that sits nowhere: nobody keeps what it remembers."""
        bot = open_bot(game, question.bot)
        found, seconds, fell_back = await asyncio.wrap_future(self._submit(game, bot, question))
        return Thought(found.action, found.rng, seconds, fell_back)

    def choose_now(self, seat: BotSeat, match: Match) -> Thought:
        """The same for callers that can wait."""
        return _settled(seat, self._asked(seat, match).result())

    def prepare(self, game: Game, said: str) -> "Future[None]":
        """Makes the workers load a bot, and this process its stand-in; nobody need wait for it."""
        return self._threads.submit(self._prepare, game, said)

    def close(self) -> None:
        """Ends all workers, also those that think; whoever waits for one gets Closed."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for worker in self.workers:
            worker.end()
        self._threads.shutdown(wait=False)

    def _asked(self, seat: BotSeat, match: Match) -> "Future[Found]":
        return self._submit(match.game, seat.bot, seat.question(match))

    def _submit(self, game: Game, bot: Bot, question: Question) -> "Future[Found]":
        with self._changed:  # a pool that is shut down would raise another error
            if self._closed:
                raise Closed
            return self._threads.submit(self._think, game, bot, question)

    def _think(self, game: Game, bot: Bot, question: Question) -> Found:
        """Lets a worker answer, or if that fails the hand-made player."""
        load = Load(question.game, question.version, question.edition, question.bot)
        worker = self._take(load)
        begun = time.perf_counter()
        try:
            worker.load(load)
            found, fell_back = worker.answer(question, budget(bot) + self.grace), False
        except Lost as lost:
            self._replace(worker, lost)
            found, fell_back = stand_in(game, bot, question), True
        else:
            self._give_back(worker)
        return found, time.perf_counter() - begun, fell_back

    def _prepare(self, game: Game, said: str) -> None:
        """Makes one worker after the other load a bot: all but the first find it compiled."""
        load = Load(game.name, game.version, own_edition(game), said)
        for _ in self.workers:
            worker = self._take(load, known=False)
            try:
                worker.load(load)
            except Lost as lost:
                self._replace(worker, lost)
            else:
                self._give_back(worker)
        compile_bot(Match(game), open_bot(game, PLAYER))

    def _take(self, load: Load, *, known: bool = True) -> Worker:
        """Waits for a worker; of several it takes one to which *load* is known, or is not."""
        with self._changed:
            while not self._idle and not self._closed:
                self._changed.wait()
            if self._closed:
                raise Closed
            worker = min(self._idle, key=lambda worker: (load in worker.known) != known)
            self._idle.remove(worker)
            return worker

    def _give_back(self, worker: Worker) -> None:
        with self._changed:
            self._idle.append(worker)
            self._changed.notify()

    def _replace(self, worker: Worker, lost: Lost) -> None:
        """Puts a new worker in the place of one that was lost."""
        worker.end()
        with self._changed:  # so that none is started while all are ended
            if self._closed:
                raise Closed from lost
            log.warning("a bot's process was replaced: %s", lost)
            fresh = worker  # if none can be started now, the dead one will be lost again later
            with suppress(OSError):
                fresh = Worker()
            self.workers[self.workers.index(worker)] = fresh
            self._idle.append(fresh)
            self._changed.notify()


def budget(bot: Bot) -> float:
    """The seconds that a bot may think."""
    return QUICK if bot.policy.COMPILED else cast(Thinker, bot.policy).seconds(bot.traits)


def stand_in(game: Game, bot: Bot, question: Question) -> Answer:
    """What the hand-made player does instead; should that fail too, something legal."""
    try:
        player = open_bot(game, PLAYER)
        asked = msgspec.structs.replace(question, memory=_mind(bot, player, question))
        found = answer(game, player, asked)
    except Exception:  # a bot's error, whatever it is, must not end a match
        log.exception("the hand-made player of %s cannot answer either", game.tag)
        found = Answer(question.legal[0], b"", question.rng)
    return msgspec.structs.replace(found, memory=question.memory)


def _mind(bot: Bot, player: Bot, question: Question) -> bytes:
    """What the hand-made player remembers: what the one in the bot does, or nothing."""
    if bot.policy is player.policy:
        return question.memory
    if "player" in bot.policy.NEEDS:
        return bytes(restored(bot.policy.MEMORY, question.memory)["mind"][0].tobytes())
    mind = blank(player.policy.MEMORY)
    player.policy.begin(mind, question.seat, player.traits)
    return mind.tobytes()


def _settled(seat: BotSeat, found: Found) -> Thought:
    """Makes a seat take over what was found."""
    settled, seconds, fell_back = found
    return Thought(seat.settle(settled), settled.rng, seconds, fell_back)
