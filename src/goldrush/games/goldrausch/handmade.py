"""A Goldrausch player as a person might be one: it reckons what each group will be worth.

A group will have the coins it has, and for each free place the average of the gold to come.  A
token is spent where it brings more than it could expect to bring with the characters still to
come.  High coins go where its own share beats the rivals', low and false ones where theirs does.
"""

from typing import TYPE_CHECKING, Protocol

from goldrush.bots.policy import Trait
from goldrush.core import Ints, Reals, compiled, layout
from goldrush.core.rng import below
from goldrush.core.state import F8, I1

if TYPE_CHECKING:
    from goldrush.games.goldrausch import rules  # bound by bots.policy.bot()

NEEDS = ()
COMPILED = True
TRAITS = (
    Trait("boldness", 1.0, 0.25, 4.0),  # above 1 it joins early, below it waits for better
    Trait("spite", 1.0, 0.0, 1.0),  # how much of what a rival loses counts as won
)
LOOKS = True
WATCHES = False
LIKES = 0  # it tells no two actions to be alike
CROWDING = 0.4  # tokens that a character still to come is expected to bring to its group
NEVER, EVER = -1e9, 1e9


class Memory(Protocol):
    """Its seat and its temper."""

    seat: I1
    boldness: F8
    spite: F8


MEMORY = layout(Memory)


@compiled
def begin(m: Memory, seat: int, traits: Reals) -> None:
    """Takes its seat and its temper."""
    m.seat = seat
    m.boldness = traits[0]
    m.spite = traits[1]


@compiled
def watch(m: Memory, s: rules.State, step: int, rng: Ints) -> None:
    """Learns nothing: all that counts lies on the table."""


@compiled
def choose(m: Memory, s: rules.State, out: Ints, n: int, rng: Ints) -> int:
    """Joins if that beats waiting; lays gold where it helps most, among equals anywhere."""
    if s.card < rules.GOLD:
        gain = _gain(m, s, s.card)
        return rules.JOIN if gain > 0 and gain * m.boldness >= _waiting(m, s) else rules.PASS
    extra = rules.COINS[s.card] - _mean(s)  # beyond what the place would get anyway
    best = 0
    best_worth = NEVER
    equals = 0
    for k in range(n):
        worth = extra * _lead(m, s, out[k])
        if worth > best_worth:
            best, best_worth, equals = k, worth, 1
        elif worth == best_worth:
            equals += 1
            if below(rng, equals) == 0:
                best = k
    return int(out[best])


@compiled
def _mean(s: rules.State) -> float:
    """The coins that a gold card to come, or the one in hand, has on average."""
    coins = 0
    cards = 0
    for kind in range(rules.GOLD, rules.KINDS):
        count = int(s.bag[kind]) + int(s.card == kind)
        coins += count * rules.COINS[kind]
        cards += count
    return float(coins / max(cards, 1))


@compiled
def _prospect(s: rules.State, group: int) -> float:
    """The coins that a group will have in the end."""
    return int(s.coins[group]) + (rules.GOLD_A_GROUP - int(s.gold[group])) * _mean(s)


@compiled
def _gain(m: Memory, s: rules.State, group: int) -> float:
    """What one more token on a group is worth: more for itself, less for those in it [K13]."""
    mine = int(s.tokens[m.seat, group])
    joined = int(s.joined[group])
    newcomers = CROWDING * int(s.bag[group])
    before = _prospect(s, group) / max(joined + newcomers, 1.0)
    after = _prospect(s, group) / (joined + newcomers + 1)
    won = (mine + 1) * after - mine * before
    lost = (joined - mine) * (before - after)
    return float(won + m.spite * lost / (int(s.seats) - 1))


@compiled
def _waiting(m: Memory, s: rules.State) -> float:
    """What its last token would bring with the characters that it may still expect to draw.

    It goes through the groups from the best down, each with its part of the characters to come,
    until all its tokens are spent; with tokens to spare waiting is worth nothing.
    """
    tokens = float(s.held[m.seat])
    bound = EVER
    for _ in range(rules.GROUPS):
        best = _best_below(m, s, bound)
        for group in range(rules.GROUPS):
            if s.bag[group] and _gain(m, s, group) == best:
                tokens -= int(s.bag[group]) / int(s.seats)
        if tokens <= 0:
            return best
        bound = best
    return 0.0


@compiled
def _best_below(m: Memory, s: rules.State, bound: float) -> float:
    """The highest gain below *bound* that a character to come could bring."""
    best = NEVER
    for group in range(rules.GROUPS):
        gain = _gain(m, s, group)
        if s.bag[group] and best < gain < bound:
            best = gain
    return best


@compiled
def _lead(m: Memory, s: rules.State, group: int) -> float:
    """How far its part of a group is ahead of what rivals have of it on average."""
    mine = int(s.tokens[m.seat, group])
    rivals = (int(s.joined[group]) - mine) / (int(s.seats) - 1)
    everybody = int(s.joined[group]) + CROWDING * int(s.bag[group])
    return float((mine - m.spite * rivals) / max(everybody, 1.0))
