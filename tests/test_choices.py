"""What people type at a terminal, found among what may be done."""

import pytest
from msgspec import convert

from goldrush import Position
from goldrush.games.shapes import Amount, AnyChoice, Touched
from goldrush.terminal import words
from goldrush.terminal.choices import NONE, Choices

TEXTS = words.texts("en")


def choice(action: int, text: str) -> AnyChoice:
    return AnyChoice(action, text, "any", Touched())


CHOICES = Choices([choice(2, "A"), choice(3, "a"), choice(30, "enough")], Amount("stake", 4, 0, 9))


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("A", 2),
        ("a", 3),
        ("ENOUGH", 30),
        (" Enough ", 30),
        ("7", 11),
        ("Stake7", 11),
        ("stake0", 4),
    ],
)
def test_an_action_is_found_as_it_is_typed(said: str, action: int) -> None:
    assert CHOICES.meant(said) == action


@pytest.mark.parametrize("said", ["", "b", "10", "stake10", "stake", "-1", "1.5", "9" * 5000])
def test_what_cannot_be_done_is_none(said: str) -> None:
    assert CHOICES.meant(said) is None
    assert NONE.meant(said) is None


def test_what_may_mean_two_things_means_none() -> None:
    twins = Choices([choice(0, "Aa"), choice(1, "aA")], None)
    assert twins.meant("aa") is None
    assert twins.meant("Aa") == 0


def test_actions_have_the_text_by_which_they_are_found() -> None:
    for action in (2, 3, 4, 13, 30):
        text = CHOICES.text(action)
        assert text
        assert CHOICES.meant(text) == action
    assert CHOICES.text(14) is None


def test_they_are_listed_in_their_order_with_amounts_as_one() -> None:
    assert CHOICES.listed(TEXTS) == "A, a, stake0 to stake9, enough"
    assert CHOICES.listed(TEXTS, 2) == "A, a, …"
    assert Choices([], Amount("stake", 4, 0, 0)).listed(TEXTS) == "stake0"


def test_they_are_a_part_of_every_view() -> None:
    position = Position("gold", seats=2)
    position.play("@0")
    found = convert(position.view(0), Choices)
    assert [one.action for one in found.legal] == position.legal()
    assert found
    assert not convert(position.view(1), Choices)
