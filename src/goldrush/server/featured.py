"""Replays of the week: matches of public tables that are worth seeing, chosen by how they came out.

A match is worth seeing that was close, between people, and played by them to the end.  Who played
is not told; whoever does not want that their matches are shown at all says so.
"""

import asyncio
from collections.abc import Iterable

from litestar import get
from litestar.datastructures import State

from goldrush.server.personal import Featured, FeaturedSeat
from goldrush.server.services import Services
from goldrush.server.store import Ended

WEEK = 7 * 86_400_000  # milliseconds
MOST_LOOKED_AT = 500  # matches of a week: the last ones
MOST = 5  # that are shown
SHORTEST = 10  # decisions
KEPT = 10 * 60_000  # milliseconds until they are chosen anew


class Choice:
    """What was chosen last."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._chosen: list[Featured] = []
        self._until = 0
        self._one = asyncio.Lock()  # whoever asks meanwhile waits for the same

    async def now(self) -> list[Featured]:
        """The replays of this week."""
        async with self._one:
            now = self._services.clock()
            if now >= self._until:
                found = await self._services.store.shown_to_all(now - WEEK, MOST_LOOKED_AT)
                self._chosen, self._until = [_told(one) for one in choose(found)], now + KEPT
        return self._chosen

    def forget(self) -> None:
        """Has them chosen anew: somebody wants to be among them no more, or again."""
        self._until = 0


def choose(matches: Iterable[Ended]) -> list[Ended]:
    """The matches most worth seeing: first the best of each game, then whatever is next."""
    best = sorted((one for one in matches if _is_whole(one)), key=_worth)
    first = {one.game: one for one in reversed(best)}
    chosen = sorted(first.values(), key=_worth)
    return (chosen + [one for one in best if one not in chosen])[:MOST]


def _is_whole(match: Ended) -> bool:
    """Whether people played it to its end, and not in a moment."""
    people = [one for one in match.seats if one.player]
    played = not any(one.stood_in for one in match.seats)
    return bool(people) and played and match.decisions >= SHORTEST


def _worth(match: Ended) -> tuple[bool, float, int]:
    """What sorts matches: those of several people first, then by how close they were."""
    people = {one.player for one in match.seats if one.player}
    first, second = sorted(match.seats, key=lambda one: one.place)[:2]
    gap = abs(first.points - second.points) / max(1, abs(first.points))
    return len(people) < 2, gap, -match.decisions


def _told(match: Ended) -> Featured:
    seats = [FeaturedSeat(one.persona or None, one.place, one.points) for one in match.seats]
    return Featured(match.game, match.link, match.at, match.decisions, seats)


@get("/api/featured")
async def featured(state: State) -> list[Featured]:
    """Replays of the week, from public tables."""
    choice: Choice = state.featured
    return await choice.now()
