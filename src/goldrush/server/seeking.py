"""What goes over the socket of whoever looks for people to play with at once.

A client says Seek, and again when it comes back after it was cut off.  It is sent Seeking, again
whenever that changes, and in the end Found or Expired; Refused says why it cannot be looked for.
"""

from typing import Annotated

from msgspec import Meta, Struct, field

from goldrush.server.messages import Key, Name, Salt

FEWEST, MOST = 2, 4  # people at one table

Size = Annotated[int, Meta(ge=FEWEST, le=MOST)]


class Seek(Struct, tag=True, forbid_unknown_fields=True):
    """Looks for people to play with at once."""

    name: Name
    games: Annotated[list[Key], Meta(max_length=20)] = []  # one of these; any if none is named
    seats: Annotated[list[Size], Meta(min_length=1, max_length=MOST)] = field(
        default_factory=lambda: [2, 3, 4]
    )
    rated: bool = False
    salt: Salt = ""


class Cancel(Struct, tag=True, forbid_unknown_fields=True):
    """Looks no more."""


class Beat(Struct, tag=True, forbid_unknown_fields=True):
    """Asks how it stands: browsers cannot see whether a connection still lives."""


Wanted = Seek | Cancel | Beat


class Seeking(Struct, tag=True):
    """One is looked for company."""

    since: int
    until: int  # when it is given up
    now: int
    others: int  # who look for something that fits


class Found(Struct, tag=True):
    """A table was made, where one has a seat; play begins when all have come there."""

    code: str


class Expired(Struct, tag=True):
    """Nobody came in time."""


Heard = Seeking | Found | Expired
