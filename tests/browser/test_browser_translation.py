"""A third language reaches every page of the web app, which is built with it."""

import calendar
import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest

import pseudo
from goldrush.bots.personas import PERSONAS
from goldrush.games.texts import LANGUAGES
from goldrush.server import pages, typescript
from hosting import Host
from screens import Screen
from tour import PLACES
from trees import build, copied

NAMES = ("Goldrush", "Ada", "UTC", *PERSONAS, *(language.name for language in LANGUAGES.values()))
DATES_AND_LISTS = (*calendar.month_name, *calendar.day_name, "and")  # said by the browser itself
NO_WORDS = r"http://\S+|\b[A-Z0-9]{6}\b|\b[0-9a-f]{8,}"  # addresses, codes, promises
READ = """() => {
  const said = [document.title, document.body.innerText];
  for (const one of document.querySelectorAll('svg text')) said.push(one.textContent);
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const one of document.querySelectorAll(`[${name}]`)) said.push(one.getAttribute(name));
  return said.join('\\n');
}"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server whose pages know the language that nobody speaks."""
    tree, patch = copied(tmp_path_factory.mktemp("copy") / "goldrush"), pytest.MonkeyPatch()
    pseudo.install(tree / "src/goldrush/languages", patch)
    (tree / "web/src" / typescript.CATALOGUE).write_text(typescript.catalogue(), "utf-8")
    build(tree)
    patch.setattr(pages, "STATIC", tree / "src/goldrush/server/static")
    patch.setattr(pages, "built", cache(pages.built.__wrapped__))
    with Host(tree / "tables.db") as found:
        yield found
    patch.undo()


@pytest.mark.parametrize("place", [place for place in PLACES if not place.startswith("rules_")])
def test_no_word_of_a_page_stays_english(visit: Callable[..., Screen], place: str) -> None:
    """But for names; rule books are not translated for this test."""
    at = visit(place, lang=pseudo.LANG)
    shown = re.sub(NO_WORDS, "", at.page.evaluate(READ))
    for command in at.page.locator("code").all_inner_texts():  # is typed as it is
        shown = shown.replace(command, "")
    assert pseudo.untranslated(shown, *NAMES, *DATES_AND_LISTS) == set()
    assert "⟦" in shown
    at.wrong.clear()  # the browser notes that the server said no, where there is nothing
