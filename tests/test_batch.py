"""Batch: many matches as arrays, each the one that its seed and number give anywhere else."""

import itertools
from typing import Any

import numpy as np
import pytest

from goldrush.core import CHANCE, Ints, rng
from goldrush.games import GAMES, game
from goldrush.games.contract import Game, carried_options
from goldrush.lab.arrays import Batch, code
from goldrush.position import IllegalStep, Position
from matches import random_match
from tools import VERSIONS


class Single:
    """One match of a seed and a number, played step by step, the next one behind it."""

    def __init__(self, batch: Batch, number: int, options: dict[str, str]) -> None:
        self.batch, self.number, self.options = batch, number, options
        self.inside = batch.chance == "inside"
        self.ended: Position | None = None
        self._begin()

    def _begin(self) -> None:
        self.position = Position(self.batch.game, self.batch.seats, self.options)
        self.stream = rng.new(int(self.batch.seeds[0, 0]), self.number)
        self._go_on()

    def _go_on(self) -> None:
        while self.inside and self.position.actor == CHANCE:
            self.position.play(self.position.random_step(self.stream))

    def random(self) -> int:
        return int(self.position.random_step(self.stream))

    def step(self, step: int) -> None:
        self.position.play(step)
        self._go_on()
        self.ended = self.position if self.position.over else None
        if self.ended:
            self.number += self.batch.n
            self._begin()

    def reward(self) -> list[float]:
        """What the seats have of the match that has just ended."""
        if self.ended is None:
            return [0.0] * self.batch.seats
        if self.batch.reward == "points":
            return [float(points) for points in self.ended.points()]
        places = self.ended.places()
        return [float(np.float32((place == 1) / places.count(1))) for place in places]

    def is_match(self, k: int) -> None:
        """Compares it with a match of the batch."""
        batch, open_steps = self.batch, [int(step) for step in self.position.legal()]
        assert batch.position(k) == self.position
        assert batch.actor[k] == self.position.actor
        assert batch.seeds[k, 1] == self.number
        chance = self.position.actor == CHANCE
        assert np.flatnonzero(batch.mask[k]).tolist() == ([] if chance else open_steps)
        if not self.inside:
            weights = self.position.chances()
            assert np.flatnonzero(batch.weights[k]).tolist() == [int(step) for step in weights]
            assert [int(batch.weights[k, step]) for step in weights] == [*weights.values()]
        assert batch.done[k] == (self.ended is not None)
        assert batch.rewards[k].tolist() == self.reward()


def last_options(opened: Game, seats: int) -> dict[str, str]:
    """What is least usual."""
    chosen = {option.name: option.values[-1] for option in opened.rules.OPTIONS}
    return carried_options(opened.rules, chosen, seats)


@pytest.mark.parametrize(("chance", "reward"), [("inside", "wins"), ("outside", "points")])
@pytest.mark.parametrize("name", GAMES)
def test_every_match_is_the_one_that_its_number_gives_alone(
    name: str, chance: Any, reward: Any
) -> None:
    opened = game(name)
    few, many = opened.rules.MIN_SEATS, opened.rules.MAX_SEATS
    for seats, options in ((few, last_options(opened, few)), (many, {})):
        batch = Batch(name, 3, seats, options=options, seed=7, chance=chance, reward=reward)
        singles = [Single(batch, k, options) for k in range(batch.n)]
        begun = [single.number for single in singles]
        while any(
            single.number < first + 2 * batch.n
            for single, first in zip(singles, begun, strict=True)
        ):
            for k, single in enumerate(singles):
                single.is_match(k)
            steps = batch.random()
            assert steps.tolist() == [single.random() for single in singles]
            batch.step(steps)
            for single, step in zip(singles, steps.tolist(), strict=True):
                single.step(step)


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_older_versions_are_played_likewise_and_interpreted(name: str, version: int) -> None:
    batch = Batch(game(name, version=version).at_once(), 2, seed=3)
    singles = [Single(batch, k, {}) for k in range(batch.n)]
    for turn in range(25):
        steps = [int(np.flatnonzero(mask)[turn % mask.sum()]) for mask in batch.mask]
        batch.step(steps)
        for k, (single, step) in enumerate(zip(singles, steps, strict=True)):
            single.step(step)
            single.is_match(k)


def test_steps_of_ones_own_leave_the_draws_to_the_stream() -> None:
    batch = Batch("gold", 5, 4, seed=2)
    singles = [Single(batch, k, {}) for k in range(5)]
    while not batch.done.all() and any(single.number < 5 for single in singles):
        steps = [int(np.flatnonzero(mask)[-1]) for mask in batch.mask]
        batch.step(steps)
        for k, single in enumerate(singles):
            single.step(steps[k])
            single.is_match(k)


def test_the_number_of_threads_does_not_matter() -> None:
    def figures(workers: int) -> list[bytes]:
        batch = Batch("gold", 1500, 3, seed=5, workers=workers)
        assert len(batch._engine._parts) == workers
        for _ in range(60):
            batch.step(batch.random())
        arrays = (batch.actor, batch.mask, batch.rewards, batch.seeds, batch.observe())
        return [array.tobytes() for array in arrays]

    assert figures(1) == figures(2) == figures(5)


def test_arrays_lie_in_one_allocation_and_stay_there() -> None:
    batch = Batch("gold", 3, 2)
    arrays = [batch.actor, batch.mask, batch.rewards, batch.done, batch.seeds, batch.observe()]
    before = [array.ctypes.data for array in arrays]
    whole = {array.base.ctypes.data for array in map(root, arrays)}
    for _ in range(200):
        batch.step(batch.random())
        assert batch.observe() is arrays[-1]
    assert before == [array.ctypes.data for array in arrays]
    assert len(whole) == 1


def root(array: Any) -> Any:
    """The view that stands on the allocation itself."""
    while array.base is not None and array.base.base is not None:
        array = array.base
    return array


def test_a_batch_begins_anew_with_another_seed_and_the_same() -> None:
    batch = Batch("goldrausch", 4, 3, seed=8)
    before = batch.observe().copy()
    for _ in range(30):
        batch.step(batch.random())
    assert batch.observe().tobytes() != before.tobytes()
    batch.reset(8)
    assert batch.observe().tobytes() == before.tobytes()
    batch.reset(9)
    assert batch.seeds.tolist() == [[9, k] for k in range(4)]
    assert batch.observe().tobytes() != before.tobytes()


def test_an_illegal_step_is_refused_by_match_and_nothing_is_played() -> None:
    batch = Batch("goldrausch", 3, 2, seed=1)
    before = batch.records.tobytes()
    good = [int(np.flatnonzero(mask)[0]) for mask in batch.mask]
    bad = int(np.flatnonzero(~batch.mask[1])[0])
    with pytest.raises(IllegalStep, match=r"match 1: .* cannot be played here; legal: "):
        batch.step([good[0], bad, good[2]])
    for far in (-1, batch.game.rules.ACTIONS, 10**12):
        with pytest.raises(IllegalStep, match=f"match 2: {far} cannot be played here"):
            batch.step([*good[:2], far])
    assert batch.records.tobytes() == before
    batch.step(np.array(good, np.uint8))


def test_matches_that_are_held_stay_as_they_are() -> None:
    batch = Batch("goldrausch", 3, 2, seed=1)
    while not batch.done[1]:
        batch.step(batch.random())
    before = batch.records.copy()
    steps = batch.random().copy()
    steps[:2] = Batch.HOLD
    batch.step(steps)
    assert (batch.records == before).tolist() == [True, True, False]
    assert not batch.done.any()
    assert not batch.rewards.any()  # they were to be read after the step before


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ([1, 2], "steps are 3 whole numbers, not 2 of int64"),
        ([1.0, 2.0, 3.0], "steps are 3 whole numbers, not 3 of float64"),
        ([[1, 2, 3]], "steps are 3 whole numbers, not 1×3 of int64"),
        ([True, False, True], "not 3 of bool"),
    ],
)
def test_what_are_no_steps_is_refused(steps: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Batch(game("gold").at_once(), 3).step(steps)


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"n": 0}, "at least one match is needed, not 0"),
        ({"seats": 9}, "cannot have 9 seats; it has 2 to 5"),
        ({"seed": -1}, r"0 and 2\*\*63 - 1"),
        ({"reward": "money"}, 'reward cannot be "money"; it can be: wins, points'),
        ({"chance": "off"}, 'chance cannot be "off"; it can be: inside, outside'),
        ({"device": "tpu"}, 'device cannot be "tpu"; it can be: cpu, cuda'),
        ({"options": {"rounds": "two"}}, "it can be: one, each"),
    ],
)
def test_what_is_no_batch_is_refused(more: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Batch(**{"game": game("gold").at_once(), "n": 2, **more})


def looks(opened: Game) -> Any:
    """A function that says what a seat observes of a position, without the compiler."""
    seen = code(opened.at_once()).observation
    eyes = seen.eyes()

    def look(position: Position, seat: int) -> Any:
        out = np.full(seen.SIZE, np.nan, np.float32)
        seen.look(position.records, seat, eyes, out)
        assert np.isfinite(out).all()
        return out

    return seen, look


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_an_observation_is_all_that_a_seat_may_know_and_nothing_else(
    name: str, version: int
) -> None:
    opened = game(name, version=version)
    seen, look = looks(opened)
    most = seen.bounds()
    assert [part.start for part in seen.LAYOUT] == [
        *itertools.accumulate((part.size for part in seen.LAYOUT[:-1]), initial=0)
    ]
    for seats in range(opened.rules.MIN_SEATS, opened.rules.MAX_SEATS + 1):
        match = random_match(opened.at_once(), seats, last_options(opened, seats), seed=seats)
        for number, position in enumerate(match.replay()):
            if number % (1 + len(match.history) // 25) == 0:
                for seat in range(seats):
                    mine = look(position, seat)
                    hidden = position.hidden(seat)
                    assert (np.abs(mine) <= most).all()
                    # complete: the hidden record, to the byte, and whose it is
                    assert seen.restored(mine).tobytes() == hidden.record.tobytes()
                    assert mine[seen.SEAT : seen.RECORD].argmax() == seat
                    # and nothing else: whatever fits what the seat knows looks the same
                    world = hidden.copy()
                    opened.at_once().rules.resample(world.record, seat, rng.new(number))
                    assert look(world, seat).tobytes() == mine.tobytes()


def test_worlds_differ_where_nothing_is_the_same_but_what_a_seat_knows() -> None:
    """Or the test above would compare worlds with themselves."""
    position = random_match(game("golden_town").at_once(), 3, seed=4, steps=200).position
    _, look = looks(position.game)
    hidden = position.hidden(0)
    worlds = [hidden.copy() for _ in range(5)]
    for number, world in enumerate(worlds):
        world.game.rules.resample(world.record, 0, rng.new(number))
    assert len({world.record.tobytes() for world in worlds}) == 5
    assert len({look(world, 0).tobytes() for world in worlds}) == 1
    assert len({look(world, 1).tobytes() for world in worlds}) == 5


def test_a_batch_observes_what_the_seat_to_act_sees() -> None:
    batch = Batch("gold", 6, 3, seed=3, chance="outside")
    _, look = looks(batch.game)
    kinds = set()
    for _ in range(40):
        for k, mine in enumerate(batch.observe()):
            seat = int(batch.actor[k])
            kinds.add(seat)
            expected = np.zeros(batch.size, np.float32)
            if seat != CHANCE:
                expected = look(batch.position(k), seat)
            assert mine.tobytes() == expected.tobytes()
        batch.step(batch.random())
    assert kinds == {CHANCE, 0, 1, 2}


def sums(batch: Batch, matches: int) -> Ints:
    """How many times each seat won alone, among the first matches of a batch."""
    won = np.zeros(batch.seats, np.int64)
    left = set(range(matches))
    while left:
        numbers = batch.seeds[:, 1].copy()
        batch.step(batch.random())
        for k in np.flatnonzero(batch.done):
            if int(numbers[k]) in left:
                left.remove(int(numbers[k]))
                won += batch.rewards[k] == 1
    return won


def test_the_matches_of_a_batch_are_those_of_a_simulation() -> None:
    from goldrush.bots.policy import bot
    from goldrush.lab.simulate import simulate

    opened = game("goldrausch")
    found = simulate(opened, bot(opened, "uniform"), 2, 60, seed=4)
    won = sums(Batch("goldrausch", 20, 2, seed=4), 60)
    shared = round(60 * found.shared_wins)
    assert won.sum() == 60 - shared
    assert found.ends == {"rounds": 1.0}
