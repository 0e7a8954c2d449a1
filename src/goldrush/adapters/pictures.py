"""The terminal's board of a match, as text with colours and as pixels."""

import io
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.segment import Segment

from goldrush.core import WATCHER
from goldrush.games.problem import Problem
from goldrush.position import Position
from goldrush.terminal import words
from goldrush.terminal.boards import board

WIDTH, HEIGHT = 100, 40  # characters, unless a board needs more
SIZE = 16  # of the letters, in pixels
PAPER, INK = (24, 24, 27), (228, 228, 231)


def ansi(position: Position, names: list[str]) -> str:
    """What whoever looks on sees in a terminal."""
    console, drawn = _drawn(position, names)
    with console.capture() as found:
        console.print(drawn)
    return found.get()


def rgb(position: Position, names: list[str]) -> npt.NDArray[np.uint8]:
    """The same in pixels, (height, width, 3); always of one size for a game."""
    try:
        from PIL import Image, ImageDraw  # noqa: PLC0415  # an extra
    except ImportError:
        raise Problem('pictures need more: pip install "goldrush[pictures]"') from None
    console, drawn = _drawn(position, names)
    letters, (wide, high) = _letters()
    size = (console.width * wide, console.height * high)
    image = Image.new("RGB", size, PAPER)
    pen = ImageDraw.Draw(image)
    lines = console.render_lines(drawn, pad=False)
    for row, line in enumerate(lines[: console.height]):
        column = 0
        for segment in line:
            ink, paper = _colours(segment)
            left, top = column * wide, row * high
            if paper:
                end = (left + segment.cell_length * wide - 1, top + high - 1)
                pen.rectangle(((left, top), end), paper)
            at = column
            for letter in segment.text:
                pen.text((at * wide, top), letter, ink, letters)
                at += Segment(letter).cell_length
            column += segment.cell_length
    return np.asarray(image, np.uint8)


def _drawn(position: Position, names: list[str]) -> tuple[Console, Any]:
    """A console that is large enough, and the board for it."""
    game = position.game.name
    own = board(game)
    width, height = (max(pair) for pair in zip((WIDTH, HEIGHT), own.least, strict=True))
    paper = io.StringIO()
    console = Console(
        file=paper, width=width, height=height, force_terminal=True, color_system="truecolor"
    )
    drawn = own.draw(position.view(WATCHER), words.texts("en", game, names), width, height)
    return console, drawn


def _colours(segment: Segment) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    """Of a segment's letters, and behind them."""
    style = segment.style
    ink = tuple(style.color.get_truecolor()) if style and style.color else INK
    paper = tuple(style.bgcolor.get_truecolor()) if style and style.bgcolor else None
    if style and style.reverse:
        ink, paper = paper or PAPER, ink
    if style and style.dim:
        ink = tuple((of + behind) // 2 for of, behind in zip(ink, paper or PAPER, strict=True))
    return ink, paper


@cache
def _letters() -> tuple[Any, tuple[int, int]]:
    """DejaVu Sans Mono, which has all signs of the boards, and how large a letter is."""
    import matplotlib  # noqa: PLC0415  # an extra, which brings the font
    from PIL import ImageFont  # noqa: PLC0415  # likewise

    font = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSansMono.ttf"
    letters = ImageFont.truetype(str(font), SIZE)
    up, down = letters.getmetrics()
    return letters, (round(letters.getlength("M")), up + down)
