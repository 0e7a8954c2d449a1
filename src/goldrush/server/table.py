"""A table where people and bots sit: one thing happens at a time, and is written before it is told.

Everything that changes a table runs alone, behind its lock, and to its end even if whoever asked
for it is gone by then.
"""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from goldrush.bots.seat import Question
from goldrush.bots.thinkers import Thinkers
from goldrush.core import WATCHER
from goldrush.games.contract import Game
from goldrush.position import IllegalStep
from goldrush.server import messages as wire
from goldrush.server import seating
from goldrush.server.bots import Bots
from goldrush.server.bus import Bus, Outbox
from goldrush.server.metrics import Metrics
from goldrush.server.play import Plan, Play
from goldrush.server.refusal import Refusal
from goldrush.server.sight import Sight, fixed
from goldrush.server.store import Change, Conflict, Entry, Kept, NotKept, Place, Sheet, Store

MOST_SAID = 200  # things said that newcomers are told
MOST_WAITING = 64  # things that one seat has asked for and that are not answered yet
PATIENCE = 120  # seconds for which somebody may be gone where there is no pace
NO_UNDO = (
    "only the last thing that happened can be taken back, by whoever decided it, as long as"
    " nothing was drawn or laid open by it"
)

encode = msgspec.json.Encoder().encode
Result = TypeVar("Result")
Waiting = Coroutine[Any, Any, asyncio.Event | None]  # what to wait for before one tries again


@dataclass(frozen=True)
class Means:
    """What all tables of a server share."""

    store: Store
    bus: Bus
    thinkers: Thinkers
    metrics: Metrics
    clock: Callable[[], int]  # milliseconds since 1970
    dirty: asyncio.Event = field(default_factory=asyncio.Event)  # the lobby looks different


class Table:
    """A table with all that happens there."""

    def __init__(self, game: Game, kept: Kept, means: Means) -> None:
        self.game = game
        self.means = means
        self.sheet, self.revision = kept.sheet, kept.revision
        self.said = kept.said[-MOST_SAID:]
        self._ids = {(said.seat, said.asked) for said in kept.said}  # of all that was ever said
        self.play = Play(game, kept.sheet, kept.entries) if kept.sheet.begun else None
        self.stale = False  # whether somebody else has written: it must be read again
        self.visitors: dict[Outbox, str] = {}  # open sockets, and who is there
        self.gone: dict[str, int] = {}  # since when somebody is, who was here
        self.opened = self.left = means.clock()  # when it was read, and the last socket closed
        self.bots = Bots()
        self._lock = asyncio.Lock()
        self._queues: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)  # by seat
        self._queued_up: Counter[int] = Counter()  # how many stand in each
        self._hints: dict[int, tuple[int, int]] = {}  # by seat, after which line, and the action
        self._happening = asyncio.Event()  # the next thing that happens in the match
        self._tasks: set[asyncio.Task[Any]] = set()

    # --- what everybody sees ----------------------------------------------------------------------

    def info(self) -> wire.Table:
        """The table as everybody sees it."""
        sheet, over = self.sheet, self.sheet.over
        salts = [place.salt for place in sheet.places] if sheet.begun else None
        host = seating.mine(sheet, sheet.host)
        return wire.Table(
            code=sheet.code,
            game=sheet.game,
            version=sheet.version,
            options=sheet.options,
            edition=None if self.game.shipped else self.game.edition.name,
            seats=[self._seat(place) for place in sheet.places],
            public=sheet.public,
            pace=sheet.pace,
            hints=sheet.hints,
            lesson=sheet.lesson,
            phase=seating.phase(sheet),
            host=host[0] if host else None,
            commitment=seating.commitment(sheet),
            secret=sheet.secret.hex() if over else None,
            salts=salts,
            lots=sheet.lots,
            rematch=sheet.rematch or None,
            created=sheet.created,
            watchers=sum(not seating.mine(sheet, who) for who in self.visitors.values()),
            before=sheet.before or None,
        )

    def welcome(self, player: str, eyes: int, last: int) -> wire.Welcome:
        """Everything that a viewer needs who has the lines up to *last*."""
        lines, state, still = [], None, {}
        if self.play:
            lines, state = self.play.sight(eyes).missed(last), self.play.state(eyes)
            still = fixed(self.play.match.start)
        seat = eyes if eyes >= 0 else None
        mine = seating.mine(self.sheet, player)
        now = self.means.clock()
        return wire.Welcome(self.info(), mine, seat, now, still, state, lines, self.said)

    def topic(self, eyes: int) -> str:
        """Where a viewer is told what he may know."""
        return f"{self.sheet.code}/{eyes}"

    def eyes(self, player: str, seat: int | None) -> int:
        """With whose eyes a person may look: those of one of his seats, or a watcher's."""
        mine = seating.mine(self.sheet, player)
        if seat is not None and seat not in mine:
            own = ", ".join(map(str, mine)) or "none"
            raise Refusal("not_your_seat", f"seat {seat} is not yours; yours: {own}")
        return seat if seat is not None else mine[0] if mine else WATCHER

    def state(self, eyes: int) -> wire.State | None:
        """Where the match stands for a viewer, if it has begun."""
        return self.play.state(eyes) if self.play else None

    # --- presence ---------------------------------------------------------------------------------

    def come(self, player: str, outbox: Outbox) -> None:
        """Notes that somebody has connected, and has him told what everybody is told."""
        self.visitors[outbox] = player
        self.means.bus.listen(self.sheet.code, outbox)
        self._show()
        self.bots.wake(self)

    def go(self, outbox: Outbox) -> None:
        """Notes that a connection is gone."""
        self.means.bus.leave(self.sheet.code, outbox)
        self.left = self.gone[self.visitors.pop(outbox)] = self.means.clock()
        self._show()

    def here(self, player: str) -> bool:
        """Whether somebody is connected."""
        return player in self.visitors.values()

    @property
    def idle(self) -> bool:
        """Whether nobody is here, and nothing goes on."""
        waiting = any(queue.locked() for queue in self._queues.values())
        return not (
            self.visitors or waiting or self._lock.locked() or self.bots.thinking or self._tasks
        )

    # --- seats ------------------------------------------------------------------------------------

    async def change(self, how: Callable[[Sheet], Sheet]) -> None:
        """Changes who sits where."""
        await self._alone(self._change(how))

    async def begin(self, player: str) -> None:
        """Begins to play."""
        await self._alone(self._begin(player))

    async def stand_in(self, player: str, seat: int) -> None:
        """Has a bot play for a person who has been gone too long."""
        await self._alone(self._stand_in(player, seat))

    async def come_back(self, player: str) -> None:
        """Hands a person's seats back, if a bot plays there."""
        own = [self.sheet.places[seat] for seat in seating.mine(self.sheet, player)]
        if seating.phase(self.sheet) == "playing" and any(place.persona for place in own):
            await self.change(lambda sheet: seating.come_back(sheet, player))

    # --- play -------------------------------------------------------------------------------------

    async def act(self, seat: int, act: wire.Act) -> None:
        """Plays an action for a seat, once; returns when it is written and the seat was told."""
        await self._queued(seat, lambda: self._act(seat, act))

    async def decide(self, seat: int, action: int, written: int) -> None:
        """Plays what a bot has found, if all is still as it was when it began to think."""
        await self._alone(self._bot_decides(seat, action, written))

    async def undo(self, seat: int, undo: wire.Undo) -> None:
        """Takes a seat's last decision back, once."""
        await self._queued(seat, lambda: self._undo(seat, undo))

    async def hint(self, seat: int, asked: wire.Hint) -> int:
        """What a bot would play that sat at a seat and knew what the seat knows."""
        if not self.sheet.hints:
            raise Refusal("not_allowed", "no hints are given at this table")
        asking: list[Question] = []
        await self._queued(seat, lambda: self._hint(seat, asked, asking))
        number, action = self._hints.get(seat, (None, 0))
        if number != asked.number:  # else it would say the same
            thought = await self.means.thinkers.answer(self.game, asking[0])
            self.means.metrics.thought.observe(thought.seconds)
            action = thought.action
            self._hints[seat] = (asked.number, action)
        return action

    def has_said(self, seat: int, asked: str) -> bool:
        """Whether what a seat sends under an id has been said already."""
        return (seat, asked) in self._ids

    async def say(self, seat: int, said: str, text: str) -> None:
        """Lets a person say something to all, once."""
        await self._alone(self._say(seat, said, text))

    async def close(self) -> None:
        """Lets what is being written be written, and thinks no more."""
        self.bots.stop()
        async with self._lock:
            pass

    # --- one at a time ----------------------------------------------------------------------------

    async def _alone(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Does one thing to its end, while nothing else happens here."""

        async def alone() -> Result:
            async with self._lock:
                return await work

        task = asyncio.create_task(alone())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _queued(self, seat: int, work: Callable[[], Waiting]) -> None:
        """Does what a seat asks for, behind all that it has asked for before.

        What must wait for somebody who is asked in secret is tried again whenever something has
        happened: a no, or a yes before its time, would tell.  It waits on when the line is cut, so
        there is a limit to it.
        """
        if self._queued_up[seat] >= MOST_WAITING:
            raise Refusal("too_fast", "wait until what you have asked for is answered")
        self._queued_up[seat] += 1
        try:
            async with self._queues[seat]:
                while later := await self._alone(work()):
                    await later.wait()
        finally:
            self._queued_up[seat] -= 1

    async def _write(
        self, sheet: Sheet | None = None, entries: tuple[Entry, ...] = (), *said: wire.Said
    ) -> None:
        """Keeps a change for good; what cannot be kept has not happened."""
        begun = time.perf_counter()
        change = Change(self.sheet.code, sheet, self.revision, entries, said)
        try:
            await self.means.store.write(change)
        except NotKept as error:
            raise Refusal("not_kept", str(error)) from None
        except Conflict as error:
            self._give_up()
            raise Refusal("stale", f"somebody else was faster: {error}") from None
        self.means.metrics.written.observe(time.perf_counter() - begun)
        if sheet:
            self.sheet, self.revision = sheet, self.revision + 1

    async def _change(self, how: Callable[[Sheet], Sheet]) -> None:
        await self._write(how(self.sheet))
        self._show()
        self.bots.wake(self)

    async def _begin(self, player: str) -> None:
        sheet = seating.begin(self.sheet, player, self.means.clock())
        play = Play(self.game, sheet, [])
        plan = play.plan(sheet.begun)
        await self._write(sheet, plan.entries)
        for entry in plan.entries:
            play.apply(entry)
        self.play = play
        self._show()
        self.bots.wake(self)

    async def _stand_in(self, player: str, seat: int) -> None:
        sheet = seating.stand_in(self.sheet, player, seat)
        if not self._gone_too_long(seat, seating.mine(sheet, player)[0]):
            raise Refusal("not_possible", "that person is here, or has not been gone long enough")
        await self._write(sheet)
        self._show()
        self.bots.wake(self)

    def _gone_too_long(self, seat: int, asking: int) -> bool:
        """Whether a person was away, or, as far as another knows, waited for, too long."""
        until, now = self._until(self.sheet.places[seat]), self.means.clock()
        if until is not None and now > until:
            return True
        assert self.play
        sight, pace = self.play.sight(asking), 1000 * self.sheet.pace
        return bool(pace and sight.actor == seat and now - sight.since > pace)

    def _until(self, place: Place) -> int | None:
        """Until when a person is waited for who is gone; None for everybody else."""
        if not place.player or place.persona or self.here(place.player):
            return None
        return self.gone.get(place.player, self.opened) + 1000 * (self.sheet.pace or PATIENCE)

    async def _act(self, seat: int, act: wire.Act) -> asyncio.Event | None:
        if not self._done(seat, act.id):
            play = self._playing()
            self._check_turn(play.sight(seat), seat, act.number)
            try:
                play.sight(seat).hidden.step(act.action)
            except IllegalStep as error:
                raise Refusal("illegal", str(error)) from None
            if self._must_wait(play, seat):
                return self._happening
            await self._decide(seat, act.action, act.id)
        return self._told(seat)

    async def _hint(
        self, seat: int, hint: wire.Hint, asking: list[Question]
    ) -> asyncio.Event | None:
        """Finds what a bot is to be asked, in the same moment in which the seat could act."""
        play = self._playing()
        self._check_turn(play.sight(seat), seat, hint.number)
        if self._must_wait(play, seat):
            return self._happening
        asking.append(play.advice(seat))
        return None

    def _check_turn(self, sight: Sight, seat: int, number: int) -> None:
        """Refuses whoever is not to act, as far as he knows."""
        if number != sight.number:
            raise Refusal("stale", f"the last line is {sight.number}, not {number}")
        if sight.actor != seat or self.sheet.places[seat].persona:
            raise Refusal("illegal", "another is to act")

    def _must_wait(self, play: Play, seat: int) -> bool:
        """Whether somebody is asked in secret before a seat that thinks that it is to act."""
        return play.sight(seat).behind or play.position.actor != seat

    def _told(self, seat: int) -> asyncio.Event | None:
        """Nothing, if a seat has been told all that it can notice; else what to wait for."""
        behind = self.play and self.play.sight(seat).behind and not self.stale
        return self._happening if behind else None

    async def _decide(self, seat: int, action: int, said: str = "") -> None:
        """Writes a decision and what is drawn after it, and tells everybody."""
        play = self._playing()
        await self._written(play.plan(self.means.clock(), (seat, action, said)))
        self.bots.hurried.discard(seat)
        self.means.metrics.moves.inc()

    async def _bot_decides(self, seat: int, action: int, written: int) -> None:
        if self.play and len(self.play.entries) == written and self.bots.to_act(self):
            await self._decide(seat, action)

    async def _undo(self, seat: int, undo: wire.Undo) -> asyncio.Event | None:
        if not self._done(seat, undo.id):
            play = self._playing()
            if undo.number != (number := play.sight(seat).number):
                raise Refusal("stale", f"the last line is {number}, not {undo.number}")
            if play.undoable(seat) is None:
                raise Refusal("no_undo", NO_UNDO)
            if play.sight(seat).behind:
                return self._happening
            await self._written(play.plan_undo(self.means.clock(), seat, undo.id))
        return self._told(seat)

    async def _written(self, plan: Plan) -> None:
        """Writes entries of the log, and only then tells of them."""
        play = self._playing()
        sheet = msgspec.structs.replace(self.sheet, over=True) if plan.over else None
        await self._write(sheet, plan.entries)
        known = {eyes: sight.number for eyes, sight in play.sights.items()}
        for entry in plan.entries:
            play.apply(entry)
        for eyes, number in known.items():
            self._tell(eyes, number)
        if plan.over:
            self._show()
        self._happen()
        self.bots.wake(self)

    def _happen(self) -> None:
        """Lets those try again who wait for something to happen."""
        self._happening.set()
        self._happening = asyncio.Event()

    async def _say(self, seat: int, asked: str, text: str) -> None:
        if self.has_said(seat, asked):
            return
        number = self.said[-1].number + 1 if self.said else 1
        said = wire.Said(number, self.means.clock(), seat, text, asked)
        await self._write(None, (), said)
        self.said = [*self.said, said][-MOST_SAID:]
        self._ids.add((seat, asked))
        self.means.bus.publish(self.sheet.code, encode(said))

    def _done(self, seat: int, said: str) -> bool:
        """Whether what a seat asks for has been done already, when it asked before."""
        return self.play is not None and (seat, said) in self.play.done

    def _give_up(self) -> None:
        """Cuts all lines: somebody else has written, and the table must be read again."""
        self.stale = True
        self._happen()
        for outbox in self.visitors:
            outbox.close()

    def _playing(self) -> Play:
        if not self.play or self.sheet.over:
            raise Refusal("not_playing", "no match is being played here now")
        if self.stale:
            raise Refusal("stale", "somebody else was faster")
        return self.play

    # --- telling ----------------------------------------------------------------------------------

    def _tell(self, eyes: int, last: int) -> None:
        """Sends a viewer what he can notice of what has happened, or nothing."""
        assert self.play
        if lines := self.play.sight(eyes).missed(last):
            news = wire.News(lines, self.play.state(eyes))
            self.means.bus.publish(self.topic(eyes), encode(news))

    def _show(self) -> None:
        self.means.bus.publish(self.sheet.code, encode(wire.Changed(self.info())))
        self.means.dirty.set()

    def _seat(self, place: Place) -> wire.Seat:
        return wire.Seat(
            name=place.name or None,
            persona=place.persona or None,
            taken=seating.taken(place),
            lots=place.lots,
            present=self.here(place.player) if place.player else bool(place.persona),
            until=self._until(place),
        )
