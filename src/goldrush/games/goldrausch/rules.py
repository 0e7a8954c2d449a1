"""Goldrausch: place gold on six groups, and join the rich ones in time.

Numbers in brackets are paragraphs of RULES.en.md.  The deck is a bag: a card has no identity until
it is drawn.
"""

from typing import Annotated, Protocol

import numpy as np

from goldrush.core import CHANCE, OVER, Ints, bags, compiled, layout, no_secrets
from goldrush.core.rng import below
from goldrush.core.seats import NOBODY, after, places, starters
from goldrush.core.state import I1, I2, I1s, I2s
from goldrush.games.contract import Amounts, Option
from goldrush.games.edition import shipped
from goldrush.games.goldrausch.edition import Edition

NAME = "goldrausch"
VERSION: int = globals().get("VERSION", 1)  # bound, or the newest
MIN_SEATS, MAX_SEATS = 2, 5
OPTIONS: tuple[Option, ...] = ()

EDITION: Edition = globals().get("EDITION") or shipped(__file__, Edition, VERSION)  # or bound

GROUPS = 6
CHARACTERS = 5  # in each group [K1]
GOLD_A_GROUP = 6  # gold cards that each group gets in a round [K10]
FALSE_COINS = 18  # [K1]
TOKENS = 3  # a seat has in a round [K5]
ROUNDS = 4  # [K16]

# Kinds of cards: a character of each group, then gold cards by their coins, then false coins.
_coins = sorted(EDITION.coins.cards.items())
GOLD = GROUPS  # the first kind that is gold
FALSE = GOLD + len(_coins)
KINDS = FALSE + 1
GOLD_KINDS = KINDS - GOLD
DECK = np.array([CHARACTERS] * GROUPS + [n for _, n in _coins] + [FALSE_COINS])
COINS = np.array([0] * GROUPS + [coins for coins, _ in _coins] + [0])
CARDS = int(DECK.sum())
ALL_COINS = int((DECK * COINS).sum())

JOIN, PASS = GROUPS, GROUPS + 1  # actions; those below lay a gold card on a group
ACTIONS = GROUPS + 2
AMOUNTS: tuple[Amounts, ...] = ()
STARTS = KINDS  # outcomes below are kinds of cards, from here on starting seats
OUTCOMES = KINDS + MAX_SEATS
NOTHING = -1
ENDS: tuple[str, ...] = ("rounds",)
LONGEST = 1 + 2 * ROUNDS * CARDS
# All cards are drawn before all eyes [K6], and so what is left in the deck is known [K18].
hide, resample, seen = no_secrets.hide, no_secrets.resample, no_secrets.seen


class State(Protocol):
    """All that a position of the game holds."""

    seats: I1  # how many play
    first: I1  # the seat that started the first round, NOBODY until drawn
    played: I1  # rounds finished
    turn: I1  # the seat whose turn it is
    card: I1  # the card drawn in this turn and still to be decided about, or NOTHING
    left: I1  # cards in the deck
    turns: I2  # turns played in the match
    bag: Annotated[I1s, KINDS]  # cards in the deck: public, for all others lie open [K18]
    characters: Annotated[I1s, GROUPS]  # left of each emblem
    gold: Annotated[I1s, GROUPS]  # gold cards right of each emblem
    laid: Annotated[I1s, GROUPS, GOLD_KINDS]  # which these are
    coins: Annotated[I2s, GROUPS]  # the coins on them
    tokens: Annotated[I1s, MAX_SEATS, GROUPS]  # tokens of each seat on each group
    joined: Annotated[I1s, GROUPS]  # tokens of all seats on it
    held: Annotated[I1s, MAX_SEATS]  # tokens that a seat has left in this round
    total: Annotated[I2s, MAX_SEATS]  # coins of the rounds finished
    paid: Annotated[I2s, GROUPS]  # what a token earned in the last round finished, for all to see
    earned: Annotated[I2s, MAX_SEATS]  # what a seat earned in it


STATE = layout(State)


@compiled
def start(s: State, seats: int, options: Ints) -> None:
    """Sets up the first round; who starts it is still to be drawn [K17]."""
    s.seats = seats
    s.first = NOBODY
    s.played = 0
    s.turn = 0
    s.turns = 0
    s.total[:] = 0
    s.paid[:] = 0
    s.earned[:] = 0
    _shuffle(s)


@compiled
def actor(s: State) -> int:
    """The seat to act, or CHANCE, or OVER."""
    if s.played == ROUNDS:
        return OVER
    return CHANCE if s.card == NOTHING else int(s.turn)


@compiled
def legal(s: State, out: Ints) -> int:
    """Writes join and pass [K7], or the groups that a gold card may go to [K11]."""
    if s.card < GOLD:
        out[0] = JOIN
        out[1] = PASS
        return 2
    peopled = room_with_characters(s)
    n = 0
    for group in range(GROUPS):
        out[n] = group
        n += may_lay(s, group, peopled)
    return n


@compiled
def chance(s: State, out: Ints, weight: Ints) -> int:
    """Writes what may be drawn: a starting seat [K17], or the top card of the deck [K6]."""
    if s.first == NOBODY:
        return starters(s.seats, STARTS, out, weight)
    return bags.contents(s.bag, out, weight)


@compiled
def draw(s: State, rng: Ints) -> int:
    """Draws one of these by its weight."""
    return STARTS + below(rng, s.seats) if s.first == NOBODY else bags.draw(s.bag, rng)


@compiled
def play(s: State, step: int) -> None:
    """Applies a draw, a placement or the answer whether to join."""
    if s.first == NOBODY:
        s.first = step - STARTS
        s.turn = s.first
    elif s.card == NOTHING:
        _turn_up(s, step)
    elif s.card >= GOLD:
        _lay(s, s.card, step)
        _end_turn(s)
    else:
        if step == JOIN:
            _join(s, s.card)
        _end_turn(s)


@compiled
def score(s: State, out: Ints) -> None:
    """Writes the coins of each seat: rounds finished, and what the groups would pay now [K16]."""
    for seat in range(s.seats):
        out[seat] = s.total[seat]
        if s.played < ROUNDS:
            out[seat] += earnings(s, seat)


@compiled
def rank(s: State, out: Ints) -> None:
    """Writes the place of each seat by its coins; ties are shared [K16, K17]."""
    score(s, out)
    places(out, s.seats)


@compiled
def ended(s: State) -> int:
    """A match ends in one way: its four rounds are played [K16]."""
    return 0


CHECKS: tuple[str, ...] = (
    "all is well",
    "the cards in the deck and on the table do not make up the pack",
    "a group has too many cards or tokens, or counts its gold, coins or tokens wrongly",
    "a seat has more or fewer tokens than three, or a seat nobody sits at has played",
    "a seat, round or count is out of range",
    "more coins were earned than there are",
    "the turn does not follow from the cards played",
    "the card turned up leaves nothing to decide",
)


@compiled
def check(s: State) -> int:
    """0, or which of CHECKS the record fails; ranges come first, the others rely on them."""
    fault = 0
    if not _in_range(s):
        fault = 4
    elif not _pack_agrees(s):
        fault = 1
    elif not _groups_agree(s):
        fault = 2
    elif not _seats_agree(s):
        fault = 3
    elif not _coins_agree(s):
        fault = 5
    elif not _turn_agrees(s):
        fault = 6
    elif not _card_agrees(s):
        fault = 7
    return fault


@compiled
def may_lay(s: State, group: int, peopled: int) -> bool:
    """Whether gold may go to a group, where *peopled* groups with room go first [K10, K11]."""
    return bool(s.gold[group] < GOLD_A_GROUP and (s.characters[group] > 0 or not peopled))


@compiled
def room_with_characters(s: State) -> int:
    """Whether some group has a character and fewer than six gold cards [K11]."""
    for group in range(GROUPS):
        if s.characters[group] and s.gold[group] < GOLD_A_GROUP:
            return 1
    return 0


@compiled
def only_group(s: State) -> int:
    """The single group that gold may go to, or NOTHING when there is a choice [K12]."""
    peopled = room_with_characters(s)
    ways = 0
    only = NOTHING
    for group in range(GROUPS):
        if may_lay(s, group, peopled):
            ways += 1
            only = group
    return only if ways == 1 else NOTHING


@compiled
def _shuffle(s: State) -> None:
    """Takes all cards back into the deck and all tokens into the hands [K16, K5]."""
    s.card = NOTHING
    s.left = CARDS
    for kind in range(KINDS):
        s.bag[kind] = DECK[kind]
    s.characters[:] = 0
    s.gold[:] = 0
    s.laid[:, :] = 0
    s.coins[:] = 0
    s.tokens[:, :] = 0
    s.joined[:] = 0
    s.held[:] = TOKENS


@compiled
def _turn_up(s: State, kind: int) -> None:
    """Plays the card drawn at once, as far as there is nothing to decide [K6]."""
    s.bag[kind] -= 1
    s.left -= 1
    if kind < GOLD:
        s.characters[kind] += 1  # [K7]
        if s.held[s.turn]:
            s.card = kind
        else:
            _end_turn(s)  # who has no token is not asked [K9]
        return
    only = only_group(s)
    if only == NOTHING:
        s.card = kind
    else:
        _lay(s, kind, only)  # [K12]
        _end_turn(s)


@compiled
def _lay(s: State, kind: int, group: int) -> None:
    """Lays a gold card to the right of an emblem [K10]."""
    s.gold[group] += 1
    s.laid[group, kind - GOLD] += 1
    s.coins[group] += COINS[kind]  # a false coin is worth nothing [K14]


@compiled
def _join(s: State, group: int) -> None:
    """Puts a token of the seat to act on a group, for good [K7, K8]."""
    s.tokens[s.turn, group] += 1
    s.joined[group] += 1
    s.held[s.turn] -= 1


@compiled
def _end_turn(s: State) -> None:
    """Passes the turn to the left, or counts the round after its last card [K6, K13, K16]."""
    s.card = NOTHING
    s.turns += 1
    s.turn = after(s.turn, s.seats)
    if s.left == 0:
        _count(s)
        finished = int(s.played) + 1
        s.played = finished
        if finished < ROUNDS:  # the last table stays as it lies
            s.turn = (s.first + finished) % s.seats  # [K17]
            _shuffle(s)


@compiled
def _count(s: State) -> None:
    """Pays each token its share [K13]."""
    for seat in range(s.seats):
        s.earned[seat] = earnings(s, seat)
        s.total[seat] += s.earned[seat]
    for group in range(GROUPS):
        s.paid[group] = share(s, group)


@compiled
def earnings(s: State, seat: int) -> int:
    """What the groups would pay a seat now."""
    coins = 0
    for group in range(GROUPS):
        if s.tokens[seat, group]:
            coins += int(s.tokens[seat, group]) * share(s, group)
    return coins


@compiled
def share(s: State, group: int) -> int:
    """What a token on a group earns: the rest is lost [K13], and without tokens all [K15]."""
    return int(s.coins[group]) // int(s.joined[group]) if s.joined[group] else 0


@compiled
def _in_range(s: State) -> bool:
    least = 0  # of all that is counted
    for kind in range(KINDS):
        least = min(least, int(s.bag[kind]))
    for group in range(GROUPS):
        least = min(least, int(s.characters[group]), int(s.paid[group]))
        for kind in range(GOLD_KINDS):
            least = min(least, int(s.laid[group, kind]))
    for seat in range(MAX_SEATS):
        least = min(least, int(s.held[seat]), int(s.total[seat]), int(s.earned[seat]))
        for group in range(GROUPS):
            least = min(least, int(s.tokens[seat, group]))
    return bool(
        least == 0
        and MIN_SEATS <= s.seats <= MAX_SEATS
        and NOBODY <= s.first < s.seats
        and 0 <= s.played <= ROUNDS
        and 0 <= s.turn < s.seats
        and NOTHING <= s.card < KINDS
    )


@compiled
def _pack_agrees(s: State) -> bool:
    left = 0
    for kind in range(KINDS):
        cards = int(s.bag[kind])
        left += cards
        if kind < GOLD:
            cards += int(s.characters[kind])
        else:
            for group in range(GROUPS):
                cards += int(s.laid[group, kind - GOLD])
            cards += s.card == kind  # a character goes to its group at once, gold is still in hand
        if cards != DECK[kind]:
            return False
    return bool(left == s.left)


@compiled
def _groups_agree(s: State) -> bool:
    for group in range(GROUPS):
        if not _group_agrees(s, group):
            return False
    return True


@compiled
def _group_agrees(s: State, group: int) -> bool:
    gold = 0
    coins = 0
    for kind in range(GOLD, KINDS):
        gold += int(s.laid[group, kind - GOLD])
        coins += int(s.laid[group, kind - GOLD]) * COINS[kind]
    tokens = 0
    for seat in range(MAX_SEATS):
        tokens += int(s.tokens[seat, group])
    asked = int(s.card == group)  # each character let one seat join, or is about to [K7]
    counted = gold == s.gold[group] and coins == s.coins[group] and tokens == s.joined[group]
    return bool(counted and gold <= GOLD_A_GROUP and tokens + asked <= s.characters[group])


@compiled
def _seats_agree(s: State) -> bool:
    for seat in range(MAX_SEATS):
        tokens = int(s.held[seat])
        for group in range(GROUPS):
            tokens += int(s.tokens[seat, group])
        idle = s.held[seat] == TOKENS and s.total[seat] == 0
        if tokens != TOKENS or (seat >= s.seats and not idle):
            return False
    return True


@compiled
def _coins_agree(s: State) -> bool:
    earned = 0
    total = 0
    for seat in range(MAX_SEATS):
        if s.earned[seat] > s.total[seat]:
            return False
        earned += int(s.earned[seat])
        total += int(s.total[seat])
    for group in range(GROUPS):
        if s.paid[group] > ALL_COINS * min(int(s.played), 1):
            return False
    return bool(earned <= ALL_COINS and total <= ALL_COINS * int(s.played))


@compiled
def _turn_agrees(s: State) -> bool:
    if s.first == NOBODY:
        return bool(s.left == CARDS and s.played == 0 and s.turn == 0 and s.turns == 0)
    over = s.played == ROUNDS
    if over != (s.left == 0 and s.card == NOTHING):
        return False
    before = int(s.played) - int(over)
    done = CARDS - int(s.left) - int(s.card != NOTHING)  # turns of this round
    turn = (int(s.first) + before + done) % int(s.seats)
    return bool(s.turns == before * CARDS + done and s.turn == turn)


@compiled
def _card_agrees(s: State) -> bool:
    if s.card >= GOLD:
        return only_group(s) == NOTHING  # [K12]
    return bool(s.card == NOTHING or s.held[s.turn] > 0)  # [K9]
