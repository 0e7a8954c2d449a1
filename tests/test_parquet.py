"""Games as Parquet files: the rows are those of the games, however and wherever they are played."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from goldrush import cli
from goldrush.bots.policy import bot
from goldrush.core import CHANCE, interpreted, rng
from goldrush.games import GAMES, game
from goldrush.lab import parquet, playing
from goldrush.lab import simulate as simulating
from goldrush.lab.playing import Playing
from goldrush.lab.results import Simulation
from goldrush.lab.simulate import CHUNK, simulate
from goldrush.position import Position
from test_simulate import figures

SEED = 5


@pytest.fixture(autouse=True)
def nothing_begun(tmp_path: Path) -> Iterator[None]:
    """No file is left unfinished."""
    yield
    assert not [*tmp_path.glob("*.part")]


def written(folder: Path, name: str, games: int, **more: Any) -> tuple[Simulation, Any, Any]:
    """What a simulation finds, and its rows of matches and steps."""
    opened, out, steps = game(name), folder / "m.parquet", folder / "s.parquet"
    terms = (opened, bot(opened, "uniform"), 3, games, SEED)
    found = simulate(*terms, out=out, steps=steps, **more)
    return found, pq.read_table(out), pq.read_table(steps)


class Interpreted(Playing):
    """Plays without a compiler, for which few games are not worth the waiting."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.batch, self.ledger = interpreted(self.batch), interpreted(self.ledger)


@pytest.mark.parametrize("name", GAMES)
def test_steps_are_those_of_the_same_games_played_one_by_one(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulating, "Playing", Interpreted)
    _, matches, steps = written(tmp_path, name, 3, options=last(name))
    told = steps.to_pylist()
    for row in matches.to_pylist():
        stream = rng.new(SEED, row["match"])
        position = Position(game(name).at_once(), 3, last(name))
        played: list[tuple[int, int, int, int, str]] = []
        while not position.over:
            actor, step = position.actor, position.random_step(stream)
            played.append((row["match"], len(played), actor, int(step), str(step)))
            position.play(step)
        mine = [tuple(one.values()) for one in told if one["match"] == row["match"]]
        assert mine == played
        assert row["decisions"] + row["draws"] == len(played)
        assert row["draws"] == sum(actor == CHANCE for _, _, actor, _, _ in played)
        record, places = position.record, position.places()
        assert (row["turns"], row["first"]) == (record.turns, record.first)
        assert row["end"] == position.game.rules.ENDS[position.game.rules.ended(record)]
        assert [row[f"points_{seat}"] for seat in range(3)] == position.points()
        assert [row[f"place_{seat}"] for seat in range(3)] == places
        shares = [(place == 1) / places.count(1) for place in places]
        assert [row[f"share_{seat}"] for seat in range(3)] == shares


def last(name: str) -> dict[str, str]:
    """Options that are not the usual ones, where three seats may have them."""
    return {o.name: o.values[-1] for o in game(name).rules.OPTIONS if not o.seats or 3 in o.seats}


def test_the_rows_add_up_to_the_result_and_name_their_terms(tmp_path: Path) -> None:
    found, matches, steps = written(tmp_path, "gold", 300)
    plain = msgspec.to_builtins(found)
    assert plain.pop("steps_per_s") > 0
    assert plain == figures(game("gold"), 3, 300, seed=SEED)
    assert np.mean(matches["turns"]) == pytest.approx(found.turns.mean)
    assert np.std(matches["decisions"], ddof=1) == pytest.approx(found.decisions.sd)
    assert steps.num_rows == np.sum(matches["decisions"]) + np.sum(matches["draws"])
    shares = np.column_stack([matches[f"share_{seat}"] for seat in range(3)])
    after = (np.array(matches["first"])[:, None] + np.arange(3)) % 3
    wins = np.take_along_axis(shares, after, axis=1).mean(axis=0)
    assert wins == pytest.approx(found.wins)
    terms = json.loads(matches.schema.metadata[b"goldrush"])
    assert json.loads(steps.schema.metadata[b"goldrush"]) == terms
    said = ("game", "version", "edition", "seats", "options", "policy", "seed")
    assert {key: terms[key] for key in said} == {key: getattr(found, key) for key in said}


def test_the_rows_are_the_same_whatever_the_threads_and_the_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, *once = written(tmp_path, "gold", 2 * CHUNK + 7, workers=1)
    monkeypatch.setattr(playing, "ROOM", 1)  # of the longest game alone
    monkeypatch.setattr(parquet, "GROUP", 1000)
    _, *again = written(tmp_path, "gold", 2 * CHUNK + 7, workers=3)
    assert once == again
    assert pq.ParquetFile(tmp_path / "m.parquet").metadata.num_row_groups == 2


def test_memory_holds_no_more_than_a_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "GROUP", 2 * CHUNK)
    out, opened = tmp_path / "m.parquet", game("gold")
    simulate(opened, bot(opened, "uniform"), 2, 9 * CHUNK, out=out)
    about = pq.ParquetFile(out).metadata
    sizes = [about.row_group(n).num_rows for n in range(about.num_row_groups)]
    assert sizes == [2 * CHUNK] * 4 + [CHUNK]


def test_ctrl_c_keeps_the_rows_of_those_games_that_are_counted(tmp_path: Path) -> None:
    told: list[int] = []

    def stop_at_three(games: int) -> None:
        told.append(games)
        if len(told) == 3:
            signal.raise_signal(signal.SIGINT)

    found, matches, steps = written(tmp_path, "gold", 10**8, progress=stop_at_three)
    assert 3 * CHUNK <= found.games < 10**8
    assert np.array_equal(matches["match"], np.arange(found.games))
    assert steps["match"][-1].as_py() == found.games - 1


def test_what_fails_leaves_a_file_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "m.parquet").write_text("mine")

    def complain(_: int) -> None:
        raise RuntimeError("no more games")

    with pytest.raises(RuntimeError, match="no more games"):
        written(tmp_path, "gold", 10 * CHUNK, progress=complain)
    assert (tmp_path / "m.parquet").read_text() == "mine"
    assert not (tmp_path / "s.parquet").exists()


def test_what_cannot_be_written_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, out = game("gold"), tmp_path / "m.parquet"
    terms = (opened, bot(opened, "uniform"), 2, 10)
    with pytest.raises(ValueError, match="cannot both be written"):
        simulate(*terms, out=out, steps=out)
    with pytest.raises(ValueError, match="nothing can be saved as"):
        simulate(*terms, out=tmp_path / "nowhere" / "m.parquet")
    with pytest.raises(ValueError, match="not written by device"):
        simulate(*terms, device="cuda", out=out)
    monkeypatch.setattr(simulating, "installed", lambda _: False)
    with pytest.raises(ValueError, match=r'pip install "goldrush\[lab\]"'):
        simulate(*terms, out=out)


def test_the_command_writes_both_files(tmp_path: Path) -> None:
    out, steps = tmp_path / "m.parquet", tmp_path / "s.parquet"
    args = ["simulate", "gold", "--games", "20", "--seats", "2", "--json"]
    said = CliRunner().invoke(cli.app, [*args, "--out", str(out), "--steps", str(steps)])
    assert said.exit_code == 0, said.output
    assert pq.read_table(out).num_rows == json.loads(said.stdout)["games"] == 20
    assert pq.read_table(steps)["match"][-1].as_py() == 19
