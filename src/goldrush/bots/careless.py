"""The hand-made ``player`` who now and then does not look and does anything."""

from typing import TYPE_CHECKING

from goldrush.bots.policy import Trait
from goldrush.core import Ints, Reals, Record, compiled, record
from goldrush.core.rng import below, unit

if TYPE_CHECKING:
    from goldrush.games.gold import handmade as player

NEEDS = ("player",)
COMPILED = True
TRAITS = (Trait("slip", 0.3, 0.0, 1.0), *player.TRAITS)  # how often, of all choices
LOOKS = True
WATCHES = player.WATCHES
STYLE = len(player.TRAITS)

MEMORY = record(
    mind=(player.MEMORY, 1),  # what the player in it remembers
    slip="f8",
    style=("f8", STYLE + 1),  # the player's traits
)


@compiled
def begin(m: Record, seat: int, traits: Reals) -> None:
    """Takes its seat, its carelessness and its style."""
    m.slip = traits[0]
    for k in range(STYLE):
        m.style[k] = traits[1 + k]
    player.begin(m.mind[0], seat, m.style)


@compiled
def watch(m: Record, s: Record, step: int, rng: Ints) -> None:
    """Remembers what the player in it remembers."""
    player.watch(m.mind[0], s, step, rng)


@compiled
def choose(m: Record, s: Record, out: Ints, n: int, rng: Ints) -> int:
    """What the player would do, or anything."""
    if unit(rng) < m.slip:
        return int(out[below(rng, n)])
    return int(player.choose(m.mind[0], s, out, n, rng))
