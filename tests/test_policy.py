"""Bots: how they are called, that they play by the rules, and how well."""

import importlib.util
import itertools
from typing import cast

import numba
import numpy as np
import pytest

from goldrush.bots.policy import OFFERS, PLAYER, Bot, Player, Thinker, bot, needs, policies
from goldrush.bots.seat import BotSeat
from goldrush.core import CHANCE, rng
from goldrush.games import GAMES, game
from goldrush.games.contract import Game
from goldrush.games.gold.rules import VALUE
from goldrush.match import Match
from goldrush.position import Position
from matches import random_match, show
from tools import INTERPRETED, follows, pocket

OWN = [
    (name, policy)
    for policy in ("handmade", "ahead")
    for name in GAMES
    if importlib.util.find_spec(f"goldrush.games.{name}.{policy}")
]
HANDMADE = [name for name, policy in OWN if policy == PLAYER]
SEEN = "@0 a1 $4 b1 $1 c1 $3 d1 $3 e1 P5 f1 R5"  # three turns in which nothing left the table
BOTS = [(name, "uniform") for name in GAMES] + OWN


def played(opened: Game, brains: list[Bot], seed: int, **options: str) -> Position:
    """A match of bots at its end; every choice was legal, or it would have been refused."""
    match, stream = Match(opened, len(brains), options), rng.new(seed, 99)
    seats = [BotSeat(brain, seat, rng.new(seed, seat)) for seat, brain in enumerate(brains)]
    while not match.position.over:
        actor, position = match.position.actor, match.position
        step = position.random_step(stream) if actor == CHANCE else seats[actor].choose(match)
        show(match, step, *seats)
    return match.position


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


@pytest.mark.parametrize(("name", "said"), BOTS)
def test_a_bot_keeps_what_a_policy_promises(name: str, said: str) -> None:
    brain = bot(game(name), said)
    policy = brain.policy
    assert brain.name == said
    assert isinstance(policy.WATCHES, bool)
    assert isinstance(policy.MEMORY, np.dtype)
    assert all(trait.low <= trait.usual <= trait.high for trait in policy.TRAITS)
    assert brain.traits.dtype == np.float64
    usual = [trait.usual for trait in policy.TRAITS]
    assert brain.traits[: len(usual)].tolist() == pytest.approx(usual)


@pytest.mark.parametrize("name", GAMES)
def test_a_policy_declares_what_it_needs_and_offers(name: str) -> None:
    opened = game(name)
    player = cast(Player, bot(opened, PLAYER).policy)
    assert isinstance(player.LIKES, int)
    assert hasattr(player, "alike") == (player.LIKES > 0)
    assert hasattr(player, "overlook") == player.WATCHES
    for said in policies(opened):
        policy = bot(opened, said).policy
        assert needs(policy.__name__.partition("__")[0]) == policy.NEEDS  # type: ignore[attr-defined]  # a module's
        assert set(policy.NEEDS) <= OFFERS.keys()
        assert all(hasattr(policy, need) for need in policy.NEEDS)
        assert ("mind" in (policy.MEMORY.names or ())) == ("player" in policy.NEEDS)
        compiled = isinstance(policy.choose, numba.core.registry.CPUDispatcher)
        assert (compiled or (INTERPRETED and said != "search")) == policy.COMPILED
        assert hasattr(policy, "seconds") == (not policy.COMPILED)


def test_a_policy_that_declares_no_needs_is_refused() -> None:
    with pytest.raises(ValueError, match="judgement does not declare what it NEEDS"):
        needs("goldrush.bots.judgement")


def test_a_search_thinks_as_long_as_its_traits_say() -> None:
    thinking = bot(game("gold"), "search:ms=300")
    assert cast(Thinker, thinking.policy).seconds(thinking.traits) == 0.3


@pytest.mark.parametrize(("name", "said"), BOTS)
def test_a_bot_plays_every_number_of_seats_to_the_end(name: str, said: str) -> None:
    opened = game(name)
    for seats in range(opened.rules.MIN_SEATS, opened.rules.MAX_SEATS + 1):
        assert played(opened, [bot(opened, said)] * seats, seed=seats).over


@pytest.mark.parametrize(("name", "said"), BOTS)
def test_a_bot_with_the_same_luck_plays_the_same_match(name: str, said: str) -> None:
    opened = game(name)
    brains = [bot(opened, said)] * opened.rules.MIN_SEATS
    assert played(opened, brains, seed=1) == played(opened, brains, seed=1)
    assert played(opened, brains, seed=1) != played(opened, brains, seed=2)


@pytest.mark.parametrize("name", HANDMADE)
def test_a_handmade_bot_beats_chance(name: str) -> None:
    opened = game(name)
    seats, wins = opened.rules.MIN_SEATS, 0
    for n in range(60):
        brains = [bot(opened, "uniform")] * seats
        brains[n % seats] = bot(opened, "handmade")
        wins += played(opened, brains, seed=n).places()[n % seats] == 1
    assert wins / 60 > (1 + 1 / seats) / 2


def test_every_game_has_a_handmade_bot_and_gold_river_one_that_hurries_ahead() -> None:
    assert set(GAMES) == set(HANDMADE)
    assert [name for name, folder in OWN if folder == "ahead"] == ["gold_river"]


@pytest.mark.parametrize("legs", ["1", "2"])
def test_a_handmade_bot_of_gold_river_beats_those_that_hurry_ahead(legs: str) -> None:
    opened, wins = game("gold_river"), 0
    for n in range(300):
        brains = [bot(opened, "ahead")] * 6
        brains[n % 6] = bot(opened, "handmade")
        wins += played(opened, brains, seed=n, legs=legs).places()[n % 6] == 1
    assert wins / 300 > 0.22


def test_a_bot_of_ones_own_edition_is_bound_to_its_rules() -> None:
    for said in ("uniform", "handmade"):
        own, shipped = bot(pocket(), said), bot(game("gold"), said)
        assert own.policy is not shipped.policy
        assert own.tag != shipped.tag
        assert played(pocket(), [own, own, own], seed=1).over


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    names = "uniform, handmade, careless, search, zoe, .*, maud$"
    with pytest.raises(ValueError, match=f'no bot "deep" plays gold; there are: {names}'):
        bot(game("gold"), "deep")


def test_a_bot_of_another_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match='"ahead" plays gold; there are: uniform, handmade, care'):
        bot(game("gold"), "ahead")
    with pytest.raises(ValueError, match="there are: uniform, handmade, ahead, careless"):
        bot(game("gold_river"), "deep")


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("handmade:temper=1", 'the bot handmade has no trait "temper"; its traits: forget'),
        ("uniform:forget=1", 'the bot uniform has no trait "forget"; its traits: none at all'),
        ("handmade:forget", 'forget cannot be ""; it is a number from 0 to 1'),
        ("handmade:forget=", 'forget cannot be ""; it is a number from 0 to 1'),
        ("handmade:forget=often", 'forget cannot be "often"; it is a number from 0 to 1'),
        ("handmade:forget=1.01", 'forget cannot be "1.01"; it is a number from 0 to 1'),
        ("handmade:forget=-1", 'forget cannot be "-1"; it is a number from 0 to 1'),
        ("handmade:forget=nan", 'forget cannot be "nan"; it is a number from 0 to 1'),
    ],
)
def test_a_wrong_trait_is_refused_with_what_is_right(said: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        bot(game("gold"), said)


def test_a_trait_can_be_set() -> None:
    gold = game("gold")
    assert bot(gold, "handmade:forget=0.25").traits[0] == 0.25
    assert bot(gold, "handmade:").traits[0] == bot(gold, "handmade").traits[0]
    assert bot(gold, "handmade:forget=0.25").policy is bot(gold, "handmade").policy


@pytest.mark.parametrize("name", GAMES)
def test_a_uniform_bot_chooses_each_action_as_often(name: str) -> None:
    matches = (random_match(name, game(name).rules.MIN_SEATS, steps=n) for n in itertools.count())
    match = next(match for match in matches if match.position.actor >= 0)
    legal = match.position.legal()
    chooser = BotSeat(bot(match.game, "uniform"), match.position.actor, rng.new(4))
    chosen = [chooser.choose(match) for _ in range(100 * len(legal))]
    assert follows([chosen.count(step) for step in legal], [1] * len(legal))


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


def test_forgetting_costs_carats() -> None:
    gold = game("gold")
    sharp, dull = bot(gold, "handmade:forget=0"), bot(gold, "handmade:forget=0.5")
    points = np.zeros(2)
    for n in range(40):
        found = played(gold, [sharp, dull] if n % 2 else [dull, sharp], seed=n).points()
        points += found if n % 2 else found[::-1]
    assert points[0] > 1.2 * points[1]


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


def test_a_handmade_bot_of_gold_river_saves_all_it_has() -> None:
    assert chosen(afloat("M4", 1), "handmade", "up *1") == {"deposit5"}


def test_a_handmade_bot_of_gold_river_stakes_a_part_or_as_one_behind_all() -> None:
    assert chosen(afloat("M10", 1), "handmade", "up *1") == {"stake2"}
    assert chosen(afloat("M10", 1), "handmade:boldness=1", "up *1") == {"stake5"}
    behind = afloat("M10", 1)
    behind.position.record.deposit[1] = 50
    assert chosen(behind, "handmade", "up *1") == {"stake5"}


def test_a_handmade_bot_of_gold_river_breaks_what_lets_the_falls_take_less() -> None:
    twenty_and_two = (0, 1, 0, 0, 1, 0, 0)
    assert chosen(afloat("M4", 1, twenty_and_two), "handmade", "up *1 deposit0") == {"break2"}
    one_alone = (0, 0, 0, 0, 0, 0, 1)
    assert chosen(afloat("M4", 1, one_alone), "handmade", "up *1 deposit0") == {"enough"}


def test_a_handmade_bot_of_gold_river_shuns_bandits_and_a_goal_that_would_lose() -> None:
    rich = (0, 0, 0, 0, 0, 0, 1)
    assert chosen(afloat("M23", 1, rich), "handmade:haste=0") == {"up"}
    near = afloat("M47", 1)
    near.position.record.legs = 0
    assert chosen(near, "handmade") == {"up"}
    near.position.record.deposit[1] = 400
    assert chosen(near, "handmade") == {"down"}
