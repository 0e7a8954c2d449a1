"""Worker processes for tests alone, that answer what must not be believed."""

from multiprocessing.connection import Connection

import msgspec

from goldrush.bots.parts import Part
from goldrush.bots.seat import Answer, Question
from goldrush.bots.worker import Loaded

Pipe = Connection


def nonsense(pipe: Pipe, *_: object) -> None:
    """Sends bytes that mean nothing."""
    while _question(pipe):
        pipe.send_bytes(b"gold!")


def another_message(pipe: Pipe, *_: object) -> None:
    """Answers what was not asked."""
    while _question(pipe):
        pipe.send_bytes(msgspec.msgpack.encode(Loaded(b"")))


def illegal(pipe: Pipe, *_: object) -> None:
    """Plays what cannot be played."""
    while asked := _question(pipe):
        _answer(pipe, Answer(max(asked.legal) + 1, asked.memory, asked.rng))


def forgetful(pipe: Pipe, *_: object) -> None:
    """Gives back half a memory."""
    while asked := _question(pipe):
        _answer(pipe, Answer(asked.legal[0], asked.memory[1:], asked.rng))


def luckless(pipe: Pipe, *_: object) -> None:
    """Gives back no luck."""
    while asked := _question(pipe):
        _answer(pipe, Answer(asked.legal[0], asked.memory, b""))


def _question(pipe: Pipe) -> Question:
    """The next question; until then it says that all is loaded."""
    while True:
        asked = msgspec.msgpack.decode(pipe.recv_bytes(), type=Part | Question)
        if isinstance(asked, Question):
            return asked
        pipe.send_bytes(msgspec.msgpack.encode(Loaded(b"")))


def _answer(pipe: Pipe, found: Answer) -> None:
    pipe.send_bytes(msgspec.msgpack.encode(found))
