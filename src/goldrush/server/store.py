"""What must outlive the process: a promise, and what is kept.

``sqlite.py`` keeps it in a file, ``postgres.py`` in a database.

A table is a sheet, which says what is played and who sits where, and a log, which is the truth
about its match.  Every write of these is a Change: all of it is kept, or nothing.  Reviews are kept
beside them, because they take long to make; what is lost of them can be made again.  So are people
who want to be told of their turn while they are away, and what they were told (``listeners.py``);
and what a host decides (``admin_store.py``).
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, Literal, Protocol

from msgspec import Struct

from goldrush.server.admin_store import AdminStore
from goldrush.server.listeners import Listener, Noting
from goldrush.server.messages import Said
from goldrush.skill import Rating

if TYPE_CHECKING:
    from goldrush.server.challenge import Day  # which knows sheets

MOST_REVIEWS = 4_000  # that are kept, ...
MOST_REVIEW_BYTES = 64 << 20  # ... and what they may take
LAST = (1 << 62, "")  # a time and a code after those of all matches
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


class Rest(Struct, frozen=True, array_like=True):
    """A time in which somebody's clock stands; it lasts on if *until* is 0."""

    since: int
    until: int = 0


class Place(Struct):
    """A seat, with what only the server knows of it."""

    name: str = ""  # of the person
    player: str = ""  # the identity of the person whose seat this is
    persona: str = ""  # of the bot that plays here: always, or while the person is gone
    salt: str = ""
    lots: bool = False
    awaited: bool = False  # kept for the person, who has not come yet
    wins: int = 0  # before this match, in the series that it belongs to
    hinted: bool = False  # whether the person has asked for a hint in this match
    stood_in: bool = False  # whether a bot has played for the person in this match
    late: bool = False  # whether the person's time has run out: a bot plays on to the end
    rests: list[Rest] = []  # when a bot played in the person's stead, if there are clocks
    vacations: list[Rest] = []
    since: int = 0  # when the person took a seat that was free; 0 if it always was theirs


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
    series: int = 0  # matches that the same people have played before this one, by rematches
    noted: bool = False  # whether all help that people had in the match is noted at their places
    bank: int = 0  # seconds for each person, ...
    increment: int = 0  # ... and more for each decision
    vacation: int = 0  # days off for each person
    rated: bool = False  # whether the match changes how strong people are known to be
    daily: str = ""  # the day whose challenge is played, if it is one


class Standing(Struct, frozen=True):
    """How one seat came out of a match."""

    place: int  # 1 for whoever won; ties share one
    points: int
    player: str = ""  # the identity; nothing for bots, and for people who had theirs removed
    name: str = ""  # under which the person played
    persona: str = ""  # of the bot that played here in the end
    hinted: bool = False  # whether the person asked for hints, ...
    undos: int = 0  # ... how many decisions were taken back, ...
    stood_in: bool = False  # ... and whether a bot played for the person


class Ended(Struct, frozen=True):
    """How a match came out, which is kept when its table is forgotten."""

    code: str
    game: str
    version: int
    options: dict[str, str]
    edition: str  # the name of a user's own
    lesson: bool
    begun: int
    at: int  # when it ended
    decisions: int
    seats: list[Standing]
    link: str = ""  # the whole match; nothing until somebody had the time to make it


class Stake(Struct, frozen=True):
    """A seat of a rated match that is over, before it is counted."""

    player: str  # the identity; nothing for bots, and for people who had theirs removed
    place: int  # that counts: the last one for whoever a bot played for
    fixed: Rating | None = None  # a bot's, which does not change


class Rated(Struct, frozen=True):
    """The same when it is counted."""

    number: int  # in the order in which matches are counted
    code: str
    seat: int
    game: str
    at: int
    player: str
    place: int
    before: Rating
    after: Rating


class Strength(Struct, frozen=True):
    """What is known of somebody's strength at a game."""

    rating: Rating = Rating()
    matches: int = 0  # that were counted


class Champion(Struct, frozen=True):
    """Somebody on the list of a game, who shows a page."""

    name: str
    address: str
    strength: Strength


class Tried(Struct, frozen=True):
    """How somebody came out of the challenge of a day, who ended their match in time."""

    day: str
    player: str
    name: str
    place: int
    points: int
    at: int
    code: str
    link: str  # nothing until somebody had the time to make it


class Passkey(Struct, frozen=True):
    """A key that a device keeps for a person."""

    id: bytes
    key: bytes  # the public one
    count: int  # of signatures made with it, if the device counts
    name: str  # that the person gave it
    host: str  # the name of the server that it is for
    created: int
    used: int = 0


class Person(Struct, frozen=True):
    """Somebody who keeps a name."""

    player: str  # the identity
    name: str
    created: int
    epoch: int = 0  # how often they have signed out everywhere
    phrase: bytes = b""  # a keyed digest of their recovery phrase
    phrased: int = 0  # when that was made
    address: str = ""  # of the page that shows others how they play, if they want one
    passkeys: tuple[Passkey, ...] = ()
    revision: int = 0  # that was read; 0 for somebody new
    hidden: bool = False  # whether friends are not told when they are here
    unfeatured: bool = False  # whether their matches are never replays of the week

    @property
    def can_return(self) -> bool:
        """Whether they can sign in on another device."""
        return bool(self.phrase or self.passkeys)


TieKind = Literal["friend", "declined", "blocked"]


class Tie(Struct, frozen=True):
    """What a person has decided of another one; two who both want to be friends are."""

    player: str
    other: str
    kind: TieKind
    at: int
    name: str  # what the person is called, ...
    other_name: str  # ... and the other one: when it was decided, or as they keep it since


class Invitation(Struct, frozen=True):
    """That somebody is asked to a table, once for each person and table."""

    player: str
    code: str
    sender: str
    name: str  # of the sender, at the table
    at: int


Key = Literal["player", "phrase", "address", "passkey"]  # by which a person is found


class Remark(Struct, frozen=True):
    """Something that a person has said who looks on."""

    number: int
    at: int
    player: str
    name: str  # that the person typed
    text: str
    asked: str  # the id under which it was asked for, once for each person


class Change(Struct, frozen=True):
    """Something to be written of one table, all or nothing."""

    code: str
    sheet: Sheet | None = None
    revision: int = 0  # of the sheet that this one replaces; 0 for a new table
    entries: tuple[Entry, ...] = ()
    said: tuple[Said, ...] = ()
    ended: Ended | None = None  # if its match is over with this, ...
    stakes: tuple[Stake, ...] = ()  # ... and its seats, if it is rated
    remarks: tuple[Remark, ...] = ()


class Kept(Struct, frozen=True):
    """Everything that is known of a table."""

    sheet: Sheet
    revision: int
    entries: list[Entry]
    said: list[Said]
    remarks: list[Remark] = []


class Old(Struct, frozen=True):
    """Times before which tables are forgotten at which nothing happened since; 0 is never."""

    unplayed: int = 0  # made before, and nobody ever played there
    unfinished: int = 0  # whose last step was before, and the match is not over
    finished: int = 0  # whose last step was before, and the match is over


class Store(AdminStore, Protocol):
    """Keeps tables; tests/test_store.py says what any store must do."""

    @property
    def trouble(self) -> str:
        """What keeps it from its work, as far as it was asked to do any; nothing if it works."""

    async def write(self, change: Change) -> None:
        """Keeps a change for good before it returns; Conflict or NotKept if it cannot.

        It is a Conflict if the sheet is not of the revision said, if a number of the log is taken
        or leaves a gap, or if an actor's id is.
        """

    async def read(self, code: str) -> Kept | None:
        """All that was written of a table."""

    async def sheet(self, code: str) -> Sheet | None:
        """The sheet of a table without its log; ValueError if it is none."""

    async def seated(self, player: str, most: int) -> dict[str, Sheet | None]:
        """The sheets of tables not yet over at which somebody has a seat, newest first.

        By their codes; None for one that cannot be read, which hides no other.
        """

    async def remarks(self, player: str) -> list[tuple[str, Remark]]:
        """All that a person has said to others who look on, with the codes of the tables."""

    async def ties(self, player: str) -> list[Tie]:
        """All that a person has decided of others, and others of them, the oldest first."""

    async def tie(self, new: Tie | None, gone: Collection[tuple[str, str]] = ()) -> None:
        """Keeps a tie in the place of one before, and forgets others: by who, and of whom."""

    async def blocks(self) -> list[tuple[str, str]]:
        """Who has blocked whom, of all people."""

    async def invite(self, invitation: Invitation) -> None:
        """Keeps an invitation, in the place of one before to the same table."""

    async def invited(self, player: str, most: int) -> list[Invitation]:
        """A person's invitations to tables that are still kept, the newest first."""

    async def uninvite(self, player: str, code: str) -> None:
        """Forgets a person's invitation."""

    async def company(self, code: str) -> list[tuple[str, str]]:
        """Who sits or sat at a table and under which name, by seat; nothing if that is unknown.

        Nobody's identity and name are empty.
        """

    async def setting(self, name: str, usual: bytes) -> bytes:
        """What is kept under a name; *usual*, and kept from now on, if that is nothing yet."""

    async def forget(self, old: Old, but: Collection[str]) -> int:
        """Removes old tables, with all that belongs to them, *but* for some codes.

        Returns how many these were; there may be more.
        """

    async def review(self, digest: bytes) -> bytes | None:
        """The review that is kept under a digest of what was asked for."""

    async def keep_review(self, digest: bytes, review: bytes) -> None:
        """Keeps a review, and lets the oldest go where there are too many; NotKept if it cannot."""

    async def played(
        self, player: str, most: int, before: tuple[int, str] = LAST, game: str = ""
    ) -> list[Ended]:
        """Matches that somebody has ended, newest first; of one game, or all.

        Whoever has seen a page goes on *before* its last one: before its time and code.
        """

    async def shown_to_all(self, since: int, most: int) -> list[Ended]:
        """Matches that ended since then at public tables, the newest first, and have links.

        None of them is a lesson, by an edition of somebody's own, or of people who want none shown.
        """

    async def unsettled(self, most: int) -> list[str]:
        """Codes of some tables whose matches are over and have no link yet, or no result at all."""

    async def settle(self, code: str, revision: int, ended: Ended | None) -> None:
        """Keeps how a match came out; None if that cannot be known, and need not be asked again.

        Conflict if the sheet of the table is not of the revision by which it was found out.
        """

    async def strengths(self, game: str, players: Collection[str]) -> dict[str, Strength]:
        """What is known of people's strength at a game; whoever is new is left out."""

    async def rated(self, codes: Collection[str]) -> list[Rated]:
        """The seats of some matches, as far as these are rated and counted."""

    async def rated_of(self, player: str, most: int) -> list[Rated]:
        """Somebody's last rated matches, the oldest of them first."""

    async def met(self, player: str, others: Collection[str], since: int) -> dict[str, int]:
        """How many rated matches somebody has ended with each of some others since a time."""

    async def best(self, game: str, known: float, most: int) -> list[Champion]:
        """The strongest at a game, of those who show a page and whose deviation is known so far."""

    async def part(self, one: str, other: str, now: int) -> None:
        """Keeps for a while that two identities were those of one browser, or NotKept."""

    async def kin(self, player: str) -> dict[str, int]:
        """The identities that shared a browser with somebody of late, and when that was."""

    async def person(self, by: Key, value: str | bytes) -> Person | None:
        """The person with an identity, a phrase's digest, a page's address or a passkey's id."""

    async def keep_person(self, person: Person) -> None:
        """Keeps a person in the place of the revision that was read.

        Conflict if somebody else was faster, or has the same phrase, address or passkey.
        """

    async def epochs(self) -> dict[str, int]:
        """How often people have signed out everywhere, if they ever did."""

    async def move(self, old: str, new: str) -> list[str]:
        """Gives all that is a stranger's to a person who signs in, all or nothing.

        Returns the codes of the tables whose sheets were written anew.
        """

    async def erase(self, player: str) -> list[str]:
        """Removes all that is a person's, and everything that only they had a part in.

        Returns the codes of the tables whose sheets were written anew, or that are gone.  Of a file
        nothing of it can be read afterwards.
        """

    async def listeners(self) -> list[str]:
        """The people who have a browser or a mailbox where they can be told something."""

    async def listener(self, player: str) -> Listener:
        """All that is known of how a person wants to be told; the usual, if that is nothing."""

    async def note(self, noting: Noting) -> None:
        """Keeps a change of that for good before it returns, all of it or nothing; or NotKept."""

    async def owner(self, handle: str) -> str | None:
        """The person whose mailbox has a handle."""

    async def live(self, now: int) -> list[Rest]:
        """Keeps that a server begins to run, and returns when none did since the first one."""

    async def beat(self, now: int) -> None:
        """Keeps that the server that began last still runs; NotKept if it cannot."""

    async def mind(self, code: str, due: int) -> None:
        """Keeps when a table must be looked at, whoever is there; 0 is never."""

    async def dues(self, most: int) -> list[tuple[str, int]]:
        """The tables that must be looked at first, and when, in this order."""

    async def day(self, usual: "Day") -> "Day":
        """What is kept of a day; *usual*, and kept from now on, if that is nothing yet."""

    async def known_day(self, day: str) -> "Day | None":
        """What is kept of a day."""

    async def days_beside(self, day: str) -> tuple[str | None, str | None]:
        """The days before and after one on which somebody has played the challenge."""

    async def try_of(self, day: str, player: str) -> str | None:
        """The table at which somebody tries the challenge of a day."""

    async def tries(self, day: str) -> int:
        """How many have begun the challenge of a day."""

    async def day_players(self, day: str) -> list[str]:
        """Who has begun the challenge of a day."""

    async def tries_of(self, player: str) -> list[Tried]:
        """All challenges that somebody has ended in time, the oldest first."""

    async def day_table(self, day: str) -> list[Tried]:
        """Who has ended the challenge of a day in time, the best first."""

    async def close(self) -> None:
        """Keeps what is still to be kept, and ends."""
