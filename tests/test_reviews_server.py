"""Reviews that a server makes: of matches that are over, once, behind everything else."""

import asyncio
import gzip
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest

from goldrush.bots.compiler import Kinds
from goldrush.bots.parts import KINDS, REVIEWS
from goldrush.games import game, newest
from goldrush.games.contract import Game
from goldrush.match import Match
from goldrush.reviews.review import BUDGETS, review
from goldrush.server import reviews, shelf
from goldrush.server.desk import Assessed
from goldrush.server.reviews import Reviews
from hosting import Host
from matches import random_match
from test_versions import FUTURE, from_the_future
from tools import POCKET, compiled_only
from visitors import TIMEOUT, Visitor

GAME = "oh_my_gold"

pytestmark = compiled_only


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("reviews") / "tables.db") as host:
        yield host


@pytest.fixture(scope="module")
def match() -> Match:
    return random_match(GAME, 3, seed=1)


def asked(host: Host, link: str, **more: str) -> httpx.Response:
    """What somebody is answered who has never asked before."""
    where = f"{host.address}/api/review"
    return httpx.get(where, params={"link": link, **more}, timeout=TIMEOUT)


def refused(answer: httpx.Response) -> tuple[int, str]:
    said = answer.json()
    assert said["detail"]
    return answer.status_code, said["reason"]


def made(host: Host) -> int:
    """How many reviews were made rather than found."""
    page = host.registry.services.metrics.page().decode()
    found = [line for line in page.splitlines() if line.startswith("goldrush_review_seconds_count")]
    return int(float(found[0].split()[-1]))


def test_a_match_that_is_over_is_reviewed(site: Host, match: Match) -> None:
    answer = asked(site, match.link())
    assert answer.is_success, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert answer.content == msgspec.json.encode(review(match, "fast"))


def test_it_is_made_once_and_kept_even_by_a_server_that_starts_anew(
    match: Match, tmp_path: Path
) -> None:
    with Host(tmp_path / "tables.db") as host:
        first = asked(host, match.link())
        assert asked(host, match.link()).content == first.content
        assert asked(host, match.link(), budget="fast").content == first.content
        assert made(host) == 1
        normal = asked(host, match.link(), budget="normal")
        assert normal.json()["budget"] == "normal"
        assert made(host) == 2
    with Host(tmp_path / "tables.db") as host:
        assert asked(host, match.link()).content == first.content
        assert made(host) == 0


def test_it_comes_packed_to_whoever_can_unpack_it(site: Host, match: Match) -> None:
    where = f"{site.address}/api/review?link={match.link()}"
    plain = httpx.get(where, headers={"accept-encoding": "identity"}, timeout=TIMEOUT)
    assert "content-encoding" not in plain.headers
    with httpx.stream("GET", where, headers={"accept-encoding": "gzip"}, timeout=TIMEOUT) as packed:
        assert packed.headers["content-encoding"] == "gzip"
        raw = b"".join(packed.iter_raw())
    assert gzip.decompress(raw) == plain.content
    assert len(raw) < len(plain.content) / 3


def test_while_a_match_goes_on_nobody_is_told_anything_of_it(site: Host) -> None:
    begun = random_match(GAME, 2, seed=1, steps=30)
    answer = asked(site, begun.link())
    assert refused(answer) == (409, "not_possible")
    assert answer.json()["detail"] == "a match is reviewed when it is over"
    assert answer.json()["wait"] is None
    assert refused(asked(site, Match(GAME, 2).link())) == (409, "not_possible")


def test_at_a_table_there_is_nothing_to_ask_for(site: Host) -> None:
    """Neither for those who play nor for those who look on: tables have no reviews, links have."""
    ada = Visitor(site.address)
    code = ada.create(GAME, None, "maud")
    ada.start(code)
    for path in (f"/tables/{code}/review", f"/review?link={code}", f"/review?link={GAME}.{code}"):
        assert ada.tried("GET", path).json()["reason"] in ("not_found", "malformed")


WRONG = ["", "gold.", "gold.AAAA", "nothing.AQAA", "x" * 20_000, "\U000431d0" * 5_000]


@pytest.mark.parametrize("link", WRONG, ids=[link[:12] for link in WRONG])
def test_what_is_no_link_is_refused_with_the_reason(site: Host, link: str) -> None:
    assert refused(asked(site, link)) == (400, "malformed")


@pytest.mark.parametrize("budget", ["", "slow", "fast,deep", "\0", "9" * 5_000])
def test_what_is_no_budget_is_refused_with_the_reason(
    site: Host, match: Match, budget: str
) -> None:
    answer = asked(site, match.link(), budget=budget)
    assert refused(answer) == (400, "malformed")
    assert "budget" in answer.json()["detail"]


def test_every_budget_can_be_asked_for() -> None:
    assert set(get_args(get_args(reviews.Budget)[0])) == set(BUDGETS) == set(reviews.SECONDS)


def test_a_match_by_later_rules_is_refused_with_their_version(site: Host, match: Match) -> None:
    answer = asked(site, from_the_future(match.link()))
    assert refused(answer) == (409, "later_rules")
    assert answer.json()["later"] == {"game": GAME, "version": FUTURE, "newest": newest(GAME)}


@pytest.fixture
def pocket_link(tmp_path: Path) -> str:
    edition = tmp_path / "own.toml"
    edition.write_text(POCKET)
    return random_match(game("gold", edition), 2).link()


def test_editions_come_by_link_only_where_they_may_come_at_all(
    pocket_link: str, tmp_path: Path
) -> None:
    with Host(tmp_path / "closed.db", own_editions=False) as host:
        answer = asked(host, pocket_link)
    assert refused(answer) == (409, "not_possible")
    assert answer.json()["detail"] == "this server accepts no custom editions"


def test_an_own_edition_is_reviewed_without_a_judgement(site: Host, pocket_link: str) -> None:
    found = asked(site, pocket_link).json()
    assert (found["game"], found["judged"]) == ("gold", False)


class Queue:
    """Reviews that are done when a test says so."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.begun: list[str] = []
        self.go = host.soon(asyncio.Event)

    async def asked(self, link: str, _: str, __: Any) -> Assessed:
        self.begun.append(link)
        await self.go.wait()
        return Assessed(gzip.compress(b"{}"))

    def until(self, number: int) -> None:
        for _ in range(500):
            if len(self.begun) == number:
                return
            self.host.soon(lambda: None)
        raise AssertionError(self.begun)

    def finish(self) -> None:
        self.host.soon(self.go.set)


@pytest.fixture
def queue(site: Host, monkeypatch: pytest.MonkeyPatch) -> Queue:
    queue = Queue(site)
    monkeypatch.setattr(Reviews, "_asked", queue.asked)
    return queue


def test_a_person_has_one_review_made_at_a_time(site: Host, queue: Queue) -> None:
    links = [random_match(GAME, 2, seed=seed).link() for seed in range(40, 44)]
    ada, bob = Visitor(site.address), Visitor(site.address)
    for one in (ada, bob):
        one.ask("GET", "/me")  # a cookie
    with ThreadPoolExecutor() as threads:
        first = threads.submit(ada.tried, "GET", f"/review?link={links[0]}")
        queue.until(1)
        assert refused(ada.tried("GET", f"/review?link={links[1]}")) == (429, "too_fast")
        same = threads.submit(ada.tried, "GET", f"/review?link={links[0]}")
        joined = threads.submit(bob.tried, "GET", f"/review?link={links[0]}")
        others = threads.submit(bob.tried, "GET", f"/review?link={links[2]}")
        queue.until(2)
        queue.finish()
        assert all(one.result().is_success for one in (first, same, joined, others))
        assert ada.tried("GET", f"/review?link={links[1]}").is_success
    assert queue.begun == [links[0], links[2], links[1]]


def test_people_of_one_address_wait_for_a_few_reviews_only(
    site: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "MOST_WAITING", 0)
    assert refused(asked(site, random_match(GAME, 2, seed=50).link())) == (429, "too_fast")


def test_a_worker_that_dies_costs_one_review(site: Host) -> None:
    link = random_match(GAME, 2, seed=60).link()
    for worker in site.registry.services.reviewers.workers:
        worker.process.kill()
        worker.process.join()
    assert refused(asked(site, link)) == (409, "not_possible")
    assert asked(site, link).is_success


def test_one_that_takes_too_long_is_given_up(site: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    link = random_match(GAME, 2, seed=61).link()
    with monkeypatch.context() as hurry:
        hurry.setitem(reviews.SECONDS, "deep", 0.001)
        answer = asked(site, link, budget="deep")
    assert refused(answer) == (409, "not_possible")
    assert answer.json()["detail"] == "this match takes too long to review"
    assert asked(site, link).is_success, "and the next one is served"


class Slow:
    """A compiler that notes what is wanted, and is never done."""

    def __init__(self) -> None:
        self.wanted: list[tuple[str, Kinds]] = []

    def want(self, opened: Game, *, now: bool = False, kinds: Kinds = KINDS) -> None:
        self.wanted.append((opened.name, kinds))

    def when_done(self, tell: Callable[[Game], Any]) -> None: ...

    def seconds_left(self, opened: Game, kinds: Kinds = KINDS) -> float | None:
        return 42.0

    def ready(self, opened: Game, kind: str) -> bool:
        return False


@pytest.mark.parametrize("many", [False, True])
def test_nobody_waits_for_the_compiler(
    many: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition, slow = tmp_path / "own.toml", Slow()
    edition.write_text(POCKET.replace("cards = 1", f"cards = {4 + many}"))  # nobody has compiled it
    link = random_match(game("gold", edition).at_once(), 2).link()
    with Host(tmp_path / "tables.db", compiler=slow) as host:
        if many:
            monkeypatch.setattr(host.registry._editions, "take", lambda *_: False)
            assert refused(asked(host, link)) == (429, "too_fast")
            return
        answer = asked(host, link)
    assert refused(answer) == (409, "not_possible")
    assert answer.json()["wait"] == 50
    assert "ask again in 50 seconds" in answer.json()["detail"]
    assert slow.wanted == [("gold", REVIEWS)]
    assert made(host) == 0


def test_what_is_played_is_prepared_for_reviews_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "is_compiled", lambda _: False)  # other tests may have compiled it
    slow = Slow()
    with Host(tmp_path / "tables.db", compiler=slow, games=(GAME,)) as host:
        for _ in range(500):
            if (GAME, REVIEWS) in slow.wanted:
                break
            host.soon(lambda: None)
    assert slow.wanted == [(GAME, KINDS), (GAME, REVIEWS)]
