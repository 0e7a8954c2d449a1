"""One's own tables: all of them, in a useful order, with whose turn it is, at little cost."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from goldrush.server import own
from hosting import Host
from visitors import Visitor


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with Host(tmp_path / "tables.db") as found:
        yield found


@pytest.fixture
def ada(host: Host) -> Visitor:
    return Visitor(host.address, "Ada")


@pytest.fixture
def bob(host: Host) -> Visitor:
    return Visitor(host.address, "Bob")


def put_away(host: Host, code: str) -> None:
    """As the server does when everybody is gone."""
    host.soon(lambda: host.registry.turns.keep(host.registry.tables.pop(code)))


def test_all_own_tables_are_listed_those_that_wait_first_and_people_before_bots(
    host: Host, ada: Visitor, bob: Visitor
) -> None:
    alone = [ada.create("gold", None, "zoe") for _ in range(22)]
    shared = ada.create("gold", None, None)
    bob.join(shared)
    for code in (alone[3], shared):
        ada.start(code)
    found = {table["code"]: table for table in ada.ask("GET", "/me")["tables"]}
    assert set(found) == {*alone, shared}
    first = [shared] if found[shared]["turn"] == 0 else []
    first += [alone[3]] if found[alone[3]]["turn"] == 0 else []
    rest = [code for code in (shared, *reversed(alone)) if code not in first]
    assert list(found) == [*first, *rest]
    assert [found[code]["mine"] for code in (shared, alone[3])] == [[0], [0]]
    (his,) = bob.ask("GET", "/me")["tables"]
    assert (his["mine"], his["turn"]) == ([1], found[shared]["turn"])


def test_whose_turn_it_is_is_what_ones_seat_may_know(ada: Visitor, bob: Visitor) -> None:
    """In Golden-Town somebody may be asked in secret."""
    code = ada.create("golden_town", None, None)
    bob.join(code)
    ada.start(code)
    sockets, luck = [ada.sit(code), bob.sit(code)], Random(1)
    for _ in range(60):
        for one, socket in zip((ada, bob), sockets, strict=True):
            (told,) = one.ask("GET", "/me")["tables"]
            assert told["turn"] == socket.hello()["state"]["actor"]
        mover = next(socket for socket in sockets if socket.choices())
        mover.act(luck.choice(mover.choices()))
    for socket in sockets:
        socket.close()


def test_of_many_tables_only_few_are_opened_at_a_time(
    host: Host, ada: Visitor, bob: Visitor
) -> None:
    codes = [ada.create("gold", None, None) for _ in range(12)]
    for code in codes:
        bob.join(code)
        ada.start(code)
    known = {table["code"]: table["turn"] for table in ada.ask("GET", "/me")["tables"]}
    assert None not in known.values()
    for code in codes:
        put_away(host, code)
    again = ada.ask("GET", "/me")["tables"]
    assert {table["code"]: table["turn"] for table in again} == known  # it is remembered, ...
    assert not host.registry.tables  # ... and none had to be opened
    host.soon(host.registry.turns._known.clear)
    for opened in (own.OPENED, len(codes)):
        found = ada.ask("GET", "/me")["tables"]
        assert len(host.registry.tables) == opened
        turns = {t["code"]: t["turn"] for t in found if t["turn"] is not None}
        assert len(turns) == opened
        assert turns.items() <= known.items()
