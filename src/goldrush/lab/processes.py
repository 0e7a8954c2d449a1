"""Work spread over processes: for bots whose time must not be shared with another thread."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

AHEAD = 4  # tasks for each process that are handed out before the oldest is done

Task = TypeVar("Task")
Result = TypeVar("Result")


def in_order(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    workers: int,
    prepare: Callable[[], object],
) -> Generator[Result, None, None]:
    """The results of tasks in their order, whoever finishes first; closed early it drops the rest.

    Each process first prepares itself.  One worker is this process, which is thought prepared.
    """
    if workers == 1:
        yield from map(work, tasks)
        return
    others = set(multiprocessing.active_children())
    fresh = multiprocessing.get_context("spawn")  # a fork would copy locks of numba and rich
    with ProcessPoolExecutor(workers, fresh, prepare) as pool:
        try:
            yield from _handed_out(pool, work, tasks, AHEAD * workers)
        except BaseException:
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()  # a bot may think for long: nobody waits for it
            raise


def _handed_out(
    pool: ProcessPoolExecutor, work: Callable[[Task], Result], tasks: Iterable[Task], most: int
) -> Iterator[Result]:
    """Keeps so many tasks in the pool's hands and takes the results, oldest first."""
    waiting: deque[Future[Result]] = deque()
    for task in tasks:
        with _deaf():  # this may start a process
            waiting.append(pool.submit(work, task))
        if len(waiting) == most:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def _deaf() -> Iterator[None]:
    """Lets Ctrl-C wait, for ever in the processes started meanwhile: it is meant for this one."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
