"""What version 1 of Golden-Town played otherwise: matches that began under it go on by it."""

from collections import Counter

import numpy as np
import pytest

from games.golden_town.town import (
    CARDS,
    SLOW,
    Seat,
    hand,
    law_of,
    lay,
    legal,
    mine,
    pile,
    play,
    swaps,
    ways,
)
from goldrush.core import WATCHER, Record, blank, rng
from goldrush.core.seats import NOBODY
from goldrush.games import game
from goldrush.position import Position

FIRST, SECOND = (game("golden_town", version=version) for version in (1, 2))
LATER = {"layer", "idle"}  # fields that version 1 does not have


def dealt(version: int, seats: int, cards: int) -> Record:
    """A match in which so many cards were dealt, from the last seat on."""
    law = game("golden_town", version=version).rules
    s = blank(law.STATE)
    law.start(s, seats, np.zeros(1, np.int64))
    play(s, f"@{seats - 1}")
    for _ in range(cards):
        assert ways(s) == dict(Counter(f"={card}" for card in pile(s.talon)))
        play(s, next(iter(ways(s))))
    return s


def after_turns(version: int, missing: int = 0) -> Record:
    """Seat 0 lays Y-1 and seat 1 keeps its cards; those that miss their turns do nothing."""
    seats = Seat("T4", "Y-1 mine"), Seat("Prison"), Seat("Hospital")
    s = lay(*seats, version=version)
    s.missing = missing
    return play(s, "*1 T5 Y-1>talon =joker *1")


def test_the_records_of_version_1_lack_what_it_has_no_use_for() -> None:
    """[T13] [T25]"""
    first, second = ({*(opened.rules.STATE.names or ())} for opened in (FIRST, SECOND))
    assert second - first == LATER
    assert not first - second
    s = lay(Seat(), Seat(), discard="prop", version=1)
    turns = law_of(s).turns
    assert (turns.layer(s), turns.idle(s, 0)) == (NOBODY, 0)


# T7: cards


@pytest.mark.parametrize(
    ("version", "seats", "cards", "held"),
    [
        (1, 2, 4, [0, 4]),
        (1, 2, 8, [2, 6]),
        (1, 3, 8, [2, 0, 6]),
        (1, 4, 13, [6, 1, 0, 6]),
        (2, 2, 4, [2, 2]),
        (2, 2, 8, [4, 4]),
        (2, 3, 8, [3, 2, 3]),
        (2, 4, 13, [3, 3, 3, 4]),
    ],
)
def test_version_1_dealt_hand_after_hand_instead_of_card_after_card(
    version: int, seats: int, cards: int, held: list[int]
) -> None:
    """[T7]"""
    s = dealt(version, seats, cards)
    assert s.held[:seats].tolist() == [len(hand(s, seat)) for seat in range(seats)] == held


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("version", [1, 2])
def test_in_both_the_starting_seat_plays_first_with_six_cards_for_all(
    version: int, seats: int
) -> None:
    """[T7]"""
    s = dealt(version, seats, 6 * seats)
    assert s.held[:seats].tolist() == [6] * seats
    assert (s.turn, s.talon_left, next(iter(ways(s)))) == (seats - 1, 53 - 6 * seats, "*1")


def test_what_is_not_dealt_in_this_order_is_told_in_version_1_too() -> None:
    """[T7]"""
    s = dealt(1, 3, 8)
    for turn, fault in ((0, 0), (1, 6), (2, 6)):
        s.turn = turn
        assert FIRST.rules.check(s) == fault


# T13: the top discard


@pytest.mark.parametrize(("version", "may_take"), [(1, True), (2, False)])
def test_in_version_1_a_card_could_be_taken_however_long_it_had_lain_there(
    version: int, *, may_take: bool
) -> None:
    """[T13]"""
    s = play(after_turns(version), "T7 keep *1 T15")  # seat 1 has laid none
    assert (s.turn, CARDS[s.top]) == (2, "Y-1")
    assert any(step.endswith(">top") for step in swaps(s)) == may_take


@pytest.mark.parametrize(("version", "may_take"), [(1, True), (2, False)])
def test_in_version_1_a_card_of_one_s_own_could_be_taken_back(
    version: int, *, may_take: bool
) -> None:
    """[T13]"""
    s = play(after_turns(version, missing=6), "T6")
    assert s.turn == 0
    assert ("joker>top" in swaps(s)) == may_take
    if may_take:
        assert "Y-1" in hand(play(s, "joker>top"), 0)


@pytest.mark.parametrize("version", [1, 2])
def test_in_both_the_discard_of_the_turn_before_is_taken_and_another_laid(version: int) -> None:
    """[T13]"""
    s = play(lay(Seat("C/0", "mine"), Seat(), discard="prop", version=version), "mine>top")
    assert (hand(s, 0).count("prop"), CARDS[s.top]) == (1, "mine")
    assert legal(s) == ["wait", "mine"]


@pytest.mark.parametrize("version", [1, 2])
def test_in_both_there_is_none_to_take_where_none_lies(version: int) -> None:
    """[T13]"""
    assert swaps(mine(0, "mine", version=version)) == ["mine>talon"]


@pytest.mark.parametrize(("version", "takeable"), [(1, True), (2, False)])
def test_all_are_shown_whether_the_top_may_be_taken(version: int, *, takeable: bool) -> None:
    """[T13]"""
    opened = game("golden_town", version=version)
    kept = play(after_turns(version), "T7 keep")
    fresh = lay(Seat(), Seat(), discard="prop", version=version)
    for seat in (0, 1, WATCHER):
        assert Position(opened, record=kept).view(seat)["takeable"] == takeable
        assert Position(opened, record=fresh).view(seat)["takeable"]
        assert not Position(opened, 2).view(seat)["takeable"]


# T25: the free filon


@pytest.mark.parametrize(
    ("cards", "versions"),
    [("lift G-1", [1, 2]), ("Y-1", [1]), ("YGRB-3 lift", [1]), ("joker", [1]), ("prop", [1, 2])],
)
def test_in_version_1_a_yellow_filon_was_free_whatever_the_hand(
    cards: str, versions: list[int]
) -> None:
    """[T25]"""
    assert [v for v in (1, 2) if "take" in legal(mine(0, cards, version=v))] == versions


def test_in_version_1_it_was_one_a_turn_and_told_nothing() -> None:
    """[T25] [T30] [T60]"""
    s = play(mine(0, "G-1 lift", version=1), "take 100")
    assert (s.turn, s.left[0, 0]) == (1, 5)
    position, dug = Position(FIRST, record=s), set()
    for seed in range(20):
        world = position.hidden(1).record
        FIRST.rules.resample(world, 1, rng.new(seed))
        dug |= {card for card in hand(world, 0) if "Y" in card or card == "joker"}
    assert dug
    assert "take" in legal(play(s, "*1 T5 keep"))


@pytest.mark.parametrize("version", [1, 2])
def test_in_both_none_is_taken_where_yellow_is_exhausted(version: int) -> None:
    """[T25]"""
    assert "take" not in legal(mine(0, "mine", (0, 5, 4, 3), version=version))


# Rematch


@pytest.mark.parametrize("seats", [3, 4])
def test_version_1_took_the_option_rematch_at_any_table_without_effect(seats: int) -> None:
    """[T57]"""
    assert Position(FIRST, seats, {"rematch": "on"}).record.rematch == 0
    with pytest.raises(ValueError, match=f"option rematch .* with 2 seats, not with {seats}"):
        Position(SECOND, seats, {"rematch": "on"})
    assert Position(SECOND, seats, {"rematch": "off"}).record.rematch == 0


def test_in_both_it_is_for_two() -> None:
    """[T57]"""
    for opened in (FIRST, SECOND):
        assert Position(opened, 2, {"rematch": "on"}).record.rematch == 1


# Whole matches


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_matches_of_version_1_go_on_and_keep_their_secrets(seats: int) -> None:
    """[T60]"""
    position, stream = Position(FIRST, seats), rng.new(seats)
    for number in range(200 if SLOW else 2000):
        if position.over:
            break
        position.play(position.random_step(stream))
        if number % 10 == 0:
            assert FIRST.rules.check(position.record) == 0
            for seat in (number % seats, WATCHER):
                hidden = position.hidden(seat)
                FIRST.rules.resample(world := hidden.copy().record, seat, stream)
                assert FIRST.rules.check(world) == 0
                assert Position(FIRST, record=world).hidden(seat) == hidden
