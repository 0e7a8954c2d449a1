"""Who a browser is: a number nobody can guess, in a cookie that nobody can forge.

Who signs out everywhere begins another epoch, and cookies of those before are of no use any more.
"""

import hashlib
import hmac
import secrets

COOKIE = "goldrush"
KEPT = 400 * 86_400  # seconds: as long as browsers keep any
KEY_BYTES = 32


class Identities:
    """Gives browsers their identity, and knows it again."""

    def __init__(self, key: bytes, *, secure: bool = False, root: str = "") -> None:
        self._key = key
        self._secure = secure
        self._path = root or "/"
        self.epochs: dict[str, int] = {}  # of those who have ever signed out everywhere

    def new(self) -> str:
        """An identity that nobody has."""
        return secrets.token_urlsafe(16)

    def of(self, header: str) -> str | None:
        """The identity in a Cookie header; None if there is none that was given here."""
        for cookie in header.split(";"):
            name, _, value = cookie.strip().partition("=")
            if name == COOKIE and (player := self._signed(value)):
                return player  # another server, at a path above this one, may have its own
        return None

    def header(self, player: str) -> str:
        """What a Set-Cookie header says; scripts cannot read it, other sites cannot send it."""
        secure = "; Secure" if self._secure else ""
        epoch = self.epochs.get(player, 0)
        said = f"{player}.{epoch}" if epoch else player
        value = f"{said}.{self._sign(said)}"
        return (
            f"{COOKIE}={value}; Path={self._path}; Max-Age={KEPT}; HttpOnly; SameSite=Lax{secure}"
        )

    def _signed(self, value: str) -> str | None:
        said, _, sign = value.rpartition(".")
        right = self._sign(said).encode()  # as bytes: letters may be of any kind
        if not said or not hmac.compare_digest(sign.encode(), right):
            return None
        player, _, epoch = said.partition(".")
        return player if int(epoch or 0) == self.epochs.get(player, 0) else None

    def _sign(self, said: str) -> str:
        return hmac.new(self._key, said.encode(), hashlib.sha256).hexdigest()
