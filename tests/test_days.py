"""Three days for each move: told on every device of whoever is to act, and played on any."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from goldrush.server import herald, notices, people, seating
from goldrush.server.messages import DAY
from hosting import Host
from pushing import Phone, PushService, push_service
from test_clocks import Clock, Duel
from visitors import Visitor

TERMS = {"pace": 3 * DAY, "vacation": 21}


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PushService]:
    with push_service(tmp_path) as found:
        yield found


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(herald, "TICK", 0.02)
    monkeypatch.setattr(notices, "GRACE", 0)
    monkeypatch.setattr(people, "COOKIE_COMES", 0.0)


def second(host: Host, first: Visitor) -> Visitor:
    """Another device of the same person, brought in by a code."""
    first.ask("PUT", "/me/name", name=first.name)
    device = Visitor(host.address, first.name)
    device.ask("POST", "/me/device/sign-in", code=first.ask("POST", "/me/device")["code"])
    return device


def told(service: PushService) -> list[str]:
    return [path.split("/")[2].split("?")[0] for path, _, _ in service.calls]


def test_a_match_by_days_goes_on_from_any_device_and_a_bot_helps_out_when_time_is_up(
    tmp_path: Path, service: PushService
) -> None:
    clock = Clock()
    with Host(tmp_path / "tables.db", clock, roads=service.roads) as host:
        duel = Duel(host, clock, **TERMS)  # it is Bob's turn
        phone = second(host, duel.bob)
        for visitor, name in ((duel.bob, "desk"), (phone, "phone"), (duel.ada, "ada")):
            visitor.ask("PUT", "/notices/devices", **Phone(service, name).subscription)
        duel.leave()  # nobody is told of what they see
        service.until(2)
        assert sorted(told(service)) == ["desk", "phone"], "both of Bob's devices, and nobody else"
        for device in (duel.bob, phone):
            (table,) = device.ask("GET", "/me")["tables"]
            assert (table["code"], table["turn"]) == (duel.code, 1)
        assert duel.seat(1)["due"] == clock() + 3000 * DAY
        clock.forward(2 * DAY)
        socket = phone.sit(duel.code)
        while (turn := socket.state["actor"]) == 1:
            socket.act(socket.choices()[0])
            socket.hello()
        socket.close()
        assert turn == 0
        service.until(3)
        assert told(service)[2:] == ["ada"]
        clock.forward(3 * DAY - 1)
        assert duel.seat(0)["persona"] is None
        clock.forward(3)
        service.until(5)  # a bot has played for Ada, and it is Bob's turn again
        assert sorted(told(service)[3:]) == ["desk", "phone"]
        assert duel.seat(0)["persona"] == seating.STAND_IN
        duel.ada.ask("DELETE", f"/tables/{duel.code}/stand-in")
        assert duel.seat(0)["persona"] is None, "she may come back at any time"
