"""Tables from within: what is said twice, bots that are overtaken, games that cannot be ready."""

import asyncio
import logging
import socket
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from goldrush.bots.thinkers import Thought
from goldrush.core import WATCHER
from goldrush.server import background, moves, shelf, telling
from goldrush.server import messages as wire
from goldrush.server.bots import Bots
from goldrush.server.play import Play
from goldrush.server.registry import Registry
from goldrush.server.running import listen
from goldrush.server.settings import Settings
from goldrush.server.store import Entry
from goldrush.server.table import MOST_SAID
from hosting import Host
from matches import random_match
from stage import NOW, Stage, sheet_of
from test_play import TOWN, read, table


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("tables") / "tables.db") as host:
        yield host


def test_something_said_again_long_after_is_not_said_again(host: Host) -> None:
    """Nor is anybody's connection cut by it."""
    stage = Stage(host, sheet_of("SPEAKS", "gold", 2), [], 0)
    stage.come(0, 1)
    for number in range(MOST_SAID + 2):
        stage.wait(stage.table.say(0, f"{number}", "hm"))
    stage.wait(stage.table.say(0, "0", "hm"))
    assert not stage.soon(lambda: stage.table.stale)
    assert stage.soon(lambda: stage.table.said[-1].number) == MOST_SAID + 2
    stage.leave()


def test_whoever_comes_while_others_play_misses_nothing(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """His log is folded entry by entry, and grows meanwhile."""
    monkeypatch.setattr(background, "SLICE", 0.0)
    monkeypatch.setattr(background, "REST", 0.005)  # a second in all
    match = random_match("gold_river", 2, steps=200)
    stage = Stage(host, sheet_of("LATELY", "gold_river", 2), match.history, 200)
    table = stage.table

    async def scene() -> int:
        assert table.play
        for seat in (0, 1):
            await table.see(seat)
        coming, early = asyncio.create_task(table.opened_eyes("somebody", None)), 0
        for said in range(5):
            seat = table.play.position.actor
            action = int(table.play.position.legal()[0])
            number = table.play.transcript(seat).number
            await moves.act(table, seat, wire.Act(f"{said}", number, action))
            early += WATCHER not in table.play.transcripts
        assert await coming == WATCHER
        return early

    assert stage.wait(scene()) > 0
    play: Play = table.play  # type: ignore[assignment]  # it has begun
    fresh = read(Play(match.game, stage.sheet), list(play.entries))
    assert play.transcripts[WATCHER].lines == fresh.transcript(WATCHER).lines
    assert len(play.entries) >= 205


class Overtaken:
    """Thinkers who are so slow that somebody else plays before they answer."""

    def __init__(self, play: Play, entry: Entry | None) -> None:
        self.play, self.entry = play, entry

    async def choose(self, *_: Any) -> Thought:
        if self.entry:
            self.play.apply(self.entry)
        return Thought(0, b"", 0.0, fell_back=False)


@pytest.mark.parametrize("overtaken", [False, True])
def test_a_bot_that_was_overtaken_watches_the_match_anew(
    monkeypatch: pytest.MonkeyPatch, *, overtaken: bool
) -> None:
    """Its memory is that from before it thought, and lacks what happened meanwhile."""
    number = next(n for n, (who, _) in enumerate(TOWN) if who >= 0)
    play, seat = table("golden_town", TOWN[:number]), TOWN[number][0]
    before = play.bot(seat, "marius")
    entry = Entry(number, *TOWN[number], NOW) if overtaken else None
    decided: list[tuple[int, int, int]] = []

    async def quiet() -> None:
        """Nobody is asked in secret."""

    async def decide(_: Any, *found: int) -> None:
        decided.append(found)  # type: ignore[arg-type]

    metrics = SimpleNamespace(thought=SimpleNamespace(observe=lambda _: None))
    services = SimpleNamespace(pool_of=lambda _: Overtaken(play, entry), metrics=metrics)
    here = SimpleNamespace(for_whom=lambda: ("address", "person"))
    facts = {"play": play, "services": services, "presence": here, "whispers": False}
    around: Any = SimpleNamespace(**facts, turnstile=SimpleNamespace(quiet=quiet, beat=quiet))
    monkeypatch.setattr(moves, "decide", decide)
    asyncio.run(Bots()._think_once(around, "marius"))
    assert decided == [(seat, 0, number)], "the table sees that it is too late"
    assert (play.bots.get(seat) is before) == (not overtaken)


def test_a_game_that_cannot_be_made_ready_is_noted_and_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise OSError("no room for what was compiled")

    monkeypatch.setattr(shelf, "opened", broken)
    with caplog.at_level(logging.ERROR), Host(tmp_path / "t.db", games=("gold",)) as host:
        registry: Registry = host.registry
        while "gold cannot be made ready" not in caplog.text:
            pass
        assert host.soon(registry.lobby).tables == []
        host.soon(registry.services.dirty.set)
        while host.soon(registry.services.dirty.is_set):
            pass


def test_small_messages_do_not_wait_for_each_other(tmp_path: Path) -> None:
    """Whoever comes in by the door is written to at once; else every second answer takes 40 ms."""
    settings = Settings(tmp_path / "t.db", port=0)
    with listen(settings) as door, socket.create_connection(door.getsockname()) as connection:
        inside, _ = door.accept()
        with inside:
            assert inside.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert connection


def test_a_welcome_fits_however_much_has_happened(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last lines are told then, and play goes on as ever."""
    match = random_match("gold_river", 2, steps=200)
    stage = Stage(host, sheet_of("MUCHTD", "gold_river", 2), match.history, 200)
    table = stage.table
    whole = host.soon(lambda: telling.welcome(table, "", WATCHER, 0))
    monkeypatch.setattr(telling, "MOST_LINES", 4000)
    part = host.soon(lambda: telling.welcome(table, "", WATCHER, 0))
    assert 0 < len(part.lines) < len(whole.lines)
    assert part.lines == whole.lines[-len(part.lines) :]
    assert sum(len(telling.encode(line)) for line in part.lines) <= 4000
    assert part.state.number == whole.state.number
