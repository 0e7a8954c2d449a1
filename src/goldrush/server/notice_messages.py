"""What goes over the wire about being told of one's turn while one is away."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from goldrush.server.messages import Key

MOST_ENDPOINT = 1024  # letters of an address at which a browser is told
MOST_ADDRESS = 254  # letters of an e-mail address
MINUTES = 1440  # of a day

Often = Literal["at_once", "daily", "never"]
Minute = Annotated[int, Meta(ge=0, lt=MINUTES, description="Of the day, by one's own clock")]


class Wishes(Struct, forbid_unknown_fields=True):
    """How often and when a person is told."""

    often: Often = "at_once"
    hour: Annotated[int, Meta(ge=0, le=23)] = 18  # at which they are told who are told once a day
    quiet: tuple[Minute, Minute] | None = None  # from when to when nobody is told anything
    zone: Annotated[str, Meta(min_length=1, max_length=64)] = "UTC"  # where their clock stands
    lang: Key = "en"
    challenge: bool = False  # whether they are reminded of the challenge of the day, at that hour


class Notices(Struct):
    """How oneself is told, and how that could be."""

    wishes: Wishes
    key: str  # by which browsers know this server
    devices: list[str]  # the numbers of browsers that are told
    mail: bool  # whether this server sends any
    address: str | None  # to which it is sent
    confirmed: bool  # whether that has been shown to be one's own


class NewDevice(Struct, forbid_unknown_fields=True):
    """A browser that is to be told, as it says itself."""

    endpoint: Annotated[str, Meta(max_length=MOST_ENDPOINT)]
    key: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=32)]


class NewAddress(Struct, forbid_unknown_fields=True):
    """An e-mail address to which a code is to be sent."""

    address: Annotated[str, Meta(min_length=3, max_length=MOST_ADDRESS)]


class Confirmation(Struct, forbid_unknown_fields=True):
    """The code that came there."""

    code: Annotated[str, Meta(max_length=12)]


class TableNotices(Struct, forbid_unknown_fields=True):
    """How often one is told of one table; None as of all others."""

    often: Often | None = None
