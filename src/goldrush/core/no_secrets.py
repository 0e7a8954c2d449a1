"""What the contract asks of secrets, for games that have none: all lies open and all is seen."""

from goldrush.core.compiled import compiled
from goldrush.core.state import Ints, Record


@compiled
def hide(s: Record, seat: int) -> None:
    """Hides nothing."""


@compiled
def resample(s: Record, seat: int, rng: Ints) -> None:
    """Fills in nothing, for nothing is hidden."""


@compiled
def seen(s: Record, step: int, seat: int) -> bool:
    """Whatever is done is done before all eyes."""
    return True
