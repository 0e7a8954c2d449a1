"""Replays of the week: which matches are chosen, and what is told of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goldrush.server.featured import MOST, choose
from goldrush.server.store import Ended, Standing
from hosting import Host
from test_gallery import people, playing
from test_people import Clock, identity
from test_results import linked
from visitors import finish


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def host(tmp_path: Path, clock: Clock) -> Iterator[Host]:
    with Host(tmp_path / "tables.db", clock=clock) as found:
        yield found


def match(code: str, *points: int, game: str = "gold", **more: Any) -> Ended:
    """A match that people have won in the order of their points."""
    seats = [Standing(n, p, f"{code}-{n}") for n, p in enumerate(points, 1)]
    facts = {"seats": seats, "link": f"{game}.{code}", "decisions": 30, **more}
    return Ended(code, game, 1, {}, "", False, 1, at=2, **facts)


def codes(*matches: Ended) -> str:
    return "".join(one.code for one in choose(matches))


def test_close_matches_between_people_come_first_and_all_games_have_their_turn() -> None:
    alone = match("Z", 40, 40, seats=[Standing(1, 40, "ada"), Standing(1, 40, persona="zoe")])
    assert codes(match("A", 40, 10), match("B", 40, 39), alone, match("C", 41, 39)) == "BCAZ"
    assert codes(match("A", 40, 40, decisions=30), match("B", 40, 40, decisions=50)) == "BA"
    many = [match(f"{n}", 40, 40) for n in range(MOST)]
    assert codes(*many, match("G", 40, 1, game="goldrausch"))[:2] == "0G"
    assert len(choose(many * 2)) == MOST


def test_matches_that_nobody_played_to_the_end_are_not_chosen() -> None:
    bots = [Standing(1, 4, persona="zoe"), Standing(2, 3, persona="felix")]
    left = [Standing(1, 4, "ada"), Standing(2, 3, "bob", stood_in=True)]
    assert (
        codes(match("A", seats=bots), match("B", seats=left), match("C", 9, 8, decisions=5)) == ""
    )


def test_a_replay_of_the_week_names_nobody_and_ends_when_somebody_says_so(
    host: Host, clock: Clock
) -> None:
    ada, bob, eve = people(host, "Ada", "Bob", "Eve")
    for public in (True, False):
        code = playing(ada, bob, public=public)
        sockets = [ada.sit(code), bob.sit(code)]
        finish(sockets)
        for socket in sockets:
            socket.close()
    while not all(one["link"] for one in linked(ada)):
        pass
    (found,) = eve.ask("GET", "/featured")
    links = {one["link"] for one in linked(ada)}
    assert found["link"] in links
    assert sorted(seat["place"] for seat in found["seats"]) in ([1, 1], [1, 2])
    told = eve.tried("GET", "/featured").text
    assert not any(said in told for said in ("Ada", "Bob", identity(ada), identity(bob)))
    assert not bob.ask("PUT", "/me/featured", featured=False)["featured"]
    assert eve.ask("GET", "/featured") == []
    assert bob.ask("PUT", "/me/featured", featured=True)["featured"]
    assert eve.ask("GET", "/featured") == [found]
    clock.now += 8 * 86_400_000
    assert eve.ask("GET", "/featured") == []
