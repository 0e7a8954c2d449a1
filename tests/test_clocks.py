"""Clocks: what is left to whom follows from the log, and what is done when nothing is left."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from goldrush.core import WATCHER
from goldrush.games import game
from goldrush.server import alarms, seating
from goldrush.server.clocks import GRACE, SECRET, Clocks
from goldrush.server.messages import DAY
from goldrush.server.play import Play
from goldrush.server.refusal import Refusal
from goldrush.server.store import UNDO, Entry, Place, Rest, Sheet
from goldrush.server.table import Table
from goldrush.server.transcript import Transcript
from hosting import Host
from stage import sheet_of
from visitors import TIMEOUT, Socket, Visitor

NOW = 1_700_000_000_000
BANK = {"bank": 600, "increment": 5}


class Clock:
    """A clock that stands still until it is put forward."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += int(1000 * seconds)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alarms, "TICK", 0.01)
    monkeypatch.setattr(alarms, "LOOK", 0.05)


# --- the fold -------------------------------------------------------------------------------------


class Course:
    """A match of Goldrausch that goes on without a server."""

    def __init__(self, *outages: Rest, **terms: Any) -> None:
        sheet = sheet_of("CLOCKS", "goldrausch", 2, **terms)
        self.outages = list(outages)
        self.play = Play(game("goldrausch"), sheet, self.outages)
        self.now = NOW
        self._write(self.play.plan(NOW).entries)

    @property
    def clocks(self) -> Clocks:
        assert self.play.clocks
        return self.play.clocks

    @property
    def actor(self) -> int:
        return self.play.position.actor

    def act(self, seconds: float) -> int:
        """Whoever is on turn thinks, and decides; the turn may go on."""
        self.now += int(1000 * seconds)
        seat = self.actor
        self._write(
            self.play.plan(self.now, (seat, int(self.play.position.legal()[0]), "")).entries
        )
        return seat

    def undo(self, seat: int, seconds: float) -> None:
        self.now += int(1000 * seconds)
        self._write((Entry(len(self.play.entries), seat, UNDO, self.now),))

    def _write(self, entries: tuple[Entry, ...]) -> None:
        for entry in entries:
            self.play.apply(entry)

    def again(self) -> list[int]:
        """What a server that reads the log finds."""
        play = Play(self.play.match.game, self.clocks.sheet, self.outages)
        for _ in play.read(self.play.entries):
            pass
        assert play.clocks
        assert (play.clocks.actor, play.clocks.since) == (self.clocks.actor, self.clocks.since)
        return play.clocks.left


def test_a_decision_costs_its_time_and_brings_some_and_a_log_tells_the_same() -> None:
    course = Course(**BANK)
    left = [600_000, 600_000]
    for seconds in (7, 1, 30.5, 0, 12):
        assert course.clocks.actor == course.actor
        assert course.clocks.due == course.now + left[course.actor]
        seat = course.act(seconds)
        left[seat] += int(1000 * (5 - seconds))
        assert course.clocks.left == left == course.again()


def test_undo_gives_the_time_back_once() -> None:
    course = Course(**BANK)
    before = list(course.clocks.left)
    seat = course.act(100)
    assert course.clocks.left[seat] == 505_000
    course.undo(seat, 10)
    assert course.clocks.left == before == course.again()
    assert (course.clocks.actor, course.clocks.since) == (seat, course.now)
    course.act(100)
    course.undo(seat, 10)
    assert course.clocks.left[seat] == 500_000, "or one could think for ever"
    assert course.clocks.left[1 - seat] == before[1 - seat]
    assert course.again() == course.clocks.left


def test_nothing_counts_while_no_server_runs_or_a_bot_plays_or_somebody_is_away() -> None:
    course = Course(Rest(NOW + 10_000, NOW + 60_000), **BANK)
    place = course.clocks.sheet.places[course.actor]
    place.rests = [Rest(NOW + 50_000, NOW + 80_000)]
    assert course.clocks.due == NOW + 600_000 + 70_000
    seat = course.act(100)
    assert course.clocks.left[seat] == 600_000 - 30_000 + 5000

    days = Course(pace=2 * DAY)
    place = days.clocks.sheet.places[days.actor]
    place.vacations = [Rest(NOW + 1000 * DAY, NOW + 4000 * DAY), Rest(NOW + 9000 * DAY, 10**15)]
    assert days.clocks.due == NOW + 1000 * (2 + 3) * DAY
    place.persona = seating.STAND_IN
    assert days.clocks.due is None, "a bot's clock never runs out"


def test_whoever_is_asked_in_secret_has_half_of_the_time_that_another_seems_to_have() -> None:
    course = Course(**BANK)
    assert course.clocks.until(NOW) == NOW + SECRET
    course.clocks.left[course.actor] = 10_000
    assert course.clocks.until(NOW) == NOW + 5000
    assert Course(pace=60).clocks.until(NOW) == NOW + 30_000


class Told(Transcript):
    """What a watcher was told, as a test says it."""

    def __init__(self) -> None:
        self.told, self._number, self._actor, self._waits = [], 0, 0, False
        self.since = NOW

    number = property(lambda self: self._number)
    actor = property(lambda self: self._actor)
    behind = property(lambda self: self._waits)

    def tell(self, actor: int) -> "Told":  # type: ignore[override]
        self._number, self._actor, self._waits = self._number + 1, actor, False
        return self

    def wait(self) -> "Told":
        self._waits = True
        return self


def secret() -> tuple[Clocks, Told]:
    """Seat 0 is on turn for all to see."""
    sheet = Sheet("C", "g", 1, {}, b"", [Place(player=f"{n}") for n in range(3)], "0", b"", NOW)
    sheet.begun, sheet.bank = NOW, 600
    clocks, told = Clocks(sheet, ()), Told()
    clocks.begin(told)
    return clocks, told


def test_a_silent_answer_changes_no_clock() -> None:
    """Seat 1 is asked in secret before seat 0 may act, and keeps silent [T60]."""
    clocks, told = secret()
    clocks.note(1, None, told, NOW + 15_000)
    assert (clocks.left, clocks.since, clocks.due) == ([600_000] * 3, NOW, NOW + 600_000)
    clocks.note(0, 4, told.tell(2), NOW + 20_000)
    assert clocks.left == [580_000, 600_000, 600_000], "as if he had thought all the time"


def test_whoever_shows_something_in_between_pays_for_it() -> None:
    clocks, told = secret()
    clocks.note(1, 3, told.tell(0), NOW + 15_000)
    assert (clocks.left, clocks.since) == ([600_000, 585_000, 600_000], NOW + 15_000)


def test_a_decision_that_is_told_later_has_taken_until_then() -> None:
    """Before the draw that a watcher expects somebody is asked in secret [T42, T60]."""
    clocks, told = secret()
    clocks.note(0, 3, told.wait(), NOW + 5000)
    assert clocks.left == [600_000] * 3
    clocks.note(1, None, told, NOW + 9000)
    clocks.note(-1, None, told.tell(0), NOW + 9000)
    assert clocks.left == [591_000, 600_000, 600_000]


# --- at a server ----------------------------------------------------------------------------------


class Duel:
    """Ada and Bob at a table with clocks; Bob is to act."""

    def __init__(self, host: Host, clock: Clock, **terms: Any) -> None:
        self.host, self.clock = host, clock
        self.ada, self.bob = Visitor(host.address, "Ada"), Visitor(host.address, "Bob")
        self.code = self.ada.create("goldrausch", None, None, **terms)
        self.bob.join(self.code)
        self.ada.start(self.code)
        self.sockets = [self.ada.sit(self.code), self.bob.sit(self.code)]
        while self.actor != 1:
            self.sockets[0].act(self.sockets[0].choices()[0])
        self.sockets[1].hello()

    @property
    def actor(self) -> int:
        return int(self.sockets[0].hello()["state"]["actor"])

    def seat(self, number: int) -> Any:
        return self.ada.ask("GET", f"/tables/{self.code}")["table"]["seats"][number]

    def until(self, wanted: Callable[[Any], bool]) -> Any:
        """Waits until Bob's seat is so, for the server does it by itself."""
        end = time.monotonic() + TIMEOUT
        while not wanted(seat := self.seat(1)):
            assert time.monotonic() < end, seat
            time.sleep(0.02)
        return seat

    def leave(self) -> None:
        for socket in self.sockets:
            socket.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def host(tmp_path: Path, clock: Clock) -> Iterator[Host]:
    with Host(tmp_path / "tables.db", clock) as found:
        yield found


def test_terms_are_told_before_one_sits_down_and_kept_for_a_rematch(host: Host) -> None:
    ada = Visitor(host.address, "Ada")
    code = ada.create("gold", None, "zoe", **BANK)
    table = ada.ask("GET", f"/tables/{code}")["table"]
    assert (table["bank"], table["increment"], table["vacation"]) == (600, 5, 0)
    assert [seat["left"] for seat in table["seats"]] == [600_000, None], "bots need none"
    sheet = host.soon(lambda: host.registry.tables[code].sheet)
    sheet.over = True
    again = seating.again(sheet, sheet.host, [0, 0], b"", 1)
    assert (again.bank, again.increment, again.vacation) == (600, 5, 0)


def test_whoever_has_no_time_left_is_played_by_a_bot_to_the_end(host: Host, clock: Clock) -> None:
    duel = Duel(host, clock, **BANK)
    left = duel.seat(1)["left"]
    assert duel.seat(1)["due"] == clock() + left
    assert duel.seat(0)["due"] is None
    clock.forward(left / 1000)
    time.sleep(0.1)
    assert not duel.seat(1)["late"], "what is on its way may still come"
    clock.forward(GRACE / 1000)
    late = duel.until(lambda seat: seat["late"])
    assert (late["persona"], late["name"], late["taken"]) == (seating.STAND_IN, "Bob", True)
    assert duel.sockets[0].until(lambda message: message["type"] == "News"), "the bot plays on"
    back = duel.bob.tried("DELETE", f"/tables/{duel.code}/stand-in")
    assert "time has run out" in back.json()["detail"]
    assert duel.sockets[1].hello()["table"]["seats"][1]["persona"] == seating.STAND_IN
    assert duel.sockets[1].undo()["reason"] in ("no_undo", "stale")
    duel.leave()


def test_an_action_comes_in_time_until_the_grace_is_over(host: Host, clock: Clock) -> None:
    duel = Duel(host, clock, **BANK)
    clock.forward(duel.seat(1)["left"] / 1000 + 0.9)
    assert duel.sockets[1].act(duel.sockets[1].choices()[0])["type"] == "Done"
    seat = duel.seat(1)
    assert (seat["left"], seat["late"]) == (5000, False)
    duel.leave()


@pytest.mark.parametrize("there", [True, False])
def test_a_restart_costs_nobody_a_second(tmp_path: Path, clock: Clock, there: bool) -> None:
    data = tmp_path / "tables.db"
    with Host(data, clock) as host:
        duel = Duel(host, clock, **BANK)
        left = duel.seat(1)["left"]
        clock.forward(100)
        duel.leave()
    clock.forward(3600)
    with Host(data, clock) as host:
        duel.ada.http.base_url = host.address
        if there:
            assert duel.seat(1)["due"] == clock() + left - 100_000
        clock.forward(left / 1000 - 101)
        time.sleep(0.2)
        assert not there or not duel.seat(1)["late"]
        clock.forward(3)
        if not there:  # a server looks after tables by itself
            end = time.monotonic() + TIMEOUT
            while duel.code not in host.soon(lambda: dict(host.registry.tables)):
                assert time.monotonic() < end
                time.sleep(0.02)
        duel.until(lambda seat: seat["late"])


def test_time_for_each_move_is_up_by_itself_and_one_may_come_back(host: Host, clock: Clock) -> None:
    duel = Duel(host, clock, pace=30)
    duel.sockets[0].close()
    clock.forward(31.5)
    seat = duel.until(lambda seat: seat["persona"])
    assert (seat["persona"], seat["late"]) == (seating.STAND_IN, False)
    duel.bob.ask("DELETE", f"/tables/{duel.code}/stand-in")
    assert duel.seat(1)["persona"] is None
    written = host.registry.tables[duel.code].play.entries  # type: ignore[union-attr]
    duel.until(lambda _: host.soon(lambda: any(e.at > NOW and e.actor == 1 for e in written)))
    assert duel.seat(1)["persona"] is None, "the bot has made this one decision for him"
    duel.leave()


def test_days_off_move_the_time_that_is_up(host: Host, clock: Clock) -> None:
    duel = Duel(host, clock, pace=2 * DAY, vacation=7)
    due = duel.seat(1)["due"]
    path = f"/tables/{duel.code}/vacation"
    until = clock() + 3000 * DAY
    assert "7" not in str(duel.bob.ask("PUT", path, until=until)["table"]["seats"][0]["away"])
    seat = duel.seat(1)
    assert (seat["due"], seat["away"], seat["vacation"]) == (due + 3000 * DAY, until, 4)
    assert seat["until"] is None
    refused = duel.bob.tried("PUT", path, until=clock() + 8000 * DAY)
    assert "at most" in refused.json()["detail"]
    clock.forward(DAY)
    assert duel.bob.ask("DELETE", path)["table"]["seats"][1]["vacation"] == 6
    seat = duel.seat(1)
    assert (seat["due"], seat["away"]) == (due + 1000 * DAY, None)
    everywhere = duel.bob.ask("PUT", "/vacation", until=clock() + 30_000 * DAY)["tables"]
    assert everywhere[0]["seats"][1]["away"] == clock() + 6000 * DAY, "as far as they go"
    clock.forward(2 * DAY + 6 * DAY - 1)
    time.sleep(0.1)
    assert not duel.seat(1)["persona"]
    clock.forward(4)
    duel.until(lambda seat: seat["persona"])
    duel.leave()


def test_a_table_that_cannot_be_opened_keeps_nobody_from_days_off_at_others(
    host: Host, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel = Duel(host, clock, pace=2 * DAY, vacation=7)
    later = duel.bob.create("goldrausch", None, None, pace=2 * DAY, vacation=7)
    opened = host.registry.table

    async def table(code: str) -> Table:
        if code == later:
            raise Refusal("later_rules", "{} cannot be opened", code)
        return await opened(code)

    monkeypatch.setattr(host.registry, "table", table)
    until = clock() + 1000 * DAY
    duel.bob.ask("PUT", "/vacation", until=until)
    assert duel.seat(1)["away"] == until
    assert "later than now" in duel.bob.tried("PUT", "/vacation", until=1).json()["detail"]
    duel.leave()


def test_days_off_are_refused_where_there_are_none(host: Host, clock: Clock) -> None:
    duel = Duel(host, clock, **BANK)
    refused = duel.bob.tried("PUT", f"/tables/{duel.code}/vacation", until=clock() + 1000)
    assert (refused.status_code, refused.json()["reason"]) == (409, "not_possible")
    duel.leave()


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"pace": 60, "bank": 600}, "not both"),
        ({"increment": 5}, "goes with a bank"),
        ({"bank": 10}, "at least 30"),
        ({"bank": 4 * 3600}, "<= 10800"),
        ({"bank": 60, "increment": 181}, "<= 180"),
        ({"vacation": 3}, "pace of at least"),
        ({"vacation": 3, "pace": 60}, "pace of at least"),
    ],
)
def test_times_that_do_not_go_together_are_refused(
    host: Host, terms: dict[str, int], words: str
) -> None:
    new = {"game": "gold", "name": "Ada", "seats": [{}, {}], **terms}
    refused = Visitor(host.address).tried("POST", "/tables", **new)
    assert refused.status_code in (400, 409)
    assert words in refused.json()["detail"]


def test_a_socket_is_told_of_clocks_only_when_a_watcher_has_noticed_something(
    host: Host, clock: Clock
) -> None:
    duel = Duel(host, clock, **BANK)
    socket: Socket = duel.sockets[0]
    socket.raw.clear()
    clock.forward(10)
    duel.sockets[1].act(duel.sockets[1].choices()[0])
    changed = socket.until(lambda message: message["type"] == "Changed")
    assert changed["table"]["seats"][1]["left"] == duel.seat(1)["left"]
    play = host.registry.tables[duel.code].play
    assert play
    assert WATCHER in play.transcripts
    duel.leave()
