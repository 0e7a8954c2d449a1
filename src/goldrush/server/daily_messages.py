"""What goes over the wire about the challenge of the day."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from goldrush.server.messages import Name

DayName = Annotated[str, Meta(description="A day of UTC, as 2026-11-19")]


class Streak(Struct):
    """On how many days in a row somebody has ended the challenge."""

    now: int  # to today, or to yesterday if today's is still to be played
    longest: int
    days: int  # all together


class Today(Struct):
    """The challenge that all can play just now, once."""

    day: DayName
    ends: int
    game: str
    version: int
    options: dict[str, str]
    seats: list[str | None]  # the persona at each; None one's own
    commitment: str  # SHA-256 of what all draws of the day follow from
    people: int  # who have begun
    phase: Literal["new", "playing", "over"]  # of one's own try
    code: str | None  # of its table
    place: int | None  # how it came out
    points: int | None
    streak: Streak
    last: DayName | None  # the last day before of which there is a table


class Begin(Struct, forbid_unknown_fields=True):
    """Begins one's one try."""

    name: Name


class Begun(Struct):
    """Where it is played."""

    code: str


class DayRow(Struct):
    """How somebody came out."""

    rank: int  # ties share one
    name: str
    mine: bool
    place: int  # among the bots
    points: int


class DayTable(Struct):
    """How a day came out, which is told when it is over."""

    day: DayName
    game: str
    version: int
    options: dict[str, str]
    seats: list[str | None]
    people: int  # who have begun, ...
    finished: int  # ... and who have ended their match that day
    rows: list[DayRow]  # the first of these
    mine: DayRow | None
    ahead: float | None  # of all others, the share that one came out before or level with
    best: str | None  # the link of the best match, ...
    link: str | None  # ... and of one's own
    commitment: str
    secret: str
    before: DayName | None  # the days before and after of which there is a table
    after: DayName | None
