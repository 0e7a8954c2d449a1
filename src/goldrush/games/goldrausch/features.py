"""Goldrausch as numbers for learning, seen from one seat: own things first, then clockwise.

For each group PLANES numbers and the tokens of each seat on it, then for each kind of gold card
two, then for each seat five, then five about the round.
"""

from typing import TYPE_CHECKING

from goldrush.core import Floats, compiled

if TYPE_CHECKING:
    from goldrush.games.goldrausch import rules  # bound by games.game()

# a group: characters, still to come, asked about, gold cards, open, coins, tokens, share
PLANES = 8
A_GROUP = PLANES + rules.MAX_SEATS
A_SEAT = 5
PARTS = (
    ("groups", rules.GROUPS * A_GROUP),
    ("gold", 2 * rules.GOLD_KINDS),
    ("seats", A_SEAT * rules.MAX_SEATS),
    ("round", 5),
)
FEATURES = sum(size for _, size in PARTS)
MOST = int(rules.COINS.max())  # coins on one card


@compiled
def features(s: rules.State, seat: int, out: Floats) -> None:
    """Writes the FEATURES numbers of a record as *seat* sees it."""
    out[:] = 0.0
    peopled = rules.room_with_characters(s)
    for group in range(rules.GROUPS):
        _group(s, seat, group, peopled, out[group * A_GROUP : (group + 1) * A_GROUP])
    at = rules.GROUPS * A_GROUP
    for kind in range(rules.GOLD, rules.KINDS):
        out[at] = s.bag[kind] / rules.DECK[kind]
        out[at + 1] = s.card == kind
        at += 2
    for ahead in range(s.seats):
        _seat(s, (seat + ahead) % s.seats, out[at + A_SEAT * ahead : at + A_SEAT * (ahead + 1)])
    _round(s, out[at + A_SEAT * rules.MAX_SEATS :])


@compiled
def _group(s: rules.State, seat: int, group: int, peopled: int, out: Floats) -> None:
    out[0] = s.characters[group] / rules.CHARACTERS
    out[1] = s.bag[group] / rules.CHARACTERS
    out[2] = s.card == group
    out[3] = s.gold[group] / rules.GOLD_A_GROUP
    out[4] = rules.may_lay(s, group, peopled)
    out[5] = s.coins[group] / rules.ALL_COINS
    out[6] = s.joined[group] / rules.CHARACTERS  # each character lets one token in [K7]
    out[7] = rules.share(s, group) / rules.ALL_COINS
    for ahead in range(s.seats):
        out[PLANES + ahead] = s.tokens[(seat + ahead) % s.seats, group] / rules.TOKENS


@compiled
def _seat(s: rules.State, seat: int, out: Floats) -> None:
    out[0] = s.turn == seat
    out[1] = s.held[seat] / rules.TOKENS
    out[2] = rules.earnings(s, seat) / rules.ALL_COINS
    out[3] = s.total[seat] / (rules.ALL_COINS * rules.ROUNDS)
    out[4] = s.earned[seat] / rules.ALL_COINS


@compiled
def _round(s: rules.State, out: Floats) -> None:
    coins = 0
    cards = 0
    for kind in range(rules.GOLD, rules.KINDS):
        coins += int(s.bag[kind]) * rules.COINS[kind]
        cards += int(s.bag[kind])
    out[0] = s.played / rules.ROUNDS
    out[1] = s.left / rules.CARDS
    out[2] = coins / rules.ALL_COINS
    out[3] = cards / (rules.GROUPS * rules.GOLD_A_GROUP)
    out[4] = rules.COINS[s.card] / MOST if s.card >= rules.GOLD else 0.0
