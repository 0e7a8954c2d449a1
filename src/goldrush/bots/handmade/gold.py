"""A GOLD player as a person might be one: it remembers what was turned, and sometimes forgets.

It weighs every pair it could turn by what the pair would bring: gold for itself counts full, gold
for a rival counts against it, prospectors gained or lost a little.  A card it does not know
counts as the average of those it cannot place.
"""

from typing import TYPE_CHECKING

from goldrush.bots.policy import Trait
from goldrush.core import Ints, Reals, Record, compiled, record
from goldrush.core.rng import below, unit
from goldrush.core.seats import NOBODY

if TYPE_CHECKING:
    from goldrush.games.gold import rules  # bound by bots.policy.bot()

TRAITS = (Trait("forget", 0.02, 0.0, 1.0),)  # the chance a turn that a remembered card is forgotten
LOOKS = True
WATCHES = True
UNKNOWN = rules.UNTURNED
PROSPECTOR_WORTH = 0.15  # a carat's worth, per point of strength, of keeping a prospector

MEMORY = record(
    seat="i1",
    played="i1",  # rounds finished when it last looked
    turns="i2",  # turns played when it last looked
    forget="f8",
    knows=("i1", rules.SPOTS),  # 1 for a spot whose card it remembers
)


@compiled
def begin(m: Record, seat: int, traits: Reals) -> None:
    """Starts with an empty head."""
    m.seat = seat
    m.played = 0
    m.turns = 0
    m.forget = traits[0]
    m.knows[:] = 0


@compiled
def watch(m: Record, s: Record, step: int, rng: Ints) -> None:
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
def choose(m: Record, s: Record, out: Ints, n: int, rng: Ints) -> int:
    """The spot that promises most; among equals any."""
    best = 0
    best_worth = -1e9
    equals = 0
    blind = _blind_worth(m, s)
    for k in range(n):
        kind = _remembered(m, s, out[k])
        worth = blind if kind == UNKNOWN else _worth(m, s, out[k], kind, out, n)
        if worth > best_worth:
            best, best_worth, equals = k, worth, 1
        elif worth == best_worth:
            equals += 1
            if below(rng, equals) == 0:
                best = k
    return int(out[best])


@compiled
def _worth(m: Record, s: Record, spot: int, kind: int, out: Ints, n: int) -> float:
    """What turning a remembered card promises."""
    if s.rush:
        return float(rules.VALUE[kind])
    if s.turned:
        return _pair(m, s, s.card[s.up[0]], kind)
    best = _blind_partner(m, s, kind)
    for k in range(n):
        other = _remembered(m, s, out[k])
        if other != UNKNOWN and out[k] != spot:
            best = max(best, _pair(m, s, kind, other))
    return best


@compiled
def _blind_worth(m: Record, s: Record) -> float:
    """What turning a card it does not know promises; as a first card, a look is worth a little."""
    if s.turned:
        return _blind_partner(m, s, s.card[s.up[0]])
    total = 0.0
    count = 0
    for kind in range(rules.KINDS):
        unplaced = _unplaced(m, s, kind)
        total += unplaced * (float(rules.VALUE[kind]) if s.rush else 0.3)
        count += unplaced
    return total / max(count, 1)


@compiled
def _blind_partner(m: Record, s: Record, kind: int) -> float:
    """What pairing a card with one it does not know promises."""
    total = 0.0
    count = 0
    for other in range(rules.KINDS):
        unplaced = _unplaced(m, s, other)
        if unplaced:
            total += unplaced * _pair(m, s, kind, other)
            count += unplaced
    return total / max(count, 1)


@compiled
def _pair(m: Record, s: Record, one: int, other: int) -> float:
    """What a pair brings to this seat [G10-G13]."""
    if one == rules.DYNAMITE or other == rules.DYNAMITE:
        return -_keep(m, s, one) - _keep(m, s, other)
    if rules.STRENGTH[one] < rules.STRENGTH[other]:
        one, other = other, one
    value = rules.VALUE[other]
    if value and rules.STRENGTH[one] >= value:
        owner = rules.owner_of(s, rules.COLOUR[one])
        mine = owner == m.seat or owner == NOBODY
        gain = value if mine else -value / (s.seats - 1)
        return float(gain - _keep(m, s, one))
    if not value and rules.STRENGTH[one] > rules.STRENGTH[other]:
        return -_keep(m, s, other)
    return 0.0


@compiled
def _keep(m: Record, s: Record, kind: int) -> float:
    """What it is worth that a card stays: own prospectors something, rivals' less than nothing."""
    if not rules.STRENGTH[kind]:
        return 0.0
    owner = rules.owner_of(s, rules.COLOUR[kind])
    if owner == NOBODY:
        return 0.0
    worth = PROSPECTOR_WORTH * rules.STRENGTH[kind]
    return float(worth if owner == m.seat else -worth / (s.seats - 1))


@compiled
def _remembered(m: Record, s: Record, spot: int) -> int:
    return int(s.card[spot]) if m.knows[spot] else UNKNOWN


@compiled
def _unplaced(m: Record, s: Record, kind: int) -> int:
    """Cards of a kind on the table of which it does not know where they lie."""
    placed = 0
    for spot in range(rules.SPOTS):
        placed += m.knows[spot] & (s.card[spot] == kind)
    return int(s.table[kind]) - placed
