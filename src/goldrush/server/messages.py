"""All that goes over the wire, declared once; ``typescript.py`` writes the same for browsers.

A socket is one view of one table.  A client says Hello, and again whenever it wants another seat's
view or the table has begun to play; it is sent Welcome, and from then on News.  What it asks for
carries an id of its own making and is answered by Done, Hinted or Refused with the same id; what it
has sent and got no answer to, it may send again as often as it likes.  Pong answers a Ping.

Lines are numbered for each viewer by themselves: a step that somebody cannot notice has no number
there.  Times are milliseconds since 1970.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from goldrush.games.shapes import Line

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # of a table's code: none that look alike
CODE = 6  # letters: 887 million codes
MOST_TEXT = 280  # letters of something said
MOST_NAME = 24
MOST_SALT = 64
MOST_EDITION = 1 << 15  # letters of an edition file
SHORTEST_PACE, LONGEST_PACE = 5, 14 * 86_400  # seconds
SHORTEST_BANK, LONGEST_BANK = 30, 3 * 3600  # seconds
LONGEST_INCREMENT = 180  # seconds
DAY = 86_400  # seconds: from this pace on people play by days, and may have some off
MOST_VACATION = 60  # days

Text = Annotated[str, Meta(pattern=r"^[^\x00]*$")]  # that every database takes
Id = Annotated[
    Text, Meta(min_length=1, max_length=36, description="The client's own, new each time")
]
Number = Annotated[int, Meta(ge=0, description="Of the last line that the client has")]
Name = Annotated[str, Meta(min_length=1, max_length=MOST_NAME, pattern=r"\S")]
Salt = Annotated[Text, Meta(max_length=MOST_SALT)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Pace = Annotated[int, Meta(ge=0, le=LONGEST_PACE, description="Seconds for a decision, 0 for all")]
Bank = Annotated[int, Meta(ge=0, le=LONGEST_BANK, description="Seconds for a match, 0 for all")]
Increment = Annotated[
    int, Meta(ge=0, le=LONGEST_INCREMENT, description="Seconds more for each decision")
]
Vacation = Annotated[int, Meta(ge=0, le=MOST_VACATION, description="Days off for each person")]
Key = Annotated[str, Meta(max_length=40)]

Phase = Literal["open", "playing", "over"]
View = dict[str, Any]  # what the game's own shapes.View has, or a part of it


# --- what clients say -----------------------------------------------------------------------------


class Hello(Struct, tag=True, forbid_unknown_fields=True):
    """Asks for the table as one sees it, and for the lines after *last*."""

    last: Number = 0
    seat: SeatNumber | None = None  # which of one's own seats; the first, or else a watcher's view


class Act(Struct, tag=True, forbid_unknown_fields=True):
    """Plays an action, decided after the line *number*."""

    id: Id
    number: Number
    action: Annotated[int, Meta(ge=0, le=1 << 31)]


class Undo(Struct, tag=True, forbid_unknown_fields=True):
    """Takes one's last decision back, while State says that one may."""

    id: Id
    number: Number


class Hint(Struct, tag=True, forbid_unknown_fields=True):
    """Asks what a bot would do in one's place."""

    id: Id
    number: Number


class Ping(Struct, tag=True, forbid_unknown_fields=True):
    """Asks whether anybody hears: browsers cannot see the pings of the protocol itself."""


class Say(Struct, tag=True, forbid_unknown_fields=True):
    """Says something to all at the table."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]


class Remark(Struct, tag=True, forbid_unknown_fields=True):
    """Says something to the others who look on; players hear it when the match is over."""

    id: Id
    name: Name
    text: Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]


Asked = Hello | Act | Undo | Hint | Say | Remark | Ping


# --- what the server says -------------------------------------------------------------------------


class Rating(Struct):
    """How strong somebody is at a game, as far as that is known: in Elo points."""

    value: int
    margin: int  # half of the 95 % interval
    change: int | None = None  # by the match, when it is over


class Guest(Struct):
    """A bot that others wrote, at a seat."""

    name: str
    lost: int = 0  # decisions of late that the hand-made player made, because it failed
    gone: bool = False  # whether it is offered no more, so that the hand-made player makes all


class Seat(Struct):
    """A seat as everybody sees it: a person's, a bot's, or nobody's."""

    name: str | None  # the person's; kept for whoever is expected back
    persona: str | None  # the bot that plays here, in a person's stead if there is a name
    taken: bool  # whether somebody sits here, person or bot
    lots: bool  # whether the person wants lots to be drawn for the seats
    present: bool  # whether the person is connected, or a bot plays
    until: int | None  # the time after which a bot may play for a person who is gone
    wins: int = 0  # in the series of rematches that this match belongs to, this one too
    gone: bool = False  # whether somebody played here who had their name removed
    left: int | None = (
        None  # milliseconds on the person's clock when it began to run, if they have one
    )
    due: int | None = None  # the time at which it will have run out, as long as it runs
    late: bool = False  # whether it has, so that a bot plays on to the end
    away: int | None = None  # until when the person is on vacation, if they are
    vacation: float = 0.0  # days off that they have left
    rating: Rating | None = None  # where the match is rated; None for seats that are free
    guest: Guest | None = None  # the bot that plays here, if it is none of ours


class Table(Struct):
    """A table as everybody sees it."""

    code: str
    game: str
    version: int
    options: dict[str, str]
    edition: str | None  # the name of a user's own
    seats: list[Seat]
    public: bool
    pace: int
    hints: bool  # whether bots tell people what they would do
    lesson: bool  # whether it is a guided first match
    phase: Phase
    host: int | None  # the seat of whoever made the table
    commitment: str  # SHA-256 of the secret that all draws follow from
    secret: str | None  # when the match is over
    salts: list[str] | None  # from the first step on
    lots: list[int] | None  # the seats that were drawn: the n-th player sits at lots[n]
    rematch: str | None  # the code of the table where the same people play again
    created: int
    watchers: int
    before: int | None = None  # the version of the match whose rematch this is, if it was another
    warm: int | None = None  # about when bots will play at their best; they play simply until then
    series: int = 0  # matches that the same people have finished, from one rematch to the next
    bank: int = 0  # seconds that each person has for the whole match, ...
    increment: int = 0  # ... and more for each decision
    vacation: int = 0  # days off that each person has, where people play by days
    moves: int = 0  # of which people who look on have been told, if the table is public
    rated: bool = False  # whether the match changes how strong people are known to be
    daily: str | None = None  # the day whose challenge this is: its secret is told when it is over


class Told(Struct, gc=False):  # thousands are kept, and hold nothing that could hold them
    """What one step is told as."""

    number: int
    at: int
    lines: list[Line]


class Coaching(Struct):
    """What a learner is told before a decision."""

    tell: str  # the game's text "learn.<tell>"; nothing for whoever has left the path
    rule: str  # the paragraph that it is about
    action: int | None  # what is suggested
    step: int  # how far the lesson is, from 1, ...
    steps: int  # ... and how long


class State(Struct):
    """Where the match stands, as one seat or a watcher sees it."""

    number: int  # of the last line
    view: View  # without what never changes, which Welcome has
    actor: int | None  # the seat that is waited for
    since: int  # when it began to be waited for
    undo: bool  # whether one may take one's last decision back
    coach: Coaching | None = None  # in a guided match, until its lesson is over
    until: int | None = None  # when a bot answers for oneself what others do not know of


class Said(Struct, tag=True):
    """Something that was said at the table; without a text, that what was said is removed."""

    number: int
    at: int
    seat: int
    text: str
    asked: str = ""  # the id under which its sender asked for it


class Remarked(Struct):
    """Something that was said among those who look on; without a text, that it is removed."""

    number: int
    at: int
    by: str  # the same for all that one person says here; it tells nothing else of them
    name: str
    text: str


class Remarks(Struct, tag=True):
    """What those who look on say to each other; players are told all of it at the end."""

    remarks: list[Remarked]


class Welcome(Struct, tag=True):
    """Everything that a client needs to begin, or to go on."""

    table: Table
    mine: list[int]  # one's own seats
    seat: int | None  # the one whose view this is; None a watcher's
    now: int
    fixed: View  # the part of every view that never changes
    state: State | None  # None before the match begins
    lines: list[Told]  # those after the last that the client had, or the last of very many
    said: list[Said]
    remarks: list[Remarked] = []  # nothing for players, as long as the match goes on
    by: str | None = None  # under what one's own remarks go; None for whoever may make none
    reports: bool = False  # whether what others say may be reported to the host


class News(Struct, tag=True):
    """What has happened since."""

    lines: list[Told]
    state: State


class Changed(Struct, tag=True):
    """The table is another: who sits there, who is present, what phase it is in."""

    table: Table


class Done(Struct, tag=True):
    """What was asked for has been done, and will not be lost."""

    id: str


class Hinted(Struct, tag=True):
    """What a bot would do that knows what one knows oneself, and why."""

    id: str
    number: int  # of the last line when it was asked
    action: int
    simple: bool = False  # whether a simple bot says so, as long as the strong one is compiled
    share: float | None = None  # how often this wins, of the matches that it imagined: 0 to 1
    other: int | None = None  # the best of all others, ...
    ahead: float = 0.0  # ... and by how much more of these matches it wins than that


class Pong(Struct, tag=True):
    """Somebody hears."""


Reason = Literal[
    "stale",  # other things have happened since; decide again
    "illegal",  # no such action can be played now
    "not_your_seat",
    "not_playing",
    "no_undo",
    "too_fast",
    "malformed",
    "not_kept",  # the store could not write it down
    "not_found",
    "not_allowed",
    "not_possible",
    "later_rules",  # it goes by rules that were published after this server
    "broken",  # by a mistake of the server's
    "needs_name",  # only people who keep a name play rated matches
    "too_close",  # two of those people may be the same one
    "too_often",  # two of those people have played enough rated matches today
    "blocked",  # the host has blocked whoever asks
    "unwanted",  # it has a word that the host does not want
]


class Why(Struct):
    """A reason in English, with braces for what it is about; translations go by this very text."""

    text: str
    about: list[Any] = []  # numbers, texts, other reasons, or lists of them


class Refused(Struct, tag=True):
    """What was asked for has not been done; nothing has changed by it."""

    id: str | None
    reason: Reason
    detail: str  # what would have been right, in English
    state: State | None = None
    why: Why | None = None  # the same, to be translated


Sent = Welcome | News | Changed | Said | Remarks | Done | Hinted | Pong | Refused


# --- the lobby ------------------------------------------------------------------------------------


class Lobby(Struct, tag=True):
    """The public tables where people are, newest first.

    It is a page of those that wait for players, and one of those that play.
    """

    tables: list[Table]
    more: bool = False  # whether there are older ones that wait for players
    more_live: bool = False  # whether there are older ones that play


class LobbyChanged(Struct, tag=True):
    """What is new in the lobby since the last message."""

    tables: list[Table]  # those that came or changed
    gone: list[str]  # the codes of those that are no longer listed


# --- one's own tables, wherever one is ------------------------------------------------------------


class Waiting(Struct):
    """A table where other people wait for oneself, as far as one's seat may know."""

    code: str
    game: str
    seat: bool  # whether it is for one to sit down; else for one's decision
    invited: bool = False  # whether a friend asks one to come there


class Waits(Struct, tag=True):
    """The tables that wait for oneself; sent again whenever they are others."""

    tables: list[Waiting]
    complete: bool  # whether all of one's tables have been looked at


# --- REST -----------------------------------------------------------------------------------------


class LaterRules(Struct):
    """By which version of a game's rules a match goes, and the newest that the server knows."""

    game: str
    version: int
    newest: int


class Complaint(Struct):
    """Why a request was refused."""

    reason: Reason
    detail: str
    later: LaterRules | None = None  # if the reason is "later_rules"
    why: Why | None = None
    wait: int | None = None  # seconds after which it may be asked for again, if that helps


class OwnTable(Table):
    """A table where this browser has a seat, and whose turn it is there as far as that may know."""

    mine: list[int] = []  # one's own seats
    turn: int | None = None  # the seat that is waited for; None nobody, or it is not known yet


class Me(Struct):
    """Who asks: the tables where this browser has a seat and the match is not over.

    Those that wait for oneself come first, then those with other people, then the newest.
    """

    tables: list[OwnTable]


class NewSeat(Struct, forbid_unknown_fields=True):
    """A seat of a new table: a persona's, or a person's."""

    persona: Key | None = None
    name: Name | None = None  # a person who shares the screen of whoever makes the table


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to be made; whoever makes it gets the first seat that is a person's."""

    game: Key
    name: Name
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=8)]
    options: dict[Key, Key] = {}
    edition: Annotated[str, Meta(max_length=MOST_EDITION)] | None = None  # an edition file's text
    public: bool = False
    pace: Pace = 0
    hints: bool = True
    salt: Salt = ""
    bank: Bank = 0
    increment: Increment = 0
    vacation: Vacation = 0
    rated: bool = False


class NewLesson(Struct, forbid_unknown_fields=True):
    """A guided first match of a game, against a gentle bot."""

    game: Key
    name: Name


class Joining(Struct, forbid_unknown_fields=True):
    """Takes a seat: the one that is kept for this browser, the one said, or the first free one."""

    name: Name
    seat: SeatNumber | None = None
    salt: Salt = ""


class Lots(Struct, forbid_unknown_fields=True):
    """Whether one wants lots to be drawn for the seats; they are when all people do."""

    wanted: bool


class Away(Struct, forbid_unknown_fields=True):
    """Until when one is on vacation."""

    until: Annotated[int, Meta(ge=0, le=1 << 53)]


class Substitute(Struct, forbid_unknown_fields=True):
    """The persona that is to play at a seat."""

    persona: Key


class Seated(Struct):
    """The table after a change, and one's own seats there."""

    table: Table
    mine: list[int]


class Proof(Struct):
    """A match that is over, with all that verifies it; see ``goldrush verify``."""

    code: str
    match: dict[str, Any]  # as match.Stored has it
    link: str
    lots: list[int] | None


class GameInfo(Struct):
    """A game that can be played here."""

    name: str
    version: int
    min_seats: int
    max_seats: int
    options: dict[str, list[str]]  # the values of each; the first is the rule book's own
    tables: dict[str, list[int]] = {}  # options that mean something with these numbers of seats
    secrets: bool = True  # whether a seat's view must be covered before another person looks


class PersonaInfo(Struct):
    """A bot with a name, and how strong it proved: Elo points above the hand-made player."""

    key: str
    strength: dict[str, dict[int, tuple[float, float]]]  # by game and seats: rating, margin


class GuestInfo(Struct):
    """A bot that others wrote, which the host lets sit at tables."""

    key: str  # by which it is seated, as a persona is
    name: str
    ms: int  # that it may think about a decision


class Frame(Struct):
    """A decision with what was drawn after it, and how the table looked then."""

    number: int  # of decisions made so far in the match; those nobody noticed have no frame
    lines: list[Line]
    view: View  # what has changed of it since the frame before
    actor: int | None


class Replay(Struct):
    """A match as it went, for one seat or a watcher; the first frame is the laid-out table."""

    game: str
    version: int
    options: dict[str, str]
    edition: str | None  # the name of a user's own
    seats: int
    over: bool
    seat: int | None  # whose view it is; seats' own are shown when the match is over
    fixed: View
    frames: list[Frame]
