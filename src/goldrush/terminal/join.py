"""How one gets to a table elsewhere: by taking a seat, making a table, or watching."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec
from rich.console import Console

from goldrush.games import GAMES
from goldrush.games.problem import Problem
from goldrush.server import messages as wire
from goldrush.server.personal import Myself
from goldrush.terminal import lobby, remote, words
from goldrush.terminal.guest import Guest
from goldrush.terminal.keyboard import Hear, Keyboard
from goldrush.terminal.person import named
from goldrush.terminal.remote import Address, Declined, Server
from goldrush.terminal.screen import Left

SALT_BYTES = 8


class Times(NamedTuple):
    """How much time people have at a new table: seconds, but for the days off."""

    pace: int = 0
    bank: int = 0
    increment: int = 0
    vacation: int = 0


FREE = Times()
USUAL = Times(pace=60)  # of rated tables, which must have a limit


class Wishes(msgspec.Struct, frozen=True):
    """How one wants to come to a table."""

    own_name: str | None = None  # as the system says if there is none
    seat: int | None = None
    salt: str | None = None  # one's own words in the fair draws; made up if there are none
    watch: bool = False
    start: bool = False  # as soon as everybody is there
    lang: str | None = None
    pace: float = 0.0
    plain: bool = False

    @property
    def name(self) -> str:
        """What one is called."""
        return self.own_name or words.user()[: wire.MOST_NAME]


def create(
    game: str,
    wishes: Wishes,
    people: int,
    bots: list[str],
    options: dict[str, str],
    edition: Path | None = None,
    *,
    public: bool = False,
    times: Times = FREE,
    rated: bool = False,
) -> wire.NewTable:
    """The table that is wanted: people first, then bots; a rated one has a limit and no hints."""
    seats = [wire.NewSeat()] * people + [wire.NewSeat(persona=bot) for bot in bots]
    try:
        own = edition.read_text("utf-8") if edition else None
    except (OSError, ValueError) as error:
        raise Problem("{}: cannot be read: {}", edition, error) from None
    salt = _salt(wishes)
    new = wire.NewTable(game, wishes.name, seats, options, own, public=public, salt=salt)
    new.rated, new.hints = rated, not rated
    new.pace, new.bank, new.increment, new.vacation = times if any(times) or not rated else USUAL
    return new


def join(
    said: str,
    wishes: Wishes,
    console: Console,
    new: wire.NewTable | None = None,
    keys: Callable[[Hear], Keyboard] | None = None,
) -> Guest:
    """Goes to a table and takes part until the match is over, or one leaves."""
    address, server, seated = _come(said, wishes, new)
    if seated.table.game not in GAMES:
        name = seated.table.game
        raise Problem('a game is played there that is not known here: "{}"', name)
    texts = words.texts(wishes.lang, seated.table.game)
    if new:
        console.print(texts("join.table", address=address), soft_wrap=True, markup=False)
    if not wishes.watch and not seated.mine and seated.table.phase == "playing":
        console.print(texts("join.only_watch"), markup=False)
    guest = Guest(
        address,
        server,
        seated,
        texts,
        console,
        seat=wishes.seat if wishes.seat in seated.mine else None,
        pace=wishes.pace,
        plain=wishes.plain,
        start=wishes.start,
        keys=keys,
    )
    try:
        guest.play()
    except Left:
        key = "join.left" if guest.visit.mine and not guest.visit.over else "join.left_watching"
        console.print(texts(key, address=address), soft_wrap=True, markup=False)
    else:
        _end(guest, promise=seated.table.commitment)
    return guest


def _come(
    said: str, wishes: Wishes, new: wire.NewTable | None
) -> tuple[Address, Server, wire.Seated]:
    """Finds the table, as whoever goes by that name here, and takes a seat if one wants one."""
    address = remote.server(said) if new else remote.table(said)
    known = "" if wishes.watch else remote.remembered(address.server, wishes.name)
    server = Server(address.server, known)
    try:
        seated = _sit_down(address, server, wishes, new)
    except Declined as declined:
        raise named(address, declined) if declined.reason == "needs_name" else declined from None
    if new:
        address = Address(address.server, seated.table.code)
    if wishes.watch:
        server.cookie = ""  # a watcher is nobody
    elif server.cookie != known:
        with suppress(OSError):  # then one comes as somebody else the next time
            remote.remember(address.server, wishes.name, server.cookie)
    return address, server, seated


def _sit_down(
    address: Address, server: Server, wishes: Wishes, new: wire.NewTable | None
) -> wire.Seated:
    """Makes the table, or takes a seat if one wants one and there is any."""
    if new:
        new.name = _name(server, wishes)
        return server.ask("POST", "/tables", wire.Seated, new)
    seated = server.ask("GET", f"/tables/{address.code}", wire.Seated)
    if wishes.watch or seated.table.phase != "open" or _sits(seated):
        return seated
    joining = wire.Joining(_name(server, wishes), wishes.seat, _salt(wishes))
    return server.ask("POST", f"/tables/{address.code}/seats", wire.Seated, joining)


def _name(server: Server, wishes: Wishes) -> str:
    """The name said, or the one that one keeps there, or the system's."""
    if wishes.own_name or not server.cookie:
        return wishes.name
    return server.ask("GET", "/me/person", Myself).name or wishes.name


def _sits(seated: wire.Seated) -> bool:
    """Whether one has a seat that one has taken already; a rematch keeps it until one comes."""
    return any(seated.table.seats[seat].taken for seat in seated.mine)


def _salt(wishes: Wishes) -> str:
    return secrets.token_hex(SALT_BYTES) if wishes.salt is None else wishes.salt


def _end(guest: Guest, promise: str) -> None:
    """Shows the result, the secret, and how to check that it is the one that was promised."""
    table, texts, console = guest.visit.table, guest.texts, guest.console
    guest.screen.result(guest.visit.view)
    salts = ", ".join(salt for salt in table.salts or () if salt)
    secret = texts("table.secret", secret=table.secret, salts=salts)
    how = texts("join.verify", address=guest.address, commitment=promise)
    for line in (
        *lobby.ratings(table, texts),
        texts("table.promise", commitment=promise),
        secret,
        how,
    ):
        console.print(line, soft_wrap=True, markup=False)
