"""Bags: what comes out goes by what is in."""

from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from goldrush.core import bags, rng
from tools import follows, python

BAGS = st.lists(st.integers(0, 127), min_size=1, max_size=30).filter(any)
SEEDS = st.integers(0, 2**63 - 1)


def listed(bag: np.ndarray) -> tuple[list[int], list[int]]:
    """The kinds in a bag, and how many of each."""
    out, weight = np.zeros((2, len(bag)), np.int64)
    n = bags.contents(bag, out, weight)
    return out[:n].tolist(), weight[:n].tolist()


def drawn(seed: int) -> list[int]:
    """Kinds drawn from a full bag and then from what is left of it."""
    bag, stream, kinds = np.array([5, 0, 120, 7, 1], np.int8), rng.new(seed), []
    while bag.any():
        kinds.append(bags.draw(bag, stream))
        bag[kinds[-1]] -= 1
    return kinds


@given(BAGS)
def test_contents_are_the_kinds_of_which_some_are_left(bag: list[int]) -> None:
    kinds, weights = listed(np.array(bag, np.int8))
    assert kinds == [kind for kind, n in enumerate(bag) if n]
    assert weights == [n for n in bag if n]


@given(BAGS, SEEDS)
def test_a_draw_is_the_weighted_choice_of_the_contents(held: list[int], seed: int) -> None:
    bag, one, other = np.array(held, np.int8), rng.new(seed), rng.new(seed)
    kinds, weights = listed(bag)
    for _ in range(20):
        index = rng.weighted(other, np.array(weights), len(weights))
        assert bags.draw(bag, one) == kinds[index]
        assert one.tolist() == other.tolist()
    assert bag.tolist() == held


def test_a_bag_is_emptied_to_its_last_piece() -> None:
    kinds = drawn(1)
    assert [kinds.count(kind) for kind in range(5)] == [5, 0, 120, 7, 1]


def test_kinds_come_as_often_as_there_are_pieces() -> None:
    bag, stream = np.array([1, 2, 0, 4, 8], np.int8), rng.new(2)
    kinds = [bags.draw(bag, stream) for _ in range(6000)]
    assert follows([kinds.count(kind) for kind in (0, 1, 3, 4)], [1, 2, 4, 8])


def test_an_interpreted_bag_draws_like_a_compiled_one(tmp_path: Path) -> None:
    code = "import test_bags; print(test_bags.drawn(3))"
    told = python(code, NUMBA_DISABLE_JIT="1", GOLDRUSH_CACHE=str(tmp_path))
    assert told.strip() == str(drawn(3))
