"""The server run: its door, its processes, and how it ends."""

import gc
import logging
import resource
import secrets
import socket as sockets
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from typing import Any

import uvicorn

from goldrush.bots.compiler import Compiler, is_ready
from goldrush.bots.invited import Invited, admit
from goldrush.bots.pool import Pool
from goldrush.bots.thinkers import Thinkers
from goldrush.bots.worker import Replying, reply_for_guests
from goldrush.games.problem import Problem
from goldrush.server import databases, desk, logs
from goldrush.server.app import build
from goldrush.server.connections import limited
from goldrush.server.identity import KEY_BYTES
from goldrush.server.push import new_key
from goldrush.server.settings import Settings
from goldrush.server.sockets import TableSocket

MOST_HEAD = 1 << 18  # bytes of a request's head: any letter of a link may take twelve
MOST_MESSAGE = 1 << 12  # bytes of a socket's message
BACKLOG = 128  # connections that may wait to be let in, which asyncio then does all at once
STOPPING = 2  # seconds that requests have to end
BEHIND = 5  # how nice bots are: tables and hints go first
LAST = 15  # how nice reviews are: nobody who plays waits for them
YOUNG = 5_000  # objects more than before, until garbage is looked for

log = logging.getLogger(__name__)


class Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[int], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        """Opens the doors, and says under which port."""
        await super().startup(sockets)
        if self.started:
            host, port, *_ = self.servers[0].sockets[0].getsockname()
            log.info("goldrush %s is open at %s, port %d", version("goldrush"), host, port)
            self._ready(port)

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """Closes the doors; a signal may end the process as soon as this is done."""
        await super().shutdown(sockets)
        log.info("closed")
        logs.finish()


async def run(
    settings: Settings, ready: Callable[[int], None], measuring: Replying | None = None
) -> None:
    """Serves until it is told to stop; *measuring* does so with editions of people's own."""
    raise_file_limit()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
    place = settings.place
    with listen(settings) as door, databases.owned(place) as store:
        log.info("tables are kept in %s", databases.named(place))
        key = await store.setting("cookies", secrets.token_bytes(KEY_BYTES))
        push_key = await store.setting("push", new_key())
        thinkers, advisers = _pool(settings.thinkers, nice=BEHIND), _pool(1)
        reviewers = Pool(1, desk.reply, nice=LAST)
        guests = welcomed(settings.bots)
        compiler = Compiler() if settings.compiler else None
        try:
            app = build(
                *(settings, store, key, thinkers),
                advisers=advisers,
                reviewers=reviewers,
                compiler=compiler,
                push_key=push_key,
                guests=guests,
                measuring=measuring,
            )
            await Server(config(settings, app.asgi), ready).serve([door])
        finally:
            if compiler:
                compiler.close()


def welcomed(bots: Sequence[Invited]) -> Thinkers | None:
    """The processes that ask the bots of others, one for each, if there are any."""
    admit(bots)
    if not bots:
        return None
    asking = partial(reply_for_guests, tuple(bots))
    return Thinkers(len(bots), ready=is_ready, replying=asking, nice=BEHIND)


def _pool(workers: int, nice: int = 0) -> Thinkers:
    return Thinkers(workers, ready=is_ready, replying=desk.reply, nice=nice)


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
        backlog=BACKLOG,
        http=limited(settings.connections, settings.proxies),
        ws=TableSocket,
        forwarded_allow_ips=list(settings.proxies),
        ws_max_size=MOST_MESSAGE,
        ws_per_message_deflate=False,  # costs more memory than all the rest
        access_log=False,  # addresses hold the codes of private tables
        log_config=None,
        log_level="warning",
        timeout_graceful_shutdown=STOPPING,
        server_header=False,
    )
