"""Bots: how they are called, that they play by the rules, and how well."""

import importlib.util
import itertools
from typing import cast

import numba
import numpy as np
import pytest

from goldrush.bots.policy import OFFERS, PLAYER, Player, Thinker, bot, needs, policies
from goldrush.bots.seat import BotSeat
from goldrush.core import rng
from goldrush.games import GAMES, game
from matches import played, random_match
from tools import INTERPRETED, follows, pocket

OWN = [
    (name, policy)
    for policy in ("handmade", "ahead")
    for name in GAMES
    if importlib.util.find_spec(f"goldrush.games.{name}.{policy}")
]
HANDMADE = [name for name, policy in OWN if policy == PLAYER]
BOTS = [(name, "uniform") for name in GAMES] + OWN


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


def test_every_game_has_a_handmade_bot() -> None:
    assert set(GAMES) == set(HANDMADE)


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
