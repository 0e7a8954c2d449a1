"""The clocks at a table, as a watcher can reckon them: a fold of what a watcher is told.

The clock of a person runs from the moment when a watcher knows that they are asked to the one in
which a watcher is told what they decided.  So no clock tells anything that a watcher does not know:
whoever seems to be on turn while another is asked in secret pays for both, and the other must
answer before half of that time is over.  A clock stands while no server runs, while a bot plays in
the person's stead, and while the person is on vacation.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import inf

from goldrush.server.messages import DAY
from goldrush.server.store import Place, Rest, Sheet
from goldrush.server.transcript import Transcript

SECRET = 20_000  # milliseconds for an answer that nobody may wait for, where there are clocks
GRACE = 1000  # milliseconds for what is on its way when a time is up
REMEMBERED = 64  # decisions before which it is known how much time everybody had


class Clocks:
    """The clocks of one match."""

    def __init__(self, sheet: Sheet, outages: Sequence[Rest]) -> None:
        self.sheet = sheet  # as it is now: whose seats are whose, and when clocks stood
        self.outages = outages
        self.left = [1000 * sheet.bank] * len(sheet.places)
        self.actor = -1  # who is on turn for a watcher, ...
        self.since = sheet.begun  # ... and since when
        self._number = 0  # of the last line that a watcher was told
        self._decider: int | None = None  # whose decision a watcher will be told of next
        self._before: dict[int, list[int]] = {}  # decisions, and what all had left before them
        self._again: set[tuple[int, int]] = set()  # decisions that were taken back once

    def begin(self, watcher: Transcript) -> None:
        """Begins with what a watcher sees before the first step."""
        self.follow(watcher, self.since)

    def note(self, actor: int, decision: int | None, watcher: Transcript, at: int) -> None:
        """Goes on by a step, of which a watcher notices a decision of a number, or none."""
        if decision is not None:
            self._before[decision] = list(self.left)
            self._before.pop(decision - REMEMBERED, None)
            self._decider = actor if self._decider is None else self._decider
        self.follow(watcher, at)

    def take_back(self, actor: int, decision: int, watcher: Transcript, at: int) -> None:
        """Gives everybody back what they have spent since a decision; its actor only once."""
        if not watcher.behind:
            self._decider = None
        if before := self._before.get(decision):
            known = (actor, sum(watcher.told[:decision]))
            own = self.left[actor] - 1000 * self.sheet.increment
            self.left = list(before)
            if known in self._again:
                self.left[actor] = min(max(own, 0), before[actor])
            self._again.add(known)
        self.follow(watcher, at)

    def follow(self, watcher: Transcript, at: int) -> None:
        """Has the next clock run, if a watcher was told something."""
        if (watcher.number, watcher.actor) == (self._number, self.actor):
            return
        at = max(at, watcher.since)  # what was held back is told later than it was made
        if (who := self._decider) is not None and not watcher.behind:
            self._charge(who, at)
            self._decider = None
        self._number, self.actor, self.since = watcher.number, watcher.actor, at

    def _charge(self, seat: int, at: int) -> None:
        if self.sheet.bank:
            more = 0 if self._stands(self.sheet.places[seat], at) else 1000 * self.sheet.increment
            self.left[seat] = max(self.left[seat] - self.spent(seat, at), 0) + more

    def spent(self, seat: int, now: int) -> int:
        """The time that a seat has used up since it is on turn."""
        stood, last = 0, self.since
        for rest in self._rests(seat):
            begun, ended = max(rest.since, last), min(rest.until or inf, now)
            if begun < ended:
                stood, last = stood + int(ended) - begun, int(ended)
        return max(now - self.since - stood, 0)

    @property
    def due(self) -> int | None:
        """When the time of whoever is on turn is up; None if no clock runs."""
        if self.actor < 0 or self.sheet.over or not has_clock(self.sheet.places[self.actor]):
            return None
        left = 1000 * self.sheet.pace if self.sheet.pace else self.left[self.actor]
        at = self.since
        for rest in self._rests(self.actor):
            if (rest.until or inf) <= at:
                continue
            if rest.since - at >= left:
                break
            left -= max(rest.since - at, 0)
            at = rest.until
        return at + left

    def until(self, since: int) -> int:
        """When a bot answers for somebody who was asked in secret at a time."""
        longest = SECRET if self.sheet.bank else 1000 * self.sheet.pace
        if (due := self.due) is not None:
            longest = min(longest, max(due - since, 0) // 2)
        return since + longest

    def _stands(self, place: Place, at: int) -> bool:
        """Whether a bot played in somebody's stead at a time."""
        return any(rest.since <= at < (rest.until or inf) for rest in place.rests)

    def _rests(self, seat: int) -> Iterator[Rest]:
        """When a seat's clock stood, in order."""
        place = self.sheet.places[seat]
        found = chain(self.outages, place.rests, place.vacations)
        return iter(sorted(found, key=lambda rest: rest.since))


def has_clock(place: Place) -> bool:
    """Whether a person plays there now, for whom time passes."""
    return bool(place.player and not place.persona)


def timed(sheet: Sheet) -> bool:
    """Whether people at a table have only so much time."""
    return bool(sheet.pace or sheet.bank)


def by_days(sheet: Sheet) -> bool:
    """Whether people have days for each decision, and come back when it is their turn."""
    return sheet.pace >= DAY


def rested(before: Sheet, after: Sheet, now: int) -> Sheet:
    """A sheet that says from when to when bots play in people's stead."""
    if timed(after) and before.begun:
        for was, place in zip(before.places, after.places, strict=True):
            if place.player and place.persona and not was.persona:
                place.rests = [*place.rests, Rest(now)]
            elif place.player and was.persona and not place.persona:
                place.rests = list(_ended(place.rests, now))
    return after


def _ended(rests: Iterable[Rest], now: int) -> Iterator[Rest]:
    """The same times, of which none lasts on."""
    return (rest if rest.until and rest.until <= now else Rest(rest.since, now) for rest in rests)
