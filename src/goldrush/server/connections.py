"""Connections as they come in: how many one address may have, and how long they may keep silent."""

import asyncio
from collections.abc import Collection
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD = 10.0  # seconds for the head of a request, ...
BODY = 20.0  # ... and for its body
HOUSEHOLD = 64  # bits of an IPv6 address that all of a household share


def origin(client: tuple[str, int] | None) -> str:
    """Who a connection counts for: an address, or all those that one household has of IPv6."""
    return _household(client[0] if client else "")


@lru_cache(4096)
def _household(host: str) -> str:
    with suppress(ValueError):
        address = ip_address(host)
        if isinstance(address, IPv6Address):
            return str(address.ipv4_mapped or IPv6Network((address, HOUSEHOLD), strict=False))
    return host


class Connection(H11Protocol):
    """A connection that is closed when it is one too many, or keeps everybody waiting."""

    most = 0  # connections of one origin, ...
    unlimited: Collection[str] = ()  # ... but of these
    _patience: asyncio.TimerHandle | None = None
    _seconds: float | None = None  # for which it waits
    _upgraded = False  # to a socket, which may be silent

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        mine = origin(self.client)
        clients = [getattr(other, "client", None) for other in self.connections]
        others = sum(origin(client) == mine for client in clients)
        if others > self.most and mine not in self.unlimited:
            transport.abort()
        else:
            self._wait(HEAD)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._upgraded:
            return
        if self.cycle is None or self.cycle.response_complete:
            self._wait(HEAD)  # of this request, or of another over the same connection
        elif self.cycle.more_body:
            self._wait(BODY)
        else:
            self._wait(None)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._wait(None)
        self._upgraded = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait(None)
        super().connection_lost(exc)

    def _wait(self, seconds: float | None) -> None:
        """Waits so long for what is to come, however it dribbles in; None: it has come."""
        if seconds == self._seconds:
            return
        if self._patience:
            self._patience.cancel()
        late = self.transport.abort
        self._patience = None if seconds is None else self.loop.call_later(seconds, late)
        self._seconds = seconds


def limited(most: int, trusted: Collection[str]) -> type[Connection]:
    """How requests are read: so many connections for one origin, but for proxies and ourselves."""

    class Limited(Connection):
        """A connection of a server with such limits."""

    Limited.most, Limited.unlimited = most, {origin((address, 0)) for address in trusted}
    return Limited
