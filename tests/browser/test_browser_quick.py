"""Quick match in two browsers: found from another page, after loading it anew, and played."""

from collections.abc import Callable
from pathlib import Path

from screens import Screen

NewScreen = Callable[..., Screen]
PICTURES = Path(__file__).parent.parent.parent / "build" / "pictures"


def test_two_people_find_each_other(screen: NewScreen) -> None:
    at, phone = screen(), screen(size="phone", lang="fr", theme="night", name="Bob")
    at.open("/games/gold").press("summary", has_text="How many")
    at.page.locator(".quick label", has_text="3").click()
    at.page.locator(".quick label", has_text="4").click()
    at.press(".quick button", has_text="Find players")
    at.see(".bar [role=status]", has_text="Looking for players: GOLD")
    at.open("/settings").see(".bar [role=status]", has_text="0 others")
    phone.open("/").press(".quick summary")
    phone.page.locator(".quick select").select_option("gold_river")
    phone.page.locator(".quick button").press("Enter")
    phone.see(".bar [role=status]", has_text="Recherche de joueurs")
    at.picture(PICTURES / "quick-desk.webp")
    phone.picture(PICTURES / "quick-phone.webp")
    for one in (at, phone):
        assert not one.troubles()
        assert not one.sideways()
    assert not phone.too_small()
    phone.press(".bar button", has_text="Arrêter")
    phone.page.locator(".quick select").select_option("gold")
    phone.press(".quick button", has_text="Trouver")
    for one in (at, phone):
        one.see(".table .plates")
    assert at.page.url == phone.page.url
    assert at.page.locator(".bar button").count() == 0
