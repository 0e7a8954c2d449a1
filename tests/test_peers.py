"""Other libraries beside our own batches: what is measured where they are, and said where not."""

import sys
from functools import partial
from types import SimpleNamespace

import pytest

from goldrush.adapters.pettingzoo import env
from goldrush.games import game
from goldrush.lab import peers
from goldrush.lab.results import Peer, Row, Speed, Thought
from goldrush.terminal import figures, words
from tools import printed

ROWS = [Row(seats, 9, 9, 9, 9, speed, 9) for seats, speed in ((2, 4_000_000), (3, 3_000_000))]
SPEED = Speed("gold", 160, 1.0, 1.0, 1.0, ROWS, Thought(2, 1.0, 1.0, 1, 1), None)


def test_what_is_not_installed_is_told_without_a_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    packages = {peers.PGX: ("no_such_package",), peers.PETTINGZOO: ("sys", "nor_this_one")}
    monkeypatch.setattr(peers, "NEEDED", packages)
    found = list(peers.peers())
    assert [(one.library, one.game) for one in found] == list(peers.GAMES)
    assert {(one.version, one.steps_per_s) for one in found} == {(None, None)}
    shown = "\n".join(printed(figures.peers([SPEED], found, words.texts("en")), 100))
    assert "Pgx is not measured, no_such_package missing: pip install" in shown
    assert "PettingZoo is not measured, nor_this_one missing" in shown
    assert "backgammon" not in shown


def test_a_batch_stands_beside_them_at_its_slowest() -> None:
    found = [Peer(peers.PGX, "2.6.0", "backgammon", 7_000), Peer(peers.PGX, "2.6.0", "leduc", 5)]
    shown = "\n".join(printed(figures.peers([SPEED], found, words.texts("en")), 100))
    assert "3,000,000" in shown
    assert "4,000,000" not in shown
    assert "Pgx 2.6.0" in shown
    assert "7,000" in shown
    assert "missing" not in shown


def test_a_match_of_pettingzoo_is_played_by_its_masks(monkeypatch: pytest.MonkeyPatch) -> None:
    trial = partial(env, game("goldrausch").at_once(), max_cycles=20)
    library = SimpleNamespace(classic=SimpleNamespace(trial=SimpleNamespace(env=trial)))
    monkeypatch.setitem(sys.modules, "pettingzoo", library)
    monkeypatch.setattr(peers, "SECONDS", 0.0)
    assert peers._pettingzoo("trial")() == 20, "one match, of as many steps as it may have"
