"""The bots at a table: they think when it is their turn, and play for whoever lets others wait."""

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from goldrush.bots.seat import BotSeat
from goldrush.bots.simple import choose_at_once
from goldrush.bots.thinkers import Closed
from goldrush.core import WATCHER
from goldrush.server import moves, seating, telling
from goldrush.server.refusal import Refusal

if TYPE_CHECKING:
    from goldrush.server.play import Play
    from goldrush.server.table import Table  # which has them

MARGIN = 0.05  # seconds by which an answer in secret comes before anybody notices
NOBODY = ("", "")  # for whom bots think where nobody is: like one person
AGAIN = 5.0  # seconds until a bot tries again to play what could not be kept

log = logging.getLogger(__name__)


class Bots:
    """Those of one table, which is always passed in: a reference here would keep both alive."""

    def __init__(self) -> None:
        self.hurried: set[int] = set()  # seats whose next decision is a bot's
        self.thinking: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None

    def wake(self, table: "Table") -> None:
        """Lets the bot think that is to act, unless one does, or nobody is here to see it."""
        self._set_alarm(table)
        if not self.thinking and self._is_awaited(table) and self.to_act(table):
            self.thinking = asyncio.create_task(self._think(table))

    def _is_awaited(self, table: "Table") -> bool:
        """Whether somebody is here to see bots play, or clocks of people will run after it."""
        return not table.stale and (bool(table.presence.visitors) or table.timed)

    def stop(self) -> None:
        """Has them think no more."""
        for pending in (self.thinking, self._looking, self._alarm):
            if pending:
                pending.cancel()

    def to_act(self, table: "Table") -> str:
        """The persona that is to act, or nothing."""
        if not table.play or table.sheet.over:
            return ""
        actor = table.play.position.actor
        hurried = seating.STAND_IN if actor in self.hurried else ""
        return table.sheet.places[actor].persona or hurried if actor >= 0 else ""

    def _set_alarm(self, table: "Table") -> None:
        """Has a seat that is asked in secret hurried in time: others cannot know who is late."""
        if self._alarm:
            self._alarm.cancel()
        play = table.play
        if not play or not play.clocks or table.sheet.over or table.stale:
            return
        actor = play.position.actor
        if actor in self.hurried or play.position.hidden(WATCHER).actor == actor:
            return  # everybody knows who is waited for
        if actor not in play.transcripts:
            if not self._looking or self._looking.done():
                self._looking = asyncio.create_task(self._look(table, actor))
            return
        left = (play.clocks.until(play.transcript(actor).since) - table.services.clock()) / 1000
        loop, written = asyncio.get_running_loop(), len(play.entries)
        self._alarm = loop.call_later(max(left, 0), self._hurry, table, actor, written)

    async def _look(self, table: "Table", seat: int) -> None:
        """Finds out since when a seat is asked that nobody has looked from yet."""
        await table.see(seat)
        self.wake(table)

    def _hurry(self, table: "Table", seat: int, written: int) -> None:
        """Lets a bot make the next decision of a seat, if nothing has happened since."""
        if table.play and len(table.play.entries) == written:
            self.hurried.add(seat)
            self.wake(table)

    async def _think(self, table: "Table") -> None:
        """Lets bots think and play as long as it is their turn."""
        try:
            while self._is_awaited(table) and (persona := self.to_act(table)):
                await self._think_once(table, persona)
        except Closed:
            pass  # the server ends; the next one thinks again
        except Refusal as refusal:
            log.warning("a bot could not play: %s", refusal.reason)
            asyncio.get_running_loop().call_later(AGAIN, self.wake, table)
        finally:
            self.thinking = None

    async def _think_once(self, table: "Table", persona: str) -> None:
        play = table.play
        assert play
        written, seat = len(play.entries), play.position.actor
        action = play.scripted()
        if action is None and table.whispers and play.in_secret:
            action = await self._whisper(table, seat, persona)
        elif action is None:
            await table.turnstile.quiet()
            action = await self._choice(table, play, play.bot(seat, persona))
            await table.turnstile.beat()
            if len(play.entries) != written:  # it was shown more, and has forgotten that by now
                play.bots.pop(seat, None)
        await moves.decide(table, seat, action, written)

    async def _whisper(self, table: "Table", seat: int, persona: str) -> int:
        """What a bot answers that is asked in secret: while all are quiet, or else at once.

        If it took longer, everybody could tell from the clock that it was asked.
        """
        play, left = table.play, table.turnstile.seconds_quiet - MARGIN
        assert play
        hasty = play.hasty_bot(seat, persona, left / 2)  # it may be asked once more
        with suppress(TimeoutError):
            return await asyncio.wait_for(self._choice(table, play, hasty), left)
        return choose_at_once(play.hasty_bot(seat, persona, left), play.match)

    async def _choice(self, table: "Table", play: "Play", bot: BotSeat) -> int:
        whose = table.presence.for_whom() or NOBODY
        lost = bot.lost
        thought = await table.services.pool_of(bot.bot).choose(bot, play.match, whose)
        table.services.metrics.thought.observe(thought.seconds)
        if bot.lost > lost:
            telling.show(table)  # the hand-made player has chosen instead
        return thought.action
