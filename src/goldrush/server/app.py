"""The server put together."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from email.utils import parseaddr
from functools import partial
from ipaddress import ip_address
from typing import Any, NamedTuple

from litestar import Litestar, Request, WebSocket, get, websocket
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi import spec as openapi
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath
from litestar.response import Response

from goldrush.bots.compiler import Compiler
from goldrush.bots.pool import Pool
from goldrush.bots.thinkers import Thinkers
from goldrush.bots.worker import Replying
from goldrush.server import admin_api, api, client, me, pages, played, ratings_api, replays, reviews
from goldrush.server.admin import Admin
from goldrush.server.admin_api import Office
from goldrush.server.admin_key import Doorkeeper
from goldrush.server.assays import Assays, assays
from goldrush.server.bus import Bus, LocalBus
from goldrush.server.clock import now
from goldrush.server.complaints import HANDLERS
from goldrush.server.daily import Daily
from goldrush.server.daily_api import daily
from goldrush.server.endpoints import Roads
from goldrush.server.featured import Choice, featured
from goldrush.server.following import Following
from goldrush.server.friends import Friends
from goldrush.server.friends_api import friends
from goldrush.server.guard import Guard, player_of
from goldrush.server.herald import Herald
from goldrush.server.identity import Identities
from goldrush.server.invitations import Invitations
from goldrush.server.lasting import lasting
from goldrush.server.matchmaking import Matchmaking
from goldrush.server.metrics import Metrics
from goldrush.server.notices_api import notices
from goldrush.server.people import People
from goldrush.server.previews import Previews
from goldrush.server.push import Pusher, new_key
from goldrush.server.registry import Registry
from goldrush.server.reports import Reports
from goldrush.server.services import Services
from goldrush.server.settings import Settings
from goldrush.server.settling import Settling
from goldrush.server.shelf import Shelf
from goldrush.server.store import Store
from goldrush.server.subscriptions import Subscriptions
from goldrush.server.workload import Workload

MOST_BODY = 1 << 16  # bytes of a request


class Application(NamedTuple):
    """What uvicorn runs, and the registry behind it."""

    asgi: Guard
    registry: Registry


def build(
    settings: Settings,
    store: Store,
    key: bytes,
    thinkers: Thinkers,
    bus: Bus | None = None,
    clock: Callable[[], int] = now,
    advisers: Thinkers | None = None,
    reviewers: Pool | None = None,
    compiler: Compiler | None = None,
    push_key: bytes = b"",
    roads: Roads | None = None,
    guests: Thinkers | None = None,
    measuring: Replying | None = None,
) -> Application:
    """The application around a store; without a compiler whoever opens a game waits for it.

    Without a key of its own for push services it has a new one; tests alone have other roads.
    Editions of people's own are measured by whoever is handed in for that.
    """
    workers = (thinkers, advisers or thinkers, reviewers or thinkers)
    shared = (bus or LocalBus(), *workers, Shelf(compiler), Metrics(), clock, key)
    services = Services(store, *shared, guests=guests)
    limits = (settings.messages, settings.tables, settings.keeping)
    registry = Registry(services, *limits, own_editions=settings.own_editions)
    secure = any(origin.startswith("https:") for origin in settings.origins)
    root = settings.root
    identities = Identities(key, secure=secure, root=root)

    following = Following(registry)
    pusher = Pusher(push_key or new_key(), contact(settings), roads)
    places = (home(settings), settings.root)
    herald = Herald(registry, following, pusher, settings.relay, *places)
    matchmaking = Matchmaking(registry)
    people = People(registry, identities, following, herald)
    circle = Friends(registry, people, following.is_here)
    challenges = Daily(registry, herald)
    measured = Assays(registry, measuring)
    office = opened_office(registry, settings, key, secure=secure) if settings.admin_key else None
    app = Litestar(
        [
            *(health, metrics_page, table_socket, lobby_socket, own_socket, quick_socket),
            *(api.api, me.myself, played.mine, played.shown, notices, friends, featured, daily),
            *(replays.replay, reviews.review, assays, ratings_api.best, pages.page),
            *admin_api.routes(on=bool(office)),
        ],
        lifespan=[
            _life(
                registry,
                people,
                settings.games,
                *(Settling(services).run, following.run, herald.run),
                *(challenges.run, matchmaking.run, measured.run),
                *((office.run,) if office else ()),
            )
        ],
        state=State(
            {
                "registry": registry,
                "reviews": reviews.Reviews(registry),
                "assays": measured,
                "people": people,
                "friends": circle,
                "featured": Choice(services),
                "invitations": Invitations(registry, circle),
                "daily": challenges,
                "identities": identities,
                "following": following,
                "matchmaking": matchmaking,
                "subscriptions": Subscriptions(registry, herald),
                "office": office,
                "reports": Reports(registry),
                "root": root,
                "previews": Previews(registry, settings.origins, settings.root),
            }
        ),
        exception_handlers=HANDLERS,
        openapi_config=OpenAPIConfig(
            "Goldrush",
            "1",
            path="/api/schema",
            servers=[openapi.Server(settings.root or "/")],
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=MOST_BODY,
        logging_config=None,
    )
    guard = Guard(app, identities, settings.origins, settings.requests, secure=secure, root=root)
    return Application(guard, registry)


def opened_office(registry: Registry, settings: Settings, key: bytes, *, secure: bool) -> Office:
    """What the admin page is made of, and lets people and tables know that there is one."""
    registry.services.house.hears = True
    doorkeeper = Doorkeeper(settings.admin_key, key, secure=secure, root=settings.root)
    return Office(Admin(registry), doorkeeper, Workload(registry.services.metrics))


def home(settings: Settings) -> str:
    """Where people find this server."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    here = settings.origins[0].rstrip("/") if settings.origins else f"http://{host}:{settings.port}"
    return here + settings.root


def contact(settings: Settings) -> str:
    """Where push services may complain."""
    if settings.relay:
        return f"mailto:{parseaddr(settings.relay.sender)[1]}"
    named = [origin for origin in settings.origins if origin.startswith("https:")]
    return named[0] if named else "https://localhost"


def _life(
    registry: Registry, people: People, games: Sequence[str], *others: Callable[[], Awaitable[None]]
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """What runs while the server runs, and how it ends."""

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        await people.open()
        await registry.alarms.begin()
        works: list[Callable[[], Awaitable[None]]] = [partial(registry.run, games), *others]
        running = [asyncio.ensure_future(lasting(work)) for work in works]
        try:
            yield
        finally:
            for one in running:
                one.cancel()
            await asyncio.wait(running)
            registry.services.close()
            await registry.close()
            await registry.services.store.close()

    return life


@get("/health", sync_to_thread=False, include_in_schema=False)
def health(state: State) -> Response[dict[str, Any]]:
    """Says that the server lives, or what keeps it from its work."""
    troubles = api.registry_of(state).services.troubles()
    status = {"status": "failing", "troubles": troubles} if troubles else {"status": "ok"}
    return Response(status, status_code=503 if troubles else 200)


@get(
    "/metrics",
    sync_to_thread=False,
    media_type="text/plain; version=0.0.4",
    include_in_schema=False,
)
def metrics_page(request: Request[Any, Any, State], state: State) -> bytes:
    """Figures for Prometheus on this machine: others could count answers that nobody may see."""
    if not _is_here(request.client.host if request.client else ""):
        raise NotFoundException
    return api.registry_of(state).services.metrics.page()


def _is_here(address: str) -> bool:
    """Whether an address is this machine's; a proxy may pass anything on as one."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


@websocket("/api/tables/{code:str}/socket")
async def table_socket(
    socket: WebSocket[Any, Any, State], state: State, code: FromPath[str]
) -> None:
    """One view of a table."""
    await client.serve_table(socket, api.registry_of(state), player_of(socket.scope), code)


@websocket("/api/me/socket")
async def own_socket(socket: WebSocket[Any, Any, State], state: State) -> None:
    """Which tables wait for whoever asks."""
    following: Following = state.following
    await following.serve(socket, player_of(socket.scope))


@websocket("/api/quick/socket")
async def quick_socket(socket: WebSocket[Any, Any, State], state: State) -> None:
    """People to play with at once, for whoever asks."""
    matchmaking: Matchmaking = state.matchmaking
    await matchmaking.serve(socket, player_of(socket.scope))


@websocket("/api/lobby/socket")
async def lobby_socket(socket: WebSocket[Any, Any, State], state: State) -> None:
    """The lobby."""
    await client.serve_lobby(socket, api.registry_of(state))
