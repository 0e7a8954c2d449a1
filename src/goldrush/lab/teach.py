"""Teaches a game's judgement: how likely each seat is to win, from what the features show.

A judgement is a small network: one layer of rectified units over the features of a seat, whose
output is the seat's standing; the chances of the seats are the softmax of their standings.  It
learns from games of the hand-made player, each position once, by stochastic gradient descent
(Adam, Kingma and Ba) on the log-likelihood of what the matches brought.
"""

import itertools
import math
from collections.abc import Iterator

import numpy as np

from goldrush.bots.judgement import PARTS, UNITS, Judgement
from goldrush.bots.policy import bot, steady
from goldrush.core import Ints, bind
from goldrush.games.contract import Game
from goldrush.lab.simulate import Progress

BATCH = 512  # positions between two steps of learning
CHUNK = 20_000  # positions played at once
SLIPS = (0.0, 0.05, 0.2)  # of the player's choices, by turns
RATE, LEAST_RATE = 2e-3, 2e-5  # of learning, at the beginning and at the end
FADE, FADE_SQUARED, TINY = 0.9, 0.999, 1e-8  # of Adam
Lesson = tuple[np.ndarray, np.ndarray]  # sights by position and seat, and the shares of the win


def teach(
    game: Game, positions: int, horizon: int, seed: int, progress: Progress = lambda _: None
) -> Judgement:
    """A judgement that has seen so many positions."""
    if positions < 1 or horizon < 1:
        raise ValueError("nothing can be learned from no positions, or judged after no turns")
    rng = np.random.default_rng(seed)
    pupil, seen = _Pupil(game.features.FEATURES, rng), 0
    for sights, shares in _lessons(game, seed, rng):
        for first in range(0, len(sights), BATCH):
            rate = LEAST_RATE + (RATE - LEAST_RATE) * (1 + np.cos(np.pi * seen / positions)) / 2
            pupil.learn(sights[first : first + BATCH], shares[first : first + BATCH], rate)
            seen += BATCH
            if seen >= positions:
                return Judgement(horizon, *pupil.parts)
        progress(len(sights))
    raise AssertionError  # lessons have no end


def surprise(game: Game, judgement: Judgement, seed: int) -> dict[int, tuple[float, float]]:
    """The log loss on games never seen, by number of seats, beside that of knowing nothing."""
    pupil, found = _Pupil(game.features.FEATURES, np.random.default_rng(0)), {}
    pupil.parts = [getattr(judgement, name) for name in PARTS]
    sizes = game.rules.MAX_SEATS - game.rules.MIN_SEATS + 1
    lessons = _lessons(game, seed + 1, np.random.default_rng(seed + 1))
    for sights, shares in itertools.islice(lessons, sizes):
        _, chance = pupil.judge(sights)
        loss = float(-(shares * np.log(chance + TINY)).sum(axis=1).mean())
        found[sights.shape[1]] = (loss, math.log(sights.shape[1]))
    return found


def _lessons(game: Game, seed: int, rng: np.random.Generator) -> Iterator[Lesson]:
    """Positions without end, for each number of seats in turn, shuffled."""
    rules = game.rules
    source = bot(game, "handmade")
    traits = steady(source.policy.TRAITS)
    book = bind(
        "goldrush.lab.lessons",
        source.tag,
        rules=rules,
        features=game.features,
        player=source.policy,
    )
    room, number = book.room(), 0
    while True:
        for seats in range(rules.MIN_SEATS, rules.MAX_SEATS + 1):
            sights = np.zeros((CHUNK, seats, game.features.FEATURES), np.float32)
            shares = np.zeros((CHUNK, seats), np.float32)
            noted = 0
            while noted < CHUNK:
                terms = (seats, _options(game, rng), traits, SLIPS[number % len(SLIPS)])
                noted += book.note(room, seed, number, *terms, sights[noted:], shares[noted:])
                number += 1
            order = rng.permutation(CHUNK)
            yield sights[order], shares[order]


def _options(game: Game, rng: np.random.Generator) -> Ints:
    """The usual options in half of the games, any in the others."""
    usual = rng.random() < 0.5
    chosen = [0 if usual else int(rng.integers(len(o.values))) for o in game.rules.OPTIONS]
    return np.array([*chosen, 0], np.int64)


class _Pupil:
    """A network that is learning."""

    def __init__(self, features: int, rng: np.random.Generator) -> None:
        hidden = rng.normal(0, 0.05, (features, UNITS))
        weight = rng.normal(0, UNITS**-0.5, UNITS)
        self.parts = [p.astype(np.float32) for p in (hidden, np.zeros(UNITS), weight)]
        self.mean = [np.zeros_like(part) for part in self.parts]
        self.square = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    def judge(self, sights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How active its units are, and the chances of the seats."""
        positions, seats, features = sights.shape
        hidden, bias, weight = self.parts
        active = np.maximum(sights.reshape(-1, features) @ hidden + bias, 0)
        standing = (active @ weight).reshape(positions, seats)
        odds = np.exp(standing - standing.max(axis=1, keepdims=True))
        return active, odds / odds.sum(axis=1, keepdims=True)

    def learn(self, sights: np.ndarray, shares: np.ndarray, rate: float) -> None:
        """Learns from some positions."""
        active, chance = self.judge(sights)
        wrong = ((chance - shares) / len(sights)).reshape(-1)
        back = np.outer(wrong, self.parts[2]) * (active > 0)
        flat = sights.reshape(len(wrong), -1)
        self._step([flat.T @ back, back.sum(axis=0), active.T @ wrong], rate)

    def _step(self, slopes: list[np.ndarray], rate: float) -> None:
        self.steps += 1
        for k, slope in enumerate(slopes):
            self.mean[k] += (1 - FADE) * (slope - self.mean[k])
            self.square[k] += (1 - FADE_SQUARED) * (slope * slope - self.square[k])
            due = self.mean[k] / (1 - FADE**self.steps)
            spread = np.sqrt(self.square[k] / (1 - FADE_SQUARED**self.steps)) + TINY
            self.parts[k] -= (rate * due / spread).astype(np.float32)
