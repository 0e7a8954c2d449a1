"""What one pair of eyes sees of a match, step by step: the one way from a step to whoever is told.

Logs, views and bots get what a ``Witness`` saw and nothing else.  What it saw of a step is a
``Glimpse``: two hidden records, and the step itself only if it may be known.  A step that may not
be known and leaves the hidden record as it was is not *noticed*: whoever hosts a match neither
tells of it nor lets it be counted (games.contract says why).
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from goldrush.core import WATCHER
from goldrush.games.plain import Plain
from goldrush.games.shapes import Line
from goldrush.position import Position


class Look:
    """A position as one pair of eyes sees it; it does not change any more."""

    def __init__(self, position: Position, eyes: int) -> None:
        self.eyes = eyes  # a seat's or WATCHER's
        self.hidden = position.hidden(eyes)
        self._plain: Plain | None = None  # made when somebody asks

    @property
    def plain(self) -> Plain:
        """Of what views and lines are made."""
        if self._plain is None:
            self._plain = self.hidden.plain()
        return self._plain


class OpenLook(Look):
    """A position with nothing hidden: only for a match that is over, which keeps no secrets."""

    def __init__(self, position: Position) -> None:
        self.eyes = WATCHER
        self.hidden = position
        self._plain = position.plain(uncovered=True)


class Glimpse(NamedTuple):
    """A step as one pair of eyes sees it."""

    before: Look
    step: int | None  # None if it may not be known
    after: Look

    @property
    def noticed(self) -> bool:
        """Whether anything of it can be noticed."""
        return self.step is not None or self.after.hidden != self.before.hidden

    def log(self) -> list[Line]:
        """What it is told as; nothing if it is not noticed."""
        if not self.noticed:
            return []
        view, eyes = self.after.hidden.game.view, self.after.eyes
        return view.log(self.before.plain, self.step, self.after.plain, eyes)


class Witness:
    """Follows a match with one pair of eyes, and knows where it stands for them."""

    def __init__(self, position: Position, eyes: int) -> None:
        self.eyes = eyes
        self.look(position)

    def look(self, position: Position) -> None:
        """Sees where the match stands, whatever was seen before."""
        self.now = Look(position, self.eyes)

    def follow(self, before: Position, step: int, after: Position) -> Glimpse:
        """Sees a step that leads from one whole position to the next."""
        seen, known = self.now, step if before.seen(step, self.eyes) else None
        self.look(after)
        return Glimpse(seen, known, self.now)


def laid_open(start: Position, steps: Iterable[int]) -> Iterator[Glimpse]:
    """A match that is over, with all that anybody did."""
    before, seen = start, OpenLook(start)
    for step in steps:
        after = before.copy()
        after.play(step)
        now = OpenLook(after)
        yield Glimpse(seen, step, now)
        before, seen = after, now


def retell(start: Position, steps: Iterable[int], eyes: int) -> Iterator[Glimpse]:
    """A match as one pair of eyes saw it."""
    witness, before = Witness(start, eyes), start
    for step in steps:
        after = before.copy()
        after.play(step)
        yield witness.follow(before, step, after)
        before = after
