"""Words that are not wanted, found however they are written: whole words, of folded letters."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

MOST_WORDS = 1_000  # of a list
MOST_LETTERS = 40  # of one of them
APART = re.compile(r"[^\w]+|_+")
OTHERS = {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ı": "i"}
CYRILLIC = dict(zip("аеорсухіѕјкмтвн", "aeopcyxisjkmtbh", strict=True))  # letters like ours
GREEK = dict(zip("αεοριυκντχ", "aeopiukvtx", strict=True))
LETTERS = str.maketrans({**OTHERS, **CYRILLIC, **GREEK})  # those that no accent makes of ours
DIGITS = str.maketrans("013457", "oieast")  # for letters, within a word that has others
SIGNS = str.maketrans("@$", "as")


def folded(text: str) -> str:
    """A text of plain small letters: without accents, and with our letters for their doubles."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return plain.casefold().translate(LETTERS)  # again: letters of mathematics become capitals


class Wordlist:
    """Words, or rows of words, that are not wanted."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self.words = tuple(sorted(set(words)))
        self._rows = {row for word in self.words if (row := tuple(_split(folded(word))))}
        self._lengths = {len(row) for row in self._rows}

    def finds(self, text: str) -> bool:
        """Whether a text has one of them."""
        plain = folded(text)
        return any(self._has(words) for words in (_split(plain), _read(plain)))

    def _has(self, words: list[str]) -> bool:
        return any(
            tuple(words[at : at + length]) in self._rows
            for length in self._lengths
            for at in range(len(words) - length + 1)
        )


def cleaned(words: Iterable[str]) -> Iterator[str]:
    """The words of a list as they are kept: folded, and none that no text could have."""
    for word in words:
        if row := _split(folded(word)):
            yield " ".join(row)


def _split(plain: str) -> list[str]:
    return [word for word in APART.split(plain) if word]


def _read(plain: str) -> list[str]:
    """The same words, with letters for the digits and signs that stand in their place."""
    words = _split(plain.translate(SIGNS))
    return [word if word.isdigit() else word.translate(DIGITS) for word in words]
