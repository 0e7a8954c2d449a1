"""Processes: results come in order, errors come through, and nobody is left behind."""

import gc
import math
import multiprocessing
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count

import pytest

from goldrush.lab.processes import Processes


@pytest.fixture(autouse=True)
def nobody_left() -> Iterator[None]:
    """All processes that a test starts have ended with it."""
    before = multiprocessing.active_children()
    yield
    assert multiprocessing.active_children() == before


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_their_tasks(workers: int) -> None:
    assert list(Processes(workers).in_order(math.isqrt, range(100), gc.collect)) == [
        *map(math.isqrt, range(100))
    ]


def test_a_slow_task_holds_up_those_after_it_and_loses_none() -> None:
    naps = (0.3, 0.0, 0.1, 0.0)
    assert list(Processes(2).in_order(time.sleep, naps, gc.collect)) == [None] * 4


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_comes_through(workers: int) -> None:
    with pytest.raises(ValueError, match="math domain error"):
        list(Processes(workers).in_order(math.sqrt, (4, 9, -1), gc.collect))


@pytest.mark.parametrize("workers", [1, 2])
def test_whoever_has_enough_need_not_wait_for_the_rest(workers: int) -> None:
    begun = time.perf_counter()
    naps = (n // 2 * 60 for n in count())  # the third would last a minute
    with closing(Processes(workers).in_order(time.sleep, naps, gc.collect)) as results:
        assert [next(results), next(results)] == [None, None]
    assert time.perf_counter() - begun < 20


def test_ctrl_c_ends_those_that_work() -> None:
    def interrupted() -> None:
        with closing(Processes(2).in_order(time.sleep, (0, 60, 60), gc.collect)) as results:
            for _ in results:
                signal.raise_signal(signal.SIGINT)

    begun = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert time.perf_counter() - begun < 20
