"""An Oh My Gold! player as a person might be one: it plays its dice through in its head.

A treasure loaded counts its points, a stolen one a little more, a chest opened what its like hold
on average, as far as that is likely to be loaded one day.  It takes what is best together with what
the other dice can still do, and rolls again when an average roll would do better than the dice do.
"""

from typing import TYPE_CHECKING

from goldrush.bots.policy import Trait
from goldrush.core import Ints, Reals, Record, compiled, record
from goldrush.games.oh_my_gold.edition import DICE

if TYPE_CHECKING:
    from goldrush.games.oh_my_gold import rules  # bound by bots.policy.bot()

TRAITS = (
    Trait("boldness", 1.0, 0.0, 2.0),  # how highly it thinks of dice that are still to be rolled
    Trait("envy", 0.5, 0.0, 2.0),  # what a point taken from a rival is worth beside its own
)
LOOKS = True
WATCHES = False  # all lies open, but for the loot, of which it thinks nothing
PROSPECT = 0.6  # the part of a treasure's worth that it has while it is not loaded
RISKED = 0.4  # the same where rivals may steal it
DIAMOND_WORTH = 1.02  # diamonds break ties [O22]

MEMORY = record(  # beside its traits a table in its head, with names as in the rules
    boldness="f8",
    envy="f8",
    wild="i1",
    boarded="i1",
    dice=("i1", rules.FACE_COUNT),
    row=("i1", rules.SLOTS),
    ashore=("i1", (rules.MAX_SEATS, rules.LOADS + 1)),
)


@compiled
def begin(m: Record, seat: int, traits: Reals) -> None:
    """Takes its character on."""
    m.boldness = traits[0]
    m.envy = traits[1]


@compiled
def watch(m: Record, s: Record, step: int, rng: Ints) -> None:
    """Needs to remember nothing."""


@compiled
def choose(m: Record, s: Record, out: Ints, n: int, rng: Ints) -> int:
    """The action that promises most together with what can follow it."""
    best = int(out[n - 1])  # the end of the turn, where it is legal
    best_worth = -1.0
    for k in range(n):
        if out[k] == rules.ROLL_AGAIN:
            worth = m.boldness * _roll_worth(m, s, DICE - s.used)
        else:
            worth = _worth(m, s, out[k])
        if worth > best_worth:
            best, best_worth = int(out[k]), worth
    return best


@compiled
def _worth(m: Record, s: Record, action: int) -> float:
    """What an action promises: itself, what the dice left then do, and their second roll."""
    _imagine(m, s)
    for face in range(rules.FACE_COUNT):
        m.dice[face] = s.dice[face]
    worth = _do(m, s, action) + _do_all(m, s)
    left = 0
    for face in range(rules.FACE_COUNT):
        left += int(m.dice[face])
    if s.greedy and not s.again and action != rules.END:
        worth += m.boldness * _roll_worth(m, s, left)  # [O15]
    return float(worth)


@compiled
def _roll_worth(m: Record, s: Record, dice: int) -> float:
    """What a roll of so many dice promises on average, on the table as it is now."""
    total = 0.0
    ways = 0
    for roll in range(len(rules.ROLLS)):
        if rules.ROLL_WAYS[dice, roll]:
            _imagine(m, s)
            for face in range(rules.FACE_COUNT):
                m.dice[face] = rules.ROLLS[roll, face]
            total += rules.ROLL_WAYS[dice, roll] * _do_all(m, s)
            ways += rules.ROLL_WAYS[dice, roll]
    return total / max(ways, 1)


@compiled
def _imagine(m: Record, s: Record) -> None:
    """Lays the table out in its head, without dice."""
    m.wild = s.wild
    m.boarded = s.boarded
    for slot in range(rules.SLOTS):
        m.row[slot] = s.row[slot]
    for seat in range(s.seats):
        for treasure in range(rules.LOADS + 1):
            m.ashore[seat, treasure] = s.ashore[seat, treasure]


@compiled
def _do_all(m: Record, s: Record) -> float:
    """Does in its head what is worth most, again and again; returns what that comes to."""
    total = 0.0
    worth = 1.0
    while worth > 0:
        worth = 0.0
        best = rules.END
        for action in range(rules.OPEN, rules.END):
            if _possible(m, s, action) and _value(m, s, action) > worth:
                best, worth = action, _value(m, s, action)
        total += _do(m, s, best)
    return total


@compiled
def _possible(m: Record, s: Record, action: int) -> bool:
    if action <= rules.LOAD:
        keys = m.row[action - rules.OPEN]
        return bool(keys > 0 and rules.opens(m, keys))
    if action < rules.STEAL:
        treasure = action - rules.LOAD
        return bool(m.ashore[s.turn, treasure] > 0 and rules.loads(m, treasure, 0))
    rival = (action - rules.STEAL) // rules.LOADS
    treasure = (action - rules.STEAL) % rules.LOADS + 1
    if not s.steal or rival == s.turn or rival >= s.seats:
        return False
    return bool(m.ashore[rival, treasure] > 0 and rules.steals(m, rival, treasure))


@compiled
def _value(m: Record, s: Record, action: int) -> float:
    """What an action alone is worth, in points."""
    prospect = RISKED if s.steal else PROSPECT
    if action <= rules.LOAD:
        return prospect * _chest_worth(s, m.row[action - rules.OPEN])
    if action < rules.STEAL:
        return _treasure_worth(action - rules.LOAD)
    treasure = (action - rules.STEAL) % rules.LOADS + 1
    return float(_treasure_worth(treasure) * (1 + m.envy * prospect / (s.seats - 1)))


@compiled
def _do(m: Record, s: Record, action: int) -> float:
    """Does an action in its head; returns its worth."""
    if action == rules.END:
        return 0.0
    worth = _value(m, s, action)
    if action <= rules.LOAD:
        _use(m, rules.KEY, m.row[action - rules.OPEN])
        m.row[action - rules.OPEN] = 0
        return worth
    owner = s.turn
    treasure = action - rules.LOAD
    if action >= rules.STEAL:
        owner = (action - rules.STEAL) // rules.LOADS
        treasure = (action - rules.STEAL) % rules.LOADS + 1
        if not m.boarded >> owner & 1:
            m.boarded |= 1 << owner
            m.dice[rules.SABRES] -= 1
    _use(m, rules.COIN, rules.TREASURE_COINS[treasure])
    _use(m, rules.DIAMOND, rules.TREASURE_DIAMONDS[treasure])
    m.ashore[owner, treasure] -= 1
    return worth


@compiled
def _use(m: Record, face: int, n: int) -> None:
    """Uses up dice, real faces first [O19]."""
    real = min(int(n), int(m.dice[face]))
    m.dice[face] -= real
    m.dice[rules.SABRES] -= n - real


@compiled
def _chest_worth(s: Record, keys: int) -> float:
    """What the closed chests with so many keys hold on average."""
    total = 0.0
    chests = 0
    for treasure in range(rules.LOADS + 1):
        total += s.closed[keys, treasure] * _treasure_worth(treasure)
        chests += int(s.closed[keys, treasure])
    return total / max(chests, 1)


@compiled
def _treasure_worth(treasure: int) -> float:
    return float(rules.TREASURE_COINS[treasure] + DIAMOND_WORTH * rules.TREASURE_DIAMONDS[treasure])
