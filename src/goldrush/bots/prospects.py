"""What seats may expect of a position, and of what can be played there; bound to a game's rules.

Positions and choices that are compared get the same luck, round by round, so that what differs
between them is what they are worth.  What they expect is shares of the win, in worlds that are
played on as ``worlds`` says.
"""

from typing import TYPE_CHECKING

import numpy as np

from goldrush.bots.policy import unwatched
from goldrush.core import (
    CHANCE,
    OVER,
    Ints,
    Reals,
    Record,
    Records,
    bind_beside,
    compiled,
    not_inlined,
    record,
)
from goldrush.core.rng import below, stream
from goldrush.games.contract import Features, Game, Rules

features: Features = globals()["features"]
rules: Rules = globals()["rules"]

if TYPE_CHECKING:
    from goldrush.bots import worlds
    from goldrush.bots.judgement import none as judgement
    from goldrush.games.gold import handmade as player
else:
    worlds = bind_beside(
        __name__, "worlds", rules=rules, features=features, player=player, judgement=judgement
    )

GAME: Game = globals()["game"]
NEEDS = ("game", "features", "judgement", "player")
NO_STEP = -1
JUDGES = worlds.JUDGES  # a constant here: what it rules out is not compiled
LIKES = player.LIKES
STYLE = unwatched(player.TRAITS)  # of all: nobody watches in imagined worlds

ROOM = record(
    **worlds.FIELDS,
    known=(rules.STATE, 1),  # a position as some eyes see it
    world=(rules.STATE, 1),  # the one that is played on
    imagined=(rules.STATE, 1),  # as it was before
)


def room(fate: int) -> Records:
    """Space for one thread; what it finds follows from *fate*."""
    made = np.zeros(1, ROOM)
    made["fate"] = fate
    worlds.equip(made, GAME)
    for seat in range(rules.MAX_SEATS):
        player.begin(made["minds"][0, seat], seat, STYLE)
    return made


@compiled
def _note(t: Record, shares: Reals) -> None:
    """Copies what each seat wins."""
    for seat in range(len(shares)):
        shares[seat] = t.share[seat]


@compiled
def expect(room: Records, positions: Records, rounds: int, found: Reals) -> None:
    """Plays some whole positions on, so often each; *found* is what each seat wins each time."""
    t = room[0]
    s = t.world[0]
    for k in range(len(positions)):
        for number in range(rounds):
            t.world[0] = positions[k]
            _play_on(t, s, NO_STEP, number)
            _note(t, found[k, number])


@compiled
def expect_of_worlds(
    room: Records, positions: Records, eyes: int, rounds: int, found: Reals
) -> None:
    """The same of positions that some eyes see, each round in another world that fits them."""
    t = room[0]
    s = t.world[0]
    for k in range(len(positions)):
        for number in range(rounds):
            t.world[0] = positions[k]
            worlds.luck(t, number, worlds.TURNS - 1)
            worlds.imagine(s, eyes, t.luck)
            _play_on(t, s, NO_STEP, number)
            _note(t, found[k, number])


@compiled
def compare(
    room: Records, position: Records, seat: int, actions: Ints, first: int, found: Reals
) -> None:
    """What each of some actions brings the seat that may play them, round by round.

    All are played in the same worlds that fit what the seat knows.
    """
    t = room[0]
    s = t.world[0]
    for number in range(found.shape[1]):
        t.imagined[0] = position[0]
        worlds.luck(t, first + number, worlds.TURNS - 1)
        worlds.imagine(t.imagined[0], seat, t.luck)
        for k in range(len(actions)):
            t.world[0] = t.imagined[0]
            _play_on(t, s, int(actions[k]), first + number)
            found[k, number] = t.share[seat]


@compiled
def sway(room: Records, positions: Records, rounds: int, found: Reals) -> None:
    """What a decision does to all seats: the player's choice, and one made at random.

    Of some whole positions before a decision; both choices are played in the same worlds that fit
    what the seat to act knows.  *found* is by position, choice (the player's first), round, seat.
    """
    t = room[0]
    known, s = t.known[0], t.world[0]
    for k in range(len(positions)):
        t.known[0] = positions[k]
        seat = rules.actor(known)
        rules.hide(known, seat)
        n = rules.legal(known, t.legal)
        stream(t.whim, t.fate, k)
        random = int(t.legal[below(t.whim, n)])
        said = int(worlds.advice(t.minds[seat], known, t.legal, n, t.whim))
        for number in range(rounds):
            t.imagined[0] = known
            worlds.luck(t, number, worlds.TURNS - 1)
            worlds.imagine(t.imagined[0], seat, t.luck)
            for other in range(2):
                t.world[0] = t.imagined[0]
                _play_on(t, s, random if other else said, number)
                _note(t, found[k, other, number])


@compiled
def advised(room: Records, position: Records, seat: int, out: Ints) -> int:
    """What the player would do, by what a seat knows."""
    t = room[0]
    n = rules.legal(position[0], out)
    stream(t.whim, t.fate, 0)
    return int(worlds.advice(t.minds[seat], position[0], out, n, t.whim))


@compiled
def alike(position: Records, action: int) -> int:
    """A number that actions share if it does not matter which of them is chosen."""
    return int(player.alike(position[0], action)) if LIKES else int(action)


@not_inlined
def _play_on(t: Record, s: Record, step: int, number: int) -> None:
    """Plays a world on, beginning with a step if there is one, and shares out the win.

    Turns count from the first decision on: what stands before a draw is worth what stands after
    its outcomes, on the average, exactly.
    """
    turn, last = -1, -1
    actor = rules.actor(s)
    while actor != OVER:
        if step >= 0:
            rules.play(s, step)
            actor = rules.actor(s)
        if s.turns != turn:
            turn = int(s.turns)
            worlds.luck(t, number, turn)
        if actor == CHANCE:
            step = rules.draw(s, t.luck)
        elif actor != OVER:
            if last < 0:
                last = turn + int(t.horizon)
            if JUDGES and turn >= last:
                break
            n = rules.legal(s, t.legal)
            step = worlds.advice(t.minds[actor], s, t.legal, n, t.whim)
    if JUDGES and actor != OVER:
        worlds.estimate(t, s)
    else:
        worlds.count(t, s)
