"""Who may come in, how often, and what no answer and no log may tell."""

import asyncio
import itertools
import json
import logging
import socket
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from goldrush.server import client
from goldrush.server.app import MOST_BODY
from goldrush.server.guard import HEADERS
from goldrush.server.identity import COOKIE, KEY_BYTES, Identities
from goldrush.server.registry import PAGE
from goldrush.server.store import Sheet
from hosting import KEY, Host
from visitors import Socket, Visitor

OWN, FOREIGN = "http://gold.example", "http://evil.example"
FROM_ELSEWHERE = [FOREIGN, "null", "", "http://[", "http://127.0.0.1", f"{OWN}.evil.example"]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("host") / "tables.db", origins=(OWN,)) as found:
        yield found


@pytest.fixture
def ada(host: Host) -> Visitor:
    return Visitor(host.address, "Ada")


def sheet(host: Host, code: str) -> Sheet:
    found = asyncio.run_coroutine_threadsafe(host.store.read(code), host.loop).result(30).sheet
    assert isinstance(found, Sheet)
    return found


def knocks(host: Host, path: str, **headers: str) -> int:
    """What a socket is answered that is not let in; 101 if it is."""
    address = host.address.replace("http", "ws", 1)
    try:
        with connect(f"{address}/api{path}", additional_headers=headers, compression=None):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


# --- from other sites -----------------------------------------------------------------------------


@pytest.mark.parametrize("origin", FROM_ELSEWHERE)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_pages_of_other_sites_change_nothing(ada: Visitor, method: str, origin: str) -> None:
    answer = ada.http.request(method, "/api/tables/AAAAAA/seats", headers={"Origin": origin})
    assert answer.status_code == 403
    assert answer.json()["reason"] == "not_allowed"


def test_no_way_of_writing_an_address_leads_around_the_guard(ada: Visitor) -> None:
    code = ada.create("gold", None, None)
    for path in (
        f"//api/tables/{code}/seats",
        f"/api//tables/{code}/seats",
        f"/%61pi/tables/{code}/seats",
    ):
        address = httpx.URL(ada.address + path)
        assert ada.http.delete(address, headers={"Origin": FOREIGN}).status_code == 403
    assert ada.ask("GET", f"/tables/{code}")["mine"] == [0]


@pytest.mark.parametrize("path", ["/lobby/socket", "/tables/AAAAAA/socket"])
def test_pages_of_other_sites_open_no_sockets(host: Host, path: str) -> None:
    assert [knocks(host, path, Origin=origin) for origin in FROM_ELSEWHERE] == [403] * 6
    assert knocks(host, path, Origin=OWN) == 101
    assert knocks(host, path, Origin=host.address) == 101
    assert knocks(host, path) == 101, "programs say nothing about where they are"


def test_pages_of_other_sites_are_not_even_answered_what_changes_nothing(ada: Visitor) -> None:
    """A replay is work, which anybody's page could have anybody's browser ask for."""
    for path in ("/api/replay?link=gold.AAAA", "/api/games", "/api/me"):
        answer = ada.http.get(path, headers={"Sec-Fetch-Site": "cross-site"})
        assert (answer.status_code, answer.json()["reason"]) == (403, "not_allowed")
        for site in ("same-origin", "none", "same-site"):
            assert ada.http.get(path, headers={"Sec-Fetch-Site": site}).status_code != 403
    assert ada.http.get("/", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("192.168.1.7", True),
        ("attic", True),
        ("attic.local:8000", True),
        ("gold.example", True),
        ("gold.example.evil.example", False),
        ("evil.example:8000", False),
        ("[::1", False),
    ],
)
def test_a_server_answers_to_its_own_names_alone(tmp_path: Path, name: str, known: bool) -> None:
    """Else a page whose name was made to point here could read and play for whoever opens it."""
    with Host(tmp_path / "t.db", origins=("https://gold.example",)) as host:
        for path in ("/", "/api/me", "/health"):
            answer = httpx.get(host.address + path, headers={"host": name})
            assert (answer.status_code != 421) == known
        if not known:
            assert f"--origin http://{name}" in answer.json()["detail"]
        asked = {
            "Host": name,
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": b64encode(bytes(16)).decode(),
        }
        head = ["GET /api/lobby/socket HTTP/1.1", *(f"{k}: {v}" for k, v in asked.items()), "", ""]
        port = int(host.address.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall("\r\n".join(head).encode())
            assert connection.recv(12).endswith(b"101" if known else b"403")


def test_what_is_answered_to_one_person_is_kept_by_nobody(host: Host, ada: Visitor) -> None:
    assert ada.tried("GET", "/me").headers["cache-control"] == "no-store"
    assert "no-store" not in httpx.get(host.address).headers["cache-control"]


@pytest.mark.parametrize("origin", ["https://gold.example", "http://gold.example"])
def test_a_browser_that_came_over_https_comes_again_over_https(tmp_path: Path, origin: str) -> None:
    with Host(tmp_path / "t.db", origins=(origin,)) as host:
        headers = httpx.get(host.address).headers
    assert ("strict-transport-security" in headers) == origin.startswith("https")


BYTES = b'{"game": "gold", "name": "\xff\xfe", "seats": [{}, {}]}'


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/tables"),
        ("POST", "/api/lessons"),
        ("POST", "/api/tables/ABCDEF/seats"),
        ("PUT", "/api/tables/ABCDEF/lots"),
        ("PUT", "/api/tables/ABCDEF/seats/1/persona"),
    ],
)
def test_bytes_that_are_no_text_are_refused(host: Host, method: str, path: str) -> None:
    headers = {"content-type": "application/json"}
    answer = httpx.request(method, host.address + path, content=BYTES, headers=headers)
    assert (answer.status_code, answer.json()["reason"]) == (400, "malformed")


def test_an_address_that_is_none_is_not_this_machine(host: Host) -> None:
    answer = httpx.get(f"{host.address}/metrics", headers={"x-forwarded-for": "somebody"})
    assert answer.status_code == 404


def test_a_table_that_cannot_be_read_hides_no_other(host: Host) -> None:
    ada = Visitor(host.address, "Ada")
    codes = [ada.create("gold", None, None) for _ in range(2)]
    host.soon(lambda: host.registry.tables.pop(codes[0]))
    host.soon(
        lambda: host.store._writing.execute(
            "UPDATE tables SET sheet = ? WHERE code = ?", (b"{", codes[0])
        )
    )
    assert [table["code"] for table in ada.ask("GET", "/me")["tables"]] == [codes[1]]


def test_our_own_pages_may_ask(host: Host, ada: Visitor) -> None:
    for origin in (OWN, host.address):
        answer = ada.http.delete("/api/tables/AAAAAA/seats", headers={"Origin": origin})
        assert answer.status_code == 404


# --- cookies --------------------------------------------------------------------------------------


def test_a_cookie_is_signed_and_nothing_but_our_requests_can_use_it(ada: Visitor) -> None:
    first = ada.http.get("/api/me").headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(first.split("; "))
    player, _, sign = SimpleCookie(first)[COOKIE].value.partition(".")
    assert Identities(KEY).header(player).startswith(f"{COOKIE}={player}.{sign};")
    assert Identities(KEY).of(f"{COOKIE}={player}.{sign}") == player


def test_a_page_brings_the_cookie_so_that_its_scripts_have_one_from_the_first(host: Host) -> None:
    answer = httpx.get(f"{host.address}/")
    assert answer.headers["content-type"].startswith("text/html")
    assert COOKIE in answer.cookies
    known = httpx.get(f"{host.address}/", cookies=answer.cookies)
    assert "set-cookie" not in known.headers
    assert "set-cookie" not in httpx.get(f"{host.address}/health").headers


def test_behind_a_proxy_that_speaks_https_a_cookie_goes_over_https_alone(tmp_path: Path) -> None:
    with Host(tmp_path / "tables.db", origins=("https://gold.example",)) as host:
        cookie = httpx.get(f"{host.address}/api/me").headers["set-cookie"]
    assert "Secure" in cookie.split("; ")


def test_a_browser_that_has_a_cookie_is_given_no_other(host: Host) -> None:
    cookie = Identities(KEY).header("ada").split(";")[0]
    answer = httpx.get(f"{host.address}/api/me", headers={"Cookie": f"other=1; {cookie}"})
    assert "set-cookie" not in answer.headers


def forged(player: str) -> list[str]:
    """Cookies that are not quite right."""
    right = Identities(KEY).header(player).split(";")[0].partition("=")[2]
    another = Identities(b"1" * KEY_BYTES).header(player).split(";")[0].partition("=")[2]
    return [
        *(player, f"{player}.", f".{right.partition('.')[2]}", right[:-1], right + "0", another),
        *(right.upper(), right[1:], f'"{player}.\\351"', f'"{player}.é"', "", "."),
    ]


def test_a_cookie_that_is_forged_cut_off_or_another_servers_is_a_strangers(host: Host) -> None:
    ada = Visitor(host.address, "Ada")
    code = ada.create("gold", None, None)
    assert ada.ask("GET", f"/tables/{code}")["mine"] == [0]
    player = sheet(host, code).places[0].player
    for value in forged(player):
        cookie = f"{COOKIE}={value}".encode("latin-1")
        answer = httpx.get(f"{host.address}/api/tables/{code}", headers={b"Cookie": cookie})
        assert answer.json()["mine"] == []
        assert COOKIE in answer.cookies
        assert knocks(host, f"/tables/{code}/socket", Cookie=cookie.decode("latin-1")) == 101


# --- what every answer carries --------------------------------------------------------------------


def test_every_answer_carries_the_headers_of_security(host: Host, ada: Visitor) -> None:
    code = ada.create("gold", None, None)
    asked = [
        *(
            ("GET", path)
            for path in ("/health", "/metrics", "/api/me", "/api/games", "/api/tables")
        ),
        *(("GET", path) for path in ("/", "/nothing", "/api", "/api/nothing", "/api/tables/x")),
        *(("GET", path) for path in ("//api/me", "/api//me", "/api/me/", "/%61pi/me", "/api/%ff")),
        *(("HEAD", "/api/me"), ("OPTIONS", "/api/tables"), ("DELETE", "/api/me"), ("TRACE", "/")),
        *(("POST", "/api/tables"), ("POST", f"/api/tables/{code}/start"), ("GET", "/api/schema")),
        ("GET", "/api/schema/openapi.json"),
    ]
    for method, path in asked:
        answer = ada.http.request(method, httpx.URL(host.address + path))
        assert answer.status_code < 500, (method, path, answer.text)
        missing = {name for name, value in HEADERS.items() if answer.headers.get(name) != value}
        assert not missing, (method, path)
    refused = ada.http.post("/api/tables", headers={"Origin": FOREIGN})
    assert HEADERS.items() <= dict(refused.headers).items()


def test_our_own_mistakes_are_noted_and_nothing_of_them_is_told(
    host: Host, ada: Visitor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> Any:
        raise RuntimeError("the secret is 42")

    monkeypatch.setattr(host.registry, "lobby", broken)
    answer = ada.tried("GET", "/tables")
    assert (answer.status_code, answer.json()["reason"]) == (500, "broken")
    assert "42" not in answer.text
    assert HEADERS.items() <= dict(answer.headers).items()
    assert "the secret is 42" in caplog.text


# --- limits ---------------------------------------------------------------------------------------


def test_one_address_that_asks_too_often_must_wait_and_others_need_not(tmp_path: Path) -> None:
    with Host(tmp_path / "tables.db", requests=0.2) as host, Visitor(host.address).http as http:
        found = [http.get("/api/games").status_code for _ in range(3)]
        assert found[0] == 200
        assert found[-1] == 429
        answer = http.get("/api/games")
        assert answer.json()["reason"] == "too_fast"
        assert HEADERS.items() <= dict(answer.headers).items()
        assert knocks(host, "/lobby/socket") == 403, "sockets are counted as well"
        proxied = {"X-Forwarded-For": "192.0.2.7"}  # as a proxy at this machine says
        assert http.get("/api/games", headers=proxied).status_code == 200
        assert http.get("/health").status_code == 200


@pytest.mark.parametrize("size", [MOST_BODY + 1, 10 * MOST_BODY])
def test_a_request_that_is_too_large_is_refused(ada: Visitor, size: int) -> None:
    def drop_by_drop() -> Iterator[bytes]:
        for _ in range(0, size, 1000):
            yield b" " * 1000

    for body in (b" " * size, drop_by_drop()):
        answer = ada.http.post("/api/tables", content=body)
        assert answer.status_code == 413
        assert answer.json()["reason"] == "malformed"


# --- tables one does not know ---------------------------------------------------------------------


def test_there_is_no_table_under_a_code_that_nobody_gave(host: Host, ada: Visitor) -> None:
    for path in ("", "/proof"):
        answer = ada.http.get(f"/api/tables/AAAAAA{path}")
        assert (answer.status_code, answer.json()["reason"]) == (404, "not_found")
    for code in ("AAAAAA", "aaaaaa", "x", "%00", "é", "AAAAAA2"):
        with pytest.raises(ConnectionClosed) as closed:
            ada.sit(code)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == client.NOT_FOUND
        if code != "AAAAAA":
            assert ada.http.get(f"/api/tables/{code}").status_code in (400, 404)


def test_the_lobby_lists_public_tables_alone(host: Host, ada: Visitor) -> None:
    private, public = ada.create("gold", None, None), ada.create("gold", None, None, public=True)
    connections = [ada.sit(private), ada.sit(public)]
    address = host.address.replace("http", "ws", 1)
    with connect(f"{address}/api/lobby/socket", compression=None) as connection:
        shown = [table["code"] for table in json.loads(connection.recv(30))["tables"]]
        assert shown == [table["code"] for table in ada.ask("GET", "/tables")["tables"]]
        assert public in shown
        assert private not in shown
        connections[1].close()
        while public not in (heard := json.loads(connection.recv(30)))["gone"]:
            assert private not in str(heard)
    connections[0].close()


def test_private_tables_are_no_news_in_the_lobby(host: Host, ada: Visitor) -> None:
    """Nor does anybody learn from it how many there are, and when something happens there."""
    address = host.address.replace("http", "ws", 1)
    public, private = ada.create("gold", None, None, public=True), ada.create("gold", None, None)
    with connect(f"{address}/api/lobby/socket", compression=None) as connection:
        connection.recv(30)
        for _ in range(3):
            ada.sit(private).close()
        sitting = ada.sit(public)
        heard: Any = {"tables": []}
        while public not in [table["code"] for table in heard["tables"]]:
            heard = json.loads(connection.recv(30))
            assert private not in str(heard)
            assert heard["tables"] or heard["gone"], "there was nothing to tell"
        sitting.close()


def test_the_lobby_is_paged_and_told_of_by_its_changes(tmp_path: Path) -> None:
    times = itertools.count(1000)
    with Host(tmp_path / "t.db", clock=lambda: next(times)) as host, ExitStack() as afterwards:
        ada = Visitor(host.address, "Ada")
        codes = [ada.create("gold", None, None, public=True) for _ in range(PAGE + 5)]
        for code in codes:
            afterwards.callback(ada.sit(code).close)
        first = ada.ask("GET", "/tables")
        assert (len(first["tables"]), first["more"]) == (PAGE, True)
        rest = ada.ask("GET", f"/tables?before={first['tables'][-1]['created']}")
        assert (len(rest["tables"]), rest["more"]) == (5, False)
        listed = [table["code"] for table in first["tables"] + rest["tables"]]
        assert listed == codes[::-1]


# --- secrets --------------------------------------------------------------------------------------


class Ear(logging.Handler):
    """Hears all that is logged, by whomever."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def __enter__(self) -> "Ear":
        for name in ("", "uvicorn"):
            logging.getLogger(name).addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        for name in ("", "uvicorn"):
            logging.getLogger(name).removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(self.format(record))


def play(connections: list[Socket], moves: int) -> None:
    """Plays, and makes mistakes of all kinds meanwhile."""
    for _ in range(moves):
        for connection in connections:
            connection.hello(10**6)
        if connections[0].state["actor"] is None:
            return
        connection = connections[connections[0].state["actor"]]
        connections[-1].act(0)
        connection.websocket.send("rubbish")
        connection.act(10**6)
        connection.act(connection.choices()[-1])


def written(secret: bytes) -> list[str]:
    """A secret as it might be written."""
    return [secret.hex(), secret.hex().upper(), b64encode(secret).decode()]


class Tapped:
    """People at a table, and all that they are told."""

    def __init__(self, host: Host) -> None:
        self.answers: list[str] = []
        self.people = [Visitor(host.address, name) for name in ("Ada", "Bob", "Eve")]
        for person in self.people:
            person.http.event_hooks["response"] = [self._hear]
        self.code = self.people[0].create("gold", None, None, salt="grain of Ada's", public=True)
        self.people[1].join(self.code, salt="grain of Bob's")
        self.connections = [person.sit(self.code) for person in self.people]

    def _hear(self, answer: httpx.Response) -> None:
        self.answers.append(answer.read().decode())

    def told(self, *words: str) -> bool:
        """Whether anybody was ever told one of these words."""
        raw = [*self.answers, *(raw for connection in self.connections for raw in connection.raw)]
        return any(word in one for word in words for one in raw)

    def ask_around(self) -> None:
        for path in ("/me", "/tables", f"/tables/{self.code}", f"/tables/{self.code}/proof"):
            for person in self.people:
                person.tried("GET", path)


def test_no_answer_tells_a_secret_before_the_end(host: Host) -> None:
    tapped = Tapped(host)
    tapped.ask_around()
    assert not tapped.told("grain"), "salts are told when the match begins"
    tapped.people[0].start(tapped.code)
    for connection in tapped.connections:
        connection.hello()
    assert tapped.told("grain of Bob's")
    play(tapped.connections, 30)
    tapped.ask_around()
    found = sheet(host, tapped.code)
    players = [place.player for place in found.places]
    assert all(players)
    assert not tapped.told(*written(found.secret), *players)
    play(tapped.connections, 300)
    tapped.ask_around()
    assert tapped.told(found.secret.hex())
    assert not tapped.told(*players), "who people are is never told"
    for connection in tapped.connections:
        connection.close()


def test_no_log_names_tables_people_or_secrets(host: Host) -> None:
    with Ear() as ear:
        tapped = Tapped(host)
        tapped.people[0].start(tapped.code)
        play(tapped.connections, 30)
        tapped.ask_around()
        tapped.connections[2].websocket.send(b"\xff", text=True)
        with pytest.raises(ConnectionClosed):
            tapped.connections[2].until(lambda _: False)
        for connection in tapped.connections:
            connection.close()
    found = sheet(host, tapped.code)
    people = [word for place in found.places for word in (place.player, place.name, place.salt)]
    assert ear.heard, "what is no text is noted"
    noted = "\n".join(ear.heard)
    assert not [word for word in (*written(found.secret), *people, tapped.code) if word in noted]


def test_whoever_had_a_seat_no_longer_sees_what_it_sees(host: Host) -> None:
    ada, bob, eve = (Visitor(host.address, name) for name in ("Ada", "Bob", "Eve"))
    code = ada.create("gold", None, None)
    eve.join(code)
    spying = eve.sit(code)
    eve.ask("DELETE", f"/tables/{code}/seats")
    bob.join(code)
    ada.start(code)
    connections = [ada.sit(code), bob.sit(code)]
    play(connections, 3)
    spying.websocket.send("rubbish")
    refused = spying.until(lambda message: message["type"] == "Refused")
    assert refused["state"] is None
    assert not any('"view"' in raw for raw in spying.raw)
    assert spying.act(0, number=0)["type"] == "Refused"
    assert spying.hello()["seat"] is None
    for connection in (*connections, spying):
        connection.close()


def test_whoever_got_another_seat_by_lot_is_not_shown_the_old_one(host: Host) -> None:
    ada, bob = Visitor(host.address, "Ada"), Visitor(host.address, "Bob")
    for _ in range(30):
        code = ada.create("gold", None, None)
        bob.join(code)
        connections = [ada.sit(code), bob.sit(code)]
        for person in (ada, bob):
            person.ask("PUT", f"/tables/{code}/lots", wanted=True)
        if ada.start(code)["table"]["lots"] == [1, 0]:
            break
        for connection in connections:
            connection.close()
    fresh = [bob.sit(code), ada.sit(code)]
    play(fresh, 3)
    connections[0].websocket.send("rubbish")
    assert connections[0].until(lambda message: message["type"] == "Refused")["state"] is None
    assert not any('"view"' in raw for raw in connections[0].raw)
    assert connections[0].hello()["seat"] == 1
    for connection in (*connections, *fresh):
        connection.close()
