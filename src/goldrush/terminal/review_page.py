"""A review as one page that needs nothing else: no script, no picture, no other address."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from goldrush.games.texts import Texts
from goldrush.reviews.shapes import Decision, Review
from goldrush.terminal import review_words as words
from goldrush.terminal.markup import document, tag
from goldrush.terminal.review_chart import SYMBOLS, chart
from goldrush.terminal.review_words import Entry
from goldrush.terminal.words import HERE

STYLES = (HERE / "page.css", HERE / "review_page.css")
ALONE = "default-src 'none'; style-src 'unsafe-inline'"  # nothing is fetched, whatever it says


def page(review: Review, texts: Texts, *, own_edition: bool) -> str:
    """The page of a review; the texts know who played."""
    heading = words.heading(review, texts)
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", **{"http-equiv": "Content-Security-Policy"}, content=ALONE),
        tag("title", heading),
        *(tag("style", path.read_text("utf-8")) for path in STYLES),
    )
    main = tag("main", *_sections(review, texts))
    body = tag(
        "body", _header(review, texts, own_edition=own_edition), main, _footer(review, texts)
    )
    return document(tag("html", head, body, lang=texts.lang))


def _header(review: Review, texts: Texts, *, own_edition: bool) -> Element:
    said = words.notes(review, texts, own_edition=own_edition)
    lead = tag("h1", words.heading(review, texts))
    return tag("header", lead, *(tag("p", note, class_="lead") for note in said))


def _sections(review: Review, texts: Texts) -> Iterator[Element]:
    """All below the heading."""
    parts = {
        "chances": [chart(review, texts)],
        "story": [_story(review, texts)],
        "account": [_accounts(review, texts), tag("p", words.legend(review, texts), class_="soft")],
        "decisions": [_words(review, texts), _faults(review, texts)],
    }
    for key, inside in parts.items():
        title = tag("h2", texts(f"review.head.{key}"), id=key)
        yield tag("section", title, *inside, aria_labelledby=key)


def _footer(review: Review, texts: Texts) -> Element:
    """How it was reckoned."""
    said = [texts("review.html.how_chances"), texts("review.html.how_decisions")]
    said.append(words.made(review, texts))
    title = tag("h2", texts("review.html.how"), id="how")
    return tag("footer", title, *(tag("p", one) for one in said))


def _story(review: Review, texts: Texts) -> Element:
    """The moments, each with how far it moved a seat's chance."""
    found = tag("ol", class_="story")
    told = zip(review.moments, words.stories(review, texts), strict=True)
    for number, (moment, story) in enumerate(told, start=1):
        change = tag("b", story.change, class_=f"seat-{moment.seat}")
        cause = tag("span", story.cause, class_=f"cause {moment.cause}")
        more = [tag("span", story.better, class_="better")] if story.better else []
        when = tag("h3", texts("review.turn_title", turn=moment.turn))
        lines = (tag("p", story.what), tag("p", change), tag("p", cause, " ", *more))
        found.append(tag("li", when, *lines, id=f"moment-{number}"))
    return found


def _accounts(review: Review, texts: Texts) -> Element:
    """A table for each seat, with bars that go on where the one before ends."""
    entries = words.entries(review)
    reached = [n for one in entries for n in (0, one.result, *_sums(one))]
    span = (min(reached), max(*reached, min(reached) + 1))
    found = tag("div", class_="accounts")
    for seat in range(review.seats):
        found.append(_account(review, texts, seat, entries[seat], span))
    return found


def _sums(entry: Entry) -> list[int]:
    """Where the bars of an account end."""
    total, found = 0, []
    for value in entry.parts.values():
        total += value
        found.append(total)
    return found


def _account(
    review: Review, texts: Texts, seat: int, entry: Entry, span: tuple[int, int]
) -> Element:
    caption = tag("caption", _symbol(seat), texts.names[seat])
    table, before = tag("table", caption, class_=f"account seat-{seat}"), 0
    for part, value in entry.parts.items():
        said = words.figure(texts, value) if part == "start" else words.change(texts, entry, part)
        table.append(_row(texts, part, said, _bar(part, before, before + value, span)))
        before += value
    end = "result" if review.over else "expected"
    said = words.figure(texts, entry.result)
    table.append(_row(texts, end, said, _bar("result", 0, entry.result, span)))
    said = words.figure(texts, entry.adjusted)
    table.append(_row(texts, "adjusted", said, _bar("adjusted", 0, entry.adjusted, span)))
    return table


def _row(texts: Texts, part: str, said: str, bar: Element) -> Element:
    name = tag("th", texts(f"review.part.{part}"), scope="row")
    return tag("tr", name, tag("td", bar, class_="track"), tag("td", said), class_=f"of-{part}")


def _bar(part: str, start: int, end: int, span: tuple[int, int]) -> Element:
    """A bar from one sum to the next, on the scale that all accounts share."""
    least, most = span

    def at(value: int) -> float:
        return 100 * (value - least) / (most - least)

    left, right = sorted((at(start), at(end)))
    drawn = tag("span", class_=f"bar {part}", style=f"left:{left:.2f}%;width:{right - left:.2f}%")
    zero = tag("span", class_="zero", style=f"left:{at(0):.2f}%")
    return tag("div", zero, drawn, aria_hidden="true")


def _words(review: Review, texts: Texts) -> Element:
    """What the decisions of each seat are called, as a bar and in figures."""
    found = tag("ul", class_="words")
    for seat, name in enumerate(texts.names):
        counts = words.counts(review, seat)
        bar = tag("div", class_="stack", aria_hidden="true")
        for word, n in counts.items():
            if n:
                bar.append(tag("span", class_=word, style=f"flex-grow:{n}"))
        title = tag("h3", _symbol(seat), name)
        told = tag("p", *_counts(review, texts, seat))
        found.append(tag("li", title, bar, told, class_=f"seat-{seat}"))
    return found


def _counts(review: Review, texts: Texts, seat: int) -> Iterator[Element]:
    for word, n in words.counts(review, seat).items():
        if n:
            name = texts(f"review.word.{word}")
            yield tag("span", name, " ", tag("b", str(n)), class_=f"word {word}")
    given_up = words.figure(texts, words.entries(review)[seat].given_up)
    yield tag("span", texts("review.given_up_in_all", share=given_up), class_="word soft")


def _faults(review: Review, texts: Texts) -> Element:
    """All decisions that have earned a bad word, the worst first."""
    found = words.faults(review)
    if not found:
        return tag("p", texts("review.no_faults"))
    columns = [texts("review.turn_head"), texts("review.seat")]
    columns += [texts(f"review.html.{key}") for key in ("played", "better", "cost")]
    head = tag("tr", *(tag("th", one, scope="col") for one in columns))
    body = tag("tbody", *(_fault(one, texts) for one in found))
    says = texts("review.html.worst")
    table = tag("table", tag("thead", head), body, class_="faults")
    scroll = tag("div", table, class_="scroll", tabindex="0", role="region", aria_label=says)
    return tag("div", tag("h3", says), scroll)


def _fault(decision: Decision, texts: Texts) -> Element:
    figures = (words.tenths(part) for part in (decision.cost, decision.error))
    cost = tag("span", " ± ".join(words.figure(texts, one) for one in figures), class_="cost")
    word = tag("span", texts(f"review.word.{decision.word}"), class_=f"word {decision.word}")
    played = [tag("code", one.text) for one in (decision.chosen, decision.better) if one]
    cells = [tag("td", texts.names[decision.seat]), *(tag("td", one) for one in played)]
    turn = tag("th", str(decision.turn), scope="row")
    return tag("tr", turn, *cells, tag("td", cost, " ", word))


def _symbol(seat: int) -> Element:
    return tag("span", SYMBOLS[seat], class_="symbol", aria_hidden="true")
