"""What cannot be done, and why: in English for Python, and for people in their own language."""

from collections.abc import Mapping
from typing import Any


class Problem(ValueError):
    """Something that cannot be done; *text* says why, with braces for what it is *about*.

    Translations are found by this very text (``problems.<lang>.toml``), so what is raised reads as
    what is said.  A problem may be about another one, or about several.
    """

    def __init__(self, text: str, *about: Any) -> None:
        super().__init__(text, *about)
        self.text, self.about = text, about

    def __str__(self) -> str:
        return self.told({})

    def told(self, translations: Mapping[str, str]) -> str:
        """The reason in the language of the translations; in English where there is none."""
        about = (_told(one, translations) for one in self.about)
        return translations.get(self.text, self.text).format(*about)


def _told(one: Any, translations: Mapping[str, str]) -> Any:
    if isinstance(one, Problem):
        return one.told(translations)
    if isinstance(one, list) and one and all(isinstance(some, Problem) for some in one):
        return "; ".join(some.told(translations) for some in one)
    return one
