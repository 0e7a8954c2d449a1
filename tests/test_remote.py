"""Servers as a terminal knows them: addresses, cookies that only their owner can read, refusals."""

import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from goldrush.server import messages as wire
from goldrush.terminal import remote, words
from goldrush.terminal.remote import Address, Declined, Server

HERE = "http://localhost:8000"


@pytest.fixture(autouse=True)
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[httpx.Request]]:
    """Lets the server answer one thing to all requests, and returns those."""

    def prepare(status: int, text: str, **headers: str) -> list[httpx.Request]:
        asked: list[httpx.Request] = []

        def request(method: str, url: str, *, timeout: float, **more: Any) -> httpx.Response:
            asked.append(httpx.Request(method, url, **more))
            return httpx.Response(status, text=text, headers=headers)

        monkeypatch.setattr(httpx, "request", request)
        return asked

    return prepare


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("http://localhost:8000/table/ABC234", Address(HERE, "ABC234")),
        ("localhost:8000/t/abc234", Address(HERE, "ABC234")),
        ("http://localhost:8000/ABC234?lang=fr#top", Address(HERE, "ABC234")),
        ("http://localhost:8000/api/tables/ABC234/proof", Address(HERE, "ABC234")),
        ("http://localhost:8000/table/ABC234/watch", Address(HERE, "ABC234")),
        ("https://gold.example/t/ABC234", Address("https://gold.example", "ABC234")),
        ("https://a.example/gold/table/ABC234", Address("https://a.example/gold", "ABC234")),
        (
            "https://a.example/gold/api/tables/ABC234/proof",
            Address("https://a.example/gold", "ABC234"),
        ),
        ("a.example/our/garden/t/abc234/", Address("http://a.example/our/garden", "ABC234")),
        ("https://a.example/gold/", Address("https://a.example/gold")),
        ("https://a.example/gold/rules/gold", Address("https://a.example/gold")),
        ("http://localhost:8000/games/gold", Address(HERE)),
        ("http://localhost:8000", Address(HERE)),
        ("http://localhost:8000/t/ABC10L", Address(HERE)),
    ],
)
def test_an_address_is_understood_as_people_copy_it(said: str, found: Address) -> None:
    assert remote.address(said) == found


@pytest.mark.parametrize("said", ["", "ftp://host/t/ABC234", "http:///t/ABC234", "http://[::1"])
def test_what_is_no_address_is_refused(said: str) -> None:
    with pytest.raises(ValueError, match=r"such as http|Invalid IPv6 URL"):
        remote.address(said)


def test_an_address_without_a_table_is_not_a_tables() -> None:
    assert remote.table(f"{HERE}/t/ABC234").code == "ABC234"
    with pytest.raises(ValueError, match="names no table"):
        remote.table(HERE)


@pytest.mark.parametrize("said", ["a.example/garden", "a.example/garden/table/ABC234"])
def test_a_server_is_found_under_any_path(said: str) -> None:
    """Also under one that could be the code of a table."""
    assert remote.server(said) == Address("http://a.example/garden")


def test_a_table_is_looked_at_through_a_socket_of_the_same_safety() -> None:
    assert Address(HERE, "ABC234").socket == "ws://localhost:8000/api/tables/ABC234/socket"
    assert Address("https://gold.example", "ABC234").socket.startswith("wss://gold.example/")
    assert str(Address(HERE, "ABC234")) == "http://localhost:8000/table/ABC234"


def test_a_cookie_is_kept_for_a_server_and_a_name_and_for_nobody_elses_eyes(data: Path) -> None:
    assert remote.remembered(HERE, "Ada") == ""
    remote.remember(HERE, "Ada", "first")
    remote.remember(HERE, "Ada", "second")
    assert remote.remembered(HERE, "Ada") == "second"
    assert remote.remembered(HERE, "Bo") == remote.remembered("http://other", "Ada") == ""
    (file,) = [path for path in data.rglob("*") if path.is_file()]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_an_identity_is_taken_and_shown_from_then_on(
    answer: Callable[..., list[httpx.Request]],
) -> None:
    asked = answer(200, '{"tables": []}', **{"set-cookie": "goldrush=me.sign; HttpOnly"})
    server = Server(HERE)
    assert server.ask("GET", "/me", wire.Me) == wire.Me([])
    server.ask("PUT", "/me", wire.Me, wire.Lots(True))
    assert [request.headers.get("cookie") for request in asked] == [None, "goldrush=me.sign"]
    assert asked[1].content == b'{"wanted":true}'
    assert str(asked[1].url) == f"{HERE}/api/me"


def test_a_refusal_says_why_and_moves_no_cursor(answer: Callable[..., list[httpx.Request]]) -> None:
    answer(409, '{"reason": "not_possible", "detail": "all \\u001b[2Jseats"}')
    with pytest.raises(Declined, match=r"^all  \[2Jseats$") as refused:
        Server(HERE).ask("GET", "/me", wire.Me)
    assert refused.value.reason == "not_possible"


@pytest.mark.parametrize(("status", "text"), [(200, "<html>"), (502, "bad gateway"), (200, "{}")])
def test_what_is_no_goldrush_server_is_told_so(
    answer: Callable[..., list[httpx.Request]], status: int, text: str
) -> None:
    answer(status, text)
    with pytest.raises(ValueError, match=f"answers {status} and not as a goldrush server does"):
        Server(HERE).ask("GET", "/me", wire.Me)


def test_a_server_that_is_not_there_does_not_answer() -> None:
    with pytest.raises(ValueError, match="does not answer"):
        Server("http://127.0.0.1:9").ask("GET", "/me", wire.Me)


def declined(text: str, *about: Any) -> Declined:
    return Declined(
        wire.Complaint("not_possible", "as the server says it", why=wire.Why(text, [*about]))
    )


@pytest.mark.parametrize(
    ("why", "told"),
    [
        (declined("seat {} is taken, or kept for somebody", 2), "la place 2 est prise"),
        (declined("seat {} is not yours; yours: {}", 3, {"text": "none at all"}), "aucun"),
        (declined("a reason that is younger than this program {}", 1), "as the server says it"),
        (declined("{0.__class__}", 1), "as the server says it"),
        (declined("seat {} is taken, or kept for somebody"), "as the server says it"),
        (declined("there is no table {}", {"text": "unheard of"}), "as the server says it"),
        (declined("there is no table {}", "\x1b[2J"), " [2J"),
    ],
)
def test_a_reason_is_told_in_the_readers_language_if_it_is_known(why: Declined, told: str) -> None:
    """Else as the server said it: what it sends is text, and nothing that is carried out."""
    assert told in words.texts("fr").problem(why)
    assert words.texts("en").problem(why) == "as the server says it"
