"""Everybody has a fair share: people and addresses are counted, not sockets."""

import time
from pathlib import Path
from typing import Any

import pytest

from goldrush.server import registry
from goldrush.server.guard import NEIGHBOURS, Shares
from hosting import Host
from visitors import Visitor


def test_a_person_has_a_share_and_so_have_all_of_an_address() -> None:
    shares = Shares(0.001, 2)
    assert [shares.take("ada", "here") for _ in range(3)] == [True, True, False]
    assert shares.take("bob", "here"), "others are not hindered"
    assert not any(shares.take("ada", "here") for _ in range(100))
    assert shares.take("cy", "here"), "nor by whoever asks and asks"
    taken = sum(shares.take(f"new name {n}", "here") for n in range(10 * NEIGHBOURS))
    assert taken == 2 * NEIGHBOURS - 4, "new names give no more than the address has"
    assert shares.take("eve", "elsewhere")


def test_what_is_not_used_comes_back() -> None:
    shares = Shares(2, 1)
    assert shares.take("ada", "here")
    assert not shares.take("ada", "here")
    time.sleep(0.6)
    assert shares.take("ada", "here")


def test_new_sockets_give_nobody_more_to_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "CHAT", (0.001, 5.0))
    with Host(tmp_path / "t.db") as host:
        ada, said = Visitor(host.address, "Ada"), 0
        code = ada.create("gold", None, None)
        for number in range(12):
            socket = ada.sit(code)
            socket.send(type="Say", id=f"{number}", text="buy gold")
            answer = socket.until(lambda message: message["type"] in ("Done", "Refused"))
            said += answer["type"] == "Done"
            socket.close()
    assert said == 5
    assert answer["reason"] == "too_fast"


def test_nobody_makes_tables_without_end(tmp_path: Path) -> None:
    new: dict[str, Any] = {"game": "gold", "name": "Ada", "seats": [{}, {}]}
    with Host(tmp_path / "t.db", tables=3) as host:
        ada, bob = Visitor(host.address, "Ada"), Visitor(host.address, "Bob")
        codes = [ada.tried("POST", "/tables", **new).status_code for _ in range(5)]
        assert codes == [201, 201, 201, 429, 429]
        answer = ada.tried("POST", "/lessons", game="gold", name="Ada")
        assert answer.json()["reason"] == "too_fast"
        assert bob.tried("POST", "/tables", **new).status_code == 201


def test_tables_that_nobody_plays_at_go_after_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "FORGETTING", 0.05)
    now = [1_000_000]
    with Host(tmp_path / "t.db", clock=lambda: now[0]) as host:
        ada = Visitor(host.address, "Ada")
        open_one, played = (ada.create("gold", None, "zoe") for _ in range(2))
        ada.start(played)
        now[0] += int(1000 * (registry.A_DAY + 1))
        deadline = time.monotonic() + 20
        while ada.tried("GET", f"/tables/{open_one}").status_code != 404:
            assert time.monotonic() < deadline, "it is still there"
            host.soon(lambda: host.registry.tables.pop(open_one, None))
            time.sleep(0.1)
        assert ada.tried("GET", f"/tables/{played}").status_code == 200
