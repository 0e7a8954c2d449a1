"""Asks compiled code what seats may expect, in threads; the answers do not depend on how many."""

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import TypeVar, cast

import numpy as np

from goldrush.bots.policy import bound
from goldrush.core import Ints, Reals, Records, rng
from goldrush.games.contract import Game
from goldrush.position import Position

CHUNK = 64  # positions that a thread takes at once
SOURCE = "goldrush.bots.prospects"

Work = TypeVar("Work")
Found = TypeVar("Found")


class Reckoner:
    """What may be expected of positions of one game; all that it finds follows from its seed."""

    def __init__(self, game: Game, seed: int, workers: int | None = None) -> None:
        rng.new(seed)  # refuses what is no seed
        self.game = game
        self._bound: ModuleType = bound(game, SOURCE)
        self._seed = seed
        self._rooms = threading.local()
        self._workers = workers or os.cpu_count() or 1
        self.progress: Callable[[float], object] = lambda _: None  # told how much is done

    @property
    def judged(self) -> bool:
        """Whether a judgement ends worlds that are played on."""
        return bool(self._bound.JUDGES)

    def expect(self, positions: Sequence[Position], rounds: int, eyes: int | None = None) -> Reals:
        """What each seat wins, position by position and round by round.

        With *eyes* positions are hidden for them, and each round imagines another world.
        """
        stacked = self._stacked(positions)
        found = np.zeros((len(positions), rounds, self.game.rules.MAX_SEATS))

        def some(first: int) -> None:
            part = slice(first, first + CHUNK)
            terms = () if eyes is None else (eyes,)
            ask = self._bound.expect if eyes is None else self._bound.expect_of_worlds
            ask(self._room, stacked[part], *terms, rounds, found[part])

        self.each(some, range(0, len(positions), CHUNK))
        return found[:, :, : positions[0].seats] if positions else found

    def compare(
        self, hidden: Position, seat: int, actions: Sequence[int], first: int, rounds: int
    ) -> Reals:
        """What each of some actions brings a seat in worlds that fit its hidden position."""
        found = np.zeros((len(actions), rounds))
        numbers = np.array(actions, np.int64)
        self._bound.compare(self._room, self._stacked([hidden]), seat, numbers, first, found)
        return found

    def advised(self, hidden: Position, seat: int) -> int:
        """What the simple player would do at a seat."""
        rules = self.game.rules
        room: Ints = np.zeros(max(rules.ACTIONS, rules.OUTCOMES) + 1, np.int64)
        return int(self._bound.advised(self._room, self._stacked([hidden]), seat, room))

    def unlike(self, hidden: Position, actions: Sequence[int]) -> list[int]:
        """The first of all actions that are alike."""
        stacked, first = self._stacked([hidden]), dict[int, int]()
        for action in actions:
            first.setdefault(int(self._bound.alike(stacked, action)), action)
        return list(first.values())

    def each(self, do: Callable[[Work], Found], works: Sequence[Work]) -> list[Found]:
        """Does something with each of some things, in threads."""
        found: list[Found] = []
        with ThreadPoolExecutor(self._workers) as threads:
            for one in threads.map(do, works):
                found.append(one)
                self.progress(len(found) / len(works))
        return found

    @property
    def _room(self) -> Records:
        if not hasattr(self._rooms, "room"):
            self._rooms.room = self._bound.room(self._seed)
        return cast(Records, self._rooms.room)

    def _stacked(self, positions: Sequence[Position]) -> Records:
        content = b"".join(position.record.tobytes() for position in positions)
        return np.frombuffer(content, self.game.rules.STATE).copy()
