"""What is shown of a link where people send it to each other: what strangers may know."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from goldrush.server import pages, previews
from goldrush.server.previews import language
from hosting import Host
from matches import random_match
from visitors import Visitor

PAGE = b'<!doctype html><html><head><meta name="root" content="./" /></head><body></body></html>'
HOSTILE = "\"><b>'&</b>"
TAG = re.compile(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"<>]*)" />')


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("previews")
    (folder / "index.html").write_bytes(PAGE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "STATIC", folder)
        patch.setattr(previews, "BURST", 1e6)
        patch.setattr(previews, "PATIENCE", 60.0)  # on a busy machine
        pages.built.cache_clear()
        with Host(folder / "tables.db") as found:
            yield found
    pages.built.cache_clear()


def tags(address: str, lang: str = "en", **headers: str) -> dict[str, str]:
    answer = httpx.get(address, headers={"accept-language": lang, **headers})
    assert answer.status_code == 200
    found = dict(TAG.findall(answer.text))
    rest = TAG.sub("", answer.text)
    assert re.sub(r"\s+", "", rest) == re.sub(r"\s+", "", PAGE.decode().replace('"./', '"/'))
    assert found["og:title"] == found["twitter:title"]
    return {name: html.unescape(content) for name, content in found.items()}


def test_a_public_table_says_who_sits_there_and_what_is_free(host: Host) -> None:
    ada = Visitor(host.address, HOSTILE)
    code = ada.create("gold", None, "zoe", None, public=True)
    told = tags(f"{host.address}/table/{code.lower()}")
    assert told["og:title"] == "GOLD: a table is waiting"
    assert f"{HOSTILE}, Zoe" in told["og:description"]
    assert "1 seat is free" in told["og:description"]
    assert told["og:url"] == f"{host.address}/table/{code.lower()}"
    assert told["og:image"] == f"{host.address}/cards/gold.jpg"
    assert (
        "1 place est libre" in tags(f"{host.address}/t/{code}", "fr-CA,en;q=.5")["og:description"]
    )
    host.soon(host.registry.tables.clear)
    assert "Zoe" in tags(f"{host.address}/table/{code}")["og:description"], "nobody need be there"


def test_a_private_table_tells_its_game_alone(host: Host) -> None:
    code = Visitor(host.address, "Ada").create("gold_river", None, "zoe")
    told = tags(f"{host.address}/table/{code}")
    assert told["og:title"] == "The Gold Rush (Gold River) at Goldrush"
    assert not re.search("Ada|Zoe|free|seat", told["og:description"])


def test_a_match_says_who_played_and_who_has_won(host: Host) -> None:
    match = random_match("goldrausch", 3, seed=2)
    places = match.position.places()
    names = ["Ann", HOSTILE, "x" * 99]
    query = httpx.QueryParams([("by", name) for name in names])
    for kind in ("replay", "review"):
        told = tags(f"{host.address}/{kind}/{match.link()}?{query}")
        assert kind in told["og:title"]
        assert f"Ann, {HOSTILE}, {'x' * 24}." in told["og:description"]
        first = [(*names[:2], "x" * 24)[n] for n, place in enumerate(places) if place == 1]
        assert f"{first[0]} wins." in told["og:description"]
    unnamed = tags(f"{host.address}/replay/{match.link()}")
    assert "Seat 1, Seat 2, Seat 3" in unnamed["og:description"]
    going = random_match("gold", 2, seed=2, steps=9)
    assert "goes on" in tags(f"{host.address}/replay/{going.link()}")["og:description"]
    assert "GOLD" in tags(f"{host.address}/replay/gold.AAAA")["og:title"]


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "Goldrush: gold-rush board games"),
        ("/games/golden_town", "Golden-Town"),
        ("/rules/gold", "GOLD: the rules"),
        ("/games/chess", "Goldrush: gold-rush board games"),
        ("/table/ABCDEF", "Goldrush: gold-rush board games"),
        ("/replay/chess.AQ", "Goldrush: gold-rush board games"),
        ("/%22%3E%3Cb%3E", "Goldrush: gold-rush board games"),
    ],
)
def test_all_other_pages_say_what_they_are(host: Host, path: str, title: str) -> None:
    assert tags(f"{host.address}{path}")["og:title"] == title


def test_tables_cannot_be_tried_out(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    code = Visitor(host.address).create("gold", None, "zoe")
    monkeypatch.setattr("goldrush.server.guard.Buckets.take", lambda *_: False)
    assert tags(f"{host.address}/table/{code}")["og:title"].startswith("Goldrush:")


def test_pictures_are_found_under_the_name_of_the_owner(tmp_path: Path) -> None:
    usual = pages.STATIC
    pages.STATIC = tmp_path
    (tmp_path / "index.html").write_bytes(PAGE)
    pages.built.cache_clear()
    try:
        origins = ("https://gold.example",)
        with Host(tmp_path / "tables.db", origins=origins, root="/gold") as host:
            answer = httpx.get(f"{host.address}/gold/games/gold")
    finally:
        pages.STATIC = usual
        pages.built.cache_clear()
    found = dict(TAG.findall(answer.text))
    assert found["og:image"] == "https://gold.example/gold/cards/gold.jpg"
    assert found["og:url"] == "https://gold.example/gold/games/gold"
    assert "accept-language" in answer.headers["vary"]


@pytest.mark.parametrize(
    ("said", "lang"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("de-DE, fr;q=0.4, en;q=0.7", "en"),
        ("de,fr;q=x,*", "fr"),
        ("FR-be;q=0.9,en;q=0.1", "fr"),
    ],
)
def test_the_language_is_the_one_that_is_liked_best(said: str, lang: str) -> None:
    assert language(said) == lang
