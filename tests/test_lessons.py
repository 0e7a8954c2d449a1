"""Guided first matches: every suggestion can be followed, and leads to what is told next."""

import itertools
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from goldrush.core import CHANCE
from goldrush.games import GAMES, game
from goldrush.games.texts import LANGUAGES
from goldrush.server.lessons import LEARNER, LEFT, RIVAL, lesson, secret
from goldrush.server.play import Play
from goldrush.server.store import Place
from goldrush.terminal import words
from hosting import Host
from samples import SAMPLES
from stage import NOW, sheet_of
from visitors import Visitor

FEWEST = 3  # decisions that are worth to be called guided


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("lessons") / "tables.db") as host:
        yield host


def taught(name: str) -> Play:
    """A guided match that has begun, at the learner's first decision."""
    places = [Place("Ada", "ada"), Place(persona=lesson(name).rival)]
    facts = {"places": places, "lesson": True, "secret": secret(name)}
    sheet = msgspec.structs.replace(sheet_of("LEARNS", name, 2), **facts)
    play = Play(game(name), sheet)
    go_on(play)
    return play


def go_on(play: Play, *decision: tuple[int, int, str]) -> None:
    """Plays a decision, and all that chance and the rival do until the learner is to act."""
    for entry in play.plan(NOW, *decision).entries:
        play.apply(entry)
    if play.position.actor == RIVAL:
        answer = play.scripted()
        bot = play.bot(RIVAL, lesson(play.match.game.name).rival)
        go_on(play, (RIVAL, bot.choose(play.match) if answer is None else answer, ""))


def action_of(play: Play, said: str | None) -> int | None:
    return None if said is None else int(play.position.step(said))


def follow(play: Play, said: str) -> None:
    go_on(play, (LEARNER, int(play.position.step(said)), ""))


@pytest.mark.parametrize("name", GAMES)
def test_whoever_does_what_is_suggested_is_guided_to_the_end(name: str) -> None:
    play, steps = taught(name), lesson(name).step
    for step in steps:
        state = play.state(LEARNER)
        assert state.coach
        assert state.coach.tell == step.tell
        assert state.coach.action == action_of(play, step.play)
        assert (state.coach.step, state.coach.steps) == (steps.index(step) + 1, len(steps))
        assert play.state(RIVAL).coach is None, "the rival is not taught"
        follow(play, step.play or play.position.legal()[0].text)
    assert play.state(LEARNER).coach is None, "and then plays freely"
    assert all(step.play or not step.replies for step in steps)
    assert len(steps) > FEWEST
    assert [step.play is None for step in steps] == [False] * (len(steps) - 1) + [True]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_suggested_is_a_choice(name: str) -> None:
    """Some decision on the way could be made otherwise; whoever does is told so."""
    play = taught(name)
    for step in lesson(name).step[:-1]:
        assert step.play
        others = [one.text for one in play.position.legal() if one.text != step.play]
        if others:
            follow(play, others[0])
            assert play.scripted() is None
            if coach := play.state(LEARNER).coach:
                assert (coach.tell, coach.rule, coach.action) == (LEFT, "", None)
                assert coach.step == 1 + sum(who == LEARNER for who, _ in play.match.history)
            return
        follow(play, step.play)
    pytest.fail("there is nothing to decide in this lesson")


def test_whoever_takes_a_choice_of_their_own_back_is_guided_again() -> None:
    play, first = taught("goldrausch"), lesson("goldrausch").step[0]
    decide = next(one for one in play.position.legal() if one.text != first.play)
    for entry in play.plan(NOW, (LEARNER, int(decide), "")).entries[:1]:
        play.apply(entry)
    play.apply(play.plan_undo(NOW, LEARNER, "").entries[0])
    coach = play.state(LEARNER).coach
    assert coach
    assert coach.tell == first.tell


@pytest.mark.parametrize(("name", "lang"), [*itertools.product(GAMES, LANGUAGES)])
def test_there_are_words_and_paragraphs_for_every_step(name: str, lang: str) -> None:
    texts, rules = words.texts(lang, name), words.rules(lang, name)
    told = [step.tell for step in lesson(name).step]
    assert len({*told}) == len(told)
    for step in lesson(name).step:
        assert texts(f"learn.{step.tell}")
        assert f"**{step.rule}**" in rules
    assert {key for key in texts.forms if key.startswith("learn.")} == {
        f"learn.{tell}" for tell in told
    }


@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_has_happened(name: str) -> None:
    play, known = taught(name), 0
    for step in lesson(name).step:
        history = play.match.history
        keys = [line["key"] for lines in [*play.match.lines(LEARNER)][known:] for line in lines]
        for wanted in SAMPLES[name].lesson.events.get(step.tell, []):
            assert any(key.startswith(wanted) for key in keys), (step.tell, keys)
        known = len(history)
        if step.play:
            follow(play, step.play)
    assert any(actor == CHANCE for actor, _ in play.match.history)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_was_drawn(name: str) -> None:
    play, known, said = taught(name), 0, game(name).notation.outcome
    for step in lesson(name).step:
        history = play.match.history[known:]
        drawn = iter([said(one) for actor, one in history if actor == CHANCE])
        for wanted in SAMPLES[name].lesson.drawn.get(step.tell, "").split():
            assert wanted in drawn, (step.tell, wanted)  # in this order
        known += len(history)
        if step.play:
            follow(play, step.play)


@pytest.mark.parametrize("name", GAMES)
def test_all_that_the_rival_replies_is_in_the_script(name: str) -> None:
    """Else what a bot thinks, or that it could not think in time, would lead astray."""
    play, replied = taught(name), 0
    for step in lesson(name).step[:-1]:
        assert step.play
        follow(play, step.play)
        replied += len(step.replies)
        assert sum(actor == RIVAL for actor, _ in play.match.history) == replied


def test_a_lesson_is_played_at_a_table(host: Host) -> None:
    ada = Visitor(host.address, "Ada")
    made: dict[str, Any] = ada.ask("POST", "/lessons", game="goldrausch", name="Ada")
    code = made["table"]["code"]
    assert (made["table"]["lesson"], made["mine"]) == (True, [LEARNER])
    ada.start(code)
    socket = ada.sit(code)
    for step in lesson("goldrausch").step[:-1]:
        while not socket.choices():
            socket.receive()
        assert socket.state["coach"]["tell"] == step.tell
        (choice,) = [one for one in socket.state["view"]["legal"] if one["text"] == step.play]
        socket.act(choice["action"])
    while not socket.choices():
        socket.receive()
    steps = len(lesson("goldrausch").step)
    free = {"tell": "free", "rule": "K13", "action": None, "step": steps, "steps": steps}
    assert socket.state["coach"] == free


def test_no_person_can_sit_where_all_draws_are_known(host: Host) -> None:
    """Else whoever made a guided match could work out the other's cards."""
    ada, bob = Visitor(host.address, "Ada"), Visitor(host.address, "Bob")
    code = ada.ask("POST", "/lessons", game="golden_town", name="Ada")["table"]["code"]
    for who, method, path, said in (
        (ada, "DELETE", f"/tables/{code}/seats/1/persona", {}),
        (ada, "PUT", f"/tables/{code}/seats/1/persona", {"persona": "maud"}),
        (bob, "POST", f"/tables/{code}/seats", {"name": "Bob"}),
        (bob, "POST", f"/tables/{code}/seats", {"name": "Bob", "seat": 1}),
    ):
        answer = who.tried(method, path, **said)
        assert answer.status_code == 409
        assert "guided match" in answer.json()["detail"]


def test_a_game_that_is_not_there_is_not_taught(host: Host) -> None:
    answer = Visitor(host.address).tried("POST", "/lessons", game="chess", name="Ada")
    assert (answer.status_code, answer.json()["reason"]) == (409, "not_possible")
