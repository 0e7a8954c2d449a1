"""What people are told of squares, choices and what a seat lacks: in words, and nobody's secret."""

import re
from typing import Any

import pytest

from games.golden_town.town import Seat, lay, mine, play
from goldrush.core import WATCHER, Record
from goldrush.games.golden_town import rules
from goldrush.games.golden_town.edition import Board, Square
from goldrush.games.golden_town.places import named, steps_from
from goldrush.games.texts import LANGUAGES
from goldrush.position import Position
from goldrush.terminal import words
from goldrush.witness import retell
from matches import random_match

NAMES = ["Ann", "Bo", "Cy"]
TEXTS = words.texts("en", "golden_town", NAMES)
NEAR = "go to mine A, 3 squares away"
NEEDS_CARD = f"{NEAR}; swap for a Mine card"


def view(s: Record, seat: int = 0) -> Any:
    return Position("golden_town", record=s).view(seat)


def told(lines: list[Any]) -> str:
    return " ".join(map(TEXTS.line, lines))


def means(s: Record, square: str) -> str:
    return told(next(way["means"] for way in view(s)["reach"] if way["square"] == square))


def lacks(s: Record, seat: int = 0, eyes: int = 0) -> str | None:
    said = view(s, eyes)["players"][seat]["next"]
    return said and TEXTS.line(said)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_square_has_a_name_of_its_own_without_its_code(lang: str) -> None:
    places = named(rules.EDITION.board)
    said = {name: words.texts(lang, "golden_town").line(place) for name, place in places.items()}
    assert len({*said.values()}) == len(rules.EDITION.board.squares)
    assert not [text for text in said.values() if re.search(r"\b[A-Z]\d", text)]


@pytest.mark.parametrize(
    ("square", "said"),
    [
        ("A6", "just before mine A"),
        ("A5", "2 before mine A"),
        ("T15", "by the Hospital"),
        ("T12", "at the fork to mine C"),
        ("T11", "2 from the Bank, towards mine C"),
        ("T4", "4 from the Prison, towards mine A"),
        ("T6", "2 from the Prison, towards mine A"),
        ("T1", "2 from the Hotel, towards mine A"),
        ("Hotel", "in the Hotel"),
        ("B", "at mine B"),
    ],
)
def test_squares_are_called_by_the_nearest_landmark(square: str, said: str) -> None:
    assert TEXTS.line(named(rules.EDITION.board)[square]) == said


def test_a_square_that_no_landmark_tells_from_others_is_called_by_its_code() -> None:
    roads = [Square(name, "road", (n, 0)) for n, name in enumerate(("X1", "X2", "X3", "X4"))]
    ways = [("X1", "X2"), ("X2", "X3"), ("X3", "X4"), ("X4", "X1"), ("X1", "Inn")]
    inn = Square("Inn", "hotel", (0, 1))
    board = Board("reconstructed", 12, [*roads, inn], ways)  # both ways round are the same
    assert {TEXTS.line(named(board)[name]) for name in ("X2", "X4")} == {
        "on square X2",
        "on square X4",
    }


def test_squares_of_an_odd_town_are_called_by_their_codes() -> None:
    """One with a ring and a crossing that lead nowhere, and mines without a trail of their own."""
    kinds: dict[str, Any] = {"M": "concession", "N": "concession", "Inn": "hotel", "Safe": "bank"}
    said = "M-R1 R1-Inn N-Safe Y1-Y2 Y2-Y3 Y3-Y1 Z0-Z1 Z0-Z2 Z0-Z3"
    ways = [(one, other) for one, _, other in (way.partition("-") for way in said.split())]
    names = sorted({name for way in ways for name in way})
    squares = [Square(name, kinds.get(name, "road"), (n, 0)) for n, name in enumerate(names)]
    places = named(Board("reconstructed", 12, squares, ways))
    called = {name: TEXTS.line(place) for name, place in places.items()}
    assert called["R1"] == "by the Hotel"
    for name in ("Y1", "Y2", "Y3", "Z0", "Z1", "Z2", "Z3"):
        assert called[name] == f"on square {name}"


def test_the_prison_is_five_steps_from_the_bank() -> None:
    """[T5]."""
    assert steps_from(rules.EDITION.board, "Prison")["Bank"] == 5


def test_the_log_names_places() -> None:
    match = random_match("golden_town", 3, seed=8, steps=300)
    lines = [TEXTS.line(line) for step in match.lines(WATCHER) for line in step]
    assert [line for line in lines if re.search(r"stops \d before mine", line)]
    assert not [line for line in lines if re.search(r"\b[TABCD]\d", line)]


class TestAMine:
    def test_that_is_closed_stays_so_without_a_card(self) -> None:
        """[T19]; before the trail is taken."""
        s = play(lay(Seat("A4", hand="Y-1 Y-2 Y-3 G-1 G-2 lift"), Seat()), "*4")
        assert means(s, "A") == (
            "Closed, and you hold no Mine card: it stays closed unless a swap brings you one."
        )

    @pytest.mark.parametrize("card", ["mine", "joker"])
    def test_is_opened_with_a_card(self, card: str) -> None:
        """[T19, T31]."""
        s = play(lay(Seat("A4", hand=f"Y-1 Y-2 Y-3 G-1 G-2 {card}"), Seat()), "*4")
        assert means(s, "A").startswith("Closed: you can open it with a")

    def test_may_be_opened_with_a_card_from_the_discards(self) -> None:
        """[T13]."""
        hand = "Y-1 Y-2 Y-3 G-1 G-2 lift"
        s = play(lay(Seat("A4", hand=hand), Seat(), discard="mine"), "*4")
        assert "swap a card for a Mine card" in means(s, "A")

    def test_is_open_exhausted_or_held_by_another(self) -> None:
        """[T20, T37]; after a drawn duel there is no other [T57]."""
        s = play(lay(Seat("A4"), Seat("A/1"), opened="A"), "*4")
        assert means(s, "A") == (
            "Open: you dig from your next turn on. Bo holds it: you ask to share, or fight a duel."
        )
        barred = lay(Seat("A4", barred=(1,)), Seat("A/1", barred=(0,)), opened="A")
        assert means(play(barred, "*4"), "A").endswith("Bo holds it: you ask to share.")
        s = play(lay(Seat("A4"), Seat(), opened="A", left={"A": (0, 0, 0, 0)}), "*4")
        assert means(s, "A") == "No ore is left in it."


def test_the_bank_tells_what_is_deposited_and_what_wins() -> None:
    """[T18, T44]."""
    s = play(lay(Seat("T9", cart=1, banked=1), Seat()), "*2")
    assert means(s, "Bank") == "1 nugget into the Bank: 2 of 4."
    s = play(lay(Seat("T9", cart=2, banked=2), Seat()), "*2")
    assert means(s, "Bank") == "2 nuggets into the Bank make 4: you win!"
    s = play(lay(Seat("T9"), Seat()), "*2")
    assert means(s, "Bank") == "Your cart is empty: nothing to deposit."


def test_a_road_tells_nothing_when_no_mine_has_ore() -> None:
    none = dict.fromkeys("ABCD", (0, 0, 0, 0))
    s = play(lay(Seat("T9"), Seat(cart=1), opened="ABCD", left=none), "*3")
    assert {told(way["means"]) for way in view(s)["reach"] if way["square"][0] == "T"} == {""}


def test_a_road_tells_how_far_the_bank_or_a_mine_is() -> None:
    """[T16, T17]."""
    s = play(lay(Seat("T9", cart=1), Seat()), "*3")
    assert means(s, "T12") == "To enter the Bank from here takes exactly 3."
    s = play(lay(Seat("A1"), Seat()), "*3")
    assert means(s, "A4") == "From here 3 or more leads to mine A."
    s = play(lay(Seat("A1", ban="A"), Seat()), "*3")
    assert means(s, "A4") != means(play(lay(Seat("A1"), Seat()), "*3"), "A4")


def test_a_duel_tells_what_is_at_stake() -> None:
    """[T53]."""
    s = play(lay(Seat("T4", tiles="100 200"), Seat("T5", cart=2)), "*3")
    (fight,) = view(s)["fights"]
    assert fight["seat"] == 1
    assert told(fight["means"]) == (
        "Win, and you take 2 nuggets from Bo. Lose, and Bo takes 2 of your ore tiles. "
        "The loser goes to the Hospital, the winner sits a turn in Prison."
    )
    assert not view(s, 1)["fights"]


def test_both_are_told_what_is_at_stake_in_a_duel_and_what_wins_it() -> None:
    """[T50, T53, T55]."""
    s = play(lay(Seat("T4", tiles="100 200"), Seat("T5", cart=2), Seat()), "*3 fight1")
    stakes = [told(view(s, eyes)["duel"]["stakes"]) for eyes in (0, 1, 2, WATCHER)]
    assert stakes == [
        "Win, and you take 2 nuggets from Bo. Lose, and Bo takes 2 of your ore tiles.",
        "Win, and you take 2 ore tiles from Ann. Lose, and Ann takes 2 nuggets from your cart.",
        "",
        "",
    ]
    assert [lacks(s, seat) for seat in (0, 1)] == ["land exactly on the rival, 11 away"] * 2


def test_whoever_has_laid_all_cards_is_told_so() -> None:
    """[T51]."""
    s = lay(
        Seat("T4", hand="mine mine mine mine mine mine"),
        Seat("T5", hand="prop prop prop lift lift lift"),
    )
    play(s, f"*3 fight1 first {'+mine +prop ' * 3}{'+mine +lift ' * 3}")
    assert TEXTS.line(view(s)["prompt"]).endswith("You have no card left: pass.")
    assert lines(s, "pass", 1) == ["Ann passes: no card is left."]


class TestWhoCanWinWithTheNextRoll:
    def test_has_a_cart_that_makes_up_four_nuggets_and_the_bank_at_an_exact_distance(self) -> None:
        """[T17, T44]; carts are open to all [T60]."""
        s = lay(Seat(), Seat("T9", cart=3, banked=1))
        assert [view(s, eyes)["players"][1]["wins"] for eyes in (0, WATCHER)] == [[2], [2]]
        s = lay(Seat("T9", cart=2, banked=1), Seat("A3", cart=4))
        assert [one["wins"] for one in view(s)["players"]] == [[], []]

    def test_is_not_in_a_mine_nor_when_all_is_over(self) -> None:
        s = lay(Seat("A/1", cart=4), Seat(), opened="A")
        assert view(s)["players"][0]["wins"] == []
        match = random_match("golden_town", 2, seed=2)
        assert [one["wins"] for one in match.position.view(0)["players"]] == [[], []]


def test_others_are_not_told_what_a_way_means() -> None:
    """It tells of cards [T60]."""
    s = play(lay(Seat("A4"), Seat()), "*4")
    for eyes in (1, WATCHER):
        assert view(s, eyes)["reach"]
        assert not [way for way in view(s, eyes)["reach"] if way["means"]]


@pytest.mark.parametrize(
    ("depth", "card", "left", "levels"),
    [
        (0, "YGR-2", (6, 5, 4, 3), [1, 2, 3]),
        (0, "YGR-2", (0, 5, 4, 3), [2, 3]),
        (0, "YG-2", (6, 0, 4, 3), [1]),
        (2, "YGR-2", (6, 5, 4, 3), [1, 2, 3]),
        (3, "GR-2", (6, 5, 4, 3), [2, 3]),
        (2, "RB-2", (6, 0, 4, 3), [3, 4]),
        (4, "joker", (6, 0, 4, 3), [1, 3, 4]),
    ],
)
def test_a_card_tells_which_levels_it_could_work(
    depth: int, card: str, left: tuple[int, int, int, int], levels: list[int]
) -> None:
    """[T23, T31]."""
    s = mine(depth, f"{card} lift lift prop prop prop", left)
    seen = view(s)
    (action,) = [one["action"] for one in seen["legal"] if one["text"] == card]
    (dig,) = [dig for dig in seen["digs"] if dig["action"] == action]
    assert dig["levels"] == levels
    assert not view(s, 1)["digs"]


def test_what_a_tile_may_hold_is_told_from_what_one_has_seen() -> None:
    """[T4, T60]: tiles of others may be any; all four mines have 20 of level 2."""
    s = mine(1, "YG-3 lift lift prop prop prop")
    assert not view(s)["ahead"]
    play(s, "YG-3 100")
    (tile,) = view(s)["ahead"]
    assert [tile[what] for what in ("gold", "pyrite", "cave_in", "abandon")] == [13, 3, 3, 1]
    assert not view(s, 1)["ahead"]


@pytest.mark.parametrize(("depth", "lifted", "tiles"), [(0, False, 24), (3, True, 16)])
def test_a_tile_that_is_taken_without_a_card_is_told_of_too(
    depth: int, tiles: int, *, lifted: bool
) -> None:
    """[T25, T29]: one of level 1 at the entrance, after a lift one of the level it led to."""
    s = mine(depth, "lift lift prop prop prop prop", lifted=lifted)
    (tile,) = view(s)["ahead"]
    assert (
        next(one["text"] for one in view(s)["legal"] if one["action"] == tile["action"]) == "take"
    )
    assert sum(tile[what] for what in ("gold", "pyrite", "cave_in", "abandon")) == tiles


def test_nuggets_tell_the_ore_that_is_lost_with_them() -> None:
    """[T42]: the tiles that come to the least are taken."""
    s = lay(Seat("T9", tiles="200 400 300 pyrite 300"), Seat())
    assert [one["lost"] for one in view(s)["makings"]] == [0, 0]
    s = lay(Seat("T9", tiles="400 400 400"), Seat(tiles="100 200"))  # whose tiles do not help
    assert [one["lost"] for one in view(s)["makings"]] == [300, 200]
    assert not view(s, 1)["makings"]


class TestWhatASeatLacks:
    def test_is_said_from_the_rules_alone(self) -> None:
        poor, rich = "Y-1 Y-2 Y-3 G-1 G-2 lift", "Y-1 Y-2 Y-3 G-1 G-2 mine"
        closed = lay(Seat("A/0", hand=poor), Seat())
        assert lacks(closed) == "get a Mine card, by swapping cards"
        assert lacks(lay(Seat("A/0", hand=rich), Seat())) == "open mine A"
        assert lacks(lay(Seat("A4", hand=poor), Seat())) == NEEDS_CARD
        assert lacks(lay(Seat("A4", hand=poor), Seat(), opened="A")) == NEAR
        exact = "go to the Bank, 2 squares away; the last roll must be exact"
        assert lacks(lay(Seat("T9", cart=1), Seat())) == exact
        wins = "go to the Bank, 2 squares away, the last roll exact, and you win"
        assert lacks(lay(Seat("T9", cart=1, banked=3), Seat())) == wins
        rich_in_ore = lay(Seat("T9", tiles="300 300 400"), Seat())
        assert lacks(rich_in_ore) == "make 2 nuggets (you have 1000 g, each takes 500)"
        dug = lay(Seat("A/1", tiles="300"), Seat(), opened="A")
        assert lacks(dug) == "dig 200 g more ore, for a nugget of 500 g"
        carried = lay(Seat("A/1", tiles="300", cart=1), Seat(), opened="A")
        assert lacks(carried) == "go to the Bank, 15 squares away; the last roll must be exact"

    def test_is_a_nugget_when_the_next_turn_begins(self) -> None:
        """[T42]; whoever has kept the ore makes none before."""
        s = lay(Seat("T9", tiles="300 300"), Seat())
        assert lacks(s) == "make a nugget (you have 600 g, it takes 500)"
        later = "make a nugget when your next turn begins (you have 600 g)"
        assert lacks(play(s, "make0")) == later
        dug = lay(Seat("A/1", tiles="300 300"), Seat(), opened="A")
        assert lacks(dug) == "make a nugget (you have 600 g, it takes 500)"
        assert lacks(play(dug, "make0")) == later

    def test_is_to_get_into_the_mine_at_whose_door_one_asks(self) -> None:
        """[T37]."""
        s = play(lay(Seat("A4"), Seat("A/1"), opened="A"), "*4 A")
        assert lacks(s) == lacks(play(s, "enter")) == "get into mine A"

    def test_is_never_the_mine_at_whose_exit_one_stands(self) -> None:
        """[T27, T36]."""
        left = lay(Seat("A/exit", hand="mine"), Seat())
        assert lacks(left) == "go to mine B, 19 squares away"
        thrown_out = lay(Seat("A/exit", hand="mine", ban="A"), Seat())
        assert lacks(thrown_out) == lacks(left)

    def test_tells_nothing_of_others_cards_and_ore(self) -> None:
        """[T60]."""
        for hand, tiles in (("mine mine mine mine", "300"), ("Y-1 Y-2 Y-3 G-1 G-2 lift", "")):
            shut = lay(Seat(), Seat("A/0", hand=hand), turn=1)
            assert lacks(shut, seat=1) == "get a Mine card, by swapping cards"
            far = lay(Seat(), Seat("A4", hand=hand, tiles=tiles), turn=1)
            assert lacks(far, seat=1) == NEAR
            deep = lay(Seat(), Seat("A/1", hand=hand, tiles=tiles), turn=1)
            assert lacks(deep, seat=1) == "ore"

    def test_is_nothing_when_all_is_over_or_has_not_begun(self) -> None:
        match = random_match("golden_town", 2, seed=2)
        assert [one["next"] for one in match.position.view(0)["players"]] == [None, None]
        assert match.start.view(0)["players"][0]["next"] is None

    def test_is_a_turn_after_a_cave_in(self) -> None:
        """[T33]."""
        s = mine(1, "Y-1 Y-2 Y-3 G-1 G-2 lift")
        play(s, "Y-1 cave-in")
        assert lacks(s) == "a turn of rest"


def lines(s: Record, step: str, eyes: int) -> list[str]:
    """What somebody is told of a step."""
    position = Position("golden_town", record=s)
    (glimpse,) = retell(position, [int(position.step(step))], eyes)
    return [TEXTS.line(line) for line in glimpse.log()]


def test_whoever_cannot_open_a_mine_is_told_why_and_nobody_else() -> None:
    """[T21, T60]."""
    hand = "Y-1 Y-2 Y-3 G-1 G-2 lift"
    s = play(lay(Seat("A4", hand=hand), Seat()), "*4 A")
    assert lines(s, "keep", 0) == ["Ann holds no Mine card: mine A stays closed."]
    assert not lines(s, "keep", 1)
    s = play(lay(Seat("A4", hand="mine"), Seat()), "*4 A keep")
    assert lines(s, "wait", 0) == ["Ann shows no card: mine A stays closed."]
    assert not lines(s, "wait", 1)
