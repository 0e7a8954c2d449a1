"""What clients may send by mistake or malice: each message is answered, and no table is harmed."""

import asyncio
import gc
import json
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from websockets.exceptions import ConnectionClosed

from goldrush.core import CHANCE
from goldrush.server import client, registry, sockets
from goldrush.server.bus import MOST_MESSAGES, Outbox
from goldrush.server.messages import Asked, Say, Undo
from goldrush.server.running import MOST_MESSAGE
from goldrush.server.store import UNDO, Kept
from goldrush.server.typed import visible
from hosting import Host
from tools import POCKET
from visitors import TIMEOUT, Socket, Visitor, ids

NOT_TEXT, TOO_LARGE = 1007, 1009  # close codes of the protocol itself
NOTHING_NEW = 10**6  # a number that no line has

# a table's socket as it is asked for, and one message, byte by byte
UPGRADE = b"""GET /api/tables/%s/socket HTTP/1.1\r
Host: localhost\r
Upgrade: websocket\r
Connection: Upgrade\r
Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
Sec-WebSocket-Version: 13\r
\r
"""
PING = b"\x89\xfd\0\0\0\0" + bytes(125)
HELLO = b'\x81\x90\0\0\0\0{"type":"Hello"}'  # as a frame

Message = dict[str, Any]

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda more: (
        st.lists(more, max_size=3) | st.dictionaries(st.text(max_size=9), more, max_size=3)
    ),
    max_leaves=5,
)
PLAIN = ("Welcome", "Pong")  # answers that carry no id
WHOLE: list[Message] = [
    {"type": "Hello", "last": 0, "seat": None},
    {"type": "Act", "id": "mutant", "number": 0, "action": 0},
    {"type": "Undo", "id": "mutant", "number": 0},
    {"type": "Say", "id": "mutant", "text": "hello"},
    {"type": "Remark", "id": "mutant", "name": "Eve", "text": "hello"},
    {"type": "Ping"},
]
BROKEN = [
    *("", " ", "{", "null", "[]", "0", '"Hello"', "NaN", "[" * 2000, '{"type":' * 400, "\x00"),
    '{"more": ' + "[" * 3000,
    '{"type": "Hello", "last": NaN}',
    '{"type": "Hello", "last": 1e999}',
    '{"type": "Hello", "last": -1}',
    '{"type": "Hello", "last": true}',
    '{"type": "Hello", "seat": 16}',
    '{"type": "Hello", "player": "somebody else"}',
    '{"type": "Welcome"}',
    '{"type": "Say", "id": "x", "text": "\\ud800"}',
    '{"type": "Say", "id": "", "text": "no id"}',
    '{"type": "Say", "id": "x", "text": ""}',
    '{"type": "Act", "id": "x", "number": 0, "action": 4294967296}',
    '{"type": "Act", "id": "x", "number": 0, "action": 1, "seat": 1}',
    '{"type": "Act", "id": "x", "number": 0, "action": "1"}',
    '{"type": "Act", "number": 0, "action": 1}',
]


@st.composite
def mutants(draw: st.DrawFn) -> str:
    """A message in which one field is gone, strange or too much."""
    message = dict(draw(st.sampled_from(WHOLE)))
    name = draw(st.sampled_from([*message, "more"]))
    if draw(st.booleans()):
        message.pop(name, None)
    else:
        message[name] = draw(JSON)
    return json.dumps(message)


def understood(raw: str | bytes) -> Asked | None:
    try:
        return client.decoder.decode(raw)
    except ValueError:
        return None


def until(true: Callable[[], bool]) -> None:
    """Waits for something that must come."""
    end = time.monotonic() + TIMEOUT
    while not true():
        assert time.monotonic() < end
        time.sleep(0.002)


def kept(host: Host, code: str) -> Kept:
    """All that the store has of a table."""
    found = asyncio.run_coroutine_threadsafe(host.store.read(code), host.loop).result(30)
    assert isinstance(found, Kept)
    return found


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("host") / "tables.db") as found:
        yield found


class Known:
    """Secrets that are the same every time."""

    choice = staticmethod(secrets.choice)
    token_bytes = staticmethod(bytes)


class Abuse(RuleBasedStateMachine):
    """Two people and a watcher at a table, who send what they please, and what must come of it."""

    host: Host

    @initialize(short=st.booleans())
    def sit(self, short: bool) -> None:
        self.people = [Visitor(self.host.address, name) for name in ("Ada", "Bob", "Eve")]
        edition = {"edition": POCKET} if short else {}
        self.code = self.people[0].create("gold", None, None, **edition)
        self.people[1].join(self.code)
        self.people[0].start(self.code)
        self.connections = [person.sit(self.code) for person in self.people]  # the last one watches
        self.log: list[tuple[int, int, str]] = []  # decisions that were acknowledged
        self.old: list[tuple[int, Message]] = []  # what was acknowledged, and to whom

    # --- sending ----------------------------------------------------------------------------------

    def tell(self, who: int, raw: str | bytes) -> Any:
        """Sends something, whatever it is, and returns the answer: there must be one."""
        asked = understood(raw)
        said = getattr(asked, "id", None)
        self.connections[who].websocket.send(raw)
        answer = self.connections[who].until(
            lambda message: message["type"] in PLAIN or message.get("id", "") == said
        )
        assert asked or answer["reason"] == "malformed"
        if answer["type"] == "Done":
            self.note(who, asked)
        return answer

    def ask(self, who: int, **message: Any) -> Any:
        answer = self.tell(who, json.dumps(message))
        if answer["type"] == "Done":
            self.old.append((who, message))
        return answer

    def note(self, who: int, asked: Any) -> None:
        """Adds to what must be kept, unless that was there already."""
        if isinstance(asked, Say):
            known = [one.asked for one in kept(self.host, self.code).said if one.seat == who]
            assert known.count(asked.id) == bool(visible(asked.text))
            return
        step = UNDO if isinstance(asked, Undo) else asked.action
        if (who, asked.id) not in [(seat, said) for seat, _, said in self.log]:
            self.log.append((who, step, asked.id))

    def state(self, who: int) -> Any:
        """Where the match stands for somebody, now."""
        self.connections[who].hello(NOTHING_NEW)
        return self.connections[who].state

    def next_act(self) -> tuple[int, Message] | None:
        """Something that can be done now, and by whom; None when the match is over."""
        actor = self.state(0)["actor"]
        if actor is None:
            return None
        number = self.state(actor)["number"]
        action = self.connections[actor].choices()[-1]
        return actor, {"type": "Act", "id": f"{next(ids)}", "number": number, "action": action}

    # --- what is right ----------------------------------------------------------------------------

    @rule(times=st.integers(1, 3))
    def play(self, times: int) -> None:
        for _ in range(times):
            if found := self.next_act():
                assert self.ask(found[0], **found[1])["type"] == "Done"

    @rule(who=st.integers(0, 1))
    def take_back(self, who: int) -> None:
        state = self.state(who)
        answer = self.ask(who, type="Undo", id=f"{next(ids)}", number=state["number"])
        assert (answer["type"] == "Done") == state["undo"]

    @rule(who=st.integers(0, 1), text=st.text(min_size=1, max_size=280))
    def talk(self, who: int, text: str) -> None:
        answer = self.ask(who, type="Say", id=f"{next(ids)}", text=text)
        assert answer["type"] == "Done" or answer["reason"] == "too_fast"

    @rule(who=st.integers(0, 2))
    def come_again(self, who: int) -> None:
        self.connections[who].websocket.socket.close()
        self.connect(who)

    def connect(self, who: int) -> None:
        self.connections[who] = self.people[who].sit(self.code)

    # --- what is not ------------------------------------------------------------------------------

    @rule(which=st.integers(0, 99))
    def send_again(self, which: int) -> None:
        for who, message in self.old[which % (len(self.old) or 1) :][:1]:
            assert self.tell(who, json.dumps(message))["type"] == "Done"

    @rule(which=st.integers(0, 99), who=st.integers(0, 2))
    def send_what_another_sent(self, which: int, who: int) -> None:
        for _, message in self.old[which % (len(self.old) or 1) :][:1]:
            self.tell(who, json.dumps(message))

    @rule(late=st.integers(-3, 3).filter(bool), later=st.booleans())
    def decide_too_late_or_too_early(self, late: int, later: bool) -> None:
        if found := self.next_act():
            who, message = found
            hasty = {**message, "id": f"{next(ids)}", "number": max(message["number"] + late, 0)}
            if hasty["number"] != message["number"]:
                assert self.ask(who, **hasty)["reason"] == "stale"
            if later:
                assert self.ask(who, **message)["type"] == "Done"

    @rule(action=st.integers(0, 1 << 31))
    def do_what_cannot_be_done(self, action: int) -> None:
        if (found := self.next_act()) and action not in self.connections[found[0]].choices():
            refused = self.ask(found[0], **{**found[1], "action": action})
            assert refused["reason"] == "illegal"
            assert refused["state"]["number"] == found[1]["number"]

    @rule()
    def act_for_another(self) -> None:
        if found := self.next_act():
            who, message = found
            assert self.ask(1 - who, **message)["reason"] == "illegal"
            assert self.ask(2, **message)["reason"] == "not_your_seat"
            answer = self.tell(1 - who, json.dumps({"type": "Hello", "seat": who}))
            assert answer["reason"] == "not_your_seat"

    @rule(who=st.integers(0, 2), raw=mutants() | st.sampled_from(BROKEN) | st.text())
    def talk_nonsense(self, who: int, raw: str) -> None:
        self.tell(who, raw)

    @rule(who=st.integers(0, 2), raw=st.binary() | mutants().map(str.encode))
    def talk_in_bytes(self, who: int, raw: bytes) -> None:
        self.tell(who, raw)

    @rule(who=st.integers(0, 2), more=st.integers(1, 100_000))
    def say_too_much(self, who: int, more: int) -> None:
        said = {"type": "Say", "id": "x", "text": ""}
        self.cut_off(who, json.dumps(said).ljust(MOST_MESSAGE + more).encode(), TOO_LARGE)

    @rule(who=st.integers(0, 2))
    def send_what_is_no_text(self, who: int) -> None:
        self.cut_off(who, b'{"type": "\xff\xfe"}', NOT_TEXT)

    @rule(who=st.integers(0, 2), pieces=st.integers(5, 20))
    def say_too_much_in_pieces(self, who: int, pieces: int) -> None:
        self.cut_off(who, [b"x" * 1000] * pieces, TOO_LARGE)

    def cut_off(self, who: int, raw: bytes | list[bytes], code: int) -> None:
        connection = self.connections[who]
        with suppress(ConnectionClosed):  # in the midst of it
            connection.websocket.send(raw, text=True)
        with pytest.raises(ConnectionClosed) as closed:
            connection.until(lambda _: False)
        said = (
            closed.value.rcvd
        )  # None when what was still on its way made the system reset the connection
        assert said is None or said.code == code
        self.connect(who)

    @rule(rubbish=st.lists(st.sampled_from(BROKEN), max_size=20), times=st.integers(1, 20))
    def talk_without_listening(self, rubbish: list[str], times: int) -> None:
        """Everything at once: a good action many times, between much that is none."""
        if not (found := self.next_act()):
            return
        (who, message), connection = found, self.connections[found[0]]
        for n in range(max(times, len(rubbish))):
            for raw in rubbish[n : n + 1]:
                connection.websocket.send(raw)
            if n < times:
                connection.send(**message)
        answers = [connection.until(lambda m: "id" in m) for _ in range(times + len(rubbish))]
        assert sum(answer["type"] == "Done" for answer in answers) == times
        self.note(who, understood(json.dumps(message)))

    # --- what must always hold --------------------------------------------------------------------

    @invariant()
    def nothing_is_kept_but_what_was_acknowledged(self) -> None:
        entries = kept(self.host, self.code).entries
        assert [entry.number for entry in entries] == list(range(len(entries)))
        found = [(one.actor, one.step, one.id) for one in entries if one.actor != CHANCE]
        assert found == self.log

    def teardown(self) -> None:
        """Everybody can go on."""
        if hasattr(self, "connections"):
            self.play(2)
            for connection in self.connections:
                told = connection.hello()["lines"]
                assert [one["number"] for one in told] == list(range(1, len(told) + 1))
                connection.close()


def test_whatever_is_sent_is_answered_and_harms_no_table(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "secrets", Known)  # so that what fails once fails again
    machine = type("AbuseHere", (Abuse,), {"host": host})
    run_state_machine_as_test(
        machine, settings=settings(max_examples=40, stateful_step_count=25, deadline=None)
    )


def test_everything_that_is_no_message_is_refused_and_the_socket_stays_open(host: Host) -> None:
    _, connections = table(host)
    for raw in BROKEN:
        connections[0].websocket.send(raw)
        assert connections[0].until(lambda message: "id" in message)["reason"] == "malformed"
    go_on(connections)
    close(connections)


# --- too much, and too little ---------------------------------------------------------------------


def table(host: Host) -> tuple[str, list[Socket]]:
    """Two people at a table, who play."""
    ada, bob = Visitor(host.address, "Ada"), Visitor(host.address, "Bob")
    code = ada.create("gold", None, None)
    bob.join(code)
    ada.start(code)
    return code, [ada.sit(code), bob.sit(code)]


def go_on(connections: list[Socket], moves: int = 5) -> None:
    """Plays some moves, all of which are acknowledged."""
    for _ in range(moves):
        for connection in connections:
            connection.hello(NOTHING_NEW)
        connection = connections[connections[0].state["actor"]]
        assert connection.act(connection.choices()[-1])["type"] == "Done"


def close(connections: list[Socket]) -> None:
    for connection in connections:
        connection.close()


def test_what_comes_too_fast_is_refused_and_still_answered(tmp_path: Path) -> None:
    with Host(tmp_path / "tables.db", messages=1) as host:
        _, connections = table(host)
        for n in range(40):
            connections[0].websocket.send("rubbish") if n % 2 else connections[0].send(
                type="Undo", id=f"{n}", number=0
            )
        answers = [connections[0].until(lambda message: "id" in message) for _ in range(40)]
        reasons = [answer["reason"] for answer in answers]
        assert reasons.count("malformed") == 20
        assert reasons.count("too_fast") > 10
        close(connections)


def chatter(connection: Socket, lines: int) -> None:
    """Says so many lines and then listens: whoever is cut off may notice at either."""
    for n in range(lines):
        connection.send(type="Say", id=f"{n}", text="buy gold")
    connection.until(lambda _: False)


def test_whoever_goes_on_too_fast_is_cut_off_and_nobody_else(tmp_path: Path) -> None:
    with Host(tmp_path / "tables.db", messages=20) as host:
        code, connections = table(host)
        eve = Visitor(host.address, "Eve").sit(code)
        with pytest.raises(ConnectionClosed) as closed:
            chatter(eve, 2 * client.STRIKES)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == client.TOO_FAST
        go_on(connections)
        assert not kept(host, code).said
        close(connections)


def test_people_cannot_chatter_without_end(host: Host) -> None:
    code, connections = table(host)
    for n in range(20):
        connections[0].send(type="Say", id=f"{n}", text=f" a\tb\u202e {n}\n")
    answers = [connections[0].until(lambda message: "id" in message) for _ in range(20)]
    assert [answer["type"] for answer in answers].count("Done") < 10
    assert {answer.get("reason") for answer in answers} == {None, "too_fast"}
    assert kept(host, code).said[0].text == "a b 0", "what cannot be seen is left out"
    close(connections)


def still(waiting: int, outbox: Outbox) -> bool:
    """Whether as many messages wait in an outbox a moment later."""
    time.sleep(0.3)
    return len(outbox._waiting) == waiting


@contextmanager
def stuck(host: Host, code: str) -> Iterator[tuple[socket.socket, Outbox]]:
    """Somebody who asks for much, and reads nothing of it."""
    before = set(host.registry.tables[code].presence.visitors)
    door = host.server.servers[0].sockets[0]
    door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # the system would keep megabytes
    port = int(host.address.rpartition(":")[2])
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", port))
        connection.sendall(UPGRADE % code.encode())
        until(lambda: len(host.registry.tables[code].presence.visitors) > len(before))
        (outbox,) = set(host.registry.tables[code].presence.visitors) - before
        connection.sendall(MOST_MESSAGES // 2 * HELLO)
        yield connection, outbox


def test_nobody_waits_for_somebody_who_does_not_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Host(tmp_path / "tables.db") as host:
        code, connections = table(host)
        with stuck(host, code) as (connection, outbox):
            until(lambda: (found := len(outbox._waiting)) > 0 and still(found, outbox))
            connection.sendall(2 * MOST_MESSAGES * HELLO)
            until(lambda: outbox.closed)
            go_on(connections, 20)
            assert outbox in host.registry.tables[code].presence.visitors, (
                "nobody waited until he was dropped"
            )
            assert not outbox._waiting, "nothing more is kept for him"
        until(lambda: outbox not in host.registry.tables[code].presence.visitors)
        host.soon(gc.collect)
        assert not caplog.records, "a connection that is gone is nothing to note"
        close(connections)


def test_whoever_does_not_read_is_dropped(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(sockets, "SEND_TIMEOUT", 0.3)
    with Host(tmp_path / "tables.db") as host:
        code, connections = table(host)
        with stuck(host, code):
            page = host.registry.services.metrics.page
            until(lambda: b"goldrush_dropped_total 1.0" in page())
            until(lambda: len(host.registry.tables[code].presence.visitors) == 2)
            go_on(connections)
            close(connections)


def test_whoever_pings_without_end_and_reads_no_answer_is_cut_off(host: Host) -> None:
    code, connections = table(host)
    with stuck(host, code) as (connection, _), pytest.raises(ConnectionError):
        connection.sendall(500_000 * PING)  # 65 MB, if somebody would take it
    go_on(connections)
    close(connections)


def test_a_server_stops_though_somebody_does_not_read(tmp_path: Path) -> None:
    with ExitStack() as afterwards, Host(tmp_path / "tables.db") as host:
        code, connections = table(host)
        _, outbox = afterwards.enter_context(stuck(host, code))
        until(lambda: (found := len(outbox._waiting)) > 0 and still(found, outbox))
        close(connections)
