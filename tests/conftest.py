"""Fixtures that all tests share."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from goldrush.games import newest
from tools import TESTED

slow = [HealthCheck.too_slow]  # the first example may have to compile a game
settings.register_profile(
    "steady", deadline=None, derandomize=True, print_blob=True, suppress_health_check=slow
)
settings.load_profile("steady")  # the same examples every time; interpreted runs are slow

# what runs in the background ignores Ctrl-C, which some tests send to themselves
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden-update", action="store_true", help="write the golden files anew")
    parser.addoption("--pictures", type=Path, help="a folder for pictures of pages and tables")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Who writes golden files anew runs what compares them, and nothing else."""
    if config.getoption("--golden-update"):
        items[:] = [one for one in items if "golden" in getattr(one, "fixturenames", ())]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with the golden file of a name; those of older versions stay as they are."""

    def compare(name: str, text: str) -> None:
        game, version = name.split("/")[:2]
        path = TESTED / game / "golden" / name.removeprefix(f"{game}/")
        old = version.isdecimal() and int(version) < newest(game)
        if request.config.getoption("--golden-update") and not old:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        assert path.read_text("utf-8") == text

    return compare
