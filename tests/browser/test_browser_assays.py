"""What games are made of in a browser: from a game's page, and of an edition of one's own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from goldrush.bots.measuring import Measure, Measured
from goldrush.games.assay import Assay
from goldrush.lab.assay import file
from hosting import Host
from screens import Screen
from tools import POCKET

NewScreen = Callable[..., Screen]


def measured(said: bytes) -> Measured:
    """Says of every edition what is shipped of GOLD."""
    asked = msgspec.msgpack.decode(said, type=Measure)
    shipped = msgspec.json.decode(file("gold").read_bytes(), type=Assay)
    (one,) = [picture for picture in shipped.pictures if picture.key == asked.key]
    return Measured(msgspec.structs.replace(shipped, name="Pocket", pictures=[one]))


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("assays") / "tables.db", measuring=measured) as found:
        yield found


def test_a_games_page_leads_to_what_it_is_made_of_by_the_keyboard(screen: NewScreen) -> None:
    at = screen(lang="en").open("/games/gold")
    at.see("a", has_text="What it is made of").focus()
    at.page.keyboard.press("Enter")
    at.see("h1", has_text="GOLD: what it is made of")
    at.see(".pictures section >> nth=5")
    assert at.page.locator(".pictures section").count() == 6
    assert "±" in at.see("#of-seats + p").inner_text()
    at.page.locator("summary").first.focus()
    at.page.keyboard.press("Enter")
    at.see(".pictures details[open] td", has_text="%")
    at.see("code", has_text="goldrush report gold --seats 4 --seed 1")
    assert at.page.title().startswith("GOLD: what it is made of")


@pytest.mark.parametrize(("lang", "size"), [("en", "phone"), ("fr", "desk")])
def test_an_own_edition_is_measured_and_its_page_is_good_for_everybody(
    screen: NewScreen, tmp_path: Path, lang: str, size: str
) -> None:
    edition, wrong = tmp_path / "pocket.toml", tmp_path / "wrong.toml"
    edition.write_text(POCKET, "utf-8")
    wrong.write_text(POCKET.replace('game = "gold"', 'game = "tin"'), "utf-8")
    at = screen(lang=lang, size=size).open("/games/gold/made")
    at.page.set_input_files("input[type=file]", wrong)
    at.press("form button.primary")
    at.see("[role=alert]", has_text="tin")
    at.wrong.clear()  # the browser notes that the server said no
    at.page.set_input_files("input[type=file]", edition)
    at.press("form button.primary")
    at.see("h1", has_text="Pocket")
    assert at.page.locator(".pictures section").count() == 6
    at.settle()
    if size == "phone":
        assert not at.sideways()
        assert not at.too_small()
    at.light("dark")
    assert not at.troubles()
    at.page.reload()
    at.see("h1", has_text="Pocket")


def test_whoever_comes_to_what_nobody_has_brought_is_told(screen: NewScreen) -> None:
    at = screen(lang="en").open(f"/games/gold/made/{'0' * 64}")
    at.see("[role=alert]", has_text="bring it again")
    at.see("form", has_text="Measure your own edition")
    at.wrong.clear()
