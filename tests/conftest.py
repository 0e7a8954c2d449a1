"""Fixtures that all tests share."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from httpx._config import DEFAULT_TIMEOUT_CONFIG
from hypothesis import HealthCheck, settings

from folders import ROOT, TESTED, unlisted, unwritten
from goldrush.games import GAMES, newest

pytest_plugins = ["browsing", "clusters"]  # a browser and databases, for whoever asks for one

slow = [HealthCheck.too_slow]  # the first example may have to compile a game
settings.register_profile(
    "steady", deadline=None, derandomize=True, print_blob=True, suppress_health_check=slow
)
settings.load_profile("steady")  # the same examples every time; interpreted runs are slow

# a busy machine may need longer than the usual five seconds
for kind in ("connect", "read", "write", "pool"):
    setattr(DEFAULT_TIMEOUT_CONFIG, kind, 60.0)

# what runs in the background ignores Ctrl-C, which some tests send to themselves
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden-update", action="store_true", help="write the golden files anew")
    parser.addoption("--kills", type=int, default=80, help="of a server at play (make kills: 200)")
    parser.addoption("--pictures", type=Path, help="a folder for pictures of pages and tables")


def pytest_configure() -> None:
    """Says what the folders of a game lack, before Python complains about what it cannot import."""
    if lacking := [told for game in GAMES for told in unwritten(game)] + [*unlisted(GAMES)]:
        raise pytest.UsageError("\n".join(lacking))


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
        assert path.is_file(), f"run `make golden`: there is no {path.relative_to(ROOT)}"
        assert path.read_text("utf-8") == text

    return compare
