"""Maps whose squares an edition draws on a grid: as large as fits, with lines along the ways."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from rich.console import Group
from rich.text import Text

INK = "#2b2118"
SEATS = ("#ff9a8c", "#8cc4ff", "#a6e08a", "#ffe27a", "#d9a8f5", "#f2f2f2")


class Square(Protocol):
    """What is drawn on a map."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def at(self) -> tuple[int, int]:
        """The column and the row where it is drawn."""


Drawn = TypeVar("Drawn", bound=Square)
Cell = Callable[[Drawn, int], Text]  # draws a square on so many columns, or one more


def pawn(seat: int) -> Text:
    """A seat as the number that people call it by."""
    return Text(str(seat + 1), f"bold {INK} on {SEATS[seat]}")


def crowd(seats: Sequence[int], sign: str, style: str, wide: int) -> Text:
    """A square's sign and who is there, or as many of them as there is room for."""
    cell = Text(sign if len(seats) < wide else "", style)
    room = wide - len(cell)
    for seat in seats if len(seats) <= room else seats[: room - 1]:
        cell.append_text(pawn(seat))
    return cell.append("+" if len(seats) > room else " " * (wide - len(cell)), style)


def drawn(
    squares: Sequence[Drawn],
    ways: Iterable[Sequence[str]],
    cell: Cell[Drawn],
    room: tuple[int, int],
    link: str,
    label: str = "",
) -> Group | None:
    """The map as large as there is room for, with lines between squares in the style *link*.

    In the style *label* names stand below the squares, where there is room; without it nowhere.
    None if the map does not fit at all.
    """
    columns, rows = zip(*(square.at for square in squares), strict=True)
    across, down = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    for wide, high in _scales(squares, label):
        lines = down * high if label else (down - 1) * high + 1
        if across * wide <= room[0] and lines <= room[1]:
            at = {s.name: (s.at[0] - min(columns), s.at[1] - min(rows)) for s in squares}
            joined = {frozenset((at[one], at[other])) for one, other in ways}
            grid = [[Text(" " * wide) for _ in range(across)] for _ in range(lines)]
            for square in squares:
                _plot(grid, square, at[square.name], joined, cell, (wide, high), (link, label))
            return Group(*(Text().join(row) for row in grid))
    return None


def _scales(squares: Sequence[Square], label: str) -> tuple[tuple[int, int], ...]:
    """Columns and lines of a square, the largest scale first."""
    if not label:
        return (6, 2), (5, 2), (5, 1), (4, 1), (3, 1)
    wide = max(len(square.name) for square in squares) + 2
    return (wide, 2), (wide, 1), (4, 1), (3, 1)


def _plot(
    grid: list[list[Text]],
    square: Drawn,
    at: tuple[int, int],
    joined: set[frozenset[tuple[int, int]]],
    cell: Cell[Drawn],
    scale: tuple[int, int],
    styles: tuple[str, str],
) -> None:
    """Draws a square with its way to the left and, where there is a line for it, what is below."""
    (column, row), (wide, high), (link, label) = at, scale, styles
    west = frozenset(((column - 1, row), at)) in joined
    inside = cell(square, wide - 1)
    line = Text("─" if west else " ", link).append_text(inside)
    grid[row * high][column] = line if len(inside) < wide else inside
    if high > 1 and row * high + 1 < len(grid):
        south = frozenset((at, (column, row + 1))) in joined
        below = Text(" ").append("│" if south else " ", link)
        below.append(square.name if label else "", label)
        grid[row * high + 1][column] = below.append(" " * (wide - len(below)))
