"""Spells a record as one line of exact text, field by field, and reads it back.

``gold/1 seats=4 first=2 card=?*10,R5,-*3 bag=5,7``: runs are written ``value*times``; a game may
give a field words of its own for numbers.
"""

from itertools import groupby

import numpy as np

from goldrush.core import Record, blank
from goldrush.games.contract import Rules

Words = dict[str, dict[int, str]]  # by field: how its numbers are written


def position(rules: Rules, s: Record, words: Words) -> str:
    """The text of a game's position, which opens with the game and its version."""
    return spell(f"{rules.NAME}/{rules.VERSION}", s, words)


def parse(rules: Rules, text: str, words: Words, *, checked: bool = True) -> Record:
    """The record of a game's position; checked, it can come about, and no compiled code strays."""
    s = read(text, f"{rules.NAME}/{rules.VERSION}", rules.STATE, words)
    if checked and (fault := rules.check(s)):
        raise ValueError(f"no such position can come about: {rules.CHECKS[fault]}")
    return s


def spell(head: str, s: Record, words: Words) -> str:
    """The text of a record, opening with *head*."""
    names = s.dtype.names or ()
    return " ".join([head, *(f"{name}={_values(s[name], words.get(name, {}))}" for name in names)])


def read(text: str, head: str, shape: np.dtype[np.record], words: Words) -> Record:
    """The record that *text* spells; ValueError says what does not fit."""
    first, *parts = text.split() or [""]
    if first != head:
        raise ValueError(f'a position begins with "{head}", not "{first}"')
    names = shape.names or ()
    given = dict(part.partition("=")[::2] for part in parts)
    wrong = [f'"{part}"' for part in parts if part.partition("=")[0] not in names]
    wrong += [f'"{name}" is missing' for name in names if name not in given]
    said = [part.partition("=")[0] for part in parts]
    wrong += [f'"{name}" stands twice' for name in names if said.count(name) > 1]
    if wrong:
        raise ValueError(f"a position has the fields {', '.join(names)}; here: {', '.join(wrong)}")
    s = blank(shape)
    for name in names:
        _write(s, name, given[name], {word: n for n, word in words.get(name, {}).items()})
    return s


def _values(field: np.ndarray, words: dict[int, str]) -> str:
    runs = [(n, len(list(run))) for n, run in groupby(np.atleast_1d(field).ravel().tolist())]
    return ",".join(words.get(n, str(n)) + (f"*{times}" if times > 1 else "") for n, times in runs)


def _write(s: Record, name: str, text: str, numbers: dict[str, int]) -> None:
    field = np.atleast_1d(s[name])
    limits = np.iinfo(field.dtype)
    values: list[int] = []
    for run in text.split(","):
        word, star, times = run.partition("*")
        try:
            number = numbers[word] if word in numbers else int(word)
            length = int(times) if star else 1
        except ValueError:
            raise ValueError(f'{name}: "{run}" is not a number or a word it knows') from None
        if length < 1:
            raise ValueError(f'{name}: "{run}" must be repeated at least once')
        values += [number] * min(length, field.size + 1)
    if len(values) != field.size:
        raise ValueError(f"{name}: {len(values)} values, there must be {field.size}")
    if not all(limits.min <= n <= limits.max for n in values):
        raise ValueError(f"{name}: values must lie between {limits.min} and {limits.max}")
    s[name] = np.array(values).reshape(s[name].shape) if s[name].shape else values[0]
