"""A match as one seat, or a watcher, sees it: numbered lines, and a view, made of hidden records.

A step that the viewer cannot notice is not told and has no number: nobody can count what is secret.
Draws follow at once on what asks for them, unless somebody is asked in secret before.  A draw that
is late would tell that, so a viewer is told of steps only together with the draws to be expected,
and, where bots may be asked in secret, at a moment that is the same whether or not one was.
"""

from collections import Counter
from typing import cast

import msgspec

from goldrush.core import CHANCE, OVER, WATCHER, rng
from goldrush.games.shapes import Line
from goldrush.games.views import line
from goldrush.games.views import who as named
from goldrush.position import Position
from goldrush.server.messages import Coaching, State, Told, View
from goldrush.witness import Glimpse, Look

QUIET_MS = 250  # in which bots answer what they are asked in secret
WORLDS = 12  # that are tried to see whether a step gave something away


class Transcript:
    """What one viewer has been told."""

    def __init__(self, start: Look, began: int, quiet: int = 0) -> None:
        self.lines: list[Told] = []
        self.told: list[bool] = []  # which steps of the match were, up to what is shown
        self.since = began
        self._quiet = quiet  # milliseconds after a decision in which the draws after it are told
        self._begun = began  # when the first step was made that is not told yet
        self.shown = self._ahead = start  # what is shown, and what is to be shown next
        self._untold: list[list[Line] | None] = []  # None for those that cannot be noticed
        self._view: View | None = None  # made when somebody asks
        self._taken_back: Counter[tuple[int, int]] = Counter()  # by who, and steps told before it

    @property
    def number(self) -> int:
        """Of the last line."""
        return len(self.lines)

    @property
    def hidden(self) -> Position:
        """Where the match stands, as far as the viewer knows."""
        return self.shown.hidden

    @property
    def actor(self) -> int:
        """Whose turn it is, as far as the viewer knows."""
        return self.hidden.actor

    @property
    def behind(self) -> bool:
        """Whether there are steps of which the viewer is not told before something is drawn."""
        return bool(self._untold)

    def tell(self, glimpse: Glimpse, at: int, *, held: bool = False) -> None:
        """Adds what the viewer has seen of a step to what was told, if any of it can be noticed."""
        if not self._untold:
            self._begun = at
        self._ahead = glimpse.after
        self._untold.append(glimpse.log() if glimpse.noticed else None)
        if not held:
            self.release(at)

    def release(self, at: int) -> None:
        """Tells of what was held back, unless a draw is still to be expected."""
        if self._untold and self._ahead.hidden.actor != CHANCE:
            self._catch_up(at)

    def take_back(self, number: int, now: Look, who: int, at: int) -> None:
        """Tells that all steps from *number* on are taken back, if any of them was noticed."""
        noticed = any(self.told[number:])
        self._taken_back[who, sum(self.told[:number])] += 1
        del self._untold[max(number - len(self.told), 0) :]
        del self.told[number:]
        self._ahead = now
        if noticed:
            self._add([line("log.undo", seat=named(who))], at)
        if not self._untold:
            self._catch_up(at)

    def times_taken_back(self, who: int, number: int) -> int:
        """How often somebody has taken back the decision of a number, as far as it was noticed.

        It is known by what was told before it: what was not must not change the count.
        """
        return self._taken_back[who, sum(self.told[:number])]

    def missed(self, last: int) -> list[Told]:
        """The lines after the last one that the viewer has."""
        return self.lines[last:]

    def state(
        self, *, undo: bool, coach: Coaching | None = None, until: int | None = None
    ) -> State:
        """Where the match stands for the viewer."""
        if self._view is None:
            view = self.hidden.game.view.view(self.shown.plain, self.shown.eyes)
            full = msgspec.structs.asdict(view)
            fixed = self.hidden.game.view.FIXED
            self._view = {key: value for key, value in full.items() if key not in fixed}
        actor = None if self.actor in (CHANCE, OVER) else self.actor
        return State(self.number, self._view, actor, self.since, undo, coach, until)

    def _catch_up(self, at: int) -> None:
        """Tells of all steps that were not told yet, as if they had been made only now.

        How soon draws followed on a decision is not told: somebody may have been asked between.
        """
        if len(self._untold) > 1:
            at = max(at, self._begun + self._quiet)
        for log in self._untold:
            self.told.append(log is not None)
            if log is not None:
                self._add(log, at)
        self._untold.clear()
        self.shown, self._view = self._ahead, None

    def _add(self, lines: list[Line], at: int) -> None:
        written = msgspec.Raw(msgspec.json.encode(lines))  # once for all who are told it
        self.lines.append(Told(self.number + 1, at, cast(list[Line], written)))
        self.since = at


def words(told: Told) -> list[Line]:
    """What a step was told as; it is kept as it goes over the wire."""
    lines: list[Line] = msgspec.json.decode(cast(msgspec.Raw, told.lines))
    return lines


def fixed(position: Position) -> View:
    """The part of all views of a match that never changes."""
    full = position.view(WATCHER)
    return {key: full[key] for key in position.game.view.FIXED}


def gives_away(before: Position, step: int) -> bool:
    """Whether anybody has learned from a decision what no dice or cards have told.

    It is asked of one who looks on, for what others know more is not for whoever decides to know,
    and of himself.
    """
    return before.game.view.COVERS or any(_tells(before, step, e) for e in (before.actor, WATCHER))


def _tells(before: Position, step: int, eyes: int) -> bool:
    """Whether a decision looks to one viewer as it would not in every world that was possible."""
    hidden, after = before.hidden(eyes), before.copy()
    if hidden == before:
        return False  # everything was known
    after.play(step)
    if not before.seen(step, eyes):
        return after.hidden(eyes) != hidden
    look, luck = after.hidden(eyes), rng.new(0)
    if _looks(hidden.copy(), step, eyes) != look:
        return True  # something of which nothing was known
    for _ in range(WORLDS):
        world = hidden.copy()
        before.game.rules.resample(world.record, eyes, luck)
        if world.actor != before.actor or _looks(world, step, eyes) != look:
            return True
    return False


def _looks(world: Position, step: int, eyes: int) -> Position | None:
    """What a viewer would see after a step, if it can be played."""
    if world.actor < 0 or step not in world.legal():
        return None
    world.play(step)
    return world.hidden(eyes)
