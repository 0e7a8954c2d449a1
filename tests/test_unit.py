"""The service file for systemd: it starts what there is, and as somebody who can do little else."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import typer

from goldrush import cli
from goldrush.core.compiled import roots

ROOT = Path(__file__).parents[1]
UNIT = ROOT / "docs" / "goldrush.service"
TEXT = UNIT.read_text("utf-8")
COMMANDS = typer.main.get_command(cli.app).commands  # type: ignore[attr-defined]  # it is a group
OPTIONS = {
    name: {said for param in command.params for said in (*param.opts, *param.secondary_opts)}
    for name, command in COMMANDS.items()
}


def setting(name: str) -> str:
    (found,) = re.findall(rf"^{name}=(.*)$", TEXT, re.MULTILINE)
    return str(found)


def test_it_names_only_options_that_there_are() -> None:
    program, command, *more = shlex.split(setting("ExecStart"))
    assert Path(program).name == "goldrush"
    (own,) = re.findall(r'^# OPTIONS="(.*)"$', TEXT, re.MULTILINE)
    named = [word for word in [*more, *own.split()] if word.startswith("-")]
    assert "--data" in named
    assert set(named) <= OPTIONS[command]


def test_it_keeps_its_tables_and_what_it_compiles_where_it_may_write(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert f"--data %S/{setting('StateDirectory')}/tables.db" in setting("ExecStart")
    name, _, folder = setting("Environment").partition("=")
    assert folder == f"%C/{setting('CacheDirectory')}"
    monkeypatch.setenv(name, "/var/cache/goldrush")
    assert roots() == [Path("/var/cache/goldrush")]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DynamicUser", "yes"),
        ("ProtectSystem", "strict"),
        ("NoNewPrivileges", "yes"),
        ("Restart", "on-failure"),
        ("RestartPreventExitStatus", "2"),
    ],
)
def test_it_can_do_little_and_comes_up_again(name: str, value: str) -> None:
    assert setting(name) == value


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here")
def test_systemd_understands_it(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(TEXT.replace(shlex.split(setting("ExecStart"))[0], "/bin/true"))
    verify = ["systemd-analyze", "verify", "--man=no", str(unit)]
    done = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_hosting_tells_every_option_of_serve_and_no_other() -> None:
    told = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    rows = "\n".join(line for line in told.splitlines() if line.startswith("| `--"))
    named = set(re.findall(r"--[a-z-]+", "".join(row.split("|")[1] for row in rows.splitlines())))
    spoken = {said for said in OPTIONS["serve"] if said.startswith("--")} - {"--help"}
    assert spoken - named <= {"--own-editions"}, "what is usual need not be said"
    assert named <= spoken
