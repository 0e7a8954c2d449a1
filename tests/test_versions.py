"""Every version of the rules lives on: opened by number, compiled when needed, never changed."""

import asyncio
import base64
import hashlib
import json
import pickle
import threading
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed, InvalidStatus

from folders import TESTED
from goldrush import cli
from goldrush.bots import judgement
from goldrush.bots.judgement import Judgement, Mistaught
from goldrush.bots.parts import opened
from goldrush.bots.policy import bot
from goldrush.bots.seat import BotSeat
from goldrush.core import CHANCE, rng
from goldrush.fair import Fair
from goldrush.games import GAMES, game, newest
from goldrush.games import edition as editions
from goldrush.games.contract import UnknownVersion, carried_options, choose_options
from goldrush.games.gold.edition import Edition
from goldrush.games.texts import LANGUAGES
from goldrush.lab.league import league
from goldrush.lab.records import refuse
from goldrush.lab.simulate import simulate
from goldrush.link import BadLink, own_edition, read
from goldrush.match import Match, verify
from goldrush.position import Position
from goldrush.server.play import ADVISER
from goldrush.server.store import Change, Sheet
from goldrush.terminal import words
from goldrush.terminal.proof import checked
from hosting import STARTING, Host
from matches import random_match
from samples import SAMPLES
from stage import Stage, sheet_of
from tools import FROZEN, VERSIONS, pocket, python
from visitors import Visitor

FUTURE = 99


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_every_version_is_opened_by_its_number(name: str, version: int) -> None:
    opened = game(name, version=version)
    assert opened.version == opened.rules.VERSION == version
    assert opened.shipped
    assert opened is game(name, version=version)
    assert (opened is game(name)) == (version == newest(name))


@pytest.mark.parametrize("name", GAMES)
def test_a_version_that_is_not_known_is_refused_by_name(name: str) -> None:
    known = f"version {FUTURE} of the rules of {name} is not known .* up to {newest(name)}"
    with pytest.raises(UnknownVersion, match=known) as raised:
        game(name, version=FUTURE)
    assert pickle.loads(pickle.dumps(raised.value)).version == FUTURE
    with pytest.raises(ValueError, match=f"no version 0 of the rules of {name}; the first is 1"):
        game(name, version=0)


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_a_shipped_edition_is_part_of_its_version(name: str, version: int) -> None:
    """Whoever changes one raises VERSION, and keeps the old one as edition.<version>.toml."""
    known, found = SAMPLES[name].editions.get(str(version)), game(name, version=version).edition
    assert editions.digest(found) == known, f"see editions in tests/games/{name}/sample.toml"


def test_an_edition_that_was_replaced_lives_on_with_its_versions(tmp_path: Path) -> None:
    text = words.edition("gold")
    for name in ("1", "3", ""):
        file = tmp_path / ("edition.toml" if not name else f"edition.{name}.toml")
        file.write_text(text.replace('name = "', f'name = "no. {name} ', 1))
    rules = str(tmp_path / "rules.py")
    found = [editions.shipped(rules, Edition, version).name.split()[1] for version in (1, 2, 3)]
    assert found == ["1", "3", "3"]
    assert editions.shipped(rules, Edition, 4).name.split()[1] not in found


def golden_files() -> Iterator[str]:
    for name, version in VERSIONS:
        if version < newest(name):
            yield from (
                str(p.relative_to(TESTED))
                for p in (TESTED / name / "golden" / f"{version}").iterdir()
            )


def test_golden_files_of_older_versions_never_change() -> None:
    """Raising a version appends the files of the one before to frozen.sha256."""
    lines = [line.split() for line in FROZEN.read_text("utf-8").splitlines()]
    frozen = {name: digest for digest, name in lines}
    assert sorted(frozen) == sorted(golden_files())
    for name, digest in frozen.items():
        assert hashlib.sha256((TESTED / name).read_bytes()).hexdigest() == digest, name


def test_an_older_version_costs_nothing_until_it_is_opened() -> None:
    loaded = python(
        "import sys; from goldrush.position import Position\n"
        "for name in ('oh_my_gold', 'golden_town'): Position(name).play('@0')\n"
        "print([name for name in sys.modules if '_v1' in name])",
        NUMBA_DISABLE_JIT="1",
    )
    assert loaded.strip() == "[]"


def test_versions_and_own_editions_stand_side_by_side() -> None:
    first, own = game("oh_my_gold", version=1), pocket()
    assert first.tag == "oh_my_gold_v1"
    assert not own.shipped
    assert game("gold", own.edition, version=1) is own
    assert Position(first) != Position("oh_my_gold")


def test_a_position_and_its_text_belong_to_their_version() -> None:
    for version in (1, 2):
        position = random_match(game("oh_my_gold", version=version), 3, seed=1, steps=30).position
        assert pickle.loads(pickle.dumps(position)) == position
        assert position.text().startswith(f"oh_my_gold/{version} ")
        assert Position.from_text(position.game, position.text()) == position
        with pytest.raises(ValueError, match='a position begins with "oh_my_gold/'):
            Position.from_text(game("oh_my_gold", version=3 - version), position.text())


# Options


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("versions") / "tables.db") as host:
        yield host


def test_an_option_that_means_nothing_with_so_many_seats_is_refused_with_the_reason() -> None:
    said = {"rematch": "on"}
    reason = "option rematch applies only with 2 seats, not with 3: leave it out"
    assert Position("golden_town", 2, said).record.rematch == 1
    with pytest.raises(ValueError, match=reason):
        Position("golden_town", 3, said)
    with pytest.raises(ValueError, match=reason):
        Match("golden_town", 3, said)
    with pytest.raises(ValueError, match=reason):
        league(game("golden_town"), ["uniform", "handmade"], (2, 3), 2, options=said)
    opened = game("golden_town")
    with pytest.raises(ValueError, match=reason):
        simulate(opened, bot(opened, "uniform"), 3, 10, options=said)
    with pytest.raises(BadLink, match=reason):
        read(with_byte(Match("golden_town", 3).link(), 3, 1))
    assert choose_options(opened.rules, {"rematch": "off"}, 3).tolist() == [0]
    assert Position(game("golden_town", version=1), 3, said).record.rematch == 0


def test_a_server_refuses_it_too(host: Host) -> None:
    ada, seats = Visitor(host.address), [dict[str, str]() for _ in range(3)]
    terms = {"game": "golden_town", "name": "Ada", "seats": seats, "options": {"rematch": "on"}}
    answer = ada.tried("POST", "/tables", **terms)
    assert answer.json()["reason"] == "not_possible"
    assert "option rematch applies only with 2 seats" in answer.json()["detail"]


def test_options_are_carried_to_a_rematch_by_other_rules_as_far_as_they_hold() -> None:
    town, gold = game("golden_town").rules, game("oh_my_gold").rules
    assert carried_options(town, {"rematch": "on"}, 2) == {"rematch": "on"}
    assert carried_options(town, {"rematch": "on"}, 3) == {"rematch": "off"}
    old = {"greedy": "on", "steal": "off", "wild": "never", "gone": "on"}
    carried = {"placing": "all", "greedy": "on", "steal": "off", "wild": "off"}
    assert carried_options(gold, old, 2) == carried


# Matches by rules that are not known yet


def with_byte(link: str, place: int, value: int) -> str:
    """A link in which one byte is another: FORMAT, version, seats and options come first."""
    name, _, text = link.partition(".")
    body = bytearray(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))[:-4])
    body[place] = value
    body += zlib.crc32(name.encode() + body).to_bytes(4, "big")
    return f"{name}.{base64.urlsafe_b64encode(body).decode().rstrip('=')}"


def from_the_future(link: str) -> str:
    """A link as a later program would write it."""
    return with_byte(link, 1, FUTURE)


@pytest.fixture(scope="module")
def match() -> Match:
    match = Match("oh_my_gold", 2, fair=Fair.new(["", ""]))
    while not match.position.over:
        drawn = bool(match.position.chances())
        match.play(match.fair_outcome() if drawn else match.position.legal()[0])
    return match


def test_a_link_of_later_rules_says_which_they_are(match: Match) -> None:
    for reading in (read, own_edition, Match.from_link):
        with pytest.raises(UnknownVersion, match=f"version {FUTURE} of the rules of oh_my_gold"):
            reading(from_the_future(match.link()))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_later_rules_are_told_in_both_languages_with_what_to_do(
    lang: str,
    match: Match,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    saved = tmp_path / "match.json"
    match.save(saved)
    saved.write_text(saved.read_text().replace('"version":2', f'"version":{FUTURE}'))
    with pytest.raises(UnknownVersion):
        verify(saved)
    unknown = UnknownVersion("oh_my_gold", FUTURE, 2)
    wanted = words.reason(lang, unknown)
    assert f"{FUTURE}" in wanted
    assert "Oh My Gold!" in wanted
    by_number = ("oh_my_gold", "--version", f"{FUTURE}")
    for said in (
        ("replay", from_the_future(match.link())),
        ("verify", str(saved)),
        *((command, *by_number) for command in ("play", "simulate", "league")),
    ):
        monkeypatch.setattr("sys.argv", ["goldrush", *said, "--lang", lang])
        with pytest.raises(SystemExit):
            cli.main()
        assert capsys.readouterr().err == f"goldrush: {wanted}\n"
    assert words.reason(lang, UnknownVersion("chess\n", FUTURE, 2)).count("\n") == 0


def test_later_rules_are_told_before_their_edition_is_read(match: Match, tmp_path: Path) -> None:
    """It may have fields that nobody here has heard of."""
    saved = tmp_path / "match.json"
    match.save(saved)
    stored = json.loads(saved.read_text())
    stored |= {"version": FUTURE, "edition": {"game": "oh_my_gold", "sharks": 3}}
    saved.write_text(json.dumps(stored))
    with pytest.raises(UnknownVersion):
        verify(saved)
    with pytest.raises(UnknownVersion):
        opened("oh_my_gold", FUTURE, json.dumps(stored["edition"]).encode())


def keep(host: Host, sheet: Sheet) -> None:
    """Has a server keep a table that nobody made there."""
    writing = host.store.write(Change(sheet.code, sheet))
    asyncio.run_coroutine_threadsafe(writing, host.loop).result(STARTING)


def test_a_server_says_so_of_a_replay_and_of_a_table(host: Host, match: Match) -> None:
    ada = Visitor(host.address)
    mine = ada.create("gold", None, None)
    sheet = sheet_of("FUTURE", "gold", 2)
    sheet.version = FUTURE
    sheet.places[0].player = host.registry.tables[mine].sheet.places[0].player
    keep(host, sheet)
    later = {"game": "gold", "version": FUTURE, "newest": newest("gold")}
    answer = ada.tried("GET", "/tables/FUTURE").json()
    assert (answer["reason"], answer["later"]) == ("later_rules", later)
    assert [table["code"] for table in ada.ask("GET", "/me")["tables"]] == [mine]
    with pytest.raises((ConnectionClosed, InvalidStatus), match="version 99 of the rules of gold"):
        ada.sit("FUTURE")
    answer = ada.tried("GET", f"/replay?link={from_the_future(match.link())}").json()
    assert answer["reason"] == "later_rules"
    assert answer["later"] == {"game": "oh_my_gold", "version": FUTURE, "newest": 2}
    with pytest.raises(UnknownVersion, match=f"version {FUTURE} of the rules of gold"):
        checked(f"{host.address}/table/FUTURE")


# Judgements


def test_a_search_and_a_hint_go_by_the_version_of_their_match(host: Host) -> None:
    """A search of version 1 has a judgement of its own, and fewer things to look at."""
    opened = game("oh_my_gold", version=1)
    seat = BotSeat(bot(opened, "search:sims=40"), 0, rng.new(3))
    stream = rng.new(4)
    played = Match(opened, 2)
    while len(played.history) < 40 or played.position.actor != 0:
        asked = played.position.actor == 0
        played.play(seat.choose(played) if asked else played.position.random_step(stream))
    assert {actor for actor, _ in played.history} == {CHANCE, 0, 1}

    host.registry.services.thinkers.prepare(opened, ADVISER)
    sheet = sheet_of("OLDEST", "oh_my_gold", 2)
    sheet.version, sheet.options = 1, played.options
    stage = Stage(host, sheet, played.history, len(played.history))
    stage.come(0)
    mine = stage.sockets[0]
    assert mine.state["view"]["version"] == 1
    mine.send(type="Hint", id="hint", number=mine.state["number"])
    told = mine.until(lambda message: message.get("id") == "hint")
    assert mine.act(told["action"])["type"] == "Done"
    stage.leave()


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_a_shipped_judgement_was_taught_on_its_game_as_it_is(name: str, version: int) -> None:
    opened = game(name, version=version)
    if known := judgement.shipped(opened):
        known.check(opened)
        other = game("goldrausch") if name != "goldrausch" else game("gold")
        with pytest.raises(Mistaught, match=f"was taught on game {name}, and this is {other.name}"):
            known.check(other)


def test_a_judgement_of_another_version_or_of_other_features_is_refused(tmp_path: Path) -> None:
    opened = game("oh_my_gold")
    known = judgement.shipped(opened)
    assert known
    with pytest.raises(Mistaught, match="was taught on version 2, and this is 1: `goldrush teach"):
        known.check(game("oh_my_gold", version=1))
    replace(known, features="0" * 16).save(tmp_path / "kept.npz")
    with pytest.raises(Mistaught, match="was taught on features 0000000000000000, and this is"):
        Judgement.load(tmp_path / "kept.npz").check(opened)


def test_a_search_checks_its_judgement_before_it_goes_by_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    search: Any = bot(game("oh_my_gold"), "search").policy
    known = judgement.shipped(game("oh_my_gold"))
    assert known
    monkeypatch.setattr(search.worlds, "judgement", replace(known, version=1))
    monkeypatch.setattr(search, "_own", threading.local())
    for _ in range(2):
        with pytest.raises(Mistaught, match="version 1, and this is 2"):
            search.room()


def test_a_file_without_its_origin_is_no_judgement(tmp_path: Path) -> None:
    np.savez(tmp_path / "old.npz", horizon=2)
    with pytest.raises(Mistaught, match="does not say its game: teach it anew"):
        Judgement.load(tmp_path / "old.npz")


def test_a_version_without_a_judgement_is_told_where_others_have_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judgement, "FOLDER", tmp_path)
    (tmp_path / "gold-2.npz").touch()
    with pytest.raises(Mistaught, match="no judgement for version 1 of the rules of gold"):
        judgement.shipped(game("gold"))
    assert judgement.shipped(game("goldrausch")) is None


def test_figures_name_the_version_they_are_of() -> None:
    for version in (1, 2):
        opened = game("oh_my_gold", version=version)
        assert simulate(opened, bot(opened, "uniform"), 2, 10).version == version


def test_strength_is_recorded_for_the_newest_rules_alone() -> None:
    with pytest.raises(ValueError, match="for the newest rules, not for older ones"):
        refuse(game("oh_my_gold", version=1), ["handmade", "zoe"], {})


def test_the_command_line_plays_by_any_version() -> None:
    args = ["simulate", "oh_my_gold", "--seats", "2", "--games", "5", "--json"]
    for version in (1, 2):
        answer = CliRunner().invoke(cli.app, [*args, "--version", f"{version}"])
        assert json.loads(answer.stdout)["version"] == version
    answer = CliRunner().invoke(cli.app, [*args, "--version", "99"])
    assert "version 99 of the rules of oh_my_gold is not known" in str(answer.exception)
    args = ["play", "oh_my_gold", "--seats", "2", "--bots", "2", "--bot", "uniform"]
    answer = CliRunner().invoke(cli.app, [*args, "--version", "1", "--seed", "1", "--pace", "0"])
    assert Match.from_link(answer.stdout.split()[-1]).game.version == 1


def test_placing_one_by_one_is_what_version_1_played() -> None:
    """[O10] The figures of one seed are the same, but for the option's name."""
    figures = []
    for version, options in ((1, {}), (2, {"placing": "one"})):
        opened = game("oh_my_gold", version=version)
        found = simulate(opened, bot(opened, "uniform"), 3, 2000, 5, options)
        plain = msgspec.to_builtins(found)
        figures.append({k: v for k, v in plain.items() if k not in _OTHERWISE})
    assert figures[0] == figures[1]


_OTHERWISE = ("version", "options", "steps_per_s")
