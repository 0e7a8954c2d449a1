"""Which tables wait for whom: told at once, to nobody else, and only what a seat may know."""

import json
from collections.abc import Iterator
from itertools import groupby

import pytest
from websockets.sync.client import ClientConnection, connect

from games.golden_town.twins import History, asked_in, twins
from goldrush.core import CHANCE
from goldrush.games import game
from goldrush.server import following
from goldrush.server.play import Play
from goldrush.server.store import Entry
from goldrush.server.waitlist import Waitlist
from goldrush.server.waits import turn_of
from hosting import Host
from stage import NOW, sheet_of
from visitors import TIMEOUT, Visitor, finish

SEATS, EYES = 3, 0  # whose eyes questions are hidden from
SHEET = sheet_of("WAITED", "golden_town", SEATS)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("waits") / "tables.db") as found:
        yield found


@pytest.fixture
def ada(host: Host) -> Visitor:
    return Visitor(host.address, "Ada")


@pytest.fixture
def bob(host: Host) -> Visitor:
    return Visitor(host.address, "Bob")


class Ear:
    """What a browser hears of the tables that wait, wherever it is."""

    def __init__(self, visitor: Visitor) -> None:
        if not visitor.http.cookies:
            visitor.ask("GET", "/me")  # which brings the cookie
        address = visitor.address.replace("http", "ws", 1)
        headers = {"Cookie": visitor.cookie}
        self.socket: ClientConnection = connect(
            f"{address}/api/me/socket", additional_headers=headers, compression=None, legacy=True
        )
        while not self.hear()["complete"]:
            pass

    def hear(self, seconds: float = TIMEOUT) -> dict[str, object]:
        said = json.loads(self.socket.recv(seconds))
        self.codes = [(one["code"], one["seat"]) for one in said["tables"]]
        return dict(said)

    def until(self, *codes: str, seat: bool = False) -> None:
        """Listens until just these tables wait."""
        while sorted(self.codes) != sorted((code, seat) for code in codes):
            self.hear()

    def close(self) -> None:
        self.socket.close()


def told(history: History, eyes: int) -> list[int | None]:
    """For which turns a seat is waited for, one after the other."""
    play, waits, found = Play(game("golden_town"), SHEET), Waitlist(), []
    player = SHEET.places[eyes].player
    waits.follow(player)
    for number, (actor, step) in enumerate(history):
        play.apply(Entry(number, actor, step, NOW))
        if play.position.actor != CHANCE:  # draws are played with what they follow
            waits.note(player, SHEET, turn_of(SHEET, play, player), NOW)
            found.append(next((wait.turn for wait in waits.of(player)), None))
            assert (found[-1] is not None) == (play.transcript(eyes).actor == eyes), number
    return [turn for turn, _ in groupby(found)]


def test_whoever_is_asked_in_secret_is_told_alone_and_others_notice_nothing() -> None:
    both = twins(SEATS, EYES, 1476)
    one, other = both.alike[-1]
    assert told(both.one[:one], EYES) == told(both.other[:other], EYES)
    number = min(asked_in(both.other, SEATS, EYES))
    assert told(both.other[:number], both.other[number][0])[-1] is not None, "who is asked knows it"


def test_a_browser_hears_of_its_tables_alone_as_they_come_and_go(
    host: Host, ada: Visitor, bob: Visitor
) -> None:
    ears = [Ear(ada), Ear(bob)]
    alone = ada.create("gold", None, "zoe")
    code = ada.create("gold", None, None)
    bob.join(code)
    for one in (alone, code):
        ada.start(one)
    sockets = [ada.sit(code), bob.sit(code)]
    first = sockets[0].state["actor"]
    for _ in range(20):
        actor = sockets[0].state["actor"]
        ears[actor].until(code)
        ears[1 - actor].until()
        sockets[actor].act(sockets[actor].choices()[0])
        while sockets[0].state["number"] != sockets[1].state["number"]:
            sockets[1 - actor].receive()
        if sockets[0].state["actor"] != first:
            break
    else:
        pytest.fail("nobody else's turn came")
    finish(sockets)
    for ear in ears:
        ear.until()
    again = bob.ask("POST", f"/tables/{code}/rematch")["table"]["code"]
    ears[0].until(again, seat=True)
    ada.join(again)
    ears[0].until()
    for seat in (0, 1):
        sockets[seat].close()
        ears[seat].close()


def test_tables_that_were_put_away_are_opened_one_at_a_time_to_look(
    host: Host, ada: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "LINGERING", 0.0)
    turns = {}
    for _ in range(3):
        code = ada.create("gold", None, None)
        bob.join(code)
        ada.start(code)
        turns[code] = next(t for t in ada.ask("GET", "/me")["tables"] if t["code"] == code)["turn"]
    host.soon(host.registry.tables.clear)
    for seat, one in enumerate((ada, bob)):
        ear = Ear(one)
        ear.until(*(code for code, turn in turns.items() if turn == seat))
        ear.close()


def test_whoever_is_nobody_hears_nothing(host: Host) -> None:
    nobody = Visitor(host.address)
    nobody.http.cookies.set("goldrush", "somebody.else")
    ear = Ear(nobody)
    assert ear.codes == []
    assert not host.soon(lambda: host.registry.services.waits.follows(""))
    ear.close()
