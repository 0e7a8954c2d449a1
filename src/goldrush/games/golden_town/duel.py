"""The duel of Golden-Town, and what it costs; ``pieces``, ``roads`` and ``turns`` are bound."""

from typing import TYPE_CHECKING

from goldrush.core import Ints, compiled
from goldrush.core.seats import NOBODY
from goldrush.games.golden_town.edition import MOST_STEPS

if TYPE_CHECKING:
    from goldrush.games.golden_town import pieces, roads, turns


@compiled
def challenge(s: pieces.State, rival: int) -> None:
    """Puts the seat on turn and a rival on the Revolver squares; it chooses who begins [T47]."""
    s.rival = rival
    s.gap = pieces.DUEL_GAP
    s.phase = pieces.FACING


@compiled
def begin(s: pieces.State, action: int) -> None:
    """Lets the challenger or the other play first."""
    s.mover = s.turn if action == pieces.FIRST else s.rival
    s.phase = pieces.DUELLING


@compiled
def cards(s: pieces.State, out: Ints) -> int:
    """Writes the cards that do not lead too far; only without any a pass [T48, T49, T51]."""
    hand = s.hand[s.mover]
    n = 0
    for card in range(pieces.JOKER):
        out[n] = pieces.LAY + card  # kept only if n moves on: no branch to guess wrong
        n += hand[card] > 0 and pieces.DUEL_STEPS[card] <= s.gap
    for steps in range(MOST_STEPS + 1):
        out[n] = pieces.LAY_JOKER + steps
        n += hand[pieces.JOKER] > 0 and steps <= s.gap
    out[n] = pieces.PASS
    return int(n + (n == 0))


@compiled
def play(s: pieces.State, action: int) -> None:
    """Lays a card or passes; who lands on the other has won [T50], two passes are a draw [T51]."""
    if action == pieces.PASS:
        _tell(s)
        s.passes += 1
    else:
        _lay(s, action)
        s.passes = 0
    if s.gap == 0:
        _win(s)
    elif s.passes == 2:
        _draw(s)
    else:
        s.mover = other(s)


@compiled
def other(s: pieces.State) -> int:
    """The one of the two that is not to play."""
    return int(s.rival) if s.mover == s.turn else int(s.turn)


@compiled
def loot(s: pieces.State, filon: int) -> None:
    """Gives a filon of the loser to the winner, who now knows it too [T53]."""
    s.ore[other(s)] -= pieces.GOLD[s.holds[filon]]
    s.ore[s.mover] += pieces.GOLD[s.holds[filon]]
    s.owner[filon] = s.mover
    s.known[filon] |= 1 << s.mover
    s.loot -= 1
    if s.loot == 0:
        _part(s)


@compiled
def _lay(s: pieces.State, action: int) -> None:
    """Lays a card on the field and moves towards the other [T48, T49]."""
    card = min(action - pieces.LAY, pieces.JOKER)
    steps = pieces.DUEL_STEPS[card] if card != pieces.JOKER else action - pieces.LAY_JOKER
    turns.shed(s, s.mover, card)
    side = int(s.mover != s.turn)
    s.laid[side, card] += 1
    s.walked[side] += steps
    s.gap -= steps


@compiled
def _tell(s: pieces.State) -> None:
    """Notes what a pass tells: all unseen cards of the hand would lead too far [T51]."""
    if s.gap < MOST_STEPS:
        unseen = turns.unseen(s, s.mover)
        for steps in range(int(s.gap) + 1, MOST_STEPS):
            unseen -= int(s.stiff[s.mover, steps])
        for steps in range(1, s.gap):
            s.stiff[s.mover, steps] = 0
        s.stiff[s.mover, s.gap] = unseen


@compiled
def _take_back(s: pieces.State) -> None:
    """Gives both their cards back, which all have seen [T52]."""
    for side in range(2):
        seat = s.rival if side else s.turn
        for card in range(pieces.CARDS):
            s.hand[seat, card] += s.laid[side, card]
            s.seen[seat, card] += s.laid[side, card]
            s.held[seat] += s.laid[side, card]
            s.laid[side, card] = 0


@compiled
def _win(s: pieces.State) -> None:
    """Gives the winner the loser's nuggets, or else has filons drawn [T53]."""
    _take_back(s)
    loser = other(s)
    if s.cart[loser] > 0:
        s.cart[s.mover] += s.cart[loser]
        s.cart[loser] = 0
    else:
        filons = 0
        for filon in range(s.taken):
            filons += s.owner[filon] == loser
        s.loot = min(filons, pieces.LOOT_FILONS)  # [T54]
    if s.loot > 0:
        s.phase = pieces.LOOT
    else:
        _part(s)


@compiled
def _part(s: pieces.State) -> None:
    """Sends the loser to the Hospital, and the winner to Prison for a turn [T53, T55]."""
    turns.settle(s, other(s), roads.AT_HOSPITAL)
    turns.settle(s, s.mover, roads.AT_PRISON)
    s.missing |= 1 << s.mover
    _end(s)


@compiled
def _draw(s: pieces.State) -> None:
    """Lets both rest in the Hotel for a turn; they never fight again [T56, T57]."""
    _take_back(s)
    turns.settle(s, s.turn, roads.AT_HOTEL)
    turns.settle(s, s.rival, roads.AT_HOTEL)
    s.missing |= 1 << s.turn | 1 << s.rival
    s.barred[s.turn] |= 1 << s.rival
    s.barred[s.rival] |= 1 << s.turn
    _end(s)


@compiled
def _end(s: pieces.State) -> None:
    """Clears the field; the seat after the challenger is next [T58]."""
    s.mover = NOBODY
    s.gap = s.passes = s.walked[0] = s.walked[1] = 0
    turns.end(s)
