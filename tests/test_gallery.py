"""People who look on: tables that the lobby shows them, and what they say to each other."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from goldrush.server import gallery, registry
from hosting import Host
from stage import Stage, sheet_of
from test_people import identity
from visitors import Socket, Visitor, finish


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("gallery") / "tables.db") as found:
        yield found


def people(host: Host, *names: str) -> list[Visitor]:
    found = [Visitor(host.address, name) for name in names]
    for one in found:
        one.ask("GET", "/me")  # which brings the cookie
    return found


def playing(ada: Visitor, bob: Visitor, **more: Any) -> str:
    """A table at which two people play."""
    code = ada.create("gold", None, None, **more)
    bob.join(code)
    ada.start(code)
    return code


def remark(socket: Socket, text: str, said: str = "r1", name: str = "Eve") -> Any:
    socket.send(type="Remark", id=said, name=name, text=text)
    return socket.until(lambda message: message.get("id") == said)


def remarks(socket: Socket) -> list[str]:
    """What somebody is told by now."""
    welcome = socket.hello(10**6)
    return [one["text"] for one in welcome["remarks"]]


def heard(socket: Socket) -> list[str]:
    """What came of itself over a socket."""
    news = [json.loads(raw) for raw in socket.raw]
    told = [one["remarks"] for one in news if one["type"] == "Remarks"]
    return [one["text"] for some in told for one in some]


def listen(socket: Socket, *texts: str) -> None:
    """Waits until just this came of itself."""
    while heard(socket) != [*texts]:
        assert len(heard(socket)) < len(texts)
        socket.receive()


def test_players_hear_only_at_the_end_what_those_say_who_look_on(host: Host) -> None:
    ada, bob, eve, fay = people(host, "Ada", "Bob", "Eve", "Fay")
    code = playing(ada, bob)
    sockets = [one.sit(code) for one in (ada, bob, eve, fay)]
    hers, his, eves, fays = sockets
    assert remark(eves, " take\u202e c4! ")["type"] == "Done"
    listen(fays, "take c4!")
    for player in (hers, his):
        assert remarks(player) == []
        answer = remark(player, "and now?")
        assert (answer["type"], answer["reason"]) == ("Refused", "not_allowed")
        assert not any("c4!" in raw for raw in player.raw)
    finish([hers, his])
    listen(his, "take c4!")
    assert remarks(hers) == ["take c4!"]
    assert remark(eves, "well played", "r2")["type"] == "Done"
    listen(his, "take c4!", "well played")
    assert identity(eve) not in "".join(his.raw)
    for socket in sockets:
        socket.close()


def test_a_remark_is_made_once_and_its_maker_is_known_by_it(host: Host) -> None:
    ada, bob, eve, fay = people(host, "Ada", "Bob", "Eve", "Eve")
    code = playing(ada, bob)
    one, other = eve.sit(code), fay.sit(code)
    for _ in range(2):
        assert remark(one, "hm")["type"] == "Done"
    remark(other, "ho")
    welcome, also = one.hello(), other.hello()
    assert [said["text"] for said in welcome["remarks"]] == ["hm", "ho"]
    assert [said["by"] for said in welcome["remarks"]] == [welcome["by"], also["by"]]
    assert welcome["by"] != also["by"], "though both are called Eve"
    elsewhere = eve.sit(playing(ada, bob))
    assert elsewhere.hello()["by"] != welcome["by"], "nobody is followed from table to table"
    for socket in (one, other, elsewhere):
        socket.close()


def test_nobody_speaks_there_before_a_match_without_a_name_or_without_end(host: Host) -> None:
    ada, bob, eve = people(host, "Ada", "Bob", "Eve")
    code = ada.create("gold", None, None)
    line = eve.sit(code)
    assert remark(line, "early")["reason"] == "not_allowed"
    bob.join(code)
    ada.start(code)
    assert remark(line, "hm", "r2", name="\u3164")["reason"] == "not_possible"
    assert line.hello()["remarks"] == []
    found = [remark(line, "x", f"{n}") for n in range(20)]
    assert "too_fast" in {one.get("reason") for one in found}
    line.close()


def test_what_was_said_long_ago_is_not_said_again_nor_told_for_ever(host: Host) -> None:
    stage = Stage(host, sheet_of("REMARK", "gold", 2), [], 0)
    line = stage.socket(9)

    async def say(number: int) -> None:
        from goldrush.server import messages as wire

        said = wire.Remark(f"{number}", "Eve", f"{number}")
        await gallery.remark(stage.table, "REMARK-9", said, said.text)

    for number in (*range(gallery.MOST + 2), 0):
        stage.wait(say(number))
    assert [remarks(line)[0], remarks(line)[-1]] == ["2", f"{gallery.MOST + 1}"]
    stage.leave()


def test_what_a_spectator_said_goes_with_them_and_outlives_the_server(tmp_path: Path) -> None:
    with Host(tmp_path / "t.db") as host:
        ada, bob, eve, fay = people(host, "Ada", "Bob", "Eve", "Fay")
        code = playing(ada, bob)
        sockets = [one.sit(code) for one in (eve, fay)]
        remark(sockets[0], "unforgettable")
        remark(sockets[1], "forgettable")
        for socket in sockets:
            socket.close()
        cookies = [one.cookie for one in (eve, fay)]
    with Host(tmp_path / "t.db") as host:
        eve, fay = people(host, "Eve", "Fay")
        for one, cookie in zip((eve, fay), cookies, strict=True):
            one.http.cookies.clear()
            one.http.cookies.set(*cookie.split("=", 1))
        line = fay.sit(code)
        assert remarks(line) == ["unforgettable", "forgettable"]
        lines = [json.loads(one) for one in fay.http.get("/api/me/export").text.splitlines()]
        assert [(one["kind"], one["text"]) for one in lines] == [("remark", "forgettable")]
        fay.ask("DELETE", "/me/person")
        line.close()
        line = eve.sit(code)
        assert remarks(line) == ["unforgettable"]
        held = b"".join(path.read_bytes() for path in tmp_path.glob("t.db*"))
        assert b"unforgettable" in held
        assert b"forgettable" not in held.replace(b"unforgettable", b"")
        line.close()


# --- tables to watch ------------------------------------------------------------------------------


def lobby(visitor: Visitor) -> Any:
    address = visitor.address.replace("http", "ws", 1)
    return connect(f"{address}/api/lobby/socket", compression=None, legacy=True)


def test_the_lobby_shows_how_far_public_tables_are_and_who_looks_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "SWEEP", 0.05)
    with Host(tmp_path / "t.db") as host:
        ada, bob, eve = people(host, "Ada", "Bob", "Eve")
        public, private = playing(ada, bob, public=True), playing(ada, bob)
        sockets = [ada.sit(public), bob.sit(public), ada.sit(private)]
        line = lobby(ada)
        (table,) = json.loads(line.recv(30))["tables"]
        assert (table["code"], table["phase"], table["watchers"]) == (public, "playing", 0)
        sockets.append(eve.sit(public))
        moved = next(one for one in sockets if one.choices())
        moved.act(moved.choices()[0])
        while table["moves"] == 0 or table["watchers"] == 0:
            said = line.recv(30)
            assert private not in said
            found = [one for one in json.loads(said)["tables"] if one["code"] == public]
            table = found[-1] if found else table
        assert [seat["name"] for seat in table["seats"]] == ["Ada", "Bob"]
        finish(sockets[:2])
        while public not in json.loads(line.recv(30))["gone"]:
            pass
        for socket in sockets:
            socket.close()
        line.close()


def test_tables_to_watch_have_pages_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "PAGE", 2)
    times = iter(range(1000, 1 << 40))
    with Host(tmp_path / "t.db", clock=lambda: next(times)) as host:
        ada, bob = people(host, "Ada", "Bob")
        live = [playing(ada, bob, public=True) for _ in range(3)]
        waiting = [ada.create("gold", None, None, public=True) for _ in range(2)]
        sockets = [ada.sit(code) for code in live + waiting]
        first = ada.ask("GET", "/tables")
        assert (first["more"], first["more_live"]) == (False, True)
        assert [one["code"] for one in first["tables"]] == [*waiting[::-1], *live[:0:-1]]
        last = first["tables"][-1]["created"]
        older = ada.ask("GET", f"/tables?before={last}&phase=playing")
        assert [one["code"] for one in older["tables"]] == [live[0]]
        assert not older["more_live"]
        for nonsense in ("phase=over", "game=../gold", "rated=perhaps"):
            assert ada.tried("GET", f"/tables?{nonsense}").status_code == 400
        assert ada.ask("GET", "/tables?rated=true&game=gold")["tables"] == []
        for socket in sockets:
            socket.close()
