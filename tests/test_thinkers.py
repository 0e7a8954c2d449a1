"""Thinkers: the same answers from other processes, whatever becomes of these, and no secrets."""

import asyncio
import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import liars
from games.golden_town.worlds import positions, resampled
from goldrush.bots import thinkers as module
from goldrush.bots import worker as workers
from goldrush.bots.policy import bot
from goldrush.bots.seat import BotSeat, Question
from goldrush.bots.thinkers import Closed, Thinkers, Thought, budget, stand_in
from goldrush.core import CHANCE, rng
from goldrush.games import game
from goldrush.games.contract import Game
from goldrush.match import Match
from matches import random_match, show
from tools import environment, pocket

SEARCH = "search:sims=40"
ENDLESS = "search:ms=600000"


@pytest.fixture(scope="module")
def pool() -> Iterator[Thinkers]:
    """Two workers for tests that leave them as they are."""
    with Thinkers(2) as thinkers:
        yield thinkers


@pytest.fixture(autouse=True)
def nobody_left(pool: Thinkers) -> Iterator[None]:
    """All processes that a test starts have ended with it."""
    before = set(multiprocessing.active_children())
    yield
    assert set(multiprocessing.active_children()) == before


def asked(opened: Game | str, said: str, seed: int = 1) -> tuple[BotSeat, Match]:
    """A bot that has something to choose in the midst of a match."""
    tried = (random_match(opened, 2, seed=seed, steps=n) for n in count(12))
    match = next(m for m in tried if m.position.actor >= 0 and len(m.position.legal()) > 2)
    brain = bot(match.game, said)
    return BotSeat(brain, match.position.actor, rng.new(seed, 5)), match


def alone(opened: Game | str, said: str, seed: int = 1) -> tuple[int, bytes, bytes]:
    """What the same bot chooses in this process, and its luck and memory afterwards."""
    seat, match = asked(opened, said, seed)
    return int(seat.choose(match)), seat.rng.tobytes(), seat.memory.tobytes()


def is_fallback(thought: Thought, match: Match) -> bool:
    """Whether the hand-made player has answered, and legally."""
    assert thought.action in [int(step) for step in match.position.legal()]
    return thought.fell_back


def works(thinkers: Thinkers, said: str = SEARCH) -> None:
    """A thought is as good as ever."""
    seat, match = asked("goldrausch", said, seed=7)
    thought = thinkers.choose_now(seat, match)
    assert not thought.fell_back
    assert (thought.action, thought.rng) == alone("goldrausch", said, seed=7)[:2]


def pid(thinkers: Thinkers) -> int:
    """The process of the only worker."""
    (only,) = thinkers.workers
    assert only.process.pid is not None
    return only.process.pid


def ready(said: str, **more: Any) -> Thinkers:
    """One worker that has loaded a bot of Goldrausch."""
    thinkers = Thinkers(1, **more)
    thinkers.prepare(game("goldrausch"), said)
    return thinkers


# The same answers.


@pytest.mark.parametrize("said", [SEARCH, "handmade", "careless:slip=0.5", "uniform", "ines"])
def test_a_thought_is_what_the_bot_would_choose_here(pool: Thinkers, said: str) -> None:
    for seed in range(3):
        seat, match = asked("goldrausch", said, seed)
        before = match.position.copy()
        thought = pool.choose_now(seat, match)
        mine = thought.action, thought.rng, seat.memory.tobytes()
        assert mine == alone("goldrausch", said, seed)
        assert seat.rng.tobytes() == thought.rng
        assert match.position == before
        assert not thought.fell_back
        assert thought.seconds > 0


def test_a_bot_of_ones_own_edition_thinks_by_its_rules(pool: Thinkers) -> None:
    seat, match = asked(pocket(), "handmade")
    thought = pool.choose_now(seat, match)
    assert not thought.fell_back
    assert (thought.action, thought.rng) == alone(pocket(), "handmade")[:2]


def history(name: str, brains: list[str], choose: Callable[[BotSeat, Match], int]) -> Any:
    """A whole match of bots that watch each other."""
    match, stream = Match(name, len(brains)), rng.new(3)
    seats = [BotSeat(bot(match.game, said), n, rng.new(4, n)) for n, said in enumerate(brains)]
    while not match.position.over:
        actor, position = match.position.actor, match.position
        step = position.random_step(stream) if actor == CHANCE else choose(seats[actor], match)
        show(match, step, *seats)
    return match.history


def test_a_match_with_memories_is_the_same_match(pool: Thinkers) -> None:
    brains = ["handmade:forget=0.3", "careless:slip=0.2"]
    thought = history("gold", brains, lambda seat, match: pool.choose_now(seat, match).action)
    assert thought == history("gold", brains, lambda seat, match: seat.choose(match))


@pytest.mark.parametrize("number", [1, 2])
def test_many_questions_at_once_are_all_answered(number: int) -> None:
    seeds = range(6)

    async def all_at_once(thinkers: Thinkers) -> list[Thought]:
        return await asyncio.gather(
            *(thinkers.choose(*asked("goldrausch", SEARCH, seed)) for seed in seeds)
        )

    with Thinkers(number) as thinkers:
        thoughts = asyncio.run(all_at_once(thinkers))
    found = [(thought.action, thought.rng) for thought in thoughts]
    assert found == [alone("goldrausch", SEARCH, seed)[:2] for seed in seeds]
    assert not any(thought.fell_back for thought in thoughts)


def test_a_loop_goes_on_while_a_bot_thinks(pool: Thinkers) -> None:
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0.02)

    async def main() -> Thought:
        ticking = asyncio.create_task(tick())
        thought = await pool.choose(*asked("goldrausch", "search:ms=500,doubt=0"))
        ticking.cancel()
        return thought

    assert not asyncio.run(main()).fell_back
    assert ticks > 5


def test_all_workers_load_what_is_prepared(pool: Thinkers) -> None:
    pool.prepare(game("goldrausch"), "felix")
    for each in pool.workers:
        assert ("goldrausch", "careless") in {(part.game, part.kind) for part in each.known}


def test_a_bot_has_the_time_that_its_traits_say() -> None:
    opened = game("goldrausch")
    assert budget(bot(opened, "search:ms=300")) == 0.3
    assert budget(bot(opened, "handmade")) == module.QUICK
    assert 1 < budget(bot(opened, "search:sims=60,ms=5")) < 10
    assert budget(bot(opened, f"search:sims={1 << 30}")) == 600


# Whatever becomes of the processes.


def test_a_worker_that_is_killed_in_the_midst_of_a_thought_costs_that_thought() -> None:
    async def main(thinkers: Thinkers) -> None:
        seat, match = asked("goldrausch", ENDLESS)
        thinking = asyncio.create_task(thinkers.choose(seat, match))
        await asyncio.sleep(0.3)
        assert not thinking.done()
        os.kill(pid(thinkers), signal.SIGKILL)
        assert is_fallback(await thinking, match)

    with ready(ENDLESS) as thinkers:
        before = pid(thinkers)
        os.kill(before, signal.SIGSTOP)  # so that it cannot be quicker
        asyncio.run(main(thinkers))
        assert pid(thinkers) != before
        works(thinkers)


def test_a_worker_that_is_too_slow_costs_one_thought(caplog: pytest.LogCaptureFixture) -> None:
    with ready(SEARCH, grace=0.1) as thinkers:
        seat, match = asked("goldrausch", SEARCH)
        os.kill(pid(thinkers), signal.SIGSTOP)
        begun = time.perf_counter()
        with caplog.at_level(logging.WARNING):
            assert is_fallback(thinkers.choose_now(seat, match), match)
        assert time.perf_counter() - begun < budget(seat.bot) + 5
        assert "replaced: it took longer than 1.9 seconds" in caplog.text
        thinkers.grace = 10
        works(thinkers)


def test_a_thought_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    with ready(ENDLESS, grace=0.1) as thinkers:
        monkeypatch.setattr(module, "budget", lambda _: 0.0)
        os.kill(pid(thinkers), signal.SIGSTOP)
        seat, match = asked("goldrausch", ENDLESS)
        assert is_fallback(thinkers.choose_now(seat, match), match)
        monkeypatch.undo()
        works(thinkers)


def test_a_worker_that_cannot_load_costs_one_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "LOADING", 0.2)
    with Thinkers() as thinkers:
        os.kill(pid(thinkers), signal.SIGSTOP)
        seat, match = asked("goldrausch", "handmade")
        assert is_fallback(thinkers.choose_now(seat, match), match)
        monkeypatch.undo()
        works(thinkers)


def test_a_worker_that_dies_while_it_is_idle_costs_one_thought() -> None:
    with ready(SEARCH) as thinkers:
        os.kill(pid(thinkers), signal.SIGKILL)
        seat, match = asked("goldrausch", SEARCH)
        assert is_fallback(thinkers.choose_now(seat, match), match)
        works(thinkers)


def test_where_no_worker_can_be_started_the_next_thought_tries_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("no more processes")

    with ready(SEARCH) as thinkers:
        os.kill(pid(thinkers), signal.SIGKILL)
        with monkeypatch.context() as broke:
            broke.setattr("goldrush.bots.pool.Worker", fail)
            for _ in range(2):
                seat, match = asked("goldrausch", SEARCH)
                assert is_fallback(thinkers.choose_now(seat, match), match)
        seat, match = asked("goldrausch", SEARCH)
        assert is_fallback(thinkers.choose_now(seat, match), match)
        works(thinkers)


def test_ctrl_c_does_not_reach_a_worker() -> None:
    with Thinkers() as thinkers:
        os.kill(pid(thinkers), signal.SIGINT)  # from its very start
        works(thinkers)
        os.kill(pid(thinkers), signal.SIGINT)
        works(thinkers)


LIES = [liars.nonsense, liars.another_message, liars.illegal, liars.forgetful, liars.luckless]


@pytest.mark.parametrize("lie", LIES)
def test_what_cannot_be_played_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, lie: Callable[..., None]
) -> None:
    monkeypatch.setattr(workers, "work", lie)
    with Thinkers() as thinkers:
        before = pid(thinkers)
        seat, match = asked("goldrausch", "careless:slip=0")
        assert is_fallback(thinkers.choose_now(seat, match), match)
        assert pid(thinkers) != before
        monkeypatch.undo()


def test_whoever_stands_in_remembers_what_the_bot_does() -> None:
    """It turns the pair that it knows; see test_gold_player."""
    seen = "@0 a1 $4 b1 $1 c1 $3 d1 $3 e1 P5 f1 R5 g1 $2 h1 $2"
    for said in ("handmade:forget=0", "careless:slip=1,forget=0", "search:forget=0"):
        match = Match("gold", 2)
        seat = BotSeat(bot(match.game, said), 0, rng.new(1))
        for step in seen.split():
            show(match, step, seat)
        found = stand_in(seat.bot, seat.question(match))
        assert found.action in (0, 4)  # a1 or e1
        assert found.memory == seat.memory.tobytes()


def test_whoever_stands_in_for_a_bot_without_a_memory_can_play() -> None:
    seat, match = asked("gold", "uniform")
    found = stand_in(seat.bot, seat.question(match))
    assert found.action in match.position.legal()
    seat.settle(found)


def test_if_even_the_stand_in_fails_something_legal_is_played(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(module, "answer_simply", fail)
    seat, match = asked("goldrausch", "handmade")
    found = stand_in(seat.bot, seat.question(match))
    assert found.action == match.position.legal()[0]
    assert found.rng == seat.rng.tobytes()
    assert "cannot answer either" in caplog.text


# The end.


def test_closing_does_not_wait_for_a_thought() -> None:
    async def main() -> float:
        first = asyncio.create_task(thinkers.choose(*asked("goldrausch", ENDLESS)))
        second = asyncio.create_task(thinkers.choose(*asked("goldrausch", SEARCH)))
        await asyncio.sleep(0.3)
        begun = time.perf_counter()
        thinkers.close()
        spent = time.perf_counter() - begun
        for waiting in (first, second):
            with pytest.raises(Closed):
                await waiting
        return spent

    thinkers = ready(ENDLESS)
    os.kill(pid(thinkers), signal.SIGSTOP)
    assert asyncio.run(main()) < 1
    assert not thinkers.workers[0].process.is_alive()
    with pytest.raises(Closed):
        thinkers.choose_now(*asked("goldrausch", SEARCH))
    thinkers.close()  # once more does no harm


def test_closing_at_once_leaves_nobody_behind() -> None:
    Thinkers(2).close()


def test_a_worker_ends_with_its_parent_even_in_the_midst_of_a_thought() -> None:
    code = """
import sys
from goldrush.bots.thinkers import Thinkers
from goldrush.games import game
from test_thinkers import ENDLESS, asked

if __name__ == "__main__":
    thinkers = Thinkers()
    thinkers.prepare(game("goldrausch"), ENDLESS)
    thinkers._asked(*asked("goldrausch", ENDLESS))
    print(thinkers.workers[0].process.pid, flush=True)
    sys.stdin.read()
"""
    started = subprocess.Popen(
        [sys.executable, "-c", code],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with started:
        assert started.stdout is not None
        orphan = Path("/proc") / started.stdout.readline().strip()
        time.sleep(0.5)
        assert orphan.exists()
        started.kill()
        until = time.monotonic() + 5
        while _alive(orphan) and time.monotonic() < until:
            time.sleep(0.05)
    assert not _alive(orphan)


def _alive(process: Path) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return ") Z " not in (process / "stat").read_text()
    except OSError:
        return False


# No secrets.


class Tapped:
    """A pipe that keeps what goes into it."""

    def __init__(self, pipe: Any) -> None:
        self.pipe = pipe
        self.sent: list[bytes] = []

    def send_bytes(self, said: bytes) -> None:
        self.sent.append(said)
        self.pipe.send_bytes(said)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.pipe, name)


def test_two_worlds_that_a_seat_cannot_tell_apart_are_the_same_bytes() -> None:
    tried = 0
    with Thinkers() as thinkers:
        thinkers.prepare(game("golden_town"), "uniform")
        tapped: Any = Tapped(thinkers.workers[0].pipe)
        thinkers.workers[0].pipe = tapped
        for position, stream in positions(4, every=41):
            if (seat := position.actor) < 0:
                continue
            world = resampled(position, seat, stream)
            tried += world != position
            for each in (position, world):
                match = Match("golden_town", position.seats)
                match.position = each
                brain = BotSeat(bot(match.game, "uniform"), seat, rng.new(1))
                assert not thinkers.choose_now(brain, match).fell_back
            assert tapped.sent[-1] == tapped.sent[-2]
    assert tried > 10


def test_a_question_is_the_hidden_record_and_what_the_bot_brings_with_it() -> None:
    seat, match = asked("gold", "handmade")
    question = seat.question(match)
    assert question.hidden == match.position.hidden(seat.seat).record.tobytes()
    assert Question.__struct_fields__ == (
        *("game", "version", "edition", "bot", "seat", "memory", "hidden", "legal", "rng"),
        "interpreted",
    )
