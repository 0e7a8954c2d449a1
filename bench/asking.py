"""Plain requests to a server on this machine, over one line that is kept open."""

import asyncio
from typing import Any
from urllib.parse import urlsplit

import msgspec


class Asker:
    """A browser with its cookie."""

    def __init__(self, address: str) -> None:
        self.cookie = ""
        self._where = urlsplit(address)
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._alone = asyncio.Lock()

    async def post(self, path: str, **said: Any) -> Any:
        """The answer to a request that must succeed."""
        async with self._alone:
            if not self._line or self._line[0].at_eof():  # servers hang up after five idle seconds
                self._line = await asyncio.open_connection(self._where.hostname, self._where.port)
            reader, writer = self._line
            writer.write(self._request(path, msgspec.json.encode(said)))
            status, headers = _head(await reader.readuntil(b"\r\n\r\n"))
            body = await reader.readexactly(int(headers.get("content-length", 0)))
        if not 200 <= status < 300:
            raise RuntimeError(f"{path} was answered {status}: {body.decode(errors='replace')}")
        if found := headers.get("set-cookie"):
            self.cookie = found.partition(";")[0]
        return msgspec.json.decode(body) if body else None

    def close(self) -> None:
        if self._line:
            self._line[1].close()

    def _request(self, path: str, body: bytes) -> bytes:
        lines = [
            f"POST {path} HTTP/1.1",
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
