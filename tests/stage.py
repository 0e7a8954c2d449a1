"""A table whose match follows a script: chance draws what stands there, and people play the rest.

Table, people and clock are the same wherever it is played, so that of two servers with two scripts
only the scripts can make the difference.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from games.golden_town.twins import History
from goldrush.core import CHANCE
from goldrush.games import game
from goldrush.games.step import Step
from goldrush.match import Match
from goldrush.server.identity import Identities
from goldrush.server.store import Change, Entry, Place, Sheet
from goldrush.server.table import Table
from hosting import KEY, STARTING, Host
from visitors import TIMEOUT, Socket, Visitor

NOW = 1_700_000_000_000
http = httpx.Client(verify=False, timeout=TIMEOUT)  # it takes long to make one
scripts: dict[int, History] = {}  # by thread: each server has its own


def clock() -> int:
    return NOW


@contextmanager
def scripted_chance() -> Iterator[None]:
    """Draws what the script of a server says, and behind its end whatever comes first."""

    def outcome(match: Match) -> Step:
        script, number = scripts.get(threading.get_ident(), []), len(match.history)
        if number >= len(script):
            return next(iter(match.position.chances()))
        assert script[number][0] == CHANCE
        return match.position.step(script[number][1])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Match, "fair_outcome", outcome)
        yield


@dataclass
class Guest:
    """A browser whose identity is known before it has ever come."""

    address: str
    player: str

    @property
    def cookie(self) -> str:
        return Identities(KEY).header(self.player).partition(";")[0]

    def ask(self, path: str) -> str:
        """What a plain request is answered."""
        return http.get(f"{self.address}/api{path}", headers={"Cookie": self.cookie}).text


def sheet_of(code: str, name: str, seats: int, **more: Any) -> Sheet:
    """A table at which people play, who are called by their seats."""
    rules = game(name).rules
    places = [Place(f"Seat {n}", f"{code}-{n}", salt=f"{n}") for n in range(seats)]
    options = {option.name: option.values[0] for option in rules.OPTIONS} | more.pop("options", {})
    facts = (code, name, rules.VERSION, options, b"", places, places[0].player, bytes(32), NOW)
    return Sheet(*facts, begun=NOW, **more)


class Stage:
    """Such a table at a server, where a part of the script has been played already."""

    def __init__(
        self, host: Host, sheet: Sheet, script: History, begun: int, at: int = NOW
    ) -> None:
        self.host, self.sheet, self.script = host, sheet, script
        scripts[host.soon(threading.get_ident)] = script
        entries = tuple(Entry(n, *step, at) for n, step in enumerate(script[:begun]))
        self.wait(host.store.write(Change(sheet.code, sheet, 0, entries)))
        self.table: Table = self.wait(host.registry.table(sheet.code))
        self.sockets: dict[int, Socket] = {}
        self.opened: list[Socket] = []

    def guest(self, seat: int) -> Guest:
        return Guest(self.host.address, f"{self.sheet.code}-{seat}")

    def visitor(self, seat: int) -> Visitor:
        """The same as a browser that can go wherever it likes."""
        visitor = Visitor(self.host.address)
        visitor.http.cookies.set(*self.guest(seat).cookie.split("=", 1))
        return visitor

    def come(self, *seats: int) -> None:
        """Connects some seats, one after the other."""
        for seat in seats:
            self.sockets[seat] = self.socket(seat)

    def socket(self, seat: int, last: int = 0) -> Socket:
        guest: Any = self.guest(seat)  # who has all that is needed of a visitor
        self.opened.append(Socket(guest, self.sheet.code, last))
        return self.opened[-1]

    def peep(self, seat: int, last: int) -> Socket:
        """What somebody sees who connects only to say hello."""
        socket = self.socket(seat, last)
        socket.close()
        return socket

    def wait(self, work: Coroutine[Any, Any, Any]) -> Any:
        """What the server makes of some work."""
        return asyncio.run_coroutine_threadsafe(work, self.host.loop).result(STARTING)

    def soon(self, work: Callable[[], Any]) -> Any:
        return self.host.soon(work)

    @property
    def written(self) -> int:
        return int(self.soon(lambda: len(self.play.match.history)))

    @property
    def play(self) -> Any:
        return self.table.play

    def send(self, seat: int, step: int) -> str:
        """Has a seat send an action, whatever comes of it; returns its id."""
        number = self.soon(lambda: self.play.transcript(seat).number)
        said = f"{seat}-{self.written}-{step}"
        self.sockets[seat].send(type="Act", id=said, number=number, action=step)
        return said

    def until_written(self, steps: int, patience: float = TIMEOUT) -> None:
        self.until(lambda: len(self.play.match.history) >= steps, patience)

    def until(self, so: Callable[[], bool], patience: float = TIMEOUT) -> None:
        """Waits until the server is in some state."""
        end = time.monotonic() + patience
        while not self.soon(so):
            assert time.monotonic() < end, "the table does not go on"
            time.sleep(0.001)

    def leave(self) -> None:
        scripts.pop(self.soon(threading.get_ident), None)
        for socket in self.opened:
            socket.close()
        self.until(lambda: not self.table.presence.visitors)
