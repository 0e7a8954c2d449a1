"""Whoever adds a game is told what is still to be done."""

from pathlib import Path

import pytest

from folders import BY_HAND, WRITTEN, unlisted, unmade, unwritten
from goldrush.games import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_the_folders_of_a_game_are_complete(game: str) -> None:
    lacking = "\n".join([*unwritten(game), *unmade(game)])
    assert not lacking, lacking


def test_every_folder_of_a_game_is_listed() -> None:
    assert list(unlisted(GAMES)) == []


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A tree with all that a game needs, and nothing in it."""
    for pattern in (*BY_HAND, *WRITTEN):
        path = tmp_path / pattern.replace("{}", "tin")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path


@pytest.mark.parametrize("pattern", [*BY_HAND, *WRITTEN])
def test_a_file_that_was_forgotten_is_named_with_what_to_do(whole: Path, pattern: str) -> None:
    assert [*unwritten("tin", whole), *unmade("tin", whole)] == []
    path = pattern.replace("{}", "tin")
    (whole / path).unlink()
    (told,) = [*unwritten("tin", whole), *unmade("tin", whole)]
    assert told.startswith("tin lacks")
    assert path in told
    assert (BY_HAND | WRITTEN)[pattern] in told


def test_a_game_that_is_on_no_list_is_named(whole: Path) -> None:
    assert list(unlisted(("tin",), whole)) == []
    told = list(unlisted(("gold",), whole))
    assert len(told) == 3
    assert "add its name to GAMES in src/goldrush/games/__init__.py" in told[0]
