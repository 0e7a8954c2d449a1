"""Every page and every table in a browser: for everybody, at both sizes, in both lights."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Route

from goldrush.games import GAMES
from goldrush.games.texts import LANGUAGES
from goldrush.server.pages import built
from goldrush.server.store import Change
from hosting import STARTING, Host
from matches import random_match
from samples import SAMPLES, SHORT
from screens import SIZES, Screen
from stage import sheet_of
from tour import PLACES, Tour

LIGHTS: dict[str, Literal["light", "dark"]] = {"desk": "light", "phone": "dark"}
PICTURES = Path(__file__).parent.parent.parent / "build" / "pictures"
NewScreen = Callable[..., Screen]
BURST = """() => [...document.querySelectorAll('.plates li')]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"""  # too narrow


@pytest.fixture
def pictures(request: pytest.FixtureRequest) -> Path:
    """Where pictures are kept."""
    found: Path = request.config.getoption("--pictures") or PICTURES
    return found


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("size", SIZES)
def test_a_place_is_good_for_everybody(
    visit: Callable[..., Screen], pictures: Path, place: str, size: str
) -> None:
    at = visit(place, size)
    at.picture(pictures / f"{place}-{size}.webp")
    if size == "phone":
        assert not at.sideways()
        assert not at.too_small()
    at.light(LIGHTS[size])
    assert not at.troubles()
    if place in ("no_table", "no_replay"):
        at.wrong.clear()  # the browser notes that the server said no


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "height"), [(740, 360), (932, 430)], ids=["small", "large"])
def test_on_a_phone_in_landscape_the_board_is_beside_the_buttons(
    visit: Callable[..., Screen], game: str, width: int, height: int
) -> None:
    at = visit(f"table_{game}", "phone", lang="fr")
    at.page.set_viewport_size({"width": width, "height": height})
    at.settle()
    drawn, board, doing, talk, foot = (
        at.see(part).bounding_box()
        for part in (".scene svg[role], .duel", ".board", ".doing", ".talk", ".foot")
    )
    assert drawn
    assert board
    assert doing
    assert talk
    assert foot
    assert drawn["height"] > 200
    assert board["x"] + board["width"] <= doing["x"]
    assert doing["y"] + 44 <= height
    assert foot["y"] + foot["height"] <= talk["y"] + talk["height"] + 1
    assert not at.page.evaluate(BURST)
    assert not at.sideways()
    assert not at.troubles()


@pytest.mark.parametrize("game", SHORT)
def test_a_phone_shows_the_board_and_what_to_do_at_once(
    visit: Callable[..., Screen], game: str
) -> None:
    at = visit(f"table_{game}", "phone")
    parts = (".board svg[role=group]", ".prompt", ".doing")
    board, dock, doing = (at.page.locator(part).bounding_box() for part in parts)
    assert board
    assert dock
    assert doing
    seen = min(board["y"] + board["height"], dock["y"]) - max(board["y"], 0)
    assert seen > 0.8 * board["height"]
    assert doing["y"] < SIZES["phone"][1] - (0 if game == "gold" else 44)
    assert not at.sideways()


def test_the_first_page_leads_back_to_the_table(visit: Callable[..., Screen], tour: Tour) -> None:
    tour.table("gold", SAMPLES["gold"].middle)
    at = visit("home", "phone")
    way = at.see(".resume").bounding_box()
    assert way
    assert way["y"] + way["height"] < SIZES["phone"][1]
    assert not at.jumps()
    at.press(".resume")
    at.see(".table .prompt, .invite")


def test_sheets_over_a_table_are_good_for_everybody(visit: Callable[..., Screen]) -> None:
    at = visit("table_gold", "phone")
    for opener, sign in ((".prompt .book", "dialog li.here"), (".foot .plain", "dialog dl")):
        at.press(opener)
        at.see(sign)
        at.settle()
        assert not at.too_small()
        assert not at.troubles()
        at.page.keyboard.press("Escape")
        at.page.wait_for_selector("dialog", state="detached")


def test_a_server_that_is_gone_is_told_and_looked_for(visit: Callable[..., Screen]) -> None:
    at = visit("home")
    at.context.route("**/api/**", lambda route: route.abort())
    at.press("h2 a[href='/games/gold']")
    at.see("h1:has-text('does not answer')")
    assert not at.troubles()
    at.context.unroute("**/api/**")
    at.see("button.big")
    at.wrong.clear()  # the browser notes what was cut


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_table_by_rules_of_later_says_who_must_do_what(
    host: Host, screen: NewScreen, lang: str
) -> None:
    sheet = sheet_of(f"MATER{lang[0].upper()}", "golden_town", 2)
    sheet.version += 1
    work = host.store.write(Change(sheet.code, sheet, 0, ()))
    asyncio.run_coroutine_threadsafe(work, host.loop).result(STARTING)
    at = screen(lang=lang, size="phone").open(f"/table/{sheet.code}")
    told = at.see("main p").inner_text()
    for word in ("Golden-Town", f"version {sheet.version}", f"{sheet.version - 1}", "Goldrush"):
        assert word in told
    assert not at.sideways()
    assert not at.troubles()
    at.wrong.clear()  # the browser notes that the server said no


def test_an_option_for_two_is_offered_to_two(screen: NewScreen) -> None:
    at = screen().open("/games/golden_town")
    rematch = "input[name=option-rematch]"
    for seats, offered in ((2, 2), (3, 0), (2, 2)):
        at.page.check(f"input[name=count][value='{seats}']")
        at.until(lambda n=offered: at.page.locator(rematch).count() == n, f"{offered} ways")  # type: ignore[misc]


def test_a_table_is_found_at_the_address_that_a_terminal_has(screen: NewScreen, tour: Tour) -> None:
    path = tour.table("gold", SAMPLES["gold"].middle)
    at = screen(visitor=tour.ada).open(path.replace("/table/", "/t/"))
    at.see(".table svg")
    assert at.page.locator("header.slim").count() == 1


def test_whoever_leaves_before_a_table_has_answered_keeps_no_line_to_it(
    screen: NewScreen, tour: Tour
) -> None:
    path = tour.table("gold", SAMPLES["gold"].middle)
    at = screen().open("/")
    held: list[Route] = []
    lines: list[str] = []

    def hold(route: Route) -> None:
        held.append(route)

    at.page.route("**/api/tables/*", hold)
    at.page.on("websocket", lambda line: lines.append(line.url))
    at.page.fill("form input", path.removeprefix("/table/"))
    at.press("form button")
    at.until(lambda: bool(held), "a table is asked for")
    at.press("a.brand")
    at.see(".covers")
    with at.page.expect_response("**/api/tables/*"):
        held[0].continue_()
    at.settle()
    assert not [line for line in lines if "/tables/" in line]


def test_a_link_to_a_step_shows_that_step_and_every_other(screen: NewScreen) -> None:
    match = random_match("gold", 3, seed=5)
    decisions = sum(actor >= 0 for actor, _ in match.history)
    at = screen().open(f"/replay/{match.link()}#7")
    step = at.see(".controls .figures")
    assert step.inner_text() == f"Move 7 of {decisions}"
    seven = at.log
    at.press("button[aria-label='Next move']")
    assert step.inner_text().startswith("Move 8 ")
    at.page.keyboard.press("Tab")
    at.page.evaluate("document.activeElement.blur()")
    at.page.keyboard.press("ArrowLeft")
    assert at.log == seven
    at.press("button[aria-label='Go to the end']")
    at.see("section:has-text('win')")
    assert step.inner_text() == f"Move {decisions} of {decisions}"
    at.page.select_option("select[aria-label='View as']", "1")
    at.page.fill("input[type=range]", "7")
    assert step.inner_text() == f"Move 7 of {decisions}"


def test_home_and_tables_load_little(visit: Callable[..., Screen]) -> None:
    for place, most in {"home": 60_000, **{f"table_{game}": 120_000 for game in GAMES}}.items():
        at = visit(place)
        names = {url.removeprefix(f"{at.address}/") for url in at.requests}
        scripts = [file for name, file in built().items() if name in names and name.endswith(".js")]
        assert scripts
        assert sum(len(file.packed or file.body) for file in scripts) < most
