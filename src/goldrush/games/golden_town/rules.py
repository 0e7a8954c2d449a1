"""Golden-Town: race to the mines, dig, share or duel, and bank four nuggets.

Numbers in brackets are paragraphs of RULES.en.md.  The rules fill several files: ``pieces`` is what
lies on the table, ``turns`` the frame of a turn, ``roads``, ``mines`` and ``duel`` what one does in
it, ``secrets`` who knows what, and ``checks`` what a record must be like.
"""

from typing import TYPE_CHECKING

from goldrush.core import CHANCE, OVER, Ints, bags, bind_beside, compiled
from goldrush.core.rng import below
from goldrush.core.seats import NOBODY, after, places, starters
from goldrush.games.contract import Amounts, Option
from goldrush.games.edition import shipped
from goldrush.games.golden_town.edition import CONCESSIONS, MOST_STEPS, NUGGET, Edition

NAME = "golden_town"
VERSION: int = globals().get("VERSION", 2)  # bound, or the newest
MIN_SEATS, MAX_SEATS = 2, 4
TABLES = () if VERSION == 1 else (2,)  # version 1 took the option at any table, without effect
OPTIONS: tuple[Option, ...] = (Option("rematch", ("off", "on"), TABLES),)

EDITION: Edition = globals().get("EDITION") or shipped(__file__, Edition, VERSION)  # or bound

if TYPE_CHECKING:
    from goldrush.games.golden_town import checks, duel, mines, pieces, roads, secrets, turns
else:
    pieces = bind_beside(__name__, "pieces", EDITION=EDITION, VERSION=VERSION)
    roads = bind_beside(__name__, "roads", EDITION=EDITION, pieces=pieces)
    turns = bind_beside(__name__, "turns", pieces=pieces, roads=roads)
    mines = bind_beside(__name__, "mines", pieces=pieces, roads=roads, turns=turns)
    duel = bind_beside(__name__, "duel", pieces=pieces, roads=roads, turns=turns)
    secrets = bind_beside(__name__, "secrets", pieces=pieces, turns=turns, mines=mines)
    checks = bind_beside(
        __name__, "checks", pieces=pieces, roads=roads, turns=turns, mines=mines, duel=duel
    )

# as names of this module's own: numba rules out branches by no others
FRESH_TOP, IDLE_TAKES = pieces.FRESH_TOP, pieces.IDLE_TAKES
State = pieces.State
STATE, ACTIONS, OUTCOMES = pieces.STATE, pieces.ACTIONS, pieces.OUTCOMES
AMOUNTS: tuple[Amounts, ...] = ()
ENDS = turns.ENDS
WIN = 4  # nuggets in the Bank [T44]
# A turn is at most 26 steps, in a duel; a dispute has 11 and two for each tie that is rolled again,
# so that every turn of a match would need 14 ties to make it longer.
A_TURN = 40
LONGEST = 1 + MAX_SEATS * pieces.HAND + turns.LAST_ROUND * MAX_SEATS * A_TURN
CHECKS, check = checks.CHECKS, checks.check
hide, seen, resample = secrets.hide, secrets.seen, secrets.resample


@compiled
def start(s: State, seats: int, options: Ints) -> None:
    """Sets up board and cards; starting seat and hands are still to be drawn [T7, T8]."""
    s.seats = seats
    s.rematch = options[0] if seats == 2 else 0
    s.first, s.turn, s.rival, s.mover = NOBODY, 0, NOBODY, NOBODY
    s.phase = pieces.BEGIN
    s.turns = s.slots = s.over = s.opened = s.missing = s.lifted = s.lost = s.taken = 0
    s.roll = s.card = s.way = s.began = s.dug = s.gap = s.passes = s.loot = s.talon_left = 0
    s.walked[0] = s.walked[1] = 0
    s.top = pieces.NOTHING
    if FRESH_TOP:
        s.layer = NOBODY
    for card in range(pieces.CARDS):
        s.talon[card] = pieces.DECK[card]
        s.talon_left += pieces.DECK[card]
        s.discard[card] = s.elder[card] = s.laid[0, card] = s.laid[1, card] = 0
    for seat in range(MAX_SEATS):
        _seat(s, seat)
    for level in range(pieces.LEVELS):
        for concession in range(CONCESSIONS):
            s.left[concession, level] = pieces.LEVEL_SIZE[level]
        for holds in range(pieces.CONTENTS):
            s.bag[level, holds] = pieces.BAG[level, holds]
    for filon in range(pieces.FILONS):
        s.owner[filon] = pieces.NOTHING
        s.level[filon] = s.holds[filon] = s.known[filon] = 0


@compiled
def actor(s: State) -> int:
    """The seat to act, or CHANCE, or OVER."""
    if s.phase <= pieces.LOOT:
        return CHANCE
    if s.phase == pieces.ANSWERING:
        return int(s.rival)
    if s.phase == pieces.DUELLING:
        return int(s.mover)
    return OVER if s.phase == pieces.DONE else int(s.turn)


@compiled
def legal(s: State, out: Ints) -> int:
    """Writes what may be chosen in this phase."""
    phase = s.phase
    if phase == pieces.SWAPPING:
        out[0] = pieces.KEEP
        return _swaps(s, out, 1)
    if phase == pieces.MINING:
        out[0] = pieces.LEAVE
        return _swaps(s, out, mines.tools(s, out, 1))
    if phase == pieces.GOING:
        return roads.rivals_in_reach(s, out, roads.destinations(s, out))
    if phase == pieces.RUNNING:
        return mines.runs(s, out)
    if phase == pieces.DUELLING:
        return duel.cards(s, out)
    return _choices(s, out)


@compiled
def chance(s: State, out: Ints, weight: Ints) -> int:
    """Writes what may be drawn in this phase, with weights."""
    phase = s.phase
    if phase == pieces.BEGIN:
        return starters(s.seats, pieces.STARTS, out, weight)
    if phase in (pieces.ROLL, pieces.BID, pieces.REPLY):
        for pips in range(1, pieces.DIE + 1):
            out[pips - 1] = pieces.ROLLED + pips
            weight[pips - 1] = 1
        return pieces.DIE
    if phase == pieces.DIG:
        n = bags.contents(s.bag[mines.dig_level(s) - 1], out, weight)
        for k in range(n):
            out[k] += pieces.DUG
        return n
    if phase == pieces.LOOT:
        n = 0
        for filon in range(s.taken):
            out[n] = pieces.LOOTED + filon
            weight[n] = 1
            n += s.owner[filon] == duel.other(s)
        return n
    return bags.contents(s.talon, out, weight)


@compiled
def draw(s: State, rng: Ints) -> int:
    """Draws one of these by its weight."""
    phase = s.phase
    if phase in (pieces.ROLL, pieces.BID, pieces.REPLY):
        return pieces.ROLLED + 1 + below(rng, pieces.DIE)
    if phase == pieces.DIG:
        return pieces.DUG + bags.draw(s.bag[mines.dig_level(s) - 1], rng)
    if phase == pieces.BEGIN:
        return pieces.STARTS + below(rng, s.seats)
    if phase == pieces.LOOT:
        return pieces.LOOTED + _loot(s, rng)
    return bags.draw(s.talon, rng)


@compiled
def play(s: State, step: int) -> None:
    """Applies an action or what was drawn."""
    if s.phase <= pieces.LOOT:
        _drawn(s, step)
    elif s.phase in (pieces.GOING, pieces.ARRIVING):
        _go(s, step)
    elif s.phase in (pieces.SWAPPING, pieces.WAITING, pieces.MINING):
        _work(s, step)
    elif s.phase == pieces.RUNNING:
        mines.run(s, step)
    elif s.phase == pieces.DUELLING:
        duel.play(s, step)
    else:
        _answer(s, step)


@compiled
def score(s: State, out: Ints) -> None:
    """Writes the nuggets of each seat in the Bank: no others count [T43]."""
    for seat in range(s.seats):
        out[seat] = s.banked[seat]


@compiled
def rank(s: State, out: Ints) -> None:
    """Writes places by nuggets in the Bank, then in the cart, then by ore [T44, T59]."""
    for seat in range(s.seats):
        nuggets = int(s.banked[seat]) * 32 + int(s.cart[seat])
        out[seat] = nuggets * 16384 + int(s.ore[seat])
    places(out, s.seats)


@compiled
def ended(s: State) -> int:
    """Which of ENDS: four nuggets banked [T44], nothing left to win, or 200 rounds [T59]."""
    return int(s.over)


@compiled
def _seat(s: State, seat: int) -> None:
    """Puts a prospector in the Hotel, with nothing [T7]."""
    s.place[seat] = roads.AT_HOTEL
    s.ban[seat] = pieces.NOTHING
    s.depth[seat] = s.since[seat] = s.barred[seat] = s.held[seat] = s.stale[seat] = 0
    if IDLE_TAKES:
        s.idle[seat] = 0
    s.cart[seat] = s.banked[seat] = s.ore[seat] = 0
    for card in range(pieces.CARDS):
        s.hand[seat, card] = s.seen[seat, card] = s.aged[seat, card] = 0
    for steps in range(MOST_STEPS):
        s.stiff[seat, steps] = 0


@compiled
def _choices(s: State, out: Ints) -> int:
    """Writes what may be chosen in the phases with few choices."""
    hand = s.hand[s.turn]
    if s.phase == pieces.MAKING:
        for nuggets in range(int(s.ore[s.turn]) // NUGGET + 1):
            out[nuggets] = pieces.MAKE + nuggets  # [T42]
        return int(s.ore[s.turn]) // NUGGET + 1
    if s.phase == pieces.ARRIVING:
        out[0] = pieces.ENTER  # [T37]
        return roads.rivals_here(s, out, 1)
    if s.phase == pieces.WAITING:
        out[0], out[1] = pieces.LEAVE, pieces.KEEP  # [T21]
        return _swaps(s, out, 2)
    if s.phase == pieces.SHOWING:
        return _with(out, pieces.WAIT, hand[pieces.MINE], hand[pieces.JOKER])  # [T19, T31]
    if s.phase == pieces.PROPPING:
        return _with(out, pieces.NO_PROP, hand[pieces.PROP], hand[pieces.JOKER])  # [T33, T31]
    first = pieces.AGREE if s.phase == pieces.ANSWERING else pieces.FIRST  # [T39, T47]
    return _with(out, first, 1, 0)


@compiled
def _with(out: Ints, first: int, second: int, third: int) -> int:
    """Writes an action, and the next two if there is something for them."""
    out[0], out[1] = first, first + 1
    n = 1 + int(second > 0)
    out[n] = first + 2
    return n + int(third > 0)


@compiled
def _swaps(s: State, out: Ints, n: int) -> int:
    """Writes what may be swapped behind the *n* actions already there [T13]."""
    hand = s.hand[s.turn]
    for card in range(pieces.CARDS):
        out[n] = pieces.FOR_TALON + card  # kept only if n moves on: no branch to guess wrong
        n += hand[card] > 0
    if turns.may_take_top(s):
        for card in range(pieces.CARDS):
            out[n] = pieces.FOR_DISCARD + card
            n += hand[card] > 0
    return int(n)


@compiled
def _loot(s: State, rng: Ints) -> int:
    """A filon of the loser, each as likely [T53]."""
    loser, filons = duel.other(s), 0
    for filon in range(s.taken):
        filons += s.owner[filon] == loser
    skip = below(rng, filons)
    filon = 0
    while s.owner[filon] != loser or skip > 0:
        skip -= s.owner[filon] == loser
        filon += 1
    return filon


@compiled
def _drawn(s: State, outcome: int) -> None:
    """Applies what chance has drawn."""
    if s.phase == pieces.ROLL:
        s.roll = outcome - pieces.ROLLED
        s.phase = pieces.GOING
    elif s.phase == pieces.REFILL:
        turns.gain(s, s.turn, outcome)
        turns.refill(s)
    elif s.phase == pieces.DRAW:
        turns.gain(s, s.turn, outcome)
        turns.after_swap(s)
    elif s.phase == pieces.DIG:
        mines.dig(s, outcome - pieces.DUG)
    elif s.phase in (pieces.BID, pieces.REPLY):
        _dispute(s, outcome - pieces.ROLLED)
    elif s.phase == pieces.LOOT:
        duel.loot(s, outcome - pieces.LOOTED)
    else:
        _set_up(s, outcome)


@compiled
def _set_up(s: State, outcome: int) -> None:
    """Draws who starts [T8], then a card for each seat from there on, six times round [T7]."""
    if s.phase == pieces.BEGIN:
        s.first = outcome - pieces.STARTS
        s.turn = s.first
        s.phase = pieces.DEAL
        return
    turns.gain(s, s.turn, outcome)
    if pieces.DEALT_ROUND or s.held[s.turn] == pieces.HAND:
        s.turn = after(s.turn, s.seats)
        if s.held[s.turn] == pieces.HAND:
            turns.begin(s)


@compiled
def _go(s: State, action: int) -> None:
    """Moves to a square, or stays, or challenges [T10, T45]; on a concession others are met."""
    if action >= pieces.CHALLENGE:
        duel.challenge(s, action - pieces.CHALLENGE)
    elif action == pieces.ENTER:
        _ask(s)
    elif action == pieces.STAY:
        s.phase = pieces.SWAPPING
    else:
        turns.settle(s, s.turn, action - pieces.GO)
        s.phase = pieces.SWAPPING
        if s.place[s.turn] == roads.AT_BANK:
            _bank(s)
        elif roads.CONCESSION[s.place[s.turn]] >= 0:
            _arrive(s)


@compiled
def _bank(s: State) -> None:
    """Deposits all nuggets of the cart [T18]; who has banked four has won [T44]."""
    if s.rematch and s.cart[s.turn] > 0:
        for seat in range(s.seats):
            s.barred[seat] = 0  # [T57]
    s.ban[s.turn] = pieces.NOTHING  # [T36]
    s.banked[s.turn] += s.cart[s.turn]
    s.cart[s.turn] = 0
    if s.banked[s.turn] >= WIN:
        s.turns += 1
        s.roll = 0
        turns.finish(s, turns.BANKED)


@compiled
def _arrive(s: State) -> None:
    """Reaches a concession, which lifts a ban [T36]; others there are met first [T37]."""
    s.ban[s.turn] = pieces.NOTHING
    s.depth[s.turn] = pieces.EXIT
    if roads.someone_here(s):
        s.phase = pieces.ARRIVING
    else:
        _enter(s)


@compiled
def _enter(s: State) -> None:
    """Stands at the entrance of a concession."""
    s.depth[s.turn] = pieces.ENTRANCE
    s.since[s.turn] = s.slots
    s.phase = pieces.SWAPPING


@compiled
def _ask(s: State) -> None:
    """Asks the holder to share [T37, T39]; where all are at the exit, nobody need be asked."""
    s.rival = roads.holder(s)
    if s.rival == NOBODY:
        _enter(s)
    else:
        s.phase = pieces.ANSWERING


@compiled
def _answer(s: State, action: int) -> None:
    """Applies what was answered to a question with few choices."""
    if s.phase == pieces.MAKING:
        if action > pieces.MAKE:
            mines.exchange(s, action - pieces.MAKE)
        turns.proceed(s)
    elif s.phase == pieces.ANSWERING:
        if action == pieces.AGREE:
            s.rival = NOBODY
            _enter(s)
        else:
            s.roll = 0
            s.phase = pieces.BID
    elif s.phase == pieces.SHOWING:
        if action != pieces.WAIT:
            turns.discard(s, pieces.MINE if action == pieces.SHOW_MINE else pieces.JOKER)
            s.opened |= 1 << roads.CONCESSION[s.place[s.turn]]  # [T19]
        turns.refill(s)
    elif s.phase == pieces.PROPPING:
        mines.prop(s, action)
    else:
        duel.begin(s, action)


@compiled
def _dispute(s: State, pips: int) -> None:
    """Rolls for newcomer and holder: the lower must leave, and is banned [T39, T40]."""
    if s.phase == pieces.BID:
        s.roll = pips
        s.phase = pieces.REPLY
        return
    leaver = must_leave(s, pips)
    if leaver == NOBODY:
        s.phase = pieces.BID
        return
    mines.banish(s, leaver)
    if leaver == s.turn:
        s.phase = pieces.SWAPPING
    else:
        _enter(s)
    s.rival = NOBODY


@compiled
def must_leave(s: State, pips: int) -> int:
    """Who leaves when the holder rolls *pips*: newcomer, holder or, on equal dice, NOBODY [T39]."""
    if pips == s.roll:
        return NOBODY
    return int(s.turn if pips > s.roll else s.rival)


@compiled
def _work(s: State, action: int) -> None:
    """Applies a swap, which in an opened mine is the whole turn [T13, T21, T26], or other work."""
    if action >= pieces.FOR_DISCARD:
        turns.swap_for_discard(s, action - pieces.FOR_DISCARD)
    elif action >= pieces.FOR_TALON:
        turns.swap_for_talon(s, action - pieces.FOR_TALON)
    elif action == pieces.KEEP:
        turns.after_swap(s)
    else:
        mines.work(s, action)
