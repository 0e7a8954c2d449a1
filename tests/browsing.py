"""A browser and a server for a file of tests, closed before the next file begins.

Tests of all games use them, and tests of one game in its folder; others do not load a browser.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from goldrush.games import GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from hosting import Host
    from screens import Screen


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Host]":
    from hosting import Host
    from matches import random_match

    for game in GAMES:
        random_match(game, 2, steps=1)  # what has to be compiled would hold the server up
    with Host(tmp_path_factory.mktemp("server") / "tables.db") as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    from screens import chromium

    with chromium() as found:
        yield found


@pytest.fixture
def screen(
    browser: "Browser", host: "Host", request: pytest.FixtureRequest
) -> "Iterator[Callable[..., Screen]]":
    """Opens browsers for people; in none of them may anything go wrong.

    What they click is settled by the test's name and who came when, so it is the same another time.
    """
    from screens import Screen

    opened: list[Screen] = []

    def new(**more: Any) -> Screen:
        seed = f"{request.node.name} {len(opened)}"
        opened.append(Screen(browser, host.address, seed=seed, **more))
        return opened[-1]

    yield new
    for one in opened:
        one.close()
