"""The hand-made player of Golden-Town: what it does where it matters."""

import numpy as np
import pytest

from games.golden_town.town import ACTIONS, Seat, lay, pieces, play
from games.golden_town.worlds import duellists
from goldrush.bots.policy import bot
from goldrush.core import Record, blank, rng
from goldrush.games import game
from goldrush.games.golden_town import rules

RICH = "200 200 200 200 200 300 300 300 300"  # grams, 2200 in all: four nuggets


def choice(s: Record, said: str = "handmade") -> str:
    """What it does in a position, of which it gets its hidden record."""
    brain, out = bot(game("golden_town"), said), np.zeros(rules.ACTIONS + 1, np.int64)
    seat, memory = rules.actor(s), blank(brain.policy.MEMORY)
    n = rules.legal(s, out)
    brain.policy.begin(memory, seat, brain.traits)
    rules.hide(s, seat)
    return str(ACTIONS[brain.policy.choose(memory, s, out, n, rng.new(1))])


def test_it_makes_nuggets_only_where_it_can_reach_the_bank() -> None:
    assert choice(lay(Seat("T9", tiles=RICH), Seat())) == "make4"
    assert choice(lay(Seat("A/0", tiles=RICH), Seat(), opened="A")) == "make0"


def test_it_enters_the_bank_with_nuggets_when_it_can() -> None:
    assert choice(play(lay(Seat("T9", cart=1), Seat()), "*2")) == "Bank"


def test_it_goes_into_the_mine_that_it_reaches() -> None:
    assert choice(play(lay(Seat("A4", "mine"), Seat()), "*6")) == "A"


def test_it_does_not_go_back_to_a_mine_with_nothing_in_it() -> None:
    left = {"A": (0, 0, 0, 0)}
    assert choice(play(lay(Seat("A4"), Seat(), opened="A", left=left), "*3")) == "A1"


def test_it_opens_a_mine_with_a_mine_card_rather_than_a_joker() -> None:
    assert choice(play(lay(Seat("C/0", "mine joker"), Seat()), "keep")) == "mine"
    bare = "joker lift lift prop prop Y-1"
    assert choice(play(lay(Seat("C/0", bare), Seat()), "keep")) == "joker-mine"


def test_it_takes_a_mine_card_from_the_pile_when_it_has_none() -> None:
    hand = "YGR-1 YGR-2 lift prop prop Y-1"
    assert choice(lay(Seat("C/0", hand), Seat(), discard="mine")).endswith(">top")


def test_it_digs_with_the_card_that_takes_most() -> None:
    assert choice(lay(Seat("A/0", "YGRB-1 YG-1 Y-1 prop"), Seat(), opened="A")) == "YGRB-1"


def test_it_takes_a_lift_where_its_cards_are_of_no_use_above() -> None:
    hand = "RB-2 RB-3 R-2 lift prop prop"
    left = {"A": (0, 0, 4, 3)}
    assert choice(lay(Seat("A/1", hand), Seat(), left=left)) in ("RB-2", "RB-3")
    left = {"A": (1, 5, 4, 3)}
    assert choice(lay(Seat("A/1", hand), Seat(), left=left)).startswith("lift")


def test_it_leaves_a_mine_with_all_that_it_needs() -> None:
    s = play(lay(Seat("A/0", "YGRB-1", tiles=RICH), Seat(), opened="A"), "make0")
    assert choice(s) == "leave"
    assert (
        choice(lay(Seat("A/0", "YGRB-1", cart=2), Seat(), opened="A"), "handmade:greed=0.5")
        == "leave"
    )


def test_it_shows_a_prop_unless_the_hospital_is_on_its_way() -> None:
    hurt = play(lay(Seat("A/0", "prop"), Seat(), opened="A"), "take cave-in")
    assert choice(hurt) == "prop"
    home = play(lay(Seat("A/0", "prop", cart=4), Seat(), opened="A"), "take cave-in")
    assert choice(home) == "fall"


def test_it_shares_a_mine_of_which_it_needs_little_more() -> None:
    """One that it wants whole, or is about to leave, it lets the dice decide on."""
    for cart, answer in ((0, "refuse"), (3, "agree"), (4, "refuse")):
        s = lay(Seat("A5", "lift"), Seat("A/2", "lift", cart=cart), opened="A")
        assert choice(play(s, "*2 A enter")) == answer


@pytest.mark.parametrize(("cart", "banked"), [(3, 0), (1, 3)])
def test_it_fights_for_a_full_cart_and_against_a_rival_about_to_win(cart: int, banked: int) -> None:
    hand = "Y-1 Y-2 Y-3 G-1 G-2 G-3"
    s = lay(Seat("T3", hand), Seat("T5", cart=cart, banked=banked))
    assert choice(play(s, "*4")) == "fight1"


def test_it_lets_a_poor_rival_pass() -> None:
    s = lay(Seat("T3", "mine", tiles="200 200"), Seat("T5"))
    assert choice(play(s, "*4")) != "fight1"


def test_it_lands_on_the_other_when_it_can() -> None:
    assert choice(duellists(3, "Y-1 Y-2 Y-3 joker lift", "lift")) == "+Y-3"


def test_it_leaves_no_gap_that_the_other_is_known_to_close() -> None:
    s = duellists(3, "Y-1 Y-2 lift", "Y-3 G-2 G-3 lift lift prop")
    s.seen[1] = s.hand[1]  # it can go two or three steps, but not one
    assert choice(s) == "+Y-2"
    assert s.phase == pieces.DUELLING
