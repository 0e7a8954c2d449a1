"""What mypy is asked to guard is guarded: a misspelt field of a record does not pass."""

import inspect
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Protocol

import numpy as np
import pytest

from goldrush.core import CHANCE, blank, layout
from goldrush.core.state import F8, I1, I2, I1s, I2s
from goldrush.games import game
from goldrush.games.contract import Game
from tools import VERSIONS

PROJECT = Path(__file__).parents[1]

USES = """
from goldrush.games.{name} import handmade as player
from goldrush import Postion  # wrong
from goldrush.games.{name} import rules

def read(s: rules.State, m: player.Memory) -> int:
    s.turns += s.first
    return s.turns

def misread(s: rules.State) -> int:
    return s.trun  # wrong

def miswrite(s: rules.State) -> None:
    s.trun = 0  # wrong

def misremember(m: player.Memory) -> None:
    m.boldnes = 0.0  # wrong
"""


@pytest.fixture(params=VERSIONS, ids=lambda one: f"{one[0]}-{one[1]}")
def opened(request: pytest.FixtureRequest) -> Game:
    name, version = request.param
    return game(name, version=version)


def complaints(folder: Path) -> dict[str, set[int]]:
    """The lines of each file that do not pass."""
    settings = f"{PROJECT / 'pyproject.toml'}"
    command = [sys.executable, "-m", "mypy", "--config-file", settings, f"{folder}"]
    said = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    found: dict[str, set[int]] = {}
    for path, line, kind, *_ in (text.split(":") for text in said.stdout.splitlines()[:-1]):
        assert kind == " error"
        found.setdefault(Path(path).stem, set()).add(int(line))
    return found


def test_a_misspelt_field_of_a_record_does_not_pass(tmp_path: Path) -> None:
    expected = {}
    for name in dict(VERSIONS):
        source = USES.format(name=name)
        (tmp_path / f"uses_{name}.py").write_text(source)
        lines = enumerate(source.splitlines(), start=1)
        expected[f"uses_{name}"] = {n for n, line in lines if line.endswith("# wrong")}
    assert complaints(tmp_path) == expected


def test_what_rules_are_given_is_known_to_the_last_field(opened: Game) -> None:
    """Whoever annotates a record of the rules with less than State loses the check."""
    state = getattr(opened.rules, "State")  # noqa: B009  # not of the contract: it is for mypy
    assert tuple(inspect.get_annotations(state)) == opened.rules.STATE.names
    for name in ("start", "actor", "legal", "chance", "draw", "play", "score", "rank", "check"):
        function = getattr(opened.rules, name)
        written = getattr(function, "py_func", function)
        assert inspect.get_annotations(written)["s"] is state, name


def test_a_record_is_laid_out_as_its_class_declares() -> None:
    class Declared(Protocol):
        one: I1
        two: I2
        if CHANCE < 0:
            some: Annotated[I1s, 3]
        more: Annotated[I2s, 2, 4]
        share: F8

    shape = layout(Declared)
    assert shape.names == ("one", "two", "some", "more", "share")
    made = blank(shape)
    made.more[1, 3] = made.two = -7
    made.share = 0.5
    assert made.some.shape == (3,)
    assert made.some.dtype == np.int8
    assert made.more.dtype == np.int16
    assert made.item()[:2] == (0, -7)
    assert made.more.sum() == -7
