"""How matches run: who leads and when it is decided, and what single decisions do to everybody.

Some games are played again, and at some of their decisions worlds are played on as reviews do, by
hand-made players (bots.prospects).  Chances are those of somebody who sees everything.
"""

from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import pairwise
from types import ModuleType
from typing import NamedTuple

import numpy as np

from goldrush.bots.parts import PROSPECTS
from goldrush.bots.policy import bound
from goldrush.core import Ints, Reals, interpreted, rng
from goldrush.core.rng import below
from goldrush.lab.charts import Chart, Row
from goldrush.lab.crew import Crew
from goldrush.lab.measures import Figure, mean, often, shares
from goldrush.lab.setting import EVEN, Setting

LOOKS = 20  # at the chances of a match, evenly between its first decision and its last
TENTHS = 10
DECIDED = 0.9  # the chance from which on a match is decided
LOST = 0.5  # the part of an even chance below which whoever wins after all has come back
CLEAR = 2.0  # standard errors by which a leader must be ahead to be called one

Progress = Callable[[int], object]


class Course(NamedTuple):
    """One match, as far as it was looked at."""

    won: Reals  # by seat, of the win
    chances: Reals  # by look and seat
    errors: Reals  # of these
    sway: Reals  # by tenth, half of the worlds, and seat: the change by choosing at random
    actors: Ints  # by tenth, whose decision it was


def courses(
    setting: Setting, matches: int, rounds: int, crew: Crew, progress: Progress
) -> list[Course]:
    """Looks at some matches of hand-made players; each has random numbers of its own."""
    work, found = partial(_course, setting, rounds), []
    with closing(crew.in_order(work, range(matches), partial(_prospects, setting))) as looked:
        for one in looked:
            found.append(one)
            progress(1)
    return found


def _prospects(setting: Setting) -> ModuleType:
    return bound(setting.game, PROSPECTS)


def _course(setting: Setting, rounds: int, number: int) -> Course:
    prospects = _prospects(setting)
    rows = setting.rows(EVEN, number, 1)
    made, seats = int(rows["decisions"][0]), setting.seats
    looks = np.arange(LOOKS + 1) * (made - 1) // LOOKS
    tenths = _one_of_each(made, number)
    room = prospects.room(_fate(setting.seed, number))
    chances = np.zeros((LOOKS + 1, rounds, setting.game.rules.MAX_SEATS))
    prospects.expect(room, setting.positions(EVEN, number, looks), rounds, chances)
    some = setting.positions(EVEN, number, tenths)
    changed = np.zeros((TENTHS, 2, rounds, setting.game.rules.MAX_SEATS))
    prospects.sway(room, some, rounds, changed)
    change = (changed[:, 1] - changed[:, 0])[:, :, :seats]
    halves = np.stack([change[:, ::2].mean(1), change[:, 1::2].mean(1)], 1)
    actors = np.array([setting.game.calls.actor(some[k : k + 1]) for k in range(TENTHS)])
    chances = chances[:, :, :seats]
    errors = chances.std(1, ddof=1) / np.sqrt(rounds)
    return Course(shares(rows)[0, :seats], chances.mean(1), errors, halves, actors)


def _fate(seed: int, number: int) -> int:
    """What all luck in the worlds of a match comes from."""
    return int(interpreted(below)(rng.new(seed, number), 1 << 30))


def _one_of_each(made: int, number: int) -> Ints:
    """A decision of each tenth, each as likely."""
    luck, draw = rng.new(number, made), interpreted(below)
    bounds = [made * k // TENTHS for k in range(TENTHS + 1)]
    picked = [low + draw(luck, max(high - low, 1)) for low, high in pairwise(bounds)]
    found: Ints = np.minimum(picked, made - 1)
    return found


def charts(found: list[Course]) -> list[Chart]:
    """What matches are like while they last."""
    return [_winner(found), _decided(found), _drama(found), _stakes(found), _interaction(found)]


def _winner(found: list[Course]) -> Chart:
    """The chances of whoever wins in the end, and how often they lead."""
    rows = []
    for look in range(LOOKS + 1):
        chance = np.array([(one.won * one.chances[look]).sum() for one in found])
        leads = np.array([one.won[one.chances[look].argmax()] for one in found])
        rows.append(Row(f"at/{100 * look // LOOKS}", [mean(chance), mean(leads)]))
    even = 1 / len(found[0].won)
    series = ("winner_chance", "winner_leads")
    return Chart("winner", "curves", "share", "even", rows, series, even)


def _decided(found: list[Course]) -> Chart:
    """How many matches are decided by then: from then on one seat's chances are above the mark."""
    over = np.array([_decision(one) for one in found])
    rows = [Row(f"at/{100 * look // LOOKS}", [often(over <= look)]) for look in range(LOOKS + 1)]
    return Chart("decided", "curves", "share", "even", rows)


def _decision(one: Course) -> int:
    """The look from which on somebody's chances stay above the mark; one more than all if none."""
    high = one.chances[:, one.won.argmax()] > DECIDED
    low = np.flatnonzero(~high)
    return int(low[-1]) + 1 if len(low) else 0


def _drama(found: list[Course]) -> Chart:
    seats = len(found[0].won)
    changes = np.array([_changes(one) for one in found], np.float64)
    moment = np.array([min(_decision(one), LOOKS) / LOOKS for one in found])
    back = np.array([_came_back(one, LOST / seats) for one in found])
    rows = [Row("drama/changes", [mean(changes)], "number")]
    rows += [Row("drama/decided", [mean(moment)]), Row("drama/comebacks", [often(back)])]
    return Chart("drama", "table", "share", "even", rows)


def _came_back(one: Course, least: float) -> bool:
    """Whether the winner's chances were once clearly below some share."""
    winner = one.won.argmax()
    return bool((one.chances[:, winner] + CLEAR * one.errors[:, winner] < least).any())


def _changes(one: Course) -> int:
    """How often somebody else leads by more than the error."""
    leader, changes = -1, 0
    for chances, errors in zip(one.chances, one.errors, strict=True):
        second, first = np.argsort(chances)[-2:]
        if chances[first] - chances[second] > CLEAR * np.hypot(errors[first], errors[second]):
            changes += leader >= 0 and leader != first
            leader = int(first)
    return changes


def _stakes(found: list[Course]) -> Chart:
    """What a random choice gives up, tenth by tenth, in wins."""
    rows = []
    for tenth in range(TENTHS):
        lost = [-float(one.sway[tenth, :, one.actors[tenth]].mean()) for one in found]
        rows.append(Row(f"tenth/{tenth}", [mean(np.array(lost))]))
    return Chart("stakes", "curves", "share", "even", rows, even=0.0)


def _interaction(found: list[Course]) -> Chart:
    """How far a random choice moves the own chance, and another's.

    The square of a change is the product of what two halves of the worlds say of it, so that
    chance in the worlds adds nothing.
    """
    squares = np.array([_squares(one) for one in found])
    rows = [Row("sway/own", [_root(squares[:, 0])]), Row("sway/other", [_root(squares[:, 1])])]
    rows.append(Row("sway/fair", [_root(squares[:, 2])]))
    return Chart("interaction", "table", "share", "even", rows)


def _squares(one: Course) -> Reals:
    """Of the own chance, another's, and another's if all others shared the change evenly."""
    product = one.sway[:, 0] * one.sway[:, 1]  # by tenth and seat
    own = product[np.arange(TENTHS), one.actors]
    others = (product.sum(1) - own) / (len(one.won) - 1)
    return np.array([own.mean(), others.mean(), own.mean() / (len(one.won) - 1) ** 2])


def _root(squares: Reals) -> Figure:
    """The root of a mean, with its error."""
    found = mean(squares)
    root = float(np.sqrt(max(found.value, 0.0)))
    return Figure(root, found.error / (2 * root) if root else 0.0, found.games)
