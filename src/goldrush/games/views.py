"""What the views of all games have in common."""

from typing import Any

import numpy as np

from goldrush.core.seats import NOBODY
from goldrush.games.contract import Notation, Rules, open_amounts
from goldrush.games.plain import Plain
from goldrush.games.shapes import Amount, Criterion, Line, SeatArgument


def line(key: str, **args: Any) -> Line:
    """A text to be found by its key, with arguments; an argument may be a line or a seat."""
    return {"key": key, "args": args}


def who(number: int) -> SeatArgument:
    """A seat as an argument of a line: whoever reads it sees the player's name."""
    return {"seat": int(number)}


def seat_or_none(number: int) -> int | None:
    """A seat as JSON has it."""
    return None if number == NOBODY else int(number)


def common(
    rules: Rules,
    notation: Notation,
    s: Plain,
    viewer: int,
    prompt: Line,
    paragraphs: dict[str, str],
    points: str,
    **tie_breaks: Any,
) -> dict[str, Any]:
    """The part of a view that every game has: the fields of an AnyView but for ``shown``.

    *prompt* speaks to the seat to act; others are told whom they wait for.  *paragraphs*
    are those that prompts are about, by the prompts' names.  *points* is what the
    points are called (``criterion.<points>``), *tie_breaks* what decides after them, by seat.
    """
    if s.actor >= 0 and s.actor != viewer:
        prompt = line("prompt.waits", seat=who(s.actor))
    return {
        "game": rules.NAME,
        "version": rules.VERSION,
        "seat": viewer if viewer >= 0 else None,
        "seats": s.seats,
        "first": seat_or_none(s.first),
        "turn": s.turn if s.first != NOBODY and not s.finished else None,
        "prompt": prompt,
        "rule": paragraphs.get(prompt["key"].removeprefix("prompt.")),
        **_choices(rules, notation, s, asked=s.actor == viewer),
        **_result(rules, s, points, tie_breaks),
    }


def _choices(rules: Rules, notation: Notation, s: Plain, *, asked: bool) -> dict[str, Any]:
    """Actions one by one, but those that choose an amount as a range."""
    if not asked:
        return {"legal": [], "amount": None}
    actions, amount = s.actions, None
    if amounts := open_amounts(rules, actions):
        name, first, most = amounts
        amount = Amount(name, first, 0, most)
        actions = [action for action in actions if not amounts.hold(action)]
    return {"legal": [notation.CHOICES[action] for action in actions], "amount": amount}


def _result(rules: Rules, s: Plain, named: str, tie_breaks: dict[str, Any]) -> dict[str, Any]:
    """Points, places and what decided, in order; None until the match is over."""
    if not s.finished:
        return dict.fromkeys(("points", "places", "criteria", "end"))
    points, places = np.zeros((2, rules.MAX_SEATS), np.int64)
    rules.score(s.record, points)
    rules.rank(s.record, places)
    criteria = {named: points.tolist(), **tie_breaks}
    return {
        "points": points[: s.seats].tolist(),
        "places": places[: s.seats].tolist(),
        "criteria": [
            Criterion(f"criterion.{name}", values[: s.seats]) for name, values in criteria.items()
        ],
        "end": rules.ENDS[rules.ended(s.record)],
    }
