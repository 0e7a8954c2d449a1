"""Quick match: who is put together, when, and that nobody is told of a table that is not kept."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from goldrush.games import GAMES
from goldrush.server import matchmaking
from goldrush.server.matchmaking import PATIENCE, Seeker, group
from goldrush.server.refusal import Refusal
from goldrush.server.seeking import Seek
from hosting import Host
from test_people import Clock
from visitors import TIMEOUT, Visitor


def seeker(name: str, since: int = 0, **wish: Any) -> Seeker:
    return Seeker(name, "here", Seek(name, **wish), since)


def anybody(_: Seeker, __: Seeker) -> bool:
    return True


def grouped(
    *seekers: Seeker, now: int = 0, may_meet: Callable[[Seeker, Seeker], bool] = anybody
) -> tuple[str, ...] | None:
    found = group(seekers, may_meet, now)
    return tuple(one.player for one in found[0]) if found else None


def test_people_are_put_together_who_want_the_same() -> None:
    ada, bob = seeker("ada", games=["gold"], seats=[2]), seeker("bob", seats=[2, 3])
    assert grouped(ada, bob) == ("ada", "bob")
    assert group([ada, bob], anybody, 0) == ([ada, bob], "gold")
    assert grouped(ada) is None
    assert grouped(ada, seeker("eve", games=["goldrausch"], seats=[2])) is None
    assert grouped(ada, seeker("eve", seats=[3, 4])) is None
    assert grouped(ada, seeker("eve", seats=[2], rated=True)) is None
    assert grouped(ada, bob, may_meet=lambda *_: False) is None


def test_more_are_waited_for_where_more_may_play_but_not_for_long() -> None:
    four = [seeker(name) for name in ("ada", "bob", "eve", "joe")]
    assert grouped(*four[:2]) is None
    assert grouped(*four[:2], now=PATIENCE) == ("ada", "bob")
    assert grouped(*four[:3], now=PATIENCE) == ("ada", "bob", "eve")
    assert grouped(*four) == ("ada", "bob", "eve", "joe"), "nobody else has room"
    picky = seeker("eve", seats=[2])
    assert grouped(four[0], picky) == ("ada", "eve"), "with her there are never more"


def test_whoever_waited_longest_comes_first_and_keeps_nobody_from_others() -> None:
    alone = seeker("ada", games=["gold_river"], seats=[4])
    two = seeker("bob", seats=[2], games=["gold"]), seeker("eve", seats=[2])
    assert grouped(alone, *two) == ("bob", "eve")
    first, second, third = (seeker(name, seats=[2]) for name in ("ada", "bob", "eve"))
    assert grouped(first, second, third) == ("ada", "bob")

    def apart(one: Seeker, other: Seeker) -> bool:
        return {one.player, other.player} != {"ada", "bob"}

    assert grouped(first, second, third, may_meet=apart) == ("ada", "eve")


# --- at a server ----------------------------------------------------------------------------------


class Looking:
    """A page that looks for people to play with."""

    def __init__(self, visitor: Visitor, **wish: Any) -> None:
        if not visitor.http.cookies:
            visitor.ask("GET", "/me")
        address = visitor.address.replace("http", "ws", 1)
        headers = {"Cookie": visitor.cookie, **visitor.forwarded}
        self.websocket = connect(
            f"{address}/api/quick/socket", additional_headers=headers, compression=None, legacy=True
        )
        self.visitor = visitor
        self.say(type="Seek", name=visitor.name, **wish)

    def say(self, **message: Any) -> None:
        self.websocket.send(json.dumps(message))

    def hear(self, *kinds: str) -> Any:
        """The next message of such a kind."""
        end = time.monotonic() + TIMEOUT
        while True:
            said = json.loads(self.websocket.recv(max(0.0, end - time.monotonic())))
            if said["type"] in kinds:
                return said

    def close(self) -> None:
        self.websocket.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def host(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setattr(matchmaking, "TICK", 0.02)
    monkeypatch.setattr(matchmaking, "SEEKS", (0.0, 6.0))
    with Host(tmp_path / "tables.db", clock=clock) as found:
        yield found


def visitors(host: Host, *names: str) -> list[Visitor]:
    return [Visitor(host.address, name).move(f"10.8.0.{n}") for n, name in enumerate(names)]


def seeking(host: Host) -> list[Seeker]:
    """All who look for company at a server."""
    return list(host.soon(matchmaking_of(host).seekers.values))


def matchmaking_of(host: Host) -> Any:
    asgi: Any = host.server.config.app
    return asgi._app.state.matchmaking


def until(so: Callable[[], bool]) -> None:
    end = time.monotonic() + TIMEOUT
    while not so():
        assert time.monotonic() < end, "nothing happens"
        time.sleep(0.01)


def test_people_find_each_other_and_play_when_all_have_come(host: Host) -> None:
    ada, bob = visitors(host, "Ada", "Bob")
    first = Looking(ada, games=["gold"], seats=[2], salt="salt of Ada")
    assert first.hear("Seeking")["others"] == 0
    second = Looking(bob, seats=[2, 3])
    codes = {one.hear("Found")["code"] for one in (first, second)}
    (code,) = codes
    table = ada.ask("GET", f"/tables/{code}")["table"]
    assert (table["phase"], table["game"], table["pace"]) == ("open", "gold", 60)
    assert [seat["name"] for seat in table["seats"]] == ["Ada", "Bob"]
    assert not table["hints"]
    first.close()
    again = Looking(ada, games=["gold"], seats=[2])  # a page that was loaded anew
    assert again.hear("Found", "Seeking") == {"type": "Found", "code": code}
    sockets = [ada.sit(code), bob.sit(code)]
    for socket in sockets:
        while socket.table["phase"] != "playing":
            socket.receive()
        socket.close()
    salts = ada.ask("GET", f"/tables/{code}")["table"]["salts"]
    assert salts == ["salt of Ada", ""]
    again.close()
    second.close()


def test_whoever_does_not_come_loses_the_seat(host: Host, clock: Clock) -> None:
    ada, bob = visitors(host, "Ada", "Bob")
    pages = [Looking(one, games=["gold"], seats=[2]) for one in (ada, bob)]
    code, _ = [one.hear("Found")["code"] for one in pages]
    socket = ada.sit(code)
    clock.now += matchmaking.COMING + 1
    while socket.table["seats"][1]["taken"]:
        socket.receive()
    assert [seat["name"] for seat in socket.table["seats"]] == ["Ada", None]
    assert (socket.table["phase"], socket.table["public"]) == ("open", True)
    socket.close()
    for page in pages:
        page.close()


def test_a_place_is_kept_while_a_page_is_loaded_anew_and_given_up_after_that(
    host: Host, clock: Clock
) -> None:
    ada, bob = visitors(host, "Ada", "Bob")
    page = Looking(ada, games=["gold"], seats=[2])
    since = page.hear("Seeking")["since"]
    page.close()
    until(lambda: [one.gone for one in seeking(host)] == [clock.now])
    other = Looking(bob, games=["gold"], seats=[2])
    assert other.hear("Seeking")["others"] == 0, "nobody is found who is not there"
    clock.now += 1000
    other.say(type="Beat")
    assert other.hear("Seeking")["others"] == 0
    other.say(type="Cancel")
    until(lambda: len(seeking(host)) == 1)
    page = Looking(ada, games=["gold"], seats=[2])
    assert page.hear("Seeking")["since"] == since
    page.close()
    until(lambda: [one.gone for one in seeking(host)] == [clock.now])
    clock.now += matchmaking.GRACE + 1
    until(lambda: not seeking(host))
    page = Looking(ada, games=["gold"], seats=[2])
    later = page.hear("Seeking")
    assert later["since"] == clock.now
    clock.now = later["until"] + 1
    assert page.hear("Expired") == {"type": "Expired"}
    page.close()
    other.close()


def test_what_cannot_be_found_is_refused_with_the_reason(host: Host) -> None:
    (ada,) = visitors(host, "Ada")
    page = Looking(ada, games=["chess"])
    assert "there are: gold" in page.hear("Refused")["detail"]
    for said in ("{", '{"type":"Seek","name":"A","seats":[9]}', '{"type":"Seek","name":""}'):
        page.websocket.send(said)
        assert page.hear("Refused")["reason"] == "malformed"
    page.say(type="Seek", name="Ada", rated=True)
    assert page.hear("Refused")["reason"] == "needs_name"
    ada.ask("PUT", "/me/name", name="Ada Lovelace")
    for n in range(9):
        page.say(type="Seek", name="Ada", rated=True, seats=[2 + n % 2])
    assert page.hear("Refused")["reason"] == "too_fast"
    nobody = Visitor(host.address)
    address = host.address.replace("http", "ws", 1)
    with connect(f"{address}/api/quick/socket", compression=None) as socket:
        socket.send(json.dumps({"type": "Seek", "name": nobody.name}))
        assert json.loads(socket.recv(TIMEOUT))["reason"] == "not_allowed"
    page.close()


def test_whoever_has_blocked_somebody_is_not_put_together_with_them(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = visitors(host, "Ada", "Bob")
    acquaintance = host.registry.services.acquaintance
    monkeypatch.setattr(acquaintance, "has_blocked", lambda one, other: one < other)
    pages = [Looking(one, games=["gold"], seats=[2]) for one in (ada, bob)]
    assert [page.hear("Seeking", "Found").get("others") for page in pages] == [0, 0]
    for page in pages:
        page.close()


def test_neighbours_are_not_rated_together(host: Host) -> None:
    ada, bob, eve = visitors(host, "Ada", "Bob", "Eve")
    bob.move(ada.forwarded["X-Forwarded-For"])
    for one in (ada, bob, eve):
        one.ask("PUT", "/me/name", name=f"{one.name} the kept")
    pages = [Looking(one, games=["gold"], seats=[2], rated=True) for one in (ada, bob)]
    assert [one.hear("Seeking")["others"] for one in pages] == [0, 0]
    pages.append(Looking(eve, games=["gold"], seats=[2], rated=True))
    code = pages[2].hear("Found")["code"]
    assert pages[0].hear("Found")["code"] == code, "who has waited longest"
    table = eve.ask("GET", f"/tables/{code}")["table"]
    assert table["rated"]
    assert [seat["name"] for seat in table["seats"]] == ["Ada the kept", "Eve the kept"]
    for page in pages:
        page.close()


def test_those_who_cannot_be_rated_together_wait_on_for_others(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goldrush.server.ratings.MOST_TOGETHER", 0)
    ada, bob = visitors(host, "Ada", "Bob")
    for one in (ada, bob):
        one.ask("PUT", "/me/name", name=one.name)
    pages = [Looking(one, games=["gold"], seats=[2], rated=True) for one in (ada, bob)]
    made = matchmaking_of(host)
    until(lambda: bool(made._apart))
    until(lambda: [one.told for one in seeking(host)] == [0, 0])
    assert host.registry.tables == {}, "and nothing was made"
    for page in pages:
        page.close()


def test_all_games_can_be_sought() -> None:
    for name in GAMES:
        pair = [seeker(who, games=[name], seats=[2]) for who in ("ada", "bob")]
        assert group(pair, anybody, 0) == (pair, name)


def test_whoever_has_everything_deleted_is_looked_for_no_more(host: Host) -> None:
    ada, bob = visitors(host, "Ada", "Bob")
    page = Looking(ada, games=["gold"], seats=[2])
    page.hear("Seeking")
    ada.ask("DELETE", "/me/person")
    assert seeking(host) == []
    with pytest.raises(ConnectionClosed):
        page.hear("Found")
    other = Looking(bob, games=["gold"], seats=[2])
    assert other.hear("Seeking")["others"] == 0
    other.close()


def test_a_disk_that_is_full_tells_nobody_of_a_table(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Any] = []

    async def full(*names: Any, **_: Any) -> None:
        tried.append(names)
        raise Refusal("not_kept", "the disk is full")

    ada, bob = visitors(host, "Ada", "Bob")
    with monkeypatch.context() as broken:
        broken.setattr(host.registry, "gather", full)
        pages = [Looking(one, games=["gold"], seats=[2]) for one in (ada, bob)]
        until(lambda: len(tried) > 1)
        until(lambda: [one.told for one in seeking(host)] == [1, 1])
    codes = {page.hear("Found")["code"] for page in pages}
    assert len(codes) == 1, "as soon as it can be kept"
    for page in pages:
        page.close()
