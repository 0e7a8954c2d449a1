"""Secrets are kept, as Whisper tries it: one secret card a seat, and a secret question."""

import zlib
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spy
import whisper
from games import test_contract as contract
from goldrush.bots.policy import Bot
from goldrush.bots.seat import BotSeat
from goldrush.core import WATCHER, bind, rng
from goldrush.match import Match
from matches import show

PROMISES = [
    contract.test_a_state_has_the_common_fields_and_no_unsigned_ones,
    contract.test_every_position_keeps_the_invariants,
    contract.test_legal_actions_and_draws_are_ascending_and_never_empty,
    contract.test_a_draw_is_the_weighted_choice_of_what_chance_lists,
    contract.test_what_is_hidden_stays_hidden_whatever_it_was,
    contract.test_the_seat_to_act_has_the_same_choices_in_its_hidden_record,
    contract.test_views_are_plain_json_and_offer_actions_only_to_the_actor,
    partial(contract.test_features_are_finite_and_differ_from_seat_to_seat, whole=False),
    partial(contract.test_features_are_finite_and_differ_from_seat_to_seat, whole=True),
    contract.test_a_replayed_match_is_the_same_match,
]


def whispered(steps: str) -> Match:
    """A match of Whisper with two seats."""
    match = Match(whisper.GAME, 2)
    for step in steps.split():
        match.play(step)
    return match


def told(match: Match, seat: int) -> list[Any]:
    return [line for lines in match.lines(seat) for line in lines]


def spied() -> Any:
    """The spy, bound to Whisper under a name that changes with both."""
    tag = f"{whisper.GAME.tag}_{zlib.crc32(Path(spy.__file__).read_bytes())}"
    return bind("spy", tag, rules=whisper)


@pytest.mark.parametrize("promise", PROMISES)
def test_a_game_with_a_secret_can_keep_the_contract(promise: Any) -> None:
    promise(whisper.GAME)


def test_a_hidden_position_has_no_card_that_the_seat_may_not_see() -> None:
    position = whispered("@0 =3 =1").position
    assert position.hidden(0).record.card.tolist() == [3, 0, 0]
    assert position.hidden(1).record.card.tolist() == [0, 1, 0]
    assert position.hidden(WATCHER).record.card.tolist() == [0, 0, 0]


def test_an_unseen_step_is_told_without_what_it_was() -> None:
    keys = [[line["key"] for line in lines] for lines in whispered("@0 =3 =1").lines(1)]
    assert keys == [["log.step"], ["log.draws"], ["log.step"]]


def test_a_secret_question_is_not_told_to_others() -> None:
    asked, not_asked = whispered("@0 =3 =1 keep silent keep"), whispered("@0 =2 =1 keep keep")
    assert told(asked, 1) == told(not_asked, 1)
    assert told(asked, WATCHER) == told(not_asked, WATCHER)
    assert told(asked, 0) != told(not_asked, 0)
    before = whispered("@0 =3 =1 keep").position  # seat 0 is asked, which seat 1 cannot know
    assert before.actor == 0
    assert before.hidden(1).actor == 1
    assert before.hidden(1) == whispered("@0 =2 =1 keep").position.hidden(1)


def test_bots_in_a_simulation_learn_of_unseen_steps_only_what_they_notice() -> None:
    """The last seat notices that the first draws a card, or two, but not that it is silent."""
    policy = spied()
    batch: Any = bind("goldrush.lab.batch", policy.__name__, rules=whisper, policy=policy)
    tally, room = np.zeros(1, batch.TALLY), batch.room()
    for number in range(40):
        batch.run(tally[0], room, 1, number, 1, 2, np.zeros(1, np.int64), np.zeros(1))
        assert room[2]["leaks"].sum() == 0
        last = room[2][1 - room[0][0].first]
        assert last.unseen in (1, 2)
        assert last.told >= 4
    assert tally[0].games == 40


def watched(steps: str, seat: int) -> tuple[int, int, int]:
    """What a bot was told in a match, what not, and how often it saw what it should not."""
    watcher = BotSeat(Bot("spy", "spy", whisper.GAME, spied(), np.zeros(1)), seat, rng.new(1))
    match = Match(whisper.GAME, 2)
    for said in steps.split():
        show(match, said, watcher)
    memory = watcher.memory
    return int(memory.told), int(memory.unseen), int(memory.leaks)


def test_a_bot_at_a_seat_cannot_count_secret_questions() -> None:
    assert watched("@0 =3 =1 keep silent keep", 1) == (4, 1, 0)
    assert watched("@0 =2 =1 keep keep", 1) == (4, 1, 0)
    assert watched("@0 =3 =1 keep silent keep", 0) == (5, 1, 0)
