"""How matches came out: kept with their end, for those who played them, and by whom."""

import asyncio
import json
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from goldrush.match import Match
from goldrush.server.identity import Identities
from goldrush.server.played import PAGE
from goldrush.server.store import Old
from hosting import KEY, STARTING, Host
from test_store import ended
from visitors import Visitor, finish

ARCHIVE = Path(__file__).parent / "archive" / "1" / "tables.db"
PLAYERS = ("O9uENLQ9fsiHTLybh47Qcw", "eqKQC_4Lod9LsAqOr2nCuw")  # Ada and Bob of the archive
OVER = {
    "6APQJM": "gold",
    "FQRJ3X": "goldrausch",
    "MAMMMV": "golden_town",
    "MVS9ZV": "oh_my_gold",
    "R8MCHY": "gold_river",
}
PATIENCE = 60.0


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("host") / "tables.db") as found:
        yield found


def wait(host: Host, work: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(work, host.loop).result(STARTING)


def soon(found: Callable[[], Any]) -> Any:
    """What is found when something has been done behind everything else."""
    end = time.monotonic() + PATIENCE
    while not (one := found()):
        assert time.monotonic() < end, "nothing is found"
        time.sleep(0.05)
    return one


def linked(visitor: Visitor) -> Any:
    """Somebody's matches, as soon as all of them have their links."""

    def look() -> Any:
        page = visitor.ask("GET", "/me/games")
        return page["matches"] if all(one["link"] for one in page["matches"]) else None

    return soon(look)


def test_a_match_is_in_the_list_of_all_who_played_it_and_of_nobody_else(host: Host) -> None:
    ada, bob, eve = (Visitor(host.address, name) for name in ("Ada", "Bob", "Eve"))
    code = ada.create("gold", None, None)
    bob.join(code)
    ada.start(code)
    sockets = [ada.sit(code), bob.sit(code)]
    assert ada.ask("GET", "/me/games")["matches"] == []
    finish(sockets)
    view = sockets[0].state["view"]
    (his,), (hers,) = linked(bob), linked(ada)
    assert [seat["place"] for seat in hers["seats"]] == view["places"]
    assert [seat["points"] for seat in hers["seats"]] == view["criteria"][0]["values"]
    assert [seat["name"] for seat in hers["seats"]] == ["Ada", "Bob"]
    assert [[seat["mine"] for seat in one["seats"]] for one in (hers, his)] == [
        [True, False],
        [False, True],
    ]
    match = Match.from_link(hers["link"])
    assert match.position.over
    assert (match.position.places(), hers["decisions"]) == (
        view["places"],
        sum(actor >= 0 for actor, _ in match.history),
    )
    assert not hers["helped"]
    assert eve.ask("GET", "/me/games") == {"matches": [], "more": None}
    for socket in sockets:
        socket.close()
    host.soon(host.registry.tables.clear)
    now = 1 << 50
    assert wait(host, host.store.forget(Old(now, now, now), [])), "the host forgets the table"
    assert ada.tried("GET", f"/tables/{code}").status_code == 404
    assert linked(ada) == [hers]
    (line,) = ada.http.get("/api/me/export").text.splitlines()
    assert json.loads(line) == {"kind": "match", **hers}
    for text in (ada.http.get(f"/api/me/{what}").text for what in ("games", "export")):
        assert ada.cookie.partition("=")[2].partition(".")[0] not in text


def test_help_is_noted_in_the_result(host: Host) -> None:
    """A hint, a decision taken back, a bot in one's stead: each by itself."""
    ada, bob = Visitor(host.address, "Ada"), Visitor(host.address, "Bob")
    code = ada.create("goldrausch", None, None, hints=True)
    bob.join(code)
    ada.start(code)
    sockets = [ada.sit(code), bob.sit(code)]
    acting = sockets[0].state["actor"]
    asking = sockets[acting]
    asking.send(type="Hint", id="h", number=asking.state["number"])
    asking.until(lambda message: message.get("id") == "h")
    who, other = (ada, bob) if acting == 0 else (bob, ada)
    finish(sockets)
    assert linked(who)[0]["helped"]
    assert not linked(other)[0]["helped"]
    again = who.create("gold", None, "zoe")
    who.start(again)
    who.ask("DELETE", f"/tables/{again}/seats")
    socket = who.sit(again)  # which hands the seat back
    socket.play_on(lambda _: False)
    (newest,) = [one for one in linked(who) if one["code"] == again]
    assert newest["helped"]
    assert newest["seats"][0]["persona"] is None
    for one in (*sockets, socket):
        one.close()


def test_many_matches_come_in_pages_and_by_game(host: Host) -> None:
    player = "pager"
    letters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
    for n in range(PAGE + 3):  # some of them ended at the same time
        code = f"PAGE{letters[n // 31]}{letters[n % 31]}"
        game = "gold" if n % 3 else "goldrausch"
        change = ended(player, code=code, at=1000 + n // 2, game=game)
        wait(host, host.store.write(change))
    visitor = Visitor(host.address)
    visitor.http.cookies.set(*Identities(KEY).header(player).partition(";")[0].split("=", 1))
    for asked, many in (("", PAGE + 3), ("&game=gold", 2 * (PAGE + 3) // 3)):
        found: list[Any] = []
        more: str | None = ""
        while more is not None:
            page = visitor.ask("GET", f"/me/games?after={more}{asked}")
            found += page["matches"]
            more = page["more"]
        assert len({one["code"] for one in found}) == len(found) == many
        assert [one["ended"] for one in found] == sorted((o["ended"] for o in found), reverse=True)
    assert len(visitor.http.get("/api/me/export").text.splitlines()) == PAGE + 3
    assert visitor.tried("GET", "/me/games?after=nonsense").status_code == 400


def test_matches_that_ended_before_results_were_kept_have_theirs_after_a_while(
    tmp_path: Path,
) -> None:
    shutil.copyfile(ARCHIVE, tmp_path / "tables.db")
    with Host(tmp_path / "tables.db") as host:
        soon(lambda: not wait(host, host.store.unsettled(1)))
        for player in PLAYERS:
            found = wait(host, host.store.played(player, 99))
            assert {one.code: one.game for one in found} == OVER
            for one in found:
                match = Match.from_link(one.link)
                assert match.position.over
                assert [seat.place for seat in one.seats] == match.position.places()
                assert [seat.points for seat in one.seats] == match.position.points()
                kept = wait(host, host.store.read(one.code))
                assert one.at == kept.entries[-1].at
                assert [(s.name, s.player, s.persona) for s in one.seats] == [
                    (place.name, place.player, place.persona) for place in kept.sheet.places
                ]
