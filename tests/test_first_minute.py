"""The first minute: tables that begin before anything is compiled, and change over later."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from goldrush.bots.compiler import Kinds
from goldrush.bots.parts import KINDS, load
from goldrush.core import WATCHER
from goldrush.games import game
from goldrush.games.contract import Game
from goldrush.match import Match
from goldrush.server import registry as registries
from goldrush.server import shelf
from hosting import Host
from tools import POCKET
from visitors import Socket, Visitor

GAME = "goldrausch"


class Slow:
    """A compiler that is done when it is told to be."""

    def __init__(self) -> None:
        self.wanted: list[str] = []
        self.done: set[str] = set()
        self._tell: list[Callable[[Game], Any]] = []
        self._games: dict[str, Game] = {}

    def want(self, opened: Game, *, now: bool = False, kinds: Kinds = KINDS) -> None:
        if kinds == KINDS:
            self.wanted.append(opened.tag)
        self._games[opened.tag] = opened

    def when_done(self, tell: Callable[[Game], Any]) -> None:
        self._tell.append(tell)

    def seconds_left(self, opened: Game, kinds: Kinds = KINDS) -> float | None:
        return None if opened.tag in self.done else 42.0

    def ready(self, opened: Game, kind: str) -> bool:
        return opened.tag in self.done

    def finish(self, tag: str) -> None:
        self.done.add(tag)
        for tell in self._tell:
            tell(self._games[tag])


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    found = Slow()
    monkeypatch.setattr(shelf, "is_compiled", lambda opened: opened.tag in found.done)
    monkeypatch.setattr(shelf, "load_compiled", load)
    return found


@pytest.fixture
def host(tmp_path: Path, slow: Slow) -> Iterator[Host]:
    with Host(tmp_path / "tables.db", compiler=slow) as host:
        yield host


def begun(host: Host, name: str, *bots: str, **more: Any) -> tuple[str, Socket]:
    ada = Visitor(host.address)
    code = ada.create(name, None, *bots, **more)
    ada.start(code)
    return code, ada.sit(code)


def my_turn(socket: Socket) -> None:
    if socket.state["actor"] != 0:
        socket.until(lambda said: bool(said.get("state")) and said["state"]["actor"] == 0)


def hinted(socket: Socket) -> Any:
    socket.send(type="Hint", id=f"hint{socket.state['number']}", number=socket.state["number"])
    return socket.until(lambda message: message["type"] == "Hinted")


def opened_game(host: Host, code: str) -> Game:
    found: Game = host.registry.tables[code].game
    return found


def test_a_table_is_played_before_anything_is_compiled(host: Host, slow: Slow) -> None:
    code, socket = begun(host, GAME, "maud", "felix")
    assert slow.wanted == [GAME]
    assert opened_game(host, code).compiled, "it is interpreted"
    left = socket.table["warm"] - host.clock()
    assert 30_000 < left <= 42_000
    for _ in range(3):
        my_turn(socket)
        assert socket.act(socket.choices()[0])["type"] == "Done"
    my_turn(socket)
    assert opened_game(host, code).compiled


def test_a_hint_comes_from_a_simple_bot_and_says_so(host: Host, slow: Slow) -> None:
    _, socket = begun(host, GAME, "odile")
    my_turn(socket)
    found = hinted(socket)
    assert found["simple"]
    assert found["action"] in socket.choices()
    slow.finish(GAME)
    socket.until(lambda said: said["type"] == "Changed" and said["table"]["warm"] is None)
    assert not hinted(socket).get("simple"), "the strong one is asked as soon as it can be"


def test_a_match_goes_on_when_its_game_has_been_compiled(host: Host, slow: Slow) -> None:
    code, socket = begun(host, GAME, "felix")
    my_turn(socket)
    socket.act(socket.choices()[0])
    my_turn(socket)
    slow.finish(GAME)
    socket.until(lambda said: said["type"] == "Changed" and said["table"]["warm"] is None)
    table = host.registry.tables[code]
    assert table.game.compiled is None
    assert table.game.rules is game(GAME).rules
    socket.act(socket.choices()[0])
    my_turn(socket)
    assert table.play
    whole = Match(GAME, 2)
    for _, step in table.play.match.history:
        whole.play(step)
    assert table.play.position == whole.position
    assert table.play.position.view(WATCHER) == whole.position.view(WATCHER)
    assert opened_game(host, begun(host, GAME, "felix")[0]) is table.game


def test_what_is_on_disk_is_loaded_without_anybody_compiling(host: Host, slow: Slow) -> None:
    slow.done.add(GAME)
    code, socket = begun(host, GAME, "felix")
    assert slow.wanted == []
    assert socket.table["warm"] is None
    for _ in range(500):
        if opened_game(host, code).compiled is None:
            return
        time.sleep(0.02)
    raise AssertionError("it was never loaded")


# --- editions of people's own ---------------------------------------------------------------------


def own(number: int, name: str = "Mine") -> str:
    return POCKET.replace('"Pocket"', f'"{name}"').replace("3 = 2", f"3 = {2 + 2 * number}", 1)


def test_an_edition_of_ones_own_is_played_interpreted_for_good(host: Host, slow: Slow) -> None:
    code, socket = begun(host, "gold", "odile", edition=own(1))
    tag = opened_game(host, code).tag
    my_turn(socket)
    slow.finish(tag)
    socket.until(lambda said: said["type"] == "Changed" and said["table"]["warm"] is None)
    assert opened_game(host, code).compiled, "nothing would give back what it takes"
    socket.act(socket.choices()[0])
    my_turn(socket)


def test_editions_that_differ_in_name_are_compiled_once(host: Host, slow: Slow) -> None:
    ada = Visitor(host.address)
    for n in range(4):
        assert ada.create("gold", None, None, edition=own(1, f"Mine {n}"))
    assert len(set(slow.wanted)) == 1


def test_one_person_may_bring_so_many_editions(host: Host) -> None:
    ada, bob = Visitor(host.address), Visitor(host.address)
    most = int(registries.EDITIONS[1])
    for n in range(most):
        assert ada.create("gold", None, None, edition=own(n))
    again = {"game": "gold", "name": "Ada", "seats": [{}, {}]}
    answer = ada.tried("POST", "/tables", **again, edition=own(most))
    assert (answer.status_code, answer.json()["reason"]) == (429, "too_fast")
    assert ada.create("gold", None, None, edition=own(0)), "one that is here costs nothing"
    assert bob.create("gold", None, None, edition=own(most)), "and others have their own share"


def test_an_edition_that_nobody_plays_is_put_away(
    host: Host, monkeypatch: pytest.MonkeyPatch, slow: Slow
) -> None:
    monkeypatch.setattr(shelf, "UNUSED", 0.0)
    ada = Visitor(host.address)
    code = ada.create("gold", None, None, edition=own(3))
    opened = opened_game(host, code)
    slow.done.add(opened.tag)
    bound = {name for name in sys.modules if name.endswith(f"__{opened.tag}")}
    assert bound
    used = host.registry.services.shelf.put_away
    host.soon(lambda: used({opened}))
    assert bound <= set(sys.modules), "somebody plays it"
    host.soon(lambda: host.registry.tables.pop(code))
    host.soon(lambda: used(set()))
    assert not bound & set(sys.modules)
    assert ada.ask("GET", f"/tables/{code}")["table"]["edition"] == "Mine", "it can come back"
