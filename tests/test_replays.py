"""Replays: a link alone tells the match again, and no more than its viewer may see."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from goldrush.core import CHANCE, WATCHER
from goldrush.games import GAMES, game
from goldrush.match import Match
from goldrush.position import Position
from goldrush.server import replays
from hosting import Host
from matches import random_match
from tools import POCKET


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    data = tmp_path_factory.mktemp("replays") / "tables.db"
    with Host(data) as host, httpx.Client(base_url=host.address, timeout=60) as client:
        yield client


def replay(site: httpx.Client, match: Match, **more: int) -> Any:
    answer = site.get("/api/replay", params={"link": match.link(), **more})
    assert answer.is_success, answer.text
    return answer.json()


def folded(told: Any) -> list[Any]:
    """The whole view of every frame."""
    views, view = [], told["fixed"]
    for frame in told["frames"]:
        view = view | frame["view"]
        views.append(view)
    return views


def laid_out(match: Match) -> Position:
    """The position at which somebody is asked for the first time."""
    return next(position for position in match.replay() if position.actor != CHANCE)


@pytest.mark.parametrize("name", GAMES)
def test_a_link_tells_the_whole_match_as_a_watcher_saw_it(site: httpx.Client, name: str) -> None:
    match = random_match(name, 2, seed=3)
    told = replay(site, match)
    views, lines = folded(told), [line for step in match.lines(WATCHER) for line in step]
    assert (told["game"], told["seats"], told["over"], told["seat"]) == (name, 2, True, None)
    assert views[0] == laid_out(match).view(WATCHER)
    assert views[-1] == match.position.view(WATCHER)
    assert [line for frame in told["frames"] for line in frame["lines"]] == lines


@pytest.mark.parametrize("name", GAMES)
def test_a_frame_is_a_decision_with_what_was_drawn_after_it(site: httpx.Client, name: str) -> None:
    match = random_match(name, 2, seed=4)
    told = replay(site, match)
    positions = list(match.replay())
    made = 0
    asked = {0: laid_out(match)}  # the last position after so many decisions: nothing is drawn then
    for (actor, _), after in zip(match.history, positions[1:], strict=True):
        made += actor != CHANCE
        asked[made] = after
    numbers = [frame["number"] for frame in told["frames"]]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] == made
    for number, view in zip(numbers, folded(told), strict=True):
        assert view == asked[number].view(WATCHER)


def test_when_a_match_is_over_all_of_it_can_be_shown_open(site: httpx.Client) -> None:
    match = random_match("golden_town", 3, seed=2)
    views = folded(replay(site, match, uncovered=True))
    hands = [player["hand"] for view in views for player in view["players"]]
    assert all(hand is not None for hand in hands)
    ore = [filon["grams"] for view in views for one in view["players"] for filon in one["filons"]]
    assert ore
    assert None not in ore
    secret = folded(replay(site, match))
    assert all(player["hand"] is None for view in secret[:-1] for player in view["players"])
    for name, covered in (("gold", ("mines", "carats")), ("oh_my_gold", ("boats", "coins"))):
        told = folded(replay(site, random_match(name, 2, seed=2), uncovered=True))
        assert all(one[covered[1]] is not None for view in told for one in view[covered[0]])


@pytest.mark.parametrize("name", GAMES)
def test_what_is_shown_open_ends_as_everybody_sees_it(site: httpx.Client, name: str) -> None:
    match = random_match(name, 2, seed=5)
    assert folded(replay(site, match, uncovered=True))[-1] == match.position.view(WATCHER)


def test_nothing_is_shown_open_before_the_match_is_over(site: httpx.Client) -> None:
    begun = random_match("golden_town", 2, steps=30)
    answer = site.get("/api/replay", params={"link": begun.link(), "uncovered": "true"})
    assert answer.json()["reason"] == "not_allowed"


def test_a_moment_has_the_same_number_in_whosever_eyes(site: httpx.Client) -> None:
    match = random_match("golden_town", 2, seed=2)
    watched, played = banked(replay(site, match)), banked(replay(site, match, seat=1))
    both = watched.keys() & played.keys()
    assert len(both) > 10
    assert all(watched[number] == played[number] for number in both)


def banked(told: Any) -> dict[int, Any]:
    """What everybody has in the bank, which everybody sees, by the frames' numbers."""
    views = zip(told["frames"], folded(told), strict=True)
    return {
        frame["number"]: [player["banked"] for player in view["players"]] for frame, view in views
    }


def test_frames_carry_what_has_changed_and_nothing_twice(site: httpx.Client) -> None:
    told = replay(site, random_match("gold", 3, seed=1))
    for before, frame in zip(folded(told), told["frames"][1:], strict=False):
        assert all(before[key] != value for key, value in frame["view"].items())


def test_when_a_match_is_over_it_is_shown_with_anybodys_eyes(site: httpx.Client) -> None:
    match = random_match("golden_town", 2, seed=2)
    told = replay(site, match, seat=1)
    assert told["seat"] == 1
    assert folded(told)[0] == laid_out(match).view(1)
    assert folded(told)[-1] == match.position.view(1)


def test_whoever_waits_for_many_replays_is_told_to_wait_for_these(
    site: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replays, "MOST_WAITING", 0)
    link = random_match("gold", 2, seed=9, steps=3).link()
    answer = site.get("/api/replay", params={"link": link})
    assert (answer.status_code, answer.json()["reason"]) == (429, "too_fast")


def test_while_a_match_goes_on_nobodys_hand_is_shown(site: httpx.Client) -> None:
    match = random_match("golden_town", 2, seed=2, steps=60)
    assert not replay(site, match)["over"]
    answer = site.get("/api/replay", params={"link": match.link(), "seat": 0})
    assert (answer.status_code, answer.json()["reason"]) == (403, "not_allowed")


LETTERS = "\U000431d0" * 5_000  # four bytes each, and twelve in an address

WRONG = ["", "gold.", "gold.AAAA", "nothing.AQAA", "x" * 20_000, LETTERS]


@pytest.mark.parametrize("link", WRONG, ids=[link[:12] for link in WRONG])
def test_what_is_no_link_is_refused_with_the_reason(site: httpx.Client, link: str) -> None:
    answer = site.get("/api/replay", params={"link": link})
    assert (answer.status_code, answer.json()["reason"]) == (400, "malformed")
    assert answer.json()["detail"]


@pytest.mark.parametrize("seat", ["-1", "16", "one", "1,2", "1e9", "9" * 9000, "\0"])
def test_what_is_no_seat_is_refused_with_the_reason(site: httpx.Client, seat: str) -> None:
    link = random_match("gold", 2, seed=1).link()
    answer = site.get("/api/replay", params={"link": link, "seat": seat})
    assert (answer.status_code, answer.json()["reason"]) == (400, "malformed")
    assert "seat" in answer.json()["detail"]


def test_editions_come_by_link_only_where_they_may_come_at_all(tmp_path: Path) -> None:
    edition = tmp_path / "own.toml"
    edition.write_text(POCKET)
    link = random_match(game("gold", edition), 2).link()
    with Host(tmp_path / "closed.db", own_editions=False) as host:
        answer = httpx.get(f"{host.address}/api/replay", params={"link": link})
    assert (answer.status_code, answer.json()["reason"]) == (409, "not_possible")
    with Host(tmp_path / "open.db") as host:
        answer = httpx.get(f"{host.address}/api/replay", params={"link": link}, timeout=60)
    assert answer.json()["edition"] is not None
