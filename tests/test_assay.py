"""What games are made of: as shipped, as picked from reports, and as measured one by one."""

import math
from pathlib import Path

import msgspec
import pytest

from assaying import TINY
from goldrush.bots.measuring import Measure, Measured
from goldrush.games import GAMES, game
from goldrush.games.assay import PICTURES, SEATS, Assay
from goldrush.games.edition import digest, pack
from goldrush.games.problem import Problem
from goldrush.lab import assay, report
from goldrush.lab.assay import Assayer, picked
from goldrush.lab.charts import Report
from goldrush.lab.setting import Setting
from tools import compiled_only, pocket

SHIPPED = [name for name in GAMES if assay.file(name).exists()]  # a new game has none for a while
LEAST = 40  # games, or matches that are looked at, of each shipped picture


def shipped(name: str) -> Assay:
    return msgspec.json.decode(assay.file(name).read_bytes(), type=Assay)


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_shipped_belongs_to_the_rules_and_the_edition_of_today(name: str) -> None:
    """Else make lab measures anew."""
    found, today = shipped(name), game(name)
    assert (found.game, found.version) == (name, today.version)
    assert found.edition == digest(today.edition)
    assert (found.name, found.seats) == (None, SEATS)
    assert found.command.startswith(f"goldrush report {name} --seats {SEATS} --seed 1")


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_shipped_has_all_that_the_pictures_show(name: str) -> None:
    found = {one.key: one for one in shipped(name).pictures}
    assert tuple(found) == PICTURES
    for one in found.values():
        assert one.games >= LEAST
        assert one.marks
        assert all(math.isfinite(mark.value) and mark.error >= 0 for mark in one.marks)
    for whole in ("minutes", "seats"):
        assert sum(mark.value for mark in found[whole].marks) == pytest.approx(1, abs=2e-3)
    for key, needed in (("slips", "slip/10"), ("decided", "at/50")):
        assert needed in [mark.name for mark in found[key].marks]
    assert [mark.name for mark in found["seats"].marks] == [f"seat/{n}" for n in range(SEATS)]
    told = {key: set(one.also) for key, one in found.items() if one.also}
    beside = {"minutes": {"minutes", "decisions"}, "points": {"margin"}, "decided": {"changes"}}
    assert told == beside


@pytest.mark.parametrize("name", SHIPPED)
def test_the_rules_of_thumb_that_are_shipped_are_those_of_the_game(name: str) -> None:
    habits = Setting(game(name), SEATS).habits
    (found,) = [one for one in shipped(name).pictures if one.key == "habits"]
    known = {f"{how}/{kind}" for how in ("never", "always") for kind in habits.KINDS}
    known |= {f"trait/{trait.name}={at:g}" for trait in habits.TRAITS for at in trait[2:4]}
    assert {mark.name for mark in found.marks} <= known
    values = [mark.value for mark in found.marks]
    assert values == sorted(values), "the costliest first"


@pytest.fixture(scope="module")
def found() -> Report:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(report.DEPTHS, assay.DEPTH, TINY)
        return report.report(game("oh_my_gold"), [SEATS], None, assay.SEED, assay.DEPTH, 1)


@compiled_only
def test_what_is_picked_from_a_report_is_what_is_measured_alone(
    found: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(report.DEPTHS, assay.DEPTH, TINY)
    assayer, whole = Assayer(game("oh_my_gold")), picked(found)
    for one in reversed(whole.pictures):  # in whatever order they are asked for
        alone = assayer.assay(one.key)
        assert alone == msgspec.structs.replace(whole, pictures=[one])
    assert whole.command == "goldrush report oh_my_gold --seats 4 --seed 1 --quick"


@compiled_only
def test_a_report_is_put_into_the_folder_of_its_game(
    found: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = tmp_path / "report.json", tmp_path / "assay.json"
    source.write_bytes(msgspec.json.encode({"command": "goldrush", **msgspec.to_builtins(found)}))
    monkeypatch.setattr(assay, "file", lambda name: target)
    assert assay.write(source) == target
    assert msgspec.json.decode(target.read_bytes(), type=Assay) == picked(found)


@compiled_only
def test_a_report_of_anything_else_is_refused(found: Report) -> None:
    replace = msgspec.structs.replace
    for wrong in (replace(found, version=1), replace(found, own_edition=True)):
        with pytest.raises(Problem, match="takes a report of oh_my_gold by version 2"):
            picked(wrong)
    with pytest.raises(Problem, match="with one number of seats, not 2"):
        picked(replace(found, studies=2 * found.studies))


def replied(monkeypatch: pytest.MonkeyPatch, name: str, version: int, key: str) -> Measured:
    monkeypatch.setattr(assay, "_limit", lambda: None)  # of a process of its own
    asked = Measure(name, version, pack(pocket().edition), key)
    return assay.reply(msgspec.msgpack.encode(asked))


def test_what_cannot_be_measured_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    told = replied(monkeypatch, "gold", 99, "seats")
    assert told.assay is None
    said = str(Problem(told.text, *told.about))
    assert "99" in said
    assert "gold" in said
