"""What every game promises, tried on random matches of every game."""

import itertools
import json
from collections.abc import Iterator
from string import Formatter

import msgspec
import numpy as np
import pytest

from goldrush.core import CHANCE, OVER, WATCHER, blank, rng
from goldrush.games import game
from goldrush.games.contract import Game, carried_options
from goldrush.games.plain import RESERVED
from goldrush.games.texts import LANGUAGES
from goldrush.position import Position, steps
from goldrush.terminal import words
from matches import random_match
from samples import SAMPLES
from tools import INTERPRETED, VERSIONS

SLOW = INTERPRETED
MATCHES = 4 if SLOW else 200  # a game


def settings(opened: Game) -> list[tuple[int, dict[str, str]]]:
    """Every number of seats with every combination of options; interpreted, some of them."""
    rules = opened.rules
    names = [option.name for option in rules.OPTIONS]
    values = itertools.product(*(option.values for option in rules.OPTIONS))
    chosen = [dict(zip(names, value, strict=True)) for value in values]
    sizes = range(rules.MIN_SEATS, rules.MAX_SEATS + 1)
    pairs = itertools.product(sizes, chosen)
    tables = [(n, said) for n, said in pairs if carried_options(rules, said, n) == said]
    return tables[:: 1 + len(tables) // 3] if SLOW else tables


def positions(opened: Game) -> Iterator[Position]:
    """Every position of MATCHES random matches over all settings; interpreted, the first ones."""
    rounds = itertools.islice(itertools.cycle(settings(opened)), MATCHES)
    for number, (seats, options) in enumerate(rounds):
        position, stream = Position(opened, seats, options), rng.new(7, number)
        for _ in range(200 if SLOW else opened.rules.LONGEST):
            yield position
            if position.over:
                break
            position.play(position.random_step(stream))


def some(opened: Game, looks: int) -> Iterator[Position]:
    """About so many of these positions, evenly spread: games differ much in length."""
    steps = len(random_match(opened, opened.rules.MAX_SEATS, seed=1).history)
    stride = 5 if SLOW else max(MATCHES * steps // looks, 1) | 1  # odd, out of step with turns
    return itertools.islice(positions(opened), 0, None, stride)


@pytest.fixture(params=VERSIONS, ids=lambda one: f"{one[0]}-{one[1]}")
def opened(request: pytest.FixtureRequest) -> Game:
    name, version = request.param
    return game(name, version=version)


def test_a_state_has_the_common_fields_and_no_unsigned_ones(opened: Game) -> None:
    fields = opened.rules.STATE.fields
    assert fields
    assert {"seats", "first", "turns"} <= set(fields)
    assert all(kind.base.kind in "if" for kind, *_ in fields.values())


def test_every_position_keeps_the_invariants(opened: Game) -> None:
    for position in positions(opened):
        assert opened.rules.CHECKS[opened.rules.check(position.record)] == opened.rules.CHECKS[0]


def test_legal_actions_and_draws_are_ascending_and_never_empty(opened: Game) -> None:
    rules = opened.rules
    for position in positions(opened):
        if position.over:
            assert position.legal() == []
            continue
        numbers = [int(step) for step in position.legal()]
        assert numbers
        assert numbers == sorted(set(numbers))
        assert numbers[0] >= 0
        assert numbers[-1] < (rules.OUTCOMES if position.actor == CHANCE else rules.ACTIONS)
        assert all(weight > 0 for weight in position.chances().values())


def test_a_draw_is_the_weighted_choice_of_what_chance_lists(opened: Game) -> None:
    for number, position in enumerate(positions(opened)):
        if chances := position.chances():
            one, other = rng.new(3, number), rng.new(3, number)
            weights = np.array(list(chances.values()))
            listed = list(chances)[rng.weighted(one, weights, len(weights))]
            assert opened.rules.draw(position.record, other) == listed
            assert one.tolist() == other.tolist()


def test_a_match_ends_within_the_longest_and_says_how(opened: Game) -> None:
    rules = opened.rules
    for number, (seats, options) in enumerate(settings(opened)):
        match = random_match(opened, seats, options, seed=number)
        position = match.position
        assert len(match.history) <= rules.LONGEST
        assert 0 <= rules.ended(position.record) < len(rules.ENDS)
        assert 0 <= position.record.first < seats
        assert position.record.turns > 0


def test_places_are_shared_by_equals_and_then_skipped(opened: Game) -> None:
    for position in positions(opened):
        places = position.places()
        assert sorted(places)[0] == 1
        assert all(place == 1 + sum(p < place for p in places) for place in places)


def test_what_is_hidden_stays_hidden_whatever_it_was(opened: Game) -> None:
    for number, position in enumerate(some(opened, 8000)):
        for seat in [*range(position.seats), WATCHER]:
            hidden = position.hidden(seat)
            assert hidden.hidden(seat) == hidden
            world = hidden.copy()
            opened.rules.resample(world.record, seat, rng.new(number))
            assert world.hidden(seat) == hidden
            assert opened.rules.check(world.record) == 0


def test_the_seat_to_act_has_the_same_choices_in_its_hidden_record(opened: Game) -> None:
    for position in some(opened, 8000):
        if position.actor >= 0:
            assert position.hidden(position.actor).legal() == position.legal()


def test_no_two_steps_are_written_alike(opened: Game) -> None:
    actions, outcomes = steps(opened)
    texts = [step.text for step in [*actions, *outcomes]]
    assert len(set(texts)) == len(texts) == opened.rules.ACTIONS + opened.rules.OUTCOMES
    assert not any(character.isspace() for character in "".join(texts))


def test_every_position_can_be_written_and_read_back(opened: Game) -> None:
    for position in some(opened, 5000):
        assert Position.from_text(opened, position.text()) == position


def test_a_replayed_match_is_the_same_match(opened: Game) -> None:
    for number, (seats, options) in enumerate(settings(opened)):
        match = random_match(opened, seats, options, seed=number)
        *_, last = match.replay()
        assert last == match.position


def test_views_are_plain_json_and_offer_actions_only_to_the_actor(opened: Game) -> None:
    for position in some(opened, 3000):
        for seat in [*range(position.seats), WATCHER]:
            view = json.loads(json.dumps(position.view(seat)))
            hidden = position.hidden(seat)  # which may have another actor: see the contract
            legal = hidden.legal() if hidden.actor == seat else []
            listed = [msgspec.to_builtins(opened.notation.CHOICES[s]) for s in legal]
            if amount := view["amount"]:
                first, most = amount["action"], amount["most"]
                assert [entry["action"] - first for entry in listed[: most + 1]] == [
                    *range(amount["least"], most + 1)
                ]
                assert amount["name"] in [amounts.name for amounts in opened.rules.AMOUNTS]
                listed = listed[most + 1 :]
            assert view["legal"] == listed
            assert not any(
                a.hold(entry["action"]) for a in opened.rules.AMOUNTS for entry in listed
            )
            assert view["seats"] == position.seats
            assert (view["places"] is None) == (not position.over)


def test_views_have_the_shape_that_they_are_said_to_have(opened: Game) -> None:
    for position in some(opened, 1500):
        for seat in [*range(position.seats), WATCHER]:
            view = opened.view.view(position.hidden(seat).plain(), seat)
            assert type(view).__module__ == f"goldrush.games.{opened.name}.shapes"
            assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view


def test_no_two_actions_are_of_one_kind_and_touch_the_same(opened: Game) -> None:
    notation, actions = opened.notation, range(opened.rules.ACTIONS)
    choices = notation.CHOICES
    assert [choice.action for choice in choices] == [*actions]
    assert [choice.text for choice in choices] == [notation.action(action) for action in actions]
    assert len({(choice.kind, choice.args) for choice in choices}) == len(choices)
    for choice in choices:
        assert msgspec.json.decode(msgspec.json.encode(choice), type=type(choice)) == choice


def test_no_field_hides_what_a_view_asks_a_plain_record_for(opened: Game) -> None:
    assert not RESERVED & set(opened.rules.STATE.names or ())


def test_amounts_are_spelt_with_their_name_and_number(opened: Game) -> None:
    """So a client can say which it means without knowing the game."""
    for amounts in opened.rules.AMOUNTS:
        for number in (0, 1, amounts.most):
            said = opened.notation.action(amounts.first + number)
            assert said == f"{amounts.name}{number}"


def test_every_kind_of_action_has_words(opened: Game) -> None:
    """Words may name what it touches, and what a screen knows besides."""
    besides = set(SAMPLES[opened.name].worded_with)
    for lang in LANGUAGES:
        forms = words.texts(lang, opened.name).forms
        for choice in opened.notation.CHOICES:
            form = forms[f"action.{choice.kind}"]
            for said in form.values() if isinstance(form, dict) else [form]:
                named = {name for _, name, _, _ in Formatter().parse(said) if name}
                assert named <= besides | set(choice.args.__struct_fields__), choice.kind


def test_seats_are_shown_different_things_only_where_a_game_says_that_it_has_secrets(
    opened: Game,
) -> None:
    """Whoever is to act is asked and offered something: that alone is no secret."""
    asked = {"seat", "prompt", "rule", "legal", "amount"}
    shown = hidden = False
    for position in some(opened, 600):
        views = [position.view(seat) for seat in range(position.seats)]
        tables = [{k: v for k, v in view.items() if k not in asked} for view in views]
        shown = shown or any(table != tables[0] for table in tables)
        records = [position.hidden(seat) for seat in range(position.seats)]
        hidden = hidden or any(record != records[0] for record in records)
    assert shown == opened.view.SECRETS
    assert hidden <= opened.view.SECRETS


def test_seats_are_asked_in_secret_only_where_a_game_says_so(opened: Game) -> None:
    asked = any(
        position.actor >= 0 and position.hidden(WATCHER).actor != position.actor
        for position in some(opened, 600)
    )
    assert asked == opened.view.WHISPERS


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_told_has_words_in_both_languages(opened: Game, lang: str) -> None:
    names = [f"seat {n}" for n in range(opened.rules.MAX_SEATS)]
    texts = words.texts(lang, opened.name, names)
    for number, (seats, options) in enumerate(settings(opened)):
        match = random_match(opened, seats, options, seed=number)
        told = [texts.line(line) for lines in match.lines(WATCHER) for line in lines]
        assert len(told) > seats
        assert all("{" not in line for line in told)
        assert texts(f"end.{opened.rules.ENDS[opened.rules.ended(match.position.record)]}")
    for position in some(opened, 3000):
        assert texts.line(position.view(0)["prompt"])


@pytest.mark.parametrize("whole", [False, True])
def test_features_are_finite_and_differ_from_seat_to_seat(opened: Game, *, whole: bool) -> None:
    """Of hidden records, and of whole ones, as the search imagines them."""
    seen = set()
    out = np.full((2, opened.features.FEATURES), np.nan, np.float32)
    for position in some(opened, 3000):
        for seat in range(2):
            known = position if whole else position.hidden(seat)
            opened.features.features(known.record, seat, out[seat])
        assert np.isfinite(out).all()
        assert np.abs(out).max() <= 1
        seen.add(out.tobytes())
        if position.actor == 0:
            assert (out[0] != out[1]).any()
    assert len(seen) > 1


def test_what_is_fixed_of_a_view_is_the_same_in_all_matches_for_all_eyes(opened: Game) -> None:
    """It is sent once, and made plain once for each game."""
    found = set()
    for number, (seats, options) in enumerate(settings(opened)):
        match = random_match(opened, seats, options, seed=number, steps=60)
        for position in (match.start, match.position):
            for eyes in (0, seats - 1, WATCHER):
                view = opened.view.view(position.hidden(eyes).plain(), eyes)
                found.add(msgspec.json.encode([getattr(view, f) for f in opened.view.FIXED]))
    assert len(found) == 1


def test_a_start_needs_no_luck(opened: Game) -> None:
    for seats, options in settings(opened):
        assert Position(opened, seats, options) == Position(opened, seats, options)


def test_starting_anew_forgets_the_match_before(opened: Game) -> None:
    rules = opened.rules
    for seats, options in settings(opened):
        used = random_match(opened, rules.MAX_SEATS, seed=1).position.record
        fresh = blank(rules.STATE)
        chosen = [o.values.index(options[o.name]) for o in rules.OPTIONS]
        rules.start(used, seats, np.array(chosen, np.int64))
        rules.start(fresh, seats, np.array(chosen, np.int64))
        assert used.tobytes() == fresh.tobytes()


def test_over_is_over(opened: Game) -> None:
    position = random_match(opened, opened.rules.MIN_SEATS).position
    assert position.actor == OVER
    assert position.chances() == {}
