"""The public names of the package: all there, all explained, and loaded only when asked for."""

import ast
import inspect
from pathlib import Path

import pytest

import goldrush
from goldrush import CHANCE, GAMES, Match, Position, bot, game, league, simulate
from tools import python

CONSTANTS = ("CHANCE", "GAMES", "OVER", "WATCHER")  # they have no words of their own


@pytest.mark.parametrize("name", goldrush.__all__)
def test_every_public_name_is_explained(name: str) -> None:
    assert goldrush.__doc__
    assert f"``{name}``" in goldrush.__doc__
    if name not in CONSTANTS:
        found = getattr(goldrush, name)
        assert vars(found)["__doc__"] if inspect.isclass(found) else found.__doc__  # not inherited


@pytest.mark.parametrize("name", goldrush.__all__)
def test_everything_public_that_an_object_can_do_is_explained(name: str) -> None:
    found = getattr(goldrush, name)
    parts = vars(found).items() if inspect.isclass(found) else ()
    silent = [
        part
        for part, what in parts
        if not part.startswith("_")
        and isinstance(what, property | classmethod | staticmethod | type(lambda: None))
        and not inspect.getdoc(what)
    ]
    assert not silent


def test_who_reads_types_is_told_the_same_names() -> None:
    source = ast.parse(Path(goldrush.__file__).read_text("utf-8"))
    imports = [node for node in ast.walk(source) if isinstance(node, ast.ImportFrom)]
    told = {alias.asname: node.module for node in imports for alias in node.names if alias.asname}
    assert sorted(told, key=str) == goldrush.__all__ == dir(goldrush)
    assert told == goldrush._HOME


def test_a_name_that_does_not_exist_is_told_with_those_that_do() -> None:
    with pytest.raises(AttributeError, match='no "Postion"; it has: BadLink, Batch, Bot, CHANCE'):
        goldrush.Postion  # type: ignore[attr-defined]  # noqa: B018  # the very mistake


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    code = """
import sys
import goldrush
assert not {"numpy", "numba", "msgspec"} & set(sys.modules)
goldrush.Simulation
assert "msgspec" in sys.modules and "numba" not in sys.modules
from goldrush import *
assert Position("gold").game is game("gold")
"""
    assert python(code) == ""


def test_a_match_and_some_figures_need_no_other_import() -> None:
    match = Match("gold", 2)
    while not match.position.over:
        match.play(match.position.legal()[-1])
    assert Match.from_link(match.link()).history == match.history
    assert Position(game(GAMES[0])).actor == CHANCE
    opened = game("goldrausch")
    found = simulate(opened, bot(opened, "uniform"), seats=2, games=5)
    assert (found.game, found.games) == ("goldrausch", 5)
    assert sum(found.wins) == pytest.approx(1)
    table = league(opened, ("uniform", "handmade"), seats=(2,), games=2, workers=1).tables[0]
    assert {row.bot for row in table.bots} == {"uniform", "handmade"}
