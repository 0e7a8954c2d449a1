"""How much a server has to do: what its metrics counted, looked at now and some minutes ago."""

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from prometheus_client import Counter, Histogram

from goldrush.server.metrics import Metrics

EVERY = 10.0  # seconds between two looks
LOOKS = 30  # that are remembered: times are those of five minutes
MINUTE = 6  # looks
What = Literal["answer", "write", "thought", "review"]
Buckets = tuple[tuple[float, float], ...]  # the upper end of each, and how many were up to there


class Look(NamedTuple):
    """What was counted until some time."""

    at: float
    moves: float
    times: dict[What, Buckets]


class Spread(NamedTuple):
    """How long something took of late: half of all times, and all but one in a hundred."""

    number: int
    half: float | None = None
    most: float | None = None


class Workload:
    """Of one server."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._times: dict[What, Histogram] = {
            "answer": metrics.answered,
            "write": metrics.written,
            "thought": metrics.thought,
            "review": metrics.reviewed,
        }
        self._looks: deque[Look] = deque([self._look()], maxlen=LOOKS)

    async def run(self) -> None:
        """Looks now and then, until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            self._looks.append(self._look())

    def moves(self) -> float:
        """How many decisions a second were played in the last minute or so."""
        now, then = self._look(), self._looks[-min(MINUTE, len(self._looks))]
        return (now.moves - then.moves) / max(now.at - then.at, 1.0)

    def spreads(self) -> dict[What, Spread]:
        """How long things took in the last minutes."""
        now, then = self._look(), self._looks[0]
        return {name: spread(then.times[name], times) for name, times in now.times.items()}

    def refused(self) -> dict[str, int]:
        """How often something was refused since the server runs, by the reason."""
        (found,) = self._metrics.refused.collect()
        total = [one for one in found.samples if one.name.endswith("_total")]
        return {one.labels["reason"]: int(one.value) for one in total}

    def value(self, name: str) -> float:
        """What the metrics say under a name."""
        return self._metrics.registry.get_sample_value(name) or 0.0

    def _look(self) -> Look:
        times = {name: buckets(one) for name, one in self._times.items()}
        return Look(time.monotonic(), _counted(self._metrics.moves), times)


def _counted(counter: Counter) -> float:
    (found,) = counter.collect()
    return next(one.value for one in found.samples if one.name.endswith("_total"))


def buckets(histogram: Histogram) -> Buckets:
    """What a histogram has counted."""
    (found,) = histogram.collect()
    counted = [one for one in found.samples if one.name.endswith("_bucket")]
    return tuple((float(one.labels["le"]), one.value) for one in counted)


def spread(then: Buckets, now: Buckets) -> Spread:
    """What came between two looks."""
    counts = [count - before for (_, count), (_, before) in zip(now, then, strict=True)]
    if not (number := int(counts[-1])):
        return Spread(0)
    ends = [end for end, _ in now]
    return Spread(number, _quantile(ends, counts, 0.5), _quantile(ends, counts, 0.99))


def _quantile(ends: Sequence[float], counts: Sequence[float], share: float) -> float:
    """Where a share of all times lies: within a bucket, as if they were spread evenly there.

    Of what took longer than the last bucket holds, its lower end is all that is known.
    """
    wanted = share * counts[-1]
    known = [(0.0, 0.0), *zip(ends, counts, strict=True)]
    for (low, below), (high, up_to) in pairwise(known):
        if up_to >= wanted and up_to > below:
            return (
                low
                if high == float("inf")
                else low + (high - low) * (wanted - below) / (up_to - below)
            )
    return ends[-2]
