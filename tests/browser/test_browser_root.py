"""The web app below a path, behind a proxy that takes the path away."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from hosting import Host
from proxy import Proxy
from screens import Screen
from tour import PLACES
from visitors import Visitor

ROOT = "/our/gold"
REPLAY = PLACES["replay_gold"][1]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("root") / "tables.db", root=ROOT) as found:
        yield found


@pytest.fixture
def shown(browser: Browser, host: Host) -> Iterator[Screen]:
    """Nothing may be asked for that is not below the path."""
    with Proxy(host.address, ROOT, strips=True) as proxy:
        screen = Screen(browser, proxy.address, seed="below")
        yield screen
        screen.close()


def path(screen: Screen) -> str:
    return str(screen.page.evaluate("location.pathname"))


def test_pages_lead_to_each_other_below_the_path(shown: Screen) -> None:
    shown.open("/")
    shown.press("nav a >> nth=0")
    shown.see("nav .button")
    assert path(shown) == f"{ROOT}/rules"
    shown.press("main nav .button >> nth=0")
    shown.see(".book h1")
    assert path(shown).startswith(f"{ROOT}/rules/")
    shown.page.go_back()
    shown.press(".brand")
    shown.see(".cover")
    assert path(shown) == f"{ROOT}/"
    shown.press("h2 a >> nth=0")
    shown.see("main h1")
    assert path(shown).startswith(f"{ROOT}/games/")
    shown.page.reload()
    shown.see("main h1")
    shown.settle()


def test_a_table_is_shared_and_played_below_the_path(shown: Screen) -> None:
    shown.open("/")
    ada = Visitor(shown.address)
    (cookie,) = shown.context.cookies()
    assert cookie["path"] == ROOT
    ada.http.cookies.set(cookie["name"], cookie["value"])
    code = ada.create("gold", None, None)
    shown.open(f"/table/{code}")
    assert shown.see(".address").inner_text() == f"{shown.address}/table/{code}"
    ada.ask("PUT", f"/tables/{code}/seats/1/persona", persona="zoe")
    ada.start(code)
    for _ in range(3):
        asked = shown.asked()
        shown.click(asked)
        shown.next(asked["number"])


def test_a_match_that_is_over_is_seen_again_below_the_path(shown: Screen) -> None:
    ada = Visitor(shown.address)
    code = ada.create("gold", None, "zoe")
    ada.start(code)
    line = ada.sit(code)
    line.play_on(lambda _: False)
    line.close()
    shown.open(f"/table/{code}")
    shown.press(".end a.button >> nth=0")
    shown.see(REPLAY)
    assert path(shown).startswith(f"{ROOT}/replay/gold.")
    shown.page.reload()
    shown.see(REPLAY)
