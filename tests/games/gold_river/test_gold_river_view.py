"""What Gold River shows and tells: paths, ways at a confluence, words, the map in a terminal."""

import itertools
from io import StringIO
from typing import Any

import msgspec
import pytest
from rich.console import Console

from goldrush.core import CHANCE, WATCHER
from goldrush.games import game
from goldrush.games.gold_river import rules
from goldrush.games.shapes import Line
from goldrush.games.texts import LANGUAGES
from goldrush.match import Match
from goldrush.position import Position
from goldrush.terminal import words
from goldrush.terminal.boards import board
from goldrush.terminal.screen import Sentences
from goldrush.terminal.table import Table
from matches import random_match

RIVER = game("gold_river")
NAMES = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"]
EN = words.texts("en", "gold_river", NAMES)
SIZES = (1, 2, 5, 10, 20, 50, 100)

Purse = dict[int, int]


def lay(boat: str = "M0", purse: Purse | None = None, *, leg: int = 0, **options: str) -> Position:
    """Two seats, the first to call, its boat on a square and with a purse."""
    position = Position(RIVER, 2, options)
    while position.actor == CHANCE:
        position.play(position.legal()[0])
    s = position.record
    s.boat[0], s.leg = rules.river.NAMES.index(boat), leg
    if purse is not None:
        s.purse[0] = [purse.get(carats, 0) for carats in SIZES]
    if leg:
        s.lying[rules.river.KIND == rules.river.MINE] = rules.NEW
    return position


def last_lines(position: Position, steps: str) -> list[Line]:
    """What the last of some steps is told as."""
    *first, last = steps.split()
    for step in first:
        position.play(step)
    before = position.copy()
    played = position.play(last)
    return RIVER.view.log(before.plain(), int(played), position.plain(), WATCHER)


def told(position: Position, steps: str) -> list[str]:
    return [EN.line(line) for line in last_lines(position, steps)]


@pytest.mark.parametrize(
    ("boat", "steps", "path", "bend"),
    [
        ("M1", "up *3", "M1 M2 M3 M4", None),
        ("M5", "down *2", "M5 M4 M3", None),
        ("M2", "down *6", "M2 M1 M0", None),
        ("M0", "down *6", "M0", None),
        ("M8", "up *4", "M8 M9", None),
        ("M9", "up *4", "M9", None),
        ("M9", "up *2 main", "M9 M10 M11", None),
        ("M9", "up *2 turn", "M9 A1 A2", None),
        ("M9", "up *6 turn", "M9 A1 A2 A3 A4 A3 A2", "A4"),
        ("A3", "up *6", "A3 A4 A3 A2 A1 M9 M8", "A4"),
        ("A4", "up *1", "A4 A3", "A4"),
        ("B1", "down *3", "B1 M21 M20 M19", None),
        ("M46", "up *5", "M46 M47 M48 M47 M46 M45", "M48"),
        ("M46", "up *2", "M46 M47 M48", None),
    ],
)
def test_a_move_is_told_square_by_square(
    boat: str, steps: str, path: str, bend: str | None
) -> None:
    """[V9] [V10] [V12] [V13] [V14]"""
    position = lay(boat)
    line = last_lines(position, steps)[0]
    assert line["args"]["path"] == path.split()
    assert line["args"]["bend"] == bend
    assert line["args"]["path"][-1] == position.view(0)["boats"][0]
    assert line["key"].endswith("_bounced") == (bend is not None)


def test_in_leg_two_the_mouth_bounces() -> None:
    """[V14]"""
    position = lay("M2", leg=1, legs="2")
    assert told(position, "down *5") == [
        "Ada rolls 5: downstream from M2, 3 squares too many for the mouth, "
        "and back to M3 (saloon).",
        "Ada pays 2 carats in the saloon.",
    ]
    line = last_lines(lay("M2", leg=1, legs="2"), "down *5")[0]
    assert line["args"]["path"] == ["M2", "M1", "M0", "M1", "M2", "M3"]


def test_the_ways_at_a_confluence_end_where_they_lead() -> None:
    """[V11]"""
    position = lay("M8")
    position.play("up")
    position.play("*6")
    view = position.view(0)
    assert [way["text"] for way in view["ways"]] == ["main", "turn"]
    assert EN.line(view["prompt"]) == (
        "Ada, 5 squares to go: along the main river (main) to M14, "
        "or into the tributary (turn) to A3 (saloon)?"
    )
    for way in view["ways"]:
        taken = position.copy()
        before = taken.copy()
        taken.play(way["action"])
        assert taken.view(0)["boats"][0] == way["end"] == way["path"][-1]
        line = RIVER.view.log(before.plain(), way["action"], taken.plain(), 0)[0]
        assert line["args"]["path"] == way["path"]
    assert view["pips"] == 5
    assert view["heading"] == "up"
    assert lay("M8").view(0)["ways"] == []


@pytest.mark.parametrize(
    ("boat", "leg", "up", "down"),
    [
        ("M0", 0, "M1 M2 M3 M4 M5 M6", "M0 M0 M0 M0 M0 M0"),
        ("M2", 0, "M3 M4 M5 M6 M7 M8", "M1 M0 M0 M0 M0 M0"),
        ("M2", 1, "M3 M4 M5 M6 M7 M8", "M1 M0 M1 M2 M3 M4"),
        ("M46", 0, "M47 M48 M47 M46 M45 M44", "M45 M44 M43 M42 M41 M40"),
        ("C4", 0, "C3 C2 C1 M32 M31 M30", "C3 C2 C1 M32 M31 M30"),
        ("M8", 0, "M9 M10/A1 M11/A2 M12/A3 M13/A4 M14/A3", "M7 M6 M5 M4 M3 M2"),
    ],
)
def test_a_view_says_where_each_roll_may_end(boat: str, leg: int, up: str, down: str) -> None:
    """[V11] [V12] [V13] [V14]"""
    reach = lay(boat, leg=leg, legs="2").view(1)["reach"]
    assert reach["up"] == [names.split("/") for names in up.split()]
    assert reach["down"] == [names.split("/") for names in down.split()]


def test_no_roll_is_shown_before_somebody_starts_or_when_all_is_over() -> None:
    assert Position(RIVER, 2).view(0)["reach"] is None
    assert random_match(RIVER, 2, seed=1).position.view(0)["reach"] is None


@pytest.mark.parametrize("seed", range(3))
def test_paths_of_whole_matches_are_joined_squares(seed: int) -> None:
    match = random_match(RIVER, 3, {"legs": "2"}, seed=seed, steps=900)
    squares = {square["name"]: square for square in match.position.view(WATCHER)["map"]}
    told_lines = zip(match.lines(WATCHER), list(match.replay())[1:], strict=False)
    for lines, after in told_lines:
        for line in lines:
            if path := line["args"].get("path"):
                seat = line["args"]["seat"]["seat"]
                assert after.view(WATCHER)["boats"][seat] == path[-1]
                for one, other in itertools.pairwise(path):
                    assert other == squares[one]["down"] or one == squares[other]["down"]


@pytest.mark.parametrize(
    ("boat", "purse", "steps", "said"),
    [
        ("M0", {}, "up", []),
        ("M0", {}, "down", ["Ada goes downstream."]),
        ("M0", {}, "down *3", ["Ada rolls 3 and stays on M0 (mouth)."]),
        ("M8", {}, "up *1", ["Ada rolls 1: upstream from M8 to M9 (confluence)."]),
        ("M9", {}, "up *2", ["Ada rolls 2 on M9 (confluence)."]),
        ("M1", {}, "up *1", ["Ada rolls 1: upstream from M1 to M2 (mine)."]),
        ("M1", {}, "up *1 +20", ["Ada digs up a nugget: 20 carats."]),
        ("M2", {1: 1}, "up *1", ["Ada cannot pay the 2 carats for the saloon."]),
        ("M2", {2: 1}, "up *1", ["Ada pays 2 carats in the saloon."]),
        ("M2", {2: 1}, "up *1 *2", ["Ada rolls 2 in the saloon and gets 6 carats."]),
        ("M2", {2: 1}, "up *1 *3", ["Ada rolls 3 in the saloon and gets nothing: only 1–2 win."]),
        ("M10", {}, "up *1", ["Ada has nothing to stake in the casino."]),
        ("M10", {2: 3}, "up *1 0", ["Ada stakes nothing in the casino."]),
        ("M10", {2: 3}, "up *1 5", ["Ada stakes 5 carats in the casino."]),
        (
            "M10",
            {2: 3},
            "up *1 5 *3",
            [
                "Ada rolls 3 in the casino: the stake of 5 carats comes back "
                "with 3 × as much on top, 15 carats!"
            ],
        ),
        (
            "M10",
            {2: 3},
            "up *1 5 *4",
            ["Ada rolls 4 in the casino and loses the stake, 5 carats: only 1–3 win."],
        ),
        ("M4", {2: 3}, "up *1 4", ["Ada deposits 4 carats in the bank, 4 carats in all."]),
        ("M4", {2: 3}, "up *1 0", ["Ada leaves the deposit as it is: 0 carats."]),
        ("M4", {20: 1}, "up *1 0 break20", ["Ada breaks a nugget of 20 into 10 + 10."]),
        ("M4", {5: 1}, "up *1 0 break5", ["Ada breaks a nugget of 5 into 2 + 2 + 1."]),
        (
            "M5",
            {1: 2, 5: 1, 20: 2},
            "up *1",
            [
                "Ada capsizes at the falls and loses half of 5 nuggets, "
                "the cheapest (2 × 1): 2 carats."
            ],
        ),
        ("M5", {1: 1, 20: 1}, "up *1 break20", ["Ada breaks a nugget of 20 into 10 + 10."]),
        (
            "M5",
            {20: 1},
            "up *1",
            ["Ada capsizes with a single nugget: half of one is none, and it is kept."],
        ),
        ("M5", {}, "up *1", ["Ada has an empty purse and nothing to lose here."]),
        (
            "M14",
            {1: 1},
            "up *1",
            ["Ambush: half of a single carat is nothing, and Ada keeps it."],
        ),
        (
            "M14",
            {10: 1, 5: 1},
            "up *1",
            ["Ambush: Ada pays a ransom of half the purse, 7 carats."],
        ),
        (
            "M21",
            {10: 1, 5: 2},
            "up *1 main",
            ["Bandits take the whole purse of Ada: 20 carats (2 × 5, 1 × 10)."],
        ),
        ("M27", {}, "up *1", ["Ada goes to prison for a turn."]),
        (
            "M47",
            {},
            "up *1",
            ["Ada has reached the Gold Caverns! Four nuggets lie there."],
        ),
        ("M47", {}, "up *1 +5", ["Ada takes a nugget: 5 carats."]),
    ],
)
def test_what_happens_is_said_in_words(
    boat: str, purse: Purse, steps: str, said: list[str]
) -> None:
    lines = told(lay(boat, purse), steps)
    assert lines[-len(said) :] == said if said else lines == []


@pytest.mark.parametrize(
    ("purse", "prompt", "said"),
    [
        (
            {1: 2, 5: 1, 20: 2},
            "Ada: break a nugget into smaller ones (break5, break20), or end your turn (enough)?",
            "Your purse: 45 carats (2 × 20, 1 × 5); your deposit: 0 carats.",
        ),
        (
            {1: 2},
            "Ada: no nugget can be broken; end your turn (enough).",
            "Your purse: 1 carat (1 × 1); your deposit: 0 carats.",
        ),
    ],
)
def test_who_capsized_is_asked_for_change_with_the_purse_before_them(
    purse: Purse, prompt: str, said: str
) -> None:
    """[V29]"""
    position = lay("M5", purse)
    position.play("up")
    position.play("*1")
    assert EN.line(position.view(0)["prompt"]) == prompt
    assert board("gold_river").words(position.view(0), EN) == [said]
    assert board("gold_river").words(position.view(1), EN) == []
    assert last_lines(position, "enough") == []


def test_what_is_taken_back_from_the_bank_is_told() -> None:
    """[V25]"""
    position = lay("M4", {5: 1})
    position.record.deposit[0] = 30
    assert told(position, "up *1 10") == [
        "Ada takes back 20 carats from the bank and leaves 10 carats there."
    ]


def test_prisoners_are_told_to_miss_their_turn() -> None:
    """[V24]"""
    position = lay("M2")
    position.record.jailed = 2
    assert told(position, "up *6")[-1] == "Bo misses a turn in prison."
    assert position.view(0)["turn"] == 0
    position = lay("M27")
    position.record.jailed = 2
    assert told(position, "up *1")[-3:] == [
        "Ada goes to prison for a turn.",
        "Bo misses a turn in prison.",
        "Ada misses a turn in prison.",
    ]
    assert position.view(0)["turn"] == 1


def test_leg_two_is_announced_and_pays_from_the_bank() -> None:
    """[V36] [V37]"""
    position = lay("M47", legs="2")
    said = told(position, "up *1 +5 +5 +10 +20")
    assert said[0] == "Ada takes a nugget: 20 carats."
    assert said[1].startswith("Leg two: a new nugget lies on every empty mine")
    view = position.view(1)
    assert (view["leg"], view["goal"], view["round"]) == (2, "M0", 1)
    assert view["waiting"] == {"source": 0, "mouth": 4}
    poor = lay("M1", leg=1, legs="2")
    poor.record.bank = 7
    assert told(poor, "up *1 +10") == [
        "A nugget: 10 carats. But the bank has only 7 carats, and Ada gets nothing."
    ]
    assert told(lay("M1", leg=1, legs="2"), "down *1") == [
        "Ada rolls 1: downstream from M1 to M0 (mouth).",
        "Ada is back at the mouth! Four nuggets lie there.",
    ]


def test_the_last_round_is_told() -> None:
    """[V38]"""
    position = lay("M0")
    position.record.leg_turns = 199
    *_, rounds, decided = told(position, "down *1")
    assert rounds.startswith("100 rounds of this leg have been played")
    assert decided == "The win is shared: 5 carats each."
    view = position.view(0)
    assert (view["end"], view["round"], view["turn"]) == ("rounds", 100, None)
    assert [c["key"] for c in view["criteria"]] == ["criterion.carats", "criterion.goal"]


@pytest.mark.parametrize(
    ("call", "leg", "prompt", "preselected"),
    [
        ("aval", 0, "prompt.call_aval", "up"),
        ("aval", 1, "prompt.call_aval", "up"),
        ("amont", 0, "prompt.call_aval", "up"),
        ("amont", 1, "prompt.call_amont", "down"),
    ],
)
def test_the_word_to_call_changes_words_and_nothing_else(
    call: str, leg: int, prompt: str, preselected: str
) -> None:
    """[V9]"""
    position = lay("M5", leg=leg, legs="2", call=call)
    view = position.view(0)
    assert view["prompt"]["key"] == prompt
    assert view["preselected"] == position.step(preselected)
    assert [entry["text"] for entry in view["legal"]] == ["down", "up"]
    assert bool(told(position.copy(), "up")) == (preselected == "down")
    assert bool(told(position.copy(), "down")) == (preselected == "up")
    position.play("up")
    assert position.view(0)["preselected"] is None


def test_a_view_has_the_map_and_all_that_lies_on_it() -> None:
    """[V2] [V5] [V31]"""
    view = lay("M4", {20: 1, 1: 2}).view(1)
    assert len(view["map"]) == 62
    confluence = {"name": "M9", "kind": "plain", "at": [9, 0], "down": "M8", "tributary": "A1"}
    assert view["map"][9] == confluence
    assert view["map"][0]["down"] is None
    assert list(view["lying"].values()) == ["old"] * 20
    assert view["waiting"] == {"source": 4, "mouth": 0}
    assert view["boats"] == ["M4", "M0"]
    purse = view["purses"][0]
    assert (purse["count"], purse["carats"], purse["deposit"], purse["total"]) == (3, 22, 0, 22)
    assert purse["nuggets"][2] == {"carats": 20, "count": 1}
    assert sum(nugget["count"] for nugget in view["bag"]) == 24


def test_the_prompts_say_how_much_can_be_staked_and_deposited() -> None:
    """[V20] [V25]"""
    position = lay("M10", {10: 2})
    position.record.bank = 40
    position.play("up")
    position.play("*1")
    asked = position.view(0)["prompt"]
    assert EN.line(asked) == ("Ada: how many carats do you stake, 0 to 13? A roll of 1–3 wins.")
    assert EN.line(position.view(1)["prompt"]) == "Ada is deciding."


@pytest.mark.parametrize("pips", range(1, 7))
def test_what_squares_pay_is_what_the_rules_pay(pips: int) -> None:
    """[V17] [V19]"""
    pays = lay().view(0)["pays"]
    assert (pays["fare"], pays["goal"]) == (2, 4)
    for boat, steps, paid in (
        ("M2", f"up *1 *{pips}", pays["saloon"][pips - 1] - pays["fare"]),
        ("M10", f"up *1 7 *{pips}", 7 * pays["casino"][pips - 1] - 7),
    ):
        position = lay(boat, {10: 3})
        last_lines(position, steps)
        assert position.view(0)["purses"][0]["carats"] == 30 + paid


@pytest.mark.parametrize("purse", [{}, {1: 1}, {20: 1}, {1: 2, 5: 1, 20: 2}, {2: 3, 100: 1}])
def test_a_purse_says_what_it_would_lose_and_may_stake(purse: Purse) -> None:
    """[V20] [V21] [V22]"""
    before = lay("M5", purse).view(0)["purses"][0]
    for boat, pieces, carats in (
        ("M5", before["spilt"], before["falls"]),
        ("M14", None, before["ransom"]),
    ):
        position = lay(boat, purse)
        last_lines(position, "up *1")
        after = position.view(0)["purses"][0]
        assert before["carats"] - after["carats"] == carats
        assert pieces is None or before["count"] - after["count"] == pieces
    position = lay("M10", purse)
    last_lines(position, "up *1")
    amount = position.view(0)["amount"]
    assert before["stake"] == (amount["most"] if amount else 0)


@pytest.mark.parametrize(
    ("leg", "legs", "said"),
    [
        (0, "1", "The match ends when a boat lands exactly on the Gold Caverns."),
        (0, "2", "The first boat to land exactly on the Gold Caverns takes 4 nuggets;"),
        (1, "2", "The match ends when a boat lands exactly on the mouth."),
    ],
)
def test_a_view_says_how_the_match_ends_and_how_far_that_is(leg: int, legs: str, said: str) -> None:
    """[V32] [V34] [V36]"""
    view = lay("B2", leg=leg, legs=legs).view(1)
    assert EN.line(view["ends"]).startswith(said)
    assert view["to_go"] == ([21 + 2, 0] if leg else [48 - 21 + 2, 48])
    assert any(said in line for line in board("gold_river").state(view, EN))


@pytest.mark.parametrize(
    ("mine", "theirs", "said"),
    [
        (40, 5, "Ada reached the Gold Caverns, which ended the match, and has the most carats"),
        (0, 90, "Ada reached the Gold Caverns, which ended the match. But Bo has the most carats"),
        (20, 40, "Ada is level with others at 40 carats and wins the tie for having ended"),
    ],
)
def test_the_end_says_what_decided(mine: int, theirs: int, said: str) -> None:
    """Whoever gets there first need not win [V34, V35]."""
    position = lay("M47", {1: mine})
    position.record.purse[1] = [theirs, 0, 0, 0, 0, 0, 0]
    decided = told(position, "up *1 +5 +5 +5 +5")[-1]
    assert decided.startswith(said)
    view = position.view(0)
    assert EN.line(view["prompt"]) == decided
    assert view["rule"] == ("V35" if "level" in said else "V34")


def test_nobody_got_there() -> None:
    """[V38]"""
    position = lay("M0", {20: 1})
    position.record.leg_turns = 199
    decided = told(position, "down *1")[-1]
    assert decided.startswith("Nobody reached the Gold Caverns in 100 rounds. Ada has the most")


@pytest.mark.parametrize("legs", ["1", "2"])
@pytest.mark.parametrize("seed", range(3))
def test_the_log_accounts_for_every_carat(legs: str, seed: int) -> None:
    """A table of how they came is made of these lines alone."""
    signs = {"digs": 1, "takes": 1, "saloon_wins": 1, "casino_wins": 1}
    signs |= {"casino_loses": -1, "falls": -1, "indians": -1, "bandits": -1}
    match = random_match(RIVER, 3, {"legs": legs}, seed=seed)
    came = [5, 5, 5]
    for lines in match.lines(WATCHER):
        for line in lines:
            key = line["key"].removeprefix("log.")
            if key in signs:
                came[line["args"]["seat"]["seat"]] += (
                    signs[key] * line["args"]["carats"]["args"]["n"]
                )
            elif key == "drinks":
                came[line["args"]["seat"]["seat"]] -= 2
    assert came == [purse["total"] for purse in match.position.view(WATCHER)["purses"]]


def test_an_empty_mine_says_so() -> None:
    """[V15]"""
    position = lay("M1")
    position.record.lying[rules.river.NAMES.index("M2")] = rules.EMPTY
    assert told(position, "up *1")[-1] == "The mine is empty: Ada finds nothing."


# The terminal


def drawn(view: dict[str, Any], lang: str, width: int, height: int) -> list[str]:
    texts = words.texts(lang, "gold_river", NAMES)
    console = Console(width=width, file=StringIO(), record=True)
    console.print(board("gold_river").draw(view, texts, width, height))
    return console.export_text().splitlines()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(80, 18), (120, 34), (200, 60)])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_map_fits_its_terminal(lang: str, width: int, height: int, seats: int) -> None:
    for steps in (0, 30, 200, 500):
        match = random_match(RIVER, seats, {"legs": "2"}, seed=seats, steps=steps)
        lines = drawn(match.position.view(WATCHER), lang, width, height)
        assert len(lines) <= height
        assert max(map(len, lines)) <= width
        assert not any("…" in line for line in lines)
        assert sum(line.count("★") for line in lines) >= 2  # on the map, and in the legend


def test_boats_stand_on_their_squares() -> None:
    lines = drawn(lay("M2").view(0), "en", 80, 18)
    assert "⌂2─· ─◆1─♪ ─" in lines[13], "the mouth is at the bottom"
    assert "★" in lines[1], "and the Gold Caverns are at the top"
    crowd = Position(RIVER, 6)
    assert any(" 123+─· " in line for line in drawn(crowd.view(0), "en", 200, 60))
    assert " 1+─· " in drawn(crowd.view(0), "en", 80, 18)[13]


@pytest.mark.parametrize("square", RIVER.rules.river.NAMES)  # type: ignore[attr-defined]
def test_the_squares_ahead_fit_below_the_map(square: str) -> None:
    lines = drawn(lay(square).view(0), "en", 80, 18)
    (up,) = [line for line in lines if line.startswith("up ▲ ")]
    (down,) = [line for line in lines if "down ▼ " in line]
    assert max(len(up), len(down)) <= 80
    assert len(lines) <= 18


def test_the_side_adds_purse_and_deposit_of_every_seat() -> None:
    position = Position(RIVER, 6)
    position.record.deposit[:] = 60
    lines = drawn(position.view(0), "en", 80, 18)
    assert sum("5+60=65" in line for line in lines) == 6


def test_a_map_that_is_too_large_is_listed_river_by_river() -> None:
    lines = drawn(lay("A2").view(0), "en", 80, 12)
    assert any("M0⌂2 · M2◆ M3♪" in line for line in lines)
    assert any("M9· A1◆ A2◆1 A3♪ A4◆" in line for line in lines)


def test_any_map_can_be_drawn() -> None:
    squares = [  # too small to play on, but with a tributary of a tributary
        {"name": "End", "kind": "mouth", "at": [-99, 99]},
        {"name": "F", "kind": "plain", "at": [-99, 98], "down": "End", "tributary": "T1"},
        {"name": "Far1", "kind": "mine", "at": [-98, 98], "down": "F"},
        {"name": "Top", "kind": "source", "at": [-98, 97], "down": "Far1"},
        {"name": "T1", "kind": "bank", "at": [-99, 97], "down": "F", "tributary": "T3"},
        {"name": "T2", "kind": "mine", "at": [-99, 96], "down": "T1"},
        {"name": "T3", "kind": "prison", "at": [-98, 96], "down": "T1"},
    ]
    view = lay().view(WATCHER) | {
        "map": [{"down": None, "tributary": None, **square} for square in squares],
        "boats": ["F", "Top"],
        "lying": {"Far1": "old", "T2": "empty"},
        "goal": "Top",
        "reach": None,
    }
    lines = drawn(view, "en", 80, 18)
    assert any("End" in line for line in lines)
    listed = drawn(view, "en", 80, 5)
    assert any("End⌂ F·1 Far1◆ Top★2" in line for line in listed)
    assert any("F·1 T1$ T2◇" in line for line in listed)
    assert any("T1$ T3#" in line for line in listed)


def test_plain_words_tell_what_a_roll_may_reach() -> None:
    tell = board("gold_river").words
    position = lay("M8")
    assert tell(position.view(1), EN) == []
    assert tell(position.view(0), EN) == tell(position.view(WATCHER), EN)
    assert tell(position.view(0), EN) == [
        "Upstream, by pips: 1: M9 (confluence), 2: M10 or A1 (mine), 3: M11 (casino) or A2 (mine), "
        "4: M12 or A3 (saloon), 5: M13 (mine) or A4 (mine), 6: M14 or A3 (saloon). "
        "Downstream, by pips: 1: M7 (mine), 2: M6 (falls), 3: M5 (bank), 4: M4 (mine), "
        "5: M3 (saloon), 6: M2 (mine)."
    ]
    position.play("up")
    position.play("*3")
    assert tell(position.view(0), EN) == ["main: M10, M11 (casino). turn: A1 (mine), A2 (mine)."]


def test_plain_words_tell_a_roll_that_changes_nothing_once() -> None:
    (said,) = board("gold_river").words(lay("M2").view(0), EN)
    assert said.endswith("Downstream, by pips: 1: M1, 2–6: M0 (mouth).")


def test_plain_words_come_also_after_a_step_that_is_not_told() -> None:
    position = lay("M4", {5: 1})
    for step in ("up", "*1", "0"):
        position.play(step)
    console = Console(file=StringIO(), record=True, width=300)
    screen = Sentences(board("gold_river"), EN, console)
    screen.show(position.view(WATCHER), ["Ada keeps it all."])
    position.play("enough")
    screen.show(position.view(WATCHER), ["Ada keeps it all."])
    assert console.export_text().splitlines()[-1].startswith("Upstream, by pips: 1: M1")


def test_plain_words_tell_the_purse_before_it_is_opened() -> None:
    position = lay("M4", {20: 1, 1: 2})
    position.play("up")
    position.play("*1")
    (said,) = board("gold_river").words(position.view(0), EN)
    assert said == "Your purse: 22 carats (1 × 20, 2 × 1); your deposit: 0 carats."


def test_the_table_takes_a_bare_number_and_lists_a_range(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(RIVER, 2)
    match.position = lay("M4", {20: 1, 1: 2})
    match.position.play("up")
    match.position.play("*1")
    said = iter(["list", "23", "22"])
    console = Console(file=StringIO(), record=True, width=200)
    monkeypatch.setattr(console, "input", lambda *_, **__: next(said))
    table = Table(match, {}, EN, console, 0, 1)
    assert table._ask(0) == match.position.step("deposit22")
    shown = console.export_text()
    assert "You can play: deposit0 to deposit22" in shown
    assert "“23” cannot be played here. You can play: deposit0 to deposit22" in shown


@pytest.mark.parametrize(
    ("lang", "said", "meant"),
    [
        ("en", "aval", "down"),
        ("en", "Amont", "up"),
        ("fr", "AVAL", "down"),
        ("fr", "amont", "up"),
        ("fr", "up", "up"),
    ],
)
def test_the_words_of_the_game_can_be_typed(
    monkeypatch: pytest.MonkeyPatch, lang: str, said: str, meant: str
) -> None:
    """[V9]"""
    match = Match(RIVER, 2)
    match.position = lay()
    console = Console(file=StringIO(), width=200)
    monkeypatch.setattr(console, "input", lambda *_, **__: said)
    table = Table(match, {}, words.texts(lang, "gold_river", NAMES), console, 0, 1)
    assert table._ask(0) == match.position.step(meant)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_that_can_be_typed_stand_for_actions(lang: str) -> None:
    actions = {RIVER.notation.action(n) for n in range(RIVER.rules.ACTIONS)}
    forms = words.texts(lang, "gold_river").forms
    typed = {key.removeprefix("typed."): form for key, form in forms.items() if "typed." in key}
    assert set(typed) == {"up", "down", "main", "turn", "enough"} < actions
    assert actions.isdisjoint(str(form) for form in typed.values())


def test_a_users_own_river_is_shown_and_told() -> None:
    own = msgspec.structs.replace(RIVER.edition, name="mine")
    opened = game("gold_river", own)
    assert opened is not RIVER
    match = random_match(opened, 2, seed=1, steps=200)
    assert all(EN.line(line) for lines in match.lines(WATCHER) for line in lines)
