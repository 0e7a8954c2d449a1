"""A match that is played at a table: the fold of its log, for every viewer and every bot."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from goldrush.audience import Audience
from goldrush.bots.invited import sitting
from goldrush.bots.policy import PLAYER, POLICIES
from goldrush.bots.policy import bot as open_bot
from goldrush.bots.seat import BotSeat, Question
from goldrush.core import CHANCE, WATCHER, rng
from goldrush.fair import Fair
from goldrush.games import newest
from goldrush.games.contract import Game
from goldrush.match import Match
from goldrush.position import Position
from goldrush.server.clocks import Clocks, timed
from goldrush.server.lessons import LEARNER, lesson
from goldrush.server.messages import Coaching, State
from goldrush.server.store import UNDO, Entry, Rest, Sheet
from goldrush.server.transcript import QUIET_MS, Transcript, gives_away
from goldrush.witness import Glimpse, Look

MOST_UNDOS = 5  # of one decision
REMEMBERED = 64  # decisions before which the position is kept while a log is folded
ADVISER = "search:ms=1200"  # the bot that gives hints: people wait for two seconds, not for more
HASTY = "search:ms=300"  # the same where others wait for hints too


@dataclass
class Decision:
    """A decision that may still be taken back."""

    before: Position
    given: bool | None = None  # whether it gave something away; None if nobody has asked

    def gave_away(self, step: int) -> bool:
        """Whether anybody has learned something from it."""
        if self.given is None:
            self.given = gives_away(self.before, step)
        return self.given


class Plan(NamedTuple):
    """What is to be written, and the match as it ends with that, if it does."""

    entries: tuple[Entry, ...]
    ended: Match | None = None

    @property
    def draws(self) -> bool:
        """Whether anything is drawn."""
        return any(entry.actor == CHANCE for entry in self.entries)


class Play:
    """A match, and what everybody knows of it."""

    def __init__(self, game: Game, sheet: Sheet, outages: Sequence[Rest] = ()) -> None:
        self.began = sheet.begun
        self.secret = sheet.secret
        self.final = sheet.rated or bool(sheet.daily)  # nothing is taken back
        fair = Fair(sheet.secret, tuple(place.salt for place in sheet.places))
        scripted = sheet.lesson and game.version == newest(game.name)  # a script fits its rules
        self.lesson = lesson(game.name) if scripted else None
        self.match = Match(game, len(sheet.places), sheet.options, fair=fair)
        self.audience = Audience(self.match)
        self.entries: list[Entry] = []
        self.done: set[tuple[int, str]] = set()  # actors, and the ids of what they asked for
        self.trail: dict[int, Decision] = {}  # by index in the match's history
        self.transcripts: dict[int, Transcript] = {}
        self.held_from: int | None = None  # the first entry of which nobody is told yet
        self.bots: dict[int, BotSeat] = {}
        self.advisers: dict[tuple[int, str], BotSeat] = {}  # of people who have asked for hints
        self.clocks = Clocks(sheet, outages) if timed(sheet) else None
        if self.clocks:
            self.clocks.begin(self.transcript(WATCHER))
        elif sheet.public:
            self.transcript(WATCHER)  # the lobby says how far it is

    def read(self, entries: list[Entry]) -> Iterator[None]:
        """Plays what was written before, one entry after the other."""
        for entry in entries:
            self.apply(entry)
            yield

    @property
    def position(self) -> Position:
        """The true one: nobody is shown it."""
        return self.match.position

    def asks(self, seat: int) -> bool | None:
        """Whether a seat is to act, as far as it knows itself.

        None if it knows of a draw to come that is held back, because somebody else is asked in
        secret: of what has happened since the seat was last to act it is told nothing yet.
        """
        secret = self.match.game.view.WHISPERS
        actor = (self.position.hidden(seat) if secret else self.position).actor
        return None if actor == CHANCE else actor == seat

    @property
    def watched(self) -> Transcript:
        """What a watcher has been told, where clocks go by it or the lobby shows it."""
        return self.transcripts[WATCHER]

    def plan(self, at: int, *decision: tuple[int, int, str]) -> Plan:
        """Perhaps a decision (who, what, the client's id), and all that is drawn after it."""
        trial, entries = self.match.copy(), []
        for actor, step, said in decision:
            trial.play(step)
            entries.append((actor, step, at, said))
        while trial.position.actor == CHANCE:
            entries.append((CHANCE, int(trial.draw()), at, ""))
        first = len(self.entries)
        numbered = (Entry(first + n, *entry) for n, entry in enumerate(entries))
        return Plan(tuple(numbered), trial if trial.position.over else None)

    def plan_undo(self, at: int, seat: int, said: str) -> Plan:
        """That a seat takes back what it may take back."""
        return Plan((Entry(len(self.entries), seat, UNDO, at, said),))

    def apply(self, entry: Entry) -> None:
        """Plays what has been written, before the eyes of all."""
        self.entries.append(entry)
        if entry.id:
            self.done.add((entry.actor, entry.id))
        if entry.step == UNDO:
            self._take_back(entry)
            return
        before = self.position.copy()
        glimpses = self.audience.play(entry.step)
        for eyes, transcript in self.transcripts.items():
            transcript.tell(glimpses[eyes], entry.at, held=self.held_from is not None)
        if entry.actor != CHANCE:
            self.trail[len(self.match.history) - 1] = Decision(before)
        elif not self.behind:
            self.trail.clear()
        if self.clocks:
            noticed = entry.actor != CHANCE and glimpses[WATCHER].noticed
            decision = len(self.match.history) - 1 if noticed else None
            self.clocks.note(entry.actor, decision, self.transcripts[WATCHER], entry.at)
        for bot in (*self.bots.values(), *self.advisers.values()):
            if bot.watches:
                self._show(bot, len(self.match.history), glimpses[bot.seat])

    @property
    def behind(self) -> bool:
        """Whether there is anybody who is not told of everything yet."""
        return any(transcript.behind for transcript in self.transcripts.values())

    def hold(self) -> None:
        """Has nobody told of what is applied from now on."""
        self.held_from = len(self.entries)

    def release(self) -> None:
        """Tells of what was held back, but for what waits for somebody who is asked in secret."""
        self.held_from, last = None, self.entries[-1]
        for transcript in self.transcripts.values():
            transcript.release(last.at)
        if last.actor == CHANCE and not self.behind:
            self.trail.clear()
        if self.clocks:
            self.clocks.follow(self.watched, last.at)

    def undoable(self, seat: int) -> int | None:
        """Where the match was before the decision that a seat may take back, if there is one.

        It must be the last thing that the seat has noticed: what others kept silent about since is
        taken back with it, or the seat would learn that they were asked.
        """
        if self.final:
            return None
        told = self.transcript(seat).told
        for index in reversed(range(len(told))):
            who, step = self.match.history[index]
            if who == CHANCE:
                return None
            if told[index]:
                mine = who == seat and not self.position.over
                few = self.transcript(seat).times_taken_back(seat, index) < MOST_UNDOS
                may = mine and few and not self._decision(index).gave_away(step)
                return index if may else None
        return None

    def state(self, eyes: int) -> State:
        """Where the match stands for a viewer."""
        undo = eyes >= 0 and self.undoable(eyes) is not None
        coach = self._coaching() if eyes == LEARNER else None
        return self.transcript(eyes).state(undo=undo, coach=coach, until=self.until(eyes))

    def until(self, eyes: int) -> int | None:
        """When a bot answers for a seat that knows that it is asked, which others do not know."""
        asked = self.clocks and eyes >= 0 and self.transcript(eyes).actor == eyes
        if not asked or not self.clocks or self.clocks.actor == eyes:
            return None
        return self.clocks.until(self.transcript(eyes).since)

    def transcript(self, eyes: int) -> Transcript:
        """What a viewer has been told, from the beginning; if nobody has looked yet, it is made."""
        if eyes not in self.transcripts:
            for _ in self.fold(eyes):
                pass
        return self.transcripts[eyes]

    def fold(self, eyes: int) -> Iterator[None]:
        """Makes what a viewer has been told, one entry of the log after the other.

        Whoever has no time for a long log may leave it at any entry and go on later: those that
        are applied meanwhile are folded too, and only then is the viewer among those who are told.
        """
        if eyes in self.transcripts:
            return  # somebody else was faster
        quiet = QUIET_MS if self.match.game.view.WHISPERS else 0
        transcript = Transcript(Look(self.match.start, eyes), self.began, quiet)
        match = self.match.copy()
        match.cut(0, match.start)
        audience = Audience(match, [eyes])
        befores: dict[int, Position] = {}  # of the last decisions, so that undo need not replay
        for index, entry in enumerate(self.entries):
            if entry.step == UNDO:
                number = last_decision(match, entry.actor)
                now = audience.cut(number, befores.get(number))
                transcript.take_back(number, now[eyes], entry.actor, entry.at)
            else:
                if entry.actor != CHANCE:
                    befores[len(match.history)] = match.position.copy()
                    if len(befores) > REMEMBERED:
                        del befores[min(befores)]
                held = self.held_from is not None and index >= self.held_from
                transcript.tell(audience.play(entry.step)[eyes], entry.at, held=held)
            yield
        if self.held_from is None and self.entries:  # perhaps only since the last ones were read
            transcript.release(self.entries[-1].at)
        self.audience.admit(eyes)
        self.transcripts[eyes] = transcript

    def bot(self, seat: int, persona: str) -> BotSeat:
        """A bot at a seat, that has watched the match from there."""
        said = sitting(persona)
        if seat not in self.bots or self.bots[seat].bot.name != said:
            self.bots[seat] = self._seated(seat, said)
        bot = self.bots[seat]
        self._luck(bot, 2 * len(self.match.history) + 1)
        return bot

    def hasty_bot(self, seat: int, persona: str, seconds: float) -> BotSeat:
        """A bot at a seat that has hardly any time to think: too little for one of others."""
        usual = open_bot(self.match.game, sitting(persona))
        timed = usual.trait("ms") is not None
        said = f"{usual.name}:ms={max(1000 * seconds, 1):.0f}" if timed else usual.name
        bot = self._seated(seat, said if usual.kind in POLICIES else PLAYER)
        self._luck(bot, 2 * len(self.match.history) + 1)
        return bot

    def lost(self, seat: int) -> int:
        """How many decisions of late a bot of others could not make at a seat."""
        return self.bots[seat].lost if seat in self.bots else 0

    @property
    def in_secret(self) -> bool:
        """Whether somebody is asked of whom nobody else may know that: who can answer unnoticed."""
        before = self.position.hidden(WATCHER)
        if before.actor != self.position.actor:
            return True
        for step in self.position.legal():
            after = self.position.copy()
            after.play(step)
            if after.hidden(WATCHER) == before:
                return True
        return False

    def advice(self, seat: int, adviser: str = ADVISER) -> Question:
        """What a bot is asked that is to say what it would do at a person's seat.

        Its luck follows from what the seat has been told: how much others were asked in secret
        must not change what it says.
        """
        if (seat, adviser) not in self.advisers:
            self.advisers[seat, adviser] = self._seated(seat, adviser)
        bot = self.advisers[seat, adviser]
        self._luck(bot, self.transcript(seat).number)
        return bot.question(self.match)

    def scripted(self) -> int | None:
        """What the rival of a guided match plays now, as long as its script is followed."""
        reply = self.lesson.reply(self._decisions()) if self.lesson else None
        return None if reply is None else int(self.position.step(reply))

    def _coaching(self) -> Coaching | None:
        """What the learner of a guided match is told, who is to act."""
        if not self.lesson or self.transcript(LEARNER).actor != LEARNER:
            return None
        return self.lesson.coaching(self._decisions(), self.match.game.notation.CHOICES)

    def _decisions(self) -> list[tuple[int, str]]:
        named = self.match.game.notation.action
        return [(seat, named(step)) for seat, step in self.match.history if seat != CHANCE]

    def _seated(self, seat: int, persona: str) -> BotSeat:
        """A bot that has watched the match from a seat, if it ever watches."""
        bot = BotSeat(open_bot(self.match.game, persona), seat, rng.new(0))
        if bot.watches:
            for number, glimpse in enumerate(self.match.glimpses(seat), 1):
                self._show(bot, number, glimpse)
            self.audience.admit(seat)
        return bot

    def _decision(self, index: int) -> Decision:
        """A decision in the match; those that seemed to be past are looked up again."""
        if index not in self.trail:
            past = self.match.copy()
            past.cut(index)
            self.trail[index] = Decision(past.position)
        return self.trail[index]

    def _take_back(self, entry: Entry) -> None:
        number = last_decision(self.match, entry.actor)
        now = self.audience.cut(number, self._decision(number).before)
        self.trail = {n: decision for n, decision in self.trail.items() if n < number}
        for eyes, transcript in self.transcripts.items():
            transcript.take_back(number, now[eyes], entry.actor, entry.at)
        if self.clocks:
            self.clocks.take_back(entry.actor, number, self.transcripts[WATCHER], entry.at)
        self.bots.clear()  # what they have seen since must be forgotten
        self.advisers.clear()

    def _show(self, bot: BotSeat, number: int, glimpse: Glimpse) -> None:
        """Shows a bot the step of a number, counted from 1."""
        self._luck(bot, 2 * number)
        bot.watch(glimpse)

    def _luck(self, bot: BotSeat, number: int) -> None:
        """Gives a bot its luck for one moment: the same one whenever the log is read again."""
        seed = hmac.digest(self.secret, f"bot at {bot.seat}".encode(), hashlib.sha256)
        bot.rng[:] = rng.new(int.from_bytes(seed[:7], "big"), number)


def last_decision(match: Match, seat: int) -> int:
    """The index of the last step that a seat chose."""
    last = len(match.history) - 1
    return next(n for n in range(last, -1, -1) if match.history[n][0] == seat)
