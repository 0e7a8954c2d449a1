"""What is asked by plain requests about being told of one's turn."""

from typing import Annotated

from litestar import Router, delete, get, post, put
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter

from goldrush.server import api
from goldrush.server import notice_messages as wire
from goldrush.server.api import Asking, Code
from goldrush.server.connections import origin
from goldrush.server.guard import player_of
from goldrush.server.subscriptions import Subscriptions

DeviceId = Annotated[str, PathParameter(pattern="^[0-9a-f]{16}$", description="A browser's number")]
Token = Annotated[str, QueryParameter(max_length=100, description="What a letter's link says")]


def _of(state: State) -> Subscriptions:
    found: Subscriptions = state.subscriptions
    return found


@get("/notices")
async def told(request: Asking, state: State) -> wire.Notices:
    """How oneself is told of one's turn while one is away, and how that could be."""
    return await _of(state).of(player_of(request.scope))


@put("/notices")
async def wish(request: Asking, state: State, data: JSONBody[wire.Wishes]) -> wire.Notices:
    """Says how often and when one wants to be told."""
    return await _of(state).wish(player_of(request.scope), data)


@put("/notices/devices")
async def add(request: Asking, state: State, data: JSONBody[wire.NewDevice]) -> wire.Notices:
    """Has a browser told from now on."""
    who = player_of(request.scope)
    return await _of(state).add(who, origin(request.client), data)


@delete("/notices/devices/{device:str}", status_code=200)
async def drop(request: Asking, state: State, device: DeviceId) -> wire.Notices:
    """Has a browser told no more."""
    return await _of(state).drop(player_of(request.scope), device)


@put("/notices/address")
async def write_to(request: Asking, state: State, data: JSONBody[wire.NewAddress]) -> wire.Notices:
    """Has a code sent to an e-mail address."""
    who = player_of(request.scope)
    return await _of(state).write_to(who, origin(request.client), data)


@post("/notices/address/code", status_code=200)
async def confirm(request: Asking, state: State, data: JSONBody[wire.Confirmation]) -> wire.Notices:
    """Shows by the code that the address is one's own."""
    return await _of(state).confirm(player_of(request.scope), data.code)


@delete("/notices/address", status_code=200)
async def forget(request: Asking, state: State) -> wire.Notices:
    """Has no more mail sent to oneself."""
    return await _of(state).forget_address(player_of(request.scope))


@post("/notices/unsubscribe", status_code=204)
async def unsubscribe(state: State, token: Token) -> None:
    """Has no more mail sent to whoever has the letter with this token."""
    await _of(state).stop(token)


@get("/tables/{code:str}/notices")
async def at_table(request: Asking, state: State, code: Code) -> wire.TableNotices:
    """How often one is told of a table."""
    return await _of(state).at_table(player_of(request.scope), code)


@put("/tables/{code:str}/notices")
async def wish_at_table(
    request: Asking, state: State, code: Code, data: JSONBody[wire.TableNotices]
) -> wire.TableNotices:
    """Says how often one wants to be told of a table."""
    await _of(state).wish_at_table(player_of(request.scope), code, data.often)
    return data


notices = Router(
    "/api",
    before_request=api.note_table,
    route_handlers=[
        *(told, wish, add, drop, write_to, confirm, forget, unsubscribe),
        *(at_table, wish_at_table),
    ],
)
