"""Which decisions in Golden-Town give something away, and so cannot be taken back."""

from typing import Any

import pytest

from games.golden_town.town import CARDS, NONE_LEFT, Seat, lay, mine, play
from games.golden_town.worlds import duellists
from goldrush.core import Record
from goldrush.position import Position
from goldrush.server.transcript import gives_away


def at(s: Record) -> Position:
    return Position("golden_town", record=s)


def known(hand: str, *cards: str) -> Record:
    """Seat 0 on the road, with some cards that all have seen, and a prop among the discards."""
    s = lay(Seat("C/0", hand), Seat(), discard="prop")
    for card in cards:
        s.seen[0, CARDS.index(card)] += 1
    return s


def digging(hand: str, steps: str = "") -> Record:
    return play(lay(Seat("A/0", hand), Seat("A/0"), Seat(), opened="A"), steps)


def ores(tiles: str) -> Record:
    return lay(Seat("A/0", tiles=tiles), Seat("A/0"), opened="A")


def meeting(steps: str = "") -> Record:
    s = lay(Seat("A6"), Seat("A/0", since=3), Seat(), opened="A")
    return play(s, f"*1 A {steps}")


LEVELS = "Y-1 Y-2 G-1 G-2 R-2 R-3"
HARMLESS = {
    "go to a square [T9]": (lambda: play(lay(Seat("T3"), Seat()), "*2"), "T5"),
    "stay [T10]": (lambda: play(lay(Seat("T3"), Seat("T4")), "*2"), "T1"),
    "keep the cards [T13]": (lambda: play(lay(Seat("T3"), Seat()), "*2 T5"), "keep"),
    "leave a mine [T27]": (lambda: digging(LEVELS), "leave"),
    "take a filon after a lift [T29]": (lambda: mine(2, LEVELS, lifted=True), "take"),
    "make no nuggets [T42]": (lambda: ores("200 200 100"), "make0"),
    "show no Mine card [T19]": (lambda: play(known("mine mine lift"), "keep"), "wait"),
    "show no prop [T33]": (lambda: digging("prop lift", "take cave-in"), "fall"),
    "ask to share [T37]": (meeting, "enter"),
    "challenge [T38]": (meeting, "fight1"),
    "agree [T39]": (lambda: meeting("enter"), "agree"),
    "refuse [T39]": (lambda: meeting("enter"), "refuse"),
    "begin a duel [T47]": (lambda: meeting("fight1"), "second"),
    "swap a card that all know [T13]": (lambda: known("lift", "lift"), "lift>top"),
    "stop a run [T23]": (lambda: digging("YG-1 lift", "YG-1 200"), "stop"),
    "go on with a run [T23]": (lambda: digging("YG-1 lift", "YG-1 200"), "on"),
}
TELLING = {
    "take a filon without a card [T25]": (lambda: digging("G-1 lift prop"), "take"),
    "swap a card [T13]": (lambda: known(LEVELS), "Y-1>top"),
    "swap a card beside one that all know [T13]": (lambda: known("Y-1 lift", "lift"), "Y-1>top"),
    "swap for the talon [T13]": (lambda: known(LEVELS), "Y-1>talon"),
    "play a level card [T23]": (lambda: digging(LEVELS), "Y-1"),
    "play a lift [T24]": (lambda: digging("lift"), "lift1"),
    "play a joker [T31]": (lambda: digging("joker"), "joker"),
    "make a nugget [T41]": (lambda: ores("200 200 100"), "make1"),
    "show a Mine card [T19]": (lambda: play(known("mine lift"), "keep"), "mine"),
    "show a joker for it [T31]": (lambda: play(known("joker lift"), "keep"), "joker-mine"),
    "show a prop [T33]": (lambda: digging("prop lift", "take cave-in"), "prop"),
    "lay a card in a duel [T48]": (lambda: duellists(6, "Y-1", "lift"), "+Y-1"),
    "lay a card that stays put [T48]": (lambda: duellists(6, "lift", "lift"), "+lift"),
    "pass, for all lead too far [T51]": (
        lambda: duellists(2, "Y-3 G-3 R-3 B-3 YG-3 GR-3", "Y-1"),
        "pass",
    ),
}


def cases(table: dict[str, Any]) -> list[Any]:
    return [pytest.param(*case, id=name) for name, case in table.items()]


@pytest.mark.parametrize(("laid", "step"), cases(HARMLESS))
def test_one_gives_nothing_away_who_would(laid: Any, step: str) -> None:
    position = at(laid())
    assert not gives_away(position, position.step(step))


@pytest.mark.parametrize(("laid", "step"), cases(TELLING))
def test_one_gives_something_away_who_would(laid: Any, step: str) -> None:
    position = at(laid())
    assert gives_away(position, position.step(step))


def test_that_a_match_goes_on_gives_away_that_somebody_has_ore() -> None:
    """All filons are gone: without 500 g before anybody it would be over [T59]."""
    s = lay(Seat("A/0"), Seat(tiles="200 200 100"), Seat(), opened="A", left=NONE_LEFT)
    position = at(s)
    assert s.ore[1] >= 500
    assert gives_away(position, position.step("leave"))
