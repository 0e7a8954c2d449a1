"""The words a terminal needs: its own, the bots' and a game's, in the user's language."""

import getpass
import os
import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from goldrush.games.contract import UnknownVersion
from goldrush.games.texts import LANGUAGES, Texts, translated

HERE = Path(str(files("goldrush.terminal")))
BOTS = Path(str(files("goldrush.bots")))
GAMES = Path(str(files("goldrush.games")))


def texts(lang: str | None, game: str | None = None, names: Sequence[str] = ()) -> Texts:
    """The texts of a language, by default the one the terminal is set to."""
    folders = [HERE, BOTS, GAMES / game] if game else [HERE, BOTS]
    return Texts(lang or usual(), *folders, names=names)


def rules(lang: str | None, game: str) -> str:
    """The rules of a game as Markdown."""
    return translated(GAMES / game, "RULES.md", texts(lang).lang).read_text("utf-8")


def edition(game: str) -> str:
    """The shipped edition file of a game."""
    return (GAMES / game / "edition.toml").read_text("utf-8")


def data() -> Path:
    """The folder in which a user's programs keep what they must not lose."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "goldrush"


def user() -> str:
    """What the system calls whoever sits at this terminal."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return texts(None)("player.person", number=1)


def reason(lang: str | None, error: ValueError) -> str:
    """Why something cannot be done, in the reader's language."""
    if isinstance(error, UnknownVersion):
        return _later_rules(lang, error)
    return str(printable(texts(lang).problem(error)))


def _later_rules(lang: str | None, unknown: UnknownVersion) -> str:
    """Why a match by rules of a later version cannot be opened, and what to do."""
    numbers = {"version": unknown.version, "newest": unknown.newest}
    return texts(lang)("reason.later_rules", game=title(unknown.game, lang), **numbers)


def title(game: str, lang: str | None) -> str:
    """What a game is called; one that is not known here, as whoever told of it calls it."""
    known = re.fullmatch(r"\w+", game) and (GAMES / game / "rules.py").exists()
    return texts(lang, game)("game.title") if known else str(printable(game))


def command(texts: Texts, said: str, *names: str) -> str | None:
    """The command meant by a word in the player's language; whoever says nothing needs help."""
    if not said:
        return "help"
    known = {word: name for name in names for word in texts(f"command.{name}").split()}
    return known.get(said.lower())


def meant(texts: Texts, said: str) -> str:
    """The action for which a game's texts know this word, or what was said."""
    for key, form in texts.forms.items():
        action = key.removeprefix("typed.")
        if action != key and said.lower() in str(form).split():
            return action
    return said


def another(texts: Texts, name: str, called: Sequence[str]) -> str:
    """A name that nobody at the table has yet: the second of two that are the same is numbered."""
    number, free = 1, name
    while free in called:
        number += 1
        free = texts("player.again", name=name, number=number)
    return free


def usual() -> str:
    """The terminal's language, or English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            lang = re.split(r"[_.@]", value)[0]
            return lang if lang in LANGUAGES else "en"
    return "en"


def asked_for(args: Sequence[str]) -> str | None:
    """The language that a command line asks for, if it is one there is."""
    for one, following in zip(args, [*args[1:], ""], strict=True):
        name, _, value = one.partition("=")
        lang = value or following
        if name == "--lang" and lang in LANGUAGES:
            return lang
    return None


def printable(said: Any) -> Any:
    """What came over the wire without anything that would move the cursor."""
    if isinstance(said, str):
        return "".join(c if c.isprintable() else " " for c in said)
    if isinstance(said, dict):
        return {printable(key): printable(value) for key, value in said.items()}
    return [printable(one) for one in said] if isinstance(said, list) else said
