"""What only a database of PostgreSQL does: who may have it, how it goes, and how it comes back."""

import asyncio
import logging
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest

from clusters import GUEST, WORD, Cluster
from goldrush.server import migrations, postgres_format
from goldrush.server.dialect import said
from goldrush.server.migrations import STEPS
from goldrush.server.postgres import READERS, PostgresStore
from goldrush.server.postgres_format import FIRST, format_of
from goldrush.server.postgres_link import Link, meaning, shown
from goldrush.server.shape import shapes
from goldrush.server.store import Change, Conflict, NotKept
from hosting import Host
from test_store import CODE, entry, sheet
from visitors import Visitor


@pytest.fixture
def link(database: str) -> Iterator[Link]:
    found = Link(database)
    yield found
    found.close()


# --- whose it is ----------------------------------------------------------------------------------


def test_a_database_belongs_to_one_server_at_a_time(database: str) -> None:
    async def scene() -> None:
        store = PostgresStore(database)
        with pytest.raises(ValueError, match="another server keeps its tables in postgresql://"):
            PostgresStore(database)
        await store.close()
        await PostgresStore(database).close()

    asyncio.run(scene())


def test_whoever_lost_a_database_to_another_server_cannot_write(
    database: str, cluster: Cluster
) -> None:
    async def scene() -> None:
        lost = PostgresStore(database)
        await lost.write(Change(CODE, sheet("ada")))
        with cluster.gone(database):
            pass
        other = PostgresStore(database)
        with pytest.raises(NotKept, match="another server keeps its tables"):
            await lost.write(Change(CODE, entries=(entry(0),)))
        assert "another server" in lost.trouble
        await other.write(Change(CODE, entries=(entry(0),)))
        await other.close()
        with pytest.raises(Conflict):
            await lost.write(Change(CODE, entries=(entry(0),)))
        await lost.write(Change(CODE, entries=(entry(1),)))
        assert not lost.trouble
        await lost.close()

    asyncio.run(scene())


# --- while it is gone -----------------------------------------------------------------------------


def test_nothing_is_acknowledged_while_a_database_is_gone_and_then_all_goes_on(
    database: str, cluster: Cluster, tmp_path: Path
) -> None:
    with Host(tmp_path, database=database) as host:
        ada = Visitor(host.address)
        code = ada.create("gold", None, None)
        ada.join(code, seat=1)
        ada.start(code)
        table = ada.sit(code)
        state = table.hello(seat=table.hello()["state"]["actor"])["state"]
        asked = {"type": "Act", "id": "a", "number": state["number"], "action": table.choices()[0]}
        with cluster.gone(database):
            table.send(**asked)
            refused = table.until(lambda message: message.get("id") == "a")
            assert (refused["type"], refused["reason"]) == ("Refused", "not_kept")
            assert "does not answer" in refused["detail"]
            assert refused["state"]["number"] == state["number"], "nothing has happened"
            assert ada.tried("POST", f"/tables/{code[::-1]}/start").status_code in (404, 503)
            assert ada.tried("GET", "/me/games").status_code == 503
            health = httpx.get(f"{host.address}/health")
            assert health.status_code == 503
            assert "the store cannot write" in health.json()["troubles"][0]
            assert "127.0.0.1" not in health.text
        table.send(**asked)
        assert table.until(lambda message: message.get("id") == "a")["type"] == "Done"
        ada.ask("GET", "/me/games")
        assert httpx.get(f"{host.address}/health").json() == {"status": "ok"}
        table.close()


def test_a_connection_that_was_lost_meanwhile_is_made_anew_and_nobody_notices(
    database: str, cluster: Cluster
) -> None:
    async def scene() -> None:
        store = PostgresStore(database)
        await store.write(Change(CODE, sheet("ada")))
        assert await store.read(CODE)
        with cluster.gone(database):
            pass
        await store.write(Change(CODE, entries=(entry(0),)))
        kept = await store.read(CODE)
        assert kept
        assert kept.entries == [entry(0)]
        assert not store.trouble
        await store.close()

    asyncio.run(scene())


def test_of_what_was_begun_before_a_connection_was_lost_no_half_is_kept(
    database: str, cluster: Cluster
) -> None:
    async def scene() -> None:
        store = PostgresStore(database)

        def both(db: Any) -> None:
            db.execute("INSERT INTO settings VALUES ('one', ?)", (b"1",))
            with cluster.gone(database):
                pass
            db._wait(asyncio.sleep(0.2))  # it hears of that with the answer before
            db.execute("INSERT INTO settings VALUES ('two', ?)", (b"2",))

        with pytest.raises(NotKept, match="does not answer"):
            await store._written(both)
        for name in ("one", "two"):
            assert await store.setting(name, b"new") == b"new"
        assert not store.trouble
        await store.close()

    asyncio.run(scene())


def test_what_was_taken_back_is_not_acknowledged(database: str) -> None:
    """PostgreSQL answers a COMMIT after something has failed, but it keeps nothing."""

    async def scene() -> None:
        store = PostgresStore(database)

        def wrong(db: Any) -> None:
            db.execute("INSERT INTO settings VALUES ('one', ?)", (b"1",))
            with suppress(Exception):
                db.execute("SELECT * FROM nowhere")

        with pytest.raises(NotKept, match="failed"):
            await store._written(wrong)
        assert await store.setting("one", b"new") == b"new"
        await store.close()

    asyncio.run(scene())


def test_whatever_a_host_looks_for_those_who_play_are_answered(database: str) -> None:
    async def scene() -> None:
        store = PostgresStore(database)
        let_go = Event()
        searches = [store._aside(lambda _: let_go.wait(60)) for _ in range(READERS + 1)]
        looking = asyncio.gather(*searches)
        await asyncio.sleep(0.1)
        assert await asyncio.wait_for(store.read(CODE), 30) is None
        let_go.set()
        assert await looking == [True] * len(searches)
        await store.close()

    asyncio.run(scene())


def test_what_one_cannot_keep_ends_no_other(database: str) -> None:
    """PostgreSQL keeps no letter of number 0 in a text."""

    async def scene() -> None:
        store = PostgresStore(database)
        await store.write(Change(CODE, sheet("ada")))
        writes = (
            store.write(Change(CODE, entries=(entry(0, said="\0"),))),
            store.write(Change("OTHERS", sheet("bob", code="OTHERS"))),
        )
        broken, fine = await asyncio.gather(*writes, return_exceptions=True)
        assert isinstance(broken, Exception)
        assert not isinstance(broken, Conflict | NotKept)
        assert fine is None
        assert await store.read("OTHERS")
        assert not store.trouble
        await store.close()

    asyncio.run(scene())


def test_what_stands_in_rows_is_told_to_nobody(link: Link) -> None:
    link.execute("INSERT INTO settings VALUES ('cookies', ?)", (b"secret",))
    with pytest.raises(Exception, match="duplicate key") as found:
        link.execute("INSERT INTO settings VALUES ('cookies', ?)", (b"secret",))
    assert "cookies" in str(found.value)
    assert isinstance(meaning(found.value), Conflict)
    assert "cookies" not in str(meaning(found.value))


# --- what is named wrongly ------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("mysql://127.0.0.1/gold", "is no database that goldrush knows; name one as postgresql://"),
        ("postgresql://127.0.0.1", "names no database; say which one"),
        ("postgresql://127.0.0.1:port/gold", "names no database"),
        ("postgresql://{guest}:wrong@127.0.0.1:{port}/postgres", "password authentication failed"),
        ("postgresql://{guest}:{word}@127.0.0.1:{port}/postgres", "permission denied"),
        ("postgresql://postgres@127.0.0.1:{port}/nowhere", '"nowhere" does not exist'),
        ("postgresql://ada:secret@127.0.0.1:{free}/gold", "Connect call failed"),
    ],
)
def test_a_database_that_cannot_be_had_is_refused_with_the_reason(
    cluster: Cluster, url: str, why: str
) -> None:
    word = WORD.replace(" ", "%20").replace("@", "%40").replace("/", "%2F").replace(":", "%3A")
    url = url.format(guest=GUEST, word=word, port=cluster.port, free=free_port())
    with pytest.raises(ValueError, match=why) as found:
        PostgresStore(url)
    assert "secret" not in str(found.value)
    assert word not in str(found.value)


def test_whoever_has_no_driver_is_told_which_extra_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(ValueError, match=r"pip install goldrush\[postgres\]"):
        PostgresStore("postgresql://127.0.0.1/gold")


def test_passwords_are_shown_to_nobody() -> None:
    assert (
        shown("postgresql://ada:se:cr@t@host:5/gold?password=x") == "postgresql://ada@host:5/gold"
    )
    assert shown("postgresql:///gold?host=/run") == "postgresql:///gold"


# --- its shape ------------------------------------------------------------------------------------


def made(link: Link) -> list[Any]:
    """Everything that a database is made of."""
    columns = (
        "SELECT table_name, column_name, data_type, is_nullable, collation_name"
        " FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2"
    )
    indexes = "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"
    return [format_of(link), *link.execute(columns), *link.execute(indexes)]


@pytest.fixture
def empty(new_database: Callable[..., str]) -> str:
    return new_database(template="template0")


@pytest.mark.parametrize("number", range(FIRST, len(STEPS) + 1))
def test_a_database_of_any_format_is_brought_forward_and_keeps_what_it_has(
    number: int, empty: str, link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = Link(empty)
    with monkeypatch.context() as then:
        then.setattr(migrations, "STEPS", STEPS[:number])
        postgres_format.migrate(old)
    assert format_of(old) == number
    old.execute("INSERT INTO settings VALUES ('cookies', ?)", (b"\0",))

    async def used() -> None:
        store = PostgresStore(empty)
        assert await store.setting("cookies", b"new") == b"\0"
        await store.close()

    asyncio.run(used())
    assert made(old) == made(link)
    old.close()


def test_a_step_is_written_once_and_taken_by_both(
    link: Link, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    step = """
    CREATE TABLE made (a INTEGER PRIMARY KEY, b BLOB NOT NULL, c BOOLEAN NOT NULL, d REAL);
    CREATE INDEX made_by ON made (b) WHERE b != x'';
    INSERT INTO made (b, c) SELECT sheet, over FROM tables
    """
    link.execute("INSERT INTO tables VALUES ('A', 1, TRUE, 1, ?)", (b"{}",))
    monkeypatch.setattr(migrations, "STEPS", (*STEPS, step))
    postgres_format.migrate(link)
    assert link.execute("SELECT * FROM made").fetchall() == [(1, b"{}", True, None)]
    assert format_of(link) == len(STEPS) + 1
    assert f"from format {len(STEPS)} to format {len(STEPS) + 1}" in caplog.text


def test_a_step_that_fails_leaves_the_format_before_it(
    link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = made(link)
    monkeypatch.setattr(migrations, "STEPS", (*STEPS, "CREATE TABLE half (a); SELECT * FROM no"))
    with pytest.raises(Exception, match=r"syntax error|does not exist"):
        postgres_format.migrate(link)
    assert made(link) == before


def test_both_stores_have_the_same_tables(link: Link) -> None:
    columns = (
        "SELECT column_name, data_type = 'boolean' FROM information_schema.columns"
        " WHERE table_name = ? AND table_schema = 'public' ORDER BY ordinal_position"
    )
    found = {name for (name,) in link.execute(postgres_format.KNOWN)}
    assert found == {*shapes(), "format"}
    for table, shape in shapes().items():
        wanted = list(zip(shape.columns, shape.truths, strict=True))
        assert link.execute(columns, (table,)).fetchall() == wanted, table


def test_a_database_of_a_later_program_is_left_as_it_is(database: str, link: Link) -> None:
    link.execute("UPDATE format SET number = 99")
    with pytest.raises(ValueError, match="later version"):
        PostgresStore(database)
    assert format_of(link) == 99


def test_a_database_of_another_program_is_left_as_it_is(empty: str) -> None:
    other = Link(empty)
    other.script("CREATE TABLE diary (day TEXT)")
    with pytest.raises(ValueError, match="a database of another program; make one of its own"):
        PostgresStore(empty)
    assert other.execute(postgres_format.KNOWN).fetchall() == [("diary",)]
    other.close()


# --- its words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ours", "theirs", "names"),
    [
        ("SELECT a FROM b WHERE c = ? AND d < ?", "SELECT a FROM b WHERE c = $1 AND d < $2", ()),
        ("SELECT :b, :a, :b, ':c?', a::b", "SELECT $1, $2, $1, ':c?', a::b", ("b", "a")),
        ("SELECT 1 WHERE a != x''", "SELECT 1 WHERE a != ''", ()),
        (
            "SELECT json_extract(CAST(one.a AS TEXT), '$.b')",
            "SELECT (replace(convert_from(one.a, 'UTF8'), '\\u0000', '\\u0001')::json ->> 'b')",
            (),
        ),
        (
            "CREATE TABLE a (over INTEGER, b INTEGER PRIMARY KEY, c BLOB) WITHOUT ROWID",
            "CREATE TABLE a (over BOOLEAN,"
            " b BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, c BYTEA)",
            (),
        ),
        ("SELECT over, INTEGER FROM a", "SELECT over, INTEGER FROM a", ()),
    ],
)
def test_a_statement_is_said_in_the_words_of_postgresql(
    ours: str, theirs: str, names: tuple[str, ...]
) -> None:
    assert said(ours) == (theirs, names)


def test_parameters_go_where_their_names_stand() -> None:
    assert said("SELECT :b, :a, :b").values({"a": 1, "b": 2, "c": 3}) == [2, 1]
    assert said("SELECT ?, ?").values((1, 2)) == [1, 2]
