"""Balances: what may be wanted, what is refused before anything runs, what is found, and told."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

from goldrush import cli
from goldrush.games import GAMES, edition_type, game
from goldrush.games import edition as editions
from goldrush.games.edition_text import written
from goldrush.games.texts import LANGUAGES
from goldrush.lab import balance as lab
from goldrush.lab.balance import Balance
from goldrush.lab.cells import Cell, Task
from goldrush.lab.crew import Threads
from goldrush.lab.measures import Figure
from goldrush.lab.optimiser import Optimiser
from goldrush.lab.plan import Plan
from goldrush.lab.targets import Target, targets
from goldrush.lab.variations import variables
from goldrush.terminal import balance_page, words
from test_review_page import Page

VARY = "gold.4=1..8,gold.3=1..6,dynamite.cards=1..6"


def planned(said: str, vary: str = VARY, name: str = "gold", **more: Any) -> Plan:
    opened = game(name)
    return Plan(opened, 3, variables(opened.edition, vary), targets(said, 3), **more)


class Imagined:
    """Figures that follow from values, with the noise that so many games would have."""

    def __init__(self, *terms: Any) -> None:
        self.measures = terms[-1]

    def __call__(self, task: Task) -> Cell:
        fours, fives, dynamite = map(int, task.variation.values.values())
        true = {"length": 20.0 + 2 * fours + 3 * fives, "seat_edge": 0.01 * (dynamite - fours)}
        luck = np.random.default_rng([task.first, fours, fives, dynamite])
        figures = {}
        for name in self.measures:
            error = (20 if name == "length" else 0.4) / task.games**0.5
            figures[name] = Figure(true[name] + error * luck.normal(), error, task.games)
        return Cell(task.variation.values, figures)


@pytest.fixture
def imagined(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Balance]:
    monkeypatch.setattr(lab, "Terms", Imagined)
    monkeypatch.setattr(lab, "processes_or", lambda _, workers: Threads(workers or 1))

    def balance(plan: Plan, workers: int = 1, **more: Any) -> Balance:
        return lab.balance(plan, workers, **more)

    return balance


def test_targets_are_numbers_and_ranges() -> None:
    assert targets("seat_edge=0,length=40..50,ties=..5%,draws=3..", 4) == [
        Target("seat_edge", 0, 0),
        Target("length", 40, 50),
        Target("ties", None, 0.05),
        Target("draws", 3, None),
    ]
    assert targets("length=40..50,length=45..", 4) == [Target("length", 45, 50)]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("fun=1", 'no measure "fun"; there are: length'),
        ("length", "is said as seat_edge=0"),
        ("length=", "number or a range"),
        ("length=x..5", "number or a range"),
        ("length=..", "number or a range"),
        ("length=40%", "number or a range"),
        ("length=50..40", '"40..50", not "50..40"'),
        ("length=40,length=50..60", "contradict each other: length cannot be 40 and 50..60"),
        ("length=-5", "length is never below 0"),
        ("forced=101%", "forced is always between 0 and 1"),
        ("seat_edge=80%", "seat_edge is always between -0.25 and 0.75"),
        ("length=100,decisions=200,minutes=5", "contradict each other: so many turns.* 20.0"),
        ("forced=..10%,choices=1.5", "contradict each other: with so few .* 1.9 choices"),
    ],
)
def test_what_cannot_be_wanted_is_refused(said: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        targets(said, 4)


@pytest.mark.parametrize(
    ("value", "error", "verdict"),
    [(45, 1, "reached"), (41, 1, "open"), (39, 1, "open"), (37, 1, "missed"), (60, 2, "missed")],
)
def test_a_range_is_reached_if_the_whole_interval_is_in_it(
    value: float, error: float, verdict: str
) -> None:
    assert Target("length", 40, 50).verdict(Figure(value, error, 9)) == verdict


def test_a_number_is_reached_within_the_error() -> None:
    assert Target("seat_edge", 0, 0).verdict(Figure(0.01, 0.01, 9)) == "reached"
    assert Target("seat_edge", 0, 0).verdict(Figure(0.03, 0.01, 9)) == "missed"
    assert Target("length", 40, None).missed(Figure(38, 1, 9)) == -2


@pytest.mark.parametrize(
    ("vary", "more", "reason"),
    [
        ("gold.4=3", {}, "nothing varies: gold.cards.4 has one value"),
        ("gold.4=0..3", {}, "gold.cards.4 = 0"),
        (VARY, {"tries": 0}, "at least one edition"),
        (VARY, {"games": 1}, "at least 2 games"),
        (VARY, {"checks": 0}, "at least one game"),
    ],
)
def test_what_cannot_be_searched_is_refused(vary: str, more: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        planned("length=40", vary, **more)


def test_values_that_can_only_be_played_together_may_vary() -> None:
    plan = planned("length=40", "coins.1=1..3,coins.2=1..3", "goldrausch", tries=9)  # 18 in all
    assert [plan.at(place) is None for place in [(0, 0), (0, 2), (1, 1), (2, 2)]] == [1, 0, 0, 1]
    with pytest.raises(ValueError, match="there must be 18"):
        planned("length=40", "coins.1=1..3,coins.2=1..2", "goldrausch")


def test_an_optimiser_proposes_what_is_new_and_learns() -> None:
    optimiser, seen = Optimiser([9, 9, 2], [True, True, False], seed=3), []
    optimiser.learn((8, 8, 0), 13.0)
    for _ in range(60):
        place = optimiser.propose()
        assert place is not None
        seen.append(place)
        optimiser.learn(place, float(np.hypot(place[0] - 3, place[1] - 2)))
    assert len({*seen, (8, 8, 0)}) == 61
    assert any(place[:2] == (3, 2) for place in seen)
    small = Optimiser([2], [True], seed=0)
    assert {small.propose(), small.propose()} == {(0,), (1,)}
    assert small.propose() is None


def test_what_is_found_is_checked_by_other_games(imagined: Callable[..., Balance]) -> None:
    told: list[int] = []
    plan = planned("seat_edge=0,length=40..42", tries=40, seed=1)
    found = imagined(plan, progress=told.append)
    assert found == imagined(plan, workers=3)
    assert sum(told) == plan.editions
    assert len({tuple(one.values.values()) for one in found.tries}) == 41
    assert found.tries[0].values == found.before.values
    assert [found.miss(one) for one in found.finalists] == sorted(map(found.miss, found.finalists))
    assert found.found.values == found.finalists[0].values
    tried = next(one for one in found.tries if one.values == found.found.values)
    assert found.found.figures["length"] != tried.figures["length"]
    assert found.found.figures["length"].games == found.before.figures["length"].games == 20_000
    assert found.better
    assert found.targets[1].verdict(found.found.figures["length"]) != "missed"
    other = imagined(planned("seat_edge=0,length=40..42", tries=40, seed=2))
    assert other.tries[1:] != found.tries[1:]


def test_few_editions_are_all_tried(imagined: Callable[..., Balance]) -> None:
    found = imagined(planned("length=40", "gold.4=4..6,gold.3=4,dynamite.cards=3..4"))
    assert found.combinations == 6
    assert len(found.tries) in {6, 7}  # and the one as it was, if it is none of them


def test_whoever_interrupts_gets_what_is_best_so_far(imagined: Callable[..., Balance]) -> None:
    done = 0

    def stop(_: int) -> None:
        nonlocal done
        done += 1
        if done == 5:
            raise KeyboardInterrupt

    found = imagined(planned("length=40", tries=30), progress=stop)
    assert len(found.tries) == 4
    assert not found.finalists
    assert found.found.figures["length"].games == 20_000


@pytest.mark.parametrize("name", GAMES)
def test_an_edition_is_written_as_it_is_read(name: str) -> None:
    edition = game(name).edition
    assert editions.parse(written(edition, ["a remark"]), edition_type(name)) == edition


def test_the_edition_that_is_found_can_be_played(imagined: Callable[..., Balance]) -> None:
    plan = planned("length=40", tries=12)
    found = imagined(plan)
    text = lab.edition(plan, found)
    read: Any = editions.parse(text, edition_type("gold"))
    assert read.gold.cards[4] == found.found.values["gold.cards.4"]
    assert read.name == f"{game('gold').edition.name}, balanced"
    assert f"(was {found.before.values['gold.cards.4']})" in text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("wanted", ["seat_edge=0,length=40..42", "length=..5,seat_edge=3%.."])
def test_a_balance_is_a_page_with_pictures_and_data(
    imagined: Callable[..., Balance], tmp_path: Path, lang: str, wanted: str
) -> None:
    found, texts = imagined(planned(wanted, tries=12)), words.texts(lang, "gold")
    files = balance_page.write(tmp_path / "b.html", found, "name = 1", texts, "goldrush <x>")
    assert [file.name for file in files] == ["b.html", "b.json", "b.parquet", "b", "b.toml"]
    text = files[0].read_text("utf-8")
    page = Page(text)
    assert page.all("html") == [{"lang": lang}]
    assert text.count("<svg") == 2
    assert "<x>" not in text
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    plain = json.loads(files[1].read_bytes())
    assert set(plain.pop("verdicts")) == {"length", "seat_edge"}
    del plain["command"]
    assert msgspec.convert(plain, Balance) == found
    assert (texts("balance.missed") in text) == ("..5" in wanted)
    assert {one.name for one in (tmp_path / "b").iterdir()} == {"targets.svg", "tries.svg"}


def test_the_command_says_what_is_wrong_before_it_writes(tmp_path: Path) -> None:
    out = tmp_path / "b.html"
    args = ["balance", "gold", "--vary", VARY, "--target", "length=50..40", "-o", str(out)]
    said = CliRunner().invoke(cli.app, args)
    assert isinstance(said.exception, ValueError)
    assert not out.exists()


def test_the_command_tells_what_was_found(imagined: Callable[..., Balance], tmp_path: Path) -> None:
    args = ["balance", "gold", "--vary", VARY, "--target", "length=..5", "--tries", "8"]
    said = CliRunner().invoke(cli.app, [*args, "--lang", "en", "-o", str(tmp_path / "b.html")])
    assert said.exit_code == 0, said.output
    assert "best compromise" in said.output
    assert "wanted: at most 5; no: off by" in said.output
    assert (tmp_path / "b.toml").exists()
