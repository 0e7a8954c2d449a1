"""What is asked by plain requests about friends, and about people whom one has blocked."""

from typing import Annotated

from litestar import Router, delete, get, post, put
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter

from goldrush.server import api
from goldrush.server import friend_messages as wire
from goldrush.server.api import Asking, Code
from goldrush.server.connections import origin
from goldrush.server.friends import Friends
from goldrush.server.guard import player_of
from goldrush.server.invitations import Invitations
from goldrush.server.people import Who

Key = Annotated[str, PathParameter(pattern="^[0-9a-f]{16}$", description="Somebody whom one knows")]


def _of(state: State) -> Friends:
    found: Friends = state.friends
    return found


def _invitations(state: State) -> Invitations:
    found: Invitations = state.invitations
    return found


def _who(request: Asking) -> Who:
    return player_of(request.scope), origin(request.client)


@get("/friends")
async def known(request: Asking, state: State) -> wire.Friends:
    """Everybody whom one knows."""
    return await _of(state).of(player_of(request.scope))


@post("/friends", status_code=200)
async def ask(request: Asking, state: State, data: JSONBody[wire.Whom]) -> wire.Friends:
    """Asks somebody to be a friend: with whom one has played, or whose page one has seen."""
    return await _of(state).ask(_who(request), data)


@put("/friends/{key:str}")
async def accept(request: Asking, state: State, key: Key) -> wire.Friends:
    """Says yes to somebody who has asked."""
    return await _of(state).accept(player_of(request.scope), key)


@delete("/friends/{key:str}", status_code=200)
async def let_go(request: Asking, state: State, key: Key) -> wire.Friends:
    """Says no, takes back what one has asked, or ends a friendship."""
    return await _of(state).let_go(player_of(request.scope), key)


@post("/blocked", status_code=200)
async def block(request: Asking, state: State, data: JSONBody[wire.Whom]) -> wire.Friends:
    """Has nothing to do with somebody any more; nobody is told."""
    return await _of(state).block(_who(request), data)


@put("/blocked/{key:str}")
async def block_known(request: Asking, state: State, key: Key) -> wire.Friends:
    """The same with somebody whom one knows."""
    return await _of(state).block_known(player_of(request.scope), key)


@delete("/blocked/{key:str}", status_code=200)
async def unblock(request: Asking, state: State, key: Key) -> wire.Friends:
    """Has to do with somebody again."""
    return await _of(state).unblock(player_of(request.scope), key)


@put("/friends-see-me")
async def show(request: Asking, state: State, data: JSONBody[wire.SeenHere]) -> wire.Friends:
    """Lets friends see when one is here, or not."""
    return await _of(state).show(_who(request), shown=data.shown)


@get("/invitations")
async def invited(request: Asking, state: State) -> list[wire.Invited]:
    """The tables to which one's friends invite one."""
    return await _invitations(state).of(player_of(request.scope))


@delete("/invitations/{code:str}", status_code=200)
async def decline(request: Asking, state: State, code: Code) -> list[wire.Invited]:
    """Says no to an invitation; nobody is told."""
    return await _invitations(state).decline(player_of(request.scope), code)


@post("/tables/{code:str}/invitations", status_code=204)
async def invite(request: Asking, state: State, code: Code, data: JSONBody[wire.Inviting]) -> None:
    """Invites a friend to a table where one has a seat."""
    await _invitations(state).invite(_who(request), code, data.key)


friends = Router(
    "/api",
    before_request=api.note_table,
    route_handlers=[
        *(known, ask, accept, let_go, block, block_known, unblock, show),
        *(invited, decline, invite),
    ],
)
