"""A table where people and bots sit: one thing happens at a time, and is written before it is told.

``turnstile`` has one thing happen at a time, ``presence`` knows who is there, ``moves`` has what is
done in a match, ``telling`` what people are told of all this.
"""

import time
from collections.abc import Callable

from goldrush.core import WATCHER
from goldrush.games.contract import Game
from goldrush.games.problem import Problem
from goldrush.server import messages as wire
from goldrush.server import seating, telling
from goldrush.server.bots import Bots
from goldrush.server.bus import Outbox
from goldrush.server.play import Play
from goldrush.server.presence import Presence
from goldrush.server.refusal import Refusal
from goldrush.server.services import Services
from goldrush.server.store import Change, Conflict, Entry, Kept, NotKept, Sheet
from goldrush.server.turnstile import Turnstile

MOST_SAID = 200  # things said that newcomers are told


class Table:
    """A table with all that happens there."""

    def __init__(self, game: Game, kept: Kept, services: Services) -> None:
        self.game = game
        self.services = services
        self.sheet, self.revision = kept.sheet, kept.revision
        self.said = kept.said[-MOST_SAID:]
        self._ids = {(said.seat, said.asked) for said in kept.said}  # of all that was ever said
        self.play: Play | None = None
        self.stale = False  # whether somebody else has written: it must be read again
        self.presence = Presence(services.clock())
        self.turnstile = Turnstile()
        self.bots = Bots()
        self.hints: dict[int, tuple[int, int]] = {}  # by seat, after which line, and the action

    async def read(self, entries: list[Entry]) -> None:
        """Plays what has been written of its match, if that has begun."""
        if self.sheet.begun:
            play = Play(self.game, self.sheet)
            await self.services.background.do(play.read(entries))
            self.play = play

    # --- people, and what they may see ------------------------------------------------------------

    def come(self, player: str, outbox: Outbox) -> None:
        """Notes that somebody has connected, and has them told what everybody is told."""
        self.presence.come(player, outbox)
        self.services.bus.listen(self.sheet.code, outbox)
        telling.show(self)
        self.bots.wake(self)

    def go(self, outbox: Outbox) -> None:
        """Notes that a connection is gone."""
        self.services.bus.leave(self.sheet.code, outbox)
        self.presence.go(outbox, self.services.clock())
        telling.show(self)

    @property
    def idle(self) -> bool:
        """Whether nobody is here, and nothing goes on."""
        return not (self.presence.visitors or self.turnstile.busy or self.bots.thinking)

    def eyes(self, player: str, seat: int | None) -> int:
        """With whose eyes a person may look: those of one of their seats, or a watcher's."""
        mine = seating.mine(self.sheet, player)
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

    # --- seats ------------------------------------------------------------------------------------

    async def change(self, how: Callable[[Sheet], Sheet]) -> None:
        """Changes who sits where."""
        await self.turnstile.alone(self._change(how))

    async def begin(self, player: str) -> None:
        """Begins to play."""
        await self.turnstile.alone(self._begin(player))

    async def stand_in(self, player: str, seat: int) -> None:
        """Has a bot play for a person who has been gone too long."""
        await self.turnstile.alone(self._stand_in(player, seat))

    async def come_back(self, player: str) -> None:
        """Hands a person's seats back, if a bot plays there."""
        own = [self.sheet.places[seat] for seat in seating.mine(self.sheet, player)]
        if seating.phase(self.sheet) == "playing" and any(place.persona for place in own):
            await self.change(lambda sheet: seating.come_back(sheet, player))

    async def _change(self, how: Callable[[Sheet], Sheet]) -> None:
        await self.write(how(self.sheet))
        self._changed()

    async def _begin(self, player: str) -> None:
        sheet = seating.begin(self.sheet, player, self.services.clock())
        play = Play(self.game, sheet)
        plan = play.plan(sheet.begun)
        await self.write(sheet, plan.entries)
        for entry in plan.entries:
            play.apply(entry)
        self.play = play
        self._changed()

    async def _stand_in(self, player: str, seat: int) -> None:
        sheet = seating.stand_in(self.sheet, player, seat)
        asking = seating.mine(sheet, player)[0]
        await self.see(asking)
        if not self._gone_too_long(seat, asking):
            raise Refusal("not_possible", "that person is here, or has not been gone long enough")
        await self.write(sheet)
        self._changed()

    def _gone_too_long(self, seat: int, asking: int) -> bool:
        """Whether a person was away, or, as far as another knows, waited for, too long."""
        until, now = (
            self.presence.until(self.sheet.places[seat], self.sheet.pace),
            self.services.clock(),
        )
        if until is not None and now > until:
            return True
        assert self.play
        transcript, pace = self.play.transcript(asking), 1000 * self.sheet.pace
        return bool(pace and transcript.actor == seat and now - transcript.since > pace)

    def _changed(self) -> None:
        telling.show(self)
        self.bots.wake(self)

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
        self, sheet: Sheet | None = None, entries: tuple[Entry, ...] = (), *said: wire.Said
    ) -> None:
        """Keeps a change for good; what cannot be kept has not happened."""
        begun = time.perf_counter()
        change = Change(self.sheet.code, sheet, self.revision, entries, said)
        try:
            await self.services.store.write(change)
        except NotKept as error:
            raise Refusal.because("not_kept", error) from None
        except Conflict as error:
            self.give_up()
            raise Refusal("stale", "somebody else was faster: {}", error) from None
        self.services.metrics.written.observe(time.perf_counter() - begun)
        if sheet:
            self.sheet, self.revision = sheet, self.revision + 1

    def give_up(self) -> None:
        """Cuts all lines: somebody else has written, and the table must be read again."""
        self.stale = True
        self.turnstile.happened()
        self.presence.cut_all()

    async def close(self) -> None:
        """Lets what is being written be written, and thinks no more."""
        self.bots.stop()
        await self.turnstile.finished()
