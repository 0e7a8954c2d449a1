"""What a game's search thinks of a position that it does not play out: the chances of each seat.

The weights are learned by lab.teach and shipped beside this file, for the shipped editions: one
file for each version of the rules.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from goldrush.core import rng
from goldrush.games.contract import Game
from goldrush.games.problem import Problem
from goldrush.position import Position

UNITS = 32  # of the one hidden layer
FOLDER = Path(__file__).parent / "judgements"
ORIGIN = ("game", "version", "features")
PARTS = ("hidden", "bias", "weight")
STEPS, STRIDE = 150, 10  # of the matches whose positions tell features from others


class Mistaught(Problem):
    """A judgement that was taught on something else than it is asked about."""


@dataclass(frozen=True, eq=False)
class Judgement:
    """The weights of a network from features to a seat's standing, and what it was taught on."""

    game: str
    version: int  # of the rules
    features: str  # the digest of what they tell: see digest()
    horizon: int  # the turns that a search plays before it asks
    hidden: np.ndarray
    bias: np.ndarray
    weight: np.ndarray

    def check(self, game: Game) -> None:
        """Mistaught unless it was taught on this game as it is; reckons the digest of features."""
        meant = game.name, game.version, digest(game)
        for what, other in zip(ORIGIN, meant, strict=True):
            if (said := getattr(self, what)) != other:
                how = f"goldrush teach {game.name} FILE --version {game.version}"
                raise Mistaught(
                    "the judgement was taught on {} {}, and this is {}: `{}` teaches another",
                    *(what, said, other, how),
                )

    def save(self, path: Path) -> None:
        """Writes it to a file."""
        origin = {name: getattr(self, name) for name in ORIGIN}
        parts = {name: getattr(self, name).astype(np.float32) for name in PARTS}
        np.savez_compressed(path, horizon=self.horizon, **origin, **parts)

    @classmethod
    def load(cls, path: Path) -> "Judgement":
        """Reads it from a file; Mistaught if that does not say what it was taught on."""
        with np.load(path) as found:
            if missing := [name for name in ORIGIN if name not in found]:
                raise Mistaught("{} does not say its {}: teach it anew", path.name, missing[0])
            origin = str(found["game"]), int(found["version"]), str(found["features"])
            return cls(*origin, int(found["horizon"]), *(found[name] for name in PARTS))


none: Judgement | None = None  # where a search plays to the end


def shipped(game: Game) -> Judgement | None:
    """The judgement that comes with a game; none with a user's own edition, or where none helps.

    It is still to be checked, which a search does before it goes by it.
    """
    path = file(game)
    if not game.shipped or not list(FOLDER.glob(f"{game.name}-*.npz")):
        return none
    if not path.exists():
        how = f"goldrush teach {game.name} {path} --version {game.version}"
        raise Mistaught(
            "there is no judgement for version {} of the rules of {}: `{}`",
            *(game.version, game.name, how),
        )
    return _loaded(path)


@cache
def _loaded(path: Path) -> Judgement:
    return Judgement.load(path)


def file(game: Game) -> Path:
    """Where the judgement of a game is shipped."""
    return FOLDER / f"{game.name}-{game.version}.npz"


def digest(game: Game) -> str:
    """Names what the features of a game tell: whatever changes them changes it.

    It is taken from their numbers in some positions of random matches, not from their source,
    which may be written in another way.
    """
    found = hashlib.sha256()
    inputs = np.zeros(game.features.FEATURES, np.float32)
    for seats in range(game.rules.MIN_SEATS, game.rules.MAX_SEATS + 1):
        position, luck = Position(game, seats), rng.new(seats)
        for number in range(STEPS):
            if not position.over:
                position.play(position.random_step(luck))
            if number % STRIDE == 0:
                for seat in range(seats):
                    game.features.features(position.hidden(seat).record, seat, inputs)
                    found.update(inputs.tobytes())
    return found.hexdigest()[:16]
