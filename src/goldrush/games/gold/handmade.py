"""A GOLD player as a person might be one: it remembers what was turned, and sometimes forgets.

It weighs every pair it could turn by what the pair would bring: gold for itself counts full, gold
for a rival counts against it, prospectors gained or lost a little.  A card it does not know
counts as the average of those it cannot place.
"""

from typing import TYPE_CHECKING, Annotated, Protocol

from goldrush.bots.policy import Trait
from goldrush.core import Ints, Reals, compiled, layout
from goldrush.core.rng import below, unit
from goldrush.core.seats import NOBODY
from goldrush.core.state import F8, I1, I2, F8s, I1s

if TYPE_CHECKING:
    from goldrush.games.gold import rules  # bound by bots.policy.bot()

NEEDS = ()
COMPILED = True
TRAITS = (
    Trait("forget", 0.02, 0.0, 1.0, unwatched=0.0),  # the chance a turn, of each card remembered
)
LOOKS = True
WATCHES = True
LIKES = rules.KINDS + 1  # numbers that ``alike`` may give
LOOK = 0.3  # what seeing a card is worth, in carats
PROSPECTOR_WORTH = 0.15  # a carat's worth, per point of strength, of keeping a prospector


class Memory(Protocol):
    """Its traits, and where it remembers which card."""

    seat: I1
    played: I1  # rounds finished when it last looked
    turns: I2  # turns played when it last looked
    forget: F8
    knows: Annotated[I1s, rules.SPOTS]  # 1 for a spot whose card it remembers
    placed: Annotated[I1s, rules.KINDS]  # how many cards of a kind it remembers where they lie
    unplaced: Annotated[I1s, rules.KINDS]  # how many more of them there are on the table
    worth: Annotated[F8s, rules.KINDS]  # what turning one that it remembers promises now


MEMORY = layout(Memory)


@compiled
def begin(m: Memory, seat: int, traits: Reals) -> None:
    """Starts with an empty head."""
    m.seat = seat
    m.played = 0
    m.turns = 0
    m.forget = traits[0]
    m.knows[:] = 0


@compiled
def watch(m: Memory, s: rules.State, step: int, rng: Ints) -> None:
    """Remembers what was just turned; forgets a little whenever a turn has passed."""
    if s.played > m.played:
        m.played = s.played
        m.knows[:] = 0
    elif s.turns > m.turns:
        for spot in range(rules.SPOTS):
            if m.knows[spot] and m.forget > 0 and unit(rng) < m.forget:
                m.knows[spot] = 0
    m.turns = s.turns
    for spot in s.up:
        if spot != NOBODY and s.card[spot] >= 0:
            m.knows[spot] = 1


@compiled
def choose(m: Memory, s: rules.State, out: Ints, n: int, rng: Ints) -> int:
    """The spot that promises most; among equals any."""
    _recall(m, s)
    for kind in range(rules.KINDS):
        if m.placed[kind]:
            m.worth[kind] = _worth(m, s, kind)
    blind = _blind_worth(m, s)
    best = 0
    best_worth = -1e9
    equals = 0
    for k in range(n):
        kind = s.card[out[k]]
        worth = m.worth[kind] if _remembers(m, s, out[k]) else blind
        if worth > best_worth:
            best, best_worth, equals = k, worth, 1
        elif worth == best_worth:
            equals += 1
            if below(rng, equals) == 0:
                best = k
    return int(out[best])


@compiled
def overlook(m: Memory, s: rules.State) -> None:
    """Takes out of a record what it has forgotten: those cards might lie anywhere again."""
    for spot in range(rules.SPOTS):
        kind = s.card[spot]
        if kind >= 0 and spot not in (s.up[0], s.up[1]) and not _remembers(m, s, spot):
            s.card[spot] = rules.UNTURNED
            s.bag[kind] += 1


@compiled
def alike(s: rules.State, action: int) -> int:
    """What lies there: two spots with the same are worth the same, and so are all unturned."""
    return rules.KINDS if s.card[action] == rules.UNTURNED else int(s.card[action])


@compiled
def _recall(m: Memory, s: rules.State) -> None:
    """Counts the cards of which it knows where they lie, and those of which it does not."""
    m.placed[:] = 0
    for spot in range(rules.SPOTS):
        if _remembers(m, s, spot):
            m.placed[s.card[spot]] += 1
    for kind in range(rules.KINDS):
        m.unplaced[kind] = s.table[kind] - m.placed[kind]


@compiled
def _remembers(m: Memory, s: rules.State, spot: int) -> bool:
    """Whether it knows what lies on a spot; who never forgets need not have watched."""
    return bool(s.card[spot] >= 0 and (m.forget == 0.0 or m.knows[spot]))


@compiled
def _worth(m: Memory, s: rules.State, kind: int) -> float:
    """What turning a remembered card promises."""
    if s.rush:
        return float(rules.VALUE[kind])
    if s.turned:
        return _pair(m, s, s.card[s.up[0]], kind)
    best = _blind_partner(m, s, kind)
    for other in range(rules.KINDS):
        if m.placed[other] > (other == kind):
            best = max(best, _pair(m, s, kind, other))
    return best


@compiled
def _blind_worth(m: Memory, s: rules.State) -> float:
    """What turning a card it does not know promises; as a first card, a look is worth a little."""
    if s.turned:
        return _blind_partner(m, s, s.card[s.up[0]])
    total = 0.0
    count = 0
    for kind in range(rules.KINDS):
        total += int(m.unplaced[kind]) * (float(rules.VALUE[kind]) if s.rush else LOOK)
        count += int(m.unplaced[kind])
    return total / max(count, 1)


@compiled
def _blind_partner(m: Memory, s: rules.State, kind: int) -> float:
    """What pairing a card with one it does not know promises."""
    total = 0.0
    count = 0
    for other in range(rules.KINDS):
        if m.unplaced[other]:
            total += int(m.unplaced[other]) * _pair(m, s, kind, other)
            count += int(m.unplaced[other])
    return total / max(count, 1)


@compiled
def _pair(m: Memory, s: rules.State, one: int, other: int) -> float:
    """What a pair brings to this seat, whose turn it is [G10-G13]."""
    effect, strong, weak = rules.pair(one, other)
    if effect == rules.BLAST:
        return -_keep(m, s, one) - _keep(m, s, other)
    if effect == rules.FINDS:
        value = rules.VALUE[weak]
        gain = value if rules.finder(s, strong) == m.seat else -value / (s.seats - 1)
        return float(gain - _keep(m, s, strong))
    if effect == rules.CHASES:
        return -_keep(m, s, weak)
    return 0.0


@compiled
def _keep(m: Memory, s: rules.State, kind: int) -> float:
    """What it is worth that a card stays: own prospectors something, rivals' less than nothing."""
    if not rules.STRENGTH[kind]:
        return 0.0
    owner = rules.owner_of(s, rules.COLOUR[kind])
    if owner == NOBODY:
        return 0.0
    worth = PROSPECTOR_WORTH * rules.STRENGTH[kind]
    return float(worth if owner == m.seat else -worth / (s.seats - 1))
