"""Judgements: they can be learned, kept, and are better than knowing nothing."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from goldrush.bots import judgement
from goldrush.bots.judgement import Judgement
from goldrush.bots.policy import bot
from goldrush.games import GAMES, game
from goldrush.lab import practice
from goldrush.lab.teach import practise, surprise, teach
from matches import random_match

TAUGHT = [name for name in GAMES if judgement.file(game(name)).exists()]


def test_what_is_learned_is_better_than_knowing_nothing(tmp_path: Path) -> None:
    opened = game("goldrausch")
    learned = teach(opened, 80_000, 3, seed=1)
    for loss, ignorance in surprise(opened, learned, seed=1).values():
        assert loss < 0.97 * ignorance
    learned.save(tmp_path / "kept.npz")
    kept = Judgement.load(tmp_path / "kept.npz")
    assert kept.horizon == 3
    assert all(np.array_equal(getattr(kept, k), getattr(learned, k)) for k in judgement.PARTS)


def test_the_same_seed_teaches_the_same() -> None:
    opened = game("goldrausch")
    one, other = (teach(opened, 3000, 1, seed=4) for _ in range(2))
    assert np.array_equal(one.hidden, other.hidden)
    assert not np.array_equal(one.hidden, teach(opened, 3000, 1, seed=5).hidden)


@pytest.mark.parametrize("name", TAUGHT)
def test_a_shipped_judgement_knows_more_than_nothing(name: str) -> None:
    shipped = judgement.shipped(game(name))
    assert shipped is not None
    found = surprise(game(name), shipped, seed=77)
    assert all(loss < 0.9 * ignorance for loss, ignorance in found.values())


@pytest.mark.parametrize("name", TAUGHT)
def test_a_judgement_is_taught_on_what_the_search_asks_it_about(name: str) -> None:
    """On whole records: of a world that it imagines the search knows everything."""
    position = random_match(name, 2, steps=90).position
    search: Any = bot(position.game, "search").policy
    tree, asked = search.room()[0], []
    for seat in range(position.seats):
        search.worlds.standing(tree, position.record, seat)
        asked.append(tree.inputs[: position.game.features.FEATURES].copy())
    assert np.array_equal(asked, practice._inputs(position))


@pytest.mark.parametrize(("positions", "horizon"), [(0, 1), (1, 0)])
def test_nothing_is_learned_from_nothing(positions: int, horizon: int) -> None:
    with pytest.raises(ValueError, match="nothing can be learned"):
        teach(game("goldrausch"), positions, horizon, seed=0)


def test_the_search_learns_on_from_its_own_games() -> None:
    opened = game("oh_my_gold")
    known = judgement.shipped(opened)
    assert known is not None
    one, other = (practise(opened, 12, seed=3, workers=1) for _ in range(2))
    assert np.array_equal(one.hidden, other.hidden)
    assert one.horizon == known.horizon
    assert not np.array_equal(one.hidden, known.hidden)
    assert all(loss < 0.9 * nothing for loss, nothing in surprise(opened, one, seed=77).values())


def test_practice_is_noted_for_every_seat_with_what_it_brought() -> None:
    opened = game("oh_my_gold")
    tables = set()
    for inputs, shares in practice.examples(opened, 12, seed=3, workers=1):
        tables.add(inputs.shape[1])
        assert inputs.shape == (*shares.shape, opened.features.FEATURES)
        assert np.allclose(shares.sum(axis=1), 1)
        assert (shares == shares[:1]).all()
        assert np.abs(inputs).max(initial=0) > 0 or not len(inputs)
    assert tables == {2, 3, 4}


def test_practice_plays_by_options_that_fit_the_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "SEARCH", "uniform")
    examples = practice.examples(game("golden_town"), 10, seed=1, workers=1)
    assert {inputs.shape[1] for inputs, _ in examples} == {2, 3, 4}


def test_practice_wants_something_to_begin_with() -> None:
    with pytest.raises(ValueError, match="goldrausch has no judgement to begin with"):
        practise(game("goldrausch"), 1, seed=0)
    with pytest.raises(ValueError, match="nothing can be learned from no games"):
        practise(game("oh_my_gold"), 0, seed=0)
