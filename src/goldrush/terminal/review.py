"""A review in the terminal: as a chart and tables, or in plain sentences."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from goldrush.games.texts import Texts
from goldrush.reviews.shapes import Review
from goldrush.terminal import review_words as words
from goldrush.terminal.review_curves import curves, sampled

MOST_FAULTS = 6  # that are told


def drawn(review: Review, texts: Texts, width: int, *, own_edition: bool) -> RenderableType:
    """A review for people who see it."""
    parts: list[RenderableType] = [Text(words.heading(review, texts), "bold")]
    parts += map(Text, words.notes(review, texts, own_edition=own_edition))
    parts += [_head("chances", texts), *curves(review, texts, width)]
    parts += [_head("story", texts), _story(review, texts)]
    parts += [_head("account", texts), _account(review, texts)]
    parts += [Text(words.legend(review, texts), "dim")]
    parts += [_head("decisions", texts), _decisions(review, texts), *_faults(review, texts)]
    return Group(*parts, Text("\n" + words.made(review, texts), "dim"))


def sentences(review: Review, texts: Texts, *, own_edition: bool) -> Iterator[str]:
    """A review line by line, for pipes and screen readers."""
    yield words.heading(review, texts)
    yield from words.notes(review, texts, own_edition=own_edition)
    yield "\n" + texts("review.head.chances")
    yield from sampled(review, texts)
    yield "\n" + texts("review.head.story")
    yield from map(str, words.stories(review, texts))
    yield "\n" + texts("review.head.account")
    for name, entry in zip(texts.names, words.entries(review), strict=True):
        yield words.sum_of(name, entry, review, texts)
    yield words.legend(review, texts)
    yield "\n" + texts("review.head.decisions")
    for seat in range(review.seats):
        yield words.counted(review, seat, texts)
    yield from (words.fault(one, texts) for one in words.faults(review)[:MOST_FAULTS])
    yield "\n" + words.made(review, texts)


def _head(key: str, texts: Texts) -> RenderableType:
    return Padding(Text(texts(f"review.head.{key}"), "bold"), (1, 0, 0, 0))


def _story(review: Review, texts: Texts) -> RenderableType:
    """The moments, numbered as below the curves."""
    grid = Table.grid(padding=(0, 1))
    for number, one in enumerate(words.stories(review, texts), start=1):
        grid.add_row(Text(str(number), "bold"), Text(str(one)))
    return grid


def _account(review: Review, texts: Texts) -> Table:
    """A row for each seat, whose figures add up."""
    entries = words.entries(review)
    grid = Table()
    grid.add_column(texts("review.seat"), no_wrap=True, max_width=words.LONGEST)
    for part in entries[0].parts:
        whole = max(len(words.change(texts, one, part)) for one in entries)
        grid.add_column(texts(f"review.part.{part}"), justify="right", min_width=whole)
    end = "result" if review.over else "expected"
    for key in (end, "adjusted"):
        grid.add_column(texts(f"review.part.{key}"), justify="right")
    for name, entry in zip(texts.names, entries, strict=True):
        start, *changes = entry.parts
        told = [words.figure(texts, entry.parts[start])]
        told += [words.change(texts, entry, one) for one in changes]
        result, adjusted = (words.figure(texts, n) for n in (entry.result, entry.adjusted))
        grid.add_row(escape(name), *told, f"[bold]{result}[/]", adjusted)
    return grid


def _decisions(review: Review, texts: Texts) -> Table:
    """How many decisions of each seat are called what, and what they gave up in all."""
    grid = Table()
    grid.add_column(texts("review.seat"), no_wrap=True, max_width=words.LONGEST)
    for word in words.WORDS:
        grid.add_column(texts(f"review.word.{word}"), justify="right")
    grid.add_column(texts("review.given_up"), justify="right")
    for seat, (name, entry) in enumerate(zip(texts.names, words.entries(review), strict=True)):
        found = (str(n) if n else "·" for n in words.counts(review, seat).values())
        grid.add_row(escape(name), *found, words.figure(texts, entry.given_up))
    return grid


def _faults(review: Review, texts: Texts) -> list[RenderableType]:
    """The worst decisions."""
    found = words.faults(review)[:MOST_FAULTS]
    return [Text("• " + words.fault(one, texts)) for one in found]
