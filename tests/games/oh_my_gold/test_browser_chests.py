"""Oh My Gold!'s moment: chests wait with their keys on them and are opened together [O10]."""

import itertools
from collections.abc import Callable

from goldrush.core import rng
from goldrush.match import Match
from hosting import Host
from screens import Screen
from stage import Stage, sheet_of
from tools import compiled_only

pytestmark = compiled_only
NewScreen = Callable[..., Screen]


def up_to_waiting(chests: int) -> tuple[Match, int]:
    """A match up to where somebody may end a turn and open so many chests, and who."""
    for seed in itertools.count():
        match, stream = Match("oh_my_gold", 2), rng.new(seed)
        while not match.position.over:
            texts = [step.text for step in match.position.legal()]
            if "end" in texts and len(match.position.view(0)["keyed"]) == chests:
                return match, match.position.actor
            match.play(match.position.random_step(stream))
    raise AssertionError


def test_chests_wait_for_all_to_see_and_are_opened_together(host: Host, screen: NewScreen) -> None:
    """One has them open slowly and skips the rest, one watches a fade on a phone."""
    match, opener = up_to_waiting(2)
    history = match.history
    stage = Stage(host, sheet_of("CHESTS", "oh_my_gold", 2), history, len(history))
    ada = screen(visitor=stage.visitor(opener), speed="slow", motion="no-preference")
    zed = screen(size="phone", lang="fr", speed="slow")
    ada.open("/table/CHESTS").press(".ending button")  # or the turn would end by itself
    zed.open("/table/CHESTS")
    for one in (ada, zed):
        one.see("[data-waits]")
        one.settle()
        assert one.page.locator("[data-waits]").count() == 2
        assert not one.page.locator("[data-waits][data-can]").count()
        assert not one.troubles()
    assert "on it. It opens at the end" in str(ada.see("[data-waits]").get_attribute("aria-label"))
    before = len(ada.log)
    ada.press(".doing [data-action=end]:has-text('open 2 chests')")
    for one in (ada, zed):
        one.see(".opening")
        assert one.page.locator(".opening .prize").count() == 2
        assert not one.page.locator("[data-can], [data-action]").count()
    ada.press(".prompt button:has-text('Speed up')")
    ada.page.wait_for_selector(".opening", state="detached", timeout=1000)
    assert sum("opens a chest" in line for line in ada.log[before:]) == 2
    zed.page.wait_for_selector(".opening", state="detached")
    assert not zed.page.locator("[data-waits]").count()


def test_a_turn_ends_by_itself_where_nothing_is_left_to_decide(
    host: Host, screen: NewScreen
) -> None:
    """[O12]"""
    match, opener = up_to_waiting(1)
    stage = Stage(host, sheet_of("TURNED", "oh_my_gold", 2), match.history, len(match.history))
    ada = screen(visitor=stage.visitor(opener)).open("/table/TURNED")
    assert "the chest opens" in ada.see(".ending").inner_text()
    before = len(ada.log)
    ada.page.wait_for_selector(".ending", state="detached")
    ada.until(lambda: len(ada.log) > before, "the turn ends")
    assert any("opens a chest" in line for line in ada.log[before:])


def test_a_replay_opens_them_too_on_the_way_forward_alone(screen: NewScreen) -> None:
    match, _ = up_to_waiting(2)
    decisions = sum(actor >= 0 for actor, _ in match.history)
    stream = rng.new(1)
    while not match.position.over:
        match.play(match.position.random_step(stream))
    at = screen(speed="slow", motion="no-preference").open(f"/replay/{match.link()}#{decisions}")
    at.see("[data-waits]")
    at.press("button[aria-label='Next move']")
    at.see(".opening")
    assert at.see(".controls .figures").inner_text().startswith(f"Move {decisions + 1} ")
    at.press(".scene")
    at.page.wait_for_selector(".opening", state="detached", timeout=1000)
    at.press("button[aria-label='Previous move']")
    at.see("[data-waits]")
    assert not at.page.locator(".opening").count()
