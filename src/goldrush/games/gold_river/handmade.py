"""A Gold River player as a person might be one: it looks where the next two rolls can take it.

A mine is worth its nugget, a casino what a stake brings on average, a robber what he takes, a bank
the safety of the purse; a square nearer the goal counts too, above all while the goal would win the
game.  As long as it would not, the goal itself is shunned.  Banks get all it has, casinos a part of
the purse, and all of it while a rival has more.
"""

from typing import TYPE_CHECKING, Annotated, Protocol

import numpy as np

from goldrush.bots.policy import Trait
from goldrush.core import Ints, Reals, blank, compiled, interpreted, layout
from goldrush.core.state import F8, F8s, I2s
from goldrush.games.gold_river import purse
from goldrush.games.gold_river.edition import KINDS
from goldrush.games.gold_river.purse import ROUND_SIZES, SIZES, WORTH

if TYPE_CHECKING:
    from goldrush.games.gold_river import river, rules
else:  # of the rules bound by bots.policy.bot()
    river = rules.river

NEEDS = ()
COMPILED = True
TRAITS = (
    Trait("boldness", 0.4, 0.0, 1.0),  # the part of the purse that it stakes while it leads
    Trait("caution", 0.3, 0.0, 1.0),  # what a carat in the bank is worth above one in the purse
    Trait("haste", 0.3, 0.0, 10.0),  # the carats that a square nearer the goal is worth
)
LOOKS = True
WATCHES = False
LIKES = 0  # it tells no two actions to be alike
LAGGING = 0.25  # the part of its haste that is left while the goal would not win the game
VICTORY = 100.0  # the carats that winning is worth, and losing costs
CASINO_GAIN = 0.5  # of a stake: 1, 2, 3 win it once, twice, three times, 4, 5, 6 lose it [V19]
SALOON_COST = 1 / 3  # 2 paid, 4 or 6 won on one number each [V17]
TURN_WORTH = 3.0  # the carats that a turn brings, and prison costs
DOWN, ALONG, ASIDE = range(3)  # courses: down, and up with one way or the other at a confluence


def _course(leg: int, square: int, course: int) -> list[int]:
    """Where a boat is after each pip of a move that keeps to its course; without the compiler."""
    sailing = interpreted(river)
    s = blank(rules.STATE)
    s.leg, s.boat[0], s.pips = leg, square, rules.DIE
    s.heading = river.DOWN if course == DOWN else river.UP
    landings = [square]
    for _ in range(rules.DIE):
        if course == ASIDE and sailing.halted(s):
            sailing.turn_off(s)
        elif course != DOWN or not sailing.halted(s):
            sailing.sail(s)
        landings.append(int(s.boat[0]))
    return landings


LANDING = np.array(  # by leg, square, course and pips
    [[[_course(g, q, c) for c in range(3)] for q in range(river.SQUARES)] for g in range(2)],
    np.int8,
)


class Memory(Protocol):
    """Its traits, and what it reckons while it chooses."""

    boldness: F8
    caution: F8
    haste: F8
    own: F8  # its carats
    rival: F8  # those of its richest rival
    hurry: F8  # what a square nearer the goal is worth now
    kind: Annotated[F8s, len(KINDS)]  # what squares of each kind bring, but for nuggets on mines
    worth: Annotated[F8s, river.SQUARES]  # what each square brings
    purse: Annotated[I2s, SIZES]  # a purse in its head


MEMORY = layout(Memory)


@compiled
def begin(m: Memory, seat: int, traits: Reals) -> None:
    """Takes its temper."""
    m.boldness = traits[0]
    m.caution = traits[1]
    m.haste = traits[2]


@compiled
def watch(m: Memory, s: rules.State, step: int, rng: Ints) -> None:
    """Needs to remember nothing: all lies open."""


@compiled
def choose(m: Memory, s: rules.State, out: Ints, n: int, rng: Ints) -> int:
    """Does in each phase what promises most."""
    if s.phase == rules.SAVE:
        return int(out[n - 1])
    if s.phase == rules.CHANGE:
        return _break(m, s, out, n)
    _count(m, s)
    if s.phase == rules.BET:
        return rules.STAKE + _stake(m, s)
    _reckon(m, s)
    if s.phase == rules.FORK:
        along = _prospect(m, s, _landing(s, ALONG, s.pips))
        aside = _prospect(m, s, _landing(s, ASIDE, s.pips))
        return rules.TURN_OFF if aside > along else rules.KEEP_ON
    down, up = _two_rolls(m, s, DOWN, DOWN), _two_rolls(m, s, ALONG, ASIDE)
    return rules.GO_DOWN if down > up else rules.GO_UP


@compiled
def _two_rolls(m: Memory, s: rules.State, one: int, other: int) -> float:
    """What a roll and the next one promise on average, with the better of two courses."""
    total = 0.0
    for pips in range(1, rules.DIE + 1):
        along, aside = _landing(s, one, pips), _landing(s, other, pips)
        best = _prospect(m, s, along)
        if aside != along:
            best = max(best, _prospect(m, s, aside))
        total += best
    return total / rules.DIE


@compiled
def _landing(s: rules.State, course: int, pips: int) -> int:
    """Where a move of the boat whose turn it is ends."""
    return int(LANDING[s.leg, s.boat[s.turn], course, pips])


@compiled
def _prospect(m: Memory, s: rules.State, square: int) -> float:
    """What landing on a square is worth, with the better of the two rolls that can follow."""
    down = _one_roll(m, s, square, DOWN, DOWN)
    up = _one_roll(m, s, square, ALONG, ASIDE)
    nearer = river.TO_GOAL[s.leg, s.boat[s.turn]] - river.TO_GOAL[s.leg, square]
    return float(m.worth[square] + m.hurry * nearer + max(down, up))


@compiled
def _one_roll(m: Memory, s: rules.State, at: int, one: int, other: int) -> float:
    """What a roll promises on average, with the better of two courses."""
    total = 0.0
    for pips in range(1, rules.DIE + 1):
        along = m.worth[LANDING[s.leg, at, one, pips]]
        total += max(along, m.worth[LANDING[s.leg, at, other, pips]])
    return total / rules.DIE


@compiled
def _count(m: Memory, s: rules.State) -> None:
    """Counts its carats, and those of its richest rival."""
    m.rival = 0.0
    for seat in range(s.seats):
        carats = float(purse.carats(s.purse[seat]) + int(s.deposit[seat]))
        if seat == s.turn:
            m.own = carats
        else:
            m.rival = max(m.rival, carats)


@compiled
def _reckon(m: Memory, s: rules.State) -> None:
    """Reckons the carats that each square brings or takes on average, and how much it hurries."""
    old, new = _nugget(s, rules.OLD), _nugget(s, rules.NEW)
    at_goal = rules.AT_GOAL * (new if s.leg else old)
    wins = m.own + at_goal - m.rival >= 0
    m.hurry = m.haste if wins else LAGGING * m.haste
    _reckon_kinds(m, s)
    goal = river.MOUTH if s.leg else river.SOURCE
    if s.leg < s.legs:
        m.kind[goal] = at_goal
    else:  # the game ends there
        m.kind[goal] = VICTORY if wins else -VICTORY
    for square in range(river.SQUARES):
        if s.lying[square] == rules.EMPTY:
            m.worth[square] = m.kind[river.KIND[square]]
        else:
            m.worth[square] = new if s.lying[square] == rules.NEW else old


@compiled
def _reckon_kinds(m: Memory, s: rules.State) -> None:
    """Reckons what all kinds of squares bring but the goal; most of them take."""
    carats = purse.carats(s.purse[s.turn])
    m.kind[:] = 0.0
    m.kind[river.CASINO] = CASINO_GAIN * _stake(m, s)
    m.kind[river.BANK] = m.caution * carats
    m.kind[river.PRISON] = -TURN_WORTH
    m.kind[river.SALOON] = -SALOON_COST if carats >= rules.FARE else 0.0
    m.kind[river.FALLS] = -_over_the_falls(m, s, 0)
    m.kind[river.INDIANS] = -(carats // 2)
    m.kind[river.BANDITS] = -carats


@compiled
def _stake(m: Memory, s: rules.State) -> int:
    """All it may while a rival has more, else a part: the odds are on its side [V19]."""
    part = m.boldness if m.own >= m.rival else 1.0
    return int(part * rules.most_stake(s))


@compiled
def _nugget(s: rules.State, lying: int) -> float:
    """The carats of a nugget of leg one or two, on average."""
    carats = 0.0
    nuggets = 0
    for size in range(ROUND_SIZES):
        count = int(rules.ROUND_MIX[size] if lying == rules.NEW else s.bag[size])
        carats += count * WORTH[size]
        nuggets += count
    return carats / max(nuggets, 1)


@compiled
def _over_the_falls(m: Memory, s: rules.State, broken: int) -> int:
    """What the falls would take of its purse [V21], with a nugget of a size broken before."""
    for size in range(SIZES):
        m.purse[size] = s.purse[s.turn, size]
    if broken:
        purse.break_one(m.purse, broken)
    return purse.lose(m.purse, purse.nuggets(m.purse) // 2)


@compiled
def _break(m: Memory, s: rules.State, out: Ints, n: int) -> int:
    """The break after which the falls would take least, if that is less than now."""
    best, least = rules.ENOUGH, _over_the_falls(m, s, 0)
    for k in range(n - 1):
        lost = _over_the_falls(m, s, out[k] - rules.BREAK)
        if lost < least:
            best, least = int(out[k]), lost
    return best
