"""The connection to a table: cut anywhere, all is heard once and asked for until answered."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from goldrush.server import messages as wire
from goldrush.terminal import connection
from goldrush.terminal.connection import Connection, Cut, Heard

TIMEOUT = 20.0
NOTHING = dict.fromkeys(("edition", "host", "secret", "salts", "lots", "rematch"))
TABLE = NOTHING | {
    "code": "ABC234",
    "game": "gold",
    "version": 1,
    "options": {},
    "seats": [],
    "public": False,
    "pace": 0,
    "hints": True,
    "lesson": False,
    "phase": "open",
    "commitment": "",
    "created": 0,
    "watchers": 0,
}
Talk = Callable[["Desk"], None]


class Desk:
    """The server's end of a connection."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket

    def hear(self) -> Any:
        return json.loads(self.socket.recv(TIMEOUT))

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def welcome(self, *lines: int, said: tuple[tuple[int, int, str], ...] = ()) -> Any:
        """Hears hello and answers with these lines, and what was said: number, seat, text."""
        hello = self.hear()
        told = [{"number": n, "at": 0, "lines": []} for n in lines]
        words = [{"type": "Said", "number": n, "at": 0, "seat": s, "text": t} for n, s, t in said]
        more = {"mine": [0], "seat": 0, "now": 0, "fixed": {}, "state": None}
        self.say(type="Welcome", table=TABLE, lines=told, said=words, **more)
        return hello

    def cut(self) -> None:
        self.socket.socket.close()


@contextmanager
def server(*talks: Talk) -> Iterator[str]:
    """A server that answers each new connection with the next talk; its address."""
    left, failed = list(talks), []

    def answer(socket: ServerConnection) -> None:
        try:
            left.pop(0)(Desk(socket)) if left else socket.recv()
        except ConnectionClosed:
            pass
        except (AssertionError, TimeoutError) as error:
            failed.append(error)

    with serve(answer, "127.0.0.1", 0) as found:
        thread = threading.Thread(target=found.serve_forever)
        thread.start()
        yield f"ws://127.0.0.1:{found.socket.getsockname()[1]}"
        found.shutdown()
    thread.join(TIMEOUT)
    assert failed == []
    assert left == []


@contextmanager
def connected(*talks: Talk) -> Iterator[tuple[Connection, SimpleQueue[Heard]]]:
    """A connection to such a server, and what is heard over it."""
    heard: SimpleQueue[Heard] = SimpleQueue()
    with server(*talks) as address:
        connection = Connection(address, {"Cookie": "goldrush=me"}, heard.put)
        connection.start()
        yield connection, heard
        connection.close()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FIRST_WAIT", 0.01)


def until(heard: SimpleQueue[Heard], kind: type[Any], times: int = 1) -> list[Any]:
    """All that is heard up to so many messages of a kind."""
    found: list[Any] = []
    while sum(isinstance(one, kind) for one in found) < times:
        found.append(heard.get(timeout=TIMEOUT))
    return found


def test_after_a_cut_only_what_was_missed_is_asked_for_and_heard() -> None:
    hellos = []

    def first(desk: Desk) -> None:
        hellos.append(desk.welcome(1, 2))
        state = {"number": 3, "view": {}, "actor": None, "since": 0, "undo": False}
        desk.say(type="News", lines=[{"number": 3, "at": 0, "lines": []}], state=state)
        desk.cut()

    def second(desk: Desk) -> None:
        hellos.append(desk.welcome(3, 4))  # 3 once more: it must not be told twice
        desk.socket.recv()

    with connected(first, second) as (_, heard):
        found = until(heard, wire.Welcome, 2)
    assert [hello["last"] for hello in hellos] == [0, 3]
    assert [told.number for one in found if not isinstance(one, Cut) for told in one.lines] == [
        *(1, 2, 3, 4)
    ]
    assert sum(isinstance(one, Cut) for one in found) >= 1


def test_what_was_not_answered_is_asked_for_again_with_the_same_id() -> None:
    acts = []

    def deaf(desk: Desk) -> None:
        desk.welcome()
        acts.append(desk.hear())
        desk.cut()

    def kind(desk: Desk) -> None:
        desk.welcome()
        acts.append(desk.hear())
        desk.say(type="Done", id=acts[-1]["id"])
        desk.cut()

    def last(desk: Desk) -> None:
        desk.welcome()
        acts.append(desk.hear())

    with connected(deaf, deaf, kind, last) as (connection, heard):
        until(heard, wire.Welcome)
        connection.ask(wire.Act("mine", 0, 7))
        until(heard, wire.Done)
        until(heard, wire.Welcome)
        connection.ask(wire.Undo("other", 0))
        until(heard, Cut)
    assert [act["id"] for act in acts] == ["mine", "mine", "mine", "other"]


def test_what_is_asked_for_while_the_line_is_cut_goes_out_when_it_is_up() -> None:
    heard_there = []

    def listening(desk: Desk) -> None:
        desk.welcome()
        heard_there.append(desk.hear())

    with connected(lambda desk: desk.cut(), listening) as (connection, heard):
        connection.ask(wire.Act("early", 0, 7))
        until(heard, wire.Welcome)
        until(heard, Cut)
    assert [one["id"] for one in heard_there] == ["early"]


def test_nothing_is_asked_for_before_one_was_welcomed() -> None:
    up, asked = threading.Event(), threading.Event()
    ids: list[Any] = []

    def slow(desk: Desk) -> None:
        up.set()
        assert asked.wait(TIMEOUT)
        desk.welcome()
        ids.extend(desk.hear()["id"] for _ in range(2))

    with connected(slow) as (connection, heard):
        assert up.wait(TIMEOUT)
        while not connection._socket:
            time.sleep(0.01)
        connection.ask(wire.Act("first", 0, 7))
        asked.set()
        until(heard, wire.Welcome)
        connection.ask(wire.Undo("second", 0))
        until(heard, Cut)
    assert ids == ["first", "second"]


def test_nothing_is_said_twice_because_of_a_cut() -> None:
    texts: list[Any] = []

    def deaf(desk: Desk) -> None:
        desk.welcome(said=((1, 0, "hello"),))
        texts.extend(desk.hear()["text"] for _ in range(2))
        desk.cut()

    def again(desk: Desk) -> None:
        desk.welcome(said=((1, 0, "hello"), (2, 0, "arrived"), (3, 1, "lost")))
        texts.append(desk.hear()["text"])

    with connected(deaf, again) as (connection, heard):
        until(heard, wire.Welcome)
        connection.ask(wire.Say("a", "arrived"))
        connection.ask(wire.Say("b", "lost"))  # which somebody else has said
        welcomes = [one for one in until(heard, wire.Welcome) if isinstance(one, wire.Welcome)]
        until(heard, Cut)
    assert texts == ["arrived", "lost", "lost"]
    assert [said.text for said in welcomes[-1].said] == ["arrived", "lost"]


def test_another_seat_is_looked_at_from_its_first_line() -> None:
    hellos = []

    def talk(desk: Desk) -> None:
        hellos.append(desk.welcome(1, 2))
        hellos.append(desk.welcome(1))

    with connected(talk) as (connection, heard):
        until(heard, wire.Welcome)
        connection.hello(1)
        (again,) = until(heard, wire.Welcome)
    assert [(hello["last"], hello["seat"]) for hello in hellos] == [(0, None), (0, 1)]
    assert [told.number for told in again.lines] == [1]


def test_a_table_that_is_not_there_is_not_asked_for_again() -> None:
    with connected(lambda desk: desk.socket.close(4404, "there is no table")) as (_, heard):
        assert until(heard, Cut) == [Cut("there is no table", for_good=True)]


def test_a_server_of_another_version_is_not_asked_again() -> None:
    with connected(lambda desk: desk.say(type="Riddle")) as (_, heard):
        (cut,) = until(heard, Cut)
    assert cut.for_good
    assert "Riddle" in cut.reason


def test_nothing_that_comes_over_the_line_moves_the_cursor() -> None:
    said = json.dumps({"type": "Said", "number": 1, "at": 0, "seat": 0, "text": "a\x1b[2Jb\x9b"})
    message = connection.understood(said)
    assert isinstance(message, wire.Said)
    assert message.text == "a [2Jb "


def test_who_is_there_is_said_with_the_first_line() -> None:
    cookies = []

    def talk(desk: Desk) -> None:
        assert desk.socket.request
        cookies.append(desk.socket.request.headers["Cookie"])

    with connected(talk) as (_, heard):
        until(heard, Cut)
    assert cookies == ["goldrush=me"]
