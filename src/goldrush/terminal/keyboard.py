"""What is typed while other things happen: a thread reads it, line by line, when a line is wanted.

In a terminal that is painted over again and again, the line that is being typed must be painted
too: there every key is read by itself.  Everywhere else whole lines are read as they come.
"""

import codecs
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Semaphore, Thread
from typing import Any

import msgspec

ESCAPES = re.compile(r"\x1b(\[[0-9;]*[A-Za-z~]|O.)")  # arrow keys and the like
ENTER = ("\r", "\n")
BACK = ("\x7f", "\b")
CLEAR = "\x15"  # Ctrl-U
END = "\x04"  # Ctrl-D


class Typed(msgspec.Struct, frozen=True):
    """A line; None when there will be no more."""

    line: str | None


class Typing(msgspec.Struct, frozen=True):
    """What stands in a line that is not complete yet."""

    text: str


Hear = Callable[[Typed | Typing], None]


class Keyboard:
    """Reads lines, each when it is asked for."""

    def __init__(self, hear: Hear, lines: Iterator[str], *, people: bool = False) -> None:
        self.people = people  # who type when they like; a script has a line only when it is asked
        self.asked = False  # whether a line is wanted that has not come yet
        self._hear = hear
        self._lines = lines
        self._wanted = Semaphore(0)

    def __enter__(self) -> "Keyboard":
        Thread(target=self._read, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def ask(self) -> None:
        """Wants one more line, unless one is wanted already."""
        if not self.asked:
            self.asked = True
            self._wanted.release()

    def _read(self) -> None:
        line: str | None = ""
        while line is not None:
            self._wanted.acquire()
            line = next(self._lines, None)
            self.asked = False
            self._hear(Typed(None if line is None else cleaned(line)))


class Keys(Keyboard):
    """Reads a terminal key by key, which shows nothing of them by itself."""

    def __init__(self, hear: Hear) -> None:
        keys = read(sys.stdin.fileno())
        super().__init__(hear, edited(keys, lambda text: hear(Typing(text))), people=True)
        self._before: list[Any] | None = None

    def __enter__(self) -> "Keys":
        import termios  # noqa: PLC0415  # not on every system
        import tty  # noqa: PLC0415

        self._before = termios.tcgetattr(sys.stdin)
        tty.setcbreak(sys.stdin, termios.TCSANOW)
        super().__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        import termios  # noqa: PLC0415

        if self._before:
            termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, self._before)


def possible() -> bool:
    """Whether keys can be read one by one here."""
    with suppress(ImportError):
        import termios  # noqa: F401, PLC0415

        return sys.stdin.isatty()
    return False


def read(number: int) -> Iterator[str]:
    """Letters as they come in; read from below, as whoever waits in sys.stdin cannot be left."""
    decode = codecs.getincrementaldecoder("utf-8")("replace").decode
    with suppress(OSError):  # a terminal that was closed
        while data := os.read(number, 1 << 12):
            yield from decode(data)


def piped() -> Iterator[str]:
    """Whole lines from wherever they come to this program."""
    try:
        number = sys.stdin.fileno()
    except (OSError, ValueError):  # not a file at all
        return iter(sys.stdin)
    return lines(number)


def lines(number: int) -> Iterator[str]:
    """Whole lines as they come in."""
    line = ""
    for letter in read(number):
        if letter != "\n":
            line += letter
            continue
        yield line
        line = ""
    if line:
        yield line


def edited(letters: Iterator[str], show: Callable[[str], None]) -> Iterator[str]:
    """Lines from keys; every change is shown."""
    line = ""
    for letter in letters:
        if letter == END and not line:
            return
        if letter in ENTER:
            yield line
            line = ""
        elif letter in BACK:
            line = line[:-1]
        elif letter == CLEAR:
            line = ""
        elif letter.isprintable() or letter == "\x1b" or "\x1b" in line:
            line = ESCAPES.sub("", line + letter)
        show("".join(filter(str.isprintable, line)))


def cleaned(line: str) -> str:
    """A line without codes that nobody means to type."""
    return "".join(filter(str.isprintable, ESCAPES.sub("", line))).strip()
