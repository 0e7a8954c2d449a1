"""The command that tells of a match what was luck, what was skill, and where it turned."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from goldrush.cli.arguments import (
    AsJson,
    ClusterAt,
    Lang,
    Plain,
    Workers,
    can_save,
    console,
    print_json,
    tell,
)
from goldrush.games.texts import Texts

if TYPE_CHECKING:
    from goldrush.match import Match
    from goldrush.reviews.shapes import Review

INTERRUPTED = 130  # how shells know that it was Ctrl-C

Sources = Annotated[
    list[str],
    typer.Argument(
        metavar="LINK|FILE|URL…", help="Matches: a link, a file, or the address of a table each."
    ),
]
Budget = Annotated[
    str, typer.Option(metavar="fast|normal|deep", help="How much is played to find out.")
]
Page = Annotated[
    Path | None,
    typer.Option("--html", help="Write it as a page too; of several matches page-1.html, …"),
]
Seed = Annotated[int, typer.Option(min=0, help="The same seed tells the same.")]


def review(
    matches: Sources,
    budget: Budget = "normal",
    seed: Seed = 0,
    workers: Workers = None,
    cluster: ClusterAt = None,
    lang: Lang = None,
    as_json: AsJson = False,
    html: Page = None,
    plain: Plain = False,
) -> None:
    """Tell of a match what was luck, what was skill, and where it turned.

    Of several matches: how each came out, and what that is for each player; JSON has a line each.
    """
    from goldrush.terminal import review as told
    from goldrush.terminal import sources

    if cluster or len(matches) > 1:
        _several(matches, budget, seed, (workers, cluster), lang, html, as_json=as_json)
        return
    opened, texts = sources.opened(matches[0], lang)
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


def _several(
    matches: list[str],
    budget: str,
    seed: int,
    who: tuple[int | None, str | None],
    lang: str | None,
    html: Path | None,
    *,
    as_json: bool,
) -> None:
    """Reviews matches as they come, so that nobody has to keep them all."""
    from goldrush.lab.reviews import reviews
    from goldrush.terminal import review_page, review_sums, sources, words
    from goldrush.terminal.bar import bar

    opened = [sources.opened(one, lang) for one in matches]
    many = range(1, len(matches) + 1) if len(matches) > 1 else ()
    pages = [html and html.with_stem(f"{html.stem}-{n}") for n in many] or [html]
    for file in filter(None, pages):
        can_save(file)
    general, sums = words.texts(lang), review_sums.Sums()
    with bar(general("review.many.bar"), len(matches), general, "matches") as progress:
        terms = ([match for match, _ in opened], budget, seed, who[0], progress)
        made = zip(matches, opened, pages, reviews(*terms, cluster=who[1]), strict=True)
        for source, (match, texts), page, found in made:
            sums.add(found, texts)
            if page:
                own = not match.game.shipped
                page.write_text(review_page.page(found, texts, own_edition=own), "utf-8")
            if as_json:
                print_json(found)
            else:
                tell(review_sums.match(source, found, texts))
    if not as_json:
        tell((general("review.many.players"), *sums.lines(general)))


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
