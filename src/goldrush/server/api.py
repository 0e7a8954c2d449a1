"""What is asked for by plain requests: everything around a table but play itself."""

import logging
from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Router, delete, get, post, put
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import Response

from goldrush.bots.invited import offered
from goldrush.bots.personas import LADDER, measures, strengths
from goldrush.games import GAMES, game
from goldrush.server import logs, seating, telling, vacations
from goldrush.server import messages as wire
from goldrush.server.challenge import is_sealed
from goldrush.server.connections import origin
from goldrush.server.guard import player_of
from goldrush.server.own import own_tables
from goldrush.server.refusal import Refusal
from goldrush.server.registry import Registry
from goldrush.server.store import Sheet
from goldrush.server.table import Table

log = logging.getLogger(__name__)

STATUS: dict[wire.Reason, int] = {
    "not_found": 404,
    "not_allowed": 403,
    "not_your_seat": 403,
    "malformed": 400,
    "too_fast": 429,
    "not_kept": 503,
    "needs_name": 403,
    "too_close": 403,
    "blocked": 403,
}
CONFLICT = 409  # for all other reasons

CODES = f"^[{wire.LETTERS}]{{{wire.CODE}}}$"
Code = Annotated[str, PathParameter(pattern=CODES, description="A table's code")]
Number = Annotated[int, PathParameter(ge=0, le=15, description="A seat, from 0")]
Before = Annotated[
    int | None, QueryParameter(ge=0, le=1 << 53, description="Of the last table of a page: created")
]
Listed = Annotated[
    Literal["open", "playing"] | None,
    QueryParameter(description="Those that wait for players, or those that play; both without it"),
]
Of = Annotated[
    str | None,
    QueryParameter(pattern=r"^\w{1,40}$", description="Of one game alone; of all without it"),
]
OnlyRated = Annotated[bool, QueryParameter(description="Rated ones alone; others too without it")]
Fewer = Annotated[bool, QueryParameter(description="Whether free seats are taken away first")]
Asking = Request[Any, Any, State]


def registry_of(state: State) -> Registry:
    """All tables of this server."""
    found: Registry = state.registry
    return found


def refused(_: Asking, refusal: Refusal) -> Response[wire.Complaint]:
    """How a refusal is answered."""
    status = STATUS.get(refusal.reason, CONFLICT)
    return Response(refusal.complaint, status_code=status)


async def note_table(request: Asking) -> None:
    """Has what is noted from now on name the table that a request is about."""
    if code := request.path_params.get("code"):
        logs.concerning(registry_of(request.app.state).services.key, code)


def _made(table: Table, request: Asking) -> wire.Seated:
    """A table that was not there before."""
    logs.concerning(table.services.key, table.sheet.code)
    log.info("a table for %s was made", table.sheet.game)
    return _seated(table, request)


def _seated(table: Table, request: Asking) -> wire.Seated:
    return wire.Seated(telling.info(table), seating.mine(table.sheet, _who(request)))


async def _changed(
    request: Asking, state: State, code: str, how: Callable[[Sheet, str], Sheet]
) -> wire.Seated:
    """A table after whoever asks has changed who sits where."""
    table, player = await registry_of(state).table(code), _who(request)
    await table.change(lambda sheet: how(sheet, player))
    return _seated(table, request)


def _who(request: Asking) -> str:
    return player_of(request.scope)


def _where(request: Asking) -> str:
    return origin(request.client)


@get("/me")
async def me(request: Asking, state: State) -> wire.Me:
    """The tables at which this browser has a seat and whose match is not over."""
    return wire.Me(await own_tables(registry_of(state), _who(request)))


@get("/games", sync_to_thread=True)
def games() -> list[wire.GameInfo]:
    """The games that can be played here."""
    return [_game(name) for name in GAMES]


def _game(name: str) -> wire.GameInfo:
    rules, secrets = game(name).rules, game(name).view.SECRETS
    options = {option.name: list(option.values) for option in rules.OPTIONS}
    tables = {option.name: list(option.seats) for option in rules.OPTIONS if option.seats}
    seats = (rules.MIN_SEATS, rules.MAX_SEATS)
    return wire.GameInfo(name, rules.VERSION, *seats, options, tables, secrets)


@get("/personas", sync_to_thread=True)
def personas() -> list[wire.PersonaInfo]:
    """The bots, weakest first, and how strong they proved by the newest rules."""
    found = {
        name: {seats: strengths(game(name), seats) for seats in tables}
        for name, tables in measures().items()
    }
    return [
        wire.PersonaInfo(
            persona.key,
            {
                name: {
                    seats: (known[persona.key].rating, known[persona.key].margin)
                    for seats, known in tables.items()
                    if persona.key in known
                }
                for name, tables in found.items()
            },
        )
        for persona in LADDER
    ]


@get("/bots", sync_to_thread=False)
def guests() -> list[wire.GuestInfo]:
    """The bots that others wrote, and that the host lets sit at tables."""
    return [wire.GuestInfo(one.key, one.name, round(one.ms)) for one in offered()]


@get("/tables", sync_to_thread=False)
def lobby(
    state: State,
    before: Before = None,
    phase: Listed = None,
    game: Of = None,
    *,
    rated: OnlyRated = False,
) -> wire.Lobby:
    """The public tables where people are, newest first, a page at a time."""
    return registry_of(state).lobby(before, phase, game, rated=rated)


@post("/tables")
async def create(request: Asking, state: State, data: JSONBody[wire.NewTable]) -> wire.Seated:
    """Makes a table."""
    return _made(await registry_of(state).create(_who(request), data, _where(request)), request)


@post("/lessons")
async def teach(request: Asking, state: State, data: JSONBody[wire.NewLesson]) -> wire.Seated:
    """Makes a guided first match of a game."""
    return _made(await registry_of(state).teach(_who(request), data, _where(request)), request)


@get("/tables/{code:str}")
async def show(request: Asking, state: State, code: Code) -> wire.Seated:
    """A table, and one's own seats there."""
    table = await registry_of(state).table(code)
    table.eyes(_who(request), None)  # refused, if nobody else may look on
    return _seated(table, request)


@post("/tables/{code:str}/seats", status_code=200)
async def join(
    request: Asking, state: State, code: Code, data: JSONBody[wire.Joining]
) -> wire.Seated:
    """Takes a seat."""
    registry = registry_of(state)
    table = await registry.table(code)
    await registry.join(table, _who(request), data, _where(request))
    return _seated(table, request)


@delete("/tables/{code:str}/seats", status_code=200)
async def leave(request: Asking, state: State, code: Code) -> wire.Seated:
    """Frees one's seats; while a match is played a bot goes on there."""
    return await _changed(request, state, code, seating.leave)


@put("/tables/{code:str}/lots")
async def lots(request: Asking, state: State, code: Code, data: JSONBody[wire.Lots]) -> wire.Seated:
    """Says whether one wants lots to be drawn for the seats."""
    return await _changed(
        request,
        state,
        code,
        lambda sheet, player: seating.ask_for_lots(sheet, player, wanted=data.wanted),
    )


@put("/tables/{code:str}/vacation")
async def go_away(
    request: Asking, state: State, code: Code, data: JSONBody[wire.Away]
) -> wire.Seated:
    """Takes days off: one's clock stands until then."""
    now = registry_of(state).services.clock()
    return await _changed(
        request,
        state,
        code,
        lambda sheet, player: vacations.take(sheet, player, data.until, now),
    )


@delete("/tables/{code:str}/vacation", status_code=200)
async def be_back(request: Asking, state: State, code: Code) -> wire.Seated:
    """Ends one's days off; those that are left one keeps."""
    now = registry_of(state).services.clock()
    return await _changed(
        request, state, code, lambda sheet, player: vacations.end(sheet, player, now)
    )


@put("/vacation")
async def go_away_everywhere(request: Asking, state: State, data: JSONBody[wire.Away]) -> wire.Me:
    """Takes days off at all tables that give some, as far as these go."""
    await registry_of(state).go_away(_who(request), data.until)
    return wire.Me(await own_tables(registry_of(state), _who(request)))


@delete("/vacation", status_code=200)
async def be_back_everywhere(request: Asking, state: State) -> wire.Me:
    """Ends one's days off at all tables."""
    await registry_of(state).go_away(_who(request), 0)
    return wire.Me(await own_tables(registry_of(state), _who(request)))


@put("/tables/{code:str}/seats/{seat:int}/persona")
async def give(
    request: Asking, state: State, code: Code, seat: Number, data: JSONBody[wire.Substitute]
) -> wire.Seated:
    """Gives a seat that no person has to a bot, before the match."""
    return await _changed(
        request, state, code, lambda sheet, player: seating.fill(sheet, player, seat, data.persona)
    )


@delete("/tables/{code:str}/seats/{seat:int}/persona", status_code=200)
async def take(request: Asking, state: State, code: Code, seat: Number) -> wire.Seated:
    """Frees a seat, before the match, for a person to come."""
    return await _changed(
        request, state, code, lambda sheet, player: seating.free(sheet, player, seat)
    )


@post("/tables/{code:str}/seats/{seat:int}/stand-in", status_code=200)
async def stand_in(request: Asking, state: State, code: Code, seat: Number) -> wire.Seated:
    """Has a bot play for somebody who has been gone for longer than the pace allows."""
    table = await registry_of(state).table(code)
    await table.stand_in(_who(request), seat)
    return _seated(table, request)


@delete("/tables/{code:str}/stand-in", status_code=200)
async def come_back(request: Asking, state: State, code: Code) -> wire.Seated:
    """Takes one's seats back from the bot that stood in."""
    return await _changed(request, state, code, seating.come_back)


@post("/tables/{code:str}/start", status_code=200)
async def start(request: Asking, state: State, code: Code, *, fewer: Fewer = False) -> wire.Seated:
    """Begins the match, if so wished with those who are there."""
    table = await registry_of(state).table(code)
    await table.begin(_who(request), fewer=fewer)
    return _seated(table, request)


@post("/tables/{code:str}/rematch", status_code=200)
async def rematch(request: Asking, state: State, code: Code) -> wire.Seated:
    """The table where the same people play again; the first who asks makes it."""
    registry = registry_of(state)
    table = await registry.table(code)
    known, again = table.sheet.rematch, await registry.rematch(table, _who(request))
    return (_seated if again.sheet.code == known else _made)(again, request)


@get("/tables/{code:str}/proof")
async def proof(state: State, code: Code) -> wire.Proof:
    """A match that is over, with all that verifies it."""
    table = await registry_of(state).table(code)
    if not table.play or not table.sheet.over:
        raise Refusal("not_possible", "the secret is shown when the match is over")
    if is_sealed(table.sheet, table.services.clock()):
        raise Refusal(
            "not_possible", "others may still play the same: the secret is shown after the day"
        )
    match = table.play.match
    stored = msgspec.to_builtins(match.stored())
    return wire.Proof(table.sheet.code, stored, match.link(), table.sheet.lots)


api = Router(
    "/api",
    before_request=note_table,
    route_handlers=[
        *(me, games, personas, guests, lobby, create, teach, show, join, leave),
        *(lots, give, take, stand_in, come_back, start, rematch, proof),
        *(go_away, be_back, go_away_everywhere, be_back_everywhere),
    ],
)
