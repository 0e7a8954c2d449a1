"""The words a terminal needs: its own, the bots' and a game's, in the user's language."""

import os
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from goldrush.games.texts import LANGUAGES, Texts

HERE = Path(str(files("goldrush.terminal")))
BOTS = Path(str(files("goldrush.bots")))
GAMES = Path(str(files("goldrush.games")))


def texts(lang: str | None, game: str | None = None, names: Sequence[str] = ()) -> Texts:
    """The texts of a language, by default the one the terminal is set to."""
    folders = [HERE, BOTS, GAMES / game] if game else [HERE, BOTS]
    return Texts(lang or usual(), *folders, names=names)


def rules(lang: str | None, game: str) -> str:
    """The rules of a game as Markdown."""
    return (GAMES / game / f"RULES.{texts(lang).lang}.md").read_text("utf-8")


def edition(game: str) -> str:
    """The shipped edition file of a game."""
    return (GAMES / game / "edition.toml").read_text("utf-8")


def usual() -> str:
    """The terminal's language, or English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"
