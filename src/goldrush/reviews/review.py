"""A match reviewed: what was luck, what was skill, and where it turned.

It is exact by construction: what follows a step is what precedes the next one, so that the start,
the luck and the decisions add up to the result, whatever the estimates are worth.  All is told in
whole parts of a win, which are rounded once and only added from then on.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from goldrush.core import CHANCE, Ints, Reals
from goldrush.games.problem import Problem
from goldrush.match import Match
from goldrush.reviews import chances, decisions, story
from goldrush.reviews.chances import Course
from goldrush.reviews.decisions import Judged, Race
from goldrush.reviews.reckoner import Reckoner
from goldrush.reviews.shapes import Account, Decision, Draw, Level, Review


class Budget(NamedTuple):
    """How much is played to review a match."""

    rounds: int  # in which every position and outcome is played on
    race: Race


BUDGETS = {
    "fast": Budget(4, Race(field=16, heats=3, few=5, laps=6, final=12)),
    "normal": Budget(32, Race(field=48, heats=12, few=10, laps=36, final=160)),
    "deep": Budget(256, Race(field=64, heats=64, few=12, laps=192, final=1600)),
}

PHASES = (0.02, 0.4, 0.1, 0.48)  # how long each takes, about

Progress = Callable[[float], object]  # told which share of the work is done


def review(
    match: Match,
    budget: str = "normal",
    seed: int = 0,
    workers: int | None = None,
    progress: Progress = lambda _: None,
) -> Review:
    """Reviews a match; what is found follows from the match, the budget and the seed."""
    rounds, race = allowed(match, budget)
    reckoner = Reckoner(match.game, seed, workers)
    phases = _phases(reckoner, progress)
    next(phases)
    course = chances.follow(match, reckoner)
    next(phases)
    values = chances.values(course, reckoner, rounds)
    next(phases)
    table = chances.table_values(course, reckoner, rounds)
    next(phases)
    judged = _judged(course, reckoner, race)
    whole = chances.parts(values.mean(axis=1))
    told = _decisions(course, judged, whole)
    return Review(
        game=match.game.name,
        version=match.version,
        seats=match.seats,
        budget=budget,
        seed=seed,
        over=match.position.over,
        judged=reckoner.judged,
        levels=_levels(course, values, whole, table),
        draws=_draws(course, values, whole),
        decisions=list(told.values()),
        accounts=_accounts(course, values, whole, told),
        moments=story.moments(course, values, whole, told),
    )


def allowed(match: Match, budget: str) -> Budget:
    """What a name allows to be played to review a match; Problem if that cannot be done."""
    if budget not in BUDGETS:
        raise Problem('there is no budget "{}"; there are: {}', budget, ", ".join(BUDGETS))
    if not match.history:
        raise Problem("nothing has been played yet: there is nothing to review")
    return BUDGETS[budget]


def _phases(reckoner: Reckoner, progress: Progress) -> Iterator[None]:
    """Tells of the progress of one phase after the other."""
    done = 0.0
    for share in PHASES:

        def tell(part: float, done: float = done, share: float = share) -> None:
            progress(done + share * part)

        reckoner.progress = tell
        yield
        done += share


def _judged(course: Course, reckoner: Reckoner, race: Race) -> dict[int, Judged]:
    """What each decision gave up, by its step."""

    def one(step: int) -> Judged:
        actor, chosen = course.steps[step]
        hidden = course.positions[step].hidden(actor)
        return decisions.judge(reckoner, hidden, chosen, course.simple[step], race)

    steps = [step for step, (actor, _) in enumerate(course.steps) if actor != CHANCE]
    return dict(zip(steps, reckoner.each(one, steps), strict=True))


def _decisions(course: Course, judged: dict[int, Judged], whole: Ints) -> dict[int, Decision]:
    """The decisions as they are told, by their steps."""
    choices = course.match.game.notation.CHOICES
    told = {}
    for step, found in judged.items():
        seat, chosen = course.steps[step]
        position = course.positions[step]
        moved = int(whole[step + 1, seat] - whole[step, seat])
        secrets = position.hidden(seat) != position
        gain = decisions.in_parts(found.gain) if secrets else moved
        told[step] = Decision(
            step=step,
            frame=course.frames[step],
            turn=course.turns[step],
            seat=seat,
            choices=len(position.legal()),
            chosen=choices[chosen],
            better=None if found.best == chosen else choices[found.best],
            cost=decisions.in_parts(found.cost),
            error=decisions.in_parts(found.error),
            word=decisions.word(found, chosen, course.seats),
            gain=gain,
            unknown=moved - gain,
        )
    return told


def _draws(course: Course, values: Reals, whole: Ints) -> list[Draw]:
    """What the draws did that might have brought something else."""
    moved = np.diff(whole, axis=0)
    errors = chances.error(np.diff(values, axis=0))
    return [
        Draw(step, moved[step].tolist(), errors[step].tolist())
        for step, (actor, _) in enumerate(course.steps)
        if actor == CHANCE and len(course.positions[step].chances()) > 1
    ]


def _levels(course: Course, values: Reals, whole: Ints, table: Reals | None) -> list[Level]:
    """The two curves."""
    errors = chances.error(values).tolist()
    known = None if table is None else chances.parts(table.mean(axis=1)).tolist()
    known_errors = None if table is None else chances.error(table).tolist()
    return [
        Level(
            frame=course.frames[step - 1] if step else 0,
            turn=course.turns[min(step, len(course.turns) - 1)],
            chances=whole[step].tolist(),
            errors=errors[step],
            table=known and known[step],
            table_errors=known_errors and known_errors[step],
        )
        for step in range(len(course.positions))
    ]


def _accounts(
    course: Course, values: Reals, whole: Ints, told: dict[int, Decision]
) -> list[Account]:
    """How the result of each seat came about."""
    moved = np.diff(whole, axis=0)
    drawn = np.array([actor == CHANCE for actor, _ in course.steps])
    luck = moved[drawn].sum(axis=0)
    errors = chances.error(np.diff(values, axis=0)[drawn].sum(axis=0))
    accounts = []
    for seat in range(course.seats):
        made = [decision for decision in told.values() if decision.seat == seat]
        others = [step for step, decision in told.items() if decision.seat != seat]
        accounts.append(
            Account(
                start=int(whole[0, seat]),
                luck=int(luck[seat]),
                own=sum(decision.gain for decision in made),
                others=int(moved[others, seat].sum()),
                unknown=sum(decision.unknown for decision in made),
                result=int(whole[-1, seat]),
                error=int(errors[seat]),
                given_up=sum(decision.cost for decision in made),
            )
        )
    return accounts
