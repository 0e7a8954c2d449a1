"""Figures with errors: rows of games against a recount, habits that hold, blocks that add up."""

import pickle

import numpy as np
import pytest

from goldrush.bots.policy import bot
from goldrush.core import CHANCE, Records, interpreted
from goldrush.games import GAMES, game
from goldrush.games.contract import Game
from goldrush.lab.measures import MEASURES, difference, mean, ratio, shares
from goldrush.lab.setting import CARELESS, EVEN, NOVICE, LineUp, Setting
from goldrush.lab.simulate import simulate
from goldrush.position import Position
from tools import compiled_only


def setting(name: str, seats: int, options: dict[str, str] | None = None, seed: int = 1) -> Setting:
    """A setting whose games are played without the compiler, which takes longer than they do."""
    made = Setting(game(name), seats, options or {}, seed)
    made.code = interpreted(made.code)
    return made


def kinds(opened: Game) -> tuple[str, ...]:
    return tuple(dict.fromkeys(choice.kind for choice in opened.notation.CHOICES))


def taken(terms: Setting, line_up: LineUp, number: int, count: int) -> list[Position]:
    """The positions before each decision of a game."""
    found = terms.positions(line_up, number, np.arange(count))
    texts = [terms.game.notation.position(record) for record in found]
    return [Position.from_text(terms.game, text) for text in texts]


@pytest.mark.parametrize("name", GAMES)
def test_a_row_tells_what_a_game_was_like(name: str) -> None:
    terms = setting(name, 3, seed=5)
    (row,) = rows = terms.rows(CARELESS, 4, 1)
    before = taken(terms, CARELESS, 4, int(row["decisions"]))
    choices = [len(one.legal()) for one in before]
    assert row["number"] == 4
    assert row["odd"] == 1
    assert all(one.actor >= 0 for one in before)
    assert row["choices"].sum() == sum(choices)
    assert row["forced"].sum() == choices.count(1)
    assert row["bits"] == pytest.approx(np.log2(choices).sum())
    assert row["made"].sum() == row["kinds"].sum() == len(before)
    assert row["early"].sum() == -(-len(before) // 3)
    acting = [one.actor for one in before]
    assert row["kinds"].sum(1).tolist() == [acting.count(seat) for seat in range(len(row["kinds"]))]
    first = [place == 1 for place in before[0].places()]
    assert row["leaders"][0] == sum(1 << seat for seat, leads in enumerate(first) if leads)
    assert shares(rows).sum() == 1
    assert before[0].record["first"] == row["first"]
    assert CHANCE not in acting


@compiled_only
def test_hand_made_players_play_as_they_are_simulated() -> None:
    opened = game("oh_my_gold")
    rows = Setting(opened, 3, seed=2).play(EVEN, 400, workers=2)
    found = simulate(opened, bot(opened, "handmade"), 3, 400, seed=2)
    assert MEASURES["length"].of(rows).value == pytest.approx(found.turns.mean)
    assert MEASURES["draws"].of(rows).value == pytest.approx(found.draws.mean)
    assert MEASURES["ties"].of(rows).value == pytest.approx(found.shared_wins)
    assert MEASURES["points"].of(rows).value == pytest.approx(found.winner_points.mean)
    assert MEASURES["seat_edge"].of(rows).value == pytest.approx(found.wins[0] - 1 / 3)


def test_blocks_are_the_same_wherever_they_are_played() -> None:
    here = setting("oh_my_gold", 2, {"steal": "on"}, seed=7)
    elsewhere: Setting = pickle.loads(pickle.dumps(here))
    elsewhere.code = here.code
    whole = here.rows(NOVICE, 0, 6)
    parts = [elsewhere.rows(NOVICE, 0, 2), here.rows(NOVICE, 2, 4)]
    assert str(np.concatenate(parts)) == str(whole)
    assert str(here.play(NOVICE, 6, workers=2)) == str(whole)


def count(terms: Setting, kind: str, **habits: float) -> int:
    """How often the odd one did something of a kind."""
    rows: Records = terms.rows(LineUp(odd=(*habits.items(),)), 0, 4)
    own = rows["kinds"][np.arange(len(rows)), rows["odd"]]
    return int(own[:, kinds(terms.game).index(kind)].sum())


def test_whoever_never_steals_does_not_and_whoever_always_does_steals_more() -> None:
    terms = setting("oh_my_gold", 3, {"steal": "on"})
    number = kinds(terms.game).index("steal")
    usual = count(terms, "steal")
    assert count(terms, "steal", never=number) == 0
    assert count(terms, "steal", always=number) > usual > 0


def test_habits_of_amounts_are_nothing_and_all() -> None:
    terms = setting("gold_river", 2)
    policy, number = interpreted(terms.habits), kinds(terms.game).index("stake")
    (stakes,) = (one for one in terms.game.rules.AMOUNTS if one.name == "stake")
    legal = np.arange(stakes.first, stakes.first + 8)
    for habit, left in (("never", [stakes.first]), ("always", [stakes.first + 7])):
        memory = np.zeros(1, policy.MEMORY)
        policy.begin(memory[0], 0, terms.traits(LineUp(((habit, number),)))[0])
        assert memory["open"][0, : policy._leave(memory[0], legal, 8)].tolist() == left


def test_whoever_does_anything_wins_less() -> None:
    rows = setting("goldrausch", 2).rows(NOVICE, 0, 6)
    assert MEASURES["luck"].of(rows).value < 0.5


def test_every_measure_has_a_value_and_an_error() -> None:
    terms = setting("gold_river", 4)
    rows = {line_up: terms.rows(line_up, 0, 4) for line_up in (EVEN, NOVICE)}
    for name, measure in MEASURES.items():
        figure = measure.of(rows[measure.line_up])
        assert figure.games == 4
        assert np.isfinite([figure.value, figure.error]).all(), name
        assert measure.unit == "number" or -1 <= figure.value <= 4, name


def test_errors_are_those_of_means_and_ratios() -> None:
    values = np.array([1.0, 2.0, 3.0, 6.0])
    figure = mean(values)
    assert figure.value == 3
    assert figure.error == pytest.approx(values.std(ddof=1) / 2)
    assert ratio(values, np.ones(4)) == figure
    assert ratio(values, values).error == 0
    apart = difference(figure, mean(values / 2))
    assert apart.value == 1.5
    assert apart.error == pytest.approx(figure.error * 1.25**0.5)


def test_what_cannot_be_played_is_refused_before_anything_is() -> None:
    opened = game("gold")
    for terms in ((1, {}, 0), (4, {"rounds": "ten"}, 0), (4, {}, -1)):
        with pytest.raises(ValueError, match=r"seats|option|seed"):
            Setting(opened, *terms)
