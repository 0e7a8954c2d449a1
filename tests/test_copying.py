"""All that is kept, copied from a file to a database and back: nothing is lost or added."""

import asyncio
import os
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from clusters import Cluster, program
from goldrush import cli
from goldrush.server import copying
from goldrush.server.admin_store import Decree, Line, Report
from goldrush.server.challenge import Challenge, Day
from goldrush.server.copying import copy
from goldrush.server.databases import Place, owned, reading
from goldrush.server.listeners import Noting, Told
from goldrush.server.messages import Said
from goldrush.server.migrations import STEPS
from goldrush.server.notice_messages import Wishes
from goldrush.server.postgres_link import Link
from goldrush.server.shape import shapes
from goldrush.server.sqlite import claimed
from goldrush.server.store import Change, Invitation, Remark, Stake, Store
from hosting import Host
from test_migrations import opened, written
from test_store import ADAS, BOX, CODE, ended, key, person, sheet, tie
from test_upkeep import keep, played
from visitors import Visitor


async def furnish(store: Store) -> None:
    """Keeps something of everything."""
    await store.setting("cookies", b"\0key")
    sat, log = played("SEVERL", 15)
    said = (Said(1, 5, 0, "bonjour à tous", "a"),)
    remarks = (Remark(1, 6, "eve", "Eve", "oh", "b"),)
    await store.write(Change("SEVERL", sat, 0, tuple(log), said, remarks=remarks))
    await store.mind("SEVERL", 77)
    for n, code in enumerate(("FIRST", "SECOND"), 1):
        over = ended("ada", "bob", code=code, at=n)
        stakes = (Stake("ada", 1), Stake("bob", 2))
        await store.write(
            Change(code, over.sheet, 0, over.entries, ended=over.ended, stakes=stakes)
        )
    await store.keep_person(person("ada", phrase=b"\0p", address="a", passkeys=(key(b"\xff"),)))
    await store.note(
        Noting("ada", Wishes(), 5, ((CODE, "never"),), (ADAS,), told=(Told(CODE, "gold", 1, 9),))
    )
    await store.note(Noting("ada", mailbox=BOX))
    await store.tie(tie("ada", "bob"))
    await store.part("eve", "fay", 1 << 50)
    await store.invite(Invitation("ada", CODE, "bob", "Bob", 3))
    for n in range(3):
        await store.keep_review(b"%d" % n, b"\0review")
    await store.live(100)
    daily = sheet("ada", code="DAILY")
    daily.daily = "2026-11-20"
    await store.day(Day("2026-11-20", b"secret", Challenge("gold", 1, {}, ["zoe"], 0)))
    await store.write(Change("DAILY", daily))
    for number in (1, 2, 3):
        line = Line("SEVERL", number == 1, number)
        await store.report(Report(line, "eve", "Eve", "oh", 6, 8), "ada")
    await store.decree(Decree("removed_and_blocked", 9, "SEVERL", "eve", block=True, report=1))
    await store.decree(Decree("words", 9, words=("fie", "pooh")))


def fill(place: Place) -> Place:
    async def filling() -> None:
        with owned(place) as store:
            await furnish(store)
            await store.close()

    asyncio.run(filling())
    return place


def all_of(place: Place) -> dict[str, list[Any]]:
    """All that is kept somewhere."""
    with reading(place) as db:
        return {
            table: sorted(
                tuple(map(str, map(_plain, row))) for row in db.execute(f"SELECT * FROM {table}")
            )
            for table in shapes()
        }


def _plain(one: Any) -> Any:
    return int(one) if isinstance(one, bool) else one


def say(*args: Any) -> Result:
    return CliRunner().invoke(cli.app, [str(one) for one in args])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return Path(str(fill(tmp_path / "tables.db")))


def test_all_goes_from_a_file_to_a_database_and_back(
    file: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "AT_ONCE", 2)  # so that there are several pages
    before = all_of(file)
    assert not [table for table, rows in before.items() if not rows], "there is some of all"
    steps = list(copy(file, database))
    assert steps[-1].done == steps[-1].of == 2 * sum(map(len, before.values()))
    assert all_of(database) == before
    back = file.with_name("back.db")
    list(copy(database, back))
    assert all_of(back) == all_of(file) == before
    assert back.stat().st_mode & 0o777 == 0o600


def test_new_rows_are_numbered_after_those_that_were_copied(file: Path, database: str) -> None:
    list(copy(file, database))

    async def scene() -> None:
        with owned(database) as store:
            over = ended("ada", "bob", code="THIRD", at=3)
            stakes = (Stake("ada", 1), Stake("bob", 2))
            await store.write(replace_stakes(over, stakes))
            assert [one.code for one in await store.rated_of("ada", 9)] == [
                "FIRST",
                "SECOND",
                "THIRD",
            ]
            await store.keep_review(b"new", b"\0")
            await store.report(Report(Line("THIRD", False, 1), "eve", "Eve", "oh", 6, 8), "bob")
            new, *copied = await store.reports(9, resolved=False)
            await store.decree(Decree("dismissed", 10, report=new.number))
            first, *old = await store.reports(9, resolved=True)
            assert first.number == new.number > max(one.number for one in (*copied, *old))
            assert [one.number for one in await store.acts(9)] == [3, 2, 1]
            await store.close()

    asyncio.run(scene())


def replace_stakes(over: Change, stakes: tuple[Stake, ...]) -> Change:
    return Change(over.code, over.sheet, 0, over.entries, ended=over.ended, stakes=stakes)


def test_a_match_goes_on_where_it_was_in_another_kind_of_store(
    tmp_path: Path, database: str
) -> None:
    """Also by whoever sat there, who stays signed in; the clock of days goes on as well."""
    with claimed(tmp_path / "tables.db"), Host(tmp_path / "tables.db") as host:
        ada = Visitor(host.address)
        code = ada.create("gold", None, None)
        ada.join(code, seat=1)
        ada.start(code)
        table = ada.sit(code)
        table.hello(seat=table.hello()["state"]["actor"])
        first = {
            "type": "Act",
            "id": "a",
            "number": table.state["number"],
            "action": table.choices()[0],
        }
        table.send(**first)
        table.until(lambda message: message.get("id") == "a")
        shown = table.hello(seat=0)["state"]
        table.close()
        answer = say("database", "copy", tmp_path / "tables.db", database)
        assert answer.exit_code == 0, answer.output
        assert "A server still runs" in answer.stdout
    with Host(tmp_path, database=database) as host:
        again = Visitor(host.address)
        again.http.cookies.update(ada.http.cookies)
        table = again.sit(code)
        assert table.hello(seat=0)["state"] == shown
        table.hello(seat=table.state["actor"])
        table.send(**first)
        done = table.until(lambda message: message.get("id") == "a")
        assert done["type"] == "Done", "it is known that this was done"
        table.close()
        assert "A server still runs" in say("database", "copy", database, tmp_path / "b.db").stdout


def test_a_place_that_is_not_empty_is_replaced_by_force_alone(file: Path, database: str) -> None:
    fill(database)
    before = all_of(database)
    keep(file.with_name("other.db"), played("FINISH"))
    with pytest.raises(ValueError, match="is not empty; name another place, or say --force"):
        list(copy(file.with_name("other.db"), database))
    assert all_of(database) == before
    answer = say("database", "copy", "--force", file.with_name("other.db"), database)
    assert answer.exit_code == 0, answer.output
    assert "One table" in answer.stdout
    assert all_of(database) == all_of(file.with_name("other.db"))


def test_what_cannot_be_copied_leaves_its_target_as_it_was(
    file: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(database)
    before = all_of(database)
    with closing(opened(file)) as db:
        db.execute("UPDATE results SET name = 'A' || char(0)")
    with pytest.raises(ValueError, match="cannot be copied to postgresql://"):
        list(copy(file, database, force=True))
    assert all_of(database) == before
    pages = copying._pages

    def lossy(db: Any, *what: Any) -> Any:
        rows = list(pages(db, *what))
        return rows[:-1] if isinstance(db, Link) else rows

    with closing(opened(file)) as db:
        db.execute("UPDATE results SET name = 'A'")
    monkeypatch.setattr(copying, "_pages", lossy)
    with pytest.raises(ValueError, match="what arrived in tables is not what was sent"):
        list(copy(file, database, force=True))
    assert all_of(database) == before


def test_a_table_that_cannot_be_opened_is_said_after_a_copy(file: Path, database: str) -> None:
    with closing(opened(file)) as db:
        db.execute("DELETE FROM log WHERE code = 'SEVERL' AND number = 3")
    answer = say("database", "copy", file, database)
    assert answer.exit_code == 1
    assert "line 3 of its log is missing" in answer.stdout


@pytest.mark.parametrize(
    ("source", "target", "why"),
    [
        ("tables.db", "tables.db", "cannot be its own copy"),
        ("nothing.db", "{url}", "there is no file .*nothing.db; name the one"),
        ("diary.txt", "{url}", "diary.txt is damaged"),
        ("old.db", "{url}", "is of an older format; `goldrush serve` brings it forward"),
        ("tables.db", "redis://127.0.0.1/1", "is no database that goldrush knows"),
        ("postgresql://ada:secret@127.0.0.1:1/gold", "new.db", "@127.0.0.1:1/gold cannot be read"),
        ("tables.db", "diary.txt", "tables cannot be kept in"),
    ],
)
def test_what_cannot_be_copied_is_said(
    file: Path, database: str, source: str, target: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = file.parent
    (folder / "diary.txt").write_text(
        "a diary, not a database, and long enough to be told from one"
    )
    written(folder / "old.db", len(STEPS) - 1, monkeypatch)
    monkeypatch.chdir(folder)
    answer = say("database", "copy", source, target.format(url=database))
    assert answer.exit_code == 1
    with pytest.raises(ValueError, match=why) as found:
        raise answer.exception or AssertionError(answer.output)
    assert "secret" not in str(found.value)


def test_nothing_is_copied_to_where_a_server_runs(file: Path, database: str) -> None:
    async def scene() -> None:
        with owned(database) as store:
            with pytest.raises(ValueError, match="another server keeps its tables"):
                await asyncio.to_thread(lambda: list(copy(file, database)))
            await store.close()

    asyncio.run(scene())


def test_a_database_is_checked_as_a_file_is(database: str) -> None:
    fill(database)
    answer = say("check", "--database", database)
    assert "SEVERL" not in answer.stdout
    assert "FIRST" in answer.stdout, "of gold nobody can open a match of one step"
    assert say("check", "severl", "--database", database).exit_code == 0
    for command in ("backup", "restore"):
        refused = say(command, "copy.db", "--database", database)
        assert "goldrush database copy" in str(refused.exception)
    assert "names no database" in str(say("check", "--database", "gold").exception)


# --- the restore drill of docs/hosting.md ---------------------------------------------------------


def test_what_pg_dump_wrote_is_put_back_and_is_sound(
    tmp_path: Path, database: str, new_database: Callable[..., str], cluster: Cluster
) -> None:
    keep_in(database)
    before, new = all_of(database), new_database(template="template0")
    dump = tmp_path / "goldrush.dump"
    own = {**os.environ, "PGCONNECT_TIMEOUT": "60"}
    for command in (
        [program("pg_dump"), "--format=custom", f"--file={dump}", database],
        [program("pg_restore"), "--exit-on-error", "--no-owner", f"--dbname={new}", str(dump)],
    ):
        subprocess.run(command, check=True, env=own)
    assert all_of(new) == before
    answer = say("check", "--database", new)
    assert answer.exit_code == 0, answer.output
    assert "One table" in answer.stdout


def keep_in(database: str) -> None:
    async def keeping() -> None:
        sat, log = played("SEVERL", 15)
        with owned(database) as store:
            await store.setting("cookies", b"\0key")
            await store.write(Change("SEVERL", sat, 0, tuple(log)))
            await store.close()

    asyncio.run(keeping())
