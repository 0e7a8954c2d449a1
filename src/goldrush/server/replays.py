"""Matches told again from their links alone, frame by frame."""

import asyncio
from functools import lru_cache
from itertools import islice
from typing import Annotated

from litestar import get
from litestar.datastructures import State
from litestar.params import QueryParameter

from goldrush import link as links
from goldrush.core import CHANCE, WATCHER
from goldrush.games.contract import UnknownVersion
from goldrush.match import Match
from goldrush.server import messages as wire
from goldrush.server.api import registry_of
from goldrush.server.refusal import Refusal
from goldrush.server.registry import no_editions
from goldrush.server.transcript import Transcript, fixed, words
from goldrush.witness import Look

MOST_LINK = 1 << 14  # letters; the longest matches take fewer
KEPT = 8  # replays that are kept ready

Link = Annotated[str, QueryParameter(max_length=MOST_LINK, description="A match's link")]
Eyes = Annotated[
    int | None,
    QueryParameter(ge=0, le=15, description="A seat, of a match that is over; or a watcher"),
]

MOST_WAITING = 8  # people; a long match takes half a second, and two are never told at once

_one_by_one = asyncio.Lock()
_waiting: set[object] = set()


@get("/api/replay")
async def replay(state: State, link: Link, seat: Eyes = None) -> wire.Replay:
    """A match as a watcher sees it, or, when it is over, as any seat saw it."""
    if len(_waiting) >= MOST_WAITING:
        raise Refusal("too_fast", "many others want to see a replay just now; try again soon")
    _waiting.add(mine := object())
    try:
        async with _one_by_one:
            own = await asyncio.to_thread(links.own_edition, link)
            if own and not registry_of(state).room_for(own):
                raise no_editions()
            return await asyncio.to_thread(told, link, WATCHER if seat is None else seat)
    except UnknownVersion as error:
        raise Refusal.later_rules(error) from None
    except links.BadLink as error:
        raise Refusal.because("malformed", error) from None
    finally:
        _waiting.discard(mine)


@lru_cache(KEPT)
def told(link: str, eyes: int) -> wire.Replay:
    """The frames of a match, through somebody's eyes."""
    match = Match.from_link(link)
    if eyes != WATCHER and (eyes >= match.seats or not match.position.over):
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
        frames=_frames(match, eyes),
    )


def _frames(match: Match, eyes: int) -> list[wire.Frame]:
    """The laid-out table, and a frame for every decision that can be noticed."""
    transcript = Transcript(Look(match.start, eyes), began=0)
    shown: wire.View = {}
    frames = []
    glimpses = match.glimpses(eyes)
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
