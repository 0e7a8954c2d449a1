"""Hints: what a bot would do that knows no more than the seat that asks."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.golden_town.twins import History, twins
from goldrush.bots.policy import bot
from goldrush.bots.thinkers import Thinkers, budget
from goldrush.core import rng
from goldrush.games import GAMES, game
from goldrush.server.play import ADVISER, HASTY, Play
from goldrush.server.store import Entry
from hosting import Host
from stage import NOW, sheet_of
from test_play import read
from visitors import Socket, Visitor

EYES = 0
LONGEST = 1.5  # seconds of thought, of the two for which people wait


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("hints") / "tables.db", messages=1000) as host:
        yield host


def begun(host: Host, name: str = "oh_my_gold", **more: Any) -> tuple[Socket, Socket]:
    """Two people in a match; the first is to act, and whoever gives hints need not be loaded."""
    host.registry.services.thinkers.prepare(game(name), ADVISER)
    ada, bob = Visitor(host.address, "Ada"), Visitor(host.address, "Bob")
    code = ada.create(name, None, None, **more)
    bob.join(code)
    ada.start(code)
    sockets = [ada.sit(code), bob.sit(code)]
    actor = sockets[0].state["actor"]
    return sockets[actor], sockets[1 - actor]


def hint(socket: Socket, number: int | None = None) -> Any:
    """The answer to a question."""
    asked = socket.state["number"] if number is None else number
    socket.send(type="Hint", id="hint", number=asked)
    return socket.until(lambda message: message.get("id") == "hint")


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_that_is_to_act_is_told_what_a_bot_would_play(host: Host, name: str) -> None:
    mine, other = begun(host, name)
    before = mine.state
    told = hint(mine)
    assert (told["type"], told["number"]) == ("Hinted", before["number"])
    assert told["action"] in mine.choices()
    assert hint(mine)["action"] == told["action"], "one who asks again is told the same"
    assert mine.state == before
    assert other.hello()["state"] == other.state, "nothing has happened by it"


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_says_how_often_it_wins_and_how_much_more_than_the_next_best(
    host: Host, name: str
) -> None:
    mine, _ = begun(host, name)
    while len(mine.choices()) < 2:
        mine.act(mine.choices()[0])
        if not mine.choices():
            pytest.skip("the other one is to act")
    told = hint(mine)
    assert not told["simple"]
    if name == "gold":
        assert told["share"] is None, "all cards are alike at first"
        return
    assert 0 < told["share"] < 1
    assert told["other"] in {*mine.choices()} - {told["action"]}
    assert 0 <= told["ahead"] <= told["share"]
    assert hint(mine) == told


def test_where_many_wait_for_hints_each_is_thought_about_for_less_time(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, _ = begun(host)
    asked = []
    advisers = host.registry.services.advisers
    answer = advisers.answer

    async def noted(opened: Any, question: Any, who: Any) -> Any:
        asked.append(question.bot)
        return await answer(opened, question, who)

    monkeypatch.setattr(advisers, "answer", noted)
    monkeypatch.setattr(Thinkers, "crowd", 3)
    assert hint(mine)["type"] == "Hinted"
    assert asked == [HASTY]


def test_a_hint_is_found_within_the_time_that_people_wait(host: Host) -> None:
    opened = game("golden_town")
    assert all(budget(bot(opened, said)) <= LONGEST for said in (ADVISER, HASTY))


def test_a_hint_can_be_played(host: Host) -> None:
    mine, _ = begun(host)
    assert mine.act(hint(mine)["action"])["type"] == "Done"


def test_where_a_table_wants_none_there_are_none(host: Host) -> None:
    mine, _ = begun(host, hints=False)
    assert mine.table["hints"] is False
    assert hint(mine)["reason"] == "not_allowed"


def test_whoever_is_not_to_act_or_knows_less_gets_none(host: Host) -> None:
    mine, other = begun(host)
    assert hint(other)["reason"] == "illegal"
    assert hint(mine, number=mine.state["number"] + 1)["reason"] == "stale"
    watching = Visitor(host.address, "Zed").sit(mine.table["code"])
    assert hint(watching)["reason"] == "not_your_seat"


def test_whoever_asks_for_too_many_must_wait(host: Host) -> None:
    mine, _ = begun(host)
    answers = [hint(mine) for _ in range(5)]
    assert [answer["type"] for answer in answers[:3]] == ["Hinted"] * 3
    assert answers[-1]["reason"] == "too_fast"


def test_a_rematch_keeps_what_was_said_about_hints(host: Host) -> None:
    ada = Visitor(host.address, "Ada")
    code = ada.create("oh_my_gold", None, "zoe", hints=False)
    ada.start(code)
    socket, stream = ada.sit(code), rng.new(3)
    while socket.state["view"]["places"] is None:
        if choices := socket.choices():
            socket.act(choices[int(stream[0]) % len(choices)])
        else:
            socket.receive()
    assert ada.ask("POST", f"/tables/{code}/rematch")["table"]["hints"] is False


def test_what_a_bot_is_asked_for_a_hint_tells_nothing_that_the_seat_cannot_know() -> None:
    """Two matches that look the same from a seat lead to the same question [T60]."""
    pair, tried = twins(3, EYES, 1476), 0
    for one, other in pair.alike:
        plays = [_played(pair.one[:one]), _played(pair.other[:other])]
        if all(play.position.actor == EYES for play in plays):
            tried += 1
            assert plays[0].advice(EYES) == plays[1].advice(EYES)
    assert tried > 5


def _played(history: History) -> Play:
    entries = [Entry(n, *step, NOW) for n, step in enumerate(history)]
    return read(Play(game("golden_town"), sheet_of("HINTED", "golden_town", 3)), entries)
