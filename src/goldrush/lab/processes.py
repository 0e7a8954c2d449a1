"""Work spread over processes: for bots whose time must not be shared with another thread."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from goldrush.lab.crew import AHEAD, Crew, Result, Task, handed_out, on_cluster


@dataclass(frozen=True)
class Processes:
    """Processes of this machine; one worker is this process, which is thought prepared."""

    workers: int

    def in_order(
        self,
        work: Callable[[Task], Result],
        tasks: Iterable[Task],
        prepare: Callable[[], object],
    ) -> Generator[Result, None, None]:
        """The results of tasks in their order; closed early it drops the rest."""
        if self.workers == 1:
            yield from map(work, tasks)
            return
        others = set(multiprocessing.active_children())
        fresh = multiprocessing.get_context("spawn")  # a fork would copy locks of numba and rich
        with ProcessPoolExecutor(self.workers, fresh, prepare) as pool:

            def submit(task: Task) -> Future[Result]:
                with _deaf():  # this may start a process
                    return pool.submit(work, task)

            try:
                yield from handed_out(submit, tasks, lambda: AHEAD * self.workers)
            except BaseException:
                for process in set(multiprocessing.active_children()) - others:
                    process.terminate()  # a bot may think for long: nobody waits for it
                raise


def processes_or(cluster: str | None, workers: int | None) -> Crew:
    """Processes of this machine, all cores by default; or a cluster, if one is named."""
    return on_cluster(cluster) if cluster else Processes(workers or os.cpu_count() or 1)


@contextmanager
def _deaf() -> Iterator[None]:
    """Lets Ctrl-C wait, for ever in the processes started meanwhile: it is meant for this one."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
