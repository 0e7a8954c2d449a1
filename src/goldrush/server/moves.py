"""What is done in a match at a table: actions, decisions of bots, undo and hints, each one once."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from goldrush.bots.seat import Question
from goldrush.bots.thinkers import Thought
from goldrush.core import CHANCE, WATCHER
from goldrush.position import IllegalStep
from goldrush.server import messages as wire
from goldrush.server import ratings, results, seating, telling
from goldrush.server.play import ADVISER, HASTY, Plan, Play
from goldrush.server.refusal import Refusal
from goldrush.server.store import Stake
from goldrush.server.transcript import QUIET_MS, Transcript

if TYPE_CHECKING:
    from goldrush.server.table import Table

QUIET = QUIET_MS / 1000  # seconds, after all that is noticed


async def act(table: "Table", seat: int, act: wire.Act) -> None:
    """Plays an action for a seat, once; returns when it is written and the seat was told."""
    await table.turnstile.queued(seat, lambda: _act(table, seat, act))


async def decide(table: "Table", seat: int, action: int, written: int) -> None:
    """Plays what a bot has found, if all is still as it was when it began to think."""
    await table.turnstile.alone(_bot_decides(table, seat, action, written))


async def undo(table: "Table", seat: int, undo: wire.Undo) -> None:
    """Takes a seat's last decision back, once."""
    await table.turnstile.queued(seat, lambda: _undo(table, seat, undo))


async def hint(table: "Table", seat: int, asked: wire.Hint, who: Sequence[str]) -> Thought:
    """What a bot would play that sat at a seat and knew what the seat knows.

    It is a simple one as long as the code of the other is not compiled.
    """
    if not table.sheet.hints:
        raise Refusal("not_allowed", "no hints are given at this table")
    question = await table.turnstile.queued(seat, lambda: _hint(table, seat, asked))
    known = table.hints.get(seat)
    if known and known[0] == asked.number:
        return known[1]  # it says the same
    thought = await table.services.advisers.answer(table.game, question, who)
    table.services.metrics.thought.observe(thought.seconds)
    if not thought.fell_back:
        table.hints[seat] = (asked.number, thought)
    return thought


async def _act(table: "Table", seat: int, act: wire.Act) -> asyncio.Event | None:
    if not _done(table, seat, act.id):
        play = _playing(table)
        _check_turn(table, play.transcript(seat), seat, act.number)
        try:
            play.transcript(seat).hidden.step(act.action)
        except IllegalStep as error:
            raise Refusal.because("illegal", error) from None
        if _must_wait(play, seat):
            return table.turnstile.happening
        await _decide(table, seat, act.action, act.id)
    return _told(table, seat)


async def _hint(table: "Table", seat: int, hint: wire.Hint) -> asyncio.Event | Question:
    """Finds what a bot is to be asked, in the same moment in which the seat could act."""
    play = _playing(table)
    _check_turn(table, play.transcript(seat), seat, hint.number)
    if _must_wait(play, seat):
        return table.turnstile.happening
    if not table.sheet.places[seat].hinted:  # which must be kept before anything is told
        await table.write(seating.hinted(table.sheet, seat))
    return play.advice(seat, HASTY if table.services.advisers.crowd else ADVISER)


async def _undo(table: "Table", seat: int, undo: wire.Undo) -> asyncio.Event | None:
    if not _done(table, seat, undo.id):
        play = _playing(table)
        if table.sheet.places[seat].persona:
            raise Refusal("no_undo", "a bot plays in your place")
        if play.final:
            raise Refusal("no_undo", "nothing is taken back in a rated match")
        if undo.number != (number := play.transcript(seat).number):
            raise Refusal("stale", "the last line is {}, not {}", number, undo.number)
        if play.undoable(seat) is None:
            raise Refusal(
                "no_undo",
                "only the last thing that happened can be taken back, by whoever decided it, a few"
                " times, as long as nothing was drawn or laid open by it",
            )
        if play.transcript(seat).behind:
            return table.turnstile.happening
        await _written(table, play.plan_undo(table.services.clock(), seat, undo.id))
    return _told(table, seat)


async def _bot_decides(table: "Table", seat: int, action: int, written: int) -> None:
    if table.play and len(table.play.entries) == written and table.bots.to_act(table):
        await _decide(table, seat, action)


async def _decide(table: "Table", seat: int, action: int, said: str = "") -> None:
    """Writes a decision and what is drawn after it, and tells everybody."""
    await _written(table, _playing(table).plan(table.services.clock(), (seat, action, said)))
    table.bots.hurried.discard(seat)
    table.services.metrics.moves.inc()


async def _written(table: "Table", plan: Plan) -> None:
    """Writes entries of the log, and only then tells of them."""
    play, sheet, ended = _playing(table), None, None
    stakes: tuple[Stake, ...] = ()
    if plan.ended:
        sheet = msgspec.structs.replace(table.sheet, over=True)
        ended = results.ended(sheet, plan.ended, (*play.entries, *plan.entries))
        stakes = ratings.stakes(table.game, sheet, ended)
    await table.write(sheet, plan.entries, ended=ended, stakes=stakes)
    known = _numbers(play)
    _apply(table, play, plan)
    for eyes, number in known.items():
        telling.tell(table, eyes, number)
    if plan.ended:
        await table.reckon()
        telling.show(table)
        telling.open_gallery(table)
        table.services.ended.set()
        table.services.waits.ended(table)
    _stir(table, play, known, over=plan.ended is not None)


def _apply(table: "Table", play: Play, plan: Plan) -> None:
    """Plays what is written, and has all be quiet where a bot may be asked in secret now.

    A decision is told together with the draws after it.  If that were as soon as they are made, it
    would tell whether a bot was asked before them: so it is when the quiet is over.
    """
    if not table.whispers:
        for entry in plan.entries:
            play.apply(entry)
        return
    before, held = play.position.hidden(WATCHER), play.held_from is not None
    if fresh := not (held or play.behind):
        play.hold()
    for entry in plan.entries:
        play.apply(entry)
    now = play.position.hidden(WATCHER)
    if now != before and not held:
        table.turnstile.hush(QUIET)
    if plan.ended or (fresh and (now == before or not (plan.draws or now.actor == CHANCE))):
        play.release()
    elif fresh:
        table.turnstile.after_quiet(lambda: _release(table))


async def _release(table: "Table") -> None:
    """Tells what was held back."""
    if (play := table.play) and play.held_from is not None and not table.stale:
        known = _numbers(play)
        play.release()
        for eyes, number in known.items():
            telling.tell(table, eyes, number)
        _stir(table, play, known)


def _numbers(play: Play) -> dict[int, int]:
    """The last line that each viewer has been told."""
    return {eyes: transcript.number for eyes, transcript in play.transcripts.items()}


def _stir(table: "Table", play: Play, known: dict[int, int], *, over: bool = False) -> None:
    """Lets all go on who waited for something to happen."""
    if play.clocks:
        table.moved(noticed=known[WATCHER] != play.watched.number and not over)
    table.turnstile.happened()
    table.stir()


def _playing(table: "Table") -> Play:
    """The match that is played at a table now."""
    if not table.play or table.sheet.over:
        raise Refusal("not_playing", "no match is being played here now")
    if table.stale:
        raise Refusal("stale", "somebody else was faster")
    return table.play


def _check_turn(table: "Table", transcript: Transcript, seat: int, number: int) -> None:
    """Refuses whoever is not to act, as far as they know."""
    if number != transcript.number:
        raise Refusal("stale", "the last line is {}, not {}", transcript.number, number)
    if transcript.actor != seat or table.sheet.places[seat].persona:
        raise Refusal("illegal", "it is not your turn")


def _must_wait(play: Play, seat: int) -> bool:
    """Whether somebody is asked in secret before a seat that thinks that it is to act."""
    return play.transcript(seat).behind or play.position.actor != seat


def _told(table: "Table", seat: int) -> asyncio.Event | None:
    """Nothing, if a seat has been told all that it can notice; else what to wait for."""
    behind = table.play and table.play.transcript(seat).behind and not table.stale
    return table.turnstile.happening if behind else None


def _done(table: "Table", seat: int, said: str) -> bool:
    """Whether what a seat asks for has been done already, when it asked before."""
    return table.play is not None and (seat, said) in table.play.done
