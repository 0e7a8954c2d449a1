"""What is asked for by plain requests: everything around a table but play itself."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from goldrush.bots.personas import LADDER
from goldrush.games import GAMES, game
from goldrush.server import seating, shelf
from goldrush.server.messages import SHORTEST_PACE
from goldrush.server.presence import MOST_AWAY
from goldrush.server.store import Old
from hosting import Host
from tools import POCKET, goldrush
from visitors import Socket, Visitor

DAY = 86_400
NEW = {"game": "gold", "name": "Ada", "seats": [{}, {}]}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("host") / "tables.db") as found:
        yield found


@pytest.fixture
def ada(host: Host) -> Visitor:
    return Visitor(host.address, "Ada")


@pytest.fixture
def bob(host: Host) -> Visitor:
    return Visitor(host.address, "Bob")


@pytest.fixture
def eve(host: Host) -> Visitor:
    return Visitor(host.address, "Eve")


def refused(answer: httpx.Response, reason: str, *words: str) -> bool:
    """Whether a request was refused for a reason, and told what would have been right."""
    found = answer.json()
    assert answer.status_code in (400, 403, 404, 409)
    return found["reason"] == reason and all(word in found["detail"] for word in words)


# --- making a table -------------------------------------------------------------------------------


def test_games_and_personas_are_listed(ada: Visitor) -> None:
    games = ada.ask("GET", "/games")
    assert [game["name"] for game in games] == list(GAMES)
    assert games[0]["options"]["rounds"] == ["one", "each"]
    assert [told["secrets"] for told in games] == [game(name).view.SECRETS for name in GAMES]
    assert [one["key"] for one in ada.ask("GET", "/personas")] == [one.key for one in LADDER]


def test_whoever_makes_a_table_has_its_first_free_seat(ada: Visitor) -> None:
    seats: list[Any] = [{"persona": "zoe"}, {}, {"name": "Bob at the same screen"}]
    made = ada.ask("POST", "/tables", game="gold", name=" Ada  L. ", seats=seats, pace=60)
    table = made["table"]
    assert made["mine"] == [1, 2]
    assert [seat["name"] for seat in table["seats"]] == [None, "Ada L.", "Bob at the same screen"]
    assert [seat["persona"] for seat in table["seats"]] == ["zoe", None, None]
    assert (table["phase"], table["pace"], table["public"], table["host"]) == ("open", 60, False, 1)
    assert table["options"] == {"rounds": "one", "layout": "scattered"}
    assert len(table["commitment"]) == 64
    assert ada.ask("GET", f"/tables/{table['code']}") == made


WRONG: list[tuple[dict[str, Any], list[str]]] = [
    ({"game": "chess"}, ["chess", "gold_river"]),
    ({"game": 5}, ["game", "`str`"]),
    ({"seats": [{}]}, ["2 to 5"]),
    ({"seats": [{}] * 6}, ["2 to 5"]),
    ({"seats": []}, ["seats", ">= 1"]),
    ({"seats": [{}] * 9}, ["seats", "<= 8"]),
    ({"seats": [{}, 7]}, ["seats", "`object`"]),
    ({"seats": [{"persona": "kasparov"}, {}]}, ["kasparov", "zoe", "maud"]),
    ({"seats": [{"persona": "zoe", "name": "Zoe"}, {}]}, ["not both"]),
    ({"seats": [{"persona": "zoe"}] * 2}, ["free"]),
    ({"seats": [{"seat": 1}, {}]}, ["seats", "unknown field `seat`"]),
    ({"options": {"rounds": "seven"}}, ["rounds", "one, each"]),
    ({"options": {"colour": "red"}}, ["colour", "rounds, layout"]),
    ({"pace": SHORTEST_PACE - 1}, [f"0 or at least {SHORTEST_PACE}"]),
    ({"pace": -1}, ["pace", ">= 0"]),
    ({"pace": 15 * DAY}, ["pace", f"<= {14 * DAY}"]),
    ({"name": "  "}, ["name"]),
    ({"name": "\u200b\u202e"}, ["name", "visible"]),
    ({"name": "x" * 25}, ["name", "<= 24"]),
    ({"name": None}, ["name", "`str`"]),
    ({"salt": "x" * 65}, ["salt", "<= 64"]),
    ({"salt": "\0"}, ["salt", "regex"]),
    ({"public": "yes"}, ["public", "`bool`"]),
    ({"edition": "cards ="}, ["edition"]),
    ({"edition": POCKET.replace('"gold"', '"goldrausch"')}, ["edition", "gold"]),
    ({"edition": POCKET.replace("1 = 2", "1 = -2")}, ["edition", "line"]),
    ({"edition": "x" * 40_000}, ["edition", "<= 32768"]),
    ({"more": 1}, ["unknown field `more`"]),
]


@pytest.mark.parametrize(("change", "words"), WRONG, ids=[str(c)[:40] for c, _ in WRONG])
def test_what_is_wrong_with_a_new_table_is_said(
    ada: Visitor, change: dict[str, Any], words: list[str]
) -> None:
    answer = ada.http.post("/api/tables", json=NEW | change)
    assert answer.status_code in (400, 409)
    assert not [word for word in words if word not in answer.json()["detail"]], answer.text


NO_JSON = [b"", b"{", b"\xff", b"null", b"[]", b"NaN", b'{"game":"\\ud800"}', b"[" * 50_000]


@pytest.mark.parametrize("body", NO_JSON, ids=[repr(body[:9]) for body in NO_JSON])
def test_a_body_that_makes_no_sense_is_malformed(ada: Visitor, body: bytes) -> None:
    answer = ada.http.post("/api/tables", content=body)
    assert (answer.status_code, answer.json()["reason"]) == (400, "malformed")


# --- seats ----------------------------------------------------------------------------------------


def test_people_join_leave_and_come_again(ada: Visitor, bob: Visitor, eve: Visitor) -> None:
    code = ada.create("gold", None, None, None)
    assert bob.join(code, seat=2)["mine"] == [2]
    assert bob.join(code)["mine"] == [2], "the same browser finds its seat again"
    assert refused(eve.tried("POST", f"/tables/{code}/seats", name="Eve", seat=2), "not_possible")
    assert refused(
        eve.tried("POST", f"/tables/{code}/seats", name="Eve", seat=3), "not_found", "1 to 3"
    )
    assert eve.join(code)["mine"] == [1]
    assert bob.ask("DELETE", f"/tables/{code}/seats")["mine"] == []
    assert refused(bob.tried("DELETE", f"/tables/{code}/seats"), "not_allowed")
    assert ada.ask("DELETE", f"/tables/{code}/seats")["table"]["host"] == 1, "somebody must begin"


def test_the_host_gives_free_seats_to_bots_and_takes_them_back(ada: Visitor, bob: Visitor) -> None:
    code = ada.create("gold", None, None, None)
    bob.join(code, seat=1)
    seat = f"/tables/{code}/seats/2/persona"
    assert refused(bob.tried("PUT", seat, persona="zoe"), "not_allowed")
    assert refused(ada.tried("PUT", seat, persona="kasparov"), "not_possible", "zoe")
    assert refused(
        ada.tried("PUT", f"/tables/{code}/seats/1/persona", persona="zoe"), "not_possible"
    )
    assert ada.ask("PUT", seat, persona="zoe")["table"]["seats"][2]["persona"] == "zoe"
    assert ada.ask("PUT", seat, persona="felix")["table"]["seats"][2]["persona"] == "felix"
    assert not ada.ask("DELETE", seat)["table"]["seats"][2]["taken"]
    assert refused(
        ada.tried("DELETE", f"/tables/{code}/seats/0/persona"), "not_possible", "leave the table"
    )
    assert refused(ada.tried("DELETE", f"/tables/{code}/seats/7/persona"), "not_found")


def test_a_match_begins_when_all_seats_are_taken(ada: Visitor, bob: Visitor, eve: Visitor) -> None:
    code = ada.create("gold", None, None)
    assert refused(ada.tried("POST", f"/tables/{code}/start"), "not_possible", "still free: 2")
    bob.join(code)
    assert refused(eve.tried("POST", f"/tables/{code}/start"), "not_allowed")
    assert refused(bob.tried("GET", f"/tables/{code}/proof"), "not_possible", "over")
    assert bob.start(code)["table"]["phase"] == "playing"
    assert refused(ada.tried("POST", f"/tables/{code}/start"), "not_possible", "begun")
    assert refused(
        eve.tried("POST", f"/tables/{code}/seats", name="Eve"), "not_possible", "watched"
    )
    for path in ("lots", "seats/1/persona"):
        body: dict[str, Any] = {"wanted": True} if path == "lots" else {"persona": "zoe"}
        assert refused(ada.tried("PUT", f"/tables/{code}/{path}", **body), "not_possible")
    assert refused(ada.tried("POST", f"/tables/{code}/rematch"), "not_possible", "over")


def test_a_match_may_begin_with_fewer_than_there_was_room_for(
    host: Host, ada: Visitor, bob: Visitor
) -> None:
    code = ada.create("golden_town", None, None, None, None, options={"rematch": "off"})
    fewer = f"/tables/{code}/start?fewer=true"
    assert refused(ada.tried("POST", fewer), "not_possible", "still free: 2, 3, 4")
    bob.join(code, seat=2)
    assert refused(bob.tried("POST", fewer), "not_allowed")
    begun = ada.ask("POST", fewer)["table"]
    assert (begun["phase"], len(begun["seats"])) == ("playing", 2)
    assert bob.ask("GET", f"/tables/{code}")["mine"] == [1]
    socket = bob.sit(code)
    assert len(socket.state["view"]["players"]) == 2
    socket.close()


def test_lots_are_drawn_when_all_people_want_it(ada: Visitor, bob: Visitor) -> None:
    code = ada.create("gold", None, None, "zoe", salt="Ada's")
    bob.join(code, salt="Bob's")
    ada.ask("PUT", f"/tables/{code}/lots", wanted=True)
    table = bob.ask("PUT", f"/tables/{code}/lots", wanted=True)["table"]
    assert [seat["lots"] for seat in table["seats"]] == [True, True, False]
    begun = ada.start(code)
    assert sorted(begun["table"]["lots"]) == [0, 1, 2]
    assert begun["mine"] == [begun["table"]["lots"][0]]
    assert begun["table"]["salts"][begun["mine"][0]] == "Ada's"
    seats = begun["table"]["seats"]
    assert [seats[seat]["name"] for seat in begun["table"]["lots"]] == ["Ada", "Bob", None]


def test_without_everybodys_wish_seats_stay_as_they_are(ada: Visitor, bob: Visitor) -> None:
    code = ada.create("gold", None, None)
    ada.ask("PUT", f"/tables/{code}/lots", wanted=True)
    assert not bob.join(code)["table"]["seats"][0]["lots"], "another sits there: all are asked anew"
    ada.ask("PUT", f"/tables/{code}/lots", wanted=True)
    assert refused(
        Visitor(ada.address).tried("PUT", f"/tables/{code}/lots", wanted=True), "not_allowed"
    )
    assert ada.start(code)["table"]["lots"] is None


def test_whoever_joins_while_he_watches_is_present(ada: Visitor, bob: Visitor) -> None:
    code = ada.create("gold", None, None)
    bob.ask("GET", "/me")  # for the cookie
    socket = bob.sit(code)
    assert (socket.table["watchers"], socket.table["seats"][1]["present"]) == (1, False)
    assert bob.join(code)["table"]["seats"][1]["present"]
    socket.until(lambda message: message["type"] == "Changed" and message["table"]["watchers"] == 0)
    socket.close()
    table = bob.ask("GET", f"/tables/{code}")["table"]
    while table["seats"][1]["present"]:
        table = bob.ask("GET", f"/tables/{code}")["table"]
    assert table["seats"][1]["taken"]


# --- who is gone ----------------------------------------------------------------------------------


class Clock:
    """A clock that stands still until it is put forward."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += int(1000 * seconds)


class Away:
    """Ada at a table with Bob, who has gone; it is his turn, or hers."""

    def __init__(self, host: Host, pace: int, actor: int) -> None:
        self.ada, self.bob = Visitor(host.address, "Ada"), Visitor(host.address, "Bob")
        self.code = self.ada.create("gold", None, None, pace=pace)
        self.bob.join(self.code)
        self.ada.start(self.code)
        self.socket, bob = self.ada.sit(self.code), self.bob.sit(self.code)
        while self.socket.state["actor"] != actor:
            acting = bob if actor == 0 else self.socket
            acting.hello()
            acting.act(acting.choices()[0])
            self.socket.hello()
        bob.close()
        while self.socket.hello()["table"]["seats"][1]["present"]:
            pass

    def replaced(self) -> bool:
        """Whether Ada can have a bot play for Bob now, or one already does."""
        answer = self.ada.tried("POST", f"/tables/{self.code}/seats/1/stand-in")
        if not answer.is_success and not refused(answer, "not_possible", "only once"):
            assert refused(answer, "not_possible", "gone")
            return False
        return True

    def await_stand_in(self) -> None:
        """Waits until the server has had a bot play for Bob by itself."""
        self.socket.hello()
        while not self.socket.table["seats"][1]["persona"]:
            self.socket.receive()


@pytest.mark.parametrize("actor", [0, 1])
@pytest.mark.parametrize(("pace", "allowed"), [(0, MOST_AWAY), (30, 30), (2 * DAY, 2 * DAY)])
def test_a_bot_stands_in_for_somebody_gone_longer_than_the_pace_allows(
    tmp_path: Path, pace: int, allowed: int, actor: int
) -> None:
    clock = Clock()
    with Host(tmp_path / "tables.db", clock) as host:
        away = Away(host, pace, actor)
        seats = away.socket.hello()["table"]["seats"]
        assert [seat["until"] for seat in seats] == [None, clock() + 1000 * allowed]
        assert not away.replaced()
        clock.forward(allowed - 1)
        assert not away.replaced()
        clock.forward(2)
        assert away.replaced()
        seat = away.socket.hello()["table"]["seats"][1]
        assert (seat["name"], seat["persona"], seat["taken"]) == ("Bob", seating.STAND_IN, True)
        if actor == 1:
            away.socket.until(lambda message: message["type"] == "News")
        back = away.bob.sit(away.code)
        assert back.table["seats"][1]["persona"] is None, "the seat is his again"
        assert back.state["view"]["seat"] == 1
        away.socket.close()
        back.close()


def test_a_bot_stands_in_for_somebody_who_lets_his_time_run_out(tmp_path: Path) -> None:
    """By itself: nobody need ask for that."""
    clock = Clock()
    with Host(tmp_path / "tables.db", clock) as host:
        away = Away(host, 30, actor=1)
        here = away.bob.sit(away.code)
        clock.forward(32)
        away.await_stand_in()
        assert here.until(lambda message: message["type"] == "Changed")
        away.bob.ask("DELETE", f"/tables/{away.code}/stand-in")
        assert here.hello()["table"]["seats"][1]["persona"] is None
        away.socket.close()
        here.close()


def test_a_pace_of_days_stands_while_no_server_runs_and_goes_on_after_that(tmp_path: Path) -> None:
    clock = Clock()
    with Host(tmp_path / "tables.db", clock) as host:
        away = Away(host, DAY, actor=1)
        away.socket.close()
        clock.forward(DAY / 2)
    clock.forward(DAY + 1)
    with Host(tmp_path / "tables.db", clock) as host:
        away.ada.http.base_url = away.ada.address = host.address
        away.socket = away.ada.sit(away.code)
        assert not away.replaced()
        clock.forward(DAY / 2 + 2)
        away.await_stand_in()
        away.socket.close()


def test_others_can_neither_ask_for_a_stand_in_nor_be_one(tmp_path: Path) -> None:
    clock = Clock()
    with Host(tmp_path / "tables.db", clock) as host:
        away = Away(host, 0, actor=0)
        clock.forward(MOST_AWAY + 1)
        path = f"/tables/{away.code}/seats"
        assert refused(Visitor(host.address).tried("POST", f"{path}/1/stand-in"), "not_allowed")
        assert refused(
            away.ada.tried("POST", f"{path}/0/stand-in"), "not_possible", "another person"
        )
        assert refused(away.ada.tried("POST", f"{path}/5/stand-in"), "not_found", "1 to 2")
        away.socket.close()


def test_whoever_leaves_a_match_is_replaced_and_may_come_back(ada: Visitor, bob: Visitor) -> None:
    code = ada.create("gold", None, None)
    bob.join(code)
    ada.start(code)
    left = bob.ask("DELETE", f"/tables/{code}/seats")
    assert left["mine"] == [1], "the seat is kept for him"
    assert left["table"]["seats"][1]["persona"] == seating.STAND_IN
    back = bob.ask("DELETE", f"/tables/{code}/stand-in")
    assert back["table"]["seats"][1]["persona"] is None


# --- the end, and after it ------------------------------------------------------------------------


def finish(sockets: list[Socket]) -> None:
    """Plays a match to its end."""
    rng = Random(1)
    while (actor := sockets[0].hello(10**6)["state"]["actor"]) is not None:
        sockets[actor].hello(10**6)
        sockets[actor].act(rng.choice(sockets[actor].choices()))
    for socket in sockets:
        socket.close()


@pytest.fixture
def over(ada: Visitor, bob: Visitor) -> str:
    """A table whose short match is over."""
    code = ada.create("gold", None, None, edition=POCKET, public=True, pace=60)
    bob.join(code)
    ada.start(code)
    finish([ada.sit(code), bob.sit(code)])
    return code


def test_a_rematch_is_one_table_for_the_same_people_at_the_same_seats(
    over: str, ada: Visitor, bob: Visitor, eve: Visitor
) -> None:
    assert refused(eve.tried("POST", f"/tables/{over}/rematch"), "not_allowed")
    made = bob.ask("POST", f"/tables/{over}/rematch")
    code = made["table"]["code"]
    assert (made["mine"], made["table"]["host"], made["table"]["phase"]) == ([1], 1, "open")
    assert [seat["name"] for seat in made["table"]["seats"]] == ["Ada", "Bob"]
    assert [seat["taken"] for seat in made["table"]["seats"]] == [False, True]
    terms = ("game", "options", "edition", "public", "pace")
    before = ada.ask("GET", f"/tables/{over}")["table"]
    assert [made["table"][name] for name in terms] == [before[name] for name in terms]
    assert made["table"]["commitment"] != before["commitment"]
    assert before["rematch"] == code
    assert ada.ask("POST", f"/tables/{over}/rematch")["table"]["code"] == code
    assert refused(eve.tried("POST", f"/tables/{code}/seats", name="Eve"), "not_possible")
    assert refused(bob.tried("POST", f"/tables/{code}/start"), "not_possible", "still free: 1")
    assert ada.join(code)["mine"] == [0]
    assert ada.start(code)["table"]["phase"] == "playing"


def test_a_series_of_rematches_is_counted(over: str, ada: Visitor, eve: Visitor) -> None:
    """Also for those who look on at the old table; see test_seating for when it begins anew."""
    watching = eve.sit(over)
    before = watching.table
    won = [seat["wins"] for seat in before["seats"]]
    assert before["series"] == 1
    assert sum(won) >= 1
    fresh = ada.ask("POST", f"/tables/{over}/rematch")["table"]
    told = watching.until(lambda message: message["type"] == "Changed")["table"]
    assert told["rematch"] == fresh["code"]
    assert fresh["series"] == 1
    assert [seat["wins"] for seat in fresh["seats"]] == won


def test_whoever_asks_whether_anybody_hears_is_answered(ada: Visitor) -> None:
    socket = ada.sit(ada.create("gold", None, "zoe"))
    socket.send(type="Ping")
    assert socket.until(lambda message: message["type"] == "Pong") == {"type": "Pong"}


def test_a_rematch_that_nobody_ever_played_can_be_asked_for_again(
    host: Host, over: str, bob: Visitor
) -> None:
    """After a day its table is forgotten, as all are at which nobody played."""
    first = bob.ask("POST", f"/tables/{over}/rematch")["table"]["code"]
    host.soon(lambda: host.registry.tables.pop(first))
    forgetting = host.store.forget(Old(unplayed=host.clock() + 1), set(host.registry.tables))
    assert asyncio.run_coroutine_threadsafe(forgetting, host.loop).result(30) >= 1
    second = bob.ask("POST", f"/tables/{over}/rematch")["table"]["code"]
    assert second != first
    assert bob.ask("GET", f"/tables/{over}")["table"]["rematch"] == second


def test_people_who_ask_for_a_rematch_at_once_get_the_same_table(
    over: str, ada: Visitor, bob: Visitor
) -> None:
    with ThreadPoolExecutor(6) as pool:
        asked = [ada, bob] * 3
        found = list(pool.map(lambda one: one.ask("POST", f"/tables/{over}/rematch"), asked))
    assert len({one["table"]["code"] for one in found}) == 1
    assert len(ada.ask("GET", "/me")["tables"]) == 1


def test_a_match_that_is_over_is_proved_to_anybody(over: str, eve: Visitor) -> None:
    proof = eve.ask("GET", f"/tables/{over}/proof")
    table = eve.ask("GET", f"/tables/{over}")["table"]
    assert proof["match"]["commitment"] == table["commitment"]
    assert proof["match"]["secret"] == table["secret"]
    assert refused(eve.tried("DELETE", f"/tables/{over}/stand-in"), "not_possible")


def test_a_browser_finds_its_tables_again_after_the_server_has_stopped(tmp_path: Path) -> None:
    with Host(tmp_path / "tables.db") as host:
        ada, bob = Visitor(host.address, "Ada"), Visitor(host.address, "Bob")
        codes = [ada.create("gold", None, None) for _ in range(3)]
        bob.join(codes[1])
        ada.start(codes[1])
        socket = ada.sit(codes[1], seat=0)
        before, found = socket.state, ada.ask("GET", "/me")["tables"]
        assert {table["code"] for table in found} == set(codes)
        assert [table["code"] for table in bob.ask("GET", "/me")["tables"]] == codes[1:2]
        socket.close()
    with Host(tmp_path / "tables.db") as host:
        ada.http.base_url, ada.address = host.address, host.address
        again = ada.ask("GET", "/me")["tables"]
        assert [table["code"] for table in again] == [table["code"] for table in found]
        assert ada.ask("GET", f"/tables/{codes[1]}")["mine"] == [0]
        socket = ada.sit(codes[1])
        assert socket.state == before
        socket.close()


def test_a_table_that_cannot_be_opened_hides_no_other(host: Host, ada: Visitor) -> None:
    code, old = ada.create("gold", None, None), ada.create("gold", None, None)
    host.soon(lambda: host.registry.tables.pop(old))
    change = (
        "UPDATE tables SET sheet = replace(sheet, '\"version\":1', '\"version\":0') WHERE code = ?"
    )
    writing = host.store._written(lambda db: db.execute(change, (old,)))
    asyncio.run_coroutine_threadsafe(writing, host.loop).result(30)
    assert refused(ada.tried("GET", f"/tables/{old}"), "not_possible", "version 0")
    assert [table["code"] for table in ada.ask("GET", "/me")["tables"]] == [code]


# --- editions -------------------------------------------------------------------------------------


def test_people_play_by_editions_of_their_own(ada: Visitor) -> None:
    text = goldrush("edition", "gold").stdout.replace("\nname = ", '\nname = "Mine, not " #', 1)
    code = ada.create("gold", None, None, edition=text)
    assert ada.ask("GET", f"/tables/{code}")["table"]["edition"] == "Mine, not "


def test_a_server_may_take_no_editions(tmp_path: Path) -> None:
    with Host(tmp_path / "tables.db", own_editions=False) as host:
        ada = Visitor(host.address)
        answer = ada.tried("POST", "/tables", **NEW, edition=POCKET)
        assert refused(answer, "not_possible", "editions")
        assert ada.create("gold", None, None)


def test_so_many_editions_are_played_at_once_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "MOST_EDITIONS", 1)
    other = POCKET.replace("Pocket", "Purse")
    with Host(tmp_path / "tables.db") as host:
        ada = Visitor(host.address)
        assert ada.create("gold", None, None, edition=POCKET)
        for _ in range(2):
            answer = ada.tried("POST", "/tables", **NEW, edition=other)
            assert refused(answer, "not_possible", "editions")
        assert ada.create("gold", None, None, edition=POCKET)


# --- for whoever runs it --------------------------------------------------------------------------


def test_a_server_says_that_it_lives(host: Host) -> None:
    answer = httpx.get(f"{host.address}/health")
    assert answer.json() == {"status": "ok"}
    assert "set-cookie" not in answer.headers


def figures(host: Host) -> dict[str, float]:
    page = httpx.get(f"{host.address}/metrics")
    assert page.headers["content-type"].startswith("text/plain; version=0.0.4")
    rows = [row.rpartition(" ") for row in page.text.splitlines() if not row.startswith("#")]
    return {name: float(value) for name, _, value in rows}


def test_figures_count_tables_moves_latencies_thoughts_and_memory(tmp_path: Path) -> None:
    with Host(tmp_path / "tables.db") as host:
        ada = Visitor(host.address, "Ada")
        code = ada.create("gold", None, "zoe")
        ada.start(code)
        socket = ada.sit(code)
        while socket.hello()["state"]["actor"] != 0:
            pass
        socket.act(socket.choices()[0])
        socket.act(10**6)
        found = figures(host)
        assert found["goldrush_tables"] == found["goldrush_sockets"] == 1
        assert found["goldrush_moves_total"] >= 1
        assert found["goldrush_answer_seconds_count"] == 1
        assert found["goldrush_write_seconds_count"] >= 2
        assert found['goldrush_refused_total{reason="illegal"}'] + found.get(
            'goldrush_refused_total{reason="stale"}', 0
        )
        assert "goldrush_thought_seconds_count" in found
        assert found["process_resident_memory_bytes"] > 2**24
        socket.close()


# --- anything at all ------------------------------------------------------------------------------


class Fuzz:
    """Sends what the schema allows, and what it does not, to tables in all phases."""

    def __init__(self, host: Host, examples: int) -> None:
        self.ada = Visitor(host.address, "Ada")
        self.address = host.address
        self.codes = [self.ada.create("gold", None, None) for _ in range(3)]
        self.ada.join(self.codes[1], seat=1)
        self.ada.start(self.codes[1])
        found = httpx.get(f"{host.address}/api/schema/openapi.json").json()
        schema = schemathesis.openapi.from_dict(found)
        self.operations: list[Any] = [
            one.ok()  # type: ignore[union-attr]  # a schema that is not valid fails here
            for one in schema.get_all_operations()
        ]
        self.examples = examples
        self.sent = 0

    def breaks(self, operation: Any) -> str:
        """What an operation answers with 500, if there is such a thing."""
        modes = [operation.as_strategy(generation_mode=mode) for mode in GenerationMode]
        settle = settings(
            max_examples=self.examples,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )

        @settle
        @given(case=st.one_of(modes), code=st.sampled_from(self.codes), known=st.booleans())
        def try_out(case: Any, code: str, known: bool) -> None:
            if known and "code" in case.path_parameters:
                case.path_parameters["code"] = code
            answer = case.call(self.address, cookies=dict(self.ada.http.cookies))
            self.sent += 1
            assert answer.status_code < 500, f"{case.as_curl_command()}: {answer.text}"

        try:
            try_out()
        except AssertionError as error:
            return str(error)
        return ""


# Other threads may draw from Python's own luck while a strategy does, which hypothesis takes amiss.
threads_draw_too = pytest.mark.filterwarnings(
    "ignore::hypothesis.errors.HypothesisDeprecationWarning"
)


@threads_draw_too
def test_no_request_breaks_the_server(host: Host) -> None:
    fuzz = Fuzz(host, examples=100)
    assert len(fuzz.operations) > 14
    assert not [found for operation in fuzz.operations if (found := fuzz.breaks(operation))]
    assert fuzz.sent > 1000


@threads_draw_too
def test_a_request_that_breaks_the_server_would_be_found(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(sheet: Any, player: str, *, wanted: bool) -> Any:
        return 1 / wanted

    monkeypatch.setattr(seating, "ask_for_lots", broken)
    fuzz = Fuzz(host, examples=100)
    found = [fuzz.breaks(one) for one in fuzz.operations if one.path.endswith("/lots")]
    assert len(found) == 1
    assert "broken" in found[0]
