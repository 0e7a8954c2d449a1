"""The page of a review: whole, alone, readable by all, and nobody's name is anything but text."""

import re
from html.parser import HTMLParser

import msgspec
import pytest

from goldrush.games.texts import LANGUAGES
from goldrush.reviews.review import review as reviewed
from goldrush.reviews.shapes import Review
from goldrush.terminal import review, review_page, words
from goldrush.terminal.markup import document, tag
from matches import random_match
from review_figures import figures, named, sums
from tools import compiled_only, printed

pytestmark = compiled_only

VOID = {"meta"}


@pytest.fixture(scope="module")
def found() -> Review:
    return reviewed(random_match("gold", 3, seed=1), "fast")


class Page(HTMLParser):
    """What a browser makes of a page; it fails if something is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((name, dict(attributes)))
        if name not in VOID:
            self.open.append(name)

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop() == name

    def handle_data(self, text: str) -> None:
        self.texts.append(text)

    def all(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag == name]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_is_whole_and_stands_alone(found: Review, lang: str) -> None:
    text = review_page.page(found, named(lang), own_edition=False)
    page = Page(text)
    assert text.startswith("<!doctype html>\n<html")
    assert page.all("html") == [{"lang": lang}]
    assert {*page.tags[0][1]} == {"lang"}
    for name in ("script", "link", "img", "iframe", "object", "b\u00a0"):
        assert page.all(name) == []
    assert "url(" not in text
    assert not re.search("https?:", text)
    assert {str(one["href"])[:8] for one in page.all("a")} <= {"#moment-"}
    marks = {str(one.get("id")) for one in page.all("li")}
    assert {str(one["href"])[1:] for one in page.all("a")} <= marks
    assert len(page.all("li")) == len(found.moments) + 2 * found.seats


@pytest.mark.parametrize("name", ['<script>alert("1")</script>', "<b>Bo & [red]", '" onload="x'])
def test_names_are_anybodys_and_stay_text(found: Review, name: str) -> None:
    texts = words.texts("en", "gold", [name, "Ann", "Zoé"])
    page = Page(review_page.page(found, texts, own_edition=True))
    assert name in page.texts
    assert {tag for tag, _ in page.tags} == {tag for tag, _ in Page(plain(found)).tags}
    assert not any("onload" in attributes for _, attributes in page.tags)
    drawn = "\n".join(printed(review.drawn(found, texts, 200, own_edition=True), 200))
    assert name[:10] in drawn


def plain(found: Review) -> str:
    return review_page.page(found, words.texts("en", "gold", ["A", "B", "C"]), own_edition=True)


def test_the_chart_is_a_table_too(found: Review) -> None:
    page = review_page.page(found, named(), own_edition=False)
    table = page[page.index('<table class="figures">') : page.index("</table>")]
    rows = re.findall('<tr><th scope="row">(.*?)</th>(.*?)</tr>', table)
    turns = {level.turn for level in found.levels[:-1]}
    assert [said for said, _ in rows] == [*map(str, sorted(turns)), "End"]
    for _, cells in rows:
        assert round(sum(map(float, re.findall("<td>(.*?)</td>", cells))), 9) == 100


def test_the_accounts_of_the_page_add_up(found: Review) -> None:
    page = review_page.page(found, named("fr"), own_edition=False)
    tables = re.findall('<table class="account.*?</table>', page)
    assert len(tables) == found.seats
    for table in tables:
        sums(figures(" ".join(re.findall(r"<td>([^<]*)</td>", table))))


def test_curves_of_who_looks_on_are_dashed_where_they_differ(found: Review) -> None:
    levels = [msgspec.structs.replace(one, table=one.chances) for one in found.levels]
    known = msgspec.structs.replace(found, levels=levels)
    for one, times in ((found, 0), (known, found.seats)):
        page = review_page.page(one, named(), own_edition=False)
        assert page.count('class="known seat-') == times
        assert ("Dashed" in page) == bool(times)


def test_a_page_without_faults_says_so(found: Review) -> None:
    good = msgspec.structs.replace(found, decisions=[], moments=[], over=False)
    page = review_page.page(good, named(), own_edition=True)
    assert "No decision was clearly worse" in page
    assert "is not over" in page
    assert "custom edition" in page


def test_markup_keeps_what_people_type() -> None:
    made = tag("p", "a <", tag("b", "&"), "> ", "c", class_="x", aria_label='"')
    assert document(made) == (
        '<!doctype html>\n<p class="x" aria-label="&quot;">a &lt;<b>&amp;</b>&gt; c</p>\n'
    )
