"""Worlds of Golden-Town that a seat cannot tell apart, played on side by side."""

import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from games.golden_town.town import Seat, close_in, lay, pieces
from goldrush.core import CHANCE, WATCHER, Ints, Record, rng
from goldrush.games.step import Step
from goldrush.position import Position

SETTINGS = [(2, "off"), (3, "off"), (4, "off"), (2, "on")]  # seats, and whether they fight again


def positions(matches: int, every: int) -> Iterator[tuple[Position, Ints]]:
    """Some positions of random matches with all seats and options, each with a stream of luck."""
    for number in range(matches):
        seats, rematch = SETTINGS[number % len(SETTINGS)]
        position, stream = Position("golden_town", seats, {"rematch": rematch}), rng.new(11, number)
        for step in itertools.count():
            if position.over:
                break
            if step % every == number % every:
                yield position, stream
            position.play(position.random_step(stream))


def telling(seats: int, seed: int) -> Iterator[tuple[Position, Ints]]:
    """All positions of a match in which much is told of hands, with its stream of luck.

    Seat 0 swaps cards whenever it can, so that the talon is often used up.  The others hold on to
    theirs, most of which take many steps and dig nothing at an entrance; they fight until they have
    to pass, and take what filons are free.
    """
    position, stream = Position("golden_town", seats), rng.new(seats, seed)
    while not position.over:
        yield position, stream
        position.play(_tell(position, stream))


def _tell(position: Position, stream: Ints) -> Step:
    """What is played to have much told, and where nothing helps anything."""
    wishes = TELLING if position.actor > 0 else [r".*>.*"]
    if position.actor == CHANCE:
        wishes = STIFF if position.record.turn > 0 and rng.below(stream, 4) else []
    for wish in wishes:
        if found := [step for step in position.legal() if re.fullmatch(wish, step.text)]:
            return found[int(rng.below(stream, len(found)))]
    return position.random_step(stream)


TELLING = [r"take|[ABCD]|mine|joker-mine|agree|enter", r"fight.", r"keep|\+.*[123]", r"(?!leave).*"]
STIFF = [r"=(G|R|B|GR|RB|GRB)-[23]"]  # draws of cards that take many steps and are idle


def onlookers(position: Position) -> list[int]:
    return [*range(position.seats), WATCHER]


def resampled(position: Position, seat: int, stream: Ints) -> Position:
    """A world that fits what a seat knows."""
    world = position.hidden(seat)
    position.game.rules.resample(world.record, seat, stream)
    return world


def known_filons(s: Record, seat: int) -> list[tuple[int, int]]:
    """What a seat has seen of the filons: those shown in exchanges, its own, and its loot."""
    return [
        (n, int(s.holds[n]))
        for n in range(s.taken)
        if s.owner[n] == pieces.NOTHING or (seat >= 0 and s.known[n] >> seat & 1)
    ]


def duellists(gap: int, one: str, other: str, **seat: Any) -> Record:
    """A duel of seats 0 and 1 in which it is for seat 0 to play."""
    s = lay(Seat("T3", one), Seat("T4", other, **seat), Seat())
    s.phase, s.rival, s.mover = pieces.DUELLING, 1, 0
    close_in(s, gap)
    return s


def differences(one: Record, other: Record) -> list[str]:
    """The fields in which two records differ; bytes between fields count as one."""
    fields = [
        name for name in one.dtype.names or () if one[name].tobytes() != other[name].tobytes()
    ]
    return fields or (["padding"] if one.tobytes() != other.tobytes() else [])


@dataclass
class Worlds:
    """Two positions and the seat, or WATCHER, to which they must look the same."""

    one: Position
    other: Position
    seat: int

    @property
    def over(self) -> bool:
        """Whether either has ended, where all is laid open."""
        return self.one.over or self.other.over

    def compare(self) -> None:
        """Compares all that the seat is given: hidden record, choices, view and features."""
        mine, its = self.compare_records()
        shown = [json.dumps(w.view(self.seat), sort_keys=True) for w in (self.one, self.other)]
        assert shown[0] == shown[1]
        if self.seat >= 0:
            assert self._features(mine).tobytes() == self._features(its).tobytes()

    def compare_records(self) -> tuple[Position, Position]:
        """Compares what all the rest is made from: the hidden records, with the choices."""
        mine, its = self.one.hidden(self.seat), self.other.hidden(self.seat)
        leaks = differences(mine.record, its.record)
        assert not leaks, f"seat {self.seat} can tell worlds apart by {leaks}: {self._told()}"
        assert mine.actor != self.seat or mine.legal() == its.legal()
        return mine, its

    def play(self, step: int, stream: Ints) -> bool:
        """Plays a step in one world and what looks the same in the other; False if nothing does."""
        rules = self.one.game.rules
        before = self.one.hidden(self.seat)
        seen, drawn = rules.seen(self.one.record, step, self.seat), self.one.actor == CHANCE
        own = self.one.actor == self.seat
        self.one.play(step)
        if not seen and before == self.one.hidden(self.seat):
            assert self._log(before, None, self.one) == []
            return True
        self._be_silent(step if seen and not drawn else None)
        assert (self.other.actor == CHANCE) == drawn or not self._may(step)
        if seen and self._may(step) and (self.other.actor == CHANCE) == drawn:
            assert rules.seen(self.other.record, step, self.seat)
            self.other.play(step)
            mine, its = (known_filons(w.record, self.seat) for w in (self.one, self.other))
            return mine == its  # else something new was laid open, and not the same
        assert not own, f"seat {self.seat} may play {step} in one world alone: {self._told()}"
        return not seen and self._draw_unseen(stream)

    def _be_silent(self, wanted: int | None) -> None:
        """Keeps silent when the other world asks in secret, unless *wanted* is the answer."""
        rules = self.one.game.rules
        while self.other.actor >= 0 and (wanted is None or not self._may(wanted)):
            before = self.other.hidden(self.seat)
            silent = [
                n for n in self.other.legal() if not rules.seen(self.other.record, n, self.seat)
            ]
            if not silent:
                return
            self.other.play(silent[0])
            assert self.other.hidden(self.seat) == before
            assert self._log(before, None, self.other) == []

    def _draw_unseen(self, stream: Ints) -> bool:
        """Draws in the other world what the seat does not see either, if that can be drawn."""
        rules = self.one.game.rules
        for _ in range(20):
            step = self.other.random_step(stream)
            if not rules.seen(self.other.record, step, self.seat):
                self.other.play(step)
                return True
        return False

    def _may(self, step: int) -> bool:
        return step in [int(n) for n in self.other.legal()]

    def _log(self, before: Position, step: int | None, after: Position) -> list[object]:
        told = after.game.view.log
        return list(told(before.plain(), step, after.hidden(self.seat).plain(), self.seat))

    def _features(self, world: Position) -> np.ndarray:
        out = np.zeros(world.game.features.FEATURES, np.float32)
        world.game.features.features(world.record, self.seat, out)
        return out

    def _told(self) -> str:
        return f"{self.one.text()} | {self.other.text()}"
