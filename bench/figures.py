"""What was measured, in figures."""

import sys
from typing import Any, TextIO

LATE = 0.050  # seconds that one action in a hundred may take at most
REACHED = 0.98  # of the rate: less means that the server falls behind


def lateness(late: list[float]) -> dict[str, float]:
    """From when an action was due to its answer, in milliseconds."""
    ranked = sorted(late) or [float("inf")]
    shares = {"p50": 0.50, "p95": 0.95, "p99": 0.99, "max": 1.0}
    at = {
        name: ranked[min(len(ranked) - 1, int(part * len(ranked)))] for name, part in shares.items()
    }
    return {f"{name}_ms": round(1000 * seconds, 2) for name, seconds in at.items()}


def kept_up(found: dict[str, Any]) -> bool:
    """Whether nearly all that was due was answered in time."""
    reached = found["moves_per_second"] >= REACHED * found["rate"]
    return bool(reached and found["p99_ms"] < 1000 * LATE and not found["unanswered"])


def show(found: dict[str, Any], head: str = "", to: TextIO = sys.stderr) -> None:
    """Prints figures: on the way to what is asked for, aside, so that programs can read that."""
    print(head, *(f"{name} {value}" for name, value in found.items()), sep="  ", file=to)
