"""What must outlive the process: a promise, and what is kept.  ``sqlite.py`` keeps it.

A table is a sheet, which says what is played and who sits where, and a log, which is the truth
about its match.  Every write is a Change: all of it is kept, or nothing.
"""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from goldrush.server.messages import Said

UNDO = -1  # as a step: its actor takes back the last decision, and what others kept silent after it


class Conflict(Exception):
    """Somebody else wrote first: whoever tried must read again."""


class NotKept(Exception):
    """The store cannot write; nothing of the change is kept."""


class Entry(Struct, frozen=True, array_like=True, gc=False):
    """One step of a match; number and code are its key, which no two can have."""

    number: int  # from 0, without gaps
    actor: int  # a seat or CHANCE
    step: int  # an action, an outcome or UNDO
    at: int
    id: str = ""  # the client's, once for each actor


class Place(Struct):
    """A seat, with what only the server knows of it."""

    name: str = ""  # of the person
    player: str = ""  # the identity of the person whose seat this is
    persona: str = ""  # of the bot that plays here: always, or while the person is gone
    salt: str = ""
    lots: bool = False
    awaited: bool = False  # kept for the person, who has not come yet


class Sheet(Struct):
    """What is written of a table beside its log."""

    code: str
    game: str
    version: int
    options: dict[str, str]
    edition: bytes  # packed; nothing for the one that is shipped
    places: list[Place]
    host: str  # an identity
    secret: bytes  # from which all draws follow
    created: int
    public: bool = False
    pace: int = 0
    begun: int = 0  # when play began; 0 before
    over: bool = False
    lots: list[int] | None = None
    rematch: str = ""
    hints: bool = True
    lesson: bool = False  # whether it is a guided first match
    before: int = 0  # the version by which the match was played whose rematch this is, if another


class Change(Struct, frozen=True):
    """Something to be written of one table, all or nothing."""

    code: str
    sheet: Sheet | None = None
    revision: int = 0  # of the sheet that this one replaces; 0 for a new table
    entries: tuple[Entry, ...] = ()
    said: tuple[Said, ...] = ()


class Kept(Struct, frozen=True):
    """Everything that is known of a table."""

    sheet: Sheet
    revision: int
    entries: list[Entry]
    said: list[Said]


class Store(Protocol):
    """Keeps tables; tests/test_store.py says what any store must do."""

    trouble: str  # what kept it from writing when it was last asked to; nothing if it could

    async def write(self, change: Change) -> None:
        """Keeps a change for good before it returns; Conflict or NotKept if it cannot.

        It is a Conflict if the sheet is not of the revision said, if a number of the log is taken
        or leaves a gap, or if an actor's id is.
        """

    async def read(self, code: str) -> Kept | None:
        """All that was written of a table."""

    async def seated(self, player: str) -> list[str]:
        """The codes of tables not yet over at which somebody has a seat, newest first."""

    async def setting(self, name: str, usual: bytes) -> bytes:
        """What is kept under a name; *usual*, and kept from now on, if that is nothing yet."""

    async def forget(self, before: int, but: Sequence[str]) -> int:
        """Removes tables made before a time at which nobody ever played, *but* for some codes.

        Returns how many these were.
        """

    async def close(self) -> None:
        """Keeps what is still to be kept, and ends."""
