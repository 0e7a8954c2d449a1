"""A program at the other end of two pipes, and the lines that go there and back: see docs/bots.md.

Whatever it does, or does not do, nobody waits for it longer than was agreed.
"""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

PROTOCOL = 1
STARTING = 30.0  # seconds that a program has to say that it is there
ENDING = 0.5  # seconds within which a killed one is gone, or one that ended says how
CAGE = (sys.executable, "-I", "-S", str(Path(__file__).with_name("cage.py")))
LONGEST = 1 << 16  # bytes of a line that a program may say
PIECE = 1 << 16  # bytes that are read at once


class Failed(Exception):
    """A program did not do what was agreed; the message says what it did."""


class Program:
    """A program that was started, and is asked one thing at a time.

    One that is caged has limits, stands still while it is not asked, and is heard by nobody else.
    """

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], *, caged: bool = False
    ) -> None:
        self._caged = caged
        try:
            self._process = subprocess.Popen(
                [*CAGE, *command] if caged else command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if caged else None,
                env=environment,
                start_new_session=True,  # it does not hear Ctrl-C, and ends with all it started
            )
        except OSError as error:
            raise Failed(f"it could not be started: {error.strerror}") from None
        assert self._process.stdin
        assert self._process.stdout
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)  # it need not listen
        self._heard = b""
        self._told = b""  # what is the same from one question to the next
        try:
            self._greet()
        except Failed:
            self.end()
            raise

    def answer(self, told: bytes, asked: bytes, seconds: float) -> str:
        """What it says to a question; what it must be *told* before is said once."""
        if self._heard:
            raise Failed("it spoke without being asked")
        new, self._told = b"" if told == self._told else told, told
        self._signal(signal.SIGCONT)
        return self._reply(new + asked, seconds)

    def end(self) -> None:
        """Ends it and whatever it started."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe
            pipe.close()

    def _greet(self) -> None:
        """Agrees with it on how to talk."""
        greeting = f"goldrush {PROTOCOL}"
        said = self._reply(f"{greeting}\n".encode(), STARTING)
        if said != greeting:
            raise Failed(f"it greeted with {said!r}, not with {greeting!r}")

    def _reply(self, said: bytes, seconds: float) -> str:
        """The line that it answers with."""
        until = time.monotonic() + seconds
        while said or b"\n" not in self._heard:
            left = max(until - time.monotonic(), 0)
            out, into, _ = select.select([self._out], [self._in] if said else [], [], left)
            if not out and not into:
                raise Failed(f"it took longer than {seconds:g} seconds")
            if into:
                try:
                    said = said[os.write(self._in, said) :]
                except BrokenPipeError:
                    said = b""  # it listens no more; its last words and its end are still to come
            if out:
                self._hear(os.read(self._out, PIECE))
        self._signal(signal.SIGSTOP)
        line, _, self._heard = self._heard.partition(b"\n")
        return line.decode("utf-8", "replace").strip()

    def _signal(self, number: int) -> None:
        """Has one that is caged, and what it started, stand still or go on."""
        if self._caged:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, number)

    def _hear(self, more: bytes) -> None:
        if not more:
            raise self._ended()
        self._heard += more
        if len(self._heard) > LONGEST:
            raise Failed(f"it said more than {LONGEST} bytes")

    def _ended(self) -> Failed:
        """Says how it ended, as far as that can be known."""
        try:
            return Failed(f"it ended, with code {self._process.wait(ENDING)}")
        except subprocess.TimeoutExpired:
            return Failed("it closed its output")
