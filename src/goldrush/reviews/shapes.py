"""What a review tells; browsers are told the same."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from goldrush.games.shapes import AnyChoice, Line

WIN = 60_000_000  # parts of a win, so that two to six may share it in whole parts

Word = Literal["best", "fine", "slip", "mistake", "blunder"]
Cause = Literal["luck", "decision", "unknown"]


class Level(Struct, frozen=True):
    """What each seat may expect before a step, or at the end, in parts of a win."""

    frame: int  # of the replay that shows it
    turn: int
    chances: Sequence[int]  # as who sees everything would say
    errors: Sequence[int]  # one standard error of each
    table: Sequence[int] | None = None  # as who looks on could know; None if that is the same
    table_errors: Sequence[int] | None = None


class Draw(Struct, frozen=True):
    """What a draw did to each seat: what it may expect after it, less the mean of all outcomes."""

    step: int
    luck: Sequence[int]
    errors: Sequence[int]


class Decision(Struct, frozen=True):
    """A decision, judged by what its seat could know."""

    step: int
    frame: int
    turn: int
    seat: int
    choices: int  # how many there were
    chosen: AnyChoice
    better: AnyChoice | None  # the best, if that is another
    cost: int  # what was given up against the best, never below 0, ...
    error: int  # ... with its standard error
    word: Word
    gain: int  # by how much it beats what the simple player would have done
    unknown: int  # what it did to its own seat that could not be known


class Account(Struct, frozen=True):
    """How a seat's result came about; the first five add up to the sixth, exactly."""

    start: int
    luck: int
    own: int  # own decisions, against the simple player's
    others: int  # decisions of others
    unknown: int  # of own decisions what could not be known
    result: int
    error: int  # one standard error of the luck
    given_up: int  # by own decisions, against the best ones

    @property
    def adjusted(self) -> int:
        """The result without the luck."""
        return self.result - self.luck


class Moment(Struct, frozen=True):
    """A step that decided the match."""

    step: int
    frame: int
    turn: int
    cause: Cause
    by: int | None  # whose decision it was
    seat: int  # to whom it did most
    before: int
    after: int
    lines: Sequence[Line]  # as the log tells it; nothing where it tells nothing of that decision
    chosen: AnyChoice | None  # if it was a decision
    better: AnyChoice | None  # what would have been better, if it gave much up


class Review(Struct, frozen=True):
    """A whole match, reviewed."""

    game: str
    version: int
    seats: int
    budget: str
    seed: int
    over: bool  # else the results are what each seat could still expect
    judged: bool  # whether a judgement ends worlds that are played on, or else the rules do
    levels: Sequence[Level]  # one more than there are steps
    draws: Sequence[Draw]
    decisions: Sequence[Decision]
    accounts: Sequence[Account]  # by seat
    moments: Sequence[Moment]
