"""The host's page in a browser: behind its key, with all that is done there; off without one."""

from collections.abc import Callable, Iterator

import pytest

from hosting import Host
from matches import random_match
from screens import Screen
from test_admin import ADMIN
from visitors import Visitor

NewScreen = Callable[..., Screen]
PLACES = ("load", "people", "reports", "words", "kept", "tables")


@pytest.fixture
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server for each test: all sign in from one address, which may try so often only."""
    random_match("gold", 2, steps=1)  # what has to be compiled would hold the server up
    with Host(tmp_path_factory.mktemp("admin") / "tables.db", admin_key=ADMIN) as found:
        yield found


def playing(host: Host, rival: str = "Bob") -> tuple[str, Visitor, Visitor]:
    """A table at which Ada and Bob play, and Bob has said something."""
    ada, bob = Visitor(host.address, "Ada"), Visitor(host.address, rival)
    code = ada.create("gold", None, None, public=True)
    bob.join(code)
    ada.start(code)
    socket = bob.sit(code)
    for number, text in enumerate(("hello", "you rat")):
        socket.send(type="Say", id=f"{number}", text=text)
        socket.until(lambda one: one["type"] == "Done")
    socket.close()
    return code, ada, bob


def sign_in(at: Screen, key: str, button: str) -> None:
    at.page.fill("input[type=password]", key)
    at.press("button", has_text=button)


def agreeing(at: Screen) -> Screen:
    """Says yes whenever it is asked whether it is sure."""
    at.page.on("dialog", lambda dialog: dialog.accept())
    return at


@pytest.mark.parametrize(("size", "lang"), [("desk", "en"), ("phone", "fr")])
def test_every_part_of_the_page_is_good_for_everybody(
    screen: NewScreen, host: Host, size: str, lang: str
) -> None:
    playing(host)
    at = screen(size=size, lang=lang).open("/admin")
    button = {"en": "Sign in", "fr": "Se connecter"}[lang]
    sign_in(at, "not the key at all", button)
    at.see("[role=alert]")
    at.wrong.clear()  # the browser notes that the server said no
    at.light("dark" if size == "phone" else "light")
    assert not at.troubles()
    sign_in(at, ADMIN, button)
    at.see("li code")
    for place in PLACES:
        at.press(f"nav a[href='#{place}']")
        at.see({"load": "dl dd", "kept": ".acts li", "words": "textarea"}.get(place, "main li"))
        at.settle()
        assert not at.troubles(), place
        if size == "phone":
            assert not at.sideways(), place
            assert not at.too_small(), place


def test_a_message_is_reported_removed_and_its_writer_blocked(
    screen: NewScreen, host: Host
) -> None:
    code, ada, bob = playing(host)
    hers = screen(visitor=ada, size="phone").open(f"/table/{code}")
    hers.press("#tab-chat")
    hers.press("button", has_text="Report a message")
    hers.press("dialog label", has_text="you rat")
    assert not hers.troubles()
    assert not hers.too_small()
    hers.press("dialog button.primary", has_text="Report")
    hers.see("dialog [role=status]", has_text="Reported")
    hers.page.keyboard.press("Escape")
    at = agreeing(screen()).open("/admin")
    sign_in(at, ADMIN, "Sign in")
    at.press("nav a[href='#reports']")
    at.see("mark", has_text="you rat")
    at.press("button", has_text="Remove and block")
    at.see("[role=status]", has_text="Message removed, person blocked")
    hers.page.wait_for_selector(".said p:has-text('you rat')", state="detached")
    hers.see(".said p", has_text="hello")
    his = screen(visitor=bob, name="Bob").open(f"/table/{code}")
    his.press("#tab-chat")
    his.page.fill(".chat input", "again")
    his.page.press(".chat input", "Enter")
    his.see("[role=alert], .refusal, .complaint", has_text="has blocked you")


def test_people_words_and_tables_are_seen_to(screen: NewScreen, host: Host) -> None:
    code, ada, _ = playing(host, "Bertrand")
    hers = screen(visitor=ada).open(f"/table/{code}")
    hers.see(".plates", has_text="Bertrand")
    at = agreeing(screen()).open("/admin#people")
    sign_in(at, ADMIN, "Sign in")
    at.page.fill("input[type=search]", "BÉRTR")
    at.press("button", has_text="Find")
    at.press("li button", has_text="Rename")
    at.page.fill("li input", "Robert")
    at.press("li button.primary", has_text="Rename")
    at.see("li b", has_text="Robert")
    hers.see(".plates", has_text="Robert")
    at.press("li button", has_text="Block")
    at.press("li button", has_text="Unblock")
    at.see("li button", has_text="Block")
    at.press("nav a[href='#words']")
    at.page.fill("textarea", "Wèasel\n\nweasel")
    at.press("button", has_text="Save")
    at.see("[role=status]", has_text="Saved: 1 word.")
    at.press("nav a[href='#tables']")
    at.press(f"li:has-text('{code}') button", has_text="Close")
    at.see("[role=status]", has_text=f"Table {code} is closed.")
    hers.see("h1", has_text=code)
    hers.see("a.button")
    at.press("nav a[href='#kept']")
    for what in ("Table closed", "Word list changed", "Person renamed", "Signed in"):
        at.see(".acts li", has_text=what)
    at.press("button", has_text="Sign out")
    at.see("input[type=password]")
    at.open("/admin").see("input[type=password]")
    at.wrong.clear()
    hers.wrong.clear()  # the browser notes that the table is gone


def test_without_a_key_nothing_speaks_of_it(
    screen: NewScreen, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host.registry.services.house, "hears", False)
    code, ada, _ = playing(host)
    at = screen(visitor=ada).open(f"/table/{code}")
    at.press("#tab-chat")
    at.see(".said p", has_text="you rat")
    assert at.page.locator("button", has_text="Report a message").count() == 0
    nothing = {"reason": "not_found", "detail": "Not Found"}
    at.context.route("**/api/admin/**", lambda route: route.fulfill(status=404, json=nothing))
    at.open("/admin").see("a.button.primary")
    assert at.page.locator("input[type=password]").count() == 0
    at.open("/privacy").see("form")
    assert at.page.locator("h2", has_text="Reports").count() == 0
    at.wrong.clear()  # the browser notes that there is nothing
