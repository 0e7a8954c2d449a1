"""A terminal at a server's table: whole matches, cut connections, and all that can be typed."""

import functools
import io
import itertools
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, get_args

import pexpect
import pytest
from rich.console import Console
from typer.testing import CliRunner

from goldrush import cli
from goldrush.core import CHANCE
from goldrush.games import game
from goldrush.games.texts import LANGUAGES
from goldrush.position import steps
from goldrush.server import messages as wire
from goldrush.server.play import ADVISER
from goldrush.terminal import connection, words
from goldrush.terminal.guest import Guest
from goldrush.terminal.join import Times, Wishes, create, join
from goldrush.terminal.keyboard import Hear, Keyboard
from goldrush.terminal.proof import checked
from goldrush.terminal.remote import Address, Server
from goldrush.terminal.scene import Painted, Scene
from goldrush.terminal.screen import LEAST_PAUSE
from hosting import Host
from matches import random_match
from tools import environment
from visitors import Socket, Visitor

GAME = "oh_my_gold"
ACTIONS = [step.text for step in steps(game(GAME))[0]]  # each is refused or played
ANYTHING = "\n".join(ACTIONS * 200) + "\n"
TIMEOUT = 60.0
AROUND = re.compile(r"(Ada|Bo) is (offline|back online)\.|Connected again\.")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("host") / "tables.db") as found:
        yield found


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A data folder of one's own, and little patience when connections are cut."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(connection, "FIRST_WAIT", 0.01)
    return tmp_path / "data"


class Terminal:
    """A terminal at a table: a script types when it is asked, else whoever runs the test."""

    def __init__(
        self,
        address: str,
        name: str | None = "Ada",
        script: Iterator[str] | None = None,
        new: wire.NewTable | None = None,
        **wishes: Any,
    ) -> None:
        self.written = io.StringIO()
        self.guest: Guest | None = None
        self.error: Exception | None = None
        self._address, self._new, self._script = address, new, script
        self._wishes = Wishes(name, **{"lang": "en", **wishes})
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def type(self, *lines: str) -> None:
        for line in lines:
            self._lines.put(line)

    def shows(self, wanted: str, times: int = 1) -> list[Any]:
        """Waits until something was shown so often."""
        end = time.monotonic() + TIMEOUT
        while len(found := re.findall(wanted, self.text)) < times:
            assert time.monotonic() < end, self.text[-3000:]
            assert self._thread.is_alive(), (self.error, self.text[-3000:])
            time.sleep(0.01)
        return found

    def end(self) -> Guest:
        """Waits until the terminal has left the table."""
        self._thread.join(TIMEOUT)
        assert not self._thread.is_alive(), self.text[-3000:]
        if self.error:
            raise self.error
        assert self.guest
        return self.guest

    @property
    def text(self) -> str:
        return self.written.getvalue()

    def _keys(self, hear: Hear) -> Keyboard:
        typed = self._script or iter(self._lines.get, None)
        return Keyboard(hear, typed, people=self._script is None)

    def _run(self) -> None:
        console = Console(file=self.written, width=100)
        try:
            self.guest = join(self._address, self._wishes, console, self._new, self._keys)
        except Exception as error:
            self.error = error


def browser(host: Host, *seats: str | None, **more: Any) -> tuple[Visitor, str, str]:
    """Somebody with a browser who has made a table; its code and address."""
    visitor = Visitor(host.address, "Bo")
    code = visitor.create(GAME, *(seats or (None, None)), **more)
    return visitor, code, f"{host.address}/table/{code}"


def begun(visitor: Visitor, code: str) -> Socket:
    """A browser's view of a match that it has begun."""
    visitor.start(code)
    return visitor.sit(code)


def play_on(socket: Socket) -> None:
    """Plays for a browser whenever it is asked, until the match is over."""
    turn = 0
    while not socket.table["secret"]:
        if choices := socket.choices():
            turn += 1
            socket.act(choices[turn % len(choices)])
        else:
            socket.receive()


def cut(host: Host) -> None:
    """Cuts all connections of a server."""

    def cutting() -> None:
        for protocol in list(host.server.server_state.connections):
            protocol.transport.abort()

    host.soon(cutting)


def test_two_terminals_play_a_whole_match_that_anybody_can_verify(host: Host) -> None:
    new = create(GAME, Wishes("Ada", salt="of Ada"), 2, [], {"steal": "on"})
    ada = Terminal(host.address, "Ada", itertools.cycle(ACTIONS), new, start=True)
    (address,) = ada.shows(r"Your table: (\S+/table/\w+)\n")
    bo = Terminal(address, "Bo", itertools.cycle(ACTIONS), lang="fr")
    visits = [ada.end().visit, bo.end().visit]
    assert [visit.mine for visit in visits] == [[0], [1]]
    assert visits[0].view["criteria"] == visits[1].view["criteria"]
    assert re.search(r"(Ada|Bo) wins\.|Shared win", ada.text)
    assert re.search(r"(Ada|Bo) gagne\.|Victoire partagée", bo.text)
    assert "\x1b" not in ada.text + bo.text
    (promised,) = re.findall(r"goldrush verify (\S+) --commitment (\w{64})", ada.text)
    match, lots = checked(*promised)
    assert {actor for actor, _ in match.history} == {CHANCE, 0, 1}
    assert match.options["steal"] == "on"
    assert match.fair
    assert match.fair.salts[0] == "of Ada"
    assert match.fair.salts[1]  # made up, as nobody said any
    assert lots is None


def test_a_line_that_is_cut_again_and_again_loses_and_doubles_nothing(host: Host) -> None:
    def typing() -> Iterator[str]:
        for n, line in enumerate(itertools.cycle(ACTIONS)):
            if n % 150 == 0:
                cut(host)
            yield line

    new = create(GAME, Wishes("Ada"), 2, [], {})
    ada = Terminal(host.address, "Ada", typing(), new, start=True)
    (address,) = ada.shows(r"Your table: (\S+)\n")
    bo = Terminal(address, "Bo", itertools.cycle(ACTIONS))
    logs = [ada.end().visit.log, bo.end().visit.log]
    match, _ = checked(address)
    texts = words.texts("en", GAME, ["Ada", "Bo"])
    for seat, log in enumerate(logs):
        told = [texts.line(line) for lines in match.lines(seat) for line in lines]
        assert [line for line in log if not AROUND.fullmatch(line)] == told
        assert log.count("Connected again.") > 3
    assert "Connection lost (" in ada.text


def test_a_browser_and_a_terminal_talk_while_they_wait(host: Host) -> None:
    visitor, code, address = browser(host)
    ada = Terminal(address, start=True)
    ada.shows("Your choice|is deciding")
    socket = visitor.sit(code)
    socket.send(type="Say", id="1", text="good luck")
    ada.shows("Bo: “good luck”")
    ada.type("say  thank   you", "SAY really")
    socket.until(lambda message: message["type"] == "Said" and message["text"] == "really")
    assert [said["text"] for said in socket.said] == ["good luck", "thank you", "really"]
    ada.shows("Ada: “thank you”")
    ada.type("quit")
    assert ada.end().visit.mine == [1]
    socket.close()


def test_names_move_no_cursor(host: Host) -> None:
    _, code, address = browser(host)
    Visitor(host.address, "\x1b[2JEve\x07").join(code)
    watcher = Terminal(address, watch=True)
    watcher.shows(r"2 +\[2JEve ")
    watcher.type("quit")
    watcher.end()
    assert "\x1b" not in watcher.text


def test_the_same_name_finds_its_seat_again(host: Host, home: Path) -> None:
    _, _, address = browser(host, None, None, None)
    for name, seat in (("Ada", 1), ("Cy", 2), ("Ada", 1)):
        terminal = Terminal(address, name)
        terminal.shows(rf"{seat + 1}  {name} \(you\)")
        terminal.type("quit")
        assert terminal.end().visit.mine == [seat]
        assert f"Your seat is kept: goldrush join {address}" in terminal.text
    assert len([path for path in home.rglob("*") if path.is_file()]) == 2


def test_a_seat_can_be_chosen(host: Host) -> None:
    _, _, address = browser(host, None, None, None)
    ada = Terminal(address, seat=2)
    ada.shows(r"3  Ada \(you\)")
    ada.type("quit")
    assert ada.end().visit.mine == [2]


def test_whoever_comes_too_late_watches(host: Host) -> None:
    visitor, code, address = browser(host)
    Visitor(host.address).join(code)
    with pytest.raises(ValueError, match="all seats are taken; the match can be watched"):
        Terminal(address, "Cy").end()
    visitor.start(code)
    late = Terminal(address, "Cy")
    late.shows("you have no seat. You are a spectator")
    late.shows("is deciding")
    late.type("open1", "say hello", "quit")
    assert late.end().visit.mine == []
    assert "To look again: goldrush join" in late.text


def test_a_watcher_sees_a_match_to_its_end_and_is_nobody(host: Host, home: Path) -> None:
    visitor, code, address = browser(host)
    other = Visitor(host.address)
    other.join(code)
    watcher = Terminal(address, watch=True, script=iter(()))
    sockets = [begun(visitor, code), other.sit(code)]
    players = [threading.Thread(target=play_on, args=[socket]) for socket in sockets]
    for player in players:
        player.start()
    for player in players:
        player.join()
    guest = watcher.end()
    assert guest.visit.mine == []
    assert "Your choice" not in watcher.text
    assert re.search(r"wins\.|Shared win", watcher.text)
    assert not home.exists()
    for socket in sockets:
        socket.close()


def test_a_table_is_filled_and_begun_by_typing(host: Host) -> None:
    new = create(GAME, Wishes("Ada"), 3, [], {})
    ada = Terminal(host.address, new=new)
    (address,) = ada.shows(r"Your table: (\S+)\n")
    ada.shows("2 more players are needed")
    ada.type("start")
    ada.shows("Not possible: these seats are still free: 2, 3")
    ada.type("bot", "bot 2 wolf", "bot 2 zoe")
    ada.shows("the number of its seat and its name: bot 2 zoe")
    ada.shows('Not possible: there is no persona "wolf"')
    ada.shows(r"2  Zoe \(a bot\)")
    ada.type("list", "?")
    ada.shows("“list” means nothing before the match begins")
    ada.shows("start starts the match. bot 2 zoe adds a bot.")
    bo = Terminal(address, "Bo")
    bo.shows(r"3  Bo \(you\)")
    ada.shows("Everybody is here. Type start to begin.")
    bo.type("lots")
    ada.shows(r"3  Bo, wants random seats")
    ada.type("lots", "start")
    ada.shows("Your choice|is deciding")
    bo.shows("Your choice|is deciding")
    ada.type("quit")
    bo.type("quit")
    visits = [ada.end().visit, bo.end().visit]
    assert visits[0].table.lots
    assert [visit.mine[0] for visit in visits] == [visits[0].table.lots[n] for n in (0, 2)]
    assert [visit.view["seat"] for visit in visits] == [visit.mine[0] for visit in visits]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_questions_are_answered_and_cost_no_turn(host: Host, lang: str) -> None:
    visitor, code, address = browser(host)
    ada, texts = Terminal(address, lang=lang), words.texts(lang, GAME, ["Bo", "Ada"])
    ada.shows(re.escape(texts("lobby.complete")))
    socket = begun(visitor, code)
    while not socket.choices():  # until it is Bo's turn
        ada.type(*ACTIONS)  # in vain while her terminal has not been asked, again
        with suppress(TimeoutError):
            socket.receive(1.0)
    heard = [re.escape(texts("board.help")), re.escape(texts("join.others_turn"))]
    heard += [re.escape(texts("board.told_pile", n=socket.state["view"]["pile"]["cards"]))]
    heard += [re.escape(texts("join.not_asked", said="wolves")), re.escape(texts("reason.no_undo"))]
    commands = ("help", "list", "state")
    ada.type(*(texts(f"command.{name}").split()[0] for name in commands), "wolves")
    ada.type(texts("command.undo").split()[0])
    for line in heard:
        ada.shows(line)
    ada.type(texts("command.quit").split()[0])
    ada.end()
    socket.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_hint_is_given_to_whoever_is_to_act(host: Host, lang: str) -> None:
    host.registry.services.thinkers.prepare(game(GAME), ADVISER)
    visitor, code, address = browser(host)
    ada, texts = Terminal(address, lang=lang), words.texts(lang, GAME, ["Bo", "Ada"])
    ada.shows(re.escape(texts("lobby.complete")))
    socket = begun(visitor, code)
    while choices := socket.choices():  # until it is Ada's turn
        socket.act(choices[-1])
    ada.shows(re.escape(f"{texts('board.ask')} "))
    ada.type(texts("command.hint").split()[0])
    ada.shows(re.escape(texts("join.hint", action="")))
    ada.type(texts("command.quit").split()[0])
    ada.end()
    socket.close()


def test_a_decision_can_be_taken_back(host: Host) -> None:
    visitor, code, address = browser(host, None, None)
    undone: list[str] = []

    def typing() -> Iterator[str]:
        for line in itertools.cycle(ACTIONS):
            if not undone and "undo your last move" in ada.text:
                undone.append(ada.text.splitlines()[-1])
                yield "undo"
            yield line

    ada = Terminal(address, script=typing())
    ada.shows("Everybody is here")
    socket = begun(visitor, code)
    play_on(socket)
    guest = ada.end()
    assert undone
    assert guest.visit.log.count("Ada undoes the last move.") == 1
    lines = [line["key"] for told in socket.told for line in told["lines"]]
    assert lines.count("log.undo") == 1
    assert checked(address).match.position.over
    socket.close()


def test_who_is_away_and_who_plays_for_whom_is_told(host: Host) -> None:
    visitor, code, address = browser(host)
    ada = Terminal(address)
    ada.shows("Everybody is here")
    socket = begun(visitor, code)
    ada.shows("Your choice|is deciding")
    socket.close()
    ada.shows("Bo is offline.")
    visitor.ask("DELETE", f"/tables/{code}/seats")
    ada.shows("Marius plays for Bo from now on.")
    visitor.sit(code).close()
    ada.shows("Bo plays again.")
    ada.type("quit")
    ada.end()


class Watched(Painted):
    """A screen of which one can say afterwards what it showed."""

    def __init__(self, guest: Guest) -> None:
        super().__init__(guest.board, guest.texts, Console(file=io.StringIO()), 0)
        self.scenes: list[Scene] = []

    def paint(self, scene: Scene, typing: str) -> None:
        self.scenes.append(scene)


def test_terms_and_clocks_are_told_in_words(host: Host) -> None:
    new = create(GAME, Wishes("Ada"), 2, [], {}, times=Times(bank=600, increment=5))
    ada = Terminal(host.address, new=new)
    address, *_ = ada.shows(r"http://\S+/table/\w+")
    ada.shows("10 minutes each for the whole match, and 5 seconds more for each move")
    bo = Visitor(host.address, "Bo")
    code = address.rpartition("/")[2]
    bo.join(code)
    bo.start(code)
    ada.type("time")
    ada.shows(r"Time left: .*Ada .*(10:00|9:\d\d).*Bo")
    ada.type("away 3")
    ada.shows("Not possible: days off are taken")
    ada.type("away for ever", "quit")
    ada.shows("away 3")
    ada.end()


def test_days_off_are_taken_by_typing(host: Host) -> None:
    bo, code, address = browser(host, pace=86_400, vacation=7)
    ada = Terminal(address)
    ada.shows("7 days off")
    bo.start(code)
    ada.type("away 3")
    ada.shows("You are away")
    assert bo.ask("GET", f"/tables/{code}")["table"]["seats"][1]["vacation"] == pytest.approx(4)
    ada.type("back")
    ada.shows("You are back")
    ada.type("quit")
    ada.end()


def test_what_a_turn_laid_open_can_be_seen_for_a_while_but_not_while_one_thinks() -> None:
    """[G23]."""
    match = random_match("gold", 2, seed=3)
    views = [position.view(0) for position in match.replay()]
    view = next(view for view in views if view["shown"] and view["legal"])
    seat = wire.Seat("Ada", None, taken=True, lots=False, present=True, until=None)
    usual: dict[str, str] = {}
    first = ("ABC234", "gold", 1, usual, None, [seat, seat], False, 0)
    figures: Any = (*first, True, False, "playing", 0, "", None, None, None, None, 0, 0)
    table = wire.Table(*figures)
    texts, console = words.texts("en", "gold"), Console(file=io.StringIO())
    where = Address("http://127.0.0.1:9", "ABC234")
    seated, keys = wire.Seated(table, [0]), functools.partial(Keyboard, lines=iter(()))
    guest = Guest(where, Server(where.server), seated, texts, console, keys=keys)
    guest.screen = screen = Watched(guest)
    state = wire.State(1, view, 0, 0, undo=False)
    guest._take(wire.Welcome(table, [0], 0, 0, {}, state, [], []))
    before = time.monotonic()
    guest._take(wire.News([wire.Told(1, 0, [])], state))
    guest._paint()
    assert guest._look_until >= before + LEAST_PAUSE
    guest._look_until = 0.0
    assert guest._wait()
    guest._paint()
    shown = [scene.view["shown"] for scene in screen.scenes if scene.view]
    assert shown == [view["shown"], []]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_there_are_words_for_every_refusal(lang: str) -> None:
    texts = words.texts(lang)
    told = {"detail": "so", "game": "GOLD", "version": 3, "newest": 2}
    assert all(texts(f"reason.{reason}", **told) for reason in get_args(wire.Reason))
    assert {key for key in texts.forms if key.startswith("reason.")} == {
        f"reason.{reason}" for reason in get_args(wire.Reason)
    }


def test_the_command_makes_a_table_and_plays_against_a_bot(host: Host) -> None:
    args = ["join", host.address, "--create", GAME, "--bot", "zoe", "--start", "--name", "Ada"]
    done = CliRunner().invoke(cli.app, args, input=f"rules\n{ANYTHING}", catch_exceptions=False)
    assert done.exit_code == 0
    assert "O24" in done.stdout
    assert re.search(r"Your table: http://\S+/table/\w{6}\n", done.stdout)
    assert re.search(r"(Ada|Zoe) wins\.|Shared win", done.stdout)
    assert "goldrush verify http" in done.stdout


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["--create", "chess"], 'there is no game "chess"'),
        (["--create", GAME, "--people", "9"], "of length <= 8"),
        (["--create", GAME, "--people", "1"], "cannot have 1 seats; it has 2 to 4"),
        (["--create", GAME, "--bot", "wolf"], 'there is no persona "wolf"'),
        (["--create", GAME, "--option", "steal=2"], "it can be: off, on"),
        (["--create", GAME, "--edition", "no.toml"], "no.toml: cannot be read: "),
        (["--create", GAME, "--name", "x" * 25], "of length <= 24"),
        (["--name", "Ada"], "names no table"),
    ],
)
def test_what_is_wrong_is_said_with_what_would_be_right(
    host: Host, args: list[str], reason: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        CliRunner().invoke(cli.app, ["join", host.address, *args], catch_exceptions=False)


@pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning")
def test_in_a_terminal_news_do_not_disturb_what_is_being_typed(host: Host, home: Path) -> None:
    visitor, code, address = browser(host)
    child = pexpect.spawn(
        sys.executable,
        ["-m", "goldrush", "join", address, "--name", "Ada", "--start", "--pace", "0"],
        env=environment(TERM="xterm"),
        dimensions=(30, 100),
        encoding="utf-8",
        timeout=TIMEOUT,
    )
    child.expect_exact("\x1b[?1049h")
    child.expect(r"In front of the boat.*for help\) > ")
    child.send("say well met")
    child.expect_exact("> say well met\x1b[K")
    socket = visitor.sit(code)
    socket.send(type="Say", id="1", text="hello there")
    child.expect(r"Bo: “hello there”.*for help\) > say well met\x1b\[K")
    child.send("\r")
    socket.until(lambda message: message["type"] == "Said" and message["seat"] == 1)
    child.expect("Ada: “well met”")
    child.send("quit\r")
    child.expect_exact("\x1b[?1049l")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "Your seat is kept" in child.before
    socket.close()
