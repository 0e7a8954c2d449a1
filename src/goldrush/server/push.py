"""Web Push: sealed messages for browsers, brought by the push services of their makers.

Only the browser can open them (RFC 8291); a signature says that they come from this server (VAPID,
RFC 8292).  ``http_ece`` and ``py_vapid`` are what ``pywebpush`` is made of, beside two clients of
HTTP that take 27 MB and would follow an address anywhere.
"""

import base64
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from goldrush.server.endpoints import Forbidden, Roads
from goldrush.server.listeners import Device
from goldrush.server.refusal import Refusal

KEPT = 86_400  # seconds for which a push service keeps what it cannot bring
SIGNED = 12 * 3600  # seconds for which a signature holds: at most a day is allowed
SECONDS = 10.0  # for one call
CURVE = ec.SECP256R1()
POINT, AUTH = 65, 16  # bytes of the two parts of a browser's key
GONE = (404, 410)
LATER = (408, 425, 429)  # ... and all from 500 on

Outcome = Literal["sent", "gone", "later", "refused"]


class Sent(NamedTuple):
    """What came of a message."""

    outcome: Outcome
    wait: int = 0  # seconds after which it may be tried again, if that was said


def new_key() -> bytes:
    """A private key by which push services know this server."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return number.to_bytes(32, "big")


def check_keys(key: str, auth: str) -> None:
    """Refuses what is no key of a browser."""
    try:
        point, secret = _bytes(key), _bytes(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
        fits = (len(point), len(secret)) == (POINT, AUTH)
    except ValueError:
        fits = False
    if not fits:
        raise Refusal("malformed", "this is no key of a browser")


class Pusher:
    """Seals, signs and sends."""

    def __init__(self, private: bytes, contact: str, roads: Roads | None = None) -> None:
        self.roads = roads or Roads()
        self._contact = contact  # where a push service may complain
        self._signer = Vapid02.from_raw(base64.urlsafe_b64encode(private).rstrip(b"="))
        public = self._signer.public_key.public_numbers()
        self.key = _text(b"\4" + public.x.to_bytes(32, "big") + public.y.to_bytes(32, "big"))

    def send(self, device: Device, message: bytes, topic: str, now: int) -> Sent:
        """Brings a message to a push service; takes seconds, and never fails."""
        try:
            headers = {
                "TTL": str(KEPT),
                "Urgency": "normal",
                "Topic": topic,  # what was not brought yet of the same makes room for it
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "Authorization": self._signature(device.endpoint, now // 1000),
            }
            sealed = _sealed(device, message)
            answer = self.roads.post(device.endpoint, headers, sealed, SECONDS)
        except Refusal:
            return Sent("gone")  # it was allowed once
        except Forbidden:
            return Sent("refused")
        except (OSError, ValueError):
            return Sent("later")
        if answer.status in GONE:
            return Sent("gone")
        if answer.status in LATER or answer.status >= 500:
            return Sent("later", answer.wait)
        return Sent("sent" if 200 <= answer.status < 300 else "refused")

    def _signature(self, endpoint: str, now: int) -> str:
        parts = urlsplit(endpoint)
        claims = {"sub": self._contact, "exp": now + SIGNED}
        claims["aud"] = f"{parts.scheme}://{parts.netloc}"
        return str(self._signer.sign(claims)["Authorization"])


def _sealed(device: Device, message: bytes) -> bytes:
    sealed: bytes = http_ece.encrypt(
        message,
        private_key=ec.generate_private_key(CURVE),
        dh=_bytes(device.key),
        auth_secret=_bytes(device.auth),
        version="aes128gcm",
    )
    return sealed


def _bytes(said: str) -> bytes:
    """What base64 for addresses says; ValueError if it is none."""
    bare = said.rstrip("=")
    return base64.b64decode(bare + "=" * (-len(bare) % 4), b"-_", validate=True)


def _text(said: bytes) -> str:
    return base64.urlsafe_b64encode(said).rstrip(b"=").decode()
