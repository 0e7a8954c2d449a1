"""E-mail to people whose turn it is: to addresses that are theirs, until one click stops it."""

import logging
import re
import smtplib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from goldrush.games.problem import Problem
from goldrush.server import herald, mail, notices, post, subscriptions
from goldrush.server.mail import Letter, Relay, relay
from hosting import Host
from mailing import MailServer, mail_server
from visitors import Visitor

HOME = "http://gold.example"
LETTER = Letter("ada@mail.example", "À vous", "C’est à vous.\n.\n", f"{HOME}/stop", 0)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[MailServer]:
    with mail_server(tmp_path) as found:
        yield found


@pytest.fixture
def host(tmp_path: Path, server: MailServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setattr(herald, "TICK", 0.02)
    monkeypatch.setattr(notices, "GRACE", 0)
    monkeypatch.setattr(post, "PAUSES", (0.05, 0.05))
    by = by_here(server)
    with Host(tmp_path / "t.db", relay=by, origins=(HOME,)) as found:
        yield found


@pytest.fixture
def ada(host: Host) -> Visitor:
    return Visitor(host.address, "Ada")


def by_here(server: MailServer, *, wrapped: bool = False, user: str = "") -> Relay:
    host, port = server.server_address[:2]
    return Relay(str(host), int(port), user, "secret", wrapped, "Gold <gold@mail.example>")


def text(letter: Any) -> str:
    return str(letter.get_content()).replace("\r\n", "\n")


def confirmed(ada: Visitor, server: MailServer, address: str = "ada@mail.example") -> Any:
    """An address that was shown to be one's own; the letter that came there."""
    told = ada.ask("PUT", "/notices/address", address=address)
    assert (told["address"], told["confirmed"]) == (address, False)
    letter = server.until(len(server.letters) + 1) if not server.letters else server.until(1)
    (code,) = re.findall(r"\b\d{6}\b", text(letter))
    assert ada.ask("POST", "/notices/address/code", code=code)["confirmed"]
    return letter


def test_a_turn_is_mailed_once_with_links_and_one_click_stops_it(
    host: Host, server: MailServer, ada: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ada.ask("PUT", "/notices", lang="fr")
    confirmed(ada, server)
    bob = Visitor(host.address, "Bob")
    code = ada.create("gold", None, None)
    bob.join(code)
    ada.start(code)
    while bob.ask("GET", "/me")["tables"][0]["turn"] != 0:
        socket = bob.sit(code)
        socket.act(socket.choices()[0])
        socket.close()
    letter = server.until(2)
    assert letter["subject"] == "À vous de jouer\u00a0: GOLD"
    assert (letter["to"], letter["from"]) == ("ada@mail.example", "Gold <gold@mail.example>")
    assert f"{HOME}/table/{code}\n" in text(letter)
    (link,) = re.findall(rf"{HOME}/unsubscribe/(\S+)", text(letter))
    assert letter["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    stop = letter["list-unsubscribe"].strip("<>")
    assert stop == f"{HOME}/api/notices/unsubscribe?token={link}"

    click = f"{host.address}/api/notices/unsubscribe"
    form = {"List-Unsubscribe": "One-Click"}  # as a mail program says it, which has no cookie
    assert httpx.post(click, params={"token": link[:-1] + "x"}, data=form).status_code == 400
    assert ada.ask("GET", "/notices")["confirmed"]
    for _ in range(2):
        assert httpx.post(click, params={"token": link}, data=form).status_code == 204
    assert ada.ask("GET", "/notices")["address"] is None
    assert len(server.letters) == 2
    noted = "".join(one.getMessage() for one in caplog.records if one.name.startswith("goldrush"))
    for secret in ("ada@mail", link, code, "Ada"):
        assert secret not in noted, "nothing of people is noted"


def test_only_the_code_that_came_there_shows_that_an_address_is_ones_own(
    host: Host, server: MailServer, ada: Visitor
) -> None:
    def tried(code: str) -> int:
        return ada.tried("POST", "/notices/address/code", code=code).status_code

    assert tried("000000") == 409
    ada.ask("PUT", "/notices/address", address="ada@mail.example")
    (code,) = re.findall(r"\b\d{6}\b", text(server.until(1)))
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    for _ in range(subscriptions.TRIES):
        assert tried(wrong) == 409
    assert tried(code) == 409, "it was guessed at too often"
    eve = Visitor(host.address)
    assert eve.tried("POST", "/notices/address/code", code=code).status_code == 409
    assert not ada.ask("GET", "/notices")["confirmed"]
    assert ada.ask("DELETE", "/notices/address")["address"] is None


@pytest.mark.parametrize(
    "address",
    [
        "ada",
        "ada@",
        "@b.c",
        "a b@c.de",
        "ada@mail",
        "a@b.c\nBcc: d@e.fr",
        "a@b.co, d@e.fr",
        "é@b.co",
    ],
)
def test_what_is_no_address_is_refused(ada: Visitor, address: str) -> None:
    assert ada.tried("PUT", "/notices/address", address=address).status_code == 400


def test_nobody_is_flooded_with_codes(
    host: Host, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither by one person, nor by many who all name one address."""

    def asked(visitor: Visitor, address: str) -> int:
        return visitor.tried("PUT", "/notices/address", address=address).status_code

    people = [Visitor(host.address) for _ in range(5)]
    found = [asked(one, "Victim@mail.example") for one in people]
    assert found == [200, 200, 200, 429, 429]
    found = [asked(people[0], f"a{number}@mail.example") for number in range(7)]
    assert found == [200] * 5 + [429] * 2
    server.until(8)


def test_what_cannot_be_sent_now_is_sent_later_and_what_is_refused_never(
    server: MailServer,
) -> None:
    by = by_here(server)
    server.answers = ["450 later", "550 nobody is called so"]
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        mail.send(by, LETTER, server.trust)
    assert not mail.send(by, LETTER, server.trust)
    assert server.letters == []


@pytest.mark.parametrize("wrapped", [True, False])
def test_passwords_go_over_sealed_lines_alone(
    tmp_path: Path, wrapped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Relay, "here", property(lambda _: False))
    with mail_server(tmp_path, wrapped=wrapped) as server:
        by = by_here(server, wrapped=wrapped, user="gold")._replace(host="localhost")
        assert mail.send(by, LETTER, server.trust)
        assert server.logins == [("\0gold\0secret", True)]
        (letter,) = server.letters
        assert (letter["subject"], text(letter)) == (LETTER.subject, LETTER.text)


def test_a_server_elsewhere_that_cannot_seal_the_line_is_told_nothing(
    server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Relay, "here", property(lambda _: False))
    monkeypatch.setattr("mailing.Line.sealed", property(lambda _: True))  # it offers no STARTTLS
    with pytest.raises(smtplib.SMTPNotSupportedError):
        mail.send(by_here(server, user="gold"), LETTER, server.trust)
    assert server.logins == []


def test_a_host_says_by_which_server_mail_goes() -> None:
    by = relay("smtp://me%40x:p%3Aw@mail.example", "Gold <gold@x.example>")
    assert by == Relay("mail.example", 587, "me@x", "p:w", False, "Gold <gold@x.example>")
    assert relay("smtps://me:old@mail.example", "g@x.example", "new")[1:5] == (
        465,
        "me",
        "new",
        True,
    )
    for url in ("mail.example", "http://mail.example", "smtp://", "smtp://a:b:c", "smtp://m/path"):
        with pytest.raises(Problem, match="such as smtp:"):
            relay(url, "g@x.example")
    with pytest.raises(Problem, match="--mail-from"):
        relay("smtp://mail.example", "gold")


def test_a_server_without_mail_says_so(tmp_path: Path) -> None:
    with Host(tmp_path / "none.db") as host:
        ada = Visitor(host.address)
        assert not ada.ask("GET", "/notices")["mail"]
        answer = ada.tried("PUT", "/notices/address", address="ada@mail.example")
        assert "sends no mail" in answer.json()["detail"]
