"""What people at a table are told: everybody of the table, and each viewer of the match."""

import hashlib
import hmac
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from goldrush.bots.invited import is_offered, name_of
from goldrush.bots.personas import PERSONAS
from goldrush.server import messages as wire
from goldrush.server import seating, vacations
from goldrush.server.bus import MOST_BYTES
from goldrush.server.challenge import is_sealed
from goldrush.server.results import edition_name
from goldrush.server.store import Place, Remark, Sheet
from goldrush.server.transcript import fixed

if TYPE_CHECKING:
    from goldrush.server.table import Table

MOST_LINES = MOST_BYTES // 2  # bytes of lines that a Welcome tells; the rest needs room too
encode = msgspec.json.Encoder().encode


def info(table: "Table") -> wire.Table:
    """A table as everybody sees it."""
    sheet, visitors = table.sheet, table.presence.visitors.values()
    told = by_sheet(sheet)
    told.series += sheet.over
    for seat, place, wins in zip(told.seats, sheet.places, table.wins(), strict=True):
        seat.present = table.presence.here(place.player) if place.player else bool(place.persona)
        seat.until = table.gone_until(place)
        seat.wins = wins
    if table.play and not sheet.over:
        for number, seat in enumerate(told.seats):
            if seat.guest:
                seat.guest.lost = table.play.lost(number)
    _tell_time(table, told)
    if len(table.ratings) == len(told.seats):  # else the sheet is only just another
        for seat, rating in zip(told.seats, table.ratings, strict=True):
            seat.rating = rating
    told.watchers = sum(not seating.mine(sheet, who) for who in visitors)
    told.warm = table.warm
    if sheet.public and table.play:
        told.moves = table.play.watched.number
    if sheet.over and not is_sealed(sheet, table.services.clock()):
        told.secret = sheet.secret.hex()
    return told


def _tell_time(table: "Table", told: wire.Table) -> None:
    """Adds how much time people have, as any watcher can reckon it."""
    sheet, now = table.sheet, table.services.clock()
    clocks = table.play.clocks if table.play else None
    for number, (seat, place) in enumerate(zip(told.seats, sheet.places, strict=True)):
        if sheet.bank and place.player:
            seat.left = clocks.left[number] if clocks else 1000 * sheet.bank
        if sheet.vacation and place.player:
            seat.away = vacations.away(place, now)
            seat.vacation = round(vacations.left(sheet, place, now) / vacations.A_DAY, 2)
    if clocks and clocks.due is not None:
        told.seats[clocks.actor].due = clocks.due


def by_sheet(sheet: Sheet) -> wire.Table:
    """A table as everybody would see it if nobody were there, which need not be opened for that."""
    salts = [place.salt for place in sheet.places] if sheet.begun else None
    host = seating.mine(sheet, sheet.host)
    return wire.Table(
        code=sheet.code,
        game=sheet.game,
        version=sheet.version,
        options=sheet.options,
        edition=edition_name(sheet),
        seats=[_seat(place, begun=bool(sheet.begun)) for place in sheet.places],
        public=sheet.public,
        pace=sheet.pace,
        hints=sheet.hints,
        lesson=sheet.lesson,
        phase=seating.phase(sheet),
        host=host[0] if host else None,
        commitment=seating.commitment(sheet),
        secret=sheet.secret.hex() if sheet.over and not sheet.daily else None,
        salts=salts,
        lots=sheet.lots,
        rematch=sheet.rematch or None,
        series=sheet.series,
        created=sheet.created,
        watchers=0,
        before=sheet.before or None,
        bank=sheet.bank,
        increment=sheet.increment,
        vacation=sheet.vacation,
        rated=sheet.rated,
        daily=sheet.daily or None,
    )


def welcome(table: "Table", player: str, eyes: int, last: int) -> wire.Welcome:
    """Everything that a viewer needs who has the lines up to *last*."""
    lines, state, still = [], None, {}
    if table.play:
        lines, state = _latest(table.play.transcript(eyes).missed(last)), table.play.state(eyes)
        still = fixed(table.play.match.start)
    seat = eyes if eyes >= 0 else None
    mine = seating.mine(table.sheet, player)
    now, sheet = table.services.clock(), table.sheet
    said = [one for one in table.said if _listens(table, player, seating.speaker(sheet, one))]
    return wire.Welcome(
        *(info(table), mine, seat, now, still, state, lines, said),
        remarks=_heard(table, player, table.gallery.remarks),
        by=by(table, player) if seating.looks_on(sheet, player) else None,
        reports=table.services.house.hears,
    )


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
    """Sends everybody what was said, but whoever has blocked its speaker."""
    news = encode(said)
    for outbox, player in table.presence.visitors.items():
        if _listens(table, player, seating.speaker(table.sheet, said)):
            outbox.put(news)


def remark(table: "Table", remark: Remark) -> None:
    """Sends everybody who may hear it what was said among those who look on."""
    for outbox, player in table.presence.visitors.items():
        if heard := _heard(table, player, [remark]):
            outbox.put(encode(wire.Remarks(heard)))


def open_gallery(table: "Table") -> None:
    """Sends players, when the match is over, all that was said meanwhile."""
    for outbox, player in table.presence.visitors.items():
        players = bool(seating.mine(table.sheet, player))
        if players and (heard := _heard(table, player, table.gallery.remarks)):
            outbox.put(encode(wire.Remarks(heard)))


def _heard(table: "Table", player: str, remarks: Sequence[Remark]) -> list[wire.Remarked]:
    """What a person may hear of remarks, and wants to."""
    if not seating.hears_remarks(table.sheet, player):
        return []
    return [_remarked(table, one) for one in remarks if _listens(table, player, one.player)]


def _listens(table: "Table", player: str, speaker: str) -> bool:
    return not table.services.acquaintance.has_blocked(player, speaker)


def _remarked(table: "Table", remark: Remark) -> wire.Remarked:
    who = by(table, remark.player)
    return wire.Remarked(remark.number, remark.at, who, remark.name, remark.text)


def by(table: "Table", player: str) -> str:
    """What stands for a person at a table, and nowhere else."""
    said = f"looks on {table.sheet.code} {player}".encode()
    return hmac.digest(table.services.key, said, hashlib.sha256)[:6].hex()


def _seat(place: Place, *, begun: bool) -> wire.Seat:
    return wire.Seat(
        name=place.name or None,
        persona=place.persona or None,
        taken=seating.taken(place),
        lots=place.lots,
        present=bool(place.persona) and not place.player,
        until=None,
        wins=place.wins,
        gone=begun and not (place.player or place.persona),
        late=place.late,
        guest=_guest(place.persona) if place.persona not in {"", *PERSONAS} else None,
    )


def _guest(key: str) -> wire.Guest:
    return wire.Guest(name_of(key), gone=not is_offered(key))
