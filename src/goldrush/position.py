"""A position one can talk to: a record with a game around it, that checks what it is told.

>>> p = Position("gold", seats=3)
>>> p.play("@1")  # chance draws seat 1 to start
@1
>>> p.play("c4")  # which turns the card on c4
c4
>>> p.chances()  # doctest: +ELLIPSIS
{$1: 5, $2: 7, ...}
"""

from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from goldrush.core import CHANCE, OVER, WATCHER, Ints, Record, Records
from goldrush.games import game as open_game
from goldrush.games.contract import Game, choose_options, open_amounts
from goldrush.games.edition import Edition
from goldrush.games.plain import Plain
from goldrush.games.problem import Problem
from goldrush.games.step import Step

ENDLESS = 1 << 31  # more than any step's number, and less than compiled code can count
SHOWN = 12  # legal steps, or ranges of them, that an error lists in full


class IllegalStep(Problem):
    """A step that cannot be played here; the message says which can."""


def steps(game: Game) -> tuple[list[Step], list[Step]]:
    """All actions and all outcomes of a game, by number."""
    return game.steps


class Position:
    """A record of a game, and what can be done with it."""

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: dict[str, str] | None = None,
        *,
        record: Record | None = None,
    ) -> None:
        game = game if isinstance(game, Game) else open_game(game)
        rules = game.rules
        self._hold(game, np.zeros(1, rules.STATE))
        if record is not None:
            if record.dtype != rules.STATE:
                raise ValueError(f"this is no record of {self.game.tag}")
            self._records[0] = record
            return
        seats = rules.MIN_SEATS if seats is None else seats
        if not rules.MIN_SEATS <= seats <= rules.MAX_SEATS:
            few, many = rules.MIN_SEATS, rules.MAX_SEATS
            raise Problem("{} cannot have {} seats; it has {} to {}", rules.NAME, seats, few, many)
        chosen = choose_options(rules, options or {}, seats)
        rules.start(self.record, seats, chosen)

    def _hold(self, game: Game, records: Records) -> None:
        self.game = game
        self._records = records
        self.record: Record = records[0]

    @cached_property
    def _room(self) -> tuple[Ints, Ints]:
        """Where the rules write what can be played, and weights; many positions are only seen."""
        wide = max(self.game.rules.ACTIONS, self.game.rules.OUTCOMES) + 1
        return np.zeros(wide, np.int64), np.zeros(wide, np.int64)

    @classmethod
    def from_text(cls, game: Game | str, text: str, *, checked: bool = True) -> "Position":
        """The position that text() wrote.

        What ``hidden`` leaves of one is no whole position, and is read *checked* = False: then the
        text must be one that text() did write, or anything may come of it.
        """
        game = game if isinstance(game, Game) else open_game(game)
        return cls(game, record=game.notation.parse(text, checked=checked))

    @property
    def records(self) -> Records:
        """The record as compiled functions take it: in an array of one."""
        return self._records

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self._records["seats"][0])

    @property
    def actor(self) -> int:
        """The seat to act, or CHANCE, or OVER."""
        return self.game.calls.actor(self._records)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.game.calls.actor(self._records) == OVER

    def legal(self) -> list[Step]:
        """What can be played now: actions, for chance outcomes, at the end nothing."""
        known = self._steps()
        return [known[n] for n in self._numbers().tolist()]

    def ranges(self) -> list[tuple[Step, Step]]:
        """What can be played now, from which step to which: one alone, or amounts from 0 up."""
        legal = self.legal()
        amounts = open_amounts(self.game.rules, legal) if self.actor >= 0 else None
        if amounts is None:
            return [(step, step) for step in legal]
        chosen = [step for step in legal if amounts.hold(step)]
        alone = [(step, step) for step in legal if not amounts.hold(step)]
        return sorted([*alone, (chosen[0], chosen[-1])])

    def chances(self) -> dict[Step, int]:
        """What chance may draw now, with whole weights; empty when it is not to act."""
        if self.actor != CHANCE:
            return {}
        outcomes = self.legal()  # writes the weights too
        return dict(zip(outcomes, self._room[1][: len(outcomes)].tolist(), strict=True))

    def step(self, said: int | str) -> Step:
        """The legal step meant by a number or notation; else IllegalStep says what is legal.

        Where an amount may be chosen, its number alone is notation too: "117" for "deposit117".
        """
        legal = self.legal()
        if isinstance(said, str):
            meant = [step for step in legal if step.text == said]
            if self.actor != CHANCE:  # people type actions; outcomes are exact
                folded = said.strip().lower()
                meant = meant or [step for step in legal if step.text.lower() == folded]
                meant = meant or self._amount(folded, legal)
        else:
            meant = [step for step in legal if step == said]
        if len(meant) != 1:
            raise self._refusal(said)
        return meant[0]

    def play(self, said: int | str) -> Step:
        """Plays one legal step, a number or notation; anything else is an IllegalStep."""
        step = said if isinstance(said, int) else self._number(said)
        game, who = self.game, OVER
        if 0 <= step < ENDLESS:
            who = game.calls.attempt(self._records, step, *self._room)
        if who == OVER:
            self.step(said)  # raises, and says why
        return game.steps[who == CHANCE][step]

    def random_step(self, stream: Ints) -> Step:
        """A step at random: an outcome by its weight, an action with equal chances."""
        game, records = self.game, self._records
        chance = game.calls.actor(records) == CHANCE
        return game.steps[chance][game.calls.random_step(records, self._room[0], stream)]

    def copy(self) -> "Position":
        """A position of its own."""
        other = object.__new__(Position)
        same = bytearray(self._records.tobytes())  # numpy would copy field by field
        other._hold(self.game, np.frombuffer(same, self.game.rules.STATE))
        return other

    def __deepcopy__(self, _: object) -> "Position":
        return self.copy()

    def hidden(self, seat: int) -> "Position":
        """What *seat*, or WATCHER, may know of this position."""
        if seat != WATCHER and not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}; there are 0 to {self.seats - 1}")
        mine = self.copy()
        self.game.calls.hide(mine._records, seat)
        return mine

    def seen(self, step: int, seat: int) -> bool:
        """Whether *seat*, or WATCHER, may know a step that is played here."""
        return self.game.calls.seen(self._records, step, seat)

    def text(self) -> str:
        """The position as exact text."""
        return self.game.notation.position(self.record)

    def view(self, seat: int) -> dict[str, Any]:
        """What *seat*, or WATCHER, is shown, as plain JSON: as whoever asks a server gets it."""
        shown = msgspec.structs.asdict(self.game.view.view(self.hidden(seat).plain(), seat))
        return dict(msgspec.json.decode(msgspec.json.encode(shown)))

    def plain(self, *, uncovered: bool = False) -> Plain:
        """Of what views and lines are made; for anybody's eyes, of a hidden position.

        *uncovered* shows all there is, as everybody may see it when the match is over.
        """
        return Plain(self.game, self._records, uncovered=uncovered)

    def points(self) -> list[int]:
        """Points by seat, as they stand."""
        self.game.rules.score(self.record, self._room[0])
        return list(self._room[0][: self.seats].tolist())

    def places(self) -> list[int]:
        """Places by seat, as they stand; 1 is first, equal seats share one."""
        self.game.rules.rank(self.record, self._room[0])
        return list(self._room[0][: self.seats].tolist())

    def __reduce__(self) -> tuple[Any, ...]:
        own = None if self.game.shipped else self.game.edition
        return _restored, (self.game.name, own, self.game.version, self.record.tobytes())

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.game.tag == other.game.tag
            and self._records.tobytes() == other._records.tobytes()
        )

    __hash__ = None  # type: ignore[assignment]  # a position changes

    def __repr__(self) -> str:
        who = {CHANCE: "chance to draw", OVER: "over"}.get(self.actor, f"seat {self.actor} to act")
        turns = f"{self.record.turns} turns played"
        return f"<{self.game.tag}, {self.seats} seats, {turns}, points {self.points()}, {who}>"

    def __str__(self) -> str:
        return self.game.notation.picture(self.record)

    def _numbers(self) -> Ints:
        return self._room[0][: self.game.calls.ways(self._records, *self._room)]

    def _number(self, said: np.integer[Any] | str) -> int:
        return int(said) if isinstance(said, np.integer) else self.step(said)

    def _steps(self) -> list[Step]:
        return self.game.steps[self.actor == CHANCE]

    def _amount(self, said: str, legal: list[Step]) -> list[Step]:
        """The step that chooses the amount said, if there is one."""
        amounts = open_amounts(self.game.rules, legal)
        if amounts is None:
            return []
        chosen = [step for step in legal if amounts.hold(step)]
        return [step for step in chosen if said == str(step - amounts.first)]

    def _refusal(self, said: int | str) -> IllegalStep:
        ranges = self.ranges()
        if not ranges:
            return IllegalStep("{!r} cannot be played: the match is over", said)
        names = [f"{one} to {last}" if one < last else one.text for one, last in ranges]
        shown, more = ", ".join(names[:SHOWN]), len(names) - SHOWN
        rest = Problem(" and {} more", more) if more > 0 else ""
        return IllegalStep("{!r} cannot be played here; legal: {}{}", said, shown, rest)


def _restored(name: str, own: Edition | None, version: int, record: bytes) -> Position:
    """A position that was pickled: modules stay behind, and are bound again."""
    game = open_game(name, own, version)
    return Position(game, record=np.frombuffer(record, game.rules.STATE)[0])
