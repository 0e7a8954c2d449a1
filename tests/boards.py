"""What the tests of the web app's boards draw: ``make fixtures`` writes it, and a test compares.

The matches are random ones by the first versions; the newest rules know the same positions, where
nothing has happened yet of what they have besides.
"""

import sys
from pathlib import Path
from typing import Any

import msgspec

from goldrush.core import blank
from goldrush.games import game
from goldrush.position import Position
from matches import random_match

FILE = Path(__file__).parents[1] / "web/src/games/boards.test.json"
SEATS = 3
MOMENTS = {  # seed and steps of a match, where somebody is to act
    "gold": (5, 9),
    "goldrausch": (5, 40),
    "oh_my_gold": (5, 33),
    "gold_river": (0, 76),
    "golden_town": (0, 70),
}


def content() -> str:
    """A view of each game, and all its actions but those that choose an amount."""
    drawn = {name: _drawn(name, *moment) for name, moment in MOMENTS.items()}
    return msgspec.json.format(msgspec.json.encode(drawn, order="sorted"), indent=1).decode() + "\n"


def _drawn(name: str, seed: int, steps: int) -> dict[str, Any]:
    opened = game(name)
    old = random_match(game(name, version=1), SEATS, seed=seed, steps=steps).position.record
    record = blank(opened.rules.STATE)
    for field in old.dtype.names or ():
        record[field] = old[field]
    position = Position(opened, record=record)
    amounts = opened.rules.AMOUNTS
    actions = [c for c in opened.notation.CHOICES if not any(a.hold(c.action) for a in amounts)]
    return {"view": position.view(position.actor), "actions": actions}


if __name__ == "__main__":
    Path(*sys.argv[1:2] or [str(FILE)]).write_text(content(), "utf-8")
