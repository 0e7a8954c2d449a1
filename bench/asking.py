"""Plain requests to a server on this machine, over one connection that is kept open."""

import asyncio
import time
from typing import Any
from urllib.parse import urlsplit

import msgspec

IDLE = 2.0  # seconds after which a connection is not trusted: servers hang up after five


class Asker:
    """A browser with its cookie."""

    def __init__(self, address: str) -> None:
        self.cookie = ""
        self._where = urlsplit(address)
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used = 0.0
        self._alone = asyncio.Lock()

    async def get(self, path: str) -> Any:
        """The answer to a request that must succeed."""
        return await self._asked("GET", path, b"")

    async def post(self, path: str, **said: Any) -> Any:
        """The answer to one that changes something."""
        return await self._asked("POST", path, msgspec.json.encode(said))

    async def _asked(self, method: str, path: str, content: bytes) -> Any:
        async with self._alone:
            reader, writer = await self._connected()
            writer.write(self._request(method, path, content))
            status, headers = _head(await reader.readuntil(b"\r\n\r\n"))
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            self._used = time.monotonic()
        if not 200 <= status < 300:
            raise RuntimeError(f"{path} was answered {status}: {body.decode(errors='replace')}")
        if found := headers.get("set-cookie"):
            self.cookie = found.partition(";")[0]
        return msgspec.json.decode(body) if body else None

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection that the server will not close just now."""
        if not self._line or self._line[0].at_eof() or time.monotonic() - self._used > IDLE:
            self.close()
            self._line = await asyncio.open_connection(self._where.hostname, self._where.port)
        return self._line

    def close(self) -> None:
        if self._line:
            self._line[1].close()

    def _request(self, method: str, path: str, body: bytes) -> bytes:
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self._where.netloc}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            *([f"Cookie: {self.cookie}"] if self.cookie else []),
        ]
        return "\r\n".join([*lines, "", ""]).encode() + body


def _head(head: bytes) -> tuple[int, dict[str, str]]:
    first, *rest = head.decode("latin-1").split("\r\n")
    fields = (line.partition(":") for line in rest if line)
    return int(first.split()[1]), {name.lower(): value.strip() for name, _, value in fields}
