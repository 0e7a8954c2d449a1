"""Goldrausch's rule book, paragraph by paragraph; each test names the ones it would miss."""

from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from goldrush.core import CHANCE, WATCHER, rng
from goldrush.games import game
from goldrush.games.edition import EditionError
from goldrush.games.goldrausch import rules
from goldrush.games.goldrausch.rules import CARDS, CHECKS, COINS, DECK, FALSE, GOLD, GROUPS, KINDS
from goldrush.match import Match
from goldrush.position import IllegalStep, Position
from goldrush.terminal import words
from goldrush.terminal.boards import board
from goldrush.terminal.table import Table
from matches import random_match

RAUSCH = game("goldrausch")
NOTATION: Any = RAUSCH.notation
CARD = {NOTATION.card(kind): kind for kind in range(KINDS)}
LETTERS = "APLHBC"
SHIPPED = Path(rules.__file__).with_name("edition.toml").read_text("utf-8")

Lying = dict[str, list[int]]  # by the letter of a group


def script(text: str, seats: int = 3) -> Position:
    """A match played as written."""
    position = Position(RAUSCH, seats)
    for step in text.split():
        position.play(step)
    return position


def lie(
    people: dict[str, int],
    gold: Lying | None = None,
    tokens: Lying | None = None,
    seats: int = 3,
    played: int = 0,
) -> Position:
    """A card to be drawn, with this on the table; all other cards are in the deck."""
    position = Position(RAUSCH, seats)
    s = position.record
    for letter, count in people.items():
        s.characters[LETTERS.index(letter)] = count
        s.bag[LETTERS.index(letter)] -= count
    for letter, cards in (gold or {}).items():
        group = LETTERS.index(letter)
        s.gold[group], s.coins[group] = len(cards), sum(cards)
        for coins in cards:
            s.laid[group, CARD[f"${coins}"] - GOLD] += 1
            s.bag[CARD[f"${coins}"]] -= 1
    for letter, counts in (tokens or {}).items():
        s.tokens[:seats, LETTERS.index(letter)] = counts
        s.joined[LETTERS.index(letter)] = sum(counts)
        s.held[:seats] -= np.array(counts, np.int8)
    left = int(s.bag.sum())
    s.first, s.played, s.left = 0, played, left
    s.turns = played * CARDS + CARDS - left
    s.turn = (played + CARDS - left) % seats
    assert CHECKS[rules.check(s)] == "all is well"
    return position


def last_card(gold: Lying, tokens: Lying, seats: int = 3, played: int = 0) -> Position:
    """A round before its last card, a false coin; what is not told of lies anywhere."""
    rest = Counter({int(COINS[kind]): int(DECK[kind]) for kind in range(GOLD, KINDS)})
    for cards in gold.values():
        rest.subtract(cards)
    cards = sorted(rest.elements(), reverse=True)[:-1]
    full: Lying = dict(gold)
    for letter in LETTERS:
        if letter not in full:
            full[letter], cards = cards[:6], cards[6:]
    return lie(dict.fromkeys(LETTERS, 5), full, tokens, seats, played)


def legal(position: Position) -> list[str]:
    return [step.text for step in position.legal()]


def told(match: Match) -> list[str]:
    texts = words.texts("en", "goldrausch", [f"seat {n}" for n in range(match.seats)])
    return [texts.line(line) for lines in match.lines(WATCHER) for line in lines]


def group(position: Position, letter: str) -> dict[str, Any]:
    return dict(position.view(WATCHER)["groups"][LETTERS.index(letter)])


def test_there_are_66_cards_half_of_the_gold_is_false() -> None:
    """[K1]"""
    assert {card: int(DECK[kind]) for card, kind in CARD.items() if card[0] == "+"} == {
        f"+{letter}": 5 for letter in LETTERS
    }
    assert int(DECK[GOLD:FALSE].sum()) == int(DECK[FALSE]) == 18
    assert int(Position(RAUSCH, 2).record.bag.sum()) == CARDS == 66


def test_the_groups_lie_in_the_order_of_the_book() -> None:
    """[K2]"""
    names = [group["name"] for group in script("@0").view(0)["groups"]]
    assert names == ["adventurers", "prospectors", "ladies", "hosts", "bandits", "counterfeiters"]


def test_the_coin_cards_run_from_1_to_10_and_have_91_coins() -> None:
    """[K3]"""
    coins = {int(COINS[kind]): int(DECK[kind]) for kind in range(GOLD, FALSE)}
    assert coins == {**dict.fromkeys(range(1, 9), 2), 9: 1, 10: 1}
    assert rules.ALL_COINS == 91
    assert rules.EDITION.coins.source == "reconstructed"


def test_each_group_has_a_symbol_and_its_five_characters_are_one_outcome() -> None:
    """[K4]"""
    position = script("@0")
    symbols = [group["symbol"] for group in position.view(0)["groups"]]
    assert symbols == ["boot", "pick", "fan", "jug", "mask", "stamp"]
    chances = {step.text: weight for step, weight in position.chances().items()}
    assert {card: chances[card] for card in chances if card[0] == "+"} == {
        f"+{letter}": 5 for letter in LETTERS
    }
    assert len(chances) == KINDS


def test_each_seat_has_three_tokens_a_round_and_carries_none_over() -> None:
    """[K5]"""
    assert [purse["tokens"] for purse in script("@0").view(0)["purses"]] == [3, 3, 3]
    position = last_card({}, {"A": [2, 0, 0], "P": [0, 1, 0]})
    assert [purse["tokens"] for purse in position.view(0)["purses"]] == [1, 2, 3]
    position.play("$0")
    assert position.record.played == 1
    assert [purse["tokens"] for purse in position.view(0)["purses"]] == [3, 3, 3]


def test_a_card_drawn_is_played_at_once_and_the_next_seat_draws() -> None:
    """[K6]"""
    position = script("@1")
    for card, seat in (("+A", 1), ("+P", 2), ("+A", 0), ("+C", 1)):
        assert position.actor == CHANCE
        position.play(card)
        assert position.actor == seat
        position.play("pass")
    assert (position.record.left, position.record.turns) == (62, 4)


def test_a_card_comes_from_those_left_in_the_deck() -> None:
    """[K6]"""
    chances = {step.text: weight for step, weight in script("@0 +A pass $10").chances().items()}
    expected = {card: int(DECK[kind]) - (card == "+A") for card, kind in CARD.items()}
    assert chances == {card: count for card, count in expected.items() if card != "$10"}


def test_a_round_lasts_until_all_66_cards_lie() -> None:
    """[K6]"""
    position, stream = Position(RAUSCH, 4), rng.new(2)
    while not position.over:
        finished = int(position.record.turns) // 66
        assert position.record.played == finished
        position.play(position.random_step(stream))
    assert position.record.turns == 4 * 66


def test_a_character_goes_to_its_own_group_and_its_drawer_may_join() -> None:
    """[K7]"""
    position = script("@2 +L")
    assert [group["characters"] for group in position.view(0)["groups"]] == [0, 0, 1, 0, 0, 0]
    assert (position.actor, legal(position)) == (2, ["join", "pass"])
    assert position.view(0)["legal"] == []
    position.play("join")
    assert group(position, "L")["tokens"] == [0, 0, 1]
    assert position.view(0)["purses"][2]["tokens"] == 2


def test_who_passes_cannot_join_after_the_next_card() -> None:
    """[K7]"""
    position = script("@0 +L pass")
    assert group(position, "L")["tokens"] == [0, 0, 0]
    with pytest.raises(IllegalStep):
        position.play("join")
    position.play("+P")
    position.play("join")  # the next seat, and the other group
    assert group(position, "L")["tokens"] == [0, 0, 0]
    assert group(position, "P")["tokens"] == [0, 1, 0]


def test_a_token_never_moves_again() -> None:
    """[K7]"""
    for number in range(4):
        position, stream = Position(RAUSCH, 3), rng.new(8, number)
        before = position.copy().record
        while not position.over:
            position.play(position.random_step(stream))
            if position.record.played == before.played:
                assert (position.record.tokens >= before.tokens).all()
            before = position.copy().record


def test_several_seats_join_a_group_and_a_seat_joins_it_again() -> None:
    """[K8]"""
    position = script("@0 +A join +A join +A join +A join", 2)
    assert group(position, "A")["tokens"] == [2, 2]
    position.play("+A")
    position.play("join")
    assert group(position, "A")["tokens"] == [3, 2]


def test_a_token_may_go_on_a_group_that_has_its_six_gold_cards() -> None:
    """[K9]"""
    position = lie({"A": 1}, {"A": [6, 4, 3, 0, 0, 0]})
    position.play("+A")
    assert legal(position) == ["join", "pass"]
    position.play("join")
    assert sum(group(position, "A")["tokens"]) == 1


def test_a_seat_without_tokens_is_not_asked() -> None:
    """[K9]"""
    match = Match(RAUSCH, 2)
    for step in ("@0", *("+A", "join", "+B", "pass") * 3, "+A"):
        match.play(step)
    assert match.position.actor == CHANCE
    assert match.position.record.turn == 1
    assert match.position.record.characters[0] == 4
    assert told(match)[-2:] == [
        "seat 0 draws an adventurer.",
        "seat 0 has no token left.",
    ]


def test_gold_lies_face_up_with_the_group_that_its_drawer_chose() -> None:
    """[K10]"""
    position = script("@0 +A pass +B pass $7 B $0 B $2 B")
    assert group(position, "B")["gold"] == [7, 2, 0]
    assert group(position, "B")["coins"] == 9
    assert group(position, "A")["gold"] == []


def test_no_group_gets_a_seventh_gold_card_and_false_coins_count() -> None:
    """[K10]"""
    position = lie({"A": 1, "B": 1, "C": 1}, {"A": [0, 0, 0, 0, 0, 0], "B": [5, 4, 0, 0, 0]})
    position.play("$1")
    assert legal(position) == ["B", "C"]
    position.play("B")
    assert [group(position, letter)["open"] for letter in "ABC"] == [False, False, True]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_round_leaves_five_characters_and_six_gold_cards_with_each_group(seats: int) -> None:
    """[K10] [K12]"""
    position = random_match(RAUSCH, seats, seed=seats).position
    assert position.record.characters.tolist() == [5] * GROUPS
    assert position.record.gold.tolist() == [6] * GROUPS
    assert int(position.record.coins.sum()) == 91


def test_after_14_cards_gold_may_go_to_the_ladies_or_hosts_only() -> None:
    """[K11]: the book's first example."""
    cards = "+A pass $1 $2 $3 $0 $0 $0 +H pass +L pass $0 L +L pass +H pass $4 H +A pass"
    position = script(f"@0 {cards}")
    assert position.record.left == 66 - 14
    assert group(position, "A")["gold"] == [3, 2, 1, 0, 0, 0]
    position.play("$5")
    assert legal(position) == ["L", "H"]
    with pytest.raises(IllegalStep, match="'A' cannot be played here; legal: L, H"):
        position.play("A")


def test_with_no_peopled_group_open_gold_goes_to_any_of_the_others() -> None:
    """[K11]: the book's second example."""
    position = lie({"A": 2, "L": 1}, {"A": [9, 4, 0, 0, 0, 0], "L": [8, 7, 6, 0, 0, 0]})
    position.play("$5")
    assert legal(position) == ["P", "H", "B", "C"]
    position.play("B")
    position.play("$0")
    assert legal(position) == ["P", "H", "B", "C"]
    position.play("C")
    assert group(position, "B")["gold"] == [5]
    assert group(position, "C")["gold"] == [0]


def test_before_the_first_character_gold_goes_anywhere() -> None:
    """[K11]"""
    assert legal(script("@0 $3")) == list(LETTERS)


def test_a_card_with_a_single_possible_group_is_placed_without_asking() -> None:
    """[K12]"""
    match = Match(RAUSCH, 3)
    for step in ("@0", "+H", "pass", "$6"):
        match.play(step)
    assert match.position.actor == CHANCE
    assert match.position.record.turn == 2
    assert group(match.position, "H")["gold"] == [6]
    assert told(match)[-2:] == [
        "seat 1 draws a gold card with 6 coins.",
        "No choice: only the saloon keepers may take it.",
    ]


def test_the_last_group_with_room_gets_the_rest_even_without_characters() -> None:
    """[K12]"""
    full: Lying = {"A": [1, 1, 2, 2, 3, 3], "P": [4, 4, 5, 5, 6, 6], "L": [0] * 6, "H": [0] * 6}
    position = lie({"A": 1}, {**full, "B": [7, 7, 8, 8, 9, 10]})
    position.play("$0")
    assert group(position, "C")["gold"] == [0]
    assert position.actor == CHANCE


def test_13_coins_for_tokens_2_and_1_are_shares_of_4() -> None:
    """[K13] [K14]: the book's example."""
    position = last_card({"A": [6, 4, 3, 0, 0, 0]}, {"A": [2, 1, 0]})
    assert group(position, "A")["share"] == 4
    position.play("$0")
    assert position.points() == [8, 4, 0]
    assert position.view(0)["paid"] == [4, 0, 0, 0, 0, 0]
    assert [purse["earned"] for purse in position.view(0)["purses"]] == [8, 4, 0]


def test_a_seat_earns_the_shares_of_all_groups_that_it_joined() -> None:
    """[K13]"""
    gold = {"A": [6, 4, 3, 0, 0, 0], "L": [10, 9, 1, 0, 0, 0]}
    position = last_card(gold, {"A": [1, 1, 0], "L": [1, 0, 2]})
    position.play("$0")
    assert position.points() == [6 + 6, 6, 12]


def test_the_join_on_the_last_card_still_counts() -> None:
    """[K13] [K6]"""
    people = {**dict.fromkeys(LETTERS, 5), "A": 4}
    whole = last_card({"A": [6, 4, 3, 0, 0, 0]}, {})
    gold = {letter: group(whole, letter)["gold"] for letter in LETTERS}
    position = lie(people, {**gold, "C": [*gold["C"], 0]})
    seat = int(position.record.turn)
    position.play("+A")
    assert position.record.played == 0
    position.play("join")
    assert position.record.played == 1
    assert position.points()[seat] == 13


def test_a_false_coin_is_worth_nothing() -> None:
    """[K14]"""
    before = script("@0 +A join +B pass $7 A")
    assert before.points() == [7, 0, 0]
    before.play("$0")
    before.play("A")
    assert before.points() == [7, 0, 0]
    assert group(before, "A")["gold"] == [7, 0]


def test_a_group_without_tokens_scores_for_nobody() -> None:
    """[K15]"""
    position = last_card({"A": [10, 9, 8, 8, 7, 7]}, {"B": [0, 1, 0]})
    position.play("$0")
    assert position.view(0)["paid"][0] == 0
    assert position.points() == [0, position.view(0)["paid"][4], 0]


def test_all_cards_are_shuffled_after_a_round_and_totals_stay() -> None:
    """[K16]"""
    position = last_card({"A": [6, 4, 3, 0, 0, 0]}, {"A": [2, 1, 0]})
    position.play("$0")
    assert position.record.bag.tolist() == DECK.tolist()
    assert [group["gold"] for group in position.view(0)["groups"]] == [[]] * 6
    assert [sum(group["tokens"]) for group in position.view(0)["groups"]] == [0] * 6
    assert [purse["total"] for purse in position.view(0)["purses"]] == [8, 4, 0]
    assert (position.view(0)["round"], position.view(0)["rounds"]) == (1, 4)


def test_the_fourth_round_is_the_last_and_the_highest_total_wins() -> None:
    """[K16]"""
    position = last_card({"A": [6, 4, 3, 0, 0, 0]}, {"A": [2, 1, 0]}, played=3)
    position.record.total[:3] = [10, 15, 12]
    position.play("$0")
    assert position.over
    assert position.points() == [18, 19, 12]
    assert position.places() == [2, 1, 3]
    view = position.view(WATCHER)
    assert (view["end"], view["points"], view["turn"]) == ("rounds", [18, 19, 12], None)
    assert [purse["now"] for purse in view["purses"]] == [0, 0, 0]  # all of it is in the total


def test_a_tie_is_a_shared_win() -> None:
    """[K17]"""
    position = last_card({"A": [6, 4, 3, 0, 0, 0]}, {"A": [2, 1, 0]}, played=3)
    position.record.total[:3] = [1, 5, 2]
    position.play("$0")
    assert position.points() == [9, 9, 2]
    assert position.places() == [1, 1, 3]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_who_starts_is_drawn_with_equal_chances(seats: int) -> None:
    """[K17]"""
    start = Position(RAUSCH, seats)
    assert {s.text: w for s, w in start.chances().items()} == {f"@{n}": 1 for n in range(seats)}
    start.play(f"@{seats - 1}")
    assert start.record.turn == seats - 1


@pytest.mark.parametrize("seats", [2, 4, 5])
def test_each_round_starts_one_seat_further_left(seats: int) -> None:
    """[K17]"""
    position, stream, starts = Position(RAUSCH, seats), rng.new(5, seats), []
    while not position.over:
        if position.record.left == CARDS and position.record.first >= 0:
            starts.append(int(position.record.turn))
        position.play(position.random_step(stream))
    first = int(position.record.first)
    assert starts == [(first + n) % seats for n in range(4)]


def test_what_is_still_in_the_deck_is_shown_to_all() -> None:
    """[K18]"""
    position = script("@0 +A pass +B pass $7 B")
    for seat in (0, 1, 2, WATCHER):
        deck = {entry["card"]["text"]: entry["count"] for entry in position.view(seat)["deck"]}
        assert deck == {c: DECK[k] - (c in ("+A", "+B", "$7")) for c, k in CARD.items()}
        assert position.hidden(seat) == position
        assert rules.seen(position.record, 0, seat)


def test_the_points_of_an_unfinished_round_are_what_it_would_pay_now() -> None:
    """[K13]"""
    position = script("@0 +A join +A join +B pass $7 A")
    assert position.points() == [3, 3, 0]
    assert [purse["now"] for purse in position.view(0)["purses"]] == [3, 3, 0]
    assert (group(position, "A")["share"], group(position, "A")["joining"]) == (3, 2)


def test_the_log_tells_what_groups_paid_and_seats_earned() -> None:
    """[K13] [K15]"""
    before = last_card({"A": [6, 4, 3, 0, 0, 0]}, {"A": [2, 1, 0]})
    after = before.copy()
    step = after.play("$0")
    texts = words.texts("en", "goldrausch", ["Ada", "Bo", "Cy"])
    lines = RAUSCH.view.log(before.plain(), step, after.plain(), WATCHER)
    assert [texts.line(line) for line in lines][1:5] == [
        "No choice: only the counterfeiters may take it.",
        "Round 1 is over.",
        "The adventurers: 13 ÷ 3 = 4 coins a token.",
        "Nobody has joined the prospectors.",
    ]
    assert [texts.line(line) for line in lines][-3:] == [
        "Ada: 8 coins this round.",
        "Bo: 4 coins this round.",
        "Cy: 0 coins this round.",
    ]


def test_the_prompt_names_the_card_to_decide_about() -> None:
    texts = words.texts("en", "goldrausch", ["Ada", "Bo", "Cy"])
    asked = [texts.line(script(f"@0 {card}").view(0)["prompt"]) for card in ("+L", "$1", "$0")]
    assert asked == [
        "Ada: a lady. Do you join the ladies? (join or pass)",
        "Ada: a gold card with 1 coin. Which group gets it?",
        "Ada: a fake coin. Which group gets it?",
    ]


MIDDLE = "@1 +A join +B pass $7 A $0 B +A join"


@pytest.mark.parametrize(
    ("field", "at", "value", "fault"),
    [
        ("left", (), 60, 1),
        ("bag", 0, 4, 1),
        ("characters", 2, 1, 1),
        ("laid", (0, 0), 1, 1),
        ("gold", 0, 2, 2),
        ("coins", 0, 8, 2),
        ("joined", 0, 1, 2),
        ("tokens", (0, 0), 1, 2),
        ("held", 0, 2, 3),
        ("held", 4, 2, 3),
        ("total", 4, 1, 3),
        ("seats", (), 1, 4),
        ("seats", (), 6, 4),
        ("first", (), -2, 4),
        ("first", (), 3, 4),
        ("played", (), -1, 4),
        ("played", (), 5, 4),
        ("turn", (), -1, 4),
        ("turn", (), 3, 4),
        ("card", (), -2, 4),
        ("card", (), KINDS, 4),
        ("bag", 1, -1, 4),
        ("characters", 1, -1, 4),
        ("paid", 1, -1, 4),
        ("laid", (5, 3), -1, 4),
        ("held", 0, -1, 4),
        ("total", 0, -1, 4),
        ("earned", 0, -1, 4),
        ("tokens", (2, 2), -1, 4),
        ("total", 0, 1, 5),
        ("earned", 0, 1, 5),
        ("paid", 5, 1, 5),
        ("turns", (), 4, 6),
        ("turn", (), 2, 6),
        ("first", (), 0, 6),
        ("first", (), -1, 6),
        ("played", (), 1, 6),
        ("played", (), 4, 6),
    ],
)
def test_a_record_that_cannot_be_is_told_by_its_fault(
    field: str, at: Any, value: int, fault: int
) -> None:
    position = script(MIDDLE)
    assert rules.check(position.record) == 0
    if at == ():
        position.record[field] = value
    else:
        position.record[field][at] = value
    assert rules.check(position.record) == fault


def test_a_group_with_a_seventh_gold_card_or_more_tokens_than_characters_is_told() -> None:
    seven = lie({"A": 1, "B": 1}, {"A": [0, 0, 0, 0, 0, 0]}).record
    seven.gold[0] += 1
    seven.laid[0, FALSE - GOLD] += 1
    seven.bag[FALSE] -= 1
    seven.left -= 1
    crowded = lie({"A": 1}, tokens={"A": [1, 0, 0]}).record
    crowded.tokens[1, 0] = crowded.held[1] = 1
    crowded.joined[0] = 2
    asked = script("@0 +A").record  # the token lies already, and the seat is still asked
    asked.tokens[0, 0] = asked.joined[0] = 1
    asked.held[0] = 2
    assert rules.check(seven) == rules.check(crowded) == rules.check(asked) == 2


def test_a_round_that_paid_more_than_its_coins_is_told() -> None:
    s = lie({"A": 1}, played=2).record
    s.total[0] = s.earned[0] = 91
    assert rules.check(s) == 0
    s.total[0] = s.earned[0] = 92
    assert CHECKS[rules.check(s)] == "more coins were earned than there are"


def test_a_card_that_leaves_nothing_to_decide_is_told() -> None:
    """[K9] [K12]"""
    asked = script("@0 +A join +B pass +A join +B pass +A join +B pass", 2)
    asked.play("+C")  # seat 0 has no token and is not asked
    asked.record.card, asked.record.turn, asked.record.turns = CARD["+C"], 0, 6
    assert CHECKS[rules.check(asked.record)] == "the card turned up leaves nothing to decide"
    alone = script("@0 +H pass +P pass $6")
    alone.record.characters[1], alone.record.bag[1] = 0, 5
    alone.record.left += 1
    alone.record.turn, alone.record.turns = 1, 1
    assert CHECKS[rules.check(alone.record)] == "the card turned up leaves nothing to decide"


def test_a_position_typed_in_by_hand_is_refused_with_the_reason() -> None:
    text = script(MIDDLE).text()
    for wrong, reason in (
        (text.replace("card=-", "card=100"), "out of range"),
        (text.replace("turn=", "turn=9 x="), 'here: "x='),
        (text.replace("left=61", "left=0"), "do not make up the pack"),
        (text.replace("characters=2", "characters=127"), "do not make up the pack"),
        (text.replace("card=-", "card=$99"), "is not a number or a word it knows"),
    ):
        assert wrong != text
        with pytest.raises(ValueError, match=reason):
            Position.from_text(RAUSCH, wrong)


def test_a_deck_that_is_empty_before_the_match_is_over_is_told() -> None:
    s = random_match(RAUSCH, 3, seed=1).position.record
    s.total[:], s.earned[:], s.paid[:] = 0, 0, 0
    assert rules.check(s) == 0
    s.played = 3
    assert rules.check(s) == 6


def test_the_cards_in_hand_are_written_as_words() -> None:
    assert " card=$7 " in script("@0 $7").text()
    assert " card=+A " in script("@0 +A").text()
    assert " card=- " in script("@0").text()


def test_a_picture_shows_the_groups_row_by_row() -> None:
    rows = str(script(MIDDLE)).splitlines()
    assert rows[0] == "...++ A  7  .  .  .  .  .    7  0 1 1"
    assert rows[4] == "....+ B  0  .  .  .  .  .    0  0 0 0"
    assert rows[6] == "total [0, 0, 0]"


RICH = SHIPPED.replace("1 = 2, 2 = 2, 3 = 2,", "50 = 6,").replace('"A"', '"Z"')


def test_another_edition_plays_at_once_beside_the_shipped_one(tmp_path: Path) -> None:
    """[K3] [K4]"""
    path = tmp_path / "rich.toml"
    path.write_text(RICH, "utf-8")
    rich = game("goldrausch", path)
    assert rich.rules is not RAUSCH.rules
    assert (rich.rules.KINDS, RAUSCH.rules.KINDS) == (15, 17)  # type: ignore[attr-defined]
    one, other = Position(rich, 2), Position(RAUSCH, 2)
    for step in ("@0", "+Z", "join", "$50"):
        one.play(step)
    for step in ("@0", "+A", "join", "$1"):
        other.play(step)
    assert (one.points(), other.points()) == ([50, 0], [1, 0])
    out = np.zeros(rich.features.FEATURES, np.float32)
    for seed in range(3):
        match = random_match(rich, 5, seed=seed)
        for position in match.replay():
            assert rich.rules.check(position.record) == 0
            rich.features.features(position.record, 1, out)
            assert np.abs(out).max() <= 1
        assert Position.from_text(rich, match.position.text()) == match.position


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("9 = 1, ", "", "line 20: 17 cards with coins; there must be 18 [K1]"),
        ("{ 1 = 2,", "{ 0 = 2,", "line 20: a card with 0 coins; 1 to 50 are possible"),
        ("{ 1 = 2,", "{ 51 = 2,", "line 20: a card with 51 coins; 1 to 50 are possible"),
        ("9 = 1, ", "9 = 0, 11 = 1, ", "line 20: 0 cards of 9; leave the number out instead"),
        (
            '    { name = "hosts", letter = "H", symbol = "jug", sign = "♨" },\n',
            "",
            "line 9: the groups must be adventurers, prospectors, ladies, hosts, bandits, "
            "counterfeiters, in any order",
        ),
        ('"hosts", letter = "H"', '"hosts", letter = "B"', 'line 14: letter "B" appears twice'),
        ('letter = "H"', 'letter = "h"', 'line 13: letter "h"; one from A to Z is possible'),
        ('sign = "♨"', 'sign = "◖◗"', "line 13: sign '◖◗'; one character"),
        ('sign = "♨"', 'sign = "\\u001b"', "line 13: sign"),
        ('game = "goldrausch"', 'game = "gold"', 'line 4: this is an edition of "gold"'),
    ],
)
def test_a_broken_edition_is_refused_with_line_and_reason(
    tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    """[K1] [K2]"""
    path = tmp_path / "mine.toml"
    assert SHIPPED.count(old) == 1
    path.write_text(SHIPPED.replace(old, new), "utf-8")
    with pytest.raises(EditionError) as refused:
        game("goldrausch", path)
    assert complaint in str(refused.value)


NAMES = ["Ada", "Bot 1", "Bot 2", "Bot 3", "Bot 4"]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("width", "lines"), [(100, 10), (80, 16)])
def test_the_board_fits_its_terminal(lang: str, width: int, lines: int) -> None:
    texts = words.texts(lang, "goldrausch", NAMES)
    for steps in (0, 1, 40, 90, 200, 1000):
        console = Console(width=width, file=StringIO(), record=True)
        match = random_match(RAUSCH, 5, seed=3, steps=steps)
        console.print(board("goldrausch").draw(match.position.view(WATCHER), texts, width, lines))
        drawn = console.export_text().splitlines()
        assert len(drawn) == lines - match.position.over  # nothing is to come
        assert max(map(len, drawn)) <= width
        assert not any("…" in line for line in drawn)


def test_plain_words_tell_what_the_decision_is_about_and_nothing_else() -> None:
    texts = words.texts("en", "goldrausch", NAMES)
    position = script("@0 +A join +B pass +B pass $7 A +B join $0")
    tell = board("goldrausch").words
    assert tell(position.view(2), texts) == tell(position.view(WATCHER), texts)
    assert tell(position.view(2), texts) == [
        "Adventurers (A): 7 coins, free places: 5, tokens: Ada × 1.",
        "Bandits (B): 0 coins, free places: 6, tokens: Bot 1 × 1.",
    ]
    assert tell(position.view(0), texts) == []
    position.play("A")
    assert tell(position.view(0), texts) == []
    position.play("+A")
    assert tell(position.view(0), texts) == [
        "Adventurers (A): 7 coins, free places: 4, tokens: Ada × 1. "
        "As it stands, your token would earn 3 coins.",
        "Elsewhere: prospectors 0 coins for 0 tokens, ladies 0 coins for 0 tokens, "
        "saloon keepers 0 coins for 0 tokens, bandits 0 coins for 1 token, "
        "counterfeiters 0 coins for 0 tokens.",
    ]


def test_a_letter_is_a_group_before_it_is_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the table "l" lists what can be played, unless it is what is played."""
    match = Match(RAUSCH, 2)
    match.play("@0")
    match.play("$7")
    said = iter(["list", "l"])
    console = Console(file=StringIO(), record=True)
    monkeypatch.setattr(console, "input", lambda *_, **__: next(said))
    table = Table(match, {}, words.texts("en", "goldrausch", NAMES), console, 0, 1)
    assert table._ask(0) == match.position.step("L")
    assert "You can play: A, P, L, H, B, C" in console.export_text()


@pytest.mark.parametrize(
    ("tokens", "pays"), [([0, 0, 0], 13), ([1, 0, 0], 6), ([2, 0, 0], 4), ([2, 3, 0], 2)]
)
def test_what_joining_pays_now_is_shown_before_one_joins(tokens: list[int], pays: int) -> None:
    """[K13]"""
    position = lie({"A": 5}, {"A": [6, 4, 3]}, {"A": tokens})
    assert group(position, "A")["joining"] == pays


@pytest.mark.parametrize(
    ("steps", "coins", "tokens"),
    [
        ("$0", {"A": 13, "C": 2}, {"A": [2, 1, 0]}),  # laid where alone there is room
        ("+C join", {"A": 13}, {"A": [2, 1, 0], "C": [0, 0, 1]}),
        ("+C pass", {"A": 13}, {"A": [2, 1, 0]}),
    ],
)
def test_the_account_of_a_round_has_its_last_card_and_its_last_token(
    steps: str, coins: dict[str, int], tokens: Lying
) -> None:
    """[K13]"""
    before = last_card({"A": [6, 4, 3, 0, 0, 0], "C": [2, 0, 0, 0, 0]}, {"A": [2, 1, 0]})
    if steps != "$0":  # the last card is a character instead, and the false coin lies
        before = last_person()
    for step in steps.split():
        after = before.copy()
        played = after.play(step)
        told = RAUSCH.view.log(before.plain(), int(played), after.plain(), WATCHER)
        before = after
    accounts = [line["args"] for line in told if "gold" in line["args"]]
    assert [sum(one["gold"]) for one in accounts] == [one["coins"] for one in accounts]
    assert [len(one["gold"]) for one in accounts] == [6] * GROUPS
    assert sum(one["coins"] for one in accounts) == 91
    found = dict(zip(LETTERS, accounts, strict=True))
    assert {letter: found[letter]["coins"] for letter in coins} == coins
    assert {letter: one["tokens"] for letter, one in found.items() if one["badges"]} == tokens
    assert all(
        one["n"] == one["coins"] // max(one["badges"], 1) for one in found.values() if one["badges"]
    )


def last_person() -> Position:
    """The same, but for its last card, which is a counterfeiter."""
    full: Lying = {"A": [6, 4, 3, 0, 0, 0]}
    rest = Counter({int(COINS[kind]): int(DECK[kind]) for kind in range(GOLD, KINDS)})
    rest.subtract(full["A"])
    cards = sorted(rest.elements(), reverse=True)
    for letter in LETTERS[1:]:
        full[letter], cards = cards[:6], cards[6:]
    return lie({**dict.fromkeys(LETTERS, 5), "C": 4}, full, {"A": [2, 1, 0]})
