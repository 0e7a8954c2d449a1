"""The file that keeps tables: brought forward from every format there ever was, step by step."""

import asyncio
import logging
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from goldrush.server import migrations
from goldrush.server.migrations import STEPS, format_of, migrate
from goldrush.server.sqlite import SqliteStore
from goldrush.server.store import Change
from test_store import CODE, entry, sheet

FORMATS = range(len(STEPS) + 1)
ARCHIVES = sorted((Path(__file__).parent / "archive").glob("*/tables.db"))


def opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


def shape(path: Path) -> list[Any]:
    """Everything that a file is made of."""
    with closing(opened(path)) as db:
        made = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name")
        return [
            format_of(db),
            *(tuple(" ".join(str(part).split()) for part in one) for one in made),
        ]


def written(path: Path, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes a file as the program did whose newest format this was."""
    with monkeypatch.context() as then, closing(opened(path)) as db:
        then.setattr(migrations, "STEPS", STEPS[:number])
        migrate(db)
        if number:
            db.execute("INSERT INTO settings VALUES ('cookies', x'00')")


async def used(path: Path) -> bytes:
    """Opens a file, writes a table, and returns a setting that is kept there."""
    store = SqliteStore(path)
    await store.write(Change(CODE, sheet("ada"), 0, (entry(0),)))
    assert await store.read(CODE) is not None
    found = await store.setting("cookies", b"new")
    await store.close()
    return found


@pytest.mark.parametrize("number", FORMATS)
def test_a_file_of_any_format_is_brought_forward_and_keeps_what_it_has(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path / "old.db", number, monkeypatch)
    assert shape(tmp_path / "old.db")[0] == number
    assert asyncio.run(used(tmp_path / "old.db")) == (b"\0" if number else b"new")
    asyncio.run(used(tmp_path / "new.db"))
    assert shape(tmp_path / "old.db") == shape(tmp_path / "new.db")


@pytest.mark.parametrize("archive", ARCHIVES, ids=lambda path: path.parent.name)
def test_a_file_of_a_published_program_is_brought_forward(archive: Path, tmp_path: Path) -> None:
    shutil.copyfile(archive, tmp_path / "tables.db")
    asyncio.run(used(tmp_path / "tables.db"))
    asyncio.run(used(tmp_path / "new.db"))
    assert shape(tmp_path / "tables.db") == shape(tmp_path / "new.db")
    count = "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM log)"
    with closing(opened(archive)) as before, closing(opened(tmp_path / "tables.db")) as now:
        tables, entries = before.execute(count).fetchone()
        assert now.execute(count).fetchone() == (tables + 1, entries + 1)


def test_a_step_that_fails_leaves_the_format_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each step is whole; what was done before it stays."""
    broken = (*STEPS, "CREATE TABLE made (a)", "CREATE TABLE half (a); SELECT * FROM nowhere")
    monkeypatch.setattr(migrations, "STEPS", broken)
    with pytest.raises(ValueError, match=r"cannot be kept .* no such table: nowhere"):
        SqliteStore(tmp_path / "t.db")
    found, *names = shape(tmp_path / "t.db")
    assert found == len(STEPS) + 1
    assert "made" in [name for _, name, *_ in names]
    assert "half" not in [name for _, name, *_ in names]


def test_it_is_noted_that_a_file_went_to_another_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    asyncio.run(used(tmp_path / "new.db"))
    assert "format" not in caplog.text, "it is new"
    written(tmp_path / "old.db", 1, monkeypatch)
    asyncio.run(used(tmp_path / "old.db"))
    assert f"from format 1 to format {len(STEPS)}" in caplog.text


def test_a_file_of_a_later_program_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    asyncio.run(used(file))
    with closing(opened(file)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA user_version = 99")
    before = file.read_bytes()
    with pytest.raises(ValueError, match="later version"):
        SqliteStore(file)
    assert file.read_bytes() == before


def test_tables_where_nobody_ever_played_are_found_without_looking_at_all(tmp_path: Path) -> None:
    asyncio.run(used(tmp_path / "t.db"))
    query = "SELECT code FROM tables WHERE created < 9 AND NOT over"
    with closing(opened(tmp_path / "t.db")) as db:
        assert "not_over" in db.execute(f"EXPLAIN QUERY PLAN {query}").fetchone()[-1]


def test_how_much_reviews_take_is_known_without_reading_them(tmp_path: Path) -> None:
    asyncio.run(used(tmp_path / "t.db"))
    with closing(opened(tmp_path / "t.db")) as db:
        query = "EXPLAIN QUERY PLAN SELECT count(*), sum(size) FROM reviews"
        assert "COVERING INDEX review_sizes" in db.execute(query).fetchone()[-1]
