"""Words for people, by key: a game's own and those all games share, in every language there is.

A folder has its words in ``texts.<lang>.toml``, as its author wrote them.  A translator brings all
of them in one folder, ``languages/<lang>/``, in which the same folders lie as in the package.
docs/languages.md says how to add a language.
"""

import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from goldrush.games.problem import Problem
from goldrush.games.shapes import Line

PACKAGE = Path(__file__).parents[1]
TRANSLATIONS = PACKAGE / "languages"

Form = str | dict[str, str]  # one text, or one for each plural form


class Language(NamedTuple):
    """A language in which everything can be read."""

    name: str  # as its speakers call it
    plural: Callable[[int], str]  # the form that goes with a number, by the rules of CLDR
    point: str  # between whole numbers and decimals
    comma: str  # between thousands


def _english(n: int) -> str:
    return "one" if n == 1 else "other"


def _french(n: int) -> str:
    if n in (0, 1):
        return "one"
    return "other" if n % 1_000_000 else "many"


LANGUAGES = {
    "en": Language("English", _english, ".", ","),
    "fr": Language("Français", _french, ",", "\u202f"),
}
PLURALS = ("zero", "one", "two", "few", "many", "other")  # all that CLDR has


class Texts:
    """The words of one language; ``names`` are the players' by seat."""

    def __init__(self, lang: str, *folders: Path, names: Sequence[str] = ()) -> None:
        if lang not in LANGUAGES:
            raise Problem('there is no language "{}"; there are: {}', lang, ", ".join(LANGUAGES))
        self.lang = lang
        self.names = names
        self.forms: dict[str, Form] = {}
        for folder in folders:
            self.forms |= forms(translated(folder, "texts.toml", lang))

    def __call__(self, key: str, **args: Any) -> str:
        """The text of *key* with its arguments filled in."""
        form = self.forms[key]
        if isinstance(form, dict):
            form = form.get(LANGUAGES[self.lang].plural(args["n"]), form["other"])
        return form.format(**{name: self._word(value) for name, value in args.items()})

    def line(self, line: Line) -> str:
        """The text of a line of a view or log."""
        return self(line["key"], **line["args"])

    def number(self, value: float, digits: int = 0) -> str:
        """A figure as it is written in the language."""
        _, _, point, comma = LANGUAGES[self.lang]
        written = f"{round(value, digits) + 0.0:,.{digits}f}"  # not -0
        return written.replace(",", "\0").replace(".", point).replace("\0", comma)

    def problem(self, error: ValueError) -> str:
        """Why something cannot be done; what is no Problem is told as Python tells it."""
        return error.told(problems(self.lang)) if isinstance(error, Problem) else str(error)

    def _word(self, value: Any) -> Any:
        if isinstance(value, dict):
            seat = value.get("seat")
            return self.line(cast(Line, value)) if seat is None else self.names[seat]
        return value


def translated(folder: Path, file: str, lang: str) -> Path:
    """Where a file of a folder is in a language: beside the others, or in the language's folder."""
    beside = folder / f"{Path(file).stem}.{lang}{Path(file).suffix}"
    if beside.exists() or not folder.is_relative_to(PACKAGE):
        return beside
    return TRANSLATIONS / lang / folder.relative_to(PACKAGE) / file


@cache
def problems(lang: str) -> dict[str, str]:
    """How problems are told in a language, by their English text, which needs no translation."""
    if lang == "en":
        return {}
    games = sorted(path.parent for path in (PACKAGE / "games").glob("*/rules.py"))
    paths = [translated(folder, "problems.toml", lang) for folder in (PACKAGE, *games)]
    found = [tomllib.loads(path.read_text("utf-8")) for path in paths if path.exists()]
    return {english: told for one in found for english, told in one.items()}


@cache
def forms(path: Path) -> dict[str, Form]:
    """The texts of a file by their full key."""
    return dict(_flat("", tomllib.loads(path.read_text("utf-8"))))


def _flat(prefix: str, table: dict[str, Any]) -> list[tuple[str, Form]]:
    flat: list[tuple[str, Form]] = []
    for key, value in table.items():
        if isinstance(value, str) or ("other" in value and set(value) <= set(PLURALS)):
            flat.append((prefix + key, value))
        else:
            flat += _flat(f"{prefix}{key}.", value)
    return flat
