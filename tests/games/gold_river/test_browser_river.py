"""Gold River's table in a browser: a large map, its mouth at the bottom, that explains itself."""

import itertools
from collections.abc import Callable

import pytest

from games.golden_town.twins import History
from goldrush.core import rng
from goldrush.match import Match
from hosting import Host
from screens import Screen
from stage import Stage, sheet_of
from tools import compiled_only

pytestmark = compiled_only
NewScreen = Callable[..., Screen]
CODES = (f"BARGE{letter}" for letter in "ABCDEFGHKMNPRSTUWXYZ")
POINTED = ".doing .pointed"
AREA = """() => {
  const map = document.querySelector('.window svg.fits').getBoundingClientRect();
  return (map.width * map.height) / (innerWidth * innerHeight);
}"""
PLACED = """() => {
  const { width, height, y } = document.querySelector('.window').getBoundingClientRect();
  return [width, height, y + scrollY];
}"""
CLIPPED = """() => [...document.querySelectorAll('.fortunes, .window, .purse, .tools > *')]
  .map((one) => one.getBoundingClientRect())
  .filter((box) => box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.top < 0)"""

# What of a screen lies below what is at the thumb, or outside the window on the map.
UNDER_THE_DOCK = """() => [...document.querySelectorAll('.purse .pile, .purse .why')]
  .filter((one) => one.getBoundingClientRect().bottom
    > document.querySelector('.dock').getBoundingClientRect().top)
  .map((one) => one.textContent)"""
OUT_OF_SIGHT = """() => {
  const pane = document.querySelector('.pane').getBoundingClientRect();
  return [...document.querySelectorAll('.pips')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < pane.left || box.right > pane.right
      || box.top < pane.top || box.bottom > pane.bottom;
  }).map((one) => one.textContent);
}"""


def up_to(phase: str, seats: int = 3) -> tuple[History, int]:
    """A match up to where somebody with more than small change is asked such a thing."""
    for seed in itertools.count():
        match, stream = Match("gold_river", seats), rng.new(seed)
        while not match.position.over:
            actor = match.position.actor
            view = match.position.view(max(actor, 0))
            rich = view["purses"][actor]["carats"] > 9 and view["turns"] > 9
            if actor >= 0 and view["phase"] == phase and rich:
                return match.history, actor
            match.play(match.position.random_step(stream))
    raise AssertionError


@pytest.fixture
def asked(host: Host, screen: NewScreen) -> Callable[..., Screen]:
    """Somebody's screen at a table where such a thing is asked."""

    def at(phase: str, **chosen: object) -> Screen:
        history, actor = up_to(phase)
        code = next(CODES)
        stage = Stage(host, sheet_of(code, "gold_river", 3), history, len(history))
        one = screen(visitor=stage.visitor(actor), **chosen).open(f"/table/{code}")
        one.see(".doing button")
        one.settle()
        return one

    return at


def test_the_map_is_large_and_upstream_is_up(asked: Callable[..., Screen]) -> None:
    ada = asked("call")
    assert ada.page.evaluate(AREA) >= 0.6
    mouth, caverns = (ada.see(f"[data-square={name}]").bounding_box() for name in ("M0", "M48"))
    assert mouth
    assert caverns
    assert mouth["y"] > caverns["y"] + 400
    assert "Most carats wins." in ada.see(".fortunes").inner_text()
    assert not ada.troubles()


def test_buttons_and_squares_point_at_each_other(asked: Callable[..., Screen]) -> None:
    ada = asked("call")
    assert not ada.page.locator(".lit").count()
    ada.page.locator(".doing [data-action=up]").hover()
    ada.see(".lit")
    for heading in ("up", "down"):
        ada.page.mouse.move(2, 2)
        ada.page.wait_for_selector(POINTED, state="detached")
        ada.page.locator(f".board [data-can={heading}]").hover()
        assert ada.see(POINTED).get_attribute("data-action") == heading
    ada.page.locator(".doing [data-action=down]").focus()
    assert ada.see(POINTED).get_attribute("data-action") == "down"


def test_both_ways_at_a_confluence_are_told_by_their_places(asked: Callable[..., Screen]) -> None:
    ada = asked("fork")
    ada.page.locator(".doing [data-action=turn]").hover()
    ada.see(".way.meant")
    words = ada.page.locator(".doing button").all_inner_texts()
    assert [word.split(",")[0] for word in words] == ["Main river", "Tributary"]


def test_a_casino_says_what_it_pays_before_one_stakes(asked: Callable[..., Screen]) -> None:
    ada = asked("bet")
    told = ada.see(".facts").inner_text()
    assert "stake back + 3 ×" in told
    assert "3 of 6 rolls pay." in told
    assert ada.see(".doing .primary").inner_text() == "Don’t bet"


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_nuggets_are_broken_at_the_purse_and_the_map_stays(
    asked: Callable[..., Screen], size: str
) -> None:
    ada = asked("change", size=size)
    assert ada.page.locator(".doing .buttons button").all_inner_texts() == ["Done"]
    assert "falls take half of the pieces" in ada.see(".purse .why").inner_text()
    before = ada.page.evaluate(PLACED)
    known = ada.next(-1)["number"]
    ada.press(".purse .can")
    ada.next(known)
    assert ada.page.evaluate(PLACED) == before


@pytest.mark.parametrize("phase", ["change", "bet", "save"])
def test_a_phone_never_covers_the_purse(asked: Callable[..., Screen], phase: str) -> None:
    ada = asked(phase, size="phone", lang="fr")
    assert ada.page.locator(".purse .pile").count()
    assert ada.page.evaluate(UNDER_THE_DOCK) == []
    assert not ada.troubles()


def test_a_phone_shows_all_squares_where_one_may_land(asked: Callable[..., Screen]) -> None:
    ada = asked("call", size="phone", lang="fr")
    assert ada.page.locator(".pips").count() >= 6
    assert ada.page.evaluate(OUT_OF_SIGHT) == []
    assert ada.too_small(but="header, footer, .talk") == []


def test_a_phone_says_what_each_of_the_others_did_last(asked: Callable[..., Screen]) -> None:
    ada = asked("call", size="phone")
    told = ada.see(".recap").locator("li").all_inner_texts()
    others = [one for one in told if not one.startswith("You")]
    assert len(others) == 2
    assert all(one.startswith("Seat") and len(one) > len("Seat 0 ") for one in others)
    assert not ada.page.locator(".recap .hidden").count()


def test_no_direction_is_dimmed_before_anybody_points_at_one(asked: Callable[..., Screen]) -> None:
    ada = asked("call")
    assert not ada.page.locator(".dimmed").count()
    ada.page.locator(".doing [data-action=up]").hover()
    ada.see(".dimmed")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_phone_in_landscape_clips_nothing(asked: Callable[..., Screen], lang: str) -> None:
    ada = asked("change", size="phone", lang=lang)
    ada.page.set_viewport_size({"width": 844, "height": 390})
    ada.settle()
    assert ada.page.evaluate(CLIPPED) == []
    assert not ada.sideways()


def test_a_finger_learns_what_a_square_does_and_opens_the_legend(
    asked: Callable[..., Screen],
) -> None:
    ada = asked("call", size="phone")
    ada.page.locator(".board [data-can=up]").dispatch_event("pointerenter")
    ada.page.locator("[data-square]:not([data-can])").first.dispatch_event("pointerenter")
    ada.see(".facts")
    ada.press(".legend")
    told = ada.see("dialog").inner_text()
    for word in ("Casino", "Ambush", "4–6", "stake lost", "You miss your next turn."):
        assert word in told
    ada.settle()
    assert not ada.troubles()
