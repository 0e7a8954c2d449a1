"""What lies on the table of Golden-Town, as numbers; EDITION and VERSION are bound by rules.py.

Cards and filons by kind, actions and outcomes by number, the phases of a turn, and the record.
"""

from typing import Annotated, Protocol

import numpy as np

from goldrush.core import layout
from goldrush.core.state import I1, I2, I1s, I2s
from goldrush.games.golden_town.edition import (
    COLOURS,
    CONCESSIONS,
    GRAMS,
    LEVEL_FILONS,
    MOST_STEPS,
    NUGGETS,
    Edition,
)

EDITION: Edition = globals()["EDITION"]
VERSION: int = globals()["VERSION"]
# What version 1 played otherwise; compiled code rules out what does not hold.
DEALT_ROUND = VERSION > 1  # cards go round the table one by one; before: whole hands [T7]
FRESH_TOP = VERSION > 1  # the discard of the turn before may be taken; before: any on top [T13]
IDLE_TAKES = VERSION > 1  # a free filon is for an idle hand; before: for any [T25]

MAX_SEATS = 4
HAND = 6  # cards [T7]
NOTHING = -1  # no card, square or filon

# Extraction cards: level cards by levels and duel steps, then the four others [T2].
_cards = EDITION.cards
_level_cards = sorted({(card.shows, steps) for card in _cards.levels for steps in card.steps})
_level_cards.sort(key=lambda card: ([COLOURS.index(c) for c in card[0]], card[1]))
LEVEL_CARDS = len(_level_cards)
LIFT, MINE, PROP, JOKER = range(LEVEL_CARDS, LEVEL_CARDS + 4)
CARDS = JOKER + 1
SHOWN = [shows for shows, _ in _level_cards]
DECK = np.array(
    [next(c for c in _cards.levels if c.shows == shows).steps.count(n) for shows, n in _level_cards]
    + [_cards.lifts, _cards.mines, _cards.props, _cards.jokers]
)
DUEL_STEPS = np.array([steps for _, steps in _level_cards] + [0] * 4)
LEVELS = len(COLOURS)
ALL_LEVELS = 2 ** (LEVELS + 1) - 2  # bits 1 to 4
SHOWS = np.array(  # the levels a card shows, as bits; a joker shows all [T31]
    [sum(2 << COLOURS.index(c) for c in shows) for shows, _ in _level_cards]
    + [0] * 3
    + [ALL_LEVELS]
)

IDLE = SHOWS & 2 == 0  # cards with which nothing can be dug at an entrance [T25]

# Filons by what they hold: gold by grams, pyrite, cave-in, abandon [T4].
PYRITE, CAVE_IN, ABANDON = range(len(GRAMS), len(GRAMS) + 3)
CONTENTS = ABANDON + 1
GOLD = np.array([*GRAMS, 0, 0, 0])
FILONS = sum(LEVEL_FILONS) * CONCESSIONS
LEVEL_SIZE = np.array(LEVEL_FILONS)
BAG = np.array(
    [
        [*(level.gold.get(g, 0) for g in GRAMS), level.pyrite, level.cave_in, level.abandon]
        for level in EDITION.filons.levels
    ]
)
ALL_GOLD = int((BAG * GOLD).sum())
DUEL_GAP = EDITION.board.duel - 1  # steps between the Revolver squares [T6]
LOOT_FILONS = 2  # taken by a winner who finds no nugget [T53]

ENTRANCE = 0  # where in a concession: here, on a level from 1, or at the exit
EXIT = LEVELS + 1

SQUARES = len(EDITION.board.squares)
DIE = 6

MAKE = 0  # actions: and how many nuggets
GO = MAKE + NUGGETS + 1  # and the square
STAY = GO + SQUARES
ENTER = STAY + 1
CHALLENGE = ENTER + 1  # and the seat
AGREE = CHALLENGE + MAX_SEATS
REFUSE, WAIT, SHOW_MINE, SHOW_JOKER, LEAVE, TAKE, KEEP = range(AGREE + 1, AGREE + 8)
PLAY = KEEP + 1  # and the level card, or LEVEL_CARDS for a joker
LIFT_TO = PLAY + LEVEL_CARDS + 1  # and the level or the entrance, with a lift
JOKER_TO = LIFT_TO + LEVELS + 1  # likewise, with a joker
FOR_TALON = JOKER_TO + LEVELS + 1  # and the card that is swapped
FOR_DISCARD = FOR_TALON + CARDS  # likewise
NO_PROP = FOR_DISCARD + CARDS
SHOW_PROP, PROP_JOKER, UP, DOWN, ON, SURFACE, STOP, FIRST, SECOND = range(NO_PROP + 1, NO_PROP + 10)
LAY = SECOND + 1  # and the card, in a duel
LAY_JOKER = LAY + JOKER  # and its steps
PASS = LAY_JOKER + MOST_STEPS + 1
ACTIONS = PASS + 1

ROLLED = CARDS - 1  # outcomes: cards, then this and the pips, from 1
STARTS = ROLLED + DIE + 1  # and the seat
DUG = STARTS + MAX_SEATS  # and what the filon holds
LOOTED = DUG + CONTENTS  # and the number of the filon
OUTCOMES = LOOTED + FILONS

# Phases: draws, then decisions, then the end.
BEGIN, DEAL, ROLL, BID, REPLY, DRAW, DIG, REFILL, LOOT = range(9)
MAKING, GOING, ARRIVING, ANSWERING, SWAPPING, SHOWING = range(LOOT + 1, LOOT + 7)
WAITING, MINING, PROPPING, RUNNING, FACING, DUELLING, DONE = range(SHOWING + 1, SHOWING + 8)
OPEN, UPWARD, DOWNWARD = range(3)  # directions of a run; open while it may go either way
BY_CARD, FROM_ENTRANCE, NO_CARD = range(3)  # how the digging of this turn began


class State(Protocol):
    """All that a position of the game holds."""

    seats: I1  # how many play
    rematch: I1  # the option, 1 when on
    first: I1  # the starting seat, NOBODY until drawn
    turn: I1  # the seat whose turn it is
    phase: I1  # what comes next; hidden ones are told as if nothing were asked [T60]
    turns: I2  # turns played in the match
    slots: I2  # turns played or missed [T59]
    over: I1  # how the match ended
    place: Annotated[I1s, MAX_SEATS]  # the square of each prospector
    depth: Annotated[I1s, MAX_SEATS]  # and where in the concession
    since: Annotated[I2s, MAX_SEATS]  # the slot in which it came there [T40]
    ban: Annotated[I1s, MAX_SEATS]  # the concession that is closed to it, or NOTHING [T36]
    opened: I1  # concessions that are or were in service, one bit each [T20]
    missing: I1  # seats that miss their next turn, one bit each
    lifted: I1  # seats whose last turn was a lift, one bit each [T29]
    barred: Annotated[I1s, MAX_SEATS]  # seats it may not fight again, one bit each [T57]
    cart: Annotated[I1s, MAX_SEATS]  # nuggets in the cart
    banked: Annotated[I1s, MAX_SEATS]  # nuggets in the Bank
    ore: Annotated[I2s, MAX_SEATS]  # grams of gold before each seat: secret to all others
    lost: I2  # grams lost in exchanges
    left: Annotated[I1s, CONCESSIONS, LEVELS]  # filons that lie in the mines
    bag: Annotated[I1s, LEVELS, CONTENTS]  # what these hold; hidden: these and all others not known
    taken: I1  # filons that were laid before a seat so far, numbered as they came
    owner: Annotated[I1s, FILONS]  # whose each of them is, or NOTHING
    level: Annotated[I1s, FILONS]  # the level it came from, from 0: its colour
    holds: Annotated[I1s, FILONS]  # what it holds: secret to those that have not seen it
    known: Annotated[I1s, FILONS]  # who has seen it, one bit a seat
    hand: Annotated[I1s, MAX_SEATS, CARDS]  # cards in hand; hidden: others' that all have seen
    held: Annotated[I1s, MAX_SEATS]  # how many cards these are
    seen: Annotated[I1s, MAX_SEATS, CARDS]  # cards in hand that all have seen
    aged: Annotated[I1s, MAX_SEATS, CARDS]  # unseen ones held since the talon was made anew: secret
    stale: Annotated[I1s, MAX_SEATS]  # how many of these it surely has
    elder: Annotated[I1s, CARDS]  # all cards that these may be: what no hand had shown then
    stiff: Annotated[I1s, MAX_SEATS, MOST_STEPS]  # unseen ones that a pass in a duel told of [T51]
    if IDLE_TAKES:
        idle: Annotated[I1s, MAX_SEATS]  # unseen ones that are surely IDLE
    talon: Annotated[I1s, CARDS]  # cards to be drawn; hidden: these and all others not known
    talon_left: I1  # how many these are
    discard: Annotated[I1s, CARDS]  # the discard pile
    top: I1  # its top card, or NOTHING
    if FRESH_TOP:
        layer: I1  # who laid it in this turn or the last, or NOBODY
    roll: I1  # the die of this turn, of a newcomer, or 0
    rival: I1  # the holder who is asked, or the seat that was challenged, or NOBODY
    card: I1  # levels that the card shows which is being dug with, as bits
    way: I1  # the direction of the run
    began: I1  # how the digging began
    dug: I1  # filons dug in this turn
    mover: I1  # the seat to play in the duel, or NOBODY
    gap: I1  # steps between the two
    passes: I1  # passes running
    walked: Annotated[I1s, 2]  # steps made in the duel: the challenger's, the other's
    laid: Annotated[I1s, 2, CARDS]  # cards on the duel field: the challenger's, the other's
    loot: I1  # filons that the winner still draws


STATE = layout(State)
