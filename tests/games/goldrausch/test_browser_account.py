"""Goldrausch's moment: at the end of a round the tables are paid one by one [K13]."""

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


def before_the_last_card() -> tuple[Match, int]:
    """A match up to a decision about the last card of a round, not the last, and whose it is."""
    for seed in itertools.count():
        match, stream = Match("goldrausch", 2), rng.new(seed)
        while (view := match.position.view(0))["round"] + 1 < view["rounds"]:
            if match.position.actor >= 0 and view["left"] == 0:
                return match, match.position.actor
            match.play(match.position.random_step(stream))
    raise AssertionError


def test_a_round_ends_with_its_account_until_whoever_plays_goes_on(
    host: Host, screen: NewScreen
) -> None:
    """[K13] On the tables as they lay, with the last card; nobody can act meanwhile."""
    match, seat = before_the_last_card()
    stage = Stage(host, sheet_of("SHARES", "goldrausch", 2), match.history, len(match.history))
    ada = screen(visitor=stage.visitor(seat), speed="fast").open("/table/SHARES")
    zed = screen(size="phone", lang="fr", speed="fast").open("/table/SHARES")
    zed.see("[data-table]")
    ada.press(".doing [data-action]")
    for one in (ada, zed):
        one.see(".till")
        assert one.page.locator(".paying").count() == 6  # nothing moves here: all at once
        assert not one.page.locator("[data-can], [data-action]").count()
        assert not one.troubles()
    totals = [int(text) for text in ada.page.locator(".till .total").all_text_contents()]
    zed.page.wait_for_selector(".till", state="detached")  # who only watches need not click
    ada.press(".dock .on")
    ada.page.wait_for_selector(".till", state="detached", timeout=1000)
    after = stage.soon(lambda: stage.play.match.position.view(0)["purses"])
    assert totals == [purse["total"] for purse in after]
