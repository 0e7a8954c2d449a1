"""The keyboard: lines when they are wanted, and in a terminal what is being typed."""

import os
import pty
import sys
import termios
from collections.abc import Iterator
from queue import SimpleQueue

import pytest

from goldrush.terminal import keyboard
from goldrush.terminal.keyboard import Keyboard, Keys, Typed, Typing

TIMEOUT = 20.0


def edited(keys: str) -> tuple[list[str], list[str]]:
    """The lines that keys make, and all that was shown on the way."""
    shown: list[str] = []
    return list(keyboard.edited(iter(keys), shown.append)), shown


def test_a_line_is_shown_as_it_grows_and_given_when_it_is_entered() -> None:
    assert edited("ab\rc\n") == (["ab", "c"], ["a", "ab", "", "c", ""])


def test_keys_that_take_back_take_back() -> None:
    assert edited("ab\x7f\x7f\x7fc\b\bd\r")[0] == ["d"]
    assert edited("say hi\x15end\r")[0] == ["end"]


@pytest.mark.parametrize("code", ["\x1b[A", "\x1b[1;5C", "\x1b[3~", "\x1bOP", "\t", "\x07"])
def test_arrow_keys_and_the_like_type_nothing(code: str) -> None:
    lines, shown = edited(f"c{code}4\r")
    assert lines == ["c4"]
    assert shown[-2] == "c4"


def test_the_input_ends_where_a_new_line_would_begin() -> None:
    assert edited("a\x04\r\x04b\r")[0] == ["a"]
    assert edited("half")[0] == []


def test_what_is_entered_has_no_blanks_or_codes_around_it() -> None:
    assert keyboard.cleaned("  \x1b[Aé c4\x00 ") == "é c4"


@pytest.mark.parametrize("size", [1, 3, 100])
def test_lines_come_whole_however_they_are_cut(size: int) -> None:
    near, far = os.pipe()
    said = "première\nzweite\nlast".encode()
    for start in range(0, len(said), size):
        os.write(far, said[start : start + size])
    os.close(far)
    assert list(keyboard.lines(near)) == ["première", "zweite", "last"]
    os.close(near)


def test_no_line_is_taken_before_it_is_wanted() -> None:
    heard: SimpleQueue[Typed | Typing] = SimpleQueue()
    taken = []

    def lines() -> Iterator[str]:
        for line in ("one", "two"):
            taken.append(line)
            yield line

    with Keyboard(heard.put, lines()) as keys:
        assert taken == []
        for line in ("one", "two", None):
            keys.ask()
            keys.ask()  # once is enough
            assert heard.get(timeout=TIMEOUT) == Typed(line)
        assert taken == ["one", "two"]
        assert heard.empty()


def test_a_terminal_is_read_key_by_key_and_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    mine, other = pty.openpty()
    before = termios.tcgetattr(other)
    heard: SimpleQueue[Typed | Typing] = SimpleQueue()
    with os.fdopen(other) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        assert keyboard.possible()
        with Keys(heard.put) as keys:
            shows = termios.tcgetattr(other)[3] & termios.ECHO
            keys.ask()
            os.write(mine, b"c4\r")
            found = [heard.get(timeout=TIMEOUT) for _ in range(3)]
        assert not shows
        assert found == [Typing("c"), Typing("c4"), Typed("c4")]
        assert termios.tcgetattr(other) == before
    os.close(mine)


def test_what_is_no_terminal_is_read_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    near, far = os.pipe()
    os.write(far, b"c4\n")
    os.close(far)
    with os.fdopen(near) as pipe:
        monkeypatch.setattr(sys, "stdin", pipe)
        assert not keyboard.possible()
        assert list(keyboard.piped()) == ["c4"]
