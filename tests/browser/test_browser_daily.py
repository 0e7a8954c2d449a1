"""The challenge of the day in a browser: found, begun, over, and its table on the next day."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from goldrush.server import daily
from hosting import Host
from screens import Screen
from test_daily import SHORT, Clock
from visitors import Visitor

NewScreen = Callable[..., Screen]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def day(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    """A server whose day a test may end."""
    monkeypatch.setattr(daily, "challenge", lambda day: SHORT)
    with Host(tmp_path / "tables.db", clock=clock) as found:
        yield found


def test_one_try_today_and_the_table_tomorrow(screen: NewScreen, day: Host, clock: Clock) -> None:
    ada, cy = Visitor(day.address, "Ada"), Visitor(day.address, "Cy")
    ada.ask("GET", "/me")  # so that she is somebody
    cy.ask("POST", "/daily/", name="Cy")
    at = screen(size="phone")
    at.address = day.address
    name, value = next(iter(ada.http.cookies.items()))
    at.context.add_cookies([{"name": name, "value": value, "url": day.address}])
    at.open("/").see("section", has_text="GOLD against Odile and Felix.")
    at.press("a", has_text="To the challenge")
    at.see(".today", has_text="1 person has begun.")
    assert not at.troubles()
    at.page.fill(".today input", "Ada L")
    at.press("button", has_text="Begin my one try")
    at.see(".table .prompt")
    assert at.page.get_by_role("button", name="Leave").count() == 0
    socket = ada.sit(ada.ask("GET", "/daily/")["code"])
    socket.play_on(lambda _: False)
    socket.close()
    at.see(".end", has_text="What was drawn is told when the day is over")
    assert at.page.locator(".end a[href^='/replay']").count() == 0
    at.press(".end a", has_text="Challenge of the day")
    at.see(".today [role=status]", has_text="You came in place")
    clock.tomorrow()
    day.soon(day.registry.services.ended.set)
    at.open("/daily").see("tr.mine", has_text="Ada L")
    at.see("p", has_text="1 of 2 matches ended in time.")
    at.see(".streak", has_text="1 day in a row.")
    assert not at.troubles()
    assert not at.sideways()
    assert not at.too_small()
