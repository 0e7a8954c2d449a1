"""Editions of people's own that a server measures: in turn, in a process of its own, and once."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import assaying
from goldrush.bots.measuring import Measured
from goldrush.games.assay import PICTURES, Assay
from goldrush.server import assays
from goldrush.server.assays import Assays, Going
from hosting import Host
from tools import POCKET
from visitors import Visitor

UNKNOWN = "0" * 64


def dies(said: bytes) -> Measured:
    raise SystemExit


def refuses(said: bytes) -> Measured:
    return Measured(text="no cards; at least one kind is needed")


@pytest.fixture(autouse=True)
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes of these tests do not wait until nothing else is to be done."""
    monkeypatch.setattr(assays, "LAST", 0)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Host]:
    with Host(tmp_path / "tables.db", measuring=assaying.measured) as host:
        yield host


def edition(number: int = 1) -> str:
    return POCKET.replace("cards = 1\n", f"cards = {number}\n")


def brought(one: Visitor, number: int = 1, game: str = "gold") -> Any:
    return one.ask("POST", "/assays", game=game, edition=edition(number))


def refused(answer: httpx.Response) -> tuple[int, str]:
    said = answer.json()
    assert said["detail"]
    assert said["why"]["text"]
    return answer.status_code, said["reason"]


def ended(one: Visitor, key: str) -> httpx.Response:
    """What is answered when it is ready, or will never be."""
    pause = threading.Event()
    while True:
        answer = one.tried("GET", f"/assays/{key}")
        if not answer.is_success or answer.json()["stage"] == "done":
            return answer
        pause.wait(0.02)


def test_an_edition_is_measured_once_and_kept_even_by_a_server_that_starts_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # so few games need not be compiled
    data = tmp_path / "tables.db"
    with Host(data, measuring=assaying.measured) as host:
        ada = Visitor(host.address)
        asked = brought(ada)
        assert asked["stage"] in ("waits", "measures")
        assert asked["all"] == len(PICTURES)
        told = ended(ada, asked["key"]).json()
        found = msgspec.convert(told["assay"], Assay)
        assert tuple(one.key for one in found.pictures) == PICTURES
        assert all(one.marks for one in found.pictures)
        assert (found.game, found.name, found.seats) == ("gold", "Pocket", 4)
        assert found.command == (
            "goldrush report gold --edition my.toml --seats 4 --seed 1 --quick"
        )
        assert b"goldrush_assay_seconds_count 1.0" in host.registry.services.metrics.page()
    monkeypatch.setattr(Assays, "_assayed", None)  # nothing is measured any more
    with Host(data, measuring=assaying.measured) as host:
        bob = Visitor(host.address)
        assert brought(bob) == told
        assert bob.ask("GET", f"/assays/{told['key']}") == told


def test_only_where_editions_may_come_and_somebody_measures(tmp_path: Path) -> None:
    with Host(tmp_path / "tables.db") as host:
        answer = Visitor(host.address).tried("POST", "/assays", game="gold", edition=POCKET)
        assert refused(answer) == (409, "not_possible")
        assert answer.json()["detail"] == "this server measures no editions"
    closed = Host(tmp_path / "closed.db", measuring=assaying.measured, own_editions=False)
    with closed as host:
        answer = Visitor(host.address).tried("POST", "/assays", game="gold", edition=POCKET)
        assert answer.json()["detail"] == "this server accepts no custom editions"


WRONG = {
    POCKET.replace("cards = 1\n", 'cards = "many"\n'): "line 14",
    "gold": "edition",
    "[" * 99: "brackets",
}


def test_what_is_no_edition_is_refused_with_its_line(site: Host) -> None:
    ada = Visitor(site.address)
    for wrong, said in WRONG.items():
        answer = ada.tried("POST", "/assays", game="gold", edition=wrong)
        assert refused(answer) == (409, "not_possible")
        assert said in answer.json()["detail"]
    assert refused(ada.tried("POST", "/assays", game="tin", edition=POCKET))[1] == "not_possible"
    for body in ({"game": "gold"}, {"game": "gold", "edition": ""}):
        assert ada.tried("POST", "/assays", **body).json()["reason"] == "malformed"


def test_what_nobody_has_brought_is_not_found(site: Host) -> None:
    ada = Visitor(site.address)
    assert refused(ada.tried("GET", f"/assays/{UNKNOWN}")) == (404, "not_found")
    for wrong in ("gold", UNKNOWN[1:], "x" * 64):
        assert ada.tried("GET", f"/assays/{wrong}").status_code in (400, 404)


class Queue:
    """Editions that are measured when a test says so."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self._begins, self._go = threading.Semaphore(0), threading.Semaphore(0)

    def measure(self, going: Going) -> Assay:
        self.begun.append(going.key)
        self._begins.release()
        assert self._go.acquire(timeout=60)
        return Assay("gold", 1, "", "Pocket", 4, "", [])

    def until_one_begins(self) -> None:
        assert self._begins.acquire(timeout=60)

    def finish(self, number: int = 1) -> None:
        for _ in range(number):
            self._go.release()


@pytest.fixture
def queue(site: Host, monkeypatch: pytest.MonkeyPatch) -> Iterator[Queue]:
    queue = Queue()
    monkeypatch.setattr(Assays, "_assayed", lambda _, going: queue.measure(going))
    yield queue
    queue.finish(99)


def test_everybody_has_a_turn_and_one_edition_at_a_time(site: Host, queue: Queue) -> None:
    ada, bob, eve = (Visitor(site.address) for _ in range(3))
    eve.move("203.0.113.7")
    first = brought(ada, 1)
    queue.until_one_begins()
    told = ada.ask("GET", f"/assays/{first['key']}")
    assert (told["stage"], told["ready"], told["others"]) == ("measures", 0, 0)
    assert refused(ada.tried("POST", "/assays", game="gold", edition=edition(2))) == (
        429,
        "too_fast",
    )
    assert brought(bob, 1)["key"] == first["key"], "whoever brings the same shares it"
    second, third = brought(bob, 2), brought(eve, 3)
    assert (second["stage"], second["others"], third["others"]) == ("waits", 1, 2)
    queue.finish()
    queue.until_one_begins()
    assert ended(ada, first["key"]).json()["assay"]["name"] == "Pocket"
    fourth = brought(ada, 4)
    for _ in range(2):
        queue.finish()
        queue.until_one_begins()
    queue.finish()
    assert ended(ada, fourth["key"]).is_success
    assert queue.begun == [first["key"], second["key"], third["key"], fourth["key"]]


def test_people_of_one_address_wait_for_a_few_only(
    site: Host, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assays, "MOST_WAITING", 2)
    for number in (1, 2):
        brought(Visitor(site.address), number)
    late = Visitor(site.address)
    answer = late.tried("POST", "/assays", game="gold", edition=edition(3))
    assert refused(answer) == (429, "too_fast")
    assert "your address" in answer.json()["detail"]
    late.move("203.0.113.8")
    assert brought(late, 3)["stage"] == "waits"


def test_who_has_brought_many_editions_waits(
    site: Host, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site.registry._editions, "take", lambda *_: False)
    answer = Visitor(site.address).tried("POST", "/assays", game="gold", edition=POCKET)
    assert refused(answer) == (429, "too_fast")
    assert queue.begun == []


@pytest.mark.parametrize("measuring", [dies, refuses])
def test_one_that_cannot_be_measured_says_so_and_may_be_brought_again(
    measuring: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {dies: "too much time or memory", refuses: "no cards; at least one kind is needed"}
    with Host(tmp_path / "tables.db", measuring=measuring) as host:
        ada = Visitor(host.address)
        key = brought(ada)["key"]
        answer = ended(ada, key)
        assert refused(answer) == (409, "not_possible")
        assert said[measuring] in answer.json()["detail"]
        with monkeypatch.context() as later:
            whole = Assay("gold", 1, "", "Pocket", 4, "", [])
            later.setattr(Assays, "_assayed", lambda *_: whole)
            assert brought(ada)["key"] == key
            assert ended(ada, key).is_success


def test_one_that_takes_too_long_is_given_up(site: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assays, "LIMIT", 0.0)
    ada = Visitor(site.address)
    assert refused(ended(ada, brought(ada)["key"])) == (409, "not_possible")


def waits(said: bytes) -> Measured:
    threading.Event().wait()
    raise AssertionError


def test_a_server_ends_while_an_edition_is_measured(tmp_path: Path) -> None:
    with Host(tmp_path / "tables.db", measuring=waits) as host:
        ada = Visitor(host.address)
        key = brought(ada)["key"]
        pause = threading.Event()
        while ada.ask("GET", f"/assays/{key}")["stage"] == "waits":
            pause.wait(0.02)
