"""Whole matches as golden text: compiled and interpreted runs must both give these.

The play of every version lies in a folder of its own and never changes again; the words in which
the newest one is told lie beside them.
"""

import hashlib
import json
from collections.abc import Callable

import pytest

from goldrush.core import CHANCE, WATCHER
from goldrush.games import GAMES, game
from goldrush.games.contract import Game
from goldrush.match import Match
from goldrush.position import steps
from goldrush.terminal import words
from matches import random_match
from tools import VERSIONS

Golden = Callable[[str, str], None]


def playthroughs(opened: Game) -> dict[str, Match]:
    """Matches with the fewest and the most seats, and one with everything otherwise than usual."""
    rules = opened.rules
    last = {option.name: option.values[-1] for option in rules.OPTIONS}
    seats = next((option.seats[0] for option in rules.OPTIONS if option.seats), 3)
    sizes = (rules.MIN_SEATS, rules.MAX_SEATS)
    found = {f"{size}-seats": random_match(opened, size, seed=11) for size in sizes}
    return {**found, "last-options": random_match(opened, seats, last, seed=12)}


def played(match: Match) -> str:
    """A match as its steps, with all positions by their digest."""
    lines = [f"{match.game.name}, {match.seats} seats, {match.options}", match.start.text()]
    for number, (actor, step) in enumerate(match.history):
        who = "chance" if actor == CHANCE else f"seat {actor}"
        lines.append(f"{number:4} {who:7} {steps(match.game)[actor == CHANCE][step]}")
    digest = hashlib.sha256(b"".join(p.record.tobytes() for p in match.replay())).hexdigest()
    lines += [
        f"all positions {digest}",
        match.position.text(),
        f"points {match.position.points()} places {match.position.places()}",
        match.link(),
    ]
    return "\n".join(lines) + "\n"


def told(match: Match) -> str:
    """A match as its log tells it, and what a watcher is shown at the end."""
    names = [f"seat {n}" for n in range(match.seats)]
    texts = words.texts("en", match.game.name, names)
    lines = [
        f"{number:4} {' '.join(map(texts.line, said))}"
        for number, said in enumerate(match.lines(WATCHER))
        if said
    ]
    return "\n".join([*lines, json.dumps(match.position.view(WATCHER))]) + "\n"


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_golden_playthroughs(name: str, version: int, golden: Golden) -> None:
    for what, match in playthroughs(game(name, version=version)).items():
        golden(f"{name}/{version}/{what}.txt", played(match))


@pytest.mark.parametrize("name", GAMES)
def test_golden_words(name: str, golden: Golden) -> None:
    for what, match in playthroughs(game(name)).items():
        golden(f"{name}/words/{what}.txt", told(match))
