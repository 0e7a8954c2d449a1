"""Guided first matches: a few decisions that are explained, then free play.

Draws follow from a known secret, and the rival plays by the script, so whoever does what is
suggested sees what the explanations speak of.  Whoever does otherwise is told so, and plays on.
"""

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

import msgspec

from goldrush.games import GAMES
from goldrush.games.shapes import AnyChoice
from goldrush.server.messages import Coaching

LEARNER, RIVAL = 0, 1  # seats
LEFT = ""  # what is told to whoever has left the path

Decision = tuple[int, str]  # who, and what in the game's notation


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision of the learner."""

    tell: str  # the text "learn.<tell>" of the game
    rule: str  # the paragraph that it is about
    play: str | None = None  # what is suggested; nothing from here on
    replies: list[str] = []  # what the rival does after it


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the first match of a game begins; ``lesson.toml`` beside its rules."""

    seed: int
    rival: str  # a persona
    step: list[Step]

    def coaching(self, made: Sequence[Decision], choices: Sequence[AnyChoice]) -> Coaching | None:
        """What the learner is told who is to act after these decisions.

        Off the script that is only how far the lesson would be.  *choices* are all actions of the
        game.
        """
        known, steps = sum(seat == LEARNER for seat, _ in made), len(self.step)
        if known >= steps:
            return None
        if not self._followed(made):
            return Coaching(LEFT, "", None, known + 1, steps)
        step = self.step[known]
        action = next((one.action for one in choices if one.text == step.play), None)
        return Coaching(step.tell, step.rule, action, known + 1, steps)

    def reply(self, made: Sequence[Decision]) -> str | None:
        """What the rival does after these decisions; nothing off the script."""
        script = [*self._script()]
        following = len(made) < len(script) and self._followed(made)
        seat, play = script[len(made)] if following else (LEARNER, None)
        return play if seat == RIVAL else None

    def _followed(self, made: Sequence[Decision]) -> bool:
        return [*made] == [*self._script()][: len(made)]

    def _script(self) -> Iterator[Decision]:
        for step in self.step:
            if step.play:
                yield LEARNER, step.play
            yield from ((RIVAL, reply) for reply in step.replies)


@cache
def lesson(game: str) -> Lesson:
    """The lesson of a game."""
    assert game in GAMES
    path = files("goldrush.games") / game / "lesson.toml"
    return msgspec.toml.decode(path.read_bytes(), type=Lesson)


def secret(game: str) -> bytes:
    """What all draws of a game's lesson follow from; no secret, since nobody plays against it."""
    return hashlib.sha256(f"goldrush lesson {game} {lesson(game).seed}".encode()).digest()
