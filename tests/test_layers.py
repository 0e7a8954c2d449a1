"""The layers that import-linter checks name all that they are to hold."""

import itertools
import tomllib
from pathlib import Path
from typing import Any

import grimp

from goldrush.games import GAMES

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
CONTRACTS: list[dict[str, Any]] = PROJECT["tool"]["importlinter"]["contracts"]
PURE = [one for one in CONTRACTS if "goldrush.server.seating" in one.get("source_modules", ())]


def test_games_do_not_import_each_other() -> None:
    """Not one list in pyproject.toml, so that a new game is held to it without a word."""
    graph = grimp.build_graph("goldrush", cache_dir=None)
    for name, other in itertools.permutations(GAMES, 2):
        importer, imported = f"goldrush.games.{name}", f"goldrush.games.{other}"
        found = graph.find_shortest_chains(importer, imported, as_packages=True)
        assert not found, f"{name} imports {other}: {found}"


def test_the_core_may_import_none_of_the_dependencies_but_numpy_and_numba() -> None:
    (core,) = [one for one in CONTRACTS if one.get("source_modules") == ["goldrush.core"]]
    named = [name.partition(">")[0] for name in PROJECT["project"]["dependencies"]]
    others = sorted(name.replace("-", "_") for name in set(named) - {"numba", "numpy"})
    assert core["forbidden_modules"] == others


def test_what_is_pure_in_the_server_is_held_to_both_contracts() -> None:
    direct, at_all = PURE
    assert direct["source_modules"] == at_all["source_modules"]
