"""Who a browser is: a number nobody can guess, in a cookie that nobody can forge."""

import hashlib
import hmac
import secrets
from http.cookies import CookieError, SimpleCookie

COOKIE = "goldrush"
KEPT = 400 * 86_400  # seconds: as long as browsers keep any
KEY_BYTES = 32


class Identities:
    """Gives browsers their identity, and knows it again."""

    def __init__(self, key: bytes, *, secure: bool = False) -> None:
        self._key = key
        self._secure = secure

    def new(self) -> str:
        """An identity that nobody has."""
        return secrets.token_urlsafe(16)

    def of(self, header: str) -> str | None:
        """The identity in a Cookie header; None if there is none that was given here."""
        try:
            found = SimpleCookie(header).get(COOKIE)
        except CookieError:
            return None
        player, _, sign = found.value.partition(".") if found else ("", "", "")
        right = self._sign(player).encode()  # as bytes: letters may be of any kind
        return player if player and hmac.compare_digest(sign.encode(), right) else None

    def header(self, player: str) -> str:
        """What a Set-Cookie header says; scripts cannot read it, other sites cannot send it."""
        secure = "; Secure" if self._secure else ""
        value = f"{player}.{self._sign(player)}"
        return f"{COOKIE}={value}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Lax{secure}"

    def _sign(self, player: str) -> str:
        return hmac.new(self._key, player.encode(), hashlib.sha256).hexdigest()
