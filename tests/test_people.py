"""One's name for good: phrases, one more device, signing out, and what comes along."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from goldrush.server import keys, people, phrases
from goldrush.server.identity import Identities
from hosting import KEY, STARTING, Host
from test_results import linked
from visitors import Visitor, finish

NOW = 1_700_000_000_000


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def host(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setattr(people, "COOKIE_COMES", 0.0)
    with Host(tmp_path / "tables.db", clock=clock) as found:
        yield found


@pytest.fixture
def ada(host: Host) -> Visitor:
    return Visitor(host.address, "Ada")


def identity(visitor: Visitor) -> str:
    """Who a browser is, which no answer may tell."""
    visitor.ask("GET", "/me/person")  # so that it is somebody
    value = visitor.cookie.partition("=")[2]
    return value.split(".")[0]


def phrase(visitor: Visitor) -> str:
    words = visitor.ask("POST", "/me/phrase")["words"]
    assert len(words) == 10
    return " ".join(words)


def no(answer: httpx.Response, reason: str) -> str:
    assert not answer.is_success
    said = answer.json()
    assert said["reason"] == reason, said
    return str(said["detail"])


def wait(host: Host, work: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(work, host.loop).result(STARTING)


def test_a_stranger_is_one_until_they_keep_something(ada: Visitor) -> None:
    nothing: dict[str, Any] = {
        "name": None,
        "phrase": None,
        "passkeys": [],
        "address": None,
        "featured": True,
        "reports": False,
    }
    assert ada.ask("GET", "/me/person") == nothing
    before = identity(ada)
    assert ada.ask("PUT", "/me/name", name="  Ada\u200b Lovelace ")["name"] == "Ada Lovelace"
    assert ada.ask("GET", "/me/person") == {**nothing, "name": "Ada Lovelace"}
    assert identity(ada) == before, "the cookie that they have stays good"
    assert no(ada.tried("PUT", "/me/name", name=" \u3164"), "not_possible")


def test_a_phrase_brings_one_back_with_all_that_a_stranger_played_meanwhile(
    host: Host, ada: Visitor
) -> None:
    """Its seats and matches move, at a table that is being played too; the others play on."""
    ada.ask("PUT", "/me/name", name="Ada")
    words = phrase(ada)
    old = ada.create("gold", None, "zoe")
    ada.start(old)
    phone, bob = Visitor(host.address, "Ada"), Visitor(host.address, "Bob")
    code = phone.create("gold", None, None)
    bob.join(code)
    phone.start(code)
    alone = phone.create("gold", None, "zoe")
    phone.start(alone)
    line = phone.sit(alone)
    line.play_on(lambda _: False)
    his, hers = bob.sit(code), phone.sit(code)
    told = his.state
    said = "  ".join(words.upper().split()).replace("E", "É")
    answer = phone.tried("POST", "/me/phrase/sign-in", phrase=said)
    assert answer.json()["name"] == "Ada"
    assert identity(phone) == identity(ada)
    assert {one["code"] for one in phone.ask("GET", "/me")["tables"]} == {old, code}
    assert [one["code"] for one in linked(ada)] == [alone]
    again = ada.sit(code)  # on the device where the person was before
    assert again.hello()["mine"] == [0]
    actor = told["actor"]
    mover, other = (again, his) if actor == 0 else (his, again)
    assert mover.act(mover.choices()[0])["type"] == "Done"
    other.until(lambda message: message["type"] == "News")
    with pytest.raises(ConnectionClosed):  # whoever she was has gone
        hers.until(lambda _: False)
    for socket in (line, his, again):
        socket.close()


def test_a_phrase_that_was_replaced_or_dropped_is_of_no_use(host: Host, ada: Visitor) -> None:
    first, second = phrase(ada), phrase(ada)
    other = Visitor(host.address)
    assert "replaced" in no(other.tried("POST", "/me/phrase/sign-in", phrase=first), "not_found")
    assert other.tried("POST", "/me/phrase/sign-in", phrase=second).is_success
    assert ada.ask("DELETE", "/me/phrase")["phrase"] is None
    third = Visitor(host.address)
    no(third.tried("POST", "/me/phrase/sign-in", phrase=second), "not_found")
    no(third.tried("POST", "/me/phrase/sign-in", phrase="tiger " * 10), "not_possible")
    no(third.tried("POST", "/me/phrase/sign-in", phrase="table " * 9), "not_possible")


def test_of_a_phrase_only_a_digest_with_the_servers_key_is_kept(host: Host, ada: Visitor) -> None:
    words = phrase(ada)
    person = wait(host, host.store.person("player", identity(ada)))
    assert person.phrase == phrases.digest(KEY, words.split())
    assert person.phrase != phrases.digest(b"another", words.split())
    held = b"".join(path.read_bytes() for path in host.settings.data.parent.glob("tables.db*"))
    assert person.player.encode() in held
    assert words.encode() not in held
    assert not all(word.encode() in held for word in words.split())


def test_the_words_of_phrases_can_be_told_apart() -> None:
    assert len(phrases.WORDS) == 256
    assert phrases.LENGTH * 8 >= 80, "bits"
    assert len({word[:3] for word in phrases.WORDS}) == 256
    assert all(re.fullmatch("[a-z]{4,12}", word) for word in phrases.WORDS)
    drawn = {word for _ in range(400) for word in phrases.new()}
    assert len(drawn) > 250
    assert phrases.read(" Télescope,\n" + "ZINC " * 9) == ["telescope"] + ["zinc"] * 9


def test_guesses_are_limited_by_person_and_by_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New cookies cost nothing: they do not help."""
    monkeypatch.setattr(people, "KNOCKS", (1e-6, 2.0))

    def guess(visitor: Visitor) -> str:
        answer = visitor.tried("POST", "/me/phrase/sign-in", phrase="table " * 10)
        return str(answer.json()["reason"])

    with Host(tmp_path / "t.db") as host:
        ada = Visitor(host.address)
        assert [guess(ada) for _ in range(3)] == ["not_found", "not_found", "too_fast"]
        many = [guess(Visitor(host.address)) for _ in range(20)]
        assert many == ["not_found"] * 18 + ["too_fast"] * 2


def test_a_code_brings_another_device_in_once_and_soon(
    host: Host, ada: Visitor, clock: Clock
) -> None:
    ada.ask("PUT", "/me/name", name="Ada")
    found = ada.ask("POST", "/me/device")
    assert found["until"] == clock.now + keys.CODE_LASTS
    assert len(found["code"]) >= 8
    phone = Visitor(host.address)
    typed = f" {found['code'][:4].lower()}-{found['code'][4:]} "
    assert phone.ask("POST", "/me/device/look", code=typed) == {"name": "Ada"}
    assert identity(phone) != identity(ada), "looking does nothing"
    assert phone.ask("POST", "/me/device/sign-in", code=typed)["name"] == "Ada"
    assert identity(phone) == identity(ada)
    for visitor in (Visitor(host.address), phone):
        assert "was used" in no(
            visitor.tried("POST", "/me/device/sign-in", code=typed), "not_found"
        )
    first, second = (ada.ask("POST", "/me/device")["code"] for _ in range(2))
    no(Visitor(host.address).tried("POST", "/me/device/sign-in", code=first), "not_found")
    clock.now += keys.CODE_LASTS
    no(Visitor(host.address).tried("POST", "/me/device/sign-in", code=second), "not_found")


def test_whoever_keeps_keys_of_their_own_loses_nothing_by_signing_in_as_another(
    host: Host, ada: Visitor
) -> None:
    words, bob = phrase(ada), Visitor(host.address, "Bob")
    bobs, code = phrase(bob), bob.create("gold", None, "zoe")
    bob.ask("POST", "/me/phrase/sign-in", phrase=words)
    assert bob.ask("GET", "/me")["tables"] == []
    bob.ask("POST", "/me/phrase/sign-in", phrase=bobs)
    assert [one["code"] for one in bob.ask("GET", "/me")["tables"]] == [code]


def test_signing_out_is_for_one_browser_or_for_all(host: Host, ada: Visitor) -> None:
    ada.ask("PUT", "/me/name", name="Ada")
    detail = no(ada.tried("POST", "/me/sign-out", everywhere=False), "not_possible")
    assert "could not come back" in detail
    words, code = phrase(ada), ada.create("gold", None, "zoe")
    before, cookie = identity(ada), dict(ada.http.cookies)
    ada.ask("POST", "/me/sign-out", everywhere=False)
    assert identity(ada) != before
    assert ada.ask("GET", "/me")["tables"] == []
    ada.ask("POST", "/me/phrase/sign-in", phrase=words)
    assert [one["code"] for one in ada.ask("GET", "/me")["tables"]] == [code]
    phone = Visitor(host.address)
    for name, value in cookie.items():
        phone.http.cookies.set(name, value, domain="127.0.0.1", path="/")
    assert phone.ask("GET", "/me/person")["name"] == "Ada"
    device = ada.ask("POST", "/me/device")["code"]
    ada.ask("POST", "/me/sign-out", everywhere=True)
    for visitor in (ada, phone):
        assert visitor.ask("GET", "/me/person")["name"] is None
        assert identity(visitor) != before
    no(phone.tried("POST", "/me/device/sign-in", code=device), "not_found")
    phone.ask("POST", "/me/phrase/sign-in", phrase=words)
    assert [one["code"] for one in phone.ask("GET", "/me")["tables"]] == [code]


def test_whoever_signed_out_everywhere_is_out_after_the_server_began_anew(
    tmp_path: Path,
) -> None:
    with Host(tmp_path / "t.db") as host:
        ada = Visitor(host.address, "Ada")
        words, cookie = phrase(ada), ada.cookie
        ada.ask("POST", "/me/sign-out", everywhere=True)
        ada.ask("POST", "/me/phrase/sign-in", phrase=words)
        fresh = ada.cookie
    with Host(tmp_path / "t.db") as host:
        for said, kept in ((cookie, None), (fresh, 1)):
            headers = {"cookie": said}
            found = httpx.get(f"{host.address}/api/me/person", headers=headers).json()
            assert bool(found["phrase"]) == bool(kept)


def test_cookies_of_earlier_programs_stay_good_and_none_can_be_forged() -> None:
    identities = Identities(KEY)
    old = "goldrush=ada.4bb31e1fd8f6a3dfc4ac2ab8b5ad6f7b1f0e3fc0"
    assert identities.of(old) is None
    plain = identities.header("ada").partition(";")[0]
    assert plain.count(".") == 1, "as it always was"
    assert identities.of(plain) == "ada"
    identities.epochs["ada"] = 2
    assert identities.of(plain) is None
    second = identities.header("ada").partition(";")[0]
    assert identities.of(second) == "ada"
    sign = plain.rpartition(".")[2]
    for forged in (f"goldrush=ada.2.{sign}", f"goldrush=ada.x.{sign}", "goldrush=.", "goldrush=.."):
        assert identities.of(forged) is None
    identities.epochs["ada"] = 3
    assert identities.of(second) is None


def test_ones_page_is_shown_to_others_only_if_one_says_so(host: Host, ada: Visitor) -> None:
    eve = Visitor(host.address, "Eve")
    no(ada.tried("PUT", "/me/address", address="ada-the-first"), "not_possible")
    ada.ask("PUT", "/me/name", name="Ada")
    assert eve.tried("GET", "/people/ada-the-first").status_code == 404
    code = ada.create("gold", None, None)
    eve.join(code)
    ada.start(code)
    sockets = [ada.sit(code), eve.sit(code)]
    finish(sockets)
    shown = ada.ask("PUT", "/me/address", address="ada-the-first")
    assert shown["address"] == "ada-the-first"
    page = eve.tried("GET", "/people/ada-the-first")
    assert page.json()["name"] == "Ada"
    figures = page.json()["figures"]
    assert [(game["game"], game["played"]) for game in figures["games"]] == [("gold", 1)]
    assert "Eve" not in page.text
    assert identity(ada) not in page.text
    (rival,) = ada.ask("GET", "/me/figures")["against"]
    assert rival["name"] == "Eve"
    eve.ask("PUT", "/me/name", name="Eve")
    no(eve.tried("PUT", "/me/address", address="ada-the-first"), "not_possible")
    for bad in ("Ada", "a", "a--b", "../me", "x" * 30):
        assert ada.tried("PUT", "/me/address", address=bad).status_code == 400
    ada.ask("PUT", "/notices", often="daily", zone="Europe/Paris")
    lines = [json.loads(line) for line in ada.http.get("/api/me/export").text.splitlines()]
    assert [line["kind"] for line in lines] == ["person", "notices", "match"]
    assert (lines[0]["name"], lines[0]["address"]) == ("Ada", "ada-the-first")
    assert (lines[1]["often"], lines[1]["zone"]) == ("daily", "Europe/Paris")
    assert ada.ask("PUT", "/me/address", address=None)["address"] is None
    assert eve.tried("GET", "/people/ada-the-first").status_code == 404
    for socket in sockets:
        socket.close()


# --- deleting everything --------------------------------------------------------------------------


def content(host: Host) -> bytes:
    """All that is in the file, and in the log beside it."""
    return b"".join(path.read_bytes() for path in host.settings.data.parent.glob("tables.db*"))


NAME = "Adalbertina"


@pytest.fixture
def known(ada: Visitor) -> str:
    """The recovery phrase of somebody who has told all that can be told."""
    ada.name = NAME
    ada.ask("PUT", "/me/name", name=NAME)
    ada.ask("PUT", "/me/address", address="adalbertina-page")
    return phrase(ada)


def test_deleting_leaves_nothing_of_a_person_in_the_file(
    host: Host, ada: Visitor, known: str, caplog: pytest.LogCaptureFixture
) -> None:
    bob = Visitor(host.address, "Bob")
    code = ada.create("gold", None, None)
    bob.join(code)
    ada.start(code)
    sockets = [ada.sit(code), bob.sit(code)]
    for n, socket in enumerate(sockets):
        socket.send(type="Say", id=f"s{n}", text=f"secretly-said-{n}")
        socket.until(lambda message: message["type"] == "Done")
    finish(sockets)
    left = bob.create("gold", None, None)
    ada.join(left)
    ada.ask("DELETE", f"/tables/{left}/seats")
    hosted = ada.create("gold", None, None)
    ada.ask("DELETE", f"/tables/{hosted}/seats")  # nobody sits there; she made it
    linked(bob)
    before, held = identity(ada), content(host)
    hers = (before, NAME, "secretly-said-0", "adalbertina-page")
    assert all(one.encode() in held for one in hers)
    nobody: dict[str, Any] = {
        "name": None,
        "phrase": None,
        "passkeys": [],
        "address": None,
        "featured": True,
        "reports": False,
    }
    assert ada.ask("DELETE", "/me/person") == nobody
    held = content(host)
    assert [one for one in hers if one.encode() in held] == []
    assert phrases.digest(KEY, known.split()) not in held
    assert b"secretly-said-1" in held
    assert identity(ada) != before
    no(ada.tried("POST", "/me/phrase/sign-in", phrase=known), "not_found")
    assert ada.tried("GET", f"/tables/{hosted}").status_code == 404
    assert not any(one in caplog.text for one in hers)
    for socket in sockets:
        socket.close()


def test_matches_of_others_stay_with_somebody(host: Host, ada: Visitor, known: str) -> None:
    bob = Visitor(host.address, "Bob")
    over, going, waiting = (ada.create("gold", None, None) for _ in range(3))
    for code in (over, going, waiting):
        bob.join(code)
    alone = ada.create("gold", None, "zoe")
    for code in (over, going, alone):
        ada.start(code)
    sockets = [ada.sit(over), bob.sit(over)]
    finish(sockets)
    (result,) = linked(bob)
    line = bob.sit(going)
    ada.ask("DELETE", "/me/person")
    seats = [{**result["seats"][0], "name": None}, result["seats"][1]]
    assert bob.ask("GET", "/me/games")["matches"] == [{**result, "seats": seats}]
    table = bob.ask("GET", f"/tables/{over}")["table"]
    told = [(seat["name"], seat["gone"]) for seat in table["seats"]]
    assert told == [(None, True), ("Bob", False)]
    table = bob.ask("GET", f"/tables/{waiting}")["table"]
    assert [seat["name"] for seat in table["seats"]] == [None, "Bob"]
    assert table["host"] == 1, "somebody must be able to begin"
    assert bob.tried("GET", f"/tables/{alone}").status_code == 404
    again = bob.sit(going)
    assert again.table["seats"][0]["persona"] == "marius"
    again.play_on(lambda _: False)
    assert again.state["view"]["places"], "a bot goes on"
    assert len(linked(bob)) == 2
    for socket in (*sockets, line, again):
        socket.close()


def test_a_stranger_can_have_everything_deleted_too(host: Host, ada: Visitor) -> None:
    ada.create("gold", None, "zoe")
    before = identity(ada)
    ada.ask("DELETE", "/me/person")
    assert before.encode() not in content(host)
    assert ada.ask("GET", "/me")["tables"] == []
