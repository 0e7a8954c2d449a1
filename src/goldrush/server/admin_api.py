"""What the host's admin page asks, by plain requests; without a key there is no such thing."""

import asyncio
import logging
from contextlib import suppress
from typing import Annotated, Any

from litestar import Router, delete, get, post, put, route
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import Response

from goldrush.server import admin_messages as wire
from goldrush.server import messages
from goldrush.server.admin import Admin
from goldrush.server.admin_key import FOLDER, Doorkeeper
from goldrush.server.api import Asking, Code, note_table, registry_of
from goldrush.server.connections import origin
from goldrush.server.guard import Buckets, player_of
from goldrush.server.lasting import all_lasting
from goldrush.server.refusal import Refusal
from goldrush.server.reports import Reports
from goldrush.server.store import NotKept
from goldrush.server.workload import Workload

KNOCKS = (1 / 30, 5.0)  # attempts a second from one address, and at once; ...
ALL_KNOCKS = (0.5, 30.0)  # ... and from all together
TIDYING = 3600.0  # seconds between two looks for what is old

log = logging.getLogger(__name__)

After = Annotated[
    str,
    QueryParameter(
        pattern=rf"^(\d{{1,16}}\.[{messages.LETTERS}]{{{messages.CODE}}})?$",
        description="What the page before said: more",
    ),
]
AfterNumber = Annotated[
    int | None, QueryParameter(ge=0, le=1 << 53, description="What the page before said: more")
]
Game = Annotated[str, QueryParameter(max_length=40, description="Of which game; of all without it")]
Phase = Annotated[messages.Phase | None, QueryParameter(description="In which phase")]
Wanted = Annotated[str, QueryParameter(max_length=40, description="A part of a name")]
Resolved = Annotated[bool, QueryParameter(description="Whether those that are resolved")]
Person = Annotated[str, PathParameter(pattern="^[0-9a-f]{16}$", description="Somebody's key")]
Number = Annotated[int, PathParameter(ge=1, le=1 << 53, description="A report's number")]


class Office:
    """All that the page is made of."""

    def __init__(self, admin: Admin, doorkeeper: Doorkeeper, workload: Workload) -> None:
        self.admin, self.doorkeeper, self.workload = admin, doorkeeper, workload
        self._knocks, self._all_knocks = Buckets(*KNOCKS), Buckets(*ALL_KNOCKS)

    async def run(self) -> None:
        """Looks how much there is to do, and forgets what is old, until cancelled."""
        await all_lasting(self.workload.run, self._tidy)

    async def _tidy(self) -> None:
        while True:
            with suppress(NotKept):  # it is as old the next time
                await self.admin.tidy()
            await asyncio.sleep(TIDYING)

    def knock(self, address: str, key: str) -> None:
        """Refuses whoever does not say the key, or tries too often."""
        if not (self._knocks.take(address) and self._all_knocks.take("")):
            raise Refusal("too_fast", "too many attempts; wait a minute, then try again")
        if not self.doorkeeper.opens(key):
            log.warning("somebody has said a wrong admin key")
            raise Refusal("not_allowed", "this is not the key with which this server was started")


def _office(state: State) -> Office:
    found: Office = state.office
    return found


def _admin(state: State) -> Admin:
    return _office(state).admin


def _cookies(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return connection.headers.get("cookie", "")


async def signed_in(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Lets only those in who have said the key of late."""
    state = connection.app.state
    now = registry_of(state).services.clock()
    if _office(state).doorkeeper.until(_cookies(connection), now) is None:
        raise Refusal("not_allowed", "sign in with the key of this server first")


@get("/visit", sync_to_thread=False)
def visit(request: Asking, state: State) -> wire.Visit:
    """Until when one is signed in."""
    now = registry_of(state).services.clock()
    return wire.Visit(_office(state).doorkeeper.until(_cookies(request), now))


@post("/visit", status_code=200)
async def sign_in(
    request: Asking, state: State, data: JSONBody[wire.AdminKey]
) -> Response[wire.Visit]:
    """Signs in with the key."""
    office, now = _office(state), registry_of(state).services.clock()
    office.knock(origin(request.client), data.key)
    await office.admin.note("signed_in")
    cookie, until = office.doorkeeper.visit(now)
    return Response(wire.Visit(until), headers={"set-cookie": cookie})


@delete("/visit", status_code=200, guards=[signed_in])
async def sign_out(request: Asking, state: State) -> Response[wire.Visit]:
    """Signs out; the cookie is of no use any more."""
    office, now = _office(state), registry_of(state).services.clock()
    await office.admin.note("signed_out")
    cookie = office.doorkeeper.end(_cookies(request), now)
    return Response(wire.Visit(None), headers={"set-cookie": cookie})


@get("/tables", guards=[signed_in])
async def tables(
    state: State, game: Game = "", phase: Phase = None, after: After = ""
) -> wire.AdminTables:
    """All tables, the newest first, a page at a time."""
    return await _admin(state).tables(game, phase, after)


@delete("/tables/{code:str}", guards=[signed_in], before_request=note_table)
async def close(state: State, code: Code) -> None:
    """Has a table go, with all that belongs to it but its result."""
    await _admin(state).close(code)


@get("/load", guards=[signed_in])
async def load(state: State) -> wire.Load:
    """How much the server has to do."""
    services, workload = registry_of(state).services, _office(state).workload
    return wire.Load(
        at=services.clock(),
        troubles=services.troubles(),
        tables=int(workload.value("goldrush_tables")),
        sockets=int(workload.value("goldrush_sockets")),
        moves=round(workload.moves(), 1),
        writing=services.store.waiting,
        memory=int(workload.value("process_resident_memory_bytes")),
        kept=await services.store.size(),
        dropped=int(workload.value("goldrush_dropped_total")),
        refused=workload.refused(),
        workers=[
            wire.Workers(
                kind,
                len(pool.workers),
                sum(worker.process.is_alive() for worker in pool.workers),
                pool.crowd,
            )
            for kind, pool in services.pools.items()
        ],
        times=[wire.Took(what, *took) for what, took in workload.spreads().items()],
    )


@get("/people", guards=[signed_in])
async def people(state: State, name: Wanted = "") -> list[wire.Someone]:
    """People by a part of their name; without one, those who are blocked."""
    return await _admin(state).people(name)


@put("/people/{key:str}/name", guards=[signed_in])
async def rename(state: State, key: Person, data: JSONBody[wire.NewName]) -> wire.Someone:
    """Gives somebody another name, wherever the one before stands."""
    return await _admin(state).rename(key, data.name)


@put("/people/{key:str}/block", guards=[signed_in])
async def block(state: State, key: Person) -> wire.Someone:
    """Blocks somebody."""
    return await _admin(state).block(key, blocked=True)


@delete("/people/{key:str}/block", guards=[signed_in], status_code=200)
async def unblock(state: State, key: Person) -> wire.Someone:
    """Blocks somebody no more."""
    return await _admin(state).block(key, blocked=False)


@get("/reports", guards=[signed_in])
async def reports(
    state: State, *, resolved: Resolved = False, after: AfterNumber = None
) -> wire.ReportPage:
    """What was reported, the newest first."""
    return await _admin(state).reports(resolved=resolved, after=after)


@put("/reports/{number:int}", guards=[signed_in])
async def resolve(state: State, number: Number, data: JSONBody[wire.Resolving]) -> wire.Reported:
    """Does something about a report."""
    return await _admin(state).resolve(number, data)


@get("/words", guards=[signed_in])
async def words(state: State) -> wire.Words:
    """The words that are not wanted."""
    return await _admin(state).words()


@put("/words", guards=[signed_in])
async def set_words(state: State, data: JSONBody[wire.Words]) -> wire.Words:
    """Puts a list of words in the place of the one before."""
    return await _admin(state).set_words(data.words)


@get("/kept", guards=[signed_in])
async def kept(state: State) -> wire.Keeping:
    """For how long what is kept, and how much that is."""
    return await _admin(state).keeping()


@get("/acts", guards=[signed_in])
async def acts(state: State, after: AfterNumber = None) -> wire.Acts:
    """What was done here, the newest first."""
    return await _admin(state).acts(after)


@post("/api/tables/{code:str}/reports", status_code=204, before_request=note_table)
async def report(request: Asking, state: State, code: Code, data: JSONBody[wire.NewReport]) -> None:
    """Reports to the host what somebody has said at a table."""
    found: Reports = state.reports
    await found.report((player_of(request.scope), origin(request.client)), code, data)


@route(
    [FOLDER, f"{FOLDER}/{{rest:path}}", "/api/tables/{code:str}/reports"],
    http_method=["GET", "POST", "PUT", "PATCH", "DELETE"],
    include_in_schema=False,
    sync_to_thread=False,
)
def nothing(request: Asking) -> None:
    """What is answered where there is no admin page."""
    raise NotFoundException


def routes(*, on: bool) -> list[Router | HTTPRouteHandler]:
    """What is answered here, with an admin page or without."""
    if not on:
        return [nothing]
    office = Router(
        FOLDER,
        route_handlers=[
            *(visit, sign_in, sign_out, tables, close, load, people, rename, block, unblock),
            *(reports, resolve, words, set_words, kept, acts),
        ],
    )
    return [office, report]
