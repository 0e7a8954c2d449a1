"""A device that keeps passkeys, as a browser would ask it: for tests without a browser."""

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Device:
    """One passkey, and the browser that it is used in."""

    def __init__(self, origin: str, host: str = "localhost") -> None:
        self.origin, self.host = origin, host
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.count = 0
        self.flags = PRESENT | VERIFIED

    def make(self, options: Any) -> Any:
        """What a browser says of the passkey that was made."""
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(ATTESTED) + attested
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._said({"attestationObject": statement, "clientDataJSON": client})

    def use(self, options: Any) -> Any:
        """What a browser says when the passkey has signed."""
        self.count += 1
        data, client = self._data(), self._client("webauthn.get", options["challenge"])
        signed = data + hashlib.sha256(client).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        told = {"authenticatorData": data, "clientDataJSON": client, "signature": signature}
        return self._said(told)

    def _data(self, more: int = 0) -> bytes:
        head = hashlib.sha256(self.host.encode()).digest()
        return head + bytes([self.flags | more]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        assert base64url_to_bytes(challenge)
        said = {"type": kind, "challenge": challenge, "origin": self.origin}
        return json.dumps(said).encode()

    def _said(self, response: dict[str, bytes]) -> Any:
        name = bytes_to_base64url(self.id)
        told = {key: bytes_to_base64url(value) for key, value in response.items()}
        return {"id": name, "rawId": name, "type": "public-key", "response": told}
