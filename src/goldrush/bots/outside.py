"""Bots that others have written: a Python class that is installed, or any program with a path.

Both are asked by the same lines (docs/bots.md).  What they are asked is made of the seat's hidden
record and nothing else, and is whole: they need not remember anything.
"""

import atexit
import logging
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from goldrush.bots.line import STARTING, Failed, Program
from goldrush.bots.policy import Player, Trait, Weighed, unwatched
from goldrush.core import Ints, Reals, Record, blank, interpreted, record
from goldrush.core.rng import word
from goldrush.games.contract import Game
from goldrush.games.edition import pack
from goldrush.games.problem import Problem
from goldrush.position import Position

if TYPE_CHECKING:
    from goldrush.bots.invited import Invited

GROUP = "goldrush.bots"  # the entry points by which classes are found
HOST = "goldrush.bots.hosted"  # the module that speaks for a class
MOST_LOST = 3  # decisions of a match; after these the hand-made player makes the rest
USUAL_MS = 1000  # milliseconds for a decision
MOST_STARTS, WITHIN = 10, 3600.0  # of a program that is caged, within so many seconds

PLAIN = ("PATH", "HOME", "LANG", "TZ", "TMPDIR", "LD_LIBRARY_PATH")  # what a caged one is told

log = logging.getLogger(__name__)


class Outside:
    """A policy that asks a program, and the hand-made player where that fails."""

    NEEDS: tuple[str, ...] = ()
    COMPILED = False  # it goes by the clock
    LOOKS = True
    WATCHES = False
    MEMORY = record(seat="i1", ms="f8", lost="i8")

    def __init__(
        self,
        game: Game,
        name: str,
        command: tuple[str, ...],
        player: Player,
        ms: float = USUAL_MS,
    ) -> None:
        self._game, self._name, self.command = game, name, command
        self._bound = player
        self.TRAITS: tuple[Trait, ...] = (Trait("ms", ms, 1, 600_000),)

    def begin(self, m: Record, seat: int, traits: Reals) -> None:
        """Takes its seat and its time."""
        m.seat, m.ms, m.lost = seat, traits[0], 0

    def watch(self, m: Record, s: Record, step: int, rng: Ints) -> None:
        """Takes no notice: it is shown everything again when it is asked."""

    def choose(self, m: Record, s: Record, out: Ints, n: int, rng: Ints) -> int:
        """What the program says; where it says nothing sensible, what the hand-made player does."""
        if m.lost < MOST_LOST:
            try:
                return self._asked(m, s, out[:n].tolist(), int(_word(rng)))
            except Failed as failed:
                self._tell(failed, last=m.lost == MOST_LOST - 1)
        m.lost += 1
        return self._instead(m, s, out, n, rng)

    def seconds(self, traits: Reals) -> float:
        """How long it may take, if it must be started first."""
        return STARTING + float(traits[0]) / 1000

    def weighed(self, action: int) -> Weighed | None:
        """Nothing: it says what it chooses, and not why."""
        return None

    def _asked(self, m: Record, s: Record, legal: list[int], luck: int) -> int:
        asked = question(self._game, s, int(m.seat), legal, float(m.ms), luck)
        with _running(self._name, self.command) as program:
            said = program.answer(introduction(self._game), asked, float(m.ms) / 1000)
            for action in legal:
                if self._game.steps[0][action].text == said:
                    return action
            raise Failed(f"it answered {said!r}, which cannot be played")

    def _tell(self, failed: Failed, *, last: bool) -> None:
        more = "every further one" if last else "this decision"
        log.warning("%s: %s; the hand-made player makes %s", self._name, failed, more)

    def _instead(self, m: Record, s: Record, out: Ints, n: int, rng: Ints) -> int:
        player = interpreted(self._bound) if self._game.compiled else self._bound
        mind = blank(player.MEMORY)
        player.begin(mind, int(m.seat), unwatched(player.TRAITS))
        return int(player.choose(mind, s, out, n, rng))


def question(game: Game, s: Record, seat: int, legal: list[int], ms: float, luck: int) -> bytes:
    """The line that asks for a decision, from the hidden record of a seat."""
    position = Position(game, record=s)
    asked = position.view(seat) | {
        "actions": [game.steps[0][action].text for action in legal],
        "position": position.text(),
        "ms": ms,
        "luck": luck,
    }
    return b"choose " + msgspec.json.encode(asked) + b"\n"


def introduction(game: Game) -> bytes:
    """The line that says what is played."""
    edition = msgspec.Raw(pack(game.edition))
    told = {"game": game.name, "version": game.version, "edition": edition}
    return b"game " + msgspec.json.encode(told) + b"\n"


def command(name: str) -> tuple[str, ...] | None:
    """How a bot is started: a program that is named by its path, or a class that is installed."""
    if "/" in name:
        path = Path(name).expanduser()
        if not path.is_file():
            raise Problem("there is no program {}", name)
        if not os.access(path, os.X_OK):
            raise Problem("{0} may not be run; `chmod +x {0}` changes that", name)
        return (str(path.absolute()),)
    found = entry_points(group=GROUP, name=name)
    return next(((sys.executable, "-m", HOST, one.value) for one in found), None)


def installed() -> list[str]:
    """The names of all classes that are installed."""
    return sorted({one.name for one in entry_points(group=GROUP)})


invited: dict[str, "Invited"] = {}  # by name: those that the host of a server lets sit there
caged = False  # whether this process, a server's, starts programs within limits
_word = interpreted(word)  # sooner done than compiled code is loaded
_programs: dict[str, Program] = {}  # by name: one is enough for all seats and games
_broken: dict[str, Failed] = {}  # those that could not be started, and why: nobody waits again
_starts: dict[str, list[float]] = {}  # of those that are caged: when each was started
_talking = threading.Lock()


@contextmanager
def _running(name: str, command: tuple[str, ...]) -> Iterator[Program]:
    """A program to talk to, started unless it runs; one that fails is ended."""
    with _talking:
        if name in _broken:
            raise _broken[name]
        if name not in _programs:
            _count(name)
            try:
                _programs[name] = Program(command, _environment(), caged=caged)
            except Failed as failed:
                _broken[name] = failed
                raise
        try:
            yield _programs[name]
        except Failed:
            _programs.pop(name).end()
            raise


def _count(name: str) -> None:
    """Sees to it that a program which fails again and again is left alone for a while."""
    now = time.monotonic()
    starts = [at for at in _starts.get(name, ()) if at > now - WITHIN]
    if caged and len(starts) >= MOST_STARTS:
        raise Failed(f"it was started {MOST_STARTS} times within an hour")
    _starts[name] = [*starts, now]


def _environment() -> dict[str, str]:
    """Ours, or what of it is no secret; a Python program finds the modules that we find."""
    kept = {name: os.environ[name] for name in PLAIN if name in os.environ}
    known = kept if caged else os.environ
    return {**known, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


@atexit.register
def end_all() -> None:
    """Ends all programs that run."""
    while _programs:
        _programs.popitem()[1].end()
