"""How many ways lead on from a position: golden counts that any change of play would change."""

from collections.abc import Callable

import pytest

from goldrush.core import bind
from goldrush.games import game
from goldrush.position import Position
from matches import random_match
from tools import VERSIONS

DEPTH = 5
MOST = 1_250_000  # positions visited for one count: as many as there are ways one step shorter


def ways(position: Position) -> list[int]:
    """The number of ways of 1, 2, … steps that lead on."""
    lab = bind("goldrush.lab.perft", position.game.tag, rules=position.game.rules)
    counts: list[int] = []
    while len(counts) < DEPTH and (not counts or counts[-1] < MOST):
        counts.append(lab.perft(position.record, len(counts) + 1))
    return counts


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_golden_perft(name: str, version: int, golden: Callable[[str, str], None]) -> None:
    opened = game(name, version=version)
    lines = []
    for seats in range(opened.rules.MIN_SEATS, opened.rules.MAX_SEATS + 1):
        whole = len(random_match(opened, seats, seed=seats).history)
        for part in (0, whole // 3, whole * 2 // 3, whole - 8, whole):
            position = random_match(opened, seats, seed=seats, steps=part).position
            lines += [position.text(), f"    {' '.join(map(str, ways(position)))}"]
    golden(f"{name}/{version}/perft.txt", "\n".join(lines) + "\n")


def test_a_position_without_luck_is_counted_by_hand() -> None:
    position = random_match("gold", 2, seed=1).position
    last = random_match("gold", 2, seed=1, steps=len(random_match("gold", 2, seed=1).history) - 1)
    assert ways(position) == [0] * DEPTH
    assert ways(last.position)[:2] == [len(last.position.legal()), 0]
