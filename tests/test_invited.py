"""Bots of others at the tables of a server: whom a host may name, within which limits they play."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from goldrush.bots import cage, line, outside
from goldrush.bots.invited import MOST, admit, invited, is_offered, name_of, sitting
from goldrush.bots.policy import bot
from goldrush.games import game
from goldrush.games.problem import Problem
from hosting import Host
from test_figures import bot as seated
from test_figures import counted, match, me
from test_outside import GREETS, program
from visitors import TIMEOUT, Visitor

EXAMPLES = Path(__file__).parents[1] / "examples" / "bots"
LUCKY = f"{EXAMPLES / 'lucky.py'}:ms=60000"


@pytest.fixture(autouse=True)
def nobody_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test admits and starts ends with it."""
    monkeypatch.setattr(outside, "caged", False)
    yield
    admit(())
    outside.end_all()
    outside._broken.clear()
    outside._starts.clear()


def named(folder: Path, name: str, code: str = GREETS) -> str:
    """A program of our own, as a host names it."""
    return program(folder, code, name)


def turns(number: int) -> Callable[[Any], bool]:
    """Enough of play, after so many turns of one's own."""
    left = iter(range(number))
    return lambda _: next(left, None) is None


# Whom a host may name.


def test_a_bot_is_offered_by_its_name_and_opened_with_its_time(tmp_path: Path) -> None:
    (one,) = invited([named(tmp_path, "Dreamer.py").replace("600000", "250")])
    admit([one])
    assert (one.key, one.name, one.ms) == ("dreamer", "Dreamer", 250)
    opened = bot(game("gold"), "dreamer")
    assert opened.trait("ms") == 250
    assert isinstance(opened.bound, outside.Outside)
    assert opened.bound.command == (str(tmp_path / "Dreamer.py"),)
    assert bot(game("gold"), "dreamer:ms=80").trait("ms") == 80


def test_whoever_is_offered_no_more_is_played_by_the_handmade_player(tmp_path: Path) -> None:
    admit(invited([named(tmp_path, "dreamer")]))
    assert (is_offered("dreamer"), sitting("dreamer"), sitting("zoe")) == (True, "dreamer", "zoe")
    admit(())
    assert (is_offered("dreamer"), sitting("dreamer")) == (False, "handmade")
    assert name_of("dreamer") == "dreamer"


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["zoe"], "zoe need not be named"),
        (["search:ms=10"], "search need not be named"),
        (["./nobody"], r"there is no program \./nobody"),
        (["nobody"], 'no bot "nobody" plays gold'),
        (["a/Zoe.py"], 'no bot can be called "Zoe"'),
        (["a/handmade.js"], 'no bot can be called "handmade"'),
        (["a/two words"], 'no bot can be called "two words"'),
        (["a/" + "x" * 25], "no bot can be called"),
        (["a/one.py", "a/one.js"], "two bots are called one"),
        (["a/one.py:forget=1"], 'no trait "forget"'),
        (["a/one.py"] * (MOST + 1), "room for 8 bots of others, not for 9"),
    ],
)
def test_a_bot_that_cannot_be_named_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: list[str], reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").mkdir()
    for name in {one.partition(":")[0] for one in names if one.startswith("a/")}:
        program(tmp_path, GREETS, name)
    with pytest.raises(Problem, match=reason):
        invited(names)


# Within which limits they play.

TELLS = """
    import resource
    limits = [resource.getrlimit(one)[0] for one in (resource.RLIMIT_DATA, resource.RLIMIT_CORE)]
    say(json.dumps({"nice": os.nice(0), "limits": limits, "known": sorted(os.environ)}))
"""


def start(folder: Path, code: str) -> line.Program:
    """A program of our own, caged."""
    path = program(folder, GREETS + code).partition(":")[0]
    return line.Program((path,), {"PATH": os.environ["PATH"]}, caged=True)


def test_a_caged_program_has_little_room_and_comes_last(tmp_path: Path) -> None:
    caged = start(tmp_path, TELLS)
    told = json.loads(caged.answer(b"", b"choose {}\n", TIMEOUT))
    caged.end()
    assert told["nice"] == min(os.nice(0) + cage.NICE, 19)
    assert told["limits"] == [cage.MEMORY, 0]


def test_a_caged_program_stands_still_unless_it_is_asked(tmp_path: Path) -> None:
    caged = start(tmp_path, "    say('b1')")
    stat = Path(f"/proc/{caged._process.pid}/stat")
    for _ in range(2):
        until = time.monotonic() + TIMEOUT
        while stat.read_text().rpartition(")")[2].split()[0] != "T":
            assert time.monotonic() < until
            time.sleep(0.01)
        assert caged.answer(b"", b"choose {}\n", TIMEOUT) == "b1"
    caged.end()


def test_a_caged_program_ends_with_whoever_started_it(tmp_path: Path) -> None:
    path = program(tmp_path, GREETS + "    say('b1')").partition(":")[0]
    starts = (
        "import os; from goldrush.bots.line import Program;"
        f" one = Program(({path!r},), os.environ, caged=True);"
        " print(one._process.pid, flush=True); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", starts], stdout=subprocess.PIPE, check=False)
    until = time.monotonic() + TIMEOUT
    while Path(f"/proc/{int(done.stdout)}/cmdline").exists():
        if "Z" in Path(f"/proc/{int(done.stdout)}/stat").read_text().split():
            break  # ended; nobody has asked how
        assert time.monotonic() < until
        time.sleep(0.01)


def test_what_cannot_be_run_ends_at_once(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_bytes(b"\x7fELF")
    path.chmod(0o755)
    with pytest.raises(line.Failed, match=f"it ended, with code {cage.NOT_FOUND}"):
        line.Program((str(path),), os.environ, caged=True)


def test_a_program_that_fails_again_and_again_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside, "caged", True)
    monkeypatch.setattr(outside, "MOST_STARTS", 2)
    path = program(tmp_path, GREETS + "    say('nonsense')").partition(":")[0]
    for _ in range(2):
        with outside._running("bot", (path,)) as started:
            assert started
        outside._programs.pop("bot").end()
    with pytest.raises(line.Failed, match="it was started 2 times within an hour"):
        outside._running("bot", (path,)).__enter__()


def test_a_caged_program_is_told_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDRUSH_SMTP_PASSWORD", "secret")
    assert outside._environment()["GOLDRUSH_SMTP_PASSWORD"] == "secret"
    monkeypatch.setattr(outside, "caged", True)
    assert outside._environment().keys() <= {*outside.PLAIN, "PYTHONPATH"}


# At a table.


def test_strangers_seat_who_is_offered_and_nobody_else(tmp_path: Path) -> None:
    bots = invited([LUCKY])
    with Host(tmp_path / "tables.db", bots=bots) as host:
        ada = Visitor(host.address)
        assert ada.ask("GET", "/bots") == [{"key": "lucky", "name": "lucky", "ms": 60000}]
        for said in ("./lucky.py", "lucky:ms=9", "joiner"):
            seats = [{}, {"persona": said}]
            refused = ada.tried("POST", "/tables", game="gold", name="Ada", seats=seats)
            assert refused.status_code == 409, refused.text
            assert refused.json()["detail"].endswith("maud, lucky")
        code = ada.create("goldrausch", None, "lucky")
        ada.start(code)
        socket = ada.sit(code)
        assert socket.table["seats"][1]["guest"] == {"name": "lucky", "lost": 0, "gone": False}
        socket.play_on(turns(4))
        assert socket.table["seats"][1]["guest"]["lost"] == 0
        assert str(EXAMPLES) not in "".join(socket.raw)
        socket.close()


def test_a_bot_that_fails_is_told_of_and_the_match_goes_on(tmp_path: Path) -> None:
    bots = invited([named(tmp_path, "dreamer", GREETS + "    sys.exit(3)")])
    with Host(tmp_path / "tables.db", bots=bots) as host:
        ada = Visitor(host.address)
        code = ada.create("goldrausch", None, "dreamer")
        ada.start(code)
        socket = ada.sit(code)
        socket.play_on(lambda _: socket.table["seats"][1]["guest"]["lost"] >= 2)
        assert socket.table["seats"][1]["guest"] == {"name": "dreamer", "lost": 2, "gone": False}
        socket.play_on(turns(4))
        assert socket.table["seats"][1]["guest"]["lost"] > outside.MOST_LOST
        socket.close()


def test_a_stored_table_outlives_its_bot(tmp_path: Path) -> None:
    with Host(tmp_path / "tables.db", bots=invited([LUCKY])) as host:
        ada = Visitor(host.address)
        code = ada.create("goldrausch", None, "lucky")
        ada.start(code)
    with Host(tmp_path / "tables.db") as host:
        ada.address = ada.http.base_url = host.address
        socket = ada.sit(code)
        assert socket.table["seats"][1]["guest"] == {"name": "lucky", "lost": 0, "gone": True}
        before = socket.state["number"]
        socket.play_on(turns(4))
        assert socket.state["number"] > before
        assert ada.ask("GET", "/bots") == []
        socket.close()


def test_no_medal_is_for_a_bot_that_is_none_of_ours() -> None:
    found = counted(match(1, me(1), seated(2, "lucky")), match(2, me(1), seated(2, "zoe")))
    assert [medal.persona for medal in found.medals] == ["zoe"]
    assert {one.persona for one in found.against} == {"lucky", "zoe"}
