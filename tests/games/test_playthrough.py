"""Whole matches as golden text: compiled and interpreted runs must both give these."""

import hashlib
import json
from collections.abc import Callable

import pytest

from goldrush.core import CHANCE, WATCHER
from goldrush.games import GAMES, game
from goldrush.match import Match
from goldrush.position import steps
from goldrush.terminal import words
from matches import random_match


def playthrough(match: Match) -> str:
    """A match as text: each step with its words, and the position after it by its digest."""
    names = [f"seat {n}" for n in range(match.seats)]
    texts = words.texts("en", match.game.name, names)
    lines = [f"{match.game.name}, {match.seats} seats, {match.options}", match.start.text()]
    told = zip(match.history, match.replay(), match.lines(WATCHER), strict=False)
    for number, ((actor, step), _, said) in enumerate(told):
        who = "chance" if actor == CHANCE else names[actor]
        what = steps(match.game)[actor == CHANCE][step]
        lines.append(f"{number:4} {who:7} {what!s:4} {' '.join(map(texts.line, said))}".rstrip())
    digest = hashlib.sha256(b"".join(p.record.tobytes() for p in match.replay())).hexdigest()
    lines += [
        f"all positions {digest}",
        match.position.text(),
        f"points {match.position.points()} places {match.position.places()}",
        json.dumps(match.position.view(WATCHER)),
        match.link(),
    ]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_golden_playthroughs(name: str, golden: Callable[[str, str], None]) -> None:
    opened = game(name)
    last = {option.name: option.values[-1] for option in opened.rules.OPTIONS}
    for seats in (opened.rules.MIN_SEATS, opened.rules.MAX_SEATS):
        golden(f"{name}/{seats}-seats.txt", playthrough(random_match(opened, seats, seed=11)))
    golden(f"{name}/last-options.txt", playthrough(random_match(opened, 3, last, seed=12)))
