"""A match at a table is the fold of its log: undo, restart, and what bots remember."""

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from games.golden_town.twins import History, asked_in, twins
from goldrush.core import CHANCE, WATCHER, rng
from goldrush.games import GAMES, game
from goldrush.match import Match, verify
from goldrush.server.play import MOST_UNDOS, Play
from goldrush.server.store import UNDO, Entry
from goldrush.server.transcript import words
from stage import NOW, sheet_of

SEATS, EYES = 3, 0  # of the match below, and whose eyes its questions are hidden from
TOWN = twins(SEATS, EYES, 1476).other


def table(name: str, history: Sequence[tuple[int, int]] = (), seats: int = SEATS) -> Play:
    """A match of which so much has been played, a second for each step."""
    entries = [Entry(n, *step, NOW + 1000 * n) for n, step in enumerate(history)]
    return read(Play(game(name), sheet_of("PLAYED", name, seats)), entries)


def read(play: Play, entries: list[Entry]) -> Play:
    for _ in play.read(entries):
        pass
    return play


def go_on(play: Play, *steps: int, seat: int | None = None, said: str = "") -> None:
    """Writes decisions down, and what is drawn after them."""
    for step in steps:
        actor = play.position.actor if seat is None else seat
        for entry in play.plan(NOW, (actor, step, said)).entries:
            play.apply(entry)


def undo(play: Play, seat: int) -> None:
    for entry in play.plan_undo(NOW, seat, "").entries:
        play.apply(entry)


def again(play: Play) -> Play:
    """The same match, read from its log."""
    sheet = sheet_of("PLAYED", play.match.game.name, play.match.seats)
    return read(Play(play.match.game, sheet), list(play.entries))


def everybody(play: Play) -> list[int]:
    return [*range(play.match.seats), WATCHER]


def picture(play: Play, eyes: int) -> Any:
    """All that a viewer has been told, and could be."""
    known = play.transcript(eyes)
    hidden = known.hidden.record.tobytes()
    return (known.lines, known.told, known.since, known.behind, hidden, play.state(eyes))


def asked(kind: str, who: str) -> int:
    """The number of the step with which such a question is answered."""
    questions = asked_in(TOWN, SEATS, EYES).items()
    return next(n for n, found in questions if (found.kind, found.who) == (kind, who))


def played(name: str, seats: int, seed: int, decisions: int) -> Play:
    """A match in which people take back what they can, now and then."""
    play, stream = table(name, seats=seats), rng.new(seed)
    for entry in play.plan(NOW).entries:
        play.apply(entry)
    for number in range(decisions):
        if play.position.over:
            break
        go_on(play, play.position.random_step(stream), said=f"{number}")
        if number % 3 == 0:
            able = [seat for seat in range(seats) if play.undoable(seat) is not None]
            for seat in able[:1]:
                undo(play, seat)
    return play


def decisions(history: History) -> Iterator[tuple[int, int]]:
    return ((n, who) for n, (who, _) in enumerate(history) if who >= 0)


# Plans


def test_a_plan_is_a_decision_and_all_that_is_drawn_after_it() -> None:
    play = table("oh_my_gold", seats=2)
    first = play.plan(NOW)
    assert {entry.actor for entry in first.entries} == {CHANCE}
    assert play.entries == []
    for entry in first.entries:
        play.apply(entry)
    assert play.position.actor >= 0
    action = int(play.position.legal()[0])
    plan = play.plan(NOW, (play.position.actor, action, "mine"))
    assert plan.entries[0] == Entry(len(first.entries), play.position.actor, action, NOW, "mine")
    assert [entry.number for entry in plan.entries] == [
        len(first.entries) + n for n in range(len(plan.entries))
    ]
    assert {entry.actor for entry in plan.entries[1:]} <= {CHANCE}


def test_a_plan_says_when_the_match_is_over() -> None:
    play, stream, plan = table("gold", seats=2), rng.new(1), None
    for entry in play.plan(NOW).entries:
        play.apply(entry)
    while not play.position.over:
        assert plan is None or not plan.ended
        plan = play.plan(NOW, (play.position.actor, int(play.position.random_step(stream)), ""))
        for entry in plan.entries:
            play.apply(entry)
    assert plan
    assert plan.ended


def test_what_was_asked_for_is_known_by_its_id() -> None:
    play = table("gold", seats=2)
    for entry in play.plan(NOW).entries:
        play.apply(entry)
    seat = play.position.actor
    go_on(play, 0, said="mine")
    assert play.done == {(seat, "mine")}


# Undo


def test_one_may_take_back_ones_own_last_decision() -> None:
    """As long as nobody else has acted and nothing was drawn [T9, T13]."""
    number = next(n for n, _ in decisions(TOWN))
    who = TOWN[number][0]
    play = table("golden_town", TOWN[: number + 1])
    assert play.position.actor == who  # who may still swap a card
    assert [play.undoable(seat) for seat in range(SEATS)] == [
        number if seat == who else None for seat in range(SEATS)
    ]
    assert play.state(who).undo
    assert not play.state(WATCHER).undo
    undo(play, who)
    assert play.match.history == TOWN[:number]
    assert play.undoable(who) is None


@pytest.mark.parametrize("name", GAMES)
def test_nobody_takes_anything_back_across_a_draw(name: str) -> None:
    play, stream = table(name, seats=2), rng.new(2)
    for entry in play.plan(NOW).entries:
        play.apply(entry)
    drawn = 0
    for _ in range(60):
        go_on(play, play.position.random_step(stream))
        if play.position.over:
            break
        if play.match.history[-1][0] == CHANCE:
            drawn += 1
            assert [play.undoable(seat) for seat in range(2)] == [None, None]
    assert drawn > 5


def test_nobody_takes_back_what_has_laid_a_card_open() -> None:
    """A swap for the top of the discards, after which nothing is drawn [T13]."""
    play, stream, swapped = table("golden_town", seats=2), rng.new(5), 0
    for entry in play.plan(NOW).entries:
        play.apply(entry)
    while not play.position.over:
        legal = play.position.legal()
        swaps = [step for step in legal if step.text.endswith(">top")]
        seat = play.position.actor
        before = play.position.copy()
        go_on(play, swaps[0] if swaps else play.position.random_step(stream))
        if swaps and play.match.history[-1][0] == seat:
            kind = before.game.notation.action(play.match.history[-1][1]).partition(">")[0]
            if kind not in before.view(WATCHER)["players"][seat]["known"]:
                swapped += 1
                assert play.undoable(seat) is None
    assert swapped


def test_nobody_takes_back_a_card_of_gold_that_he_has_turned() -> None:
    """Not even one that was turned before, and need not be drawn [G22]."""
    play = table("gold", [(CHANCE, 25), (0, 0), (CHANCE, 0), (0, 1), (CHANCE, 1), (1, 0)], seats=2)
    assert play.position.actor == 1
    assert play.undoable(1) is None


def test_nobody_takes_back_what_another_has_acted_on() -> None:
    pair = [
        (n, TOWN[n][0])
        for n in range(1, len(TOWN))
        if min(TOWN[n][0], TOWN[n - 1][0]) >= 0 and TOWN[n][0] != TOWN[n - 1][0]
    ]
    tried = 0
    for number, who in pair:
        play, before = table("golden_town", TOWN[: number + 1]), TOWN[number - 1][0]
        if play.transcript(before).told[number:] == [True]:  # else he cannot know of it
            tried += 1
            assert play.undoable(before) is None
            assert play.undoable(who) in (None, number)
    assert tried > 2


def test_what_others_kept_silent_about_is_taken_back_too() -> None:
    """Seat 0 ends its turn; the next one is asked for nuggets, and makes none [T42, T60]."""
    answer = next(
        n
        for n, question in asked_in(TOWN, SEATS, EYES).items()
        if (question.kind, question.who) == ("make0", "asked") and TOWN[n - 1][0] == EYES
    )
    play = table("golden_town", TOWN[: answer + 1])
    other = TOWN[answer][0]
    third = ({*range(SEATS)} - {EYES, other}).pop()
    before = {eyes: play.transcript(eyes).number for eyes in everybody(play)}
    assert play.undoable(EYES) == answer - 1
    undo(play, EYES)
    assert play.match.history == TOWN[: answer - 1]
    for eyes in (EYES, other, third, WATCHER):
        assert play.transcript(eyes).number == before[eyes] + 1
        (told,) = words(play.transcript(eyes).lines[-1])
        assert told["key"] == "log.undo"
        assert play.transcript(eyes).hidden == play.position.hidden(eyes)


def test_an_answer_that_nobody_noticed_is_taken_back_unnoticed() -> None:
    """[T42, T60]."""
    answer = asked("make0", "asked")
    play, other = table("golden_town", TOWN[: answer + 1]), TOWN[answer][0]
    before = {eyes: picture(play, eyes) for eyes in everybody(play)}
    assert play.undoable(other) == answer
    undo(play, other)
    for eyes in everybody(play):
        assert (picture(play, eyes) == before[eyes]) == (eyes != other)


def test_decisions_are_taken_back_one_after_the_other() -> None:
    """As long as all of them were one's own, and nothing was drawn between them."""
    chains = []
    for number, who in decisions(TOWN):
        play, length = table("golden_town", TOWN[: number + 1]), 0
        while not play.transcript(who).behind and (index := play.undoable(who)) is not None:
            length += 1
            undo(play, who)
            assert play.match.history == TOWN[:index]
        assert length == 0 or play.entries[-1].step == UNDO
        chains.append(length)
    assert max(chains) > 1
    assert 0 in chains


def free_decision() -> tuple[Play, int, int]:
    """A match after a decision that may be taken back, who made it, and what it was."""
    for number, who in decisions(TOWN):
        play = table("golden_town", TOWN[: number + 1])
        if not play.transcript(who).behind and play.undoable(who) == number:
            return play, who, TOWN[number][1]
    raise AssertionError("there is none")


def test_a_decision_is_taken_back_a_few_times_and_then_stays() -> None:
    play, who, step = free_decision()
    for _ in range(MOST_UNDOS):
        assert play.state(who).undo
        undo(play, who)
        go_on(play, step)
    assert play.undoable(who) is None
    assert not play.state(who).undo
    assert again(play).undoable(who) is None, "however often the log is read"


def test_undo_replays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It costs the same however long the match is, for those who look on and who come later."""
    play, who, step = free_decision()
    for _ in range(3):
        undo(play, who)
        go_on(play, step)
    undo(play, who)
    monkeypatch.setattr(Match, "replay", lambda _: pytest.fail("the match was replayed"))
    go_on(play, step)
    undo(play, who)
    assert again(play).transcript(who).lines == play.transcript(who).lines


def test_after_an_undo_one_may_decide_otherwise() -> None:
    number = next(n for n, _ in decisions(TOWN))
    play = table("golden_town", TOWN[: number + 1])
    undo(play, TOWN[number][0])
    other = next(int(step) for step in play.position.legal() if step != TOWN[number][1])
    go_on(play, other)
    assert play.match.history[number] == (TOWN[number][0], other)


def test_history_link_and_proof_are_those_of_what_was_not_taken_back(tmp_path: Path) -> None:
    play = played("gold_river", 2, 4, 10_000)
    assert play.position.over
    steps = [(entry.actor, entry.step) for entry in play.entries]
    undone = sum(step == UNDO for _, step in steps)
    assert undone > 3
    assert len(play.match.history) <= len(steps) - 2 * undone
    assert Match.from_link(play.match.link()).position == play.position
    play.match.save(tmp_path / "match.json")
    assert verify(tmp_path / "match.json").history == play.match.history


# Late viewers, and servers that start again


@pytest.mark.parametrize(("name", "seats"), [("golden_town", 3), ("oh_my_gold", 2)])
def test_who_comes_late_is_told_all_that_he_would_have_been_told(name: str, seats: int) -> None:
    """With all that was taken back, and by the same numbers."""
    whole = played(name, seats, 3, 160)
    assert any(entry.step == UNDO for entry in whole.entries)
    early = table(name, seats=seats)
    for eyes in everybody(early):
        early.transcript(eyes)
    for number, entry in enumerate(whole.entries):
        early.apply(entry)
        if number % 40 == 0:
            late = again(early)
            for eyes in everybody(early):
                assert picture(late, eyes) == picture(early, eyes)
    assert [picture(early, eyes) for eyes in everybody(early)] == [
        picture(whole, eyes) for eyes in everybody(early)
    ]


@pytest.mark.parametrize(("name", "seats"), [("golden_town", 3), ("oh_my_gold", 2)])
def test_what_happens_while_a_log_is_folded_is_told_too(name: str, seats: int) -> None:
    """Some folds are done before the last step, and told of the rest; some only after it."""
    whole = played(name, seats, 3, 160)
    half = len(whole.entries) // 2
    assert any(entry.step == UNDO for entry in whole.entries[half:])
    play = read(table(name, seats=seats), whole.entries[:half])
    folds = {eyes: play.fold(eyes) for eyes in everybody(play)}
    for entry in whole.entries[half:]:
        for pace, fold in enumerate(folds.values()):
            for _ in itertools.islice(fold, 4 * pace):
                pass
        assert play.transcripts.keys() <= folds.keys()
        play.apply(entry)
    done = set(play.transcripts)
    assert 0 < len(done) < len(folds)
    for fold in folds.values():
        for _ in fold:
            pass
    assert [picture(play, eyes) for eyes in everybody(play)] == [
        picture(whole, eyes) for eyes in everybody(play)
    ]


def test_whoever_folds_second_finds_what_the_first_has_made() -> None:
    play = table("golden_town", TOWN[:60])
    fold, same = play.fold(EYES), play.fold(EYES)
    made = play.transcript(EYES)
    assert list(fold) == list(same) == []
    assert play.transcript(EYES) is made


@pytest.mark.parametrize("kind", ["wait", "make0", "fall"])
def test_one_who_waits_for_a_draw_sees_the_same_after_a_restart(kind: str) -> None:
    """Also whether he may take something back [T60]."""
    last = asked(kind, "chance")
    early = table("golden_town")
    for eyes in everybody(early):
        early.transcript(eyes)
    for number, step in enumerate(TOWN[:last]):
        early.apply(Entry(number, *step, NOW))
    late = again(early)
    assert early.transcript(EYES).behind
    assert [picture(late, eyes) for eyes in everybody(late)] == [
        picture(early, eyes) for eyes in everybody(early)
    ]


def test_a_match_read_again_is_the_same_match() -> None:
    play = played("golden_town", 3, 8, 120)
    same = again(play)
    assert same.match.history == play.match.history
    assert same.position == play.position
    assert same.done == play.done
    assert [same.undoable(seat) for seat in range(3)] == [play.undoable(seat) for seat in range(3)]


# Bots


def mind(play: Play, seat: int, persona: str) -> tuple[bytes, bytes]:
    """What a bot remembers, and its luck."""
    bot = play.bot(seat, persona)
    return bot.memory.tobytes(), bot.rng.tobytes()


def test_a_bot_that_comes_late_remembers_all_that_it_would_have_seen() -> None:
    early, late = table("gold", seats=2), table("gold", seats=2)
    early.bot(1, "marius")
    stream = rng.new(6)
    for entry in early.plan(NOW).entries:
        early.apply(entry)
    for _ in range(12):
        go_on(early, early.position.random_step(stream))
    for entry in early.entries:
        late.apply(entry)
    assert mind(late, 1, "marius") == mind(early, 1, "marius") == mind(again(early), 1, "marius")
    assert mind(early, 1, "marius")[0] != mind(table("gold", seats=2), 1, "marius")[0]


def test_a_bot_forgets_what_was_taken_back() -> None:
    number = next(n for n, _ in decisions(TOWN))
    play, before = table("golden_town", TOWN[: number + 1]), table("golden_town", TOWN[:number])
    seat = (TOWN[number][0] + 1) % SEATS
    memory = mind(play, seat, "marius")
    undo(play, TOWN[number][0])
    assert mind(play, seat, "marius") == mind(before, seat, "marius") != memory


def test_a_bots_luck_is_its_own_and_the_same_when_the_log_is_read_again() -> None:
    play = table("golden_town", TOWN[:40])
    lucks = [mind(play, seat, "marius")[1] for seat in range(SEATS)]
    assert lucks == [mind(again(play), seat, "marius")[1] for seat in range(SEATS)]
    assert len({*lucks}) == SEATS
    longer = table("golden_town", TOWN[:41])
    assert mind(longer, 0, "marius")[1] != lucks[0]


def test_a_seat_that_changes_its_bot_has_one_that_has_watched_all() -> None:
    play = table("golden_town", TOWN[:60])
    first = mind(play, 1, "zoe")
    assert play.bot(1, "marius").bot.name == "marius"
    assert mind(play, 1, "marius")[0] == mind(table("golden_town", TOWN[:60]), 1, "marius")[0]
    assert mind(play, 1, "zoe") == first


def test_what_a_bot_is_asked_is_the_same_after_an_undo_and_without_it() -> None:
    """So it answers the same, whoever asks [T60]."""
    for number, who in itertools.islice(decisions(TOWN), 30, 60):
        play = table("golden_town", TOWN[: number + 1])
        if play.undoable(who) == number:
            undo(play, who)
            plain = table("golden_town", TOWN[:number])
            assert play.bot(who, "marius").question(play.match) == plain.bot(
                who, "marius"
            ).question(plain.match)
