"""A person at a terminal: the name kept, what brings it back, and rated matches under it."""

import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from goldrush import cli
from goldrush.server import people
from goldrush.terminal import connection, remote
from goldrush.terminal.join import Wishes, create
from hosting import Host
from test_join import Terminal
from test_rated import TERMS, someone
from visitors import Visitor

GAME = "gold"
SPOTS = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
Run = Callable[..., str]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(people, "COOKIE_COMES", 0.0)
        with Host(tmp_path_factory.mktemp("host") / "tables.db") as found:
            yield found


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(connection, "FIRST_WAIT", 0.01)


@pytest.fixture
def run() -> Run:
    """What a command says."""

    def running(*args: str, typed: str = "") -> str:
        done = CliRunner().invoke(cli.app, args, input=typed, catch_exceptions=False)
        assert done.exit_code == 0
        return done.stdout

    return running


def ten(said: str) -> str:
    """The ten words of what a command says."""
    return said.strip().splitlines()[-1]


def test_a_name_is_kept_and_comes_back_by_ten_words_or_a_code(host: Host, run: Run) -> None:
    assert "No name of yours is kept" in run("me", host.address, "--name", "Ada")
    kept = run("me", host.address, "keep", "--name", "Ada")
    assert f"You are Ada at {host.address}." in kept
    assert "You come back with: ten words." in kept
    words = ten(kept)
    assert len(words.split()) == 10
    assert "ten words down" not in run("me", host.address, "keep", "--name", "Ada"), "they stay"
    there = run("me", host.address, "sign-in", "--name", "elsewhere", typed=f"{words.upper()}\n")
    assert "You are Ada" in there
    assert "No rated matches yet." in there
    (code,) = re.findall(r"/device/(\S+)", run("me", host.address, "code", "--name", "Ada"))
    phone = run("me", host.address, "sign-in", "--name", "phone", typed=f"{code[:4]} {code[4:]}\n")
    assert "You are Ada" in phone
    fresh = ten(run("me", host.address, "words", "--name", "Ada"))
    with pytest.raises(remote.Declined, match="nobody has this recovery phrase"):
        run("me", host.address, "sign-in", "--name", "late", typed=words)
    assert "You are Ada" in run("me", host.address, "sign-in", "--name", "late", typed=fresh)


def test_words_are_taken_from_the_environment_and_never_from_the_command_line(
    host: Host, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ten(run("me", host.address, "keep", "--name", "Ada"))
    monkeypatch.setenv("GOLDRUSH_WORDS", words)
    assert "Vous êtes Ada" in run("me", host.address, "sign-in", "--name", "bot", "--lang", "fr")
    monkeypatch.delenv("GOLDRUSH_WORDS")
    with pytest.raises(ValueError, match="typed, piped, or in GOLDRUSH_WORDS"):
        run("me", host.address, "sign-in", "--name", "bot")
    with pytest.raises(remote.Declined, match='"wolves" is no word'):
        run("me", host.address, "sign-in", "--name", "bot", typed="panda wolves piano\n")


def test_whoever_signs_out_is_nobody_under_any_name_that_they_had_here(
    host: Host, run: Run
) -> None:
    words = ten(run("me", host.address, "keep", "--name", "Ada"))
    run("me", host.address, "sign-out", "--name", "Ada")
    run("me", host.address, "sign-in", "--name", "elsewhere", typed=words)
    assert "You are Ada" in run("me", host.address, "--name", "elsewhere")
    assert "Ada is signed out" in run("me", host.address, "sign-out", "--name", "elsewhere")
    for name in ("Ada", "elsewhere"):
        assert "No name of yours" in run("me", host.address, "--name", name)
    with pytest.raises(remote.Declined, match="make a passkey or a recovery phrase first"):
        run("me", host.address, "sign-out", "--name", "Ada")


def test_a_name_that_is_somebody_elses_at_this_terminal_stays_theirs(host: Host, run: Run) -> None:
    words = ten(run("me", host.address, "keep", "--name", "Ada"))
    remote.remember(host.address, "Ada", stranger := "somebody else here")
    run("me", host.address, "sign-in", "--name", "elsewhere", typed=words)
    assert remote.remembered(host.address, "Ada") == stranger


def test_a_rated_match_is_made_played_and_told_in_a_terminal(host: Host, run: Run) -> None:
    run("me", host.address, "keep", "--name", "Ada")
    args = ("join", host.address, "--create", GAME, "--bot", "zoe", "--rated", "--start")
    said = run(*args, "--name", "Ada", "--plain", typed="\n".join(SPOTS * 60) + "\n")
    assert "1 minute per move" in said, "what happens when time is up is said before"
    assert "Ratings after this match:" in said
    (value, change) = re.findall(r"Ada: (\d+) ± \d+ \(([+-]\d+)\)", said)[0]
    assert int(value) == 1500 + int(change)
    assert re.search(r"Zoe: \d+ ± \d+\n", said)
    mine = run("me", host.address, "--name", "Ada")
    assert re.search(rf"GOLD: {value} ± \d+, after one rated match", mine)


def test_two_people_at_terminals_and_browsers_are_rated_under_the_names_they_keep(
    host: Host, run: Run
) -> None:
    bob = someone(host, "Bob the Great")
    code = bob.create(GAME, None, None, public=True, **TERMS)
    address = f"{host.address}/table/{code}"
    with pytest.raises(ValueError, match=re.escape(f"Here: goldrush me {host.address} keep")):
        run("join", address, "--name", "Ada")
    run("me", host.address, "keep", "--name", "Ada")
    ada = Terminal(address, "Ada", itertools.cycle(SPOTS))
    ada.shows(r"2  Ada \(you\) · 1500 ± 686")
    ada.shows(r"1  Bob the Great.* · 1500 ± 686")
    bob.start(code)
    socket = bob.sit(code)
    while socket.table["phase"] != "over":
        if choices := socket.choices():
            socket.act(choices[0])
        else:
            socket.receive()
    ada.end()
    assert re.search(
        r"Ratings after this match:\nBob the Great: \d+ ± \d+ \([+-]\d+\)\nAda: ", ada.text
    )
    socket.close()


def test_who_may_not_be_rated_is_told_why(host: Host, run: Run) -> None:
    run("me", host.address, "keep", "--name", "Ada")
    make = ("join", host.address, "--create", GAME, "--rated", "--name", "Ada")
    with pytest.raises(remote.Declined, match="as many seats: not zoe, with 3"):
        run(*make, "--bot", "zoe", "--people", "2")
    with pytest.raises(remote.Declined, match="by the standard rules"):
        run(*make, "--bot", "zoe", "--option", "rounds=each")
    here = Visitor(host.address, "Neighbour")
    here.ask("PUT", "/me/name", name="Neighbour")
    code = here.create(GAME, None, None, **TERMS)
    with pytest.raises(remote.Declined, match="come from the same address"):
        run("join", f"{host.address}/table/{code}", "--name", "Ada")


def test_without_a_name_one_is_called_as_one_keeps_it_there(
    host: Host, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goldrush.terminal.words.user", lambda: "root")
    run("me", host.address, "sign-in", typed=ten(run("me", host.address, "keep", "--name", "Ada")))
    ada = Terminal(host.address, None, new=create(GAME, Wishes(), 2, [], {}))
    ada.shows(r"1  Ada \(you\)")
    ada.type("quit")
    ada.end()


def test_public_tables_are_listed_by_game_and_the_rated_ones_alone(host: Host, run: Run) -> None:
    assert "No tables are waiting" in run("tables", host.address, "--game", "gold_river")
    eve, bob = (someone(host, name) for name in ("Eve", "Bob"))
    plain = eve.create("gold_river", None, "zoe", None, public=True, pace=86_400)
    rated = eve.create("gold_river", None, None, public=True, **TERMS)
    other = eve.create("oh_my_gold", None, None, public=True)
    live = eve.create("gold_river", None, None, public=True)
    bob.join(live)
    eve.start(live)
    sockets = [eve.sit(code) for code in (plain, rated, other, live)]
    told = run("tables", host.address, "--game", "gold_river").split("Live tables to watch:")
    assert [re.findall(r"/table/(\w+)( --watch)?", part) for part in told] == [
        [(rated, ""), (plain, "")],
        [(live, " --watch")],
    ]
    assert "Eve, Zoe · 2 of 3 seats taken\n    Time: 1 day per move." in told[0]
    assert "Eve · 1 of 2 seats taken · rated" in told[0]
    assert re.search(r"Eve, Bob · move \d+\n", told[1])
    assert re.findall(r"/table/(\w+)", run("tables", host.address, "--rated")) == [rated]
    with pytest.raises(ValueError, match='no game "chess"; there are: gold'):
        run("tables", host.address, "--game", "chess")
    for socket in sockets:
        socket.close()
