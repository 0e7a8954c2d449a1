"""Information-set Monte Carlo tree search; what it is bound to comes from bots.policy.

In every simulation the hidden record of the seat is filled in anew (``resample``), and the world so
imagined is played on.  ``race`` says what becomes of the choices at the root, ``tree`` of the rest.
"""

import threading
import time
from typing import TYPE_CHECKING

import numpy as np

from goldrush.bots.policy import Trait, Weighed, unwatched
from goldrush.core import Ints, Reals, Record, Records, bind_beside, compiled, record
from goldrush.core.rng import stream, word
from goldrush.games.contract import Features, Game, Rules

features: Features = globals()["features"]
rules: Rules = globals()["rules"]

if TYPE_CHECKING:
    from goldrush.bots import race, tree, worlds
    from goldrush.bots.judgement import none as judgement
    from goldrush.games.gold import handmade as player
else:
    worlds = bind_beside(
        __name__, "worlds", rules=rules, features=features, player=player, judgement=judgement
    )
    tree = bind_beside(__name__, "tree", rules=rules, player=player, worlds=worlds)
    race = bind_beside(__name__, "race", tree=tree)

GAME: Game = globals()["game"]
NEEDS = ("game", "features", "judgement", "player")
COMPILED = False  # it goes by the clock
OWN = (
    Trait("ms", 100, 1, 600_000),  # milliseconds for a decision, if there is no number of ...
    Trait("sims", 0, 0, 1 << 30, quick=1),  # ... simulations; 0 is none
    Trait("doubt", 1.0, 0.0, 10.0),  # standard errors by which a choice must beat the hand-made one
)
TRAITS = (*OWN, *player.TRAITS)
LOOKS = True
WATCHES = player.WATCHES
CHUNK = 16  # simulations between two looks at the clock
STYLE = len(player.TRAITS)
USUAL = unwatched(player.TRAITS)  # of all in imagined worlds: nobody watches there
UNWATCHED = np.array([trait.unwatched is not None for trait in player.TRAITS] + [False])
QUICK = 1.0  # seconds for those that count simulations, and ...
A_SIMULATION = 0.02  # ... for each of these, but ...
LONGEST = 600.0  # ... for none more

MEMORY = record(
    mind=(player.MEMORY, 1),  # what the player in it remembers
    ms="f8",
    sims="i8",
    doubt="f8",
    style=("f8", STYLE + 1),  # the player's traits
    seat="i1",
)

_own = threading.local()


def room() -> Records:
    """Space for the tree of this thread."""
    if not hasattr(_own, "room"):
        room = np.zeros(1, tree.TREE)
        worlds.equip(room, GAME)
        _own.room = room
    made: Records = _own.room
    return made


@compiled
def begin(m: Record, seat: int, traits: Reals) -> None:
    """Takes its seat, its patience and its style."""
    m.seat = seat
    m.ms = traits[0]
    m.sims = int(traits[1])
    m.doubt = traits[2]
    for k in range(STYLE):
        m.style[k] = traits[len(OWN) + k]
    player.begin(m.mind[0], seat, m.style)
    for k in range(STYLE):
        if UNWATCHED[k]:
            m.style[k] = USUAL[k]


@compiled
def watch(m: Record, s: Record, step: int, rng: Ints) -> None:
    """Remembers what the player in it remembers."""
    player.watch(m.mind[0], s, step, rng)


def seconds(traits: Reals) -> float:
    """How long it may think: as its time says, or long enough for its simulations."""
    ms, sims = traits[0], traits[1]
    return min(QUICK + A_SIMULATION * float(sims), LONGEST) if sims else float(ms) / 1000


def choose(m: Record, s: Record, out: Ints, n: int, rng: Ints) -> int:
    """The choice that leads the race when the time or the simulations are spent."""
    t = room()[0]
    t.runners = 0
    if n == 1:
        return int(out[0])
    until = time.perf_counter() + m.ms / 1000
    ponder(t, m, s, out, n, rng)
    if m.sims:
        race.think(t, m.sims)
    else:
        while time.perf_counter() < until and not race.think(t, CHUNK):
            pass
    return race.leading(t)


def weighed(action: int) -> Weighed | None:
    """How often the choice wins, and how much more often than the best of the others."""
    t = room()[0]
    nodes = t.runner[: t.runners].tolist()
    best = next((n for n, node in enumerate(nodes) if t.step[node] == action), None)
    if best is None or not t.rounds:
        return None  # there was nothing to choose, or no time for it
    share = float(t.worth[nodes[best]] / max(1, t.visits[nodes[best]]))
    both, lead = t.both[best, : t.runners], t.lead[best, : t.runners]
    ahead = np.where(both >= min(race.WARM, int(t.rounds)), lead / np.maximum(both, 1), np.inf)
    ahead[best] = np.inf
    other = int(ahead.argmin())
    if ahead[other] == np.inf:
        return Weighed(share)
    return Weighed(share, int(t.step[nodes[other]]), max(0.0, float(ahead[other])))


def ponder(t: Record, m: Record, s: Record, out: Ints, n: int, rng: Ints) -> None:
    """Begins to think about a hidden record, with an empty tree and the player's own choice."""
    _clear(t, m, s, out, n, rng)
    race.set_off(t, player.choose(t.minds[m.seat], t.known[0], out, n, t.whim))


@compiled
def _clear(t: Record, m: Record, s: Record, out: Ints, n: int, rng: Ints) -> None:
    """Forgets what was thought before."""
    t.seat = m.seat
    t.doubt = m.doubt
    t.known[0] = s
    if WATCHES:
        player.overlook(m.mind[0], t.known[0])
    for seat in range(s.seats):
        player.begin(t.minds[seat], seat, m.style if seat == m.seat else USUAL)
    t.fate = word(rng)
    stream(t.whim, t.fate, 0)
    t.nodes = 1
    t.child[tree.NONE] = 0
    t.sims = t.rounds = t.runners = t.following = 0
    t.choices = n
    for k in range(n):
        t.choice[k] = out[k]
