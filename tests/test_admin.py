"""The admin page's requests: behind a key, off without one, and everything that they do is kept."""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from goldrush.games.problem import Problem
from goldrush.server import admin
from goldrush.server.admin import Admin
from goldrush.server.admin_key import COOKIE, LASTS, Doorkeeper, checked, new_key
from goldrush.server.guard import Shares
from goldrush.server.metrics import Metrics
from goldrush.server.refusal import Refusal
from goldrush.server.registry import Keeping
from goldrush.server.sql_search import KINDS
from goldrush.server.workload import Workload, buckets, spread
from hosting import KEY, STARTING, Host
from test_gallery import people, playing, remark
from test_people import Clock, identity, no
from tools import POCKET
from visitors import Socket, Visitor, finish, ids

ADMIN = "correct-horse-battery-staple"
RATS = POCKET.replace("name = ", 'name = "Rat" # ', 1)
PATHS = (
    ("GET", "/admin/tables"),
    ("DELETE", "/admin/tables/AAAAAA"),
    ("GET", "/admin/load"),
    ("GET", "/admin/people"),
    ("PUT", "/admin/people/0123456789abcdef/name"),
    ("PUT", "/admin/people/0123456789abcdef/block"),
    ("DELETE", "/admin/people/0123456789abcdef/block"),
    ("GET", "/admin/reports"),
    ("PUT", "/admin/reports/1"),
    ("GET", "/admin/words"),
    ("PUT", "/admin/words"),
    ("GET", "/admin/kept"),
    ("GET", "/admin/acts"),
)
VISIT = (("GET", "/admin/visit"), ("POST", "/admin/visit"), ("DELETE", "/admin/visit"))
REPORT = ("POST", "/tables/AAAAAA/reports")


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture
def opened(tmp_path: Path) -> Callable[..., Host]:
    """A server with an admin page, or another with the same file."""
    return lambda **more: Host(tmp_path / "t.db", **{"admin_key": ADMIN, **more})


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[Host]:
    file = tmp_path_factory.mktemp("admin") / "tables.db"
    with Host(file, clock=clock, admin_key=ADMIN) as found:
        found.registry.chat = Shares(1e6, 1e6)
        yield found


@pytest.fixture
def host(shared: Host) -> Host:
    """A server at which nothing has happened yet."""
    shared.soon(shared.registry.tables.clear)
    everything = {one for some in KINDS.values() for one in some} - {"settings", "runs"}
    written(shared, *(f"DELETE FROM {table}" for table in everything))
    run(shared, shared.registry.services.house.read(shared.store))
    return shared


def run(host: Host, work: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(work, host.loop).result(STARTING)


def written(host: Host, *statements: str) -> None:
    """Changes a server's file under its hands."""
    run(host, host.store._written(lambda db: [db.execute(one) for one in statements] and None))


def signed_in(host: Host) -> Visitor:
    owner = Visitor(host.address, "Host").move(f"192.0.2.{next(ids) % 250}")
    assert owner.ask("POST", "/admin/visit", key=ADMIN)["until"]
    return owner


@pytest.fixture
def owner(host: Host) -> Visitor:
    return signed_in(host)


def someone(owner: Visitor, name: str) -> Any:
    (found,) = owner.ask("GET", f"/admin/people?name={name}")
    return found


def blocked(owner: Visitor, name: str) -> str:
    key = str(someone(owner, name)["key"])
    assert owner.ask("PUT", f"/admin/people/{key}/block")["blocked"]
    return key


def say(socket: Socket, text: str, said: str = "s1") -> Any:
    socket.send(type="Say", id=said, text=text)
    return socket.until(lambda message: message.get("id") == said)


def done(owner: Visitor) -> list[str]:
    return [one["what"] for one in owner.ask("GET", "/admin/acts")["acts"]]


# --- the key --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "key",
    [
        "short-but-odd-9x",
        "a" * 40,
        "abcabcabcabcabcabcabcabc",
        f" {ADMIN}",
        f"{ADMIN}\n",
        9 * ADMIN,
    ],
)
def test_a_key_that_could_be_guessed_or_not_be_typed_is_refused_and_told_what_is_right(
    key: str,
) -> None:
    with pytest.raises(Problem, match=r"20 to 200 letters, 10 of them.*goldrush admin-key"):
        checked(key)


def test_a_new_key_is_strong_and_another_each_time() -> None:
    assert len({checked(new_key()) for _ in range(20)}) == 20


def test_without_a_key_there_is_no_admin_page(tmp_path: Path) -> None:
    with Host(tmp_path / "t.db") as host:
        ada, bob = people(host, "Ada", "Bob")
        for method, path in [*VISIT, *PATHS, REPORT, ("GET", "/admin"), ("PATCH", "/admin/any")]:
            answer = ada.tried(method, path, key=ADMIN)
            assert (answer.status_code, answer.json()["reason"]) == (404, "not_found"), path
        for path in ("/admin", "/admin/"):
            assert ada.http.get(path).status_code == 404
        assert ada.http.get("/about").status_code == 200
        socket = ada.sit(playing(ada, bob))
        assert not any('"reports":true' in raw for raw in socket.raw)
        assert ada.ask("GET", "/me/person")["reports"] is False
        assert "admin" not in ada.tried("GET", "/schema/openapi.json").text


def test_nobody_comes_in_who_has_not_said_the_key(host: Host, owner: Visitor) -> None:
    (eve,) = people(host, "Eve")
    assert eve.http.get("/admin").status_code == 200
    assert eve.ask("GET", "/admin/visit") == {"until": None}
    for method, path in [*PATHS, VISIT[-1]]:
        no(eve.tried(method, path), "not_allowed")
    for key in (ADMIN[:-1], ADMIN.upper(), "", "é" * 200):
        no(eve.tried("POST", "/admin/visit", key=key), "not_allowed")
    assert not eve.http.cookies.get(COOKIE)
    for body in ({}, {"key": "a" * 201}, {"key": 7}, {"key": ADMIN, "more": 1}):
        assert eve.tried("POST", "/admin/visit", **body).status_code == 400
    assert done(owner) == ["signed_in"], "of what was refused nothing is kept"


def test_attempts_are_limited_by_address_and_altogether(opened: Callable[..., Host]) -> None:
    with opened() as host:
        eve, bob = Visitor(host.address), Visitor(host.address)
        tried = [eve.tried("POST", "/admin/visit", key=f"{n}") for n in range(7)]
        assert [one.status_code for one in tried] == [403] * 5 + [429] * 2
        no(eve.tried("POST", "/admin/visit", key=ADMIN), "too_fast")
        assert bob.move("198.51.100.7").tried("POST", "/admin/visit", key=ADMIN).is_success
        others = (bob.move(f"203.0.113.{n}") for n in range(60))
        answers = {one.tried("POST", "/admin/visit", key="wrong").status_code for one in others}
        assert answers == {403, 429}


def test_pages_of_other_sites_can_do_nothing(host: Host, owner: Visitor) -> None:
    for method, path in (*VISIT[1:], ("PUT", "/admin/words"), ("DELETE", "/admin/tables/AAAAAA")):
        for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            answer = owner.http.request(method, f"/api{path}", json={}, headers=headers)
            assert (answer.status_code, answer.json()["detail"]) == (403, "asked from another site")
    answer = owner.http.get("/api/admin/acts", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    header = owner.http.request("POST", "/api/admin/visit", json={"key": ADMIN})
    (cookie,) = header.headers.get_list("set-cookie")
    assert "HttpOnly; SameSite=Strict" in cookie
    assert f"Max-Age={LASTS}; Path=/api/admin;" in cookie
    assert ADMIN not in cookie
    assert header.headers["cache-control"] == "no-store"


def test_a_visit_ends_when_one_signs_out_or_two_hours_are_over(
    host: Host, owner: Visitor, clock: Clock
) -> None:
    stolen = {"Cookie": f"{COOKIE}={owner.http.cookies[COOKIE]}"}
    assert httpx.get(f"{host.address}/api/admin/words", headers=stolen).is_success
    assert owner.ask("DELETE", "/admin/visit") == {"until": None}
    assert not owner.http.cookies.get(COOKIE)
    assert httpx.get(f"{host.address}/api/admin/words", headers=stolen).status_code == 403
    again = signed_in(host)
    assert done(again) == ["signed_in", "signed_out", "signed_in"]
    clock.now += 1000 * LASTS
    no(again.tried("GET", "/admin/words"), "not_allowed")


def test_visits_are_good_for_one_key_and_one_server_alone() -> None:
    keeper = Doorkeeper(ADMIN, KEY)
    cookie = keeper.visit(1000)[0].partition(";")[0]
    assert keeper.until(f"goldrush=x; {cookie}; other", 1000) == 1000 + 1000 * LASTS
    for other in (Doorkeeper(ADMIN[::-1], KEY), Doorkeeper(ADMIN, b"another")):
        assert other.until(cookie, 1000) is None
    name, _, value = cookie.partition("=")
    visit, until, sign = value.split(".")
    for forged in (f"{visit}.{int(until) + 1}.{sign}", f"{visit}.{until}.", "", "...", "é.9.é"):
        assert keeper.until(f"{name}={forged}", 1000) is None
    assert Doorkeeper(ADMIN, KEY).until(cookie, 1000) is None, "what was ended stays so"
    assert "; Secure" in Doorkeeper(ADMIN, KEY, secure=True, root="/gold").visit(1000)[0]
    assert "Path=/gold/api/admin;" in Doorkeeper(ADMIN, KEY, root="/gold").visit(1000)[0]


# --- tables ---------------------------------------------------------------------------------------


def test_tables_are_listed_with_what_everybody_may_know(
    host: Host, owner: Visitor, clock: Clock
) -> None:
    ada, bob, eve = people(host, "Ada", "Bob", "Eve")
    code = playing(ada, bob, public=True)
    watching = eve.sit(code)
    hers = ada.sit(code)
    while hers.state["actor"] is None or not hers.choices():
        his = bob.sit(code)
        his.act(his.choices()[0])
        his.close()
        hers.hello()
    hers.act(hers.choices()[0])
    clock.now += 1
    waiting = ada.create("golden_town", None, "zoe")
    found = owner.ask("GET", "/admin/tables")
    assert [one["code"] for one in found["tables"]] == [waiting, code]
    assert found["more"] is None
    town, gold = found["tables"]
    assert (town["phase"], town["moves"], town["begun"], town["here"]) == ("open", None, None, 0)
    assert (gold["phase"], gold["public"], gold["here"], gold["watchers"]) == (
        "playing",
        True,
        2,
        1,
    )
    assert gold["moves"] >= 1
    assert gold["last"]
    assert gold["seats"] == [{"name": "Ada", "persona": None}, {"name": "Bob", "persona": None}]
    for query, codes in (
        ("game=gold", [code]),
        ("game=goldrausch", []),
        ("phase=open", [waiting]),
        ("phase=over", []),
        ("game=golden_town&phase=open", [waiting]),
    ):
        page = owner.ask("GET", f"/admin/tables?{query}")
        assert [one["code"] for one in page["tables"]] == codes, query
    for query in ("phase=none", "after=1", "after=1.AAAAA0", f"game={'a' * 41}"):
        assert owner.tried("GET", f"/admin/tables?{query}").status_code == 400, query
    for one in (ada, bob):
        assert identity(one) not in owner.tried("GET", "/admin/tables").text
    watching.close()


def test_tables_come_in_pages(host: Host, owner: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admin, "PAGE", 2)
    (ada,) = people(host, "Ada")
    made = [ada.create("gold", None, "zoe") for _ in range(5)]
    seen, after = [], ""
    while after is not None:
        page = owner.ask("GET", f"/admin/tables?after={after}")
        seen += [one["code"] for one in page["tables"]]
        after = page["more"]
    assert sorted(seen) == sorted(made)


def test_a_table_that_is_closed_is_gone_for_good(opened: Callable[..., Host]) -> None:
    with opened() as host:
        owner = signed_in(host)
        ada, bob = people(host, "Ada", "Bob")
        code, stays = playing(ada, bob), playing(ada, bob)
        socket = ada.sit(code)
        owner.tried("DELETE", f"/admin/tables/{code}")
        with pytest.raises(ConnectionClosed):
            socket.until(lambda _: False)
        no(ada.tried("GET", f"/tables/{code}"), "not_found")
        assert [one["code"] for one in ada.ask("GET", "/me")["tables"]] == [stays]
        no(owner.tried("DELETE", f"/admin/tables/{code}"), "not_found")
        assert owner.tried("DELETE", "/admin/tables/nothing").status_code == 400
    with opened() as host:
        no(ada_at(host, ada).tried("GET", f"/tables/{code}"), "not_found")
        assert done(signed_in(host))[1:3] == ["closed", "closed"], "the second found nothing"


def ada_at(host: Host, ada: Visitor) -> Visitor:
    """The same browser at the server that was started anew."""
    again = Visitor(host.address, ada.name)
    again.http.cookies.update(ada.http.cookies)
    return again


def test_what_is_said_while_a_table_is_closed_is_refused_and_not_kept(
    host: Host, owner: Visitor
) -> None:
    ada, bob = people(host, "Ada", "Bob")
    code = playing(ada, bob)
    table = host.registry.tables[code]
    owner.tried("DELETE", f"/admin/tables/{code}")
    with pytest.raises(Refusal, match="closed"):
        run(host, table.say(0, "late", "hello"))
    assert run(host, host.store.talk(code)) == ([], [])


def test_a_table_that_is_just_being_read_is_closed_and_does_not_come_back(
    host: Host, owner: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ada,) = people(host, "Ada")
    code = ada.create("gold", None, "zoe")
    store = host.registry.services.store
    kept = run(host, store.read(code))

    async def slowly(_: str) -> Any:
        await asyncio.sleep(0.2)
        return kept

    async def scene() -> None:
        host.registry.tables.pop(code)
        reading = asyncio.create_task(host.registry.table(code))
        await asyncio.sleep(0.05)
        await Admin(host.registry).close(code)
        assert (await reading).stale

    with monkeypatch.context() as patch:
        patch.setattr(store, "read", slowly)
        run(host, scene())
    assert code not in host.registry.tables
    no(ada.tried("GET", f"/tables/{code}"), "not_found")


def test_a_table_that_cannot_be_read_can_be_closed(host: Host, owner: Visitor) -> None:
    (ada,) = people(host, "Ada")
    code = ada.create("gold", None, "zoe")
    host.soon(lambda: host.registry.tables.pop(code))
    written(host, "UPDATE tables SET sheet = x'00'")
    assert owner.ask("GET", "/admin/tables")["tables"] == []
    assert owner.tried("DELETE", f"/admin/tables/{code}").status_code == 204


# --- people ---------------------------------------------------------------------------------------


def test_people_are_found_without_their_identities(host: Host, owner: Visitor) -> None:
    ada, bob = people(host, "Ada", "Bob")
    ada.ask("PUT", "/me/name", name="Adélaïde")
    code = playing(ada, bob)
    found = someone(owner, "ADELA")
    assert (found["name"], found["kept"], found["tables"], found["matches"]) == (
        *("Adélaïde", True, 1, 0),
    )
    assert (someone(owner, "bo")["kept"], someone(owner, "bo")["blocked"]) == (False, None)
    assert owner.ask("GET", "/admin/people?name=nobody") == []
    assert owner.ask("GET", "/admin/people") == [], "nobody is blocked"
    answer = owner.tried("GET", "/admin/people?name=a").text
    assert identity(ada) not in answer
    assert code not in answer
    no(owner.tried("PUT", "/admin/people/0123456789abcdef/block"), "not_found")
    assert owner.tried("PUT", "/admin/people/Ada/block").status_code == 400


def test_another_name_is_shown_at_once_and_everywhere(host: Host, owner: Visitor) -> None:
    ada, bob, eve = people(host, "Ada", "Bob", "Eve")
    for one in (ada, bob):
        one.ask("PUT", "/me/name", name=one.name)
    code = playing(ada, bob)
    socket, watching = bob.sit(code), eve.sit(code)
    remark(watching, "hello", name="Nasty")
    key = someone(owner, "ada")["key"]
    assert owner.ask("PUT", f"/admin/people/{key}/name", name=" Ann ")["name"] == "Ann"
    socket.until(lambda one: one["type"] == "Changed" and one["table"]["seats"][0]["name"] == "Ann")
    assert ada.ask("GET", "/me/person")["name"] == "Ann"
    key = someone(owner, "nasty")["key"]
    owner.ask("PUT", f"/admin/people/{key}/name", name="Nice")
    again = watching.until(
        lambda one: one["type"] == "Remarks" and one["remarks"][0]["name"] == "Nice"
    )
    assert again["remarks"][0]["number"] == 1
    no(owner.tried("PUT", f"/admin/people/{key}/name", name="\u3164"), "not_possible")
    assert owner.tried("PUT", f"/admin/people/{key}/name", name="a" * 25).status_code == 400
    assert done(owner)[:2] == ["renamed", "renamed"]


def test_who_is_blocked_can_do_nothing_that_concerns_others(
    opened: Callable[..., Host],
) -> None:
    with opened() as host:
        owner = signed_in(host)
        ada, bob = people(host, "Ada", "Bob")
        code, inviting = playing(ada, bob), ada.create("gold", None, None)
        blocked(owner, "bob")
    with opened(admin_key="") as host:  # it holds, whether there is an admin page or not
        ada, bob = ada_at(host, ada), ada_at(host, bob)
        told = say(bob.sit(code), "hello")
        assert (told["type"], told["reason"]) == ("Refused", "blocked")
        assert "blocked you" in told["detail"]
        new = {"game": "gold", "name": "Bob", "seats": [{}, {}]}
        for refused in (
            bob.tried("POST", f"/tables/{inviting}/seats", name="Bob"),
            bob.tried("POST", "/tables", **new, public=True),
            bob.tried("POST", "/friends", name="Bob", code=code, seat=0),
            bob.tried("POST", f"/tables/{code}/rematch"),
            bob.tried("PUT", "/me/name", name="Rob"),
            bob.tried("PUT", "/me/address", address="rob"),
        ):
            assert refused.status_code == 403
            assert "blocked you" in no(refused, "blocked")
        assert seek(bob)["reason"] == "blocked"
        his, hers = bob.sit(code), ada.sit(code)
        finish([hers, his])  # whoever plays with them loses nothing
        alone = bob.create("gold", None, "zoe")
        bob.start(alone)
        others = playing(ada, *people(host, "Cyd"))
        assert remark(bob.sit(others), "hello")["reason"] == "blocked"
        assert '"blocked_by_host"' in bob.tried("GET", "/me/export").text
        bob.ask("DELETE", "/me/person")
        assert '"kind"' not in bob.tried("GET", "/me/export").text


def seek(visitor: Visitor) -> Any:
    """What somebody is answered who looks for company."""
    address = visitor.address.replace("http", "ws", 1)
    headers = {"Cookie": visitor.cookie}
    with connect(f"{address}/api/quick/socket", additional_headers=headers) as socket:
        socket.send(json.dumps({"type": "Seek", "name": visitor.name, "seats": [2]}))
        return json.loads(socket.recv(30))


def test_who_is_blocked_no_more_is_as_before(host: Host, owner: Visitor) -> None:
    ada, bob = people(host, "Ada", "Bob")
    code = playing(ada, bob)
    key = blocked(owner, "bob")
    assert [one["name"] for one in owner.ask("GET", "/admin/people")] == ["Bob"]
    assert owner.ask("DELETE", f"/admin/people/{key}/block")["blocked"] is None
    assert say(bob.sit(code), "hello")["type"] == "Done"
    assert owner.ask("GET", "/admin/people") == []
    acts = owner.ask("GET", "/admin/acts")["acts"]
    assert [(one["what"], one["name"]) for one in acts[:2]] == [
        ("unblocked", "Bob"),
        ("blocked", "Bob"),
    ]


# --- words ----------------------------------------------------------------------------------------


def test_words_that_are_not_wanted_are_refused_at_once_and_after_a_restart(
    opened: Callable[..., Host],
) -> None:
    with opened() as host:
        owner = signed_in(host)
        ada, bob = people(host, "Ada", "Bob")
        code = playing(ada, bob)
        socket = ada.sit(code)
        assert say(socket, "you rat", "s1")["type"] == "Done"
        told = owner.ask("PUT", "/admin/words", words=["Râts", "rat ", "rat", "Fool's gold"])
        assert told == {"words": ["fool s gold", "rat", "rats"]}
        refused = say(socket, "you R4T", "s2")
        assert (refused["type"], refused["reason"]) == ("Refused", "unwanted")
        assert "rat" not in refused["detail"].split()
        assert say(socket, "a pirate!", "s3")["type"] == "Done"
        assert owner.tried("PUT", "/admin/words", words=["a" * 41]).status_code == 400
        assert owner.tried("PUT", "/admin/words", words=["a"] * 1001).status_code == 400
    with opened() as host:
        ada, eve = ada_at(host, ada), Visitor(host.address, "Eve")
        seats = [{}, {"name": "Rat"}]
        for refused in (
            ada.tried("PUT", "/me/name", name="The Rat"),
            ada.tried("POST", "/tables", game="gold", name="Rat", seats=[{}, {}]),
            ada.tried("POST", "/tables", game="gold", name="Ada", seats=seats),
            ada.tried("POST", "/lessons", game="gold", name="Rat"),
            ada.tried("POST", "/daily/", name="Rat"),
            eve.tried("POST", f"/tables/{ada.create('gold', None, None)}/seats", name="Rat"),
            ada.tried("PUT", "/me/address", address="rat-of-the-west"),
            ada.tried("PUT", "/me/name", name="Rat\u3164"),  # with a letter that nobody sees
            ada.tried("POST", "/tables", game="gold", name="Ada", seats=[{}, {}], edition=RATS),
        ):
            no(refused, "unwanted")
        assert remark(eve.sit(code), "well", name="Rat")["reason"] == "unwanted"
        assert remark(eve.sit(code), "fool's gold", "r2")["reason"] == "unwanted"


# --- what is reported -----------------------------------------------------------------------------


def reported(host: Host, owner: Visitor) -> tuple[str, Visitor, Visitor, Socket]:
    """A table at which Bob has said something that Ada reports."""
    ada, bob = people(host, "Ada", "Bob")
    code = playing(ada, bob)
    his, hers = bob.sit(code), ada.sit(code)
    for number in range(1, 8):
        say(his, "rat" if number == 6 else f"line {number}", f"s{number}")
    assert hers.hello()["said"][5]["text"] == "rat"
    assert ada.tried("POST", f"/tables/{code}/reports", line=6).status_code == 204
    return code, ada, bob, hers


def test_a_report_comes_with_what_was_said_around_it(host: Host, owner: Visitor) -> None:
    code, ada, bob, _ = reported(host, owner)
    assert ada.tried("POST", f"/tables/{code}/reports", line=6).status_code == 204, "once is enough"
    (found,) = owner.ask("GET", "/admin/reports")["reports"]
    assert (found["code"], found["name"], found["text"], found["reporters"]) == (
        *(code, "Bob", "rat", 1),
    )
    assert [(one["name"], one["text"]) for one in found["context"]] == [
        *(("Bob", f"line {n}") for n in range(2, 6)),
        ("Bob", "rat"),
        ("Bob", "line 7"),
    ]
    assert [one["reported"] for one in found["context"]] == [False] * 4 + [True, False]
    assert not any(identity(one) in owner.tried("GET", "/admin/reports").text for one in (ada, bob))
    assert someone(owner, "bob")["reports"] == 1
    assert '"kind":"report"' in ada.tried("GET", "/me/export").text
    assert '"kind":"report"' not in bob.tried("GET", "/me/export").text


def test_a_line_that_is_removed_is_heard_no_more(host: Host, owner: Visitor) -> None:
    code, ada, bob, hers = reported(host, owner)
    (one,) = owner.ask("GET", "/admin/reports")["reports"]
    after = owner.ask("PUT", f"/admin/reports/{one['number']}", remove=True, block=True)
    assert (after["outcome"], after["blocked"]) == ("removed_and_blocked", True)
    news = hers.until(lambda message: message["type"] == "Said" and message["number"] == 6)
    assert news["text"] == ""
    fresh = ada.sit(code)
    assert [one["text"] for one in fresh.said] == [
        *(f"line {n}" for n in range(1, 6)),
        "",
        "line 7",
    ]
    assert owner.ask("GET", "/admin/reports")["reports"] == []
    (resolved,) = owner.ask("GET", "/admin/reports?resolved=true")["reports"]
    assert (resolved["text"], resolved["resolved"] > 0) == ("rat", True)
    assert say(bob.sit(code), "again", "s9")["reason"] == "blocked"
    no(ada.tried("POST", f"/tables/{code}/reports", line=6), "not_found")
    assert say(hers, "thanks")["type"] == "Done"
    assert ada.sit(code).said[-1]["number"] == 8, "a number is never given twice"


def test_nobody_is_reported_for_what_was_said_by_one_who_sat_there_before(
    host: Host, owner: Visitor, clock: Clock
) -> None:
    ada, bob, cyd = people(host, "Ada", "Bob", "Cyd")
    code = ada.create("gold", None, None)
    bob.join(code)
    assert say(bob.sit(code), "rat")["type"] == "Done"
    bob.ask("DELETE", f"/tables/{code}/seats")
    clock.now += 1
    cyd.join(code)
    assert say(cyd.sit(code), "hello", "s2")["type"] == "Done"
    no(ada.tried("POST", f"/tables/{code}/reports", line=1), "not_found")
    assert ada.tried("POST", f"/tables/{code}/reports", line=2).status_code == 204
    (found,) = owner.ask("GET", "/admin/reports")["reports"]
    assert [(one["name"], one["text"]) for one in found["context"]] == [
        (None, "rat"),
        ("Cyd", "hello"),
    ]


def test_what_spectators_say_is_reported_by_those_who_hear_it(host: Host, owner: Visitor) -> None:
    ada, bob, eve, fay = people(host, "Ada", "Bob", "Eve", "Fay")
    code = playing(ada, bob)
    eves, fays = eve.sit(code), fay.sit(code)
    remark(eves, "rat")
    path = f"/tables/{code}/reports"
    no(ada.tried("POST", path, line=1, aside=True), "not_found")
    no(eve.tried("POST", path, line=1, aside=True), "not_possible")
    no(fay.tried("POST", path, line=1), "not_found")
    assert fay.tried("POST", path, line=1, aside=True).status_code == 204
    (one,) = owner.ask("GET", "/admin/reports")["reports"]
    assert (one["aside"], one["name"], one["context"][0]["reported"]) == (True, "Eve", True)
    owner.ask("PUT", f"/admin/reports/{one['number']}", remove=True)
    gone = fays.until(
        lambda message: message["type"] == "Remarks" and not message["remarks"][0]["text"]
    )
    assert gone["remarks"][0]["number"] == 1
    assert done(owner)[0] == "removed"


def test_reports_can_be_dismissed_and_go_with_whoever_is_deleted(
    host: Host, owner: Visitor
) -> None:
    code, ada, bob, _ = reported(host, owner)
    (one,) = owner.ask("GET", "/admin/reports")["reports"]
    after = owner.ask("PUT", f"/admin/reports/{one['number']}")
    assert (after["outcome"], after["blocked"]) == ("dismissed", False)
    assert "rat" in [one["text"] for one in ada.sit(code).said]
    bob.ask("DELETE", "/me/person")
    assert owner.ask("GET", "/admin/reports?resolved=true")["reports"] == []
    no(owner.tried("PUT", f"/admin/reports/{one['number']}"), "not_found")
    assert ada.ask("GET", "/me/person")["reports"] is True


def test_reporting_has_limits(host: Host, owner: Visitor) -> None:
    code, ada, *_ = reported(host, owner)
    path = f"/tables/{code}/reports"
    for body in ({}, {"line": -1}, {"line": "six"}, {"line": 6, "more": 1}):
        assert ada.tried("POST", path, **body).status_code == 400
    for line in (0, 99):
        no(ada.tried("POST", path, line=line), "not_found")
    answers = [ada.tried("POST", path, line=1 + n % 7).status_code for n in range(12)]
    assert answers[-1] == 429
    no(ada.tried("POST", "/tables/AAAAAA/reports", line=1), "not_found")


# --- how much there is ----------------------------------------------------------------------------


def test_the_load_is_told_as_the_metrics_know_it(host: Host, owner: Visitor) -> None:
    ada, bob = people(host, "Ada", "Bob")
    finish([one.sit(code) for code in [playing(ada, bob)] for one in (ada, bob)])
    ada.tried("POST", "/tables/AAAAAA/rematch")
    found = owner.ask("GET", "/admin/load")
    assert (found["troubles"], found["tables"]) == ([], 1)
    assert found["sockets"] >= 2
    assert found["moves"] > 0
    assert found["memory"] > 1e6
    assert found["kept"] > 1e4
    took = {one["what"]: one for one in found["times"]}
    assert set(took) == {"answer", "write", "thought", "review"}
    assert 0 < took["answer"]["half"] <= took["answer"]["most"]
    assert took["review"] == {"what": "review", "number": 0, "half": None, "most": None}
    kinds = {one["kind"]: one for one in found["workers"]}
    assert {kind: (one["number"], one["alive"]) for kind, one in kinds.items()} == {
        "bots": (1, 1),
        "hints": (1, 1),
        "reviews": (1, 1),
    }


def test_times_are_those_of_the_last_minutes() -> None:
    metrics = Metrics()
    for _ in range(1000):
        metrics.answered.observe(0.9)
    load = Workload(metrics)
    assert load.spreads()["answer"] == (0, None, None)
    for took in [0.0015] * 90 + [0.3] * 9 + [5.0]:
        metrics.answered.observe(took)
    number, half, most = load.spreads()["answer"]
    assert (number, most) == (100, 0.5)
    assert half is not None
    assert 0.001 < half < 0.002
    slow = Metrics()
    before = buckets(slow.answered)
    slow.answered.observe(99.0)
    assert spread(before, buckets(slow.answered)) == (1, 1.0, 1.0), "more is not known"
    metrics.refused.labels("stale").inc(3)
    assert load.refused() == {"stale": 3}


def test_it_is_said_what_is_kept_and_for_how_long(
    host: Host, owner: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ada,) = people(host, "Ada")
    ada.create("gold", None, "zoe")
    monkeypatch.setattr(host.registry, "keeping", Keeping(2, 0, 30))
    found = owner.ask("GET", "/admin/kept")
    assert (found["unplayed"], found["unfinished"], found["finished"]) == (2, 0, 30)
    kinds = {one["kind"]: one["number"] for one in found["kinds"]}
    assert (kinds["tables"], kinds["moves"], kinds["acts"]) == (1, 0, 1)
    assert found["size"] > 0


def test_acts_come_in_pages_and_logs_name_nobody(
    host: Host, owner: Visitor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(admin, "PAGE", 3)
    caplog.set_level(logging.INFO)
    ada, bob = people(host, "Unmistakable", "Bob")
    code = playing(ada, bob)
    key = blocked(owner, "unmistakable")
    owner.ask("DELETE", f"/admin/people/{key}/block")
    owner.ask("PUT", f"/admin/people/{key}/name", name="Also unmistakable")
    owner.tried("DELETE", f"/admin/tables/{code}")
    page = owner.ask("GET", "/admin/acts")
    rest = owner.ask("GET", f"/admin/acts?after={page['more']}")
    assert [one["what"] for one in page["acts"] + rest["acts"]] == [
        *("closed", "renamed", "unblocked", "blocked", "signed_in"),
    ]
    assert (page["acts"][0]["code"], rest["more"]) == (code, None)
    noted = [one.getMessage() for one in caplog.records if one.name.startswith("goldrush")]
    assert "the host: renamed" in noted
    secret = ("mistakable", code, identity(ada), ADMIN)
    assert not any(word in line for word in secret for line in noted)


def test_what_cannot_be_kept_has_not_been_done(host: Host, owner: Visitor) -> None:
    ada, bob = people(host, "Ada", "Bob")
    code = playing(ada, bob)
    key = someone(owner, "bob")["key"]
    written(host, "PRAGMA query_only = 1")
    no(owner.tried("PUT", f"/admin/people/{key}/block"), "not_kept")
    no(owner.tried("DELETE", f"/admin/tables/{code}"), "not_kept")
    no(owner.tried("PUT", "/admin/words", words=["rat"]), "not_kept")
    no(Visitor(host.address).tried("POST", "/admin/visit", key=ADMIN), "not_kept")
    run(host, asyncio.to_thread(host.store._writing.execute, "PRAGMA query_only = 0"))
    assert say(bob.sit(code), "you rat")["type"] == "Done"
