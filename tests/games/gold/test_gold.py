"""GOLD's rule book, paragraph by paragraph; each test names the ones it would miss."""

import itertools
import json
from typing import Any

import msgspec
import numpy as np
import pytest

from goldrush.core import CHANCE, WATCHER, rng
from goldrush.games import game
from goldrush.games.gold import rules
from goldrush.games.gold.rules import CARATS, DECK, GONE, KINDS, NOBODY, STATE, UNTURNED, VALUE
from goldrush.match import Match
from goldrush.position import IllegalStep, Position
from goldrush.terminal.screen import LEAST_PAUSE
from matches import random_match

GOLD = game("gold")
NOTATION: Any = GOLD.notation
CARD = {NOTATION.card(kind): kind for kind in range(KINDS)}
FIRST = {2: 2, 3: 2, 4: 3, 5: 1}  # some starting seat for each number of seats


def script(text: str, seats: int = 3, **options: str) -> Position:
    """A match played as written."""
    position = Position(GOLD, seats, options)
    for step in text.split():
        position.play(step)
    return position


def lay(cards: str, seats: int = 3, quiet: int = 0, **options: str) -> Position:
    """Seat 0 to begin a turn with just these cards left, on a1, b1, … and known to all.

    All other cards have left the game; their gold was blown up.
    """
    position = Position(GOLD, seats, options)
    s = position.record
    kinds = [CARD[card] for card in cards.split()]
    s.first = 0
    s.card[:] = GONE
    s.card[: len(kinds)] = kinds
    s.bag[:] = 0
    s.table[:] = np.bincount(kinds, minlength=KINDS)
    s.left = len(kinds)
    s.gone = rules.SPOTS - len(kinds)
    s.lost = CARATS - int(VALUE[kinds].sum())
    s.quiet = quiet
    s.rush = rules.rush_due(s)
    return position


def on_table(position: Position) -> list[str]:
    return [NOTATION.card(kind) for kind in position.record.card if kind not in (GONE, UNTURNED)]


def counts(pattern: str) -> dict[str, int]:
    return {card: int(DECK[kind]) for card, kind in CARD.items() if card.startswith(pattern)}


def test_there_are_24_gold_cards_worth_60_carats() -> None:
    """[G1]"""
    assert counts("$") == {"$1": 5, "$2": 7, "$3": 7, "$4": 5}
    assert CARATS == 60


def test_there_are_35_prospectors_seven_of_each_colour() -> None:
    """[G2]"""
    for colour in "RBGYP":
        assert counts(colour) == {
            f"{colour}2": 2,
            f"{colour}3": 2,
            f"{colour}4": 2,
            f"{colour}5": 1,
        }


def test_64_cards_lie_on_spots_of_their_own_five_of_them_dynamites() -> None:
    """[G3]"""
    start = script("@0")
    assert counts("X") == {"X": 5}
    assert rules.SPOTS == len(start.legal()) == int(start.record.bag.sum()) == 64
    assert len({step.text for step in start.legal()}) == 64


def test_each_colour_has_a_name_and_a_symbol_of_its_own() -> None:
    """[G4]"""
    colours = script("@0").view(0)["colours"]
    assert [c["name"] for c in colours] == ["red", "blue", "green", "yellow", "purple"]
    assert len({c["symbol"] for c in colours}) == len({c["letter"] for c in colours}) == 5


@pytest.mark.parametrize(
    ("seats", "owners"),
    [
        (2, [0, 1, 0, 1, NOBODY]),
        (3, [0, 1, 2, NOBODY, NOBODY]),
        (4, [0, 1, 2, 3, NOBODY]),
        (5, [0, 1, 2, 3, 4]),
    ],
)
def test_each_seat_owns_its_colour_and_with_two_seats_two(seats: int, owners: list[int]) -> None:
    """[G5] [G6]"""
    s = Position(GOLD, seats).record
    assert [rules.owner_of(s, colour) for colour in range(5)] == owners
    shown = [c["owner"] for c in Position(GOLD, seats).view(0)["colours"]]
    assert shown == [None if owner == NOBODY else owner for owner in owners]


def test_unowned_colours_are_in_play() -> None:
    """[G5]"""
    assert Position(GOLD, 2).record.bag[CARD["P5"]] == 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_who_starts_is_drawn_with_equal_chances(seats: int) -> None:
    """[G7]"""
    start = Position(GOLD, seats)
    assert start.actor == CHANCE
    assert {s.text: w for s, w in start.chances().items()} == {f"@{n}": 1 for n in range(seats)}
    start.play(f"@{seats - 1}")
    assert start.actor == seats - 1


def test_the_first_card_is_seen_before_the_second_is_chosen() -> None:
    """[G8]"""
    position = script("@1 c4 $3")
    assert position.actor == 1
    faces = [(face["spot"], face["card"]["text"]) for face in position.view(WATCHER)["up"]]
    assert faces == [(26, "$3")]
    assert position.view(1)["prompt"]["key"] == "prompt.second"


def test_play_goes_clockwise() -> None:
    """[G8]"""
    position = script("@2 a1 $1 b1 $1")
    assert position.actor == 0
    assert script("@2 a1 $1 b1 $1 c1 $1 d1 $1").actor == 1


def test_a_card_never_turned_is_drawn_from_those_never_turned() -> None:
    """[G3]"""
    position = script("@0 a1 $4 b1")
    chances = {step.text: weight for step, weight in position.chances().items()}
    assert chances == {card: DECK[kind] - (card == "$4") for card, kind in CARD.items()}


def test_a_card_turned_before_needs_no_draw() -> None:
    """[G8]"""
    position = script("@0 a1 $4 b1 $4 a1")
    assert position.actor == 1
    assert position.record.turned == 1


def test_the_second_card_is_another_one_and_there_is_no_pass() -> None:
    """[G9]"""
    position = script("@0 c4 $3")
    assert len(position.legal()) == 63
    with pytest.raises(IllegalStep, match="'c4' cannot be played here; legal: a1, b1"):
        position.play("c4")


def test_a_first_card_that_is_dynamite_still_asks_for_a_second() -> None:
    """[G9]"""
    position = script("@0 c4 X")
    assert position.actor == 0
    assert position.record.left == 64


OWNERS = {n: {colour: seat for seat, colour in enumerate("RBGYP"[:n])} for n in (3, 4, 5)}


def outcome(one: str, other: str, seats: int, turn: int) -> tuple[set[str], dict[int, int]]:
    """What the book says of a pair: the cards that leave, and the carats that seats get."""
    cards = sorted((one, other), key=lambda card: card[0] == "$")
    if "X" in cards:
        return {"first", "second"}, {}
    if cards[0][0] == "$":
        return set(), {}
    strength, number = int(cards[0][1]), int(cards[1][1])
    if cards[1][0] == "$":
        if strength < number:
            return set(), {}
        owners = {"R": 0, "B": 1, "G": 0, "Y": 1} if seats == 2 else OWNERS[seats]
        return {"first", "second"}, {owners.get(cards[0][0], turn): number}
    if strength == number:
        return set(), {}
    weaker = "first" if int(one[1]) < int(other[1]) else "second"
    return {weaker}, {}


PAIRS = [
    (one, other)
    for one, other in itertools.product(CARD, repeat=2)
    if one != other or DECK[CARD[one]] > 1
]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_pair_does_what_the_book_says(seats: int) -> None:
    """[G10] [G11] [G12] [G13]"""
    for one, other in PAIRS:
        turn = FIRST[seats] % seats
        position = script(f"@{turn} a1 {one} h8 {other}", seats)
        leaves, carats = outcome(one, other, seats, turn)
        gone = {
            name
            for name, spot in (("first", 0), ("second", 63))
            if position.record.card[spot] == GONE
        }
        assert gone == leaves, (one, other)
        assert {n: c for n, c in enumerate(position.points()) if c} == carats, (one, other)
        assert position.record.left == 64 - len(leaves)


def test_the_owner_gets_the_gold_even_in_anothers_turn() -> None:
    """[G10]"""
    position = script("@0 a1 $4 b1 B4")
    assert position.points() == [0, 4, 0]
    assert position.record.cards.tolist() == [0, 1, 0, 0, 0]


def test_an_unowned_prospector_works_for_the_seat_whose_turn_it_is() -> None:
    """[G10]"""
    assert script("@2 a1 $4 b1 P5").points() == [0, 0, 4]


def test_a_prospector_of_equal_strength_finds_the_gold() -> None:
    """[G10]"""
    assert script("@0 a1 R2 b1 $2").points() == [2, 0, 0]


def test_the_weaker_prospector_leaves_and_the_stronger_stays_on_its_spot() -> None:
    """[G11]"""
    position = script("@0 a1 R2 b1 R3")
    assert position.record.card[:2].tolist() == [GONE, CARD["R3"]]
    assert position.record.gone == 1


def test_dynamite_takes_both_cards_and_nobody_scores() -> None:
    """[G12]"""
    position = script("@0 a1 $4 b1 X")
    assert position.record.card[:2].tolist() == [GONE, GONE]
    assert position.record.lost == 4
    assert position.points() == [0, 0, 0]


def test_other_pairs_lie_face_down_again() -> None:
    """[G13]"""
    for pair in ("R2 b1 B2", "$1 b1 $4", "R2 b1 $3"):
        position = script(f"@0 a1 {pair}")
        assert position.record.left == 64
        assert len(position.legal()) == 64


def test_gaps_stay_gaps() -> None:
    """[G14]"""
    position = script("@0 c3 $2 d5 R2 a1 $1 b1 $1")
    assert {"c3", "d5"}.isdisjoint(step.text for step in position.legal())
    assert len(position.legal()) == 62
    assert position.view(0)["table"][18] == 0


def test_the_rush_is_on_with_ten_cards_and_not_with_eleven() -> None:
    """[G15] [G17]"""
    assert lay("R2 R3 X " + "$1 " * 5 + "$2 " * 2).view(0)["rush"] == "few_left"
    eleven = lay("R2 R3 X " + "$1 " * 5 + "$2 " * 3)
    assert eleven.view(0)["rush"] is None
    eleven.play("a1")
    assert eleven.actor == 0
    eleven.play("b1")
    assert eleven.view(0)["rush"] == "few_left"


def test_the_rush_begins_when_a_turn_begins_not_within_it() -> None:
    """[G15]"""
    position = lay("R2 R3 X " + "$1 " * 5 + "$2 " * 3)
    position.play("c1")
    assert position.record.rush == rules.NO_RUSH
    assert position.view(0)["prompt"]["key"] == "prompt.second"


def test_the_rush_lasts_to_the_end_of_the_round() -> None:
    """[G15]"""
    position = lay("R2 R3 X $1 $1", 2)
    while not position.over:
        assert position.view(0)["rush"] == "few_left"
        position.play(position.legal()[0])


def test_in_the_rush_a_turn_is_one_card_and_gold_goes_to_who_turned_it() -> None:
    """[G16]"""
    position = lay("$3 B5 X")
    position.play("a1")
    assert (position.points(), position.actor) == ([3, 0, 0], 1)
    position.play("b1")
    assert (position.points(), position.actor) == ([3, 0, 0], 2)
    position.play("c1")
    assert position.over
    assert position.record.gone == 63
    assert position.record.cards[0] == 1


def test_in_the_rush_every_seat_keeps_what_it_turns() -> None:
    """[G16]"""
    position = lay("$1 $2 $3")
    for spot in ("a1", "b1"):
        position.play(spot)
    assert position.points() == [1, 2, 0]
    assert [face["spot"] for face in position.view(WATCHER)["shown"]] == [1]
    assert position.view(2)["prompt"]["key"] == "prompt.rush"
    assert position.view(1)["prompt"]["key"] == "prompt.waits"


def test_a_normal_turn_is_played_while_something_can_change() -> None:
    """[G17]"""
    position = lay("$4 " * 5 + "$3 " * 6 + "R3")
    assert position.record.rush == rules.NO_RUSH


@pytest.mark.parametrize(
    ("cards", "stuck"),
    [
        ("$4 " * 5 + "$3 " * 7, True),  # only gold
        ("$4 " * 5 + "$3 " * 7 + "X", False),
        ("$4 " * 5 + "$3 " * 7 + "R2", True),
        ("$4 " * 5 + "$3 " * 7 + "R2 B2", True),
        ("$4 " * 5 + "$3 " * 7 + "R2 B3", False),  # one chases the other
        ("$4 " * 5 + "$3 " * 7 + "R3", False),  # finds a 3
        ("R2 R2 B2 B2 G2 G2 Y2 Y2 P2 P2 " + "$3", True),
        ("R2 R2 B2 B2 G2 G2 Y2 Y2 P2 P2 " + "$2", False),
        ("R5 B5 G5 Y5 P5 " + "$4 " * 5 + "$3", False),
        ("R2 R2 B2 B2 G3 G3 " + "$4 " * 5, False),  # the 3s chase the 2s
    ],
)
def test_the_rush_begins_when_no_pair_could_change_anything(cards: str, stuck: bool) -> None:
    """[G18]"""
    assert lay(cards).view(0)["rush"] == ("stuck" if stuck else None)


def test_the_rush_begins_after_thirty_turns_in_which_no_card_left() -> None:
    """[G19]"""
    position = script("@0 a1 $3 b1 $3")
    for _ in range(28):
        position.play("a1")
        position.play("b1")
    assert position.view(0)["rush"] is None
    position.play("a1")
    position.play("b1")
    assert position.record.turns == 30
    assert position.view(0)["rush"] == "quiet"
    assert GOLD.rules.CHECKS[GOLD.rules.check(position.record)] == "all is well"


def test_a_card_that_leaves_starts_the_count_of_quiet_turns_anew() -> None:
    """[G19]"""
    position = script("@0 a1 $3 b1 $3 " + "a1 b1 " * 28 + "c1 X d1 $1")
    assert position.record.quiet == 0
    for _ in range(29):
        position.play("a1")
        position.play("b1")
    assert position.record.quiet == 29
    assert position.view(0)["rush"] is None


def test_the_reasons_of_the_rush_are_tested_in_their_order() -> None:
    """[G19]"""
    assert lay("$3 " * 5, quiet=30).view(0)["rush"] == "few_left"
    assert lay("$3 " * 7 + "$4 " * 5, quiet=30).view(0)["rush"] == "stuck"
    assert lay("$3 " * 7 + "$4 " * 5 + "R5", quiet=30).view(0)["rush"] == "quiet"


def test_the_reason_of_the_last_rush_is_how_the_match_ended() -> None:
    """[G15] [G18] [G19]"""
    for cards, quiet, end in (
        ("$3", 0, "few_left"),
        ("$3 " * 11, 0, "stuck"),
        ("$3 " * 11 + "R5", 30, "quiet"),
    ):
        position = lay(cards, 2, quiet)
        while not position.over:
            position.play(position.legal()[0])
        assert rules.ENDS[rules.ended(position.record)] == position.view(0)["end"] == end


def test_the_round_ends_with_the_last_card() -> None:
    """[G20]"""
    position = lay("$1 R2", 2)
    position.play("a1")
    assert not position.over
    position.play("b1")
    assert position.over


def standing(carats: list[int], cards: list[int], total: list[int], rounds: int) -> list[int]:
    """The places of three seats that have this."""
    position = Position(GOLD, 3)
    s = position.record
    s.rounds = rounds
    s.carats[:3], s.cards[:3], s.total[:3] = carats, cards, total
    return position.places()


def test_most_carats_win_then_most_gold_cards_then_the_win_is_shared() -> None:
    """[G20]"""
    assert standing([9, 8, 10], [9, 9, 1], [0, 0, 0], 1) == [2, 3, 1]
    assert standing([9, 9, 9], [3, 4, 2], [0, 0, 0], 1) == [2, 1, 3]
    assert standing([9, 9, 8], [3, 3, 9], [0, 0, 0], 1) == [1, 1, 3]


def test_over_several_rounds_the_total_wins_then_the_last_round_then_all_who_tie() -> None:
    """[G21]"""
    assert standing([1, 8, 9], [1, 1, 1], [20, 10, 10], 3) == [1, 3, 2]
    assert standing([5, 6, 4], [9, 1, 9], [15, 14, 16], 3) == [2, 1, 3]
    assert standing([5, 5, 5], [9, 1, 5], [5, 5, 5], 3) == [1, 1, 1]


def test_one_round_is_played_or_as_many_as_there_are_seats() -> None:
    """[G21]"""
    assert script("@0").record.rounds == 1
    assert script("@0", 4, rounds="each").record.rounds == 4


def test_the_start_of_each_round_passes_to_the_left() -> None:
    """[G21]"""
    position, stream, starts = Position(GOLD, 3, {"rounds": "each"}), rng.new(5), []
    while not position.over:
        if position.record.left == 64 and position.record.turned == 0 and position.actor >= 0:
            starts.append(position.actor)
        position.play(position.random_step(stream))
    first = int(position.record.first)
    assert starts == [first, (first + 1) % 3, (first + 2) % 3]
    assert sum(position.points()) == int(position.record.total.sum() + position.record.carats.sum())


def test_a_new_round_lays_out_all_cards_and_keeps_the_totals() -> None:
    """[G21]"""
    position = lay("$3", 2, rounds="each")
    position.play("a1")
    assert (position.record.left, position.record.played) == (64, 1)
    assert position.view(1)["mines"][0] == {"cards": 0, "carats": None, "earlier": 3}
    assert position.record.bag.tolist() == DECK.tolist()
    assert position.points() == [3, 0]


def test_a_new_round_is_no_rush_and_shows_nothing_of_the_old_one() -> None:
    """[G15] [G23]"""
    position = lay("$3 R2", 2, rounds="each")
    position.play("a1")
    position.play("b1")
    assert position.view(WATCHER)["rush"] is None
    assert position.view(WATCHER)["shown"] == position.view(WATCHER)["up"] == []


def test_totals_grow_from_round_to_round() -> None:
    """[G21]"""
    match, stream, totals = Match(GOLD, 3, {"rounds": "each"}), rng.new(9), []
    while not match.position.over:
        before = match.position.copy()
        match.play(match.position.random_step(stream))
        if match.position.record.played > before.record.played:
            totals.append(match.position.record.total.tolist())
    assert len(totals) == 2
    assert all(late > early for early, late in zip(*totals, strict=True) if late)
    told = [line for lines in match.lines(0) for line in lines if line["key"] == "log.earned"]
    earned = np.array([line["args"]["n"] for line in told]).reshape(3, 3)
    assert earned.sum(axis=0).tolist() == match.position.points()
    assert earned[:2].sum(axis=0).tolist() == totals[1][:3]


def test_a_start_is_drawn_by_its_weight() -> None:
    """[G7]"""
    start, stream = Position(GOLD, 4), rng.new(2)
    drawn = [start.random_step(stream).text for _ in range(400)]
    assert {text: round(drawn.count(text), -2) for text in set(drawn)} == {
        f"@{n}": 100 for n in range(4)
    }


@pytest.mark.parametrize(
    ("pair", "told"),
    [
        ("R4 b1 $3", ("log.finds", {"seat": 0, "card": "R4", "n": 3})),
        ("$3 b1 B4", ("log.finds", {"seat": 1, "card": "B4", "n": 3})),
        ("P5 b1 $1", ("log.unowned", {"seat": 2, "card": "P5", "n": 1})),
        ("R2 b1 B3", ("log.chases", {"strong": "B3", "weak": "R2"})),
        ("B3 b1 R2", ("log.chases", {"strong": "B3", "weak": "R2"})),
        ("X b1 R2", ("log.blast", {})),
        ("$1 b1 $2", ("log.only_gold", {})),
        ("R2 b1 $3", ("log.too_weak", {"card": "R2", "n": 3})),
        ("$4 b1 B3", ("log.too_weak", {"card": "B3", "n": 4})),
        ("R3 b1 B3", ("log.equal", {"n": 3})),
    ],
)
def test_the_log_tells_what_a_pair_did(pair: str, told: tuple[str, dict[str, object]]) -> None:
    """[G10] [G11] [G12] [G13]"""
    match = Match(GOLD, 3)
    for step in f"@2 a1 {pair}".split():
        match.play(step)
    line = list(match.lines(WATCHER))[-1][-1]
    letters = {c.name: c.letter for c in rules.EDITION.colours.list}
    args = {}
    for name, value in line["args"].items():
        args[name] = value
        if isinstance(value, dict) and "seat" in value:
            args[name] = value["seat"]
        elif isinstance(value, dict):
            colour = value["args"]["colour"]["key"].removeprefix("colour.")
            args[name] = f"{letters[colour]}{value['args']['n']}"
    assert (line["key"], args) == told


def test_a_rush_from_the_first_turn_on_is_called_in_every_round() -> None:
    """[G18]"""
    shipped = rules.EDITION
    stuck = msgspec.structs.replace(
        shipped,
        gold=msgspec.structs.replace(shipped.gold, cards={9: 20}),
        prospectors=msgspec.structs.replace(shipped.prospectors, cards={1: 1}),
        dynamite=msgspec.structs.replace(shipped.dynamite, cards=0),
    )
    match = random_match(game("gold", stuck), 2, {"rounds": "each"})
    told = [line["key"] for lines in match.lines(WATCHER) for line in lines]
    assert told.count("log.rush.stuck") == 2
    assert "log.finds" not in told
    assert match.position.record.turns == 50


def test_others_see_how_many_cards_a_seat_has_and_not_their_value() -> None:
    """[G22]"""
    position = script("@0 a1 R4 b1 $3")
    assert position.view(0)["mines"][0] == {"cards": 1, "carats": 3, "earlier": 0}
    for seat in (1, 2, WATCHER):
        assert position.view(seat)["mines"][0] == {"cards": 1, "carats": None, "earlier": 0}


def test_at_the_end_all_gold_is_shown() -> None:
    """[G22]"""
    position = lay("$3", 2)
    position.play("a1")
    assert [mine["carats"] for mine in position.view(WATCHER)["mines"]] == [3, 0]


def test_turned_cards_are_memory_and_not_a_secret() -> None:
    """[G22]"""
    position = script("@0 a1 $3 b1 $3")
    for seat in (0, 1, 2, WATCHER):
        assert position.hidden(seat) == position
        assert rules.seen(position.record, 5, seat)


def test_a_turned_pair_is_shown_until_the_next_card_is_chosen() -> None:
    """[G23]"""
    position = script("@0 a1 $3 b1 X")
    shown = [(face["spot"], face["card"]["text"]) for face in position.view(1)["shown"]]
    assert shown == [(0, "$3"), (1, "X")]
    position.play("c1")
    assert position.view(1)["shown"] == []
    assert LEAST_PAUSE >= 1.5


def test_no_view_tells_what_lies_face_down() -> None:
    """[G23]"""
    one = script("@0 a1 $3 b1 $4 c1 R2 d1 R2 e1 $1 f1 $1")
    other = script("@0 a1 R2 b1 R2 c1 $3 d1 $4 e1 $1 f1 $1")
    for seat in (0, 1, 2, WATCHER):
        assert json.dumps(one.view(seat)) == json.dumps(other.view(seat))


def test_the_log_names_what_was_turned_and_never_where() -> None:
    """[G23]"""
    logs = []
    for spots in ("a1 b1", "c5 h8"):
        match = Match(GOLD, 3)
        first, second = spots.split()
        for step in ("@0", first, "$3", second, "$4"):
            match.play(step)
        logs.append(json.dumps(list(match.lines(WATCHER))))
    assert logs[0] == logs[1]
    assert "card.gold" in logs[0]


def test_the_layout_changes_the_look_and_nothing_else() -> None:
    """[G3]"""
    one, other = script("@0 a1 $3", layout="scattered"), script("@0 a1 $3", layout="square")
    assert (one.view(0)["layout"], other.view(0)["layout"]) == ("scattered", "square")
    other.record.layout = 0
    assert one == other


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("gone", 1, 1),
        ("left", 63, 1),
        ("lost", 1, 3),
        ("seats", 9, 4),
        ("seats", 1, 4),
        ("rounds", 2, 4),
        ("layout", 2, 4),
        ("first", 3, 4),
        ("played", 1, 4),
        ("turn", 3, 4),
        ("turns", -1, 4),
        ("quiet", 31, 4),
        ("rush", 4, 4),
        ("turned", 2, 4),
        ("drawing", 2, 4),
        ("drawing", 1, 5),
        ("up", [64, -1], 5),
        ("face", [-1, KINDS], 5),
        ("turned", 1, 5),
        ("quiet", 30, 6),
        ("total", [-1, 0, 0, 0, 0], 4),
    ],
)
def test_a_record_that_cannot_be_is_told_by_its_fault(field: str, value: Any, fault: int) -> None:
    position = script("@0")
    position.record[field] = value
    assert rules.check(position.record) == fault


def test_a_card_in_two_places_is_told() -> None:
    position = script("@0 a1 $3")
    position.record.card[5] = CARD["$3"]
    assert rules.check(position.record) == 2


def test_a_bag_that_owes_cards_is_told() -> None:
    position = script("@0 a1 $3")
    position.record.bag[CARD["P5"]] = -1
    assert rules.check(position.record) == 2


def test_the_fields_of_a_position_are_laid_out_flat() -> None:
    assert STATE.itemsize <= 192
