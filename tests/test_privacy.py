"""The privacy page tells of all that is kept about people, and only of what is."""

import re
import tomllib
from pathlib import Path

import pytest

from goldrush.server.shape import shapes
from goldrush.server.sql_people import OWNED

WEB = Path(__file__).parents[1] / "web" / "src" / "people"
PARTS = re.findall(
    r"'(\w+)'",
    re.findall(r"PARTS = \[(.*?)\]", (WEB / "Privacy.svelte").read_text("utf-8"), re.DOTALL)[0],
)
TOLD = {  # which part of the page tells of a table
    "tables": "tables",
    "seats": "tables",
    "hosts": "tables",
    "said": "tables",
    "remarks": "tables",
    "results": "tables",
    "people": "name",
    "passkeys": "name",
    "ties": "friends",
    "invitations": "friends",
    "tries": "daily",
    "listeners": "notices",
    "devices": "notices",
    "mailboxes": "notices",
    "often": "notices",
    "told": "notices",
    "rated": "rated",
    "ratings": "rated",
    "kin": "rated",
    "blocked": "reports",
    "reports": "reports",
    "reporters": "reports",
    "acts": "reports",
}
PERSONAL = {"player", "other", "sender", "name", "text", "sheet", "person"}  # columns
OTHERS = {"settings"}  # whose names are none of people


def test_it_tells_of_every_table_in_which_people_stand() -> None:
    found = {name for name, shape in shapes().items() if PERSONAL & {*shape.columns}}
    assert found - OTHERS == {*TOLD}
    assert {*TOLD.values()} <= {*PARTS}


def test_what_a_person_has_deleted_is_told_too() -> None:
    assert {one.table for one in OWNED} <= {*TOLD}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_part_of_it_has_words(language: str) -> None:
    words = tomllib.loads((WEB / f"texts.{language}.toml").read_text("utf-8"))["privacy"]
    assert all(words[part] and words[f"{part}_title"] for part in PARTS)
