"""Addresses that people name and this server calls: only such as lead to a stranger's machine.

Anybody may have a name point anywhere, and elsewhere a moment later.  So what counts is the number
that is called at last: it is looked up, checked, and called as a number.
"""

import socket
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from goldrush.server.notice_messages import MOST_ENDPOINT
from goldrush.server.refusal import Refusal

HTTPS = 443
MOST_HEAD = 16_384  # bytes of an answer that are read
NAT64 = IPv6Network("64:ff9b::/96")  # numbers that stand for those of IPv4
UNICAST = IPv6Network("2000::/3")  # all that are given out in the public network of IPv6


class Forbidden(OSError):
    """An address leads to no stranger's machine."""


class Place(NamedTuple):
    """What an endpoint names."""

    host: str
    port: int
    path: str


class Answer(NamedTuple):
    """How a call was answered."""

    status: int
    wait: int  # seconds after which it may be tried again, if that was said


def is_public(address: str) -> bool:
    """Whether a number is one of the public network, and no other in disguise."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        within = [found.ipv4_mapped, found.sixtofour, *(found.teredo or ())]
        if found in NAT64:
            within.append(IPv4Address(int(found) & 0xFFFFFFFF))
        if any(within):
            return all(is_public(str(one)) for one in within if one)
        if found not in UNICAST:
            return False
    return found.is_global and not (
        found.is_multicast or found.is_reserved or found.is_unspecified or found.is_loopback
    )


@dataclass(frozen=True)
class Roads:
    """Where this server may call; tests alone let it call themselves."""

    may: Callable[[str], bool] = is_public  # whether a number may be called
    any_port: bool = False
    context: ssl.SSLContext = field(default_factory=ssl.create_default_context)

    def check(self, endpoint: str) -> Place:
        """What an endpoint names, if that may be called; its name is not looked up for that."""
        try:
            parts = urlsplit(endpoint)
            host, port = parts.hostname or "", parts.port or HTTPS
        except ValueError:
            raise Refusal("malformed", "this is no address of a push service") from None
        plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
        if len(endpoint) > MOST_ENDPOINT or not plain or parts.scheme != "https" or not host:
            raise Refusal("malformed", "this is no address of a push service")
        if parts.username is not None or parts.password is not None or parts.fragment:
            raise Refusal("malformed", "this is no address of a push service")
        if port != HTTPS and not self.any_port:
            raise Refusal("not_allowed", "push services are called at port {} alone", HTTPS)
        if _is_number(host) and not self.may(host):
            raise Refusal("not_allowed", "this address is not one of the public network")
        return Place(host, port, parts.path + (f"?{parts.query}" if parts.query else ""))

    def numbers(self, place: Place) -> list[tuple[int, tuple[str, int]]]:
        """The numbers of a place that may be called; Forbidden if there are none."""
        found = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
        allowed = [(family, at[:2]) for family, *_, at in found if self.may(str(at[0]))]
        if not allowed:
            raise Forbidden(f"{place.host} is not in the public network")
        return [(int(family), (str(host), int(port))) for family, (host, port) in allowed]

    def post(self, endpoint: str, headers: dict[str, str], body: bytes, seconds: float) -> Answer:
        """Sends something to an endpoint, and reads how that is answered; it follows nobody on."""
        place, end = self.check(endpoint), time.monotonic() + seconds
        family, number = self.numbers(place)[0]
        with socket.socket(family, socket.SOCK_STREAM) as plain:
            plain.settimeout(_left(end))
            plain.connect(number)
            plain.settimeout(_left(end))
            with self.context.wrap_socket(plain, server_hostname=place.host) as line:
                line.settimeout(_left(end))
                line.sendall(_head(place, headers, len(body)) + body)
                return _answer(line, end)


def _is_number(host: str) -> bool:
    try:
        return bool(ip_address(host))
    except ValueError:
        return False


def _left(end: float) -> float:
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _head(place: Place, headers: dict[str, str], length: int) -> bytes:
    host = f"[{place.host}]" if ":" in place.host else place.host
    host = host if place.port == HTTPS else f"{host}:{place.port}"
    said = {"Host": host, **headers, "Content-Length": str(length), "Connection": "close"}
    lines = [f"POST {place.path or '/'} HTTP/1.1", *(f"{k}: {v}" for k, v in said.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii")


def _answer(line: socket.socket, end: float) -> Answer:
    """Reads the head of an answer, and no more."""
    head = b""
    while b"\r\n\r\n" not in head and len(head) < MOST_HEAD:
        line.settimeout(_left(end))
        if not (more := line.recv(4096)):
            break
        head += more
    first, *rest = head.decode("latin-1").split("\r\n")
    version, _, status = first.partition(" ")
    if not version.startswith("HTTP/1.") or not status[:3].isdigit():
        raise OSError("this is no answer of HTTP")
    fields = dict(one.lower().split(":", 1) for one in rest if ":" in one)
    wait = fields.get("retry-after", "").strip()
    return Answer(int(status[:3]), int(wait) if wait.isdigit() and len(wait) < 6 else 0)
