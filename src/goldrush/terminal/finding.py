"""The public tables of a server elsewhere: those that wait for players, and those to watch."""

from collections.abc import Iterator
from urllib.parse import urlencode

from goldrush.games import GAMES
from goldrush.games.problem import Problem
from goldrush.games.texts import Texts
from goldrush.server import messages as wire
from goldrush.terminal import lobby, times, words
from goldrush.terminal.remote import Address, Server, remembered
from goldrush.terminal.remote import server as server_at


def listing(said: str, game: str | None, texts: Texts, *, rated: bool) -> Iterator[str]:
    """All public tables, or those of a game, or the rated ones alone, in lines."""
    if game and game not in GAMES:
        raise Problem('there is no game "{}"; there are: {}', game, ", ".join(GAMES))
    address = server_at(said)
    server = Server(address.server, remembered(address.server, words.user()))
    wish = ({"game": game} if game else {}) | ({"rated": "true"} if rated else {})
    found = {phase: _all(server, phase, wish) for phase in ("open", "playing")}
    if not found["open"]:
        yield texts("tables.none", address=address)
    for phase, heading, how in (("open", "open", "join"), ("playing", "live", "watch")):
        if found[phase]:
            yield texts(f"tables.{heading}")
        for table in found[phase]:
            yield from _told(table, texts)
            where = Address(address.server, table.code)
            yield f"    {texts(f'tables.{how}', address=where)}"


def _all(server: Server, phase: str, wish: dict[str, str]) -> list[wire.Table]:
    """Every table of a phase, page by page."""
    found: list[wire.Table] = []
    page = wire.Lobby([], more=True, more_live=True)
    while page.more if phase == "open" else page.more_live:
        before = {"before": str(found[-1].created)} if found else {}
        query = urlencode({"phase": phase} | wish | before)
        page = server.ask("GET", f"/tables?{query}", wire.Lobby)
        if not page.tables:
            break  # whatever the server says: it would be asked for ever
        found += page.tables
    return found


def _told(table: wire.Table, texts: Texts) -> Iterator[str]:
    """A table in words, and how much time people have there."""
    sitting = [seat for seat in table.seats if seat.taken]
    who = ", ".join(words.printable(seat.name or lobby.bot(seat, texts)) for seat in sitting)
    seats = texts("tables.seats", taken=len(sitting), all=len(table.seats))
    far = texts("tables.moves", n=table.moves) if table.phase == "playing" else seats
    rated = [texts("tables.rated")] if table.rated else []
    about = " · ".join([who, far, *rated])
    yield texts("tables.one", game=words.title(table.game, texts.lang), about=about)
    for line in times.terms(table, texts):
        yield f"    {line}"
