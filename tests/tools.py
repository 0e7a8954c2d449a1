"""What several tests need: other processes, an edition of one's own, matches, statistics."""

import io
import math
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numba
import pytest
from hypothesis import strategies as st
from rich.console import Console, RenderableType

from folders import TESTED
from goldrush.games import GAMES, edition_type, game, newest
from goldrush.games.contract import Game
from goldrush.match import Match
from matches import random_match

INTERPRETED = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]  # set by numba at run time
HERE = Path(__file__).parent
FROZEN = TESTED / "frozen.sha256"  # what files of older versions are, as sha256sum says it
compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes too long interpreted")
VERSIONS = [(name, version) for name in GAMES for version in range(1, newest(name) + 1)]

POCKET = """\
game = "gold"
name = "Pocket"

[gold]
source = "reconstructed"
cards = { 1 = 2, 3 = 2 }

[prospectors]
source = "reconstructed"
cards = { 2 = 1, 3 = 1 }

[dynamite]
source = "reconstructed"
cards = 1

[colours]
source = "reconstructed"
list = [
    { name = "orange", letter = "O", symbol = "♦" },
    { name = "black", letter = "B", symbol = "●" },
    { name = "white", letter = "W", symbol = "▲" },
    { name = "brown", letter = "N", symbol = "■" },
    { name = "pink", letter = "P", symbol = "★" },
]
"""


def pocket() -> Game:
    """GOLD with fifteen cards, all in other colours."""
    return game("gold", msgspec.toml.decode(POCKET, type=edition_type("gold")))


def environment(**more: str) -> dict[str, str]:
    """What a process of its own is told, in English unless said otherwise."""
    path = os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "LC_ALL": "C.UTF-8", "PYTHONPATH": path, **more}


def python(code: str, *args: str, **env: str) -> str:
    """What a new interpreter prints for some code."""
    command = [sys.executable, "-c", code, *args]
    return subprocess.run(
        command, env=environment(**env), capture_output=True, text=True, check=True
    ).stdout


def goldrush(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    """The command, in a process of its own."""
    command = [sys.executable, "-m", "goldrush", *args]
    return subprocess.run(
        command,
        env=environment(**env),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@st.composite
def drawn_matches(draw: st.DrawFn, name: str) -> Match:
    """A match of drawn seats and options, played at random to its end or a part of the way."""
    rules = game(name).rules
    seats = draw(st.integers(rules.MIN_SEATS, rules.MAX_SEATS))
    options = {
        o.name: draw(st.sampled_from(o.values))
        for o in rules.OPTIONS
        if not o.seats or seats in o.seats
    }
    steps = draw(st.none() | st.integers(0, 400))
    return random_match(name, seats, options, seed=draw(st.integers(0, 2**62)), steps=steps)


def printed(drawn: RenderableType, width: int) -> list[str]:
    """What a drawing looks like without its colours."""
    console = Console(width=width, file=io.StringIO(), legacy_windows=False)
    console.print(drawn)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


def follows(counts: Sequence[int], weights: Sequence[int]) -> bool:
    """Whether counts go by weights, by chi-square; one true sample in a thousand would not."""
    games, total = sum(counts), sum(weights)
    expected = [games * weight / total for weight in weights]
    found = sum((n - e) ** 2 / e for n, e in zip(counts, expected, strict=True))
    freedom = len(counts) - 1
    part = 2 / (9 * freedom)
    return found < freedom * (1 - part + 3.09 * math.sqrt(part)) ** 3  # Wilson and Hilferty
