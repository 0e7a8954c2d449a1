"""One's own matches that are over: in pages, and all of them as lines to be taken along."""

from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get
from litestar.datastructures import State
from litestar.params import PathParameter, QueryParameter
from litestar.response import Stream

from goldrush.server import messages as wire
from goldrush.server import ratings, seating
from goldrush.server.api import registry_of
from goldrush.server.figures import figures
from goldrush.server.guard import player_of
from goldrush.server.listeners import Listener
from goldrush.server.me import told as myself
from goldrush.server.personal import Figures, Page, Played, PlayedPage, PlayedSeat
from goldrush.server.ratings_api import standing
from goldrush.server.refusal import Refusal
from goldrush.server.registry import Registry
from goldrush.server.store import LAST, Ended, Sheet, Standing, Store

PAGE = 30  # matches
MOST_COUNTED = 2_000  # matches of one person that figures tell of
MOST_TABLES = 1_000  # of one's own that go on and are taken along
Asking = Request[Any, Any, State]
Game = Annotated[str, QueryParameter(max_length=40, description="Of which game; of all without it")]
Address = Annotated[
    str, PathParameter(pattern="^[a-z0-9-]{3,24}$", description="Of somebody's page")
]
After = Annotated[
    str,
    QueryParameter(
        pattern=rf"^(\d{{1,16}}\.[{wire.LETTERS}]{{{wire.CODE}}})?$",
        description="What the page before said: more",
    ),
]


def told(ended: Ended, player: str, rating: wire.Rating | None = None) -> Played:
    """A match as one of those is told of it who have played it."""
    mine = [one for one in ended.seats if one.player == player]
    return Played(
        code=ended.code,
        game=ended.game,
        version=ended.version,
        options=ended.options,
        edition=ended.edition or None,
        lesson=ended.lesson,
        begun=ended.begun,
        ended=ended.at,
        decisions=ended.decisions,
        helped=any(helped(one) for one in mine),
        rating=rating,
        seats=[_seat(one, mine=one.player == player) for one in ended.seats],
        link=ended.link or None,
    )


async def _rated(store: Store, page: Sequence[Ended], player: str) -> list[Played]:
    """Matches with what they did to one's rating."""
    counted = await store.rated([one.code for one in page])
    mine = {
        one.code: ratings.told(one.after, one.before) for one in counted if one.player == player
    }
    return [told(one, player, mine.get(one.code)) for one in page]


def helped(one: Standing) -> bool:
    """Whether a person had any help in a match."""
    return bool(one.hinted or one.undos or one.stood_in)


def _seat(one: Standing, *, mine: bool) -> PlayedSeat:
    return PlayedSeat(one.name or None, one.persona or None, mine, one.place, one.points)


@get("/games")
async def games(request: Asking, state: State, game: Game = "", after: After = "") -> PlayedPage:
    """One's own matches that are over, newest first, a page at a time."""
    player, store = player_of(request.scope), registry_of(state).services.store
    at, _, code = after.partition(".")
    found = await store.played(player, PAGE + 1, (int(at), code) if after else LAST, game)
    page = found[:PAGE]
    more = f"{page[-1].at}.{page[-1].code}" if len(found) > PAGE else None
    return PlayedPage(await _rated(store, page, player), more)


@get("/figures")
async def counted(request: Asking, state: State) -> Figures:
    """How one has played."""
    player, store = player_of(request.scope), registry_of(state).services.store
    rated = await standing(store, player)
    return figures(await store.played(player, MOST_COUNTED), player, rated)


@get("/api/people/{address:str}")
async def shown(state: State, address: Address) -> Page:
    """The page that somebody shows to everybody."""
    store = registry_of(state).services.store
    if (person := await store.person("address", address)) is None:
        raise Refusal("not_found", "nobody shows a page here")
    played = await store.played(person.player, MOST_COUNTED)
    rated = await standing(store, person.player)
    return Page(person.name, figures(played, person.player, rated, public=True))


@get("/export", media_type="application/jsonl")
async def export(request: Asking, state: State) -> Stream:
    """Everything that is kept of whoever asks, as lines of JSON."""
    lines = exported(registry_of(state), player_of(request.scope))
    name = 'attachment; filename="goldrush.jsonl"'
    return Stream(lines, media_type="application/jsonl", headers={"content-disposition": name})


async def exported(registry: Registry, player: str) -> AsyncIterator[bytes]:
    """All that is kept of somebody, a line each.

    What they keep, how they are told of turns, their tables that go on, friends and blocks, what
    they reported, whether the host has blocked them, what they said as spectators, their ratings,
    when a browser of theirs was somebody else's too, and their matches that are over.
    """
    if person := await registry.services.store.person("player", player):
        kept = msgspec.to_builtins(myself(person))
        yield _line("person", {"created": person.created, **kept})
    if (listener := await registry.services.store.listener(player)) != Listener():
        yield _line("notices", _notices(listener))
    sheets = await registry.services.store.seated(player, MOST_TABLES)
    for sheet in sheets.values():
        if sheet:
            yield _line("table", _table(sheet, player))
    async for line in _with_others(registry.services.store, player):
        yield line
    async for line in _competing(registry.services.store, player):
        yield line
    before = LAST
    while page := await registry.services.store.played(player, PAGE, before):
        for one in await _rated(registry.services.store, page, player):
            yield _line("match", msgspec.to_builtins(one))
        before = (page[-1].at, page[-1].code)


async def _with_others(store: Store, player: str) -> AsyncIterator[bytes]:
    """What somebody has decided of others, to what they are invited, and what they have said."""
    for tie in await store.ties(player):
        if tie.player == player:
            yield _line("tie", {"tie": tie.kind, "name": tie.other_name, "at": tie.at})
    for line, at in await store.reports_by(player):
        told = {"code": line.code, "number": line.number, "spectators": line.aside}
        yield _line("report", {**told, "at": at})
    for blocked in await store.blocked():
        if blocked.player == player:
            yield _line("blocked_by_host", {"at": blocked.at})
    for one in await store.invited(player, MOST_TABLES):
        yield _line("invitation", {"code": one.code, "by": one.name, "at": one.at})
    for code, said in await store.remarks(player):
        yield _line("remark", {"code": code, "at": said.at, "name": said.name, "text": said.text})


async def _competing(store: Store, player: str) -> AsyncIterator[bytes]:
    """Somebody's ratings, what bears on them, and the challenges that they have ended."""
    for rating in await standing(store, player):
        yield _line("rating", msgspec.to_builtins(rating))
    for at in (await store.kin(player)).values():
        yield _line("shared_browser", {"at": at})
    for tried in await store.tries_of(player):
        yield _line("challenge", {"day": tried.day, "code": tried.code})


def _notices(listener: Listener) -> dict[str, Any]:
    browsers = [device.endpoint for device in listener.devices]
    address = listener.mailbox.address if listener.mailbox else None
    wishes = msgspec.to_builtins(listener.wishes)
    return {**wishes, "tables": listener.often, "browsers": browsers, "address": address}


def _table(sheet: Sheet, player: str) -> dict[str, Any]:
    mine = seating.mine(sheet, player)
    own = [sheet.places[seat].name for seat in mine]
    terms = {"code": sheet.code, "game": sheet.game, "options": sheet.options}
    return {**terms, "created": sheet.created, "begun": sheet.begun, "seats": mine, "names": own}


def _line(kind: str, said: dict[str, Any]) -> bytes:
    return msgspec.json.encode({"kind": kind, **said}) + b"\n"


mine = Router("/api/me", route_handlers=[games, counted, export])
