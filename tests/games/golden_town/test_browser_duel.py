"""Golden-Town's moments: a duel between two browsers before the eyes of a third, and a mine."""

import itertools
from collections.abc import Callable

from games.golden_town.twins import History
from goldrush.core import WATCHER, rng
from goldrush.match import Match
from goldrush.terminal import words
from hosting import Host
from screens import Screen
from stage import Stage, sheet_of
from tools import compiled_only

pytestmark = compiled_only
NewScreen = Callable[..., Screen]
CODE = "DUETTE"
LAY = ".doing [data-action^=lay]"


def up_to(action: str, seats: int = 2) -> tuple[History, int]:
    """A match up to where somebody may do such a thing, and who."""
    for seed in itertools.count():
        match, stream = Match("golden_town", seats), rng.new(seed)
        while not match.position.over:
            if any(step.text.startswith(action) for step in match.position.legal()):
                return match.history, match.position.actor
            match.play(match.position.random_step(stream))
    raise AssertionError


def do(screen: Screen, action: str) -> None:
    """Presses a button in words, wherever it is folded away."""
    button = screen.page.locator(action).first
    button.wait_for(state="attached")
    screen.rest()
    button.evaluate("one => one.closest('details')?.setAttribute('open', '')")
    button.click()


def last_line(match: Match, lang: str, eyes: int) -> str:
    """What somebody was told last."""
    told = [line for lines in match.lines(eyes) for line in lines]
    return words.texts(lang, "golden_town", ["Seat 0", "Seat 1"]).line(told[-1])


def test_a_duel_is_fought_in_two_browsers_and_watched_in_a_third(
    host: Host, screen: NewScreen
) -> None:
    """[T45, T47, T50, T52, T60]."""
    history, challenger = up_to("fight")
    stage = Stage(host, sheet_of(CODE, "golden_town", 2), history, len(history))
    ada = screen(visitor=stage.visitor(challenger))
    bea = screen(visitor=stage.visitor(1 - challenger), size="phone", lang="fr")
    zed = screen()
    for one in (ada, bea, zed):
        one.open(f"/table/{CODE}")
        one.see(".table .prompt")
    do(ada, ".doing [data-action^=fight]")
    for one in (ada, bea, zed):
        one.see(".duel")
    assert "You are a spectator." in zed.see(".doing").inner_text()
    done = 2  # decisions, each of which must be written before the next is looked for
    do(ada, ".doing [data-action=second]")
    stage.until_written(len(history) + done)
    while stage.soon(lambda: stage.play.position.view(0)["duel"]):
        actor = stage.soon(lambda: stage.play.position.actor)
        legal = stage.soon(lambda: [step.text for step in stage.play.position.legal()])
        if legal != ["pass"]:  # which is done by itself
            do(ada if actor == challenger else bea, LAY)
        done += 1
        stage.until_written(len(history) + done)
        assert not zed.page.locator(".hand [data-can], .doing [data-action]").count()
    assert done > 3, "both have laid a card"
    for one, lang, eyes in (
        (ada, "en", challenger),
        (bea, "fr", 1 - challenger),
        (zed, "en", WATCHER),
    ):
        told = last_line(stage.play.match, lang, eyes)
        one.until(lambda one=one, told=told: one.log[-1:] == [told], f"the last line, {told}")  # type: ignore[misc]
        one.page.wait_for_selector(".duel", state="detached")
    for one in (ada, bea, zed):
        assert not one.troubles()


def test_a_finger_hits_every_part_of_a_mine_with_four_at_the_table(
    host: Host, screen: NewScreen
) -> None:
    history, digger = up_to("lift1", 4)
    stage = Stage(host, sheet_of("DESERT", "golden_town", 4), history, len(history))
    ada = screen(visitor=stage.visitor(digger), size="phone", lang="fr").open("/table/DESERT")
    ada.see(".mine [data-can^=lift]")
    ada.settle()
    assert not ada.too_small()
    cards = ada.see(".hand .can").bounding_box()
    dock = ada.see(".dock").bounding_box()
    assert cards
    assert dock
    assert cards["y"] + 44 < dock["y"], "a card can be touched above the buttons"
