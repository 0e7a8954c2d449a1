"""What any store must do for whoever hosts: decrees with their lines, reports, and searches."""

import asyncio
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from goldrush.server import sql_search
from goldrush.server.admin_store import Act, Blocked, Decree, Line, Report
from goldrush.server.listeners import Noting, Told
from goldrush.server.messages import Said
from goldrush.server.sqlite import SqliteStore
from goldrush.server.store import (
    LAST,
    UNDO,
    Change,
    Invitation,
    Person,
    Remark,
    Sheet,
    Store,
    Tie,
)
from test_store import CODE, ended, entry, opened, sheet

__all__ = ["opened"]  # the fixture: a store of each kind
ELSE = "ASDFGH"


def playing(*players: str, code: str = CODE, created: int = 1, game: str = "gold") -> Sheet:
    found = sheet(*players, code=code, created=created)
    found.begun, found.game = 5, game
    return found


def report(number: int, player: str = "bob", code: str = CODE, *, aside: bool = False) -> Report:
    return Report(Line(code, aside, number), player, "Bob", "rat", 7, 9)


async def codes(store: Store, *wanted: Any) -> list[str]:
    return [one.sheet.code for one in await store.listed(*wanted)]


async def people(store: Store, wanted: str) -> list[tuple[str, str]]:
    return [(one.player, one.name) for one in await store.named(wanted, 9)]


def test_tables_are_listed_the_newest_first_by_game_and_phase(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.write(Change("AAAAAA", sheet("ada", code="AAAAAA", created=1)))
            going = playing("ada", "bob", code="BBBBBB", created=2, game="goldrausch")
            log = (entry(0, -1), entry(1, 0), entry(2, 1), entry(3, 1, UNDO), entry(4, 1))
            await store.write(Change("BBBBBB", going, 0, log))
            await store.write(ended("ada", code="CCCCCC"))
            assert await codes(store, 9, LAST) == ["BBBBBB", "CCCCCC", "AAAAAA"]
            assert await codes(store, 1, LAST) == ["BBBBBB"]
            assert await codes(store, 9, (2, "BBBBBB")) == ["CCCCCC", "AAAAAA"]
            assert await codes(store, 9, LAST, "gold") == ["CCCCCC", "AAAAAA"]
            for phase, code in (("open", "AAAAAA"), ("playing", "BBBBBB"), ("over", "CCCCCC")):
                assert await codes(store, 9, LAST, "", phase) == [code]
            (first, *_) = await store.listed(1, LAST)
            assert (first.sheet, first.decisions, first.last) == (going, 2, 1004)

    asyncio.run(scene())


def test_a_table_is_closed_with_all_that_belongs_to_it_but_its_result(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.write(Change(CODE, playing("ada", "bob"), 0, (entry(0),)))
            await store.note(Noting("bob", told=(Told(CODE, "gold", 1, 2),)))
            await store.write(ended("ada", "bob", code=ELSE))
            for code in (CODE, ELSE):
                assert await store.decree(Decree("closed", 8, code=code, close=True)) == [code]
                assert await store.read(code) is None
            assert await store.decree(Decree("closed", 8, code=CODE, close=True)) == []
        async with opened() as store:
            assert await store.seated("ada", 9) == {}
            assert (await store.listener("bob")).told == {}
            assert [one.code for one in await store.played("ada", 9)] == [ELSE]
            assert [(act.what, act.code) for act in await store.acts(2, before=3)] == [
                ("closed", ELSE),
                ("closed", CODE),
            ]

    asyncio.run(scene())


def test_people_are_found_by_any_part_of_any_name_of_theirs(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.keep_person(Person("ada", "Adélaïde", 3))
            await store.write(Change(CODE, playing("bob", "ada")))
            await store.write(ended("cyd", code=ELSE))
            said = (Remark(1, 5, "dan", "Dandelion", "hello", "x"),)
            await store.write(Change(CODE, remarks=said))
            await store.report(report(1, "dan", aside=True), "eve")
            assert await people(store, "adel") == [("ada", "Adélaïde")]
            assert await people(store, "e of bob") == [("bob", "name of bob")]
            assert await people(store, "of") == [
                ("ada", "Adélaïde"),
                ("bob", "name of bob"),
                ("cyd", "name of cyd"),
            ]
            assert await people(store, "dandelion") == [("dan", "Dandelion")]
            assert await people(store, "nobody") == []
            (ada, cyd, dan) = await store.known(["ada", "cyd", "dan"])
            assert (ada.kept, ada.since, ada.tables, ada.matches) == (True, 3, 1, 0)
            assert (cyd.kept, cyd.since, cyd.tables, cyd.matches) == (False, 0, 0, 1)
            assert (dan.reports, dan.name) == (1, "Dandelion")

    asyncio.run(scene())


def test_another_name_stands_wherever_the_one_before_stood(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.keep_person(Person("ada", "Rat", 3))
            await store.write(Change(CODE, playing("ada", "bob")))
            await store.write(ended("ada", code=ELSE))
            said = (Remark(1, 5, "ada", "Rat", "hello", "x"),)
            await store.write(Change("QQQQQQ", sheet("bob", code="QQQQQQ"), remarks=said))
            await store.tie(Tie("bob", "ada", "friend", 1, "Bob", "Rat"))
            await store.invite(Invitation("bob", CODE, "ada", "Rat", 1))
            changed = await store.decree(Decree("renamed", 8, player="ada", name="Ada"))
            assert sorted(changed) == sorted([CODE, ELSE, "QQQQQQ"])
        async with opened() as store:
            kept = await store.read(CODE)
            assert [place.name for place in kept.sheet.places] == ["Ada", "name of bob"]
            assert kept.revision == 2
            assert (await store.person("player", "ada")).name == "Ada"
            assert (await store.played("ada", 9))[0].seats[0].name == "Ada"
            assert [one.name for _, one in await store.remarks("ada")] == ["Ada"]
            assert [tie.other_name for tie in await store.ties("bob")] == ["Ada"]
            assert [one.name for one in await store.invited("bob", 9)] == ["Ada"]
            assert await store.acts(9) == [Act(1, 8, "renamed", "", "ada", "Ada")]

    asyncio.run(scene())


def test_who_is_blocked_stays_so_until_it_is_taken_back(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.write(Change(CODE, sheet("ada")))
            await store.decree(Decree("blocked", 7, player="ada", block=True))
            await store.decree(Decree("blocked", 8, player="ada", block=True))
        async with opened() as store:
            assert await store.blocked() == [Blocked("ada", "name of ada", 7)]
            await store.keep_person(Person("new", "Ada", 3))
            await store.move("ada", "new")
            assert [one.player for one in await store.blocked()] == ["new"], (
                "signing in frees nobody"
            )
            await store.decree(Decree("unblocked", 9, player="new", block=False))
            assert await store.blocked() == []

    asyncio.run(scene())


def test_words_are_a_list_that_another_one_replaces(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            assert await store.words() == []
            await store.decree(Decree("words", 7, words=("b", "a", "b")))
            await store.decree(Decree("dismissed", 7))
        async with opened() as store:
            assert await store.words() == ["a", "b"]
            await store.decree(Decree("words", 7, words=()))
            assert await store.words() == []

    asyncio.run(scene())


def test_a_line_has_one_report_whoever_reports_it_and_is_resolved_once_and_for_all(
    opened: Any,
) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.write(Change(CODE, playing("ada", "bob"), said=(Said(1, 7, 1, "rat"),)))
            for reporter in ("ada", "ada", "eve"):
                await store.report(report(1), reporter)
            await store.report(report(1, aside=True), "eve")
            second, first = await store.reports(9, resolved=False)
            assert (first.line, first.reporters) == (Line(CODE, False, 1), 2)
            assert (second.line.aside, second.reporters) == (True, 1)
            assert await store.reports(9, resolved=False, before=second.number) == [first]
            assert await store.reports_by("eve") == [(first.line, 9), (second.line, 9)]
            decree = Decree("removed", 11, remove=first.line, report=first.number)
            assert await store.decree(decree) == [CODE]
        async with opened() as store:
            (done,) = await store.reports(9, resolved=True)
            assert (done.outcome, done.resolved, done.text) == ("removed", 11, "rat")
            assert await store.reported(done.number) == done
            assert await store.reported(99) is None
            said, remarks = await store.talk(CODE)
            assert ([one.text for one in said], remarks) == ([""], [])
            assert (await store.read(CODE)).said == said

    asyncio.run(scene())


def test_whoever_has_everything_deleted_is_in_no_report_and_no_line_of_acts(
    opened: Any, tmp_path: Path
) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.write(Change(CODE, playing("ada", "bob"), said=(Said(1, 7, 1, "rat"),)))
            await store.report(report(1, "unmistakable"), "ada")
            await store.report(report(2, "ada"), "unmistakable")
            await store.decree(Decree("blocked", 8, player="unmistakable", block=True))
            await store.erase("unmistakable")
            (left,) = await store.reports(9, resolved=False)
            assert (left.player, left.reporters) == ("ada", 0)
            assert await store.reports_by("ada") == []
            assert await store.blocked() == []
            assert await store.acts(9) == [Act(1, 8, "blocked", "", "", "")]
        for file in tmp_path.iterdir():
            assert b"unmistakable" not in file.read_bytes(), file

    asyncio.run(scene())


def test_no_report_has_the_number_of_one_that_is_gone(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.report(report(1, "bob"), "eve")
            (gone,) = await store.reports(9, resolved=False)
            await store.erase("bob")
            await store.report(replace(report(2, "ada"), at=10), "eve")
            assert await store.reported(gone.number) is None, "a host's page may still show it"
            await store.report(replace(report(3, "ada"), at=10), "eve")
            found = await store.reports(9, resolved=False)
            assert [one.line.number for one in found] == [3, 2], "also of the same moment"

    asyncio.run(scene())


def test_what_was_long_resolved_and_done_is_forgotten(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            for number in (1, 2, 3):
                await store.report(report(number), "eve")
            third, second, first = await store.reports(9, resolved=False)
            await store.decree(Decree("dismissed", 10, report=first.number))
            await store.decree(Decree("dismissed", 20, report=second.number))
            await store.tidy(15, 15)
            assert [one.line for one in await store.reports(9, resolved=True)] == [second.line]
            assert await store.reports(9, resolved=False) == [third]
            assert [line.number for line, _ in await store.reports_by("eve")] == [2, 3]
            assert [act.at for act in await store.acts(9)] == [20]

    asyncio.run(scene())


def test_it_is_counted_how_much_is_kept_of_each_kind(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.write(Change(CODE, playing("ada"), 0, (entry(0), entry(1))))
            found = {one.name: one.number for one in await store.inventory()}
            assert (found["tables"], found["moves"], found["people"]) == (1, 2, 0)
            assert await store.size() > 0
            assert store.waiting == 0

    asyncio.run(scene())


async def sizes_of(path: Path) -> dict[str, int | None]:
    store = SqliteStore(path)
    found = {kind.name: kind.size for kind in await store.inventory()}
    await store.close()
    return found


def test_nothing_that_the_file_keeps_is_left_out_of_the_count(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "t.db")
    asyncio.run(store.close())
    from test_migrations import opened as file

    db = file(tmp_path / "t.db")
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    sizes = asyncio.run(sizes_of(tmp_path / "t.db"))
    plan = db.execute(
        "EXPLAIN QUERY PLAN SELECT code FROM tables WHERE (created, code) < (9, 'A')"
        " ORDER BY created DESC, code DESC LIMIT 3"
    ).fetchall()
    db.close()
    assert {one for some in sql_search.KINDS.values() for one in some} == tables
    assert all(size is None or size > 0 for size in sizes.values())
    assert "tables_by_age" in plan[0][-1]
    assert len(plan) == 1, "nothing is sorted"
