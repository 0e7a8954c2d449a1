"""What any store must do; another one is added to STORES."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from goldrush.core import CHANCE
from goldrush.server import sqlite
from goldrush.server import store as stores
from goldrush.server.listeners import Device, Listener, Mailbox, Noting, Told
from goldrush.server.messages import Said
from goldrush.server.notice_messages import Wishes
from goldrush.server.postgres import PostgresStore
from goldrush.server.sqlite import SqliteStore, claimed
from goldrush.server.store import (
    LAST,
    UNDO,
    Change,
    Conflict,
    Ended,
    Entry,
    Invitation,
    Old,
    Passkey,
    Person,
    Place,
    Remark,
    Rest,
    Sheet,
    Standing,
    Store,
    Tie,
)

STORES: dict[str, Callable[[pytest.FixtureRequest], Callable[[], Store]]] = {
    "sqlite": lambda test: partial(SqliteStore, test.getfixturevalue("tmp_path") / "t.db"),
    "postgres": lambda test: partial(PostgresStore, test.getfixturevalue("database"), alone=False),
}
CODE = "QWERTY"


@pytest.fixture(params=STORES)
def opened(request: pytest.FixtureRequest) -> Any:
    """Opens a store of each kind, and the same one again each time."""
    make = STORES[request.param](request)

    @asynccontextmanager
    async def opening() -> AsyncIterator[Store]:
        store = make()
        yield store
        await store.close()

    return opening


def sheet(*players: str, code: str = CODE, created: int = 1) -> Sheet:
    places = [Place(name=f"name of {player}", player=player) for player in players]
    return Sheet(code, "gold", 1, {"rounds": "1"}, b"", places, "host", b"secret", created)


def entry(number: int, actor: int = 0, step: int = 7, said: str = "") -> Entry:
    return Entry(number, actor, step, 1000 + number, said)


def ended(*players: str, code: str = CODE, at: int = 9, game: str = "gold") -> Change:
    """The end of a match that these have played, as it is written for the first time."""
    over = sheet(*players, code=code)
    over.over = True
    seats = [Standing(n, 40 - n, one, f"name of {one}") for n, one in enumerate(players, 1)]
    seats.append(Standing(len(seats) + 1, 3, persona="zoe"))
    result = Ended(code, game, 1, {"rounds": "1"}, "", False, 2, at, 30, seats)
    return Change(code, over, 0, (entry(0),), ended=result)


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


async def codes(store: Store, player: str, most: int = 9) -> list[str]:
    return list(await store.seated(player, most))


def test_the_tables_of_a_person_are_found_newest_first_until_they_are_over(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            for n, code in enumerate(("FIRST", "SECOND", "THIRD")):
                await store.write(Change(code, sheet("ada", "bob", code=code, created=n)))
            gone = sheet("bob", code="SECOND", created=1)
            await store.write(Change("SECOND", gone, 1))
            assert await codes(store, "ada") == ["THIRD", "FIRST"]
            assert await codes(store, "bob") == ["THIRD", "SECOND", "FIRST"]
            assert await codes(store, "bob", most=2) == ["THIRD", "SECOND"]
            assert await codes(store, "eve") == []
            over = sheet("ada", "bob", code="THIRD", created=2)
            over.over = True
            await store.write(Change("THIRD", over, 1))
            assert await codes(store, "ada") == ["FIRST"]

    asyncio.run(scene())


def test_results_are_kept_with_the_end_of_a_match_or_not_at_all(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            change = ended("ada", "bob")
            await store.write(Change(CODE, sheet("ada", "bob")))
            await raises(store.write(change))  # it is not a new table
            assert await store.played("ada", 9) == []
            await store.write(replace(change, revision=1))
        async with opened() as store:
            for player in ("ada", "bob"):
                assert await store.played(player, 9) == [change.ended]
            assert await store.played("eve", 9) == []
            assert await store.played("", 9) == [], "bots are nobody"

    asyncio.run(scene())


def test_results_come_newest_first_in_pages_and_by_game(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            for code, at, game in (
                ("A", 1, "gold"),
                ("B", 2, "gold"),
                ("C", 2, "x"),
                ("D", 3, "x"),
            ):
                await store.write(ended("ada", code=code, at=at, game=game))

            async def codes(*how: Any) -> str:
                return "".join(one.code for one in await store.played("ada", *how))

            assert await codes(9) == "DCBA"
            assert await codes(2) == "DC"
            assert await codes(9, (2, "C")) == "BA"
            assert await codes(9, LAST, "gold") == "BA"
            assert await codes(9, (3, "D"), "x") == "C"

    asyncio.run(scene())


def test_results_outlive_their_tables_whose_codes_nobody_gets_again(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.write(ended("ada"))
            assert await store.forget(Old(finished=1 << 50), []) == 1
            assert [one.code for one in await store.played("ada", 9)] == [CODE]
            assert await store.unsettled(9) == []
            await raises(store.write(Change(CODE, sheet("eve"))))

    asyncio.run(scene())


def test_matches_of_public_tables_are_shown_to_all_unless_somebody_does_not_want_it(
    opened: Any,
) -> None:
    def over(code: str, *who: str, public: bool = True, at: int = 9, **more: Any) -> Change:
        change = ended(*who, code=code, at=at)
        assert change.ended
        assert change.sheet
        linked = replace(change.ended, **{"link": "gold.AQ", **more})
        return replace(change, sheet=replace(change.sheet, public=public), ended=linked)

    async def scene() -> None:
        async with opened() as store:
            for change in (
                *(over("A", "ada", "bob"), over("B", "bob", at=10), over("C", "eve")),
                *(over("D", "ada", public=False), over("E", "ada", at=4)),
                *(over("F", "ada", lesson=True), over("G", "ada", edition="mine")),
                over("H", "ada", link=""),
            ):
                await store.write(change)
            await store.keep_person(person("eve", unfeatured=True))
            await store.keep_person(person("bob"))
            assert [one.code for one in await store.shown_to_all(5, 9)] == ["B", "A"]
            assert [one.code for one in await store.shown_to_all(5, 1)] == ["B"]

    asyncio.run(scene())


def test_a_letter_of_number_0_in_a_sheet_or_a_name_hides_nothing_from_others(opened: Any) -> None:
    """What people's programs add to the draws may be any text."""

    async def scene() -> None:
        async with opened() as store:
            change = ended("ada", "bob")
            assert change.sheet
            assert change.ended
            change.sheet.places[0].salt = "\0 \\u0000 \\\\u0000"
            shown = replace(change.ended, link="gold.AQ")
            public = replace(change.sheet, public=True)
            await store.write(replace(change, sheet=public, ended=shown))
            await store.keep_person(replace(person("bob"), name="B\0b \\"))
            await store.tie(tie("ada", "bob"))
            assert [one.code for one in await store.shown_to_all(5, 9)] == [CODE]
            assert len(await store.ties("ada")) == 1
            assert {one.player for one in await store.named("b", 9)} >= {"bob"}

    asyncio.run(scene())


def test_a_match_is_settled_by_the_sheet_by_which_that_was_found_out(opened: Any) -> None:
    """Else an identity that was removed meanwhile would come back."""

    async def scene() -> None:
        async with opened() as store:
            change = ended("ada")
            await store.write(change)
            assert await store.unsettled(9) == [CODE]
            assert change.ended
            linked = replace(change.ended, link="gold.AQ")
            await store.write(Change(CODE, sheet("eve"), 1))
            await raises(store.settle(CODE, 1, linked))
            assert (await store.unsettled(9), await store.played("ada", 1)) == (
                [CODE],
                [change.ended],
            )
            await store.settle(CODE, 2, linked)
            assert (await store.unsettled(9), await store.played("ada", 1)) == ([], [linked])
            await store.write(ended("ada", code="OTHERS"))
            await store.settle("OTHERS", 1, None)
            assert await store.unsettled(9) == []

    asyncio.run(scene())


def person(player: str, **more: Any) -> Person:
    return Person(player, f"name of {player}", 5, **more)


def key(name: bytes) -> Passkey:
    return Passkey(name, b"public", 3, "phone", "localhost", 7)


def test_a_person_is_found_by_all_that_is_theirs(opened: Any) -> None:
    ada = person("ada", epoch=2, phrase=b"\0p", phrased=6, address="ada", passkeys=(key(b"\0k"),))

    async def scene() -> None:
        async with opened() as store:
            await store.keep_person(ada)
            await store.keep_person(person("bob"))
        async with opened() as store:
            found = replace(ada, revision=1)
            for by, value in (("player", "ada"), ("phrase", b"\0p"), ("address", "ada")):
                assert await store.person(by, value) == found
            assert await store.person("passkey", b"\0k") == found
            for by, nothing in (("player", "eve"), ("phrase", b""), ("address", "")):
                assert await store.person(by, nothing) is None
            assert await store.epochs() == {"ada": 2}

    asyncio.run(scene())


def test_a_person_replaces_only_the_one_that_was_read_and_takes_nothing_from_others(
    opened: Any,
) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.keep_person(person("ada", phrase=b"p", address="a", passkeys=(key(b"k"),)))
            for taken in ({"phrase": b"p"}, {"address": "a"}, {"passkeys": (key(b"k"),)}):
                await raises(store.keep_person(person("bob", **taken)))
            await raises(store.keep_person(person("ada")))
            await store.keep_person(person("ada", revision=1))
            await raises(store.keep_person(person("ada", revision=1)))
            assert (await store.person("player", "ada")).revision == 2
            assert await store.person("passkey", b"k") is None
            await store.keep_person(person("bob", phrase=b"p", passkeys=(key(b"k"),)))

    asyncio.run(scene())


def test_all_that_a_stranger_has_becomes_a_persons_at_once(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.keep_person(person("ada"))
            await store.keep_person(person("eve"))  # a name alone, which nobody can come back to
            await store.write(Change(CODE, replace(sheet("eve", "bob"), host="eve")))
            await store.write(Change("BOTH", sheet("eve", "ada", code="BOTH")))
            await store.write(Change("HOSTED", replace(sheet("bob", code="HOSTED"), host="eve")))
            await store.write(ended("eve", "bob", code="OVER"))
            assert sorted(await store.move("eve", "ada")) == ["BOTH", "HOSTED", "OVER", CODE]
            kept = await store.read(CODE)
            assert [place.player for place in kept.sheet.places] == ["ada", "bob"]
            assert (kept.sheet.host, kept.revision) == ("ada", 2)
            await raises(store.write(Change(CODE, kept.sheet, 1)))
            assert (await store.read("HOSTED")).sheet.host == "ada"
            assert sorted(await codes(store, "ada")) == ["BOTH", CODE]
            assert await codes(store, "eve") == []
            (result,) = await store.played("ada", 9)
            assert [seat.player for seat in result.seats] == ["ada", "bob", ""]
            assert await store.played("eve", 9) == []
            assert await store.person("player", "eve") is None
            assert await store.move("eve", "ada") == []

    asyncio.run(scene())


def test_what_is_erased_is_gone_and_others_keep_theirs(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.keep_person(person("ada", phrase=b"p", passkeys=(key(b"k"),)))
            begun = replace(sheet("ada", "bob"), host="ada", begun=4, lots=[1, 0])
            said = (Said(1, 3, 1, "mine"), Said(2, 3, 0, "his"), Said(3, 9, 0, "mine too"))
            await store.write(Change(CODE, begun, 0, (entry(0),), said))
            await store.write(Change("ALONE", sheet("ada", code="ALONE"), 0, (entry(0),)))
            await store.write(ended("ada", code="MINE"))
            await store.write(ended("ada", "bob", code="OURS"))
            assert sorted(await store.erase("ada")) == ["ALONE", "MINE", "OURS", CODE]
            kept = await store.read(CODE)
            assert [one.text for one in kept.said] == ["his"]
            place, other = kept.sheet.places
            assert (place.player, place.name, bool(place.persona)) == ("", "", True)
            assert (other.player, kept.sheet.host, kept.revision) == ("bob", "bob", 2)
            assert await store.read("ALONE") is None
            assert await store.played("ada", 9) == []
            (result,) = await store.played("bob", 9)
            assert [(one.player, one.name) for one in result.seats] == [
                ("", ""),
                ("bob", "name of bob"),
                ("", ""),
            ]
            for by, value in (("player", "ada"), ("phrase", b"p"), ("passkey", b"k")):
                assert await store.person(by, value) is None
            await store.write(Change("MINE", sheet("eve", code="MINE")))

    asyncio.run(scene())


def test_what_people_say_who_look_on_is_theirs_and_kept_apart(opened: Any) -> None:
    said = [
        Remark(n, 5, who, who.title(), f"{who} says", "id") for n, who in ((1, "eve"), (2, "fay"))
    ]

    async def scene() -> None:
        async with opened() as store:
            await store.keep_person(person("ada"))
            await store.write(Change(CODE, sheet("bob"), 0, remarks=tuple(said)))
            again = replace(said[0], number=3)
            await raises(store.write(Change(CODE, remarks=(again,))))
        async with opened() as store:
            kept = await store.read(CODE)
            assert (kept.remarks, kept.said) == (said, [])
            assert await store.remarks("eve") == [(CODE, said[0])]
            assert await store.move("eve", "ada") == [CODE]
            assert await store.remarks("ada") == [(CODE, replace(said[0], player="ada"))]
            assert await store.erase("fay") == [CODE]
            assert [one.player for one in (await store.read(CODE)).remarks] == ["ada"]
            assert await store.forget(Old(unplayed=1 << 50), []) == 1
            assert await store.remarks("ada") == []

    asyncio.run(scene())


def tie(player: str, other: str, kind: Any = "friend", at: int = 5) -> Tie:
    return Tie(player, other, kind, at, f"{player} then", f"{other} then")


def test_ties_are_told_of_both_and_by_the_names_that_are_kept(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.tie(tie("ada", "bob"))
            await store.tie(tie("bob", "ada", at=6))
            await store.tie(tie("eve", "fay"))
            await store.keep_person(person("bob"))
        async with opened() as store:
            first = replace(tie("ada", "bob"), other_name="name of bob")
            second = replace(tie("bob", "ada", at=6), name="name of bob")
            assert await store.ties("ada") == await store.ties("bob") == [first, second]
            await store.tie(tie("ada", "bob", "blocked", 7), [("bob", "ada")])
            assert [one.kind for one in await store.ties("bob")] == ["blocked"]
            assert await store.blocks() == [("ada", "bob")]
            await store.tie(None, [("ada", "bob")])
            assert (await store.ties("ada"), await store.blocks()) == ([], [])

    asyncio.run(scene())


def test_invitations_are_kept_once_for_each_table_and_go_with_it(opened: Any) -> None:
    def asked(player: str, sender: str, at: int, code: str = CODE) -> Invitation:
        return Invitation(player, code, sender, f"name of {sender}", at)

    async def scene() -> None:
        async with opened() as store:
            await store.write(Change(CODE, sheet("bob")))
            for one in (
                asked("ada", "bob", 1),
                asked("ada", "cyd", 2),
                asked("ada", "cyd", 3, "B"),
            ):
                await store.invite(one)
        async with opened() as store:
            both = [asked("ada", "cyd", 3, "B"), asked("ada", "cyd", 2)]
            assert (await store.invited("ada", 9), await store.invited("ada", 1)) == (
                both,
                both[:1],
            )
            await store.uninvite("ada", "B")
            assert await store.invited("ada", 9) == both[1:]
            await store.move("ada", "eve")
            await store.move("cyd", "dan")
            moved = replace(both[1], player="eve", sender="dan")
            assert await store.invited("eve", 9) == [moved]
            await store.invite(asked("fay", "bob", 4))
            await store.erase("dan")
            assert await store.invited("eve", 9) == []
            assert await store.forget(Old(unplayed=1 << 50), []) == 1
            assert await store.invited("fay", 9) == []

    asyncio.run(scene())


def test_of_two_ties_that_become_one_a_block_stays(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.keep_person(person("ada"))
            for one in (
                *(tie("eve", "ada"), tie("ada", "eve")),  # with oneself
                *(tie("bob", "eve", "blocked"), tie("bob", "ada")),
                *(tie("cyd", "eve"), tie("cyd", "ada", "blocked")),
                tie("eve", "dan"),
            ):
                await store.tie(one)
            await store.move("eve", "ada")
            found = {(one.player, one.other): one.kind for one in await store.ties("ada")}
            pairs = {("bob", "ada"): "blocked", ("cyd", "ada"): "blocked", ("ada", "dan"): "friend"}
            assert found == pairs
            assert await store.ties("eve") == []
            await store.erase("ada")
            assert await store.ties("ada") == []

    asyncio.run(scene())


def test_who_sat_at_a_table_is_known_also_when_it_is_forgotten(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.write(Change(CODE, sheet("ada", "bob")))
            assert await store.company(CODE) == [("ada", "name of ada"), ("bob", "name of bob")]
            await store.write(ended("ada", code="OVER"))
            await store.forget(Old(finished=1 << 50), [])
            assert await store.company("OVER") == [("ada", "name of ada"), ("", "")]
            assert await store.company("NOBODY") == []

    asyncio.run(scene())


def test_a_review_is_kept_under_what_was_asked_for(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            assert await store.review(b"one") is None
            await store.keep_review(b"one", b"\0first")
            await store.keep_review(b"one", b"second")
            await store.keep_review(b"two", b"")
        async with opened() as store:
            assert await store.review(b"one") == b"\0first"
            assert await store.review(b"two") == b""
            assert await store.review(b"three") is None

    asyncio.run(scene())


@pytest.mark.parametrize(("most", "size"), [(3, 1000), (1000, 30)])
def test_of_too_many_reviews_the_oldest_go(
    opened: Any, most: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "MOST_REVIEWS", most)
    monkeypatch.setattr(stores, "MOST_REVIEW_BYTES", size)

    async def scene() -> None:
        async with opened() as store:
            await store.write(Change(CODE, sheet("ada"), 0, (entry(0),)))
            for number in range(9):
                await store.keep_review(b"%d" % number, bytes(10))
            found = [await store.review(b"%d" % number) for number in range(9)]
            assert [one is not None for one in found] == [False] * 6 + [True] * 3
            await store.keep_review(b"large", bytes(1001))
            assert await store.review(b"large") is None, "it takes more than there is room for"
            assert await store.read(CODE) is not None

    asyncio.run(scene())


def test_tables_at_which_nobody_ever_played_are_forgotten_after_a_while(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            for code, created in (("OLDOPEN", 1), ("PLAYED", 1), ("INUSE", 1), ("NEW", 9)):
                await store.write(Change(code, sheet("ada", code=code, created=created)))
            await store.write(Change("PLAYED", entries=(entry(0, CHANCE),)))
            assert await store.forget(Old(unplayed=5), ["INUSE"]) == 1
            assert await store.read("OLDOPEN") is None
            assert sorted(await codes(store, "ada")) == ["INUSE", "NEW", "PLAYED"]
            assert await store.forget(Old(unplayed=5), ["INUSE"]) == 0

    asyncio.run(scene())


def test_matches_are_kept_as_long_as_the_host_wants(opened: Any) -> None:
    """Counted from their last step; what belongs to them goes with them."""

    async def scene() -> None:
        async with opened() as store:
            tables = [("LATEOVER", 9, True), ("OLDOVER", 3, True), ("OLD", 3, False)]
            for code, at, over in [*tables, ("LATE", 9, False), ("INUSE", 3, False)]:
                made = sheet("ada", code=code, created=1)
                made.over = over
                last = Entry(0, CHANCE, 1, at)
                said = Said(1, at, 0, "hello")
                await store.write(Change(code, made, entries=(last,), said=(said,)))
            kept = {"LATEOVER", "OLDOVER", "OLD", "LATE", "INUSE"}
            for old, gone in (
                (Old(), set()),
                (Old(unplayed=9), set()),
                (Old(finished=5), {"OLDOVER"}),
                (Old(unfinished=5), {"OLD"}),
            ):
                assert await store.forget(old, ["INUSE"]) == len(gone)
                kept -= gone
                assert {code for code, _, _ in tables if await store.read(code)} == kept & {
                    code for code, _, _ in tables
                }
            assert sorted(await codes(store, "ada")) == ["INUSE", "LATE"]
            await store.write(Change("OLD", sheet("ada", code="OLD", created=9)))
            again = await store.read("OLD")
            assert (again.entries, again.said) == ([], []), "nothing of it was left behind"

    asyncio.run(scene())


ADAS = Device("https://push.example/ada", "key", "auth")
BOX = Mailbox("ada@mail.example", "handle", "digest", 5, 1)


def test_how_people_want_to_be_told_is_kept(opened: Any) -> None:
    wishes = Wishes("daily", 7, (60, 120), "Europe/Paris", "fr")
    told = (Told("FIRST", "gold", 3, 9), Told("SECOND", "gold", -2, 0))

    async def scene() -> None:
        async with opened() as store:
            assert await store.listener("ada") == Listener()
            await store.note(Noting("ada", wishes, 5, (("FIRST", "never"),), (ADAS,), told=told))
            await store.note(Noting("ada", mailbox=BOX))
            await store.note(Noting("bob", digest=7))
        async with opened() as store:
            found = await store.listener("ada")
            known = {one.code: one for one in told}
            assert found == Listener(wishes, {"FIRST": "never"}, [ADAS], BOX, known, 5)
            assert await store.listener("bob") == Listener(digest=7), "the usual, but for that"
            assert await store.listeners() == ["ada"]
            assert (await store.owner("handle"), await store.owner("other")) == ("ada", None)
            again = Noting("ada", None, 6, (("FIRST", None),), (), (ADAS.endpoint,), None, True)
            await store.note(again)
            await store.note(
                Noting("ada", told=(Told("FIRST", "gold", 4, 9),), forgotten=("SECOND",))
            )
            found = await store.listener("ada")
            assert found == Listener(wishes, told={"FIRST": Told("FIRST", "gold", 4, 9)}, digest=6)
            assert await store.listeners() == []

    asyncio.run(scene())


def test_a_browser_belongs_to_whoever_was_there_last_and_nobody_removes_anothers(
    opened: Any,
) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.note(Noting("ada", devices=(ADAS,)))
            await store.note(Noting("bob", gone=(ADAS.endpoint,)))
            assert (await store.listener("ada")).devices == [ADAS]
            await store.note(Noting("bob", devices=(ADAS,)))
            assert (await store.listener("ada")).devices == []
            assert (await store.listener("bob")).devices == [ADAS]

    asyncio.run(scene())


def test_what_was_told_of_a_table_is_forgotten_with_it(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            await store.write(Change(CODE, sheet("ada")))
            told = (Told(CODE, "gold", 1, 9), Told("OTHERS", "gold", 1, 9))
            often: Any = ((CODE, "never"), ("OTHERS", "never"))
            await store.note(Noting("ada", often=often, told=told))
            assert await store.forget(Old(unplayed=5), []) == 1
            found = await store.listener("ada")
            assert (list(found.often), list(found.told)) == (["OTHERS"], ["OTHERS"])

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


def test_when_no_server_ran_is_known(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            assert await store.live(100) == []
            await store.beat(150)
            await store.beat(140)
        async with opened() as store:
            assert await store.live(400) == [Rest(150, 400)]
        async with opened() as store:
            assert await store.live(500) == [Rest(150, 400), Rest(400, 500)]

    asyncio.run(scene())


def test_tables_are_looked_at_in_the_order_of_their_times(opened: Any) -> None:
    async def scene() -> None:
        async with opened() as store:
            for code, due in (("LATER2", 300), ("SOONER", 200), ("NEVER2", 0)):
                await store.write(Change(code, sheet(code=code)))
                await store.mind(code, due)
            assert await store.dues(9) == [("SOONER", 200), ("LATER2", 300)]
            await store.mind("SOONER", 400)
        async with opened() as store:
            assert await store.dues(1) == [("LATER2", 300)]

    asyncio.run(scene())
