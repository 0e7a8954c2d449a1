"""A browser and a server for a file of tests, closed before the next file begins."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from goldrush.games import GAMES
from hosting import Host
from matches import random_match
from screens import Screen, chromium
from tour import PLACES, Tour


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    for game in GAMES:
        random_match(game, 2, steps=1)  # what has to be compiled would hold the server up
    with Host(tmp_path_factory.mktemp("server") / "tables.db") as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def screen(
    browser: Browser, host: Host, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Screen]]:
    """Opens browsers for people; in none of them may anything go wrong.

    What they click is settled by the test's name and who came when, so it is the same another time.
    """
    opened: list[Screen] = []

    def new(**more: Any) -> Screen:
        seed = f"{request.node.name} {len(opened)}"
        opened.append(Screen(browser, host.address, seed=seed, **more))
        return opened[-1]

    yield new
    for one in opened:
        one.close()


@pytest.fixture(scope="module")
def tour(host: Host) -> Tour:
    return Tour(host)


@pytest.fixture
def visit(screen: Callable[..., Screen], tour: Tour) -> Callable[..., Screen]:
    """Opens a place, and waits until it is complete."""

    def to(place: str, size: str = "desk", **chosen: Any) -> Screen:
        way, sign = PLACES[place]
        path = way if isinstance(way, str) else way(tour)
        at = screen(size=size, visitor=tour.ada, **chosen).open(path)
        at.page.wait_for_selector(sign, state="attached")
        at.settle()
        return at

    return to
