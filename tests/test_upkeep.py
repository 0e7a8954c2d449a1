"""For whoever hosts: copies of all tables, put back again, and a look whether all can be opened."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from goldrush import cli
from goldrush.core import CHANCE
from goldrush.fair import Fair, draw_lots
from goldrush.games import game
from goldrush.games.texts import LANGUAGES
from goldrush.match import Match
from goldrush.server import audit as audits
from goldrush.server import migrations
from goldrush.server.audit import audit
from goldrush.server.backups import backup, restore
from goldrush.server.logs import mark
from goldrush.server.sql_tables import kept
from goldrush.server.sqlite import SqliteStore, claimed
from goldrush.server.store import UNDO, Change, Entry, Kept, Place, Sheet
from hosting import KEY, Host
from test_migrations import opened, shape, written
from visitors import Visitor

SECRET = bytes(range(32))
SALTS = ("of Ada", "of Bob")


def played(code: str, steps: int = 1000) -> tuple[Sheet, list[Entry]]:
    """A table whose people always do what is listed first, and the log of its match."""
    places = [Place(f"name {salt}", f"player {salt}", salt=salt) for salt in SALTS]
    match = Match(game("gold"), 2, fair=Fair(SECRET, SALTS))
    while not match.position.over and (len(match.history) < steps or match.position.actor < 0):
        if match.position.actor == CHANCE:
            match.draw()
        else:
            match.play(int(match.position.legal()[0]))
    log = [Entry(n, *step, 1000 + n) for n, step in enumerate(match.history)]
    what = (code, "gold", match.version, match.options, b"", places, "", SECRET, 1)
    return Sheet(*what, begun=1000, over=match.position.over), log


def keep(path: Path, *tables: tuple[Sheet, list[Entry]]) -> Path:
    """A file with some tables."""

    async def writing() -> None:
        store = SqliteStore(path)
        await store.setting("cookies", KEY)
        for sheet, log in tables:
            await store.write(Change(sheet.code, sheet, 0, tuple(log)))
        await store.close()

    asyncio.run(writing())
    return path


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return keep(tmp_path / "tables.db", played("SEVERL", 15), played("FINISH"))


def counted(path: Path) -> int:
    with closing(opened(path)) as db:
        found: int = db.execute("SELECT count(*) FROM tables").fetchone()[0]
        return found


def say(*args: Any) -> Result:
    return CliRunner().invoke(cli.app, [str(one) for one in args])


def change(path: Path, *statements: str) -> None:
    with closing(opened(path)) as db:
        for statement in statements:
            db.execute(statement)


# --- copies ---------------------------------------------------------------------------------------


def test_a_copy_is_made_while_a_server_writes(tmp_path: Path) -> None:
    with Host(tmp_path / "tables.db") as host:
        ada = Visitor(host.address)
        code = ada.create("gold", None, None)
        answer = say("backup", tmp_path / "copy.db", "--data", tmp_path / "tables.db")
        assert answer.exit_code == 0
        assert "One table" in answer.stdout
        ada.create("gold", None, None)
    (found,) = audit(tmp_path / "copy.db")
    assert (found.code, found.trouble) == (code, None)
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.glob("copy.db?*")), "all of it is in one file"


def test_a_copy_is_of_one_moment_however_much_is_written_meanwhile(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those who write do not wait, and it does not begin anew for them."""
    asked: list[int] = []

    class Slow(sqlite3.Connection):
        def backup(self, target: Any, **how: Any) -> None:
            super().backup(target, pages=1, progress=self.write)

        def write(self, *_: int) -> None:
            with closing(sqlite3.connect(data, timeout=0, isolation_level=None)) as db:
                db.execute(f"INSERT INTO tables VALUES ('NEW{len(asked)}', 1, 0, 1, '')")
            asked.append(1)

    address = f"file:{data}?mode=ro"
    how: Any = {"uri": True, "isolation_level": None, "factory": Slow}
    monkeypatch.setattr(migrations, "reading", lambda _: sqlite3.connect(address, **how))
    assert backup(data, data.with_name("copy.db")) == 2
    assert len(asked) > 3
    assert counted(data) == 2 + len(asked)
    assert counted(data.with_name("copy.db")) == 2


def test_a_file_that_exists_is_replaced_only_if_that_is_said(data: Path) -> None:
    copy = data.with_name("copy.db")
    copy.write_text("something else")
    with pytest.raises(ValueError, match="exists; name another file, or say --force"):
        backup(data, copy)
    assert copy.read_text() == "something else"
    assert backup(data, copy, force=True) == 2
    assert counted(copy) == 2


def test_a_copy_that_fails_leaves_what_was_there(data: Path) -> None:
    copy = data.with_name("copy.db")
    copy.write_text("something else")
    with data.open("r+b") as file:
        file.truncate(8192)
    with pytest.raises(ValueError, match="cannot be copied to"):
        backup(data, copy, force=True)
    assert copy.read_text() == "something else"
    assert list(data.parent.glob("copy.db*")) == [copy], "nothing is left over"


@pytest.mark.parametrize(
    ("source", "target", "why"),
    [
        ("tables.db", "tables.db", "cannot be its own copy"),
        ("nothing.db", "copy.db", "there is no file .*nothing.db; name the one"),
        ("diary.txt", "copy.db", "cannot be copied to"),
        ("other.db", "copy.db", "a file of another program"),
        ("tables.db", "no/such/copy.db", "cannot be written: No such file"),
        ("tables.db", "busy.db", "is in use by another program"),
    ],
)
def test_what_cannot_be_copied_is_said(data: Path, source: str, target: str, why: str) -> None:
    data.with_name("diary.txt").write_text("a diary, not a database, and long enough to be one")
    change(data.with_name("other.db"), "CREATE TABLE diary (day)")
    data.with_name("busy.db-wal").touch()
    with pytest.raises(ValueError, match=why):
        backup(data.parent / source, data.parent / target, force=True)
    assert counted(data) == 2
    assert not data.with_name("copy.db").exists()


# --- put back -------------------------------------------------------------------------------------


def test_a_copy_is_put_back_and_what_was_there_is_kept(data: Path, tmp_path: Path) -> None:
    backup(data, tmp_path / "copy.db")
    keep(data, played("LATEST", 10))
    answer = say("restore", tmp_path / "copy.db", "--data", data)
    assert answer.exit_code == 0
    assert counted(data) == 2
    assert data.stat().st_mode & 0o777 == 0o600
    kept = Path(answer.stdout.split()[-1].rstrip("."))
    assert counted(kept) == 3
    keep(data, played("AGAIN", 10))
    assert counted(data) == 3


def test_a_copy_can_be_put_where_nothing_was(data: Path, tmp_path: Path) -> None:
    assert restore(data, tmp_path / "new" / "tables.db") == (2, None)
    assert counted(tmp_path / "new" / "tables.db") == 2


def test_what_lies_beside_a_file_that_is_gone_does_not_come_back(
    data: Path, tmp_path: Path
) -> None:
    """SQLite would write the log of the old file over the copy, and nobody would be told."""
    target = tmp_path / "crashed.db"
    with closing(opened(keep(tmp_path / "old.db", played("BEFORE", 15)))) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("UPDATE tables SET created = 2")
        shutil.copy(tmp_path / "old.db-wal", f"{target}-wal")
    assert restore(data, target) == (2, None)
    assert {found.code for found in audit(target)} == {"SEVERL", "FINISH"}
    assert list(tmp_path.glob("crashed.db.*-wal")), "it may hold what nothing else has"


def test_people_are_known_again_after_a_restore(tmp_path: Path) -> None:
    with Host(tmp_path / "tables.db") as host:
        ada = Visitor(host.address)
        code = ada.create("gold", None, None)
        backup(tmp_path / "tables.db", tmp_path / "copy.db")
    restore(tmp_path / "copy.db", tmp_path / "tables.db")
    with Host(tmp_path / "tables.db") as host:
        again = Visitor(host.address)
        again.http.cookies.update(ada.http.cookies)
        assert [table["code"] for table in again.ask("GET", "/me")["tables"]] == [code]


def test_nothing_is_put_back_while_a_server_runs(data: Path, tmp_path: Path) -> None:
    backup(data, tmp_path / "copy.db")
    before = data.read_bytes()
    with claimed(data), pytest.raises(ValueError, match=r"another server .* stop it first"):
        restore(tmp_path / "copy.db", data)
    assert data.read_bytes() == before


def test_a_damaged_copy_is_not_put_back(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(data, copy)
    before = data.read_bytes()
    harm(copy)
    with pytest.raises(ValueError, match=r"copy.db is damaged: |copy.db cannot be copied"):
        restore(copy, data)
    assert data.read_bytes() == before
    change(copy, "PRAGMA user_version = 99")
    with pytest.raises(ValueError, match="later version of goldrush"):
        restore(copy, data)


def harm(path: Path) -> None:
    """Writes over the entries of some page."""
    content = bytearray(path.read_bytes())
    at = content.index(b"player of Bob")
    page = at - at % 4096
    content[page : page + 8] = b"\xff" * 8
    path.write_bytes(content)


def test_a_damaged_file_can_be_replaced(data: Path, tmp_path: Path) -> None:
    backup(data, tmp_path / "copy.db")
    data.write_text("a diary, not a database, and long enough to be told from one")
    tables, kept = restore(tmp_path / "copy.db", data)
    assert tables == counted(data) == 2
    assert kept
    assert kept.read_text().startswith("a diary")


def test_a_copy_of_an_older_format_is_brought_forward(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path / "old.db", 1, monkeypatch)
    new = shape(data)
    restore(tmp_path / "old.db", data)
    assert shape(data) == new
    assert shape(tmp_path / "old.db")[0] == 1, "the copy itself stays as it is"


def test_names_of_what_was_there_are_never_taken_twice(data: Path, tmp_path: Path) -> None:
    backup(data, tmp_path / "copy.db")
    names = {restore(tmp_path / "copy.db", data)[1] for _ in range(3)}
    assert len(names) == 3
    assert all(name and counted(name) == 2 for name in names)


# --- a look at everything -------------------------------------------------------------------------


def test_all_is_in_order(data: Path) -> None:
    answer = say("check", "--data", data)
    assert (answer.exit_code, answer.stdout) == (0, "2 tables, 0 of which cannot be opened\n")


def test_a_server_may_run_meanwhile(tmp_path: Path) -> None:
    with Host(tmp_path / "tables.db") as host:
        ada = Visitor(host.address)
        code = ada.create("gold", None, "zoe")
        ada.start(code)
        assert [found.trouble for found in audit(tmp_path / "tables.db")] == [None]
        ada.create("gold", None, None)


def test_a_table_is_found_by_its_code_and_by_its_name_in_logs(data: Path) -> None:
    for said in ("FINISH", "finish", mark(KEY, "FINISH")):
        answer = say("check", said, "--data", data)
        assert answer.exit_code == 0
        assert answer.stdout.startswith(f"FINISH ({mark(KEY, 'FINISH')} in logs): ")
        assert "SEVERL" not in answer.stdout
    answer = say("check", "NOBODY", "--data", data)
    assert "no table NOBODY in" in str(answer.exception)


def edited(path: Path, **fields: Any) -> None:
    """Changes what the sheet of a table says."""
    with closing(opened(path)) as db:
        (sheet,) = db.execute("SELECT sheet FROM tables WHERE code = 'FINISH'").fetchone()
        sheet = msgspec.json.encode(msgspec.json.decode(sheet) | fields)
        db.execute("UPDATE tables SET sheet = ? WHERE code = 'FINISH'", (sheet,))


def sql(statement: str) -> Callable[[Path], None]:
    return lambda path: change(path, statement)


def says(**fields: Any) -> Callable[[Path], None]:
    return lambda path: edited(path, **fields)


def undone(path: Path) -> None:
    """Has the log end with a decision that was taken back although a draw came after it."""
    last = "SELECT max(number) + 1 FROM log WHERE code = 'SEVERL'"
    change(path, f"INSERT INTO log SELECT 'SEVERL', ({last}), 0, {UNDO}, 1000, ''")


LAST = "SELECT max(number) FROM log WHERE code = 'FINISH' AND actor >= 0"
WRONG_LOTS = draw_lots("FINISH", SECRET, SALTS)[::-1]
UNSOUND: list[tuple[str, Callable[[Path], None]]] = [
    ("line 3 of its log is missing", sql("DELETE FROM log WHERE code = 'FINISH' AND number = 3")),
    ("step 0 draws", sql("UPDATE log SET step = 1 - step WHERE code = 'FINISH' AND number = 0")),
    ("step 1: 999", sql("UPDATE log SET step = 999 WHERE code = 'FINISH' AND number = 1")),
    ("step 1 is said to be by", sql("UPDATE log SET actor = 1 - actor WHERE number = 1")),
    ("it has a log, but no sheet", sql("DELETE FROM tables WHERE code = 'FINISH'")),
    ("takes back what cannot be taken back", undone),
    ("its log ends before a draw", sql("DELETE FROM log WHERE code = 'FINISH' AND number > 1")),
    ("it has a log, but its match has not begun", says(begun=0)),
    ("its match is over, but its sheet says", says(over=False)),
    ("its match goes on, but its sheet", sql(f"DELETE FROM log WHERE number >= ({LAST})")),
    ("its sheet is that of OTHERS", says(code="OTHERS")),
    ("version 99 of the rules", says(version=99)),
    ('there is no game "chess"', says(game="chess")),
    ("the lots are said to be", says(lots=WRONG_LOTS)),
    ("the secret draws", says(secret="AAAA")),
    ("Expected `array`", says(places=7)),
    ("malformed", sql("UPDATE tables SET sheet = 'nonsense' WHERE code = 'FINISH'")),
]


@pytest.mark.parametrize(("why", "harmed"), UNSOUND, ids=[why for why, _ in UNSOUND])
def test_what_is_wrong_with_a_table_is_said(
    data: Path, why: str, harmed: Callable[[Path], None]
) -> None:
    """Of that one; the others are looked at all the same."""
    harmed(data)
    troubles = {found.code: str(found.trouble or "") for found in audit(data)}
    assert sorted(troubles) == ["FINISH", "SEVERL"]
    assert why in "".join(troubles.values())
    answer = say("check", "--data", data)
    assert answer.exit_code == 1
    *lines, summary = answer.stdout.splitlines()
    assert summary.startswith("2 tables, ")
    assert "0 of which" not in summary
    assert all(line.startswith(("FINISH (", "SEVERL (")) for line in lines)


def test_decisions_that_were_taken_back_are_in_order(data: Path) -> None:
    """Whoever decides, takes it back, and decides again has a log like any other."""
    sheet, log = played("UNDONE", 20)
    seat = next(entry.actor for entry in reversed(log) if entry.actor != CHANCE)
    last = max(entry.number for entry in log if entry.actor != CHANCE)
    begun = log[: last + 1]
    again = [Entry(last + 1, seat, UNDO, 1), *(entry for entry in log[last:])]
    renumbered = [Entry(n, e.actor, e.step, e.at) for n, e in enumerate([*begun, *again])]
    keep(data, (sheet, renumbered))
    assert [found.trouble for found in audit(data)] == [None] * 3


def test_a_damaged_file_is_said_to_be_damaged(data: Path) -> None:
    harm(data)
    answer = say("check", "--data", data)
    assert answer.exit_code == 1
    assert "tables.db is damaged: " in answer.stdout


def test_a_damaged_part_hides_no_table_of_the_rest(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = kept

    def partly(db: sqlite3.Connection, code: str) -> Kept | None:
        if code == "FINISH":
            raise sqlite3.DatabaseError("database disk image is malformed")
        return read(db, code)

    monkeypatch.setattr(audits, "kept", partly)
    found = {one.code: str(one.trouble or "") for one in audit(data)}
    assert "disk image is malformed" in found["FINISH"]
    assert found["SEVERL"] == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_files_that_are_not_ours_are_named(data: Path, lang: str) -> None:
    later, other = data.with_name("later.db"), data.with_name("other.db")
    shutil.copyfile(data, later)
    change(later, "PRAGMA user_version = 99")
    change(other, "CREATE TABLE diary (day)")
    said = {"en": ("a later version", "another program"), "fr": ("plus récente", "autre programme")}
    for path, why in zip((later, other), said[lang], strict=True):
        answer = say("check", "--data", path, "--lang", lang)
        assert answer.exit_code == 1
        assert why in answer.stdout
    answer = say("check", "--data", data.with_name("nothing.db"))
    assert "there is no file" in str(answer.exception)
