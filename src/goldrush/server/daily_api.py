"""What is asked by plain requests about the challenge of the day."""

from typing import Annotated, Any

from litestar import Request, Router, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter

from goldrush.server import daily_messages as wire
from goldrush.server.connections import origin
from goldrush.server.daily import Daily
from goldrush.server.guard import player_of
from goldrush.server.refusal import Refusal

Asking = Request[Any, Any, State]
Day = Annotated[
    str,
    PathParameter(pattern=r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$", description="Of UTC"),
]


def _of(state: State) -> Daily:
    found: Daily = state.daily
    return found


@get("/")
async def today(request: Asking, state: State) -> wire.Today:
    """Today's challenge, and how oneself came out if one has played it."""
    return await _of(state).today(player_of(request.scope))


@post("/")
async def begin(request: Asking, state: State, data: JSONBody[wire.Begin]) -> wire.Begun:
    """Begins one's one try, or leads back to it."""
    player = player_of(request.scope)
    table = await _of(state).begin(player, data.name, origin(request.client))
    return wire.Begun(table.sheet.code)


@get("/{day:str}")
async def table(request: Asking, state: State, day: Day) -> wire.DayTable:
    """How a day came out that is over."""
    try:
        return await _of(state).table(day, player_of(request.scope))
    except ValueError:  # the 30th of February
        raise Refusal("not_found", "nobody has played on that day") from None


daily = Router("/api/daily", route_handlers=[today, begin, table])
