"""Reviews of many matches: each is a block, wherever it is made."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

import msgspec

from goldrush.core import rng
from goldrush.lab.cells import nothing
from goldrush.lab.processes import processes_or
from goldrush.match import Match, told
from goldrush.reviews.review import allowed, review
from goldrush.reviews.shapes import Review

Progress = Callable[[int], object]  # told how many matches more are done


@dataclass(frozen=True)
class Terms:
    """How much is played to review each match."""

    budget: str
    seed: int

    def __call__(self, stored: bytes) -> Review:
        """Reviews a match as a file has it."""
        return review(told(stored, "match"), self.budget, self.seed, workers=1)


def reviews(
    matches: Sequence[Match],
    budget: str = "normal",
    seed: int = 0,
    workers: int | None = None,
    progress: Progress = lambda _: None,
    *,
    cluster: str | None = None,
) -> Iterator[Review]:
    """Reviews matches, one after the other as they come; the same as alone, whoever does it."""
    rng.new(seed)  # refuses what is no seed
    for match in matches:
        allowed(match, budget)
    stored = [msgspec.json.encode(match.stored()) for match in matches]
    crew = processes_or(cluster, workers)
    with closing(crew.in_order(Terms(budget, seed), stored, nothing)) as work:
        for one in work:
            progress(1)
            yield one
