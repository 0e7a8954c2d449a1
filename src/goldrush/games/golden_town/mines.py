"""The mines of Golden-Town: runs from level to level, cave-ins, and nuggets made of ore.

``pieces``, ``roads`` and ``turns`` are bound by rules.py.
"""

from typing import TYPE_CHECKING

from goldrush.core import Ints, compiled
from goldrush.games.golden_town.edition import NUGGET

if TYPE_CHECKING:
    from goldrush.games.golden_town import pieces, roads, turns

IDLE_TAKES = pieces.IDLE_TAKES  # a name of this module's own: numba rules out branches by no others


@compiled
def left(s: pieces.State, level: int) -> int:
    """Filons left on a level, from 1, of the concession where the seat on turn is."""
    return int(s.left[roads.CONCESSION[s.place[s.turn]], level - 1])


@compiled
def next_level(s: pieces.State, way: int) -> int:
    """The nearest level above or below that is not exhausted, or 0 [T23]."""
    step = 1 if way == pieces.DOWNWARD else -1
    level = int(s.depth[s.turn]) + step
    while 1 <= level <= pieces.LEVELS:
        if left(s, level) > 0:
            return level
        level += step
    return 0


@compiled
def first_levels(s: pieces.State) -> int:
    """The levels with which a run may begin, as bits: the own one, or the nearest ones [T23]."""
    depth = s.depth[s.turn]
    if depth != pieces.ENTRANCE and left(s, depth) > 0:
        return 1 << int(depth)
    return (1 << next_level(s, pieces.UPWARD) | 1 << next_level(s, pieces.DOWNWARD)) & ~1


@compiled
def may_take(s: pieces.State) -> bool:
    """Whether a filon may be taken without a card: at the entrance [T25], after a lift [T29]."""
    depth = s.depth[s.turn]
    if depth == pieces.ENTRANCE:
        return bool(left(s, 1) > 0 and (not IDLE_TAKES or _all_idle(s)))
    return bool(s.lifted >> s.turn & 1 and left(s, depth) > 0)


@compiled
def _all_idle(s: pieces.State) -> bool:
    """Whether no card of the hand could be played at an entrance [T25]."""
    for card in range(pieces.CARDS):
        if s.hand[s.turn, card] > 0 and not pieces.IDLE[card]:
            return False
    return True


@compiled
def tools(s: pieces.State, out: Ints, n: int) -> int:
    """Writes what may be done in an opened mine with a card or without, but for swaps [T22]."""
    hand = s.hand[s.turn]
    out[n] = pieces.TAKE  # kept only if n moves on: no branch to guess wrong
    n += may_take(s)
    levels = first_levels(s)
    for card in range(pieces.LEVEL_CARDS):
        out[n] = pieces.PLAY + card
        n += hand[card] > 0 and (pieces.SHOWS[card] & levels) > 0
    out[n] = pieces.PLAY + pieces.LEVEL_CARDS
    n += hand[pieces.JOKER] > 0 and levels > 0
    for level in range(pieces.LEVELS + 1):
        out[n] = pieces.LIFT_TO + level
        n += hand[pieces.LIFT] > 0 and level != s.depth[s.turn]
    for level in range(pieces.LEVELS + 1):
        out[n] = pieces.JOKER_TO + level
        n += hand[pieces.JOKER] > 0 and level != s.depth[s.turn]
    return int(n)


@compiled
def work(s: pieces.State, action: int) -> None:
    """Applies what is done in an opened mine, but for swaps [T22]."""
    s.lifted &= ~(1 << s.turn)
    if action == pieces.LEAVE:
        s.depth[s.turn] = pieces.EXIT  # [T27]
        turns.end(s)
    elif action == pieces.TAKE:
        s.began = pieces.NO_CARD
        s.phase = pieces.DIG
        if IDLE_TAKES and s.depth[s.turn] == pieces.ENTRANCE:
            s.idle[s.turn] = turns.unseen(s, s.turn)  # which all can tell now
    elif action < pieces.LIFT_TO:
        card = action - pieces.PLAY
        _play(s, card if card < pieces.LEVEL_CARDS else pieces.JOKER)
    elif action < pieces.JOKER_TO:
        _lift(s, pieces.LIFT, action - pieces.LIFT_TO)
    else:
        _lift(s, pieces.JOKER, action - pieces.JOKER_TO)


@compiled
def runs(s: pieces.State, out: Ints) -> int:
    """Writes how a run may go on [T23, T28]."""
    n = 0
    out[n] = pieces.UP  # kept only if n moves on: no branch to guess wrong
    n += s.way == pieces.OPEN and reaches(s, pieces.UPWARD)
    out[n] = pieces.DOWN
    n += s.way == pieces.OPEN and reaches(s, pieces.DOWNWARD)
    out[n] = pieces.ON
    n += s.way != pieces.OPEN and reaches(s, s.way)
    out[n] = pieces.SURFACE
    n += may_surface(s)
    out[n] = pieces.STOP
    return int(n + (s.dug > 0))


@compiled
def reaches(s: pieces.State, way: int) -> bool:
    """Whether the card shows the next level that way [T23]."""
    return bool(s.card >> next_level(s, way) & 1)


@compiled
def may_surface(s: pieces.State) -> bool:
    """Whether a run may end at the entrance: upward or of one level, with nothing above [T28]."""
    upward = s.way == pieces.UPWARD or (s.began == pieces.BY_CARD and s.dug == 1)
    above = s.depth[s.turn] > 1 and next_level(s, pieces.UPWARD) > 0
    return bool(s.dug > 0 and upward and not above)


@compiled
def run(s: pieces.State, action: int) -> None:
    """Goes on with a run, or ends it."""
    if action == pieces.STOP:
        turns.refill(s)
    elif action == pieces.SURFACE:
        s.depth[s.turn] = pieces.ENTRANCE
        turns.refill(s)
    else:
        if action != pieces.ON:
            s.way = pieces.UPWARD if action == pieces.UP else pieces.DOWNWARD
        s.depth[s.turn] = next_level(s, s.way)
        s.phase = pieces.DIG


@compiled
def dig_level(s: pieces.State) -> int:
    """The level, from 1, of the filon to be drawn: at the entrance the first [T25]."""
    return max(int(s.depth[s.turn]), 1)


@compiled
def dig(s: pieces.State, holds: int) -> None:
    """Takes the top filon of a level: it is kept face down [T32], or something happens."""
    level = dig_level(s) - 1
    s.left[roads.CONCESSION[s.place[s.turn]], level] -= 1
    s.bag[level, holds] -= 1
    s.dug += 1
    if holds == pieces.ABANDON:
        banish(s, s.turn)  # [T35]
        turns.refill(s)
    elif holds == pieces.CAVE_IN:
        if s.hand[s.turn, pieces.PROP] + s.hand[s.turn, pieces.JOKER] > 0:
            s.phase = pieces.PROPPING
        else:
            fall(s)
    else:
        s.owner[s.taken] = s.turn
        s.level[s.taken] = level
        s.holds[s.taken] = holds
        s.known[s.taken] = 1 << s.turn
        s.taken += 1
        s.ore[s.turn] += pieces.GOLD[holds]
        go_on(s)


@compiled
def prop(s: pieces.State, action: int) -> None:
    """Shows a prop in a cave-in, or does not [T33]."""
    if action == pieces.NO_PROP:
        fall(s)
    else:
        turns.discard(s, pieces.PROP if action == pieces.SHOW_PROP else pieces.JOKER)
        go_on(s)


@compiled
def fall(s: pieces.State) -> None:
    """Carries the prospector out of the cave-in to the Hospital, for a turn [T33]."""
    turns.settle(s, s.turn, roads.AT_HOSPITAL)
    s.missing |= 1 << s.turn
    turns.refill(s)


@compiled
def banish(s: pieces.State, seat: int) -> None:
    """Sends a prospector to the exit of a concession that is now closed to it [T36, T40]."""
    s.depth[seat] = pieces.EXIT
    s.ban[seat] = s.place[seat]
    s.lifted &= ~(1 << seat)


@compiled
def go_on(s: pieces.State) -> None:
    """Asks how the run goes on, unless it can only stop."""
    up = s.way != pieces.DOWNWARD and reaches(s, pieces.UPWARD)
    down = s.way != pieces.UPWARD and reaches(s, pieces.DOWNWARD)
    if up or down or may_surface(s):
        s.phase = pieces.RUNNING
    else:
        turns.refill(s)


@compiled
def exchange(s: pieces.State, nuggets: int) -> None:
    """Makes nuggets of ore: all go into the cart, and the tiles shown leave the game [T41, T42]."""
    one, two, three, four, five = 0, 0, 0, 0, 0  # filons of 100 to 500 g
    for filon in range(s.taken):
        if s.owner[filon] == s.turn:
            one += s.holds[filon] == 0
            two += s.holds[filon] == 1
            three += s.holds[filon] == 2
            four += s.holds[filon] == 3
            five += s.holds[filon] == 4
    wanted = nuggets * NUGGET // 100  # counted in 100 g from here on
    best, chosen = 99, 0
    while best == 99:
        best, chosen = _cheapest(wanted, one, two, three, four, five)
        wanted += 1
    _give(s, chosen)
    s.lost += (wanted - 1) * 100 - nuggets * NUGGET
    s.cart[s.turn] += nuggets


@compiled
def _cheapest(wanted: int, one: int, two: int, three: int, four: int, five: int) -> tuple[int, int]:
    """The fewest filons with exactly that sum, the largest first; 99 if there are none [T42].

    The second number has seven bits for how many there are of each, from 100 g on.
    """
    best, chosen = 99, 0
    for a in range(min(five, wanted // 5), -1, -1):
        for b in range(min(four, (wanted - 5 * a) // 4), -1, -1):
            for c in range(min(three, (wanted - 5 * a - 4 * b) // 3), -1, -1):
                rest = wanted - 5 * a - 4 * b - 3 * c
                d = min(two, rest // 2)
                e = rest - 2 * d
                if e <= one and a + b + c + d + e < best:
                    best = a + b + c + d + e
                    chosen = e | d << 7 | c << 14 | b << 21 | a << 28
    return best, chosen


@compiled
def _give(s: pieces.State, chosen: int) -> None:
    """Shows and removes so many filons of each kind, those taken first before others."""
    for filon in range(s.taken):
        if s.owner[filon] == s.turn and s.holds[filon] < pieces.PYRITE:
            shift = 7 * int(s.holds[filon])
            if chosen >> shift & 127:
                chosen -= 1 << shift
                s.owner[filon] = pieces.NOTHING
                s.known[filon] = (1 << s.seats) - 1
                s.ore[s.turn] -= pieces.GOLD[s.holds[filon]]


@compiled
def _play(s: pieces.State, card: int) -> None:
    """Begins a run with a level card or a joker [T23]."""
    turns.discard(s, card)
    s.card = pieces.SHOWS[card]
    depth = s.depth[s.turn]
    s.began = pieces.BY_CARD
    s.phase = pieces.DIG
    if depth == pieces.ENTRANCE:
        s.began = pieces.FROM_ENTRANCE
        s.way = pieces.DOWNWARD
        s.depth[s.turn] = next_level(s, pieces.DOWNWARD)
    elif left(s, depth) == 0:
        s.phase = pieces.RUNNING


@compiled
def _lift(s: pieces.State, card: int, level: int) -> None:
    """Goes to another level [T24]; on the next turn its filon may be taken without a card [T29]."""
    turns.discard(s, card)
    s.depth[s.turn] = level
    s.lifted |= 1 << s.turn
    turns.refill(s)
