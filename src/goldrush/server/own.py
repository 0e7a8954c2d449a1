"""One's own tables: which they are, and whose turn it is there, as far as one's seats may know.

Who sits where is on their sheets, which cost little to read.  Only few tables are opened for one
answer, to find out whose turn it is; it is remembered, so the next answer knows of others too.
"""

import logging

from msgspec import structs

from goldrush.games import GAMES, newest
from goldrush.server import logs, seating, telling
from goldrush.server import messages as wire
from goldrush.server.refusal import Refusal
from goldrush.server.registry import Registry
from goldrush.server.store import Sheet
from goldrush.server.turns import seen

MOST = 100  # tables of one person that are listed
OPENED = 8  # of them that are opened for one answer

log = logging.getLogger(__name__)


async def own_tables(registry: Registry, player: str) -> list[wire.OwnTable]:
    """A person's tables: those that wait for them first, people before bots, then the newest."""
    sheets = await registry.services.store.seated(player, MOST)
    for code in [code for code, sheet in sheets.items() if sheet is None]:
        logs.concerning(registry.services.key, code)
        log.error("a table cannot be opened: its sheet cannot be read")
    playable = [sheet for sheet in sheets.values() if sheet and is_playable(sheet)]
    found = [_told(registry, sheet, player) for sheet in playable]
    unknown = [one for one in found if one.phase == "playing" and not await _know(registry, one)]
    for one in sorted(unknown, key=_company)[:OPENED]:
        await _find_out(registry, one)
    return sorted(found, key=lambda one: (not _waits(one), *_company(one)))


def is_playable(sheet: Sheet) -> bool:
    """Whether this server knows the rules by which it goes."""
    return sheet.game in GAMES and 1 <= sheet.version <= newest(sheet.game)


def _told(registry: Registry, sheet: Sheet, player: str) -> wire.OwnTable:
    table = registry.tables.get(sheet.code)
    told = telling.info(table) if table else telling.by_sheet(sheet)
    if not table and (due := registry.turns.due(sheet.code)):
        told.seats[due[0]].due = due[1]
    mine = seating.mine(table.sheet if table else sheet, player)
    return wire.OwnTable(**structs.asdict(told), mine=mine)


async def _know(registry: Registry, one: wire.OwnTable) -> bool:
    """Says whose turn it is, if that takes no table to be opened."""
    table = registry.tables.get(one.code)
    if not table or not table.play:
        known = registry.turns.of(one.code)
    else:
        for seat in one.mine:
            await table.see(seat)
        known = {seat: seen(table.play, seat) for seat in one.mine}
    _note(one, known)
    return all(seat in known for seat in one.mine)


async def _find_out(registry: Registry, one: wire.OwnTable) -> None:
    logs.concerning(registry.services.key, one.code)
    try:
        await registry.table(one.code)
        await _know(registry, one)
    except Refusal:  # it hides no other, ...
        pass
    except Exception:  # ... nor does one that cannot be read
        log.exception("a table cannot be opened")


def _note(one: wire.OwnTable, known: dict[int, int | None]) -> None:
    """Notes whose turn it is: one's own, if any of one's seats knows that."""
    turns = [known[seat] for seat in one.mine if seat in known]
    one.turn = next((turn for turn in turns if turn in one.mine), turns[0] if turns else None)


def _waits(one: wire.OwnTable) -> bool:
    """Whether a table waits for oneself: for a decision, or to sit down again."""
    if one.phase == "open":
        return any(not one.seats[seat].taken for seat in one.mine)
    return one.turn in one.mine and not one.seats[one.turn].persona


def _company(one: wire.OwnTable) -> tuple[bool, int]:
    """What sorts tables with other people before those with bots alone, and new ones before old."""
    others = any(s.name for seat, s in enumerate(one.seats) if seat not in one.mine)
    hoped = one.phase == "open" and any(not seat.taken for seat in one.seats)
    return not (others or hoped), -one.created
