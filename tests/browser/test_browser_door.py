"""The ways into a game in a browser: against bots, with friends, guided."""

from collections.abc import Callable

import pytest

from goldrush.bots.personas import LADDER
from goldrush.games import GAMES
from samples import SAMPLES
from screens import Screen
from tour import Tour

NewScreen = Callable[..., Screen]
SHARED = "window.shared = []; navigator.share = async (what) => void window.shared.push(what);"


def card(game: str) -> str:
    return f".covers li:has(a[href='/games/{game}'])"


@pytest.mark.parametrize("game", GAMES)
def test_one_click_begins_a_match_against_bots(screen: NewScreen, game: str) -> None:
    ada = screen().open("/")
    ada.press(f"{card(game)} .bots")
    ada.see(".table .prompt")
    assert ada.page.locator(".plates li").count() == 3


def test_one_click_makes_a_table_for_friends_who_begin_when_they_are_enough(
    screen: NewScreen,
) -> None:
    ada, bob = screen(), screen(size="phone", lang="fr", name="Bob")
    ada.page.add_init_script(SHARED)
    ada.open("/").press(f"{card('gold')} .friends")
    link = ada.see(".invite .address").inner_text()
    assert link.startswith(ada.address)
    assert link.endswith(ada.see(".invite .code").inner_text())
    assert ada.see(".invite svg[role=img]").get_attribute("aria-label")
    assert not ada.troubles()
    ada.press(".invite .share")
    assert ada.page.evaluate("window.shared.map(({ url }) => url)") == [link]
    assert ada.page.locator(".end .primary:disabled").count() == 1
    bob.open(link.removeprefix(bob.address))
    assert bob.page.locator(".invite .share").count() == 0  # a browser without such a sheet
    assert not bob.sideways()
    bob.press("li button.primary")
    ada.see(".end .primary:enabled:has-text('2 players')").click()
    for one in (ada, bob):
        one.see(".table .prompt")
        assert one.page.locator(".plates li").count() == 2


def test_a_page_of_a_game_says_with_what_it_begins_and_offers_the_plain_rules(
    screen: NewScreen,
) -> None:
    ada = screen().open("/games/oh_my_gold")
    assert "Old sea wolves" in ada.see(".begins").inner_text()
    for way, options in ((".door .bots", "on"), (".begins button", "off")):
        with ada.page.expect_response("**/api/tables") as made:
            ada.press(way)
        assert made.value.json()["table"]["options"]["steal"] == options
        ada.see(".table .prompt")
        ada.open("/games/oh_my_gold")
    ada.open("/games/gold").see(".door .friends")
    assert ada.page.locator(".begins").count() == 0


def test_learning_is_a_click_from_the_first_page(screen: NewScreen) -> None:
    ada = screen().open("/")
    ada.press(f"{card('gold')} .learn")
    ada.see(".table .prompt")
    assert ada.page.locator("[data-advised]").count()


def test_own_tables_are_on_the_first_page_until_one_hides_them(
    screen: NewScreen, tour: Tour
) -> None:
    waiting = tour.table("gold", SAMPLES["gold"].middle)
    tour.open_table()
    ada = screen(visitor=tour.ada, size="phone").open("/")
    rows = ada.page.locator(".own li")
    ada.see(".own li.waits:has-text('Your turn')")
    assert waiting in str(rows.first.locator("a").get_attribute("href"))
    assert not ada.too_small()
    assert not ada.sideways()
    assert not ada.troubles()
    before = rows.count()
    ada.press(".own li:first-child .hide")
    ada.until(lambda: rows.count() == before - 1, "hidden")
    ada.open("/").see(".own li")
    assert rows.count() == before - 1
    assert waiting not in str(ada.see(".resume").get_attribute("href"))
    ada.press("button:has-text('Show all')")
    ada.press("button:has-text('Show again')")
    ada.see(f".own li:not(.away) a[href='{waiting}']")
    ada.press(".own li:first-child .hide")
    ada.press(".undo button")
    ada.until(lambda: rows.count() == before, "shown again")


def test_bots_have_stars_where_they_are_chosen_where_they_sit_and_on_their_page(
    screen: NewScreen,
) -> None:
    ada = screen(size="phone").open("/games/gold")
    maud = ada.page.locator("option[value=maud]").first
    maud.wait_for(state="attached")
    assert maud.inner_text() == "Maud ★★★★★ expert"
    ada.press(".door .friends")
    ada.press(".seats li button")
    ada.see(".seats .stars[aria-label*='casual']")
    ada.press(".end .primary:enabled")
    ada.see(".plates .stars[aria-label='2 of 5 stars, casual']")
    ada.open("/bots")
    assert "±" in ada.see("tbody td").inner_text()
    assert ada.page.locator(".people svg").count() == len(LADDER)
    assert not ada.jumps()
