"""Golden-Town's cards: swaps for the talon or for what another has just laid; used-up talons."""

import io
from collections import Counter

import pytest
from rich.console import Console

from games.golden_town.town import (
    CARDS,
    Seat,
    close_in,
    hand,
    lay,
    legal,
    pieces,
    pile,
    play,
    refill,
    rules,
    swaps,
    ways,
    where,
)
from goldrush.core import WATCHER, Record
from goldrush.core.seats import NOBODY
from goldrush.position import Position
from goldrush.terminal import words
from goldrush.terminal.boards import board

LAYER = Seat("T4", "Y-1 Y-2 Y-3 G-1 G-2 G-3")
NEXT = Seat("T8", "lift lift lift R-2 R-3 B-2")
LAST = Seat("T12", "prop prop prop YG-1 YG-2 YG-3")
LAYS = "*1 T5 Y-1>talon =joker"  # the turn of LAYER


def takeable(s: Record) -> bool:
    """Whether the top discard may be taken in a swap, which is on offer."""
    found = [step.partition(">")[2] for step in swaps(s)]
    assert "talon" in found
    assert rules.turns.may_take_top(s) == ("top" in found)
    return "top" in found


def test_after_a_move_one_card_may_be_swapped_for_the_talon() -> None:
    """[T13]"""
    s = play(lay(Seat(hand="Y-1 Y-2 prop lift mine mine"), Seat()), "*4 T3")
    assert legal(s) == ["keep"]
    assert swaps(s) == ["Y-1>talon", "Y-2>talon", "lift>talon", "mine>talon", "prop>talon"]
    play(s, "Y-2>talon")
    assert "=Y-2" not in ways(s)
    assert ways(s)["=joker"] == 2
    play(s, "=joker")
    assert hand(s, 0) == ["Y-1", "lift", "mine", "mine", "prop", "joker"]
    assert pile(s.discard) == ["Y-2"]
    assert s.turn == 1


def test_or_for_the_card_that_another_seat_discarded_in_the_turn_before() -> None:
    """[T13]"""
    s = lay(Seat(hand="Y-1 Y-2 Y-3 lift lift lift"), Seat(), discard="G-1 joker prop")
    play(s, "*4 T3")
    assert swaps(s)[4:] == ["Y-1>top", "Y-2>top", "Y-3>top", "lift>top"]
    play(s, "Y-1>top")
    assert hand(s, 0) == ["Y-2", "Y-3", "lift", "lift", "lift", "prop"]
    assert CARDS[s.top] == "Y-1"
    assert sorted(pile(s.discard)) == ["G-1", "Y-1", "joker"]
    assert s.turn == 1


def test_a_card_may_be_swapped_for_one_like_it() -> None:
    """[T13]"""
    s = play(lay(Seat(hand="Y-1 Y-2 Y-3 G-1 lift lift"), Seat(), discard="G-2 lift"), "*4 T3")
    play(s, "lift>top")
    assert hand(s, 0) == ["Y-1", "Y-2", "Y-3", "G-1", "lift", "lift"]
    assert CARDS[s.top] == "lift"


@pytest.mark.parametrize("place", ["Hotel", "T5", "A/exit", "Bank"])
def test_a_swap_is_offered_wherever_the_move_began(place: str) -> None:
    """[T13] [T9]"""
    s = play(lay(Seat(place, hand="Y-1"), Seat("Prison")), "*2")
    play(s, next(iter(ways(s))))
    assert legal(s) == ["keep"]
    assert swaps(s) == ["Y-1>talon", "mine>talon"]


def test_a_swap_is_offered_after_staying_too() -> None:
    """[T13] [T10]"""
    s = play(lay(Seat("A/exit", barred=(1,)), Seat("A6", barred=(0,))), "*1")
    assert legal(s) == ["stay"]
    assert "keep" in ways(play(s, "stay"))


# What another seat has just laid


def test_who_comes_next_may_take_what_a_seat_has_discarded() -> None:
    """[T13]"""
    s = play(lay(LAYER, NEXT, LAST), f"{LAYS} *1 T9")
    assert takeable(s)
    play(s, "R-2>top")
    assert sorted(hand(s, 1)) == ["B-2", "R-3", "Y-1", "lift", "lift", "lift"]
    assert s.seen[1, CARDS.index("Y-1")] == 1


def test_the_card_laid_in_a_swap_for_the_discard_may_be_taken_in_turn() -> None:
    """[T13]"""
    s = play(lay(LAYER, NEXT, LAST), f"{LAYS} *1 T9 lift>top *1 T13")
    assert (CARDS[s.top], takeable(s)) == ("lift", True)
    play(s, "prop>top *1 T6")
    assert (CARDS[s.top], takeable(s)) == ("prop", True)
    play(s, "Y-2>top *1 T10 Y-1>top")
    assert [hand(s, seat).count(card) for seat, card in ((0, "prop"), (1, "Y-2"))] == [1, 1]
    assert CARDS[s.top] == "Y-1"


LAID = [  # where a seat is, with which cards, what it does, and what lies on top then
    ("C/0", "mine lift", "keep mine", "mine"),
    ("C/0", "joker lift", "keep joker-mine", "joker"),
    ("C/0", "mine lift", "lift>talon =joker mine", "mine"),
    ("C/0", "mine lift", "lift>talon =joker wait", "lift"),
    ("A/0", "Y-1 lift", "Y-1 100", "Y-1"),
    ("A/0", "Y-1 lift", "Y-1 cave-in", "Y-1"),
    ("A/0", "Y-1 lift", "Y-1 abandon", "Y-1"),
    ("A/0", "lift Y-1", "lift2", "lift"),
    ("A/0", "joker Y-1", "joker-lift2", "joker"),
    ("A/0", "joker Y-1", "joker 100 stop", "joker"),
    ("A/0", "YG-1 prop", "YG-1 100 on cave-in prop", "prop"),
    ("A/0", "YG-1 joker", "YG-1 cave-in joker-prop stop", "joker"),
    ("A/0", "prop lift", "take cave-in prop", "prop"),
    ("A/3", "prop Y-1", "prop>talon =joker", "prop"),
]


@pytest.mark.parametrize(("place", "cards", "steps", "top"), LAID)
def test_whatever_a_turn_has_laid_on_top_may_be_taken(
    place: str, cards: str, steps: str, top: str
) -> None:
    """[T13] [T19] [T22] [T24] [T33] Shown, played or swapped."""
    s = refill(play(lay(Seat(place, cards), NEXT, opened="A"), steps))
    assert (s.turn, s.layer, CARDS[s.top]) == (1, 0, top)
    assert takeable(play(s, "*1 T9"))
    assert top in hand(play(s, "R-2>top"), 1)


NONE_LAID = [  # where a seat is, with which cards, and what it does
    ("T8", "YGR-1", "*1 T9 keep"),
    ("A/exit", "YGR-1", "*1 A6 keep"),
    ("C/0", "mine", "leave"),
    ("C/0", "mine", "keep wait"),
    ("C/0", "lift lift lift prop prop prop", "keep"),
    ("A/0", "YGR-1", "leave"),
    ("A/2", "YGR-1", "leave"),
    ("A/0", "lift prop", "take 100"),
    ("A/0", "lift lift lift R-2 R-3 B-2", "take cave-in"),
    ("A/0", "lift prop", "take cave-in fall"),
]


@pytest.mark.parametrize(("place", "cards", "steps"), NONE_LAID)
def test_after_a_turn_that_laid_none_there_is_none_to_take(
    place: str, cards: str, steps: str
) -> None:
    """[T13]"""
    s = play(lay(LAYER, Seat(place, cards), LAST, opened="A"), f"{LAYS} {steps}")
    assert (s.turn, s.layer, CARDS[s.top]) == (2, NOBODY, "Y-1")
    assert not takeable(play(s, "*1 T13"))
    play(s, "keep")
    assert s.turn == 0
    assert not takeable(play(s, "*1 T6"))  # and least of all its own


@pytest.mark.parametrize(
    ("cards", "duel"),
    [
        ("YG-1 prop", "+lift +YG-1"),
        ("prop YG-2 YG-3 RB-2 RB-3 GR-2", "+lift +prop +lift pass +lift pass pass"),
    ],
)
def test_nor_is_there_after_a_duel_whose_cards_were_taken_back(cards: str, duel: str) -> None:
    """[T13] [T52] [T58]"""
    s = play(lay(LAYER, NEXT, Seat("T12", cards), Seat()), f"{LAYS} *4 fight2 first")
    close_in(s, 1)
    play(s, duel)
    assert (s.turn, s.layer, CARDS[s.top]) == (3, NOBODY, "Y-1")
    assert not takeable(play(s, "*4 T17"))


@pytest.mark.parametrize("others", [1, 2, 3])
def test_one_s_own_card_is_none_to_take_though_all_others_missed_their_turns(others: int) -> None:
    """[T13]"""
    s = lay(LAYER, *[Seat("Prison")] * others)
    s.missing = (1 << others + 1) - 2
    play(s, LAYS)
    assert (s.turn, s.turns, CARDS[s.top]) == (0, 41, "Y-1")
    assert not takeable(play(s, "*1 T6"))
    play(s, "keep *1 T7")
    assert not takeable(s)  # that turn laid none


def test_a_missed_turn_is_no_turn_in_between() -> None:
    """[T13]"""
    s = lay(LAYER, Seat("Prison"), Seat("Prison"), LAST)
    s.missing = 6
    play(s, f"{LAYS} *1 T13")
    assert (s.turn, s.turns) == (3, 41)
    assert takeable(s)


@pytest.mark.parametrize("place", ["T4", "C/0", "A/0", "A/3"])
@pytest.mark.parametrize(("laid_by", "may_take"), [(0, False), (1, True), (2, True), (-1, False)])
def test_in_the_mine_and_at_its_entrance_a_swap_is_as_on_the_road(
    place: str, laid_by: int, *, may_take: bool
) -> None:
    """[T13] [T21] [T26]"""
    s = lay(Seat(place, "Y-1"), Seat(), Seat(), opened="A", discard="prop", laid_by=laid_by)
    if place == "T4":
        play(s, "*1 T5")
    assert takeable(s) == may_take


def test_a_newcomer_that_loses_the_dice_may_take_it_too() -> None:
    """[T13] [T39]"""
    s = play(lay(LAYER, Seat("A5"), Seat("A/2")), f"{LAYS} *2 A enter refuse *2 *5")
    assert where(s, 1) == "A/exit"
    assert takeable(s)


SAID = {  # in the drawn board, and in a sentence
    ("en", True): ("discard prop (>top)", "prop. It may be taken."),
    ("en", False): ("discard prop (stays)", "prop. It may not be taken now."),
    ("fr", True): ("défausse prop (>top)", "prop. Elle peut être prise."),
    ("fr", False): ("défausse prop (reste)", "prop. Elle ne peut pas être prise maintenant."),
}


@pytest.mark.parametrize(("lang", "may_take"), SAID)
@pytest.mark.parametrize("seat", [0, 1, WATCHER])
def test_the_terminal_says_whether_it_may_be_taken(lang: str, seat: int, *, may_take: bool) -> None:
    """[T13]"""
    s = lay(Seat("T4"), Seat(), discard="prop", laid_by=1 if may_take else NOBODY)
    view = Position("golden_town", record=play(s, "*1 T5")).view(seat)
    texts, shown = words.texts(lang, "golden_town", ["Ann", "Bo"]), board("golden_town")
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(shown.draw(view, texts, 80, 24))
    drawn, sentence = SAID[lang, may_take]
    assert drawn in console.export_text()
    assert sentence in shown.state(view, texts)[0]
    assert [sentence in told for told in shown.words(view, texts)] == [True] * (seat == 0)


# The talon


def empty_talon(s: Record) -> Record:
    """Lays all cards of the talon under the discard pile."""
    s.discard += s.talon
    s.talon[:], s.talon_left = 0, 0
    return s


def test_an_empty_talon_is_made_of_all_discards_but_the_top_one() -> None:
    """[T14] [T15]"""
    s = empty_talon(lay(Seat(hand="G-1 Y-2 Y-3 R-2 R-3 lift"), Seat(), discard="prop"))
    others = Counter(pile(s.discard))
    play(s, "*4 T3")
    assert s.talon_left == 0  # nothing is shuffled before a card must be drawn
    play(s, "G-1>talon")
    assert CARDS[s.top] == "G-1"
    assert pile(s.discard) == ["G-1"]
    assert ways(s) == {f"={card}": n for card, n in sorted(others.items(), key=in_order)}
    assert s.talon_left == others.total()
    play(s, "=prop")
    assert "prop" in hand(s, 0)


def in_order(card: tuple[str, int]) -> int:
    return int(CARDS.index(card[0]))


def test_the_last_card_of_the_talon_is_drawn_without_a_shuffle() -> None:
    """[T15]"""
    s = lay(Seat(hand="G-1 Y-2 Y-3 R-2 R-3 lift"), Seat(), discard="prop")
    last = CARDS.index("joker")
    empty_talon(s)
    s.discard[last] -= 1
    s.talon[last] = s.talon_left = 1
    play(s, "*4 T3 G-1>talon =joker")
    assert s.talon_left == 0
    assert s.discard.sum() == 53 - 12
    play(s, "*4 T17 Y-1>talon")
    assert s.discard.sum() == 1


def test_a_swap_for_the_discard_needs_no_talon() -> None:
    """[T13] [T15]"""
    s = empty_talon(lay(Seat(hand="G-1 Y-2 Y-3 R-2 R-3 lift"), Seat(), discard="prop"))
    before = Counter(pile(s.discard))
    play(s, "*4 T3 G-1>top")
    assert s.talon_left == 0
    assert Counter(pile(s.discard)) == before - Counter(["prop"]) + Counter(["G-1"])
    assert CARDS[s.top] == "G-1"


def test_a_refill_also_leaves_the_top_discard() -> None:
    """[T15] [T22]"""
    s = empty_talon(lay(Seat("A/0", hand="Y-1"), Seat(), opened="A", discard="prop"))
    play(s, "Y-1 pyrite")
    assert s.phase == pieces.REFILL
    assert pile(s.discard) == ["Y-1"]
    assert ways(s)["=prop"] == 8


def test_a_talon_made_anew_leaves_the_next_seat_what_was_laid() -> None:
    """[T13] [T15]"""
    for place, steps in (("T4", "*1 T5 Y-1>talon"), ("A/0", "Y-1 100")):
        s = lay(Seat(place, "Y-1"), NEXT, opened="A", discard="prop", laid_by=NOBODY)
        play(empty_talon(s), steps)
        assert (pile(s.discard), s.talon_left > 0) == (["Y-1"], True)
        assert takeable(play(s, "=G-1 *1 T9"))
        assert "Y-1" in hand(play(s, "R-2>top"), 1)
