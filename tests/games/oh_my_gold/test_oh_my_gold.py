"""Oh My Gold!'s rule book, paragraph by paragraph; each test names the ones it would miss."""

import itertools
import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from games.oh_my_gold.quay import OMG, SETUP, chances, lay, legal, play, script
from goldrush.core import CHANCE, WATCHER, rng
from goldrush.games import edition_type, game
from goldrush.games.edition import EditionError
from goldrush.games.oh_my_gold import rules
from goldrush.games.oh_my_gold.edition import CHESTS
from goldrush.games.oh_my_gold.rules import STATE, TREASURES
from goldrush.match import Match
from goldrush.position import IllegalStep, Position
from goldrush.terminal import words
from goldrush.terminal.boards import board
from matches import random_match

ALL_OPTIONS = [
    dict(zip([option.name for option in rules.OPTIONS], values, strict=True))
    for values in itertools.product(*(option.values for option in rules.OPTIONS))
]
SHIPPED = Path(rules.__file__).with_name("edition.toml").read_text("utf-8")


def boat_of(seat: int, position: Position) -> dict[str, object]:
    """What lies before and under a boat, though no screen shows all of it."""
    s = position.record
    return {
        "ashore": position.view(seat)["boats"][seat]["ashore"],
        "cards": position.view(seat)["boats"][seat]["cards"],
        "coins": rules.looted(s, seat, rules.TREASURE_COINS),
        "diamonds": rules.looted(s, seat, rules.TREASURE_DIAMONDS),
        "bones": int(s.loot[seat, rules.BONES]),
    }


# Components and set-up


def test_there_are_four_dice_18_chests_of_one_to_three_keys_and_a_boat_a_seat() -> None:
    """[O1]"""
    for seats in (2, 3, 4):
        start = Position(OMG, seats)
        assert start.view(WATCHER)["pile"] == {"cards": 18, "keys": None}
        assert sum(start.view(WATCHER)["closed"]) == CHESTS == 18
        assert len(start.view(WATCHER)["closed"]) == 3
        assert len(start.view(WATCHER)["boats"]) == seats
    assert all(len(roll) == 1 + 4 for roll in chances(script(SETUP)))


def test_a_die_has_two_keys_two_coins_a_diamond_and_sabres() -> None:
    """[O2]"""
    one_die = script(f"{SETUP} *kkkc open3 roll", greedy="on")
    assert chances(one_die) == {"*k": 2, "*c": 2, "*d": 1, "*s": 1}


@pytest.mark.parametrize(("opened", "dice"), [("", 4), ("open1", 3), ("open2", 2), ("open3", 1)])
def test_a_roll_is_as_likely_as_all_results_of_its_dice_say(opened: str, dice: int) -> None:
    """[O2] [O6]"""
    position = script(f"{SETUP} *kkkk {opened} roll", greedy="on")
    faces = [face[0] for face in rules.EDITION.die.faces]
    results = Counter(
        "*" + "".join(sorted(result, key="kcds".index))
        for result in itertools.product(faces, repeat=dice)
    )
    assert chances(position) == results
    assert sum(chances(position).values()) == 6**dice


def test_the_chests_hold_19_coins_11_diamonds_and_3_bones() -> None:
    """[O3]"""
    cards = {
        (keys, TREASURES[treasure]): int(n)
        for (keys, treasure), n in np.ndenumerate(rules.CHEST_CARDS)
        if n
    }
    assert cards == {
        (1, ""): 2,
        (1, "C"): 3,
        (1, "D"): 2,
        (2, ""): 1,
        (2, "CC"): 2,
        (2, "CD"): 2,
        (2, "DD"): 1,
        (2, "CCD"): 2,
        (3, "CCC"): 1,
        (3, "CCD"): 1,
        (3, "CDD"): 1,
    }
    held = [treasure for (_, treasure), n in cards.items() for _ in range(n)]
    assert len(held) == 18
    assert "".join(held).count("C") == 19
    assert "".join(held).count("D") == 11
    assert len("".join(held)) == 30
    assert held.count("") == 3


def test_three_chests_are_laid_out_and_all_see_the_keys_of_the_fourth() -> None:
    """[O4]"""
    position = script("@0")
    assert chances(position) == {"1k": 7, "2k": 8, "3k": 3}
    position = play(position, "3k 3k 3k")
    assert chances(position) == {"1k": 7, "2k": 8}
    position = play(position, "2k")
    for seat in (0, 1, 2, WATCHER):
        assert position.view(seat)["row"] == [3, 3, 3]
        assert position.view(seat)["pile"] == {"cards": 15, "keys": 2}


@pytest.mark.parametrize("placing", ["all", "one"])
def test_drawing_chests_one_by_one_is_as_likely_as_a_shuffled_pile(placing: str) -> None:
    """[O4] [O8] [O10]"""
    cards = [(c.keys, c.treasure) for c in rules.EDITION.chests.list for _ in range(c.cards)]
    shuffled: Counter[tuple[object, ...]] = Counter()
    for pile in itertools.permutations(cards, 4):  # every start of a shuffled pile
        opened, dice = [], 4  # what four keys open from the left
        for keys, treasure in pile[:3]:
            if keys <= dice:
                opened.append(treasure)
                dice -= keys
        shuffled[*(keys for keys, _ in pile), *opened] += 1
    total = sum(shuffled.values())
    drawn: Counter[tuple[object, ...]] = Counter()

    def follow(position: Position, seen: tuple[object, ...], share: Fraction) -> None:
        draws = chances(position)
        for text, weight in draws.items():
            now = position.copy()
            now.play(text)
            likely = share * weight / sum(draws.values())
            known = (*seen, int(text[0]) if text.endswith("k") else text[1:].replace("0", ""))
            if len(known) == 4:
                now.play("*kkkk")
            while now.actor != CHANCE:
                now.play(next((text for text in legal(now) if text.startswith("open")), "end"))
            if len(known) < 4 or now.record.phase == rules.REVEAL:
                follow(now, known, likely)
            else:
                drawn[known] += likely  # type: ignore[assignment]

    follow(script("@0", placing=placing), (), Fraction(1))
    assert drawn == {seen: Fraction(n, total) for seen, n in shuffled.items()}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_starts_is_drawn_with_equal_chances_and_play_goes_clockwise(seats: int) -> None:
    """[O5]"""
    start = Position(OMG, seats)
    assert start.actor == CHANCE
    assert chances(start) == {f"@{n}": 1 for n in range(seats)}
    position = play(start, f"@{seats - 1} 2k 2k 2k 2k *cccc")
    assert position.actor == seats - 1
    assert play(position, "end *cccc").actor == 0
    assert play(position, "end *cccc").actor == 1


# A turn


def test_all_four_dice_may_be_rolled_again_once() -> None:
    """[O6]"""
    position = script(f"{SETUP} *kcds")
    assert legal(position)[0] == "roll"
    assert position.view(0)["again"]
    play(position, "roll")
    assert position.view(0)["rolling"] == 4
    assert set(map(len, chances(position))) == {5}
    play(position, "*kccc")
    assert legal(position) == ["open1"]
    assert not position.view(0)["again"]


def test_dice_are_not_rolled_again_once_one_is_placed() -> None:
    """[O6]"""
    for position in (
        script(f"{SETUP} *kkcc open1"),
        script(f"{SETUP} *kkcc open1 =D", placing="one"),
    ):
        assert "roll" not in legal(position)
        assert not position.view(0)["again"]


def test_the_next_turn_may_roll_again_whatever_the_last_one_did() -> None:
    """[O6]"""
    position = script("@0 2k 2k 2k 2k *cccc roll *cccc end *cccc")
    assert legal(position) == ["roll", "end"]


@pytest.mark.parametrize(
    ("dice", "own", "row", "completed"),
    [
        ("kkkk", "", "1 2 3", ["open1", "open2", "open3"]),
        ("kkks", "", "1 2 3", ["open1", "open2", "open3"]),
        ("kkcc", "", "1 2 3", ["open1", "open2"]),
        ("kcds", "", "2 1 2", ["open2"]),
        ("ccdd", "", "1 2 3", []),
        ("cddd", "C CC D DD CD", "", ["C", "D", "CD", "DD"]),
        ("ccds", "C CC D DD CD", "", ["C", "D", "CC", "CD"]),
        ("cccd", "CCC CCD CDD", "", ["CCC", "CCD"]),
        ("ccdd", "CCC CCD CDD", "", ["CCD", "CDD"]),
        ("kkss", "C D CC", "3 3", []),
        ("kkcd", "C DD", "2 3", ["open1", "C"]),
    ],
)
def test_a_card_is_completed_only_with_exactly_what_it_shows(
    dice: str, own: str, row: str, completed: list[str]
) -> None:
    """[O7]"""
    position = lay(dice, own, "C D", row=row, seats=3)
    assert [text for text in legal(position) if text not in ("roll", "end")] == completed


def test_treasures_are_loaded_only_before_ones_own_boat() -> None:
    """[O7]"""
    assert legal(lay("ccdd", "", "C D CC", "CD")) == ["roll", "end"]


def test_a_chest_takes_exactly_its_keys_and_a_treasure_exactly_its_dice() -> None:
    """[O7]"""
    position = play(lay("kkkc", row="1 2 3"), "open2")
    assert position.view(0)["dice"] == ["key", "coin"]
    position = play(lay("ccdd", "CD CD"), "CD")
    assert position.view(0)["dice"] == ["coin", "diamond"]
    assert position.view(0)["used"] == 2


@pytest.mark.parametrize(
    ("placing", "opening", "row"), [("all", "open2 end", [1, 1, 3]), ("one", "open2", [1, 0, 3])]
)
def test_an_opened_chest_lies_before_its_openers_boat_for_all_to_see(
    placing: str, opening: str, row: list[int]
) -> None:
    """[O8] [O10]"""
    position = script(f"{SETUP} *kkcc {opening}", placing=placing)
    assert chances(position) == {"=0": 1, "=CC": 2, "=CD": 2, "=DD": 1, "=CCD": 2}
    play(position, "=CD")
    for seat in (0, 1, 2, WATCHER):
        assert [boat["ashore"] for boat in position.view(seat)["boats"]] == [["CD"], [], []]
        assert position.view(seat)["row"] == row
        assert rules.seen(position.record, 0, seat)


def test_a_treasure_that_has_left_a_chest_is_not_found_again() -> None:
    """[O8]"""
    position = script("@0 3k 3k 3k 1k *kkkc open1 end =CDD 1k *kkkc open2 end")
    assert chances(position) == {"=CCC": 1, "=CCD": 1}


def test_a_completed_treasure_goes_under_the_boat_and_is_loot() -> None:
    """[O9]"""
    position = play(lay("ccds", "CCD C", seats=2), "CCD")
    assert boat_of(0, position) == {
        "ashore": ["C"],
        "cards": 1,
        "coins": 2,
        "diamonds": 1,
        "bones": 0,
    }
    assert position.points() == [3, 0]


def test_dice_that_fit_nowhere_are_lost_for_the_turn() -> None:
    """[O9]"""
    position = play(lay("kccd", row="2 2 2"), "end")
    assert position.view(1)["dice"] == []
    assert position.view(1)["used"] == 0
    assert position.view(1)["rolling"] == 4


@pytest.mark.parametrize(
    ("dice", "own", "row"), [("kccc", "", "1"), ("ddds", "D", ""), ("kkcd", "CD", "3")]
)
def test_a_turn_does_not_end_while_dice_can_be_used(dice: str, own: str, row: str) -> None:
    """[O11] [O12]"""
    position = lay(dice, own, row=row)
    assert "end" not in legal(position)
    with pytest.raises(IllegalStep):
        position.play("end")


@pytest.mark.parametrize(
    ("dice", "own", "row"), [("kccc", "D", "2"), ("ddds", "C", "1"), ("", "C", "1")]
)
def test_a_turn_may_end_when_dice_complete_nothing(dice: str, own: str, row: str) -> None:
    """[O12]"""
    assert legal(lay(dice, own, row=row))[-1] == "end"


def test_stealing_is_never_compulsory_but_may_come_first() -> None:
    """[O12] [O16]"""
    assert legal(lay("cdsk", "", "C", steal="on")) == ["roll", "C<1", "end"]
    position = lay("cdsk", "C", "C D", row="1", steal="on")
    assert legal(position) == ["roll", "open1", "C", "C<1", "D<1"]
    assert legal(play(position, "C<1")) == ["open1", "D<1"]


def test_wild_sabres_count_as_dice_that_can_complete() -> None:
    """[O12] [O18]"""
    assert legal(lay("sddd", "C", row="3", wild="on")) == ["roll", "C"]
    assert legal(lay("sddd", "", row="1", wild="on")) == ["roll", "open1"]
    assert legal(lay("sddd", "C", row="1")) == ["roll", "end"]


def test_fish_bones_go_under_the_boat_at_once_and_cannot_be_stolen() -> None:
    """[O13]"""
    position = script(f"{SETUP} *kkss open1 =0", steal="on", placing="one")
    assert boat_of(0, position) == {"ashore": [], "cards": 1, "coins": 0, "diamonds": 0, "bones": 1}
    assert position.view(0)["dice"] == ["key", "sabres", "sabres"]
    play(position, "end 1k *ccss")
    assert legal(position) == ["roll", "end"]


def test_the_row_is_filled_at_the_end_of_the_turn_from_the_left_and_slots_keep_numbers() -> None:
    """[O14]"""
    position = script("@0 1k 3k 2k 2k *kkkc open1 open3 end =C")
    assert position.view(0)["row"] == [0, 3, 0]
    play(position, "=CC")
    assert position.view(0)["row"] == [2, 3, 0]
    assert chances(position) == {"1k": 6, "2k": 6, "3k": 2}
    play(position, "3k")
    assert position.view(0)["row"] == [2, 3, 3]
    assert chances(position) == {"1k": 6, "2k": 6, "3k": 1}
    play(position, "1k")
    assert position.view(0)["pile"] == {"cards": 13, "keys": 1}
    assert position.view(0)["phase"] == "roll"


def test_the_piles_own_top_card_cannot_be_opened() -> None:
    """[O14]"""
    position = script("@0 3k 3k 3k 1k *kkcc")
    assert legal(position) == ["roll", "end"]


def test_the_last_cards_of_the_pile_need_no_further_draw() -> None:
    """[O14]"""
    position = lay("k", row="1 2", last=True)
    s = position.record
    s.row[1], s.top = 0, 2
    assert rules.check(s) == 0
    play(position, "open1 end =0")
    assert position.view(0)["row"] == [2, 0, 0]
    assert position.view(0)["pile"] == {"cards": 0, "keys": None}
    assert position.view(0)["phase"] == "roll"


# Variants


def test_greedy_pirates_complete_cards_and_then_roll_the_rest_once() -> None:
    """[O15]"""
    position = script(f"{SETUP} *kkcc open1 =C C", greedy="on", placing="one")
    assert legal(position) == ["roll", "end"]
    play(position, "roll")
    assert position.view(0)["rolling"] == 2
    assert set(map(len, chances(position))) == {3}
    play(position, "*kk")
    assert legal(position) == ["open2"]
    assert position.view(0)["used"] == 2


def test_greedy_pirates_may_stop_halfway_and_still_complete_whole_cards() -> None:
    """[O15]"""
    assert legal(script(f"{SETUP} *kkkc open1", greedy="on")) == ["roll", "open2"]
    assert legal(script(f"{SETUP} *kccd open1", greedy="on")) == ["roll", "end"]


def test_greedy_pirates_who_placed_nothing_roll_all_four() -> None:
    """[O15] [O6]"""
    position = script(f"{SETUP} *kkcc roll", greedy="on")
    assert position.view(0)["rolling"] == 4
    assert "roll" not in legal(play(position, "*kkcc"))
    assert "roll" not in legal(play(position, "open1"))


def test_greedy_pirates_without_dice_left_have_nothing_to_roll() -> None:
    """[O15]"""
    assert legal(script(f"{SETUP} *kkkk open1 open3", greedy="on")) == ["end"]


def test_sabres_and_a_completed_card_steal_it_straight_into_ones_own_boat() -> None:
    """[O16]"""
    position = play(lay("ccds", "", "CCD C", steal="on"), "CCD<1")
    assert boat_of(0, position)["cards"] == 1
    assert position.points() == [3, 0, 0]
    assert position.view(0)["boats"][1]["ashore"] == ["C"]
    assert position.view(0)["dice"] == []
    assert position.view(0)["boarded"] == [1]


def test_nothing_is_stolen_without_sabres_or_without_the_whole_card() -> None:
    """[O16]"""
    assert legal(lay("cccd", "", "C D", steal="on")) == ["roll", "end"]
    assert legal(lay("scck", "", "CCD CD", "DD", steal="on")) == ["roll", "end"]
    assert legal(lay("sscc", "", "C CC", "CC")) == ["roll", "end"]  # the variant is off


def test_one_sabres_die_covers_several_cards_of_one_rival() -> None:
    """[O17]"""
    position = play(lay("ccds", "", "C C", "D", steal="on"), "C<1")
    assert legal(position) == ["C<1", "end"]
    play(position, "C<1")
    assert position.view(0)["dice"] == ["diamond"]
    assert position.points() == [2, 0, 0]


def test_a_second_rival_needs_a_second_sabres_die() -> None:
    """[O17]"""
    assert "D<2" not in legal(play(lay("ccds", "", "C", "D", steal="on"), "C<1"))
    position = play(lay("cdss", "", "C", "D", steal="on"), "C<1")
    assert legal(position) == ["D<2", "end"]
    assert play(position, "D<2").view(0)["boarded"] == [1, 2]
    assert position.view(0)["dice"] == []


def test_sabres_on_a_boat_still_count_after_a_reroll_and_not_in_the_next_turn() -> None:
    """[O17]"""
    position = lay("csdk", "C", "C D", row="3 3 3", steal="on", greedy="on")
    assert legal(play(position, "C<1 roll *kd")) == ["D<1", "end"]
    play(position, "end *cdss")
    assert position.view(1)["boarded"] == []
    assert legal(position) == ["roll", "D", "C<0"]


def test_no_sabres_die_is_laid_on_a_boat_without_a_completed_card() -> None:
    """[O17]"""
    position = lay("csss", "", "D", "C", steal="on")
    assert [text for text in legal(position) if "<" in text] == ["C<2"]


@pytest.mark.parametrize(
    ("dice", "own", "row", "completed"),
    [
        ("ksss", "", "1 2 3", ["open1", "open2", "open3"]),
        ("kscc", "", "1 2 3", ["open1", "open2"]),
        ("scdd", "CC CD DD", "", ["CC", "CD", "DD"]),
        ("sddd", "CC CDD CCD", "", ["CDD"]),
        ("sskk", "CC CD DD CCC", "3", ["open1", "CC", "CD", "DD"]),
        ("kkss", "CCC", "", []),
    ],
)
def test_wild_sabres_are_keys_coins_or_diamonds(
    dice: str, own: str, row: str, completed: list[str]
) -> None:
    """[O18]"""
    position = lay(dice, own, row=row, wild="on")
    assert [text for text in legal(position) if text not in ("roll", "end")] == completed


@pytest.mark.parametrize(
    ("dice", "own", "row", "action", "left"),
    [
        ("kkss", "", "2", "open1", ["sabres", "sabres"]),
        ("kkss", "", "3", "open1", ["sabres"]),
        ("ccss", "CD", "", "CD", ["coin", "sabres"]),
        ("cdss", "CCD", "", "CCD", ["sabres"]),
        ("ddds", "CDD", "", "CDD", ["diamond"]),
    ],
)
def test_real_faces_are_used_first_and_sabres_fill_the_rest(
    dice: str, own: str, row: str, action: str, left: list[str]
) -> None:
    """[O19]"""
    position = play(lay(dice, own, row=row, wild="on"), action)
    assert position.view(0)["dice"] == left


def test_a_boat_takes_real_sabres_and_no_die_is_used_twice() -> None:
    """[O19]"""
    both: Any = {"wild": "on", "steal": "on"}
    assert "C<1" not in legal(lay("sddd", "", "C", **both))
    assert "C<1" in legal(lay("ssdd", "", "C", **both))
    assert "C<1" in legal(lay("scdd", "", "C", **both))
    assert "CC<1" not in legal(lay("scdd", "", "CC", **both))
    assert "CC<1" in legal(lay("sscd", "", "CC", **both))
    assert play(lay("sscd", "", "CC", **both), "CC<1").view(0)["dice"] == ["diamond"]
    assert "C<1" not in legal(lay("ccdk", "", "C", **both))
    boarded = play(lay("sscc", "", "C CD", **both), "C<1")
    assert "CD<1" in legal(boarded)  # the second sabres is the diamond, the boat needs no more


# The end


def test_after_the_last_chest_the_turn_is_played_out_and_each_seat_has_one_more() -> None:
    """[O20]"""
    position = lay("kccc", "C", row="1", last=True, seats=3, placing="one")
    play(position, "open1 =0")
    assert position.view(0)["closing"] == 4
    assert legal(position) == ["C"]
    turns = []
    while not position.over:
        if position.actor >= 0:
            turns.append(position.actor)
            position.play(position.legal()[-1])
        else:
            position.play("*ssss")
    assert turns == [0, 0, 1, 2, 0]
    assert rules.ENDS[rules.ended(position.record)] == position.view(0)["end"] == "last_chest"


def test_a_treasure_may_still_be_loaded_in_the_last_turns() -> None:
    """[O20]"""
    position = play(lay("k", "C", "D", last=True, seats=2), "end *dddd D end *cccc C")
    assert position.record.turns == 2
    assert play(position, "end").over
    assert position.points() == [1, 29]


def test_the_last_chest_is_the_18th_and_not_the_last_of_the_pile() -> None:
    """[O21]"""
    position = lay("kk", row="1 1", last=True)
    assert position.view(0)["pile"]["cards"] == 0
    play(position, "open1 open2 end =0")
    assert position.view(0)["closing"] is None
    play(position, "=0")
    assert position.view(0)["closing"] == 3
    assert position.view(0)["closed"] == [0, 0, 0]


def standing(*loot: str) -> list[int]:
    """The places of seats with these treasures under their boats, 0 for bones."""
    position = Position(OMG, len(loot))
    for seat, cards in enumerate(loot):
        for card in cards.split():
            position.record.loot[seat, TREASURES.index(card.replace("0", ""))] += 1
    return position.places()


def test_most_points_win_then_most_diamonds_then_fewest_bones_then_all_who_tie() -> None:
    """[O22]"""
    assert standing("CCC C 0 0", "DD D 0", "CC") == [1, 2, 3]
    assert standing("CCC", "CCD 0 0", "CC C 0") == [2, 1, 3]
    assert standing("CD 0", "C D", "CD 0 0") == [2, 1, 3]
    assert standing("CD 0", "C D 0", "CC") == [1, 1, 3]
    assert standing("", "", "0", "") == [1, 1, 4, 1]


def test_coins_and_diamonds_are_a_point_each_and_bones_none() -> None:
    """[O22]"""
    position = Position(OMG, 2)
    for card in ("CCD", "CDD", "D", "", ""):
        position.record.loot[1, TREASURES.index(card)] += 1
    assert position.points() == [0, 7]


def test_treasures_not_loaded_count_for_nothing() -> None:
    """[O23]"""
    position = lay("kk", "CCD CDD", "C", last=True, seats=2)
    assert position.points()[0] == 0
    play(position, "end *kkkk end *kkkk end")
    assert position.over
    assert position.view(WATCHER)["points"] == [0, 23]
    assert position.places() == [2, 1]


def test_loot_is_covered_until_the_end_but_for_its_card_count() -> None:
    """[O24]"""
    position = play(lay("ccdd", "CCD D", last=True, seats=2), "CCD D")
    seen = {"ashore": [], "cards": 2, "coins": 2, "diamonds": 2, "bones": 0}
    covered = {"ashore": [], "cards": 2, "coins": None, "diamonds": None, "bones": None}
    assert position.view(0)["points"] is None
    for seat in (0, 1, WATCHER):
        assert position.view(seat)["boats"][0] == covered
    play(position, "end *kkkk end *kkkk end")
    assert position.view(WATCHER)["boats"][0] == seen


def test_no_view_tells_what_kind_of_loot_a_boat_has() -> None:
    """[O24]"""
    one, other = lay("kk", seats=3), lay("kk", seats=3)
    for position, treasures in ((one, ("CCC", "D")), (other, ("D", "CCC"))):
        for seat, treasure in enumerate(treasures, 1):
            position.record.loot[seat, TREASURES.index(treasure)] += 1
    for seat in (0, 1, 2, WATCHER):
        assert json.dumps(one.view(seat)) == json.dumps(other.view(seat))


def test_loot_is_memory_and_not_a_secret() -> None:
    """[O24]"""
    position = play(lay("ccdd", "CCD D"), "CCD")
    for seat in (0, 1, 2, WATCHER):
        assert position.hidden(seat) == position


@pytest.mark.parametrize(
    ("placing", "steps", "points"), [("all", "open1 CC end =C", 2), ("one", "open1 =C C CC end", 3)]
)
def test_the_game_ends_with_its_400th_turn_before_the_row_is_refilled(
    placing: str, steps: str, points: int
) -> None:
    """[O25]"""
    position = lay("kccc", "CC", row="1 3", placing=placing)
    position.record.turns = 399
    play(position, steps)
    assert position.over
    assert position.record.turns == 400
    assert position.view(0)["row"] == [0, 3, 0]
    assert position.view(0)["end"] == "turns"
    assert position.points() == [points, 0, 0]
    earlier = lay("kccc", "CC", row="1 3", placing=placing)
    earlier.record.turns = 399 - 3
    assert not play(earlier, steps).over


def test_the_400th_turn_ends_the_game_also_within_the_last_turns() -> None:
    """[O25] [O20]"""
    position = lay("kk", last=True)
    position.record.turns = 399
    assert play(position, "end").view(0)["end"] == "turns"
    position = lay("kk", last=True)
    position.record.closing, position.record.turns = 1, 399
    assert play(position, "end").view(0)["end"] == "last_chest"


@pytest.mark.parametrize("options", ALL_OPTIONS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_combination_of_options_keeps_to_its_own_actions(
    seats: int, options: dict[str, str]
) -> None:
    """[O6] [O15] [O16] [O18]"""
    position, stream = Position(OMG, seats, options), rng.new(seats)
    while not position.over:
        texts = legal(position) if position.actor >= 0 else []
        s = position.record
        assert options["steal"] == "on" or not any("<" in text for text in texts)
        assert options["greedy"] == "on" or s.used == 0 or "roll" not in texts
        if options["wild"] == "off" and s.dice[rules.KEY] == 0:
            assert not any(text.startswith("open") for text in texts)
        assert "roll" not in texts or not s.again
        assert position.view(0)["options"] == [
            option.name for option in rules.OPTIONS if options[option.name] != option.values[0]
        ]
        position.play(position.random_step(stream))
    assert (
        sum(position.points())
        + sum(len(treasure) for boat in position.view(0)["boats"] for treasure in boat["ashore"])
        <= 30
    )


# What is told


LOGS = {
    "all": (
        "*kkcd roll *kkcc open2 end =CCD 2k *ccds CCD<0 end",
        [
            *("rolls", "", "rolls_again", "keys", "leaves", "opens", "row"),
            *("rolls", "steals", ""),
        ],
    ),
    "one": (
        "*kkcd roll *kkcc open2 =CCD end 2k *ccds CCD<0 end",
        [
            *("rolls", "", "rolls_again", "", "opens", "leaves", "row"),
            *("rolls", "steals", ""),
        ],
    ),
}


@pytest.mark.parametrize("placing", LOGS)
def test_the_log_tells_rolls_keys_chests_loads_and_thefts(placing: str) -> None:
    steps, told = LOGS[placing]
    match = Match(OMG, 2, {"steal": "on", "placing": placing})
    for step in f"{SETUP} {steps}".split():
        match.play(step)
    keys = [" ".join(line["key"] for line in lines) for lines in match.lines(WATCHER)]
    told = ["starts", "", "", "", "row", *told]
    assert keys == [f"log.{key}" if key else "" for key in told]


@pytest.mark.parametrize(("placing", "opening"), [("all", "open1 end"), ("one", "open1")])
def test_the_log_tells_the_last_chest(placing: str, opening: str) -> None:
    """[O20]"""
    before = play(lay("k", row="1", last=True, placing=placing), opening)
    after_it = before.copy()
    step = after_it.play("=0")
    told_last = OMG.view.log(before.plain(), int(step), after_it.plain(), WATCHER)
    assert [line["key"] for line in told_last] == ["log.opens", "log.last_chest"]


def test_the_log_says_when_the_turns_have_run_out() -> None:
    """[O25]"""
    before = lay("cc", row="3 3 3")
    before.record.turns = 399
    after_it = before.copy()
    step = int(after_it.play("end"))
    told = OMG.view.log(before.plain(), step, after_it.plain(), WATCHER)
    assert [line["key"] for line in told] == ["log.leaves", "log.turns"]


@pytest.mark.parametrize(
    ("dice", "own", "rival", "row", "again", "key"),
    [
        ("kccc", "", "", "1", 0, "use_or_roll"),
        ("kccc", "", "", "1", 1, "use"),
        ("sccc", "", "C", "1", 0, "steal_or_roll"),
        ("sccc", "", "C", "1", 1, "steal"),
        ("cccc", "", "C", "1", 0, "end_or_roll"),
        ("cccc", "", "C", "1", 1, "end"),
    ],
)
def test_the_prompt_says_what_can_be_done(
    dice: str, own: str, rival: str, row: str, again: int, key: str
) -> None:
    position = lay(dice, own, rival, row=row, steal="on")
    position.record.again = again
    assert position.view(0)["prompt"]["key"] == f"prompt.{key}"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_plain_words_tell_the_one_who_decides_what_matters_and_nobody_else(lang: str) -> None:
    texts = words.texts(lang, "oh_my_gold", ["Ann", "Bob", "Cy"])
    tell = board("oh_my_gold").words
    position = lay("kkcs", "C", "CD", row="1 3", steal="on")
    (told,) = tell(position.view(0), texts)
    for word in ("open1", "open2", "CD", "Bob"):
        assert word in told
    assert tell(position.view(1), texts) == []
    assert len(tell(position.view(WATCHER), texts)) == 1
    (told,) = tell(lay("c", "C", "CD", last=True).view(0), texts)
    assert "CD" not in told
    assert tell(script("@0").view(0), texts) == []


# Records, notation, features


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("seats", 1, 1),
        ("seats", 5, 1),
        ("greedy", 2, 1),
        ("wild", -1, 1),
        ("first", 3, 1),
        ("turn", 3, 1),
        ("turn", -1, 1),
        ("phase", 6, 1),
        ("turns", 401, 1),
        ("row", [1, 2, -3], 4),
        ("dice", [-1, 5, 0, 0], 3),
        ("unseen", [0, -1, 8, 9], 4),
        ("top", 4, 4),
        ("opening", 4, 2),
        ("used", 5, 1),
        ("boarded", 8, 1),
        ("closing", 5, 1),
        ("first", -1, 2),
        ("opening", 1, 2),
        ("phase", rules.REVEAL, 2),
        ("phase", rules.DONE, 2),
        ("phase", rules.FILL, 2),
        ("phase", rules.BEGIN, 2),
        ("turns", 400, 2),
        ("turns", 7, 2),  # then another seat would be to act
        ("turn", 1, 2),
        ("boarded", 2, 1),  # no die lies on a boat
        ("top", 0, 2),
        ("closing", 1, 2),
        ("phase", rules.ROLL, 3),
        ("used", 1, 3),
        ("dice", [2, 2, 1, 0], 3),
        ("row", [1, 2, 4], 4),
        ("row", [1, 2, 0], 4),
        ("top", 2, 4),
        ("unseen", [1, 5, 7, 2], 4),
        ("unseen", [0, 6, 6, 2], 4),
        ("closed", np.where(rules.CHEST_CARDS == 3, 4, rules.CHEST_CARDS), 4),
        ("closed", np.roll(rules.CHEST_CARDS, 1, axis=1), 4),
        ("closed", -rules.CHEST_CARDS, 4),
        ("ashore", np.eye(4, len(TREASURES)), 4),
        ("loot", np.eye(4, len(TREASURES)), 4),
    ],
)
def test_a_record_that_cannot_be_is_told_by_its_fault(field: str, value: Any, fault: int) -> None:
    position = script(f"{SETUP} *kkcs")
    position.record[field] = value
    assert rules.check(position.record) == fault


def test_a_boat_is_boarded_with_a_die_in_a_game_with_thefts_and_never_ones_own() -> None:
    """[O17]"""
    position = play(lay("ccds", "", "CC", steal="on"), "CC<1")
    assert rules.check(position.record) == 0
    for field, value in (("boarded", 1), ("boarded", 6), ("steal", 0)):
        other = position.copy()
        other.record[field] = value
        assert rules.check(other.record) == 1


def test_the_last_chest_of_the_pile_is_told_as_it_comes_into_the_row() -> None:
    """[O14]"""
    told = [
        line
        for seed in range(20)
        for lines in random_match(OMG, 2, seed=seed).lines(WATCHER)
        for line in lines
        if line["key"] == "log.last_row"
    ]
    assert len(told) >= 20
    assert all(any(line["args"].values()) for line in told)


def test_cards_of_seats_that_do_not_play_and_bones_ashore_are_told() -> None:
    for field, seat, treasure in (("loot", 3, ""), ("ashore", 3, "C"), ("ashore", 0, "")):
        position = script(f"{SETUP} *kkcs open1 ={treasure or 0}", placing="one")
        own = position.record.loot if treasure == "" else position.record.ashore
        own[0, TREASURES.index(treasure)] = 0
        position.record[field][seat, TREASURES.index(treasure)] = 1
        assert rules.check(position.record) == 4
    position = script(f"{SETUP} *kkcs open1 =C", placing="one")
    position.record.ashore[0, 1], position.record.ashore[1, 1] = 2, -1
    assert rules.check(position.record) == 4
    position.record.ashore[:2, 1] = 0
    assert rules.check(position.record) == 4  # a card is missing


def test_dice_outside_a_turn_and_a_chest_in_hand_without_keys_are_told() -> None:
    between = script("@0 1k 2k")
    between.record.used = 1
    assert rules.check(between.record) == 3
    opening = script(f"{SETUP} *kkkc open3", placing="one")
    opening.record.used, opening.record.dice[0] = 2, 1
    assert rules.check(opening.record) == 3
    rolling = script(f"{SETUP}")
    rolling.record.used = 1
    assert rules.check(rolling.record) == 3
    filling = script("@0")
    filling.record.unseen[:] = 0
    assert rules.check(filling.record) == 2


def test_a_position_typed_in_by_hand_is_refused_with_its_reason() -> None:
    text = script(f"{SETUP} *kkcs").text()
    assert Position.from_text(OMG, text) == script(f"{SETUP} *kkcs")
    with pytest.raises(ValueError, match="the dice rolled and used are not those of this phase"):
        Position.from_text(OMG, text.replace("used=0", "used=2"))
    with pytest.raises(ValueError, match="out of range"):
        Position.from_text(OMG, text.replace("turn=0", "turn=100"))
    with pytest.raises(ValueError, match="the phase does not fit"):
        Position.from_text(OMG, text.replace("opening=0", "opening=100"))
    with pytest.raises(ValueError, match="are not those of the edition"):
        Position.from_text(OMG, text.replace("top=1", "top=100"))


def test_steps_are_written_as_the_rule_book_says() -> None:
    actions = [OMG.notation.action(n) for n in range(rules.ACTIONS)]
    assert actions[:6] == ["roll", "open1", "open2", "open3", "C", "D"]
    assert actions[-1] == "end"
    assert {"CCD", "CDD<3", "C<2"} <= set(actions)
    outcomes = [OMG.notation.outcome(n) for n in range(rules.OUTCOMES)]
    assert {"@0", "1k", "3k", "=CD", "=0", "*kkcs", "*ssss", "*d"} <= set(outcomes)


def test_the_picture_shows_row_pile_dice_and_boats() -> None:
    picture = str(play(lay("kccd", "C", "CD", row="1 3"), "C"))
    assert "row   1k 3k --" in picture
    assert "dice  kcd" in picture
    assert "seat 0> ashore -  loot C" in picture
    assert "seat 1  ashore CD  loot -" in picture


def test_the_fields_of_a_position_are_laid_out_flat() -> None:
    assert STATE.itemsize <= 192


# Editions


def own(text: str) -> Position:
    """The start of a match in an edition of one's own."""
    opened = game("oh_my_gold", msgspec.toml.decode(text, type=edition_type("oh_my_gold")))
    assert not opened.shipped
    return Position(opened, 3, {"greedy": "on", "steal": "on", "wild": "on"})


OTHER_DIE = SHIPPED.replace('"diamond", "sabres"]', '"diamond", "diamond"]')
OTHER_CHESTS = SHIPPED[: SHIPPED.index("list = [")] + (
    'list = [{ keys = 1, treasure = "CCDD", cards = 9 }, { keys = 3, treasure = "D", cards = 9 }]\n'
)
ALL_BONES = SHIPPED[: SHIPPED.index("list = [")] + (
    'list = [{ keys = 2, treasure = "", cards = 18 }]\n'
)


@pytest.mark.parametrize("text", [OTHER_DIE, OTHER_CHESTS, ALL_BONES])
def test_an_edition_of_ones_own_plays_at_once_beside_the_shipped_one(text: str) -> None:
    """[O2] [O3]"""
    opened = own(text).game
    out = np.zeros(opened.features.FEATURES, np.float32)
    for seed in range(3):
        match = random_match(opened, 3, {"steal": "on", "wild": "on"}, seed=seed)
        for position in match.replay():
            assert opened.rules.check(position.record) == 0
            opened.features.features(position.record, 1, out)
            assert np.isfinite(out).all()
            assert np.abs(out).max() <= 1
        assert Position.from_text(opened, match.position.text()) == match.position
    assert random_match(OMG, 3, seed=1).position.game is OMG


def test_another_die_rolls_by_its_own_faces() -> None:
    """[O2]"""
    position = play(own(OTHER_DIE), f"{SETUP} *kkkc open3 roll")
    assert chances(position) == {"*k": 2, "*c": 2, "*d": 2}


def test_other_chests_hold_what_their_edition_says() -> None:
    """[O3]"""
    position = play(own(OTHER_CHESTS), "@0")
    assert chances(position) == {"1k": 9, "3k": 9}
    play(position, "1k 1k 1k 3k *kkcd open1")
    assert legal(position) == ["roll", "open2", "open3"]
    assert chances(play(position, "open3 end")) == {"=CCDD": 9}
    assert chances(play(position, "=CCDD")) == {"=CCDD": 8}


def test_a_game_of_bones_is_shared_by_those_with_fewest() -> None:
    """[O13] [O22]"""
    position, stream = own(ALL_BONES), rng.new(1)
    while not position.over:
        position.play(position.random_step(stream))
    bones = [boat["bones"] for boat in position.view(WATCHER)["boats"]]
    assert sum(bones) == 18
    assert position.points() == [0, 0, 0]
    assert position.places() == [1 + sum(b < mine for b in bones) for mine in bones]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('treasure = "C", cards = 3', 'treasure = "C", cards = 2', "line 13: 17 chests"),
        ('"sabres"]', '"skull"]', 'line 9: no face "skull"; there are key, coin, diamond, sabres'),
        ('"sabres"]', "]", "line 9: a die of 5 faces; there must be 6"),
        ('["key", "key", ', '["coin", "sabres", ', "line 9: no face with a key"),
        ('"diamond", ', '"sabres", ', "line 9: no face with a diamond"),
        ('keys = 3, treasure = "CCC"', 'keys = 4, treasure = "CCC"', "line 22: a chest with 4"),
        ('"CDD"', '"CCDDD"', 'line 24: treasure "CCDDD" asks for more than 4 dice'),
        ('"CDD"', '"DDC"', 'line 24: treasure "DDC"; write C for coins, then D for diamonds'),
        ('"CDD"', '"CX"', 'line 24: treasure "CX"; write C'),
        ('"CDD"', '"CCD"', "line 24: the same chest appears twice"),
        ('"CDD", cards = 1', '"CDD", cards = 0', "line 24: 0 cards; leave the chest out"),
        ('game = "oh_my_gold"', 'game = "gold"', 'line 4: this is an edition of "gold"'),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused_with_line_and_reason(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    """[O1] [O2] [O3]"""
    assert old in SHIPPED
    path = tmp_path / "my.toml"
    path.write_text(SHIPPED.replace(old, new, 1), "utf-8")
    with pytest.raises(EditionError, match=f"my.toml, .*{reason}"):
        game("oh_my_gold", path)


@pytest.mark.parametrize(
    ("dice", "boats", "row", "options", "told"),
    [
        ("kkcd", (), "1", {}, {"coin": "No treasure lies in front", "diamond": "No treasure lies"}),
        ("kkcc", ("C",), "3", {}, {"key": "The remaining chests need at least 3 keys."}),
        ("kkcc", ("C",), "", {"last": True}, {"key": "No chest in the row needs keys."}),
        ("ccc", ("DD",), "", {}, {"coin": "No treasure in front of your boat takes a coin."}),
        ("dcc", ("CC",), "", {}, {"diamond": "No treasure in front of your boat takes a diamond."}),
        (
            "cccs",
            ("CCD CDD",),
            "",
            {},
            {"coin": "To load 2 coins and 1 diamond you still need 1 di"},
        ),
        ("s", (), "", {}, {"sabres": "Sabres do nothing by these rules."}),
        ("s", (), "", {"steal": "on"}, {"sabres": "No rival has a treasure to steal."}),
        ("cs", ("", "CD"), "", {"steal": "on"}, {"sabres": "To steal 1 coin and 1 diamond you st"}),
        ("cs", ("", "C"), "", {"steal": "on"}, {}),
        ("ks", (), "2", {"wild": "on"}, {}),
        (
            "ks",
            (),
            "3",
            {"wild": "on"},
            {"key": "The remaining", "sabres": "They do not complete"},
        ),
        ("cs", ("CCC",), "", {"wild": "on"}, {"coin": "They do not", "sabres": "They do not"}),
        ("kc", (), "1", {"placing": "one"}, {}),  # what is in the chest may take it
    ],
)
def test_dice_that_complete_nothing_are_shown_with_the_reason(
    dice: str, boats: tuple[str, ...], row: str, options: dict[str, Any], told: dict[str, str]
) -> None:
    """[O7] [O9] [O12]"""
    position = lay(dice, *boats, row=row, **options)
    texts = words.texts("en", "oh_my_gold", ["Ann", "Bob", "Cy"])
    idle = {face: texts.line(why) for face, why in position.view(0)["idle"].items()}
    assert all(idle[face].startswith(why) for face, why in told.items())
    assert told or not idle


def test_a_chest_that_waits_with_its_keys_takes_no_more() -> None:
    """[O10]: it is closed until the turn ends, and has all it needs."""
    for row, steps, why in (
        ("1", "open1", "No chest in the row needs keys."),
        ("1 3", "open1", "The remaining chests need at least 3 keys."),
    ):
        position = play(lay("kk", row=row, last=True), steps)
        said = position.view(0)["idle"]["key"]
        assert words.texts("en", "oh_my_gold").line(said) == why


def test_no_die_is_idle_before_it_is_rolled() -> None:
    assert script("@0").view(0)["idle"] == {}
