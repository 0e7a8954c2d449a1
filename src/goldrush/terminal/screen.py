"""Where a table is shown: a screen that is painted over, or sentences one after the other.

The full screen is the terminal's alternate one, so that no scrolling back shows what was turned.
Sentences are for pipes, small windows and screen readers.
"""

import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from goldrush.games.shapes import Line
from goldrush.games.texts import Texts
from goldrush.server.messages import View
from goldrush.terminal.boards import Board

LOG = 7  # lines of the log below the board, where there is room
LONG = 0.3  # seconds of thinking that nobody need be told of
LEAST_PAUSE = 1.5  # seconds for which cards stay that will be covered, when people play [G23]


class Left(Exception):
    """A player has left the table."""


class Sentences:
    """Tells what happens line by line."""

    def __init__(self, board: Board, texts: Texts, console: Console) -> None:
        self.board = board
        self.texts = texts
        self.console = console
        self.spoken: dict[int | None, int] = {}  # lines of the log, by the seat that looks
        self.words: list[str] = []

    def __enter__(self) -> "Sentences":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def show(self, view: View, log: list[str], *, pause: bool = False) -> None:
        """Says what is new, and what it laid open or, after a step not told of, brought up."""
        new, words = log[self.spoken.get(view["seat"], 0) :], self.board.words(view, self.texts)
        if new or words != self.words:
            self.say(new + words)
        self.spoken[view["seat"]], self.words = len(log), words

    @contextmanager
    def thinking(self, view: View, log: list[str], line: str) -> Iterator[None]:
        """Says nothing: what comes of thinking is told when it is known."""
        yield

    def ask(self, view: View, log: list[str], prompt: Line, feedback: list[str]) -> str:
        """What a person says to the prompt, or to the feedback to the last thing they said."""
        self.show(view, log)
        self.say(feedback or [self.texts.line(prompt)])
        return heard(self.console, self.texts)

    def stop(self, lines: list[str]) -> None:
        """Does not wait: whoever reads goes at their own pace."""

    def cover(self, line: str) -> None:
        """Takes away what was said, as far as it can, until the next person is at the keyboard."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")  # also what can be scrolled back to
        self.say([line])
        listen(self.console, self.texts("table.go_on"))

    def read(self, text: str) -> None:
        """Shows a long text, page by page."""
        with self.console.pager():
            self.console.print(Markdown(text))
        self.__enter__()  # the pager left the screen

    def result(self, view: View) -> None:
        """Shows who won, with all that decided between them."""
        places, names = view["places"], self.texts.names
        grid = Grid(title=self.texts("result.title"))
        grid.add_column(self.texts("result.place"), justify="right")
        grid.add_column(self.texts("result.name"))
        for criterion in view["criteria"]:
            grid.add_column(self.texts(criterion["key"]), justify="right")
        for seat in sorted(range(view["seats"]), key=places.__getitem__):
            merits = [str(criterion["values"][seat]) for criterion in view["criteria"]]
            grid.add_row(str(places[seat]), escape(names[seat]), *merits)
        self.console.print(grid)
        winners = [names[seat] for seat, place in enumerate(places) if place == 1]
        key = "result.wins" if len(winners) == 1 else "result.shared"
        self.console.print(self.texts(key, names=", ".join(winners)), markup=False)

    def say(self, lines: list[str]) -> None:
        """Prints lines as they are."""
        for line in lines:
            self.console.print(line, markup=False, soft_wrap=True)


class Screen(Sentences):
    """Paints board, log and prompt over and over."""

    def __init__(self, board: Board, texts: Texts, console: Console, pace: float) -> None:
        super().__init__(board, texts, console)
        self.pace = pace

    def __enter__(self) -> "Screen":
        self.console.set_alt_screen(True)
        return self

    def __exit__(self, *_: object) -> None:
        self.console.set_alt_screen(False)

    def show(self, view: View, log: list[str], *, pause: bool = False) -> None:
        """Paints what has happened and gives people time to see it."""
        told = len(log) > self.spoken.get(view["seat"], 0)
        self.spoken[view["seat"]] = len(log)
        waits = [] if view["shown"] else [self.texts.line(view["prompt"])]
        self._paint(view, log, waits)
        if told:
            time.sleep(max(self.pace, LEAST_PAUSE) if pause and view["shown"] else self.pace)

    @contextmanager
    def thinking(self, view: View, log: list[str], line: str) -> Iterator[None]:
        """Paints a line below the board, from another thread, as soon as thinking takes long."""
        late = Timer(LONG, self._paint, (view, log, [line]))
        late.start()
        try:
            yield
        finally:
            late.cancel()
            late.join()

    def ask(self, view: View, log: list[str], prompt: Line, feedback: list[str]) -> str:
        """What a person says; who thinks no longer sees what the last turn laid open."""
        self._paint(view | {"shown": []}, log, [*feedback, self.texts.line(prompt)])
        forget_typing()
        return heard(self.console, self.texts)

    def stop(self, lines: list[str]) -> None:
        """Shows lines alone and waits until somebody presses Enter."""
        self._over(*map(Text, lines), Text(""))
        forget_typing()
        listen(self.console, self.texts("table.go_on"))

    def cover(self, line: str) -> None:
        """Shows nothing but a line until the next person is at the keyboard."""
        self.stop([line])

    def result(self, view: View) -> None:
        """Shows the last board, and who won."""
        width, height = self.console.size
        below = view["seats"] + 12  # the result, and what is said of the match
        self.console.print(self.board.draw(view | {"shown": []}, self.texts, width, height - below))
        super().result(view)

    def _paint(self, view: View, log: list[str], below: list[str]) -> None:
        width, height = self.console.size
        words = [Text(line, "bold" if n == len(below) - 1 else "") for n, line in enumerate(below)]
        room = height - self._lines(*words) - 3  # a blank line, the typing, the cursor below it
        board = self.board.draw(view, self.texts, width, room - 2)
        room -= self._lines(board)
        if room < 0:
            self._over(*words)  # a long text has the screen for itself
            return
        kept: list[RenderableType] = []
        for line in reversed(log[-LOG:]):
            kept.insert(0, Padding(Text(line, "dim"), (0, 2, 0, 4)))
            if self._lines(*kept) > room:
                kept.pop(0)
                break
        self._over(board, *kept, Text(""), *words)

    def _over(self, *things: RenderableType) -> None:
        """Paints over what is there."""
        with self.console.capture() as frame:
            self.console.print(Group(*things))
        painted = frame.get().replace("\n", "\x1b[K\n")  # over the old picture, without a flicker
        self.console.file.write(f"\x1b[H{painted}\x1b[J")
        self.console.file.flush()

    def _lines(self, *things: RenderableType) -> int:
        return len(self.console.render_lines(Group(*things), pad=False)) if things else 0


def fits(board: Board, console: Console) -> bool:
    """Whether there is a terminal that is large enough for a board."""
    wide, high = board.least
    return console.is_terminal and console.width >= wide and console.height >= high


def heard(console: Console, texts: Texts) -> str:
    """A line typed by a person, without the codes of arrow keys and the like."""
    said = listen(console, texts("table.ask", what=texts("board.ask")))
    said = re.sub(r"\x1b(\[[0-9;]*[A-Za-z~]|O.)", "", said)
    return "".join(character for character in said if character.isprintable()).strip()


def listen(console: Console, prompt: str) -> str:
    """A line typed; whoever closes the input has left."""
    try:
        return console.input(f"{prompt} > ", markup=False)
    except EOFError:
        raise Left from None


def forget_typing() -> None:
    """Drops what was typed while nobody was asked: it would be played unseen."""
    try:
        import termios  # noqa: PLC0415  # not on every system

        termios.tcflush(sys.stdin, termios.TCIFLUSH)
    except (ImportError, OSError, termios.error):
        pass
