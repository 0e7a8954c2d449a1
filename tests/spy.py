"""A bot for tests alone: it plays at random and writes down what it was shown."""

from typing import TYPE_CHECKING

from goldrush.bots.policy import Trait
from goldrush.core import Ints, Reals, Record, compiled, record
from goldrush.core.rng import below

if TYPE_CHECKING:
    import whisper as rules

TRAITS: tuple[Trait, ...] = ()
NEEDS = ()
COMPILED = True
LOOKS = WATCHES = True
MEMORY = record(
    seat="i1",
    told="i2",  # steps that it was told
    unseen="i2",  # steps of which it learnt only that they happened
    leaks="i2",  # how often it saw a card that it may not see
)


@compiled
def begin(m: Record, seat: int, traits: Reals) -> None:
    m.seat, m.told, m.unseen, m.leaks = seat, 0, 0, 0


@compiled
def watch(m: Record, s: Record, step: int, rng: Ints) -> None:
    m.told += step >= 0
    m.unseen += step == -1
    _look(m, s)


@compiled
def choose(m: Record, s: Record, out: Ints, n: int, rng: Ints) -> int:
    _look(m, s)
    return int(out[below(rng, n)])


@compiled
def _look(m: Record, s: Record) -> None:
    for seat in range(s.seats):
        secret = seat != m.seat and not s.shown[seat] and s.phase != rules.DONE
        m.leaks += int(secret and s.card[seat] != rules.UNSEEN)
