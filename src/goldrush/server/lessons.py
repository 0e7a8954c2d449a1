"""Guided first matches: a few decisions that are explained, then free play.

Draws and the rival's luck follow from a known secret, so whoever does what is suggested sees what
the explanations speak of.  Whoever does otherwise plays on without them.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import msgspec

from goldrush.games import GAMES
from goldrush.server.messages import Coaching

LEARNER = 0  # the seat of whoever learns


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision of the learner."""

    tell: str  # the text "learn.<tell>" of the game
    rule: str  # the paragraph that it is about
    play: str | None = None  # what is suggested, in the game's notation; nothing from here on


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the first match of a game begins; ``lesson.toml`` beside its rules."""

    seed: int
    rival: str  # a persona
    step: list[Step]

    def coaching(self, made: Sequence[str]) -> Coaching | None:
        """What is said to a learner who has made these decisions, and is to make the next."""
        suggested = [step.play for step in self.step]
        if len(made) >= len(suggested) or [*made] != suggested[: len(made)]:
            return None
        step = self.step[len(made)]
        return Coaching(step.tell, step.rule, step.play)


@cache
def lesson(game: str) -> Lesson:
    """The lesson of a game."""
    assert game in GAMES
    path = files("goldrush.games") / game / "lesson.toml"
    return msgspec.toml.decode(path.read_bytes(), type=Lesson)


def secret(game: str) -> bytes:
    """What all draws of a game's lesson follow from; no secret, since nobody plays against it."""
    return hashlib.sha256(f"goldrush lesson {game} {lesson(game).seed}".encode()).digest()
