"""The whole promise of a game, said once.

A game is one flat record and plain functions over it, in ``games/<game>/rules.py``.  All of them
compile (see core.compiled), run unchanged interpreted, allocate nothing, raise nothing and trust
their caller, so that a GPU can call them too.  Position and Match are their pleasant, checking
side.

A *step* is an action (chosen by a seat) or an outcome (drawn by CHANCE); which of the two follows
from ``actor``.  Actions are numbers from 0 to ACTIONS - 1, outcomes from 0 to OUTCOMES - 1, and a
number always means the same step.  Identical things are one step; draws are lazy: nothing has an
identity before somebody may see it.

A *hidden record* is what ``hide`` leaves of a record for a seat, or for WATCHER.  It may be given
to ``hide`` again and to ``resample``, to ``view``, ``log`` and ``features``, to ``actor``, and to
``legal`` while that seat is to act.  All else needs a whole record: ``check``, ``play`` and
``seen``, ``chance`` and ``draw`` of what is hidden, ``score`` and ``rank`` before the end.
``features`` may be given a whole one too, if it is an imagined world: see there.

A question that is itself a secret (a seat is asked only because of what it holds) is hidden too:
for all others the record has gone on as if it had not been asked and may name another actor, even
themselves.  So whoever hosts a match
- asks the actor of the whole record and nobody else; what another seat answers to its hidden
  record waits, without a word, until that seat is to act in the whole one;
- neither tells a seat of a step that it may not see and that leaves its hidden record as it was,
  nor lets it count such steps: numbers of steps, and the time they take, tell of the question.
A match that does not end where it would have ended without the question cannot hide that.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np

from goldrush.core import Floats, Ints, Record, Records, interpreted
from goldrush.games.edition import Edition, pack
from goldrush.games.plain import Plain
from goldrush.games.problem import Problem
from goldrush.games.shapes import AnyChoice, AnyView, Line
from goldrush.games.step import Step


class UnknownVersion(Problem):
    """Rules of a version that was published after this program."""

    def __init__(self, game: str, version: int, newest: int) -> None:
        self.game, self.version, self.newest = game, version, newest
        super().__init__(
            "version {} of the rules of {} is not known here, only versions up to {}: update"
            " goldrush",
            version,
            game,
            newest,
        )

    def __reduce__(self) -> tuple[type["UnknownVersion"], tuple[str, int, int]]:
        return UnknownVersion, (self.game, self.version, self.newest)


class Option(NamedTuple):
    """A choice made before a match; the first value is the rule book's own."""

    name: str
    values: tuple[str, ...]
    seats: tuple[int, ...] = ()  # at which it means something; () for all


class Amounts(NamedTuple):
    """Actions that choose a number: action *first* chooses 0, the next ones up to *most*.

    Wherever one of them is legal, so are exactly those from 0 up to some number; people are asked
    for a number, and a search need not look at all of them.
    """

    name: str
    first: int
    most: int

    def hold(self, action: int) -> bool:
        """Whether an action is one of these."""
        return self.first <= action <= self.first + self.most


class Rules(Protocol):
    """A rules module.

    Where a function writes lists, each has room for max(ACTIONS, OUTCOMES) + 1 numbers: one more
    than can be legal, because a number is written first and counted only if it is.

    STATE is laid out as the class ``State`` beside it declares, so that mypy knows every field of
    an ``s: State``.  It has at least these fields, and each says what it means and to whom it is
    secret: ``seats``; ``first``, the drawn starting seat (-1 before); ``turn``, the seat whose
    turn it is; ``turns``, how many turns seats have played so far (a missed turn is none).
    """

    __name__: str
    NAME: str  # also the folder
    VERSION: int  # rises only when play changes; bound, or the newest; a stored match names it
    MIN_SEATS: int  # 2, because the guided first match has two seats
    MAX_SEATS: int
    OPTIONS: tuple[Option, ...]
    EDITION: Any  # the games.edition.Edition that the constants were made from
    ACTIONS: int
    AMOUNTS: tuple[Amounts, ...]  # the actions among these that are numbers to be chosen
    OUTCOMES: int
    LONGEST: int  # no match has more steps, whoever plays
    ENDS: tuple[str, ...]  # the ways a match can end, as keys of texts ("end.<key>")
    CHECKS: tuple[str, ...]  # what ``check`` can say, by its code; the first is "all is well"
    STATE: np.dtype[np.record]

    def start(self, s: Record, seats: int, options: Ints) -> None:
        """Sets up a match; *options* holds the index of a value for each of OPTIONS.  No luck."""

    def actor(self, s: Record) -> int:
        """The seat to act, or CHANCE, or OVER."""

    def legal(self, s: Record, out: Ints) -> int:
        """Writes the actions open to the seat to act, ascending; returns how many, never 0."""

    def chance(self, s: Record, out: Ints, weight: Ints) -> int:
        """Writes what CHANCE may draw, ascending, with whole weights above 0; returns how many."""

    def draw(self, s: Record, rng: Ints) -> int:
        """Draws an outcome: exactly what core.rng.weighted() over ``chance`` gives, only faster."""

    def play(self, s: Record, step: int) -> None:
        """Applies one step in place."""

    def score(self, s: Record, out: Ints) -> None:
        """Writes the points of each seat, as they stand."""

    def rank(self, s: Record, out: Ints) -> None:
        """Writes the place of each seat as things stand, by all criteria; ties share (1, 1, 3)."""

    def ended(self, s: Record) -> int:
        """The index in ENDS of how the match ended; asked only when it is OVER."""

    def hide(self, s: Record, seat: int) -> None:
        """Overwrites in place what *seat*, or WATCHER, may not know; hiding again changes nothing.

        Two records that differ only in that become the same bytes.  Of a match that is played,
        views, features, bots and logs are made from hidden records and nothing else.  When the
        match is OVER nothing need be hidden.
        """

    def resample(self, s: Record, seat: int, rng: Ints) -> None:
        """Fills what is hidden from *seat* with a world that fits, each as likely as it is.

        *s* is hidden for *seat*; hidden again it is the same, and it is whole, so that it can be
        played on: from where the seat believes to be, if another is asked in secret.
        """

    def seen(self, s: Record, step: int, seat: int) -> bool:
        """Whether *seat*, or WATCHER, may know *step*, about to be played in the whole *s*.

        What else the step lays open is seen in the hidden record after it.
        """

    def check(self, s: Record) -> int:
        """0, or the code in CHECKS of an invariant that *s* breaks."""


class Notation(Protocol):
    """Every step and position as exact text; ``notation.py``, with ``rules`` bound."""

    CHOICES: Sequence[AnyChoice]  # by action; no two are of one kind and touch the same

    def action(self, step: int) -> str:
        """An action as text, without spaces."""

    def outcome(self, step: int) -> str:
        """An outcome as text, without spaces; different from every action's."""

    def position(self, s: Record) -> str:
        """A record as text, one line, from which ``parse`` makes the same bytes."""

    def parse(self, text: str, *, checked: bool = True) -> Record:
        """The record of a position's text; ValueError says what is wrong with it.

        Unchecked, what is wrong may only be that no whole record is so, as a hidden one is not.
        """

    def picture(self, s: Record) -> str:
        """A drawing in plain text, for print(position)."""


class View(Protocol):
    """What people are shown; ``view.py``, with ``rules`` and ``notation`` bound."""

    FIXED: tuple[str, ...]  # what of a view is the same for all eyes in all matches of the game
    COVERS: bool  # whether decisions lay open what people may have seen, and forgotten, before
    SECRETS: bool  # whether a seat is shown what others at the same screen must not see
    WHISPERS: bool  # whether a seat may be asked what others must not know that it is asked
    PAUSES: tuple[str, ...]  # lines after which people at one keyboard are asked to go on
    PARAGRAPHS: dict[str, str]  # which of the rules prompts are about, by the prompts' names

    def view(self, s: Plain, seat: int) -> AnyView:
        """Everything *seat*, or WATCHER, is shown, from its hidden record; see ``shapes.py``.

        Actions of AMOUNTS are not in legal.  When the seat to act may choose an amount, ``amount``
        has its name, the numbers it may be (least and most) and the action of number 0, to which
        the number chosen is added; else it is None.
        """

    def log(self, before: Plain, step: int | None, after: Plain, seat: int) -> list[Line]:
        """What a step is told as; both records hidden for *seat*, *step* None if not ``seen``.

        A step that is not seen and leaves the hidden record as it was is told as nothing.
        """


class Features(Protocol):
    """A record as numbers for learning; ``features.py``, with ``rules`` bound, compiled."""

    PARTS: tuple[tuple[str, int], ...]  # what they tell of, in order, by how many numbers each
    FEATURES: int  # the sum of these

    def features(self, s: Record, seat: int, out: Floats) -> None:
        """Writes FEATURES numbers, from -1 to 1, of a record as *seat* is to see it.

        It tells what stands in the record, and so must be given what the seat may know: of a match
        that is played the record hidden for *seat*, where what others hold counts as not known;
        of an imagined world, which hides nothing from whoever imagines it, the whole record.  A
        judgement is taught on whole records, because the search asks it about imagined worlds.
        """


class Calls(Protocol):
    """The rules for callers in Python; ``games/calls.py``, one for all games.  See there."""

    def actor(self, s: Records) -> int:
        """The seat to act, or CHANCE, or OVER."""

    def ways(self, s: Records, out: Ints, weight: Ints) -> int:
        """Writes what can be played now; returns how many."""

    def attempt(self, s: Records, step: int, out: Ints, weight: Ints) -> int:
        """Plays a step if it is legal; returns who has played it, or OVER for nobody."""

    def random_step(self, s: Records, out: Ints, rng: Ints) -> int:
        """A step at random."""

    def hide(self, s: Records, seat: int) -> None:
        """Leaves what a seat, or WATCHER, may know."""

    def seen(self, s: Records, step: int, seat: int) -> bool:
        """Whether a seat, or WATCHER, may know a step."""

    def play(self, s: Records, step: int) -> None:
        """Plays a step without asking."""


MODULES = ("rules", "notation", "view", "features", "calls")  # of a game


@dataclass(eq=False)
class Game:
    """One game in one edition, with everything that belongs to it."""

    name: str
    tag: str  # the name, an older version, a user's own edition: names what is bound to the rules
    shipped: bool  # whether this is the edition that comes with the game
    rules: Rules
    notation: Notation
    view: View
    features: Features
    calls: Calls
    edition: Edition
    compiled: "Game | None" = None  # for one that is interpreted: what it can change over to

    @property
    def version(self) -> int:
        """By which version of the rules it is played."""
        return self.rules.VERSION

    @cached_property
    def steps(self) -> tuple[list[Step], list[Step]]:
        """All actions and all outcomes, by number."""
        actions = [Step(n, self.notation.action(n)) for n in range(self.rules.ACTIONS)]
        return actions, [Step(n, self.notation.outcome(n)) for n in range(self.rules.OUTCOMES)]

    @cached_property
    def own_edition(self) -> bytes:
        """The user's own edition, packed; nothing for the one that is shipped."""
        return b"" if self.shipped else pack(self.edition)

    def at_once(self) -> "Game":
        """The same game for whoever cannot wait for the compiler: interpreted, to begin with."""
        twins = {name: interpreted(getattr(self, name)) for name in MODULES}
        return replace(self, **twins, compiled=self)

    def change_over(self) -> None:
        """Is compiled from now on; whoever holds a position of it goes on with the same bytes."""
        if self.compiled:
            for name in MODULES:
                setattr(self, name, getattr(self.compiled, name))
            self.compiled = None

    def __deepcopy__(self, _: object) -> "Game":
        return self  # there is one of each

    def __repr__(self) -> str:
        return f"<{self.tag}: {self.edition.name}>"


def open_amounts(rules: Rules, actions: Sequence[int]) -> Amounts | None:
    """The amounts among legal actions, with the most that can be chosen now; None without any."""
    for amounts in rules.AMOUNTS:
        if chosen := [action for action in actions if amounts.hold(action)]:
            return amounts._replace(most=chosen[-1] - amounts.first)
    return None


def carried_options(rules: Rules, chosen: dict[str, str], seats: int) -> dict[str, str]:
    """The options of a match for one by other rules: what these do not have is as usual there."""
    found = {}
    for name, values, tables in rules.OPTIONS:
        value = chosen.get(name, values[0])
        holds = value in values and (not tables or seats in tables)
        found[name] = value if holds else values[0]
    return found


def choose_options(rules: Rules, chosen: dict[str, str], seats: int) -> Ints:
    """The options of a match as numbers; ValueError says which are possible with so many seats."""
    known = {option.name: option for option in rules.OPTIONS}
    for name, value in chosen.items():
        if name not in known:
            names = ", ".join(known) or Problem("none at all")
            raise Problem('{} has no option "{}"; its options: {}', rules.NAME, name, names)
        _, values, tables = known[name]
        if value not in values:
            raise Problem('option {} cannot be "{}"; it can be: {}', name, value, ", ".join(values))
        if tables and seats not in tables and value != values[0]:
            some = ", ".join(map(str, tables))
            raise Problem(
                'option {} applies only with {} seats, not with {}: leave it out, or say "{}"',
                name,
                some,
                seats,
                values[0],
            )
    indexes = [values.index(chosen.get(name, values[0])) for name, values, _ in known.values()]
    return np.array(indexes, np.int64)
