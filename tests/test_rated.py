"""Rated matches: who may play them, what they change, and that it is counted once and for good."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from goldrush import skill
from goldrush.bots.personas import strengths
from goldrush.games import game
from goldrush.server import people, ratings, sql_ratings
from goldrush.server.databases import Place, owned, reading, writing
from goldrush.server.refusal import Refusal
from goldrush.server.store import Change, Person, Stake, Store
from goldrush.skill import MIDDLE, Rating
from hosting import STARTING, Host
from test_store import ended, sheet
from visitors import Socket, Visitor, finish

TERMS: dict[str, Any] = {"rated": True, "hints": False, "pace": 3600}
addresses = iter(f"10.0.{n // 250}.{n % 250 + 1}" for n in range(60_000))


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(people, "COOKIE_COMES", 0.0)
        with Host(tmp_path_factory.mktemp("host") / "tables.db") as found:
            yield found


def someone(host: Host, name: str, address: str = "") -> Visitor:
    """A person who keeps a name, at an address of their own."""
    visitor = Visitor(host.address, name).move(address or next(addresses))
    visitor.ask("PUT", "/me/name", name=name)
    return visitor


def wait(host: Host, work: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(work, host.loop).result(STARTING)


def no(answer: httpx.Response, reason: str) -> str:
    assert not answer.is_success
    said = answer.json()
    assert said["reason"] == reason, said
    return str(said["detail"])


def over(ada: Visitor, bob: Visitor, code: str) -> Socket:
    """Plays a match to its end; what Ada sees of it."""
    sockets = [ada.sit(code), bob.sit(code)]
    finish(sockets)
    for socket in sockets:
        told_over(socket)
    return sockets[0]


def told_over(socket: Socket) -> None:
    """Receives until the table is known to be over, and leaves."""
    while socket.table["phase"] != "over":
        socket.receive()
    socket.close()


def played(ada: Visitor, bob: Visitor) -> Socket:
    code = ada.create("gold", None, None, **TERMS)
    bob.join(code)
    ada.start(code)
    return over(ada, bob, code)


def test_a_rated_match_changes_what_is_known_of_both_once_and_for_good(host: Host) -> None:
    ada, bob = someone(host, "Ada"), someone(host, "Bob")
    code = ada.create("gold", None, None, **TERMS)
    bob.name = "Bob the Great"
    before = bob.join(code)["table"]
    assert before["rated"]
    new = {"value": 1500, "margin": 686, "change": None}
    assert [(seat["name"], seat["rating"]) for seat in before["seats"]] == [
        ("Ada", new),
        ("Bob", new),
    ], "under the names that they keep"
    ada.start(code)
    seen = over(ada, bob, code)
    expected = skill.rated([Rating(), Rating()], seen.state["view"]["places"])
    told = [seat["rating"] for seat in ada.ask("GET", f"/tables/{code}")["table"]["seats"]]
    assert [seat["rating"] for seat in seen.table["seats"]] == told
    assert [one["value"] for one in told] == [round(one.mean) for one in expected]
    assert [one["margin"] for one in told] == [round(one.margin) for one in expected]
    assert [one["change"] for one in told] == [round(one.mean) - 1500 for one in expected]
    (mine,) = ada.ask("GET", "/me/figures")["ratings"]
    assert (mine["game"], mine["matches"]) == ("gold", 1)
    assert mine["rating"] == {**told[0], "change": None}
    assert [point["rating"] for point in mine["course"]] == [told[0]]
    assert ada.ask("GET", "/me/games")["matches"][0]["rating"] == told[0]
    lines = [json.loads(line) for line in bob.http.get("/api/me/export").text.splitlines()]
    assert [one["rating"] for one in lines if one["kind"] == "match"] == [told[1]]
    assert [one["matches"] for one in lines if one["kind"] == "rating"] == [1]
    host.soon(host.registry.tables.clear)
    again = ada.ask("GET", f"/tables/{code}")["table"]["seats"]
    assert [seat["rating"] for seat in again] == told, "also when the table is read anew"
    rematch = ada.ask("POST", f"/tables/{code}/rematch")["table"]
    assert rematch["rated"]
    assert [seat["rating"]["value"] for seat in rematch["seats"]] == [o["value"] for o in told]


def test_bots_have_the_ratings_of_their_leagues_and_keep_them(host: Host) -> None:
    ada = someone(host, "Ada")
    code = ada.create("gold", None, "zoe", **TERMS)
    known = strengths(game("gold"), 2)["zoe"]
    ada.start(code)
    socket = ada.sit(code)
    zoe = {"value": round(1500 + known.rating), "margin": round(known.margin), "change": None}
    assert socket.table["seats"][1]["rating"] == zoe
    while socket.state["view"]["places"] is None:
        socket.play_on(lambda _: False)
    told_over(socket)
    assert socket.table["seats"][1]["rating"] == zoe
    assert socket.table["seats"][0]["rating"]["change"]


@pytest.mark.parametrize(
    ("seats", "more", "why"),
    [
        ((None, None), {"hints": True}, "gives no hints"),
        ((None, None), {"pace": 0}, "has a time limit"),
        ((None, None, "zoe"), {}, "measured with as many seats: not zoe, with 3"),
        ((None, "zoe"), {"options": {"rounds": "each"}}, "standard rules"),
    ],
)
def test_terms_of_which_nobody_could_say_what_a_result_means_are_refused(
    host: Host, seats: tuple[Any, ...], more: dict[str, Any], why: str
) -> None:
    ada = someone(host, "Ada")
    places = [{"persona": one} if one else {} for one in seats]
    body = {"game": "gold", "name": "Ada", "seats": places, **TERMS, **more}
    assert why in no(ada.tried("POST", "/tables", **body), "not_possible")


def test_an_edition_of_ones_own_is_not_rated() -> None:
    table = sheet("ada", "bob")
    table.hints, table.pace, table.edition = False, 60, b"mine"
    with pytest.raises(Refusal, match="as it is shipped"):
        ratings.check(game("gold"), table)


def test_neither_hints_nor_undo_nor_two_seats_nor_unmeasured_bots_come_later(host: Host) -> None:
    ada, bob = someone(host, "Ada"), someone(host, "Bob")
    body = {"game": "gold", "name": "Ada", "seats": [{}, {"name": "Bob"}], **TERMS}
    assert "two seats" in no(ada.tried("POST", "/tables", **body), "not_possible")
    code = ada.create("gold", None, None, None, **TERMS)
    own = ada.tried("POST", f"/tables/{code}/seats", name="Ada", seat=1)
    assert "two seats" in no(own, "not_possible")
    give = ada.tried("PUT", f"/tables/{code}/seats/2/persona", persona="zoe")
    assert "measured" in no(give, "not_possible")
    bob.join(code)
    ada.ask("POST", f"/tables/{code}/start?fewer=true")
    sockets = [ada.sit(code), bob.sit(code)]
    acting = sockets[sockets[0].state["actor"]]
    acting.act(acting.choices()[0])
    assert not acting.state["undo"]
    acting.send(type="Undo", id="u", number=acting.state["number"])
    assert acting.until(lambda m: m.get("id") == "u")["reason"] == "no_undo"
    acting.send(type="Hint", id="h", number=acting.state["number"])
    assert acting.until(lambda m: m.get("id") == "h")["reason"] == "not_allowed"
    for socket in sockets:
        socket.close()


def test_whoever_leaves_comes_last_and_no_rival_may_say_that_somebody_has(host: Host) -> None:
    ada, bob = someone(host, "Ada"), someone(host, "Bob")
    code = ada.create("gold", None, None, **TERMS)
    bob.join(code)
    ada.start(code)
    assert ada.ask("GET", f"/tables/{code}")["table"]["seats"][1]["until"] is None
    no(ada.tried("POST", f"/tables/{code}/seats/1/stand-in"), "not_possible")
    bob.ask("DELETE", f"/tables/{code}/seats")
    socket = ada.sit(code)
    while socket.state["view"]["places"] is None:
        socket.play_on(lambda _: False)
    told_over(socket)
    expected = skill.rated([Rating(), Rating()], [min(socket.state["view"]["places"][0], 2), 2])
    found = [seat["rating"]["value"] for seat in socket.table["seats"]]
    if socket.state["view"]["places"] == [2, 1]:
        assert found == [1500, 1500], "both came last"
    assert found == [round(one.mean) for one in expected]


def test_whoever_was_replaced_shares_the_last_place() -> None:
    result = ended("ada", "bob").ended
    assert result
    seats = [one if n else replaced(one) for n, one in enumerate(result.seats)]
    table = sheet("ada", "bob")
    table.rated = True
    table.places.append(type(table.places[0])(persona="zoe"))
    over = type(result)(**{**as_dict(result), "seats": seats})
    found = ratings.stakes(game("gold"), table, over)
    assert [(one.player, one.place, one.fixed) for one in found][:2] == [
        ("ada", 3, None),
        ("bob", 2, None),
    ]
    table.rated = False
    assert ratings.stakes(game("gold"), table, over) == ()


def replaced(one: Any) -> Any:
    return type(one)(**{**as_dict(one), "stood_in": True})


def as_dict(one: Any) -> dict[str, Any]:
    return {name: getattr(one, name) for name in one.__struct_fields__}


# --- rating oneself by a second identity ----------------------------------------------------------


def test_strangers_and_second_identities_at_one_address_are_refused(host: Host) -> None:
    ada = someone(host, "Ada")
    stranger = Visitor(host.address, "Eve")
    code = ada.create("gold", None, None, **TERMS)
    refused = stranger.tried("POST", f"/tables/{code}/seats", name="Eve")
    assert "keep a name first" in no(refused, "needs_name")
    body = {"game": "gold", "name": "Eve", "seats": [{}, {}], **TERMS}
    no(stranger.tried("POST", "/tables", **body), "needs_name")
    alias = someone(host, "Alias", ada.forwarded["X-Forwarded-For"])
    refused = alias.tried("POST", f"/tables/{code}/seats", name="Alias")
    assert "same address" in no(refused, "too_close")
    alias.move(next(addresses))
    refused = alias.tried("POST", f"/tables/{code}/seats", name="Alias")
    assert "same address" in no(refused, "too_close"), "where they were before is remembered"


def test_who_was_somebody_else_in_the_same_browser_is_not_rated_against_them(host: Host) -> None:
    """Also over a third identity in between, and wherever they connect from."""
    ada = someone(host, "Ada")
    words = " ".join(ada.ask("POST", "/me/phrase")["words"])
    bob = someone(host, "Bob")
    bobs = " ".join(bob.ask("POST", "/me/phrase")["words"])
    ada.ask("POST", "/me/sign-out", everywhere=False)
    ada.ask("POST", "/me/phrase/sign-in", phrase=bobs)  # the same browser: once Ada, now Bob
    elsewhere = someone(host, "Other")
    elsewhere.ask("POST", "/me/phrase/sign-in", phrase=words)
    code = elsewhere.create("gold", None, None, **TERMS)
    refused = bob.tried("POST", f"/tables/{code}/seats", name="Bob")
    assert "against oneself" in no(refused, "too_close")
    eve = someone(host, "Eve")
    eve.join(code)
    lines = [json.loads(line) for line in bob.http.get("/api/me/export").text.splitlines()]
    assert [one["kind"] for one in lines].count("shared_browser") == 2


def test_a_match_does_not_begin_when_it_turns_out_that_two_are_neighbours(host: Host) -> None:
    """They may have sat down in the same moment, before anybody knew."""
    ada, bob = someone(host, "Ada"), someone(host, "Bob")
    code = ada.create("gold", None, None, **TERMS)
    bob.join(code)
    bob.move(ada.forwarded["X-Forwarded-For"]).sit(code).close()
    no(ada.tried("POST", f"/tables/{code}/start"), "too_close")
    assert ada.ask("GET", f"/tables/{code}")["table"]["phase"] == "open"


def test_two_people_move_each_other_only_so_often_in_a_day(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings, "MOST_TOGETHER", 2)
    ada, bob, eve = someone(host, "Ada"), someone(host, "Bob"), someone(host, "Eve")
    first = played(ada, bob)
    going = ada.create("gold", None, None, **TERMS)
    waiting = ada.create("gold", None, None, **TERMS)
    for code in (going, waiting):
        bob.join(code)
    ada.start(going)
    detail = no(ada.tried("POST", f"/tables/{waiting}/start"), "too_often")
    assert "2 rated matches" in detail
    third = ada.create("gold", None, None, **TERMS)
    no(bob.tried("POST", f"/tables/{third}/seats", name="Bob"), "too_often")
    no(ada.tried("POST", f"/tables/{first.table['code']}/rematch"), "too_often")
    eve.join(third)
    ada.start(third)


# --- what is kept ---------------------------------------------------------------------------------


def at_end(code: str, *places: int, players: tuple[str, ...] = ("ada", "bob")) -> Change:
    change = ended(*players, code=code, at=len(code))
    stakes = [Stake(who, place) for who, place in zip(players, places, strict=True)]
    bot = Stake("", 3, Rating(MIDDLE - 300, 20, True))
    return Change(**{**as_dict(change), "stakes": (*stakes, bot)})


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Where a store of each kind keeps what it has."""
    if request.param == "sqlite":
        return tmp_path / "t.db"
    return str(request.getfixturevalue("database"))


def in_store(place: Place, scene: Any) -> Any:
    async def doing() -> Any:
        with owned(place) as store:
            try:
                return await scene(store)
            finally:
                await store.close()

    return asyncio.run(doing())


def wrong(place: Place) -> list[str]:
    with reading(place) as db:
        return [str(one) for one in sql_ratings.wrong(db)]


def change(place: Place, statement: str) -> None:
    with writing(place) as db:
        db.execute(statement)


def test_ratings_are_counted_in_order_and_follow_from_what_is_kept(place: Place) -> None:
    async def scene(store: Store) -> Any:
        for change in (at_end("AAAAAA", 1, 2), at_end("AAAAAB", 2, 1), at_end("AAAAAC", 1, 1)):
            await store.write(change)
            assert change.ended
            await store.settle(change.code, 1, change.ended)  # its link is made: nothing more
        known = await store.strengths("gold", ["ada", "bob", "eve"])
        assert await store.met("ada", ["bob", "eve"], 0) == {"bob": 3}
        assert await store.met("ada", ["bob"], 6) == {}
        return known, await store.rated_of("ada", 9), await store.rated_of("ada", 2)

    known, every, last = in_store(place, scene)
    ada, bob, bot = Rating(), Rating(), Rating(MIDDLE - 300, 20, True)
    for places in ((1, 2, 3), (2, 1, 3), (1, 1, 3)):
        ada, bob, bot = skill.rated([ada, bob, bot], places)
    assert bot.mean == MIDDLE - 300
    assert known.keys() == {"ada", "bob"}
    assert (known["ada"].rating, known["bob"].rating, known["ada"].matches) == (ada, bob, 3)
    assert [one.code for one in every] == ["AAAAAA", "AAAAAB", "AAAAAC"]
    assert last == every[1:]
    assert [one.before for one in every[1:]] == [one.after for one in every[:-1]]
    assert wrong(place) == []
    change(place, "UPDATE ratings SET mean = mean + 1 WHERE player = 'ada'")
    assert wrong(place) == ["the ratings are not those that follow from the matches"]
    change(place, "UPDATE rated SET new_mean = 3000 WHERE code = 'AAAAAA' AND seat = 0")
    assert "after table AAAAAA" in wrong(place)[0]


def test_whoever_is_deleted_leaves_others_their_ratings(place: Place) -> None:
    async def scene(store: Store) -> Any:
        await store.write(at_end("AAAAAA", 1, 2))
        await store.write(at_end("AAAAAB", 1, 2))
        await store.write(at_end("AAAAAC", 1, players=("ada",)))
        await store.part("ada", "eve", 1)
        before = await store.strengths("gold", ["bob"])
        await store.erase("ada")
        assert await store.strengths("gold", ["ada", "bob"]) == before
        assert await store.kin("eve") == {}
        return await store.rated(["AAAAAA", "AAAAAC"])

    left = in_store(place, scene)
    assert [(one.code, one.player) for one in left] == [
        ("AAAAAA", ""),
        ("AAAAAA", "bob"),
        ("AAAAAA", ""),
    ]
    assert wrong(place) == []
    if isinstance(place, Path):
        files = place.parent.glob("t.db*")
        assert b"ada" not in b"".join(path.read_bytes() for path in files)


def test_a_rating_comes_along_to_whoever_has_none_and_else_stays_behind(place: Place) -> None:
    async def scene(store: Store) -> Any:
        await store.write(at_end("AAAAAA", 1, 2))
        await store.write(at_end("AAAAAB", 2, 1, players=("eve", "bob")))
        mine, others = await known(store)
        await store.move("ada", "eva")
        assert (await known(store))[0] == {"bob": mine["bob"], "eve": mine["eve"]}
        assert (await store.strengths("gold", ["eva"]))["eva"] == mine["ada"]
        assert [one.code for one in await store.rated_of("eva", 9)] == ["AAAAAA"]
        await store.move("eva", "eve")
        assert (await store.strengths("gold", ["eva", "eve"])) == {"eve": mine["eve"]}
        assert [one.code for one in await store.rated_of("eve", 9)] == ["AAAAAB"]
        return others

    async def known(store: Store) -> Any:
        return await store.strengths("gold", ["ada", "bob", "eve"]), None

    in_store(place, scene)
    assert wrong(place) == []


def test_identities_of_one_browser_are_forgotten_after_a_month(place: Place) -> None:
    async def scene(store: Store) -> Any:
        await store.part("ada", "x", 1)
        await store.part("x", "bob", 2)
        assert await store.kin("bob") == {"x": 2, "ada": 2}
        assert await store.kin("ada") == {"x": 1, "bob": 2}
        await store.part("eve", "y", 2 + sql_ratings.KIN_LASTS)
        return await store.kin("ada"), await store.kin("bob")

    assert in_store(place, scene) == ({"bob": 2}, {"x": 2, "ada": 2})


def test_the_best_are_those_who_show_a_page_and_are_known_well_enough(host: Host) -> None:
    facts = {"ada": 60.0, "bob": 70.0, "eve": 90.0, "joe": 60.0}
    for n, (who, deviation) in enumerate(facts.items()):
        address = "" if who == "joe" else f"page-of-{who}"
        wait(host, host.store.keep_person(Person(who, who.title(), 1, address=address)))
        row = (who, 1600.0 + n, deviation)
        sql = "INSERT INTO ratings VALUES (?, 'oh_my_gold', ?, ?, 30)"
        wait(host, host.store._written(lambda db, row=row, sql=sql: db.execute(sql, row) and None))
    found = Visitor(host.address).ask("GET", "/best/oh_my_gold")
    assert [(one["name"], one["address"], one["rating"]["value"]) for one in found["people"]] == [
        ("Bob", "page-of-bob", 1601),
        ("Ada", "page-of-ada", 1600),
    ]
    assert found["people"][0]["rating"]["margin"] == 137
    assert found["margin"] == 157
    assert Visitor(host.address).tried("GET", "/best/chess").status_code == 404
