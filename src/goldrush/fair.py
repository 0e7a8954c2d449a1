"""Fair draws: chance that nobody could have chosen, and that anybody can check afterwards.

Before the first step the host publishes the SHA-256 of a secret (the commitment).  Every player
may then add a salt.  Draw *k* is HMAC-SHA256(secret, terms, salts, k) turned into an outcome by
whole weights.  At the end the secret is shown.  In bytes, the message of draw *k* is: the terms of
the match (its game, version, seats, options and edition in words: see Match.terms) and the salt of
each seat, every one in UTF-8 behind its length (4 bytes, big-endian); *k* (8 bytes); the try
(4 bytes, from 0).  The digest is a whole number, big-endian; numbers at or above the largest
multiple of the sum of the weights that fits into 256 bits are tried again, so that no outcome is
favoured; what is left modulo the sum picks the outcome, in ascending order.

Lots for seats are drawn before the match from the same secret: the terms are "lots of " and the
code of the table, the salts are those of all seats in the order of their bytes, and draw *k* picks,
all alike, one of the seats that are left for whoever sat at seat *k*.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

SECRET_BYTES = 32
RANGE = 2**256


@dataclass(frozen=True)
class Fair:
    """A secret and the salts that were added to it, one for each seat, "" for none."""

    secret: bytes
    salts: tuple[str, ...]
    terms: str = ""
    proves: bool = True  # False for a secret that anybody can work out

    @classmethod
    def new(cls, salts: Sequence[str]) -> "Fair":
        """A secret from the operating system."""
        return cls(secrets.token_bytes(SECRET_BYTES), tuple(salts))

    @classmethod
    def seeded(cls, seed: int, salts: Sequence[str]) -> "Fair":
        """A secret that follows from a seed: for demonstrations, as good as no secret."""
        secret = hashlib.sha256(f"goldrush seed {seed}".encode()).digest()
        return cls(secret, tuple(salts), proves=False)

    @property
    def commitment(self) -> str:
        """What is published before the first step."""
        return hashlib.sha256(self.secret).hexdigest()

    def pick(self, k: int, weights: Sequence[int]) -> int:
        """The index that draw *k* of the match picks."""
        total = sum(weights)
        limit = RANGE - RANGE % total
        number, attempt = limit, 0
        while number >= limit:
            number = self._number(k, attempt)
            attempt += 1
        left, index = number % total, 0
        while left >= weights[index]:
            left -= weights[index]
            index += 1
        return index

    def _number(self, k: int, attempt: int) -> int:
        words = [word.encode() for word in (self.terms, *self.salts)]
        message = b"".join(len(word).to_bytes(4, "big") + word for word in words)
        message += k.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        return int.from_bytes(hmac.digest(self.secret, message, "sha256"), "big")


def draw_lots(code: str, secret: bytes, salts: Sequence[str]) -> list[int]:
    """A seat for each player, as fair as all other draws: from those left, one after the other.

    The salts are sorted: else lots could be told together with the order to which they would fit.
    """
    fair = Fair(secret, tuple(sorted(salts)), f"lots of {code}")
    left = list(range(len(salts)))
    return [left.pop(fair.pick(k, [1] * len(left))) for k in range(len(salts))]
