"""Who is away is told once, by the push service of their browser, and nothing else is called."""

import socket
import ssl
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goldrush.server import endpoints, herald, notices, post, subscriptions
from goldrush.server.endpoints import Forbidden, Roads, is_public
from goldrush.server.listeners import MOST_DEVICES
from goldrush.server.refusal import Refusal
from hosting import Host
from pushing import Phone, PushService, push_service, signed
from visitors import Visitor

PRIVATE = [
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
    *("0.0.0.0", "224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "240.0.0.1"),
    *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "2001:db8::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1"),
    *("fec0::1", "4000::1"),
    *("2002:7f00:1::", "2002:c0a8:101::", "2001:0:7f00:1::", "localhost", ""),
]


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PushService]:
    with push_service(tmp_path) as found:
        yield found


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(herald, "TICK", 0.02)
    monkeypatch.setattr(notices, "GRACE", 0)
    monkeypatch.setattr(post, "PAUSES", (0.05, 0.05))


def host(tmp_path: Path, service: PushService) -> Host:
    return Host(tmp_path / "tables.db", roads=service.roads)


class Pair:
    """Two people at a table of GOLD, where it is the turn of one who is away."""

    def __init__(self, server: Host, **wishes: Any) -> None:
        self.people = [Visitor(server.address, "Ada"), Visitor(server.address, "Bob")]
        self.code = self.people[0].create("gold", None, None)
        self.people[1].join(self.code)
        for one in self.people:
            one.ask("PUT", "/notices", **wishes)

    def start(self) -> Visitor:
        """Begins, and returns whose turn it is."""
        self.people[0].start(self.code)
        return self.people[self.turn]

    @property
    def turn(self) -> int:
        return int(self.people[0].ask("GET", "/me")["tables"][0]["turn"])

    def pass_on(self) -> None:
        """Plays until it is the other one's turn."""
        first = self.turn
        with_socket = self.people[first].sit(self.code)
        while self.turn == first:
            with_socket.act(with_socket.choices()[0])
        with_socket.close()


def settled(server: Host) -> None:
    """Waits a while in which something could have been sent that must not be."""
    time.sleep(0.3)
    assert server.soon(lambda: True)


def test_a_turn_is_told_once_in_ones_own_language_sealed_and_signed(
    tmp_path: Path, service: PushService
) -> None:
    with host(tmp_path, service) as server:
        pair = Pair(server, lang="fr", zone="Europe/Paris")
        phones = [Phone(service, "ada"), Phone(service, "bob")]
        for one, phone in zip(pair.people, phones, strict=True):
            told = one.ask("PUT", "/notices/devices", **phone.subscription)
            assert len(told["devices"]) == 1
        pair.start()
        first = pair.turn
        service.until(1)
        settled(server)
        ((path, headers, body),) = service.calls
        assert path == phones[first].endpoint.removeprefix(service.origin)
        assert phones[first].opened(body) == {
            "title": "À vous de jouer",
            "body": f"GOLD ({pair.code})",
            "path": f"/table/{pair.code}",
            "tag": pair.code,
        }
        claims, key = signed(headers["authorization"])
        assert key == told["key"]
        assert claims["aud"] == service.origin
        assert 0 < claims["exp"] - time.time() <= 86_400
        assert headers["content-encoding"] == "aes128gcm"
        assert len(headers["topic"]) <= 32
        assert pair.code not in f"{path}{headers}", "it is the key to a private table"
        pair.pass_on()
        service.until(2)
        assert service.calls[1][0].startswith(f"/send/{('ada', 'bob')[1 - first]}")
    with host(tmp_path, service) as server:
        settled(server)
        assert len(service.calls) == 2, "not again after a restart"
        (sheet,) = server.soon(lambda: server.registry.services.waits.of(player_of(server)))
        assert sheet.code == pair.code, "though it was found that the table waits"


def player_of(server: Host) -> str:
    """Of two people who are followed, the one for whom a table waits."""
    waits = server.registry.services.waits
    return next(player for player in waits._known if waits.of(player))


def test_what_was_not_told_before_the_server_ended_is_told_by_the_next_one(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(herald, "TICK", 3600)
    with host(tmp_path, service) as server:
        pair = Pair(server)
        phone = Phone(service)
        pair.start().ask("PUT", "/notices/devices", **phone.subscription)
    monkeypatch.setattr(herald, "TICK", 0.02)
    with host(tmp_path, service) as server:
        service.until(1)
        assert phone.opened(service.calls[0][2])["tag"] == pair.code


def test_what_one_is_told_comes_along_when_one_signs_in_and_ends_with_deletion(
    tmp_path: Path, service: PushService
) -> None:
    with host(tmp_path, service) as server:
        pair, phone = Pair(server), Phone(service)
        kept = Visitor(server.address, "Bob")
        words = " ".join(kept.ask("POST", "/me/phrase")["words"])
        bob = pair.people[1]
        bob.ask("PUT", "/notices/devices", **phone.subscription)
        assert bob.tried("POST", "/me/phrase/sign-in", phrase=words).is_success
        assert len(kept.ask("GET", "/notices")["devices"]) == 1
        pair.start()
        while pair.turn != 1:
            pair.pass_on()
        service.until(1)
        assert phone.opened(service.calls[0][2])["tag"] == pair.code
        bob.ask("DELETE", "/me/person")
        assert kept.ask("GET", "/notices")["devices"] == []
        settled(server)
        assert len(service.calls) == 1


def test_a_browser_that_is_somebody_elses_tells_nothing_of_whoever_had_it(
    tmp_path: Path, service: PushService
) -> None:
    with host(tmp_path, service) as server:
        pair, phone = Pair(server), Phone(service)
        for one in pair.people:
            one.ask("PUT", "/notices/devices", **phone.subscription)
        pair.start()
        bobs = 0
        for _ in range(2):
            bobs += pair.turn
            service.until(bobs)
            settled(server)
            assert len(service.calls) == bobs
            pair.pass_on()


def test_whoever_signs_out_everywhere_is_told_nothing_in_browsers_any_more(
    tmp_path: Path, service: PushService
) -> None:
    """One of them may be lost, or a friend's."""
    with host(tmp_path, service) as server:
        pair = Pair(server)
        words = [" ".join(one.ask("POST", "/me/phrase")["words"]) for one in pair.people]
        for name, one in zip("ab", pair.people, strict=True):
            one.ask("PUT", "/notices/devices", **Phone(service, name).subscription)
            one.ask("POST", "/me/sign-out", everywhere=True)
        for one, said in zip(pair.people, words, strict=True):
            assert one.tried("POST", "/me/phrase/sign-in", phrase=said).is_success
            assert one.ask("GET", "/notices")["devices"] == []
        pair.start()
        settled(server)
        assert service.calls == []


def test_whoever_is_at_the_table_is_told_nothing_until_they_are_gone(
    tmp_path: Path, service: PushService
) -> None:
    with host(tmp_path, service) as server:
        pair, phone = Pair(server), Phone(service)
        sockets = [one.sit(pair.code) for one in pair.people]
        mover = pair.start()
        mover.ask("PUT", "/notices/devices", **phone.subscription)
        settled(server)
        assert service.calls == []
        for socket_ in sockets:
            socket_.close()
        service.until(1)


def test_browsers_that_are_gone_are_forgotten_and_tired_services_are_asked_again(
    tmp_path: Path, service: PushService
) -> None:
    with host(tmp_path, service) as server:
        pair, phone = Pair(server), Phone(service)
        service.answers = [(503, {"retry-after": "0"}), (302, {"location": "/elsewhere"})]
        mover = pair.start()
        mover.ask("PUT", "/notices/devices", **phone.subscription)
        service.until(2)
        settled(server)
        paths = {path for path, *_ in service.calls}
        assert (len(service.calls), len(paths)) == (2, 1), "nobody is followed elsewhere"
        service.answers = [(410, {})]
        pair.pass_on()
        pair.pass_on()
        service.until(3)
        settled(server)
        assert mover.ask("GET", "/notices")["devices"] == []


def test_a_match_that_ended_while_one_was_away_is_told_but_not_to_who_saw_it(
    tmp_path: Path, service: PushService
) -> None:
    with host(tmp_path, service) as server:
        pair, phones = Pair(server, often="never"), [Phone(service, "a"), Phone(service, "b")]
        pair.start()
        for one, phone in zip(pair.people, phones, strict=True):
            one.ask("PUT", "/notices/devices", **phone.subscription)
            one.ask("PUT", f"/tables/{pair.code}/notices", often="never")
        while (now := pair.people[0].ask("GET", f"/tables/{pair.code}")["table"])[
            "phase"
        ] != "over":
            last = pair.turn
            at_table = pair.people[last].sit(pair.code)
            while choices := at_table.choices():
                at_table.act(choices[0])
            at_table.close()
        assert now["secret"]
        for one in pair.people:
            one.ask("PUT", f"/tables/{pair.code}/notices", often="at_once")
        service.until(1)
        settled(server)
        ((path, _, body),) = service.calls
        assert path.startswith(f"/send/{'ab'[1 - last]}")
        assert phones[1 - last].opened(body)["title"] == "The match is over"


# --- what may be called ---------------------------------------------------------------------------


@pytest.mark.parametrize("number", PRIVATE)
def test_numbers_that_are_not_of_the_public_network_are_known_in_any_disguise(number: str) -> None:
    assert not is_public(number)


@pytest.mark.parametrize("number", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_those_that_are_may_be_called(number: str) -> None:
    assert is_public(number)


@pytest.mark.parametrize(
    "endpoint",
    [
        *("http://push.example/a", "//push.example", "ftp://push.example", "https://", "x", ""),
        *(
            "https://me:you@push.example",
            "https://push.example:8443/a",
            "https://[::1",
            "https://a b",
        ),
        *(
            "https://127.0.0.1/a",
            "https://[::1]/a",
            "https://[::ffff:7f00:1]/a",
            "https://10.0.0.1",
        ),
        *("https://push.example/\r\nHost: x", "https://é.example", "https://push.example/#x"),
        f"https://push.example/{1024 * 'a'}",
        "https://push.example:0x1bb/",
    ],
)
def test_what_is_no_address_of_a_push_service_is_refused(endpoint: str) -> None:
    with pytest.raises(Refusal):
        Roads().check(endpoint)


def test_a_name_that_leads_home_is_not_called_nor_one_that_changes_its_mind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The number that was looked at is the one that is called."""
    answers = [["192.168.1.1"], ["8.8.8.8"], ["10.0.0.1", "8.8.4.4"]]
    called: list[Any] = []

    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, 1, 6, "", (number, port)) for number in answers.pop(0)]

    def connect(_: Any, number: Any) -> None:
        called.append(number)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket.socket, "connect", connect)
    roads = Roads(context=ssl.create_default_context())
    with pytest.raises(Forbidden):
        roads.post("https://push.example/a", {}, b"", 1.0)
    assert called == []
    for number in ("8.8.8.8", "8.8.4.4"):
        with pytest.raises(ConnectionRefusedError):
            roads.post("https://push.example/a", {}, b"", 1.0)
        assert called.pop() == (number, 443)
    assert answers == [], "each is looked up once"


def test_who_answers_too_slowly_or_nonsense_is_given_up(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(TimeoutError):
        service.roads.post(f"https://127.0.0.1:{silent.getsockname()[1]}/a", {}, b"", 0.1)
    monkeypatch.setattr(endpoints, "_head", lambda *_: b"nonsense\r\n\r\n")
    with pytest.raises(OSError, match="no answer of HTTP"):
        service.roads.post(f"{service.origin}/a", {}, b"", 5.0)
    with pytest.raises(ssl.SSLCertVerificationError):
        Roads(service.roads.may, any_port=True).post(f"{service.origin}/a", {}, b"", 5.0)


def test_browsers_are_refused_with_a_reason(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(ada: Visitor, **more: str) -> tuple[int, str]:
        said = {**Phone(service, more.pop("name", "one")).subscription, **more}
        answer = ada.tried("PUT", "/notices/devices", **said)
        return answer.status_code, answer.json()["detail"] if answer.is_error else ""

    with host(tmp_path, service) as server:
        ada = Visitor(server.address)
        assert refused(ada, key="AAAA") == (400, "this is no key of a browser")
        assert refused(ada, auth="%%%%")[0] == 400
        assert refused(ada, endpoint="http://localhost/a")[0] == 400
        assert "public network" in refused(ada, endpoint="https://8.8.8.8/a")[1]
        assert refused(ada, endpoint="https://localhost/" + "a" * 2000)[0] == 400
        monkeypatch.setattr(subscriptions, "DEVICES", (1.0, 100.0))
        for number in range(MOST_DEVICES):
            assert refused(ada, name=str(number)) == (200, "")
        assert refused(ada, name="0") == (200, ""), "it is known"
        status, why = refused(ada, name="more")
        assert (status, "8 browsers" in why) == (409, True)
        one, *others = ada.ask("GET", "/notices")["devices"]
        assert ada.ask("DELETE", f"/notices/devices/{one}")["devices"] == others
        eve = Visitor(server.address)
        assert eve.ask("DELETE", f"/notices/devices/{others[0]}")["devices"] == []
        assert ada.ask("GET", "/notices")["devices"] == others
