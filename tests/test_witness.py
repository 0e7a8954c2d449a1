"""What one pair of eyes sees of a match: hidden records, and nothing of what cannot be noticed."""

import pytest

import whisper
from games.golden_town.twins import twins
from goldrush.audience import Audience
from goldrush.core import WATCHER
from goldrush.games import GAMES
from goldrush.match import Match
from goldrush.position import Position
from goldrush.witness import Look, retell
from matches import random_match

SEATS, EYES = 3, 0
TOWN = [step for _, step in twins(SEATS, EYES, 1476).other]  # somebody is asked in secret there


def test_a_glimpse_is_two_hidden_records_and_the_step_if_it_may_be_known() -> None:
    start = Position("golden_town", SEATS)
    before, unseen = start, 0
    for step, glimpse in zip(TOWN, retell(start, TOWN, EYES), strict=True):
        after = before.copy()
        after.play(step)
        seen = before.seen(step, EYES)
        assert glimpse.before.hidden == before.hidden(EYES)
        assert glimpse.after.hidden == after.hidden(EYES)
        assert glimpse.step == (step if seen else None)
        assert glimpse.noticed == (seen or before.hidden(EYES) != after.hidden(EYES))
        unseen += not seen
        before = after
    assert unseen > 5


def test_what_is_not_noticed_is_not_told() -> None:
    """[T60]."""
    glimpses = list(retell(Position("golden_town", SEATS), TOWN, EYES))
    silent = [glimpse for glimpse in glimpses if not glimpse.noticed]
    assert silent
    assert all(glimpse.log() == [] for glimpse in silent)
    assert any(glimpse.log() for glimpse in glimpses)


@pytest.mark.parametrize("name", GAMES)
def test_all_who_follow_a_match_see_what_is_retold_to_them_later(name: str) -> None:
    match = random_match(name, 2, seed=2, steps=120)
    eyes = [0, 1, WATCHER]
    audience = Audience(Match(name, 2), eyes)
    lines: dict[int, list[object]] = {one: [] for one in eyes}
    for _, step in match.history:
        for one, glimpse in audience.play(step).items():
            lines[one].append(glimpse.log())
    assert all(lines[one] == list(match.lines(one)) for one in eyes)


def test_each_pair_of_eyes_looks_once_at_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    hidden = Position.hidden

    def counted(position: Position, seat: int) -> Position:
        looked.append(seat)
        return hidden(position, seat)

    monkeypatch.setattr(Position, "hidden", counted)
    audience = Audience(Match("golden_town", SEATS), [EYES, WATCHER])
    audience.admit(EYES)
    looked.clear()
    for step in TOWN[:40]:
        for glimpse in audience.play(step).values():
            assert glimpse.log() == glimpse.log()
    assert looked == [EYES, WATCHER] * 40


def test_after_steps_are_taken_back_all_see_where_the_match_stands() -> None:
    audience = Audience(Match("golden_town", SEATS), [EYES, WATCHER])
    for step in TOWN[:40]:
        audience.play(step)
    now = audience.cut(20)
    there = Match("golden_town", SEATS)
    for step in TOWN[:20]:
        there.play(step)
    assert audience.match.history == there.history
    assert {eyes: look.hidden for eyes, look in now.items()} == {
        eyes: Look(there.position, eyes).hidden for eyes in (EYES, WATCHER)
    }
    (glimpse, _) = audience.play(TOWN[20]).values()
    assert glimpse.before.hidden == there.position.hidden(EYES)


def test_a_match_that_nobody_watches_is_played_all_the_same() -> None:
    audience = Audience(Match(whisper.GAME, 2))
    assert audience.play("@0") == {}
    assert len(audience.match.history) == 1
