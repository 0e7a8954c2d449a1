"""Ratings: how strong bots are, and how sure that is, from who won at which tables.

One model for any number of seats: a seat wins its table with the probability
exp(r) / (the sum of exp(r) over all seats there), r being the strength of the bot that sits on it.
For two seats this is Bradley and Terry's model, for more the first stage of Plackett and Luce's.
"""

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from goldrush.core import Ints, Reals

ELO = 400 / math.log(10)  # points for one unit of strength
SURE = 1.96  # standard errors on either side of a 95 % interval
NEVER = 3  # the rule of three: what n games never showed happens in less than 3 / n of them
ROUNDS = 100  # of Newton's method; seven do
STRIDE = 2.0  # the most that a strength moves in one of them: far from its goal Newton overshoots
NEAR = 1e-9

Margin = tuple[float, float]  # a figure, and half the width of its 95 % interval


@dataclass(frozen=True)
class Results:
    """What was played: a row for each game, a column for each bot."""

    seated: Reals  # how many seats the bot took; it may be more than one
    won: Reals  # the bot's share of the win: whoever shares the first place has an equal part
    block: Ints  # the game's block, by number: games of one block are not independent

    @property
    def bots(self) -> int:
        """How many are rated."""
        return int(self.seated.shape[1])


@dataclass(frozen=True)
class Ratings:
    """Strengths in Elo points, as differences to the anchor, which has 0."""

    points: Reals
    covariance: Reals

    def step(self, above: int, below: int) -> Margin:
        """How far one bot is above another."""
        apart = np.zeros(len(self.points))
        apart[above] += 1
        apart[below] -= 1
        variance = float(apart @ self.covariance @ apart)
        return float(apart @ self.points), SURE * math.sqrt(max(variance, 0.0))


def rate(results: Results, anchor: int) -> Ratings:
    """The most likely strengths, as points above the anchor.

    So that a bot which always wins, or has not played yet, has a finite strength, each is thought
    to have tied one more game, spread over all others.
    """
    ties = _ties(results.bots)
    weight = np.ones(len(results.seated) + len(ties))
    weight[len(results.seated) :] = 1 / (results.bots - 1)
    seated, won = np.vstack([results.seated, ties]), np.vstack([results.won, ties / 2])
    free = np.flatnonzero(np.arange(results.bots) != anchor)  # the anchor stays where it is
    strength = _strongest(seated, won, weight, free)
    bread = _information(_expected(seated, strength), weight)
    filling = _filling(results, strength, bread)
    return Ratings(ELO * strength, ELO**2 * _sandwich(bread, filling, free))


def share(results: Results, bot: int) -> Margin | None:
    """The part of the win that a seat of *bot* had in the mean; None if it had no seat."""
    return _share(results, bot, np.flatnonzero(results.seated[:, bot]))


def direct(results: Results, bot: int, other: int) -> Margin | None:
    """The same, only of games in which both sat; None if there were none."""
    met = results.seated[:, bot] * results.seated[:, other]
    return _share(results, bot, np.flatnonzero(met))


def _ties(bots: int) -> Reals:
    """A game of each pair, as seats taken."""
    pairs = list(combinations(range(bots), 2))
    seated = np.zeros((len(pairs), bots))
    for row, pair in zip(seated, pairs, strict=True):
        row[list(pair)] = 1
    return seated


def _strongest(seated: Reals, won: Reals, weight: Reals, free: Ints) -> Reals:
    """The strengths at which the results are most likely, by Newton's method."""
    strength = np.zeros(seated.shape[1])
    for _ in range(ROUNDS):
        expected = _expected(seated, strength)
        pull = weight @ (won - expected)
        move = np.linalg.solve(_information(expected, weight)[np.ix_(free, free)], pull[free])
        longest = float(np.abs(move).max())
        strength[free] += move * min(1.0, STRIDE / max(longest, NEAR))
        if longest < NEAR:
            break
    return strength


def _expected(seated: Reals, strength: Reals) -> Reals:
    """What each bot wins of each game in the mean, by the model."""
    odds = seated * np.exp(strength - strength.max())
    expected: Reals = odds / odds.sum(1, keepdims=True)
    return expected


def _information(expected: Reals, weight: Reals) -> Reals:
    """How sharply games tell strengths: minus the second derivative of the log-likelihood."""
    weighted = expected * weight[:, None]
    information: Reals = np.diag(weighted.sum(0)) - weighted.T @ expected
    return information


def _filling(results: Results, strength: Reals, bread: Reals) -> Reals:
    """How much what was won strays from what was expected, block by block.

    Ties that were only thought of stray as tossed coins do: if they did not, a bot that never
    played would seem to be known exactly.  Where there are no more blocks than strengths to be
    found nothing can be seen to stray; then it is what the model says of one game a block.
    """
    strayed = _by_block(results.won - _expected(results.seated, strength), results.block)
    blocks, spare = len(strayed), len(strayed) - (results.bots - 1)
    if spare < 1:
        return bread * len(results.seated) / blocks
    ties = _ties(results.bots)
    coins = _information(ties / 2, np.full(len(ties), 1 / (results.bots - 1)))
    return coins + strayed.T @ strayed * blocks / spare


def _sandwich(bread: Reals, filling: Reals, free: Ints) -> Reals:
    """The covariance of strengths whose blocks stray as they were seen to, not as a model says."""
    inner, covariance = np.ix_(free, free), np.zeros(bread.shape)
    inverse = np.linalg.inv(bread[inner])
    covariance[inner] = inverse @ filling[inner] @ inverse
    return covariance


def _share(results: Results, bot: int, games: Ints) -> Margin | None:
    """What a seat of *bot* won in the mean of some games; they stray block by block."""
    if not len(games):
        return None
    seats, won = results.seated[games, bot], results.won[games, bot]
    mean = float(won.sum() / seats.sum())
    strayed = _by_block((won - mean * seats)[:, None], results.block[games])
    blocks = len(strayed)
    variance = float((strayed**2).sum()) * blocks / max(blocks - 1, 1)
    return mean, min(math.hypot(SURE * math.sqrt(variance), NEVER) / float(seats.sum()), 1.0)


def _by_block(figures: Reals, block: Ints) -> Reals:
    """The sums of each block's rows."""
    blocks, place = np.unique(block, return_inverse=True)
    sums = np.zeros((len(blocks), figures.shape[1]))
    np.add.at(sums, place, figures)
    return sums
