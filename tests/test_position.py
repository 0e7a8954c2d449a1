"""A position to talk to: what it understands, what it refuses, and how it says so."""

import copy
import doctest
import itertools
import pickle

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrush import position as module
from goldrush.core import CHANCE, OVER, WATCHER, rng
from goldrush.games import GAMES, game
from goldrush.games.contract import open_amounts
from goldrush.games.gold_river.rules import river
from goldrush.games.step import Step
from goldrush.match import Match
from goldrush.position import SHOWN, IllegalStep, Position, steps
from matches import random_match
from tools import drawn_matches, pocket

MATCHES = st.sampled_from(GAMES).flatmap(drawn_matches)


def begun() -> Position:
    """GOLD with its first card about to be turned."""
    position = Position("gold", 3)
    position.play("@1")
    return position


def swapped(text: str, field: str, value: str) -> str:
    """A position's text with another value of a field."""
    parts = [f"{field}={value}" if p.startswith(f"{field}=") else p for p in text.split()]
    return " ".join(parts)


def test_the_example_in_the_docstring_runs_as_written() -> None:
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS) == (0, 4)


def test_chances_read_as_notation_and_count_as_numbers() -> None:
    position = begun()
    position.play("c4")
    assert repr(position.chances()).startswith("{$1: 5, $2: 7, $3: 7, $4: 5, R2: 2, ")
    assert sum(position.chances().values()) == 64
    assert next(iter(position.chances().values())) == 5


def test_a_step_is_its_number_and_reads_as_its_text() -> None:
    step = Step(26, "c4")
    assert (step, repr(step), str(step), f"{step}") == (26, "c4", "c4", "c4")


@pytest.mark.parametrize("name", GAMES)
def test_every_step_can_be_said_by_number_and_by_text(name: str) -> None:
    match = random_match(name, game(name).rules.MIN_SEATS, seed=3)
    by_number, by_text = match.start.copy(), match.start.copy()
    for _, step in match.history:
        known = by_text.legal()
        text = next(one.text for one in known if one == step)
        assert by_number.play(step) == by_text.play(text) == step
    assert by_number == by_text == match.position


@given(MATCHES)
def test_an_action_may_be_said_in_any_case_and_with_spaces(match: Match) -> None:
    position = match.position
    for step in position.legal() if position.actor >= 0 else ():
        for said in (step.text.upper(), step.text.lower(), f" {step.text} "):
            assert position.step(said) == step


def test_an_outcome_is_said_exactly() -> None:
    position = begun()
    position.play("c4")
    for said in ("r5", "x", " R5"):
        with pytest.raises(IllegalStep, match=r"legal: \$1, \$2"):
            position.step(said)
    assert position.step("R5").text == "R5"


def test_an_illegal_step_is_refused_with_what_is_legal() -> None:
    with pytest.raises(IllegalStep, match=r"'c4' cannot be played here; legal: @0, @1, @2$"):
        Position("gold", 3).play("c4")


def test_a_long_list_of_what_is_legal_is_cut_short() -> None:
    with pytest.raises(IllegalStep) as refused:
        begun().play("z9")
    legal = [step.text for step in begun().legal()]
    said = f"'z9' cannot be played here; legal: {', '.join(legal[:SHOWN])} and 52 more"
    assert str(refused.value) == said


def at_the_bank(deposit: int = 112) -> Position:
    """Gold River with a boat on a bank square, five carats in its purse and some in the bank."""
    position = Position("gold_river", 2)
    while position.actor == CHANCE:
        position.play(position.legal()[0])
    position.record.deposit[0] = deposit
    position.record.boat[0] = river.NAMES.index("M4")
    for step in ("up", "*1"):
        position.play(step)
    return position


@pytest.mark.parametrize("said", ["117", " 117 ", "deposit117", "DEPOSIT117"])
def test_an_amount_may_be_said_by_its_number_alone(said: str) -> None:
    position = at_the_bank()
    assert position.play(said).text == "deposit117"
    assert position.record.deposit[0] == 117


@pytest.mark.parametrize("said", ["118", "-1", "0117", "1.0", "+5", "", "stake5", "١"])
def test_any_other_number_is_refused_with_the_range(said: str) -> None:
    with pytest.raises(IllegalStep, match=r"; legal: deposit0 to deposit117$"):
        at_the_bank().play(said)


def test_a_range_of_one_amount_is_named_once() -> None:
    position = at_the_bank(deposit=0)
    position.record.purse[0] = 0
    with pytest.raises(IllegalStep, match=r"; legal: deposit0$"):
        position.play("1")
    assert position.step("0").text == "deposit0"


def test_a_number_is_no_amount_where_none_is_asked_for() -> None:
    position = Position("gold_river", 2)
    with pytest.raises(IllegalStep, match=r"legal: \+1, \+2"):
        position.play("1")
    for _ in range(30):
        if position.actor == CHANCE:
            position.play(position.legal()[0])
    with pytest.raises(IllegalStep, match=r"legal: down, up$"):
        position.play("1")


@given(MATCHES)
def test_ranges_hold_what_is_legal(match: Match) -> None:
    position = match.position
    spread = [n for one, last in position.ranges() for n in range(one, last + 1)]
    assert spread == position.legal()
    if not position.game.rules.AMOUNTS:
        assert position.ranges() == [(step, step) for step in position.legal()]


def test_a_view_offers_an_amount_as_a_range() -> None:
    position = at_the_bank()
    first = position.step("deposit0")
    amount = {"name": "deposit", "action": first, "least": 0, "most": 117}
    assert position.view(0)["amount"] == amount
    assert position.view(0)["legal"] == []
    assert position.view(1)["amount"] is position.view(WATCHER)["amount"] is None
    position.play("0")
    assert position.view(0)["amount"] is None
    assert [entry["text"] for entry in position.view(0)["legal"]][-1] == "enough"


@pytest.mark.parametrize("said", [-1, 64, 10**6, 2**62, 2**63, -(2**63) - 1, 10**30, "", " ", "c"])
def test_anything_else_is_an_illegal_step(said: int | str) -> None:
    position = begun()
    before = position.copy()
    with pytest.raises(IllegalStep, match="legal: a1, b1"):
        position.play(said)
    assert position == before


@given(MATCHES, st.text() | st.integers(-1000, 1000))
def test_what_is_not_legal_changes_nothing(match: Match, said: str | int) -> None:
    position, before = match.position, match.position.copy()
    legal = position.legal()
    texts = {step.text.lower() for step in legal}
    amounts = open_amounts(position.game.rules, legal) if position.actor >= 0 else None
    texts |= {str(n) for n in range(amounts.most + 1)} if amounts else set()
    if (said.strip().lower() in texts) if isinstance(said, str) else (said in legal):
        return
    with pytest.raises(IllegalStep):
        position.play(said)
    assert position == before


@pytest.mark.parametrize("name", GAMES)
def test_nothing_can_be_played_when_the_match_is_over(name: str) -> None:
    position = random_match(name, game(name).rules.MIN_SEATS).position
    assert position.over
    assert position.actor == OVER
    assert position.legal() == []
    for said in (0, "a1"):
        with pytest.raises(IllegalStep, match="cannot be played: the match is over"):
            position.play(said)


@given(MATCHES)
def test_a_position_is_read_back_from_its_text(match: Match) -> None:
    text = match.position.text()
    assert Position.from_text(match.game, text) == match.position
    assert Position.from_text(match.game.name, text).text() == text
    assert "\n" not in text


def test_a_position_of_ones_own_edition_is_read_back() -> None:
    position = random_match(pocket(), 2, seed=1, steps=9).position
    assert Position.from_text(pocket(), position.text()) == position


@pytest.mark.parametrize("name", GAMES)
def test_a_text_without_one_of_its_fields_is_refused(name: str) -> None:
    head, *parts = Position(name).text().split()
    for part in parts:
        others = [other for other in parts if other != part]
        with pytest.raises(ValueError, match=f'"{part.partition("=")[0]}" is missing'):
            Position.from_text(name, " ".join([head, *others]))


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("seats", "1", "a seat, round or count is out of range"),
        ("seats", "6", "a seat, round or count is out of range"),
        ("seats", "many", '"many" is not a number'),
        ("turn", "3", "a seat, round or count is out of range"),
        ("first", "3", "a seat, round or count is out of range"),
        ("rounds", "2", "a seat, round or count is out of range"),
        ("turned", "2", "a seat, round or count is out of range"),
        ("quiet", "31", "a seat, round or count is out of range"),
        ("left", "63", "do not add up to the deck"),
        ("bag", "0*25", "disagree about the cards left"),
        ("card", "?*63,$1", "disagree about the cards left"),
        ("card", "?*63,99", "the spots, the bag and the table disagree"),
        ("card", "?*63", "63 values, there must be 64"),
        ("lost", "1", "does not add up to the deck's carats"),
        ("up", "c4,z9", '"z9" is not a number'),
        ("drawing", "1", "the cards turned up are not where they should be"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(
    field: str, value: str, reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        Position.from_text("gold", swapped(begun().text(), field, value))


@pytest.mark.parametrize("text", ["", "chess", "gold/2 seats=2", "gold/1", "gold/1 seats=2"])
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"a position (begins|has)"):
        Position.from_text("gold", text)


@given(MATCHES, st.data())
def test_a_text_with_a_wrong_value_is_refused_or_can_be_played_on(
    match: Match, data: st.DataObject
) -> None:
    parts = match.position.text().split()
    field, _, values = data.draw(st.sampled_from(parts[1:])).partition("=")
    wrong = values.split(",")
    wrong[data.draw(st.integers(0, len(wrong) - 1))] = str(data.draw(st.integers(-3, 40)))
    try:
        position = Position.from_text(match.game, swapped(" ".join(parts), field, ",".join(wrong)))
    except ValueError:
        return
    stream = rng.new(1)
    for _ in itertools.takewhile(lambda _: not position.over, range(match.game.rules.LONGEST)):
        position.play(position.random_step(stream))
    assert position.over


@pytest.mark.parametrize("name", GAMES)
def test_a_position_says_what_it_is(name: str) -> None:
    rules = game(name).rules
    fresh, late = Position(name), random_match(name, rules.MAX_SEATS).position
    said = f"<{name}, {rules.MIN_SEATS} seats, 0 turns played, points {fresh.points()}, "
    assert repr(fresh).startswith(said)
    assert repr(fresh).endswith("chance to draw>")
    assert repr(late).endswith(f"points {late.points()}, over>")


def test_a_position_says_who_is_to_act() -> None:
    assert repr(begun()).endswith("seat 1 to act>")


def test_a_position_prints_as_a_picture() -> None:
    position = begun()
    position.play("b1")
    position.play("R5")
    head, first, *_ = str(position).splitlines()
    assert head.split() == ["a", "b", "c", "d", "e", "f", "g", "h"]
    assert first.split() == ["1", "?", "R5", *"??????"]


@given(MATCHES)
def test_a_copy_goes_its_own_way(match: Match) -> None:
    position, text = match.position, match.position.text()
    copied = position.copy()
    assert copied == position
    if not copied.over:
        copied.play(copied.legal()[-1])
        assert copied != position
    assert position.text() == text


@pytest.mark.parametrize("name", GAMES)
def test_looking_changes_nothing(name: str) -> None:
    for position in random_match(name, game(name).rules.MAX_SEATS, seed=5).replay():
        before = position.copy()
        for seat in [*range(position.seats), WATCHER]:
            position.hidden(seat)
            position.view(seat)
        looks = [position.legal(), position.chances(), position.points(), position.places()]
        assert all(look is not None for look in looks)
        assert position == before


@pytest.mark.parametrize("name", GAMES)
def test_only_chance_has_chances(name: str) -> None:
    for position in random_match(name, game(name).rules.MIN_SEATS, seed=6).replay():
        assert bool(position.chances()) == (position.actor == CHANCE)
        assert list(position.chances()) == (position.legal() if position.actor == CHANCE else [])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("beyond", [-1, 1])
def test_a_wrong_number_of_seats_is_refused(name: str, beyond: int) -> None:
    rules = game(name).rules
    seats = rules.MIN_SEATS - 1 if beyond < 0 else rules.MAX_SEATS + 1
    right = f"it has {rules.MIN_SEATS} to {rules.MAX_SEATS}"
    with pytest.raises(ValueError, match=f"{name} cannot have {seats} seats; {right}"):
        Position(name, seats)


def test_a_wrong_option_is_refused_with_the_right_ones() -> None:
    with pytest.raises(ValueError, match='no option "wolves"; its options: rounds, layout'):
        Position("gold", 2, {"wolves": "one"})
    with pytest.raises(ValueError, match='option rounds cannot be "two"; it can be: one, each'):
        Position("gold", 2, {"rounds": "two"})


def test_a_position_compares_with_positions_only() -> None:
    assert Position("gold", 2) == Position(game("gold"), 2)
    assert Position("gold", 2) != Position("gold", 3)
    assert Position("gold", 2) != "gold"
    with pytest.raises(TypeError, match="unhashable"):
        hash(Position("gold"))


@pytest.mark.parametrize("name", GAMES)
def test_all_steps_are_listed_by_number(name: str) -> None:
    opened = game(name)
    actions, outcomes = steps(opened)
    assert actions == list(range(opened.rules.ACTIONS))
    assert outcomes == list(range(opened.rules.OUTCOMES))
    assert [step.text for step in actions] == [opened.notation.action(n) for n in actions]


def test_a_step_can_be_copied_and_pickled() -> None:
    step = begun().step("c4")
    for other in (copy.copy(step), pickle.loads(pickle.dumps(step))):
        assert (int(other), other.text) == (int(step), "c4")


def test_a_fraction_is_no_step() -> None:
    with pytest.raises(IllegalStep, match=r"3\.7 cannot be played here"):
        begun().play(3.7)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GAMES)
def test_whoever_changes_a_view_changes_no_other(name: str) -> None:
    position = Position(name, 2)
    before = msgspec.json.encode(position.view(0))
    for part in position.view(0).values():
        if isinstance(part, dict | list):
            part.clear()
    assert msgspec.json.encode(position.view(0)) == before
