"""The web app: built when something has changed, and of one mind with the server."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

import boards
from goldrush.bots.personas import PERSONAS
from goldrush.games import GAMES

ROOT = Path(__file__).parent.parent


@pytest.fixture
def hook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The build hook, in a tree with one page and one text, and without Node."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    static = tmp_path / "src/goldrush/server/static"
    for name, value in {"ROOT": tmp_path, "WEB": tmp_path / "web", "STATIC": static}.items():
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(module, "STAMP", static / "stamp")
    for path in ("web/src/pages/Home.svelte", "src/goldrush/games/gold/texts.en.toml"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text("first")
    (tmp_path / "web/package-lock.json").write_text("{}")
    (tmp_path / "web/node_modules").mkdir()
    monkeypatch.setattr(module, "_node", lambda *_: static.mkdir(parents=True, exist_ok=True))
    return module


def test_it_is_built_once(hook: ModuleType) -> None:
    assert hook.build()
    assert not hook.build()


@pytest.mark.parametrize(
    "path", ["web/src/pages/Home.svelte", "src/goldrush/games/gold/texts.en.toml"]
)
def test_it_is_built_anew_when_a_page_or_a_text_changes(
    hook: ModuleType, tmp_path: Path, path: str
) -> None:
    hook.build()
    (tmp_path / path).write_text("second")
    assert hook.build()


def test_a_page_that_is_new_or_gone_is_noticed(hook: ModuleType, tmp_path: Path) -> None:
    hook.build()
    new = tmp_path / "web/src/pages/New.svelte"
    new.write_text("")
    assert hook.build()
    new.unlink()
    assert hook.build()


def test_tests_beside_components_change_nothing(hook: ModuleType, tmp_path: Path) -> None:
    hook.build()
    (tmp_path / "web/src/pages/Home.test.ts").write_text("")
    assert not hook.build()


def test_the_lock_of_the_web_app_names_no_address() -> None:
    lock = (ROOT / "web/package-lock.json").read_text("utf-8")
    assert '"resolved"' not in lock
    assert '"integrity"' in lock


@pytest.mark.parametrize("name", GAMES)
def test_the_view_that_a_board_is_tested_with_is_up_to_date(name: str) -> None:
    assert boards.FILES[name].read_text("utf-8") == boards.content(name), "run `make fixtures`"


def test_no_line_of_the_web_app_is_longer_than_120_columns() -> None:
    """Prettier breaks code, but neither comments nor texts."""
    web = ROOT / "web"
    sources = [path for kind in ("ts", "js", "svelte", "css") for path in web.glob(f"*.{kind}")]
    sources += [path for path in web.glob("src/**/*") if path.suffix in (".ts", ".svelte", ".css")]
    assert len(sources) > 90
    for path in sources:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            assert len(line) <= 120, f"{path.relative_to(ROOT)}:{number} has {len(line)} columns"


@pytest.mark.parametrize(
    ("path", "name"), [("pages/Game.svelte", "USUAL"), ("lib/start.ts", "RIVALS")]
)
def test_the_web_app_proposes_personas_who_exist(path: str, name: str) -> None:
    source = (ROOT / "web/src" / path).read_text("utf-8")
    listed = re.search(rf"const {name} = \[(.*)\]", source)
    assert listed
    proposed = re.findall(r"'(\w+)'", listed[1])
    assert proposed
    assert set(proposed) <= set(PERSONAS)
