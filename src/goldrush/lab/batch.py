"""Plays games by the thousand and counts; ``rules`` and ``policy`` are bound by lab.simulate.

All sums are whole numbers, so that it does not matter in which order games are added up.
"""

from typing import Annotated, Protocol

import numpy as np

from goldrush.bots.policy import Policy
from goldrush.core import CHANCE, OVER, Ints, Reals, Record, Records, compiled, layout
from goldrush.core.rng import WORDS, stream
from goldrush.core.state import I8, I8s
from goldrush.games.contract import Rules

policy: Policy = globals()["policy"]
rules: Rules = globals()["rules"]


WHOLE = 60  # a win, so that two to six may share it in whole parts
SEATS = rules.MAX_SEATS
WIDTH = max(rules.ACTIONS, rules.OUTCOMES) + 1
LOOKS, WATCHES = policy.LOOKS, policy.WATCHES  # constants here: what they rule out is not compiled


class Tally(Protocol):
    """Sums over games; where there are two numbers: the sum, and the sum of the squares."""

    games: I8
    turns: Annotated[I8s, 2]
    decisions: Annotated[I8s, 2]
    draws: Annotated[I8s, 2]
    points: Annotated[I8s, SEATS, 2]  # by places after the drawn starting seat
    wins: Annotated[I8s, SEATS]  # in parts of WHOLE, likewise
    winner_points: Annotated[I8s, 2]
    shared_wins: I8
    ends: Annotated[I8s, len(rules.ENDS)]


TALLY = layout(Tally)

Room = tuple[Records, Records, Records, Ints, Ints]


def room() -> Room:
    """Space for one worker, made here because allocating compiled costs seconds to compile."""
    return (
        np.zeros(1, rules.STATE),
        np.zeros(3, rules.STATE),  # what a seat sees; the record before a step, whole and seen
        np.zeros(SEATS, policy.MEMORY),
        np.zeros((2, WIDTH), np.int64),
        np.zeros(WORDS, np.int64),
    )


@compiled
def run(
    tally: Tally,
    room: Room,
    seed: int,
    first: int,
    count: int,
    seats: int,
    options: Ints,
    traits: Reals,
) -> None:
    """Plays *count* games from number *first* on and adds them to *tally*."""
    table, views, memory, lists, rng = room
    s = table[0]
    for number in range(first, first + count):
        stream(rng, seed, number)
        rules.start(s, seats, options)
        for seat in range(seats):
            policy.begin(memory[seat], seat, traits)
        decisions, draws = _play(s, views, memory, lists, rng)
        count_game(tally, s, decisions, draws, lists)


@compiled
def _play(s: Record, views: Records, memory: np.ndarray, lists: Ints, rng: Ints) -> tuple[int, int]:
    """Plays one game to its end; returns how many decisions and draws it had."""
    out = lists[0]
    decisions = draws = 0
    actor = rules.actor(s)
    while actor != OVER:
        if actor == CHANCE:
            step = rules.draw(s, rng)
            draws += 1
        else:
            n = rules.legal(s, out)
            known = hidden(s, views, actor) if LOOKS else s
            step = policy.choose(memory[actor], known, out, n, rng)
            decisions += 1
        if WATCHES:
            show(s, views, memory, step, rng)
        else:
            rules.play(s, step)
        actor = rules.actor(s)
    return decisions, draws


@compiled
def show(s: Record, views: Records, memory: np.ndarray, step: int, rng: Ints) -> None:
    """Plays a step before the eyes of all seats, each with its own."""
    may = 0
    for seat in range(s.seats):
        may |= int(rules.seen(s, step, seat)) << seat
    views[1] = s
    rules.play(s, step)
    for seat in range(s.seats):
        known = step if may >> seat & 1 else -1
        if known >= 0 or _notices(s, views, seat):
            policy.watch(memory[seat], hidden(s, views, seat), known, rng)


@compiled
def _notices(s: Record, views: Records, seat: int) -> bool:
    """Whether a step that it may not see looks like anything at all to a seat."""
    views[2] = views[1]
    rules.hide(views[2], seat)
    hidden(s, views, seat)
    shown = views.view(np.int8).reshape(len(views), -1)
    for k in range(shown.shape[1]):
        if shown[0, k] != shown[2, k]:
            return True
    return False


@compiled
def hidden(s: Record, views: Records, seat: int) -> Record:
    """What a seat may know of *s*."""
    views[0] = s
    rules.hide(views[0], seat)
    known: Record = views[0]
    return known


@compiled
def count_game(tally: Tally, s: Record, decisions: int, draws: int, lists: Ints) -> None:
    """Adds a game that is over; leaves its points and places in the two lists."""
    tally.games += 1
    _add(tally.turns, int(s.turns))
    _add(tally.decisions, decisions)
    _add(tally.draws, draws)
    points, places = lists[0], lists[1]
    rules.score(s, points)
    rules.rank(s, places)
    winners = 0
    best = 0
    for seat in range(s.seats):
        if places[seat] == 1:
            winners += 1
            best = points[seat]
    for seat in range(s.seats):
        after = (seat - s.first + s.seats) % s.seats
        _add(tally.points[after], points[seat])
        if places[seat] == 1:
            tally.wins[after] += WHOLE // winners
    _add(tally.winner_points, best)
    tally.shared_wins += winners > 1
    tally.ends[rules.ended(s)] += 1


@compiled
def _add(sums: Ints, x: int) -> None:
    sums[0] += x
    sums[1] += x * x
