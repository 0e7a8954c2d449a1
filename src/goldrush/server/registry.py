"""All tables of a server: made, read again when somebody comes, and put away when all are gone."""

import asyncio
import gc
import logging
import secrets
from collections.abc import Sequence
from functools import cache

from goldrush.bots.policy import bot as open_bot
from goldrush.bots.seat import compile_bot, own_edition
from goldrush.core import WATCHER
from goldrush.fair import SECRET_BYTES
from goldrush.games import edition as editions
from goldrush.games import edition_type, newest
from goldrush.games import game as open_game
from goldrush.games.contract import Game, UnknownVersion, carried_options
from goldrush.match import Match
from goldrush.server import messages as wire
from goldrush.server import seating, telling
from goldrush.server.guard import Shares
from goldrush.server.lessons import lesson
from goldrush.server.lessons import secret as lesson_secret
from goldrush.server.refusal import Refusal
from goldrush.server.services import Services
from goldrush.server.store import Change, Conflict, Kept, NotKept, Place, Sheet
from goldrush.server.table import Table
from goldrush.server.typed import packed_edition

MOST_LISTED = 500  # tables in the lobby, ...
PAGE = 50  # ... and of one page
MOST_EDITIONS = 32  # of users' own, each of which stays compiled
KEPT_OPEN = 60  # seconds for which a table without anybody stays in memory
SWEEP = 10.0
FORGET = 86_400  # seconds for which a table is kept where nobody ever played
CHAT, HINTS = (0.5, 5.0), (0.3, 3.0)  # a second for each person, and at once
PUBLISH = 0.25  # seconds between two states of the lobby
READING = 2.0  # seconds that an edition may take to be read
LOBBY = "lobby"  # the topic

log = logging.getLogger(__name__)


class Registry:
    """The tables."""

    def __init__(
        self, services: Services, messages: float, tables: float, *, own_editions: bool
    ) -> None:
        self.services = services
        self.messages = messages  # that a socket may send in a second
        self.tables: dict[str, Table] = {}
        self.chat, self.hints = Shares(*CHAT), Shares(*HINTS)
        self.new = Shares(tables / 60, tables)
        self._own_editions = own_editions
        self._editions: set[bytes] = set()
        self._again = asyncio.Lock()  # so that all people of a table get the same one for a rematch
        self._listed: dict[str, wire.Table] = {}  # the lobby as all were last told of it
        self._prepared: set[tuple[str, str]] = set()  # games and bots
        self._opening: dict[str, asyncio.Lock] = {}

    async def run(self, games: Sequence[str]) -> None:
        """Keeps the lobby up to date and puts away tables that nobody needs, until cancelled.

        The games named are made ready meanwhile, so that the first table need not wait for that.
        """
        async with asyncio.TaskGroup() as group:
            group.create_task(self._publish())
            group.create_task(self._sweep())
            for name in games:
                try:
                    await asyncio.to_thread(ready, name, b"", newest(name))
                except Exception:  # whoever wants to play it will be told
                    log.exception("%s cannot be made ready", name)

    async def close(self) -> None:
        """Lets all tables finish what they write."""
        for table in list(self.tables.values()):
            await table.close()

    def lobby(self, before: int | None = None) -> wire.Lobby:
        """A page of the public tables where people are: the newest, or those made before a time."""
        shown = [t for t in self._public() if before is None or t.sheet.created < before]
        page = [telling.info(table) for table in shown[:PAGE]]
        return wire.Lobby(page, more=len(shown) > PAGE)

    def _public(self) -> list[Table]:
        shown = [t for t in self.tables.values() if t.sheet.public and not t.sheet.over]
        shown = [table for table in shown if table.presence.visitors]
        return sorted(shown, key=lambda table: -table.sheet.created)[:MOST_LISTED]

    async def table(self, code: str) -> Table:
        """The table with a code."""
        table = self.tables.get(code)
        if table and not table.stale:
            return table
        async with self._opening.setdefault(code, asyncio.Lock()):
            try:
                return await self._opened(code)
            finally:
                self._opening.pop(code, None)

    async def create(self, player: str, new: wire.NewTable, address: str) -> Table:
        """Makes a table; whoever does sits there."""
        self._share(player, address)
        game = await self._game(new.game, new.edition)
        places = seating.places(player, new)
        try:
            match = Match(game, len(places), new.options)
        except ValueError as error:
            raise Refusal.because("not_possible", error) from None
        if 0 < new.pace < wire.SHORTEST_PACE:
            raise Refusal("not_possible", "a pace is 0 or at least {} seconds", wire.SHORTEST_PACE)
        sheet = Sheet(
            code="",
            game=game.name,
            version=match.version,
            options=match.options,
            edition=own_edition(game),
            places=places,
            host=player,
            secret=secrets.token_bytes(SECRET_BYTES),
            created=self.services.clock(),
            public=new.public,
            pace=new.pace,
            hints=new.hints,
        )
        return await self._new(game, sheet)

    async def teach(self, player: str, new: wire.NewLesson, address: str) -> Table:
        """Makes a guided first match; whoever asks for it is the learner."""
        self._share(player, address)
        game = await self._game(new.game, None)
        learner = Place(seating.named(new.name), player)
        rival = Place(persona=lesson(game.name).rival)
        sheet = Sheet(
            code="",
            game=game.name,
            version=game.version,
            options=Match(game, 2).options,
            edition=b"",
            places=[learner, rival],
            host=player,
            secret=lesson_secret(game.name),
            created=self.services.clock(),
            lesson=True,
        )
        return await self._new(game, sheet)

    async def rematch(self, table: Table, player: str) -> Table:
        """The table where the same people play again; the first who asks makes it."""
        async with self._again:
            if not table.sheet.rematch:
                secret, now = secrets.token_bytes(SECRET_BYTES), self.services.clock()
                sheet = seating.again(table.sheet, player, "", secret, now)
                fresh = await self._new(await self._renewed(sheet), sheet)
                await table.change(lambda sheet: seating.follow(sheet, fresh.sheet.code))
        return await self.table(table.sheet.rematch)

    def _share(self, player: str, address: str) -> None:
        if not self.new.take(player, address):
            raise Refusal("too_fast", "you have made many tables; wait before you make another")

    async def _renewed(self, sheet: Sheet) -> Game:
        """Has a new match played by the newest rules, whatever those before were played by."""
        latest = newest(sheet.game)
        try:
            game = await asyncio.to_thread(ready, sheet.game, sheet.edition, latest)
        except ValueError as error:
            raise Refusal.because("not_possible", error) from None
        if sheet.version != latest:
            sheet.before, sheet.version = sheet.version, latest
            sheet.options = carried_options(game.rules, sheet.options, len(sheet.places))
        return game

    async def _new(self, game: Game, sheet: Sheet) -> Table:
        """Writes a new table under a code that nobody has."""
        while True:
            sheet.code = "".join(secrets.choice(wire.LETTERS) for _ in range(wire.CODE))
            try:
                await self.services.store.write(Change(sheet.code, sheet))
                break
            except Conflict:
                continue
            except NotKept as error:
                raise Refusal.because("not_kept", error) from None
        table = Table(game, Kept(sheet, 1, [], []), self.services)
        self.tables[sheet.code] = table
        self._prepare(table)
        return table

    async def _opened(self, code: str) -> Table:
        """Reads a table from the store, unless somebody else just did."""
        known = self.tables.get(code)
        if known and not known.stale:
            return known
        kept = await self.services.store.read(code)
        if kept is None:
            raise Refusal("not_found", "there is no table {}", code)
        sheet = kept.sheet
        try:
            game = await asyncio.to_thread(ready, sheet.game, sheet.edition, sheet.version)
        except UnknownVersion as error:
            raise Refusal.later_rules(error) from None
        except ValueError as error:
            raise Refusal("not_possible", "{} cannot be opened: {}", code, error) from None
        table = Table(game, kept, self.services)
        await table.read(kept.entries)
        self.tables[code] = table
        self._prepare(table)
        return table

    def _prepare(self, table: Table) -> None:
        """Has the bots of a table loaded before they are needed."""
        self.services.metrics.tables.set(len(self.tables))
        needed = {(table.game.tag, place.persona) for place in table.sheet.places if place.persona}
        for tag, persona in () if table.sheet.over else needed - self._prepared:
            self._prepared.add((tag, persona))
            self.services.thinkers.prepare(table.game, persona)

    async def _game(self, name: str, edition: str | None) -> Game:
        """A game, perhaps in a user's own edition."""
        try:
            packed = await self._packed(name, edition) if edition else b""
            return await asyncio.to_thread(ready, name, packed, newest(name))
        except ValueError as error:
            raise Refusal.because("not_possible", error) from None

    async def _packed(self, name: str, edition: str) -> bytes:
        """A user's own edition, if that is allowed here; read beside the loop, and not for long."""
        if not self._own_editions:
            raise no_editions()
        try:
            reading = asyncio.to_thread(packed_edition, name, edition)
            packed = await asyncio.wait_for(reading, READING)
        except TimeoutError:
            raise Refusal("not_possible", "this edition takes too long to read") from None
        if not self.room_for(packed):
            raise no_editions()
        return packed

    def room_for(self, packed: bytes) -> bool:
        """Whether a user's own edition is played here; notes it if it is new."""
        if self._own_editions and len(self._editions) < MOST_EDITIONS:
            self._editions.add(packed)
        return packed in self._editions

    async def _publish(self) -> None:
        while True:
            await self.services.dirty.wait()
            self.services.dirty.clear()
            if changed := self._changed():
                self.services.bus.publish(LOBBY, telling.encode(changed))
            await asyncio.sleep(PUBLISH)

    def _changed(self) -> wire.LobbyChanged | None:
        """What is new in the lobby since this was last asked; None if that is nothing."""
        now = {table.sheet.code: telling.info(table) for table in self._public()}
        new = [info for code, info in now.items() if self._listed.get(code) != info]
        gone = [code for code in self._listed if code not in now]
        self._listed = now
        return wire.LobbyChanged(new, gone) if new or gone else None

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            late = self.services.clock() - 1000 * KEPT_OPEN
            for code, table in list(self.tables.items()):
                if table.idle and table.presence.left < late:
                    del self.tables[code]
            self.services.metrics.tables.set(len(self.tables))
            await self.services.store.forget(self.services.clock() - 1000 * FORGET, [*self.tables])


def no_editions() -> Refusal:
    """Says that people's own editions are not taken here, or that there are enough of them."""
    return Refusal("not_possible", "this server accepts no (more) custom editions")


@cache
def ready(name: str, edition: bytes, version: int) -> Game:
    """A game of which all that a table needs is compiled; takes long, so not for the loop."""
    game = open_game(name, version=version)  # first: a later version may have later editions
    if edition:
        game = open_game(name, editions.unpack(edition, edition_type(name)), version)
    trial = compile_bot(Match(game), open_bot(game, "uniform"))
    for position in trial.replay():
        for eyes in (0, WATCHER):
            position.view(eyes)
    for _ in trial.lines(WATCHER):
        pass
    gc.collect()
    gc.freeze()  # what is compiled stays for good: to look through it takes 0.1 s each time
    return game
