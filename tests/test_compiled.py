"""The cache of compiled code, and modules bound to constants of their own."""

import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from goldrush.core import bind
from tools import python

cache = importlib.import_module("goldrush.core.compiled")  # core calls the decorator so

TRIAL = """
from goldrush.core import compiled

SQUARE = FACTOR * FACTOR

@compiled
def times(x):
    return x * FACTOR + SQUARE
"""

USE = """
import sys
from goldrush.core import bind

sys.path.insert(0, sys.argv[1])
for factor in map(int, sys.argv[2:]):
    times = bind("trial", f"by{factor}", FACTOR=factor).times
    print(times(10), sum(times.stats.cache_hits.values()))
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of its own, to be changed at will."""
    for folder in cache.COMPILED:
        (tmp_path / folder).mkdir()
    (tmp_path / "games/rules.py").write_text("x = 1")
    (tmp_path / "games/edition.toml").write_text("x = 1")
    (tmp_path / "games/texts.en.toml").write_text("x = 1")
    monkeypatch.setattr(cache, "PACKAGE", tmp_path)
    return tmp_path


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to import from; what was bound is forgotten afterwards."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]


def unwritable(folder: Path) -> Path:
    """A place that even root cannot make: below a file."""
    (folder / "file").write_text("")
    return folder / "file" / "cache"


def old_folders(root: Path, number: int) -> list[Path]:
    """Cache folders, each used a minute after the one before."""
    folders = [root / f"{n:016x}" for n in range(number)]
    for n, folder in enumerate(folders):
        folder.mkdir(parents=True)
        (folder / "code.nbc").write_text("")
        os.utime(folder, (60 * n, 60 * n))
    return folders


def test_the_digest_stays_when_nothing_changes(package: Path) -> None:
    assert cache.digest() == cache.digest()


def test_the_digest_changes_with_numbas_flags(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {cache.digest()}
    for value in ("0", "1", "2"):
        monkeypatch.setenv("NUMBA_OPT", value)
        found.add(cache.digest())
    assert len(found) == 4


def test_the_digest_does_not_look_at_other_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.digest()
    monkeypatch.setenv("GOLDRUSH_OPT", "1")
    assert cache.digest() == before


@pytest.mark.parametrize("file", ["games/rules.py", "games/edition.toml", "lab/new/module.py"])
def test_the_digest_changes_with_rules_and_editions(package: Path, file: str) -> None:
    before = cache.digest()
    (package / file).parent.mkdir(exist_ok=True)
    (package / file).write_text("x = 2")
    assert cache.digest() != before


@pytest.mark.parametrize("file", ["games/texts.en.toml", "match.py"])
def test_the_digest_stays_when_words_change(package: Path, file: str) -> None:
    before = cache.digest()
    (package / file).write_text("x = 2")
    assert cache.digest() == before


def test_the_first_root_that_can_be_written_is_taken(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    assert cache.cache_folder(one, other) == one / cache.digest()
    assert list(one.iterdir()) == [one / cache.digest()]
    assert list((one / cache.digest()).iterdir()) == []
    assert not other.exists()


def test_the_cache_falls_back_to_the_next_root(tmp_path: Path) -> None:
    folder = cache.cache_folder(unwritable(tmp_path), tmp_path / "other")
    assert folder == tmp_path / "other" / cache.digest()
    assert folder.is_dir()


def test_without_any_root_the_cache_is_a_passing_one(tmp_path: Path) -> None:
    code = """
import os, sys
from pathlib import Path
from goldrush.core.compiled import cache_folder
print(cache_folder(Path(sys.argv[1])))
print(cache_folder(Path(os.environ["GOLDRUSH_CACHE"])))
"""
    room = tmp_path / "room"
    room.mkdir()
    usual = str(tmp_path / "usual")
    told = python(code, str(unwritable(tmp_path)), TMPDIR=str(room), GOLDRUSH_CACHE=usual)
    mine, childs = told.split()
    assert Path(mine).parents[1] == room
    assert childs == mine, "processes that are started from there share it"
    assert list(room.iterdir()) == []


def test_the_user_may_choose_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDRUSH_CACHE", "/somewhere")
    assert cache.roots() == [Path("/somewhere")]


def test_the_usual_roots_are_the_package_and_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GOLDRUSH_CACHE", raising=False)
    beside, own = cache.roots()
    assert cache.PACKAGE in beside.parents
    assert own.name == "goldrush"
    assert cache.PACKAGE not in own.parents


def test_pruning_keeps_the_folders_used_last(tmp_path: Path) -> None:
    folders = old_folders(tmp_path, cache.KEPT + 3)
    cache.prune(tmp_path)
    assert set(tmp_path.iterdir()) == set(folders[3:])


def test_a_folder_in_use_survives_pruning(tmp_path: Path) -> None:
    folders = old_folders(tmp_path, cache.KEPT + 1)
    today = cache.cache_folder(tmp_path)
    assert set(tmp_path.iterdir()) == {today, *folders[2:]}


def test_an_old_folder_used_again_survives_pruning(tmp_path: Path) -> None:
    today = tmp_path / cache.digest()
    today.mkdir()
    os.utime(today, (0, 0))
    old_folders(tmp_path, cache.KEPT + 1)
    assert cache.cache_folder(tmp_path) == today
    assert today.is_dir()


def test_pruning_leaves_alone_what_is_no_cache_folder(tmp_path: Path) -> None:
    thesis = tmp_path / "thesis"
    thesis.mkdir()
    os.utime(thesis, (0, 0))
    old_folders(tmp_path, cache.KEPT + 1)
    cache.prune(tmp_path)
    assert thesis.is_dir()


def test_a_folder_that_another_process_just_pruned_is_no_error(tmp_path: Path) -> None:
    folders = old_folders(tmp_path, cache.KEPT)
    (tmp_path / ("f" * 16)).symlink_to(tmp_path / "pruned")  # listed, and not there when looked at
    cache.prune(tmp_path)
    assert all(folder.is_dir() for folder in folders)


def test_bindings_are_modules_of_their_own(modules: Path) -> None:
    (modules / "bound_twice.py").write_text("double = 2 * size\nheld = []")
    one, other = bind("bound_twice", "a", size=1), bind("bound_twice", "b", size=5)
    assert (one.double, other.double) == (2, 10)
    assert one.held is not other.held
    assert (one.__name__, other.__name__) == ("bound_twice__a", "bound_twice__b")
    assert one.__file__ == other.__file__
    assert "bound_twice" not in sys.modules


def test_a_binding_is_made_once(modules: Path) -> None:
    (modules / "bound_once.py").write_text("held = []")
    assert bind("bound_once", "a", size=1) is bind("bound_once", "a", size=1)


def test_a_module_that_fails_is_not_kept(modules: Path) -> None:
    (modules / "bound_badly.py").write_text("half = 1 / size")
    with pytest.raises(ZeroDivisionError):
        bind("bound_badly", "a", size=0)
    assert bind("bound_badly", "a", size=2).half == 0.5


def test_bindings_with_other_constants_compute_differently(tmp_path: Path) -> None:
    (tmp_path / "trial.py").write_text(TRIAL)
    room = str(tmp_path / "cache")
    told = python(USE, str(tmp_path), "2", "3", GOLDRUSH_CACHE=room)
    assert told.splitlines() == ["24 0", "39 0"]


def test_processes_that_share_a_cache_share_no_constants(tmp_path: Path) -> None:
    (tmp_path / "trial.py").write_text(TRIAL)
    room = str(tmp_path / "cache")
    first = python(USE, str(tmp_path), "2", GOLDRUSH_CACHE=room)
    second = python(USE, str(tmp_path), "5", "2", GOLDRUSH_CACHE=room)
    assert first.splitlines() == ["24 0"]
    assert second.splitlines() == ["75 0", "24 1"]
