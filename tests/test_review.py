"""Reviews: luck and decisions add up to the result, and nobody is blamed for what was hidden."""

import itertools
from functools import cache
from textwrap import dedent

import msgspec
import numpy as np
import pytest

from games.golden_town.twins import twins
from goldrush import review
from goldrush.bots.policy import bot
from goldrush.core import CHANCE, WATCHER
from goldrush.games import GAMES, game
from goldrush.match import Match
from goldrush.reviews import chances, decisions
from goldrush.reviews.decisions import Judged, Race, judge, word
from goldrush.reviews.reckoner import Reckoner
from goldrush.reviews.shapes import WIN, Review
from matches import match_of, random_match
from tools import compiled_only, python

pytestmark = compiled_only

QUICK = Race(field=8, heats=4, few=4, laps=4, final=8)
# A choice that gives much away in a match of the hand-made player: its seed, the steps before.
PLANTED = {
    "gold": (2, 80, "c5"),
    "goldrausch": (1, 346, "join"),
    "oh_my_gold": (1, 148, "end"),
    "gold_river": (5, 147, "turn"),
    "golden_town": (1, 265, "T11"),
}


@cache
def match(name: str, seats: int = 3, seed: int = 4) -> Match:
    """A match of players of all kinds."""
    kinds = itertools.cycle(["handmade", "uniform", "careless"])
    brains = [bot(game(name), kind) for kind, _ in zip(kinds, range(seats), strict=False)]
    return match_of(game(name), brains, seed)


@cache
def reviewed(name: str, seats: int = 3, seed: int = 4) -> Review:
    return review(match(name, seats, seed), "fast")


@pytest.mark.parametrize("name", GAMES)
def test_start_luck_and_decisions_add_up_to_the_result_exactly(name: str) -> None:
    for seats in (2, game(name).rules.MAX_SEATS):
        found = reviewed(name, seats, seats)
        places = match(name, seats, seats).position.places()
        for seat, told in enumerate(found.accounts):
            parts = told.start + told.luck + told.own + told.others + told.unknown
            assert parts == told.result == (places[seat] == 1) * WIN // places.count(1)
            assert told.adjusted == told.result - told.luck


@pytest.mark.parametrize("name", GAMES)
def test_before_every_step_one_win_is_shared_out(name: str) -> None:
    found = reviewed(name)
    assert len(found.levels) == len(match(name).history) + 1
    for level in found.levels:
        assert sum(level.chances) == WIN
        assert level.table is None or sum(level.table) == WIN
        assert min(level.chances) >= 0
        assert min(level.errors) >= 0
    for draw in found.draws:
        after, before = found.levels[draw.step + 1].chances, found.levels[draw.step].chances
        assert list(draw.luck) == [a - b for a, b in zip(after, before, strict=True)]
        assert sum(draw.luck) == 0


@pytest.mark.parametrize("name", GAMES)
def test_all_outcomes_of_a_draw_together_are_no_luck(name: str) -> None:
    """Whatever the estimates are worth: they are the same, whichever of the outcomes came."""
    whole, luck = match(name), []
    steps = [n for n, (actor, _) in enumerate(whole.history) if actor == CHANCE]
    step = steps[12]
    before = whole.copy()
    before.cut(step)
    weights = before.position.chances()
    for outcome in weights:
        after = before.copy()
        after.play(int(outcome))
        reckoner = Reckoner(after.game, 7)
        values = chances.values(chances.follow(after, reckoner), reckoner, 3)
        luck.append((values[-1] - values[-2]).mean(axis=0))
    together = np.average(luck, axis=0, weights=[*weights.values()])
    assert np.abs(together).max() < 1e-12
    assert len(weights) == 1 or np.abs(luck).max() > 0


def test_who_looks_on_knows_no_more_where_a_match_is_left_before_its_end() -> None:
    left = match("golden_town").copy()
    left.cut(len(left.history) // 2)
    reckoner = Reckoner(left.game, 3)
    table = chances.table_values(chances.follow(left, reckoner), reckoner, 2)
    known = reckoner.expect([left.position.hidden(WATCHER)], 2, WATCHER)
    assert table is not None
    assert (table[-1] == known[0]).all()


def test_a_seed_and_a_budget_settle_all_of_it_whatever_the_threads() -> None:
    one, other = (review(match("oh_my_gold"), "fast", 3, workers) for workers in (1, 2))
    assert msgspec.json.encode(one) == msgspec.json.encode(other)
    assert review(match("oh_my_gold"), "fast", 4).levels[0] != one.levels[0]


@pytest.mark.parametrize("name", GAMES)
def test_a_forced_decision_costs_nothing_and_changes_nothing(name: str) -> None:
    forced = [one for one in reviewed(name).decisions if one.choices == 1]
    for one in forced:
        assert (one.cost, one.gain, one.unknown, one.word) == (0, 0, 0, "best")
        levels = reviewed(name).levels
        assert levels[one.step].chances == levels[one.step + 1].chances
    assert forced or name != "golden_town"


@pytest.mark.parametrize("name", [name for name in GAMES if not game(name).view.SECRETS])
def test_where_nothing_is_hidden_nothing_is_unknown(name: str) -> None:
    found = reviewed(name)
    assert all(one.unknown == 0 for one in found.decisions)
    assert all(level.table is None for level in found.levels)


def test_what_a_seat_could_not_see_does_not_change_what_is_said_of_its_decisions() -> None:
    pair = twins(2, 0, 2)
    told: list[list[Judged]] = []
    for history in (pair.one, pair.other):
        whole = Match("golden_town", 2)
        reckoner = Reckoner(whole.game, 5)
        found: list[Judged] = []
        for actor, step in history:
            if actor == pair.eyes and len(found) < 12:
                hidden = whole.position.hidden(actor)
                found.append(judge(reckoner, hidden, step, reckoner.advised(hidden, actor), QUICK))
            whole.play(step)
        told.append(found)
    assert told[0] == told[1]
    assert any(one.cost for one in told[0])


def test_what_the_table_could_know_differs_from_what_is_so_only_where_there_are_secrets() -> None:
    levels = reviewed("golden_town").levels
    assert any(level.table != level.chances for level in levels)
    assert levels[-1].table == levels[-1].chances


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_blunder_is_found(name: str) -> None:
    seed, step, said = PLANTED[name]
    whole = match_of(game(name), [bot(game(name), "handmade")] * 2, seed)
    whole.cut(step)
    whole.play(said)
    found = review(whole, "normal", seed=2).decisions[-1]
    assert found.word == "blunder"
    assert found.better
    assert found.better.text != said


@pytest.mark.parametrize(
    ("cost", "error", "seats", "expected"),
    [
        (0.16, 0.01, 2, "blunder"),
        (0.11, 0.01, 2, "mistake"),
        (0.06, 0.01, 2, "slip"),
        (0.04, 0.01, 2, "fine"),
        (0.04, 0.01, 5, "mistake"),
        (0.16, 0.08, 2, "fine"),
    ],
)
def test_costs_have_words_by_even_chances_and_never_within_their_error(
    cost: float, error: float, seats: int, expected: str
) -> None:
    assert word(Judged(1, cost, error, 0.0), 0, seats) == expected
    assert word(Judged(0, 0.0, error, 0.0), 0, seats) == "best"


@pytest.mark.parametrize("name", GAMES)
def test_the_story_is_three_to_five_steps_in_order_each_with_what_the_log_tells(name: str) -> None:
    found = reviewed(name)
    assert 3 <= len(found.moments) <= 5
    assert [*found.moments] == sorted(found.moments, key=lambda one: one.step)
    for one in found.moments:
        assert one.lines or one.chosen
        assert one.before == found.levels[one.step].chances[one.seat]
        assert one.after == found.levels[one.step + 1].chances[one.seat]
        assert (one.by is None) == (one.cause == "luck")


def test_a_match_that_is_not_over_is_reviewed_as_far_as_it_goes() -> None:
    found = review(random_match("gold", 2, steps=30), "fast")
    assert not found.over
    assert len(found.levels) == 31
    assert [one.result for one in found.accounts] == [*found.levels[-1].chances]


def test_an_own_edition_has_no_judgement_and_is_played_to_the_end() -> None:
    """Interpreted, which for so few cards is sooner done than to compile it."""
    code = """
        from matches import random_match
        from goldrush import review
        from tools import pocket
        print(review(random_match(pocket(), 2, steps=12), "fast").judged)
    """
    assert python(dedent(code), NUMBA_DISABLE_JIT="1") == "False\n"
    assert reviewed("gold").judged


def test_nothing_unknown_budgets_and_what_is_no_seed_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="nothing has been played"):
        review(Match("gold"))
    with pytest.raises(ValueError, match="there are: fast, normal, deep"):
        review(match("gold"), "huge")
    for seed in (-1, 1 << 63):
        with pytest.raises(ValueError, match="a seed, and a stream"):
            review(match("gold"), "fast", seed)


def test_many_choices_are_spread_over_all_that_there_are() -> None:
    assert decisions._spread([*range(5)], 8) == [*range(5)]
    assert decisions._spread([*range(101)], 5) == [0, 25, 50, 75, 100]


def test_shares_are_rounded_to_parts_that_are_one_win() -> None:
    shares = np.array([[1 / 3, 1 / 3, 1 / 3], [0.5, 0.5, 0.0], [1 / 7, 2 / 7, 4 / 7]])
    found = chances.parts(shares)
    assert (found.sum(axis=1) == WIN).all()
    assert np.abs(found - shares * WIN).max() < 1
    assert found[0].tolist() == [WIN // 3] * 3
