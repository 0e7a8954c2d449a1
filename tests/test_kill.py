"""A server that is killed again and again loses no move that it acknowledged, and doubles none."""

import asyncio
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from goldrush.core import CHANCE
from goldrush.fair import Fair
from goldrush.games import game
from goldrush.match import Match
from goldrush.server.copying import copy
from goldrush.server.store import UNDO, Sheet
from stubborn import TIMEOUT, Moments, Person, Seating
from tools import HERE, environment

KILLS_OF_THE_COMMAND = 4  # each start takes a second
SEATS: list[list[str | None]] = [[None] * 2, [None] * 2, [None] * 3, [None, "zoe"]]
REFUSED = {("Say", "too_fast"), ("Undo", "stale"), ("Undo", "no_undo"), ("Undo", "not_playing")}


class Reaper:
    """Has servers started at one port and one file, and kills them at bad moments."""

    def __init__(self, start: Callable[[], int], starting: float) -> None:
        self.start = start
        self.moments = Moments(20, starting)
        self.server = 0
        self.thinking = 0  # kills while a bot thought

    async def next(self) -> None:
        self.server = await asyncio.to_thread(self.start)

    async def reap(self) -> None:
        await self.moments.next()
        os.kill(self.server, signal.SIGKILL)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def zygote(data: Path | str, port: int) -> Iterator[Callable[[], int]]:
    """Forks servers."""
    command = [sys.executable, str(HERE / "zygote.py"), str(data), str(port)]
    pipes = (subprocess.PIPE, subprocess.PIPE)
    with subprocess.Popen(command, -1, None, *pipes, env=environment(), text=True) as process:
        assert process.stdin
        assert process.stdout
        said, heard = process.stdin, process.stdout

        def start() -> int:
            said.write("\n")
            said.flush()
            return int(heard.readline())

        try:
            yield start
        finally:
            said.close()  # with which it ends, and its server
            process.wait(TIMEOUT)


@contextmanager
def command(data: Path, port: int) -> Iterator[Callable[[], int]]:
    """Starts servers as people do."""
    limits = ["--requests", "1e6", "--messages", "1e6"]
    words = ["serve", "--port", str(port), "--data", str(data), *limits]
    started: list[subprocess.Popen[bytes]] = []

    def start() -> int:
        bury()
        started.append(subprocess.Popen([sys.executable, "-m", "goldrush", *words]))
        return started[-1].pid

    def bury() -> None:
        for process in started:
            process.kill()
            process.wait(TIMEOUT)

    try:
        yield start
    finally:
        bury()


async def rampage(reaper: Reaper, address: str, kills: int) -> list[Person]:
    """Kills servers while people play, then lets these finish what they have begun."""
    await reaper.next()
    people: list[Person] = []
    async with asyncio.TaskGroup() as playing:
        for n, seats in enumerate(SEATS):
            party = [
                Person(address, f"{n}.{seat}", reaper.moments) for seat in range(seats.count(None))
            ]
            code = await party[0].create("gold_river", *seats)
            for person in party:
                playing.create_task(person.play(code))
            people += party
        for kill in range(kills):
            await reaper.reap()
            reaper.thinking += people[-1].waits
            for person in people:
                person.stopped = kill == kills - 1
            await reaper.next()
    for person in people:
        await person.seatings[-1].look()
        await person.http.aclose()
    return people


# --- what the file says ---------------------------------------------------------------------------


def log(db: sqlite3.Connection, code: str) -> list[tuple[int, int, int, str]]:
    found = "SELECT number, actor, step, id FROM log WHERE code = ? ORDER BY number"
    return list(db.execute(found, (code,)))


def sheet(db: sqlite3.Connection, code: str) -> Sheet:
    (packed,) = db.execute("SELECT sheet FROM tables WHERE code = ?", (code,)).fetchone()
    return msgspec.json.decode(packed, type=Sheet)


def folded(found: Sheet, entries: list[tuple[int, int, int, str]]) -> Match:
    """The match that a log tells, every step of it legal and every draw fair."""
    fair = Fair(found.secret, tuple(place.salt for place in found.places))
    match = Match(game(found.game), len(found.places), found.options, fair=fair)
    for n, (number, actor, step, _) in enumerate(entries):
        assert number == n
        if step == UNDO:
            assert match.history[-1][0] == actor
            match.cut(len(match.history) - 1)
        else:
            assert actor == match.position.actor
            assert actor != CHANCE or step == match.fair_outcome()
            match.play(step)
    return match


def check(db: sqlite3.Connection, seating: Seating) -> None:
    """Each thing that was acknowledged to a person is in the file once, and in the same order."""
    entries = log(db, seating.code)
    mine = [said for _, actor, _, said in entries if actor == seating.seat]
    words = "SELECT asked, text FROM said WHERE code = ? AND seat = ? ORDER BY number"
    spoken = dict(db.execute(words, (seating.code, seating.seat)))
    played = [said for said in seating.done if seating.asked[said]["type"] != "Say"]
    assert mine == played, "acknowledged, but not kept; or kept twice, or in another order"
    assert list(spoken) == [said for said in seating.done if said not in played]
    assert all(seating.asked[said]["text"] == text for said, text in spoken.items())
    undone = any(step == UNDO and actor != seating.seat for _, actor, step, _ in entries)
    for said in set(seating.refused) - set(seating.done):
        asked = seating.asked[said]["type"], seating.refused[said]
        fair = asked in REFUSED or (undone and asked == ("Act", "stale"))
        assert fair, "what was decided in time was refused"


def check_state(db: sqlite3.Connection, seating: Seating) -> None:
    """What a person is shown at the end is what the file says."""
    found = sheet(db, seating.code)
    match = folded(found, log(db, seating.code))
    bots = any(place.persona for place in found.places)  # which play on while somebody looks
    last = [position.view(seating.seat) for position in match.replay()][0 if bots else -1 :]
    shown = seating.state["view"]
    views: Any = msgspec.json.decode(msgspec.json.encode(last))
    assert shown in [{key: view[key] for key in shown} for view in views]
    assert seating.state["number"] == len(seating.lines)
    assert bots or match.position.over == seating.over


def check_all(data: Path, people: list[Person]) -> Counter[str]:
    """Checks the file; counts what people did."""
    seatings = [seating for person in people for seating in person.seatings]
    with closing(sqlite3.connect(data)) as db:
        for seating in seatings:
            check(db, seating)
        for person in people:
            check_state(db, person.seatings[-1])
        for (code,) in db.execute("SELECT DISTINCT code FROM log").fetchall():
            folded(sheet(db, code), log(db, code))
    asked = [seating.asked[said]["type"] for seating in seatings for said in seating.done]
    return Counter(asked)


# --- the tests ------------------------------------------------------------------------------------


def killed(data: Path | str, kills: int) -> tuple[Reaper, list[Person]]:
    """Lets people play at a server that is killed again and again."""
    port = free_port()
    with zygote(data, port) as start:
        reaper = Reaper(start, starting=0.05)
        return reaper, asyncio.run(rampage(reaper, f"http://127.0.0.1:{port}", kills))


def test_no_acknowledged_move_is_lost_or_doubled_by_kills(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    kills: int = pytestconfig.getoption("kills")
    reaper, people = killed(tmp_path / "tables.db", kills)
    done = check_all(tmp_path / "tables.db", people)
    assert done["Act"] > 3 * kills
    assert done["Undo"]
    assert done["Say"]
    assert reaper.thinking, "no bot was killed while it thought"
    assert sum(seating.lives for person in people for seating in person.seatings) > 3 * kills


def test_nor_if_they_are_kept_in_a_database(
    tmp_path: Path, database: str, pytestconfig: pytest.Config
) -> None:
    kills = max(8, pytestconfig.getoption("kills") // 10)
    _, people = killed(database, kills)
    list(copy(database, tmp_path / "tables.db"))
    assert check_all(tmp_path / "tables.db", people)["Act"] > 3 * kills


def test_the_command_survives_kills_as_well(tmp_path: Path) -> None:
    data, port = tmp_path / "tables.db", free_port()
    with command(data, port) as start:
        reaper = Reaper(start, starting=1.5)
        people = asyncio.run(rampage(reaper, f"http://127.0.0.1:{port}", KILLS_OF_THE_COMMAND))
    assert check_all(data, people)["Act"]
