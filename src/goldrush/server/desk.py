"""What worker processes do beside thinking: they tell matches again, review and conclude them."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice

import msgspec

from goldrush import link as links
from goldrush.bots.compiler import is_ready, playable
from goldrush.bots.parts import REVIEW, REVIEWS, Part, part
from goldrush.bots.worker import let_go
from goldrush.bots.worker import reply as think
from goldrush.core import CHANCE, WATCHER
from goldrush.games.contract import Game, UnknownVersion
from goldrush.match import Match
from goldrush.reviews.review import review
from goldrush.server import messages as wire
from goldrush.server.audit import replayed
from goldrush.server.refusal import Refusal
from goldrush.server.results import ended
from goldrush.server.store import Ended, Entry, Sheet
from goldrush.server.transcript import Transcript, fixed, words
from goldrush.witness import Glimpse, Look, OpenLook

KEPT = 8  # replays that are kept ready


class Tell(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Asks for a match as somebody saw it."""

    link: str
    eyes: int
    own_editions: bool  # whether it may bring an edition of somebody's own
    uncovered: bool = False  # whether nothing is to be hidden


class Telling(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A match told again, in JSON; or why it cannot be."""

    replay: bytes
    refused: wire.Complaint | None = None


class Introduce(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Asks who has won a match."""

    link: str
    own_editions: bool  # whether it may bring an edition of somebody's own


class Introduced(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """How many played a match, and how it ended; no seats if it cannot be read."""

    seats: int = 0
    places: list[int] = []  # of all seats; nothing if it is not over


class Examine(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Asks whether a match can be reviewed."""

    link: str
    own_editions: bool  # whether it may bring an edition of somebody's own


class Examined(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """What must be loaded to review a match; or why it cannot be reviewed."""

    part: Part | None = None
    ready: bool = False  # whether that has been compiled
    refused: wire.Complaint | None = None


class Assess(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Asks for the review of a match that was examined before."""

    link: str
    budget: str


class Assessed(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A match reviewed, in JSON that is packed as browsers unpack it."""

    review: bytes


class Conclude(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Asks how the match of a table came out, by its log."""

    sheet: Sheet
    entries: list[Entry]


class Concluded(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """How it came out, with its link; nothing if it cannot have been played so, or goes on."""

    ended: Ended | None = None


def reply(said: bytes) -> msgspec.Struct:
    """Tells a match, or who has won it, reviews one, or thinks."""
    try:
        asked = msgspec.msgpack.decode(said, type=Tell | Introduce | Examine | Assess | Conclude)
    except msgspec.ValidationError:
        return think(said)
    if isinstance(asked, Assess):
        return Assessed(assessed(asked.link, asked.budget))
    if isinstance(asked, Conclude):
        return Concluded(concluded(asked.sheet, asked.entries))
    try:
        return _replied(asked)
    except (Refusal, UnknownVersion, links.BadLink) as error:
        complaint = _complaint(error)
    if isinstance(asked, Introduce):
        return Introduced()
    return Examined(refused=complaint) if isinstance(asked, Examine) else Telling(b"", complaint)


def _replied(asked: Tell | Introduce | Examine) -> msgspec.Struct:
    if not asked.own_editions and links.own_edition(asked.link):
        raise Refusal("not_possible", "this server accepts no custom editions")
    if isinstance(asked, Introduce):
        return introduced(asked.link)
    if isinstance(asked, Examine):
        return examined(asked.link)
    return Telling(told(asked.link, asked.eyes, uncovered=asked.uncovered))


def _complaint(error: Exception) -> wire.Complaint:
    if isinstance(error, Refusal):
        return error.complaint
    if isinstance(error, UnknownVersion):
        return Refusal.later_rules(error).complaint
    return Refusal.because("malformed", error).complaint


@lru_cache(KEPT)
def introduced(link: str) -> Introduced:
    """How many played a match, and how it ended."""
    with _looked_at(link) as match:
        places = match.position.places() if match.position.over else []
        return Introduced(match.seats, [int(place) for place in places])


def examined(link: str) -> Examined:
    """What a review of a match needs; of one that still goes on it would help its players."""
    with _looked_at(link) as match:
        if not match.position.over:
            raise Refusal("not_possible", "a match is reviewed when it is over")
        ready = all(is_ready(match.game, kind) for kind in REVIEWS)
        return Examined(part(match.game, REVIEW), ready)


def assessed(link: str, budget: str) -> bytes:
    """A match reviewed."""
    found = msgspec.json.encode(review(Match.from_link(link), budget, workers=1))
    return gzip.compress(found, mtime=0)


def concluded(sheet: Sheet, entries: list[Entry]) -> Ended | None:
    """How a match came out that is played once more."""
    try:
        match = replayed(sheet, entries)
    except ValueError:
        return None
    try:
        return ended(sheet, match, entries, match.link()) if match.position.over else None
    finally:
        let_go(match.game)


@lru_cache(KEPT)
def told(link: str, eyes: int, *, uncovered: bool = False) -> bytes:
    """The frames of a match, through somebody's eyes or with nothing hidden."""
    with _looked_at(link) as match:
        return msgspec.json.encode(_replay(match, eyes, uncovered=uncovered))


@contextmanager
def _looked_at(link: str) -> Iterator[Match]:
    """The match of a link; its game goes again if it is in somebody's own edition.

    There may be many of these, and more of which the link then tells no match.
    """
    opened: list[Game] = []

    def opening(game: Game) -> Game:
        opened.append(game)
        return playable(game)

    try:
        yield Match.from_link(link, opening)
    finally:
        for game in opened:
            let_go(game)


def _replay(match: Match, eyes: int, *, uncovered: bool) -> wire.Replay:
    if (eyes != WATCHER or uncovered) and (eyes >= match.seats or not match.position.over):
        raise Refusal("not_allowed", "the views of seats are shown when the match is over")
    return wire.Replay(
        game=match.game.name,
        version=match.version,
        options=match.options,
        edition=None if match.game.shipped else match.game.edition.name,
        seats=match.seats,
        over=match.position.over,
        seat=None if eyes == WATCHER else eyes,
        fixed=fixed(match.start),
        frames=_uncovered(match) if uncovered else _seen(match, eyes),
    )


def _seen(match: Match, eyes: int) -> list[wire.Frame]:
    return _frames(match, Look(match.start, eyes), match.glimpses(eyes))


def _uncovered(match: Match) -> list[wire.Frame]:
    return _frames(match, OpenLook(match.start), match.laid_open())


def _frames(match: Match, start: Look, glimpses: Iterator[Glimpse]) -> list[wire.Frame]:
    """The laid-out table, and a frame for every decision that can be noticed."""
    transcript = Transcript(start, began=0)
    shown: wire.View = {}
    frames = []
    for number, steps in enumerate(_decisions(match)):
        known = transcript.number
        for glimpse in islice(glimpses, steps):
            transcript.tell(glimpse, at=0)
        if number == 0 or transcript.number > known:
            frames.append(_frame(number, transcript, known, shown))
    return frames


def _decisions(match: Match) -> list[int]:
    """The steps that are drawn at the beginning, then those of every decision with its draws.

    Their numbers are the match's own: one moment has the same number in whosever eyes.
    """
    found = [0]
    for actor, _ in match.history:
        if actor != CHANCE:
            found.append(0)
        found[-1] += 1
    return found


def _frame(number: int, transcript: Transcript, known: int, shown: wire.View) -> wire.Frame:
    """What is new: the lines, and the parts of the view that differ from what was shown."""
    state = transcript.state(undo=False)
    lines = [line for told in transcript.missed(known) for line in words(told)]
    nothing = object()
    view = {key: value for key, value in state.view.items() if shown.get(key, nothing) != value}
    shown.update(view)
    return wire.Frame(number, lines, view, state.actor)
