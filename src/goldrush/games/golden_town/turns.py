"""The frame of a turn in Golden-Town: cards that come and go, and who is next.

``pieces`` and ``roads`` are bound by rules.py.
"""

from typing import TYPE_CHECKING

from goldrush.core import compiled
from goldrush.core.seats import NOBODY, after
from goldrush.games.golden_town.edition import CONCESSIONS, NUGGET

if TYPE_CHECKING:
    from goldrush.games.golden_town import pieces, roads

# as names of this module's own: numba rules out branches by no others
FRESH_TOP, IDLE_TAKES = pieces.FRESH_TOP, pieces.IDLE_TAKES
BANKED, NOTHING_LEFT, ROUNDS = range(3)  # how the match ends
ENDS: tuple[str, ...] = ("banked", "nothing_left", "rounds")
LAST_ROUND = 200  # [T59]


@compiled
def begin(s: pieces.State) -> None:
    """Begins a turn: nuggets may be made first, if there is ore for one [T42]."""
    if FRESH_TOP and s.layer == s.turn:
        s.layer = NOBODY  # a card of one's own is none to take [T13]
    if s.ore[s.turn] >= NUGGET:
        s.phase = pieces.MAKING
    else:
        proceed(s)


@compiled
def proceed(s: pieces.State) -> None:
    """Goes on with a turn by where the prospector is: on the road [T9], or in a mine [T21, T22]."""
    if not in_concession(s, s.turn):
        s.phase = pieces.ROLL
    elif is_open(s, s.place[s.turn]):
        s.phase = pieces.MINING
    else:
        s.phase = pieces.WAITING


@compiled
def end(s: pieces.State) -> None:
    """Ends a turn, and begins the next unless there is nothing left to win."""
    s.turns += 1
    s.roll = s.card = s.way = s.began = s.dug = 0
    s.rival = NOBODY
    if FRESH_TOP and s.layer != s.turn:
        s.layer = NOBODY  # in this turn no card was laid [T13]
    if nothing_left(s):
        finish(s, NOTHING_LEFT)
    else:
        pass_on(s)


@compiled
def pass_on(s: pieces.State) -> None:
    """Looks for the next seat, over those that miss their turn, until the last round is over."""
    missed = True
    while missed:
        s.slots += 1
        if s.slots == LAST_ROUND * int(s.seats):
            finish(s, ROUNDS)
            return
        s.turn = after(s.turn, s.seats)
        missed = bool(s.missing >> s.turn & 1)
        s.missing &= ~(1 << s.turn)
    begin(s)


@compiled
def finish(s: pieces.State, how: int) -> None:
    """Ends the match."""
    s.over = how
    s.phase = pieces.DONE


@compiled
def refill(s: pieces.State) -> None:
    """Has cards drawn until the hand is full again, and then ends the turn [T22]."""
    if s.held[s.turn] < pieces.HAND:
        ask_card(s, pieces.REFILL)
    else:
        end(s)


@compiled
def ask_card(s: pieces.State, phase: int) -> None:
    """Has a card drawn; an empty talon is first made anew of all but the top discard [T14, T15]."""
    s.phase = phase
    if s.talon_left == 0:
        for card in range(pieces.CARDS):
            again = int(s.discard[card]) - int(card == s.top)
            s.talon[card] += again
            s.talon_left += again
            s.discard[card] -= again
        _grow_old(s)


@compiled
def _grow_old(s: pieces.State) -> None:
    """Notes what a talon used up tells: all cards that no hand has shown are in the hands."""
    for card in range(pieces.CARDS):
        s.elder[card] = 0
        for seat in range(s.seats):
            s.aged[seat, card] = s.hand[seat, card] - s.seen[seat, card]
            s.elder[card] += s.aged[seat, card]
    for seat in range(s.seats):
        s.stale[seat] = unseen(s, seat)


@compiled
def unseen(s: pieces.State, seat: int) -> int:
    """How many cards of a hand not all have seen."""
    n = int(s.held[seat])
    for card in range(pieces.CARDS):
        n -= int(s.seen[seat, card])
    return n


@compiled
def idle(s: pieces.State, seat: int) -> int:
    """How many of these all know to be IDLE [T25]."""
    if IDLE_TAKES:
        return int(s.idle[seat])
    return 0


@compiled
def shown(s: pieces.State, card: int) -> int:
    """How many cards of a kind all have seen where they lie: as discards, in a duel, in hands."""
    n = int(s.discard[card]) + int(s.laid[0, card]) + int(s.laid[1, card])
    for seat in range(s.seats):
        n += int(s.seen[seat, card])
    return n


@compiled
def gain(s: pieces.State, seat: int, card: int) -> None:
    """Moves a card from the talon to a hand."""
    s.talon[card] -= 1
    s.talon_left -= 1
    s.hand[seat, card] += 1
    s.held[seat] += 1


@compiled
def shed(s: pieces.State, seat: int, card: int) -> None:
    """Takes a card out of a hand; one that all have seen is taken to be the one that goes."""
    if s.seen[seat, card] > 0:
        s.seen[seat, card] -= 1
    else:
        _tell_age(s, seat, card)
        _tell_steps(s, seat, card)
        if IDLE_TAKES and pieces.IDLE[card] and s.idle[seat] > 0:
            s.idle[seat] -= 1  # it may be one of those that were told of
    s.hand[seat, card] -= 1
    s.held[seat] -= 1


@compiled
def _tell_age(s: pieces.State, seat: int, card: int) -> None:
    """Notes what an unseen card that leaves a hand tells of those held for long.

    ``stale`` and ``elder`` follow from what all can see; they claim too little rather than too
    much.  A card that may have been drawn later is taken for an old one of this hand, and yet may
    be the one that another hand has held for long.
    """
    hidden = int(pieces.DECK[card]) - shown(s, card)  # in talon and hands, this one included
    drawn_later = unseen(s, seat) > s.stale[seat] and hidden > s.elder[card]
    if s.stale[seat] > 0 and s.elder[card] > 0:
        s.stale[seat] -= 1
        s.elder[card] -= not drawn_later
    s.elder[card] = min(int(s.elder[card]), hidden - 1)
    s.aged[seat, card] = max(int(s.aged[seat, card]) - 1, 0)


@compiled
def _tell_steps(s: pieces.State, seat: int, card: int) -> None:
    """Notes that a card is gone which a pass may have told of [T51]."""
    for steps in range(pieces.DUEL_STEPS[card] - 1, 0, -1):
        if s.stiff[seat, steps] > 0:
            s.stiff[seat, steps] -= 1
            return


@compiled
def discard(s: pieces.State, card: int) -> None:
    """Lays a card from the hand of the seat on turn on the discard pile."""
    shed(s, s.turn, card)
    s.discard[card] += 1
    s.top = card
    if FRESH_TOP:
        s.layer = s.turn


@compiled
def may_take_top(s: pieces.State) -> bool:
    """Whether the top discard may be taken: another seat laid it in the turn before [T13]."""
    if FRESH_TOP:
        return bool(layer(s) != NOBODY and layer(s) != s.turn)
    return bool(s.top != pieces.NOTHING)


@compiled
def layer(s: pieces.State) -> int:
    """Who laid the top discard in this turn or the one before, or NOBODY [T13]."""
    if FRESH_TOP:
        return int(s.layer)
    return NOBODY


@compiled
def swap_for_talon(s: pieces.State, card: int) -> None:
    """Discards a card for the talon's top card [T13]."""
    s.lifted &= ~(1 << s.turn)
    discard(s, card)
    ask_card(s, pieces.DRAW)


@compiled
def swap_for_discard(s: pieces.State, card: int) -> None:
    """Takes the top discard, which all have seen, and discards a card for it [T13]."""
    s.lifted &= ~(1 << s.turn)
    wanted = s.top
    discard(s, card)
    s.discard[wanted] -= 1
    s.hand[s.turn, wanted] += 1
    s.seen[s.turn, wanted] += 1
    s.held[s.turn] += 1
    after_swap(s)


@compiled
def after_swap(s: pieces.State) -> None:
    """Lets a Mine card be shown at an entrance that is still closed [T13, T19]; else refills."""
    shows = s.hand[s.turn, pieces.MINE] + s.hand[s.turn, pieces.JOKER] > 0
    closed = in_concession(s, s.turn) and not is_open(s, s.place[s.turn])
    if shows and closed:
        s.phase = pieces.SHOWING
    else:
        refill(s)


@compiled
def in_concession(s: pieces.State, seat: int) -> bool:
    """Whether a seat is in a concession, at its entrance or below, not at its exit."""
    return bool(roads.CONCESSION[s.place[seat]] >= 0 and s.depth[seat] != pieces.EXIT)


@compiled
def is_open(s: pieces.State, square: int) -> bool:
    """Whether a concession is or was in service [T20]."""
    return bool(s.opened >> roads.CONCESSION[square] & 1)


@compiled
def settle(s: pieces.State, seat: int, square: int) -> None:
    """Puts a prospector on a square, out of any mine."""
    s.place[seat] = square
    s.depth[seat] = s.since[seat] = 0
    s.lifted &= ~(1 << seat)


@compiled
def nothing_left(s: pieces.State) -> bool:
    """Whether all filons are gone, and no seat has ore for a nugget or one in its cart [T59]."""
    for concession in range(CONCESSIONS):
        for level in range(pieces.LEVELS):
            if s.left[concession, level] > 0:
                return False
    for seat in range(s.seats):
        if s.ore[seat] >= NUGGET or s.cart[seat] > 0:
            return False
    return True
