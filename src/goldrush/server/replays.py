"""Matches told again from their links alone, frame by frame."""

import asyncio
from typing import Annotated, Any

from litestar import MediaType, Request, get
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import QueryParameter
from litestar.response import Response

from goldrush.bots.worker import Lost
from goldrush.core import WATCHER
from goldrush.server import messages as wire
from goldrush.server.api import registry_of
from goldrush.server.connections import origin
from goldrush.server.desk import Tell, Telling
from goldrush.server.guard import player_of
from goldrush.server.refusal import Refusal

MOST_LINK = 1 << 14  # letters; the longest matches take fewer
TELLING = 20.0  # seconds that a match may take to tell
MOST_WAITING = 4  # replays that one person waits for at once

Link = Annotated[str, QueryParameter(max_length=MOST_LINK, description="A match's link")]
Eyes = Annotated[
    int | None,
    QueryParameter(ge=0, le=15, description="A seat, of a match that is over; or a watcher"),
]

Uncovered = Annotated[
    bool, QueryParameter(description="Whether nothing is to be hidden, of a match that is over")
]


@get("/api/replay", responses={200: ResponseSpec(wire.Replay, description="The match")})
async def replay(
    request: Request[Any, Any, State],
    state: State,
    link: Link,
    seat: Eyes = None,
    *,
    uncovered: Uncovered = False,
) -> Response[bytes]:
    """A match as a watcher sees it, or, when it is over, as any seat saw it, or all open."""
    registry = registry_of(state)
    desk = registry.services.advisers
    who = (origin(request.client), player_of(request.scope))
    if desk.waiting(who) >= MOST_WAITING:
        raise Refusal("too_fast", "wait for the replays that you have asked for")
    tell = Tell(link, WATCHER if seat is None else seat, registry.own_editions, uncovered)
    try:
        telling = desk.submit(lambda worker: worker.ask(tell, TELLING, Telling), who)
        found = await asyncio.wrap_future(telling)
    except Lost:
        raise Refusal("not_possible", "this match takes too long to tell") from None
    if found.refused:
        raise Refusal.again(found.refused)
    return Response(found.replay, media_type=MediaType.JSON)
