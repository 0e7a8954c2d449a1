"""The command line: whole games typed in, and everything wrong said in one line."""

import json
import re
import signal
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest
from typer.testing import CliRunner, Result

from goldrush import cli
from goldrush.bots.judgement import Judgement
from goldrush.core import CHANCE
from goldrush.games import GAMES, game
from goldrush.games.texts import LANGUAGES
from goldrush.match import Match, verify
from goldrush.terminal import browser, words
from matches import random_match
from tools import POCKET, environment, goldrush, pocket

SPOTS = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
TYPED = "\n".join(SPOTS * 60) + "\n"  # each is refused or played, until the match is over
DUEL = ("play", "gold", "--seats", "2", "--bots", "1", "--bot", "uniform")
SEEDED = (*DUEL, "--seed", "1", "--salt", "mine")
FAIR_BOTS = ("play", "gold", "--seats", "2", "--bots", "2")
BOTS = (*FAIR_BOTS, "--seed", "1")
LINK = random_match("gold", 2, seed=1).link()

Said = tuple[int, str, str]  # exit code, output, complaints
NO_LANGUAGE = f'no language "zz"; there are: {", ".join(LANGUAGES)}'


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Callable[..., Said]:
    """Runs the command in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*args: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["goldrush", *args])
        with pytest.raises(SystemExit) as left:
            cli.main()
        return int(left.value.code or 0), *capsys.readouterr()

    return run


def typed(*args: str, keys: str = "") -> Result:
    """The command with something typed in, and no terminal."""
    return CliRunner().invoke(cli.app, args, input=keys, catch_exceptions=False)


def link_in(text: str) -> str:
    """The last link that was printed."""
    return str(re.findall(r"^gold\.[\w-]+$", text, re.MULTILINE)[-1])


def test_the_games_are_listed_with_seats_and_options() -> None:
    told = typed("games").stdout
    for name in GAMES:
        rules = game(name).rules
        assert re.search(rf"{name} .*{rules.MIN_SEATS}–{rules.MAX_SEATS}", told)
        assert all(option.name in told for option in rules.OPTIONS)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("lang", "word"), [("en", "Components"), ("fr", "Matériel")])
def test_the_rules_are_shown_in_both_languages(name: str, lang: str, word: str) -> None:
    told = typed("rules", name, "--lang", lang).stdout
    assert word in told
    assert "**G1** `R`" in told or name != "gold"


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("rules", "chess"), 'there is no game "chess"; there are: gold'),
        (("play", "chess"), 'there is no game "chess"; there are: gold'),
        (("simulate", "chess"), 'there is no game "chess"; there are: gold'),
        (("bench", "--game", "chess"), 'there is no game "chess"; there are: gold'),
        (("games", "--lang", "zz"), NO_LANGUAGE),
        (("rules", "gold", "--lang", "zz"), NO_LANGUAGE),
        (("play", "gold", "--lang", "zz"), NO_LANGUAGE),
        (("replay", LINK, "--lang", "zz"), NO_LANGUAGE),
        (("review", LINK, "--lang", "zz"), NO_LANGUAGE),
        (("verify", "my.json", "--lang", "zz"), NO_LANGUAGE),
        (("play", "gold", "--seats", "9"), "cannot have 9 seats; it has 2 to 5"),
        (("play", "gold", "--seats", "1"), "cannot have 1 seats; it has 2 to 5"),
        (("play", "gold", "--seats", "0"), "cannot have 0 seats; it has 2 to 5"),
        (("play", "gold", "--seats", "-1"), "cannot have -1 seats; it has 2 to 5"),
        (("simulate", "gold", "--seats", "9"), "cannot have 9 seats; it has 2 to 5"),
        (("simulate", "gold", "--seats", "0"), "cannot have 0 seats; it has 2 to 5"),
        (("play", "gold", "--option", "rounds=two"), "it can be: one, each"),
        (("play", "gold", "--option", "wolves=1"), "its options: rounds, layout"),
        (("play", "gold", "--option", "rounds"), 'as name=value, not "rounds"'),
        (("simulate", "gold", "--option", "rounds=two"), "it can be: one, each"),
        (("simulate", "gold", "--option", "wolves=1"), "its options: rounds, layout"),
        (("play", "gold", "--edition", "no.toml"), "no.toml: cannot be read: "),
        (("play", "gold", "--edition", "my.toml"), "my.toml, line 14: -1 dynamites; 0 or more"),
        (("simulate", "gold", "--edition", "my.toml"), "my.toml, line 14: -1 dynamites"),
        (("play", "gold", "--bot", "deep"), "there are: uniform, handmade"),
        (("simulate", "gold", "--policy", "deep"), "there are: uniform, handmade"),
        (("simulate", "gold", "--policy", "handmade:forget=2"), "a number from 0 to 1"),
        (("play", "gold", "--seats", "2", "--bots", "3"), "3 bots cannot take 2 seats; 0 to 2"),
        (("play", "gold", "--player", "Ann", "--player", "Bo"), "2 names for 1 people"),
        (("simulate", "gold", "--games", "0"), "at least one"),
        (("simulate", "gold", "--seed", "-1"), "0 and 2**63 - 1"),
        (("play", "gold", "--seed", "-1"), "0 and 2**63 - 1"),
        (("play", "gold", "--seed", str(2**63)), "0 and 2**63 - 1"),
        (("replay", "gold"), "a link is a game's name, a dot, and a match"),
        (("replay", LINK[:-1]), "link"),
        (("replay", LINK.replace("A", "B")), "copy it again, from end to end"),
        (("replay", f"chess{LINK[4:]}"), "copy it again, from end to end"),
        (("verify", "no.json"), "no.json is not a stored match: "),
        (("verify", "my.toml"), "my.toml is not a stored match: "),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, tuple) else "",
)
def test_what_is_wrong_is_said_with_what_would_be_right(
    said: Callable[..., Said], args: tuple[str, ...], reason: str
) -> None:
    Path("my.toml").write_text(POCKET.replace("cards = 1\n", "cards = -1\n"), "utf-8")
    code, told, complaint = said(*args)
    assert " ".join(complaint.split()).startswith("goldrush: ")
    assert reason in " ".join(complaint.split())
    assert (code, told) == (2, "")


@pytest.mark.parametrize(
    "args", [("replay", LINK.replace("A", "B")), ("verify", f"{'long/' * 30}name.json")]
)
def test_what_is_wrong_is_said_in_one_line_however_long(
    said: Callable[..., Said], args: tuple[str, ...]
) -> None:
    assert len(said(*args)[2].strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("games",), 0),
        (("rules", "gold"), 0),
        (("rules", "chess"), 2),
        (("play", "gold", "--seats", "9"), 2),
        (("simulate", "gold", "--option", "rounds=two"), 2),
        (("simulate", "gold", "--seats", "many"), 2),
        (("replay", "gold.AAAA"), 2),
        (("verify", "no.json"), 2),
        (("wolves",), 2),
    ],
)
def test_the_exit_code_says_whether_it_went_well(args: tuple[str, ...], code: int) -> None:
    done = goldrush(*args)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert bool(done.stderr) == (code != 0)


def test_a_simulation_prints_one_line_of_json_and_nothing_else() -> None:
    done = goldrush("simulate", "gold", "--seats", "2", "--games", "20", "--json")
    assert done.returncode == 0
    assert done.stdout.count("\n") == 1
    found = json.loads(done.stdout)
    assert (found["games"], found["seats"], found["seed"]) == (20, 2, 0)


def test_a_simulation_is_shown_as_a_table() -> None:
    told = typed("simulate", "gold", "--seats", "2", "--games", "20").stdout
    assert "gold: 20 games, 2 seats, uniform" in told
    assert "[G15]" in told
    assert "wins, 1 after the start" in told


@pytest.mark.parametrize("how", [("--positions", "600"), ("--practice", "2", "--workers", "1")])
def test_a_judgement_is_taught_and_told_how_good_it_is(
    how: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "judgement.npz"
    told = typed("teach", "oh_my_gold", str(file), *how).stdout
    assert [line.split(":")[0] for line in told.splitlines()] == ["2 seats", "3 seats", "4 seats"]
    assert Judgement.load(file).horizon == (4 if "--positions" in how else 2)  # the shipped one's


@pytest.mark.parametrize(
    ("lang", "asked", "won", "kept"),
    [
        ("en", "Your card (? for help) >", r"(Player 1|Bot 1) wins\.", "The whole match in a link"),
        ("fr", "Votre carte (? pour l’aide) >", r"(Joueur 1|Robot 1) gagne\.", "Toute la partie"),
    ],
)
def test_a_whole_game_can_be_typed_in(lang: str, asked: str, won: str, kept: str) -> None:
    done = typed(*SEEDED, "--lang", lang, keys=TYPED)
    assert done.exit_code == 0
    assert "\x1b" not in done.stdout
    assert asked in done.stdout
    assert kept in done.stdout
    assert re.search(won, done.stdout)
    match = Match.from_link(link_in(done.stdout))
    assert match.position.over
    assert {actor for actor, _ in match.history} == {CHANCE, 0, 1}


def test_a_river_is_typed_in_with_bare_numbers_for_carats() -> None:
    keys = "up\nmain\nlist\n3\n0\nenough\n" * 300  # each is refused or played
    args = ("play", "gold_river", "--seats", "2", "--bots", "1", "--bot", "uniform", "--seed", "2")
    told = typed(*args, keys=keys).stdout
    assert re.search(r"You can play: (deposit0 to deposit|stake0 to stake)\d+$", told, re.MULTILINE)
    match = Match.from_link(re.findall(r"^gold_river\.[\w-]+$", told, re.MULTILINE)[-1])
    assert match.position.over


def test_the_same_seed_and_keys_give_the_same_match() -> None:
    seeds = ("5", "5", "6")
    one, again, other = [link_in(typed(*DUEL, "--seed", n, keys=TYPED).stdout) for n in seeds]
    assert one == again != other


def test_two_people_play_at_one_keyboard() -> None:
    people = ("--player", "Ann", "--player", "Bo")
    told = typed("play", "gold", "--seats", "2", "--bots", "0", *people, keys=TYPED).stdout
    assert "Ann: turn your first card." in told
    assert "Bo: turn your second card." in told
    assert Match.from_link(link_in(told)).position.over


def test_a_game_of_ones_own_edition_can_be_typed_in(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(POCKET, "utf-8")
    told = typed(*DUEL, "--edition", str(file), keys=TYPED).stdout
    assert re.search("(orange|black|white|brown|pink) prospector [23]", told)
    assert Match.from_link(link_in(told)).game is pocket()


def test_a_match_with_options_plays_by_them() -> None:
    told = typed(*BOTS, "--option", "rounds=each", "--option", "layout=square").stdout
    assert "Round 2 is over." in told
    options = Match.from_link(link_in(told)).options
    assert options == {"rounds": "each", "layout": "square"}


@pytest.mark.parametrize("keys", ["quit\n", "q\n", "EXIT\n", ""])
def test_whoever_leaves_gets_the_link_of_the_match_so_far(keys: str) -> None:
    done = typed(
        "play", "gold", "--seats", "2", "--bots", "0", "--seed", "1", keys=f"a1\nb1\n{keys}"
    )
    assert done.exit_code == 0
    assert "You left the match." in done.stdout
    match = Match.from_link(link_in(done.stdout))
    assert [step for actor, step in match.history if actor != CHANCE] == [0, 1]


def test_questions_are_answered_and_cost_no_turn() -> None:
    keys = "?\nhelp\nlist\nz9\n A1 \nquit\n"
    done = typed("play", "gold", "--seats", "2", "--bots", "0", "--seed", "1", keys=keys)
    assert done.stdout.count("Type a spot such as c4.") == 2
    assert f"You can play: {', '.join(SPOTS[:12])}" in done.stdout.replace("\n", " ")
    assert "“z9” cannot be played here. You can play: a1, b1," in done.stdout
    assert len(Match.from_link(link_in(done.stdout)).history) == 3


def test_the_rules_can_be_read_while_playing() -> None:
    told = typed("play", "gold", "--seats", "2", "--bots", "0", keys="rules\nquit\n").stdout
    assert "G23" in told


@pytest.mark.parametrize("name", ["[/b]", "[red]Ann", "{seat}"])
def test_a_name_is_shown_as_it_was_given(name: str) -> None:
    told = typed(*SEEDED, "--player", name, keys=TYPED).stdout
    assert f"{name} turns" in told
    assert re.search(rf"│ +[12] +│ {re.escape(name)} +│", told)


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ("chance", "Seat 1")), ("fr", ("hasard", "Place 1"))]
)
def test_a_link_is_told_step_by_step(lang: str, words: tuple[str, ...]) -> None:
    told = typed("replay", LINK, "--lang", lang).stdout
    assert all(word in told for word in words)
    numbers = re.findall(r"^│ (\d+) +│", told, re.MULTILINE)
    assert [int(n) for n in numbers] == list(range(len(Match.from_link(LINK).history)))


def test_a_link_of_ones_own_edition_is_told() -> None:
    told = typed("replay", random_match(pocket(), 2, seed=1).link()).stdout
    assert "orange prospector" in told


def test_a_fair_match_is_promised_saved_and_verified(said: Callable[..., Said]) -> None:
    told = typed(*DUEL, "--salt", "my own words", "--save", "my.json", keys=TYPED).stdout
    promised = re.findall("Fairness code: ([0-9a-f]{64})$", told, re.MULTILINE)
    assert "goldrush verify my.json" in told
    stored = json.loads(Path("my.json").read_text("utf-8"))
    assert {stored["commitment"]} == set(promised)
    assert stored["salts"] == ["my own words", ""]
    assert verify(Path("my.json")).link() == link_in(told)
    for args in ([], ["--commitment", promised[0]]):
        code, checked, _ = said("verify", "my.json", *args)
        assert code == 0
        assert checked.startswith("Fair: all 65 draws of ")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_forged_match_is_not_fair(said: Callable[..., Said], lang: str) -> None:
    typed(*FAIR_BOTS, "--save", "my.json")
    stored = json.loads(Path("my.json").read_text("utf-8"))
    stored["history"][2][1] ^= 1
    Path("my.json").write_text(json.dumps(stored), "utf-8")
    code, told, _ = said("verify", "my.json", "--lang", lang)
    assert code == 1
    why = {"en": "step 2 draws", "fr": "l’étape 2 tire"}
    assert told.startswith(words.texts(lang)("verify.unfair", reason=why[lang]))


def test_a_forged_match_gives_exit_code_one(tmp_path: Path) -> None:
    file = tmp_path / "my.json"
    typed(*FAIR_BOTS, "--save", str(file))
    assert goldrush("verify", str(file)).returncode == 0
    assert goldrush("verify", str(file), "--commitment", "0" * 64).returncode == 1
    file.write_text(file.read_text("utf-8").replace('"seats":2', '"seats":3'), "utf-8")
    done = goldrush("verify", str(file))
    assert done.returncode == 1
    assert "NOT FAIR: " in done.stdout
    assert done.stderr == ""


def test_a_seed_proves_nothing(said: Callable[..., Said]) -> None:
    assert "goldrush verify" not in typed(*BOTS, "--save", "my.json").stdout
    code, _, complaint = said("verify", "my.json")
    assert code == 2
    assert "has no proof of its draws" in complaint


def test_the_shipped_edition_can_be_printed_and_played(said: Callable[..., Said]) -> None:
    Path("my.toml").write_text(said("edition", "gold")[1], "utf-8")
    assert game("gold", "my.toml") is game("gold")


def test_the_file_of_a_saved_match_is_named_as_it_is(said: Callable[..., Said]) -> None:
    assert "goldrush verify [my].json" in typed(*FAIR_BOTS, "--save", "[my].json").stdout


def test_a_place_where_nothing_can_be_saved_is_refused(said: Callable[..., Said]) -> None:
    code, _, complaint = said(*BOTS, "--save", "no/folder/my.json")
    assert code == 2
    assert complaint.startswith("goldrush: ")


def spawned(tmp_path: Path) -> pexpect.spawn:
    """A duel in a terminal of its own."""
    return pexpect.spawn(
        sys.executable,
        ["-m", "goldrush", *SEEDED, "--pace", "0"],
        env=environment(TERM="xterm"),
        cwd=str(tmp_path),
        dimensions=(40, 120),
        encoding="utf-8",
        timeout=60,
    )


@pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning")
def test_a_terminal_shows_the_table_and_gives_the_link_when_one_leaves(tmp_path: Path) -> None:
    child = spawned(tmp_path)
    child.expect_exact("\x1b[?1049h")
    for spot in ("a1", "b1", "c1"):
        child.expect(r"Cards left: \d+.*Player 1: turn your (first|second) card.*help\) > ")
        child.sendline(spot)
    child.expect("Player 1: turn your second card.*help.* > ")
    child.sendline("quit")
    child.expect_exact("\x1b[?1049l")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "You left the match." in child.before
    match = Match.from_link(re.findall(r"gold\.[\w-]+", child.before)[-1])
    assert [step for actor, step in match.history if actor == 0] == [0, 1, 2]


@pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning")
@pytest.mark.parametrize("when", ["asked", "shown a card"])
def test_ctrl_c_leaves_the_table_with_the_link(tmp_path: Path, when: str) -> None:
    child = spawned(tmp_path)
    child.expect(r"help\) > ")
    if when == "shown a card":
        child.sendline("a1")
        child.expect("Player 1 turns")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert "You left the match." in child.before
    assert Match.from_link(re.findall(r"gold\.[\w-]+", child.before)[-1]).history


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C does afterwards what it did before: `serve` changes it for its whole process."""
    usual = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, usual)


@pytest.mark.usefixtures("interruptible")
def test_serve_opens_the_browser_where_it_is_asked_to(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(_: object, ready: Callable[[int], None], __: object) -> None:
        ready(1234)

    opened: list[str] = []
    monkeypatch.setattr("goldrush.server.running.run", run)
    monkeypatch.setattr("goldrush.terminal.browser.show", opened.append)
    assert typed("serve").output.strip() == "http://127.0.0.1:1234"
    assert opened == []
    typed("serve", "--open")
    assert opened == ["http://127.0.0.1:1234"]


@pytest.mark.parametrize(
    ("host", "shown"),
    [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "localhost"), ("::", "localhost"), ("::1", "[::1]")],
)
def test_the_address_that_is_told_can_be_opened(host: str, shown: str) -> None:
    assert browser.address(host, 80) == f"http://{shown}:80"


class Shown(webbrowser.BaseBrowser):
    """A browser with a window, which takes its time."""

    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
        self.name = url
        assert told.wait(10)
        return True


told = threading.Event()


def test_a_browser_opens_beside_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Shown()
    monkeypatch.setattr(webbrowser, "get", lambda: shown)
    browser.show("http://localhost:80")  # comes back though the browser has not
    told.set()
    while shown.name != "http://localhost:80":
        time.sleep(0.001)


def test_no_browser_is_opened_in_the_terminal_of_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("false"))
    monkeypatch.setattr(threading.Thread, "start", lambda _: pytest.fail("it was opened"))
    browser.show("http://localhost:80")
    monkeypatch.undo()

    def nobody() -> None:
        raise webbrowser.Error("none is installed")

    monkeypatch.setattr(webbrowser, "get", nobody)
    browser.show("http://localhost:80")
