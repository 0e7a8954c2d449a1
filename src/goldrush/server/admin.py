"""What a host sees and does: tables, people, what was reported, words, and what is kept.

Whatever is done is kept first, with a line that says so; then those are told whom it concerns.
"""

import hashlib
import hmac
import logging
from collections import OrderedDict
from collections.abc import Collection, Sequence
from contextlib import suppress

from goldrush.games import game as open_game
from goldrush.server import admin_messages as wire
from goldrush.server import seating, telling, wordlist
from goldrush.server.admin_store import NEWEST, Decree, Found, Listed, Report, What
from goldrush.server.messages import Phase, Said
from goldrush.server.refusal import Refusal
from goldrush.server.registry import Registry
from goldrush.server.store import LAST, NotKept, Remark, Sheet
from goldrush.server.table import Table

PAGE = 25  # tables, reports or acts
MOST_FOUND = 30  # people
MOST_KNOWN = 10_000  # of whom it is remembered by which key a host was told of them
BEFORE, AFTER = 4, 2  # lines around what was reported
KEEP_REPORTS, KEEP_ACTS = 90, 365  # days
DAY = 86_400_000  # milliseconds

log = logging.getLogger(__name__)


class Admin:
    """What the host of a server may do."""

    def __init__(self, registry: Registry) -> None:
        self._registry, self._services = registry, registry.services
        self._store = registry.services.store
        self._known: OrderedDict[str, str] = OrderedDict()  # people by key, the last of them told

    # --- tables -----------------------------------------------------------------------------------

    async def tables(self, game: str, phase: Phase | None, after: str) -> wire.AdminTables:
        """A page of all tables there are, the newest first."""
        at, _, code = after.partition(".")
        before = (int(at), code) if after else LAST
        found = await self._store.listed(PAGE + 1, before, game, phase)
        page = [one.sheet for one in found[:PAGE]]
        more = f"{page[-1].created}.{page[-1].code}" if len(found) > PAGE else None
        return wire.AdminTables([self._table(one) for one in found[:PAGE]], more)

    def _table(self, one: Listed) -> wire.AdminTable:
        sheet, table = one.sheet, self._registry.tables.get(one.sheet.code)
        visitors = set(table.presence.visitors.values()) if table else set()
        told = sheet.over or not _has_secrets(sheet)
        return wire.AdminTable(
            code=sheet.code,
            game=sheet.game,
            version=sheet.version,
            phase=seating.phase(sheet),
            public=sheet.public,
            rated=sheet.rated,
            daily=sheet.daily or None,
            seats=[wire.AdminSeat(one.name or None, one.persona or None) for one in sheet.places],
            moves=one.decisions if told else None,
            created=sheet.created,
            begun=sheet.begun or None,
            last=(one.last or None) if told else None,
            here=len(visitors),
            watchers=sum(not seating.mine(sheet, who) for who in visitors),
        )

    async def close(self, code: str) -> None:
        """Has a table go, whatever goes on there; results of matches that are over stay."""
        sheet = await self._sheet(code)  # one that cannot be read can be closed all the same
        decree = Decree("closed", self._services.clock(), code=code, close=True)
        async with self._registry.alone(code):  # or who reads it just now would have it come back
            table = self._registry.tables.get(code)
            closing = self._close(decree)
            gone = await (table.turnstile.alone(closing) if table else closing)
        if not gone:
            raise Refusal("not_found", "there is no table {}", code)
        if sheet:
            for place in sheet.places:
                self._services.waits.note(place.player, sheet, None, decree.at)

    async def _close(self, decree: Decree) -> list[str]:
        gone = await self._keep(decree)
        if table := self._registry.tables.pop(decree.code, None):
            table.bots.stop()
            table.give_up()
        self._services.dirty.set()
        return gone

    # --- people -----------------------------------------------------------------------------------

    async def people(self, wanted: str) -> list[wire.Someone]:
        """People in whose names something stands, or all who are blocked."""
        if plain := wordlist.folded(wanted).strip():
            return await self._people(await self._store.named(plain, MOST_FOUND))
        blocked = [one.player for one in await self._store.blocked()]
        return await self._people(await self._store.known(blocked))

    async def rename(self, key: str, name: str) -> wire.Someone:
        """Gives somebody another name, wherever the one before stands."""
        player = self._player(key)
        now, called = self._services.clock(), seating.named(name)
        codes = await self._keep(Decree("renamed", now, player=player, name=called))
        for table in self._in_memory(codes):
            await table.reread()
            for remark in table.gallery.remarks:
                if remark.player == player:
                    telling.remark(table, remark)
        return await self._person(player)

    async def block(self, key: str, *, blocked: bool) -> wire.Someone:
        """Blocks somebody, or does not any more."""
        player, now = self._player(key), self._services.clock()
        what: What = "blocked" if blocked else "unblocked"
        await self._keep(Decree(what, now, player=player, block=blocked))
        await self._know(player)
        return await self._person(player)

    async def _person(self, player: str) -> wire.Someone:
        (found,) = await self._people(await self._store.known([player]))
        return found

    async def _people(self, found: Collection[Found]) -> list[wire.Someone]:
        since = {one.player: one.at for one in await self._store.blocked()}
        return [
            wire.Someone(
                self._key(one.player),
                one.name,
                one.kept,
                one.since or None,
                one.tables,
                one.matches,
                one.reports,
                since.get(one.player),
            )
            for one in found
        ]

    def _key(self, player: str) -> str:
        """By what the host names a person, and nobody else does."""
        said = f"the host knows {player}".encode()
        key = hmac.digest(self._services.key, said, hashlib.sha256)[:8].hex()
        self._known[key] = player
        self._known.move_to_end(key)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return key

    def _player(self, key: str) -> str:
        if key not in self._known:
            raise Refusal("not_found", "it is not known any more who that is; look for them again")
        return self._known[key]

    # --- what was reported, and words -------------------------------------------------------------

    async def reports(self, *, resolved: bool, after: int | None) -> wire.ReportPage:
        """A page of what was reported, the newest first."""
        before = NEWEST if after is None else after
        found = await self._store.reports(PAGE + 1, resolved=resolved, before=before)
        page = found[:PAGE]
        more = page[-1].number if len(found) > PAGE else None
        return wire.ReportPage([await self._report(one) for one in page], more)

    async def resolve(self, number: int, how: wire.Resolving) -> wire.Reported:
        """Does something about a report, or dismisses it."""
        report = await self._reported(number)
        decree = Decree(
            _resolution(how),
            self._services.clock(),
            code=report.line.code,
            player=report.player,
            block=True if how.block else None,
            remove=report.line if how.remove else None,
            report=number,
        )
        for table in self._in_memory(await self._keep(decree)):
            await table.reread()
            _unsay(table, report)
        await self._know(report.player)
        return await self._report(await self._reported(number))

    async def _reported(self, number: int) -> Report:
        if (found := await self._store.reported(number)) is None:
            raise Refusal("not_found", "there is no such report; whoever said that may be gone")
        return found

    async def _report(self, one: Report) -> wire.Reported:
        return wire.Reported(
            number=one.number,
            code=one.line.code,
            aside=one.line.aside,
            who=self._key(one.player),
            name=one.name,
            text=one.text,
            said=one.said,
            at=one.at,
            reporters=one.reporters,
            context=await self._context(one),
            blocked=one.player in self._services.house.blocked,
            outcome=one.outcome or None,  # type: ignore[arg-type]  # a What, as it was written
            resolved=one.resolved or None,
        )

    async def _context(self, one: Report) -> list[wire.Context]:
        """What was said before and after, as long as the table is kept."""
        code, aside, number = one.line
        said, remarks = await self._store.talk(code)
        lines: Sequence[Said | Remark] = remarks if aside else said
        at = next((n for n, line in enumerate(lines) if line.number == number), None)
        if at is None:
            return []
        sheet = None if aside else await self._sheet(code)
        near = lines[max(0, at - BEFORE) : at + AFTER + 1]
        return [_told(line, sheet, number) for line in near]

    async def _sheet(self, code: str) -> Sheet | None:
        """The sheet of a table, if it is kept and can be read."""
        with suppress(ValueError):
            return await self._store.sheet(code)
        return None

    async def words(self) -> wire.Words:
        """The words that are not wanted."""
        return wire.Words(await self._store.words())

    async def set_words(self, words: Collection[str]) -> wire.Words:
        """Puts a list of words in the place of the one before."""
        found = tuple(sorted(set(wordlist.cleaned(words))))
        await self._keep(Decree("words", self._services.clock(), words=found))
        await self._know()
        return await self.words()

    # --- what is kept -----------------------------------------------------------------------------

    async def keeping(self) -> wire.Keeping:
        """For how long what is kept, and how much that is."""
        kinds = [wire.KeptKind(*one) for one in await self._store.inventory()]
        days = self._registry.keeping
        size = await self._store.size()
        return wire.Keeping(*days, KEEP_REPORTS, KEEP_ACTS, size, kinds)

    async def acts(self, after: int | None) -> wire.Acts:
        """What was done here, the newest first."""
        found = await self._store.acts(PAGE + 1, NEWEST if after is None else after)
        page = found[:PAGE]
        done = [
            wire.DoneThing(one.number, one.at, one.what, one.code or None, one.name or None)
            for one in page
        ]
        return wire.Acts(done, page[-1].number if len(found) > PAGE else None)

    async def note(self, what: What) -> None:
        """Keeps that somebody came as the host, or went."""
        await self._keep(Decree(what, self._services.clock()))

    async def tidy(self) -> None:
        """Forgets what was long resolved and done."""
        now = self._services.clock()
        await self._store.tidy(now - KEEP_REPORTS * DAY, now - KEEP_ACTS * DAY)

    async def _keep(self, decree: Decree) -> list[str]:
        try:
            codes = await self._store.decree(decree)
        except NotKept as error:
            raise Refusal.because("not_kept", error) from None
        log.info("the host: %s", decree.what.replace("_", " "))
        return codes

    async def _know(self, player: str = "") -> None:
        """Has it hold from now on; whoever is blocked is looked for no more by quick matches."""
        await self._services.house.read(self._store)
        for forget in self._services.parting if player in self._services.house.blocked else ():
            forget(player)

    def _in_memory(self, codes: Collection[str]) -> list[Table]:
        tables = self._registry.tables
        return [tables[code] for code in codes if code in tables]


def _has_secrets(sheet: Sheet) -> bool:
    """Whether the number of decisions would tell of some that are asked for in secret."""
    return bool(open_game(sheet.game).view.WHISPERS)


def _resolution(how: wire.Resolving) -> What:
    if how.remove:
        return "removed_and_blocked" if how.block else "removed"
    return "blocked" if how.block else "dismissed"


def _told(line: Said | Remark, sheet: Sheet | None, number: int) -> wire.Context:
    if isinstance(line, Remark):
        name = line.name
    else:
        place = seating.spoken_from(sheet, line) if sheet else None
        name = place.name if place else ""
    return wire.Context(name or None, line.text, line.at, line.number == number)


def _unsay(table: Table, report: Report) -> None:
    """Has all who heard a line forget it."""
    _, aside, number = report.line
    for one in table.gallery.remarks if aside else ():
        if one.number == number:
            telling.remark(table, one)
    for said in () if aside else table.said:
        if said.number == number:
            telling.say(table, said)
