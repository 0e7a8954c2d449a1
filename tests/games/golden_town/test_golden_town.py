"""Golden-Town's rule book, but for cards, roads, mines and duels: tests name their paragraphs."""

from collections import Counter

import numpy as np
import pytest

from games.golden_town.town import (
    ACTIONS,
    FILONS,
    NONE_LEFT,
    SLOW,
    Seat,
    at,
    hand,
    lay,
    legal,
    misses,
    pieces,
    pile,
    play,
    roads,
    tiles,
    twin,
    ways,
    where,
)
from goldrush.core import CHANCE, OVER, Ints, Record, blank, rng
from goldrush.games.golden_town import rules

LAST_FILON = {**NONE_LEFT, "C": (1, 0, 0, 0)}


def fresh(seats: int, *, rematch: bool = False) -> Record:
    s = blank(rules.STATE)
    rules.start(s, seats, np.array([rematch], np.int64))
    return s


def random_step(s: Record, stream: Ints) -> None:
    out = np.zeros(rules.ACTIONS + 1, np.int64)
    if rules.actor(s) == CHANCE:
        rules.play(s, rules.draw(s, stream))
    else:
        rules.play(s, out[rng.below(stream, rules.legal(s, out))])


def places(s: Record) -> list[int]:
    out = np.zeros(4, np.int64)
    rules.rank(s, out)
    return list(out[: s.seats])


def points(s: Record) -> list[int]:
    out = np.zeros(4, np.int64)
    rules.score(s, out)
    return list(out[: s.seats])


# Components and set-up


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_are_53_cards_72_filons_20_nuggets_a_die_and_a_prospector_a_seat(seats: int) -> None:
    """[T1]"""
    s = fresh(seats)
    assert s.talon.sum() == s.talon_left == 53
    assert s.left.sum() == s.bag.sum() == 72
    assert s.left.shape[0] == 4
    assert pieces.ALL_GOLD == 20 * 500
    assert ways(lay(*[Seat()] * seats)) == {f"*{pips}": 1 for pips in range(1, 7)}
    assert [where(s, seat) for seat in range(seats)] == ["Hotel"] * seats


def test_the_extraction_cards_are_those_of_the_edition() -> None:
    """[T2]"""
    printed = {"Y": "123", "G": "123", "R": "23", "B": "23", "YG": "123", "GR": "123", "RB": "23"}
    printed |= {"YGR": "112", "GRB": "113", "YGRB": "123"}
    cards = [f"{shows}-{steps}" for shows, ends in printed.items() for steps in ends]
    assert len(cards) == 27
    others = {"lift": 8, "mine": 8, "prop": 8, "joker": 2}
    assert Counter(pile(fresh(2).talon)) == Counter(cards) + Counter(others)


def test_each_concession_has_6_yellow_5_green_4_red_and_3_blue_filons() -> None:
    """[T3]"""
    assert fresh(3).left.tolist() == [[6, 5, 4, 3]] * 4


def test_the_filons_hold_10000_grams_and_the_deeper_the_richer() -> None:
    """[T3] [T4]"""
    bag = fresh(2).bag
    held = [{FILONS[kind]: int(n) for kind, n in enumerate(level) if n} for level in bag]
    assert held == [
        {"100": 11, "200": 5, "pyrite": 5, "cave-in": 2, "abandon": 1},
        {"100": 3, "200": 6, "300": 4, "pyrite": 3, "cave-in": 3, "abandon": 1},
        {"200": 2, "300": 4, "400": 3, "pyrite": 3, "cave-in": 3, "abandon": 1},
        {"400": 1, "500": 4, "pyrite": 3, "cave-in": 3, "abandon": 1},
    ]
    gold = bag * pieces.GOLD
    assert gold.sum() == 10000
    rich = gold.sum(axis=1) / (bag * (pieces.GOLD > 0)).sum(axis=1)
    true = (bag * (pieces.GOLD > 0)).sum(axis=1) / bag.sum(axis=1)
    assert (np.diff(rich) > 0).all()
    assert (np.diff(true) < 0).all()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_starting_seat_is_drawn_and_six_cards_dealt_one_by_one_from_there_on(
    seats: int,
) -> None:
    """[T7] [T8]"""
    s = fresh(seats)
    assert ways(s) == {f"@{seat}": 1 for seat in range(seats)}
    play(s, f"@{seats - 1}")
    for cards in range(1, 7):
        for seat in [seats - 1, *range(seats - 1)]:
            assert s.turn == seat
            assert ways(s) == dict(Counter(f"={card}" for card in pile(s.talon)))
            play(s, next(iter(ways(s))))
            assert len(hand(s, seat)) == s.held[seat] == cards
    assert (rules.actor(s), s.turn, s.phase) == (CHANCE, seats - 1, pieces.ROLL)
    assert s.talon_left == 53 - 6 * seats
    assert s.discard.sum() == 0


# Ore and bank


def test_nuggets_are_made_before_the_die_and_go_into_the_cart() -> None:
    """[T41] [T42]"""
    s = lay(Seat("T4", tiles="500 100 pyrite 400"), Seat())
    assert legal(s) == ["make0", "make1", "make2"]
    play(s, "make1")
    assert ways(s) == {f"*{n}": 1 for n in range(1, 7)}  # one exchange a turn
    assert tiles(s, 0) == ["100", "pyrite", "400"]
    assert (s.cart[0], s.banked[0], s.ore[0], s.lost) == (1, 0, 500, 0)
    play(s, "*1 T5 keep")
    assert s.turn == 1
    assert s.phase == pieces.ROLL  # nobody else's turn is the moment for it


@pytest.mark.parametrize("place", ["Hotel", "Bank", "Prison", "T1", "A/exit", "A/0", "A/3", "B/0"])
def test_nuggets_are_made_wherever_the_prospector_is(place: str) -> None:
    """[T42]"""
    s = lay(Seat(place, tiles="500"), Seat("Hotel"), opened="A")
    assert legal(s) == ["make0", "make1"]
    play(s, "make0")
    assert (s.cart[0], s.ore[0]) == (0, 500)


def test_without_500_grams_nothing_is_asked() -> None:
    """[T42]"""
    assert lay(Seat(tiles="400 pyrite"), Seat()).phase == pieces.ROLL


def test_tiles_that_were_made_into_nuggets_are_shown_and_gone_for_good() -> None:
    """[T41]"""
    s = play(lay(Seat(tiles="300 400"), Seat(), Seat()), "make1")
    assert tiles(s, 0) == []
    assert [FILONS[kind] for kind in s.holds[: s.taken]] == ["300", "400"]
    assert s.known[: s.taken].tolist() == [7, 7]
    assert s.lost == 200


def test_the_bank_takes_all_nuggets_of_the_cart() -> None:
    """[T18] [T43]"""
    s = lay(Seat("T9", cart=3), Seat())
    assert points(s) == [0, 0]
    play(s, "*2 Bank")
    assert (s.cart[0], s.banked[0]) == (0, 3)
    assert points(s) == [3, 0]
    assert legal(s) == ["keep"]


def test_the_way_leads_on_from_the_square_before_the_bank() -> None:
    """[T18]"""
    assert legal(play(lay(Seat("Bank"), Seat()), "*1")) == ["T10"]
    assert legal(play(lay(Seat("Bank"), Seat()), "*3")) == ["T8", "T12"]


@pytest.mark.parametrize(("cart", "banked"), [(4, 0), (2, 2), (1, 3), (3, 2)])
def test_who_has_banked_four_has_won_at_once(cart: int, banked: int) -> None:
    """[T44]"""
    s = play(lay(Seat("T9", cart=cart, banked=banked), Seat(cart=4), Seat(banked=3)), "*2")
    before = int(s.turns)
    play(s, "Bank")
    assert rules.actor(s) == OVER
    assert rules.ENDS[rules.ended(s)] == "banked"
    assert s.turns == before + 1
    assert places(s) == [1, 3, 2]
    assert ways(s) == {}


def test_three_in_the_bank_and_more_in_the_cart_have_not_won() -> None:
    """[T43] [T44]"""
    s = play(lay(Seat("T8", cart=2, banked=3), Seat()), "*2 T10")
    assert rules.actor(s) == 0


# Rounds and the end


def test_missed_turns_are_skipped_without_a_step_and_count_as_turns_of_a_round() -> None:
    """[T59] [T58]"""
    s = lay(Seat("T4"), Seat("Prison"), Seat("T6"))
    s.missing = 2
    play(s, "*1 T5 keep")
    assert (s.turn, s.turns, s.slots, misses(s, 1)) == (2, 41, 42, False)
    play(s, "*1 T7 keep *1 T4 keep")
    assert (s.turn, s.turns, s.slots) == (1, 43, 44)
    assert s.phase == pieces.ROLL


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_game_ends_after_200_rounds(seats: int) -> None:
    """[T59]"""
    s = lay(Seat("T4"), *[Seat()] * (seats - 1))
    s.slots = s.turns = 200 * seats - 2
    play(s, "*1 T5 keep")
    assert rules.actor(s) != OVER
    play(s, "*4 T17 keep")
    assert rules.actor(s) == OVER
    assert rules.ENDS[rules.ended(s)] == "rounds"


def test_the_last_turns_of_the_last_round_may_be_missed_ones() -> None:
    """[T59]"""
    s = lay(Seat("T4"), Seat("Prison"), Seat("Hospital"))
    s.slots, s.turns, s.missing = 597, 500, 6
    play(s, "*1 T5 keep")
    assert rules.actor(s) == OVER
    assert (s.turns, s.slots) == (501, 600)


def test_the_game_ends_when_nothing_is_left_to_dig_to_make_or_to_bank() -> None:
    """[T59]"""
    s = lay(Seat("A/0", tiles="400 100 100", banked=1), Seat(), opened="A", left=NONE_LEFT)
    play(s, "make0 leave")
    assert rules.actor(s) != OVER  # it has ore for a nugget
    play(s, "*4 T3 keep make1 *6 A1 keep")
    assert rules.actor(s) != OVER  # and now the nugget
    s.place[0] = at("T9")
    play(s, "*1 T2 keep *2 Bank")
    assert (s.banked[0], s.ore[0]) == (2, 100)
    play(s, "keep")
    assert rules.actor(s) == OVER
    assert rules.ENDS[rules.ended(s)] == "nothing_left"


def test_the_last_filon_of_all_ends_a_poor_game_as_its_turn_ends() -> None:
    """[T59]"""
    s = lay(Seat("C/0", hand="mine"), Seat("T4"), opened="C", left=LAST_FILON)
    play(s, "take")
    play(s, next(iter(ways(s))))
    assert s.left.sum() == 0
    assert rules.actor(s) == OVER


def test_with_both_endings_at_once_nothing_was_left() -> None:
    """[T59]"""
    s = lay(Seat("T4"), Seat(), left=NONE_LEFT)
    s.slots = 399
    play(s, "*1 T5 keep")
    assert rules.ENDS[rules.ended(s)] == "nothing_left"


def test_places_go_by_bank_then_cart_then_ore_and_are_then_shared() -> None:
    """[T43] [T59]"""
    s = lay(Seat(banked=1), Seat(cart=3), Seat(tiles="500 500 400"), Seat())
    assert places(s) == [1, 2, 3, 4]
    one = Seat(banked=2, cart=1, tiles="200")
    more = Seat(banked=2, cart=1, tiles="200 100 pyrite")
    assert places(lay(one, more, Seat(banked=2, tiles="500 400"), one)) == [2, 1, 4, 2]
    assert points(lay(one, more, Seat(cart=3), Seat())) == [2, 2, 0, 0]


# Always


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rematch", [False, True])
def test_cards_and_gold_are_never_lost_and_no_road_square_is_shared(
    seats: int, *, rematch: bool
) -> None:
    """[T1] [T11] [T41]"""
    s, stream, steps = fresh(seats, rematch=rematch), rng.new(seats, int(rematch)), 0
    while rules.actor(s) != OVER and steps < (300 if SLOW else rules.LONGEST):
        random_step(s, stream)
        steps += 1
        cards = s.talon + s.discard + s.hand.sum(axis=0) + s.laid.sum(axis=0)
        assert (cards == pieces.DECK).all()
        made = int(s.cart.sum() + s.banked.sum())
        lying = int((s.bag * pieces.GOLD).sum())
        assert int(s.ore.sum()) + lying + 500 * made + s.lost == 10000
        walking = [int(p) for p in s.place[:seats] if roads.KIND[p] == roads.ROAD]
        assert len(set(walking)) == len(walking)
        assert (SLOW and steps % 10) or rules.check(s) == 0
    assert SLOW or (rules.actor(s) == OVER and s.slots <= 200 * seats)


# What is secret


def test_a_seat_sees_its_own_hand_and_filons_and_how_many_others_have() -> None:
    """[T60]"""
    s = lay(Seat(hand="Y-1 joker", tiles="100"), Seat(hand="Y-2 prop", tiles="200 pyrite", cart=2))
    rules.hide(s, 0)
    assert hand(s, 0).count("joker") == 1
    assert hand(s, 1) == []
    assert s.held.tolist() == [6, 6, 0, 0]
    assert s.ore.tolist() == [100, 0, 0, 0]
    assert s.owner[:3].tolist() == [0, 1, 1]
    assert s.holds[:3].tolist() == [0, -1, -1]
    assert s.cart[1] == 2


@pytest.mark.parametrize(
    ("asked", "silent"),
    [
        (lay(Seat("T4", tiles="500"), Seat()), "make0"),
        (play(lay(Seat("A/0", hand="mine"), Seat()), "keep"), "wait"),
        (play(lay(Seat("A/0", hand="prop"), Seat(), opened="A"), "take cave-in"), "fall"),
    ],
)
def test_others_do_not_see_that_a_seat_was_asked_about_its_secrets(
    asked: Record, silent: str
) -> None:
    """[T60]"""
    step = ACTIONS.index(silent)
    answered = play(twin(asked), silent)
    assert rules.seen(asked, step, 0)
    assert not rules.seen(asked, step, 1)
    rules.hide(asked, 1)
    rules.hide(answered, 1)
    assert asked.tobytes() == answered.tobytes()


def test_others_see_no_end_that_only_silence_would_bring() -> None:
    """[T60] [T59]"""
    last_round = play(lay(Seat("A/0", hand="mine"), Seat("T4")), "keep")
    last_round.slots = 399
    last_filon = lay(Seat("C/0", hand="prop"), Seat("T4"), opened="C", left=LAST_FILON)
    last_filon.bag[0, [pieces.CAVE_IN, pieces.ABANDON]] = 1, 0
    play(last_filon, "take cave-in")
    both = twin(last_filon)
    both.slots = 399
    for asked in (last_round, last_filon, both):
        assert rules.actor(asked) == 0
        rules.hide(asked, 1)
        assert (rules.actor(asked), asked.turn, asked.over) == (CHANCE, 1, 0)


def test_all_see_a_cave_in_and_an_abandon_but_not_what_is_kept_or_drawn() -> None:
    """[T60] [T32]"""
    s = play(lay(Seat("A/0", hand="mine"), Seat(), opened="A"), "take")
    told = {FILONS[k]: rules.seen(s, pieces.DUG + k, 1) for k in range(pieces.CONTENTS)}
    assert [holds for holds in FILONS if told[holds]] == ["cave-in", "abandon"]
    s = play(lay(Seat("A/0", hand="Y-1"), Seat(), opened="A"), "Y-1 100")
    assert s.phase == pieces.REFILL
    assert not rules.seen(s, 0, 1)
    assert rules.seen(s, 0, 0)


@pytest.mark.parametrize("seat", [0, 1, -3])
def test_a_world_dealt_anew_is_sound_and_looks_the_same(seat: int) -> None:
    """[T60]"""
    s, stream = lay(Seat(tiles="100 pyrite"), Seat(tiles="300", cart=1), Seat()), rng.new(5)
    for number in range(20 if SLOW else 400):
        for _ in range(3):
            random_step(s, stream)
        hidden = twin(s)
        rules.hide(hidden, seat)
        world = twin(hidden)
        rules.resample(world, seat, rng.new(number))
        assert rules.check(world) == 0
        rules.hide(world, seat)
        assert world.tobytes() == hidden.tobytes()


def test_at_the_end_all_is_laid_open() -> None:
    """[T60]"""
    s = play(lay(Seat("T9", cart=4), Seat(tiles="300")), "*2 Bank")
    open_record = s.tobytes()
    rules.hide(s, 1)
    rules.resample(s, 1, rng.new(1))
    assert s.tobytes() == open_record
