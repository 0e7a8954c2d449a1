"""A table elsewhere, shown as it changes, while something may be typed at any time."""

from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from goldrush.games.texts import Texts
from goldrush.server.messages import View
from goldrush.terminal.boards import Board
from goldrush.terminal.screen import LOG, Screen, Sentences


@dataclass(frozen=True)
class Scene:
    """What is to be seen at a moment."""

    view: View | None  # None before the match, ...
    above: list[str]  # ... when this stands in its place
    log: list[str]
    below: list[str]  # feedback to what was typed
    prompt: str  # what is waited for, ...
    passing: str  # ... unless this is so for a moment; it need not be told
    ask: str  # what stands before what is typed
    asks: bool  # whether somebody waits for it


class Spoken(Sentences):
    """Tells what changes line by line."""

    def __init__(self, board: Board, texts: Texts, console: Console) -> None:
        super().__init__(board, texts, console)
        self.told = 0  # lines of the log
        self.below: list[str] = []  # with the prompt
        self.asked = False  # whether a question stands at the end of the last line

    def paint(self, scene: Scene, typing: str) -> None:
        """Says what is new, and asks."""
        if scene.view:
            self.spoken[scene.view["seat"]] = self.told
            self.show(scene.view, scene.log)
        else:
            self.say(scene.above if scene.above != self.words else [])
            self.say(scene.log[self.told :])
            self.words = scene.above
        self.told = len(scene.log)
        below = [*scene.below, *filter(None, [scene.prompt])]
        if below != self.below:
            self.say(below)
            self.below = below
        if scene.asks and not self.asked:
            self.console.print(f"{scene.ask} > ", end="", markup=False, soft_wrap=True)
            self.asked = True

    def type(self, ask: str, typing: str) -> None:
        """Does nothing: what is typed shows by itself."""

    def answered(self) -> None:
        """Notes that somebody has typed a line: the question is asked again if need be."""
        self.asked, self.below = False, []

    def say(self, lines: list[str]) -> None:
        """Prints lines, below the question that is still open."""
        if lines and self.asked:
            self.console.print()
            self.asked = False
        super().say(lines)


class Painted(Screen):
    """Paints board, log and what is being typed over and over."""

    def paint(self, scene: Scene, typing: str) -> None:
        """Paints everything."""
        prompt = scene.passing or scene.prompt
        if scene.view:
            self._paint(scene.view, scene.log, [*scene.below, prompt])
        else:
            log = [Padding(Text(line, "dim"), (0, 2, 0, 4)) for line in scene.log[-LOG:]]
            words = [*map(Text, ["", *scene.below]), Text(prompt, "bold")]
            self._over(*map(Text, [*scene.above, ""]), *log, *words)
        self.type(scene.ask, typing)

    def type(self, ask: str, typing: str) -> None:
        """Paints what is being typed; of what is too long, the end."""
        room = self.console.width - cell_len(f"{ask} > ") - 1
        while cell_len(typing) > max(room, 0):
            typing = typing[1:]
        self.console.file.write(f"\r{ask} > {typing}\x1b[K")
        self.console.file.flush()

    def answered(self) -> None:
        """Does nothing: all is painted again anyhow."""
