"""Ratings: strengths that are known come out again, and errors are as large as is said."""

import itertools
import math

import numpy as np
import pytest

from goldrush.core import Ints, Reals
from goldrush.lab.ratings import ELO, Results, direct, rate, share

KNOWN = (0.0, 120.0, -200.0, 45.0, -80.0)  # Elo points of five bots


def league(
    known: tuple[float, ...], seats: int, blocks: int, seed: int = 0, *, ties: float = 0.0
) -> Results:
    """Synthetic games of bots whose strengths are known; half of a block's games share their luck.

    A tie parts the win between two seats, each drawn as a winner is, so that it is fair.
    """
    bots, luck = len(known), np.random.default_rng(seed)
    line_ups = list(itertools.combinations(range(bots), seats))
    order = [line_ups[n % len(line_ups)] for n in range(blocks)]
    who = np.array([line_up[k:] + line_up[:k] for line_up in order for k in range(seats)])
    shared = luck.gumbel(size=(blocks, 1, seats)).repeat(seats, 1).reshape(who.shape)
    own, second = luck.gumbel(size=who.shape), luck.gumbel(size=who.shape)
    strength = np.array(known)[who] / ELO
    fate = np.where(luck.random((len(who), 1)) < 0.5, shared, own)
    tied = luck.random(len(who)) < ties
    won = np.zeros((len(who), bots))
    for winner, part in ((fate, np.where(tied, 0.5, 1.0)), (second, np.where(tied, 0.5, 0.0))):
        _add(won, who, (strength + winner).argmax(1), part)
    seated = np.zeros((len(who), bots))
    for seat in range(seats):
        _add(seated, who, np.full(len(who), seat), np.ones(len(who)))
    return Results(seated, won, np.arange(blocks).repeat(seats))


def _add(sums: Reals, who: Ints, seat: Ints, part: Reals) -> None:
    rows = np.arange(len(who))
    np.add.at(sums, (rows, who[rows, seat]), part)


def duels(won: int, lost: int, tied: int = 0) -> Results:
    """Games of two bots, each a block of its own."""
    shares = [1.0] * won + [0.0] * lost + [0.5] * tied
    games = len(shares)
    return Results(np.ones((games, 2)), np.array([[s, 1 - s] for s in shares]), np.arange(games))


@pytest.mark.parametrize(("seats", "ties"), [(2, 0.0), (2, 0.3), (3, 0.1), (4, 0.0), (4, 0.3)])
def test_known_strengths_are_found(seats: int, ties: float) -> None:
    found = rate(league(KNOWN, seats, 6000, ties=ties), 0)
    assert found.points[0] == 0
    assert found.points.tolist() == pytest.approx(KNOWN, abs=30)
    for above, below in itertools.permutations(range(len(KNOWN)), 2):
        step, margin = found.step(above, below)
        assert step == pytest.approx(KNOWN[above] - KNOWN[below], abs=2 * margin)
        assert 0 < margin < 30


@pytest.mark.parametrize(("won", "lost", "tied"), [(30, 10, 0), (5, 25, 3), (0, 0, 9), (40, 0, 0)])
def test_two_bots_have_the_odds_of_their_games_and_of_one_tie_more(
    won: int, lost: int, tied: int
) -> None:
    found = rate(duels(won, lost, tied), 1)
    odds = (won + tied / 2 + 0.5) / (lost + tied / 2 + 0.5)
    assert found.points.tolist() == pytest.approx([ELO * math.log(odds), 0.0], abs=1e-6)


@pytest.mark.parametrize(("bots", "seats", "blocks"), [(2, 2, 30), (4, 2, 24), (5, 4, 40)])
def test_intervals_hold_what_they_promise(bots: int, seats: int, blocks: int) -> None:
    held = []
    for seed in range(200):
        found = rate(league(KNOWN[:bots], seats, blocks, seed, ties=0.1), 0)
        for above, below in itertools.combinations(range(bots), 2):
            step, margin = found.step(above, below)
            held.append(abs(step - (KNOWN[above] - KNOWN[below])) < margin)
    assert 0.92 < np.mean(held) < 0.98


def test_win_shares_hold_what_they_promise_too() -> None:
    held = []
    for seed in range(200):
        mean, margin = share(league((0.0, 120.0), 2, 40, seed), 1) or (0, 0)
        held.append(abs(mean - 1 / (1 + 10 ** (-120 / 400))) < margin)
    assert 0.92 < np.mean(held) < 0.99


def test_games_of_a_block_count_as_what_they_are_together() -> None:
    once = league(KNOWN, 2, 500)
    twice = Results(*(np.concatenate([part, part]) for part in (once.seated, once.won, once.block)))
    apart = Results(twice.seated, twice.won, np.arange(len(twice.block)))
    margins = [rate(results, 0).step(1, 2)[1] for results in (once, twice, apart)]
    assert margins[1] == pytest.approx(margins[0], rel=0.03)  # the same games again tell nothing
    assert margins[2] < 0.85 * margins[0]
    shares = [share(results, 1) or (0, 0) for results in (once, twice)]
    assert shares[1] == pytest.approx(shares[0], rel=0.03)


def test_a_bot_seated_twice_counts_as_two_seats() -> None:
    games = 400  # of two equal bots, one of them on three of four seats
    won = np.array([[1.0, 0.0]] * 300 + [[0.0, 1.0]] * 100)
    results = Results(np.array([[3.0, 1.0]] * games), won, np.arange(games))
    assert rate(results, 0).points.tolist() == pytest.approx([0, 0], abs=1e-6)
    for bot in (0, 1):
        assert (share(results, bot) or (0, 0))[0] == pytest.approx(0.25)


def test_whoever_always_wins_is_ahead_by_a_finite_and_uncertain_step() -> None:
    step, margin = rate(duels(100, 0), 1).step(0, 1)
    assert 800 < step < 1000
    least = ELO * math.log(0.97 / 0.03)  # which a hundred wins in a hundred games just show
    assert step - margin == pytest.approx(least, abs=60)


def test_whoever_has_not_played_is_as_good_as_unknown() -> None:
    two = duels(30, 30)
    nothing = np.zeros((60, 1))
    results = Results(np.hstack([two.seated, nothing]), np.hstack([two.won, nothing]), two.block)
    step, margin = rate(results, 0).step(2, 0)
    assert step == pytest.approx(0, abs=1e-6)
    assert margin > 600
    assert share(results, 2) is None
    assert direct(results, 0, 2) is None


@pytest.mark.parametrize("blocks", [1, 2, 3, 4])
def test_few_blocks_give_wide_intervals(blocks: int) -> None:
    found = rate(league(KNOWN, 4, blocks), 0)
    assert np.isfinite(found.points).all()
    assert found.step(1, 2)[1] > 200


def test_another_anchor_moves_all_ratings_and_no_difference() -> None:
    results = league(KNOWN, 3, 200)
    one, other = rate(results, 0), rate(results, 3)
    assert other.points.tolist() == pytest.approx((one.points - one.points[3]).tolist(), abs=1e-6)
    for pair in itertools.permutations(range(len(KNOWN)), 2):
        assert one.step(*pair) == pytest.approx(other.step(*pair), abs=1e-6)
        back, margin = one.step(*pair[::-1])
        assert one.step(*pair) == pytest.approx((-back, margin))


def test_direct_scores_are_of_the_games_that_both_played() -> None:
    results = league(KNOWN, 2, 40)
    for one, other in itertools.combinations(range(len(KNOWN)), 2):
        met = (results.seated[:, one] > 0) & (results.seated[:, other] > 0)
        told, back = direct(results, one, other), direct(results, other, one)
        assert told
        assert back
        (won, margin), (lost, same) = told, back
        assert won == pytest.approx(results.won[met, one].mean())
        assert (won + lost, margin) == pytest.approx((1, same))


def test_a_share_that_never_varied_has_the_rule_of_three() -> None:
    assert share(duels(100, 0), 0) == pytest.approx((1, 0.03))
    assert share(duels(100, 0), 1) == pytest.approx((0, 0.03))
    assert share(duels(1, 0), 0) == (1, 1)
