"""What a store keeps for whoever hosts: a part of the promise in ``store.py``.

Everything that a host does is a Decree.  It is kept together with a line that says so, all of it or
nothing, and that line holds no name: who is meant is looked up, or was deleted.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from msgspec import Struct

from goldrush.server.messages import Phase, Said

if TYPE_CHECKING:
    from goldrush.server.store import Remark, Sheet

What = Literal[
    "signed_in",
    "signed_out",
    "closed",
    "renamed",
    "blocked",
    "unblocked",
    "words",
    "dismissed",
    "removed",
    "removed_and_blocked",
]
NEWEST = 1 << 62  # a number, or a time, after all others


class Line(NamedTuple):
    """Something that was said at a table."""

    code: str
    aside: bool  # whether it was said among those who look on
    number: int


class Decree(Struct, frozen=True):
    """Something that a host does; what says nothing changes nothing."""

    what: What
    at: int
    code: str = ""
    player: str = ""
    name: str = ""  # that the person has from now on, wherever it stands
    block: bool | None = None  # whether the person is blocked from now on
    close: bool = False  # whether the table goes, with all that belongs to it but its result
    words: tuple[str, ...] | None = None  # the whole list from now on
    remove: Line | None = None  # what is said no more
    report: int = 0  # that is resolved by this


class Act(NamedTuple):
    """A line of the list of all that a host has done."""

    number: int
    at: int
    what: What
    code: str
    player: str
    name: str  # of that person by now, or nothing


class Blocked(NamedTuple):
    """Somebody whom the host has blocked."""

    player: str
    name: str
    at: int


class Listed(NamedTuple):
    """A table with how far its match is."""

    sheet: "Sheet"
    decisions: int  # with those that are secret
    last: int  # when the last of them was made, 0 if none was


class Found(NamedTuple):
    """Somebody who is looked for by name."""

    player: str
    name: str
    kept: bool  # whether they keep that name
    since: int  # when they first kept anything; 0 for strangers
    tables: int  # where they have a seat, and whose matches are not over
    matches: int  # that they have ended
    reports: int  # of what they have said


class Report(Struct, frozen=True):
    """Something said that others did not want to hear; one for each line."""

    line: Line
    player: str  # who has said it, ...
    name: str  # ... under which name, ...
    text: str
    said: int  # ... and when
    at: int  # when it was first reported
    number: int = 0
    reporters: int = 0  # people who have
    outcome: str = ""  # the What by which it was resolved, ...
    resolved: int = 0  # ... and when


class Kind(NamedTuple):
    """One kind of what is kept."""

    name: str
    number: int
    size: int | None  # bytes, if the store knows them


class AdminStore(Protocol):
    """What a store does for whoever hosts; tests/test_admin_store.py says it of any."""

    @property
    def waiting(self) -> int:
        """How many changes wait to be written."""

    async def decree(self, decree: Decree) -> list[str]:
        """Keeps what a host does, or NotKept; the codes of tables that are others, or gone."""

    async def acts(self, most: int, before: int = NEWEST) -> list[Act]:
        """What a host has done, the newest first; after a page, before the last number of it."""

    async def blocked(self) -> list[Blocked]:
        """All who are blocked, the last of them first."""

    async def words(self) -> list[str]:
        """The words that are not wanted."""

    async def report(self, report: Report, reporter: str) -> None:
        """Keeps that somebody reports a line, once; NotKept if it cannot."""

    async def reports(self, most: int, *, resolved: bool, before: int = NEWEST) -> list[Report]:
        """Reports that are resolved, or are not; the newest first, before a number."""

    async def reported(self, number: int) -> Report | None:
        """The report of a number."""

    async def reports_by(self, player: str) -> list[tuple[Line, int]]:
        """The lines that somebody has reported, and when."""

    async def talk(self, code: str) -> "tuple[list[Said], list[Remark]]":
        """All that was said at a table; of what was removed there is no text."""

    async def listed(
        self, most: int, before: tuple[int, str], game: str = "", phase: Phase | None = None
    ) -> list[Listed]:
        """Tables, the newest first: of one game and in one phase, or all; before a time and code.

        One that cannot be read hides no other.
        """

    async def named(self, wanted: str, most: int) -> list[Found]:
        """People in whose names something stands, as ``wordlist.folded`` writes it."""

    async def inventory(self) -> list[Kind]:
        """How much is kept of each kind."""

    async def size(self) -> int:
        """The bytes that all of it takes."""

    async def tidy(self, reports: int, acts: int) -> None:
        """Forgets reports resolved, and acts done, before some times; and words of those gone."""

    async def known(self, players: Collection[str]) -> list[Found]:
        """The same as ``named`` of people whose identities are known."""
