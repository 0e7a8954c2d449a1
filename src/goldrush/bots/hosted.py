"""Speaks for a bot that is a Python class: ``python -m goldrush.bots.hosted module:Class``."""

import json
import sys
from importlib.metadata import EntryPoint
from typing import Any, Protocol, TextIO


class Chooser(Protocol):
    """What a class promises; it is made without arguments, once, for all seats and matches."""

    def choose(self, view: dict[str, Any]) -> str:
        """One of ``view["actions"]``."""


def speak(bot: Chooser, heard: TextIO, out: TextIO) -> None:
    """Answers until nothing more is asked."""
    edition = None
    for line in heard:
        word, _, rest = line.partition(" ")
        if word == "goldrush":
            answer = f"goldrush {rest.strip()}"
        elif word == "game":
            edition = json.loads(rest)["edition"]
            continue
        else:
            answer = bot.choose({**json.loads(rest), "edition": edition})
        out.write(f"{answer}\n")
        out.flush()


if __name__ == "__main__":
    answers, sys.stdout = sys.stdout, sys.stderr  # what a bot prints is no answer
    made = EntryPoint("", sys.argv[1], "").load()
    speak(made(), sys.stdin, answers)
