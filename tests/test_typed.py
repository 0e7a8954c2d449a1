"""What people type is short, can be seen, and is read quickly or not at all."""

import asyncio
import time
from pathlib import Path

import pytest

from goldrush.games.problem import Problem
from goldrush.server import registry, typed
from goldrush.server.typed import packed_edition, visible
from goldrush.terminal import words
from hosting import Host
from tools import POCKET
from visitors import Visitor

NESTED = "a" + ".a" * 15_000 + " = 1"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("  Ada \n Lovelace\t", "Ada Lovelace"),
        ("A\u200bda", "A da"),  # a zero-width space
        ("\u202eadA", "adA"),  # reads from the right
        ("\u3164\u3164", ""),  # prints, and nothing is seen
        ("\u2800", ""),
        ("\u0301\u0302", ""),  # accents on nothing
        ("Z" + "\u0335" * 20, "Z" + "\u0335" * 2),
        ("e\u0301te\u0301", "été"),
        ("李小龙", "李小龙"),
    ],
)
def test_what_cannot_be_seen_is_not_shown(said: str, shown: str) -> None:
    assert visible(said) == shown


@pytest.mark.parametrize(
    "text",
    [
        NESTED,
        "a" + " . a" * 8_000 + " = 1",
        "[a" + ".a" * 15_000 + "]",
        "a = " + "{a = " * 5_000 + "1" + "}" * 5_000,
        "a = " + "[" * 16_000,
    ],
)
def test_what_would_take_long_to_read_is_refused_at_once(text: str) -> None:
    begun = time.perf_counter()
    with pytest.raises(Problem, match="an edition has at most"):
        packed_edition("gold", text)
    assert time.perf_counter() - begun < 1


@pytest.mark.parametrize("game", ["gold", "golden_town"])
def test_editions_of_people_are_read(game: str) -> None:
    assert packed_edition(game, words.edition(game))


@pytest.mark.parametrize("name", ["x" * 61, "\u3164", " "])
def test_the_name_of_an_edition_can_be_seen_and_is_short(name: str) -> None:
    with pytest.raises(Problem, match="the name of an edition"):
        packed_edition("gold", POCKET.replace("Pocket", name))


def test_where_no_editions_are_taken_none_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "packed_edition", lambda *_: pytest.fail("it was read"))
    with Host(tmp_path / "t.db", own_editions=False) as host:
        answer = Visitor(host.address, "Ada").tried(
            "POST", "/tables", game="gold", name="Ada", seats=[{}, {}], edition=NESTED
        )
    assert (answer.status_code, answer.json()["reason"]) == (409, "not_possible")
    assert "no custom editions" in answer.json()["detail"]


def test_nobody_waits_while_an_edition_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(game: str, text: str) -> bytes:
        time.sleep(3)
        return typed.packed_edition(game, text)

    monkeypatch.setattr(registry, "packed_edition", slowly)
    monkeypatch.setattr(registry, "READING", 0.2)
    with Host(tmp_path / "t.db") as host:

        async def lag() -> float:
            longest, end = 0.0, time.perf_counter() + 0.5
            while time.perf_counter() < end:
                begun = time.perf_counter()
                await asyncio.sleep(0.005)
                longest = max(longest, time.perf_counter() - begun)
            return longest

        lagging = asyncio.run_coroutine_threadsafe(lag(), host.loop)
        answer = Visitor(host.address, "Ada").tried(
            "POST", "/tables", game="gold", name="Ada", seats=[{}, {}], edition=POCKET
        )
        assert "too long to read" in answer.json()["detail"]
        assert lagging.result() < 1
