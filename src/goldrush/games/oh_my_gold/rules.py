"""Oh My Gold!: roll four dice, open chests, load treasures, and mind your rivals.

Numbers in brackets are paragraphs of RULES.en.md.  A chest shows its keys when it comes to the top
of the pile, and what it holds when it is opened: both are drawn only then.
"""

import sys
from itertools import product
from typing import TYPE_CHECKING, Annotated, Protocol

import numpy as np

from goldrush.core import CHANCE, OVER, Ints, bags, bind_beside, compiled, layout, no_secrets
from goldrush.core.rng import below
from goldrush.core.seats import NOBODY, after, places, starters
from goldrush.core.state import I1, I2, I1s
from goldrush.games.contract import Amounts, Option
from goldrush.games.edition import shipped
from goldrush.games.oh_my_gold.edition import DICE, FACES, MOST_KEYS, Edition

NAME = "oh_my_gold"
VERSION: int = globals().get("VERSION", 2)  # bound, or the newest
MIN_SEATS, MAX_SEATS = 2, 4
ALL, ONE = range(2)  # dice are placed before chests are opened, or card after card [O10]
CHESTS_WAIT = VERSION > 1  # with keys on them, if so agreed; version 1 opened each at once [O10]
PLACING = (Option("placing", ("all", "one")),) if CHESTS_WAIT else ()
OPTIONS = (*PLACING, *(Option(name, ("off", "on")) for name in ("greedy", "steal", "wild")))

EDITION: Edition = globals().get("EDITION") or shipped(__file__, Edition, VERSION)  # or bound

KEY, COIN, DIAMOND, SABRES = range(len(FACES))
FACE_COUNT = len(FACES)
SLOTS = 3  # [O4]
LAST_TURN = 400  # [O25]

# Treasures by what they show, the fish bones first; chests by their keys and treasure [O3].
TREASURES = sorted({c.treasure for c in EDITION.chests.list} | {""}, key=lambda t: (len(t), t))
BONES = 0
LOADS = len(TREASURES) - 1  # kinds that can be loaded: all but the bones
TREASURE_COINS = np.array([treasure.count("C") for treasure in TREASURES])
TREASURE_DIAMONDS = np.array([treasure.count("D") for treasure in TREASURES])
TREASURE_POINTS = TREASURE_COINS + TREASURE_DIAMONDS  # [O22]
CHEST_CARDS = np.zeros((MOST_KEYS + 1, LOADS + 1), np.int64)
for _chest in EDITION.chests.list:
    CHEST_CARDS[_chest.keys, TREASURES.index(_chest.treasure)] = _chest.cards

# Rolls of 4 to 1 dice, by how many show each face; the ways in which each comes about, by dice.
_rolls = [r for r in product(range(DICE, -1, -1), repeat=FACE_COUNT) if 1 <= sum(r) <= DICE]
_rolls.sort(key=sum, reverse=True)
ROLLS = np.array(_rolls)
ROLL_WAYS = np.array([[EDITION.die.ways(roll, n) for roll in _rolls] for n in range(DICE + 1)])

ROLL_AGAIN = 0  # actions
OPEN = 1  # and the slot
LOAD = OPEN + SLOTS - 1  # and the treasure, from 1
STEAL = LOAD + LOADS + 1  # and rival * LOADS + treasure - 1
END = STEAL + MAX_SEATS * LOADS
ACTIONS = END + 1
AMOUNTS: tuple[Amounts, ...] = ()
KEYS_DRAWN = LOADS  # outcomes: treasures, then this and the keys, from 1
STARTS = KEYS_DRAWN + MOST_KEYS + 1  # and the seat
ROLLED = STARTS + MAX_SEATS  # and the number of the roll
OUTCOMES = ROLLED + len(_rolls)

BEGIN, FILL, ROLL, ACT, REVEAL, DONE = range(6)  # phases
ENDS: tuple[str, ...] = ("last_chest", "turns")
# A turn: two rolls and the choice of the second, each die a card opened and drawn, end, refill.
LONGEST = 5 + LAST_TURN * (3 + 2 * DICE + 1 + SLOTS)
# Dice and cards are for all to see [O8]; loot is memory, not a secret [O24].
hide, resample, seen = no_secrets.hide, no_secrets.resample, no_secrets.seen


class State(Protocol):
    """All that a position of the game holds."""

    seats: I1  # how many play
    if CHESTS_WAIT:
        placing: I1  # ALL or ONE [O10]
    greedy: I1  # options, 1 when on [O15, O16, O18]
    steal: I1
    wild: I1
    first: I1  # the starting seat, NOBODY until drawn
    turn: I1  # the seat whose turn it is
    phase: I1  # what comes next: one of the phases
    turns: I2  # turns played in the match
    row: Annotated[I1s, SLOTS]  # keys of the chest in each slot, 0 where there is none
    if CHESTS_WAIT:
        keyed: I1  # slots whose chest waits, one bit each
    top: I1  # keys of the pile's top card, 0 until drawn and when there is none
    unseen: Annotated[I1s, MOST_KEYS + 1]  # the rest of the pile by keys; nobody knows its order
    opening: I1  # keys of the chest being opened, or 0
    closed: Annotated[I1s, MOST_KEYS + 1, LOADS + 1]  # chests not opened, by these: public
    dice: Annotated[I1s, FACE_COUNT]  # dice rolled and not used, by face
    used: I1  # dice on cards and boats in this turn
    again: I1  # 1 once the dice were rolled again in this turn
    boarded: I1  # rivals' boats with a sabres die, one bit a seat [O17]
    ashore: Annotated[I1s, MAX_SEATS, LOADS + 1]  # treasures that lie before each boat
    loot: Annotated[I1s, MAX_SEATS, LOADS + 1]  # and under it: covered, but no secret [O24]
    closing: I1  # turns still to be played once the last chest is open, this one included


STATE = layout(State)


@compiled
def start(s: State, seats: int, options: Ints) -> None:
    """Sets up the pile; starting seat and first chests' keys are still to be drawn [O4, O5]."""
    s.seats = seats
    if CHESTS_WAIT:
        s.placing, s.keyed = options[0], 0
    s.greedy, s.steal, s.wild = options[-3], options[-2], options[-1]
    s.first, s.phase = NOBODY, BEGIN
    s.turn = s.turns = s.closing = 0
    s.row[:] = s.unseen[:] = s.top = s.opening = 0
    for keys in range(MOST_KEYS + 1):
        for treasure in range(LOADS + 1):
            s.closed[keys, treasure] = CHEST_CARDS[keys, treasure]
            s.unseen[keys] += CHEST_CARDS[keys, treasure]
    s.dice[:] = s.used = s.again = s.boarded = 0
    s.ashore[:, :] = s.loot[:, :] = 0


@compiled
def actor(s: State) -> int:
    """The seat to act, or CHANCE, or OVER."""
    if s.phase == ACT:
        return int(s.turn)
    return OVER if s.phase == DONE else CHANCE


@compiled
def legal(s: State, out: Ints) -> int:
    """Writes what the dice left allow; the turn ends only when nothing must be used [O12]."""
    out[0] = ROLL_AGAIN  # kept only if n moves on: no branch to guess wrong
    n = rolls = int(may_roll_again(s))
    for slot in range(SLOTS):
        out[n] = OPEN + slot
        n += s.row[slot] > 0 and not waits(s, slot) and opens(s, s.row[slot])
    for treasure in range(1, LOADS + 1):
        out[n] = LOAD + treasure
        n += s.ashore[s.turn, treasure] > 0 and loads(s, treasure, 0)
    done = n == rolls
    if s.steal:
        n = _thefts(s, out, n)
    out[n] = END
    return int(n + done)


@compiled
def chance(s: State, out: Ints, weight: Ints) -> int:
    """Writes what may be drawn in this phase, with weights."""
    if s.phase == BEGIN:
        return starters(s.seats, STARTS, out, weight)
    if s.phase == REVEAL:
        return bags.contents(s.closed[s.opening], out, weight)
    if s.phase == FILL:
        n, first = bags.contents(s.unseen, out, weight), KEYS_DRAWN
    else:
        n, first = bags.contents(ROLL_WAYS[DICE - s.used], out, weight), ROLLED
    for k in range(n):
        out[k] += first
    return n


@compiled
def draw(s: State, rng: Ints) -> int:
    """Draws one of these by its weight."""
    if s.phase == BEGIN:
        return STARTS + below(rng, s.seats)
    if s.phase == REVEAL:
        return bags.draw(s.closed[s.opening], rng)
    if s.phase == FILL:
        return KEYS_DRAWN + bags.draw(s.unseen, rng)
    return ROLLED + bags.draw(ROLL_WAYS[DICE - s.used], rng)


@compiled
def play(s: State, step: int) -> None:
    """Applies an action or what was drawn."""
    if s.phase == ACT:
        _act(s, step)
    elif s.phase == BEGIN:
        s.first = step - STARTS
        s.turn = s.first
        _fill(s)
    elif s.phase == FILL:
        s.top = step - KEYS_DRAWN
        s.unseen[s.top] -= 1
        _fill(s)
    elif s.phase == REVEAL:
        _reveal(s, step)
    else:
        for face in range(FACE_COUNT):
            s.dice[face] = ROLLS[step - ROLLED, face]
        s.phase = ACT


@compiled
def score(s: State, out: Ints) -> None:
    """Writes a point for each coin and each diamond under the boat [O22]; no others count [O23]."""
    for seat in range(s.seats):
        out[seat] = looted(s, seat, TREASURE_POINTS)


@compiled
def rank(s: State, out: Ints) -> None:
    """Writes places by points, then most diamonds, then fewest fish bones; ties share [O22]."""
    for seat in range(s.seats):
        merit = looted(s, seat, TREASURE_POINTS) * 128 + looted(s, seat, TREASURE_DIAMONDS)
        out[seat] = merit * 128 - int(s.loot[seat, BONES])
    places(out, s.seats)


@compiled
def ended(s: State) -> int:
    """Which of ENDS: after the last chest all had a turn [O20], or 400 were played [O25]."""
    return 0 if s.closing == 0 and all_open(s) else 1


@compiled
def may_roll_again(s: State) -> bool:
    """Once a turn: all four dice before any is used [O6], or when greedy the dice left [O15]."""
    return bool(not s.again and (s.used == 0 or (s.greedy and s.used < DICE)))


@compiled
def waits(s: State, slot: int) -> bool:
    """Whether a chest has its keys, and is opened at the end of the turn [O10]."""
    if not CHESTS_WAIT:
        return False
    return bool(s.keyed >> slot & 1)


@compiled
def opens(s: State, keys: int) -> bool:
    """Whether the dice left open a chest with so many keys [O7, O18]."""
    return bool(s.dice[KEY] + (s.dice[SABRES] if s.wild else 0) >= keys)


@compiled
def loads(s: State, treasure: int, spent: int) -> bool:
    """Whether the dice left, but for *spent* sabres, fill all places of a treasure [O7, O18]."""
    missing = max(TREASURE_COINS[treasure] - s.dice[COIN], 0)
    missing += max(TREASURE_DIAMONDS[treasure] - s.dice[DIAMOND], 0)
    return bool(missing <= (s.dice[SABRES] - spent if s.wild else 0))


@compiled
def steals(s: State, rival: int, treasure: int) -> bool:
    """Whether a rival's treasure can be taken; a boat costs one real sabres [O17, O19]."""
    fare = 0 if s.boarded >> rival & 1 else 1
    return bool(s.dice[SABRES] >= fare and loads(s, treasure, fare))


@compiled
def all_open(s: State) -> bool:
    """Whether no chest is closed any more: row and pile are empty [O21]."""
    return bool(s.row[0] == s.row[1] == s.row[2] == s.opening == pile(s) == 0)


@compiled
def pile(s: State) -> int:
    """How many chests the pile has."""
    return int(s.unseen[1]) + int(s.unseen[2]) + int(s.unseen[3]) + int(s.top > 0)


@compiled
def looted(s: State, seat: int, shown: Ints) -> int:
    """How many of something a seat's loot has, where *shown* says what each treasure has."""
    n = 0
    for treasure in range(LOADS + 1):
        n += int(s.loot[seat, treasure]) * int(shown[treasure])
    return n


@compiled
def _thefts(s: State, out: Ints, n: int) -> int:
    """Writes what can be stolen behind the *n* actions already there [O16]."""
    for rival in range(s.seats):
        if rival != s.turn:
            for treasure in range(1, LOADS + 1):
                out[n] = STEAL + rival * LOADS + treasure - 1
                n += s.ashore[rival, treasure] > 0 and steals(s, rival, treasure)
    return n


@compiled
def _act(s: State, action: int) -> None:
    """Applies what the seat to act has chosen."""
    if action == ROLL_AGAIN:
        s.again = 1
        s.dice[:] = 0
        s.phase = ROLL
    elif action == END:
        _open_next(s)
    elif action >= STEAL:
        rival = (action - STEAL) // LOADS
        if not s.boarded >> rival & 1:
            s.boarded |= 1 << rival
            _use(s, SABRES, 1)
        _load(s, rival, (action - STEAL) % LOADS + 1)
    elif action > LOAD:
        _load(s, s.turn, action - LOAD)
    else:
        slot = action - OPEN
        _use(s, KEY, s.row[slot])
        if CHESTS_WAIT and s.placing == ALL:
            s.keyed |= 1 << slot
        else:
            _open(s, slot)


@compiled
def _open(s: State, slot: int) -> None:
    """Takes a chest out of the row, to be turned over."""
    s.opening = s.row[slot]
    s.row[slot] = 0
    s.phase = REVEAL


@compiled
def _open_next(s: State) -> None:
    """Opens the first chest from the left that has its keys; without any the turn is over [O10]."""
    if CHESTS_WAIT:
        for slot in range(SLOTS):
            if s.keyed >> slot & 1:
                s.keyed &= ~(1 << slot)
                _open(s, slot)
                return
    _end_turn(s)


@compiled
def _use(s: State, face: int, n: int) -> None:
    """Puts *n* dice of a face on a card: real faces first, then wild sabres [O19]."""
    real = min(int(n), int(s.dice[face]))
    s.dice[face] -= real
    s.dice[SABRES] -= n - real
    s.used += n


@compiled
def _load(s: State, owner: int, treasure: int) -> None:
    """Takes a completed treasure under the boat of the seat to act [O9, O16]."""
    _use(s, COIN, TREASURE_COINS[treasure])
    _use(s, DIAMOND, TREASURE_DIAMONDS[treasure])
    s.ashore[owner, treasure] -= 1
    s.loot[s.turn, treasure] += 1


@compiled
def _reveal(s: State, treasure: int) -> None:
    """Turns the opened chest over: before the boat [O8], or fish bones under it at once [O13]."""
    s.closed[s.opening, treasure] -= 1
    s.opening = 0
    if treasure == BONES:
        s.loot[s.turn, BONES] += 1
    else:
        s.ashore[s.turn, treasure] += 1
    if all_open(s):
        s.closing = s.seats + 1  # this turn, and one more for every seat [O20, O21]
    s.phase = ACT
    if CHESTS_WAIT and s.placing == ALL:
        _open_next(s)


@compiled
def _end_turn(s: State) -> None:
    """Passes the turn to the left, unless the match is over [O20, O25]."""
    s.turns += 1
    s.dice[:] = s.used = s.again = s.boarded = 0  # what fits nowhere is lost [O9]
    if s.closing:
        s.closing -= 1
    if s.turns == LAST_TURN or (s.closing == 0 and all_open(s)):
        s.phase = DONE
    else:
        s.turn = after(s.turn, s.seats)
        _fill(s)


@compiled
def _fill(s: State) -> None:
    """Moves the top card into the first gap; the keys of each new top are to be drawn [O14]."""
    for slot in range(SLOTS):
        if s.row[slot] == 0 and s.top:
            s.row[slot] = s.top
            s.top = 0
    s.phase = FILL if s.top == 0 and pile(s) else ROLL


if TYPE_CHECKING:
    from goldrush.games.oh_my_gold import checks
else:
    checks = bind_beside(__name__, "checks", rules=sys.modules[__name__], CHESTS_WAIT=CHESTS_WAIT)
CHECKS: tuple[str, ...] = checks.CHECKS
check = checks.check
