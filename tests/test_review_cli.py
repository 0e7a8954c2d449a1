"""`goldrush review`: every source of a match, figures that add up as shown, a page of its own."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from goldrush import cli
from goldrush.games import game
from goldrush.games.texts import LANGUAGES
from goldrush.match import Match
from goldrush.reviews.shapes import WIN, Review
from goldrush.terminal import reckoning, review, review_page, review_words, sources, words
from goldrush.terminal.review_curves import BLOCKS
from hosting import Host
from matches import random_match
from review_figures import NAMES, figures, named, sums
from tools import compiled_only, environment, goldrush, pocket, printed
from visitors import Visitor, finish

pytestmark = compiled_only

INTERRUPTED = 130

Said = tuple[int, str, str]  # exit code, output, complaints


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture(scope="module")
def match() -> Match:
    return random_match("gold", 3, seed=1)


@pytest.fixture(scope="module")
def found(match: Match) -> Review:
    texts = words.texts("en", "gold")
    return reckoning.reckoned(match, "fast", 0, 1, texts)


@pytest.fixture
def said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Callable[..., Said]:
    """Runs the command in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*args: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["goldrush", "review", *args])
        with pytest.raises(SystemExit) as left:
            cli.main()
        return int(left.value.code or 0), *capsys.readouterr()

    return run


def told(*args: str) -> str:
    """What the command prints where there is no terminal."""
    args = ("review", *args, "--budget", "fast")
    done = CliRunner().invoke(cli.app, args, catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


def test_a_link_an_address_and_a_file_tell_the_same(match: Match, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    match.save(file)
    link = match.link()
    one = told(link, "--json")
    for source in (str(file), f"https://gold.example/replay/{link}?by=Ann&by=&by=Zoé", link):
        assert told(source, "--json") == one
    assert one.count("\n") == 1
    whole = msgspec.json.decode(one)
    assert whole["levels"][-1]["chances"] == [account["result"] for account in whole["accounts"]]
    for account in whole["accounts"]:
        parts = (account[part] for part in review_words.PARTS)
        assert sum(parts) == account["result"]
    assert {type(n) for level in whole["levels"] for n in level["chances"]} == {int}


def test_the_seed_decides_what_is_found(match: Match) -> None:
    one, again, other = (told(match.link(), "--json", "--seed", seed) for seed in "112")
    assert one == again != other


def test_names_come_from_the_address_of_a_replay(match: Match) -> None:
    address = f"http://gold.example/replay/{match.link()}?by=Ann&by=%20&by=Ann%0A&by=Cy&by=Di"
    opened, texts = sources.opened(address, "fr")
    assert opened.link() == match.link()
    assert texts.names == ["Ann", "Place 2", "Ann 2"]
    assert sources.opened(match.link(), "en")[1].names == ["Seat 1", "Seat 2", "Seat 3"]


@pytest.mark.parametrize(("lang", "head"), [("en", "Where it turned"), ("fr", "Les tournants")])
def test_it_is_told_in_sentences_whose_figures_add_up(match: Match, lang: str, head: str) -> None:
    lines = told(match.link(), "--lang", lang).splitlines()
    assert head in lines
    texts = words.texts(lang)
    first = lines.index(texts("review.head.account")) + 1
    for line in lines[first : first + 3]:
        sums(figures(line))
    assert "\x1b" not in "".join(lines)


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_drawn_as_wide_as_the_window(found: Review, width: int, lang: str) -> None:
    texts = named(lang)
    lines = printed(review.drawn(found, texts, width, own_edition=False), width)
    assert max(map(len, lines)) <= width
    for name in ("Ann", "Zoé"):
        assert any(line.startswith(name) and set(BLOCKS) & set(line) for line in lines)
    assert sum(line.startswith(f"{n} ") for n in range(1, 6) for line in lines) == len(
        found.moments
    )


def test_the_rows_of_the_table_add_up(found: Review) -> None:
    lines = printed(review.drawn(found, named(), 140, own_edition=False), 140)
    rows = [line for line in lines if re.match("│ (Ann|<b>Bo|Zoé) .*±", line)]
    assert len(rows) == 3
    for row in rows:
        sums(figures(row))


@given(st.lists(st.integers(-2 * WIN, 2 * WIN), min_size=1, max_size=5))
def test_rounded_parts_add_up_and_are_as_near_as_can_be(parts: list[int]) -> None:
    total = review_words.tenths(sum(parts))
    shown = review_words.shared_out(parts, total)
    assert sum(shown) == total
    for one, part in zip(shown, parts, strict=True):
        assert abs(one - review_words.TENTHS * part / WIN) <= 1


def test_what_could_not_be_known_is_told_where_there_is_any(found: Review) -> None:
    assert "unknown" not in review_words.entries(found)[0].parts
    one, *others = found.accounts
    hidden = msgspec.structs.replace(one, unknown=one.own, own=0)
    other = msgspec.structs.replace(found, accounts=[hidden, *others])
    for lang in LANGUAGES:
        told = " ".join(review.sentences(other, named(lang), own_edition=False))
        assert named(lang)("review.part.unknown") in told
        assert named(lang)("review.legend_unknown") in told


def test_a_moment_says_who_lost_what_by_what(found: Review) -> None:
    moment = found.moments[0]
    shares = {"before": WIN * 61 // 100, "after": WIN * 34 // 100, "seat": 2, "turn": 31}
    draw: dict[str, Any] = {
        "cause": "luck",
        "by": None,
        "chosen": None,
        "better": None,
        "lines": [],
    }
    drawn = msgspec.structs.replace(moment, **shares, **draw)
    made = found.decisions[0]
    choice = {"cause": "decision", "by": made.seat, "chosen": made.chosen, "better": made.chosen}
    shares = {"before": WIN * 611 // 1000, "after": WIN * 614 // 1000}
    chosen = msgspec.structs.replace(drawn, **choice, **shares)
    secret = msgspec.structs.replace(chosen, cause="unknown", better=None)
    other = msgspec.structs.replace(found, moments=[drawn, chosen, secret])
    one, two, three = map(str, review_words.stories(other, named()))
    who, what = NAMES[made.seat], made.chosen.text
    assert one == (
        "Turn 31: A draw that nobody was told of. Zoé’s chance falls from 61 to 34 %."
        " Luck of the draw."
    )
    assert two == (
        f"Turn 31: {who} plays “{what}”. Zoé’s chance rises from 61.1 to 61.4 %."
        f" Decided by {who}. “{what}” would have been better."
    )
    assert three.endswith(f"{who} could not know that.")


def test_the_worst_decisions_come_first(found: Review) -> None:
    worse = [
        msgspec.structs.replace(one, word="slip", better=one.chosen, cost=cost)
        for one, cost in zip(found.decisions, (WIN // 10, WIN // 5), strict=False)
    ]
    other = msgspec.structs.replace(found, decisions=worse)
    lines = list(review.sentences(other, named(), own_edition=False))
    costs = [float(line.split(" gives up ")[1].split()[0]) for line in lines if "gives up" in line]
    assert costs == [20, 10]
    assert "No decision was clearly worse" not in review_page.page(
        other, named(), own_edition=False
    )


def test_an_unfinished_match_is_reviewed_as_far_as_it_went(match: Match, tmp_path: Path) -> None:
    match = match.copy()
    match.cut(20)
    match.save(tmp_path / "half.json")
    half = str(tmp_path / "half.json")
    for lang, said in (("en", "is not over"), ("fr", "n’est pas finie")):
        assert said in told(half, "--lang", lang)
    whole = json.loads(told(half, "--json"))
    assert not whole["over"]
    assert len(whole["levels"]) == 21


def test_a_match_of_ones_own_edition_is_played_to_the_end(tmp_path: Path) -> None:
    random_match(pocket(), 2, seed=1).save(tmp_path / "match.json")
    match = Match.load(tmp_path / "match.json")
    assert match.game is pocket()
    cut = match.copy()
    cut.cut(12)
    done = goldrush("review", cut.link(), "--budget", "fast", NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0
    assert "Played with a custom edition" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("args", "english", "french"),
    [
        (("gold.AAAA",), "a link is a game's name", "un lien est le nom d’un jeu"),
        (("chess.AAAA",), "is neither the link of a match", "n’est ni le lien d’une partie"),
        (("no.json",), "is neither the link of a match", "n’est ni le lien d’une partie"),
        (("gold.json",), "is neither the link of a match", "n’est ni le lien d’une partie"),
        (("broken.json",), "broken.json is not a stored match", "n’est pas une partie enregistrée"),
        (("later.json",), "version 99 of the rules of GOLD", "version 99"),
        (("forged.json",), "step 0 is said to be by seat 1", "l’étape 0 serait de la place 1"),
        (("empty.json",), "nothing has been played yet", "rien n’a encore été joué"),
        (("match.json", "--budget", "huge"), 'no budget "huge"; there are: fast', "pas de budget"),
        (("match.json", "--html", "no/where.html"), "nothing can be saved", "enregistr"),
        (("http://localhost:1/table/ABC234",), "does not answer", "ne répond pas"),
        (("http://localhost:1/",), "names no table", "ne nomme pas de table"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_is_wrong_is_said_in_the_readers_language(
    said: Callable[..., Said], match: Match, args: tuple[str, ...], english: str, french: str
) -> None:
    stored = msgspec.to_builtins(match.stored())
    changes: dict[str, dict[str, Any]] = {
        "match": {},
        "later": {"version": 99},
        "forged": {"history": [[1, 0]]},
        "empty": {"history": []},
    }
    for name, change in changes.items():
        Path(f"{name}.json").write_text(json.dumps(stored | change), "utf-8")
    Path("broken.json").write_text("{", "utf-8")
    for lang, why in (("en", english), ("fr", french)):
        code, output, complaint = said(*args, "--lang", lang)
        assert (code, output) == (2, "")
        assert complaint.startswith("goldrush: ")
        assert why in complaint
        assert complaint.count("\n") == 1


def test_what_is_refused_is_not_compiled_first_and_leaves_no_page(
    said: Callable[..., Said], match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reckoning, "is_cold", lambda _: True)
    code, _, complaint = said(match.link(), "--budget", "huge", "--html", "page.html")
    assert (code, complaint.count("\n")) == (2, 1)
    assert not Path("page.html").exists()


def test_the_page_is_written_beside_the_text_or_the_json(
    said: Callable[..., Said], match: Match
) -> None:
    args = (match.link(), "--budget", "fast", "--html", "my.html")
    assert "Page written: my.html" in said(*args)[1]
    assert Path("my.html").read_text("utf-8").endswith("</html>\n")
    Path("my.html").unlink()
    json.loads(said(*args, "--json")[1])
    assert Path("my.html").read_text("utf-8").endswith("</html>\n")


def test_who_waits_for_the_compiler_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    opened = game("gold")
    assert not reckoning.is_cold(opened)  # `found` has been reviewed
    monkeypatch.setattr(reckoning, "CACHE", tmp_path)
    assert reckoning.is_cold(opened)
    match = random_match("gold", 2, seed=1, steps=4)
    reckoning.reckoned(match, "fast", 0, 1, words.texts("fr", "gold"))
    assert "il faut d’abord le compiler" in capsys.readouterr().err
    monkeypatch.setattr(reckoning, "COMPILES", False)
    assert not reckoning.is_cold(opened)


@pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning")
def test_ctrl_c_ends_it_at_once(tmp_path: Path, match: Match) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "goldrush", "review", match.link(), "--budget", "deep"],
        env=environment(TERM="xterm", NUMBA_DISABLE_JIT="1"),
        cwd=str(tmp_path),
        dimensions=(40, 120),
        encoding="utf-8",
        timeout=120,
    )
    child.expect("Reviewing GOLD")
    child.sendintr()
    child.expect("Stopped: there is no review.")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == INTERRUPTED
    assert "Traceback" not in child.before


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("host") / "tables.db") as running:
        yield running


def test_a_table_is_reviewed_by_its_address_once_it_is_over(
    host: Host, said: Callable[..., Said]
) -> None:
    ann, bo = (Visitor(host.address, name) for name in ("Ann", "<i>Bo"))
    code = ann.create("gold", None, None)
    bo.join(code)
    ann.start(code)
    sockets = [ann.sit(code), bo.sit(code)]
    address = f"{host.address}/table/{code}"
    exit_code, output, complaint = said(address)
    assert (exit_code, output) == (2, "")
    assert "the secret is shown when the match is over" in complaint
    assert "quand la partie est finie" in said(address, "--lang", "fr")[2]
    finish(sockets)
    for socket in sockets:
        socket.close()
    text = told(address)
    assert "<i>Bo: start" in text
    assert "Ann: start" in text
    link = ann.ask("GET", f"/tables/{code}/proof")["link"]
    assert told(address, "--json") == told(link, "--json")


def test_several_matches_are_told_one_after_the_other_and_in_all(
    match: Match, found: Review, tmp_path: Path
) -> None:
    one, other = tmp_path / "one.json", f"https://gold.example/replay/{match.link()}?by=Ann&by=Bo"
    match.save(one)
    lines = told(str(one), other, "--workers", "1", "--html", str(tmp_path / "r.html")).splitlines()
    assert lines[0] == f"{one} (GOLD)"
    texts = words.texts("en", "gold")
    sums_of = [
        review_words.sum_of(name, entry, found, texts)
        for name, entry in zip(
            ("Seat 1", "Seat 2", "Seat 3"), review_words.entries(found), strict=True
        )
    ]
    assert lines[1:4] == sums_of
    assert lines[5].startswith("Ann: ")
    assert lines[8] == "On the average, by player:"
    assert [line.partition(",")[0] for line in lines[9:]] == [
        *("Seat 1", "Seat 2", "Seat 3", "Ann", "Bo")
    ]
    assert lines[11].startswith("Seat 3, 2 matches: result ")
    assert {page.name for page in tmp_path.glob("*.html")} == {"r-1.html", "r-2.html"}
    rows = told(str(one), other, "--workers", "1", "--json").splitlines()
    assert [msgspec.json.decode(row) for row in rows] == 2 * [msgspec.to_builtins(found)]
