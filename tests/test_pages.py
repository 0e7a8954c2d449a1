"""The web app's files: what is built is served, kept as long as it may be, and nothing else is."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from goldrush.server import pages
from hosting import Host

PAGE = b"<!doctype html><title>Goldrush</title>"
SCRIPT = b"export const gold = 'Au';" * 20


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A server with two files of a web app."""
    folder = tmp_path_factory.mktemp("static")
    (folder / "assets").mkdir()
    (folder / "index.html").write_bytes(PAGE)
    (folder / "assets" / "app-1a2b.js").write_bytes(SCRIPT)
    (folder / "stamp").write_text("of the build")
    with Serving(folder) as client:
        yield client


class Serving:
    """A server whose web app lies in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.host = Host(folder.parent / "tables.db")

    def __enter__(self) -> httpx.Client:
        self.usual, pages.STATIC = pages.STATIC, self.folder
        pages.built.cache_clear()
        self.client = httpx.Client(base_url=self.host.__enter__().address)
        return self.client

    def __exit__(self, *_: object) -> None:
        self.client.close()
        self.host.__exit__()
        pages.STATIC = self.usual
        pages.built.cache_clear()


@pytest.mark.parametrize("path", ["/", "/table/ABCDEF", "/rules/gold", "/replay/gold.AQ-_", "/x/y"])
def test_every_address_of_the_app_gets_its_one_page(site: httpx.Client, path: str) -> None:
    answer = site.get(path)
    assert (answer.status_code, answer.content) == (200, PAGE)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_pages_come_with_a_policy_that_trusts_this_server_alone(site: httpx.Client) -> None:
    policy = site.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_what_is_named_by_its_content_is_kept_for_ever(site: httpx.Client) -> None:
    answer = site.get("/assets/app-1a2b.js")
    assert answer.content == SCRIPT
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]


def test_a_browser_that_has_a_page_is_not_sent_it_again(site: httpx.Client) -> None:
    tag = site.get("/").headers["etag"]
    again = site.get("/", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_files_are_packed_for_those_who_can_unpack_them(site: httpx.Client) -> None:
    with site.stream("GET", "/assets/app-1a2b.js", headers={"accept-encoding": "gzip"}) as packed:
        body = b"".join(packed.iter_raw())
    assert len(body) < len(SCRIPT)
    assert gzip.decompress(body) == SCRIPT
    plain = site.get("/assets/app-1a2b.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers


def test_a_head_is_answered_without_a_body(site: httpx.Client) -> None:
    answer = site.head("/")
    assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.parametrize("path", ["/api", "/api/nothing", "/assets/gone.js"])
def test_what_is_no_page_is_not_found(site: httpx.Client, path: str) -> None:
    answer = site.get(path)
    assert (answer.status_code, answer.json()["reason"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["/stamp", "/../tables.db", "/assets/..%2f..%2ftables.db"])
def test_nothing_but_the_built_files_is_told(site: httpx.Client, path: str) -> None:
    answer = site.get(path)
    assert answer.status_code == 404 or answer.content == PAGE


def test_a_server_without_a_built_app_says_how_to_build_it(tmp_path: Path) -> None:
    folder = tmp_path / "static"
    folder.mkdir()
    with Serving(folder) as client:
        answer = client.get("/")
    assert answer.status_code == 503
    assert "make web" in answer.text
