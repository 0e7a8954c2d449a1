"""Pairs of whole matches of Golden-Town that one viewer can never tell apart."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.golden_town.worlds import Worlds
from goldrush.core import CHANCE, Ints, rng
from goldrush.games.golden_town import rules
from goldrush.games.step import Step
from goldrush.position import Position

History = list[tuple[int, int]]  # actors and steps
STEPS = 300
DRAWS = 6  # outcomes that are tried before a pair of worlds is given up

# What others do first if they can: they open mines and dig there, and do not fight.
EAGER = r"[ABCD]|take|mine|agree|enter|make\d+|[YGRB]+-\d"


class Recorded(Position):
    """A position that knows how it came about."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.history: History = []

    def play(self, said: int | str) -> Step:
        actor = self.actor
        step = super().play(said)
        self.history.append((actor, int(step)))
        return step


@dataclass(frozen=True)
class Question:
    """A seat is asked what a viewer must not know of."""

    kind: str  # the answer that nobody notices
    who: str  # who is to act for all he knows: he himself, another, chance, or whoever is asked
    silent: bool  # whether that was the answer


@dataclass(frozen=True)
class Twins:
    """Two histories that look the same to a viewer; those of both that do so stand side by side."""

    seats: int
    eyes: int
    one: History
    other: History
    alike: tuple[tuple[int, int], ...]  # lengths at which both are at a decision and all is told

    def window(self, steps: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Where the most secret questions are asked in one of the two alone, and of most kinds."""
        asked = [asked_in(history, self.seats, self.eyes) for history in (self.one, self.other)]

        def worth(begin: tuple[int, int], end: tuple[int, int]) -> tuple[int, int]:
            kinds = [
                Counter(q for n, q in questions.items() if first <= n < last)
                for questions, first, last in zip(asked, begin, end, strict=True)
            ]
            odd = (kinds[0] - kinds[1]) + (kinds[1] - kinds[0])
            return len(odd), sum(odd.values())

        return max(self._windows(steps), key=lambda window: worth(*window))

    def _windows(self, steps: int) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        for begin in self.alike:
            later = [end for end in self.alike if steps <= end[0] - begin[0]]
            if later:
                yield begin, later[0]


def asked_in(history: History, seats: int, eyes: int) -> dict[int, Question]:
    """The secret questions of a match that somebody else is asked, by the number of the step."""
    found, position = {}, Position("golden_town", seats)
    for number, (actor, step) in enumerate(history):
        if actor != eyes and rules.secrets.asks_in_secret(position.record):
            known = {actor: "asked", eyes: "himself", CHANCE: "chance"}
            who = known.get(position.hidden(eyes).actor, "another")
            silent = not rules.seen(position.record, step, eyes)
            found[number] = Question(str(position.legal()[0]), who, silent)
        position.play(step)
    return found


@cache
def twins(seats: int, eyes: int, seed: int) -> Twins:
    """Two matches: what the viewer cannot see is drawn twice, all else is the same."""
    one, other = (Recorded("golden_town", seats) for _ in range(2))
    pair, stream, alike = Worlds(one, other, eyes), rng.new(seed, 100), []
    while len(one.history) < STEPS and _go_on(pair, stream):
        decide = one.actor >= 0 and other.actor >= 0
        if decide and one.hidden(eyes).actor != CHANCE:
            alike.append((len(one.history), len(other.history)))
    return Twins(seats, eyes, one.history, other.history, tuple(alike))


def _go_on(pair: Worlds, stream: Ints) -> bool:
    """Plays the first step that looks the same in both worlds; False if none does."""
    for step in _wishes(pair.one, stream):
        trial = Worlds(pair.one.copy(), pair.other.copy(), pair.seat)
        if trial.play(step, stream.copy()) and not trial.over:
            return pair.play(step, stream)
    return False


def _wishes(position: Position, stream: Ints) -> list[Step]:
    if position.actor == CHANCE:
        return [position.random_step(stream) for _ in range(DRAWS)]
    left, found = position.legal(), []
    while left:
        found.append(left.pop(int(rng.below(stream, len(left)))))
    return sorted(found, key=lambda step: _reluctance(step.text))


def _reluctance(step: str) -> int:
    if re.fullmatch(EAGER, step):
        return 0
    if step.startswith("fight"):
        return 4
    return 3 if step == "leave" else 2 if ">" in step else 1
