"""Sockets: what is heard and sent over them; whoever does not read is cut off."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from typing import Any

from litestar import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from goldrush.server.bus import MOST_BYTES, Outbox
from goldrush.server.guard import Bucket, cutter
from goldrush.server.metrics import Metrics

SEND_TIMEOUT = 20.0  # seconds until somebody who does not read is given up
NOT_READ = 4408  # the close code
PING_RATE, PING_BURST = 1.0, 30.0  # browsers send none, programs one in twenty seconds

Socket = WebSocket[Any, Any, Any]


class TableSocket(WebSocketsSansIOProtocol):
    """Uvicorn's side of a socket, which answers pings however many answers are left unread."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._pings = Bucket(PING_RATE, PING_BURST)

    def handle_ping(self) -> None:
        """Answers a ping, unless too many come or too much is left unread."""
        super().handle_ping()
        if not self._pings.take() or self.transport.get_write_buffer_size() > MOST_BYTES:
            self.transport.abort()


async def heard(socket: Socket) -> AsyncIterator[str | bytes]:
    """What comes over a socket, until it is closed."""
    while True:
        event: Any = await socket.receive()
        if event["type"] != "websocket.receive":
            return
        text = event.get("text")
        yield event["bytes"] if text is None else text


async def both(
    socket: Socket, metrics: Metrics, outbox: Outbox, listening: Awaitable[None]
) -> None:
    """Listens and writes at once, until either ends."""
    metrics.sockets.inc()
    writer = asyncio.create_task(_write(socket, metrics, outbox))
    try:
        await listening
    finally:
        outbox.close()
        writer.cancel()
        metrics.sockets.dec()


async def _write(socket: Socket, metrics: Metrics, outbox: Outbox) -> None:
    """Sends what is in an outbox; cuts off somebody who does not read."""
    try:
        while (message := await outbox.take()) is not None:
            await _send(socket, message.decode())
    except (TimeoutError, RuntimeError):
        pass  # not read in time; or closed already, which waits for what is still to be read
    metrics.dropped.inc()
    if not _cut(socket):
        await socket.close(NOT_READ, "too much was left unread")


async def _send(socket: Socket, text: str) -> None:
    """Sends a message; if the socket ends before that is read, the connection is cut."""
    try:
        async with asyncio.timeout(SEND_TIMEOUT):
            await socket.send({"type": "websocket.send", "bytes": None, "text": text})
    except asyncio.CancelledError:
        _cut(socket)
        raise


def _cut(socket: Socket) -> bool:
    """Cuts a connection at once, if that can be done: a close would wait until all is read."""
    cut = cutter(socket.scope)
    if cut:
        cut()
    return cut is not None
