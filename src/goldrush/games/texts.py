"""Words for people, by key: a game's own and those all games share, in two languages."""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from goldrush.games.contract import Line

LANGUAGES = ("en", "fr")
HERE = Path(__file__).parent

Form = str | dict[str, str]  # one text, or one for each plural form


class Texts:
    """The words of one language; ``names`` are the players' by seat."""

    def __init__(self, lang: str, *folders: Path, names: Sequence[str] = ()) -> None:
        if lang not in LANGUAGES:
            raise ValueError(f'there is no language "{lang}"; there are: {", ".join(LANGUAGES)}')
        self.lang = lang
        self.names = names
        self.forms: dict[str, Form] = {}
        for folder in folders:
            self.forms |= forms(folder / f"texts.{lang}.toml")

    def __call__(self, key: str, **args: Any) -> str:
        """The text of *key* with its arguments filled in."""
        form = self.forms[key]
        if isinstance(form, dict):
            form = form[self._plural(args["n"])]
        return form.format(**{name: self._word(value) for name, value in args.items()})

    def line(self, line: Line) -> str:
        """The text of a line of a view or log."""
        return self(line["key"], **line["args"])

    def _word(self, value: Any) -> Any:
        if isinstance(value, dict):
            return self.names[value["seat"]] if "seat" in value else self.line(value)
        return value

    def _plural(self, n: int) -> str:
        return "one" if n == 1 or (n == 0 and self.lang == "fr") else "other"


@cache
def forms(path: Path) -> dict[str, Form]:
    """The texts of a file by their full key."""
    return dict(_flat("", tomllib.loads(path.read_text("utf-8"))))


def _flat(prefix: str, table: dict[str, Any]) -> list[tuple[str, Form]]:
    flat: list[tuple[str, Form]] = []
    for key, value in table.items():
        if isinstance(value, str) or set(value) == {"one", "other"}:
            flat.append((prefix + key, value))
        else:
            flat += _flat(f"{prefix}{key}.", value)
    return flat
