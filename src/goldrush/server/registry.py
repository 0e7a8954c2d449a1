"""All tables of a server: made, read again when somebody comes, and put away when all are gone."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import NamedTuple

from goldrush.bots.parts import Part
from goldrush.fair import SECRET_BYTES
from goldrush.games import newest
from goldrush.games.contract import Game, UnknownVersion, carried_options
from goldrush.match import Match
from goldrush.server import logs, ratings, seating, telling, terms, vacations
from goldrush.server import messages as wire
from goldrush.server.alarms import SOON, Alarms
from goldrush.server.challenge import Day
from goldrush.server.guard import Shares
from goldrush.server.lasting import all_lasting
from goldrush.server.lessons import lesson
from goldrush.server.lessons import secret as lesson_secret
from goldrush.server.refusal import Refusal
from goldrush.server.results import edition_name
from goldrush.server.services import Services
from goldrush.server.store import Change, Conflict, Kept, NotKept, Old, Place, Sheet
from goldrush.server.table import Table
from goldrush.server.turns import Turns
from goldrush.server.typed import packed_edition

MOST_LISTED = 200  # tables in the lobby that wait for players, and as many that play, ...
PAGE = 50  # ... and of one page
KEPT_OPEN = 60  # seconds for which a table without anybody stays in memory
SWEEP = 10.0
FORGETTING = 3600.0  # seconds between two looks for old tables
A_DAY = 86_400.0
CHAT, HINTS = (0.5, 5.0), (0.3, 3.0)  # a second for each person, and at once
DAILY = 20  # times as many tables a day as a minute
EDITIONS = (6 / 3600, 6.0)  # that are new here, likewise
PUBLISH = 0.25  # seconds between two states of the lobby
READING = 2.0  # seconds that an edition may take to be read
MOST_AWAY = 500  # tables at which somebody goes on vacation at once
QUICK = 60  # seconds for a decision in matches of people who were put together
LOBBY = "lobby"  # the topic

log = logging.getLogger(__name__)


class Keeping(NamedTuple):
    """For how many days tables are kept at which nothing happens; 0 is for ever."""

    unplayed: float = 1.0
    unfinished: float = 0.0
    finished: float = 0.0

    def old(self, now: int) -> Old:
        """Before which times something must have happened to be forgotten now."""
        return Old(*(now - int(1000 * A_DAY * days) if days else 0 for days in self))


FOR_EVER = Keeping()  # but for tables at which nobody ever played


class Registry:
    """The tables."""

    def __init__(
        self,
        services: Services,
        messages: float,
        tables: float,
        keeping: Keeping,
        *,
        own_editions: bool,
    ) -> None:
        self.services = services
        self.keeping = keeping
        self.messages = messages  # that a socket may send in a second
        self.tables: dict[str, Table] = {}
        self.turns = Turns()  # at tables that were put away
        self.chat, self.hints = Shares(*CHAT), Shares(*HINTS)
        self.new = Shares(tables / 60, tables), Shares(DAILY * tables / A_DAY, DAILY * tables)
        self.own_editions = own_editions
        self._editions = Shares(*EDITIONS)
        self._again = asyncio.Lock()  # so that all people of a table get the same one for a rematch
        self._listed: dict[str, wire.Table] = {}  # the lobby as all were last told of it
        self._counting = False  # whether the lobby is told how far matches are: not of each move
        self._opening: dict[str, asyncio.Lock] = {}
        self.alarms = Alarms(services, self.tables, self.table)
        services.shelf.when_ready(self._ready)

    async def run(self, games: Sequence[str]) -> None:
        """Keeps the lobby up to date and puts away tables that nobody needs, until cancelled.

        The games named are made ready meanwhile, so that the first table need not wait for that.
        """
        shelf = partial(self.services.shelf.run, games)
        await all_lasting(self._publish, self._sweep, self._forget, self.alarms.run, shelf)

    async def close(self) -> None:
        """Lets all tables finish what they write."""
        for table in list(self.tables.values()):
            await table.close()
        await self.alarms.end()

    def lobby(
        self,
        before: int | None = None,
        phase: wire.Phase | None = None,
        game: str | None = None,
        *,
        rated: bool = False,
    ) -> wire.Lobby:
        """A page of the public tables where people are: the newest, or those made before a time.

        There is one of those that wait for players and one of those that play, or one of *phase*;
        of all tables, or of one game, or of rated ones alone.
        """
        page, more = [], {}
        for one in ("open", "playing") if phase is None else (phase,):
            wanted = self._public(one, game, rated=rated)
            shown = [t for t in wanted if before is None or t.sheet.created < before]
            page += [telling.info(table) for table in shown[:PAGE]]
            more[one] = len(shown) > PAGE
        page.sort(key=lambda table: -table.created)
        return wire.Lobby(page, more.get("open", False), more.get("playing", False))

    def _public(
        self, phase: wire.Phase, game: str | None = None, *, rated: bool = False
    ) -> list[Table]:
        shown = [t for t in self.tables.values() if t.sheet.public and t.presence.visitors]
        shown = [table for table in shown if seating.phase(table.sheet) == phase]
        shown = [table for table in shown if game in (None, table.sheet.game)]
        shown = [table for table in shown if table.sheet.rated or not rated]
        return sorted(shown, key=lambda table: -table.sheet.created)[:MOST_LISTED]

    async def table(self, code: str) -> Table:
        """The table with a code."""
        table = self.tables.get(code)
        if table and not table.stale:
            return table
        async with self.alone(code):
            return await self._opened(code)

    @asynccontextmanager
    async def alone(self, code: str) -> AsyncIterator[None]:
        """Has nobody else read a table meanwhile: it is read once, or is to go for good."""
        async with self._opening.setdefault(code, asyncio.Lock()):
            try:
                yield
            finally:
                self._opening.pop(code, None)

    async def create(self, player: str, new: wire.NewTable, address: str) -> Table:
        """Makes a table; whoever does sits there."""
        self._share(player, address)
        terms.check(new)
        if new.public or new.rated:
            self.services.house.check_person(player)
        if new.rated:
            new.name = await ratings.named(self.services.store, player)
            self.services.company.note(player, address, self.services.clock())
        self.services.house.check_words(new.name, *(seat.name for seat in new.seats))
        game = await self._game(new.game, await self._edition(new, player, address))
        places = seating.places(player, new)
        try:
            match = Match(game, len(places), new.options)
        except ValueError as error:
            raise Refusal.because("not_possible", error) from None
        sheet = Sheet(
            code="",
            game=game.name,
            version=match.version,
            options=match.options,
            edition=game.own_edition,
            places=places,
            host=player,
            secret=secrets.token_bytes(SECRET_BYTES),
            created=self.services.clock(),
            public=new.public,
            pace=new.pace,
            hints=new.hints,
            bank=new.bank,
            increment=new.increment,
            vacation=new.vacation,
            rated=new.rated,
        )
        self.services.house.check_words(edition_name(sheet))
        if new.rated:
            ratings.check(game, sheet)
        return await self._new(game, sheet)

    async def teach(self, player: str, new: wire.NewLesson, address: str) -> Table:
        """Makes a guided first match; whoever asks for it is the learner."""
        self._share(player, address)
        self.services.house.check_words(new.name)
        game = await self._game(new.game)
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

    async def join(self, table: Table, player: str, said: wire.Joining, address: str) -> None:
        """Seats somebody; at a rated table only with people with whom they can be rated."""
        if table.sheet.rated and not table.sheet.begun:
            store, company, now = self.services.store, self.services.company, self.services.clock()
            said.name = await ratings.named(store, player)
            company.note(player, address, now)
            await ratings.admit(store, company, table.sheet, player, now)
        self.services.house.check_words(said.name)

        def joined(sheet: Sheet) -> Sheet:
            self.services.house.check_company(player, sheet, seating.named(said.name))
            self.services.acquaintance.check_seat(sheet, player, said.seat)
            return seating.join(sheet, player, said, self.services.clock())

        await table.change(joined)

    async def challenge(self, player: str, name: str, day: Day, address: str) -> Table:
        """Makes the table of somebody's one try at the challenge of a day."""
        self._share(player, address)
        self.services.house.check_words(name)
        what = day.challenge
        try:
            game = await self.services.shelf.open(what.game, b"", what.version)
        except ValueError as error:
            raise Refusal.because("not_possible", error) from None
        seats = [Place(persona=what.at(seat)) for seat in range(what.seats)]
        seats[what.seat] = Place(seating.named(name), player)
        sheet = Sheet(
            code="",
            game=game.name,
            version=game.version,
            options=what.options,
            edition=b"",
            places=seats,
            host=player,
            secret=day.secret,
            created=self.services.clock(),
            hints=False,
            daily=day.day,
        )
        return await self._new(game, sheet)

    async def gather(self, name: str, places: list[Place], *, rated: bool) -> Table:
        """Makes a table for people who were put together; they play by the standard rules."""
        game, now = await self._game(name), self.services.clock()
        sheet = Sheet(
            code="",
            game=name,
            version=game.version,
            options=Match(game, len(places)).options,
            edition=b"",
            places=places,
            host=places[0].player,
            secret=secrets.token_bytes(SECRET_BYTES),
            created=now,
            public=True,
            pace=QUICK,
            hints=False,
            rated=rated,
        )
        if rated:
            await ratings.check_all(self.services.store, self.services.company, sheet, now)
        return await self._new(game, sheet)

    async def rematch(self, table: Table, player: str) -> Table:
        """The table where the same people play again; the first who asks makes it."""
        if any(place.player not in {"", player} for place in table.sheet.places):
            self.services.house.check_person(player)
        async with self._again:
            was = table.sheet.rematch
            if not was or await self.services.store.read(was) is None:  # nobody ever played there
                secret, now = secrets.token_bytes(SECRET_BYTES), self.services.clock()
                sheet = seating.again(table.sheet, player, table.wins(), secret, now)
                if sheet.rated:
                    await ratings.check_all(self.services.store, self.services.company, sheet, now)
                fresh = await self._new(await self._renewed(sheet), sheet)
                await table.change(lambda sheet: seating.follow(sheet, fresh.sheet.code, was))
        return await self.table(table.sheet.rematch)

    async def go_away(self, player: str, until: int) -> None:
        """Takes a person's days off at all their tables, as far as these go; 0 ends them."""
        if until:
            vacations.check(until, self.services.clock())
        sheets = await self.services.store.seated(player, MOST_AWAY)
        codes = [code for code, sheet in sheets.items() if sheet and sheet.vacation]
        for code in codes:
            logs.concerning(self.services.key, code)
            try:
                table = await self.table(code)
                if table.timed:
                    await table.change(partial(self._gone, player, until))
            except Refusal as refusal:  # as of one by later rules, which must not hinder the others
                if refusal.reason == "not_kept":
                    raise
                log.warning("nobody can go on vacation at a table: %s", refusal.reason)

    def _gone(self, player: str, until: int, sheet: Sheet) -> Sheet:
        now = self.services.clock()
        if not until:
            return vacations.end(sheet, player, now)
        return vacations.take(sheet, player, until, now, at_most=True)

    async def prepare_reviews(self, part: Part, player: str, address: str) -> float | None:
        """Has compiled what reviews need of a game; about how long that takes, if it is known."""
        named = part.game, part.edition, part.version
        if part.foreign and not self.services.shelf.is_open(*named):
            self.share_editions(player, address)
        return await self.services.shelf.prepare_reviews(*named)

    def _share(self, player: str, address: str) -> None:
        if not all(shares.take(player, address) for shares in self.new):
            raise Refusal("too_fast", "you have made many tables; wait before you make another")

    async def _renewed(self, sheet: Sheet) -> Game:
        """Has a new match played by the newest rules, whatever those before were played by."""
        latest = newest(sheet.game)
        try:
            game = await self.services.shelf.open(sheet.game, sheet.edition, latest)
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
        await table.reckon()
        self._put(table)
        self.services.waits.look(table)
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
            game = await self.services.shelf.open(sheet.game, sheet.edition, sheet.version)
        except UnknownVersion as error:
            raise Refusal.later_rules(error) from None
        except ValueError as error:
            raise Refusal("not_possible", "{} cannot be opened: {}", code, error) from None
        table = Table(game, kept, self.services)
        await table.read(kept.entries)
        await table.reckon()
        self._put(table)
        return table

    def _put(self, table: Table) -> None:
        self.tables[table.sheet.code] = table
        self.services.metrics.tables.set(len(self.tables))
        left = self.services.shelf.seconds_left(table.game)
        table.warm = None if left is None else self.services.clock() + int(1000 * left)
        if left is None and not table.sheet.over:
            self.services.prepare(table.game)

    def _ready(self, game: Game) -> None:
        """Has bots load a game that has been compiled, and everybody told who plays it."""
        for table in self.tables.values():
            if table.game.tag == game.tag:  # an edition of another name may be the same
                table.warm = None
                self.services.prepare(game)
                telling.show(table)

    async def _game(self, name: str, edition: bytes = b"") -> Game:
        """A game by its newest rules, perhaps in a user's own edition."""
        try:
            return await self.services.shelf.open(name, edition, newest(name))
        except ValueError as error:
            raise Refusal.because("not_possible", error) from None

    async def read_edition(self, game: str, text: str) -> bytes:
        """A user's own edition, if that is allowed here; read beside the loop, and not for long."""
        if not self.own_editions:
            raise Refusal("not_possible", "this server accepts no custom editions")
        try:
            return await asyncio.wait_for(asyncio.to_thread(packed_edition, game, text), READING)
        except TimeoutError:
            raise Refusal("not_possible", "this edition takes too long to read") from None
        except ValueError as error:
            raise Refusal.because("not_possible", error) from None

    def share_editions(self, player: str, address: str) -> None:
        """Refuses somebody who has brought many editions that are new here."""
        if not self._editions.take(player, address):
            raise Refusal(
                "too_fast", "you have brought many editions; wait before you bring another"
            )

    async def _edition(self, new: wire.NewTable, player: str, address: str) -> bytes:
        """A user's own edition for a table."""
        if not new.edition:
            return b""
        packed = await self.read_edition(new.game, new.edition)
        known = self.services.shelf.is_open(new.game, packed, newest(new.game))
        if not known:
            self.share_editions(player, address)
        return packed

    async def _publish(self) -> None:
        while True:
            await self.services.dirty.wait()
            self.services.dirty.clear()
            if changed := self._changed():
                self.services.bus.publish(LOBBY, telling.encode(changed))
            await asyncio.sleep(PUBLISH)

    def _changed(self) -> wire.LobbyChanged | None:
        """What is new in the lobby since this was last asked; None if that is nothing."""
        shown = (*self._public("open"), *self._public("playing"))
        now = {table.sheet.code: telling.info(table) for table in shown}
        for code in () if self._counting else self._listed.keys() & now.keys():
            now[code].moves = self._listed[code].moves
        self._counting = False
        new = [info for code, info in now.items() if self._listed.get(code) != info]
        gone = [code for code in self._listed if code not in now]
        self._listed = now
        return wire.LobbyChanged(new, gone) if new or gone else None

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            late = self.services.clock() - 1000 * KEPT_OPEN
            for code, table in list(self.tables.items()):
                awaited = 0 < table.due < late + 1000 * KEPT_OPEN + SOON
                if table.idle and table.presence.left < late and not awaited:
                    self.turns.keep(self.tables.pop(code))
            self.services.shelf.put_away({table.game for table in self.tables.values()})
            self.services.metrics.tables.set(len(self.tables))
            self._counting = True
            self.services.dirty.set()

    async def _forget(self) -> None:
        while True:
            old = self.keeping.old(self.services.clock())
            with suppress(NotKept):  # they are as old the next time
                while await self.services.store.forget(old, set(self.tables)):
                    pass  # a part each time, so that nobody waits long
            await asyncio.sleep(FORGETTING)
