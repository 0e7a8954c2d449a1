"""Invitations: friends are asked to a table that waits, and told of it as of their turn."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goldrush.server import letters
from goldrush.server.waits import INVITED, Wait
from hosting import STARTING, Host
from test_friends import befriend, key
from test_gallery import people, playing
from test_people import identity, no
from test_waits import Ear
from visitors import Visitor


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with Host(tmp_path / "tables.db") as found:
        yield found


@pytest.fixture
def pair(host: Host) -> tuple[Visitor, Visitor]:
    """Two friends."""
    ada, bob = people(host, "Ada", "Bob")
    befriend(ada, bob, playing(ada, bob))
    return ada, bob


def invite(ada: Visitor, code: str) -> Any:
    return ada.tried("POST", f"/tables/{code}/invitations", key=key(ada, "friends"))


def invited(visitor: Visitor) -> list[tuple[str, str]]:
    return [(one["code"], one["name"]) for one in visitor.ask("GET", "/invitations")]


def waits(ear: Ear, code: str, *, so: bool) -> None:
    """Listens until a table waits for somebody, or does no more."""
    while (code in [one for one, _ in ear.codes]) != so:
        ear.hear()


def test_a_friend_is_invited_comes_and_is_waited_for_no_more(
    pair: tuple[Visitor, Visitor],
) -> None:
    ada, bob = pair
    ear, code = Ear(bob), ada.create("gold", None, None, None)
    assert invite(ada, code).status_code == 204
    assert invite(ada, code).status_code == 204, "once is enough"
    waits(ear, code, so=True)
    assert invited(bob) == [(code, "Ada")]
    assert f'"kind":"invitation","code":"{code}"' in bob.http.get("/api/me/export").text
    assert invited(ada) == []
    bob.join(code)
    waits(ear, code, so=False)
    assert invited(bob) == []
    assert "Bob has a seat" in no(invite(ada, code), "not_possible")
    ear.close()


def test_an_invitation_ends_with_a_no_or_when_the_match_begins(
    host: Host, pair: tuple[Visitor, Visitor]
) -> None:
    ada, bob = pair
    first, second = (ada.create("gold", None, None, None) for _ in range(2))
    for code in (first, second):
        invite(ada, code)
    ear = Ear(bob)
    for code in (first, second):
        waits(ear, code, so=True)
    assert bob.ask("DELETE", f"/invitations/{first}")[0]["code"] == second
    waits(ear, first, so=False)
    people(host, "Cyd")[0].join(second)
    ada.ask("POST", f"/tables/{second}/start?fewer=true")
    waits(ear, second, so=False)
    assert invited(bob) == []
    ear.close()


def test_only_friends_are_invited_where_one_sits_and_a_seat_is_free(
    host: Host, pair: tuple[Visitor, Visitor]
) -> None:
    ada, bob = pair
    eve = people(host, "Eve")[0]
    theirs, full = eve.create("gold", None, None), ada.create("gold", None, "zoe")
    no(invite(ada, theirs), "not_allowed")
    no(invite(ada, full), "not_possible")
    own = ada.create("gold", None, None)
    no(ada.tried("POST", f"/tables/{own}/invitations", key=key(bob, "friends")), "not_found")
    invite(ada, own)
    bob.ask("PUT", f"/blocked/{key(bob, 'friends')}")
    assert invited(bob) == []
    many = [eve.tried("POST", f"/tables/{theirs}/invitations", key="0" * 16) for _ in range(2)]
    assert {no(one, "not_found") for one in many} == {"you know nobody like that"}


def test_an_invitation_outlives_the_server_and_is_told_elsewhere(
    tmp_path: Path,
) -> None:
    with Host(tmp_path / "t.db") as host:
        ada, bob = people(host, "Ada", "Bob")
        befriend(ada, bob, playing(ada, bob))
        code, cookie = ada.create("gold", None, None), bob.cookie
        invite(ada, code)
    with Host(tmp_path / "t.db") as host:
        bob = Visitor(host.address, "Bob")
        bob.http.cookies.set(*cookie.split("=", 1))
        ear = Ear(bob)
        waits(ear, code, so=True)
        services = host.registry.services
        found = services.acquaintance.invitations(host.store, identity(bob))
        (one, _) = asyncio.run_coroutine_threadsafe(found, host.loop).result(STARTING)[0]
        (wait,) = [w for w in host.soon(lambda: services.waits.of(one.player)) if w.code == code]
        assert wait == Wait(code, "gold", INVITED, one.at)
        assert b"invites you" in letters.pushed([wait], "en", "")
        ear.close()
