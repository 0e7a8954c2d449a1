"""Whose turn it is, told on every page, and how people want to be told who are elsewhere."""

from collections.abc import Callable

from hosting import Host
from screens import Screen
from visitors import Visitor

HEAD = "[document.title, document.querySelector('link[rel=icon]').getAttribute('href')]"


def waits_for(seat: int, code: str, people: list[Visitor]) -> None:
    """Plays at a table until it waits for a seat."""
    while (turn := people[0].ask("GET", "/me")["tables"][0]["turn"]) != seat:
        socket = people[turn].sit(code)
        socket.act(socket.choices()[0])
        socket.close()


def test_every_page_says_at_how_many_tables_it_is_ones_turn(
    host: Host, screen: Callable[..., Screen]
) -> None:
    people = [Visitor(host.address, name) for name in ("Ada", "Bob")]
    code = people[0].create("gold", None, None)
    people[1].join(code)
    people[0].start(code)
    waits_for(1, code, people)
    ada = screen(visitor=people[0]).open("/")
    ada.see(".own .standing", has_text="Bob's turn")

    def head() -> tuple[str, str]:
        title, icon = ada.page.evaluate(HEAD)
        return title, icon.partition(",")[0]

    assert head()[0] == "Goldrush"
    waits_for(0, code, people)
    ada.until(lambda: head() == ("(1) Goldrush", "data:image/svg+xml"), "said in the tab")
    ada.see("header .count", has_text="1")
    ada.see(".own .waits")
    ada.press("nav a[href='/settings']")
    ada.until(lambda: head()[0].startswith("(1) Settings"), "said on every page")
    ada.settle()
    assert ada.troubles() == []
    waits_for(1, code, people)
    ada.until(lambda: head() == ("Settings · Goldrush", "/icon.svg"), "taken back")


def test_how_one_is_told_is_chosen_on_the_settings_and_at_the_table(
    host: Host, screen: Callable[..., Screen]
) -> None:
    people = [Visitor(host.address, name) for name in ("Ada", "Bob")]
    code = people[0].create("gold", None, None)
    people[1].join(code)
    people[0].start(code)
    ada = screen(visitor=people[0], size="phone", workers=True)
    ada.context.grant_permissions(["notifications"])
    ada.open("/settings")
    ada.press("#notices button", has_text="Turn on notifications")
    ada.see("#notices [role=status]", has_text="On while a page of Goldrush is open")
    ada.see("#notices [role=alert]", has_text="push service")  # which tests do not have
    ada.wrong = [said for said in ada.wrong if "incognito" not in said]
    ada.press("#notices label", has_text="Once a day")
    ada.until(
        lambda: people[0].ask("GET", "/notices")["wishes"]["often"] == "daily", "kept by the server"
    )
    ada.settle()
    assert (ada.troubles(), ada.sideways(), ada.too_small()) == ([], [], [])
    ada.open(f"/table/{code}")
    ada.press(".talk .foot button", has_text="Notifications")
    ada.press("dialog label", has_text="Never")
    path = f"/tables/{code}/notices"
    ada.until(lambda: people[0].ask("GET", path)["often"] == "never", "kept for the table")
    assert (ada.troubles(), ada.sideways(), ada.too_small()) == ([], [], [])
