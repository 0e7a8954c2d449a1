"""What any store must do; a second one is added to STORES."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from goldrush.core import CHANCE
from goldrush.server import sqlite
from goldrush.server.messages import Said
from goldrush.server.sqlite import SqliteStore, claimed
from goldrush.server.store import UNDO, Change, Conflict, Entry, Place, Sheet, Store

STORES: dict[str, Callable[[Path], Store]] = {"sqlite": lambda folder: SqliteStore(folder / "t.db")}
CODE = "QWERTY"


@pytest.fixture(params=STORES)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Opens a store of each kind, and the same one again each time."""

    @asynccontextmanager
    async def opening() -> AsyncIterator[Store]:
        store = STORES[request.param](tmp_path)
        yield store
        await store.close()

    return opening


def sheet(*players: str, code: str = CODE, created: int = 1) -> Sheet:
    places = [Place(name=f"name of {player}", player=player) for player in players]
    return Sheet(code, "gold", 1, {"rounds": "1"}, b"", places, "host", b"secret", created)


def entry(number: int, actor: int = 0, step: int = 7, said: str = "") -> Entry:
    return Entry(number, actor, step, 1000 + number, said)


async def raises(work: Coroutine[Any, Any, None]) -> str:
    with pytest.raises(Conflict) as found:
        await work
    return str(found.value)


def test_what_was_written_is_read_after_the_store_was_opened_anew(opened: Any) -> None:
    log = (entry(0, CHANCE), entry(1, 1, 3, "a"), entry(2, 1, UNDO, "b"))
    words = (Said(1, 5, 0, "bonjour à tous"),)

    async def scene() -> None:
        async with opened() as store:
            await store.write(Change(CODE, sheet("ada", "bob"), 0, log[:1]))
            await store.write(Change(CODE, entries=log[1:], said=words))
        async with opened() as store:
            kept = await store.read(CODE)
        assert kept.sheet == sheet("ada", "bob")
        assert kept.revision == 1
        assert kept.entries == list(log)
        assert kept.said == list(words)

    asyncio.run(scene())


def test_there_is_nothing_of_a_table_that_nobody_wrote(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.write(Change(CODE, sheet()))
            assert await store.read("NOBODY") is None

    asyncio.run(scene())


def test_two_writers_of_the_same_line_cannot_both_win(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store, opened() as rival:
            await store.write(Change(CODE, sheet()))
            both = (
                store.write(Change(CODE, entries=(entry(0, 0, 1),))),
                rival.write(Change(CODE, entries=(entry(0, 1, 2),))),
            )
            found = await asyncio.gather(*both, return_exceptions=True)
            assert [type(one) for one in found].count(Conflict) == 1
            kept = await store.read(CODE)
            assert len(kept.entries) == 1

    asyncio.run(scene())


def test_a_line_that_is_taken_or_leaves_a_gap_is_a_conflict(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.write(Change(CODE, sheet(), 0, (entry(0), entry(1))))
            assert "2" in await raises(store.write(Change(CODE, entries=(entry(1),))))
            assert "2" in await raises(store.write(Change(CODE, entries=(entry(3),))))
            await store.write(Change(CODE, entries=(entry(2),)))

    asyncio.run(scene())


def test_the_same_id_of_the_same_actor_is_written_once(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.write(Change(CODE, sheet(), 0, (entry(0, 0, 1, "a"),)))
            await raises(store.write(Change(CODE, entries=(entry(1, 0, 1, "a"),))))
            await store.write(Change(CODE, entries=(entry(1, 1, 1, "a"), entry(2), entry(3))))
            await store.write(Change("OTHERS", sheet(code="OTHERS"), 0, (entry(0, 0, 1, "a"),)))

    asyncio.run(scene())


def test_a_sheet_replaces_only_the_one_that_was_read(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.write(Change(CODE, sheet("ada")))
            await raises(store.write(Change(CODE, sheet("eve"))))
            await store.write(Change(CODE, sheet("ada", "bob"), 1))
            await raises(store.write(Change(CODE, sheet("ada", "eve"), 1)))
            kept = await store.read(CODE)
            assert kept.sheet == sheet("ada", "bob")
            assert kept.revision == 2

    asyncio.run(scene())


def test_all_of_a_change_is_kept_or_nothing(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.write(Change(CODE, sheet("ada"), 0, (entry(0),)))
            words = (Said(1, 5, 0, "lost"),)
            await raises(store.write(Change(CODE, sheet("bob"), 1, (entry(1), entry(1)), words)))
            kept = await store.read(CODE)
            assert (kept.sheet, kept.revision) == (sheet("ada"), 1)
            assert kept.entries == [entry(0)]
            assert not kept.said

    asyncio.run(scene())


def test_one_that_fails_takes_no_other_with_it(opened: Any) -> None:
    codes = [f"TABLE{n}" for n in range(20)]

    async def scene() -> None:
        async with opened() as store:
            await asyncio.gather(*(store.write(Change(c, sheet(code=c))) for c in codes))
            changes = [Change(c, entries=(entry(n % 2),)) for n, c in enumerate(codes)]
            writes = (store.write(change) for change in changes)
            found = await asyncio.gather(*writes, return_exceptions=True)
            assert [isinstance(one, Conflict) for one in found] == [n % 2 == 1 for n in range(20)]
            for n, code in enumerate(codes):
                kept = await store.read(code)
                assert len(kept.entries) == 1 - n % 2

    asyncio.run(scene())


def test_the_tables_of_a_person_are_found_newest_first_until_they_are_over(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            for n, code in enumerate(("FIRST", "SECOND", "THIRD")):
                await store.write(Change(code, sheet("ada", "bob", code=code, created=n)))
            gone = sheet("bob", code="SECOND", created=1)
            await store.write(Change("SECOND", gone, 1))
            assert await store.seated("ada") == ["THIRD", "FIRST"]
            assert await store.seated("bob") == ["THIRD", "SECOND", "FIRST"]
            assert await store.seated("eve") == []
            over = sheet("ada", "bob", code="THIRD", created=2)
            over.over = True
            await store.write(Change("THIRD", over, 1))
            assert await store.seated("ada") == ["FIRST"]

    asyncio.run(scene())


def test_tables_at_which_nobody_ever_played_are_forgotten_after_a_while(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            for code, created in (("OLDOPEN", 1), ("PLAYED", 1), ("INUSE", 1), ("NEW", 9)):
                await store.write(Change(code, sheet("ada", code=code, created=created)))
            await store.write(Change("PLAYED", entries=(entry(0, CHANCE),)))
            assert await store.forget(5, ["INUSE"]) == 1
            assert await store.read("OLDOPEN") is None
            assert sorted(await store.seated("ada")) == ["INUSE", "NEW", "PLAYED"]
            assert await store.forget(5, ["INUSE"]) == 0

    asyncio.run(scene())


def test_a_setting_stays_what_it_first_was(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            assert await store.setting("key", b"one") == b"one"
        async with opened() as store:
            assert await store.setting("key", b"two") == b"one"
            assert await store.setting("other", b"three") == b"three"

    asyncio.run(scene())


def test_what_was_asked_for_before_closing_is_kept(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.write(Change(CODE, sheet()))
            hurried = asyncio.create_task(store.write(Change(CODE, entries=(entry(0),))))
            await asyncio.sleep(0)  # it has begun
        await hurried
        async with opened() as store:
            kept = await store.read(CODE)
            assert kept.entries == [entry(0)]

    asyncio.run(scene())


def test_whoever_no_longer_waits_for_a_write_harms_no_other(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.write(Change(CODE, sheet()))
            tasks = [
                asyncio.create_task(store.write(Change(CODE, entries=(entry(0),)))),
                asyncio.create_task(store.write(Change("OTHERS", sheet(code="OTHERS")))),
            ]
            await asyncio.sleep(0)
            tasks[0].cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            assert await store.read("OTHERS") is not None

    asyncio.run(scene())


def test_a_file_belongs_to_one_server_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    with claimed(file), pytest.raises(ValueError, match="another server"), claimed(file):
        pass
    with claimed(file):
        pass


def test_what_goes_wrong_while_it_is_kept_is_no_quarrel_about_the_file(tmp_path: Path) -> None:
    with pytest.raises(BlockingIOError), claimed(tmp_path / "t.db"):
        raise BlockingIOError


def test_nobody_else_on_the_machine_can_read_it(tmp_path: Path) -> None:
    """Secrets of matches that are being played stand there, and the key of all cookies."""
    file = tmp_path / "new" / "t.db"

    async def scene() -> None:
        with claimed(file):
            store = SqliteStore(file)
            await store.write(Change(CODE, sheet()))
            for path in (file.parent, *file.parent.glob("t.db*")):
                if path.suffix != ".lock":
                    assert path.stat().st_mode & 0o077 == 0, path
            await store.close()

    asyncio.run(scene())


def test_the_write_ahead_log_is_folded_while_writing_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "FOLD", 5)
    monkeypatch.setattr(sqlite, "LARGEST", 40)
    file, largest = tmp_path / "t.db", 0

    async def scene() -> None:
        nonlocal largest
        store = SqliteStore(file)
        await store.write(Change(CODE, sheet()))
        empty = file.stat().st_size
        for number in range(400):
            await store.write(Change(CODE, entries=(entry(number),)))
            largest = max(largest, file.with_name("t.db-wal").stat().st_size)
        assert file.stat().st_size > empty, "it is in the file itself"
        await store.close()
        assert not file.with_name("t.db-wal").exists()

    asyncio.run(scene())
    assert largest < 400 * 4096, "the log begins anew"
    with sqlite3.connect(file) as db:
        assert db.execute("SELECT count(*) FROM log").fetchone() == (400,)


def test_a_file_of_a_later_program_is_refused(tmp_path: Path) -> None:
    async def scene() -> None:
        store = SqliteStore(tmp_path / "t.db")
        store._writing.execute("PRAGMA user_version = 99")
        await store.close()

    asyncio.run(scene())
    with pytest.raises(ValueError, match="later version"):
        SqliteStore(tmp_path / "t.db")


def test_a_file_that_is_no_store_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    file.write_text("a diary, not a database, and long enough to be told from one")
    with pytest.raises(ValueError, match="cannot be kept"):
        SqliteStore(file)
    assert file.read_text().startswith("a diary")
