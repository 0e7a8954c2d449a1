"""Another language is one line and one folder, and nothing on the screen stays English."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

import pseudo
from goldrush import cli
from goldrush.bots.personas import PERSONAS
from goldrush.bots.policy import bot
from goldrush.cli.arguments import console
from goldrush.core import WATCHER
from goldrush.games import GAMES, game
from goldrush.games.texts import Texts
from goldrush.match import Match
from goldrush.position import steps
from goldrush.terminal import words
from goldrush.terminal.boards import board
from matches import random_match

NAMES = ["Ann", "Bob", "Cyd", "Dan", "Eve", "Fay"]
PARTS = ("people", "assaying", "admin", "reporting", "reviewing", "pages")  # of the web app
POLICIES = "uniform ahead handmade careless search"  # as they are typed
NAMED = (NAMES, list(PERSONAS), "goldrush", GAMES)


@pytest.fixture(autouse=True)
def language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The language is known while a test runs."""
    pseudo.install(tmp_path, monkeypatch)
    monkeypatch.setattr(console, "_width", 200)  # so that no name is cut short
    return tmp_path


def notation(match: Match) -> list[str]:
    return [step.text for some in steps(match.game) for step in some]


def told(match: Match, texts: Texts) -> Iterator[str]:
    """All that a terminal tells of a match: its log, its boards and its sentences."""
    for lines in match.lines(WATCHER):
        yield from map(texts.line, lines)
    shown, console = board(match.game.name), Console(file=io.StringIO(), width=120)
    for position in list(match.replay())[::7]:
        view = position.view(position.actor if position.actor >= 0 else WATCHER)
        yield texts.line(view["prompt"])
        yield from shown.state(view, texts)
        console.print(shown.draw(view, texts, 120, 40))
    assert isinstance(console.file, io.StringIO)
    yield console.file.getvalue()


def typed(*args: str) -> str:
    args = (*args, "--lang", pseudo.LANG)
    done = CliRunner().invoke(cli.app, args, catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


def test_a_translators_folder_holds_all_texts_there_are(language: Path) -> None:
    files = {path.parent.relative_to(language / pseudo.LANG) for path in language.rglob("texts*")}
    games = [Path("games") / name for name in GAMES]
    assert files == {
        Path("terminal"),
        Path("bots"),
        Path("server"),
        Path("web"),
        *(Path("web") / part for part in PARTS),
        *games,
        *("web" / g for g in games),
    }
    assert all(pseudo.read_back(language))
    assert words.texts(pseudo.LANG)("result.title") == "⟦Řéšúłţ⟧"
    assert words.rules(pseudo.LANG, "gold") == words.rules("en", "gold")


def test_what_is_english_is_found() -> None:
    assert pseudo.untranslated("⟦Řéšúłţ⟧ of Ann: c4", NAMES, "c4") == set()
    assert pseudo.untranslated("⟦Řéšúłţ⟧ turns Ann", NAMES) == {"turns"}


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_told_without_a_word_of_english(name: str) -> None:
    rules = game(name).rules
    match = random_match(name, rules.MAX_SEATS, seed=4)
    texts = words.texts(pseudo.LANG, name, NAMES[: match.seats])
    named = match.position.view(WATCHER).get("map")
    allowed = (*NAMED, notation(match), named, "TNT")  # painted on the dynamite
    for shown in told(match, texts):
        assert pseudo.untranslated(shown, *allowed) == set(), shown


def test_lists_of_games_and_bots_are_translated() -> None:
    options = [(o.name, o.values) for name in GAMES for o in game(name).rules.OPTIONS]
    assert pseudo.untranslated(typed("games"), *NAMED, "option", options) == set()
    assert pseudo.untranslated(typed("bots"), *NAMED, POLICIES) == set()
    for name in GAMES:
        brains = [bot(game(name), persona) for persona in PERSONAS]
        traits = [trait.name for brain in brains for trait in brain.policy.TRAITS]
        assert pseudo.untranslated(typed("bots", name), *NAMED, POLICIES, traits, "Elo") == set()


def test_figures_and_standings_are_translated() -> None:
    shown = typed("simulate", "gold", "--seats", "2", "--games", "3")
    assert pseudo.untranslated(shown, *NAMED, POLICIES) == set()
    shown = typed("league", "gold", "--seats", "2", "--games", "2", "--bots", "uniform handmade")
    chosen = [(option.name, option.values) for option in game("gold").rules.OPTIONS]
    assert pseudo.untranslated(shown, *NAMED, POLICIES, chosen) == set()


@pytest.mark.parametrize(
    "args",
    [
        ["rules", "chess"],
        ["play", "gold", "--seats", "9"],
        ["play", "gold", "--seats", "2", "--bots", "3"],
        ["play", "gold", "--option", "rounds"],
        ["play", "gold", "--option", "rounds=ten"],
        ["play", "gold", "--bot", "ada:x=1"],
        ["play", "golden_town", "--seats", "3", "--option", "rematch=on"],
        ["replay", "gold"],
        ["verify", "nothing.json"],
        ["simulate", "gold", "--games", "0"],
        ["join", "nowhere"],
        ["check", "--data", "nothing.db"],
        ["backup", "copy.db", "--data", "nothing.db"],
    ],
)
def test_what_is_wrong_with_a_command_is_said_in_the_language(
    args: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["goldrush", *args, "--lang", pseudo.LANG]
    monkeypatch.setattr("sys.argv", command)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith("goldrush: ⟦")
    named = (*NAMED, *args, POLICIES, [(o.name, o.values) for o in game("gold").rules.OPTIONS])
    known = "http localhost table ABC Errno No such file or directory off"  # the system's own words
    assert pseudo.untranslated(said, *named, known) == set()


def test_a_match_in_the_terminal_and_its_replay_are_translated() -> None:
    match = random_match("gold", 2, seed=1)
    allowed = (*NAMED, notation(match), match.link())
    args = ("play", "gold", "--seats", "2", "--bots", "2", "--bot", "zoe", "--seed", "3")
    shown = typed(*args, "--pace", "0")
    *lines, link = shown.strip().splitlines()
    assert pseudo.untranslated("\n".join(lines), *allowed, "LINK") == set()
    assert pseudo.untranslated(typed("replay", link), *allowed) == set()
