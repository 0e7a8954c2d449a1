"""What a server notes: each thing with its time, its weight and its table, and not too often."""

import asyncio
import io
import json
import logging
import signal
import sqlite3
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from contextvars import copy_context
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from goldrush.server import client, logs
from goldrush.server.logs import FEW, MOST_KINDS, PERIOD, Handler, concerning, mark, set_up
from hosting import KEY, Host
from test_server import served
from visitors import Visitor

CODE, MARK = "K7QWXM", mark(KEY, "K7QWXM")
log = logging.getLogger("goldrush.tests")


class Paper:
    """What is written, by a clock that stands still unless it is told not to."""

    def __init__(self, form: str = "lines") -> None:
        self.now = 1000.0
        self.stream = io.StringIO()
        self.handler = Handler(self.stream, lambda: self.now)
        self.handler.setFormatter(logs.FORMS[form]())

    @property
    def lines(self) -> list[str]:
        return self.stream.getvalue().splitlines()

    @property
    def objects(self) -> list[dict[str, str]]:
        return [json.loads(line) for line in self.lines]


@contextmanager
def noted(form: str = "lines") -> Iterator[Paper]:
    paper = Paper(form)
    logger, before = logging.getLogger("goldrush"), logging.getLogger("goldrush").level
    logger.addHandler(paper.handler)
    logger.setLevel(logging.INFO)
    try:
        yield paper
    finally:
        logger.removeHandler(paper.handler)
        logger.setLevel(before)


def at_table(work: Any, code: str = CODE) -> None:
    """Does something that is about a table."""

    def doing() -> None:
        concerning(KEY, code)
        work()

    copy_context().run(doing)


def failing() -> None:
    try:
        raise LookupError(f"no seat at {CODE}\nor near it")
    except LookupError:
        log.exception("it failed at %s", CODE)


# --- what is written ------------------------------------------------------------------------------


def test_a_line_has_a_time_with_its_zone_a_level_a_logger_and_a_message() -> None:
    with noted() as paper:
        log.warning("the %s is\nhigh", "river")
    time, level, logger, message = paper.lines[0].split(" ", 3)
    assert datetime.fromisoformat(time).tzinfo
    assert (level, logger, message) == ("warning", "goldrush.tests:", "the river is high")


def test_in_json_a_mistake_is_one_line_too() -> None:
    with noted("json") as paper:
        log.info("first")
        failing()
    first, second = paper.objects
    assert list(first) == ["time", "level", "logger", "message"]
    assert datetime.fromisoformat(first["time"]).tzinfo
    assert second["level"] == "error"
    assert second["traceback"].startswith("Traceback")
    assert "LookupError: no seat" in second["traceback"]


def test_in_lines_a_mistake_is_told_below() -> None:
    with noted() as paper:
        failing()
    first, *below = paper.lines
    assert "it failed" in first
    assert all(line.startswith("    ") for line in below)
    assert "LookupError" in "".join(below)


@pytest.mark.parametrize("form", logs.FORMS)
def test_a_table_is_named_by_what_opens_no_door(form: str) -> None:
    """Wherever its code would stand."""
    with noted(form) as paper:
        at_table(failing)
        log.info("something else")
    assert MARK in paper.lines[0]
    assert CODE not in "".join(paper.lines)
    assert MARK not in paper.lines[-1]


def test_the_name_of_a_table_is_always_alike_and_needs_the_key_of_the_file() -> None:
    assert mark(KEY, CODE) == MARK == "2bfcfee8"
    assert mark(b"another", CODE) != MARK
    assert mark(KEY, "K7QWXN") != MARK


@pytest.mark.parametrize("code", ["e", "", "no such code", "K7QWXM1"])
def test_what_is_no_code_names_no_table(code: str) -> None:
    with noted("json") as paper:
        at_table(lambda: log.info("one event"), code)
    assert paper.objects[0]["message"] == "one event"
    assert "table" not in paper.objects[0]


# --- how much is written --------------------------------------------------------------------------


def test_of_one_kind_a_few_lines_are_written_and_how_many_were_left_out() -> None:
    with noted() as paper:
        for number in range(FEW + 482):
            log.error("the disk is full: %d", number)
        assert len(paper.lines) == FEW
        log.error("something else")
        assert len(paper.lines) == FEW + 1
        paper.now += PERIOD
        log.error("the disk is full: %d", 1000)
    assert "… 482 more of this kind were left out: the disk is full: 0" in paper.lines[FEW + 1]
    assert " error goldrush.tests: " in paper.lines[FEW + 1]
    assert paper.lines[FEW + 2].endswith("the disk is full: 1000")


def test_what_was_left_out_is_told_at_the_end_and_names_no_table() -> None:
    with noted("json") as paper:
        for _ in range(FEW + 5):
            at_table(lambda: log.error("full"))
        at_table(paper.handler.close)
    assert [one.get("table") for one in paper.objects] == [*([MARK] * FEW), None]
    assert "5 more" in paper.objects[-1]["message"]


def test_lines_that_differ_by_numbers_alone_are_of_one_kind() -> None:
    """As those of asyncio, which are put together before they are noted."""
    with noted() as paper:
        for number in range(50):
            log.error(f"Task-{number} failed at 0x{number:x}\n{number} and more")
    assert len({line.split()[0] for line in paper.lines}) <= FEW
    assert len(paper.lines) == FEW


def test_however_many_kinds_there_are_not_too_much_is_written() -> None:
    with noted() as paper:
        for number in range(5000):
            log.error("kind " + chr(0x4E00 + number))
        assert len(paper.lines) == MOST_KINDS + FEW
        paper.now += PERIOD
        log.error("a kind of its own")
        assert f"{5000 - MOST_KINDS - FEW} more" in "".join(paper.lines)


def test_what_cannot_be_written_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "raiseExceptions", False)
    with noted() as paper:
        log.info("%d of them", "none")
        log.info("%d of them", 3)
    assert "3 of them" in paper.lines[-1]


# --- what is noted --------------------------------------------------------------------------------


def test_a_table_that_is_made_begun_and_over_is_noted_under_its_name(tmp_path: Path) -> None:
    with noted("json") as paper, Host(tmp_path / "tables.db") as host:
        ada = Visitor(host.address)
        code = ada.create("gold", None, None)
        ada.join(code, seat=1)
        ada.start(code)
        line = ada.sit(code)
        while line.state["actor"] is not None:
            line.hello(10**6, seat=line.state["actor"])
            line.act(line.choices()[-1])
        line.close()
        again = ada.ask("POST", f"/tables/{code}/rematch")["table"]["code"]
        ada.ask("POST", f"/tables/{code}/rematch")
    found = [(one["message"], one.get("table")) for one in paper.objects if "table" in one]
    assert found == [
        ("a table for gold was made", mark(KEY, code)),
        ("a match of gold has begun", mark(KEY, code)),
        ("a match of gold is over", mark(KEY, code)),
        ("a table for gold was made", mark(KEY, again)),
    ]


@pytest.mark.parametrize("way", ["socket", "request"])
def test_mistakes_of_ours_are_noted_with_the_table_where_they_were_made(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with noted("json") as paper, Host(tmp_path / "tables.db") as host:
        ada = Visitor(host.address)
        code = ada.create("gold", None, None)
        line = ada.sit(code)
        if way == "socket":
            monkeypatch.setattr(client.Client, "_say", broken)
            line.send(type="Say", id="1", text="hello")
            line.until(lambda message: message.get("reason") == "broken")
        else:
            monkeypatch.setattr(host.registry.tables[code], "begin", broken)
            assert ada.tried("POST", f"/tables/{code}/start").status_code == 500
        line.close()
    (mistake,) = [one for one in paper.objects if one["level"] == "error"]
    assert mistake["table"] == mark(KEY, code)
    assert "ZeroDivisionError" in mistake["traceback"]


def test_a_table_that_cannot_be_read_is_named_to_whoever_hosts(tmp_path: Path) -> None:
    with noted("json") as paper, Host(tmp_path / "tables.db") as host:
        ada = Visitor(host.address)
        code = ada.create("gold", None, None)
        host.soon(host.registry.tables.clear)
        with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as db:
            db.execute("UPDATE tables SET sheet = 'nonsense'")
        assert ada.ask("GET", "/me")["tables"] == []
    (mistake,) = [one for one in paper.objects if one["level"] == "error"]
    assert mistake["message"] == "a table cannot be opened: its sheet cannot be read"
    assert mistake["table"] == mark(KEY, code)


async def broken(*_: object, **__: object) -> None:
    await asyncio.sleep(0)
    raise ZeroDivisionError


@pytest.mark.filterwarnings("always")
def test_everything_goes_the_same_way(capsys: pytest.CaptureFixture[str]) -> None:
    root, before = logging.getLogger(), logging.getLogger("goldrush").level
    handlers, level = root.handlers[:], root.level
    logging.captureWarnings(False)  # a command that was run here before may have left it on
    try:
        set_up("json", "info")
        logging.getLogger("uvicorn.error").warning("of uvicorn")
        logging.getLogger("uvicorn.error").info("nothing new")
        log.info("of ours")
        log.debug("too small")
        warnings.warn("of Python", stacklevel=1)
    finally:
        logging.captureWarnings(False)
        root.handlers, root.level = handlers, level
        logging.getLogger("goldrush").setLevel(before)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["logger"] for line in lines] == ["uvicorn.error", "goldrush.tests", "py.warnings"]


def test_a_server_notes_that_it_opens_and_closes(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db", "--log", "json", "--log-level", "info") as server:
        code = Visitor(server.address).create("gold", None, None)
        _, said = server.stop(signal.SIGTERM)
    messages = [json.loads(line)["message"] for line in said.splitlines()]
    assert messages[0] == f"tables are kept in {tmp_path / 'tables.db'}"
    assert "is open at 127.0.0.1, port" in messages[1]
    assert messages[2:] == ["a table for gold was made", "closed"]
    assert code not in said
