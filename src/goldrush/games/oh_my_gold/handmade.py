"""An Oh My Gold! player as a person might be one: it plays its dice through in its head.

A treasure loaded counts its points, a stolen one a little more, a chest opened what its like hold
on average, as far as that is likely to be loaded one day.  It takes what is best together with what
the other dice can still do, and rolls again when an average roll would do better than the dice do.
"""

from typing import TYPE_CHECKING, Annotated, Protocol

import numpy as np

from goldrush.bots.policy import Trait
from goldrush.core import Ints, Reals, compiled, layout
from goldrush.core.state import F8, I1, F8s, I1s
from goldrush.games.oh_my_gold.edition import DICE, MOST_KEYS

if TYPE_CHECKING:
    from goldrush.games.oh_my_gold import rules  # bound by bots.policy.bot()

NEEDS = ()
COMPILED = True
TRAITS = (
    Trait("boldness", 1.0, 0.0, 2.0),  # how highly it thinks of dice that are still to be rolled
    Trait("envy", 0.5, 0.0, 2.0),  # what a point taken from a rival is worth beside its own
)
LOOKS = True
WATCHES = False  # all lies open, but for the loot, of which it thinks nothing
LIKES = 0  # it tells no two actions to be alike
PROSPECT = 0.6  # the part of a treasure's worth that it has while it is not loaded
RISKED = 0.4  # the same where rivals may steal it
DIAMOND_WORTH = 1.02  # diamonds break ties [O22]
UNKNOWN = -1.0

NOTHING = 0  # things that dice are used on: this, then chests by their keys, then treasures
NEED = np.zeros((1 + MOST_KEYS + rules.LOADS, rules.FACE_COUNT), np.int64)
NEED[1 : MOST_KEYS + 1, rules.KEY] = range(1, MOST_KEYS + 1)
NEED[MOST_KEYS + 1 :, rules.COIN] = rules.TREASURE_COINS[1:]
NEED[MOST_KEYS + 1 :, rules.DIAMOND] = rules.TREASURE_DIAMONDS[1:]
WORTH = rules.TREASURE_COINS + DIAMOND_WORTH * rules.TREASURE_DIAMONDS  # by treasure

# Dice in its head are one number: that of their roll, where no dice are the last roll.
ROLLS = np.append(rules.ROLLS, np.zeros((1, rules.FACE_COUNT), np.int64), axis=0)
ROLL_DICE = ROLLS.sum(axis=1)
ROLL_WAYS = np.append(rules.ROLL_WAYS.sum(axis=0), 1)
COUNT = np.bincount(ROLL_DICE)  # how many rolls of so many dice there are
FIRST = len(ROLLS) - COUNT.cumsum()  # and the first of them: those of more dice come before
DIGITS = (DICE + 1) ** np.arange(rules.FACE_COUNT)  # which make the faces of a roll one index
NUMBER = np.zeros((DICE + 1) ** rules.FACE_COUNT, np.int64)
NUMBER[ROLLS @ DIGITS] = range(len(ROLLS))
STUCK = -1


def _left(wild: int, aboard: int) -> np.ndarray:
    """By thing and roll the roll that is left, real faces used first, or STUCK [O7, O17-O19]."""
    real = np.minimum(ROLLS, NEED[:, None])
    missing = (NEED[:, None] - real).sum(axis=2)
    left = ROLLS - real
    left[:, :, rules.SABRES] -= missing + 1 - aboard
    possible = (left[:, :, rules.SABRES] >= 0) & (missing <= wild * DICE)
    return np.where(possible, NUMBER[left @ DIGITS], STUCK)


LEFT = np.array([[_left(wild, aboard) for aboard in (0, 1)] for wild in (0, 1)], np.int8)


class Memory(Protocol):
    """Its traits, and what it reckons while it chooses."""

    boldness: F8
    envy: F8
    promise: Annotated[F8s, DICE + 1]  # of a roll of so many dice, UNKNOWN until reckoned
    wishes: I1  # how many actions the table has that are worth something
    wish: Annotated[I1s, rules.ACTIONS]  # those, the best first
    value: Annotated[F8s, rules.ACTIONS]  # of an action: its worth alone
    thing: Annotated[I1s, rules.ACTIONS]  # what it uses dice on
    times: Annotated[I1s, rules.ACTIONS]  # how often the table has that
    owner: Annotated[I1s, rules.ACTIONS]  # the boat before which it lies


MEMORY = layout(Memory)


@compiled
def begin(m: Memory, seat: int, traits: Reals) -> None:
    """Takes its character on."""
    m.boldness = traits[0]
    m.envy = traits[1]


@compiled
def watch(m: Memory, s: rules.State, step: int, rng: Ints) -> None:
    """Needs to remember nothing."""


@compiled
def choose(m: Memory, s: rules.State, out: Ints, n: int, rng: Ints) -> int:
    """The action that promises most together with what can follow it."""
    best = int(out[n - 1])  # the end of the turn, where it is legal
    if n == 1:
        return best
    _note_all(m, s)
    best_worth = -1.0
    for k in range(n):
        if out[k] == rules.ROLL_AGAIN:
            worth = m.boldness * _roll_worth(m, s, DICE - s.used)
        else:
            worth = _worth(m, s, out[k])
        if worth > best_worth:
            best, best_worth = int(out[k]), worth
    return best


@compiled
def _worth(m: Memory, s: rules.State, action: int) -> float:
    """What an action promises: itself, what the dice left then do, and their second roll."""
    aboard = _aboard(s)
    dice = _use(m, s, action, aboard, _dice(s))
    m.times[action] -= 1
    rest, dice = _do_all(m, s, dice, aboard | 1 << m.owner[action])
    m.times[action] += 1
    worth = m.value[action] + rest
    if s.greedy and not s.again and action != rules.END:
        worth += m.boldness * _roll_worth(m, s, ROLL_DICE[dice])  # [O15]
    return float(worth)


@compiled
def _roll_worth(m: Memory, s: rules.State, dice: int) -> float:
    """What a roll of so many dice promises on average, on the table as it is now."""
    if m.promise[dice] == UNKNOWN:
        total = 0.0
        ways = 0
        for roll in range(FIRST[dice], FIRST[dice] + COUNT[dice]):
            total += ROLL_WAYS[roll] * _do_all(m, s, roll, _aboard(s))[0]
            ways += ROLL_WAYS[roll]
        m.promise[dice] = total / ways
    return float(m.promise[dice])


@compiled
def _do_all(m: Memory, s: rules.State, dice: int, aboard: int) -> tuple[float, int]:
    """Does in its head what is worth most, again and again; what that comes to, and the dice left.

    It goes through its wishes only once: what the dice do not do, fewer of them never will, and
    what a boat saves once it is boarded it has cost before.
    """
    total = 0.0
    for k in range(m.wishes):
        action = m.wish[k]
        times = int(m.times[action])
        left = _use(m, s, action, aboard, dice)
        while times > 0 and left != STUCK:
            total += m.value[action]
            aboard |= 1 << m.owner[action]
            dice = left
            times -= 1
            left = _use(m, s, action, aboard, dice)
    return total, dice


@compiled
def _use(m: Memory, s: rules.State, action: int, aboard: int, dice: int) -> int:
    """The dice left by an action, or STUCK."""
    return int(LEFT[s.wild, aboard >> m.owner[action] & 1, m.thing[action], dice])


@compiled
def _dice(s: rules.State) -> int:
    """The dice rolled and not used, as the number of a roll."""
    number = 0
    for face in range(rules.FACE_COUNT):
        number += int(s.dice[face]) * DIGITS[face]
    return int(NUMBER[number])


@compiled
def _aboard(s: rules.State) -> int:
    """Boats that cost no sabres, one bit a seat: its own, and those boarded [O17]."""
    return int(s.boarded) | 1 << int(s.turn)


@compiled
def _note_all(m: Memory, s: rules.State) -> None:
    """Notes what can be done with what the table has, in the order of actions."""
    m.promise[:] = UNKNOWN
    m.wishes = 0
    _note(m, rules.END, s.turn, NOTHING, 0, 0.0)
    prospect = RISKED if s.steal else PROSPECT
    for slot in range(rules.SLOTS):
        if s.row[slot] and not rules.waits(s, slot):
            worth = prospect * _chest_worth(s, s.row[slot])
            _note(m, rules.OPEN + slot, s.turn, s.row[slot], 1, worth)
    _note_ashore(m, s, s.turn, rules.LOAD + 1, 1.0)
    if s.steal:
        for rival in range(s.seats):
            if rival != s.turn:
                first = rules.STEAL + rival * rules.LOADS
                _note_ashore(m, s, rival, first, 1 + m.envy * prospect / (s.seats - 1))


@compiled
def _note_ashore(m: Memory, s: rules.State, owner: int, first: int, factor: float) -> None:
    """Notes what lies before a boat, where *first* is the action that takes treasure 1."""
    for treasure in range(1, rules.LOADS + 1):
        times = s.ashore[owner, treasure]
        if times:
            worth = WORTH[treasure] * factor
            _note(m, first + treasure - 1, owner, MOST_KEYS + treasure, times, worth)


@compiled
def _note(m: Memory, action: int, owner: int, thing: int, times: int, worth: float) -> None:
    """Notes an action and, if it is worth anything, puts it behind wishes worth as much."""
    m.value[action] = worth
    m.thing[action] = thing
    m.times[action] = times
    m.owner[action] = owner
    if worth > 0:
        k = int(m.wishes)
        while k > 0 and m.value[m.wish[k - 1]] < worth:
            m.wish[k] = m.wish[k - 1]
            k -= 1
        m.wish[k] = action
        m.wishes += 1


@compiled
def _chest_worth(s: rules.State, keys: int) -> float:
    """What the closed chests with so many keys hold on average."""
    total = 0.0
    chests = 0
    for treasure in range(rules.LOADS + 1):
        total += s.closed[keys, treasure] * WORTH[treasure]
        chests += int(s.closed[keys, treasure])
    return total / max(chests, 1)
