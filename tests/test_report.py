"""Reports: measured alike whoever plays, said in both languages, whole pages that stand alone."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

import pseudo
from goldrush import cli
from goldrush.bots.personas import PERSONAS
from goldrush.games import GAMES, game
from goldrush.games.texts import LANGUAGES
from goldrush.lab import report as lab
from goldrush.lab.charts import Report, differences, histogram
from goldrush.lab.measures import Figure
from goldrush.lab.report import Depth
from goldrush.lab.setting import Setting
from goldrush.lab.skill import clear_rungs
from goldrush.terminal import report_files, report_page, words
from goldrush.terminal.report_words import GROUPS, figure
from test_review_page import Page
from tools import compiled_only

TINY = Depth(games=60, others=10, habits=60, matches=3, rounds=4, blocks=1, sims=2)
OPTIONS = {"steal": "on"}


def reported(monkeypatch: pytest.MonkeyPatch, tables: Sequence[int], workers: int) -> Report:
    monkeypatch.setitem(lab.DEPTHS, "quick", TINY)
    return lab.report(game("oh_my_gold"), tables, OPTIONS, 1, "quick", workers)


@pytest.fixture(scope="module")
def found() -> Report:
    with pytest.MonkeyPatch.context() as patch:
        return reported(patch, [3], 2)


def shown(report: Report, lang: str = "en") -> str:
    return report_page.page(report, words.texts(lang, report.game), "goldrush report x")


@compiled_only
def test_the_same_is_found_by_one_worker_as_by_two(
    found: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reported(monkeypatch, [3], 1) == found


@compiled_only
def test_every_chart_has_figures_and_every_habit_is_tried(found: Report) -> None:
    (study,) = found.studies
    assert {chart.key for chart in study.charts} == {
        key for keys in GROUPS.values() for key in keys
    }
    for chart in study.charts:
        assert chart.rows
        for row in chart.rows:
            assert len(row.figures) == len(chart.series)
            assert np.isfinite([[one.value, one.error] for one in row.figures]).all()
    assert "never/steal" in {row.name for row in study.chart("habits").rows}
    seats = study.chart("seats").rows
    assert sum(row.figures[0].value for row in seats) == pytest.approx(1)
    last = study.chart("winner").rows[-1].figures[0].value
    assert last > study.chart("winner").rows[0].figures[0].value
    assert 0 <= clear_rungs(study.chart("rungs")) <= 4


@compiled_only
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_is_whole_and_stands_alone(found: Report, lang: str) -> None:
    text = shown(found, lang)
    page = Page(text)
    assert page.all("html") == [{"lang": lang}]
    for name in ("script", "link", "img", "iframe", "object", "a"):
        assert page.all(name) == []
    assert "url(" not in text
    assert not re.search("https?:", text)
    ids = [str(one["id"]) for _, one in page.tags if "id" in one]
    assert len(ids) == len(set(ids))
    named = [
        str(one["aria-labelledby"]).split() for _, one in page.tags if "aria-labelledby" in one
    ]
    assert {mark for marks in named for mark in marks} <= set(ids)
    drawn = [chart for chart in found.studies[0].charts if chart.shape != "table"]
    assert len(page.all("svg")) == len(drawn)
    assert len(page.all("table")) == len(found.studies[0].charts)


@compiled_only
def test_no_word_of_english_is_left(
    found: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pseudo.install(tmp_path, monkeypatch)
    page = shown(found, pseudo.LANG)
    said = " ".join(Page(re.sub("<style>.*?</style>", "", page, flags=re.DOTALL)).texts)
    traits = [trait.name for trait in Setting(game(found.game), 2).habits.TRAITS]
    rules = game(found.game)
    options = [(option.name, option.values) for option in rules.rules.OPTIONS]
    named = (GAMES, list(PERSONAS), "goldrush", traits, options, rules.edition.name)
    assert pseudo.untranslated(said, *named, "goldrush report x") == set()


@compiled_only
def test_pictures_are_files_of_their_own_and_data_lies_beside(
    found: Report, tmp_path: Path
) -> None:
    path = tmp_path / "one.html"
    written, lacking = report_files.write(path, found, words.texts("en", found.game), "the command")
    assert written[:2] == [path, tmp_path / "one.json"]
    assert lacking == (not (tmp_path / "one.parquet").exists())
    told = json.loads(path.with_suffix(".json").read_text("utf-8"))
    assert told["command"] == "the command"
    assert msgspec.convert(told, Report) == found
    rows = list(report_files.figures(found))
    assert len({(row["chart"], row["row"], row["series"]) for row in rows}) == len(rows)
    pictures = sorted((tmp_path / "one").glob("*.svg"))
    assert len(pictures) == len([c for c in found.studies[0].charts if c.shape != "table"])
    for picture in pictures:
        root = ElementTree.fromstring(picture.read_text("utf-8"))
        assert [child.tag.partition("}")[2] for child in root][:3] == ["title", "desc", "style"]
        assert all("nan" not in str(one.attrib.values()) for one in root.iter())


@compiled_only
def test_an_edition_does_not_differ_from_itself(found: Report) -> None:
    same = differences(found, found)
    assert {one.apart for one in same} == {0.0}
    texts = words.texts("en", found.game)
    page = Page(report_page.page(found, texts, "x", same))
    assert len(page.all("table")) == len(found.studies[0].charts) + 1


@compiled_only
def test_the_clearest_difference_comes_first(found: Report) -> None:
    other = msgspec.convert(msgspec.to_builtins(found), Report)
    row = other.studies[0].chart("points").rows[0]
    row.figures[0] = Figure(row.figures[0].value + 99, row.figures[0].error, row.figures[0].games)
    first, *others = differences(found, other)
    assert (first.chart, first.row, round(first.apart)) == ("points", "place/1", 99)
    assert not any(one.apart for one in others)


def test_bins_are_round_and_hold_all() -> None:
    rows = histogram(np.array([12, 13, 13, 29, 31, 47]))
    assert [row.name for row in rows] == [f"bin/{n}–{n + 4}" for n in range(10, 50, 5)]
    assert sum(row.figures[0].value for row in rows) == pytest.approx(1)
    assert all(row.figures[0].error > 0 for row in rows)
    assert [row.name for row in histogram(np.array([0, 1, 2]))] == ["bin/0", "bin/1", "bin/2"]


@pytest.mark.parametrize(
    ("value", "error", "said"),
    [(0.5, 0.01, "50.0 ± 2.0 %"), (0.5, 0.0001, "50.00 ± 0.02 %"), (0.0, 0.0, "0.0 ± 0.0 %")],
)
def test_figures_have_as_many_digits_as_their_errors_show(
    value: float, error: float, said: str
) -> None:
    told = figure(Figure(value, error, 9), "share", words.texts("en"))
    assert told.replace("\u00a0", " ") == said


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["chess"], "no game"),
        (["gold", "--seats", "two"], "a number or a range"),
        (["gold", "--seats", "5-3"], '"3-5", not "5-3"'),
        (["gold", "--seats", "2-9"], "seats"),
        (["gold", "--option", "rounds=ten"], "cannot be"),
        (["gold", "--against", "nothing.toml"], "cannot be read"),
        (["gold", "-o", "nowhere/report.html"], "nothing can be saved"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(
    args: list[str], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "report", None)
    done = CliRunner().invoke(cli.app, ["report", *args])
    assert isinstance(done.exception, ValueError)
    assert why in str(done.exception)


def test_other_depths_than_there_are_are_refused() -> None:
    with pytest.raises(ValueError, match='no depth "deep"; there are: quick, normal'):
        lab.report(game("gold"), [2], depth="deep")


@compiled_only
def test_the_command_writes_all_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(lab.DEPTHS, "quick", TINY)
    out = tmp_path / "r.html"
    args = ["report", "oh_my_gold", "--seats", "2-3", "--quick", "-o", str(out), "--lang", "fr"]
    done = CliRunner().invoke(cli.app, args, catch_exceptions=False)
    assert done.exit_code == 0
    assert "r.html" in done.stdout
    assert {one.name for one in (tmp_path / "r").glob("seats-*.svg")} == {
        "seats-2.svg",
        "seats-3.svg",
    }
    assert Page(out.read_text("utf-8")).all("html") == [{"lang": "fr"}]
