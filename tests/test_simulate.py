"""Simulation: the figures of many games, the same however and wherever they are played."""

import json
import math
import os
import pty
import signal
import statistics
import subprocess
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest

from goldrush.bots.policy import bot
from goldrush.core import CHANCE, rng
from goldrush.games import GAMES, game
from goldrush.games.contract import Game, carried_options
from goldrush.lab.results import Simulation
from goldrush.lab.simulate import CHUNK, simulate
from goldrush.position import Position
from samples import SAMPLES
from tools import environment, pocket, python

KEYS = (
    *("game", "version", "edition", "seats", "options", "policy", "games", "seed"),
    *("turns", "decisions", "draws", "points", "wins", "winner_points", "shared_wins", "ends"),
    "steps_per_s",
)
INTERPRETED = [(name, "uniform", 3) for name in GAMES]
INTERPRETED += [("gold_river", "ahead", 3)]
INTERPRETED += [
    (name, f"handmade:{one.traits}", 1 if one.thinks_long else 8) for name, one in SAMPLES.items()
]


def figures(opened: Game, seats: int, games: int, **more: Any) -> dict[str, Any]:
    """What a simulation finds, without its speed."""
    said = more.pop("policy", "uniform")
    found = simulate(opened, bot(opened, said), seats, games, **more)
    plain: dict[str, Any] = msgspec.to_builtins(found)
    del plain["steps_per_s"]
    return plain


def spread(numbers: list[int]) -> dict[str, Any]:
    """The mean and standard deviation, recounted."""
    sd = statistics.stdev(numbers) if len(numbers) > 1 else 0.0
    return {"mean": pytest.approx(statistics.mean(numbers)), "sd": pytest.approx(sd, abs=1e-9)}


def recounted(opened: Game, seats: int, games: int, seed: int, options: dict[str, str]) -> Any:
    """The same games through Position, one step at a time."""
    ends, steps = [], []
    for number in range(games):
        position, stream, actors = Position(opened, seats, options), rng.new(seed, number), []
        while not position.over:
            actors.append(position.actor)
            position.play(position.random_step(stream))
        ends.append(position)
        steps.append(actors)
    after = [[(int(p.record.first) + n) % seats for n in range(seats)] for p in ends]
    points = [[p.points()[seat] for seat in order] for p, order in zip(ends, after, strict=True)]
    places = [[p.places()[seat] for seat in order] for p, order in zip(ends, after, strict=True)]
    shares = [[(place == 1) / each.count(1) for place in each] for each in places]
    best = [ps[each.index(1)] for ps, each in zip(points, places, strict=True)]
    how = [opened.rules.ENDS[opened.rules.ended(p.record)] for p in ends]
    return {
        "turns": spread([int(p.record.turns) for p in ends]),
        "decisions": spread([len(actors) - actors.count(CHANCE) for actors in steps]),
        "draws": spread([actors.count(CHANCE) for actors in steps]),
        "points": [spread([ps[n] for ps in points]) for n in range(seats)],
        "wins": [pytest.approx(math.fsum(s[n] for s in shares) / games) for n in range(seats)],
        "winner_points": spread(best),
        "shared_wins": sum(each.count(1) > 1 for each in places) / games,
        "ends": {end: how.count(end) / games for end in opened.rules.ENDS},
    }


@pytest.mark.parametrize("name", GAMES)
def test_a_result_has_all_its_keys_and_is_plain_json(name: str) -> None:
    opened = game(name)
    found = simulate(opened, bot(opened, "uniform"), opened.rules.MIN_SEATS, 3)
    plain = msgspec.to_builtins(found)
    assert tuple(plain) == KEYS
    assert json.loads(json.dumps(plain)) == plain
    assert msgspec.convert(plain, Simulation) == found
    assert found.steps_per_s > 0


@pytest.mark.parametrize("name", GAMES)
def test_a_result_says_what_was_played(name: str) -> None:
    opened = game(name)
    options = {option.name: option.values[-1] for option in opened.rules.OPTIONS}
    options = carried_options(opened.rules, options, opened.rules.MAX_SEATS)
    found = figures(opened, opened.rules.MAX_SEATS, 2, seed=8, options=options)
    assert found["game"] == name
    assert found["version"] == opened.rules.VERSION
    assert found["edition"] == opened.edition.name
    assert found["options"] == options
    assert (found["seats"], found["games"], found["seed"]) == (opened.rules.MAX_SEATS, 2, 8)
    assert found["policy"] == "uniform"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [0, 2**40 + 3])
def test_figures_are_those_of_the_same_games_recounted_slowly(name: str, seed: int) -> None:
    opened = game(name)
    for seats in range(opened.rules.MIN_SEATS, opened.rules.MAX_SEATS + 1):
        options = {option.name: option.values[seats % 2] for option in opened.rules.OPTIONS}
        options = carried_options(opened.rules, options, seats)
        found = figures(opened, seats, 30, seed=seed, options=options)
        slow = recounted(opened, seats, 30, seed, options)
        assert {key: found[key] for key in slow} == slow


def test_figures_of_ones_own_edition_are_those_of_its_games() -> None:
    found = figures(pocket(), 3, 30, seed=1)
    slow = recounted(pocket(), 3, 30, 1, {})
    assert found["edition"] == "Pocket"
    assert {key: found[key] for key in slow} == slow


@pytest.mark.parametrize("name", GAMES)
def test_a_single_game_has_no_deviation(name: str) -> None:
    opened = game(name)
    found = figures(opened, opened.rules.MIN_SEATS, 1)
    assert {key: found[key] for key in ("turns", "draws")} == {
        key: {"mean": found[key]["mean"], "sd": 0.0} for key in ("turns", "draws")
    }
    assert sum(found["wins"]) == 1


@pytest.mark.parametrize("policy", ["uniform", "handmade"])
def test_the_number_of_workers_does_not_matter(policy: str) -> None:
    found = [
        figures(game("gold"), 3, 3 * CHUNK + 17, seed=5, workers=n, policy=policy)
        for n in (1, 2, 3, None)
    ]
    assert found[0]["games"] == 3 * CHUNK + 17
    assert all(other == found[0] for other in found)


def test_another_seed_gives_other_games() -> None:
    assert figures(game("gold"), 3, 50, seed=1) != figures(game("gold"), 3, 50, seed=2)


def test_all_games_are_told_to_the_progress() -> None:
    told: list[int] = []
    figures(game("gold"), 2, 2 * CHUNK + 1, progress=told.append)
    assert told == [CHUNK, CHUNK, 1]


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"games": 0}, "at least one"),
        ({"games": -5}, "at least one"),
        ({"seed": -1}, r"0 and 2\*\*63 - 1"),
        ({"seed": 2**63}, r"0 and 2\*\*63 - 1"),
        ({"seats": 6}, "cannot have 6 seats; it has 2 to 5"),
        ({"options": {"rounds": "two"}}, "it can be: one, each"),
    ],
)
def test_what_cannot_be_simulated_is_refused(more: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        figures(game("gold"), **{"seats": 2, "games": 1, **more})


def test_an_error_while_counting_stops_the_workers() -> None:
    def complain(_: int) -> None:
        raise RuntimeError("no more games")

    before = threading.active_count()
    with pytest.raises(RuntimeError, match="no more games"):
        figures(game("gold"), 2, 200 * CHUNK, progress=complain)
    assert threading.active_count() == before


def test_ctrl_c_between_two_chunks_gives_the_games_so_far() -> None:
    told: list[int] = []

    def stop_at_three(games: int) -> None:
        told.append(games)
        if len(told) == 3:
            signal.raise_signal(signal.SIGINT)

    found = figures(game("gold"), 2, 10**8, seed=3, progress=stop_at_three)
    assert found["games"] >= 3 * CHUNK
    assert found == figures(game("gold"), 2, found["games"], seed=3)


@pytest.mark.parametrize("line", range(10))
def test_ctrl_c_at_any_line_of_the_adding_up_spoils_no_figure(line: int) -> None:
    started: list[int] = []
    passed: list[int] = []

    def interrupt(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_name != "_added_up":
            return None
        if event == "line" and len(started) > 2 and len(passed) <= line:
            passed.append(frame.f_lineno)
            if len(passed) > line:
                signal.raise_signal(signal.SIGINT)
        return interrupt

    before = sys.gettrace()
    sys.settrace(interrupt)
    try:
        found = figures(game("gold"), 2, 10**7, seed=3, progress=started.append)
    finally:
        sys.settrace(before)
    assert 3 * CHUNK <= found["games"] < 10**7
    assert found == figures(game("gold"), 2, found["games"], seed=3)


def test_ctrl_c_gives_the_result_so_far_as_json() -> None:
    screen, end = pty.openpty()  # the bar moves only on a terminal
    command = [
        sys.executable,
        "-m",
        "goldrush",
        "simulate",
        "gold",
        "--games",
        str(10**8),
        "--json",
    ]
    started = subprocess.Popen(
        command, env=environment(TERM="xterm"), stdout=subprocess.PIPE, stderr=end, text=True
    )
    os.close(end)
    shown = b""
    while b"games/s" not in shown:
        shown += os.read(screen, 1 << 16)
    started.send_signal(signal.SIGINT)
    told, _ = started.communicate(timeout=60)
    os.close(screen)
    assert started.returncode == 0
    found = json.loads(told)
    del found["steps_per_s"]
    assert 0 < found["games"] < 10**8
    assert found["games"] % CHUNK == 0
    assert found == figures(game("gold"), 5, found["games"])


@pytest.mark.parametrize(("name", "policy", "games"), INTERPRETED)
def test_interpreted_games_are_the_compiled_ones(
    tmp_path: Path, name: str, policy: str, games: int
) -> None:
    code = """
import json, sys
from goldrush.games import game
from test_simulate import figures

name, policy, games, seats = sys.argv[1:]
print(json.dumps(figures(game(name), int(seats), int(games), seed=9, policy=policy)))
"""
    seats = game(name).rules.MIN_SEATS
    args = (name, policy, str(games), str(seats))
    told = python(code, *args, NUMBA_DISABLE_JIT="1", GOLDRUSH_CACHE=str(tmp_path))
    assert json.loads(told) == figures(game(name), seats, games, seed=9, policy=policy)
