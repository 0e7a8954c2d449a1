"""Writes the figures of docs/research.md anew: ``python docs/research.py``.

Lengths and branching are those of the first matches of seed 1, so that anybody gets the same.
"""

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from goldrush.bots.policy import bot
from goldrush.games import GAMES, game
from goldrush.games.contract import Game
from goldrush.lab.arrays import Batch, code
from goldrush.lab.simulate import simulate

PAGE = Path(__file__).with_name("research.md")
MATCHES = 1000
SEED = 1
SHOWN = 6  # kinds of actions that are listed as they are written


def main() -> None:
    text = PAGE.read_text("utf-8")
    for name, rows in (("sizes", sizes()), ("layouts", layouts()), ("actions", actions())):
        text = placed(text, name, "\n".join(rows))
    PAGE.write_text(text, "utf-8")


def placed(text: str, name: str, found: str) -> str:
    """The page with a part of it replaced."""
    mark = rf"(<!-- {name} -->\n).*?(<!-- end -->)"
    return re.sub(mark, lambda m: f"{m[1]}{found}\n{m[2]}", text, flags=re.DOTALL)


def sizes() -> Iterator[str]:
    """How large the games are: whoever plays at random, and the hand-made player."""
    yield (
        "| game, seats | decisions at random | by `handmade` | draws at random"
        " | choices at a decision: mean, most | choices in a match, log10 |"
    )
    yield "| --- | --- | --- | --- | --- | --- |"
    for name in GAMES:
        opened = game(name)
        for seats in (opened.rules.MIN_SEATS, opened.rules.MAX_SEATS):
            yield size(opened, seats)


def size(opened: Game, seats: int) -> str:
    terms = (seats, MATCHES, SEED)
    found = simulate(opened, bot(opened, "uniform"), *terms)
    played = simulate(opened, bot(opened, "handmade"), *terms)
    mean, most, tree = branching(opened, seats)
    length = f"{found.decisions.mean:.0f} ± {found.decisions.sd:.0f}"
    cells = (length, f"{played.decisions.mean:.0f} ± {played.decisions.sd:.0f}")
    rest = (f"{found.draws.mean:.0f}", f"{mean:.1f}, {most}", f"{tree:.0f}")
    return f"| {opened.name}, {seats} | " + " | ".join((*cells, *rest)) + " |"


def branching(opened: Game, seats: int) -> tuple[float, int, float]:
    """Legal actions at a decision, on average and at most; the logarithm of all lines of play."""
    batch = Batch(opened, MATCHES, seats, seed=SEED)
    first = batch.seeds[:, 1].copy()
    decisions = choices = most = 0
    logs = 0.0
    while (running := batch.seeds[:, 1] == first).any():
        counts = batch.mask[running].sum(axis=1)
        decisions, choices = decisions + len(counts), choices + int(counts.sum())
        most = max(most, int(counts.max()))
        logs += float(np.log10(counts).sum())
        batch.step(batch.random())
    return choices / decisions, most, logs / MATCHES


def layouts() -> Iterator[str]:
    """What stands where in an observation."""
    for name in GAMES:
        opened = game(name).at_once()
        seen: Any = code(opened).observation
        yield f"\n**{name}**, version {opened.version}: {seen.SIZE} numbers\n"
        yield ", ".join(f"`{part.name}` {part.start}+{part.size}" for part in seen.LAYOUT)


def actions() -> Iterator[str]:
    """What the numbers of actions and outcomes mean."""
    yield "| game | seats | actions | such as | outcomes | such as | bytes of a record |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for name in GAMES:
        opened = game(name).at_once()
        rules = opened.rules
        told = [examples([step.text for step in steps]) for steps in opened.steps]
        counts = (f"{rules.MIN_SEATS}–{rules.MAX_SEATS}", str(rules.ACTIONS), told[0])
        rest = (str(rules.OUTCOMES), told[1], str(rules.STATE.itemsize))
        yield f"| {name} | " + " | ".join((*counts, *rest)) + " |"


def examples(texts: list[str]) -> str:
    """Some of them, evenly spread."""
    apart = math.ceil(len(texts) / SHOWN)
    some = [text.replace("|", "\\|") for text in texts[::apart]]
    return ", ".join(f"{apart * n} `{text}`" for n, text in enumerate(some))


if __name__ == "__main__":
    main()
