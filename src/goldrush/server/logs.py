"""What a server notes: when, how grave, about which table; never so much that it fills a disk."""

import hashlib
import hmac
import json
import logging
import re
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from math import inf
from typing import TextIO

from goldrush.server.messages import CODE, LETTERS

MARK = 8  # letters of a table's name in logs
FEW, PERIOD = 10, 60.0  # lines of one kind that are written in so many seconds
MOST_KINDS = 200  # that are told apart
CODES = re.compile(f"[{LETTERS}]{{{CODE}}}")
OURS = "goldrush"

_table: ContextVar[tuple[str, str]] = ContextVar("table", default=("", ""))  # its code, and mark


def mark(key: bytes, code: str) -> str:
    """How logs name a table: always alike, and of no use to whoever wants to come in.

    A code is the key to a private table, and so short that a plain digest could be tried out.
    """
    return hmac.new(key, f"log {code}".encode(), hashlib.sha256).hexdigest()[:MARK]


def concerning(key: bytes, code: str) -> None:
    """Says which table the rest of this task is about."""
    if CODES.fullmatch(code):
        _table.set((code, mark(key, code)))


class Lines(logging.Formatter):
    """One line for people; below it where a mistake was made."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        said = fields(record)
        about = f" [{said['table']}]" if "table" in said else ""
        message = re.sub(r"\s", " ", said["message"])
        trace = said.get("traceback", "").replace("\n", "\n    ")
        head = f"{said['time']} {said['level']} {said['logger']}{about}: {message}"
        return f"{head}\n    {trace}" if trace else head


class Json(logging.Formatter):
    """One object in one line, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        return json.dumps(fields(record), ensure_ascii=False)


FORMS: dict[str, type[logging.Formatter]] = {"lines": Lines, "json": Json}


def fields(record: logging.LogRecord) -> dict[str, str]:
    """What is told of something noted; where the code of its table stands, its mark is put."""
    code, named = _table.get()
    named = getattr(record, "table", named)
    told = {
        "time": datetime.fromtimestamp(record.created)
        .astimezone()
        .isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": record.getMessage(),
        "table": named,
        "traceback": _traceback(record),
    }
    return {
        name: text.replace(code, named) if code else text for name, text in told.items() if text
    }


def _traceback(record: logging.LogRecord) -> str:
    if not record.exc_info:
        return ""
    return logging.Formatter().formatException(record.exc_info)


@dataclass
class Tally:
    """How many of one kind came since a time."""

    since: float
    name: str
    level: int
    first: str
    count: int = 0


class Handler(logging.StreamHandler[TextIO]):
    """Writes a few lines of each kind, and how many more there were."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(stream)
        self._clock = clock
        self._tallies: dict[str, Tally] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a line, unless there were many of its kind just now."""
        try:
            if self._tallied(record) <= FEW:
                super().emit(record)
        except Exception:  # whatever is noted must not stop what was being done
            self.handleError(record)

    def close(self) -> None:
        """Tells what it has not told yet."""
        self._end(inf)
        super().close()

    def _tallied(self, record: logging.LogRecord) -> int:
        """How many of its kind there were lately, with this one."""
        now = self._clock()
        self._end(now - PERIOD)
        kind = _kind(record)
        if kind not in self._tallies and len(self._tallies) >= MOST_KINDS:
            kind = ""
        if kind not in self._tallies:
            first = fields(record).get("message", "").partition("\n")[0]
            self._tallies[kind] = Tally(now, record.name, record.levelno, first)
        self._tallies[kind].count += 1
        return self._tallies[kind].count

    def _end(self, before: float) -> None:
        """Says how many lines were left out of each kind whose time began before another."""
        for kind in [kind for kind, tally in self._tallies.items() if tally.since <= before]:
            tally = self._tallies.pop(kind)
            if (more := tally.count - FEW) > 0:
                args = (more, tally.first)
                text = "… %d more of this kind were left out: %s"
                record = logging.LogRecord(tally.name, tally.level, "", 0, text, args, None)
                record.table = ""  # of many
                super().emit(record)


def _kind(record: logging.LogRecord) -> str:
    """What all lines have in common that differ by numbers alone."""
    text = str(record.msg).partition("\n")[0]
    return f"{record.name} {re.sub('0x[0-9a-f]+|[0-9]+', '#', text)}"


def set_up(form: str, level: str) -> None:
    """Has everything noted to stderr, Python's warnings and uvicorn's too."""
    handler = Handler(sys.stderr)
    handler.setFormatter(FORMS[form]())
    handler.setLevel(level.upper())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger(OURS).setLevel(level.upper())
    logging.captureWarnings(True)


def finish() -> None:
    """Tells what was left out and not told yet, before the process ends."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler, Handler):
            handler.close()
