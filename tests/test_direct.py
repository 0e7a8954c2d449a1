"""Compiled code without what slows it down: dispatchers that look, counts of who holds arrays."""

from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

from goldrush.core import Direct, Ints, compiled, interpreted, rng
from goldrush.games import game
from goldrush.lab.arrays import Batch
from goldrush.position import Position
from tools import INTERPRETED

PAIR = ("goldrausch", "oh_my_gold")
by_the_compiler = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled at all")


@pytest.fixture
def nothing_new(monkeypatch: pytest.MonkeyPatch) -> Any:
    """From a call of this on, no dispatcher may ask Python of what types its arguments are."""

    def refuse(self: Any, *_: Any, **__: Any) -> None:
        raise AssertionError(f"{self.py_func.__name__} does not know its arguments")

    return lambda: monkeypatch.setattr(Dispatcher, "_compile_for_args", refuse)


@by_the_compiler
def test_a_batch_of_a_second_game_is_known_as_soon_as_that_of_the_first(nothing_new: Any) -> None:
    batches = [Batch(name, 3, 2, workers=1) for name in PAIR]

    def go_on() -> None:
        for batch in batches:
            batch.observe()
            batch.step(batch.random())

    go_on()
    nothing_new()
    go_on()


@by_the_compiler
def test_python_calls_the_machine_code_of_single_steps(nothing_new: Any) -> None:
    position, stream = Position("goldrausch", 2), rng.new(1)
    position.play(position.random_step(stream))
    nothing_new()
    while not position.over:
        position.play(position.random_step(stream))
    calls = game("goldrausch").calls
    assert not isinstance(calls.attempt, Dispatcher)
    assert "built-in" in repr(calls.attempt)


def test_what_python_calls_directly_does_what_the_module_says() -> None:
    opened = game("goldrausch")
    calls: Any = opened.calls
    records = [np.zeros(1, opened.rules.STATE) for _ in range(2)]
    lists = np.zeros((2, 100), np.int64)
    for record, by in zip(records, (calls, calls.module), strict=True):
        opened.rules.start(record[0], 2, np.zeros(0, np.int64))
        stream = rng.new(3)
        for _ in range(40):
            step = by.random_step(record, lists[0], stream)
            assert by.attempt(record, step, lists[0], lists[1]) != -2
            assert by.attempt(record, 99, lists[0], lists[1]) == -2, "no such step"
    assert records[0].tobytes() == records[1].tobytes()


def test_the_twin_of_direct_functions_is_that_of_their_module() -> None:
    module = ModuleType("goldrush.trial")
    exec("def double(n: int) -> int:\n    return 2 * n", vars(module))
    direct: Any = Direct(module, {int: 0})
    assert direct.double(4) == 8
    assert interpreted(direct) is interpreted(module)


@by_the_compiler
def test_compiled_code_has_no_room_for_arrays_of_its_own() -> None:
    @compiled
    def copied(some: Ints, others: Ints) -> None:
        some[:] = others

    with pytest.raises(Exception, match="NRT required"):
        copied(np.zeros(3, np.int64), np.zeros(3, np.int64))
