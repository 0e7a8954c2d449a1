"""Another game is its own folders and one line: ``example/``, added as docs/adding-a-game.md says.

It is added to a copy of this tree, where the tests of all games find it by its name alone.
"""

import json
import shutil
import sys
from pathlib import Path

import pytest

from folders import BY_HAND, ROOT, unwritten
from goldrush.games import GAMES
from trees import build, copied, node, run

NAME = "panning"
INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}  # so small a game takes longer to compile than to play
if NAME in GAMES:
    pytest.skip("Panning has been added here already", allow_module_level=True)
LIST = "src/goldrush/games/__init__.py"
BIN = Path(sys.executable).parent
PYTEST = (str(BIN / "pytest"), "-q", "-p", "no:cacheprovider", "-k", NAME)


def names_of(games: tuple[str, ...]) -> str:
    return f"GAMES = ({json.dumps(games)[1:-1]})\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of this tree with the example's folders, its name on the list, and what is written."""
    copy = copied(tmp_path / "goldrush")
    shutil.copytree(ROOT / "example", copy, dirs_exist_ok=True)
    source = (copy / LIST).read_text("utf-8")
    assert names_of(GAMES) in source
    (copy / LIST).write_text(source.replace(names_of(GAMES), names_of((*GAMES, NAME))), "utf-8")
    run(copy, "make", "-o", ".venv/ready", f"BIN={BIN}", "messages", "fixtures")
    return copy


def test_it_has_what_a_game_must_have() -> None:
    assert list(unwritten(NAME, ROOT / "example")) == []
    own = [path.relative_to(ROOT / "example") for path in (ROOT / "example").rglob("*.*")]
    wanted = {pattern.replace("{}", NAME) for pattern in BY_HAND}
    assert {str(path) for path in own} - wanted == {f"src/goldrush/games/{NAME}/problems.fr.toml"}


def test_it_passes_every_test_of_a_game(tree: Path) -> None:
    """In the terminal, with bots, in simulations, leagues and searches, and on the server."""
    run(tree, *PYTEST, "tests", "--golden-update", **INTERPRETED)
    covered = ("tests/games", f"--cov=src/goldrush/games/{NAME}", "--cov-fail-under=100")
    run(tree, *PYTEST, *covered, **INTERPRETED)
    elsewhere = [f"--ignore=tests/{one}" for one in ("browser", "games", "test_honesty.py")]
    run(tree, *PYTEST, "tests", *elsewhere, **INTERPRETED)  # honesty takes 10,000 guesses
    run(tree, *PYTEST, "tests/games", "tests/test_simulate.py", NUMBA_BOUNDSCHECK="1")
    run(tree, str(BIN / "ruff"), "check", f"src/goldrush/games/{NAME}", f"tests/games/{NAME}")
    whole = ("tests/test_folders.py", "tests/test_texts.py", "-k", "folder or reason or signs")
    run(tree, *PYTEST[:-2], *whole)
    types = ("-p", f"goldrush.games.{NAME}", "-m", f"games.{NAME}.test_{NAME}")
    run(tree, str(BIN / "mypy"), *types)


def test_it_is_played_in_the_browser(tree: Path) -> None:
    """The web app is built with it, its board is tested as all are, and clicked through."""
    build(tree)
    own = f"src/games/{NAME}"
    node(tree, "prettier/bin/prettier.cjs", "--check", own)
    node(tree, "eslint/bin/eslint.js", "--max-warnings", "0", own)
    node(tree, "svelte-check/bin/svelte-check", "--fail-on-warnings")
    node(tree, "vitest/vitest.mjs", "run", "src/games", "-t", NAME)
    run(tree, *PYTEST, "tests/browser", **INTERPRETED)
