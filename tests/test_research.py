"""The page for researchers says where things stand in observations as they are."""

import importlib.util
from types import ModuleType

import pytest

from folders import ROOT
from goldrush.games import GAMES

PAGE = (ROOT / "docs" / "research.md").read_text("utf-8")


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("research", ROOT / "docs" / "research.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("part", ["layouts", "actions"])
def test_what_can_be_looked_up_is_what_the_page_says(part: str) -> None:
    rows = "\n".join(getattr(script(), part)())
    assert f"<!-- {part} -->\n{rows}\n<!-- end -->" in PAGE, "run `python docs/research.py`"


def test_sizes_are_told_of_every_game() -> None:
    told = PAGE.partition("<!-- sizes -->")[2].partition("<!-- end -->")[0]
    assert all(told.count(f"| {name}, ") == 2 for name in GAMES)
