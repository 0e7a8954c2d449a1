"""Sweeps: which editions are meant, what is refused before anything runs, and what is found."""

import sys
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from goldrush import cli
from goldrush.core import interpreted
from goldrush.games import GAMES, edition_type, game
from goldrush.games import edition as editions
from goldrush.lab import cells
from goldrush.lab import sweep as sweeping
from goldrush.lab.cells import Cell
from goldrush.lab.measures import MEASURES, Figure
from goldrush.lab.setting import Setting
from goldrush.lab.sweep import Sweep
from goldrush.lab.variations import grid, variables
from goldrush.terminal import sweep_page, words


def editions_of(name: str, said: str) -> list[Any]:
    """The editions that are meant, read again."""
    edition = game(name).edition
    cells = grid(edition, variables(edition, said))
    return [editions.unpack(cell.edition, edition_type(name)) for cell in cells]


def test_a_grid_has_all_values_with_each_other() -> None:
    found = editions_of("gold", "gold.4=3..4,dynamite.cards=2,5")
    assert [(one.gold.cards[4], one.dynamite.cards) for one in found] == [
        (3, 2),
        (3, 5),
        (4, 2),
        (4, 5),
    ]
    assert all(one.prospectors == game("gold").edition.prospectors for one in found)  # type: ignore[attr-defined]


def test_words_and_places_in_lists_vary_too() -> None:
    found = editions_of("oh_my_gold", "die.faces.5=coin,sabres")
    assert [one.die.faces[5] for one in found] == ["coin", "sabres"]


@pytest.mark.parametrize("name", GAMES)
def test_the_values_of_an_edition_are_those_it_is_made_of(name: str) -> None:
    edition = game(name).edition
    with pytest.raises(ValueError, match="has no value") as told:
        variables(edition, "nothing=1")
    first = str(told.value).rpartition("it has ")[2].split(", ")[0]
    assert variables(edition, f"{first}=1")[0].name == first


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("gold.9=1", 'no value "gold.9"'),
        ("4=3", "may be any of gold.cards.4, prospectors.cards.4"),
        ("gold.4", "is said as gold.4=3..7"),
        ("gold.4=x", "numbers such as 3"),
        ("gold.4=7..3", '"3..7", not "7..3"'),
        ("gold.4=3,gold.cards.4=5", "varies twice"),
        ("gold.4=1..999", "too many"),
        ("gold.4=0..3", "gold.cards.4 = 0: edition: 0 cards of 4"),
        ("dynamite.cards=50", "103 cards in all|cards in all"),
    ],
)
def test_what_cannot_be_varied_is_refused(said: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        editions_of("gold", said)


def test_what_cannot_be_measured_is_refused() -> None:
    varying = variables(game("gold").edition, "gold.4=5")
    with pytest.raises(ValueError, match='no measure "fun"; there are: length'):
        sweeping.sweep(game("gold"), 3, varying, ["fun"])
    with pytest.raises(ValueError, match="at least one game"):
        sweeping.sweep(game("gold"), 3, varying, ["length"], games=0)
    with pytest.raises(ValueError, match="cannot have 9 seats"):
        sweeping.sweep(game("gold"), 9, varying, ["length"])


def test_figures_are_those_of_the_same_games_and_stop_when_they_are_sure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cells, "BLOCK", 100)
    monkeypatch.setattr(cells, "FEWEST", 200)
    gold = game("gold")
    varying = variables(gold.edition, "gold.4=5")  # as it is shipped: compiled for other tests too
    told: list[int] = []
    found = sweeping.sweep(
        gold, 3, varying, ["length", "seat_edge"], 300, 4, workers=1, progress=told.append
    )
    [cell] = found.cells
    rows = Setting(gold, 3, {}, 4).rows(MEASURES["length"].line_up, 0, 300)
    assert cell.figures == {name: MEASURES[name].of(rows) for name in ("length", "seat_edge")}
    assert told == [1]
    alone = sweeping.sweep(gold, 3, varying, ["length"], 10**6, 4, workers=1).cells[0]
    assert 200 <= alone.figures["length"].games < 10**4  # a hundredth is soon sure
    assert gold is game("gold")


class Slow(Setting):
    """Plays without the compiler, which takes longer than a few games do."""

    @cached_property
    def code(self) -> ModuleType:
        return interpreted(super().code)


def test_new_editions_are_measured_to_the_end_and_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cells, "Setting", Slow)
    shipped = game("goldrausch")
    varying = variables(shipped.edition, "coins.1=2,1,coins.2=2,3")
    with pytest.raises(ValueError, match="there must be 18"):
        sweeping.sweep(shipped, 2, varying, ["length"], 2, workers=1)
    known = set(sys.modules)
    varying = variables(shipped.edition, "groups.0.sign=a,b")
    found = sweeping.sweep(shipped, 2, varying, ["length", "ties"], 2, 7, workers=1)
    assert [one.values for one in found.cells] == [
        {"groups.list.0.sign": "a"},
        {"groups.list.0.sign": "b"},
    ]
    assert not {name for name in set(sys.modules) - known if "__goldrausch_" in name}
    rows = Slow(shipped, 2, {}, 7).rows(MEASURES["length"].line_up, 0, 2)
    assert {one.figures["length"] for one in found.cells} == {MEASURES["length"].of(rows)}


def sample(varied: dict[str, list[Any]]) -> Sweep:
    """A sweep as if it had been played."""
    cells: list[dict[str, Any]] = [{}]
    for name, values in varied.items():
        cells = [{**one, name: value} for one in cells for value in values]
    figures = [
        {"length": Figure(50.0 + n, 0.5, 900), "seat_edge": Figure(0.01 * n, 0.004, 900)}
        for n in range(len(cells))
    ]
    found = [Cell(*one) for one in zip(cells, figures, strict=True)]
    return Sweep("gold", 1, "Own <b>edition</b>", 3, {}, 0, varied, ["length", "seat_edge"], found)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    ("varied", "pictures"),
    [
        ({"a.b": [1, 2, 3]}, 1),
        ({"a": [1, 2], "b": ["x", "y"]}, 1),
        ({"a": [1], "b": [2], "c": [3, 4]}, 2),
    ],
)
def test_a_sweep_is_a_page_with_pictures_and_data(
    tmp_path: Path, lang: str, varied: dict[str, list[Any]], pictures: int
) -> None:
    found, texts = sample(varied), words.texts(lang, "gold")
    written = sweep_page.write(tmp_path / "s.html", found, texts, "goldrush sweep <gold>")
    assert [path.name for path in written] == ["s.html", "s.json", "s.parquet", "s"]
    page = (tmp_path / "s.html").read_text("utf-8")
    assert page.count("<svg") == 2 * pictures
    assert "<b>" not in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    assert len([*(tmp_path / "s").glob("*.svg")]) == 2 * pictures
    plain = msgspec.json.decode((tmp_path / "s.json").read_bytes())
    del plain["command"]
    assert msgspec.convert(plain, Sweep) == found
    for cell in found.cells:
        assert words_of(cell, texts) in page


def words_of(cell: Cell, texts: Any) -> str:
    """How the length is written there."""
    from goldrush.terminal.report_words import figure

    return figure(cell.figures["length"], "number", texts)


def test_the_command_says_what_is_wrong_before_it_writes(tmp_path: Path) -> None:
    out = tmp_path / "s.html"
    args = ["sweep", "gold", "--vary", "gold.4=0", "-o", str(out)]
    said = CliRunner().invoke(cli.app, args)
    assert isinstance(said.exception, ValueError)
    assert "leave the number out" in str(said.exception)
    assert not out.exists()
