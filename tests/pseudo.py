"""A language that nobody speaks: English with other letters, so that whatever stays English shows.

Every text has its own letters changed and stands in brackets; names, numbers and notation, which
are arguments of texts, stay as they are.
"""

import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from goldrush.games import texts
from goldrush.games.texts import PACKAGE, Form

LANG = "xx"
WEB = PACKAGE.parents[1] / "web/src"
CHANGED = str.maketrans("abcdefghijklmnopqrstuvwxyz", "åƀçđéƒğħîĵķłɱñôþʠřšţúṽŵẋýž")
CHANGED |= str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ÅƁÇĐÉƑĞĦÎĴĶŁṀÑÔÞɊŘŠŢÚṼŴẊÝŽ")
TYPED = ("command.", "typed.")  # words for the keyboard: a bracket in them could not be typed


def changed(text: str) -> str:
    """A text with other letters, but for the names of its arguments."""
    parts = re.split(r"(\{[^}]*\})", text)
    return "".join(part if part.startswith("{") else part.translate(CHANGED) for part in parts)


def pseudo(key: str, form: Form) -> Form:
    if isinstance(form, dict):
        return {name: f"⟦{changed(text)}⟧" for name, text in form.items()}
    return changed(form) if key.startswith(TYPED) else f"⟦{changed(form)}⟧"


def toml(found: dict[str, Form]) -> str:
    """Texts by their full keys, as a file."""
    lines = []
    for key, form in found.items():
        known = key if re.fullmatch(r"[\w.-]+", key) else _quoted(key)
        keys = [known] if isinstance(form, str) else [f"{known}.{name}" for name in form]
        said = [form] if isinstance(form, str) else form.values()
        lines += [f"{k} = {_quoted(text)}" for k, text in zip(keys, said, strict=True)]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def write(folder: Path) -> None:
    """Writes all that a translator would, into one folder."""
    sources = {english: english.parent.relative_to(PACKAGE) for english in _texts(PACKAGE)}
    sources |= {english: Path("web") / english.parent.relative_to(WEB) for english in _texts(WEB)}
    for english, part in sources.items():
        (folder / LANG / part).mkdir(parents=True, exist_ok=True)
        made = {key: pseudo(key, form) for key, form in texts.forms(english).items()}
        (folder / LANG / part / "texts.toml").write_text(toml(made), "utf-8")
        if (book := english.with_name("RULES.en.md")).exists():
            shutil.copy(book, folder / LANG / part / "RULES.md")
    reasons = {text: f"⟦{changed(text)}⟧" for text in texts.problems("fr")}
    said = [f"{_quoted(text)} = {_quoted(reason)}\n" for text, reason in reasons.items()]
    (folder / LANG / "problems.toml").write_text("".join(said), "utf-8")


def _texts(folder: Path) -> list[Path]:
    return sorted(folder.rglob("texts.en.toml"))


def install(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Adds the language as a translator would: one folder, and one line in the list."""
    write(folder)
    patch.setattr(texts, "TRANSLATIONS", folder)
    patch.setitem(texts.LANGUAGES, LANG, texts.LANGUAGES["en"]._replace(name="Þšéúđô"))
    patch.setattr(texts, "problems", texts.problems.__wrapped__)  # the folder is another each time


def untranslated(shown: str, *allowed: Any) -> set[str]:
    """The English words in what was shown, but for names and notation that are no language's."""
    known = {word.lower() for one in allowed for word in re.findall(r"[A-Za-z]+", str(one))}
    found = re.findall(r"[A-Za-z]{3,}", shown)
    return {word for word in found if word.lower() not in known}


def read_back(folder: Path) -> list[dict[str, Any]]:
    """All files of the language, as they are parsed."""
    return [tomllib.loads(path.read_text("utf-8")) for path in folder.rglob("texts.toml")]
