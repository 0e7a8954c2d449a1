"""The chances of all seats as a picture, as a table for those who do not see it, and its marks.

The picture is stretched to whatever room there is; letters and symbols stand upon it and are not.
"""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from goldrush.games.texts import Texts
from goldrush.reviews.shapes import WIN, Review
from goldrush.terminal import review_words as words
from goldrush.terminal.markup import tag

WIDE, HIGH = 1000, 400  # in units of the picture, whatever size it is shown in
LINES = (0, 25, 50, 75, 100)  # percent at which there are lines across
SYMBOLS = "●■▲◆★✚"  # of seats, for whom colours say nothing
REPEATED = 4  # times that a symbol stands on its curve
APART = 9  # percent of the width that marks need between each other
TICKS = 8  # turns that are named, about
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)  # turns from one that is named to the next


def chart(review: Review, texts: Texts) -> Element:
    """The picture with everything around it."""
    says = tag("figcaption", _captions(review, texts), class_="soft")
    plot = tag(
        "div",
        _marks(review, texts),
        tag("div", _picture(review, texts), *_shares(texts), *_symbols(review), class_="plot"),
        _ticks(review),
        class_="chart",
    )
    return tag("figure", _names(review, texts), plot, says, _table(review, texts))


def _names(review: Review, texts: Texts) -> Element:
    """Whose curve is which, with what each could expect at first and in the end."""
    found = tag("ul", class_="names")
    for seat, name in enumerate(texts.names):
        start, end = (words.percent(texts, review.levels[n].chances[seat]) for n in (0, -1))
        symbol = tag("span", SYMBOLS[seat], class_="symbol", aria_hidden="true")
        share = tag("span", f"{start} → {end}", class_="soft")
        found.append(tag("li", symbol, tag("b", name), " ", share, class_=f"seat-{seat}"))
    return found


def _picture(review: Review, texts: Texts) -> Element:
    """Curves with bands of their errors."""
    shape = {"viewBox": f"0 0 {WIDE} {HIGH}", "preserveAspectRatio": "none", "role": "img"}
    picture = tag("svg", **shape, aria_label=texts("review.html.chart"))
    for share in LINES:
        y = _number(HIGH * (1 - share / 100))
        picture.append(tag("path", d=f"M0 {y}H{WIDE}", class_="line"))
    for moment in review.moments:
        x = _number(_x(review, moment.step + 1))
        picture.append(tag("path", d=f"M{x} 0V{HIGH}", class_="turned"))
    for seat in range(review.seats):
        picture.append(tag("path", d=_band(review, seat), class_=f"band seat-{seat}"))
    for seat in range(review.seats):
        if all(level.table is not None for level in review.levels):
            known = [level.table[seat] for level in review.levels if level.table]
            picture.append(tag("path", d=_curve(review, known), class_=f"known seat-{seat}"))
        seen = [level.chances[seat] for level in review.levels]
        picture.append(tag("path", d=_curve(review, seen), class_=f"curve seat-{seat}"))
    return picture


def _curve(review: Review, chances: Sequence[int]) -> str:
    return "M" + "L".join(_point(review, n, chance) for n, chance in enumerate(chances))


def _band(review: Review, seat: int) -> str:
    """A standard error to both sides of a curve."""
    numbered = list(enumerate(review.levels))
    upper = [_point(review, n, one.chances[seat] + one.errors[seat]) for n, one in numbered]
    lower = [_point(review, n, one.chances[seat] - one.errors[seat]) for n, one in numbered]
    return "M" + "L".join([*upper, *reversed(lower)]) + "Z"


def _point(review: Review, number: int, chance: int) -> str:
    within = min(max(chance, 0), WIN)
    return f"{_number(_x(review, number))} {_number(HIGH * (1 - within / WIN))}"


def _x(review: Review, number: int) -> float:
    """How far to the right a level stands."""
    return WIDE * number / max(1, len(review.levels) - 1)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _at(review: Review, number: int) -> str:
    return f"{_x(review, number) * 100 / WIDE:.2f}%"


def _shares(texts: Texts) -> list[Element]:
    """What the lines across mean."""
    return [
        tag(
            "span",
            texts("figures.percent", share=share),
            class_="share",
            style=f"top:{100 - share}%",
            aria_hidden="true",
        )
        for share in LINES
    ]


def _symbols(review: Review) -> list[Element]:
    """Symbols on the curves, of no two seats at the same place."""
    last, found = len(review.levels) - 1, []
    for seat in range(review.seats):
        for n in range(REPEATED):
            number = round(last * (n + (seat + 0.5) / review.seats) / REPEATED)
            top = 100 - 100 * review.levels[number].chances[seat] / WIN
            where = f"left:{_at(review, number)};top:{top:.2f}%"
            kind = f"symbol on seat-{seat}"
            found.append(tag("span", SYMBOLS[seat], class_=kind, style=where, aria_hidden="true"))
    return found


def _marks(review: Review, texts: Texts) -> Element:
    """Numbers above the moments, which lead to what is told of them."""
    rows: list[float] = []  # where the last mark of each row stands
    found = tag("div", class_="marks")
    for number, moment in enumerate(review.moments, start=1):
        where = _x(review, moment.step + 1) * 100 / WIDE
        row = next((n for n, taken in enumerate(rows) if where - taken >= APART), len(rows))
        rows[row : row + 1] = [where]
        says = texts("review.nth_turn", turn=moment.turn)
        place = f"left:{where:.2f}%;--row:{row}"
        link = {"href": f"#moment-{number}", "style": place, "title": says}
        found.append(tag("a", str(number), **link))
    found.set("style", f"--rows:{len(rows)}")
    return found


def _ticks(review: Review) -> Element:
    """Some turns below the picture."""
    last = review.levels[-1].turn
    step = next((one for one in STEPS if last / one <= TICKS), STEPS[-1])
    found, told = tag("div", class_="ticks", aria_hidden="true"), 0
    for number, level in enumerate(review.levels):
        if level.turn > told and (level.turn == 1 or level.turn % step == 0):
            found.append(tag("span", str(level.turn), style=f"left:{_at(review, number)}"))
        told = max(told, level.turn)
    return found


def _captions(review: Review, texts: Texts) -> str:
    """What is drawn how."""
    known = any(level.table for level in review.levels)
    more = [texts("review.html.table_curve")] if known else []
    return " ".join([texts("review.html.bands"), *more])


def _table(review: Review, texts: Texts) -> Element:
    """The same in figures: before each turn and at the end."""
    head = tag("tr", tag("th", texts("review.turn_head"), scope="col"))
    head.extend(tag("th", name, scope="col") for name in texts.names)
    body = tag("tbody")
    for number, level in enumerate(review.levels):
        end = number == len(review.levels) - 1
        if not end and number and review.levels[number - 1].turn == level.turn:
            continue
        said = texts("review.html.end") if end else str(level.turn)
        shown = words.shared_out(level.chances, words.TENTHS)
        cells = (tag("td", words.figure(texts, one)) for one in shown)
        body.append(tag("tr", tag("th", said, scope="row"), *cells))
    caption = tag("caption", texts("review.html.before_turn"))
    table = tag("table", caption, tag("thead", head), body, class_="figures")
    says = texts("review.html.figures")
    scroll = tag("div", table, class_="scroll", tabindex="0", role="region", aria_label=says)
    return tag("details", tag("summary", says), scroll)
