"""Random numbers: the published generator, exactly uniform, and the same compiled or not."""

import itertools
from pathlib import Path

import numpy as np
import pytest

from goldrush.core import rng
from tools import follows, python

REFERENCE = (
    *(641, 1573767, 3222811527, 3517856514, 836907274),
    *(4247214768, 3867114732, 1355841295, 495546011, 621204420),
)
LARGE = (2**31 - 1, 2**31 - 3, 1_500_000_001)
SIZES = (1, 3, 5, 7, 10, 64, 101, 65537, *LARGE)


def state_before(word: int) -> np.ndarray:
    """A state from which the given word comes next."""
    return np.array([0, 5, 6, (word >> 7) | (word << 25 & rng.WORD)], np.int64)


def slow_below(state: np.ndarray, n: int) -> int:
    """Lemire's method in unlimited whole numbers."""
    while True:
        number, left = divmod(rng.word(state) * n, 2**32)
        if left >= 2**32 % n:
            return number


def sample() -> list[float]:
    """Some of everything the module gives."""
    stream, weight = rng.new(2**40 + 1, 2**50 + 3), np.array([3, 0, 1, 250])
    numbers = [float(word) for word in rng.new(0)]
    numbers += [rng.word(stream) for _ in range(50)]
    numbers += [rng.below(stream, n) for n in SIZES for _ in range(20)]
    numbers += [rng.weighted(stream, weight, len(weight)) for _ in range(50)]
    return numbers + [rng.unit(stream) for _ in range(50)]


def test_the_generator_gives_the_published_numbers() -> None:
    state = np.array([1, 2, 3, 4])
    assert tuple(rng.word(state) for _ in REFERENCE) == REFERENCE


def test_a_state_stays_within_its_words() -> None:
    stream = rng.new(1)
    for _ in range(1000):
        assert 0 <= rng.word(stream) <= rng.WORD
        assert ((stream >= 0) & (stream <= rng.WORD)).all()


@pytest.mark.parametrize("n", [2, 3, 5, 7, 13, 101])
def test_small_numbers_are_all_as_likely(n: int) -> None:
    stream = rng.new(7, n)
    drawn = [rng.below(stream, n) for _ in range(300 * n)]
    assert set(drawn) == set(range(n))
    assert follows([drawn.count(k) for k in range(n)], [1] * n)


@pytest.mark.parametrize("n", LARGE)
def test_large_numbers_are_spread_evenly_and_in_range(n: int) -> None:
    stream = rng.new(11, n)
    drawn = [rng.below(stream, n) for _ in range(5000)]
    tenths = [10 * number // n for number in drawn]
    assert 0 <= min(drawn) < n // 100
    assert n - n // 100 < max(drawn) < n
    assert follows([tenths.count(k) for k in range(10)], [1] * 10)


@pytest.mark.parametrize("n", SIZES)
def test_words_that_would_favour_a_number_are_drawn_again(n: int) -> None:
    edges = {k * 2**32 // n + d for k in (0, 1, 2, n // 2, n - 1) for d in (0, 1, 2)}
    for word in sorted(edge for edge in edges if edge <= rng.WORD):
        one, other = state_before(word), state_before(word)
        assert rng.word(state_before(word)) == word
        assert rng.below(one, n) == slow_below(other, n)
        assert one.tolist() == other.tolist()


def test_a_word_is_refused_where_it_is_one_too_many() -> None:
    first = state_before(0)
    rng.word(first)
    assert rng.below(state_before(0), 3) == rng.below(first, 3)
    assert rng.below(state_before(1), 3) == 0


def test_weights_are_kept() -> None:
    stream, weight = rng.new(5), np.array([1, 0, 7, 2, 30, 0])
    drawn = [rng.weighted(stream, weight, len(weight)) for _ in range(8000)]
    assert set(drawn) == {0, 2, 3, 4}
    assert follows([drawn.count(k) for k in (0, 2, 3, 4)], [1, 7, 2, 30])


def test_weights_behind_the_last_one_asked_for_do_not_count() -> None:
    stream, weight = rng.new(5), np.array([1, 1, 1000])
    assert {rng.weighted(stream, weight, 2) for _ in range(100)} == {0, 1}


def test_a_unit_is_at_least_zero_and_less_than_one() -> None:
    stream = rng.new(3)
    drawn = [rng.unit(stream) for _ in range(5000)]
    assert 0 <= min(drawn) < 0.01
    assert 0.99 < max(drawn) < 1
    assert rng.unit(state_before(0)) == 0
    assert rng.unit(state_before(rng.WORD)) == (2**32 - 1) / 2**32


def test_no_two_streams_begin_alike() -> None:
    numbers = [*range(40), 2**32, 2**32 + 1, 2**40, 2**62, 2**63 - 1]
    pairs = list(itertools.product(numbers, numbers))
    assert len({tuple(rng.new(seed, number)) for seed, number in pairs}) == len(pairs)
    words = {tuple(rng.word(stream) for _ in range(2)) for stream in (rng.new(*p) for p in pairs)}
    assert len(words) == len(pairs)


def test_neighbouring_streams_have_nothing_in_common() -> None:
    first = [rng.below(rng.new(0, number), 8) for number in range(4000)]
    assert follows([first.count(k) for k in range(8)], [1] * 8)
    pairs = list(itertools.pairwise(first))
    assert follows([pairs.count((a, b)) for a in range(8) for b in range(8)], [1] * 64)


def test_a_stream_can_be_drawn_again() -> None:
    one, other = rng.new(9, 4), np.full(rng.WORDS, 77)
    rng.stream(other, 9, 4)
    assert one.tolist() == other.tolist()


@pytest.mark.parametrize("wrong", [(-1, 0), (0, -1), (2**63, 0), (0, 2**63)])
def test_what_is_no_seed_is_refused(wrong: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"between 0 and 2\*\*63 - 1"):
        rng.new(*wrong)


def test_interpreted_numbers_are_the_compiled_ones(tmp_path: Path) -> None:
    code = "import test_rng; print(test_rng.sample())"
    told = python(code, NUMBA_DISABLE_JIT="1", GOLDRUSH_CACHE=str(tmp_path))
    assert told.strip() == str(sample())
