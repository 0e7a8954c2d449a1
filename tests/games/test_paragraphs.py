"""Every paragraph of every rule book is cited by a test of its game."""

import ast
import re
from pathlib import Path

import pytest

from goldrush.games import GAMES
from goldrush.games import game as open_game
from goldrush.games.texts import LANGUAGES
from goldrush.terminal import words

HERE = Path(__file__).parent


def paragraphs(game: str, lang: str = "en") -> list[str]:
    """The numbers of a rule book, as its items open with them."""
    return re.findall(r"^- \*\*([A-Z]\d+)\*\*", words.rules(lang, game), re.MULTILINE)


def cited(game: str) -> set[str]:
    """The numbers that stand in brackets in the docstrings of a game's tests."""
    trees = [ast.parse(path.read_text("utf-8")) for path in (HERE / game).glob("*.py")]
    tests = [node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
    said = [ast.get_docstring(test) or "" for test in tests if test.name.startswith("test_")]
    return set(re.findall(r"\[([A-Z]\d+)\]", " ".join(said)))


@pytest.mark.parametrize("game", GAMES)
def test_every_paragraph_is_cited_by_a_test(game: str) -> None:
    assert set(paragraphs(game)) - cited(game) == set()


@pytest.mark.parametrize("game", GAMES)
def test_no_test_cites_a_paragraph_that_does_not_exist(game: str) -> None:
    assert cited(game) - set(paragraphs(game)) == set()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_paragraphs_are_numbered_without_a_gap(game: str, lang: str) -> None:
    numbers = paragraphs(game, lang)
    assert numbers == [f"{numbers[0][0]}{n}" for n in range(1, len(numbers) + 1)]


@pytest.mark.parametrize("game", GAMES)
def test_views_name_paragraphs_that_exist_for_prompts_that_exist(game: str) -> None:
    named, texts = open_game(game).view.PARAGRAPHS, words.texts("en", game).forms
    assert set(named.values()) <= set(paragraphs(game))
    assert {f"prompt.{prompt}" for prompt in named} <= set(texts)
