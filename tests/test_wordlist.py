"""Words that are not wanted: found however they are written, and never within other words."""

import pytest

from goldrush.server.wordlist import Wordlist, cleaned, folded


@pytest.mark.parametrize(
    "text",
    [
        "You Rat!",
        "RAT",
        "you-rat-you",
        "ràt",
        "r\u0301at",
        "ＲＡＴ",  # of full width
        "ℝ𝐀𝐓",  # of mathematics, whose capitals have no small letters
        "r4t",
        "R@t",
        "rаt",  # with a Cyrillic letter
        "_rat_",
        "fool’s gold",
        "Fool's   GOLD",
        "f00l's gold",
    ],
)
def test_a_word_is_found_however_it_is_written(text: str) -> None:
    assert Wordlist(["rat", "Fool's gold"]).finds(text)


@pytest.mark.parametrize(
    "text", ["", "rats", "a pirate", "r a t", "fool", "gold fool's", "455", "fool's old gold"]
)
def test_what_is_no_such_word_is_let_through(text: str) -> None:
    assert not Wordlist(["rat", "ass", "Fool's gold"]).finds(text)


def test_letters_that_no_accent_makes_of_ours_are_folded_too() -> None:
    assert folded("Œuf STRASSE straße Łódź Ærø") == "oeuf strasse strasse lodz aero"


def test_a_list_is_kept_as_it_is_compared() -> None:
    assert list(cleaned(["  Râté ", "«Fool's   gold»", "!!", "", "rate"])) == [
        "rate",
        "fool s gold",
        "rate",
    ]
    assert not Wordlist().finds("anything")
    assert Wordlist(["b", "a", "b"]).words == ("a", "b")
