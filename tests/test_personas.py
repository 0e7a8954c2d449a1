"""Personas: who they are, what they are in each game, how strong, and how they come to a table."""

import io
import json
import re
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from goldrush import cli
from goldrush.bots import personas
from goldrush.bots.personas import LADDER, PERSONAS, Persona, Strength, Strengths, mix, strengths
from goldrush.bots.policy import Trait, bot, policies, quick, spelt
from goldrush.games import GAMES, game
from goldrush.games.texts import LANGUAGES
from goldrush.lab import records
from goldrush.lab.simulate import simulate
from goldrush.match import Match
from goldrush.terminal import opponents, screen, words
from goldrush.terminal.boards import board
from tools import environment, goldrush, pocket

BOLDNESS = Trait("boldness", 1.0, 0.25, 4.0)
QUICK = [persona.key for persona in LADDER if persona.kind != "search"]
LEAGUE = ("league", "goldrausch", "--seats", "2,3", "--games", "4", "--workers", "1", "--seed", "3")


@pytest.fixture
def file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A file for strengths that is not the shipped one."""
    path = tmp_path / "strength.json"
    path.write_text("{}", "utf-8")
    monkeypatch.setattr(personas, "FILE", path)
    return path


def typed(*args: str, keys: str = "") -> str:
    """What the command says to something typed in, without a terminal."""
    return CliRunner().invoke(cli.app, args, input=keys, catch_exceptions=False).stdout


def measured(version: int = 1, **ratings: float) -> Strengths:
    source = (version, "2025-01-31", "goldrush league gold --record")
    return {key: Strength(rating, 12.3, 90, *source) for key, rating in ratings.items()}


# Who they are.


def test_stars_follow_from_what_was_measured(file: Path) -> None:
    assert [personas.stars(one.key) for one in LADDER] == [1, 1, 2, 3, 3, 4, 5]  # by their places
    personas.keep(game("gold"), {2: measured(zoe=-300, maud=90, odile=40)})
    personas.keep(game("goldrausch"), {4: measured(odile=-20)})
    assert [personas.stars(key) for key in ("zoe", "odile", "maud", "felix")] == [1, 3, 5, 1]


def test_the_shipped_personas_have_more_stars_the_stronger_they_are() -> None:
    found = [personas.stars(one.key) for one in LADDER]
    assert (found, found[0], found[-1]) == (sorted(found), 1, 5)


@pytest.mark.parametrize(("lang", "word"), [("en", "beginner"), ("fr", "débutant")])
def test_the_list_of_opponents_says_in_stars_and_words_how_strong_they_are(
    lang: str, word: str
) -> None:
    told = typed("bots", "--lang", lang)
    assert f"★☆☆☆☆ {word}" in told
    assert "★★★★★ expert" in told


def test_there_are_seven_or_more_with_keys_that_are_no_policys_name() -> None:
    assert len(PERSONAS) == len(LADDER) >= 7
    for key in PERSONAS:
        assert re.fullmatch("[a-z]{2,8}", key)
        assert all(key not in policies(game(name)) for name in GAMES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_has_a_name_of_its_own_and_one_line_about_it(lang: str) -> None:
    texts = words.texts(lang)
    assert len({texts(f"persona.{key}.name") for key in PERSONAS}) == len(PERSONAS)
    for key in PERSONAS:
        assert 20 < len(texts(f"persona.{key}.about")) <= 95
    told = {key.split(".")[1] for key in texts.forms if key.startswith("persona.")}
    assert told == set(PERSONAS)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_each_policy_has_words(lang: str, name: str) -> None:
    assert {f"policy.{policy}" for policy in policies(game(name))} <= set(words.texts(lang).forms)


@pytest.mark.parametrize("name", GAMES)
def test_all_are_accepted_by_all_games_and_are_all_different(name: str) -> None:
    opened, styles = game(name), set()
    for persona in LADDER:
        brain = bot(opened, persona.key)
        assert brain.name == persona.key
        assert brain.tag == f"{name}_{persona.kind}"
        said = spelt(opened, persona.key)
        assert said.partition(":")[0] == persona.kind
        assert bot(opened, said).traits.tolist() == brain.traits.tolist()
        styles.add(said)
    assert len(styles) == len(LADDER), "give the hand-made player a trait called boldness"


def test_a_persona_is_said_without_the_traits_that_a_game_does_not_have() -> None:
    assert spelt(game("gold"), "zoe") == "careless:slip=0.6,forget=0.3"
    assert spelt(game("goldrausch"), "zoe") == "careless:slip=0.6"
    assert spelt(game("gold"), "odile") == "handmade:forget=0.02"
    assert spelt(game("gold"), "maud") == "search:ms=1000,forget=0"
    assert spelt(pocket(), "ines") == "search:sims=60,forget=0.05"


def test_a_policy_is_said_as_it_is() -> None:
    assert spelt(game("gold"), "handmade:forget=0.1") == "handmade:forget=0.1"
    assert spelt(game("gold"), "uniform") == "uniform"


def test_something_about_a_persona_can_be_changed() -> None:
    assert spelt(game("goldrausch"), "zoe:slip=0.5") == "careless:slip=0.6,slip=0.5"
    changed = bot(game("goldrausch"), "zoe:slip=0.5,spite=0")
    assert (changed.trait("slip"), changed.trait("spite")) == (0.5, 0.0)
    assert changed.name == "zoe:slip=0.5,spite=0"
    assert changed.trait("forget") is None
    with pytest.raises(ValueError, match='the bot careless has no trait "forget"'):
        bot(game("goldrausch"), "zoe:forget=1")


@pytest.mark.parametrize(
    ("bold", "said"),
    [(-1, "0.25"), (-0.5, "0.625"), (0.5, "2.5"), (1, "4")],
)
def test_boldness_lies_between_what_is_lowest_usual_and_highest(bold: float, said: str) -> None:
    assert list(Persona("x", "handmade", bold).style([BOLDNESS])) == [f"boldness={said}"]


def test_usual_boldness_is_not_said() -> None:
    assert list(Persona("x", "handmade").style([BOLDNESS])) == []


def test_a_mix_goes_from_the_middle_outwards() -> None:
    keys = [persona.key for persona in LADDER]
    assert mix(0) == []
    assert mix(1) == [keys[3]]
    assert mix(2) == [keys[3], keys[2]]
    assert mix(5) == [keys[3], keys[2], keys[4], keys[1], keys[5]]
    assert set(mix(7)) == set(keys)


def test_a_bot_in_haste_is_the_same_but_for_its_simulations() -> None:
    gold = game("gold")
    slow = bot(gold, "search:ms=60000,forget=0.3")
    hasty = quick(slow)
    assert (hasty.trait("sims"), hasty.trait("forget")) == (1, 0.3)
    assert hasty.policy is slow.policy
    assert quick(bot(gold, "handmade")).traits.tolist() == bot(gold, "handmade").traits.tolist()


# How strong they are.


def test_the_shipped_strengths_can_be_read_and_name_only_personas() -> None:
    for name, tables in personas.measures().items():
        assert name in GAMES
        for found in tables.values():
            assert set(found) <= set(PERSONAS)


def test_what_nobody_has_measured_is_not_there(file: Path) -> None:
    assert strengths(game("gold"), 2) == {}


def test_strengths_are_kept_and_found_again(file: Path) -> None:
    gold = game("gold")
    personas.keep(gold, {2: measured(zoe=-300.5, maud=120)})
    personas.keep(gold, {4: measured(zoe=-200)})
    assert strengths(gold, 2) == measured(zoe=-300.5, maud=120)
    assert strengths(gold, 4) == measured(zoe=-200)
    personas.keep(gold, {2: measured(zoe=-250, felix=-100)})
    assert strengths(gold, 2) == measured(zoe=-250, felix=-100, maud=120)
    assert strengths(gold, 3) == {}
    assert strengths(game("goldrausch"), 2) == {}
    assert json.loads(file.read_text("utf-8"))["gold"]["2"]["maud"]["rating"] == 120


def test_strengths_are_not_those_of_other_rules_or_editions(file: Path) -> None:
    personas.keep(game("gold"), {2: measured(version=0, zoe=1)})
    assert strengths(game("gold"), 2) == {}
    personas.keep(game("gold"), {2: measured(zoe=1)})
    assert strengths(game("gold"), 2) == measured(zoe=1)
    assert strengths(pocket(), 2) == {}


def test_a_league_records_what_it_found(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    args = [*LEAGUE, "--bots", "handmade zoe felix uniform", "--record", "--json"]
    monkeypatch.setattr(sys, "argv", ["goldrush", *args])
    with pytest.raises(SystemExit):
        cli.main()
    tables = {table["seats"]: table for table in json.loads(capsys.readouterr().out)["tables"]}
    for seats in (2, 3):
        found = strengths(game("goldrausch"), seats)
        rows = {row["bot"]: row for row in tables[seats]["bots"]}
        assert set(found) == {key for key in ("zoe", "felix") if rows[key]["games"]}
        for key, one in found.items():
            assert one.games == rows[key]["games"]
            assert one.command.startswith("goldrush league goldrausch --seats 2,3 --games 4")
            assert re.fullmatch(r"20\d\d-\d\d-\d\d", one.date)
            assert one.rating == pytest.approx(rows[key]["rating"], abs=0.05)
            assert one.margin == pytest.approx(rows[key]["rating_margin"], abs=0.05)


@pytest.mark.parametrize(
    ("opened", "bots", "options", "reason"),
    [
        (pocket(), ["handmade", "zoe"], {}, "the shipped edition"),
        (game("gold"), ["handmade", "zoe"], {"rounds": "each"}, "the usual options"),
        (game("gold"), ["uniform", "zoe"], {}, "beside handmade"),
        (game("gold"), ["handmade", "uniform"], {}, "for personas"),
    ],
)
def test_what_cannot_be_recorded_is_refused(
    opened: Any, bots: list[str], options: dict[str, str], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        records.refuse(opened, bots, options)


def test_the_usual_options_can_be_named() -> None:
    records.refuse(game("gold"), ["handmade", "zoe"], {"rounds": "one"})


# How they come to a table.


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ("Zoe", "Nine years old", "not measured yet", "spite=1 (0 to 1)", "Opponents")),
        ("fr", ("Zoé", "Neuf ans", "pas encore mesurée", "spite=1 (de 0 à 1)", "adversaires")),
    ],
)
def test_the_opponents_are_listed(file: Path, lang: str, told: tuple[str, ...]) -> None:
    shown = typed("bots", "goldrausch", "--lang", lang)
    assert all(part in shown for part in told)
    for key in PERSONAS:
        assert re.search(rf"^{key} · ", shown, re.MULTILINE)
        assert spelt(game("goldrausch"), key) in shown
    assert all(f"{name} · " in shown for name in policies(game("goldrausch")))


def test_without_a_game_they_are_listed_without_figures() -> None:
    shown = typed("bots", "--lang", "en")
    assert "careless:" not in shown
    assert "measured" not in shown
    assert re.findall(r"^(\w+) · ", shown, re.MULTILINE) == [*PERSONAS, *opponents.POLICIES]


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Elo with 2 seats: -301 ± 12 (handmade is 0; 90 games)"),
        ("fr", "Elo à 2 places : -301 ± 12 (handmade vaut 0 ; 90 parties)"),
    ],
)
def test_what_was_measured_is_listed(file: Path, lang: str, told: str) -> None:
    personas.keep(game("gold"), {2: measured(zoe=-300.6, maud=120)})
    shown = typed("bots", "gold", "--lang", lang).replace("\u00a0", " ").replace("\u202f", " ")
    assert told in shown
    assert "+120 ± 12" in shown


def test_bots_are_seated_as_named_the_last_again() -> None:
    assert opponents.chosen(["zoe", "search:ms=5"], 3) == ["zoe", "search:ms=5", "search:ms=5"]
    assert opponents.chosen(["zoe"], 1) == ["zoe"]
    assert opponents.chosen([], 2) == mix(2)
    assert opponents.chosen([], 0) == []
    with pytest.raises(ValueError, match="3 bots are named for 2 seats that bots take"):
        opponents.chosen(["zoe", "felix", "maud"], 2)


@pytest.mark.parametrize(
    ("lang", "names"),
    [
        ("en", ["Zoe", "Zoe 2", "Bot 2", "Felix", "Zoe 3", "Bot 5"]),
        ("fr", ["Zoe", "Zoé", "Robot 2", "Félix", "Zoé 2", "Robot 5"]),
    ],
)
def test_nobody_at_a_table_has_anothers_name(lang: str, names: list[str]) -> None:
    said = ["zoe", "uniform", "felix", "zoe:slip=0.1", "search:ms=5"]
    assert opponents.names(words.texts(lang), ["Zoe"], said) == names


def test_people_play_against_different_personas() -> None:
    args = ("play", "goldrausch", "--bots", "2", "--seed", "1", "--lang", "en")
    told = typed(*args, keys="quit\n")
    assert "You left the match." in told
    french = ("play", "goldrausch", "--seats", "2", "--bots", "2", "--seed", "1", "--lang", "fr")
    shown = typed(*french)
    assert re.search(r"│ Odile +│", shown)
    assert re.search(r"│ Marius +│", shown)


def test_personas_play_whole_matches_with_a_search_among_them() -> None:
    bots = ("--bot", "zoe", "--bot", "ines", "--bot", "search:sims=2")
    shown = typed("play", "goldrausch", "--seats", "3", "--bots", "3", *bots, "--lang", "en")
    assert all(re.search(rf"│ {name} +│", shown) for name in ("Zoe", "Ines", "Bot 3"))
    assert "thinking" not in shown
    link = re.findall(r"^goldrausch\.[\w-]+$", shown, re.MULTILINE)[-1]
    assert Match.from_link(link).position.over


def test_too_many_bots_are_refused_in_one_line() -> None:
    done = goldrush("play", "gold", "--seats", "2", "--bot", "zoe", "--bot", "maud")
    assert done.returncode == 2
    assert done.stderr.strip() == "goldrush: 2 bots are named for 1 seats that bots take"


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> screen.Screen:
    monkeypatch.setattr(screen, "LONG", 0.1)
    console = Console(file=io.StringIO(), width=100, height=40, force_terminal=True)
    return screen.Screen(board("gold"), words.texts("en", "gold", ["Ann", "Maud"]), console, 0)


@pytest.mark.parametrize(("seconds", "told"), [(0.0, False), (0.5, True)])
def test_a_screen_says_who_thinks_long(shown: screen.Screen, seconds: float, told: bool) -> None:
    view = Match("gold", 2).position.view(0)
    with shown.thinking(view, [], shown.texts("table.thinking", name="Maud")):
        time.sleep(seconds)
    assert isinstance(shown.console.file, io.StringIO)
    assert ("Maud is thinking…" in shown.console.file.getvalue()) == told


def test_a_screen_that_is_left_in_midst_of_a_thought_is_not_painted_later(
    shown: screen.Screen,
) -> None:
    view = Match("gold", 2).position.view(0)
    with pytest.raises(KeyboardInterrupt), shown.thinking(view, [], "…"):
        raise KeyboardInterrupt
    time.sleep(0.3)
    assert isinstance(shown.console.file, io.StringIO)
    assert shown.console.file.getvalue() == ""


def test_sentences_say_nothing_of_thinking() -> None:
    console = Console(file=io.StringIO())
    plain = screen.Sentences(board("gold"), words.texts("en", "gold"), console)
    with plain.thinking({}, [], "Maud is thinking…"):
        time.sleep(0.01)
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue() == ""


# How they are simulated.


@pytest.mark.parametrize("key", QUICK)
def test_those_that_do_not_think_long_can_be_simulated(key: str) -> None:
    opened = game("goldrausch")
    found = simulate(opened, bot(opened, key), 2, 4)
    assert (found.policy, found.games) == (key, 4)


@pytest.mark.parametrize("said", ["search", "search:sims=1", "ines", "maud"])
def test_those_that_think_long_are_refused(said: str) -> None:
    opened = game("goldrausch")
    with pytest.raises(ValueError, match=f"^{said} thinks too long .* `goldrush league` plays it"):
        simulate(opened, bot(opened, said), 2, 4)


def test_the_command_refuses_them_in_one_line() -> None:
    done = goldrush("simulate", "goldrausch", "--policy", "search", **environment(COLUMNS="200"))
    assert done.returncode == 2
    assert done.stderr.startswith("goldrush: search thinks too long to be simulated by the")
