"""Matches side by side in arrays: number *k* of each belongs to match *k*.

Loops over matches run in threads (lab.arrays); a GPU asks for one match at a time (lab.kernels).
``rules`` and ``observation`` are bound.
"""

from typing import TYPE_CHECKING

from goldrush.core import CHANCE, OVER, Floats, Ints, Record, Records, compiled
from goldrush.core.rng import below
from goldrush.core.rng import stream as begin_stream
from goldrush.core.seats import shares
from goldrush.games.contract import Rules
from goldrush.lab.tables import Tables, Terms

if TYPE_CHECKING:
    from goldrush.lab import observation

rules: Rules = globals()["rules"]

BEGIN, HOLD = -1, -2  # instead of a step: begin anew; leave the match as it is
WIDTH = max(rules.ACTIONS, rules.OUTCOMES) + 1


@compiled
def advance(k: int, step: int, tables: Tables, terms: Terms, out: Ints, weight: Ints) -> None:
    """Plays a step, BEGINs the match whose number stands in the seeds, or HOLDs it.

    Where chance is played inside, it is, until a seat is to act.  Where a match ends, the next one
    begins.
    """
    s, stream = tables.records[k], tables.streams[k]
    tables.done[k] = False
    for seat in range(terms.seats):
        tables.rewards[k, seat] = 0.0
    actor = int(tables.actor[k])
    if step == HOLD:
        return
    while step != HOLD:  # one loop for all: what stands here twice is compiled twice
        if step == BEGIN:
            begin_stream(stream, tables.seeds[k, 0], tables.seeds[k, 1])
            rules.start(s, terms.seats, terms.options)
        else:
            rules.play(s, step)
        actor = rules.actor(s)
        step = HOLD
        if actor == OVER:
            _reward(s, tables.rewards[k], terms, out)
            tables.done[k] = True
            tables.seeds[k, 1] += terms.matches
            step = BEGIN
        elif actor == CHANCE and terms.inside:
            step = rules.draw(s, stream)
    tables.actor[k] = actor
    _offer(k, actor, tables, terms, out, weight)


@compiled
def choose(k: int, tables: Tables, out: Ints) -> int:
    """A step at random from the match's own stream, as ``simulate`` plays it."""
    if tables.actor[k] == CHANCE:
        return rules.draw(tables.records[k], tables.streams[k])
    return int(out[below(tables.streams[k], rules.legal(tables.records[k], out))])


@compiled
def observe(
    k: int,
    tables: Tables,
    eyes: tuple[Records, "observation.Small", "observation.Large"],
    out: Floats,
) -> None:
    """Writes what the seat to act may know; chance knows nothing, and all is 0."""
    seat = tables.actor[k]
    if seat >= 0:
        eyes[0][0] = tables.records[k]
        rules.hide(eyes[0][0], seat)
        observation.observe(eyes, seat, out)
    else:
        out[:] = 0.0


@compiled
def allowed(k: int, step: int, tables: Tables) -> bool:
    """Whether a step can be played."""
    if step == HOLD:
        return True
    if tables.actor[k] == CHANCE:
        return bool(0 <= step < rules.OUTCOMES and tables.weights[k, step] > 0)
    return bool(0 <= step < rules.ACTIONS and tables.mask[k, step])


@compiled
def _offer(k: int, actor: int, tables: Tables, terms: Terms, out: Ints, weight: Ints) -> None:
    """Writes what can be played."""
    tables.mask[k, :] = False
    if not terms.inside:
        tables.weights[k, :] = 0
    if actor == CHANCE:
        for n in range(rules.chance(tables.records[k], out, weight)):
            tables.weights[k, out[n]] = weight[n]
    else:
        for n in range(rules.legal(tables.records[k], out)):
            tables.mask[k, out[n]] = True


@compiled
def _reward(s: Record, rewards: Floats, terms: Terms, out: Ints) -> None:
    """Writes what a match that is over is worth to each seat."""
    if terms.points:
        rules.score(s, out)
        for seat in range(terms.seats):
            rewards[seat] = out[seat]
    else:
        rules.rank(s, out)
        shares(out, terms.seats, rewards)


@compiled
def advance_all(
    tables: Tables, terms: Terms, steps: Ints, lists: Ints, first: int, last: int
) -> None:
    """Plays a step in each of the matches from *first* up to *last*."""
    for k in range(first, last):
        advance(k, steps[k], tables, terms, lists[0], lists[1])


@compiled
def choose_all(tables: Tables, steps: Ints, lists: Ints, first: int, last: int) -> None:
    """Writes a step at random for each of them."""
    for k in range(first, last):
        steps[k] = choose(k, tables, lists[0])


@compiled
def observe_all(
    tables: Tables,
    eyes: tuple[Records, "observation.Small", "observation.Large"],
    out: Floats,
    first: int,
    last: int,
) -> None:
    """Writes what the seats to act may know."""
    for k in range(first, last):
        observe(k, tables, eyes, out[k])


@compiled
def first_not_allowed(tables: Tables, steps: Ints) -> int:
    """The first match whose step cannot be played, or -1."""
    for k in range(len(steps)):
        if not allowed(k, steps[k], tables):
            return k
    return -1
