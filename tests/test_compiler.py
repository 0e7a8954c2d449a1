"""The compiler: in which order games are compiled, and what becomes of its processes."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from goldrush.bots import compiler as module
from goldrush.bots.compiler import Compiler, effort, is_compiled, is_ready
from goldrush.bots.parts import KINDS, REVIEW, REVIEWS, Part
from goldrush.bots.worker import Lost
from goldrush.games import GAMES, game
from goldrush.games.contract import Game
from tools import pocket


class Works:
    """All fake processes of a test: what they were told, and how it ends."""

    def __init__(self) -> None:
        self.told: list[Part] = []
        self.going = 0
        self.most = 0
        self.lost: set[str] = set()  # games whose processes die
        self.denied = 0  # processes that cannot be started
        self.go = threading.Event()
        self.go.set()

    def games(self) -> list[str]:
        """The games that were compiled, in the order in which that began."""
        return list(dict.fromkeys(part.game + part.edition[:1].decode() for part in self.told))


@pytest.fixture
def works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Works:
    works = Works()

    class Process:
        def __init__(self, *, nice: int) -> None:
            assert nice > 0
            works.denied -= 1
            if works.denied >= 0:
                raise OSError("Resource temporarily unavailable")
            self.ended = False
            works.going += 1
            works.most = max(works.most, works.going)

        def compile(self, part: Part) -> bytes:
            works.told.append(part)
            if part.game in works.lost:
                raise Lost("it died")
            assert works.go.wait(10)
            if self.ended:
                raise Lost("it was ended")
            return b""

        def end(self) -> None:
            works.going -= not self.ended
            self.ended = True
            works.go.set()

    monkeypatch.setattr(module, "Worker", Process)
    monkeypatch.setattr(module, "CACHE", tmp_path)
    for opened in [*map(game, GAMES), own("Mine"), own("Yours")]:
        (tmp_path / opened.rules.__name__).mkdir(exist_ok=True)
    return works


def own(name: str) -> Game:
    """GOLD in an edition that nobody else has."""
    edition: Any = pocket().edition
    cards = {1: 2, 3: 2 + 2 * len(name)}
    return game(
        "gold",
        msgspec.structs.replace(
            edition, name=name, gold=msgspec.structs.replace(edition.gold, cards=cards)
        ),
    )


def until(holds: Callable[[], bool]) -> None:
    for _ in range(500):
        if holds():
            return
        time.sleep(0.01)
    raise AssertionError("this never came about")


def compiled(*wanted: tuple[Game, bool], works: Works, processes: int = 1) -> list[str]:
    """The order in which games are compiled that were all wanted before the first was begun."""
    compiler = Compiler(processes)
    done: list[Game] = []
    compiler.when_done(done.append)
    works.go.clear()
    compiler.want(game("goldrausch"))
    until(lambda: bool(works.told))
    for opened, now in wanted:
        compiler.want(opened, now=now)
    works.go.set()
    until(lambda: len(done) == len({opened.tag for opened, _ in wanted}) + 1)
    compiler.close()
    assert all(map(is_compiled, done))
    assert works.going == 0
    return works.games()[1:]


def test_games_are_compiled_in_order_each_kind_after_those_it_builds_on(works: Works) -> None:
    wanted = [(game("gold"), False), (game("gold_river"), False)]
    assert compiled(*wanted, works=works) == ["gold", "gold_river"]
    assert [part.kind for part in works.told if part.game == "gold"] == list(KINDS)


def test_what_somebody_wants_to_play_goes_first(works: Works) -> None:
    wanted = [(game("gold"), False), (game("gold_river"), False), (game("gold_river"), True)]
    assert compiled(*wanted, works=works) == ["gold_river", "gold"]


def test_editions_of_peoples_own_come_last_and_one_at_a_time(works: Works) -> None:
    mine, yours = own("Mine"), own("Yours")
    assert mine.tag != yours.tag
    wanted = [(mine, True), (yours, True), (game("gold_river"), False)]
    order = compiled(*wanted, works=works, processes=3)
    assert order == ["gold_river", "gold{"]
    shipped = {part.game for part in works.told if not part.edition}
    assert shipped == {"goldrausch", "gold_river"}
    assert works.most <= 2, "the two that are shipped, never two that are not"


def test_what_reviews_need_comes_after_all_that_is_played_and_before_peoples_own(
    works: Works,
) -> None:
    compiler, mine = Compiler(2), own("Mine")
    done: list[Game] = []
    compiler.when_done(done.append)
    works.go.clear()
    compiler.want(game("goldrausch"))
    until(lambda: bool(works.told))
    compiler.want(mine, kinds=REVIEWS)
    compiler.want(game("goldrausch"), now=True, kinds=REVIEWS)
    compiler.want(mine)
    compiler.want(game("gold"))
    until(lambda: len(works.told) == 2)
    time.sleep(0.05)
    assert works.most == 2, "what is in both parts of a game is not compiled twice"
    works.go.set()
    until(lambda: is_ready(mine, REVIEW))
    until(lambda: len(done) == 3)
    compiler.close()
    review = [number for number, part in enumerate(works.told) if part.kind == REVIEW]
    gold = [n for n, part in enumerate(works.told) if part.game == "gold" and not part.edition]
    assert gold[0] < review[0], "one that is played goes first"
    assert [bool(works.told[n].edition) for n in review] == [False, True]
    assert sorted(one.tag for one in done) == sorted(["gold", "goldrausch", mine.tag])


def test_a_review_says_how_long_it_needs(works: Works) -> None:
    compiler = Compiler(1)
    works.go.clear()
    compiler.want(game("goldrausch"))
    until(lambda: bool(works.told))
    compiler.want(game("gold"), kinds=REVIEWS)
    left = compiler.seconds_left(game("gold"), REVIEWS)
    assert left is not None
    assert effort(game("gold"), REVIEWS) < left
    assert compiler.seconds_left(game("gold")) is None, "nobody wants to play it"
    works.go.set()
    until(lambda: is_ready(game("gold"), REVIEW))
    until(lambda: compiler.seconds_left(game("gold"), REVIEWS) is None)
    compiler.close()


def test_what_is_compiled_is_known_to_whoever_comes_later(works: Works) -> None:
    compiled((game("gold"), False), works=works)
    assert is_ready(game("gold"), "search")
    assert is_compiled(game("gold").at_once())
    assert not is_ready(game("gold_river"), "search")
    again = Compiler(1)
    again.want(game("gold"), now=True)
    assert again.seconds_left(game("gold")) is None
    again.close()
    assert len([part for part in works.told if part.game == "gold"]) == len(KINDS)


def test_only_so_many_editions_wait(works: Works) -> None:
    compiler = Compiler(1)
    works.go.clear()
    compiler.want(game("goldrausch"))
    until(lambda: bool(works.told))
    many = [own("x" * n) for n in range(3, 3 + module.MOST_WAITING + 2)]
    for one in many:
        compiler.want(one)
    waiting = [one for one in many if compiler.seconds_left(one)]
    assert waiting == many[: module.MOST_WAITING]
    compiler.close()


def test_a_process_that_is_lost_is_tried_again_and_then_given_up(
    works: Works, caplog: pytest.LogCaptureFixture
) -> None:
    works.lost = {"gold"}
    compiler = Compiler(1)
    compiler.want(game("gold"))
    compiler.want(game("gold_river"))
    until(lambda: is_compiled(game("gold_river")))
    compiler.close()
    assert len([part for part in works.told if part.game == "gold"]) == module.TRIES
    assert "gold cannot be compiled; it is played interpreted" in caplog.text


def test_where_no_process_can_be_started_the_next_game_is_compiled(
    works: Works, caplog: pytest.LogCaptureFixture
) -> None:
    works.denied = module.TRIES
    compiler = Compiler(1)
    compiler.want(game("gold"))
    compiler.want(game("gold_river"))
    until(lambda: is_compiled(game("gold_river")))
    compiler.close()
    assert compiler.seconds_left(game("gold")) is None
    assert "gold cannot be compiled; it is played interpreted" in caplog.text


def test_it_says_about_how_long_it_will_take(works: Works) -> None:
    compiler = Compiler(1)
    works.go.clear()
    compiler.want(game("gold"))
    compiler.want(game("golden_town"))
    until(lambda: bool(works.told))
    first, second = compiler.seconds_left(game("gold")), compiler.seconds_left(game("golden_town"))
    assert first is not None
    assert second is not None
    assert 0 < first <= effort(game("gold"))
    assert second > effort(game("golden_town"))
    assert compiler.seconds_left(game("goldrausch")) is None, "nobody wants it"
    assert effort(game("golden_town")) > 2 * effort(game("goldrausch"))
    compiler.close()


def test_closing_ends_what_is_compiled_just_now(works: Works) -> None:
    compiler = Compiler(1)
    works.go.clear()
    compiler.want(game("gold"))
    until(lambda: bool(works.told))
    compiler.close()
    until(lambda: works.going == 0)
    compiler.want(game("gold_river"))  # nobody does it any more
    time.sleep(0.05)
    assert works.games() == ["gold"]
