"""What is known for some minutes only: challenges to passkeys, and codes for one more device.

It is bound to whoever asked, good for one use, and forgotten when the server ends.
"""

import secrets
from collections import OrderedDict
from typing import Generic, Literal, NamedTuple, TypeVar

from goldrush.server.messages import LETTERS

MOST = 10_000  # of each kind
CODE = 8  # letters: as many as nobody tries out within the minutes that one is good for
CODE_LASTS = 10 * 60_000  # milliseconds
CHALLENGE_LASTS = 5 * 60_000
CHALLENGE = 32  # bytes

Kept = TypeVar("Kept")
Purpose = Literal["make", "use"]  # of a passkey


class Shelf(Generic[Kept]):
    """Things that are taken away once, and not late."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[int, Kept]] = OrderedDict()  # by name: until when, what

    def put(self, name: str, what: Kept, until: int) -> None:
        """Keeps something in the place of what has the same name; the oldest may have to go."""
        self._kept.pop(name, None)
        self._kept[name] = until, what
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)

    def look(self, name: str, now: int) -> Kept | None:
        """What has a name, if it is still good."""
        until, what = self._kept.get(name, (0, None))
        return what if now < until else None

    def take(self, name: str, now: int) -> Kept | None:
        """The same, which nobody can take again."""
        found = self.look(name, now)
        self._kept.pop(name, None)
        return found


class Challenge(NamedTuple):
    """What a browser is to sign, and where."""

    purpose: Purpose
    said: bytes
    origin: str


class Challenges:
    """One challenge for each who asks."""

    def __init__(self) -> None:
        self._open: Shelf[Challenge] = Shelf()

    def new(self, player: str, purpose: Purpose, origin: str, now: int) -> bytes:
        """A challenge for somebody; one that they had before is of no use any more."""
        said = secrets.token_bytes(CHALLENGE)
        self._open.put(player, Challenge(purpose, said, origin), now + CHALLENGE_LASTS)
        return said

    def take(self, player: str, purpose: Purpose, origin: str, now: int) -> bytes | None:
        """The challenge that somebody was given, once; nothing if it was for anything else."""
        found = self._open.take(player, now)
        return found.said if found and (found.purpose, found.origin) == (purpose, origin) else None


class Codes:
    """Codes that make another device one's own; everybody has one at most."""

    def __init__(self) -> None:
        self._open: Shelf[str] = Shelf()
        self._of: Shelf[str] = Shelf()  # by person

    def new(self, player: str, now: int) -> tuple[str, int]:
        """A code for somebody, and until when it is good."""
        code, until = "".join(secrets.choice(LETTERS) for _ in range(CODE)), now + CODE_LASTS
        self.cancel(player, now)
        self._open.put(code, player, until)
        self._of.put(player, code, until)
        return code, until

    def look(self, said: str, now: int) -> str | None:
        """Whose code this is."""
        return self._open.look(_plain(said), now)

    def take(self, said: str, now: int) -> str | None:
        """Whose code this is, and nobody's from now on."""
        return self._open.take(_plain(said), now)

    def cancel(self, player: str, now: int) -> None:
        """Makes somebody's code useless."""
        if code := self._of.take(player, now):
            self._open.take(code, now)


def _plain(said: str) -> str:
    """A code as it was given, however it was typed."""
    return "".join(letter for letter in said.upper() if letter in LETTERS)
