"""Who wants to be reminded of the day's challenge is told once, at their hour, unless they play."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from goldrush.server import challenge, daily, herald, notices
from hosting import Host
from pushing import Phone, PushService, push_service
from test_daily import SHORT, TODAY, Clock, begin
from visitors import Visitor

HOUR = 3_600_000
MIDNIGHT = challenge.end_of(TODAY) - 24 * HOUR  # of UTC; Paris is an hour ahead
WISHES = {
    "challenge": True,
    "often": "never",
    "hour": 18,
    "zone": "Europe/Paris",
    "quiet": [17 * 60, 18 * 60 + 30],
    "lang": "fr",
}


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PushService]:
    with push_service(tmp_path) as found:
        yield found


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(herald, "TICK", 0.02)
    monkeypatch.setattr(notices, "GRACE", 0)
    monkeypatch.setattr(daily, "SOON", 0.02)
    monkeypatch.setattr(daily, "challenge", lambda day: SHORT)


def person(server: Host, phone: Phone, name: str, **wishes: object) -> Visitor:
    visitor = Visitor(server.address, name)
    visitor.ask("PUT", "/notices", **{**WISHES, **wishes})
    visitor.ask("PUT", "/notices/devices", **phone.subscription)
    return visitor


def told(service: PushService) -> list[str]:
    """Who has been told something, in alphabetical order, after a while in which more could be."""
    time.sleep(0.3)
    return sorted(path.split("/")[2].split("?")[0] for path, _, _ in service.calls)


def test_whoever_wants_it_and_has_not_begun_is_reminded_once_a_day_when_it_is_not_quiet(
    tmp_path: Path, service: PushService
) -> None:
    clock, data = Clock(), tmp_path / "tables.db"
    with Host(data, clock=clock, roads=service.roads) as server:
        phones = {name: Phone(service, name) for name in ("Ada", "Bob", "Cy", "Dan")}
        person(server, phones["Ada"], "Ada")
        bob = person(server, phones["Bob"], "Bob")
        person(server, phones["Cy"], "Cy", challenge=False)
        person(server, phones["Dan"], "Dan", hour=19, quiet=None)
        clock.now = MIDNIGHT + 17 * HOUR + HOUR // 4
        assert told(service) == [], "it is 18:15 in Paris, which is quiet"
        begin(bob)
        clock.now = MIDNIGHT + 17 * HOUR + HOUR // 2
        service.until(1)
        assert told(service) == ["Ada"]
        assert phones["Ada"].opened(service.calls[0][2]) == {
            "title": "Le défi du jour vous attend",
            "body": "GOLD",
            "path": "/daily",
            "tag": "daily",
        }
    with Host(data, clock=clock, roads=service.roads) as server:
        clock.now = MIDNIGHT + 18 * HOUR
        service.until(2)
        assert told(service) == ["Ada", "Dan"], "nor again after a restart, nor who had begun"
        clock.now += 24 * HOUR
        service.until(5)
        assert told(service) == ["Ada", "Ada", "Bob", "Dan", "Dan"]


def test_whoever_began_before_a_restart_is_not_reminded_by_the_next_server(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when others ask for the challenge before it was looked who has begun it."""
    clock, data = Clock(), tmp_path / "tables.db"
    with Host(data, clock=clock, roads=service.roads) as server:
        begin(person(server, Phone(service), "Bob"))
    monkeypatch.setattr(daily, "SOON", 3600)
    clock.now = MIDNIGHT + 19 * HOUR
    with Host(data, clock=clock, roads=service.roads) as server:
        Visitor(server.address, "Eve").ask("GET", "/daily/")
        assert told(service) == []
