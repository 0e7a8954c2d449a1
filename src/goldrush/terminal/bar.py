"""A bar for what takes long."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from goldrush.games.texts import Texts


@contextmanager
def bar(
    what: str, total: int, texts: Texts, unit: str = "games"
) -> Iterator[Callable[[int], None]]:
    """A bar that is told how many more are done; "bar.<unit>" says how many a second."""
    columns = (
        *(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()),
        *(TextColumn("{task.fields[rate]}"), TimeRemainingColumn()),
    )
    drawn = Progress(*columns, console=Console(stderr=True), transient=True)
    task = drawn.add_task(what, total=total, rate="")

    def progress(done: int) -> None:
        drawn.start()  # with the first ones: what is refused is told without a bar
        speed = drawn.tasks[task].speed or 0.0
        digits = 0 if speed >= 10 else 2
        rate = texts(f"bar.{unit}", rate=texts.number(speed, digits)) if speed else ""
        drawn.update(task, advance=done, rate=rate)

    try:
        yield progress
    finally:
        if drawn.live.is_started:  # else it would print an empty line
            drawn.stop()


@contextmanager
def share_bar(what: str) -> Iterator[Callable[[float], None]]:
    """A bar that is told which share of something is done."""
    console = Console(stderr=True)
    shown = (BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    columns = (TextColumn("{task.description}"), *shown)
    drawn = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = drawn.add_task(what, total=1.0)

    def progress(done: float) -> None:
        drawn.start()
        drawn.update(task, completed=done)

    try:
        yield progress
    finally:
        if drawn.live.is_started:
            drawn.stop()
