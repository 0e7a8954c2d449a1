"""Golden-Town in the terminal: its board fits a small window, and is told in words."""

import itertools
import re
from typing import Any

import pytest

from games.golden_town.town import Seat, lay, play
from goldrush.core import WATCHER
from goldrush.games.golden_town import rules
from goldrush.games.texts import LANGUAGES
from goldrush.position import Position
from goldrush.terminal import words
from goldrush.terminal.boards import board
from matches import random_match
from tools import printed

NAMES = ["Ann", "Bo", "Cy", "Di"]
SMALL = (80, 17)  # what an 80 x 24 window leaves for the board under two lines of prompt


def views(seats: int, seed: int, every: int) -> Any:
    """Views of a random match of Golden-Town, for all who look."""
    match = random_match("golden_town", seats, seed=seed, steps=1200)
    for position in itertools.islice(match.replay(), 0, None, every):
        for seat in [WATCHER, *range(seats)]:
            yield position.view(seat)
    yield match.position.view(0)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 4])
def test_golden_town_fits_a_small_window(lang: str, seats: int) -> None:
    texts, shown = words.texts(lang, "golden_town", NAMES[:seats]), board("golden_town")
    for view in views(seats, seed=3, every=29):
        drawn = printed(shown.draw(view, texts, *SMALL), SMALL[0])
        assert len(drawn) <= SMALL[1]
        assert ("⌂" in drawn[1] or re.search(r"\d", drawn[1])) or view["duel"]


def test_a_town_too_large_for_the_window_is_listed() -> None:
    texts, shown = words.texts("en", "golden_town", NAMES), board("golden_town")
    view = random_match("golden_town", 4, seed=1).start.view(0)
    drawn = "\n".join(printed(shown.draw(view, texts, 60, 17), 60))
    assert "T0 T1 T2" in drawn
    assert re.search("Hotel1234", drawn)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_golden_town_is_told_in_words(lang: str) -> None:
    texts, shown = words.texts(lang, "golden_town", NAMES[:3]), board("golden_town")
    for view in views(3, seed=4, every=31):
        told = shown.state(view, texts)
        assert len(told) >= 1 + 3 + 4
        assert bool(shown.words(view, texts)) == bool(view["legal"])
        if view["reach"] and view["legal"]:
            assert all(way["square"] in told[-1] for way in view["reach"])


def test_a_prompt_names_the_challenges_that_are_open_and_no_others() -> None:
    """[T37, T45, T57]."""
    texts = words.texts("en", "golden_town", NAMES[:3])
    for barred, asked in (
        ((), "Ask to share it (enter), or challenge somebody here: fight1."),
        (
            (1,),
            "Ask to share it (enter).",
        ),
    ):
        s = lay(Seat("A6", barred=barred), Seat("A/0", barred=barred and (0,)), Seat())
        position = Position("golden_town", record=play(s, "*1 A"))
        said = texts.line(position.view(0)["prompt"])
        assert said == f"Ann: Bo holds this mine. {asked}"
    s = play(lay(Seat("T4"), Seat("T5"), Seat("T9")), "*3")
    said = texts.line(Position("golden_town", record=s).view(0)["prompt"])
    assert said.endswith("or challenge a rival in reach: fight1.")


def test_a_prospector_on_a_concession_does_not_make_it_look_like_a_road() -> None:
    """A1 is a square of its own."""
    texts, shown = words.texts("en", "golden_town", NAMES[:2]), board("golden_town")
    view = Position("golden_town", record=lay(Seat("A/0"), Seat())).view(0)
    for size in (SMALL, (120, 33)):
        drawn = "\n".join(printed(shown.draw(view, texts, *size), size[0]))
        assert "◆1" in drawn
        assert not re.search("A6? *─A1", drawn)


def test_who_may_swap_is_told_what_lies_on_the_discards() -> None:
    """[T13]."""
    texts, shown = words.texts("en", "golden_town", NAMES[:2]), board("golden_town")
    s = play(lay(Seat("T4"), Seat(), discard="prop"), "*3 T1")
    (told,) = shown.words(Position("golden_town", record=s).view(0), texts)
    assert "Top discard: prop." in told


def test_the_last_square_of_a_walk_is_where_it_leads() -> None:
    """Every move is told with the squares walked [T10]."""
    match = random_match("golden_town", 3, seed=8, steps=600)
    moves = [
        line["args"] for told in match.lines(WATCHER) for line in told if "path" in line["args"]
    ]
    beside = rules.EDITION.board.beside
    assert len(moves) > 50
    for move in moves:
        path = move["path"]
        assert path[-1] == move["name"]
        assert all(then in beside[now] for now, then in itertools.pairwise(path))
        assert all(one != other for one, other in zip(path, path[2:], strict=False))
