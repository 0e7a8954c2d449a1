"""What people at a table are told: everybody of the table, and each viewer of the match."""

from typing import TYPE_CHECKING

import msgspec

from goldrush.server import messages as wire
from goldrush.server import seating
from goldrush.server.bus import MOST_BYTES
from goldrush.server.store import Place
from goldrush.server.transcript import fixed

if TYPE_CHECKING:
    from goldrush.server.table import Table

MOST_LINES = MOST_BYTES // 2  # bytes of lines that a Welcome tells; the rest needs room too
encode = msgspec.json.Encoder().encode


def info(table: "Table") -> wire.Table:
    """A table as everybody sees it."""
    sheet, over = table.sheet, table.sheet.over
    salts = [place.salt for place in sheet.places] if sheet.begun else None
    host = seating.mine(sheet, sheet.host)
    visitors = table.presence.visitors.values()
    return wire.Table(
        code=sheet.code,
        game=sheet.game,
        version=sheet.version,
        options=sheet.options,
        edition=None if table.game.shipped else table.game.edition.name,
        seats=[_seat(table, place) for place in sheet.places],
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
        watchers=sum(not seating.mine(sheet, who) for who in visitors),
        before=sheet.before or None,
    )


def welcome(table: "Table", player: str, eyes: int, last: int) -> wire.Welcome:
    """Everything that a viewer needs who has the lines up to *last*."""
    lines, state, still = [], None, {}
    if table.play:
        lines, state = _latest(table.play.transcript(eyes).missed(last)), table.play.state(eyes)
        still = fixed(table.play.match.start)
    seat = eyes if eyes >= 0 else None
    mine = seating.mine(table.sheet, player)
    now = table.services.clock()
    return wire.Welcome(info(table), mine, seat, now, still, state, lines, table.said)


def _latest(lines: list[wire.Told]) -> list[wire.Told]:
    """The last lines that a message has room for: nearly always all of them."""
    room = MOST_LINES
    for n in range(len(lines) - 1, -1, -1):
        room -= len(encode(lines[n]))
        if room < 0:
            return lines[n + 1 :]
    return lines


def topic(table: "Table", eyes: int) -> str:
    """Where a viewer is told what they may know."""
    return f"{table.sheet.code}/{eyes}"


def tell(table: "Table", eyes: int, last: int) -> None:
    """Sends a viewer what they can notice of what has happened, or nothing."""
    assert table.play
    if lines := table.play.transcript(eyes).missed(last):
        news = wire.News(lines, table.play.state(eyes))
        table.services.bus.publish(topic(table, eyes), encode(news))


def show(table: "Table") -> None:
    """Sends everybody the table as it is now."""
    table.services.bus.publish(table.sheet.code, encode(wire.Changed(info(table))))
    if table.sheet.public:
        table.services.dirty.set()


def say(table: "Table", said: wire.Said) -> None:
    """Sends everybody what was said."""
    table.services.bus.publish(table.sheet.code, encode(said))


def _seat(table: "Table", place: Place) -> wire.Seat:
    here = table.presence.here(place.player) if place.player else bool(place.persona)
    return wire.Seat(
        name=place.name or None,
        persona=place.persona or None,
        taken=seating.taken(place),
        lots=place.lots,
        present=here,
        until=table.presence.until(place, table.sheet.pace),
    )
