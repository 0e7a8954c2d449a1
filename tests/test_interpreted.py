"""Twins of compiled modules: the same bytes without the compiler, and the way over to it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event
from types import ModuleType

import msgspec
import pytest

from goldrush.bots.policy import PLAYER, bot
from goldrush.bots.seat import BotSeat
from goldrush.core import CHANCE, WATCHER, interpreted, rng
from goldrush.games import GAMES, game
from goldrush.games.contract import MODULES
from goldrush.match import Match
from goldrush.position import Position
from matches import random_match
from tools import INTERPRETED, POCKET, VERSIONS, pocket, python

STEPS = 150  # of a match that are compared


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_a_twin_plays_the_same_bytes(name: str, version: int) -> None:
    match = random_match(game(name, version=version), 3, seed=5, steps=STEPS)
    twin = Match(match.game.at_once(), 3)
    for number, (position, (_, step)) in enumerate(
        zip(match.replay(), match.history, strict=False)
    ):
        assert twin.position.record.tobytes() == position.record.tobytes()
        assert (twin.position.actor, twin.position.chances()) == (
            position.actor,
            position.chances(),
        )
        assert twin.position.legal() == position.legal()
        if number % 10 == 0:
            for eyes in (0, 1, WATCHER):
                assert twin.position.view(eyes) == position.view(eyes)
        twin.play(step)
    assert [*twin.lines(0)] == [*match.lines(0)]
    assert twin.link() == match.link()
    assert (twin.position.points(), twin.position.places()) == (
        match.position.points(),
        match.position.places(),
    )


def test_nobody_is_given_a_twin_that_is_not_finished() -> None:
    """As when two people open the same game at once."""
    asked, finished = Event(), Event()

    class Long(list[int]):
        def __iter__(self) -> Iterator[int]:
            asked.set()
            assert finished.wait(10)
            return super().__iter__()

    module = ModuleType("goldrush.long")
    vars(module).update(long=Long([1]))
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(interpreted, module)
        assert asked.wait(10)
        second = threads.submit(lambda: vars(interpreted(module)).get("long"))
        wait([second], 0.1)
        finished.set()
        assert (first.result().long, second.result()) == ([1], [1])


@pytest.mark.parametrize("name", GAMES)
def test_a_player_chooses_the_same_interpreted(name: str) -> None:
    def history(opened: Match) -> list[tuple[int, int]]:
        player, stream = bot(opened.game, PLAYER), rng.new(3)
        seats = [BotSeat(player, seat, rng.new(4, seat)) for seat in range(opened.seats)]
        for _ in range(60):
            actor = opened.position.actor
            chance = actor == CHANCE
            opened.play(
                opened.position.random_step(stream) if chance else seats[actor].choose(opened)
            )
        return opened.history

    assert history(Match(game(name).at_once(), 2)) == history(Match(name, 2))


NOTHING_COMPILED = """
import sys
from numba.core.dispatcher import Dispatcher

def refuse(self, *_):
    raise AssertionError(f"{self.py_func.__module__}.{self.py_func.__name__} is compiled")

Dispatcher.compile = refuse

from goldrush.bots.parts import KINDS, rehearse
from goldrush.bots.policy import bot, quick
from goldrush.bots.seat import BotSeat
from goldrush.core import CHANCE, WATCHER, rng
from goldrush.fair import Fair
from goldrush.games import game
from goldrush.match import Match
from goldrush.server.desk import told

opened = game(sys.argv[1], sys.argv[2] or None).at_once()
rehearse(opened, matches=1)
match = Match(opened, 2, fair=Fair.seeded(1, ["", ""]))
kinds = ["handmade", "careless"]
seats = [BotSeat(bot(opened, kind), seat, rng.new(seat)) for seat, kind in enumerate(kinds)]
BotSeat(bot(opened, "search"), 0, rng.new(0))
while not match.position.over and len(match.history) < 60:
    chance = match.position.actor == CHANCE
    match.play(match.fair_outcome() if chance else seats[match.position.actor].choose(match))
if not opened.shipped:
    told(match.link(), WATCHER)
print("played", len(match.history))
"""


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled at all")
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_compiled_for_a_twin(name: str) -> None:
    assert python(NOTHING_COMPILED, name, "").startswith("played")


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled at all")
def test_nothing_is_compiled_for_a_replay_in_somebodys_own_edition(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(POCKET)
    assert python(NOTHING_COMPILED, "gold", str(tmp_path / "own.toml")).startswith("played")


def test_a_match_changes_over_between_two_steps() -> None:
    whole = random_match("golden_town", 2, seed=1, steps=80)
    opened = game("golden_town").at_once()
    match, seat = Match(opened, 2), BotSeat(bot(opened, PLAYER), 0, rng.new(0))
    held = Position(opened, 2)
    steps = [step for _, step in whole.history]
    for step in steps[:40]:
        match.play(step)
    assert seat.bot.policy is not seat.bot.bound or INTERPRETED
    opened.change_over()
    assert opened.compiled is None
    assert all(getattr(opened, name) is getattr(game("golden_town"), name) for name in MODULES)
    assert seat.bot.policy is seat.bot.bound
    for step in steps[40:]:
        match.play(step)
    assert match.position == whole.position
    assert held.view(WATCHER) == Position("golden_town", 2).view(WATCHER)
    opened.change_over()  # once more does no harm


def test_a_module_has_one_twin_with_the_same_constants() -> None:
    rules = game("gold").rules
    twin = interpreted(rules)
    assert twin is interpreted(rules)
    assert twin.STATE is rules.STATE
    assert twin.__name__ == rules.__name__
    assert interpreted(twin) is twin


def test_streams_are_the_same_in_a_twin() -> None:
    assert interpreted(rng).new(7, 9).tolist() == rng.new(7, 9).tolist()


def test_an_edition_that_differs_in_name_alone_is_compiled_once() -> None:
    one = pocket()
    other = game("gold", msgspec.structs.replace(one.edition, name="Purse"))
    assert other.edition.name == "Purse"
    assert other.rules is one.rules
    assert other.tag == one.tag
    assert Match(other, 2).terms != Match(one, 2).terms, "draws are bound to the whole edition"
