"""The search: the same tree for the same seed, an answer at any time, and never a worse one."""

import time
from collections.abc import Callable
from typing import Any, cast

import msgspec
import numpy as np
import pytest

from goldrush.bots import judgement
from goldrush.bots.policy import bot
from goldrush.bots.seat import BotSeat
from goldrush.core import CHANCE, Record, rng
from goldrush.games import GAMES, edition_type, game
from goldrush.lab.thinking import FirstChoice
from goldrush.match import Match
from goldrush.position import Position, steps
from matches import played
from samples import SAMPLES
from tools import POCKET, pocket, python

SIMS = 400
SEATS = 3


def arrived(name: str, played: int, seed: int = 5) -> Position:
    """A position some steps into a random match, at a choice of several."""
    seats = min(SEATS, game(name).rules.MAX_SEATS)
    position, stream = Position(game(name), seats), rng.new(seed)
    while played > 0 or position.actor == CHANCE or len(position.legal()) < 2:
        position.play(position.random_step(stream))
        played -= 1
    return position


class Thought:
    """A search that has begun to think about a position."""

    def __init__(self, position: Position, said: str = "search", seed: int = 9) -> None:
        self.position = position
        self.brain = bot(position.game, said)
        self.search = cast(Any, self.brain.policy)
        self.seat = BotSeat(self.brain, position.actor, rng.new(seed))
        self.tree: Record = self.search.room()[0]
        legal = np.array(position.legal(), np.int64)
        hidden = position.hidden(position.actor).record
        self.search.ponder(self.tree, self.seat.memory, hidden, legal, len(legal), self.seat.rng)

    def think(self, simulations: int) -> "Thought":
        """Adds simulations."""
        self.search.race.think(self.tree, simulations)
        return self

    @property
    def answer(self) -> int:
        return int(self.search.race.leading(self.tree))

    def name(self, node: int, actor: int) -> str:
        return str(steps(self.position.game)[actor == CHANCE][self.tree.step[node]].text)

    def lines(self) -> list[str]:
        """The race and the first steps below it, as text."""
        t = self.tree
        lines = [f"{t.sims} simulations, {t.rounds} rounds, {t.nodes} nodes"]
        for runner in range(t.runners):
            node = int(t.runner[runner])
            mean = t.worth[node] / max(t.visits[node], 1)
            state = "out" if t.out[runner] else "in"
            what = self.name(node, self.position.actor)
            below = ", ".join(
                f"{t.step[k]}:{t.visits[k]}/{t.there[k]}:{len(self.children(k))}"
                for k in self.children(node)
            )
            lines.append(f"{what} {state} {t.visits[node]} {mean:.6f} [{below}]")
        return [*lines, f"answer {self.name_of(self.answer)}", ""]

    def name_of(self, action: int) -> str:
        return str(steps(self.position.game)[0][action].text)

    def children(self, node: int) -> list[int]:
        found, child = [], int(self.tree.child[node])
        while child:
            found.append(child)
            child = int(self.tree.sibling[child])
        return sorted(found)


@pytest.mark.parametrize("name", GAMES)
def test_golden_trees_grow_from_the_same_seed_and_simulations(
    name: str, golden: Callable[[str, str], None]
) -> None:
    position = arrived(name, SAMPLES[name].early)
    golden(f"{name}/search.txt", "\n".join(Thought(position).think(SIMS).lines()))


def test_interpreted_it_grows_the_same_tree() -> None:
    code = """
import test_search as t
print(t.Thought(t.arrived("goldrausch", 420)).think(20).lines())
"""
    grown = python(code, NUMBA_DISABLE_JIT="1")
    assert grown == python(code, NUMBA_DISABLE_JIT="0")
    assert "20 simulations" in grown


def test_it_does_not_matter_in_how_many_parts_it_thinks() -> None:
    position = arrived("goldrausch", 100)
    whole = Thought(position).think(300).lines()
    parts = Thought(position)
    for count in (1, 7, 92, 200):
        parts.think(count)
    assert parts.lines() == whole


def test_an_answer_is_ready_at_any_time() -> None:
    position = arrived("goldrausch", 25)
    thought = Thought(position)
    for _ in range(40):
        assert thought.answer in position.legal()
        thought.think(5)


def test_before_it_has_thought_it_answers_as_the_hand_made_player() -> None:
    position = arrived("goldrausch", 25)
    player = bot(position.game, "handmade").policy
    legal = np.array(position.legal(), np.int64)
    thought = Thought(position)
    own = player.choose(
        thought.tree.minds[position.actor],
        position.record,
        legal,
        len(legal),
        rng.new(1),
    )
    assert thought.answer == own


def test_a_choice_is_weighed_by_how_often_it_was_there() -> None:
    """In Golden-Town what a rival can do hangs on a hand that is imagined."""
    missing = 0
    for played_so_far in range(100, 220, 20):
        thought = Thought(arrived("golden_town", played_so_far)).think(3000)
        t = thought.tree
        for node in range(1, int(t.nodes)):
            for child in thought.children(node):
                if t.step[child] >= 0:
                    assert t.visits[child] <= t.there[child] <= t.visits[node]
                    missing += t.there[child] < t.visits[node] / 2 > 5
    assert missing


@pytest.mark.parametrize("name", ["goldrausch", "golden_town"])
def test_it_answers_within_its_time(name: str) -> None:
    position = arrived(name, SAMPLES[name].early)
    match = Match(position.game, SEATS)
    match.position = position
    chooser = BotSeat(bot(position.game, "search:ms=60"), position.actor, rng.new(1))
    chooser.choose(match)
    begun = time.perf_counter()
    chooser.choose(match)
    assert time.perf_counter() - begun < 0.5  # on a machine that may be busy


@pytest.mark.parametrize("beaten", [False, True])
def test_one_lucky_round_does_not_make_a_newcomer_the_answer(beaten: bool) -> None:
    thought = Thought(arrived("goldrausch", 25)).think(600)
    t, newcomer = thought.tree, int(thought.tree.runners)
    answer = thought.answer
    t.runners += 1
    t.runner[newcomer], t.out[newcomer], t.step[t.nodes] = t.nodes, 0, 10_000
    t.both[newcomer, : newcomer + 1] = t.both[: newcomer + 1, newcomer] = 1
    t.lead[newcomer, :newcomer], t.square[newcomer, :newcomer] = 1.0, 1.0
    t.lead[:newcomer, newcomer] = -1.0
    if beaten:
        t.out[0] = 1
        assert thought.answer != 10_000
    else:
        assert thought.answer == answer


def test_a_race_with_one_choice_left_is_over() -> None:
    thought = Thought(arrived("oh_my_gold", 12)).think(20_000)
    t = thought.tree
    assert t.sims < 20_000
    assert sum(t.out[: t.runners] == 0) == 1
    assert not t.out[[int(t.step[n]) for n in t.runner[: t.runners]].index(thought.answer)]


def test_a_round_is_run_by_all_that_are_still_in_the_race() -> None:
    thought = Thought(arrived("goldrausch", 100))
    t = thought.tree
    thought.think(4 * int(t.runners))
    assert t.rounds == 4
    assert (t.both[: t.runners, : t.runners] == 4).all()
    assert (t.visits[t.runner[: t.runners]] == 4).all()


def test_those_that_race_have_the_same_luck() -> None:
    position = arrived("oh_my_gold", 12)
    thought = Thought(position).think(400)
    t = thought.tree
    n = int(t.both[0, 1])
    paired = t.square[0, 1] / n - (t.lead[0, 1] / n) ** 2
    alone = [t.worth[node] / t.visits[node] for node in t.runner[:2]]
    assert paired < sum(mean * (1 - mean) for mean in alone) / 2


def test_the_choice_of_an_amount_begins_with_few_and_widens() -> None:
    position = Position(game("gold_river"), 2)
    stream = rng.new(3)
    while position.over or len(position.legal()) < 60:
        if position.over:
            position = Position(game("gold_river"), 2)
        position.play(position.random_step(stream))
    thought = Thought(position)
    t = thought.tree
    assert t.runners == thought.search.race.WIDE
    raced = {int(t.step[node]) for node in t.runner[: t.runners]}
    legal = position.legal()
    assert {legal[0], legal[-1], legal[(len(legal) - 1) // 2]} <= raced
    thought.think(6000)
    assert t.runners > thought.search.race.WIDE


def test_a_full_tree_goes_on_learning() -> None:
    thought = Thought(arrived("goldrausch", 25))
    t = thought.tree
    t.nodes = thought.search.tree.NODES - 200
    thought.think(1000)
    assert t.nodes == thought.search.tree.NODES
    assert t.sims > 300
    assert thought.answer in thought.position.legal()


def test_it_beats_the_hand_made_player() -> None:
    opened, won = game("goldrausch"), 0
    for number in range(12):
        brains = [bot(opened, "search:sims=150"), bot(opened, "handmade")]
        places = played(opened, brains[:: 1 if number % 2 else -1], seed=number).places()
        won += places[1 - number % 2] == 1
    assert won >= 8


@pytest.mark.parametrize("name", GAMES)
def test_a_shipped_judgement_fits_the_features(name: str) -> None:
    found = judgement.shipped(game(name))
    assert (found is not None) == SAMPLES[name].judgement
    if found is None:  # playing to the end measured better
        return
    assert found.hidden.shape == (game(name).features.FEATURES, judgement.UNITS)
    assert found.horizon >= 1


def test_an_own_edition_is_played_to_the_end() -> None:
    own = pocket()
    assert judgement.shipped(own) is None
    policy: Any = bot(own, "search:sims=20").policy
    assert not policy.tree.JUDGES
    assert played(own, [bot(own, "search:sims=20"), bot(own, "uniform")], seed=1).over


def test_the_speed_of_thought_is_measured_where_there_is_something_to_think_about() -> None:
    choice = FirstChoice("oh_my_gold")
    assert choice.position.seats == 4
    assert choice.answer() in choice.position.legal()
    assert choice.speed(0.01) > 100


def test_a_table_with_more_kinds_than_cards_has_room_for_all_that_are_alike() -> None:
    each_once = ", ".join(f"{carats} = 1" for carats in range(1, 7))
    tight = POCKET.replace("1 = 2, 3 = 2", each_once).replace("2 = 1, 3 = 1 }", "2 = 1 }")
    tight = tight.replace("cards = 1\n", "cards = 0\n")
    own = game("gold", msgspec.toml.decode(tight, type=edition_type("gold")))
    policy: Any = bot(own, "search").policy
    kinds = policy.tree.player.LIKES
    assert kinds > own.rules.ACTIONS
    assert policy.tree.TREE["tried"].shape == (kinds,)
