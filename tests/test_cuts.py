"""A connection that is cut again and again: only what was missed comes, and the end is the same."""

import asyncio
from pathlib import Path

from hosting import Host
from stubborn import Moments, Person, Seating
from visitors import Visitor

CUTS = 100


async def _cut(seatings: list[Seating], moments: Moments) -> None:
    """Cuts one connection after the other, at bad moments."""
    for cut in range(CUTS):
        await moments.next()
        seatings[cut % len(seatings)].cut()


async def _play(address: str) -> tuple[list[Seating], list[Seating]]:
    """Two people in a match whose connections are cut; and the same two on some that hold."""
    moments = Moments(2, starting=0.02)
    people = [Person(address, name, moments) for name in ("Ada", "Bob")]
    code = await people[0].create("gold_river", None, None)
    await people[1].tried("GET", "/me")
    await people[1].ask("POST", f"/tables/{code}/seats", name="Bob")
    await people[0].ask("POST", f"/tables/{code}/start")
    cut, steady = ([Seating(person, code) for person in people] for _ in range(2))
    async with asyncio.TaskGroup() as group:
        for watching in steady:
            group.create_task(watching.follow())
        for playing in cut:
            group.create_task(playing.play())
        await _cut(cut, moments)
        assert not any(playing.over for playing in cut), "the match was too short"
    for person in people:
        await person.http.aclose()
    return cut, steady


def test_after_100_cuts_all_lines_have_come_once_and_the_end_is_the_same(tmp_path: Path) -> None:
    with Host(tmp_path / "tables.db") as host:
        cut, steady = asyncio.run(_play(host.address))
    for playing, watching in zip(cut, steady, strict=True):
        assert watching.lives == 1
        assert playing.lives > CUTS // 3
        assert playing.lines == watching.lines
        assert playing.state == watching.state
        assert playing.table["phase"] == "over"
        assert {"Act", "Say", "Undo"} == {playing.asked[said]["type"] for said in playing.done}


def test_whoever_has_some_lines_is_sent_the_others(tmp_path: Path) -> None:
    with Host(tmp_path / "tables.db") as host:
        ada = Visitor(host.address)
        code = ada.create("gold", None, None)
        ada.join(code, seat=1)
        ada.start(code)
        socket = ada.sit(code, seat=0)
        for _ in range(12):
            socket.hello(seat=socket.state["actor"])
            socket.act(socket.choices()[0])
        told = socket.hello(seat=0)["lines"]
        assert [one["number"] for one in told] == list(range(1, len(told) + 1))
        for last in range(len(told) + 2):
            assert socket.hello(last, seat=0)["lines"] == told[last:]
        assert socket.hello(10**30, seat=0)["lines"] == []
        socket.close()
