"""What each seat may expect before every step of a match, and what the draws did to that.

Before a draw that is the weighted mean over all outcomes; before a decision it is what the simple
player's choice would bring.  What follows a step is what precedes the next one: the same numbers.
All are kept round by round, since in one round all are played with the same luck, so that their
differences are known far better than they are.
"""

from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from goldrush.core import CHANCE, WATCHER, Ints, Reals
from goldrush.match import Match
from goldrush.position import Position
from goldrush.reviews.reckoner import Reckoner
from goldrush.reviews.shapes import WIN


@dataclass
class Course:
    """A match that was played, as a review goes through it."""

    match: Match
    positions: list[Position]  # before each step, and the last
    steps: list[tuple[int, int]]  # (actor, step)
    simple: list[int]  # what the simple player would have played there, by step; draws have NONE
    frames: list[int]  # of a replay: how many decisions were made, by step, with its own
    turns: list[int]  # in which turn each step is, from 1

    @property
    def seats(self) -> int:
        """How many play."""
        return self.match.seats


NONE = -1


def follow(match: Match, reckoner: Reckoner) -> Course:
    """Goes through a match."""
    positions = list(match.replay())

    def simple(number: int) -> int:
        actor, step = match.history[number]
        if actor == CHANCE:
            return NONE
        hidden = positions[number].hidden(actor)
        legal = list(map(int, hidden.legal()))
        said = reckoner.advised(hidden, actor)
        same = len(reckoner.unlike(hidden, [said, step])) == 1
        return step if same or len(legal) == 1 else said

    said = reckoner.each(simple, range(len(match.history)))
    frames = list(accumulate(int(actor != CHANCE) for actor, _ in match.history))
    turns = [int(position.record.turns) + 1 for position in positions[:-1]]
    return Course(match, positions, match.history, said, frames, turns)


def values(course: Course, reckoner: Reckoner, rounds: int) -> Reals:
    """What each seat may expect: before each step and at the end, round by round."""
    asked: list[Position] = []
    places: list[list[tuple[int, float]]] = []  # what each step is the mean of: (where, weight)
    for number, (actor, step) in enumerate(course.steps):
        others: list[tuple[int, float]] = []
        for other, weight in _others(course, number, actor, step):
            others.append((len(asked), weight))
            asked.append(_after(course.positions[number], other))
        places.append(others)
    last = course.positions[-1]
    found = reckoner.expect([*asked, last], rounds)
    expected = np.zeros((len(course.positions), rounds, course.seats))
    expected[-1] = found[-1]
    for number in reversed(range(len(course.steps))):
        mean = (1 - sum(weight for _, weight in places[number])) * expected[number + 1]
        for where, weight in places[number]:
            mean = mean + weight * found[where]
        expected[number] = mean
    return expected


def _others(course: Course, number: int, actor: int, step: int) -> list[tuple[int, float]]:
    """What might have been played instead, and how much that counts before the step."""
    if actor != CHANCE:
        said = course.simple[number]
        return [] if said == step else [(said, 1.0)]
    chances = course.positions[number].chances()
    total = sum(chances.values())
    return [(int(o), weight / total) for o, weight in chances.items() if int(o) != step]


def _after(position: Position, step: int) -> Position:
    after = position.copy()
    after.play(step)
    return after


def table_values(course: Course, reckoner: Reckoner, rounds: int) -> Reals | None:
    """The same as who looks on could know; None if that is all there is to know."""
    seen = [position.hidden(WATCHER) for position in course.positions]
    if all(one == other for one, other in zip(seen, course.positions, strict=True)):
        return None
    fresh = [n for n, one in enumerate(seen) if n == 0 or one != seen[n - 1]]
    known = [n for n in fresh if not course.positions[n].over]  # at the end all is open
    found = reckoner.expect([seen[n] for n in known], rounds, WATCHER)
    expected = np.zeros((len(seen), rounds, course.seats))
    where = -1
    for n in range(len(seen)):
        where += where + 1 < len(known) and known[where + 1] == n
        expected[n] = found[where]
    if course.positions[-1].over:
        expected[-1] = reckoner.expect([course.positions[-1]], rounds)[0]
    return expected


def parts(shares: Reals) -> Ints:
    """Shares of a win in whole parts of it, which add up to a whole win."""
    exact = shares * WIN
    whole = np.floor(exact + 1e-6).astype(np.int64)
    for row, wanted in zip(whole, exact - whole, strict=True):
        for seat in np.argsort(-wanted, kind="stable")[: WIN - int(row.sum())]:
            row[seat] += 1
    return whole


def error(rounds: Reals) -> Ints:
    """The standard error of a mean over rounds, in parts of a win; rounds are the last but one."""
    n = rounds.shape[-2]
    if n < 2:
        return np.zeros((*rounds.shape[:-2], rounds.shape[-1]), np.int64)
    spread = rounds.std(axis=-2, ddof=1) / np.sqrt(n)
    found: Ints = np.rint(spread * WIN).astype(np.int64)
    return found
