"""What stands before the door: who may come in, how often, and what every answer carries."""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Send

from goldrush.server.connections import origin
from goldrush.server.identity import Identities
from goldrush.server.messages import Complaint

PLAYER = "goldrush.player"  # where the scope of a request has who asks, ...
ABORT = "goldrush.abort"  # ... and that of a socket how to cut it off at once

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",  # an address may hold the code of a private table
    "x-content-type-options": "nosniff",
}
NOT_KEPT = {"cache-control": "no-store"}  # of what is answered to one person
ONLY_HTTPS = {"strict-transport-security": "max-age=31536000"}
WITHIN = (".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal")  # no public names
BURST = 5.0  # seconds' worth of requests that may come at once
MOST_REMEMBERED = 10_000  # people or addresses
NEIGHBOURS = 10  # people who may share an address, as a school class does


def player_of(scope: Any) -> str:
    """Who asks; nothing for a socket without a cookie."""
    player: str = scope[PLAYER]
    return player


def cutter(scope: Any) -> Callable[[], None] | None:
    """What cuts a socket off at once, if the server has such a thing."""
    cut: Callable[[], None] | None = scope.get(ABORT)
    return cut


class Bucket:
    """Lets through so many a second on the average, and so many at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left, self._seen = burst, time.monotonic()

    def take(self) -> bool:
        """Whether one more may pass now."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + self.rate * (now - self._seen))
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each who comes, as long as it is remembered."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._made: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> bool:
        """Whether one more of somebody's may pass now."""
        bucket = self._made.setdefault(who, Bucket(self.rate, self.burst))
        self._made.move_to_end(who)
        if len(self._made) > MOST_REMEMBERED:
            self._made.popitem(last=False)
        return bucket.take()


class Shares:
    """Gives everybody a fair share of something: each person, and all who come from one address.

    One person may have many sockets, and a new identity costs nothing.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._people = Buckets(rate, burst)
        self._addresses = Buckets(rate * NEIGHBOURS, burst * NEIGHBOURS)

    def take(self, player: str, address: str) -> bool:
        """Whether somebody may have one more now."""
        return self._people.take(player) and self._addresses.take(address)  # the greedy stop here


class Guard:
    """An application behind its guard."""

    def __init__(
        self,
        app: ASGIApp,
        identities: Identities,
        origins: Iterable[str] = (),
        rate: float = 20.0,
        *,
        secure: bool = False,
        root: str = "",
    ) -> None:
        self._app = app
        self._root = root
        self._identities = identities
        self._origins = {origin.rstrip("/") for origin in origins}
        self._names = {urlsplit(origin).hostname for origin in self._origins}
        self._added = {**HEADERS, **(ONLY_HTTPS if secure else {})}
        self._haste = Buckets(rate, BURST * rate)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(self._within(scope), receive, send)
        else:
            await self._request(self._within(scope), receive, send)

    def _within(self, scope: Any) -> Any:
        """What is asked for, without the path under which a proxy shows this server.

        Some proxies take it away before they ask, and some do not.
        """
        path, root = scope["path"], self._root
        if not root or not f"{path}/".startswith(f"{root}/"):
            return scope
        return {**scope, "path": path.removeprefix(root) or "/"}

    async def _socket(self, scope: Any, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        allowed = self._addressed(headers) and self._home(headers)
        if not allowed or not self._haste.take(origin(scope.get("client"))):
            await send({"type": "websocket.close", "code": 1008, "reason": "not allowed here"})
            return
        scope[PLAYER] = self._identities.of(headers.get("cookie", "")) or ""
        protocol = getattr(send, "__self__", None)  # uvicorn's, which has the connection
        scope[ABORT] = getattr(getattr(protocol, "transport", None), "abort", None)
        await self._app(scope, receive, send)

    async def _request(self, scope: Any, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        api = scope["path"].lstrip("/").startswith("api/")  # //api/me leads to /api/me too
        known = self._identities.of(headers.get("cookie", ""))
        scope[PLAYER] = known or self._identities.new()
        new = {} if known else {"set-cookie": self._identities.header(scope[PLAYER])}

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = dict(message["headers"])
                # a page brings it, or the first requests of its scripts would bring one each
                page = present.get(b"content-type", b"").startswith(b"text/html")
                added = {**self._added, **(NOT_KEPT if api else {}), **(new if api or page else {})}
                message["headers"] = [
                    *message["headers"],
                    *(
                        (k.encode(), v.encode())
                        for k, v in added.items()
                        if k.encode() not in present
                    ),
                ]
            await send(message)

        if not self._addressed(headers):
            detail = (
                f"this server has another name; start it with --origin http://{headers['host']}"
            )
            await _refuse(sending, 421, Complaint("not_allowed", detail))
        elif api and self._foreign(scope, headers):
            await _refuse(sending, 403, Complaint("not_allowed", "asked from another site"))
        elif api and not self._haste.take(origin(scope.get("client"))):
            await _refuse(sending, 429, Complaint("too_fast", "wait a moment, then ask again"))
        else:
            await self._app(scope, receive, sending)

    def _foreign(self, scope: Any, headers: dict[str, str]) -> bool:
        """Whether a page of another site asks; older browsers say so only where it changes much."""
        changing = scope["method"] not in ("GET", "HEAD") and not self._home(headers)
        return changing or headers.get("sec-fetch-site") == "cross-site"

    def _addressed(self, headers: dict[str, str]) -> bool:
        """Whether a browser means this server, and was not led here by a name that it trusts.

        Anybody can have a name point to this machine; the browser then takes pages of that name's
        owner and ours for one site.  Numbers and names within a household are no such names.
        """
        try:
            name = (urlsplit(f"//{headers.get('host', '')}").hostname or "").rstrip(".")
            known = "." not in name or name in self._names or name.endswith(WITHIN)
            return known or bool(ip_address(name))
        except ValueError:  # no name, and no number either
            return False

    def _home(self, headers: dict[str, str]) -> bool:
        """Whether a browser asks from our own pages; programs say nothing about where they are."""
        origin = headers.get("origin")
        if origin is None or origin in self._origins:
            return True
        try:
            return urlsplit(origin).netloc == headers.get("host")
        except ValueError:  # no address at all
            return False


def _headers(scope: Any) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


async def _refuse(send: Send, status: int, complaint: Complaint) -> None:
    body = msgspec.json.encode(complaint)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
