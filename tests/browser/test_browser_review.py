"""The review of a match in a browser: chart, story, account, decisions, and where they lead."""

from collections.abc import Callable
from itertools import accumulate
from typing import Any, Literal

import msgspec
import pytest
from playwright.sync_api import Route

from goldrush.core import CHANCE
from goldrush.games import GAMES
from goldrush.match import Match
from goldrush.reviews.shapes import WIN, Account, Decision, Level, Moment, Review
from hosting import Host
from matches import random_match
from samples import SHORT
from screens import END, Screen
from stage import Stage, sheet_of
from tools import compiled_only

GAME = "oh_my_gold"
NAMES = "by=Ada&by=B%C3%A9a"
STEP = ".review .controls .figures"
NewScreen = Callable[..., Screen]


@pytest.fixture(scope="module")
def match() -> Match:
    return random_match(GAME, 2, seed=1)


def decided(match: Match) -> list[int]:
    """The steps that were decisions."""
    return [step for step, (actor, _) in enumerate(match.history) if actor != CHANCE]


def pretended(match: Match) -> Review:
    """A review that somebody made up, of which only the shape is right."""
    frames = [*accumulate(int(actor != CHANCE) for actor, _ in match.history)]
    few = [WIN // match.seats - 50 * seat for seat in range(1, match.seats)]
    chances = [WIN - sum(few), *few]
    levels = [
        Level(frame, frame // 3 + 1, chances, [WIN // 40] * match.seats, chances, [0] * match.seats)
        for frame in [0, *frames]
    ]
    choices, decisions = match.game.notation.CHOICES, []
    positions = list(match.replay())
    made = decided(match)
    for step in made[:: max(len(made) // 20, 1)]:  # enough to look at
        seat, action = match.history[step]
        other = next((int(a) for a in positions[step].legal() if int(a) != action), None)
        free = other is not None
        decisions.append(
            Decision(
                step=step,
                frame=frames[step],
                turn=1,
                seat=seat,
                choices=1 + free,
                chosen=choices[action],
                better=None if other is None else choices[other],
                cost=free * WIN // 20,
                error=free * WIN // 200,
                word="mistake" if free else "best",
                gain=0,
                unknown=0,
            )
        )
    parts = [Account(one, 0, 0, 0, 0, one, WIN // 50, 0) for one in chances]
    moments = [Moment(0, frames[0], 1, "luck", None, 0, chances[0], chances[0], [], None, None)]
    facts = (match.game.name, match.version, match.seats)
    return Review(*facts, "normal", 0, True, True, levels, [], decisions, parts, moments)


def shown(at: Screen, match: Match, review: Review | None = None, path: str = "") -> Screen:
    """Opens the review of a match: as the server makes it, or another."""
    if review:
        said = msgspec.json.encode(review).decode()
        at.page.route("**/api/review?*", lambda route: route.fulfill(body=said))
    at.open(f"/review/{match.link()}?{NAMES}{path}")
    at.see(".review .chart svg")
    at.see(".state button:not(:disabled)")
    return at


@compiled_only
def test_a_match_that_is_over_is_reviewed_at_once_and_then_refined(
    screen: NewScreen, match: Match
) -> None:
    at = screen().open(f"/replay/{match.link()}?{NAMES}")
    asked: list[str] = []
    at.page.on("request", lambda one: asked.append(one.url) if "/api/review" in one.url else None)
    at.press(".extras a[href*='/review/']")
    at.see(".chart svg")
    at.see(".state:has-text('Refined')")
    assert [url.rpartition("=")[2] for url in asked] == ["fast", "normal"]
    assert "Béa" in at.see(".chances").inner_text()
    shares = at.page.locator(".chances b").all_inner_texts()
    assert sum(int(share.split()[0]) for share in shares) == 100
    assert at.see("#panel li").is_visible()
    assert not at.jumps()


def test_a_table_leads_to_the_review_of_its_match_when_it_is_over(
    screen: NewScreen, host: Host, match: Match
) -> None:
    sheet = sheet_of("REVUED", GAME, 2, over=True)
    sheet.places[0].player = "REVUED-0"
    stage = Stage(host, sheet, match.history, len(match.history))
    at = screen(visitor=stage.visitor(0)).open("/table/REVUED")
    way = at.see(f"{END} a[href*='/review/']").get_attribute("href")
    assert way
    assert way.endswith("by=Seat+0&by=Seat+1")


def test_the_chart_is_led_by_keys_and_by_touch(screen: NewScreen, match: Match) -> None:
    at = shown(screen(), match, pretended(match))
    last = len(decided(match))
    chart, step = at.see(".chart"), at.see(STEP)
    chart.focus()
    for key, number in (("End", last), ("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1)):
        at.page.keyboard.press(key)
        assert step.inner_text() == f"Move {number} of {last}"
        assert chart.get_attribute("aria-valuenow") == str(number)
    assert "Ada: 50\u00a0%, Béa: 50\u00a0%" in str(chart.get_attribute("aria-valuetext"))
    box = chart.bounding_box()
    assert box
    at.page.mouse.click(box["x"] + box["width"] - 20, box["y"] + box["height"] / 2)
    assert step.inner_text() == f"Move {last} of {last}"
    at.page.evaluate("document.activeElement.blur()")
    at.page.keyboard.press("ArrowLeft")
    assert step.inner_text() == f"Move {last - 1} of {last}"


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_leads_to_its_step_and_what_was_better(screen: NewScreen, game: str) -> None:
    match = random_match(game, 2, seed=5)
    review = pretended(match)
    faults = [one for one in review.decisions if one.better]
    at = shown(screen(), match, review)
    at.press("#tab-decisions")
    rows = at.page.locator("#panel li button")
    assert rows.count() == len(faults)
    for n in range(len(faults)):
        rows.nth(n).click()
        assert at.see(STEP).inner_text().startswith(f"Move {faults[n].frame - 1} of ")
        assert "Better: " in at.see(".verdict").inner_text()
        assert "undefined" not in at.see(".verdict").inner_text()
    if game in SHORT:
        at.see(".board [data-advised]")


@pytest.mark.parametrize(
    ("size", "lang", "light"), [("desk", "en", "light"), ("phone", "fr", "dark")]
)
def test_a_review_is_good_for_everybody(
    screen: NewScreen, size: str, lang: str, light: Literal["light", "dark"]
) -> None:
    match = random_match("golden_town", 3, seed=5)
    at = shown(screen(size=size, lang=lang), match, pretended(match))
    assert not at.jumps()
    at.light(light)
    for tab in at.page.locator("[role=tab]").all():
        tab.click()
        at.settle()
        assert not at.sideways()
        assert not at.troubles()
        if size == "phone":
            assert not at.too_small()


def test_on_a_phone_a_moment_leads_to_the_board(screen: NewScreen, match: Match) -> None:
    at = shown(screen(size="phone", lang="fr"), match, pretended(match))
    assert not at.page.locator(".review .board").count()
    at.press("#panel li button")
    at.see(".review .board svg")
    assert at.page.evaluate("document.activeElement.id") == "panel"
    at.press("#tab-story")
    at.page.keyboard.press("ArrowLeft")
    assert at.see("[aria-selected=true]").get_attribute("id") == "tab-board"


def test_where_not_all_is_open_the_chances_are_those_of_a_table_too(screen: NewScreen) -> None:
    match = random_match("golden_town", 2, seed=5)
    review = pretended(match)
    known = [msgspec.structs.replace(one, table=[WIN, 0]) for one in review.levels]
    at = shown(screen(), match, msgspec.structs.replace(review, levels=known))
    assert at.page.locator(".chances b").all_inner_texts() == ["50\u00a0%", "50\u00a0%"]
    at.page.locator(".controls select").select_option(index=1)
    assert at.page.locator(".chances b").all_inner_texts() == ["100\u00a0%", "0\u00a0%"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_still_prepared_is_said_and_asked_for_again(
    screen: NewScreen, match: Match, lang: str
) -> None:
    at = screen(lang=lang)
    said = {"reason": "not_possible", "detail": "wait", "later": None, "why": None, "wait": 30}
    answers: list[Any] = [(409, said), (200, msgspec.to_builtins(pretended(match)))]

    def answer(route: Route) -> None:
        status, body = answers.pop(0) if len(answers) > 1 else answers[0]
        route.fulfill(status=status, json=body)

    at.page.route("**/api/review?*", answer)
    at.open(f"/review/{match.link()}")
    assert "30 s" in at.see(".state .complaint, .state p:has-text('30')").inner_text()
    assert not at.troubles()
    at.press(".state button")
    at.see(".chart svg")
    at.wrong.clear()  # the browser notes that the server said no


def test_a_match_that_goes_on_is_not_reviewed(screen: NewScreen) -> None:
    link = random_match(GAME, 2, steps=20).link()
    at = screen().open(f"/review/{link}")
    assert "when it is over" in at.see("main [role=alert]").inner_text()
    at.wrong.clear()  # the browser notes that the server said no
    replay = screen().open(f"/replay/{link}")
    replay.see(".replay .controls")
    assert not replay.page.locator("a[href*='/review/']").count()
