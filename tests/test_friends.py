"""Friends by mutual consent, and blocked people: who is told what, and what nobody is told."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goldrush.server import friends as server
from goldrush.server.acquaintance import Acquaintance
from hosting import STARTING, Host
from test_gallery import people, playing, remark, remarks
from test_people import identity, no, phrase
from test_waits import Ear
from visitors import Visitor


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with Host(tmp_path / "tables.db") as found:
        yield found


def ask(visitor: Visitor, code: str, seat: int, way: str = "/friends") -> Any:
    return visitor.ask("POST", way, name=visitor.name, code=code, seat=seat)


def names(told: Any, kind: str) -> list[str]:
    return [one["name"] for one in told[kind]]


def known(visitor: Visitor) -> dict[str, list[str]]:
    """The names of all whom somebody knows, but for kinds of which there are none."""
    told = visitor.ask("GET", "/friends")
    return {kind: names(told, kind) for kind in told if kind != "shown" and told[kind]}


def key(visitor: Visitor, kind: str) -> str:
    return str(visitor.ask("GET", "/friends")[kind][0]["key"])


def befriend(ada: Visitor, bob: Visitor, code: str) -> None:
    ask(ada, code, 1)
    bob.ask("PUT", f"/friends/{key(bob, 'asking')}")


def test_two_are_friends_when_both_want_it_and_until_one_does_not(host: Host) -> None:
    ada, bob, eve = people(host, "Ada", "Bob", "Eve")
    code = playing(ada, bob)
    assert known(ada) == {}
    assert names(ask(ada, code, 1), "asked") == ["Bob"]
    assert known(bob) == {"asking": ["Ada"]}
    bob.ask("PUT", "/me/name", name="Robert")
    assert known(ada) == {"asked": ["Robert"]}, "the name that is kept now"
    bob.ask("PUT", f"/friends/{key(bob, 'asking')}")
    assert (known(ada), known(bob)) == ({"friends": ["Robert"]}, {"friends": ["Ada"]})
    assert key(ada, "friends") != key(bob, "friends")
    for way in ("GET", "PUT", "DELETE"):
        if way != "GET":
            no(eve.tried(way, f"/friends/{key(ada, 'friends')}"), "not_found")
    assert known(ada) == {"friends": ["Robert"]}
    bob.ask("DELETE", f"/friends/{key(bob, 'friends')}")
    assert (known(ada), known(bob)) == ({}, {})
    ask(ada, code, 1)
    ask(bob, code, 0)
    assert known(ada) == {"friends": ["Robert"]}, "who asks back has said yes"
    assert identity(bob) not in ada.tried("GET", "/friends").text


def test_a_no_looks_like_no_answer_and_is_asked_no_more(host: Host) -> None:
    ada, bob = people(host, "Ada", "Bob")
    code = playing(ada, bob)
    ask(ada, code, 1)
    before = ada.tried("GET", "/friends").text
    bob.ask("DELETE", f"/friends/{key(bob, 'asking')}")
    assert ada.tried("GET", "/friends").text == before
    ada.ask("DELETE", f"/friends/{key(ada, 'asked')}")
    assert known(ada) == {}
    assert names(ask(ada, code, 1), "asked") == ["Bob"]
    assert known(bob) == {}
    ask(bob, code, 0)
    assert known(bob) == {"friends": ["Ada"]}, "whoever has said no may change their mind"


def test_only_those_are_asked_whom_one_has_met(host: Host) -> None:
    ada, bob, eve = people(host, "Ada", "Bob", "Eve")
    code = playing(ada, bob)
    for whom in (
        {"code": code, "seat": 0},  # not her table
        {"code": "AAAAAA", "seat": 0},
        {"code": code},
        {"address": "ada-the-first"},
        {},
    ):
        no(eve.tried("POST", "/friends", name="Eve", **whom), "not_found")
    for seat in (0, 7):  # oneself, and nobody
        no(ada.tried("POST", "/friends", name="Ada", code=code, seat=seat), "not_found")
    no(ada.tried("POST", "/friends", name="\u3164", code=code, seat=1), "not_possible")
    assert ada.tried("POST", "/friends", name="Ada", code="a b", seat=1).status_code == 400
    ada.ask("PUT", "/me/name", name="Ada")
    ada.ask("PUT", "/me/address", address="ada-the-first")
    told = eve.ask("POST", "/friends", name="Eve", address="ada-the-first")
    assert names(told, "asked") == ["Ada"]
    assert known(ada) == {"asking": ["Eve"]}


def test_asking_has_limits(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob = people(host, "Ada", "Bob")
    first, second = playing(ada, bob), playing(ada, *people(host, "Cyd"))
    monkeypatch.setattr(server, "MOST_TIES", 0)
    ask(ada, first, 1)
    no(ada.tried("POST", "/friends", name="Ada", code=second, seat=1), "not_possible")
    many = [bob.tried("POST", "/friends", name="Bob", code=first, seat=0) for _ in range(25)]
    assert many[-1].json()["reason"] == "too_fast"


def test_friends_alone_see_who_is_here_if_they_may(host: Host) -> None:
    ada, bob, eve = people(host, "Ada", "Bob", "Eve")
    befriend(ada, bob, playing(ada, bob))
    ask(eve, playing(eve, bob), 1)
    ears = [Ear(bob)]

    def here(visitor: Visitor) -> list[bool]:
        told = visitor.ask("GET", "/friends")
        return [one["here"] for kind in ("friends", "asked") for one in told[kind]]

    assert (here(ada), here(bob), here(eve)) == ([True], [False], [False])
    assert not bob.ask("PUT", "/friends-see-me", shown=False)["shown"]
    assert here(ada) == [False]
    assert bob.ask("PUT", "/friends-see-me", shown=True)["shown"]
    assert here(ada) == [True]
    ears[0].close()
    while here(ada) == [True]:
        pass


def test_whoever_is_blocked_is_told_nothing_and_can_do_nothing(host: Host) -> None:
    ada, bob = people(host, "Ada", "Bob")
    code = playing(ada, bob)
    befriend(ada, bob, code)
    ada.ask("PUT", f"/blocked/{key(ada, 'friends')}")
    assert (known(ada), known(bob)) == ({"blocked": ["Bob"]}, {})
    assert names(ask(bob, code, 0), "asked") == ["Ada"]
    assert known(ada) == {"blocked": ["Bob"]}
    no(ada.tried("POST", "/friends", name="Ada", code=code, seat=1), "not_possible")
    open_table = ada.create("gold", None, None)
    detail = no(bob.tried("POST", f"/tables/{open_table}/seats", name="Bob"), "not_possible")
    assert detail == "seat 2 is taken, or kept for somebody"
    theirs = bob.create("gold", None, None)
    ada.join(theirs)  # her own choice
    ada.ask("DELETE", f"/blocked/{key(ada, 'blocked')}")
    assert known(ada) == {"asking": ["Bob"]}
    bob.join(open_table)


def test_what_the_blocked_say_is_hidden_from_whoever_has_blocked_them(host: Host) -> None:
    ada, bob, eve, fay = people(host, "Ada", "Bob", "Eve", "Fay")
    code = playing(ada, bob)
    hers, his, eves, fays = (one.sit(code) for one in (ada, bob, eve, fay))
    his.send(type="Say", id="1", text="first")
    hers.until(lambda message: message["type"] == "Said")
    ask(ada, code, 1, "/blocked")
    his.send(type="Say", id="2", text="second")
    eves.until(lambda message: message.get("text") == "second")
    hers.send(type="Say", id="3", text="third")
    hers.until(lambda message: message.get("id") == "3")
    assert not any("second" in raw for raw in hers.raw)
    assert [one["text"] for one in hers.hello()["said"]] == ["third"]
    assert [one["text"] for one in his.hello()["said"]] == ["first", "second", "third"]
    remark(eves, "rubbish")
    by = fays.hello()["remarks"][0]["by"]
    told = fay.ask("POST", "/blocked", name="Fay", code=code, by=by)
    assert names(told, "blocked") == ["Eve"]
    no(fay.tried("POST", "/friends", name="Fay", code=code, by=by), "not_found")
    remark(eves, "more of it", "r2")
    assert (remarks(fays), remarks(eves)) == ([], ["rubbish", "more of it"])
    assert not any("more of it" in raw for raw in fays.raw)
    for socket in (hers, his, eves, fays):
        socket.close()


def test_who_may_meet_is_known_at_once_and_after_the_server_began_anew(tmp_path: Path) -> None:
    with Host(tmp_path / "t.db") as host:
        ada, bob = people(host, "Ada", "Bob")
        code = playing(ada, bob)
        one, other = identity(ada), identity(bob)

        def may_meet(host: Host) -> list[bool]:
            found: Acquaintance = host.registry.services.acquaintance
            return [found.may_meet(one, other), found.may_meet(other, one)]

        assert may_meet(host) == [True, True]
        ask(ada, code, 1, "/blocked")
        assert may_meet(host) == [False, False]
    with Host(tmp_path / "t.db") as host:
        assert may_meet(host) == [False, False]


def test_ties_come_along_are_exported_and_are_deleted(host: Host) -> None:
    ada, bob, eve = people(host, "Ada", "Bob", "Eve")
    ada.ask("PUT", "/me/name", name="Ada")
    words, phone = phrase(ada), people(host, "Ada")[0]
    befriend(phone, bob, playing(phone, bob))
    ask(eve, playing(phone, eve), 0, "/blocked")
    phone.ask("POST", "/me/phrase/sign-in", phrase=words)
    assert known(ada) == {"friends": ["Bob"]}
    acquaintance = host.registry.services.acquaintance
    assert acquaintance.has_blocked(identity(eve), identity(ada)), "nobody escapes by signing in"
    lines = [json.loads(line) for line in bob.http.get("/api/me/export").text.splitlines()]
    assert [(one["tie"], one["name"]) for one in lines if one["kind"] == "tie"] == [
        ("friend", "Ada")
    ]
    before = identity(ada)
    ada.ask("DELETE", "/me/person")
    assert known(bob) == {}
    assert known(eve) == {}
    held = b"".join(path.read_bytes() for path in host.settings.data.parent.glob("tables.db*"))
    assert before.encode() not in held
    ties = asyncio.run_coroutine_threadsafe(host.store.ties(identity(bob)), host.loop)
    assert ties.result(STARTING) == []
