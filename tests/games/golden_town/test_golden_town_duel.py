"""Golden-Town's duels: cards against each other, and what winning, losing and a draw cost."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from games.golden_town.town import (
    CARDS,
    FILONS,
    Seat,
    ban,
    close_in,
    hand,
    lay,
    legal,
    misses,
    pieces,
    pile,
    play,
    rules,
    sound,
    tiles,
    twin,
    ways,
    where,
)
from goldrush.core import CHANCE, Record, rng


def face(one: Seat, other: Seat, *more: Seat) -> Record:
    """Seat 0 on T4 has just challenged seat 1 on T6."""
    s = lay(replace(one, at="T4"), replace(other, at="T6"), *more)
    return play(s, f"{'make0' if s.phase == pieces.MAKING else ''} *2 fight1")


def duel(one: str, other: str, gap: int, seats: Sequence[Seat] = (Seat(), Seat())) -> Record:
    """Seat 0 to play, with these cards against those; all others of both were laid before."""
    hands, spent = [one.split(), other.split()], ("mine", "lift")
    full = [[*hands[n], *[spent[n]] * (6 - len(hands[n]))] for n in (0, 1)]
    ready = [replace(seats[n], hand=" ".join(full[n])) for n in (0, 1)]
    s = play(face(*ready, *seats[2:]), "first")
    for n in (0, 1):
        card, laid = CARDS.index(spent[n]), 6 - len(hands[n])
        s.hand[n, card] -= laid
        s.laid[n, card] += laid
        s.held[n] -= laid
    close_in(s, gap)
    return sound(s)


def after_a_draw(*more: Seat) -> Record:
    return play(duel("R-3", "", 1, (Seat(), Seat(), *more)), "pass pass")


# Cards


def test_the_printed_duel_comes_out_with_eleven_steps() -> None:
    """[T6] [T47] [T48] [T50]"""
    s = face(Seat(hand="prop Y-2 YGRB-3"), Seat(hand="G-1 R-2 RB-3"))
    play(s, "first")
    assert s.gap == 11
    for card, left in (("prop", 11), ("G-1", 10), ("Y-2", 8), ("R-2", 6), ("YGRB-3", 3)):
        play(s, f"+{card}")
        assert s.gap == left
    assert "+RB-3" in legal(s)
    play(s, "+RB-3")
    assert (where(s, 0), where(s, 1)) == ("Hospital", "Prison")


def test_between_the_revolver_squares_lie_ten_free_ones() -> None:
    """[T5] [T6]"""
    assert rules.EDITION.board.duel == 12
    assert face(Seat(), Seat()).gap == 12 - 1


def test_the_challenger_chooses_who_begins_and_then_they_play_in_turn() -> None:
    """[T47]"""
    for choice, order in (("first", [0, 1, 0, 1]), ("second", [1, 0, 1, 0])):
        s = face(Seat(hand="prop prop"), Seat(hand="lift lift"))
        assert (rules.actor(s), legal(s)) == (0, ["first", "second"])
        play(s, choice)
        for seat in order:
            assert rules.actor(s) == seat
            play(s, "+lift" if seat else "+prop")


def test_the_other_cannot_refuse() -> None:
    """[T45]"""
    s = face(Seat(), Seat())
    assert rules.actor(play(s, "second")) == 1
    assert "pass" not in legal(s)


@pytest.mark.parametrize("card", ["mine", "prop", "lift"])
def test_mine_prop_and_lift_stay_put(card: str) -> None:
    """[T48]"""
    s = play(duel(f"{card} Y-1", "G-1", 5), f"+{card}")
    assert (s.gap, rules.actor(s)) == (5, 1)


def test_a_level_card_moves_by_its_duel_steps() -> None:
    """[T48]"""
    for card in ("Y-1", "YGR-2", "B-3"):
        assert play(duel(f"{card} prop", "G-1", 9), f"+{card}").gap == 9 - int(card[-1])


def test_a_joker_stays_or_moves_up_to_three_steps() -> None:
    """[T49] [T31]"""
    jokers = ["+joker0", "+joker1", "+joker2", "+joker3"]
    assert legal(duel("joker", "G-1", 9)) == jokers
    for steps, step in enumerate(jokers):
        s = play(duel("joker", "G-1", 9), step)
        assert (s.gap, pile(s.laid[0]).count("joker")) == (9 - steps, 1)
    assert legal(duel("joker R-3 G-2", "", 2)) == ["+G-2", "+joker0", "+joker1", "+joker2"]


@pytest.mark.parametrize("step", ["+joker2", "+G-2"])
def test_landing_exactly_on_the_other_wins(step: str) -> None:
    """[T50] [T49]"""
    s = play(duel("joker R-3 G-2", "Y-1", 2), step)
    assert (where(s, 0), where(s, 1)) == ("Prison", "Hospital")


def test_a_card_that_leads_too_far_cannot_be_played_but_another_must() -> None:
    """[T51]"""
    assert legal(duel("YGRB-3 Y-3 prop", "", 2)) == ["+prop"]
    assert legal(duel("YGRB-3 Y-2", "", 1)) == ["pass"]


def test_two_passes_running_are_a_draw() -> None:
    """[T51] [T56] [T57]"""
    s = play(duel("R-3", "", 1), "pass")
    assert (rules.actor(s), legal(s)) == (1, ["pass"])
    play(s, "pass")
    assert (where(s, 0), where(s, 1)) == ("Hotel", "Hotel")


def test_a_card_between_two_passes_goes_on_with_the_duel() -> None:
    """[T51]"""
    s = play(duel("", "prop G-1 R-3", 2), "pass +prop pass")
    assert rules.actor(s) == 1
    play(s, "+G-1")
    assert s.gap == 1
    play(s, "pass pass")
    assert where(s, 1) == "Hotel"


def test_no_card_is_drawn_in_a_duel_and_none_after_it() -> None:
    """[T51] [T13]"""
    s = duel("prop R-3", "", 1)
    talon, top = s.talon.tolist(), int(s.top)
    play(s, "+prop pass pass")
    assert (s.talon.tolist(), s.top) == (talon, top)
    assert s.turn == 1  # both miss a turn each, and it is the other's
    assert s.phase == pieces.ROLL


@pytest.mark.parametrize("end", ["+prop +G-1 +G-2", "+prop +G-1 pass pass"])
def test_afterwards_both_take_their_cards_back(end: str) -> None:
    """[T52]"""
    s = duel("prop G-2 R-3" if "G-2" in end else "prop R-3", "G-1", 3 if "G-2" in end else 2)
    play(s, end)
    assert s.laid.sum() == 0
    assert s.held.tolist() == [6, 6, 0, 0]
    assert {"prop", "R-3"} <= set(hand(s, 0))
    assert sorted(hand(s, 1)) == ["G-1", *["lift"] * 5]
    assert s.seen[1].tolist() == s.hand[1].tolist()  # all have seen what was laid
    assert s.seen[0, CARDS.index("R-3")] == 0


def test_what_a_pass_tells_is_noted_until_such_a_card_is_gone() -> None:
    """[T51] [T60]"""
    s = play(duel("R-3 YG-2 prop", "Y-1 mine", 1), "+prop +mine")
    play(s, "pass")
    assert s.stiff[0].tolist() == [0, 2, 0]
    close_in(s, 2)
    play(s, "+Y-1")
    assert play(s, "pass pass").stiff[0].tolist() == [0, 2, 0]
    play(s, "*1 T0 keep *2 T1 YG-2>talon")
    assert s.stiff[0].tolist() == [0, 1, 0]


def test_what_a_pass_told_holds_in_every_world_that_is_dealt() -> None:
    """[T51] [T60]"""
    s = play(duel("R-3 Y-3", "", 2), "pass")
    assert s.stiff[0].tolist() == [0, 0, 2]
    rules.hide(s, 1)
    assert hand(s, 0) == []
    for seed in range(20):
        world = twin(s)
        rules.resample(world, 1, rng.new(seed))
        assert {card[-2:] for card in hand(world, 0)} == {"-3"}
        sound(world)


def test_a_second_pass_with_more_room_tells_of_the_larger_cards() -> None:
    """[T51] [T60]"""
    s = play(duel("R-3 YG-2", "joker", 1), "pass +joker0 pass")
    assert s.stiff[0].tolist() == [0, 2, 0]
    s = duel("R-3 YG-3", "Y-1 joker", 2)
    play(s, "pass +Y-1")
    assert s.stiff[0].tolist() == [0, 0, 2]
    assert play(s, "pass").stiff[0].tolist() == [0, 0, 2]
    s = duel("R-3 YG-3", "joker", 1)
    play(s, "pass")
    assert s.stiff[0].tolist() == [0, 2, 0]
    close_in(s, 2)
    assert play(s, "+joker0 pass").stiff[0].tolist() == [0, 0, 2]


def test_a_pass_tells_nothing_new_of_cards_that_all_have_seen() -> None:
    """[T51] [T60]"""
    s = duel("R-3 YG-2", "", 1)
    s.seen[0, CARDS.index("R-3")] = 1
    assert play(s, "pass").stiff[0].tolist() == [0, 1, 0]


# What it costs


@pytest.mark.parametrize("loser", [0, 1])
def test_a_winner_takes_all_nuggets_of_the_cart_and_no_filon(loser: int) -> None:
    """[T53] [T55]"""
    seats = [Seat(cart=1), Seat(cart=1)]
    seats[loser] = Seat(cart=2, banked=1, tiles="300 400")
    s = duel("Y-1" if loser else "prop", "prop" if loser else "Y-1", 1, seats)
    play(s, "+Y-1" if loser else "+prop +Y-1")
    winner = 1 - loser
    assert (s.cart[loser], s.cart[winner]) == (0, 3)
    assert s.banked[loser] == 1  # safe in the Bank
    assert tiles(s, loser) == ["300", "400"]
    assert (where(s, loser), where(s, winner)) == ("Hospital", "Prison")


@pytest.mark.parametrize("loser", [0, 1])
def test_from_an_empty_cart_two_filons_are_drawn_one_by_one_pyrite_too(loser: int) -> None:
    """[T53] [T54] [T55]"""
    seats = [Seat(tiles="500 pyrite"), Seat(tiles="500 pyrite")]
    seats[loser] = Seat(tiles="300 pyrite 400", banked=2)
    s = duel("Y-1" if loser else "prop", "prop" if loser else "Y-1", 1, seats)
    play(s, "+Y-1" if loser else "+prop +Y-1")
    own = [n for n in range(s.taken) if s.owner[n] == loser]
    assert rules.actor(s) == CHANCE
    assert ways(s) == {f"#{n}": 1 for n in own}
    play(s, f"#{own[1]}")
    assert ways(s) == {f"#{n}": 1 for n in (own[0], own[2])}
    play(s, f"#{own[2]}")
    assert tiles(s, loser) == ["300"]
    assert sorted(tiles(s, 1 - loser)) == ["400", "500", "pyrite", "pyrite"]
    assert (s.ore[loser], s.ore[1 - loser]) == (300, 900)
    assert s.known[own[2]] == 3  # the loser still knows it
    assert (where(s, loser), misses(s, loser)) == ("Hospital", False)


@pytest.mark.parametrize(("owned", "draws"), [("", 0), ("pyrite", 1), ("300 pyrite", 2)])
def test_of_less_than_two_filons_the_winner_takes_what_there_is(owned: str, draws: int) -> None:
    """[T54]"""
    s = play(duel("Y-1", "", 1, (Seat(), Seat(tiles=owned))), "+Y-1")
    assert s.loot == draws
    for left in range(draws, 0, -1):
        assert len(ways(s)) == left
        play(s, next(iter(ways(s))))
    assert sorted(tiles(s, 0)) == owned.split()
    assert tiles(s, 1) == []
    assert where(s, 0) == "Prison"


def test_a_filon_of_the_loser_is_drawn_at_random() -> None:
    """[T53]"""
    seats = Seat(tiles="100 200"), Seat(tiles="300 400 500")
    s = play(duel("Y-1", "", 1, seats), "+Y-1")
    stream = rng.new(1)
    drawn = {rules.draw(s, stream) - pieces.LOOTED for _ in range(60)}
    assert {FILONS[s.holds[filon]] for filon in drawn} == {"300", "400", "500"}


def test_the_loser_rolls_on_its_next_turn_and_the_winner_misses_one() -> None:
    """[T53] [T58]"""
    seats = Seat("T4", hand="prop"), Seat("T12"), Seat("T6", hand="Y-1")
    s = play(lay(*seats), "*2 fight2 first")
    close_in(s, 1)
    play(s, "+prop +Y-1")
    assert (where(s, 0), where(s, 2)) == ("Hospital", "Prison")
    assert s.turn == 1  # after the challenger
    play(s, "*1 T11 keep")
    assert (s.turn, s.phase) == (0, pieces.ROLL)  # seat 2 has missed its turn
    play(s, "*1 T15 keep *2 T9 keep")
    assert s.turn == 2
    assert legal(play(s, "*1")) == ["T7"]


def test_the_challenger_that_wins_misses_its_own_next_turn() -> None:
    """[T53] [T55] [T58]"""
    s = play(duel("Y-1", "", 1), "+Y-1")
    assert s.turn == 1
    play(s, "*1 T15 keep")
    assert (s.turn, misses(s, 0)) == (1, False)
    assert play(s, "*1 T14 keep").turn == 0


def test_after_a_draw_both_miss_a_turn_in_the_hotel() -> None:
    """[T56] [T58]"""
    s = after_a_draw(Seat("T12"))
    assert (where(s, 0), where(s, 1)) == ("Hotel", "Hotel")
    assert (s.turn, misses(s, 0), misses(s, 1)) == (2, True, False)
    play(s, "*1 T11 keep")
    assert (s.turn, misses(s, 0)) == (1, False)
    s = after_a_draw()
    assert (s.turn, s.slots) == (1, 43)  # one slot played, one missed by each


def test_they_may_not_fight_each_other_again_but_others() -> None:
    """[T57]"""
    s = after_a_draw(Seat("T12"))
    assert s.barred.tolist() == [2, 1, 0, 0]
    s.place[:3] = [0, 1, 2]
    s.missing = 0
    assert [step for step in legal(play(s, "*2")) if "fight" in step] == ["fight0", "fight1"]
    play(s, "T4 keep *4")
    assert [step for step in legal(s) if "fight" in step] == ["fight2"]


@pytest.mark.parametrize(("rematch", "cart", "barred"), [(1, 1, 0), (1, 0, 2), (0, 1, 2)])
def test_with_rematch_the_bar_ends_when_either_banks_a_nugget(
    rematch: int, cart: int, barred: int
) -> None:
    """[T57]"""
    s = lay(Seat("T10", barred=(1,), cart=cart), Seat("T12", barred=(0,)))
    s.rematch = rematch
    play(s, "*1 Bank")
    assert s.barred[0] == barred
    assert s.barred[1] == barred // 2


def test_rematch_is_for_two_alone() -> None:
    """[T57]"""
    for seats in (2, 3, 4):
        s = np.zeros(1, rules.STATE)[0]
        rules.start(s, seats, np.ones(1, np.int64))
        assert s.rematch == (seats == 2)


@pytest.mark.parametrize("depth", ["0", "3", "exit"])
def test_a_rival_in_the_mine_is_fetched_from_it(depth: str) -> None:
    """[T45] [T38] [T36]"""
    rival = Seat(f"A/{depth}", hand="lift", ban="B", lifted=True)
    s = play(lay(Seat("A5", hand="Y-1"), rival), "*2 A fight1 first")
    close_in(s, 1)
    play(s, "+Y-1")
    assert (where(s, 0), where(s, 1)) == ("Prison", "Hospital")
    assert ban(s, 1) == "B"
    assert s.lifted == 0


def test_a_duel_may_end_the_game() -> None:
    """[T59] [T58]"""
    s = duel("Y-1", "", 1)
    s.slots = 399
    play(s, "+Y-1")
    assert rules.ENDS[rules.ended(s)] == "rounds"
