"""A review as it is made before one's eyes: what takes long is said, and Ctrl-C ends it at once."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

from rich.console import Console

from goldrush.bots.policy import bound
from goldrush.core.compiled import CACHE, COMPILES
from goldrush.games.contract import Game
from goldrush.games.texts import Texts
from goldrush.match import Match
from goldrush.reviews.reckoner import SOURCE
from goldrush.reviews.review import allowed, review
from goldrush.reviews.shapes import Review
from goldrush.terminal.bar import share_bar

LAST = "compare"  # what of a game is compiled last to review its matches
LOOK = 0.2  # seconds after which whoever waits hears a Ctrl-C that woke nobody

Found = TypeVar("Found")


def reckoned(match: Match, budget: str, seed: int, workers: int | None, texts: Texts) -> Review:
    """Reviews a match behind a bar."""
    allowed(match, budget)  # before anybody is told to wait
    complaint = Console(stderr=True, highlight=False, soft_wrap=True)
    if is_cold(match.game):
        complaint.print(texts("review.compiling"), markup=False)
    with share_bar(texts("review.bar", game=texts("game.title"))) as progress:
        return _apart(lambda: review(match, budget, seed, workers, progress))


def is_cold(game: Game) -> bool:
    """Whether a game must be compiled before its matches can be reviewed."""
    if not COMPILES:
        return False
    kept = CACHE / bound(game, SOURCE).__name__
    return not any(kept.rglob(f"*.{LAST}-*.nbc"))


def _apart(work: Callable[[], Found]) -> Found:
    """Does something in a thread of its own: a compiler heeds no Ctrl-C, but who waits for it does.

    Whoever is interrupted must not wait for the threads that go on: see cli.reviews.
    """
    found: Future[Found] = Future()

    def do() -> None:
        try:
            found.set_result(work())
        except BaseException as error:  # told to whoever waits
            found.set_exception(error)

    threading.Thread(target=do, daemon=True).start()
    while not wait([found], LOOK).done:
        pass
    return found.result()
