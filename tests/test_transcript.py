"""What a viewer is told: numbered lines of his own, and nothing that he could not notice."""

from collections.abc import Iterator

import msgspec
import pytest

from games.golden_town.twins import History, asked_in, twins
from goldrush.core import CHANCE, WATCHER, rng
from goldrush.games import GAMES, game
from goldrush.match import Match
from goldrush.position import Position
from goldrush.server.transcript import Transcript, fixed, gives_away, words
from goldrush.witness import Look
from matches import random_match
from samples import NOTICED

SEATS, EYES = 3, 0  # of the match below, and whose eyes its questions are hidden from
HISTORY = twins(SEATS, EYES, 1476).other


def onlookers(match: Match) -> list[int]:
    return [*range(match.seats), WATCHER]


def seen(match: Match, eyes: int) -> Transcript:
    """What a viewer has been told of a match; every step was made a second after the one before."""
    transcript = Transcript(Look(match.start, eyes), 0)
    for second, glimpse in enumerate(match.glimpses(eyes), 1):
        transcript.tell(glimpse, second)
    return transcript


def told(history: History, eyes: int) -> Transcript:
    match = Match("golden_town", SEATS)
    for _, step in history:
        match.play(step)
    return seen(match, eyes)


def asked(kind: str, who: str) -> int:
    """The number of the step with which such a question is answered."""
    questions = asked_in(HISTORY, SEATS, EYES).items()
    return next(n for n, found in questions if (found.kind, found.who) == (kind, who))


# Lines


@pytest.mark.parametrize("name", GAMES)
def test_lines_are_those_of_the_match_and_numbered_for_each_viewer(name: str) -> None:
    match = random_match(name, 2, seed=3)
    for eyes in onlookers(match):
        transcript = seen(match, eyes)
        assert [told.number for told in transcript.lines] == list(range(1, transcript.number + 1))
        lines = [line for lines in match.lines(eyes) for line in lines]
        assert [line for told in transcript.lines for line in words(told)] == lines
        assert sum(transcript.told) == transcript.number
        assert len(transcript.told) == len(match.history)


@pytest.mark.parametrize("name", NOTICED)
def test_where_all_is_open_every_step_has_its_number(name: str) -> None:
    match = random_match(name, 2)
    assert {seen(match, eyes).number for eyes in onlookers(match)} == {len(match.history)}


def test_a_step_that_cannot_be_noticed_has_no_number() -> None:
    """[T60]."""
    answer = asked("make0", "asked")
    other = HISTORY[answer][0]
    before, after = HISTORY[:answer], HISTORY[: answer + 1]
    assert told(after, EYES).lines == told(before, EYES).lines
    assert told(after, WATCHER).lines == told(before, WATCHER).lines
    assert told(after, other).number == told(before, other).number + 1


def test_what_is_told_and_shown_is_made_of_hidden_records_alone() -> None:
    """Two worlds that look the same are told in the same lines [T60]."""
    pair = twins(SEATS, EYES, 1476)
    for here, there in pair.alike[::20]:
        one, other = told(pair.one[:here], EYES), told(pair.other[:there], EYES)
        assert one.hidden == other.hidden
        lines = [[told.lines for told in transcript.lines] for transcript in (one, other)]
        assert lines[0] == lines[1]


def test_missed_lines_are_those_after_the_last_one() -> None:
    transcript = told(HISTORY[:60], WATCHER)
    assert [told.number for told in transcript.missed(50)] == list(range(51, transcript.number + 1))
    assert transcript.missed(transcript.number) == transcript.missed(transcript.number + 5) == []


def settled(name: str, steps: int) -> Match:
    """A match after so many steps, and the draws that follow on them."""
    match, stream = random_match(name, 2, steps=steps), rng.new(1)
    while match.position.actor == CHANCE:
        match.play(match.position.random_step(stream))
    return match


@pytest.mark.parametrize("name", GAMES)
def test_a_view_is_whole_with_what_never_changes(name: str) -> None:
    match = settled(name, 40)
    for eyes in onlookers(match):
        state = seen(match, eyes).state(undo=False)
        shown = msgspec.json.decode(msgspec.json.encode(state.view))
        assert {**fixed(match.start), **shown} == match.position.view(eyes)
        assert not fixed(match.start).keys() & state.view.keys()


def test_a_state_says_who_is_waited_for_and_since_when() -> None:
    match = settled("gold", 8)
    state = seen(match, 0).state(undo=True)
    now = len(match.history)
    assert (state.actor, state.since, state.undo) == (match.position.actor, now, True)
    over = seen(random_match("gold", 2), 0).state(undo=False)
    assert over.actor is None


# Draws that are late because somebody is asked in secret


@pytest.mark.parametrize("kind", ["wait", "make0", "fall"])
def test_nothing_is_told_before_the_draw_that_is_expected(kind: str) -> None:
    """[T60]."""
    answer = asked(kind, "chance")
    while HISTORY[answer - 1][0] == CHANCE:  # which is told with what it followed on
        answer -= 1
    before, waiting = (
        told(HISTORY[: answer - 1], EYES),
        told(HISTORY[: asked(kind, "chance")], EYES),
    )
    assert waiting.behind
    assert waiting.lines == before.lines
    assert waiting.state(undo=False) == before.state(undo=False)
    assert waiting.actor >= 0


def test_what_is_told_together_has_happened_at_one_time() -> None:
    """Else one could read later how long somebody was asked for nuggets [T42, T60]."""
    answer = asked("make0", "chance")
    transcript, before = told(HISTORY[: answer + 2], EYES), told(HISTORY[:answer], EYES)
    assert not transcript.behind
    assert [told.at for told in transcript.missed(before.number)] == [answer + 2] * 2
    assert transcript.since == answer + 2


def test_whoever_is_asked_is_told_at_once() -> None:
    answer = asked("make0", "chance")
    transcript = told(HISTORY[:answer], HISTORY[answer][0])
    assert not transcript.behind
    assert transcript.actor == HISTORY[answer][0]


# Steps taken back


def take_back(transcript: Transcript, history: History, number: int) -> None:
    position = Position("golden_town", SEATS)
    for _, step in history[:number]:
        position.play(step)
    transcript.take_back(number, Look(position, transcript.shown.eyes), history[number][0], 1000)


def test_a_step_taken_back_is_told_to_whoever_was_told_of_it() -> None:
    number = next(n for n, (who, _) in enumerate(HISTORY) if who >= 0)
    transcript = told(HISTORY[: number + 1], EYES)
    take_back(transcript, HISTORY, number)
    assert words(transcript.lines[-1]) == [
        {"key": "log.undo", "args": {"seat": {"seat": HISTORY[number][0]}}}
    ]
    assert (transcript.lines[-1].at, transcript.since) == (1000, 1000)
    assert transcript.hidden == told(HISTORY[:number], EYES).hidden
    assert len(transcript.told) == number


@pytest.mark.parametrize("back", [1, 2])
def test_a_step_taken_back_that_was_not_told_is_not_told_either(back: int) -> None:
    """An answer that nobody noticed, and what was not yet told [T60]."""
    kind, who = ("make0", "asked") if back == 1 else ("wait", "chance")
    last = asked(kind, who) + (back == 1)
    transcript, before = told(HISTORY[:last], EYES), told(HISTORY[: last - 1], EYES)
    take_back(transcript, HISTORY, last - 1)
    assert transcript.lines == before.lines
    assert transcript.state(undo=False) == before.state(undo=False)
    assert (transcript.behind, transcript.told) == (False, before.told)


# What a decision gives away


def test_what_a_card_of_gold_was_is_given_away_by_turning_it_again() -> None:
    """It is known to the record, but not to whoever has forgotten it [G22]."""
    match = Match("gold", 2)
    for step in ("@0", "a1", "$1", "b1", "$1", "a1"):
        before = match.position.copy()
        match.play(step)
    assert before.actor == match.position.actor == 1
    assert gives_away(before, match.history[-1][1])


@pytest.mark.parametrize("name", [name for name in GAMES if not game(name).view.SECRETS])
def test_where_all_is_open_a_decision_gives_nothing_away(name: str) -> None:
    match = random_match(name, 2, steps=60)
    for before, (actor, step) in zip(match.replay(), match.history, strict=False):
        assert actor == CHANCE or not gives_away(before, step)


def test_whether_something_was_given_away_follows_from_what_the_decider_knows() -> None:
    """Else he could read secrets of others off his right to take it back [T60]."""
    pair, looked = twins(SEATS, EYES, 1476), 0
    positions = [
        {n: p.copy() for n, p in enumerate(replay(history))} for history in (pair.one, pair.other)
    ]
    for here, there in pair.alike:
        one, other = positions[0][here], positions[1][there]
        if one.actor == other.actor == EYES:
            looked += 1
            for step in one.legal()[:6]:
                assert gives_away(one, step) == gives_away(other, step)
    assert looked > 20


def replay(history: History) -> Iterator[Position]:
    position = Position("golden_town", SEATS)
    yield position
    for _, step in history:
        position.play(step)
        yield position
