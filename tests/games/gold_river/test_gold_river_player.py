"""Gold River's players: the hand-made one, and the one that hurries ahead."""

import pytest

from goldrush.bots.policy import bot, policies
from goldrush.bots.seat import BotSeat
from goldrush.core import CHANCE, rng
from goldrush.games import game
from goldrush.match import Match
from matches import played
from tools import compiled_only


def afloat(square: str, leg: int, purse: tuple[int, ...] = (1, 2, 0, 0, 0, 0, 0)) -> Match:
    """A match of Gold River with seat 0 to call, its boat on a square."""
    match, stream = Match("gold_river", 2, {"legs": "2"}), rng.new(1)
    while match.position.actor == CHANCE:
        starts = match.position.legal()[0].text == "@0"
        match.play("@0" if starts else match.position.random_step(stream))
    s, rules = match.position.record, match.game.rules
    s.boat[0] = rules.river.NAMES.index(square)  # type: ignore[attr-defined]
    s.leg, s.purse[0] = leg - 1, purse
    return match


def chosen(match: Match, said: str, steps: str = "") -> set[str]:
    """What a bot of seat 0 does after some steps, tried again and again."""
    for step in steps.split():
        match.play(step)
    brain = bot(match.game, said)
    known = {int(step): step.text for step in match.position.legal()}
    return {known[BotSeat(brain, 0, rng.new(7, n)).choose(match)] for n in range(200)}


@pytest.mark.parametrize(
    ("square", "leg", "call"),
    [("M5", 1, "up"), ("M5", 2, "down"), ("A2", 1, "down"), ("A2", 2, "down"), ("M47", 1, "up")],
)
def test_a_bot_that_hurries_ahead_calls_the_way_to_the_goal(
    square: str, leg: int, call: str
) -> None:
    assert chosen(afloat(square, leg), "ahead") == {call}


def test_a_bot_that_hurries_ahead_keeps_to_the_main_river_and_leaves_the_rest_to_chance() -> None:
    assert chosen(afloat("M9", 1), "ahead", "up *3") == {"main"}
    assert chosen(afloat("M10", 1), "ahead", "up *1") == {f"stake{n}" for n in range(6)}
    assert chosen(afloat("M4", 1), "ahead", "up *1") == {f"deposit{n}" for n in range(6)}
    assert chosen(afloat("M4", 1), "ahead", "up *1 deposit0") == {"break2", "enough"}


def test_a_handmade_bot_saves_all_it_has() -> None:
    assert chosen(afloat("M4", 1), "handmade", "up *1") == {"deposit5"}


def test_a_handmade_bot_stakes_a_part_or_as_one_behind_all() -> None:
    assert chosen(afloat("M10", 1), "handmade", "up *1") == {"stake2"}
    assert chosen(afloat("M10", 1), "handmade:boldness=1", "up *1") == {"stake5"}
    behind = afloat("M10", 1)
    behind.position.record.deposit[1] = 50
    assert chosen(behind, "handmade", "up *1") == {"stake5"}


def test_a_handmade_bot_breaks_what_lets_the_falls_take_less() -> None:
    twenty_and_two = (0, 1, 0, 0, 1, 0, 0)
    assert chosen(afloat("M4", 1, twenty_and_two), "handmade", "up *1 deposit0") == {"break2"}
    one_alone = (0, 0, 0, 0, 0, 0, 1)
    assert chosen(afloat("M4", 1, one_alone), "handmade", "up *1 deposit0") == {"enough"}


def test_a_handmade_bot_shuns_bandits_and_a_goal_that_would_lose() -> None:
    rich = (0, 0, 0, 0, 0, 0, 1)
    assert chosen(afloat("M23", 1, rich), "handmade:haste=0") == {"up"}
    near = afloat("M47", 1)
    near.position.record.legs = 0
    assert chosen(near, "handmade") == {"up"}
    near.position.record.deposit[1] = 400
    assert chosen(near, "handmade") == {"down"}


def test_one_bot_hurries_ahead() -> None:
    assert "ahead" in policies(game("gold_river"))


@compiled_only
@pytest.mark.parametrize("legs", ["1", "2"])
def test_a_handmade_bot_beats_those_that_hurry_ahead(legs: str) -> None:
    opened, wins = game("gold_river"), 0
    for n in range(300):
        brains = [bot(opened, "ahead")] * 6
        brains[n % 6] = bot(opened, "handmade")
        wins += played(opened, brains, seed=n, legs=legs).places()[n % 6] == 1
    assert wins / 300 > 0.22
