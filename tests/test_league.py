"""A league: who meets whom in which seats, what comes of it wherever it is played, its tables."""

import itertools
import json
import os
import pickle
import pty
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

import whisper
from goldrush import cli
from goldrush.bots.personas import PERSONAS
from goldrush.bots.policy import Bot
from goldrush.bots.seat import BotSeat
from goldrush.core import CHANCE, Ints
from goldrush.games import GAMES, game
from goldrush.games.contract import Game
from goldrush.lab import blocks
from goldrush.lab.blocks import Block, Terms, line_ups, play, schedule, whole
from goldrush.lab.league import field, league, sizes
from goldrush.lab.results import League
from goldrush.match import Match
from goldrush.terminal import words
from goldrush.terminal.standings import markdown
from test_secrets import spied
from tools import environment, pocket

TWO = ("uniform", "handmade")
RAUSCH = ("league", "goldrausch", "--seats", "2", "--workers", "1", "--bots", "uniform handmade")
KEYS = {
    "": ("game", "version", "edition", "options", "seed", "machine", "tables"),
    "tables": ("seats", "games", "blocks", "anchor", "bots", "steps", "direct"),
    "bots": (
        *("bot", "rating", "rating_margin", "games", "seats_taken", "share", "share_margin"),
        *("points", "ms_per_decision", "decisions", "lost"),
    ),
    "steps": ("above", "below", "difference", "margin", "clear"),
    "direct": ("bot", "other", "share", "share_margin"),
}


def found(opened: Game, bots: tuple[str, ...] = TWO, **more: Any) -> dict[str, Any]:
    """What a league finds, but for the time that it took to think."""
    told = league(opened, bots, **{"seats": (2,), "games": 8, "workers": 1, **more})
    result: dict[str, Any] = msgspec.to_builtins(told)
    for table in result["tables"]:
        for bot in table["bots"]:
            spent = bot.pop("ms_per_decision")
            assert (spent is None) == (bot["games"] == 0)
    return result


@pytest.fixture
def matches(monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    """The matches that are played from now on."""
    kept: list[Match] = []

    class Kept(Match):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            kept.append(self)

    monkeypatch.setattr(blocks, "Match", Kept)
    return kept


def opening(match: Match) -> list[int]:
    """What chance drew before anybody acted."""
    drawn = itertools.takewhile(lambda step: step[0] == CHANCE, match.history)
    return [step for _, step in drawn]


# Who meets whom.


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (5, 2), (4, 4), (6, 4), (7, 3)])
def test_all_sets_of_different_bots_meet(bots: int, seats: int) -> None:
    assert sorted(line_ups(bots, seats)) == [*itertools.combinations(range(bots), seats)]


def test_bots_that_are_too_few_sit_twice_and_all_are_there() -> None:
    counts = [tuple(sorted(Counter(line_up).items())) for line_up in line_ups(2, 4)]
    assert set(counts) == {((0, 3), (1, 1)), ((0, 2), (1, 2)), ((0, 1), (1, 3))}
    for bots, seats in ((3, 4), (2, 6), (4, 6)):
        found = line_ups(bots, seats)
        assert all(set(line_up) == set(range(bots)) for line_up in found)
        assert len({tuple(sorted(line_up)) for line_up in found}) == len(found)


@pytest.mark.parametrize(("bots", "seats"), [(5, 2), (6, 2), (7, 3), (6, 4), (3, 4), (2, 5)])
def test_all_bots_have_played_about_as_often_whenever_a_league_is_stopped(
    bots: int, seats: int
) -> None:
    taken = np.zeros(bots)
    for block in schedule(bots, (seats,), seats * 3 * len(line_ups(bots, seats))):
        np.add.at(taken, list(block.line_up), 1)
        assert np.ptp(taken) <= max(seats, 3)
    assert np.ptp(taken) == 0


def test_games_are_rounded_up_to_whole_blocks() -> None:
    assert [whole(games, 4) for games in (1, 4, 5, 8)] == [4, 4, 8, 8]
    assert [len([*schedule(3, (seats,), 10)]) for seats in (2, 3, 4)] == [5, 4, 3]


def test_tables_of_all_sizes_keep_pace() -> None:
    games = Counter[int]()
    for block in schedule(5, (2, 4), 40):
        games[len(block.line_up)] += len(block.line_up)
        assert abs(games[2] - games[4]) <= 4
    assert games == {2: 40, 4: 40}


def test_each_time_round_a_table_sits_in_another_order() -> None:
    orders = [block.line_up for block in schedule(4, (4,), 6 * 4)]
    assert len(set(orders)) == 6
    rotations = {order[k:] + order[:k] for order in orders for k in range(4)}
    assert rotations == set(itertools.permutations(range(4)))


# A block.


def test_a_block_seats_every_bot_everywhere_once() -> None:
    terms = Terms(pocket(), ("uniform", "handmade", "handmade:forget=1"), {}, 3)
    games = play(terms, Block(7, (2, 0, 1)))
    assert [g.bots for g in games] == [(2, 0, 1), (0, 1, 2), (1, 2, 0)]
    assert {g.block for g in games} == {7}
    for g in games:
        assert sum(g.shares) == pytest.approx(1)
        assert all(n > 0 for n in (*g.decisions, *g.seconds))


@pytest.mark.parametrize("opened", [game("goldrausch"), pocket()], ids=["goldrausch", "pocket"])
def test_the_games_of_a_block_have_the_same_draws_and_other_luck(
    matches: list[Match], opened: Game
) -> None:
    terms = Terms(opened, ("uniform", "uniform:"), {}, 5)
    starts = []
    for number in range(6):
        play(terms, Block(number, (0, 1, 0)))
        games = matches[-3:]
        starts.append(opening(games[0]))
        assert starts[-1]
        assert [opening(match) for match in games] == [starts[-1]] * 3
        assert len({tuple(match.history) for match in games}) == 3
    assert len({tuple(start) for start in starts}) > 1


def test_with_the_same_luck_in_the_seats_too_the_games_of_a_block_are_the_same(
    monkeypatch: pytest.MonkeyPatch, matches: list[Match]
) -> None:
    stream = blocks._stream

    def still(seed: int, block: Block, rotation: int, seat: int) -> Ints:
        return stream(seed, block, rotation if seat == blocks.DRAWS else 0, seat)

    monkeypatch.setattr(blocks, "_stream", still)
    terms = Terms(game("goldrausch"), ("uniform", "uniform:"), {}, 1)
    one, other = play(terms, Block(0, (0, 1)))
    assert matches[0].history == matches[1].history
    assert one.points == other.points
    assert one.bots == other.bots[::-1]


def test_a_seed_a_block_and_a_number_of_seats_have_streams_of_their_own() -> None:
    places = [(blocks.DRAWS, blocks.DRAWS), *itertools.product(range(6), range(6))]
    streams = [
        blocks._stream(seed, Block(number, (0,) * seats), *place).tobytes()
        for seed in (0, 1)
        for number in (0, 1, 2**40)
        for seats in (2, 3, 6)
        for place in places
    ]
    assert len(set(streams)) == len(streams)


def test_bots_are_shown_what_they_may_see_and_no_more(
    monkeypatch: pytest.MonkeyPatch, matches: list[Match]
) -> None:
    spying, seats = Bot("spy", "spy", whisper.GAME, spied(), np.zeros(1)), []

    class Kept(BotSeat):
        def __post_init__(self) -> None:
            super().__post_init__()
            seats.append(self)

    monkeypatch.setattr(blocks, "bot", lambda opened, name: spying)
    monkeypatch.setattr(blocks, "BotSeat", Kept)
    terms = Terms(whisper.GAME, ("a", "b"), {}, 2)
    for number in range(6):
        play(terms, Block(number, (0, 1)))
    for match, *pair in zip(matches, seats[::2], seats[1::2], strict=True):
        for sat in pair:
            assert sat.memory.leaks == 0
            assert (sat.memory.told, sat.memory.unseen) == watched(match, sat.seat)


def watched(match: Match, seat: int) -> tuple[int, int]:
    """How many steps of a match a spy at a seat is told, and how many it only notices."""
    again, told, unseen = Match(match.game, 2), 0, 0
    for _, step in match.history:
        before = again.position.copy()
        again.play(step)
        seen = before.seen(step, seat)
        told += seen
        unseen += not seen and before.hidden(seat) != again.position.hidden(seat)
    return told, unseen


def test_terms_are_the_same_elsewhere() -> None:
    for opened, bots in ((game("gold"), "uniform"), (pocket(), "handmade:forget=0.3")):
        terms = Terms(opened, (bots, "uniform:"), {"rounds": "each"}, 9)
        again = pickle.loads(pickle.dumps(terms))
        assert again.game is opened
        one, other = (play(each, Block(3, (0, 1))) for each in (terms, again))
        assert [g._replace(seconds=[]) for g in one] == [g._replace(seconds=[]) for g in other]


# A league.


def test_handmade_beats_uniform_outside_the_error() -> None:
    (table,) = found(game("goldrausch"), games=12)["tables"]
    assert [bot["bot"] for bot in table["bots"]] == ["handmade", "uniform"]
    assert (table["anchor"], table["bots"][0]["rating"]) == ("handmade", 0)
    assert table["bots"][1]["rating"] + table["bots"][1]["rating_margin"] < 0
    (step,) = table["steps"]
    assert step["clear"]
    assert step["difference"] == pytest.approx(-table["bots"][1]["rating"])
    assert table["bots"][0]["points"] > table["bots"][1]["points"]


def test_bots_that_are_alike_are_equal_within_the_error() -> None:
    (table,) = found(pocket(), ("uniform", "uniform:"), games=60)["tables"]
    assert table["anchor"] == "uniform"
    assert not table["steps"][0]["clear"]


def test_a_result_has_all_its_keys_and_is_plain_json() -> None:
    bots = (*TWO, "uniform:")
    found = league(pocket(), bots, (2, 4), 5, workers=1)
    result = msgspec.to_builtins(found)
    assert msgspec.convert(result, League) == found
    assert json.loads(json.dumps(result)) == result
    assert tuple(result) == KEYS[""]
    for table, games in zip(result["tables"], (6, 8), strict=True):
        assert tuple(table) == KEYS["tables"]
        assert (table["games"], table["blocks"]) == (games, games // table["seats"])
        assert {bot["bot"] for bot in table["bots"]} == set(bots)
        assert sum(bot["seats_taken"] for bot in table["bots"]) == games * table["seats"]
        ranked = [bot["rating"] for bot in table["bots"]]
        assert ranked == sorted(ranked, reverse=True)
        for part in ("bots", "steps", "direct"):
            assert all(tuple(row) == KEYS[part] for row in table[part])
    assert [len(table["direct"]) for table in result["tables"]] == [3, 0]


def test_a_result_says_what_was_played() -> None:
    result = found(pocket(), seats=(3,), options={"layout": "square"}, seed=4, games=1)
    assert (result["game"], result["edition"], result["seed"]) == ("gold", "Pocket", 4)
    assert result["options"] == {"rounds": "one", "layout": "square"}
    assert (result["tables"][0]["seats"], result["tables"][0]["games"]) == (3, 3)


@pytest.mark.parametrize("name", GAMES)
def test_if_nobody_is_named_all_personas_play_beside_handmade(name: str) -> None:
    assert field() == ("handmade", *PERSONAS)
    assert sizes(game(name)) == (2, 4)


def test_the_number_of_workers_does_not_matter() -> None:
    results = [
        found(pocket(), (*TWO, "handmade:forget=0.5"), seats=(2, 4), games=8, seed=6, workers=n)
        for n in (1, 2)
    ]
    assert results[0] == results[1]
    assert results[0] != found(pocket(), (*TWO, "handmade:forget=0.5"), seats=(2, 4), games=8)


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_gives_the_blocks_so_far(workers: int) -> None:
    told: list[int] = []

    def stop_at_three(games: int) -> None:
        told.append(games)
        if len(told) == 3:
            signal.raise_signal(signal.SIGINT)

    more: Any = {"seed": 3, "workers": workers}
    result = found(pocket(), games=10**12, progress=stop_at_three, **more)
    assert told == [2, 2, 2]
    assert result == found(pocket(), games=6, seed=3)


def test_ctrl_c_before_the_first_block_is_no_result() -> None:
    def stop(_: int) -> None:
        raise AssertionError("nothing was to be played")

    class Pressed:
        def __init__(self, *args: Any) -> None:
            raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "Played", Pressed)
        with pytest.raises(KeyboardInterrupt):
            found(pocket(), progress=stop)


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"games": 0}, "at least one game is needed, not 0"),
        ({"bots": ("uniform",)}, "a league of 1 bots cannot be played; name two or more"),
        ({"bots": ("uniform", "handmade", "uniform")}, "the bot uniform is named twice"),
        ({"bots": ("uniform", "deep")}, 'no bot "deep" plays gold; there are: uniform, handmade'),
        ({"bots": ("uniform", "handmade:forget=2")}, "a number from 0 to 1"),
        ({"seats": (2, 6)}, "gold cannot have 6 seats; it has 2 to 5"),
        ({"seats": (2, 3, 2)}, "the number of seats 2 is named twice"),
        ({"seed": -1}, r"0 and 2\*\*63 - 1"),
        ({"options": {"rounds": "two"}}, "it can be: one, each"),
    ],
)
def test_what_cannot_be_played_is_refused(more: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        found(game("gold"), **more)


# The command.


def test_a_league_is_shown_as_a_table() -> None:
    done = CliRunner().invoke(cli.app, [*RAUSCH, "--games", "7"], catch_exceptions=False)
    assert "goldrausch, 2 seats: 8 games in 4 blocks, seed 0" in done.stdout
    assert "│ 1 handmade │          0 │ > " in done.stdout
    assert "│ 2 uniform  │ -" in done.stdout
    assert "% won by row against column" in " ".join(done.stdout.split())


def test_bots_are_named_with_blanks_between() -> None:
    bots = "handmade:spite=0,boldness=1 uniform"
    args = [*RAUSCH[:-1], bots, "--games", "2", "--json"]
    result = json.loads(CliRunner().invoke(cli.app, args, catch_exceptions=False).stdout)
    assert {bot["bot"] for bot in result["tables"][0]["bots"]} == set(bots.split())


def test_a_league_is_a_page_too() -> None:
    result = league(game("goldrausch"), (*TWO, "handmade:spite=0"), (2,), 2, workers=1)
    page = markdown(result, words.texts("en"))
    assert "**goldrausch, 2 seats: 2 games in 1 blocks, seed 0**" in page
    heads = [line for line in page.splitlines() if line.startswith("| bot")]
    assert heads == [
        "| bot | Elo | to next | wins, % | points | ms | games |",
        "| bot | 1 | 2 | 3 |",
    ]
    assert "| – | – | – | 0 |" in page  # one bot has not played yet
    assert " 100 ± 100 |" in page
    assert " 0 ± 100 |" in page


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("league", "chess"), 'there is no game "chess"; there are: gold'),
        (("league", "gold", "--seats", "2;4"), 'seats are numbers such as 2 or 2,4, not "2;4"'),
        (("league", "gold", "--seats", "0"), 'seats are numbers such as 2 or 2,4, not "0"'),
        (("league", "gold", "--seats", "9"), "gold cannot have 9 seats; it has 2 to 5"),
        (("league", "gold", "--bots", "uniform"), "name two or more"),
        (("league", "gold", "--bots", "uniform deep"), 'no bot "deep" plays gold'),
        (("league", "gold", "--games", "0"), "at least one"),
        (("league", "gold", "--option", "rounds"), 'as name=value, not "rounds"'),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    args: tuple[str, ...],
    reason: str,
) -> None:
    monkeypatch.setattr(sys, "argv", ["goldrush", *args])
    with pytest.raises(SystemExit) as left:
        cli.main()
    told, complaint = capsys.readouterr()
    assert (left.value.code, told) == (2, "")
    assert complaint.startswith("goldrush: ")
    assert reason in complaint


def test_ctrl_c_gives_the_result_so_far_as_json() -> None:
    screen, end = pty.openpty()  # the bar moves only on a terminal
    command = [sys.executable, "-m", "goldrush", "league", "goldrausch", "--games", str(10**9)]
    started = subprocess.Popen(
        [*command, "--bots", "uniform handmade", "--seats", "2", "--workers", "2", "--json"],
        env=environment(TERM="xterm"),
        stdout=subprocess.PIPE,
        stderr=end,
        text=True,
        start_new_session=True,
    )
    os.close(end)
    shown = b""
    while b"games/s" not in shown:
        shown += os.read(screen, 1 << 16)
    os.killpg(started.pid, signal.SIGINT)  # as a terminal does: the workers hear it too
    told, _ = started.communicate(timeout=60)
    os.close(screen)
    assert started.returncode == 0
    assert b"Traceback" not in shown
    (table,) = json.loads(told)["tables"]
    assert 0 < table["games"] < 10**9
    assert table["games"] == 2 * table["blocks"]


def test_a_league_goes_on_from_its_diary_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    opened, diary = game("goldrausch"), tmp_path / "diary.jsonl"
    bots = ("uniform", "handmade", "zoe")
    terms: dict[str, Any] = {"bots": bots, "seats": (2, 3), "seed": 4}
    first = found(opened, games=6, diary=diary, **terms)
    diary.write_bytes(diary.read_bytes() + b"[[0,[0,1],[1.0,")  # the machine stopped just then
    lines = len(diary.read_bytes().splitlines())
    second = found(opened, games=18, diary=diary, **terms)
    assert len(diary.read_bytes().splitlines()) > lines
    for result in (first, second):
        result.pop("machine")
    whole_league = found(opened, games=18, **terms)
    whole_league.pop("machine")
    assert second == whole_league
    assert [table["games"] for table in first["tables"]] == [6, 6]


def test_the_diary_of_another_league_is_refused(tmp_path: Path) -> None:
    opened, diary = game("goldrausch"), tmp_path / "diary.jsonl"
    found(opened, games=2, diary=diary, seed=1)
    with pytest.raises(ValueError, match="is the diary of another league: its seed 1, not 2"):
        found(opened, games=2, diary=diary, seed=2)
    diary.write_text("Dear diary")
    with pytest.raises(ValueError, match="is not the diary of a league"):
        found(opened, games=2, diary=diary)


def test_a_league_stops_when_it_is_sure_enough(tmp_path: Path) -> None:
    (sure,) = found(game("goldrausch"), ("handmade", "odile"), games=10_000, margin=150)["tables"]
    assert sure["games"] < 400
    assert max(bot["rating_margin"] for bot in sure["bots"]) < 200
