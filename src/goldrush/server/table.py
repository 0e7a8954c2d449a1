"""A table where people and bots sit: one thing happens at a time, and is written before it is told.

``turnstile`` has one thing happen at a time, ``presence`` knows who is there, ``moves`` has what is
done in a match, ``telling`` what people are told of all this.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress

from msgspec.structs import replace

from goldrush.bots.thinkers import Thought
from goldrush.core import WATCHER
from goldrush.games.contract import Game, carried_options
from goldrush.games.problem import Problem
from goldrush.server import messages as wire
from goldrush.server import ratings, seating, telling, vacations
from goldrush.server.bots import Bots
from goldrush.server.bus import Outbox
from goldrush.server.challenge import is_sealed
from goldrush.server.clocks import GRACE, rested, timed
from goldrush.server.gallery import Gallery
from goldrush.server.play import Play
from goldrush.server.presence import Presence
from goldrush.server.refusal import Refusal
from goldrush.server.services import Services
from goldrush.server.store import (
    Change,
    Conflict,
    Ended,
    Entry,
    Kept,
    NotKept,
    Place,
    Remark,
    Sheet,
    Stake,
)
from goldrush.server.turnstile import Turnstile

MOST_SAID = 200  # things said that newcomers are told

log = logging.getLogger(__name__)


class Table:
    """A table with all that happens there."""

    def __init__(self, game: Game, kept: Kept, services: Services) -> None:
        self.game = game
        self.services = services
        self.sheet, self.revision = kept.sheet, kept.revision
        self.said = kept.said[-MOST_SAID:]
        self._ids = {(said.seat, said.asked) for said in kept.said}  # of all that was ever said
        self.gallery = Gallery(kept.remarks)
        self.play: Play | None = None
        self.stale = False  # whether somebody else has written: it must be read again
        self.presence = Presence(services.clock())
        self.turnstile = Turnstile()
        self.bots = Bots()
        self.hints: dict[int, tuple[int, Thought]] = {}  # by seat, and after which line
        self.warm: int | None = None  # about when bots will be at their best, if they are not yet
        self.ratings: list[wire.Rating | None] = []  # by seat, where the match is rated
        self.due = 0  # when it must be looked at, whoever is there; 0 is never
        self._minding: asyncio.Task[None] | None = None

    async def read(self, entries: list[Entry]) -> None:
        """Plays what has been written of its match, if that has begun."""
        if self.sheet.begun:
            play = Play(self.game, self.sheet, self.services.outages)
            await self.services.background.do(play.read(entries))
            self.play = play
            self._mind()

    # --- people, and what they may see ------------------------------------------------------------

    def come(self, player: str, address: str, outbox: Outbox) -> None:
        """Notes that somebody has connected, and has them told what everybody is told."""
        self.presence.come(player, address, outbox)
        self.services.bus.listen(self.sheet.code, outbox)
        if self.sheet.rated:
            self.services.company.note(player, address, self.services.clock())
        telling.show(self)
        self.bots.wake(self)
        self.services.waits.seen(player, self.sheet.code)

    def go(self, outbox: Outbox) -> None:
        """Notes that a connection is gone."""
        self.services.bus.leave(self.sheet.code, outbox)
        self.presence.go(outbox, self.services.clock())
        telling.show(self)

    @property
    def idle(self) -> bool:
        """Whether nobody is here, and nothing goes on."""
        return not (self.presence.visitors or self.turnstile.busy or self.bots.thinking)

    @property
    def whispers(self) -> bool:
        """Whether a bot may be asked something here without anybody knowing that."""
        bots = any(place.persona for place in self.sheet.places)
        return bots and self.game.view.WHISPERS and not self.sheet.lesson

    def eyes(self, player: str, seat: int | None) -> int:
        """With whose eyes a person may look: those of one of their seats, or a watcher's."""
        mine = seating.mine(self.sheet, player)
        if not mine and is_sealed(self.sheet, self.services.clock()):
            raise Refusal("not_allowed", "others may look on when the day of this match is over")
        if seat is not None and seat not in mine:
            own = ", ".join(str(one + 1) for one in mine) or Problem("none at all")
            raise Refusal("not_your_seat", "seat {} is not yours; yours: {}", seat + 1, own)
        return seat if seat is not None else mine[0] if mine else WATCHER

    async def opened_eyes(self, player: str, seat: int | None) -> int:
        """The same, when all that was ever seen with them is known."""
        while self.play and (eyes := self.eyes(player, seat)) not in self.play.transcripts:
            await self.see(eyes)  # meanwhile they may have lost their seat
        return self.eyes(player, seat)

    async def see(self, eyes: int) -> None:
        """Makes what a viewer has been told so far, if nobody has looked with these eyes yet."""
        if self.play and eyes not in self.play.transcripts:
            await self.services.background.do(self.play.fold(eyes))

    def state(self, eyes: int) -> wire.State | None:
        """Where the match stands for a viewer, if it has begun."""
        return self.play.state(eyes) if self.play else None

    def wins(self) -> list[int]:
        """How many matches of their series all have won, with this one if it is over."""
        won = [place.wins for place in self.sheet.places]
        if not self.play or not self.sheet.over:
            return won
        return [n + (at == 1) for n, at in zip(won, self.play.position.places(), strict=True)]

    # --- seats ------------------------------------------------------------------------------------

    async def change(self, how: Callable[[Sheet], Sheet]) -> None:
        """Changes who sits where."""
        await self.turnstile.alone(self._change(how))

    async def begin(self, player: str, *, fewer: bool = False) -> None:
        """Begins to play, if so wished with those who are there, without the free seats."""
        await self.turnstile.alone(self._begin(player, fewer=fewer))

    async def stand_in(self, player: str, seat: int) -> None:
        """Has a bot play for a person who has been gone too long."""
        await self.turnstile.alone(self._stand_in(player, seat))

    async def come_back(self, player: str) -> None:
        """Hands a person's seats back, if a bot plays there."""
        own = [self.sheet.places[seat] for seat in seating.mine(self.sheet, player)]
        back = any(place.persona and seating.may_return(place) for place in own)
        if seating.phase(self.sheet) == "playing" and back:
            await self.change(lambda sheet: seating.come_back(sheet, player))

    async def _change(self, how: Callable[[Sheet], Sheet]) -> None:
        sheet = how(self.sheet)
        if sheet.rated and not sheet.begun:
            ratings.check(self.game, sheet)
        await self.write(sheet)
        await self.reckon()
        self._changed()

    async def _begin(self, player: str, *, fewer: bool) -> None:
        sheet, rules = self.sheet, self.game.rules
        if fewer:
            sheet = seating.without_free_seats(sheet, player, rules.MIN_SEATS)
            options = carried_options(rules, sheet.options, len(sheet.places))
            sheet = replace(sheet, options=options)
        sheet = seating.begin(sheet, player, self.services.clock())
        play = Play(self.game, sheet, self.services.outages)
        plan = play.plan(sheet.begun)
        await self._write_begin(sheet, plan.entries)
        for entry in plan.entries:
            play.apply(entry)
        self.play = play
        await self.reckon()
        self._changed()

    async def _write_begin(self, sheet: Sheet, entries: tuple[Entry, ...]) -> None:
        """Keeps that a match begins; a rated one only with people who can be rated together."""
        if not sheet.rated:
            await self.write(sheet, entries)
            return
        services = self.services
        async with services.company.beginning:
            ratings.check(self.game, sheet)
            await ratings.check_all(services.store, services.company, sheet, services.clock())
            await self.write(sheet, entries)

    async def reckon(self) -> None:
        """Looks up how strong everybody is known to be, where the match is rated."""
        if self.sheet.rated:
            store = self.services.store
            self.ratings = await ratings.at_table(store, self.game, self.sheet)

    async def _stand_in(self, player: str, seat: int) -> None:
        sheet = seating.stand_in(self.sheet, player, seat)
        asking = seating.mine(sheet, player)[0]
        await self.see(asking)
        until = self.gone_until(self.sheet.places[seat])
        if until is None or self.services.clock() <= until:
            raise Refusal("not_possible", "that person is here, or has not been gone long enough")
        await self.write(sheet)
        self._changed()

    def gone_until(self, place: Place) -> int | None:
        """Until when a person is waited for who is gone; None if nobody may call a bot for them."""
        by_clock = (
            self.sheet.bank or self.sheet.rated
        )  # no rival decides who has been gone too long
        if by_clock or vacations.away(place, self.services.clock()):
            return None
        return self.presence.until(place, self.sheet.pace)

    # --- time -------------------------------------------------------------------------------------

    @property
    def timed(self) -> bool:
        """Whether people have only so much time here, and a match is played."""
        return timed(self.sheet) and self.play is not None and not self.sheet.over

    async def ring(self) -> None:
        """Does what must be done when a time is up: nobody need be here for that."""
        await self.turnstile.alone(self._ring())

    async def _ring(self) -> None:
        play = self.play
        if play and play.clocks and not self.stale and self._is_up():
            seat = play.clocks.actor
            known = play.position.actor == seat and not play.watched.behind
            self.bots.hurried.add(play.position.actor)  # who may be asked in secret, before that
            if known:
                await self.write(seating.time_out(self.sheet, seat))
                log.info("somebody's time has run out in a match of %s", self.sheet.game)
                self._changed()
        self.bots.wake(self)
        self._mind()

    def _is_up(self) -> bool:
        """Whether the time is up of whoever is on turn, and no bot decides for them yet."""
        play = self.play
        if not play or not play.clocks or play.position.actor in self.bots.hurried:
            return False
        return play.clocks.due is not None and self.services.clock() >= play.clocks.due + GRACE

    def _mind(self) -> None:
        """Sees to it that the table is looked at again when a time will be up."""
        due, clocks = 0, self.play.clocks if self.play else None
        if clocks and not self.sheet.over:
            due = clocks.due or (clocks.since if self.bots.to_act(self) else 0)
        if due != self.due:
            self.due = due
            self._minding = asyncio.create_task(self._keep_due())

    async def _keep_due(self) -> None:
        with suppress(NotKept):  # it is looked at nevertheless as long as it is in memory
            await self.services.store.mind(self.sheet.code, self.due)

    def _changed(self) -> None:
        self._mind()
        telling.show(self)
        self.stir()

    def stir(self) -> None:
        """Lets those know of a change who are to act upon it: bots, and people elsewhere."""
        self.bots.wake(self)
        self.services.waits.look(self)

    def moved(self, *, noticed: bool) -> None:
        """Tells how much time people have after a move, if a watcher has noticed it."""
        self._mind()
        if noticed:
            telling.show(self)

    # --- what is said -----------------------------------------------------------------------------

    def has_said(self, seat: int, asked: str) -> bool:
        """Whether what a seat sends under an id has been said already."""
        return (seat, asked) in self._ids

    async def say(self, seat: int, said: str, text: str) -> None:
        """Lets a person say something to all, once."""
        await self.turnstile.alone(self._say(seat, said, text))

    async def _say(self, seat: int, asked: str, text: str) -> None:
        if self.has_said(seat, asked):
            return
        number = self.said[-1].number + 1 if self.said else 1
        said = wire.Said(number, self.services.clock(), seat, text, asked)
        await self.write(None, (), said)
        self.said = [*self.said, said][-MOST_SAID:]
        self._ids.add((seat, asked))
        telling.say(self, said)

    # --- what is kept -----------------------------------------------------------------------------

    async def write(
        self,
        sheet: Sheet | None = None,
        entries: tuple[Entry, ...] = (),
        *said: wire.Said,
        ended: Ended | None = None,
        remarks: tuple[Remark, ...] = (),
        stakes: tuple[Stake, ...] = (),
    ) -> None:
        """Keeps a change for good; what cannot be kept has not happened."""
        if self.stale:
            raise Refusal("stale", "the table was closed, or somebody else has written; come again")
        begun = time.perf_counter()
        sheet = sheet and rested(self.sheet, sheet, self.services.clock())
        change = Change(
            self.sheet.code, sheet, self.revision, entries, said, ended, stakes, remarks
        )
        try:
            await self.services.store.write(change)
        except NotKept as error:
            raise Refusal.because("not_kept", error) from None
        except Conflict as error:
            self.give_up()
            raise Refusal("stale", "somebody else was faster: {}", error) from None
        self.services.metrics.written.observe(time.perf_counter() - begun)
        if sheet:
            self._note(sheet)
            self.sheet, self.revision = sheet, self.revision + 1
            if self.play and self.play.clocks:
                self.play.clocks.sheet = sheet

    def _note(self, sheet: Sheet) -> None:
        if sheet.begun and not self.sheet.begun:
            log.info("a match of %s has begun", sheet.game)
        if sheet.over and not self.sheet.over:
            log.info("a match of %s is over", sheet.game)

    def give_up(self) -> None:
        """Cuts all connections: somebody else has written, and the table must be read again."""
        self.stale = True
        self.turnstile.happened()
        self.presence.cut_all()

    async def reread(self) -> None:
        """Takes over a sheet that was written past this table, as when somebody signs in."""
        await self.turnstile.alone(self._reread())

    async def _reread(self) -> None:
        kept = await self.services.store.read(self.sheet.code)
        if kept is None:
            self.give_up()
            return
        self.gallery, self.said = Gallery(kept.remarks), kept.said[-MOST_SAID:]
        if kept.revision != self.revision:
            self.sheet, self.revision = kept.sheet, kept.revision
            await self.reckon()
            self._changed()

    async def close(self) -> None:
        """Lets what is being written be written, and thinks no more."""
        self.bots.stop()
        await self.turnstile.finished()
        if self._minding:
            await self._minding
