"""A tour of all pages, for tests in a browser."""

from collections.abc import Callable
from typing import Any

import pytest

from hosting import Host
from screens import Screen
from tour import PLACES, Tour


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
