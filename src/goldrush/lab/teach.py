"""Teaches a game's judgement: how likely each seat is to win, from what the features show.

A judgement is a small network: one layer of rectified units over the features of a seat, whose
output is the seat's standing; the chances of the seats are the softmax of their standings.  It
learns by stochastic gradient descent (Adam, Kingma and Ba) on the log-likelihood of what matches
brought: first from games of the hand-made player, each position once, then from games of the search
that goes by what was learned so far, because it gets into positions that the player does not.
"""

import itertools
import math
import os
from collections.abc import Iterator

import numpy as np

from goldrush.bots import judgement as judgements
from goldrush.bots.judgement import PARTS, UNITS, Judgement
from goldrush.bots.policy import PLAYER, bot, unwatched
from goldrush.core import bind
from goldrush.games.contract import Game
from goldrush.games.problem import Problem
from goldrush.lab import practice
from goldrush.lab.practice import Example
from goldrush.lab.simulate import Progress

BATCH = 512  # positions between two steps of learning
CHUNK = 20_000  # positions played at once
SLIPS = (0.0, 0.05, 0.2)  # of the player's choices, by turns
RATE, LEAST_RATE = 2e-3, 2e-5  # of learning, at the beginning and at the end
GENTLY = 0.4  # of that rate, where something is known already
PASSES = 6  # over what the search played
OLD = 0.25  # positions of the hand-made player that go with each of these, lest it forgets them
FADE, FADE_SQUARED, TINY = 0.9, 0.999, 1e-8  # of Adam


def teach(
    game: Game, positions: int, horizon: int, seed: int, progress: Progress = lambda _: None
) -> Judgement:
    """A judgement that has seen so many positions."""
    if positions < 1 or horizon < 1:
        raise Problem("nothing can be learned from no positions, or judged after no turns")
    rng = np.random.default_rng(seed)
    pupil = _Pupil(game.features.FEATURES, rng)
    _study(pupil, _played(game, seed, rng), positions, 1.0, progress)
    return _taught(game, horizon, pupil)


def practise(
    game: Game,
    games: int,
    seed: int,
    workers: int | None = None,
    progress: Progress = lambda _: None,
) -> Judgement:
    """The shipped judgement after so many games of the search that goes by it."""
    known = judgements.shipped(game)
    if known is None:
        raise Problem("{} has no judgement to begin with; teach one without practice", game.name)
    if games < 1:
        raise Problem("nothing can be learned from no games")
    known.check(game)
    rng = np.random.default_rng(seed)
    pupil = _Pupil(game.features.FEATURES, rng)
    pupil.parts = [getattr(known, name).copy() for name in PARTS]
    pool: dict[int, list[Example]] = {}
    for inputs, shares in practice.examples(game, games, seed, workers or os.cpu_count() or 1):
        pool.setdefault(inputs.shape[1], []).append((inputs, shares))
        progress(1)
    noted = sum(len(inputs) for some in pool.values() for inputs, _ in some)
    if not noted:
        raise Problem("too few games to learn from; use more")
    _study(pupil, _mixed(game, pool, seed, rng), int(PASSES * (1 + OLD) * noted), GENTLY)
    return _taught(game, known.horizon, pupil)


def _taught(game: Game, horizon: int, pupil: "_Pupil") -> Judgement:
    """What a pupil has learned, and on what."""
    origin = (game.name, game.version, judgements.digest(game))
    return Judgement(*origin, horizon, *pupil.parts)


def _study(
    pupil: "_Pupil",
    examples: Iterator[Example],
    positions: int,
    pace: float,
    progress: Progress = lambda _: None,
) -> None:
    """Lets a pupil learn from so many positions, ever more slowly."""
    seen = 0
    for inputs, shares in examples:
        for first in range(0, len(inputs), BATCH):
            rate = LEAST_RATE + (RATE - LEAST_RATE) * (1 + np.cos(np.pi * seen / positions)) / 2
            batch = slice(first, first + BATCH)
            pupil.learn(inputs[batch], shares[batch], pace * rate)
            seen += BATCH
            if seen >= positions:
                return
        progress(len(inputs))


def surprise(game: Game, judgement: Judgement, seed: int) -> dict[int, tuple[float, float]]:
    """The log loss on games never seen, by number of seats, beside that of knowing nothing."""
    pupil, found = _Pupil(game.features.FEATURES, np.random.default_rng(0)), {}
    pupil.parts = [getattr(judgement, name) for name in PARTS]
    sizes = game.rules.MAX_SEATS - game.rules.MIN_SEATS + 1
    examples = _played(game, seed + 1, np.random.default_rng(seed + 1))
    for inputs, shares in itertools.islice(examples, sizes):
        _, chance = pupil.judge(inputs)
        loss = float(-(shares * np.log(chance + TINY)).sum(axis=1).mean())
        found[inputs.shape[1]] = (loss, math.log(inputs.shape[1]))
    return found


def _played(game: Game, seed: int, rng: np.random.Generator) -> Iterator[Example]:
    """Positions without end, for each number of seats in turn, shuffled."""
    rules = game.rules
    source = bot(game, PLAYER)
    traits = unwatched(source.policy.TRAITS)
    book = bind(
        "goldrush.lab.examples",
        source.tag,
        rules=rules,
        features=game.features,
        player=source.policy,
    )
    room, number = book.room(), 0
    while True:
        for seats in range(rules.MIN_SEATS, rules.MAX_SEATS + 1):
            inputs = np.zeros((CHUNK, seats, game.features.FEATURES), np.float32)
            shares = np.zeros((CHUNK, seats), np.float32)
            noted = 0
            while noted < CHUNK:
                chosen = np.array([*practice.options(game, rng), 0], np.int64)
                terms = (seats, chosen, traits, SLIPS[number % len(SLIPS)])
                noted += book.note(room, seed, number, *terms, inputs[noted:], shares[noted:])
                number += 1
            order = rng.permutation(CHUNK)
            yield inputs[order], shares[order]


def _mixed(
    game: Game, pool: dict[int, list[Example]], seed: int, rng: np.random.Generator
) -> Iterator[Example]:
    """What the search played, again and again, shuffled, with some of the hand-made player's."""
    joined = {
        seats: (np.concatenate([s for s, _ in some]), np.concatenate([h for _, h in some]))
        for seats, some in sorted(pool.items())
    }
    sizes = np.array([len(shares) for _, shares in joined.values()])
    old = (
        (inputs[first : first + BATCH], shares[first : first + BATCH])
        for inputs, shares in _played(game, seed, rng)
        for first in range(0, len(inputs), BATCH)
    )
    while True:
        inputs, shares = joined[int(rng.choice(list(joined), p=sizes / sizes.sum()))]
        some = rng.integers(0, len(inputs), BATCH)
        yield inputs[some].astype(np.float32), shares[some]
        if rng.random() < OLD:
            yield next(old)


class _Pupil:
    """A network that is learning."""

    def __init__(self, features: int, rng: np.random.Generator) -> None:
        hidden = rng.normal(0, 0.05, (features, UNITS))
        weight = rng.normal(0, UNITS**-0.5, UNITS)
        self.parts = [p.astype(np.float32) for p in (hidden, np.zeros(UNITS), weight)]
        self.mean = [np.zeros_like(part) for part in self.parts]
        self.square = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    def judge(self, inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How active its units are, and the chances of the seats."""
        positions, seats, features = inputs.shape
        hidden, bias, weight = self.parts
        active = np.maximum(inputs.reshape(-1, features) @ hidden + bias, 0)
        standing = (active @ weight).reshape(positions, seats)
        odds = np.exp(standing - standing.max(axis=1, keepdims=True))
        return active, odds / odds.sum(axis=1, keepdims=True)

    def learn(self, inputs: np.ndarray, shares: np.ndarray, rate: float) -> None:
        """Learns from some positions."""
        active, chance = self.judge(inputs)
        wrong = ((chance - shares) / len(inputs)).reshape(-1)
        back = np.outer(wrong, self.parts[2]) * (active > 0)
        flat = inputs.reshape(len(wrong), -1)
        self._step([flat.T @ back, back.sum(axis=0), active.T @ wrong], rate)

    def _step(self, slopes: list[np.ndarray], rate: float) -> None:
        self.steps += 1
        for k, slope in enumerate(slopes):
            self.mean[k] += (1 - FADE) * (slope - self.mean[k])
            self.square[k] += (1 - FADE_SQUARED) * (slope * slope - self.square[k])
            due = self.mean[k] / (1 - FADE**self.steps)
            spread = np.sqrt(self.square[k] / (1 - FADE_SQUARED**self.steps)) + TINY
            self.parts[k] -= (rate * due / spread).astype(np.float32)
