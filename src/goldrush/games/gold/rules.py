"""GOLD: turn two cards, and let your prospectors find the gold.

Numbers in brackets are paragraphs of RULES.en.md.  A card has no identity until it is first
turned; it is then drawn from the bag of those never turned.
"""

from typing import Annotated, Protocol

import numpy as np

from goldrush.core import CHANCE, OVER, Ints, bags, compiled, layout, no_secrets
from goldrush.core.rng import below
from goldrush.core.seats import NOBODY, after, places, starters
from goldrush.core.state import I1, I2, I1s, I2s
from goldrush.games.contract import Amounts, Option
from goldrush.games.edition import shipped
from goldrush.games.gold.edition import COLOURS, Edition

NAME = "gold"
VERSION: int = globals().get("VERSION", 1)  # bound, or the newest
MIN_SEATS, MAX_SEATS = 2, 5
OPTIONS: tuple[Option, ...] = (
    Option("rounds", ("one", "each")),
    Option("layout", ("scattered", "square")),
)

EDITION: Edition = globals().get("EDITION") or shipped(__file__, Edition, VERSION)  # or bound

# Kinds of cards: gold by value, then prospectors by colour and strength, then dynamite [G1-G3].
_gold = sorted(EDITION.gold.cards.items())
_strengths = sorted(EDITION.prospectors.cards.items())
_crew = [(colour, strength, n) for colour in range(COLOURS) for strength, n in _strengths]
PROSPECTOR = len(_gold)  # the first prospector's kind
DYNAMITE = PROSPECTOR + len(_crew)
KINDS = DYNAMITE + 1
DECK = np.array([n for _, n in _gold] + [n for *_, n in _crew] + [EDITION.dynamite.cards])
VALUE = np.array([value for value, _ in _gold] + [0] * len(_crew) + [0])  # carats
STRENGTH = np.array([0] * len(_gold) + [strength for _, strength, _ in _crew] + [0])
COLOUR = np.array([-1] * len(_gold) + [colour for colour, *_ in _crew] + [-1])
CARATS = int((DECK * VALUE).sum())

SPOTS = int(DECK.sum())
ACTIONS = SPOTS  # turn the card on a spot
AMOUNTS: tuple[Amounts, ...] = ()
STARTS = KINDS  # outcomes below are kinds of cards, from here on starting seats
OUTCOMES = KINDS + MAX_SEATS

UNTURNED, GONE = -1, -2  # what a spot holds instead of a kind
NOTHING, FINDS, CHASES, BLAST = range(4)  # what two turned cards do
FEW = 10  # cards that start the rush [G15]
QUIET_TURNS = 30  # turns without a card leaving that start it [G19]
NO_RUSH, FEW_LEFT, STUCK, QUIET = 0, 1, 2, 3  # why the rush is on
ENDS: tuple[str, ...] = ("few_left", "stuck", "quiet")  # what brought on the last round's rush
LONGEST = 1 + MAX_SEATS * (2 * QUIET_TURNS * (SPOTS - FEW) + SPOTS + FEW + 1)
# Every card with an identity was seen by all [G22]: chosen and turned before all eyes [G8].
hide, resample, seen = no_secrets.hide, no_secrets.resample, no_secrets.seen


class State(Protocol):
    """All that a position of the game holds."""

    seats: I1  # how many play
    rounds: I1  # how many rounds they play
    layout: I1  # 1 for the square; looks only
    first: I1  # the seat that started the first round, NOBODY until drawn
    played: I1  # rounds finished
    turn: I1  # the seat whose turn it is
    turned: I1  # cards turned in this turn
    drawing: I1  # 1 while a card that was never turned is being turned
    rush: I1  # why the rush is on, or NO_RUSH
    quiet: I1  # turns in a row in which no card left the table
    turns: I2  # turns played in the match
    up: Annotated[I1s, 2]  # spots turned in this turn (before: in the last one), or NOBODY
    face: Annotated[I1s, 2]  # the cards turned there
    card: Annotated[I1s, SPOTS]  # known to lie on a spot, UNTURNED or GONE: memory, no secret [G22]
    bag: Annotated[I1s, KINDS]  # cards never turned
    table: Annotated[I1s, KINDS]  # cards on the table, turned or not
    left: I1  # how many these are
    gone: I1  # cards that left the game this round without being taken
    lost: I2  # carats blown up this round
    carats: Annotated[I2s, MAX_SEATS]  # taken this round, by seat
    cards: Annotated[I1s, MAX_SEATS]  # gold cards taken this round, by seat
    total: Annotated[I2s, MAX_SEATS]  # carats of the earlier rounds, by seat


STATE = layout(State)


@compiled
def start(s: State, seats: int, options: Ints) -> None:
    """Sets up the first round; who starts it is still to be drawn [G7]."""
    s.seats = seats
    s.rounds = seats if options[0] else 1  # [G21]
    s.layout = options[1]
    s.first = NOBODY
    s.played = 0
    s.turn = 0
    s.turns = 0
    s.drawing = 0
    s.total[:] = 0
    _lay_out(s)


@compiled
def actor(s: State) -> int:
    """The seat to act, or CHANCE, or OVER."""
    if s.first == NOBODY or s.drawing:
        return CHANCE
    if s.left == 0:
        return OVER  # a round that is not the last one lays out the next at once
    return int(s.turn)


@compiled
def legal(s: State, out: Ints) -> int:
    """Writes the spots with a card, but for the one already open [G9]; returns how many."""
    open_already = int(s.up[0]) if s.turned else SPOTS
    n = 0
    for spot in range(open_already):
        out[n] = spot  # kept only if n moves on: no branch to guess wrong
        n += s.card[spot] != GONE
    for spot in range(open_already + 1, SPOTS):
        out[n] = spot
        n += s.card[spot] != GONE
    return n


@compiled
def chance(s: State, out: Ints, weight: Ints) -> int:
    """Writes what may be drawn: a starting seat [G7], or a card never turned."""
    if s.first == NOBODY:
        return starters(s.seats, STARTS, out, weight)
    return bags.contents(s.bag, out, weight)


@compiled
def draw(s: State, rng: Ints) -> int:
    """Draws one of these by its weight."""
    return STARTS + below(rng, s.seats) if s.first == NOBODY else bags.draw(s.bag, rng)


@compiled
def play(s: State, step: int) -> None:
    """Turns the chosen card, or applies what was drawn."""
    if s.first == NOBODY:
        s.first = step - STARTS
        s.turn = s.first
        s.rush = rush_due(s)
    elif s.drawing:
        s.drawing = 0
        s.bag[step] -= 1
        s.card[s.up[s.turned]] = step
        _look(s)
    else:
        if s.turned == 0:
            s.up[1] = NOBODY
        s.up[s.turned] = step
        if s.card[step] == UNTURNED:
            s.drawing = 1
        else:
            _look(s)


@compiled
def score(s: State, out: Ints) -> None:
    """Writes the carats of each seat, over all rounds [G20, G21]."""
    for seat in range(s.seats):
        out[seat] = s.total[seat] + s.carats[seat]


@compiled
def rank(s: State, out: Ints) -> None:
    """Writes the place of each seat, 1 for a winner; equal seats share one [G20, G21]."""
    for seat in range(s.seats):
        out[seat] = _merit(s, seat)
    places(out, s.seats)


@compiled
def ended(s: State) -> int:
    """Which of ENDS brought the match to its end; to be asked when it is OVER."""
    return int(s.rush) - 1


CHECKS: tuple[str, ...] = (
    "all is well",
    "cards on the table, taken and gone do not add up to the deck",
    "the spots, the bag and the table disagree about the cards left",
    "gold on the table, taken and blown up does not add up to the deck's carats",
    "a seat, round or count is out of range",
    "the cards turned up are not where they should be",
    "the rush should be on",
)


@compiled
def check(s: State) -> int:
    """0, or which of CHECKS the record fails."""
    taken = 0
    gold = int(s.lost)
    for seat in range(MAX_SEATS):
        taken += s.cards[seat]
        gold += s.carats[seat]
    for kind in range(KINDS):
        gold += s.table[kind] * VALUE[kind]
    if int(s.left) + taken + s.gone != SPOTS:
        return 1
    if not _table_agrees(s):
        return 2
    if gold != CARATS:
        return 3
    if not _in_range(s):
        return 4
    if not _turned_agrees(s):
        return 5
    return 6 if s.first != NOBODY and s.rush == NO_RUSH and rush_due(s) else 0


@compiled
def _lay_out(s: State) -> None:
    """Lays all cards face down and empties the mines [G3]."""
    s.turned = 0
    s.rush = NO_RUSH
    s.quiet = 0
    s.up[:] = NOBODY
    s.face[:] = UNTURNED
    s.card[:] = UNTURNED
    for kind in range(KINDS):  # one by one: copying an array takes numba two seconds to compile
        s.bag[kind] = DECK[kind]
        s.table[kind] = DECK[kind]
    s.left = SPOTS
    s.gone = 0
    s.lost = 0
    s.carats[:] = 0
    s.cards[:] = 0


@compiled
def rush_due(s: State) -> int:
    """Why the rush must be on when a turn begins, or NO_RUSH; the reasons in their order [G19]."""
    if s.left <= FEW:
        return FEW_LEFT  # [G15]
    if _stuck(s):
        return STUCK  # [G18]
    return QUIET if s.quiet >= QUIET_TURNS else NO_RUSH  # [G19, G17]


@compiled
def _stuck(s: State) -> bool:
    """Whether no pair of the cards left could change anything [G18]."""
    if s.table[DYNAMITE]:
        return False
    strength = 0
    for kind in range(PROSPECTOR, DYNAMITE):
        if s.table[kind]:
            if strength and STRENGTH[kind] != strength:
                return False
            strength = STRENGTH[kind]
    for kind in range(PROSPECTOR):
        if s.table[kind] and VALUE[kind] <= strength:
            return False
    return True


@compiled
def _look(s: State) -> None:
    """Shows the card just turned, and settles the turn if it was the last one."""
    s.face[s.turned] = s.card[s.up[s.turned]]
    s.turned += 1
    if s.rush:
        _grab(s, s.up[0])
        _end_turn(s)
    elif s.turned == 2:
        _settle(s, s.up[0], s.up[1])
        _end_turn(s)


@compiled
def _grab(s: State, spot: int) -> None:
    """In the rush gold goes to whoever turned it, anything else leaves [G16]."""
    if VALUE[s.card[spot]]:
        _take(s, spot, s.turn)
    else:
        _discard(s, spot)


@compiled
def _settle(s: State, one: int, other: int) -> None:
    """Does to a pair of turned cards what it does."""
    effect, strong, _ = pair(s.card[one], s.card[other])
    if s.card[one] != strong:
        one, other = other, one
    if effect == BLAST:
        _discard(s, one)
        _discard(s, other)
    elif effect == FINDS:
        _take(s, other, finder(s, strong))
        _discard(s, one)
    elif effect == CHASES:
        _discard(s, other)


@compiled
def pair(one: int, other: int) -> tuple[int, int, int]:
    """What two kinds of cards do, whichever was turned first, and which is the stronger."""
    if STRENGTH[one] < STRENGTH[other]:
        one, other = other, one
    effect = NOTHING  # every other pair just lies down again [G13]
    if one == DYNAMITE or other == DYNAMITE:
        effect = BLAST  # [G12]
    elif VALUE[other]:
        if STRENGTH[one] >= VALUE[other]:
            effect = FINDS  # [G10]
    elif STRENGTH[one] > STRENGTH[other]:
        effect = CHASES  # [G11]
    return effect, one, other


@compiled
def finder(s: State, kind: int) -> int:
    """The seat that gets what a prospector finds: its owner or, without one, who turned [G10]."""
    owner = owner_of(s, COLOUR[kind])
    return int(s.turn) if owner == NOBODY else owner


@compiled
def owner_of(s: State, colour: int) -> int:
    """The seat that owns a colour, or NOBODY [G5, G6]."""
    if s.seats == 2 and colour < 4:
        return int(colour % 2)
    return int(colour) if colour < s.seats else NOBODY


@compiled
def _take(s: State, spot: int, seat: int) -> None:
    s.carats[seat] += VALUE[s.card[spot]]
    s.cards[seat] += 1
    _remove(s, spot)


@compiled
def _discard(s: State, spot: int) -> None:
    s.lost += VALUE[s.card[spot]]
    s.gone += 1
    _remove(s, spot)


@compiled
def _remove(s: State, spot: int) -> None:
    """Takes a card off the table and leaves a gap [G14]."""
    s.table[s.card[spot]] -= 1
    s.card[spot] = GONE
    s.left -= 1
    s.quiet = -1  # the end of this turn makes it 0


@compiled
def _end_turn(s: State) -> None:
    """Passes the turn to the left, or the start of a new round [G8, G20, G21]."""
    s.turned = 0
    s.turns += 1
    s.quiet += 1
    s.turn = after(s.turn, s.seats)
    if s.left == 0 and s.played + 1 < s.rounds:
        for seat in range(s.seats):
            s.total[seat] += s.carats[seat]
        s.played += 1
        s.turn = (s.first + s.played) % s.seats
        _lay_out(s)
    if s.left and s.rush == NO_RUSH:
        s.rush = rush_due(s)


@compiled
def _merit(s: State, seat: int) -> int:
    """What decides between seats: carats, then gold cards [G20], or the last round [G21]."""
    last = int(s.cards[seat]) if s.rounds == 1 else int(s.carats[seat])
    return (int(s.total[seat]) + int(s.carats[seat])) * 1024 + last


@compiled
def _table_agrees(s: State) -> bool:
    bag = 0
    left = 0
    for kind in range(KINDS):
        if s.bag[kind] < 0 or s.table[kind] != s.bag[kind] + _lying(s, kind):
            return False
        bag += s.bag[kind]
        left += s.table[kind]
    lying = SPOTS - _lying(s, GONE)  # with spots that hold no card at all
    return bool(bag == _lying(s, UNTURNED) and left == s.left and left == lying)


@compiled
def _lying(s: State, kind: int) -> int:
    n = 0
    for spot in range(SPOTS):
        n += s.card[spot] == kind
    return n


@compiled
def _in_range(s: State) -> bool:
    for seat in range(MAX_SEATS):
        if s.carats[seat] < 0 or s.cards[seat] < 0 or s.total[seat] < 0:
            return False
    return bool(
        MIN_SEATS <= s.seats <= MAX_SEATS
        and (s.rounds == 1 or s.rounds == s.seats)
        and 0 <= s.layout <= 1
        and NOBODY <= s.first < s.seats
        and 0 <= s.played < s.rounds
        and 0 <= s.turn < s.seats
        and s.turns >= 0
        and 0 <= s.quiet <= QUIET_TURNS
        and NO_RUSH <= s.rush <= QUIET
        and 0 <= s.turned <= 1
        and 0 <= s.drawing <= 1
    )


@compiled
def _turned_agrees(s: State) -> bool:
    for n in range(2):
        if not (NOBODY <= s.up[n] < SPOTS and UNTURNED <= s.face[n] < KINDS):
            return False
    if s.drawing and (s.up[s.turned] == NOBODY or s.card[s.up[s.turned]] != UNTURNED):
        return False
    if s.turned:
        first = s.up[0]
        return bool(first != NOBODY and s.face[0] == s.card[first] and not s.rush)
    return True
