"""What a game's search thinks of a position that it does not play out: the chances of each seat.

The weights are learned by lab.teach and shipped beside this file, for the shipped editions.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from goldrush.games.contract import Game

UNITS = 32  # of the one hidden layer
FOLDER = Path(__file__).parent / "judgements"
PARTS = ("hidden", "bias", "weight")


@dataclass(frozen=True, eq=False)
class Judgement:
    """The weights of a network from features to a seat's standing."""

    horizon: int  # the turns that a search plays before it asks
    hidden: np.ndarray
    bias: np.ndarray
    weight: np.ndarray

    def save(self, path: Path) -> None:
        """Writes it to a file."""
        parts = {name: getattr(self, name).astype(np.float32) for name in PARTS}
        np.savez_compressed(path, horizon=self.horizon, **parts)

    @classmethod
    def load(cls, path: Path) -> "Judgement":
        """Reads it from a file."""
        with np.load(path) as found:
            return cls(int(found["horizon"]), *(found[name] for name in PARTS))


none: Judgement | None = None  # where a search plays to the end


def shipped(game: Game) -> Judgement | None:
    """The judgement that comes with a game; none with a user's own edition, or where none helps."""
    path = FOLDER / f"{game.name}.npz"
    return Judgement.load(path) if game.shipped and path.exists() else none
