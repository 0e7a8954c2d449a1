"""Answers that must wait: for somebody who is asked what the others must not know of.

Three people play Golden-Town, up to a secret question [T60].  A seat that believes to be on turn
may act, and a seat may have acted; what comes of it is told when the question is answered.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.golden_town.twins import History, asked_in, twins
from goldrush.core import WATCHER
from goldrush.games import game
from goldrush.position import Position
from goldrush.server import seating, turnstile
from goldrush.server.clocks import SECRET
from goldrush.server.turnstile import MOST_WAITING
from hosting import Host
from stage import NOW, Stage, clock, scripted_chance, sheet_of
from visitors import Socket

SEATS, EYES = 3, 0  # whose eyes the questions are hidden from
HISTORY = twins(SEATS, EYES, 1476).other
codes = (f"HE2D{a}{b}" for a in "ABCDEFGH" for b in "ABCDEFGH")


@pytest.fixture(scope="module", autouse=True)
def script() -> Iterator[None]:
    with scripted_chance():
        yield


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder: Path = tmp_path_factory.mktemp("held")
    with Host(folder / "tables.db", clock) as host:
        host.registry.services.thinkers.prepare(game("golden_town"), seating.STAND_IN)
        yield host


class Scene(Stage):
    """A table where somebody is asked in secret."""

    def __init__(self, host: Host, script: History, at: int = NOW, **more: Any) -> None:
        sheet = sheet_of(next(codes), "golden_town", SEATS, **more)
        super().__init__(host, sheet, script, len(script), at)
        self.position: Position = self.soon(self.play.position.copy)
        self.asked = self.position.actor

    def step(self, text: str) -> int:
        """What the seat that is asked can do, by name."""
        return next(int(step) for step in self.position.legal() if step.text == text)

    def actors(self, since: int) -> list[int]:
        """Who has made the steps since then."""
        return [who for who, _ in self.soon(lambda: self.play.match.history[since:])]

    def player(self, seat: int) -> str:
        return self.sheet.places[seat].player

    def waiting(self, seat: int = EYES) -> bool:
        return bool(self.soon(self.table.turnstile.queues[seat].locked))

    def hold(self, said: str = "mine", **more: Any) -> Socket:
        """Has the seat that believes to be on turn act, and waits until that has come."""
        socket = self.sockets[EYES]
        act = {"number": socket.state["number"], "action": socket.choices()[0], **more}
        socket.send(type="Act", id=said, **act)
        self.until(self.table.turnstile.queues[EYES].locked)
        return socket


@pytest.fixture
def early(host: Host) -> Iterator[Scene]:
    """Seat 1 may show a Mine card at an entrance; seat 0 believes that it is its turn [T19]."""
    yield from scene(host, "wait", "himself")


@pytest.fixture
def behind(host: Host) -> Iterator[Scene]:
    """Seat 0 is about to end its turn; seat 1 may then make nuggets before its roll [T42]."""
    yield from scene(host, "make0", "chance", before=1)


def scene(host: Host, kind: str, who: str, before: int = 0) -> Iterator[Scene]:
    asked = asked_in(HISTORY, SEATS, EYES).items()
    index = next(n for n, question in asked if (question.kind, question.who) == (kind, who))
    found = Scene(host, HISTORY[: index - before])
    found.come(*range(SEATS))
    yield found
    found.leave()


def answered(socket: Socket, said: str) -> Any:
    return socket.until(lambda message: message.get("id") == said)


def kinds(socket: Socket) -> list[str]:
    """What has come over a socket, but for who is present."""
    found = [message.partition('"type":"')[2].partition('"')[0] for message in socket.raw]
    return [kind for kind in found if kind != "Changed"]


def silence(stage: Scene, socket: Socket) -> list[str]:
    """What comes over a socket until something is said aloud."""
    socket.raw.clear()
    stage.sockets[stage.asked].send(type="Say", id="hm", text="hm")
    socket.until(lambda message: message["type"] == "Said")
    return kinds(socket)[:-1]


# A seat that believes to be on turn


def test_an_action_waits_and_is_played_when_the_other_keeps_silent(early: Scene) -> None:
    """[T60]."""
    socket, written = early.hold(), early.written
    assert silence(early, socket) == []
    assert early.written == written
    early.send(early.asked, early.step("wait"))
    assert answered(socket, "mine")["type"] == "Done"
    assert kinds(socket) == ["Said", "News", "Done"]
    assert early.actors(written) == [early.asked, EYES]


def test_it_is_stale_when_the_other_shows_what_he_has(early: Scene) -> None:
    """[T19, T60]."""
    socket, written = early.hold(), early.written
    number = socket.state["number"]
    early.send(early.asked, early.step("mine"))
    refused = answered(socket, "mine")
    assert (refused["type"], refused["reason"]) == ("Refused", "stale")
    assert refused["state"]["number"] > number
    assert [line["key"] for line in socket.told[number]["lines"]] == ["log.opens"]
    assert EYES not in early.actors(written)


def test_sent_again_it_is_played_once_and_answered_each_time(early: Scene) -> None:
    socket, written = early.hold(), early.written
    for _ in range(3):
        early.hold()
    early.send(early.asked, early.step("wait"))
    for _ in range(4):
        assert answered(socket, "mine")["type"] == "Done"
    assert early.actors(written) == [early.asked, EYES]


def test_what_is_asked_for_later_is_answered_later(early: Scene) -> None:
    """An answer that comes before would tell that something waits."""
    number = early.sockets[EYES].state["number"]
    socket = early.hold("first")
    early.hold("second")
    socket.send(type="Undo", id="third", number=number)
    socket.send(type="Act", id="fourth", number=number, action=0)
    assert silence(early, socket) == []
    early.send(early.asked, early.step("wait"))
    answered(socket, "fourth")
    assert kinds(socket) == ["Said", "News", "Done", "Refused", "Refused", "Refused"]
    order = zip(("first", "second", "third", "fourth"), socket.raw[-4:], strict=True)
    assert all(f'"id":"{said}"' in message for said, message in order)


@pytest.mark.parametrize(
    ("wrong", "reason"), [({"action": 100}, "illegal"), ({"number": 3}, "stale")]
)
def test_what_cannot_be_played_anyway_is_refused_at_once(
    early: Scene, wrong: dict[str, int], reason: str
) -> None:
    """Else nobody who is curious would have to risk a move."""
    socket = early.sockets[EYES]
    act = {"number": socket.state["number"], "action": socket.choices()[0], **wrong}
    socket.send(type="Act", id="wrong", **act)
    assert answered(socket, "wrong")["reason"] == reason
    assert not early.waiting()


def test_more_than_enough_is_refused_while_something_waits(early: Scene) -> None:
    socket = early.hold()
    for number in range(MOST_WAITING):
        early.hold(f"{number}")
    assert answered(socket, f"{MOST_WAITING - 1}")["reason"] == "too_fast"
    early.send(early.asked, early.step("wait"))
    assert answered(socket, "mine")["type"] == "Done"
    assert answered(socket, f"{MOST_WAITING - 2}")["reason"] == "stale"


def test_it_is_played_though_the_line_is_cut(early: Scene) -> None:
    socket, number = early.hold(), early.sockets[EYES].state["number"]
    socket.close()
    early.until(lambda: len(early.table.presence.visitors) == SEATS - 1)
    early.come(EYES)
    assert early.sockets[EYES].state["number"] == number
    early.send(early.asked, early.step("wait"))
    early.hold()
    assert answered(early.sockets[EYES], "mine")["type"] == "Done"
    assert early.sockets[EYES].state["number"] == number + 1


def test_another_one_over_a_new_line_comes_too_late(early: Scene) -> None:
    number = early.hold().state["number"]
    early.come(EYES)
    socket = early.hold("other", action=early.sockets[EYES].choices()[-1])
    early.send(early.asked, early.step("wait"))
    assert answered(socket, "other")["reason"] == "stale"
    assert socket.state["number"] == number + 1


def test_a_table_where_something_waits_is_not_put_away(early: Scene) -> None:
    early.hold()
    for socket in early.sockets.values():
        socket.close()
    early.until(lambda: not early.table.presence.visitors)
    assert not early.soon(lambda: early.table.idle)
    early.come(*range(SEATS))
    early.send(early.asked, early.step("wait"))
    early.until(lambda: not early.table.turnstile.queues[EYES].locked())


def test_only_so_much_is_held_for_a_seat_however_often_it_comes_back(
    early: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turnstile, "MOST_WAITING", 4)
    socket = early.hold("0")
    action, number = socket.choices()[0], socket.state["number"]
    for said in range(1, 4):
        socket.close()
        socket = early.socket(EYES)
        socket.send(type="Act", id=f"{said}", number=number, action=action)
        early.until(lambda said=said: early.table.turnstile.queued_up[EYES] == said + 1)  # type: ignore[misc]
    socket.send(type="Act", id="last", number=number, action=action)
    assert answered(socket, "last")["reason"] == "too_fast"
    early.send(early.asked, early.step("wait"))
    early.until(lambda: not early.table.turnstile.queued_up[EYES])


def test_a_server_that_starts_again_holds_it_again(tmp_path: Path) -> None:
    questions = asked_in(HISTORY, SEATS, EYES).items()
    index = next(n for n, question in questions if question.who == "himself")
    with Host(tmp_path / "tables.db", clock) as host:
        stage = Scene(host, HISTORY[:index])
        stage.come(*range(SEATS))
        stage.hold()
    with Host(tmp_path / "tables.db", clock) as host:
        stage.host = host
        stage.table = stage.wait(host.registry.table(stage.sheet.code))
        stage.come(*range(SEATS))
        socket = stage.hold()
        stage.send(stage.asked, int(stage.position.legal()[0]))
        assert answered(socket, "mine")["type"] == "Done"
        stage.leave()


def test_a_table_that_somebody_else_writes_answers_all_who_wait(early: Scene) -> None:
    early.hold()
    early.soon(early.table.give_up)
    early.until(lambda: not early.table.turnstile.queues[EYES].locked())
    early.soon(lambda: setattr(early.table, "stale", False))


# A seat that has acted, and everybody else


def test_nobody_is_told_before_it_is_drawn_what_comes_next(behind: Scene) -> None:
    """A draw that is late would tell that somebody was asked [T42, T60]."""
    number = behind.sockets[EYES].state["number"]
    own = {seat: socket.state["number"] for seat, socket in behind.sockets.items()}
    behind.hold(action=behind.step("keep"))
    behind.until(lambda: behind.play.position.actor != EYES)
    asked = behind.soon(lambda: behind.play.position.actor)
    others = [seat for seat in range(SEATS) if seat != asked]
    for seat in others:
        assert silence(behind, behind.sockets[seat]) == []
        assert behind.peep(seat, 0).state == behind.sockets[seat].state
    assert behind.peep(9, 0).state["number"] == behind.soon(
        lambda: behind.play.transcript(WATCHER).number
    )
    assert behind.peep(asked, 0).state["actor"] == asked
    behind.send(asked, 0)
    socket = behind.sockets[EYES]
    assert answered(socket, "mine")["type"] == "Done"
    assert [line["number"] for line in socket.told[number:]] == [number + 1, number + 2]
    assert behind.peep(others[1], 0).state["number"] == own[others[1]] + 2


def test_whoever_has_acted_is_answered_when_he_is_told(behind: Scene) -> None:
    """Also if he asks again, over the same connection or another one."""
    socket, number = behind.hold(action=behind.step("keep")), behind.sockets[EYES].state["number"]
    behind.until(lambda: behind.play.position.actor != EYES)
    assert silence(behind, socket) == []
    again = behind.socket(EYES, number)
    assert (again.state["number"], again.state["actor"]) == (number, EYES)
    again.send(type="Act", id="mine", number=number, action=behind.step("keep"))
    again.send(type="Act", id="other", number=number, action=again.choices()[-1])
    behind.send(behind.soon(lambda: behind.play.position.actor), 0)
    assert [answered(again, said)["type"] for said in ("mine", "other")] == ["Done", "Refused"]
    assert kinds(again) == ["Welcome", "News", "Done", "Refused"]
    assert answered(socket, "mine")["type"] == "Done"
    again.close()


def test_what_was_taken_back_before_it_was_told_has_never_been(host: Host) -> None:
    """Seat 1 keeps its cards, is asked for a Mine card, and takes that back [T13, T19]."""
    asked = asked_in(HISTORY, SEATS, EYES).items()
    index = next(n for n, question in asked if (question.kind, question.who) == ("wait", "chance"))
    stage = Scene(host, HISTORY[:index])
    stage.come(*range(SEATS))
    socket, mine = stage.sockets[EYES], stage.sockets[stage.asked]
    assert mine.state["undo"]
    assert mine.undo()["type"] == "Done"
    assert (mine.state["actor"], socket.state["actor"]) == (stage.asked, stage.asked)
    assert silence(stage, socket) == []
    assert stage.peep(EYES, 0).told == socket.told
    stage.leave()


# Bots in the place of people who are asked in secret


def test_a_bot_answers_for_one_who_leaves(early: Scene) -> None:
    socket = early.hold()
    early.wait(early.table.change(lambda sheet: seating.leave(sheet, early.player(early.asked))))
    assert answered(socket, "mine")["type"] in ("Done", "Refused")


def paced(host: Host, pace: int, since: int) -> Scene:
    """A secret question at a table where decisions have so many seconds, asked long ago."""
    questions = asked_in(HISTORY, SEATS, EYES).items()
    index = next(n for n, question in questions if question.who == "himself")
    return Scene(host, HISTORY[:index], pace=pace, at=NOW - 1000 * since)


def test_a_bot_answers_for_one_whom_nobody_can_see_to_be_late(host: Host) -> None:
    """One question, and his seat stays his own."""
    stage = paced(host, pace=60, since=61)
    stage.come(*range(SEATS))
    stage.until(lambda: stage.play.position.actor != stage.asked)
    assert not stage.sockets[EYES].table["seats"][stage.asked]["persona"]
    assert stage.soon(lambda: stage.table.bots.hurried) == set()
    stage.leave()


def test_nobody_is_hurried_before_his_time_is_up(host: Host) -> None:
    """Not even if the seat that seems to be on turn is given to a bot."""
    stage = paced(host, pace=60, since=1)
    stage.come(*(seat for seat in range(SEATS) if seat != EYES))
    stage.soon(lambda: stage.table.presence.gone.update({stage.player(EYES): NOW - 61_000}))
    stage.wait(stage.table.stand_in(stage.player(stage.asked), EYES))
    assert stage.soon(lambda: (stage.table.bots.hurried, stage.table.bots.thinking)) == (
        set(),
        None,
    )
    assert stage.soon(lambda: stage.play.position.actor) == stage.asked
    stage.leave()


# Clocks


def clocked(host: Host, since: int) -> Scene:
    """The same where people have clocks."""
    questions = asked_in(HISTORY, SEATS, EYES).items()
    index = next(n for n, one in questions if (one.kind, one.who) == ("wait", "himself"))
    return Scene(host, HISTORY[:index], bank=600, at=NOW - 1000 * since)


def test_no_clock_tells_that_somebody_is_asked_in_secret(host: Host) -> None:
    stage = clocked(host, since=5)
    stage.come(*range(SEATS))
    socket, asked = stage.sockets[EYES], stage.sockets[stage.asked]
    seats = socket.hello()["table"]["seats"]
    assert asked.hello()["table"]["seats"] == seats
    assert [seat["due"] for seat in seats].count(None) == SEATS - 1
    assert seats[stage.asked]["due"] is None
    assert (asked.state["until"], socket.state["until"]) == (NOW - 5000 + SECRET, None)
    silence(stage, socket)
    stage.send(stage.asked, stage.step("wait"))
    stage.until(lambda: stage.play.position.actor != stage.asked)
    asked.send(type="Say", id="ho", text="ho")
    socket.raw.clear()
    socket.until(lambda message: message["type"] == "Said")
    assert len(socket.raw) == 1
    assert socket.hello()["table"]["seats"] == seats, "not even how much time is left"
    stage.leave()


def test_a_bot_answers_in_secret_before_another_clock_has_run_for_long(host: Host) -> None:
    stage = clocked(host, since=21)
    stage.come(*range(SEATS))
    stage.until(lambda: stage.play.position.actor != stage.asked)
    assert not stage.sockets[EYES].hello()["table"]["seats"][stage.asked]["persona"]
    stage.leave()
