"""What any published version has kept opens for ever: links, proofs, and tables to be played on.

The archives were written by the programs of their time (tests/archive/write.py) and never change.
"""

import json
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from goldrush.games import newest
from goldrush.games.texts import LANGUAGES
from goldrush.link import read
from goldrush.match import Match, verify
from goldrush.server.messages import Table
from goldrush.server.registry import Keeping
from goldrush.terminal import lobby, words
from hosting import Host
from tools import INTERPRETED, compiled_only
from visitors import Socket, Visitor

FOLDER = Path(__file__).parents[1] / "archive"
ARCHIVES = {
    path.parent.name: json.loads(path.read_text()) for path in FOLDER.glob("*/contents.json")
}
MATCHES = [(age, name) for age, found in ARCHIVES.items() for name in found["matches"]]
WHOLE = ("finished", "running", "lesson")  # kinds that are always played to their end
TABLES = [(age, code) for age, found in ARCHIVES.items() for code in found["tables"]]

ENOUGH = 300.0  # seconds for a match, interpreted on a busy machine
FAR = 60  # decisions by which a table is played on that is not played to its end


def skip_unless_quick(*, own: bool) -> None:
    """Of all versions' rules what is shipped is compiled before the tests, and plays faster so."""
    if own and not INTERPRETED:
        pytest.skip("somebody's own edition is compiled slowly; interpreted it is opened")
    if INTERPRETED and not own:
        pytest.skip("takes long interpreted")


def contents(age: str, name: str) -> Any:
    if name.endswith("-own"):
        skip_unless_quick(own=True)
    return ARCHIVES[age]["matches"][name]


@pytest.mark.parametrize(("age", "name"), MATCHES)
def test_a_link_tells_the_same_match_for_ever(age: str, name: str) -> None:
    kept = contents(age, name)
    match = Match.from_link(kept["link"])
    assert len(match.history) == kept["steps"]
    assert match.position.text() == kept["position"]
    assert match.position.points() == kept["points"]
    assert match.position.places() == kept["places"]
    assert match.link() == kept["link"]


@pytest.mark.parametrize(("age", "name"), [one for one in MATCHES if "-begun" not in one[1]])
def test_a_proof_holds_for_ever(age: str, name: str) -> None:
    kept = contents(age, name)
    match = verify(FOLDER / age / f"{name}.json")
    assert match.link() == kept["link"]


@pytest.mark.parametrize(("age", "name"), [one for one in MATCHES if "-begun" in one[1]])
def test_a_match_that_was_begun_is_played_on_by_the_rules_it_began_with(
    age: str, name: str
) -> None:
    game, seats, options, steps = read(ARCHIVES[age]["matches"][name]["link"])
    match = Match(game, seats, options)
    luck = Random(1)
    for step in steps:
        match.play(step)
    while not match.position.over:
        match.play(luck.choice(match.position.legal()))
    assert Match.from_link(match.link()).position == match.position


class Store:
    """A server that was given the tables of an archive, and those who played there."""

    def __init__(self, age: str, host: Host) -> None:
        self.host = host
        self.people = [Visitor(host.address, name) for name in ARCHIVES[age]["cookies"]]
        for one in self.people:
            one.http.cookies.update(ARCHIVES[age]["cookies"][one.name])

    def come(self, code: str) -> list[Socket]:
        """All whose seats are kept there take them again."""
        return [one.sit(code) for one in self.people]


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Store]]:
    hosts = []
    for age in ARCHIVES:
        data = tmp_path_factory.mktemp("archive") / "tables.db"
        shutil.copy(FOLDER / age / "tables.db", data)
        hosts.append(Host(data, keeping=Keeping(unplayed=0)).__enter__())  # however long ago
    yield {age: Store(age, host) for age, host in zip(ARCHIVES, hosts, strict=True)}
    for host in hosts:
        host.__exit__()


def play_on(sockets: list[Socket], far: float) -> None:
    """Plays on at random, so far or to the end; who is asked in secret answers before others."""
    luck, answered = Random(2), [-1] * len(sockets)
    end = time.monotonic() + ENOUGH
    while sockets[0].state["view"]["places"] is None and far > 0:
        assert time.monotonic() < end, "the match does not go on"
        for seat, socket in enumerate(sockets):
            listen(socket)
            number = socket.state["number"]
            if answered[seat] < number and (choices := socket.choices()):
                socket.send(
                    type="Act", id=f"on {number}", number=number, action=luck.choice(choices)
                )
                answered[seat] = number
                far -= 1


def listen(socket: Socket) -> None:
    """Hears all that there is to hear just now."""
    with suppress(TimeoutError):
        while True:
            socket.receive(0.002)


@pytest.mark.parametrize(("age", "code"), TABLES)
def test_a_table_is_played_on_and_proven(stores: dict[str, Store], age: str, code: str) -> None:
    """To its end, but for long matches of which others of the same rules are."""
    kept = ARCHIVES[age]["tables"][code]
    skip_unless_quick(own=kept["kind"] == "own")
    store = stores[age]
    whole = kept["kind"] in WHOLE or kept["game"] != "golden_town"
    ada, bob = store.people
    if kept["kind"] == "rematch":
        bob.join(code)
        ada.start(code)
    sockets = [ada.sit(code)] if kept["kind"] == "lesson" else store.come(code)
    table = sockets[0].table
    assert (table["game"], table["phase"]) == (kept["game"], "over" if kept["over"] else "playing")
    play_on(sockets, inf if whole else FAR)
    for socket in sockets:
        listen(socket)
        assert socket.state["view"]["version"] == table["version"]
        socket.close()
    if whole:
        proven(ada, table, kept)
    if kept["kind"] in ("running", "options", "own") and whole:
        again_by_the_newest_rules(ada, table)


def proven(ada: Visitor, table: Any, kept: Any) -> None:
    proof = ada.ask("GET", f"/tables/{table['code']}/proof")
    assert proof["match"]["version"] == table["version"]
    assert len(proof["match"]["history"]) > kept["lines"] // 2
    assert Match.from_link(proof["link"]).position.over


def again_by_the_newest_rules(ada: Visitor, table: Any) -> None:
    """A rematch goes by the rules of today, and says by which the match before was played."""
    again = ada.ask("POST", f"/tables/{table['code']}/rematch")["table"]
    latest = newest(table["game"])
    assert again["version"] == latest
    assert again["before"] == (table["version"] if table["version"] < latest else None)
    assert again["edition"] == table["edition"]
    for lang in LANGUAGES:
        told = lobby.rules(msgspec.convert(again, Table), words.texts(lang))
        assert len(told) == (again["before"] is not None)
        assert all(f"{latest}" in line and f"{table['version']}" in line for line in told)
    kept = {k: v for k, v in table["options"].items() if again["options"].get(k) == v}
    lost = table["options"].keys() - kept.keys()
    assert lost == ({"rematch"} if "rematch" in lost else set())  # which is for two seats now


@compiled_only
@pytest.mark.parametrize("age", ARCHIVES)
def test_what_was_said_and_taken_back_is_still_told(stores: dict[str, Store], age: str) -> None:
    running = {c for c, kept in ARCHIVES[age]["tables"].items() if kept["kind"] == "running"}
    told = set()
    for code in running:
        socket = stores[age].people[0].sit(code)
        assert "Bonne chance à tous !" in [said["text"] for said in socket.said]
        told |= {line["key"] for one in socket.told for line in one["lines"]}
        socket.close()
    assert "log.undo" in told
