"""The challenge of the day: the same for all, once, and told to nobody before the day is over."""

import asyncio
import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest
from websockets.sync.client import connect

from goldrush.core import CHANCE
from goldrush.fair import Fair
from goldrush.games import GAMES
from goldrush.match import Match, Unfair, proven
from goldrush.server import challenge, daily
from goldrush.server.challenge import BOTS, Challenge
from goldrush.server.refusal import Refusal
from goldrush.server.store import Tried
from hosting import STARTING, Host
from visitors import Visitor

TODAY = date(2026, 11, 19)
MORNING = challenge.end_of(TODAY) - 16 * 3_600_000
SHORT = Challenge("gold", 1, {"rounds": "one", "layout": "scattered"}, ["odile", "felix"], 1)


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = MORNING

    def __call__(self) -> int:
        return self.now

    def tomorrow(self) -> None:
        self.now += 24 * 3_600_000


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def host(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setattr(daily, "challenge", lambda day: SHORT)
    with Host(tmp_path / "tables.db", clock=clock) as found:
        yield found


@pytest.fixture
def ada(host: Host) -> Visitor:
    return Visitor(host.address, "Ada")


def wait(host: Host, work: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(work, host.loop).result(STARTING)


def begin(visitor: Visitor) -> str:
    return str(visitor.ask("POST", "/daily/", name=visitor.name)["code"])


def played(visitor: Visitor, choice: int = 0) -> Any:
    """Plays the challenge to its end, always by the same way to choose; returns what was told."""
    socket = visitor.sit(begin(visitor))
    while socket.state["view"]["places"] is None:
        if choices := socket.choices():
            assert socket.act(choices[choice % len(choices)])["type"] == "Done"
        else:
            socket.receive()
    socket.close()
    return [line for told in socket.told for line in told["lines"]]


def refused(visitor: Visitor, method: str, path: str) -> str:
    answer = visitor.tried(method, path)
    assert answer.status_code in (403, 404, 409), answer.text
    return str(answer.json()["detail"])


# --- what is played --------------------------------------------------------------------------


def test_every_day_for_twelve_years_has_a_challenge_that_can_be_played() -> None:
    """Its game comes in turn; the rest is as the rules allow, whoever asks and whenever."""
    found = [challenge.challenge(TODAY + timedelta(days=n)) for n in range(4400)]
    for n, one in enumerate(found):
        assert one.game == GAMES[(TODAY.toordinal() + n) % len(GAMES)]
        assert 0 <= one.seat < one.seats
        assert len({*one.bots}) == len(one.bots) >= 1
        assert {*one.bots} <= {*BOTS}
        assert [one.at(seat) for seat in range(one.seats)].count("") == 1
        assert one.at(one.seat) == ""
    kinds = {(one.game, one.seats, *sorted(one.options.items())): one for one in found}
    assert len(kinds) > 30, "days differ"
    for one in kinds.values():
        assert Match(one.game, one.seats, one.options).options == one.options


def test_what_was_said_of_a_day_stays_so() -> None:
    """It is written down when somebody first asks; but two servers must agree on a day too."""
    found = challenge.challenge(TODAY)
    assert found == challenge.challenge(date.fromisoformat("2026-11-19"))
    assert found.game == "golden_town"
    assert found == Challenge(
        "golden_town", 2, {"rematch": "off"}, ["ines", "odile", "marius"], 0
    ), found


def test_days_are_those_of_utc() -> None:
    end = challenge.end_of(TODAY)
    assert challenge.end_of("2026-11-19") == end
    assert challenge.day_of(end - 1) == TODAY
    assert challenge.day_of(end) == TODAY + timedelta(days=1)


@pytest.mark.parametrize("game", ["gold", "goldrausch"])
def test_where_there_is_one_pile_all_are_dealt_the_same_whatever_they_decide(game: str) -> None:
    dealt = []
    for seed in (1, 2):
        match, luck = Match(game, 3, fair=Fair(bytes(32), ("",) * 3)), Random(seed)
        while not match.position.over:
            if match.position.actor == CHANCE:
                match.draw()
            else:
                match.play(luck.choice([int(step) for step in match.position.legal()]))
        dealt.append([step for actor, step in match.history if actor == CHANCE])
        decided = [step for actor, step in match.history if actor != CHANCE]
    both = min(map(len, dealt))
    assert dealt[0][:both] == dealt[1][:both]
    assert both > 5
    assert len({*decided}) > 1


# --- how it came out -------------------------------------------------------------------------


def tried(player: str, place: int, points: int) -> Tried:
    return Tried("2026-11-19", player, player.title(), place, points, 0, "ABCDEF", "")


def test_ties_share_a_rank_and_one_is_told_how_many_one_came_out_before() -> None:
    all_of_them = [tried("ada", 1, 9), tried("bob", 1, 7), tried("cy", 1, 7), tried("di", 2, 30)]
    rows = daily.ranked(all_of_them, "bob")
    assert [(row.rank, row.name, row.mine) for row in rows] == [
        (1, "Ada", False),
        (2, "Bob", True),
        (2, "Cy", False),
        (4, "Di", False),
    ]
    assert daily.ahead(rows, rows[1]) == pytest.approx(2 / 3)
    assert daily.ahead(rows[:1], rows[0]) is None, "of nobody"
    assert daily.ahead(rows, None) is None


@pytest.mark.parametrize(
    ("days", "now", "longest"),
    [
        ([], 0, 0),
        (["2026-11-19"], 1, 1),
        (["2026-11-17", "2026-11-18"], 2, 2),  # today's may still be played
        (["2026-11-16", "2026-11-17"], 0, 2),
        (["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-19"], 1, 3),
    ],
)
def test_a_streak_lasts_to_today_or_yesterday(days: list[str], now: int, longest: int) -> None:
    found = daily.streak(days, TODAY)
    assert (found.now, found.longest, found.days) == (now, longest, len(days))


# --- at a server -----------------------------------------------------------------------------


def test_whoever_decides_the_same_is_dealt_the_same(host: Host, ada: Visitor) -> None:
    """Also by the bots, whatever happened at other tables in the meantime."""
    bob = Visitor(host.address, "Bob")
    told = played(ada)
    said = json.dumps(told).replace("Ada", "Bob")
    assert json.loads(said) == played(bob)
    assert ada.ask("GET", "/daily/")["people"] == 2


def test_there_is_one_try_which_waits(host: Host, ada: Visitor) -> None:
    """It cannot be left, begun anew, taken back, asked hints for, or played by another."""
    today = ada.ask("GET", "/daily/")
    assert (today["phase"], today["code"], today["game"]) == ("new", None, "gold")
    assert today["seats"] == ["odile", None, "felix"]
    code = begin(ada)
    assert begin(ada) == code
    assert "one try" in refused(ada, "DELETE", f"/tables/{code}/seats")
    socket = ada.sit(code)
    while not (choices := socket.choices()):
        socket.receive()
    number = socket.state["number"]
    socket.send(type="Hint", id="h", number=number)
    assert socket.until(lambda one: one.get("id") == "h")["reason"] == "not_allowed"
    assert socket.act(choices[0])["type"] == "Done"
    assert socket.undo()["reason"] == "no_undo"
    assert not socket.state["undo"]
    socket.close()
    table = ada.ask("GET", f"/tables/{code}")["table"]
    assert (table["hints"], table["public"], table["daily"]) == (False, False, "2026-11-19")
    assert ada.ask("GET", "/daily/")["phase"] == "playing"
    assert ada.ask("GET", "/tables")["tables"] == []


def test_nobody_is_told_what_is_drawn_before_the_day_is_over(
    host: Host, ada: Visitor, clock: Clock
) -> None:
    """Not by the table, its proof, one's matches, or a look over somebody's shoulder."""
    played(ada)
    code = begin(ada)
    bob = Visitor(host.address, "Bob")
    assert "look on" in refused(bob, "GET", f"/tables/{code}")
    assert ada.ask("GET", f"/tables/{code}")["table"]["secret"] is None
    assert "after the day" in refused(ada, "GET", f"/tables/{code}/proof")
    assert "once" in refused(ada, "POST", f"/tables/{code}/rematch")
    assert [one["link"] for one in ada.ask("GET", "/me/games")["matches"]] == [None]
    assert "when it is over" in refused(ada, "GET", "/daily/2026-11-19")
    spy = Visitor(host.address, "Cy")
    peep = looked(spy, code)
    assert (peep["type"], peep["reason"]) == ("Refused", "not_allowed")
    assert "state" not in peep or peep["state"] is None
    clock.tomorrow()
    host.soon(host.registry.services.ended.set)  # as Daily.run does at midnight
    proof = ada.ask("GET", f"/tables/{code}/proof")
    assert looked(spy, code)["seat"] is None
    table = bob.ask("GET", f"/tables/{code}")["table"]
    assert table["secret"] == proof["match"]["secret"]
    match = proven(json.dumps(proof["match"]).encode(), "the table", table["commitment"])
    assert match.position.over
    with pytest.raises(Unfair):
        proven(json.dumps({**proof["match"], "secret": "00" * 32}).encode(), "another", None)


def looked(visitor: Visitor, code: str) -> Any:
    """What a table answers whoever comes by."""
    visitor.ask("GET", "/me")
    address = visitor.address.replace("http", "ws", 1)
    cookie = {"Cookie": visitor.cookie}
    with connect(f"{address}/api/tables/{code}/socket", additional_headers=cookie) as line:
        line.send(json.dumps({"type": "Hello"}))
        while (said := json.loads(line.recv(STARTING)))["type"] not in ("Refused", "Welcome"):
            pass
        return said


def test_the_day_after_all_are_told_how_they_came_out(
    host: Host, ada: Visitor, clock: Clock
) -> None:
    bob, cy = Visitor(host.address, "Bob"), Visitor(host.address, "Cy")
    played(ada)
    played(bob, choice=-1)
    begin(cy)  # and never ends it
    mine = ada.ask("GET", "/daily/")
    assert mine["phase"] == "over"
    assert mine["place"] in (1, 2, 3)
    clock.tomorrow()
    host.soon(host.registry.services.ended.set)
    today = ada.ask("GET", "/daily/")
    assert (today["phase"], today["last"]) == ("new", "2026-11-19")
    assert today["streak"] == {"now": 1, "longest": 1, "days": 1}
    found = ada.ask("GET", "/daily/2026-11-19")
    assert (found["people"], found["finished"]) == (3, 2)
    assert {row["name"] for row in found["rows"]} == {"Ada", "Bob"}
    assert found["mine"]["points"] == mine["points"]
    assert found["ahead"] in (0, 1)
    assert cy.ask("GET", "/daily/2026-11-19")["mine"] is None
    assert Match.from_link(linked(ada)).position.over


def linked(visitor: Visitor) -> str:
    """The link of one's own match, which is made behind all else."""
    while True:
        found = visitor.ask("GET", "/daily/2026-11-19")
        if found["link"] and found["best"]:
            return str(found["link"])


def test_what_ends_after_midnight_does_not_count(host: Host, ada: Visitor, clock: Clock) -> None:
    begin(ada)
    clock.tomorrow()
    socket = ada.sit(ada.ask("GET", "/me")["tables"][0]["code"])
    socket.play_on(lambda _: False)
    socket.close()
    found = ada.ask("GET", "/daily/2026-11-19")
    assert (found["people"], found["finished"], found["rows"]) == (1, 0, [])
    assert ada.ask("GET", "/daily/")["streak"]["days"] == 0


@pytest.mark.parametrize("day", ["2026-02-30", "2026-11-18", "2026-11-19", "2031-01-01", "today"])
def test_a_day_that_has_no_table_is_refused(ada: Visitor, day: str) -> None:
    answer = ada.tried("GET", f"/daily/{day}")
    assert answer.status_code in (400, 404, 409), answer.text
    assert answer.json()["reason"] in ("not_found", "not_possible", "malformed")


def test_a_second_try_under_a_second_name_does_not_count_when_one_signs_in(
    host: Host, ada: Visitor, clock: Clock
) -> None:
    """The person's own is the one that counts, whatever the stranger had begun."""
    ada.ask("PUT", "/me/name", name="Ada")
    words = " ".join(ada.ask("POST", "/me/phrase")["words"])
    own = begin(ada)
    phone = Visitor(host.address, "Ada")
    other = begin(phone)
    assert other != own
    phone.ask("POST", "/me/phrase/sign-in", phrase=words)
    assert phone.ask("GET", "/daily/")["code"] == own
    assert begin(phone) == own
    assert phone.ask("GET", "/daily/")["people"] == 1


def test_deleted_means_gone_and_what_is_taken_along_has_it(
    host: Host, ada: Visitor, clock: Clock
) -> None:
    played(ada)
    kinds = [json.loads(line) for line in ada.http.get("/api/me/export").text.splitlines()]
    assert {"kind": "challenge", "day": "2026-11-19", "code": begin(ada)} in kinds
    ada.ask("DELETE", "/me/person")
    clock.tomorrow()
    host.soon(host.registry.services.ended.set)
    found = ada.ask("GET", "/daily/2026-11-19") if ada.ask("GET", "/daily/")["last"] else None
    assert found is None, "nobody is left who has played on that day"
    assert wait(host, host.store.tries("2026-11-19")) == 0


def test_a_name_is_asked_for_that_others_can_read(ada: Visitor) -> None:
    assert "visible letter" in ada.tried("POST", "/daily/", name="\u3164").json()["detail"]
    assert ada.ask("GET", "/daily/")["phase"] == "new"


def test_a_link_is_looked_for_again_when_the_day_is_over(host: Host, clock: Clock) -> None:
    """Whatever time it is: the loop looks once a minute at the least."""
    events = host.registry.services.ended
    host.soon(events.clear)

    async def turned() -> None:
        one = daily.Daily(host.registry, Mock(reminds=False))
        task = asyncio.create_task(one.run())
        await asyncio.sleep(0)
        clock.tomorrow()
        await asyncio.wait_for(events.wait(), STARTING)
        task.cancel()

    before, daily.SOON = daily.SOON, 0.01
    try:
        wait(host, turned())
    finally:
        daily.SOON = before


def test_a_refusal_says_why(host: Host) -> None:
    with pytest.raises(Refusal, match="told when it is over"):
        wait(host, daily.Daily(host.registry, Mock()).table("2026-11-19", "ada"))
