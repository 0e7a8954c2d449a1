"""What people type, made fit to be read and to be shown to others."""

import unicodedata

from goldrush.games import edition as editions
from goldrush.games import edition_type
from goldrush.games.problem import Problem

BLANK = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # nothing is seen of them, though they print
MARKS = ("Mn", "Me")  # what is drawn over the letter before
MOST_MARKS = 2  # on one letter
MOST_EDITION_NAME = 60  # letters
MOST_DOTS = 3  # in one word: deeper keys take longer and longer to read
MOST_BRACKETS = 6  # within each other


def visible(said: str) -> str:
    """What somebody typed, in one line and without what cannot be seen."""
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", said):
        marks = marks + 1 if unicodedata.category(letter) in MARKS else 0
        if not marks:
            letters.append(letter if letter.isprintable() and letter not in BLANK else " ")
        elif marks <= MOST_MARKS and letters and letters[-1] != " ":
            letters.append(letter)
    return " ".join("".join(letters).split())


def packed_edition(game: str, text: str) -> bytes:
    """A user's own edition of a game, checked and packed; a Problem says what is wrong with it.

    It may be anything that somebody sends, so what would take long to read is found out before.
    """
    _check_depth(text)
    edition = editions.parse(text, edition_type(game))
    if not visible(edition.name):
        raise Problem("the name of an edition needs letters that can be seen")
    if len(edition.name) > MOST_EDITION_NAME:
        raise Problem("the name of an edition has at most {} letters", MOST_EDITION_NAME)
    return editions.pack(edition)


def _check_depth(text: str) -> None:
    """Refuses brackets in brackets in brackets, and keys with dot after dot."""
    depth = 0
    for letter in text:
        depth += (letter in "[{") - (letter in "]}")
        if depth > MOST_BRACKETS:
            raise Problem("an edition has at most {} brackets within each other", MOST_BRACKETS)
    joined = " ".join(text.split()).replace(" .", ".").replace(". ", ".")
    for word in joined.replace("=", " ").replace("]", " ").replace("[", " ").split():
        if word.count(".") > MOST_DOTS:
            raise Problem("an edition has at most {} dots in one word", MOST_DOTS)
