"""The key to the admin page: whether it is strong, and who has said it of late.

Whoever says it gets a cookie that scripts cannot read and other sites cannot send, good for two
hours and signed with the key: with another key, none of before is good any more.  Nor is any after
the server was started anew, so that whoever has signed out has done so for good.
"""

import hashlib
import hmac
import secrets

from goldrush.games.problem import Problem

LETTERS, DIFFERENT = 20, 10  # that a key has at least, ...
LONGEST = 200  # ... and at most
LASTS = 2 * 3600  # seconds
COOKIE = "goldrush-admin"
FOLDER = "/api/admin"


def new_key() -> str:
    """A key that nobody can guess."""
    return secrets.token_urlsafe(24)


def checked(key: str) -> str:
    """A key as it was given, if nobody can guess it."""
    fits = LETTERS <= len(key) <= LONGEST and len(set(key)) >= DIFFERENT
    if key != key.strip() or not fits:
        raise Problem(
            "an admin key has {} to {} letters, {} of them different, and no space around it;"
            " `goldrush admin-key` makes one",
            LETTERS,
            LONGEST,
            DIFFERENT,
        )
    return key


class Doorkeeper:
    """Knows who has said the key."""

    def __init__(self, key: str, secret: bytes, *, secure: bool = False, root: str = "") -> None:
        self._key = _digest(key)
        start = secrets.token_hex(16)
        self._signing = hmac.digest(secret, f"admin {key} {start}".encode(), hashlib.sha256)
        self._rest = f"Path={root}{FOLDER}; HttpOnly; SameSite=Strict{'; Secure' * secure}"
        self._left: dict[str, int] = {}  # visits that were ended, as long as they would be good

    def opens(self, said: str) -> bool:
        """Whether this is the key; how long that takes tells nothing of it."""
        return hmac.compare_digest(_digest(said), self._key)

    def visit(self, now: int) -> tuple[str, int]:
        """What a Set-Cookie header says to whoever has said the key, and until when it is good."""
        until = now + 1000 * LASTS
        said = f"{secrets.token_hex(16)}.{until}"
        return f"{COOKIE}={said}.{self._sign(said)}; Max-Age={LASTS}; {self._rest}", until

    def until(self, cookies: str, now: int) -> int | None:
        """Until when a visit lasts, by a Cookie header; None if there is none."""
        found = self._visits(cookies, now)
        return max(found.values(), default=None)

    def end(self, cookies: str, now: int) -> str:
        """Ends a visit for good; what a Set-Cookie header then says."""
        self._left = {name: until for name, until in self._left.items() if until > now}
        self._left |= self._visits(cookies, now)
        return f"{COOKIE}=; Max-Age=0; {self._rest}"

    def _visits(self, cookies: str, now: int) -> dict[str, int]:
        """The visits of a Cookie header that are good, and until when."""
        found = {}
        for cookie in cookies.split(";"):
            name, _, value = cookie.strip().partition("=")
            said, _, sign = value.rpartition(".")
            if name == COOKIE and hmac.compare_digest(sign.encode(), self._sign(said).encode()):
                visit, _, until = said.partition(".")
                found[visit] = int(until)
        return {one: until for one, until in found.items() if until > now and one not in self._left}

    def _sign(self, said: str) -> str:
        return hmac.new(self._signing, said.encode(), hashlib.sha256).hexdigest()


def _digest(key: str) -> bytes:
    """A key as it is compared: always as long."""
    return hashlib.sha256(key.encode()).digest()
