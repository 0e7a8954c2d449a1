"""Blocks played by the machines of a Ray cluster: the extra ``cluster``.

Ray is asked for one block after the other, and plays a block whose worker is lost once more: blocks
follow from their numbers, so that nothing comes out differently.
"""

import logging
import pickle
import platform
import warnings
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError

from goldrush.core.compiled import sources
from goldrush.games.problem import Problem
from goldrush.lab.crew import AHEAD, Result, Task, handed_out

REMOTE = "ray://"
RETRIES = 10  # of a block whose worker was lost


@dataclass(frozen=True)
class Cluster:
    """The processors of a cluster, of which this process becomes a driver."""

    address: str

    def __post_init__(self) -> None:
        if self.address != "auto" and not self.address.startswith(REMOTE):
            raise Problem('a cluster is "auto" or ray://HOST:10001, not "{}"', self.address)
        if not ray.is_initialized():
            self._join()

    def _join(self) -> None:
        """Becomes a part of the cluster."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # the error says as much
                ray.init(self.address, log_to_driver=False, logging_level=logging.ERROR)
        except (OSError, RuntimeError, ValueError) as error:
            why = str(error).partition("\n")[0]
            raise Problem("no Ray cluster answers to {}: {}", self.address, why) from None

    @property
    def workers(self) -> int:
        """How many processors there are now: machines come and go."""
        there: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]  # Ray's
        return max(1, int(there.get("CPU", 1)))

    def in_order(
        self,
        work: Callable[[Task], Result],
        tasks: Iterable[Task],
        prepare: Callable[[], object],
    ) -> Generator[Result, None, None]:
        """The results of tasks in their order; closed early it drops the rest."""
        packed, here = pickle.dumps((work, prepare)), sources().hexdigest()
        play = ray.remote(num_cpus=1, max_retries=RETRIES)(_play)
        handed: dict[Future[Result], Any] = {}

        def submit(task: Task) -> Future[Result]:
            there = play.remote(packed, here, task)
            coming: Future[Result] = there.future()
            handed[coming] = there
            coming.add_done_callback(handed.pop)
            return coming

        try:
            yield from handed_out(submit, tasks, lambda: AHEAD * self.workers)
        except RayTaskError as error:
            raise error.cause from None
        except RayError as error:
            raise Problem("the cluster has lost a block too often: {}", error) from None
        finally:
            for there in list(handed.values()):
                with suppress(RayError, ValueError):
                    ray.cancel(there, force=True)


def _play(packed: bytes, here: str, task: Any) -> Any:
    """Plays a block in a worker."""
    if sources().hexdigest() != here:
        raise Problem("a machine of the cluster, {}, has another goldrush", platform.node())
    return _prepared(packed)(task)


@lru_cache(1)
def _prepared(packed: bytes) -> Callable[[Any], Any]:
    """What a worker does, compiled when it does so for the first time."""
    work, prepare = pickle.loads(packed)  # noqa: S301  # whoever joins a cluster may run anything on it
    prepare()
    done: Callable[[Any], Any] = work
    return done
