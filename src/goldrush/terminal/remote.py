"""A server as a terminal knows it: its address, who one is there, and what one asks it for."""

import hashlib
import os
import re
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import NamedTuple, TypeVar
from urllib.parse import urlsplit

import httpx
import msgspec

from goldrush.games.contract import UnknownVersion
from goldrush.games.problem import Problem
from goldrush.server import messages as wire
from goldrush.server.identity import COOKIE
from goldrush.server.places import PLACES
from goldrush.terminal import words

CODES = re.compile(f"[{wire.LETTERS}]{{{wire.CODE}}}")
REQUEST_TIMEOUT = 120.0  # seconds: a server may have to compile a game first
EXAMPLE = "http://localhost:8000/table/ABC234"

Body = TypeVar("Body")


class Declined(Problem):
    """What a server does not do; the message says what would have been right."""

    def __init__(self, said: wire.Complaint | wire.Refused) -> None:
        super().__init__("{}", words.printable(said.detail))
        self.reason, self._why = said.reason, said.why

    def told(self, translations: Mapping[str, str]) -> str:
        """The reason in the reader's language, or as the server said it if it is not known here."""
        if self._why:
            with suppress(LookupError, TypeError, ValueError):  # a server may send anything
                return str(words.printable(_known(self._why, translations).told(translations)))
        return super().told(translations)


def _known(why: object, translations: Mapping[str, str]) -> Problem:
    """A problem that came over the wire; KeyError if it, or what it is about, is not known."""
    found = msgspec.convert(why, wire.Why, from_attributes=True)
    if found.text not in translations:
        raise KeyError(found.text)
    return Problem(found.text, *(_about(one, translations) for one in found.about))


def _about(one: object, translations: Mapping[str, str]) -> object:
    if isinstance(one, dict):
        return _known(one, translations)
    if isinstance(one, list):
        return [_about(some, translations) for some in one]
    return one


class Address(NamedTuple):
    """Where a server is, and the code of a table there, if one is named."""

    server: str
    code: str = ""

    def __str__(self) -> str:
        return f"{self.server}/table/{self.code}" if self.code else self.server

    @property
    def socket(self) -> str:
        """Where one looks at the table."""
        return f"{self.server.replace('http', 'ws', 1)}/api/tables/{self.code}/socket"


def address(said: str) -> Address:
    """A server's or a table's address, as people copy it from a browser or a message."""
    origin, path = _split(said)
    codes = [n for n, part in enumerate(path) if CODES.fullmatch(part.upper())]
    if not codes:
        return server(said)
    return Address(origin + _root(path[: codes[-1]]), path[codes[-1]].upper())


def server(said: str) -> Address:
    """A server's address; whatever word a proxy shows it under is no table's code."""
    origin, path = _split(said)
    return Address(origin + _root(path))


def _split(said: str) -> tuple[str, list[str]]:
    parts = urlsplit(said if "://" in said else f"http://{said}")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Problem('"{}" is not the address of a table, such as {}', said, EXAMPLE)
    return f"{parts.scheme}://{parts.netloc}", [part for part in parts.path.split("/") if part]


def _root(path: list[str]) -> str:
    """The part of a path under which a proxy shows a server: all before what is the server's."""
    ours = (n for n, part in enumerate(path) if part in PLACES)
    return "".join(f"/{part}" for part in path[: next(ours, None)])


def table(said: str) -> Address:
    """The address of a table."""
    found = address(said)
    if not found.code:
        raise Problem('"{}" names no table; a table\'s address is such as {}', said, EXAMPLE)
    return found


class Server:
    """A server, and who one is there: nobody yet, or whoever had the cookie."""

    def __init__(self, where: str, cookie: str = "") -> None:
        self.where = where
        self.cookie = cookie

    def ask(self, method: str, path: str, shape: type[Body], body: object = None) -> Body:
        """The answer to a request; Declined if the server says no, ValueError if nothing.

        A match by rules that it does not know is an UnknownVersion.
        """
        content = None if body is None else msgspec.json.encode(body)
        headers = self.headers | ({} if body is None else {"Content-Type": "application/json"})
        url = f"{self.where}/api{path}"
        try:
            found = httpx.request(
                method, url, content=content, headers=headers, timeout=REQUEST_TIMEOUT
            )
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Problem("{} does not answer: {}", self.where, error) from None
        self._note(found.headers.get_list("set-cookie"))
        try:
            if found.is_success:
                return msgspec.json.decode(found.content, type=shape)
            complaint = msgspec.json.decode(found.content, type=wire.Complaint)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise Problem(
                "{} answers {} and not as a goldrush server does", self.where, found.status_code
            ) from None
        if later := complaint.later:
            raise UnknownVersion(later.game, later.version, later.newest)
        raise Declined(complaint)

    @property
    def headers(self) -> dict[str, str]:
        """What says who one is."""
        return {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}

    def _note(self, cookies: list[str]) -> None:
        """Takes the identity that the server gives."""
        for said in cookies:
            try:
                found = SimpleCookie(said).get(COOKIE)
            except CookieError:
                continue
            self.cookie = found.value if found else self.cookie


def remembered(where: str, name: str) -> str:
    """The cookie that a server gave to whoever goes by this name at this terminal."""
    try:
        return _file(where, name).read_text("utf-8").strip()
    except (OSError, ValueError):
        return ""


def remember(where: str, name: str, cookie: str) -> None:
    """Keeps a cookie for the next time, where nobody else can read it."""
    file = _file(where, name)
    file.parent.mkdir(0o700, parents=True, exist_ok=True)
    number, written = tempfile.mkstemp(dir=file.parent)  # which only its owner may read
    with os.fdopen(number, "w", encoding="utf-8") as open_file:
        open_file.write(cookie)
    Path(written).replace(file)


def _file(where: str, name: str) -> Path:
    digest = hashlib.sha256(f"{where}\n{name}".encode()).hexdigest()
    return words.data() / "visits" / digest[:32]
