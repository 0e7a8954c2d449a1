"""What the tests of the web app's boards draw: ``make fixtures`` writes it, and a test compares.

The matches are random ones by the first versions; the newest rules know the same positions, where
nothing has happened yet of what they have besides.
"""

from pathlib import Path
from typing import Any

import msgspec

from goldrush.core import blank
from goldrush.games import GAMES, game
from goldrush.position import Position
from matches import random_match
from samples import SAMPLES, Moment

ROOT = Path(__file__).parents[1]

FILES = {name: ROOT / f"web/src/games/{name}/board.test.json" for name in GAMES}
SEATS = 3  # or as many as there can be


def content(name: str) -> str:
    """A view of a game, and all its actions but those that choose an amount."""
    drawn = _drawn(name, SAMPLES[name].board)
    return msgspec.json.format(msgspec.json.encode(drawn, order="sorted"), indent=1).decode() + "\n"


def _drawn(name: str, moment: Moment) -> dict[str, Any]:
    opened = game(name)
    seats = min(SEATS, opened.rules.MAX_SEATS)
    match = random_match(game(name, version=1), seats, seed=moment.seed, steps=moment.steps)
    old = match.position.record
    record = blank(opened.rules.STATE)
    for field in old.dtype.names or ():
        record[field] = old[field]
    position = Position(opened, record=record)
    assert position.actor >= 0, f"{name}: after {moment} nobody is to act; try another step"
    amounts = opened.rules.AMOUNTS
    actions = [c for c in opened.notation.CHOICES if not any(a.hold(c.action) for a in amounts)]
    return {"view": position.view(position.actor), "actions": actions}


if __name__ == "__main__":
    for name, file in FILES.items():
        file.write_text(content(name), "utf-8")
