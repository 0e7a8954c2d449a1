"""What is asked and told of one person alone, by plain requests: declared once, as messages are.

Nobody is ever told an identity: people are told by their names, and by what of it is one's own.
"""

from typing import Annotated, Any

from msgspec import Meta, Struct

from goldrush.server.messages import Name, Rating


class PlayedSeat(Struct):
    """How one seat came out of a match that one has played."""

    name: str | None  # None a bot, or somebody who had their name removed
    persona: str | None  # the bot that played here in the end
    mine: bool
    place: int  # ties share one
    points: int


class Played(Struct):
    """A match that one has ended."""

    code: str  # of its table, which may be forgotten
    game: str
    version: int
    options: dict[str, str]
    edition: str | None  # the name of a user's own
    lesson: bool
    begun: int
    ended: int
    decisions: int
    helped: bool  # whether one asked for hints, took anything back, or had a bot play on
    rating: Rating | None  # one's own after the match, if it was rated
    seats: list[PlayedSeat]
    link: str | None  # the whole match; None as long as it is not written yet


class PlayedPage(Struct):
    """Matches that one has ended, newest first."""

    matches: list[Played]
    more: str | None  # after what to ask for older ones; None if there are none


# --- one's name, and the ways to keep it ----------------------------------------------------------


class OwnPasskey(Struct):
    """A passkey of one's own."""

    key: str  # by which it is named in requests
    name: str
    host: str  # the name of the server that it is for
    created: int
    used: int | None  # when somebody last signed in with it


class Myself(Struct):
    """Whoever asks."""

    name: str | None  # that is kept; None as long as one is a stranger
    phrase: int | None  # when the recovery phrase was made, if there is one
    passkeys: list[OwnPasskey]
    address: str | None  # of one's page, if others may see it
    featured: bool = True  # whether one's matches at public tables may be replays of the week
    reports: bool = False  # whether what people say here may be reported to the host


class Named(Struct, forbid_unknown_fields=True):
    """The name to be kept."""

    name: Name


class NewPhrase(Struct):
    """A recovery phrase, which is shown this once."""

    words: list[str]


class Phrase(Struct, forbid_unknown_fields=True):
    """A recovery phrase, to sign in with."""

    phrase: Annotated[str, Meta(max_length=300)]


class NewCode(Struct):
    """A code that brings one more device in, once and soon."""

    code: str
    until: int


class DeviceCode(Struct, forbid_unknown_fields=True):
    """Such a code, on the other device."""

    code: Annotated[str, Meta(max_length=40)]


class CodeOf(Struct):
    """Whom a code would make one; asked before it is used."""

    name: str | None


class NewPasskey(Struct, forbid_unknown_fields=True):
    """What a browser says of a passkey that it has made."""

    name: Name
    credential: dict[str, Any]  # as PublicKeyCredential.toJSON() has it


class UsedPasskey(Struct, forbid_unknown_fields=True):
    """What a browser says when somebody signs in with a passkey."""

    credential: dict[str, Any]


class Leaving(Struct, forbid_unknown_fields=True):
    """Whether all devices are to be signed out."""

    everywhere: bool = False


# --- how one plays --------------------------------------------------------------------------------


class GameFigures(Struct):
    """One's matches of a game with so many seats."""

    game: str
    seats: int
    played: int
    won: int  # shared wins too
    shared: int


class Against(Struct):
    """How one came out against somebody: a bot, a person, or all people together."""

    persona: str | None
    name: str | None  # the last one that a person played under; None with no persona: all people
    played: int
    ahead: int  # matches in which one came out before them


class Medal(Struct):
    """A bot that one has come out before without hints, undo or a bot's help."""

    persona: str
    times: int
    since: int


class Point(Struct):
    """A match on the way."""

    game: str
    at: int
    points: int
    place: int
    seats: int
    decisions: int


class RatingPoint(Struct):
    """A rating after a rated match."""

    at: int
    rating: Rating


class GameRating(Struct):
    """How strong one is known to be at a game."""

    game: str
    rating: Rating
    matches: int  # that were rated
    course: list[RatingPoint]  # after the last ones, oldest first


class Figures(Struct):
    """How one has played: matches that were no lessons, at one seat of one's own."""

    games: list[GameFigures]
    streak: int  # wins in a row, to the last match, ...
    longest: int  # ... and the most there ever were
    medals: list[Medal]
    against: list[Against]
    course: list[Point]  # the last ones, oldest first
    ratings: list[GameRating]


class Page(Struct):
    """What somebody shows of themselves to everybody."""

    name: str
    figures: Figures


class Champion(Struct):
    """Somebody on the list of a game."""

    name: str
    address: str  # of their page
    rating: Rating
    matches: int


class Best(Struct):
    """The strongest at a game, of those who show a page and are known well enough."""

    people: list[Champion]
    margin: int  # that a rating must have at most to be listed


class Shown(Struct, forbid_unknown_fields=True):
    """Under which address others may see one's page; None if they may not."""

    address: (
        Annotated[str, Meta(min_length=3, max_length=24, pattern="^[a-z0-9]+(-[a-z0-9]+)*$")] | None
    ) = None


class FeaturedSeat(Struct):
    """How a seat came out of a match that is shown to everybody."""

    persona: str | None  # the bot that played here; None a person, who is not named
    place: int
    points: int


class Featured(Struct):
    """A replay of the week."""

    game: str
    link: str
    ended: int
    decisions: int
    seats: list[FeaturedSeat]


class MayBeFeatured(Struct, forbid_unknown_fields=True):
    """Whether one's matches at public tables may be replays of the week."""

    featured: bool
