"""A match: a game, its seats and options, and the list of steps from which all else follows."""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from goldrush import link
from goldrush.core import CHANCE
from goldrush.fair import Fair, draw_lots
from goldrush.games import edition as editions
from goldrush.games import edition_type
from goldrush.games import game as open_game
from goldrush.games.contract import Game, UnknownVersion
from goldrush.games.problem import Problem
from goldrush.games.shapes import Line
from goldrush.games.step import Step
from goldrush.position import Position
from goldrush.witness import Glimpse, laid_open, retell


class Unfair(Problem):
    """A match whose draws are not what its secret says; the message says where."""


class Stored(msgspec.Struct, forbid_unknown_fields=True):
    """A match as a file, with the proof of its draws."""

    game: str
    version: int
    seats: int
    options: dict[str, str]
    history: list[tuple[int, int]]
    edition: dict[str, Any] | None = None
    commitment: str = ""
    secret: str = ""
    salts: list[str] = []


class Match:
    """A match being played, or played long ago."""

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: dict[str, str] | None = None,
        *,
        fair: Fair | None = None,
    ) -> None:
        self.start = Position(game, seats, options)
        self.game = self.start.game
        self.version = self.game.version
        chosen = options or {}
        self.options = {o.name: chosen.get(o.name, o.values[0]) for o in self.game.rules.OPTIONS}
        self.position = self.start.copy()
        self.history: list[tuple[int, int]] = []  # (actor, step)
        self.draws = 0  # steps that chance made
        self.fair = replace(fair, terms=self.terms) if fair else None
        if fair and len(fair.salts) != self.seats:
            raise ValueError(f"{len(fair.salts)} salts for {self.seats} seats; one each is needed")

    @property
    def seats(self) -> int:
        """How many play."""
        return self.start.seats

    @property
    def terms(self) -> str:
        """What is played, in words that the fair draws are bound to."""
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        edition = editions.digest(self.game.edition)
        return f"{self.game.name}/{self.version} seats={self.seats} {options} edition={edition}"

    def play(self, said: int | str) -> Step:
        """Plays one legal step and notes who made it."""
        actor = self.position.actor
        step = self.position.play(said)
        self.history.append((actor, int(step)))
        self.draws += actor == CHANCE
        return step

    def draw(self) -> Step:
        """Lets chance draw, fairly."""
        return self.play(self.fair_outcome())

    def fair_outcome(self) -> Step:
        """What the match's secret draws next."""
        chances = self.position.chances()
        if self.fair is None or not chances:
            raise ValueError("no fair draw can be made: no secret, or chance is not to act")
        return list(chances)[self.fair.pick(self.draws, list(chances.values()))]

    def copy(self) -> "Match":
        """A match of its own, which can be played on."""
        other = copy(self)
        other.position, other.history = self.position.copy(), list(self.history)
        return other

    def cut(self, number: int, then: Position | None = None) -> None:
        """Takes back the steps from *number* on; whoever has the position of *then* saves time."""
        if then is None:
            then = next(islice(self.replay(), number, None))
        self.draws -= sum(actor == CHANCE for actor, _ in self.history[number:])
        del self.history[number:]
        self.position = then.copy()

    def replay(self) -> Iterator[Position]:
        """The positions of the match, from its start to now."""
        position = self.start.copy()
        yield position.copy()
        for _, step in self.history:
            position.play(step)
            yield position.copy()

    def glimpses(self, eyes: int) -> Iterator[Glimpse]:
        """What a seat, or WATCHER, has seen of every step."""
        return retell(self.start, (step for _, step in self.history), eyes)

    def laid_open(self) -> Iterator[Glimpse]:
        """All that was done, with nothing hidden: of a match that is over."""
        assert self.position.over
        return laid_open(self.start, (step for _, step in self.history))

    def lines(self, seat: int) -> Iterator[list[Line]]:
        """The log as *seat*, or WATCHER, may read it, step by step."""
        return (glimpse.log() for glimpse in self.glimpses(seat))

    def link(self) -> str:
        """The whole match as one URL-safe string."""
        return link.write(self.game, self.seats, self.options, [step for _, step in self.history])

    @classmethod
    def from_link(cls, text: str, opening: Callable[[Game], Game] = lambda game: game) -> "Match":
        """The match that a link tells; BadLink or UnknownVersion says what is wrong with it.

        Whoever would rather have its game interpreted says so by *opening*.
        """
        game, seats, options, steps = link.read(text, opening)
        match = cls(game, seats, options)
        for step in steps:
            match.play(step)
        return match

    def stored(self) -> Stored:
        """The match as a file has it, with the proof of its draws."""
        own = None if self.game.shipped else msgspec.to_builtins(self.game.edition, str_keys=True)
        what = (self.game.name, self.version, self.seats, self.options, self.history, own)
        proof: tuple[Any, ...] = ()
        if self.fair and self.fair.proves:
            proof = (self.fair.commitment, self.fair.secret.hex(), list(self.fair.salts))
        return Stored(*what, *proof)

    def save(self, path: Path) -> None:
        """Writes the match and the proof of its draws to a file."""
        path.write_bytes(msgspec.json.encode(self.stored()) + b"\n")

    @classmethod
    def load(cls, path: Path) -> "Match":
        """The match of a file, as far as it went; `verify` asks whether its draws were fair."""
        return told(_content(path), str(path))


def verify(path: Path, commitment: str | None = None) -> Match:
    """Replays a stored match and checks every draw against its secret; Unfair says what fails.

    A file that is no match at all is a plain ValueError, one by later rules an UnknownVersion.
    """
    return proven(_content(path), str(path), commitment)


def told(content: bytes, source: str) -> Match:
    """The match that a file tells, or a server, over or not; its draws are taken as they are."""
    stored = _decoded(content, source)
    match = _opened(stored, None)
    for number, (actor, step) in enumerate(stored.history):
        follow(match, number, actor, step)
    return match


def proven(content: bytes, source: str, commitment: str | None = None) -> Match:
    """The match that a file tells, or a server; every draw of it is checked, as verify says."""
    stored = _decoded(content, source)
    if not stored.commitment:
        raise Problem("{} has no proof of its draws: they followed from a seed or nothing", source)
    fair = Fair(bytes.fromhex(stored.secret), tuple(stored.salts))
    if fair.commitment != stored.commitment:
        raise Unfair("the secret is not the one that was promised: the commitment does not fit it")
    if commitment is not None and commitment.lower() != stored.commitment:
        raise Unfair("this match was promised by {}, not by {}", stored.commitment, commitment)
    match = _opened(stored, fair)
    for number, (actor, step) in enumerate(stored.history):
        follow(match, number, actor, step)
    if not match.position.over:
        raise Unfair("the match is not over after {} steps: some are missing", len(stored.history))
    return match


def verify_lots(match: Match, code: str, lots: Sequence[int]) -> None:
    """Checks that the n-th player of a table was to sit at lots[n]; Unfair if not."""
    if match.fair is None or sorted(lots) != list(range(match.seats)):
        raise Unfair("these cannot be lots for {} seats: {}", match.seats, list(lots))
    drawn = draw_lots(code, match.fair.secret, match.fair.salts)
    if drawn != list(lots):
        raise Unfair("the lots are said to be {}, but the secret draws {}", list(lots), drawn)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise Problem("{} is not a stored match: {}", path, error) from None


def _decoded(content: bytes, source: str) -> Stored:
    try:
        stored = msgspec.json.decode(content, type=Stored)
        bytes.fromhex(stored.secret)
    except ValueError as error:
        raise Problem("{} is not a stored match: {}", source, error) from None
    return stored


def _opened(stored: Stored, fair: Fair | None) -> Match:
    try:
        open_game(stored.game, version=stored.version)  # first: later rules, later editions
        own = stored.edition and msgspec.json.encode(stored.edition)
        edition = editions.unpack(own, edition_type(stored.game)) if own else None
        game = open_game(stored.game, edition, stored.version)
        return Match(game, stored.seats, stored.options, fair=fair)
    except UnknownVersion:
        raise
    except ValueError as error:
        raise Unfair("no such match can be set up: {}", error) from None


def _named(actor: int) -> Problem:
    return Problem("chance") if actor == CHANCE else Problem("seat {}", actor)


def follow(match: Match, number: int, actor: int, step: int) -> None:
    """Plays a step that was written down; Unfair if it cannot have been made, or not been drawn.

    Of a match without a secret every draw is taken as it is.
    """
    due = match.position.actor
    if actor != due:
        over = Problem("the match is over") if match.position.over else None
        why = over or Problem("{} was to act", _named(due))
        raise Unfair("step {} is said to be by {}, but {}", number, _named(actor), why)
    if actor == CHANCE and match.fair and step != (drawn := match.fair_outcome()):
        raise Unfair(
            "step {} draws {}, but the secret draws {} ({})", number, step, int(drawn), drawn
        )
    try:
        match.play(step)
    except ValueError as error:
        raise Unfair("step {}: {}", number, error) from None
