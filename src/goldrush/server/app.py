"""The server put together, and run."""

import asyncio
import gc
import logging
import resource
import secrets
import socket as sockets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from litestar import Litestar, Request, WebSocket, get, websocket
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath
from litestar.response import Response

from goldrush.bots.thinkers import Thinkers
from goldrush.games import GAMES
from goldrush.games.problem import Problem
from goldrush.server import api, client, pages, replays
from goldrush.server import messages as wire
from goldrush.server.bus import Bus, LocalBus
from goldrush.server.connections import limited
from goldrush.server.guard import Guard, player_of
from goldrush.server.identity import KEY_BYTES, Identities
from goldrush.server.metrics import Metrics
from goldrush.server.refusal import Refusal
from goldrush.server.registry import Registry
from goldrush.server.services import Services
from goldrush.server.sockets import TableSocket
from goldrush.server.sqlite import SqliteStore, claimed
from goldrush.server.store import Store

MOST_BODY = 1 << 16  # bytes of a request
MOST_HEAD = 1 << 18  # bytes of its address and headers: any letter of a link may take twelve
MOST_MESSAGE = 1 << 12  # bytes of a socket's message
BACKLOG = 2048  # connections that may wait to be let in
STOPPING = 2  # seconds that requests have to end
YOUNG = 5_000  # objects more than before, until garbage is looked for

log = logging.getLogger(__name__)


PROXIES = ("127.0.0.1", "::1")  # this machine


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    thinkers: int = 1  # processes in which bots think
    origins: tuple[str, ...] = ()  # addresses under which a proxy shows this server
    requests: float = 20.0  # in a second from one address; five times as many at once
    messages: float = 10.0  # in a second over one socket
    connections: int = 100  # that one address may have at once
    proxies: tuple[str, ...] = PROXIES  # who may say for whom they ask
    own_editions: bool = True
    tables: float = 12.0  # that a person may make in a minute, or at once
    games: tuple[str, ...] = GAMES  # that are made ready at once


def now() -> int:
    """Milliseconds since 1970, by a clock that nobody can set while the server runs."""
    return (_STARTED + time.clock_gettime_ns(time.CLOCK_BOOTTIME)) // 1_000_000


_STARTED = time.time_ns() - time.clock_gettime_ns(time.CLOCK_BOOTTIME)  # sleep counts too


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
) -> Application:
    """The application around a store."""
    services = Services(store, bus or LocalBus(), thinkers, Metrics(), clock)
    limits = (settings.messages, settings.tables)
    registry = Registry(services, *limits, own_editions=settings.own_editions)

    app = Litestar(
        [health, metrics_page, table_socket, lobby_socket, api.api, replays.replay, pages.page],
        lifespan=[_life(registry, settings.games)],
        state=State({"registry": registry}),
        exception_handlers={
            Refusal: api.refused,
            HTTPException: _complain,
            RecursionError: _too_deep,
            UnicodeDecodeError: _not_unicode,
            Exception: _broken,
        },
        openapi_config=OpenAPIConfig(
            "Goldrush",
            "1",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=MOST_BODY,
        logging_config=None,
    )
    secure = any(origin.startswith("https:") for origin in settings.origins)
    identities = Identities(key, secure=secure)
    guard = Guard(app, identities, settings.origins, settings.requests, secure=secure)
    return Application(guard, registry)


def _life(
    registry: Registry, games: Sequence[str]
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """What runs while the server runs, and how it ends."""

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        running = asyncio.create_task(registry.run(games))
        try:
            yield
        finally:
            running.cancel()
            await asyncio.wait([running])
            registry.services.thinkers.close()
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


@websocket("/api/lobby/socket")
async def lobby_socket(socket: WebSocket[Any, Any, State], state: State) -> None:
    """The lobby."""
    await client.serve_lobby(socket, api.registry_of(state))


def _complain(_: Request[Any, Any, Any], error: HTTPException) -> Response[wire.Complaint]:
    """How a request is answered that does not fit."""
    found: dict[int, wire.Reason] = {404: "not_found", 405: "not_possible", 429: "too_fast"}
    extra = "; ".join(_said(one) for one in error.extra) if isinstance(error.extra, list) else ""
    detail = f"{error.detail}: {extra}" if extra else error.detail
    reason = found.get(error.status_code, "malformed")
    return Response(wire.Complaint(reason, detail), status_code=error.status_code)


def _too_deep(_: Request[Any, Any, Any], __: RecursionError) -> Response[wire.Complaint]:
    """How a request is answered whose brackets never end."""
    return Response(wire.Complaint("malformed", "nested too deeply"), status_code=400)


def _not_unicode(_: Request[Any, Any, Any], __: UnicodeDecodeError) -> Response[wire.Complaint]:
    """How a request is answered whose bytes are no text."""
    return Response(wire.Complaint("malformed", "this is not UTF-8"), status_code=400)


def _said(problem: Any) -> str:
    if not isinstance(problem, dict):
        return str(problem)
    return ": ".join(str(problem[name]) for name in ("key", "message") if name in problem)


def _broken(_: Request[Any, Any, Any], error: Exception) -> Response[wire.Complaint]:
    """How our own mistakes are answered: nothing of them is told but that they are ours."""
    log.error("a request failed", exc_info=error)
    complaint = wire.Complaint("broken", "the server made a mistake; it has been noted")
    return Response(complaint, status_code=500)


class Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[int], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        """Opens the doors, and says under which port."""
        await super().startup(sockets)
        if self.started:
            self._ready(self.servers[0].sockets[0].getsockname()[1])


async def run(settings: Settings, ready: Callable[[int], None]) -> None:
    """Serves until it is told to stop."""
    raise_file_limit()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
    with listen(settings) as door, claimed(settings.data):
        store = SqliteStore(settings.data)
        key = await store.setting("cookies", secrets.token_bytes(KEY_BYTES))
        app = build(settings, store, key, Thinkers(settings.thinkers))
        await Server(config(settings, app.asgi), ready).serve([door])


def raise_file_limit() -> None:
    """Allows as many open files, and so connections, as the system lets us."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def listen(settings: Settings) -> sockets.socket:
    """The socket at which the server listens; ValueError if somebody else does, or nobody can."""
    host, port = settings.host, settings.port
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    try:
        door = sockets.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise Problem("cannot listen at {}:{}: {}", host, port, error.strerror) from None
    # What comes in by it inherits this; else a second small message waits 40 ms for the first.
    door.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY, 1)
    return door


def config(settings: Settings, app: Any) -> uvicorn.Config:
    """How uvicorn is set."""
    return uvicorn.Config(
        app,
        settings.host,
        settings.port,
        h11_max_incomplete_event_size=MOST_HEAD,
        http=limited(settings.connections, settings.proxies),
        ws=TableSocket,
        forwarded_allow_ips=list(settings.proxies),
        ws_max_size=MOST_MESSAGE,
        ws_per_message_deflate=False,  # costs more memory than all the rest
        access_log=False,  # addresses hold the codes of private tables
        log_level="warning",
        timeout_graceful_shutdown=STOPPING,
        server_header=False,
    )
