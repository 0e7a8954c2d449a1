"""A Gold River player as a person might be one: it looks where the next two rolls can take it.

A mine is worth its nugget, a casino what a stake brings on average, a robber what he takes, a bank
the safety of the purse; a square nearer the goal counts too, above all while the goal would win the
game.  As long as it would not, the goal itself is shunned.  Banks get all it has, casinos a part of
the purse, and all of it while a rival has more.
"""

from typing import TYPE_CHECKING

from goldrush.bots.policy import Trait
from goldrush.core import Ints, Reals, Record, compiled, record
from goldrush.games.gold_river import purse
from goldrush.games.gold_river.purse import ROUND_SIZES, SIZES, WORTH

if TYPE_CHECKING:
    from goldrush.games.gold_river import rules  # bound by bots.policy.bot()

TRAITS = (
    Trait("boldness", 0.4, 0.0, 1.0),  # the part of the purse that it stakes while it leads
    Trait("caution", 0.3, 0.0, 1.0),  # what a carat in the bank is worth above one in the purse
    Trait("haste", 0.3, 0.0, 10.0),  # the carats that a square nearer the goal is worth
)
LOOKS = True
WATCHES = False
LAGGING = 0.25  # the part of its haste that is left while the goal would not win the game
VICTORY = 100.0  # the carats that winning is worth, and losing costs
CASINO_GAIN = 0.5  # of a stake: 1, 2, 3 win it once, twice, three times, 4, 5, 6 lose it [V19]
SALOON_COST = 1 / 3  # 2 paid, 4 or 6 won on one number each [V17]
TURN_WORTH = 3.0  # the carats that a turn brings, and prison costs
ALONG, ASIDE = range(2)  # ways at a confluence

MEMORY = record(  # beside its traits a boat and a purse in its head, with names as in the rules
    boldness="f8",
    caution="f8",
    haste="f8",
    turn="i1",
    leg="i1",
    heading="i1",
    pips="i1",
    boat=("i1", rules.MAX_SEATS),
    purse=("i2", SIZES),
)


@compiled
def begin(m: Record, seat: int, traits: Reals) -> None:
    """Takes its seat and its temper."""
    m.turn = seat
    m.boldness = traits[0]
    m.caution = traits[1]
    m.haste = traits[2]


@compiled
def watch(m: Record, s: Record, step: int, rng: Ints) -> None:
    """Needs to remember nothing: all lies open."""


@compiled
def choose(m: Record, s: Record, out: Ints, n: int, rng: Ints) -> int:
    """Does in each phase what promises most."""
    m.leg = s.leg
    at = int(s.boat[s.turn])
    if s.phase == rules.CALL:
        down, up = _two_rolls(m, s, at, rules.river.DOWN), _two_rolls(m, s, at, rules.river.UP)
        return rules.GO_DOWN if down > up else rules.GO_UP
    if s.phase == rules.FORK:
        along = _prospect(m, s, _landing(m, at, rules.river.UP, s.pips, ALONG))
        aside = _prospect(m, s, _landing(m, at, rules.river.UP, s.pips, ASIDE))
        return rules.TURN_OFF if aside > along else rules.KEEP_ON
    if s.phase == rules.BET:
        return rules.STAKE + _stake(m, s)
    if s.phase == rules.SAVE:
        return int(out[n - 1])
    return _break(m, s, out, n)


@compiled
def _two_rolls(m: Record, s: Record, at: int, heading: int) -> float:
    """What a roll and the next one promise on average, with the better way at a confluence."""
    total = 0.0
    for pips in range(1, rules.DIE + 1):
        along = _landing(m, at, heading, pips, ALONG)
        aside = _landing(m, at, heading, pips, ASIDE)
        best = _prospect(m, s, along)
        if aside != along:
            best = max(best, _prospect(m, s, aside))
        total += best
    return total / rules.DIE


@compiled
def _prospect(m: Record, s: Record, square: int) -> float:
    """What landing on a square is worth, with the better of the two rolls that can follow."""
    down = _one_roll(m, s, square, rules.river.DOWN)
    up = _one_roll(m, s, square, rules.river.UP)
    nearer = rules.river.TO_GOAL[s.leg, s.boat[s.turn]] - rules.river.TO_GOAL[s.leg, square]
    hurry = m.haste if _lead(s, _at_goal(s)) >= 0 else LAGGING * m.haste
    return float(_worth(m, s, square) + hurry * nearer + max(down, up))


@compiled
def _one_roll(m: Record, s: Record, at: int, heading: int) -> float:
    """What a roll promises on average."""
    total = 0.0
    for pips in range(1, rules.DIE + 1):
        along = _worth(m, s, _landing(m, at, heading, pips, ALONG))
        total += max(along, _worth(m, s, _landing(m, at, heading, pips, ASIDE)))
    return total / rules.DIE


@compiled
def _landing(m: Record, at: int, heading: int, pips: int, way: int) -> int:
    """Where a move ends that keeps to its way at every confluence."""
    m.boat[m.turn] = at
    m.heading = heading
    m.pips = pips
    while m.pips > 0 and not (heading == rules.river.DOWN and rules.river.halted(m)):
        if way == ASIDE and rules.river.halted(m):
            rules.river.turn_off(m)
        else:
            rules.river.sail(m)
    return int(m.boat[m.turn])


@compiled
def _worth(m: Record, s: Record, square: int) -> float:
    """The carats that a square brings or takes on average."""
    kind = rules.river.KIND[square]
    if kind == rules.river.MINE and s.lying[square] != rules.EMPTY:
        return _nugget(s, s.lying[square])
    if kind == rules.river.CASINO:
        return CASINO_GAIN * _stake(m, s)
    if kind == rules.river.BANK:
        return float(m.caution * purse.carats(s.purse[s.turn]))
    if kind == (rules.river.MOUTH if s.leg else rules.river.SOURCE):
        return _goal(s)
    return -_cost(m, s, kind)


@compiled
def _cost(m: Record, s: Record, kind: int) -> float:
    """The carats that squares take which give nothing."""
    carats = purse.carats(s.purse[s.turn])
    if kind == rules.river.PRISON:
        return TURN_WORTH
    if kind == rules.river.SALOON and carats >= rules.FARE:
        return SALOON_COST
    if kind == rules.river.FALLS:
        return float(_over_the_falls(m, s, 0))
    if kind == rules.river.INDIANS:
        return float(carats // 2)
    return float(carats) if kind == rules.river.BANDITS else 0.0


@compiled
def _goal(s: Record) -> float:
    """What the goal is worth: its nuggets or, where the game ends there, winning or losing it."""
    if s.leg < s.legs:
        return _at_goal(s)
    return VICTORY if _lead(s, _at_goal(s)) >= 0 else -VICTORY


@compiled
def _at_goal(s: Record) -> float:
    """The carats at the goal, on average."""
    return rules.AT_GOAL * _nugget(s, rules.NEW if s.leg else rules.OLD)


@compiled
def _nugget(s: Record, lying: int) -> float:
    """The carats of a nugget of leg one or two, on average."""
    carats = 0.0
    nuggets = 0
    for size in range(ROUND_SIZES):
        count = int(rules.ROUND_MIX[size] if lying == rules.NEW else s.bag[size])
        carats += count * WORTH[size]
        nuggets += count
    return carats / max(nuggets, 1)


@compiled
def _lead(s: Record, found: float) -> float:
    """Its carats, with those it would find, less the richest rival's."""
    own = best = 0.0
    for seat in range(s.seats):
        carats = float(purse.carats(s.purse[seat]) + int(s.deposit[seat]))
        if seat == s.turn:
            own = carats
        else:
            best = max(best, carats)
    return own + found - best


@compiled
def _stake(m: Record, s: Record) -> int:
    """All it may while a rival has more, else a part: the odds are on its side [V19]."""
    part = m.boldness if _lead(s, 0.0) >= 0 else 1.0
    return int(part * rules.most_stake(s))


@compiled
def _over_the_falls(m: Record, s: Record, broken: int) -> int:
    """What the falls would take of its purse [V21], with a nugget of a size broken before."""
    for size in range(SIZES):
        m.purse[size] = s.purse[s.turn, size]
    if broken:
        purse.break_one(m.purse, broken)
    return purse.lose(m.purse, purse.nuggets(m.purse) // 2)


@compiled
def _break(m: Record, s: Record, out: Ints, n: int) -> int:
    """The break after which the falls would take least, if that is less than now."""
    best, least = rules.ENOUGH, _over_the_falls(m, s, 0)
    for k in range(n - 1):
        lost = _over_the_falls(m, s, out[k] - rules.BREAK)
        if lost < least:
            best, least = int(out[k]), lost
    return best
