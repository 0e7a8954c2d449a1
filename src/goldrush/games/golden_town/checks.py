"""What makes a record of Golden-Town possible; the other parts of the rules are bound."""

from typing import TYPE_CHECKING

from goldrush.core import compiled
from goldrush.core.seats import NOBODY
from goldrush.games.golden_town.edition import CONCESSIONS, MOST_STEPS, NUGGET, NUGGETS

if TYPE_CHECKING:
    from goldrush.games.golden_town import duel, mines, pieces, roads, turns

CHECKS: tuple[str, ...] = (
    "all is well",
    "a seat, phase, square or count is out of range",
    "the cards in talon, discard pile, hands and duel are not those of the edition",
    "the filons in the mines and before the seats are not those of the edition",
    "ore, nuggets and what was lost are not all the gold there is",
    "a prospector is where it cannot be, or two share a road square",
    "the phase does not fit the seat on turn",
)


@compiled
def check(s: pieces.State) -> int:
    """0, or which of CHECKS the record fails."""
    if not (_match_in_range(s) and _seats_in_range(s) and _turn_in_range(s)):
        return 1
    if not _cards_agree(s):
        return 2
    if not _filons_agree(s):
        return 3
    if not _gold_agrees(s):
        return 4
    if not _places_agree(s):
        return 5
    return 0 if _phase_agrees(s) else 6


@compiled
def _match_in_range(s: pieces.State) -> bool:
    return bool(
        2 <= s.seats <= pieces.MAX_SEATS
        and 0 <= s.rematch <= int(s.seats == 2)
        and NOBODY <= s.first < s.seats
        and 0 <= s.turn < s.seats
        and pieces.BEGIN <= s.phase <= pieces.DONE
        and 0 <= s.turns <= s.slots + 1
        and 0 <= s.slots <= turns.LAST_ROUND * int(s.seats)
        and 0 <= s.over < len(turns.ENDS)
        and 0 <= s.opened < 1 << CONCESSIONS
        and 0 <= s.missing < 1 << s.seats
        and 0 <= s.lifted < 1 << s.seats
        and 0 <= s.taken <= pieces.FILONS
    )


@compiled
def _turn_in_range(s: pieces.State) -> bool:
    return bool(
        0 <= s.roll <= pieces.DIE
        and NOBODY <= s.rival < s.seats
        and 0 <= s.card <= pieces.ALL_LEVELS
        and s.card & 1 == 0
        and pieces.OPEN <= s.way <= pieces.DOWNWARD
        and pieces.BY_CARD <= s.began <= pieces.NO_CARD
        and 0 <= s.dug <= pieces.LEVELS
        and NOBODY <= s.mover < s.seats
        and 0 <= s.gap <= pieces.DUEL_GAP
        and 0 <= s.passes <= 1
        and min(s.walked[0], s.walked[1]) >= 0
        and 0 <= s.loot <= pieces.LOOT_FILONS
    )


@compiled
def _seats_in_range(s: pieces.State) -> bool:
    for seat in range(pieces.MAX_SEATS):
        ban, playing = int(s.ban[seat]), seat < s.seats
        if not (
            0 <= s.place[seat] < pieces.SQUARES
            and pieces.ENTRANCE <= s.depth[seat] <= pieces.EXIT
            and 0 <= s.since[seat] <= s.slots
            and pieces.NOTHING <= ban < pieces.SQUARES
            and (ban == pieces.NOTHING or roads.CONCESSION[ban] >= 0)
            and 0 <= s.barred[seat] < 1 << s.seats
            and not s.barred[seat] >> seat & 1
            and 0 <= s.cart[seat] <= NUGGETS * playing
            and 0 <= s.banked[seat] <= NUGGETS * playing
            and 0 <= s.ore[seat] <= pieces.ALL_GOLD * playing
            and 0 <= s.held[seat] <= pieces.HAND * playing
        ):
            return False
        for other in range(s.seats):
            if s.barred[seat] >> other & 1 and not s.barred[other] >> seat & 1:
                return False
    return bool(0 <= s.lost <= pieces.ALL_GOLD)


@compiled
def _cards_agree(s: pieces.State) -> bool:
    if not pieces.NOTHING <= s.top < pieces.CARDS:
        return False
    talon = discards = 0
    in_talon, discard, laid, hand, seen = s.talon, s.discard, s.laid, s.hand, s.seen
    aged = s.aged
    for card in range(pieces.CARDS):
        if min(in_talon[card], discard[card], laid[0, card], laid[1, card]) < 0:
            return False
        lying = int(in_talon[card]) + int(discard[card])
        lying += int(laid[0, card]) + int(laid[1, card])
        elder = int(s.elder[card])
        for seat in range(pieces.MAX_SEATS):
            lying += int(hand[seat, card])
            if not 0 <= seen[seat, card] <= seen[seat, card] + aged[seat, card] <= hand[seat, card]:
                return False
            elder -= int(aged[seat, card])
        possible = 0 <= elder <= int(s.elder[card]) <= lying - turns.shown(s, card)
        if not possible or lying != pieces.DECK[card]:
            return False
        talon += int(in_talon[card])
        discards += int(discard[card])
    if talon != s.talon_left or (s.top == pieces.NOTHING) != (discards == 0):
        return False
    return bool((discards == 0 or s.discard[s.top] > 0) and _layer_agrees(s) and _hands_agree(s))


@compiled
def _layer_agrees(s: pieces.State) -> bool:
    """Whether somebody can have laid the top discard just now [T13]."""
    layer = turns.layer(s)
    return bool(layer == NOBODY or (0 <= layer < s.seats and s.top != pieces.NOTHING))


@compiled
def _hands_agree(s: pieces.State) -> bool:
    for seat in range(pieces.MAX_SEATS):
        hand, seen, held, unseen = s.hand[seat], s.seen[seat], 0, 0
        for card in range(pieces.CARDS):
            held += int(hand[card])
            unseen += int(hand[card]) - int(seen[card])
        for steps in range(MOST_STEPS):
            fitting = 0  # unseen cards that a pass of which so many are left can have told of
            for card in range(pieces.CARDS):
                if pieces.DUEL_STEPS[card] > steps:
                    fitting += int(hand[card]) - int(seen[card])
            told = 0
            for more in range(steps, MOST_STEPS):
                told += int(s.stiff[seat, more])
            if s.stiff[seat, steps] < 0 or told > fitting or s.stiff[seat, 0] > 0:
                return False
        if held != s.held[seat] or not 0 <= s.stale[seat] <= unseen:
            return False
    return _idle_agree(s)


@compiled
def _idle_agree(s: pieces.State) -> bool:
    """Whether hands have the unseen cards that a free filon told of [T25]."""
    for seat in range(pieces.MAX_SEATS):
        idle = 0
        for card in range(pieces.CARDS):
            idle += (int(s.hand[seat, card]) - int(s.seen[seat, card])) * int(pieces.IDLE[card])
        if not 0 <= turns.idle(s, seat) <= idle:
            return False
    return True


@compiled
def _filons_agree(s: pieces.State) -> bool:
    owners, levels, contents, knowers = s.owner, s.level, s.holds, s.known
    for filon in range(pieces.FILONS):
        lies_out, owner, known = filon < s.taken, int(owners[filon]), int(knowers[filon])
        if not (
            pieces.NOTHING <= owner < (int(s.seats) if lies_out else 0)
            and 0 <= levels[filon] < pieces.LEVELS
            and 0 <= contents[filon] <= pieces.PYRITE
            and 0 <= known < 1 << s.seats
            and (lies_out or int(levels[filon]) + int(contents[filon]) + known == 0)
            and (owner == pieces.NOTHING or known >> owner & 1)
        ):
            return False
    for level in range(pieces.LEVELS):
        lying = 0
        for concession in range(CONCESSIONS):
            if not 0 <= s.left[concession, level] <= pieces.LEVEL_SIZE[level]:
                return False
            lying += int(s.left[concession, level])
        taken = 0  # filons that seats took from here, seven bits for how many hold each thing
        for filon in range(s.taken):
            if levels[filon] == level:
                taken += 1 << 7 * int(contents[filon])
        for holds in range(pieces.CONTENTS):
            lying -= int(s.bag[level, holds])
            here = int(s.bag[level, holds]) + (taken >> 7 * holds & 127)
            exact = holds <= pieces.PYRITE
            most = pieces.BAG[level, holds]
            if s.bag[level, holds] < 0 or here > most or (exact and here != most):
                return False
        if lying != 0:
            return False
    return True


@compiled
def _gold_agrees(s: pieces.State) -> bool:
    gold = int(s.lost)
    for seat in range(s.seats):
        ore = 0
        for filon in range(s.taken):
            if s.owner[filon] == seat:
                ore += pieces.GOLD[s.holds[filon]]
        if ore != s.ore[seat]:
            return False
        gold += ore + NUGGET * (int(s.cart[seat]) + int(s.banked[seat]))
    for level in range(pieces.LEVELS):
        for holds in range(pieces.CONTENTS):
            gold += int(s.bag[level, holds]) * pieces.GOLD[holds]
    return gold == pieces.ALL_GOLD


@compiled
def _places_agree(s: pieces.State) -> bool:
    for seat in range(pieces.MAX_SEATS):
        here = s.place[seat]
        if seat >= s.seats and (here != roads.AT_HOTEL or s.ban[seat] != pieces.NOTHING):
            return False
        if roads.CONCESSION[here] < 0 and (s.depth[seat] != 0 or s.lifted >> seat & 1):
            return False
        if 1 <= s.depth[seat] <= pieces.LEVELS and not turns.is_open(s, here):
            return False
        if s.missing >> seat & 1 and roads.KIND[here] == roads.ROAD:
            return False
        for other in range(seat):
            if roads.KIND[here] == roads.ROAD and s.place[other] == here:
                return False
    return True


@compiled
def _phase_agrees(s: pieces.State) -> bool:
    phase, inside = int(s.phase), turns.in_concession(s, s.turn)
    opened = inside and turns.is_open(s, s.place[s.turn])
    at_concession = roads.CONCESSION[s.place[s.turn]] >= 0
    duelling = phase in (pieces.FACING, pieces.DUELLING, pieces.LOOT)
    asking = phase in (pieces.ANSWERING, pieces.BID, pieces.REPLY)
    digging = phase in (pieces.DIG, pieces.PROPPING, pieces.RUNNING)
    if s.missing >> s.turn & 1 and phase not in (pieces.DONE, pieces.REFILL):
        return False
    return bool(
        (s.first == NOBODY) == (phase == pieces.BEGIN)
        and (phase > pieces.DEAL or s.turns + s.slots + s.taken + s.missing == 0)
        and (phase == pieces.DONE or s.slots < turns.LAST_ROUND * int(s.seats))
        and (s.rival != NOBODY) == (duelling or asking)
        and s.rival != s.turn
        and (s.mover != NOBODY) == (phase in (pieces.DUELLING, pieces.LOOT))
        and (s.mover == NOBODY or s.mover == s.turn or s.mover == s.rival)
        and (s.gap > 0 or phase != pieces.DUELLING)
        and int(s.gap) + int(s.walked[0]) + int(s.walked[1]) == pieces.DUEL_GAP * duelling
        and (s.loot > 0) == (phase == pieces.LOOT)
        and (not asking or (at_concession and s.place[s.rival] == s.place[s.turn]))
        and (not digging or opened)
        and (s.dug == 0 or digging or phase == pieces.REFILL)
        and (phase != pieces.DIG or _can_dig(s))
        and (phase not in (pieces.ROLL, pieces.GOING) or not inside)
        and (phase != pieces.GOING or s.roll > 0)
        and (phase != pieces.ARRIVING or (at_concession and not inside))
        and (phase != pieces.MINING or opened)
        and (phase not in (pieces.WAITING, pieces.SHOWING) or (inside and not opened))
        and (phase != pieces.MAKING or s.ore[s.turn] >= NUGGET)
        and (phase not in (pieces.DRAW, pieces.REFILL, pieces.DEAL) or s.talon_left > 0)
        and (phase != pieces.RUNNING or _can_run(s))
        and (phase != pieces.LOOT or _can_loot(s))
        and _hands_fit(s, phase)
    )


@compiled
def _can_dig(s: pieces.State) -> bool:
    """Whether a filon lies where one is being dug."""
    return mines.left(s, mines.dig_level(s)) > 0


@compiled
def _can_run(s: pieces.State) -> bool:
    """Whether a run that has taken no filon yet can go anywhere."""
    up, down = mines.reaches(s, pieces.UPWARD), mines.reaches(s, pieces.DOWNWARD)
    return bool(s.dug > 0 or (s.way == pieces.OPEN and (up or down)))


@compiled
def _can_loot(s: pieces.State) -> bool:
    """Whether the loser of a duel has the filons that are still to be drawn."""
    filons = 0
    for filon in range(s.taken):
        filons += int(s.owner[filon] == duel.other(s))
    return bool(filons >= s.loot)


@compiled
def _laid(s: pieces.State, side: int) -> int:
    laid = 0
    for card in range(pieces.CARDS):
        laid += int(s.laid[side, card])
    return laid


@compiled
def _hands_fit(s: pieces.State, phase: int) -> bool:
    """Whether all hold six cards, but for those on the duel field and the seat that is playing."""
    if phase != pieces.DUELLING and _laid(s, 0) + _laid(s, 1) > 0:
        return False
    if phase in (pieces.DEAL, pieces.DRAW, pieces.REFILL) and s.held[s.turn] == pieces.HAND:
        return False
    drawing = phase in (pieces.DRAW, pieces.REFILL, pieces.DIG, pieces.PROPPING, pieces.RUNNING)
    for seat in range(s.seats):
        holds = int(s.held[seat])
        if phase == pieces.DUELLING:
            holds += _laid(s, 0) * int(seat == s.turn) + _laid(s, 1) * int(seat == s.rival)
        if seat == s.turn and (drawing or phase == pieces.DEAL):
            continue
        if holds != (_dealt(s, seat) if phase <= pieces.DEAL else pieces.HAND):
            return False
    return True


@compiled
def _dealt(s: pieces.State, seat: int) -> int:
    """How many cards a seat has while they are dealt, from the starting seat on [T7]."""
    if s.first == NOBODY:
        return 0
    seats = int(s.seats)
    served = int((seat - s.first) % seats < (s.turn - s.first) % seats)
    if pieces.DEALT_ROUND:
        return int(s.held[s.turn]) + served
    return pieces.HAND * served
