"""When the chests of Oh My Gold! are opened: once all dice are placed, or one by one, or as once.

Version 1 had no option for it; it must go on as the value ``one`` does.
"""

import itertools
from io import StringIO
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from games.oh_my_gold.quay import OMG, SETUP, chances, lay, legal, play, script, sound
from goldrush import link
from goldrush.core import WATCHER, rng
from goldrush.games import game
from goldrush.games.contract import Game
from goldrush.games.oh_my_gold import rules
from goldrush.games.texts import LANGUAGES
from goldrush.match import Match
from goldrush.position import IllegalStep, Position
from goldrush.terminal import words
from goldrush.terminal.boards import board
from matches import random_match

FIRST = game("oh_my_gold", version=1)
AT_ONCE: dict[str, tuple[Game, Any]] = {
    "placing one": (OMG, {"placing": "one"}),
    "version 1": (FIRST, {}),
}
VARIANTS = [
    dict(zip(("greedy", "steal", "wild"), values, strict=True))
    for values in itertools.product(("off", "on"), repeat=3)
]

at_once = pytest.mark.parametrize(("by", "options"), AT_ONCE.values(), ids=AT_ONCE.keys())


def keyed(position: Position) -> list[int]:
    """The slots whose chests wait, as everybody sees them."""
    found = {tuple(position.view(seat)["keyed"]) for seat in (*range(position.seats), WATCHER)}
    (slots,) = found
    return [*slots]


def ashore(position: Position, seat: int = 0) -> list[str]:
    return list(position.view(seat)["boats"][seat]["ashore"])


# Dice first, then chests


def test_dice_are_placed_first_and_chests_opened_later_unless_one_says_otherwise() -> None:
    """[O10]"""
    assert rules.OPTIONS[0] == ("placing", ("all", "one"), ())
    assert Match(OMG, 2).options["placing"] == "all"


def test_a_chest_that_got_its_keys_stays_closed_in_the_row_for_all_to_see() -> None:
    """[O10]"""
    position = script(f"{SETUP} *kkcc open2")
    assert position.actor == 0
    assert position.view(0)["row"] == [1, 2, 3]
    assert keyed(position) == [1]
    assert position.view(0)["opening"] is None
    assert (position.view(0)["dice"], position.view(0)["used"]) == (["coin", "coin"], 2)
    assert sum(position.view(0)["closed"]) == 18
    assert ashore(position) == []


@pytest.mark.parametrize("dice", ["kkkk", "kkks"])
def test_a_chest_that_has_its_keys_gets_no_more(dice: str) -> None:
    """[O10] [O7]"""
    position = play(lay(dice, row="1 2 3", wild="on"), "open1")
    assert legal(position) == ["open2", "open3"]
    with pytest.raises(IllegalStep):
        position.play("open1")
    assert legal(play(position, "open3")) == ["end"]


def test_cards_get_their_dice_in_any_order() -> None:
    """[O10]"""
    orders = itertools.permutations(("open1", "open3", "C", "D"))
    laid = [play(lay("kkcd", "C D", row="1 2 1"), " ".join(steps)) for steps in orders]
    assert all(position == laid[0] for position in laid)
    assert keyed(laid[0]) == [0, 2]
    assert laid[0].points() == [2, 0, 0]
    assert legal(laid[0]) == ["end"]


@pytest.mark.parametrize("order", [*itertools.permutations((1, 2, 3))])
def test_chests_are_opened_from_the_left_however_they_got_their_keys(
    order: tuple[int, ...],
) -> None:
    """[O10]"""
    position = lay("kkkk", row="2 1 1")
    play(position, " ".join(f"open{slot}" for slot in order))
    assert keyed(position) == [0, 1, 2]
    play(position, "end")
    assert set(chances(position)) == {"=0", "=CC", "=CD", "=DD", "=CCD"}  # two keys
    assert (position.view(0)["opening"], keyed(position)) == (2, [1, 2])
    assert position.view(0)["row"] == [0, 1, 1]
    play(position, "=DD")
    assert chances(position) == {"=0": 2, "=C": 3, "=D": 2}
    assert (position.view(0)["opening"], keyed(position)) == (1, [2])
    assert position.view(0)["row"] == [0, 0, 1]
    play(position, "=D")
    assert chances(position) == {"=0": 2, "=C": 3, "=D": 1}, "the second D is gone"
    assert keyed(position) == []
    assert ashore(play(position, "=C")) == ["C", "D", "DD"]
    assert position.record.turn == 1


def test_a_chest_without_keys_is_passed_over_and_stays_where_it_is() -> None:
    """[O10] [O14]"""
    position = script(f"{SETUP} *kkkk open1 open3 end =D")
    assert position.view(0)["row"] == [0, 2, 0]
    assert set(chances(position)) == {"=CCC", "=CCD", "=CDD"}
    assert position.view(0)["phase"] == "reveal"
    play(position, "=CCC 2k 2k")
    assert position.view(0)["row"] == [1, 2, 2]
    assert (position.record.turn, position.view(0)["phase"]) == (1, "roll")


def test_a_chest_is_drawn_for_and_decided_about_only_after_the_turn_was_ended() -> None:
    """[O10] [O12]"""
    position = script(f"{SETUP} *kkcd open2")
    assert legal(position) == ["end"], "it is a step even when it is alone"
    assert play(position, "end").view(0)["phase"] == "reveal"


def test_what_was_in_a_chest_is_loaded_in_the_next_turn_and_not_in_this_one() -> None:
    """[O10]"""
    position = script(f"{SETUP} *kkcd open2 end =CD", seats=2)
    assert ashore(position) == ["CD"]
    assert position.view(0)["phase"] == "fill", "the turn is over, coin and diamond or not"
    play(position, "1k *ssss end")
    assert position.record.turn == 0
    play(position, "*kccd")
    assert legal(position) == ["roll", "open1", "open2", "CD"]
    assert play(position, "CD").points() == [2, 0]


def test_a_treasure_that_lay_there_is_loaded_at_once_while_chests_wait() -> None:
    """[O10] [O9]"""
    position = play(lay("kcdd", "CD", row="1"), "open1 CD")
    assert position.points() == [2, 0, 0]
    assert (ashore(position), keyed(position)) == ([], [0])


def test_bones_in_a_chest_go_under_the_boat_and_the_next_chest_is_opened() -> None:
    """[O13] [O10]"""
    position = play(lay("kkcc", row="1 1"), "open1 open2 end =0")
    assert position.view(0)["boats"][0] == {
        "ashore": [],
        "cards": 1,
        "coins": None,
        "diamonds": None,
        "bones": None,
    }
    assert position.record.loot[0, rules.BONES] == 1
    assert position.view(0)["phase"] == "reveal"
    play(position, "=0")
    assert position.record.loot[0, rules.BONES] == 2
    assert position.record.turn == 1


def test_dice_that_are_left_are_lost_when_the_chests_open() -> None:
    """[O9] [O10]"""
    position = play(lay("kccd", "DD", row="1"), "open1 end =C")
    assert position.view(1)["dice"] == []
    assert (position.record.used, position.record.turn) == (0, 1)


# When placing is over


def test_a_chest_that_has_its_keys_keeps_no_turn_going() -> None:
    """[O12] [O10]"""
    assert legal(play(lay("kkcc", row="1 3"), "open1")) == ["end"]
    assert legal(play(lay("kkcc", row="1 1"), "open1")) == ["open2"]
    assert legal(play(lay("kkcc", "CC", row="1 3"), "open1")) == ["CC"]


def test_wild_sabres_that_fit_a_free_chest_must_still_be_used() -> None:
    """[O12] [O18]"""
    assert legal(play(lay("ksdd", row="1 1", wild="on"), "open1")) == ["open2"]
    assert legal(play(lay("ksdd", row="1 2", wild="on"), "open1")) == ["end"]


def test_all_dice_placed_is_the_end_of_placing_too() -> None:
    """[O12]"""
    assert legal(play(lay("kk", row="2 1"), "open1")) == ["end"]


# Variants


def test_greedy_pirates_roll_the_rest_while_their_chests_wait() -> None:
    """[O15] [O10]"""
    position = script(f"{SETUP} *kkkc open1", greedy="on")
    assert legal(position) == ["roll", "open2"]
    play(position, "roll")
    assert (position.view(0)["rolling"], keyed(position)) == (3, [0])
    assert position.view(0)["row"] == [1, 2, 3]
    play(position, "*kkc")
    assert legal(position) == ["open2"]
    play(position, "open2 end")
    assert set(chances(position)) == {"=0", "=C", "=D"}
    assert set(chances(play(position, "=C"))) == {"=0", "=CC", "=CD", "=DD", "=CCD"}


def test_greedy_pirates_may_open_what_they_have_instead_of_rolling() -> None:
    """[O15] [O12]"""
    position = script(f"{SETUP} *kccd open1", greedy="on")
    assert legal(position) == ["roll", "end"]
    assert play(position, "end").view(0)["phase"] == "reveal"
    assert play(position, "=C").record.turn == 1


def test_thefts_come_while_chests_wait_and_are_never_compulsory() -> None:
    """[O16] [O12] [O10]"""
    position = play(lay("kcsd", "", "C D", row="1", steal="on"), "open1")
    assert legal(position) == ["C<1", "D<1", "end"]
    play(position, "C<1 D<1")
    assert (position.points(), keyed(position)) == ([2, 0, 0], [0])
    assert position.view(0)["boarded"] == [1]
    play(position, "end =D")
    assert position.view(1)["boarded"] == []


def test_what_a_chest_held_can_be_stolen_before_its_opener_can_load_it() -> None:
    """[O16] [O10]"""
    position = script(f"{SETUP} *kkcd open2 end =CD 1k *cdss", steal="on")
    assert legal(position) == ["roll", "CD<0", "end"]
    assert play(position, "CD<0").points() == [0, 2, 0]


def test_wild_sabres_lie_on_a_waiting_chest_as_keys_and_are_used_up() -> None:
    """[O18] [O19] [O10]"""
    position = play(lay("ksss", "C", row="2 3", wild="on"), "open1")
    assert position.view(0)["dice"] == ["sabres", "sabres"]
    assert legal(position) == ["C"]
    position = play(lay("kkss", row="2 2", wild="on"), "open2")
    assert position.view(0)["dice"] == ["sabres", "sabres"]
    assert legal(play(position, "open1")) == ["end"]
    assert keyed(position) == [0, 1]


# The last chest


def turns_left(position: Position) -> list[int]:
    """Who still has a turn, when nothing can be done in any."""
    turns = []
    while not position.over:
        if position.actor >= 0:
            turns.append(position.actor)
            position.play(position.legal()[-1])
        else:
            position.play("*ssss")
    return turns


def test_the_last_chest_ends_its_turn_and_each_seat_has_one_more_the_opener_last() -> None:
    """[O20] [O10]"""
    position = play(lay("kkcc", row="1 1", last=True), "open1 open2 end =0")
    assert position.view(0)["closing"] is None, "one chest is still closed"
    play(position, "=0")
    assert position.view(0)["closing"] == 3
    assert turns_left(position) == [1, 2, 0]
    assert position.view(0)["end"] == "last_chest"


def test_the_opener_of_the_last_chest_may_load_it_in_the_turn_that_is_left() -> None:
    """[O20] [O10]"""
    position = play(lay("kkkc", row="3", last=True, seats=2), "open1 end =CCC *ssss end *cccc")
    assert legal(position) == ["roll", "CCC"]
    assert position.view(0)["closing"] == 1
    assert play(position, "CCC end").over
    assert position.points()[0] == 3


def test_a_chest_that_waits_is_not_open_yet() -> None:
    """[O21] [O10]"""
    position = play(lay("kccc", row="1", last=True), "open1")
    assert not rules.all_open(position.record)
    assert position.view(0)["closing"] is None
    assert not rules.all_open(play(position, "end").record)
    assert rules.all_open(play(position, "=0").record)


def test_the_last_chest_may_be_opened_in_the_400th_turn() -> None:
    """[O25] [O20]"""
    position = lay("kccc", row="1", last=True)
    position.record.turns = 399
    play(position, "open1 end =0")
    assert position.over
    assert position.view(0)["end"] == "turns"


# One by one: the value "one", and version 1


@at_once
def test_a_chest_is_opened_at_once_and_may_be_loaded_with_the_dice_left(
    by: Game, options: dict[str, Any]
) -> None:
    """[O10]"""
    position = script(f"{SETUP} *kkcd open2", by=by, **options)
    assert position.view(0)["phase"] == "reveal"
    assert keyed(position) == []
    assert legal(play(position, "=CD")) == ["CD"]
    assert play(position, "CD").points() == [2, 0, 0]
    assert legal(script(f"{SETUP} *kkcd open2 =CCD", by=by, **options)) == ["end"]


@at_once
def test_cards_are_completed_one_by_one_in_any_order(by: Game, options: dict[str, Any]) -> None:
    """[O10]"""
    laid = [
        play(lay("kccd", "C", row="1 2 2", by=by, **options), steps)
        for steps in ("open1 =D C D", "C open1 =D D", "open1 =D D C")
    ]
    assert laid[0] == laid[1] == laid[2]
    assert laid[0].points() == [2, 0, 0]


@at_once
def test_a_turn_goes_on_with_what_a_chest_held(by: Game, options: dict[str, Any]) -> None:
    """[O12] [O10]"""
    position = play(lay("kccc", row="1 2", by=by, **options), "open1 =C")
    assert legal(position) == ["C"], "it must be loaded, for it can be"
    assert legal(play(lay("kccc", row="1 2", by=by, **options), "open1 =D")) == ["end"]
    assert legal(play(lay("kccc", row="1 2", by=by, **options), "open1 =0")) == ["end"]


@at_once
def test_the_last_chest_is_opened_within_a_turn_that_goes_on(
    by: Game, options: dict[str, Any]
) -> None:
    """[O20] [O21]"""
    position = play(lay("kkcc", row="1 1", last=True, by=by, **options), "open1 =0")
    assert position.view(0)["closing"] is None
    assert play(position, "open2 =0").view(0)["closing"] == 4
    assert turns_left(position) == [0, 1, 2, 0]


@at_once
def test_greedy_pirates_load_what_they_opened_before_they_roll_the_rest(
    by: Game, options: dict[str, Any]
) -> None:
    """[O15]"""
    position = script(f"{SETUP} *kkcc open1 =C C roll *kk", by=by, greedy="on", **options)
    assert legal(position) == ["open2"]


@at_once
def test_wild_sabres_open_a_chest_and_load_it_in_one_turn(
    by: Game, options: dict[str, Any]
) -> None:
    """[O18] [O19]"""
    position = play(lay("ksss", row="2", wild="on", by=by, **options), "open1 =DD DD")
    assert position.points() == [2, 0, 0]
    assert position.view(0)["dice"] == []


# Versions


def fields(position: Position) -> dict[str, object]:
    """All that a record holds, but for what only version 2 has."""
    s = position.record
    return {
        name: s[name].tolist() for name in s.dtype.names or () if name not in ("placing", "keyed")
    }


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_placing_one_is_step_for_step_what_version_1_was(
    seats: int, variant: dict[str, str]
) -> None:
    """[O10] [O12]"""
    now = Position(OMG, seats, {"placing": "one", **variant})
    then = Position(FIRST, seats, variant)
    stream, other = rng.new(17, seats), rng.new(17, seats)
    while not then.over:
        assert fields(now) == fields(then)
        assert (now.actor, now.legal(), now.chances()) == (
            *(then.actor, then.legal(), then.chances()),
        )
        step = then.random_step(other)
        assert now.random_step(stream) == step
        sound(now).play(step)
        sound(then).play(step)
    assert (now.over, now.points(), now.places()) == (True, then.points(), then.places())
    assert fields(now) == fields(then)


def test_placing_all_is_another_game() -> None:
    """[O10]"""
    stream, other = rng.new(4), rng.new(4)
    now, then = Position(OMG, 2), Position(FIRST, 2)
    while not now.over and now.legal() == then.legal():
        step = now.random_step(stream)
        assert step == then.random_step(other)
        now.play(step)
        then.play(step)
    assert not now.over


def test_version_1_knows_no_placing() -> None:
    """[O10]"""
    assert (OMG.version, FIRST.version) == (2, 1)
    assert [option.name for option in FIRST.rules.OPTIONS] == ["greedy", "steal", "wild"]
    assert not {"placing", "keyed"} & {*(FIRST.rules.STATE.names or ())}
    with pytest.raises(ValueError, match='no option "placing"; its options: greedy, steal, wild'):
        Match(FIRST, 2, {"placing": "one"})


@pytest.mark.parametrize("variant", VARIANTS[::3])
def test_a_link_of_version_1_has_no_placing_and_is_read_by_it(variant: dict[str, str]) -> None:
    """[O10]"""
    match = random_match(FIRST, 3, variant, seed=5)
    assert match.options == variant
    by, seats, options, steps = link.read(match.link())
    assert (by, seats, options) == (FIRST, 3, variant)
    assert steps == [int(step) for _, step in match.history]
    assert Match.from_link(match.link()).position == match.position


@pytest.mark.parametrize("placing", ["all", "one"])
def test_a_link_of_version_2_says_how_dice_were_placed(placing: str) -> None:
    """[O10]"""
    match = random_match(OMG, 2, {"placing": placing}, seed=5)
    by, _, options, _ = link.read(match.link())
    assert by is OMG
    assert options == {"placing": placing, "greedy": "off", "steal": "off", "wild": "off"}
    assert Match.from_link(match.link()).position == match.position


@pytest.mark.parametrize("seats", [2, 4])
def test_chests_wait_only_within_a_turn_of_a_game_that_places_all_dice_first(seats: int) -> None:
    """[O10]"""
    waited = set()
    for seed, variant in enumerate(VARIANTS):
        for position in random_match(OMG, seats, variant, seed=seed).replay():
            if position.record.keyed:
                waited.add((position.view(WATCHER)["phase"], variant["greedy"]))
    everywhere = {(phase, greedy) for phase in ("act", "reveal") for greedy in ("off", "on")}
    assert waited == {*everywhere, ("roll", "on")}


# Records


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"placing": 2}, 1),
        ({"placing": -1}, 1),
        ({"keyed": 8}, 1),
        ({"keyed": -1}, 1),
        ({"keyed": 2, "placing": 1}, 1),  # where chests are opened at once none waits
        ({"keyed": 1, "row": [0, 2, 3]}, 1),  # where no chest lies none waits
        ({"keyed": 4}, 3),  # three keys, but two dice are used
        ({"keyed": 3}, 3),
        ({"keyed": 2, "used": 1, "dice": [1, 2, 0, 0]}, 3),
    ],
)
def test_chests_that_cannot_wait_are_told(changes: dict[str, Any], fault: int) -> None:
    """[O10]"""
    position = script(f"{SETUP} *kkcc open2")
    for field, value in changes.items():
        position.record[field] = value
    assert rules.check(position.record) == fault


def test_a_chest_that_is_being_opened_has_keys_of_its_own() -> None:
    """[O10]"""
    position = script(f"{SETUP} *kkkk open1 open3 end")
    assert (position.record.opening, position.record.keyed) == (1, 0b100)
    position.record.used, position.record.dice[0] = 3, 1
    assert rules.check(position.record) == 3


@pytest.mark.parametrize("steps", ["@0 1k", SETUP])
def test_no_chest_waits_before_a_turn(steps: str) -> None:
    """[O10]"""
    position = script(steps)
    position.record.keyed = 1
    assert rules.check(position.record) == 3


def test_version_1_is_checked_like_version_2() -> None:
    for by, options in AT_ONCE.values():
        position = script(f"{SETUP} *kkkc open3", by=by, **options)
        position.record.used, position.record.dice[0] = 2, 1
        assert by.rules.check(position.record) == 3


def test_a_position_with_a_waiting_chest_is_written_read_and_pictured() -> None:
    position = script(f"{SETUP} *kkcc open2")
    assert Position.from_text(OMG, position.text()) == position
    assert "row   1k 2k+ 3k" in str(position)
    old = script(f"{SETUP} *kkcc", by=FIRST)
    assert Position.from_text(FIRST, old.text()) == old
    assert "row   1k 2k 3k" in str(old)


def test_features_know_how_dice_are_placed_and_which_chests_wait() -> None:
    def seen(position: Position) -> list[float]:
        features = position.game.features
        out = np.zeros(features.FEATURES, np.float32)
        features.features(position.record, 0, out)
        return [*map(float, out)]

    assert seen(script(f"{SETUP} *kkkk open1 open3"))[-4:] == [0, 1, 0, 1]
    assert seen(script(f"{SETUP} *kkkk", placing="one"))[-4:] == [1, 0, 0, 0]
    assert FIRST.features.FEATURES == OMG.features.FEATURES - 4
    assert seen(script(f"{SETUP} *kkkk", by=FIRST)) == seen(script(f"{SETUP} *kkkk"))[:-4]


# What is shown and told


def lines(position: Position, text: str, lang: str = "en") -> list[str]:
    """What all of some steps are told as."""
    texts, told = words.texts(lang, "oh_my_gold", NAMES), []
    for step in text.split():
        before = position.copy()
        played = int(position.play(step))
        told += position.game.view.log(before.plain(), played, position.plain(), WATCHER)
    return [texts.line(line) for line in told]


NAMES = ["Ann", "Bob", "Cy"]


def test_the_log_tells_keys_as_they_are_placed_and_then_the_chests_together() -> None:
    """[O10]"""
    steps = "open3 open1 end =D =CCC"
    assert lines(script(f"{SETUP} *kkkk"), steps) == [
        "Ann puts 3 keys on a chest.",
        "Ann puts 1 key on a chest.",
        "Ann opens a chest with 1 key: 1 diamond.",
        "Ann opens a chest with 3 keys: 3 coins.",
    ]
    assert lines(script(f"{SETUP} *kkkk"), steps, "fr")[:2] == [
        "Ann met 3 clés sur un coffre.",
        "Ann met 1 clé sur un coffre.",
    ]


def test_the_last_chest_of_the_pile_is_told_when_an_opened_chest_makes_room_for_it() -> None:
    """[O14] [O10]"""
    position = lay("kcc", row="1 2", last=True)
    position.record.row[1], position.record.top = 0, 2
    assert lines(position, "open1 end =0") == [
        "Ann puts 1 key on a chest.",
        "Ann leaves 2 dice unused.",
        "Ann opens a chest with 1 key: nothing but fish bones.",
        "Keys in the row: 2, 0 and 0; the pile is empty.",
    ]


def test_the_400th_turn_is_told_when_its_last_chest_was_opened() -> None:
    """[O25] [O10]"""
    position = lay("k", row="1 2")
    position.record.turns = 399
    assert lines(position, "open1 end =D")[-1].startswith("400 turns have been played")


@at_once
def test_the_log_tells_a_chest_opened_at_once_in_one_line(
    by: Game, options: dict[str, Any]
) -> None:
    """[O10]"""
    position = script(f"{SETUP} *kkcd", by=by, **options)
    assert lines(position, "open2 =CD CD") == [
        "Ann opens a chest with 2 keys: 1 coin and 1 diamond.",
        "Ann loads 1 coin and 1 diamond.",
    ]


@pytest.mark.parametrize(
    ("steps", "options", "key"),
    [
        ("*kkkc", {}, "use_or_roll"),
        ("*kkkc open1", {}, "use"),
        ("*kkkc open1 open2", {}, "end"),
        ("*kkcc open1", {"greedy": "on"}, "end_or_roll"),
        ("*kkkc open1", {"greedy": "on"}, "use_or_roll"),
        ("*kkkk open1 open3", {"greedy": "on"}, "end"),
        ("*kkkc open1 open2 end", {}, "reveal"),
        ("*kkkc open1 open2 end =C", {}, "reveal"),
        ("*kkkc open1 open2 end =C =CC", {}, "fill"),
        ("*kccd open1", {"placing": "one"}, "reveal"),
        ("*kccd open1 =C", {"placing": "one"}, "use"),
    ],
)
def test_the_prompt_says_what_can_be_done_while_chests_wait(
    steps: str, options: dict[str, Any], key: str
) -> None:
    """[O10] [O12]"""
    assert script(f"{SETUP} {steps}", **options).view(0)["prompt"]["key"] == f"prompt.{key}"


WAITS = {"en": "opens at the end of the turn", "fr": "s’ouvre à la fin du tour"}


@pytest.mark.parametrize("lang", WAITS)
def test_plain_words_tell_which_chests_wait_until_the_turn_is_ended(lang: str) -> None:
    """[O10]"""
    texts, tell = words.texts(lang, "oh_my_gold", NAMES), board("oh_my_gold").words
    position = script(f"{SETUP} *kkkk")
    (told,) = tell(position.view(0), texts)
    assert WAITS[lang] not in told
    (told,) = tell(play(position, "open1").view(0), texts)
    assert told.count(WAITS[lang]) == 1
    assert "open1" not in told
    (told,) = tell(play(position, "open3").view(0), texts)
    assert told.count(WAITS[lang]) == 2, "also with no die left"
    assert "open2" in told
    assert tell(position.view(1), texts) == []
    assert tell(play(position, "end").view(0), texts) == []
    done = play(lay("cc", "CC", placing="one"), "CC")
    assert tell(done.view(0), texts) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_chest_that_waits_has_a_sign_of_its_own_on_the_board(lang: str) -> None:
    """[O10]"""
    texts = words.texts(lang, "oh_my_gold", NAMES)

    def drawn(position: Position) -> str:
        file = StringIO()
        console = Console(file=file, width=80)
        console.print(board("oh_my_gold").draw(position.view(0), texts, 80, 24))
        return file.getvalue()

    position = script(f"{SETUP} *kkcc")
    assert "✓" not in drawn(position)
    shown = drawn(play(position, "open2"))
    assert shown.count("2k ✓") == shown.count("✓") == 1
    assert texts("board.ready") in shown
    assert "open2" not in shown
    assert "✓" not in drawn(play(position, "end =CC"))
