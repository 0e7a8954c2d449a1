"""A rated match in a browser: made, explained, played, and what it comes to."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from hosting import Host
from proxy import Proxy
from screens import Screen
from visitors import Visitor, finish

NewScreen = Callable[..., Screen]
PICTURES = Path(__file__).parent.parent.parent / "build" / "pictures"


def good(at: Screen, name: str) -> None:
    at.picture(PICTURES / f"{name}.webp")
    assert not at.troubles()
    assert not at.sideways()


@pytest.fixture
def ways(host: Host, two: tuple[Visitor, Visitor]) -> Iterator[list[str]]:
    """Where each of them finds the server: browsers give sockets no headers of their own."""
    with ExitStack() as open_ones:
        yield [
            open_ones.enter_context(
                Proxy(host.address, says=one.forwarded["X-Forwarded-For"])
            ).address
            for one in two
        ]


@pytest.fixture
def two(host: Host) -> tuple[Visitor, Visitor]:
    """People who keep their names, each at an address of their own."""
    found = Visitor(host.address, "Ada").move("10.7.0.1"), Visitor(host.address, "Bob")
    found[1].move("10.7.0.2")
    for one in found:
        one.ask("PUT", "/me/name", name=one.name)
    return found


def test_a_rated_match_is_made_played_and_shown(
    screen: NewScreen, two: tuple[Visitor, Visitor], ways: list[str]
) -> None:
    ada, bob = two
    at = screen(visitor=ada)
    at.address = ways[0]
    at.open("/games/gold").press("label.public", has_text="Rated match")
    at.see("p", has_text="No bots at rated tables for 3")
    assert at.page.locator("label", has_text="Hints").count() == 0
    at.press("label.number", has_text="2")
    at.page.locator("form select").first.select_option("open")
    at.press("button", has_text="Create table")
    phone = screen(visitor=bob, size="phone", lang="fr", theme="night")
    phone.address = ways[1]
    at.see(".code")
    code = at.page.url.rpartition("/")[2]
    phone.open(f"/table/{code}").press("summary", has_text="Classée")
    phone.see("li", has_text="finit dernier au classement")
    phone.see(".seats li", has_text="1500")
    good(phone, "rated_open-phone")
    assert not phone.too_small()
    phone.press("button", has_text="S’asseoir ici")
    phone.see(".seats li", has_text="Bob")
    at.press("button:not([disabled])", has_text="Start")
    at.see(".plates .strength")
    sockets = [ada.sit(code), bob.sit(code)]
    finish(sockets)
    for socket in sockets:
        socket.close()
    changes = at.see(".end .ratings")
    assert changes.locator("li").count() == 2
    good(at, "rated_end-desk")
    at.open("/figures").see("figcaption", has_text="1 rated match")
    good(at, "rated_figures-desk")
    at.open("/mine").see("li", has_text="rated").locator(".strength")
    phone.open("/figures").see("figcaption", has_text="1 partie classée")
    good(phone, "rated_figures-phone")
    phone.open("/best").see("p", has_text="Personne n’est encore")
