"""GOLD's hand-made player: what it remembers, and what it makes of that."""

from typing import Any

import numpy as np
import pytest

from goldrush.bots.policy import bot
from goldrush.bots.seat import BotSeat
from goldrush.core import rng
from goldrush.games import game
from goldrush.games.gold.rules import VALUE
from goldrush.match import Match
from matches import played, show
from tools import compiled_only

SEEN = "@0 a1 $4 b1 $1 c1 $3 d1 $3 e1 P5 f1 R5"  # three turns in which nothing left the table


def after(steps: str, brain: str, seat: int = 0) -> tuple[Match, BotSeat]:
    """A match of GOLD with two seats, and a bot that has watched it so far."""
    match, watcher = Match("gold", 2), BotSeat(bot(game("gold"), brain), seat, rng.new(1))
    for said in steps.split():
        show(match, said, watcher)
    return match, watcher


def turned(match: Match, chooser: BotSeat) -> set[str]:
    """The two cards that a bot turns, both of which all have seen before."""
    first = show(match, chooser.choose(match), chooser)
    return {first.text, match.play(chooser.choose(match)).text}


def test_a_handmade_bot_turns_the_best_pair_it_remembers() -> None:
    match, chooser = after(f"{SEEN} g1 $2 h1 $2", "handmade:forget=0")
    assert turned(match, chooser) == {"e1", "a1"}
    assert match.position.points() == [4, 0]


def test_a_handmade_bot_that_forgets_all_knows_the_last_turn_alone() -> None:
    match, chooser = after(f"{SEEN} g1 $2 h1 $2", "handmade:forget=1")
    assert np.flatnonzero(chooser.memory.knows).tolist() == [6, 7]
    assert any(
        [*map(int, match.position.legal())].index(chooser.choose(match)) > 7 for _ in range(9)
    )


def test_a_handmade_bot_does_not_find_gold_for_its_rival() -> None:
    match, chooser = after("@1 a1 $4 b1 $1 c1 B5 d1 R5", "handmade:forget=0", seat=1)
    assert match.position.actor == 1
    assert turned(match, chooser) == {"c1", "a1"}
    assert match.position.points() == [0, 4]


def test_a_handmade_bot_grabs_the_most_gold_in_the_rush() -> None:
    gold, tried = game("gold"), 0
    for seed in range(20):
        match, stream = Match(gold, 2), rng.new(seed)
        chooser = BotSeat(bot(gold, "handmade:forget=0"), 0, rng.new(seed))
        while not (match.position.record.rush and match.position.actor == 0):
            show(match, match.position.random_step(stream), chooser)
        known = [int(step) for step in match.position.legal() if chooser.memory.knows[step]]
        values = [int(VALUE[match.position.record.card[step]]) for step in known]
        if 4 in values:
            tried += 1
            assert values[known.index(chooser.choose(match))] == 4
    assert tried > 3


@compiled_only
def test_forgetting_costs_carats() -> None:
    gold = game("gold")
    sharp, dull = bot(gold, "handmade:forget=0"), bot(gold, "handmade:forget=0.5")
    points = np.zeros(2)
    for n in range(40):
        found = played(gold, [sharp, dull] if n % 2 else [dull, sharp], seed=n).points()
        points += found if n % 2 else found[::-1]
    assert points[0] > 1.2 * points[1]


@compiled_only
@pytest.mark.parametrize(("forget", "known"), [(0.0, True), (1.0, False)])
def test_a_search_remembers_as_its_trait_says(forget: float, known: bool) -> None:
    match = Match("gold", 2)
    brain = bot(match.game, f"search:sims=40,forget={forget}")
    chooser = BotSeat(brain, 0, rng.new(1))
    for said in SEEN.split():
        show(match, said, chooser)
    chooser.choose(match)
    room: Any = brain.policy.room()  # type: ignore[attr-defined]  # the search has one
    imagined = room[0].known[0]
    assert match.game.rules.check(imagined) == 0
    face_up = {int(spot) for spot in match.position.record.up}
    rest = [n for n, card in enumerate(match.position.record.card) if card >= 0]
    assert all((imagined.card[n] >= 0) == (known or n in face_up) for n in rest)
    assert np.array_equal(imagined.table, match.position.record.table)
