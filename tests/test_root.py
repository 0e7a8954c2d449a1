"""A server below a path, behind a proxy that keeps the path or takes it away."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from goldrush.cli.tables import _root
from goldrush.server import pages
from goldrush.server.identity import COOKIE, Identities
from goldrush.server.places import PAGES, PLACES
from goldrush.terminal import join as guests
from goldrush.terminal.proof import checked
from hosting import KEY, Host
from proxy import Proxy
from test_upkeep import say
from visitors import Visitor

ROOT = "/gold"
WEB = Path(__file__).parents[1] / "web"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("root") / "tables.db", root=ROOT) as found:
        yield found


@pytest.fixture(scope="module", params=["strips", "keeps"])
def address(request: pytest.FixtureRequest, host: Host) -> Iterator[str]:
    with Proxy(host.address, ROOT, strips=request.param == "strips") as proxy:
        yield proxy.address


@pytest.mark.parametrize("path", ["/", "/table/ABC234", "/rules/gold", "/replay/gold.AQ"])
def test_a_page_names_all_its_files_below_the_path(address: str, path: str) -> None:
    page = httpx.get(address + path)
    assert page.status_code == 200
    named = re.findall(r'(?:href|src|content)="(/[^"]*)"', page.text)
    assert f"{ROOT}/" in named, "the app learns its path"
    files = [name for name in named if name != f"{ROOT}/"]
    assert len(files) > 4
    assert all(name.startswith(f"{ROOT}/") for name in files)
    for name in files:
        found = httpx.get(address.removesuffix(ROOT) + name)
        assert found.status_code == 200
        assert not found.headers["content-type"].startswith("text/html"), name


def test_no_file_names_another_from_the_top_of_the_server(host: Host) -> None:
    """They would be looked for beside the path, where something else may be."""
    for name, file in pages.built(ROOT).items():
        if name.endswith((".js", ".css")):
            assert not re.search(rb"""["'(`]/(assets|icon|grain)\b""", file.body), name


def test_people_play_below_the_path(address: str) -> None:
    ada, bob = Visitor(address, "Ada"), Visitor(address, "Bob")
    code = ada.create("gold", None, None)
    assert bob.join(code)["mine"] == [1]
    ada.start(code)
    lines = [ada.sit(code), bob.sit(code)]
    acting = lines[lines[0].state["actor"]]
    assert acting.act(acting.choices()[0])["type"] == "Done"
    assert ada.ask("GET", "/me")["tables"][0]["code"] == code
    for line in lines:
        line.close()


def test_the_cookie_is_for_this_path_alone(address: str) -> None:
    for path in ("/", "/api/me"):
        assert f"; Path={ROOT};" in httpx.get(address + path).headers["set-cookie"]
    assert "; Path=/;" in Identities(KEY).header("ada")


def test_cookies_of_others_on_the_same_name_are_no_hindrance() -> None:
    """Such as another goldrush at the top, or programs that put anything into theirs."""
    own, other = Identities(KEY, root=ROOT), Identities(b"another")
    mine, top = (one.header("ada").partition(";")[0] for one in (own, other))
    for header in (f"{mine}; {top}", f"{top}; {mine}", f'a b="\x01; [x]={{"y": 1}}; {mine}'):
        assert own.of(header) == "ada"
    assert own.of(top) is None
    assert own.of(f"not{COOKIE}{mine}") is None


def test_programs_are_told_where_requests_go(address: str) -> None:
    schema = httpx.get(f"{address}/api/schema/openapi.json").json()
    assert [server["url"] for server in schema["servers"]] == [ROOT]


def test_other_sites_are_kept_out_below_the_path_too(address: str) -> None:
    answer = httpx.post(f"{address}/api/tables", headers={"origin": "http://evil.example"})
    assert answer.status_code == 403
    assert httpx.get(f"{address}/api/me").headers["cache-control"] == "no-store"


def test_only_whole_words_of_a_path_count(host: Host) -> None:
    assert (
        httpx.get(f"{host.address}/golden/api/games").headers["content-type"].startswith("text/h")
    )
    assert httpx.get(f"{host.address}/gold/api/games").json()
    assert httpx.get(f"{host.address}/gold").text == httpx.get(f"{host.address}/").text


def test_a_terminal_comes_in_by_such_an_address(
    address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    wishes = guests.Wishes("Tim", start=True)
    new = guests.create("gold", wishes, 1, ["zoe"], {})
    found, _, seated = guests._come(f"{address}/", wishes, new)
    assert str(found) == f"{address}/table/{seated.table.code}"
    assert found.socket == f"ws{address[4:]}/api/tables/{seated.table.code}/socket"
    again = guests._come(str(found), wishes, None)[2]
    assert again.mine == [0], "the same name finds its seat again"
    with pytest.raises(ValueError, match="the secret is shown when the match is over"):
        checked(str(found))


@pytest.mark.parametrize(
    "said", ["gold", "/gold?", "/go ld", "//gold", "/table", "/api/gold", "/é"]
)
def test_what_is_no_path_or_one_of_our_own_is_refused(said: str, tmp_path: Path) -> None:
    answer = say("serve", "--root-path", said, "--data", tmp_path / "t.db", "--port", "0")
    assert "a root path is such as /gold" in str(answer.exception)


def test_an_origin_has_no_path(tmp_path: Path) -> None:
    said = ("--origin", "https://a.example/gold", "--data", tmp_path / "t.db", "--port", "0")
    assert "say the path of" in str(say("serve", *said).exception)


def test_a_path_may_end_with_a_slash_and_have_several_parts() -> None:
    assert [_root(said) for said in ("", "/", "/gold/", "/our/games")] == [
        "",
        "",
        "/gold",
        "/our/games",
    ]


def test_our_own_paths_are_all_known() -> None:
    """Those of the app's pages, and those that the server answers besides."""
    app = (WEB / "src" / "App.svelte").read_text("utf-8")
    found = re.findall(r"\[/\^\\/(?:\(\?:([\w|]+)\)|(\w+))", app)
    words = {word for pair in found for words in pair for word in words.split("|") if word}
    assert sorted(words) == sorted(PAGES)
    assert set(PLACES) >= {"api", "assets", "health", "metrics"}


def test_no_source_of_the_app_begins_an_address_at_the_top() -> None:
    for path in sorted((WEB / "src").rglob("*")):
        if path.suffix in (".ts", ".svelte") and not re.search(r"\.(test|fixture)\.ts$", path.name):
            source = path.read_text("utf-8")
            assert not re.search(r"""href=["'{`]*/|origin\}/|fetch\(\W/|host\}/""", source), path
