"""A Golden-Town player as a person might be one: it reckons in grams, and a turn has its price.

It walks to the mine that promises most for the way, digs with the card that brings most after what
a cave-in would cost, and stays until it has what it still needs.  Nuggets it makes only before the
Bank, because a cart is lost as a whole in a duel, and of ore two tiles.  It fights when that is
worth more than walking on, and in a duel lands on the other or leaves a gap hard to close.
"""

from typing import TYPE_CHECKING, Annotated, Protocol

import numpy as np

from goldrush.bots.policy import Trait
from goldrush.core import Ints, Reals, compiled, layout
from goldrush.core.state import F8, I1, F8s
from goldrush.games.golden_town.edition import CONCESSIONS, MOST_STEPS, NUGGET

if TYPE_CHECKING:
    from goldrush.games.golden_town import pieces, roads, rules, turns
else:  # of the rules bound by bots.policy.bot()
    pieces, roads, turns = rules.pieces, rules.roads, rules.turns

NEEDS = ()
COMPILED = True
TRAITS = (
    Trait("boldness", 0.5, 0.0, 1.0),  # how little of what a cave-in costs it minds
    Trait("temper", 1.0, 0.0, 3.0),  # what the spoils of a duel count for it
    Trait("greed", 1.0, 0.25, 1.0),  # how much of what it still needs it digs before it goes home
)
LOOKS = True
WATCHES = False  # all that it must remember lies on the table
LIKES = 0  # it tells no two actions to be alike
NEVER, EVER = -1e9, 1e9
NONE = -1  # no mine

TURN = 70.0  # what a turn is worth, in grams, as are all that follow
OPENING = 90.0  # what it costs to come to a closed mine without a Mine card
CROWD = 0.6  # the part of a mine that is left where a rival digs too
REACH = 0.8  # the part of the gold in a mine that it expects to get
LATER = 0.7  # what a card counts that is played a turn later
CARD = 12.0  # what a card costs, for each level that it shows
PROP_CARD, LIFT_CARD, JOKER_CARD, MINE_CARD = 60.0, 25.0, 120.0, 120.0
SAFE = 150.0  # a nugget in the Bank before the last one is dug
TILE = 120.0  # a tile that it cannot see
LAST_NUGGETS = 1500.0  # a rival kept from the Bank who would win there
ODDS = 0.4  # of a duel with common cards


def _pace(target: int) -> np.ndarray:
    """The turns that it takes from each square to *target*, on average, with nobody in the way."""
    pips = np.arange(1, pieces.DIE + 1)
    leads = np.zeros((pieces.SQUARES, pieces.DIE, pieces.SQUARES), bool)
    for square in range(pieces.SQUARES):
        for k in range(roads.NEAR_COUNT[square]):
            to, rolls = roads.NEAR[square, k], roads.ROLLS[square, k]
            if to == target and roads.KIND[to] != roads.BANK:
                leads[square, :, to] = rolls & ((2 << pips) - 1)  # a roll too high will do [T16]
            elif to == target or roads.KIND[to] == roads.ROAD:
                leads[square, :, to] = rolls >> pips & 1
        leads[square, ~leads[square].any(axis=1), square] = True
    pace = np.full(pieces.SQUARES, 40.0)
    for _ in range(60):
        pace[target] = 0.0
        pace = np.where(leads, pace, np.inf).min(axis=2).mean(axis=1) + 1
    pace[target] = 0.0
    return pace


PACE = np.array([_pace(int(square)) for square in (*roads.CONCESSIONS, roads.AT_BANK)])
BANK = CONCESSIONS  # its row there


class Memory(Protocol):
    """Its traits, and what it reckons while it chooses."""

    seat: I1
    boldness: F8
    temper: F8
    greed: F8
    need: F8  # grams that it still wants
    gain: Annotated[F8s, pieces.LEVELS + 1]  # what a filon of each level brings, all in all
    safe: Annotated[F8s, pieces.LEVELS + 1]  # the chance that the run can go on after it
    gold: Annotated[F8s, pieces.LEVELS + 1]  # its gold


MEMORY = layout(Memory)


@compiled
def begin(m: Memory, seat: int, traits: Reals) -> None:
    """Takes its seat and its temper."""
    m.seat = seat
    m.boldness = traits[0]
    m.temper = traits[1]
    m.greed = traits[2]


@compiled
def watch(m: Memory, s: rules.State, step: int, rng: Ints) -> None:
    """Learns nothing: all that counts lies on the table."""


@compiled
def choose(m: Memory, s: rules.State, out: Ints, n: int, rng: Ints) -> int:
    """The action that is worth most to it, the first of equals."""
    _reckon(m, s)
    best, best_worth = int(out[0]), NEVER
    for k in range(n):
        worth = _worth(m, s, int(out[k]))
        if worth > best_worth:
            best, best_worth = int(out[k]), worth
    return best


@compiled
def _reckon(m: Memory, s: rules.State) -> None:
    """Reckons what it needs, and what a filon of each level would bring where it is."""
    wanted = m.greed * NUGGET * (rules.WIN - int(s.banked[m.seat]))
    m.need = wanted - NUGGET * int(s.cart[m.seat]) - int(s.ore[m.seat])
    cave_in, abandon = _setback(m, s, roads.AT_HOSPITAL), _setback(m, s, s.place[m.seat])
    props = int(s.hand[m.seat, pieces.PROP]) + int(s.hand[m.seat, pieces.JOKER])
    for level in range(1, pieces.LEVELS + 1):
        total, gold = 0, 0
        for holds in range(pieces.CONTENTS):
            total += int(s.bag[level - 1, holds])
            gold += int(s.bag[level - 1, holds]) * pieces.GOLD[holds]
        caves = s.bag[level - 1, pieces.CAVE_IN] / max(total, 1)
        closes = s.bag[level - 1, pieces.ABANDON] / max(total, 1)
        m.gold[level] = gold / max(total, 1)
        m.gain[level] = m.gold[level] - closes * abandon
        m.gain[level] -= caves * (PROP_CARD if props > 0 else (1 - m.boldness) * cave_in)
        m.safe[level] = 1 - closes - (0.0 if props > 0 else caves)


@compiled
def _setback(m: Memory, s: rules.State, square: int) -> float:
    """What it costs to be carried out of the mine to a square, for who has not dug enough."""
    if m.need <= 0:
        return 0.0
    pace = 2.0 * pieces.DIE
    for mine in range(CONCESSIONS):
        if roads.CONCESSIONS[mine] != s.place[m.seat] or square != s.place[m.seat]:
            pace = min(pace, PACE[mine, square])
    return TURN * (1 + pace)


@compiled
def _worth(m: Memory, s: rules.State, action: int) -> float:
    """What an action is worth, in grams; only actions of one question are compared."""
    if s.phase in (pieces.GOING, pieces.ARRIVING):
        return _move(m, s, action)
    if s.phase == pieces.MINING:
        return _mine(m, s, action)
    if s.phase == pieces.RUNNING:
        return _run(m, s, action)
    if s.phase in (pieces.SWAPPING, pieces.WAITING):
        return _swap(m, s, action)
    if s.phase == pieces.DUELLING:
        return _duel(m, s, action)
    return _answer(m, s, action)


@compiled
def _answer(m: Memory, s: rules.State, action: int) -> float:
    """Opens mines with Mine cards first, props up what is worth it, shares what is rich enough."""
    if action in (pieces.SHOW_MINE, pieces.SHOW_PROP):
        return 2.0
    if action in (pieces.SHOW_JOKER, pieces.PROP_JOKER, pieces.SECOND):
        return 1.0
    if s.phase == pieces.MAKING:
        near = roads.DISTANCE[s.place[m.seat], roads.AT_BANK] <= pieces.DIE
        return float(action if near else -action)
    if action == pieces.NO_PROP:
        return 3.0 if m.need <= 0 else 0.0
    if action == pieces.REFUSE:
        whole = min(m.need, _rest(m, s, roads.CONCESSION[s.place[m.seat]]))
        return 1.0 if m.need <= 0 else (1 - CROWD) * whole - _setback(m, s, s.place[m.seat])
    return 0.0


@compiled
def _rest(m: Memory, s: rules.State, mine: int) -> float:
    """The gold that it expects to get from a mine if nobody else digs there."""
    total = 0.0
    for level in range(1, pieces.LEVELS + 1):
        total += m.gold[level] * int(s.left[mine, level - 1])
    return REACH * total


@compiled
def _prospect(m: Memory, s: rules.State, square: int, but: int) -> float:
    """What it may look forward to from a square: the Bank or the best mine, less the way there."""
    nuggets = int(s.cart[m.seat]) + int(s.ore[m.seat]) // NUGGET
    home = -TURN * PACE[BANK, square]
    if m.need <= 0:
        return float(home + NUGGET * nuggets)
    best = home + SAFE * nuggets
    for mine in range(CONCESSIONS):
        if mine != but and s.ban[m.seat] != roads.CONCESSIONS[mine]:
            best = max(best, _lure(m, s, mine) - TURN * PACE[mine, square])
    return float(best)


@compiled
def _lure(m: Memory, s: rules.State, mine: int) -> float:
    """What a mine promises to who stands before it."""
    rest = _rest(m, s, mine)
    if rest < TURN:
        return NEVER
    for seat in range(s.seats):
        if seat != m.seat and s.place[seat] == roads.CONCESSIONS[mine]:
            rest *= CROWD
    hand = s.hand[m.seat]
    if not s.opened >> mine & 1 and hand[pieces.MINE] + hand[pieces.JOKER] == 0:
        rest -= OPENING
    return float(min(rest, m.need))


@compiled
def _move(m: Memory, s: rules.State, action: int) -> float:
    """What a way promises: where it leads, or a fight."""
    if action >= pieces.CHALLENGE:
        return _fight(m, s, action - pieces.CHALLENGE)
    if action in (pieces.STAY, pieces.ENTER):
        return _prospect(m, s, s.place[m.seat], NONE)
    square = action - pieces.GO
    if square == roads.AT_BANK and s.cart[m.seat] > 0:
        return EVER
    return _prospect(m, s, square, NONE)


@compiled
def _fight(m: Memory, s: rules.State, rival: int) -> float:
    """What a duel promises: the spoils and Prison, or the loss and the Hospital [T53]."""
    odds = ODDS
    for steps in range(1, MOST_STEPS + 1):
        odds += 0.05 * _plays(s, m.seat, steps)
    won = _purse(s, rival)
    if int(s.banked[rival]) + int(s.cart[rival]) >= rules.WIN:
        won += LAST_NUGGETS
    win = m.temper * won + _prospect(m, s, roads.AT_PRISON, NONE) - TURN
    lose = _prospect(m, s, roads.AT_HOSPITAL, NONE) - _purse(s, m.seat)
    return float(odds * win + (1 - odds) * lose)


@compiled
def _purse(s: rules.State, seat: int) -> float:
    """What a seat would lose in a duel: its cart, or two tiles."""
    if s.cart[seat] > 0:
        return float(NUGGET * int(s.cart[seat]))
    tiles = 0
    for filon in range(s.taken):
        tiles += s.owner[filon] == seat
    return TILE * min(tiles, pieces.LOOT_FILONS)


@compiled
def _mine(m: Memory, s: rules.State, action: int) -> float:
    """What a turn in an open mine brings."""
    here, depth = roads.CONCESSION[s.place[m.seat]], int(s.depth[m.seat])
    if action == pieces.LEAVE:
        if m.need <= 0:
            return EVER
        elsewhere = _prospect(m, s, s.place[m.seat], here) - TURN
        return TURN if elsewhere > min(m.need, _rest(m, s, here)) else NEVER
    if action == pieces.TAKE:
        return float(m.gain[max(depth, 1)])
    if action >= pieces.FOR_TALON:
        return _swap(m, s, action)
    if action < pieces.LIFT_TO:
        card = action - pieces.PLAY
        card = card if card < pieces.LEVEL_CARDS else pieces.JOKER
        return _dig(m, s, here, depth, pieces.SHOWS[card]) - _price(card)
    card, level = pieces.LIFT, action - pieces.LIFT_TO
    if action >= pieces.JOKER_TO:
        card, level = pieces.JOKER, action - pieces.JOKER_TO
    return LATER * _next(m, s, here, level, card) - _price(card)


@compiled
def _price(card: int) -> float:
    """What it costs to use a card up."""
    if card == pieces.JOKER:
        return JOKER_CARD
    if card == pieces.LIFT:
        return LIFT_CARD
    levels = 0
    for level in range(1, pieces.LEVELS + 1):
        levels += pieces.SHOWS[card] >> level & 1
    return CARD * levels


@compiled
def _dig(m: Memory, s: rules.State, mine: int, depth: int, shown: int) -> float:
    """What a card that shows some levels brings when played at a depth."""
    if depth >= 1 and s.left[mine, depth - 1] > 0:
        if not shown >> depth & 1:
            return NEVER
        further = max(_along(m, s, mine, depth, shown, -1), _along(m, s, mine, depth, shown, 1))
        return float(m.gain[depth] + m.safe[depth] * max(further, 0.0))
    return max(_along(m, s, mine, depth, shown, -1), _along(m, s, mine, depth, shown, 1))


@compiled
def _along(m: Memory, s: rules.State, mine: int, depth: int, shown: int, step: int) -> float:
    """What a run brings that goes on up or down from a depth and stops at its best."""
    best, total, chance = NEVER, 0.0, 1.0
    level = depth + step
    while 1 <= level <= pieces.LEVELS:
        if s.left[mine, level - 1] > 0:
            if not shown >> level & 1:
                return best
            total += chance * m.gain[level]
            chance *= m.safe[level]
            best = max(best, total)
        level += step
    return best


@compiled
def _next(m: Memory, s: rules.State, mine: int, depth: int, used: int) -> float:
    """What the best turn brings at a depth, once a card is used up; after a lift without one."""
    best = 0.0
    if depth == pieces.ENTRANCE or used != pieces.NOTHING:
        level = max(depth, 1)
        if s.left[mine, level - 1] > 0:
            best = max(best, float(m.gain[level]))
    for card in range(pieces.CARDS):
        if s.hand[m.seat, card] > int(card == used) and pieces.SHOWS[card] > 0:
            best = max(best, _dig(m, s, mine, depth, pieces.SHOWS[card]) - _price(card))
    return best


@compiled
def _run(m: Memory, s: rules.State, action: int) -> float:
    """What it brings to go on with a run, or to end it here or at the entrance."""
    here, depth = roads.CONCESSION[s.place[m.seat]], int(s.depth[m.seat])
    if action == pieces.STOP:
        return LATER * _next(m, s, here, depth, pieces.NOTHING)
    if action == pieces.SURFACE:
        return LATER * _next(m, s, here, pieces.ENTRANCE, pieces.NOTHING)
    up = action == pieces.UP or (action == pieces.ON and s.way == pieces.UPWARD)
    return _along(m, s, here, depth, s.card, -1 if up else 1)


@compiled
def _swap(m: Memory, s: rules.State, action: int) -> float:
    """What it brings to swap a card: the new one's use for the old one's."""
    if action == pieces.KEEP:
        return 0.0
    if action == pieces.LEAVE:  # before a closed mine, where it can do nothing else
        return NEVER
    if action >= pieces.FOR_DISCARD:
        return _use(m, s, s.top) - _use(m, s, action - pieces.FOR_DISCARD) - 1.0
    total, cards = 0.0, 0
    for card in range(pieces.CARDS):
        total += int(s.talon[card]) * _use(m, s, card)
        cards += int(s.talon[card])
    return float(total / max(cards, 1) - _use(m, s, action - pieces.FOR_TALON))


@compiled
def _use(m: Memory, s: rules.State, card: int) -> float:
    """What a card in hand is good for: the more of its kind there are, the less."""
    others = int(s.hand[m.seat, card])
    if card == pieces.JOKER:
        return 2 * JOKER_CARD
    if card == pieces.PROP:
        return PROP_CARD / max(others, 1)
    if card == pieces.LIFT:
        return LIFT_CARD / max(others, 1)
    if card == pieces.MINE:
        return MINE_CARD / max(others, 1) if _needs_mine(m, s) else 0.0
    return _price(card) * (2.0 if pieces.SHOWS[card] >> 1 & 1 else 1.0)


@compiled
def _needs_mine(m: Memory, s: rules.State) -> bool:
    """Whether a Mine card may be wanted: not inside an open mine, nor when all are open."""
    inside = turns.in_concession(s, m.seat) and turns.is_open(s, s.place[m.seat])
    return bool(not inside and s.opened != (1 << CONCESSIONS) - 1)


@compiled
def _duel(m: Memory, s: rules.State, action: int) -> float:
    """What a card in a duel is worth: it wins, or leaves a gap that the other may close."""
    if action == pieces.PASS:
        return 0.0
    card = min(action - pieces.LAY, pieces.JOKER)
    steps = pieces.DUEL_STEPS[card] if card != pieces.JOKER else action - pieces.LAY_JOKER
    gap = int(s.gap) - steps
    if gap == 0:
        return EVER
    rival = s.rival if m.seat == s.turn else s.turn
    worth = -100.0 * _likely(s, rival, gap)
    for reply in range(min(gap - 1, MOST_STEPS) + 1):  # then it wins itself if it can
        left = gap - reply
        ready = left <= MOST_STEPS and _plays(s, m.seat, left) > int(left == steps)
        worth += 10.0 * int(ready) * _likely(s, rival, reply)
    return worth - (20.0 if card == pieces.JOKER else 0.0)


@compiled
def _plays(s: rules.State, seat: int, steps: int) -> int:
    """How many cards that it knows in a hand can go so many steps."""
    found = int(s.hand[seat, pieces.JOKER])
    for card in range(pieces.JOKER):
        found += int(s.hand[seat, card]) if pieces.DUEL_STEPS[card] == steps else 0
    return found


@compiled
def _likely(s: rules.State, rival: int, steps: int) -> float:
    """The chance that a rival has a card for so many steps, by what is known and unknown."""
    if steps > MOST_STEPS:
        return 0.0
    if _plays(s, rival, steps) > 0:
        return 1.0
    unknown, fitting = 0, int(s.talon[pieces.JOKER])
    for card in range(pieces.CARDS):
        unknown += int(s.talon[card])
        if card != pieces.JOKER and pieces.DUEL_STEPS[card] == steps:
            fitting += int(s.talon[card])
    unseen = int(s.held[rival])
    for card in range(pieces.CARDS):
        unseen -= int(s.hand[rival, card])
    lacks = 1.0
    for _ in range(unseen):
        lacks *= 1 - fitting / max(unknown, 1)
    return 1 - lacks
