"""A cluster: the same results as here, though workers are lost."""

import gc
import hashlib
import logging
import os
import signal
import time
import warnings
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import msgspec
import pytest
import ray
from typer.testing import CliRunner

from goldrush import cli
from goldrush.bots.policy import bot
from goldrush.games import game
from goldrush.lab import cluster as clusters
from goldrush.lab import crew, report
from goldrush.lab.cluster import Cluster
from goldrush.lab.league import league
from goldrush.lab.reviews import reviews
from goldrush.lab.setting import Setting
from goldrush.lab.simulate import FAR, simulate
from goldrush.reviews.review import review
from matches import random_match
from test_report import TINY
from test_simulate import figures
from tools import environment, python


@pytest.fixture(scope="module", autouse=True)
def machines() -> Iterator[None]:
    """A small cluster of this machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", environment()["PYTHONPATH"])  # for the functions below
        ray.init(
            "local",
            _node_ip_address="127.0.0.1",
            num_cpus=2,
            object_store_memory=80_000_000,
            include_dashboard=False,
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
        yield
        ray.shutdown()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # Ray does not wait for those it ends
        gc.collect()


def nothing() -> None:
    """What has not to be prepared."""


def fatal_once(mark: Path, task: int) -> int:
    """Ends its process when the fourth task is played for the first time."""
    if task == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return task * task


def refused(task: int) -> int:
    raise ValueError(f"nobody plays {task}")


def slow(task: int) -> int:
    time.sleep(60 * task)
    return task


def test_blocks_of_a_lost_worker_are_played_again(tmp_path: Path) -> None:
    mark = tmp_path / "lost"
    found = Cluster("auto").in_order(partial(fatal_once, mark), range(20), nothing)
    assert list(found) == [task * task for task in range(20)]
    assert mark.exists()


def test_an_error_comes_through_as_it_was() -> None:
    with pytest.raises(ValueError, match="nobody plays 0") as told:
        list(Cluster("auto").in_order(refused, range(3), nothing))
    assert not isinstance(told.value, ray.exceptions.RayError)


def test_whoever_has_enough_need_not_wait_for_the_rest() -> None:
    begun = time.perf_counter()
    with closing(Cluster("auto").in_order(slow, (0, 9, 9, 9), nothing)) as results:
        assert next(results) == 0
    assert time.perf_counter() - begun < 60


def test_a_simulation_is_the_same_as_here() -> None:
    told: list[int] = []
    terms = (game("goldrausch"), 3, FAR + 300)
    found = figures(*terms, seed=2, cluster="auto", progress=told.append)
    assert found == figures(*terms, seed=2, workers=1)
    assert told == [FAR, 300]


def test_a_league_is_the_same_as_here() -> None:
    terms = (game("goldrausch"), ("uniform", "handmade"), (2,), 6, 3)
    played = [league(*terms, workers=1), league(*terms, cluster="auto")]
    rows = [[(one.bot, one.rating, one.points) for one in found.tables[0].bots] for found in played]
    assert rows[0] == rows[1]


def test_a_machine_with_other_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "sources", hashlib.sha256)
    with pytest.raises(ValueError, match="has another goldrush"):
        list(Cluster("auto").in_order(slow, (0,), nothing))


def test_what_is_no_cluster_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match='"auto" or ray://'):
        Cluster("localhost")
    terms = (game("gold"), bot(game("gold"), "uniform"), 2, 5)
    with pytest.raises(ValueError, match="plays on processors"):
        simulate(*terms, device="cuda", cluster="auto")
    monkeypatch.setattr(crew, "installed", lambda _: False)
    with pytest.raises(ValueError, match=r'pip install "goldrush\[cluster\]"'):
        simulate(*terms, cluster="auto")


def test_the_command_plays_on_the_cluster() -> None:
    args = ["simulate", "goldrausch", "--games", "40", "--seats", "2", "--json"]
    said = CliRunner().invoke(cli.app, [*args, "--cluster", "auto"])
    assert said.exit_code == 0, said.output
    found = msgspec.json.decode(said.stdout)
    del found["steps_per_s"]
    assert found == figures(game("goldrausch"), 2, 40)


def test_nobody_imports_ray_who_has_not_asked_for_it() -> None:
    code = """
import sys
from goldrush import bot, game, simulate
from goldrush.lab import league, parquet
import goldrush.cli
print("ray" in sys.modules)
"""
    assert python(code) == "False\n"


def test_a_report_is_the_same_as_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(report.DEPTHS, "quick", TINY)
    terms = (game("oh_my_gold"), [2], {"steal": "on"}, 1, "quick")
    told: list[int] = []
    found = report.report(*terms, progress=told.append, cluster="auto")
    assert found == report.report(*terms, workers=1)
    assert sum(told) == report.work(Setting(game("oh_my_gold"), 2, {"steal": "on"}, 1), "quick")


def test_reviews_are_the_same_as_here() -> None:
    matches = [random_match("goldrausch", 2, seed=seed) for seed in (1, 2)]
    found = list(reviews(matches, "fast", seed=3, cluster="auto"))
    assert found == [review(match, "fast", 3, workers=1) for match in matches]
