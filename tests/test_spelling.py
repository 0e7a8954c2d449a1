"""Records as one line of exact text."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrush.core import blank, record
from goldrush.games import spelling

SHAPE = record(seats="i1", card=("i1", 6), total=("i2", (2, 3)))
WORDS = {"card": {-1: "?", 0: "$1", 7: "R5"}}
HEAD = "trial/1"
GOOD = "trial/1 seats=4 card=?*3,R5,5,$1 total=0*5,300"


def read(text: str) -> np.record:
    return spelling.read(text, HEAD, SHAPE, WORDS)


def spelt(s: np.record) -> str:
    return spelling.spell(HEAD, s, WORDS)


@st.composite
def records(draw: st.DrawFn) -> np.record:
    s = blank(SHAPE)
    s.seats = draw(st.integers(-128, 127))
    s.card = draw(st.lists(st.integers(-3, 9), min_size=6, max_size=6))
    s.total = np.reshape(
        draw(st.lists(st.integers(-(2**15), 2**15 - 1), min_size=6, max_size=6)), (2, 3)
    )
    return s


@given(records())
def test_a_record_is_read_back_as_it_was_spelt(s: np.record) -> None:
    assert read(spelt(s)).tobytes() == s.tobytes()


def test_a_text_is_spelt_as_it_was_read() -> None:
    assert spelt(read(GOOD)) == GOOD


def test_runs_words_and_rows_are_understood() -> None:
    s = read(GOOD)
    assert int(s.seats) == 4
    assert s.card.tolist() == [-1, -1, -1, 7, 5, 0]
    assert s.total.tolist() == [[0, 0, 0], [0, 0, 300]]


def test_a_run_may_be_written_out() -> None:
    written_out = GOOD.replace("?*3", "?,?,?").replace("0*5", "0*2,0*3")
    assert read(written_out).tobytes() == read(GOOD).tobytes()


def test_fields_may_stand_in_any_order() -> None:
    head, seats, *rest = GOOD.split()
    assert read(" ".join([head, *rest, seats])).tobytes() == read(GOOD).tobytes()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", 'begins with "trial/1", not ""'),
        ("trial/2" + GOOD[7:], 'begins with "trial/1", not "trial/2"'),
        (GOOD.replace(" seats=4", ""), '"seats" is missing'),
        (GOOD + " wolves=3", '"wolves=3"'),
        (GOOD + " nonsense", '"nonsense"'),
        (GOOD.replace("R5", "R6"), 'card: "R6"'),
        (GOOD.replace("seats=4", "seats=R5"), 'seats: "R5"'),
        (GOOD.replace("seats=4", "seats="), 'seats: ""'),
        (GOOD.replace("?*3", "?*x"), 'card: "?*x"'),
        (GOOD.replace("?*3", "?*2"), "card: 5 values, there must be 6"),
        (GOOD.replace("seats=4", "seats=4,4"), "seats: 2 values, there must be 1"),
        (GOOD.replace("seats=4", "seats=128"), "seats: values must lie between -128 and 127"),
        (GOOD.replace("300", "40000"), "total: values must lie between -32768 and 32767"),
        (GOOD.replace("300", "9" * 30), "total: values must lie between -32768 and 32767"),
    ],
)
def test_what_does_not_fit_is_named(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        read(text)


def test_a_field_that_stands_twice_is_named() -> None:
    with pytest.raises(ValueError, match=r"here: .*seats"):
        read(GOOD + " seats=4")


@pytest.mark.parametrize("run", ["?*3,5*0", "?*3,5*-1", "?*,?*2"])
def test_a_run_has_a_length_of_at_least_one(run: str) -> None:
    with pytest.raises(ValueError, match="card: "):
        read(GOOD.replace("?*3", run))


def test_an_endless_run_takes_no_room() -> None:
    with pytest.raises(ValueError, match="there must be 6"):
        read(GOOD.replace("?*3", f"?*{10**15}"))


@given(st.text() | st.text("trial/1 seats=card total*,?R5$-0123456789").map("trial/1 ".__add__))
def test_any_other_text_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read(text)
