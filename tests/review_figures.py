"""What tests of reviews look at: figures as they are shown, which must add up."""

import re

from goldrush.games.texts import Texts
from goldrush.terminal import words

NAMES = ["Ann", "<b>Bo & [red]", "Zoé"]
SHOWN = re.compile(r"[-−+]?\d+[.,]\d")


def named(lang: str = "en") -> Texts:
    """Words of GOLD with three players, one of whom is called oddly."""
    return words.texts(lang, "gold", NAMES)


def figures(line: str) -> list[float]:
    """The figures in a line, but for the error of the luck."""
    plain = re.sub(r" ± [\d.,]+", "", line)
    return [
        float(one.replace("−", "-").replace(",", ".").replace("+", ""))
        for one in SHOWN.findall(plain)
    ]


def sums(shown: list[float]) -> None:
    """What is shown of an account adds up: parts, result, and what it is without the luck."""
    *parts, result, adjusted = shown
    assert round(sum(parts) - result, 9) == 0
    assert round(result - parts[1] - adjusted, 9) == 0
