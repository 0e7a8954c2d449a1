"""A disk that is full: what cannot be kept has not happened, and play goes on when it has room."""

import asyncio
import json
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from goldrush.server import bots
from goldrush.server.sqlite import SqliteStore
from goldrush.server.store import NotKept
from hosting import Host
from visitors import Socket, Visitor


def limit(host: Host, pages: int) -> None:
    """Lets the file grow to so many pages; at 0 not at all."""

    def work(db: Any) -> None:
        (now,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages or now}")

    asyncio.run_coroutine_threadsafe(host.store._written(work), host.loop).result(30)


def fill(host: Host, socket: Socket) -> tuple[dict[str, Any], Any]:
    """Plays until an action is not kept; returns it, and the answer."""
    limit(host, 0)
    for n in range(1000):
        socket.hello(10**6, seat=socket.hello(10**6)["state"]["actor"])
        action = socket.choices()[n % len(socket.choices())]
        asked = {"type": "Act", "id": f"{n}", "number": socket.state["number"], "action": action}
        socket.send(**asked)
        answer = socket.until(lambda message, n=n: message.get("id") == f"{n}")  # type: ignore[misc]
        if answer["type"] == "Refused":
            return asked, answer
    raise AssertionError("the disk is never full")


def test_an_action_for_which_there_is_no_room_is_refused_and_can_be_sent_again(
    tmp_path: Path,
) -> None:
    with Host(tmp_path / "tables.db") as host:
        ada = Visitor(host.address)
        code = ada.create("gold", None, None, options={"rounds": "each"})
        ada.join(code, seat=1)
        ada.start(code)
        socket = ada.sit(code)
        asked, refused = fill(host, socket)
        assert refused["reason"] == "not_kept"
        assert "full" in refused["detail"]
        assert refused["state"]["number"] == asked["number"], "nothing has happened"
        limit(host, 10_000)
        socket.send(**asked)
        assert socket.until(lambda message: message.get("id") == asked["id"])["type"] == "Done"
        socket.close()


def test_a_table_for_which_there_is_no_room_is_refused(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Host(tmp_path / "tables.db") as host:
        ada = Visitor(host.address)
        new = {"game": "gold", "name": "Ada", "seats": [{}, {}]}
        ada.ask("POST", "/tables", **new)
        limit(host, 0)
        answers = [ada.tried("POST", "/tables", **new) for _ in range(100)]
        assert {answer.status_code for answer in answers} == {201, 503}
        assert answers[-1].json()["reason"] == "not_kept"
        health = httpx.get(f"{host.address}/health")
        assert (health.status_code, health.json()["status"]) == (503, "failing")
        assert "the store cannot write" in health.json()["troubles"][0]
        limit(host, 10_000)
        ada.ask("POST", "/tables", **new)
        assert httpx.get(f"{host.address}/health").json() == {"status": "ok"}
    assert caplog.text.count("the store cannot write") == 1, "once, not for each request"


def test_a_server_whose_bots_cannot_think_says_so(tmp_path: Path) -> None:
    with Host(tmp_path / "tables.db") as host:
        (worker,) = host.registry.services.thinkers.workers
        worker.process.kill()
        worker.process.join()
        health = httpx.get(f"{host.address}/health")
        assert health.status_code == 503
        assert health.json()["troubles"] == ["1 of 1 processes for bots are gone"]


def waiting(host: Host, ada: Visitor) -> Iterator[str]:
    """Tables where a bot is to act, and nobody is there for whom it would."""
    while True:
        code = ada.create("gold", None, "zoe", "zoe", "zoe")
        ada.start(code)
        table = host.registry.tables[code]
        if host.soon(partial(table.bots.to_act, table)):
            yield code


def test_a_bot_plays_on_when_there_is_room_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def full(change: Any) -> None:
        raise NotKept("no room")

    monkeypatch.setattr(bots, "AGAIN", 0.05)
    with Host(tmp_path / "tables.db") as host:
        ada = Visitor(host.address)
        code = next(waiting(host, ada))
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(host.store, "write", full)
            socket = ada.sit(code)
            before = socket.state["number"]
            while "could not play: not_kept" not in caplog.text:
                assert socket.hello()["state"]["number"] == before
        socket.until(lambda message: message["type"] == "News")
        assert socket.state["number"] > before
        socket.close()


def test_a_mistake_in_one_change_ends_no_other(tmp_path: Path) -> None:
    def mistake(db: Any) -> None:
        db.execute("DELETE FROM tables")
        raise ZeroDivisionError

    with Host(tmp_path / "tables.db") as host:
        code = Visitor(host.address).create("gold", None, None)
        writing = asyncio.run_coroutine_threadsafe(host.store._written(mistake), host.loop)
        with pytest.raises(ZeroDivisionError):
            writing.result(30)
        assert Visitor(host.address).join(code)["mine"] == [1]


def test_what_a_server_does_beside_goes_on_when_old_tables_cannot_be_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever waits in the lobby is told of new tables, and clocks run out, as before."""
    tried = threading.Event()

    async def full(*_: Any) -> int:
        tried.set()
        raise NotKept("no room")

    monkeypatch.setattr(SqliteStore, "forget", full)
    with Host(tmp_path / "tables.db") as host:
        assert tried.wait(30)
        ada = Visitor(host.address)
        with connect(f"{host.address.replace('http', 'ws')}/api/lobby/socket") as lobby:
            assert json.loads(lobby.recv(30))["tables"] == []
            code = ada.create("gold", None, None, public=True)
            ada.sit(code)
            assert json.loads(lobby.recv(30))["tables"][0]["code"] == code
    assert "begins anew" not in caplog.text
