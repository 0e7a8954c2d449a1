"""What a search learns from the worlds that it imagines; bound by bots.search.

Chance is sampled.  Below the root each seat follows its upper confidence bounds, beginning with
what the hand-made ``player`` would do and widening from there; what is legal there depends on the
imagined world, so a choice is weighed against how often it was there to be chosen, not against how
often the node was visited.  From the edge of the tree on a world is played on as ``worlds`` says.
Each seat maximises its own share of the win.

A node is a number; the tree is one record of flat arrays.
"""

import math
from typing import TYPE_CHECKING

from goldrush.core import CHANCE, OVER, Record, compiled, record
from goldrush.games.contract import Rules

if TYPE_CHECKING:
    from goldrush.bots import worlds
    from goldrush.games.gold import handmade as player

rules: Rules = globals()["rules"]


JUDGES = worlds.JUDGES  # constants here: what they rule out is not compiled
ALIKE = player.LIKES > 0
LIKES = max(player.LIKES, rules.ACTIONS)
FIELD = 64  # choices that may ever race at the root
NODES = 1 << 15  # a full tree grows no more, but goes on learning
DEPTH = 256  # steps down the tree; a longer way is the player's
EXPLORATION = 0.5  # how much what is little known is preferred
WIDENING = 4  # visits to a node for each square of the number of choices tried there
UNSEEN = -1  # the step to a node when the searching seat did not see which it was drawn
DRAWN = -2  # what is drawn stands below it, so that no outcome is taken for an action
NONE = 0  # no node: the root is nobody's child

TREE = record(
    **worlds.FIELDS,
    doubt="f8",
    sims="i8",  # simulations so far
    rounds="i8",  # of the race, finished
    runners="i8",  # choices that ever raced; the first is the player's own
    following="i8",  # the runner whose simulation comes next
    result=("f8", FIELD),  # of this round
    lead=("f8", (FIELD, FIELD)),  # by how much the first was ahead of the second, in sum
    square=("f8", (FIELD, FIELD)),  # and the sum of the squares
    both=("i4", (FIELD, FIELD)),  # rounds in which two raced
    runner=("i4", FIELD),  # their nodes
    out=("i1", FIELD),  # 1 for those out of the race
    nodes="i8",  # nodes in use
    worth=("f8", NODES),  # what it brought in sum to the seat that chose it
    visits=("i4", NODES),  # how often it was chosen or drawn
    there=("i4", NODES),  # how often it could have been chosen
    step=("i4", NODES),  # the step that leads to a node
    child=("i4", NODES),  # the first of its children
    sibling=("i4", NODES),  # the next child of the same parent
    path=("i4", DEPTH),  # nodes of this simulation
    chooser=("i4", DEPTH),  # the seats that chose them, or CHANCE
    clock="i8",  # counts decisions, for the stamps
    open=("i8", rules.ACTIONS),  # when an action was last seen to be legal
    tried=("i8", LIKES),  # when an action like it was last seen to have a node
    choices="i8",  # at the root
    choice=("i8", rules.ACTIONS),
    known=(rules.STATE, 1),  # what the seat really knows
    world=(rules.STATE, 1),  # the world imagined in this simulation
    seat="i1",
)


@compiled
def simulate(t: Record, s: Record, node: int) -> None:
    """Imagines a world in *s*, plays it from a choice at the root on, and learns from its end."""
    t.world[0] = t.known[0]
    worlds.luck(t, int(t.rounds), worlds.TURNS - 1)
    worlds.imagine(s, int(t.seat), t.luck)
    turn = int(s.turns)
    last = turn + t.horizon
    actor, step = int(t.seat), int(t.step[node])
    length, growing = 0, True
    while actor != OVER:
        if growing:
            t.path[length], t.chooser[length] = node, actor
            length += 1
            growing = t.visits[node] > 0 and length < DEPTH
        rules.play(s, step)
        actor = rules.actor(s)
        if s.turns != turn:
            turn = int(s.turns)
            worlds.luck(t, int(t.rounds), turn)
        if turn >= last:
            break
        if actor == CHANCE:
            step = rules.draw(s, t.luck)
            if growing:
                seen = rules.seen(s, step, t.seat)
                node = _outcome(t, node, DRAWN - step if seen else UNSEEN)
        elif actor != OVER:
            n = rules.legal(s, t.legal)
            child = _select(t, s, node, n) if growing else NONE
            if child != NONE:
                step = int(t.step[child])
            else:
                step = worlds.advice(t.minds[actor], s, t.legal, n, t.whim)
                child = grow(t, node, step) if growing else NONE
            node = child
        growing = growing and node != NONE
    if JUDGES and actor != OVER:
        worlds.estimate(t, s)
    else:
        worlds.count(t, s)
    _learn(t, length)


@compiled
def _learn(t: Record, length: int) -> None:
    """Credits the nodes of a simulation with what it brought to those who chose them."""
    t.sims += 1
    for k in range(length):
        node = t.path[k]
        t.visits[node] += 1
        if t.chooser[k] >= 0:
            t.worth[node] += t.share[t.chooser[k]]


@compiled
def _outcome(t: Record, node: int, step: int) -> int:
    """The child of a node to which an outcome leads, made if there is room; else NONE."""
    child = int(t.child[node])
    while child != NONE and t.step[child] != step:
        child = int(t.sibling[child])
    return child if child != NONE else grow(t, node, step)


@compiled
def _select(t: Record, s: Record, node: int, n: int) -> int:
    """The child to follow of those legal now; NONE if none of them was tried yet."""
    t.clock += 1
    for k in range(n):
        t.open[t.legal[k]] = t.clock
    tried, best, best_bound = 0, NONE, -1.0
    child = int(t.child[node])
    while child != NONE:
        if t.step[child] >= 0 and t.open[t.step[child]] == t.clock:
            tried += 1
            t.there[child] += 1
            bound = _bound(t, child)
            if bound > best_bound:
                best, best_bound = child, bound
        child = int(t.sibling[child])
    if 0 < tried < n and tried * tried * WIDENING <= t.visits[node]:
        fresh = _try(t, s, node, n)
        return fresh if fresh != NONE else best
    return best


@compiled
def _bound(t: Record, child: int) -> float:
    """What a child may be worth at best, to the seat that chooses it."""
    visits = max(int(t.visits[child]), 1)
    luck = math.sqrt(math.log(float(t.there[child])) / visits)
    return float(t.worth[child] / visits + EXPLORATION * luck)


@compiled
def _try(t: Record, s: Record, node: int, n: int) -> int:
    """A new child for the first legal action unlike those that have one; NONE if there is none."""
    child = int(t.child[node])
    while child != NONE:
        if t.step[child] >= 0 and t.open[t.step[child]] == t.clock:
            t.tried[alike(s, t.step[child])] = t.clock
        child = int(t.sibling[child])
    for k in range(n):
        if t.tried[alike(s, t.legal[k])] != t.clock:
            return grow(t, node, int(t.legal[k]))
    return NONE


@compiled
def alike(s: Record, action: int) -> int:
    """A number that actions share if it does not matter which of them is chosen."""
    return int(player.alike(s, action)) if ALIKE else int(action)


@compiled
def grow(t: Record, node: int, step: int) -> int:
    """Adds a child to a node; NONE if the tree is full."""
    if t.nodes == NODES:
        return NONE
    child = int(t.nodes)
    t.nodes += 1
    t.step[child] = step
    t.child[child] = t.visits[child] = 0
    t.there[child] = 1
    t.worth[child] = 0.0
    t.sibling[child] = t.child[node]
    t.child[node] = child
    return child
