"""A proxy that shows a server below a path, as nginx does: it keeps the path, or takes it away."""

import re
import socket
import threading
from contextlib import suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from urllib.parse import urlsplit

OTHERS = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Proxy(ThreadingTCPServer):
    """Runs while the block does; what is not below the path is not found."""

    daemon_threads = True
    block_on_close = False

    def __init__(
        self, behind: str, root: str = "", *, strips: bool = False, says: str | None = None
    ) -> None:
        super().__init__(("127.0.0.1", 0), Passing)
        found = urlsplit(behind)
        self.behind = (found.hostname or "", found.port or 0)
        self.root, self.strips = root, strips
        self.says = f"\r\nX-Forwarded-For: {says}" if says else ""  # from where one comes
        self.address = f"http://127.0.0.1:{self.server_address[1]}{root}"

    def __enter__(self) -> "Proxy":
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()


class Passing(BaseRequestHandler):
    """One connection, which asks for one thing or becomes a socket."""

    server: Proxy

    def handle(self) -> None:
        with suppress(OSError, ValueError):
            method, path, rest = self._head().split(" ", 2)
            if not path.startswith(f"{self.server.root}/"):
                self.request.sendall(OTHERS)
                return
            asked = path.removeprefix(self.server.root) if self.server.strips else path
            with socket.create_connection(self.server.behind) as behind:
                behind.sendall(f"{method} {asked} {self._told(rest)}".encode("latin-1"))
                threading.Thread(target=_pour, args=(self.request, behind), daemon=True).start()
                _pour(behind, self.request)

    def _told(self, rest: str) -> str:
        """A request with what the server behind is told about whoever asks."""
        version, line, more = _once(rest).partition("\r\n")
        return f"{version}{self.server.says}{line}{more}"

    def _head(self) -> str:
        """The head of a request, and what may have come with it."""
        read = b""
        while b"\r\n\r\n" not in read and (more := self.request.recv(1 << 16)):
            read += more
        return read.decode("latin-1")


def _once(rest: str) -> str:
    """A request whose connection serves no other, unless it becomes a socket."""
    head, _, body = rest.partition("\r\n\r\n")
    if "\r\nupgrade:" not in head.lower():
        head = re.sub(r"(?i)\r\nconnection: [^\r]*", "", head) + "\r\nConnection: close"
    return f"{head}\r\n\r\n{body}"


def _pour(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(1 << 16):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
