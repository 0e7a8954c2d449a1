"""The layers that import-linter checks name every game there is."""

import tomllib
from pathlib import Path

from goldrush.games import GAMES

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def test_no_game_is_forgotten_among_those_that_do_not_import_each_other() -> None:
    contracts = tomllib.loads(PROJECT.read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (apart,) = [contract for contract in contracts if contract["type"] == "independence"]
    assert apart["modules"] == [f"goldrush.games.{name}" for name in GAMES]
