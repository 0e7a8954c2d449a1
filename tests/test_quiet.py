"""Time tells nothing: bots that are asked in secret answer while all others wait anyway."""

import asyncio
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from games.golden_town.twins import History, asked_in, twins
from goldrush.bots.thinkers import Thought
from goldrush.core import CHANCE, WATCHER
from goldrush.games import game
from goldrush.server import bots as module
from goldrush.server import moves, telling
from goldrush.server.bots import Bots
from goldrush.server.play import Plan, Play
from goldrush.server.store import Entry
from goldrush.server.transcript import QUIET_MS
from goldrush.server.turnstile import Turnstile
from hosting import Host
from stage import NOW, sheet_of
from visitors import Visitor

SEATS, EYES = 3, 0
HISTORY = twins(SEATS, EYES, 1476).other
ASKED = [*asked_in(HISTORY, SEATS, EYES)]


def read(history: History) -> Play:
    """A match up to somewhere."""
    play = Play(game("golden_town"), sheet_of("QUIETA", "golden_town", SEATS))
    for number, (actor, step) in enumerate(history):
        play.apply(Entry(number, actor, step, NOW))
    return play


class Patient:
    """Thinkers who take as long as they are told to, whatever they are asked."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.asked: list[str] = []

    async def choose(self, seat: Any, match: Any, who: Any) -> Thought:
        self.asked.append(seat.bot.name)
        await asyncio.sleep(self.seconds)
        return Thought(int(match.position.legal()[-1]), b"", 0.0, fell_back=False)


def whispered(play: Play, thinkers: Patient, quiet: float, persona: str = "maud") -> float:
    """How long a bot takes that is asked in secret while all are quiet for a time."""

    async def main() -> float:
        turnstile = Turnstile()
        turnstile.hush(quiet)
        metrics = SimpleNamespace(thought=SimpleNamespace(observe=lambda _: None))
        table: Any = SimpleNamespace(
            play=play,
            turnstile=turnstile,
            whispers=True,
            presence=SimpleNamespace(for_whom=tuple),
            services=SimpleNamespace(pool_of=lambda _: thinkers, metrics=metrics),
        )
        begun = time.perf_counter()
        action = await Bots()._whisper(table, play.position.actor, persona)
        assert action in play.position.legal()
        return time.perf_counter() - begun

    return asyncio.run(main())


@pytest.mark.parametrize("number", ASKED[:6])
def test_a_bot_that_is_asked_in_secret_has_answered_before_anybody_else_may_act(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    quiet, margin = 1.0, 0.6  # on a busy machine
    monkeypatch.setattr(module, "MARGIN", margin)
    play = read(HISTORY[:number])
    assert play.in_secret
    whispered(play, Patient(60.0), 0.0)  # compiles
    for seconds in (0.0, 0.05, 60.0):
        thinkers = Patient(seconds)
        assert whispered(play, thinkers, quiet) < quiet
        assert thinkers.asked == ["maud:ms=200"], "half of the time: it may be asked once more"
    assert whispered(play, Patient(60.0), 0.0) < quiet, "with no time left it answers at once"


def test_a_bot_without_a_clock_is_asked_as_it_is() -> None:
    thinkers = Patient(0.0)
    whispered(read(HISTORY[: ASKED[0]]), thinkers, moves.QUIET, "zoe")
    assert thinkers.asked == ["zoe"]


def told(play: Play, plans: list[Plan], monkeypatch: pytest.MonkeyPatch) -> tuple[float, set[int]]:
    """How long after the first plan a watcher is told, and the times that stand beside it."""
    play.transcript(WATCHER)
    times: list[float] = []

    async def main() -> None:
        loop, table = asyncio.get_running_loop(), SimpleNamespace(whispers=True, play=play)
        table.turnstile, table.stale, table.stir = Turnstile(), False, tuple
        missed = play.transcript(WATCHER).number
        begun = loop.time()
        monkeypatch.setattr(telling, "tell", lambda *_: times.append(loop.time() - begun))
        for plan in plans:
            moves._apply(table, play, plan)  # type: ignore[arg-type]  # as much of a table as it needs
            assert play.transcript(WATCHER).number == missed, "nobody is told yet"
        while play.held_from is not None:
            await asyncio.sleep(0.01)

    number = play.transcript(WATCHER).number
    asyncio.run(main())
    return times[-1], {line.at for line in play.transcript(WATCHER).missed(number)}


def of(numbers: list[int], at: int) -> Plan:
    """Some steps of the match, written together."""
    return Plan(tuple(Entry(number, *HISTORY[number], at) for number in numbers))


def followed(number: int) -> list[int]:
    """A step and all draws after it."""
    numbers = [number]
    while HISTORY[numbers[-1] + 1][0] == CHANCE:
        numbers.append(numbers[-1] + 1)
    return numbers


UNASKED = next(n for n in range(len(HISTORY)) if n not in ASKED and len(followed(n)) > 1)
BETWEEN = next(n - 1 for n in ASKED if len(followed(n)) > 1 and HISTORY[n - 1][0] != CHANCE)


@pytest.mark.parametrize(
    "plans",
    [
        pytest.param([of(followed(UNASKED), NOW)], id="nobody is asked"),
        pytest.param([of([BETWEEN], NOW), of(followed(BETWEEN + 1), NOW + 90)], id="somebody is"),
    ],
)
def test_a_decision_and_its_draws_are_told_at_the_same_moment_whether_a_bot_was_asked_between(
    plans: list[Plan], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = plans[0].entries[0].number
    play = read(HISTORY[:first])
    seconds, said = told(play, plans, monkeypatch)
    assert seconds >= moves.QUIET
    assert said == {NOW + QUIET_MS}
    later = read(HISTORY[:first])
    for entry in (entry for plan in plans for entry in plan.entries):
        later.apply(entry)
    assert later.transcript(WATCHER).lines == play.transcript(WATCHER).lines, "when read again too"


def test_seats_wait_while_all_are_quiet_and_in_their_order() -> None:
    async def main() -> None:
        turnstile, done = Turnstile(), []

        async def work(number: int) -> None:
            done.append(number)

        turnstile.hush(0.1)
        assert 0.05 < turnstile.seconds_quiet <= 0.1
        begun = time.perf_counter()
        await asyncio.gather(*(turnstile.queued(0, lambda n=n: work(n)) for n in range(5)))  # type: ignore[misc]
        assert time.perf_counter() - begun >= 0.1
        assert done == [*range(5)]
        assert turnstile.seconds_quiet <= 0

    asyncio.run(main())


@pytest.mark.parametrize("seconds", [0.0, 0.03, 0.06])
def test_what_bots_think_about_is_told_on_a_beat_however_long_they_thought(seconds: float) -> None:
    async def main() -> float:
        turnstile, loop = Turnstile(), asyncio.get_running_loop()
        await turnstile.beat()  # nothing to go by: at once
        turnstile.hush(0.1)
        begun = loop.time()
        await turnstile.quiet()
        await asyncio.sleep(seconds)
        await turnstile.beat()
        return loop.time() - begun

    assert 0.2 <= asyncio.run(main()) + 0.002 < 0.29


def test_only_tables_with_bots_of_games_that_whisper_are_ever_quiet(tmp_path: Path) -> None:
    with Host(tmp_path / "t.db") as host:
        ada = Visitor(host.address)
        kinds = {
            ada.create("golden_town", None, "maud"): True,
            ada.create("golden_town", None, None): False,
            ada.create("gold", None, "maud"): False,
        }
        for code, expected in kinds.items():
            assert host.registry.tables[code].whispers == expected
        lesson = ada.ask("POST", "/lessons", game="golden_town", name="Ada")["table"]["code"]
        assert not host.registry.tables[lesson].whispers


def test_all_are_quiet_after_what_everybody_notices_and_not_after_what_nobody_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the quiet began anew with an answer in secret, its length would tell of it."""
    hushed: list[bool] = []

    def hush(self: Turnstile, seconds: float) -> None:
        hushed.append(True)
        before(self, seconds)

    before = Turnstile.hush
    monkeypatch.setattr(Turnstile, "hush", hush)
    monkeypatch.setattr(module, "MARGIN", 1.0)  # all are answered at once
    with Host(tmp_path / "t.db") as host:
        ada = Visitor(host.address)
        code = ada.create("golden_town", None, "zoe", "felix")
        ada.start(code)
        socket = ada.sit(code)
        while len(hushed) < 12:
            if socket.state["actor"] == 0:
                socket.act(socket.choices()[0])
            else:
                socket.until(lambda said: said["type"] == "News")
        play = host.registry.tables[code].play
        assert play
        noticed = 0
        match = play.match.copy()
        match.cut(0)
        for actor, step in play.match.history:
            now = match.position.hidden(WATCHER)
            match.play(step)
            noticed += actor >= 0 and match.position.hidden(WATCHER) != now
        assert noticed >= len(hushed) - 1
