"""Who plays blocks of games: threads of this process, other processes, or those of a cluster.

A block is whatever a task says.  Results come in the order of the tasks, whoever is done first, so
that what is made of them does not depend on who played.
"""

import importlib.util
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol, TypeVar

from goldrush.games.problem import Problem

AHEAD = 4  # tasks for each worker that are handed out before the oldest is done

Task = TypeVar("Task")
Result = TypeVar("Result")


class Crew(Protocol):
    """A way to play blocks."""

    @property
    def workers(self) -> int:
        """How many play at once."""

    def in_order(
        self,
        work: Callable[[Task], Result],
        tasks: Iterable[Task],
        prepare: Callable[[], object],
    ) -> Generator[Result, None, None]:
        """The results of tasks in their order; closed early it drops the rest.

        Whoever plays first prepares once.  No more than a few tasks are taken ahead.
        """


def handed_out(
    submit: Callable[[Task], Future[Result]], tasks: Iterable[Task], most: Callable[[], int]
) -> Iterator[Result]:
    """Keeps so many tasks in others' hands and takes the results, oldest first."""
    waiting: deque[Future[Result]] = deque()
    for task in tasks:
        waiting.append(submit(task))
        if len(waiting) >= most():
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def installed(package: str) -> bool:
    """Whether a package can be imported."""
    return importlib.util.find_spec(package) is not None


def on_cluster(address: str) -> Crew:
    """The machines of a Ray cluster; nobody else imports Ray."""
    if not installed("ray"):
        raise Problem('a cluster needs more: pip install "goldrush[cluster]"')
    from goldrush.lab.cluster import Cluster  # noqa: PLC0415  # an extra

    return Cluster(address)


def threads_or(cluster: str | None, workers: int | None) -> Crew:
    """Threads of this process, as many as there are cores; or a cluster, if one is named."""
    return on_cluster(cluster) if cluster else Threads(workers or os.cpu_count() or 1)


@dataclass(frozen=True)
class Threads:
    """Threads of this process: for compiled games, which run without the interpreter's lock."""

    workers: int

    def in_order(
        self,
        work: Callable[[Task], Result],
        tasks: Iterable[Task],
        prepare: Callable[[], object],
    ) -> Generator[Result, None, None]:
        """The results of tasks in their order; closed early it drops the rest."""
        prepare()
        pool = ThreadPoolExecutor(self.workers, "games")
        try:
            yield from handed_out(
                lambda task: pool.submit(work, task), tasks, lambda: AHEAD * self.workers
            )
        finally:
            pool.shutdown(cancel_futures=True)
