"""What goes over the wire between a server and its host's admin page, and of reports to the host.

People are named by keys that are good for the host alone: nobody is ever told an identity.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from goldrush.server.admin_key import LONGEST
from goldrush.server.admin_store import What
from goldrush.server.messages import Name, Phase
from goldrush.server.wordlist import MOST_LETTERS, MOST_WORDS

Word = Annotated[str, Meta(min_length=1, max_length=MOST_LETTERS)]


class NewReport(Struct, forbid_unknown_fields=True):
    """Something said at a table that the host should look at."""

    line: Annotated[int, Meta(ge=0, le=1 << 31)]
    aside: bool = False  # whether it was said among those who look on


class AdminKey(Struct, forbid_unknown_fields=True):
    """The key, to sign in with."""

    key: Annotated[str, Meta(max_length=LONGEST)]


class Visit(Struct):
    """Until when one is signed in; None if one is not."""

    until: int | None


class AdminSeat(Struct):
    """Who sits somewhere."""

    name: str | None
    persona: str | None


class AdminTable(Struct):
    """A table as a host sees it: nothing of it is secret."""

    code: str
    game: str
    version: int
    phase: Phase
    public: bool
    rated: bool
    daily: str | None
    seats: list[AdminSeat]
    moves: int | None  # None where the number would tell of what is secret
    created: int
    begun: int | None
    last: int | None  # when the last move was made, likewise
    here: int  # people who are connected, ...
    watchers: int  # ... and those of them who look on


class AdminTables(Struct):
    """A page of tables, the newest first."""

    tables: list[AdminTable]
    more: str | None  # after what to ask for older ones; None if there are none


class Workers(Struct):
    """Processes of one kind."""

    kind: Literal["bots", "hints", "reviews", "guests"]
    number: int
    alive: int
    waiting: int  # thoughts, hints or reviews that nobody has begun with


class Took(Struct):
    """How long something took in the last five minutes, in seconds."""

    what: Literal["answer", "write", "thought", "review"]
    number: int
    half: float | None  # of all took less
    most: float | None  # all but one in a hundred took less


class Load(Struct):
    """How much the server has to do."""

    at: int
    troubles: list[str]  # in English, as /health has them; nothing if all is well
    tables: int  # in memory
    sockets: int
    moves: float  # a second
    writing: int  # changes that wait for the disk
    memory: int  # bytes
    kept: int  # bytes
    dropped: int  # sockets that did not read
    refused: dict[str, int]  # by reason
    workers: list[Workers]
    times: list[Took]


class Someone(Struct):
    """Somebody as a host sees them."""

    key: str
    name: str
    kept: bool  # whether they keep that name
    since: int | None
    tables: int
    matches: int
    reports: int
    blocked: int | None  # since when


class NewName(Struct, forbid_unknown_fields=True):
    """What somebody is called from now on."""

    name: Name


class Context(Struct):
    """Something said around what was reported."""

    name: str | None
    text: str
    at: int
    reported: bool


class Reported(Struct):
    """Something that was reported."""

    number: int
    code: str
    aside: bool
    who: str  # the key of whoever has said it
    name: str
    text: str
    said: int
    at: int
    reporters: int
    context: list[Context]  # nothing if the table is forgotten
    blocked: bool
    outcome: What | None
    resolved: int | None


class ReportPage(Struct):
    """Reports, the newest first."""

    reports: list[Reported]
    more: int | None  # after what to ask for older ones


class Resolving(Struct, forbid_unknown_fields=True):
    """What is done about a report; neither dismisses it."""

    remove: bool = False  # the line, for everybody
    block: bool = False  # whoever has said it


class Words(Struct, forbid_unknown_fields=True):
    """The words that are not wanted."""

    words: Annotated[list[Word], Meta(max_length=MOST_WORDS)]


class KeptKind(Struct):
    """How much is kept of one kind."""

    kind: str
    number: int
    size: int | None  # bytes


class Keeping(Struct):
    """What is kept and for how long, in days; 0 is for ever."""

    unplayed: float
    unfinished: float
    finished: float
    reports: int  # after they are resolved
    acts: int
    size: int  # bytes of all
    kinds: list[KeptKind]


class DoneThing(Struct):
    """Something that a host has done."""

    number: int
    at: int
    what: What
    code: str | None
    name: str | None  # of whom it was about, if they still are anybody


class Acts(Struct):
    """What was done, the newest first."""

    acts: list[DoneThing]
    more: int | None
