"""The first minutes in a browser: a guided match by its suggestions, and hints."""

from collections.abc import Callable

import pytest

from goldrush.games import GAMES, game
from goldrush.games.texts import LANGUAGES
from goldrush.server.lessons import lesson
from goldrush.server.play import ADVISER
from goldrush.terminal import words
from hosting import Host
from screens import Screen

NewScreen = Callable[..., Screen]
ADVISED = ".doing [data-advised], .doing .amount .primary"  # what is suggested, as a button


def learn(screen: Screen, name: str) -> None:
    screen.open(f"/games/{name}").press("button.learn")
    screen.see(".table .guide")


def press_advised(screen: Screen) -> None:
    button = screen.page.locator(ADVISED).first
    screen.rest()
    button.evaluate("one => one.closest('details')?.setAttribute('open', '')")
    button.click()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_whoever_follows_the_guide_is_told_everything(
    screen: NewScreen, name: str, size: str
) -> None:
    """In the other language on a phone; no suggestion is hidden, and nothing sticks out."""
    lang = [*LANGUAGES][size == "phone"]
    texts = words.texts(lang, name)
    ada = screen(size=size, lang=lang)
    learn(ada, name)
    for step in lesson(name).step:
        told = " ".join(ada.see(f".guide[data-tell={step.tell}]").inner_text().split())
        assert " ".join(texts(f"learn.{step.tell}").split()) in told  # spaces may be unbreakable
        assert step.rule in told
        ada.settle()
        assert not ada.sideways()
        assert not ada.too_small(".board" if size == "desk" else "")  # a mouse is finer
        if step.play:
            press_advised(ada)
    assert not ada.page.locator(".doing [data-advised]").count()
    assert not ada.troubles()


def test_the_guide_opens_the_rules_at_its_paragraph(screen: NewScreen) -> None:
    ada = screen()
    learn(ada, "gold")
    ada.press(".guide button")
    assert ada.see("dialog .here, dialog [aria-current]").inner_text()


def test_a_hint_marks_what_a_strong_player_would_do(host: Host, screen: NewScreen) -> None:
    host.registry.services.thinkers.prepare(game("oh_my_gold"), ADVISER)
    ada = screen()
    ada.open("/games/oh_my_gold")
    ada.page.wait_for_selector("select option[value=zoe]", state="attached")
    ada.press("button.big")
    ada.asked()
    ada.press(".prompt .lantern")
    advice = ada.see(".guide .advice").inner_text()
    marked = ada.page.locator(".doing [data-advised]").first.inner_text()
    assert (
        marked.removeprefix("★").strip().splitlines()[0] in advice
    )  # what else it says is beside it
    assert not ada.troubles()


def test_at_the_end_of_the_guide_a_hint_is_still_to_be_had(host: Host, screen: NewScreen) -> None:
    host.registry.services.thinkers.prepare(game("gold"), ADVISER)
    ada = screen()
    learn(ada, "gold")
    for step in lesson("gold").step:
        ada.see(f".guide[data-tell={step.tell}]")
        if step.play:
            press_advised(ada)
    assert ada.see(".guide").get_attribute("data-tell") == "free"
    ada.press(".prompt .lantern")
    assert ada.see(".guide .advice").inner_text()


def test_where_a_table_wants_no_hints_there_is_no_button_for_them(screen: NewScreen) -> None:
    ada = screen()
    ada.open("/games/oh_my_gold")
    ada.page.wait_for_selector("select option[value=zoe]", state="attached")
    ada.page.uncheck(".hints input")
    ada.press("button.big")
    ada.asked()
    assert not ada.page.locator(".prompt .lantern").count()
