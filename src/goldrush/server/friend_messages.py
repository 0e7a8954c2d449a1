"""What goes over the wire about people whom one knows: friends, and those whom one has blocked.

People are named by keys that are good for whoever asks alone: nobody is ever told an identity.
"""

from typing import Annotated

from msgspec import Meta, Struct

from goldrush.server.messages import CODE, LETTERS, Name, SeatNumber

Code = Annotated[str, Meta(pattern=f"^[{LETTERS}]{{{CODE}}}$")]


class Acquainted(Struct):
    """Somebody whom one knows."""

    key: str
    name: str
    since: int
    here: bool = False  # whether they are at this server now, if they let their friends know


class Friends(Struct):
    """Everybody whom one knows."""

    friends: list[Acquainted]
    asking: list[Acquainted]  # who would like to be a friend of one's own
    asked: list[Acquainted]  # whom one has asked, and who has not said yes
    blocked: list[Acquainted]
    shown: bool  # whether one's friends see when one is here


class Whom(Struct, forbid_unknown_fields=True):
    """Somebody to ask or to block: at a seat, among those who look on, or by their page."""

    name: Name  # what one calls oneself
    code: Code | None = None  # of a table at which one was oneself
    seat: SeatNumber | None = None
    by: Annotated[str, Meta(max_length=40)] | None = None  # what their remarks there go under
    address: Annotated[str, Meta(max_length=24)] | None = None


class Invited(Struct):
    """A table to which a friend invites one, as long as it waits for players."""

    code: str
    game: str
    name: str  # of the friend, there
    at: int


class Inviting(Struct, forbid_unknown_fields=True):
    """A friend to be invited."""

    key: Annotated[str, Meta(max_length=40)]


class SeenHere(Struct, forbid_unknown_fields=True):
    """Whether one's friends see when one is here."""

    shown: bool
