"""Nobody keeps others out by many connections, by silence, or by saying little slowly."""

import resource
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from goldrush.server import connections
from goldrush.server.connections import origin
from goldrush.server.running import BACKLOG, config, raise_file_limit
from goldrush.server.settings import Settings
from hosting import Host

MOST = 20
SOON = 1.0


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setattr(connections, "HEAD", SOON)
    monkeypatch.setattr(connections, "BODY", 2 * SOON)
    with Host(tmp_path / "t.db", connections=MOST, proxies=()) as found:
        yield found


Open = Callable[..., socket.socket]


@pytest.fixture
def opened() -> Iterator[Open]:
    """Opens connections that are closed in the end."""
    with ExitStack() as afterwards:

        def new(host: Host, said: bytes = b"") -> socket.socket:
            port = int(host.address.rpartition(":")[2])
            connection = afterwards.enter_context(socket.create_connection(("127.0.0.1", port)))
            connection.settimeout(10)
            connection.sendall(said)
            return connection

        yield new


def until_closed(host: Host) -> None:
    """Waits until the server has noticed that all are gone."""
    deadline = time.monotonic() + 10
    while host.soon(lambda: len(host.server.server_state.connections)):
        assert time.monotonic() < deadline, "connections are still counted"


def gone(connection: socket.socket) -> bool:
    """Whether the server closes a connection without a word."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_whoever_opens_too_many_connections_gets_no_more_of_them(
    tmp_path: Path, opened: Open
) -> None:
    with Host(tmp_path / "t.db", connections=MOST, proxies=()) as host:
        connections = [opened(host, b"GET / HTTP/1.1\r\n") for _ in range(MOST)]
        assert gone(opened(host))
        for connection in connections:
            connection.close()
        until_closed(host)
        assert httpx.get(f"{host.address}/health").is_success


def test_sockets_count_too_and_are_counted_out_again(host: Host) -> None:
    address = host.address.replace("http", "ws") + "/api/lobby/socket"
    for _ in range(3):
        with ExitStack() as together:
            sockets = [together.enter_context(connect(address)) for _ in range(MOST - 1)]
            assert all(one.recv() for one in sockets)
            time.sleep(2 * SOON)  # a socket may be silent
            assert not any(one.close_code for one in sockets)
        until_closed(host)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
    ],
)
def test_whoever_keeps_silent_is_not_waited_for(host: Host, opened: Open, said: bytes) -> None:
    begun = time.monotonic()
    assert gone(opened(host, said))
    assert time.monotonic() - begun < 10 * SOON


def test_a_body_that_dribbles_in_is_not_waited_for_either(host: Host, opened: Open) -> None:
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
    connection, begun = opened(host, head), time.monotonic()
    with suppress(ConnectionError):
        while time.monotonic() < begun + 10 * SOON:
            connection.sendall(b" ")
            time.sleep(SOON / 4)
    assert time.monotonic() < begun + 10 * SOON


def test_a_second_request_must_not_be_slow_either(host: Host, opened: Open) -> None:
    connection = opened(host, b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert b"200" in connection.recv(4096)
    connection.sendall(b"GET /hea")
    while not gone(connection):
        pass


def test_whoever_comes_by_a_proxy_shares_no_limit_with_others(tmp_path: Path, opened: Open) -> None:
    with Host(tmp_path / "t.db", connections=2) as host:
        connections = [opened(host) for _ in range(10)]
        assert httpx.get(f"{host.address}/health").is_success
        assert len(connections) == 10


def test_a_household_counts_as_one() -> None:
    assert origin(("2001:db8:1:2:a::1", 1)) == origin(("2001:db8:1:2:b::2", 2))
    assert origin(("2001:db8:1:2:a::1", 1)) != origin(("2001:db8:1:3:a::1", 1))
    assert origin(("::ffff:192.0.2.1", 1)) == origin(("192.0.2.1", 1)) == "192.0.2.1"
    assert origin(None) == ""


def test_as_many_files_may_be_open_as_the_system_allows() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, before[1]), before[1]))
        raise_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (before[1], before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_few_connections_are_let_in_at_once(tmp_path: Path) -> None:
    """As many as may wait are let in between two steps of the event loop; 2,048 take seconds."""
    settings = Settings(tmp_path / "t.db")
    assert config(settings, None).backlog == BACKLOG <= 128
