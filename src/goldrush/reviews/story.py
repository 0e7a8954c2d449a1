"""The few steps that decided a match, each with what the log tells of it."""

import numpy as np

from goldrush.core import WATCHER, Ints, Reals
from goldrush.games.shapes import Line
from goldrush.match import Match
from goldrush.reviews.chances import Course, error
from goldrush.reviews.shapes import WIN, Cause, Decision, Moment
from goldrush.witness import Glimpse

MOST, LEAST = 5, 3
WORTH = WIN // 20  # of telling, if there are enough without
SURE = 2.0  # standard errors, likewise


def moments(
    course: Course, values: Reals, whole: Ints, decisions: dict[int, Decision]
) -> list[Moment]:
    """Three to five steps, in order; of a decision and what was drawn after it only one."""
    moved = np.diff(whole, axis=0)
    errors = error(np.diff(values, axis=0))
    size = np.abs(moved).max(axis=1)
    sure = (size >= WORTH) & (size > SURE * errors.max(axis=1))
    ranked = sorted(np.flatnonzero(size), key=lambda step: (-int(sure[step]), -int(size[step])))
    chosen: dict[int, int] = {}  # by frame
    for step in map(int, ranked):
        enough = len(chosen) >= (MOST if sure[step] else LEAST)
        if not enough and course.frames[step] not in chosen:
            chosen[course.frames[step]] = step
    glimpses = _glimpses(course.match) if chosen else []
    return [
        _moment(course, step, whole, decisions.get(step), _told(course, glimpses, step))
        for step in sorted(chosen.values())
    ]


def _moment(
    course: Course, step: int, whole: Ints, decision: Decision | None, lines: list[Line]
) -> Moment:
    moved = whole[step + 1] - whole[step]
    seat = int(np.abs(moved).argmax())
    return Moment(
        step=step,
        frame=course.frames[step],
        turn=course.turns[step],
        cause=_cause(decision, int(moved[decision.seat]) if decision else 0),
        by=decision.seat if decision else None,
        seat=seat,
        before=int(whole[step, seat]),
        after=int(whole[step + 1, seat]),
        lines=lines,
        chosen=decision.chosen if decision else None,
        better=decision.better if decision and decision.word not in ("best", "fine") else None,
    )


def _cause(decision: Decision | None, moved: int) -> Cause:
    """Whether it was luck, the decision itself, or what its seat could not know."""
    if decision is None:
        return "luck"
    return "unknown" if 2 * abs(decision.unknown) > abs(moved) else "decision"


def _glimpses(match: Match) -> list[Glimpse]:
    """All that was done: with nothing hidden, if the match is over."""
    return list(match.laid_open() if match.position.over else match.glimpses(WATCHER))


def _told(course: Course, glimpses: list[Glimpse], step: int) -> list[Line]:
    """What the log tells of a step; if that is nothing, of what stands nearest in its frame.

    Some decisions are told only by what comes of them, some draws only by what led to them.
    """
    same = [n for n, frame in enumerate(course.frames) if frame == course.frames[step]]
    nearest = sorted(same, key=lambda n: (abs(n - step), n < step))
    return next((lines for n in nearest if (lines := glimpses[n].log())), [])
