"""Gold River: up the river for its nuggets, past robbers and falls, and to the bank in time.

Numbers in brackets are paragraphs of RULES.en.md.  A nugget on a mine has no value until a boat
lands there; it is then drawn from the bag of those still on the map.
"""

import sys
from typing import TYPE_CHECKING, Annotated, Protocol

import numpy as np

from goldrush.core import CHANCE, OVER, Ints, bags, bind_beside, compiled, layout, no_secrets
from goldrush.core.rng import below
from goldrush.core.seats import NOBODY, after, places, starters
from goldrush.core.state import I1, I2, I1s, I2s
from goldrush.games.contract import Amounts, Option
from goldrush.games.edition import shipped
from goldrush.games.gold_river import purse
from goldrush.games.gold_river.edition import Edition
from goldrush.games.gold_river.purse import ALL_CARATS, MOST_NUGGETS, ROUND_SIZES, SIZES, WORTH

NAME = "gold_river"
VERSION: int = globals().get("VERSION", 2)  # bound, or the newest
MIN_SEATS, MAX_SEATS = 2, 6
OPTIONS: tuple[Option, ...] = (Option("legs", ("1", "2")), Option("call", ("aval", "amont")))

EDITION: Edition = globals().get("EDITION") or shipped(__file__, Edition, VERSION)  # or bound

if TYPE_CHECKING:
    from goldrush.games.gold_river import river
else:
    river = bind_beside(__name__, "river", EDITION=EDITION)

ROUND_MIX = np.array(purse.NUGGETS[:ROUND_SIZES])
BIG_CARATS = ALL_CARATS - int((WORTH[:ROUND_SIZES] * ROUND_MIX).sum())
PURSE = np.array([1, 2, 0, 0, 0, 0, 0])  # what each seat begins with [V4]
AT_GOAL = 4  # nuggets at the source, and in leg two at the mouth [V5, V36]
LAST_ROUND = 100  # of a leg [V38]
DIE, FARE = 6, 2  # faces, and the saloon's carats [V17]
CHANGE_AT_FALLS = VERSION > 1  # version 1 offered none there [V29]

GO_DOWN, GO_UP, KEEP_ON, TURN_OFF = range(4)  # actions: calls, and ways at a confluence
STAKE = 4  # and the carats
MOST_STAKE = ALL_CARATS // 3  # [V20]
DEPOSIT = STAKE + MOST_STAKE + 1  # and the carats of the new deposit
BREAK = DEPOSIT + ALL_CARATS  # and the size, from 1
ENOUGH = BREAK + SIZES
ACTIONS = ENOUGH + 1
AMOUNTS: tuple[Amounts, ...] = (
    Amounts("stake", STAKE, MOST_STAKE),
    Amounts("deposit", DEPOSIT, ALL_CARATS),
)
ROLLED = ROUND_SIZES - 1  # outcomes: sizes of nuggets, then this and the pips, from 1
STARTS = ROLLED + DIE + 1  # and the seat
OUTCOMES = STARTS + MAX_SEATS

FOUND, BEGIN, CALL, ROLL, FORK, DIG = range(6)  # phases: draws, a turn's move
DRINK, BET, SPIN, SAVE, CHANGE, GOAL, DONE = range(DIG + 1, DIG + 8)  # what squares ask, the end
EMPTY, OLD, NEW = range(3)  # what lies on a mine: nothing, leg one's nugget, one to come [V37]
ENDS: tuple[str, ...] = ("goal", "rounds")
# A turn: call, roll, a choice at each pip, the square, its roll, breaks until the purse is full.
LONGEST = 51 + 2 * LAST_ROUND * MAX_SEATS * (4 + DIE + MOST_NUGGETS) + 2 * AT_GOAL
# Purses and deposits are open [V31], and so is all that is done [V16].
hide, resample, seen = no_secrets.hide, no_secrets.resample, no_secrets.seen


class State(Protocol):
    """All that a position of the game holds."""

    seats: I1  # how many play
    legs: I1  # options: legs to be played, less one
    call: I1  # 1 when the word is said for going up; wording only
    first: I1  # the starting seat, NOBODY until drawn
    turn: I1  # the seat whose turn it is
    phase: I1  # what comes next: one of the phases
    turns: I2  # turns played in the match
    leg: I1  # legs finished
    leg_turns: I2  # turns of this leg, played or missed [V38]
    ended_by: I1  # the seat that ended the game by reaching its goal, else NOBODY [V35]
    boat: Annotated[I1s, MAX_SEATS]  # the square of each boat
    jailed: I1  # seats that miss their next turn, one bit each [V24]
    heading: I1  # of the boat that moves
    pips: I1  # squares it still has to go
    stake: I2  # carats staked on the roll to come
    to_draw: I1  # nuggets still to be drawn for the bank or at the goal
    lying: Annotated[I1s, river.SQUARES]  # what lies on each mine: EMPTY, OLD or NEW
    bag: Annotated[I1s, ROUND_SIZES]  # leg one's nuggets that nobody has seen, by size
    purse: Annotated[I2s, MAX_SEATS, SIZES]  # nuggets of each seat by size: open to all [V31]
    deposit: Annotated[I2s, MAX_SEATS]  # carats in the bank of each seat: open to all [V31]
    bank: I2  # carats of the bank itself


STATE = layout(State)


@compiled
def start(s: State, seats: int, options: Ints) -> None:
    """Fills the purses [V3, V4] and the map [V5]; the bank's round nuggets are to be drawn."""
    s.seats = seats
    s.legs, s.call = options[0], options[1]
    s.first, s.phase, s.ended_by = NOBODY, FOUND, NOBODY
    s.turn = s.turns = s.leg = s.leg_turns = 0
    s.jailed = s.heading = s.pips = s.stake = 0
    for square in range(river.SQUARES):
        s.lying[square] = OLD if river.KIND[square] == river.MINE else EMPTY
    for seat in range(MAX_SEATS):
        s.boat[seat] = river.START
        s.deposit[seat] = 0
        for size in range(SIZES):
            s.purse[seat, size] = PURSE[size] if seat < seats else 0
    s.to_draw = -river.MINES - AT_GOAL
    for size in range(ROUND_SIZES):
        s.bag[size] = ROUND_MIX[size] - PURSE[size] * seats
        s.to_draw += s.bag[size]
    s.bank = BIG_CARATS
    if s.to_draw == 0:  # so many mines that the bank gets no round nugget
        s.phase = BEGIN


@compiled
def actor(s: State) -> int:
    """The seat to act, or CHANCE, or OVER."""
    if int(s.phase) in (CALL, FORK, BET, SAVE, CHANGE):
        return int(s.turn)
    return OVER if s.phase == DONE else CHANCE


@compiled
def legal(s: State, out: Ints) -> int:
    """Writes what may be chosen in this phase; amounts are any whole number of carats."""
    if s.phase == CALL:
        return _up_to(out, GO_DOWN, 1)  # [V9]
    if s.phase == FORK:
        return _up_to(out, KEEP_ON, 1)  # [V10]
    if s.phase == BET:
        return _up_to(out, STAKE, most_stake(s))
    if s.phase == SAVE:
        return _up_to(out, DEPOSIT, purse.carats(s.purse[s.turn]) + s.deposit[s.turn])  # [V25]
    n = 0
    for size in range(1, SIZES):
        out[n] = BREAK + size  # kept only if n moves on: no branch to guess wrong
        n += purse.can_break(s.purse[s.turn], size)
    out[n] = ENOUGH
    return n + 1


@compiled
def chance(s: State, out: Ints, weight: Ints) -> int:
    """Writes what may be drawn in this phase, with weights."""
    if s.phase == BEGIN:
        return starters(s.seats, STARTS, out, weight)
    if s.phase == ROLL or s.phase == DRINK or s.phase == SPIN:
        for pips in range(1, DIE + 1):
            out[pips - 1] = ROLLED + pips
            weight[pips - 1] = 1
        return DIE
    if new_nugget(s):
        return bags.contents(ROUND_MIX, out, weight)
    return bags.contents(s.bag, out, weight)


@compiled
def draw(s: State, rng: Ints) -> int:
    """Draws one of these by its weight."""
    if s.phase == ROLL or s.phase == DRINK or s.phase == SPIN:
        return ROLLED + 1 + below(rng, DIE)
    if s.phase == BEGIN:
        return STARTS + below(rng, s.seats)
    return bags.draw(ROUND_MIX, rng) if new_nugget(s) else bags.draw(s.bag, rng)


@compiled
def play(s: State, step: int) -> None:
    """Applies an action or what was drawn."""
    if actor(s) == CHANCE:
        _drawn(s, step)
    else:
        _act(s, step)


@compiled
def score(s: State, out: Ints) -> None:
    """Writes the carats of each seat, purse and deposit [V34]."""
    for seat in range(s.seats):
        out[seat] = purse.carats(s.purse[seat]) + s.deposit[seat]


@compiled
def rank(s: State, out: Ints) -> None:
    """Writes places by carats; a tie goes to the seat that ended the game, others share [V35]."""
    score(s, out)
    for seat in range(s.seats):
        out[seat] = 2 * out[seat] + int(seat == s.ended_by)
    places(out, s.seats)


@compiled
def ended(s: State) -> int:
    """Which of ENDS: the goal was reached [V32, V36], or 100 rounds of a leg are over [V38]."""
    return int(s.ended_by == NOBODY)


@compiled
def most_stake(s: State) -> int:
    """The highest stake: from the purse, and a third of the bank's own carats [V19, V20]."""
    return min(purse.carats(s.purse[s.turn]), int(s.bank) // 3)


@compiled
def new_nugget(s: State) -> bool:
    """Whether the nugget to be drawn is one of leg two, with no value so far [V37]."""
    if s.phase == DIG:
        return bool(s.lying[s.boat[s.turn]] == NEW)
    return bool(s.phase == GOAL and s.leg == 1)


@compiled
def _up_to(out: Ints, first: int, most: int) -> int:
    """Writes the action *first* and the *most* that follow it; returns how many."""
    for n in range(most + 1):
        out[n] = first + n
    return int(most + 1)


@compiled
def _act(s: State, action: int) -> None:
    """Applies what the seat to act has chosen."""
    if s.phase == CALL:
        s.heading = river.DOWN if action == GO_DOWN else river.UP
        s.phase = ROLL
    elif s.phase == FORK:
        _steer(s, action)
    elif s.phase == BET:
        _bet(s, action - STAKE)
    elif s.phase == SAVE:
        _save(s, action - DEPOSIT)
    elif action == ENOUGH:
        _end_turn(s)
    else:
        purse.break_one(s.purse[s.turn], action - BREAK)


@compiled
def _drawn(s: State, outcome: int) -> None:
    """Applies what chance has drawn."""
    if s.phase == ROLL:
        s.pips = outcome - ROLLED
        _move(s)
    elif s.phase == DIG:
        _take(s, outcome)
        s.lying[s.boat[s.turn]] = EMPTY
        _end_turn(s)
    elif s.phase == DRINK:
        _drink(s, outcome - ROLLED)
    elif s.phase == SPIN:
        _spin(s, outcome - ROLLED)
    elif s.phase == GOAL:
        _take(s, outcome)
        s.to_draw -= 1
        if s.to_draw == 0:
            _end_leg(s)
    else:
        _set_up(s, outcome)


@compiled
def _set_up(s: State, drawn: int) -> None:
    """Gives the bank a round nugget [V6], or draws who starts [V8]."""
    if s.phase == FOUND:
        s.bag[drawn] -= 1
        s.bank += WORTH[drawn]
        s.to_draw -= 1
        if s.to_draw == 0:
            s.phase = BEGIN
    else:
        s.first = drawn - STARTS
        s.turn = s.first
        s.phase = CALL


@compiled
def _steer(s: State, action: int) -> None:
    """Follows the main river or turns into a tributary [V10]."""
    if action == TURN_OFF:
        river.turn_off(s)
    else:
        river.sail(s)
    _move(s)


@compiled
def _move(s: State) -> None:
    """Moves the boat until it lands or is to choose a way [V11]."""
    while not river.halted(s):
        river.sail(s)
    if s.pips > 0 and s.heading == river.UP:
        s.phase = FORK
    else:
        s.pips, s.heading = 0, river.DOWN
        _land(s)


@compiled
def _land(s: State) -> None:
    """Lets the square act on which the move ended [V9]; with an empty purse few do [V26]."""
    kind = river.KIND[s.boat[s.turn]]
    carats = purse.carats(s.purse[s.turn])
    if kind == river.MINE and s.lying[s.boat[s.turn]] != EMPTY:
        s.phase = DIG  # [V15]
    elif kind == river.SALOON and carats >= FARE:
        _pay(s, FARE)
        s.phase = DRINK  # [V17, V18]
    elif kind == river.CASINO and carats > 0:
        s.phase = BET  # [V19]
    elif kind == river.INDIANS and carats > 1:
        _pay(s, carats // 2)
        s.phase = CHANGE  # [V22, V29]
    elif kind == river.FALLS and CHANGE_AT_FALLS and purse.nuggets(s.purse[s.turn]) > 1:
        _suffer(s, kind)
        s.phase = CHANGE  # [V21, V29]
    elif kind == river.BANK:
        s.phase = SAVE  # [V25]
    elif kind == (river.MOUTH if s.leg else river.SOURCE):
        s.to_draw = AT_GOAL
        s.phase = GOAL  # [V33, V36]
    else:
        _suffer(s, kind)
        _end_turn(s)


@compiled
def _suffer(s: State, kind: int) -> None:
    """Takes what a square takes without asking for anything."""
    if kind == river.FALLS:
        s.bank += purse.lose(s.purse[s.turn], purse.nuggets(s.purse[s.turn]) // 2)  # [V21]
    elif kind == river.BANDITS:
        s.bank += purse.lose(s.purse[s.turn], purse.nuggets(s.purse[s.turn]))  # [V23]
    elif kind == river.PRISON:
        s.jailed |= 1 << s.turn  # [V24]


@compiled
def _bet(s: State, stake: int) -> None:
    """Pays the stake before the roll [V27]; without one the turn is over."""
    if stake == 0:
        _end_turn(s)
    else:
        _pay(s, stake)
        s.stake = stake
        s.phase = SPIN


@compiled
def _spin(s: State, pips: int) -> None:
    """Returns the stake and 1, 2 or 3 times as much again, or keeps it [V19]."""
    _receive(s, int(s.stake) * (1 + pips) if pips <= 3 else 0)
    s.stake = 0
    _offer_change(s)


@compiled
def _drink(s: State, pips: int) -> None:
    """Pays out 4 or 6, as far as the bank's funds go [V17, V18]."""
    _receive(s, min(2 + 2 * pips, int(s.bank)) if pips <= 2 else 0)
    _offer_change(s)


@compiled
def _save(s: State, deposit: int) -> None:
    """Sets the deposit, from or into the purse: it never is the bank's own [V25]."""
    more = deposit - int(s.deposit[s.turn])
    s.deposit[s.turn] = deposit
    purse.pay(s.purse[s.turn], max(more, 0))
    purse.receive(s.purse[s.turn], max(-more, 0))
    _offer_change(s)


@compiled
def _offer_change(s: State) -> None:
    """Lets the seat break nuggets, while it has any [V28, V29]."""
    if purse.nuggets(s.purse[s.turn]) > 0:
        s.phase = CHANGE
    else:
        _end_turn(s)


@compiled
def _take(s: State, size: int) -> None:
    """Puts a nugget into the purse: from the map [V15], or if it can from the bank [V37]."""
    if not new_nugget(s):
        s.bag[size] -= 1
        s.purse[s.turn, size] += 1
    elif s.bank >= WORTH[size]:
        s.bank -= WORTH[size]
        s.purse[s.turn, size] += 1


@compiled
def _receive(s: State, owed: int) -> None:
    """Moves carats from the bank to the purse [V27]."""
    s.bank -= owed
    purse.receive(s.purse[s.turn], owed)


@compiled
def _pay(s: State, owed: int) -> None:
    """Moves carats from the purse to the bank [V27]."""
    s.bank += owed
    purse.pay(s.purse[s.turn], owed)


@compiled
def _end_leg(s: State) -> None:
    """Ends the game [V32, V36], or sends all boats down the river again [V36, V37]."""
    if s.leg == s.legs:
        s.ended_by = s.turn
        s.turns += 1
        s.leg_turns += 1
        s.phase = DONE
        return
    s.leg = 1
    s.leg_turns = -1  # the turn that ends belongs to leg one
    for square in range(river.SQUARES):
        if river.KIND[square] == river.MINE and s.lying[square] == EMPTY:
            s.lying[square] = NEW
    _end_turn(s)


@compiled
def _end_turn(s: State) -> None:
    """Passes the turn on, over those in prison [V24], unless 100 rounds are over [V38]."""
    s.turns += 1
    s.phase = CALL
    missed = True
    while missed and s.phase == CALL:
        s.leg_turns += 1
        if s.leg_turns == LAST_ROUND * int(s.seats):
            s.phase = DONE
        else:
            s.turn = after(s.turn, s.seats)
            missed = bool(s.jailed >> s.turn & 1)
            s.jailed &= ~(1 << s.turn)


if TYPE_CHECKING:
    from goldrush.games.gold_river import checks
else:
    checks = bind_beside(__name__, "checks", rules=sys.modules[__name__], river=river)
CHECKS: tuple[str, ...] = checks.CHECKS
check = checks.check
