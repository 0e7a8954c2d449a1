"""The command that tells of a match what was luck, what was skill, and where it turned."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from goldrush.cli.arguments import (
    AsJson,
    Lang,
    Plain,
    Workers,
    can_save,
    console,
    print_json,
)
from goldrush.games.texts import Texts

if TYPE_CHECKING:
    from goldrush.match import Match
    from goldrush.reviews.shapes import Review

INTERRUPTED = 130  # how shells know that it was Ctrl-C

Source = Annotated[
    str,
    typer.Argument(
        metavar="LINK|FILE|URL", help="A match's link, its file, or the address of its table."
    ),
]
Budget = Annotated[
    str, typer.Option(metavar="fast|normal|deep", help="How much is played to find out.")
]
Page = Annotated[Path | None, typer.Option("--html", help="Write it as a page of its own too.")]
Seed = Annotated[int, typer.Option(min=0, help="The same seed tells the same.")]


def review(
    match: Source,
    budget: Budget = "normal",
    seed: Seed = 0,
    workers: Workers = None,
    lang: Lang = None,
    as_json: AsJson = False,
    html: Page = None,
    plain: Plain = False,
) -> None:
    """Tell of a match what was luck, what was skill, and where it turned."""
    from goldrush.terminal import review as told
    from goldrush.terminal import sources

    opened, texts = sources.opened(match, lang)
    if html:
        can_save(html)
    found, own = _made(opened, budget, seed, workers, texts), not opened.game.shipped
    if html:
        from goldrush.terminal import review_page

        html.write_text(review_page.page(found, texts, own_edition=own), "utf-8")
    if as_json:
        print_json(found)
        return
    if console.is_terminal and not plain:
        console.print(told.drawn(found, texts, console.width, own_edition=own))
    else:
        for line in told.sentences(found, texts, own_edition=own):
            console.print(line, soft_wrap=True, markup=False)
    if html:
        console.print(texts("review.page", path=html), soft_wrap=True, markup=False)


def _made(match: "Match", budget: str, seed: int, workers: int | None, texts: Texts) -> "Review":
    """Reviews a match; whoever presses Ctrl-C waits for nothing, not even the compiler."""
    from goldrush.terminal.reckoning import reckoned

    try:
        return reckoned(match, budget, seed, workers, texts)
    except KeyboardInterrupt:
        complaint = Console(stderr=True, highlight=False, soft_wrap=True)
        complaint.print(texts("review.stopped"), markup=False)
        sys.stderr.flush()
        os._exit(INTERRUPTED)  # threads that compile or reckon would be waited for
