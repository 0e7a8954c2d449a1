"""The command that serves: how it starts, how it stops, and what it says when it cannot."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tools import environment, goldrush
from visitors import Socket, Visitor

RESTARTS = 1012  # a close code
ENDING = 10.0  # seconds; it takes less than three, but not on every machine


class Served:
    """A server that was started as people start it."""

    def __init__(self, data: Path, *more: str, **env: str) -> None:
        command = [sys.executable, "-m", "goldrush", "serve", "--port", "0", "--data", str(data)]
        command += ["--log-level", "warning"]  # what begins and ends as it should is no news
        self.process = subprocess.Popen(
            [*command, *more],
            env=environment(**env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,  # so that Ctrl-C is meant for it alone
        )
        assert self.process.stdout
        self.address = self.process.stdout.readline().strip()

    def stop(self, how: signal.Signals) -> tuple[int, str]:
        """Its exit code, and what it said on the way."""
        family = descendants(self.process.pid)
        assert family, "a worker, and what counts its resources"
        if how == signal.SIGINT:
            os.killpg(self.process.pid, how)  # a terminal tells the workers too
        else:
            self.process.send_signal(how)
        try:
            _, said = self.process.communicate(timeout=ENDING)
        finally:
            self.process.kill()
        gone(family)
        return self.process.returncode, said


@contextmanager
def served(data: Path, *more: str, **env: str) -> Iterator[Served]:
    found = Served(data, *more, **env)
    try:
        yield found
    finally:
        found.process.kill()
        found.process.wait()
        for pipe in (found.process.stdout, found.process.stderr):
            assert pipe
            pipe.close()


def descendants(process: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [one for child in map(int, found) for one in (child, *descendants(child))]


def gone(family: list[int]) -> None:
    """Waits until processes have ended."""
    end = time.monotonic() + ENDING
    while any(map(alive, family)):
        assert time.monotonic() < end, "a process was left behind"
        time.sleep(0.02)


def alive(process: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


def busy(address: str) -> list[Socket]:
    """People at a table whose bot thinks, or learns how to."""
    ada = Visitor(address)
    code = ada.create("gold", None, "maud")
    ada.start(code)
    return [ada.sit(code), Visitor(address).sit(code)]


def close(connections: list[Socket]) -> None:
    for connection in connections:
        connection.close()


STOPS = [signal.SIGTERM, signal.SIGINT]


@pytest.mark.parametrize("how", STOPS)
def test_it_says_where_it_is_and_stops_when_told_to(tmp_path: Path, how: signal.Signals) -> None:
    with served(tmp_path / "new folder" / "tables.db") as server:
        assert httpx.get(f"{server.address}/health").json() == {"status": "ok"}
        assert server.stop(how) == (-how, "")


@pytest.mark.parametrize("how", STOPS)
def test_it_stops_with_open_sockets_and_thinking_bots(tmp_path: Path, how: signal.Signals) -> None:
    with served(tmp_path / "tables.db") as server:
        connections = busy(server.address)
        assert server.stop(how) == (-how, "")
        for connection in connections:
            with pytest.raises(ConnectionClosed) as closed:
                connection.until(lambda _: False)
            assert closed.value.rcvd
            assert closed.value.rcvd.code == RESTARTS, "clients are told to come again"


@pytest.mark.parametrize("how", STOPS)
def test_it_stops_while_games_are_compiled(tmp_path: Path, how: signal.Signals) -> None:
    with served(tmp_path / "tables.db", GOLDRUSH_CACHE=str(tmp_path / "cold")) as server:
        assert server.stop(how) == (-how, "")


def test_killed_it_leaves_no_process_behind(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db") as server:
        connections = busy(server.address)
        assert server.stop(signal.SIGKILL) == (-signal.SIGKILL, "")
        close(connections)


def test_what_was_played_before_it_stopped_goes_on_afterwards(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db") as server:
        ada = Visitor(server.address)
        code = ada.create("gold", None, None)
        ada.join(code, seat=1)
        ada.start(code)
        connection = ada.sit(code)
        connection.hello(seat=connection.state["actor"])
        connection.act(connection.choices()[0])
        before = connection.hello()
        server.stop(signal.SIGTERM)
        connection.close()
    with served(tmp_path / "tables.db") as server:
        ada.address = server.address
        connection = ada.sit(code)
        after = connection.hello()
        assert (after["state"], after["lines"]) == (before["state"], before["lines"])
        connection.close()


# --- what it cannot do ----------------------------------------------------------------------------


def complaint(data: Path, *more: str) -> str:
    """The one line with which it ends."""
    ended = goldrush("serve", "--data", str(data), *more)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("goldrush: ")
    assert ended.stderr.count("\n") == 1
    return ended.stderr


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = complaint(tmp_path / "tables.db", "--port", port)
    assert f"127.0.0.1:{port}" in said
    assert "in use" in said
    assert not list(tmp_path.iterdir()), "nothing is begun"


def test_an_address_that_is_not_ours_is_named(tmp_path: Path) -> None:
    assert "192.0.2.1:8000" in complaint(tmp_path / "tables.db", "--host", "192.0.2.1")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "folder.db").mkdir()
    (tmp_path / "diary.db").write_text("Dear diary, " * 100)
    for name in ("file/tables.db", "folder.db", "diary.db"):
        assert str(tmp_path / name) in complaint(tmp_path / name, "--port", "0")


def test_a_file_that_a_later_version_wrote_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "tables.db")) as db:
        db.execute("PRAGMA user_version = 99")
    assert "later version" in complaint(tmp_path / "tables.db", "--port", "0")


@pytest.mark.parametrize("version", [0, 1])
def test_a_file_of_another_program_is_left_alone(tmp_path: Path, version: int) -> None:
    path = tmp_path / "recipes.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
        db.execute(f"PRAGMA user_version = {version}")
        db.commit()
    before = path.read_bytes()
    assert "is a file of another program" in complaint(path, "--port", "0")
    assert path.read_bytes() == before


def test_a_file_that_another_server_keeps_is_named(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db") as server:
        assert "another server" in complaint(tmp_path / "tables.db", "--port", "0")
        assert httpx.get(f"{server.address}/health").is_success
