"""Passkeys: only what was asked of this person, here and now, and signed for once, is taken."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from device import VERIFIED, Device
from goldrush.server import keys, people
from hosting import Host
from test_people import Clock, identity, no, wait
from visitors import Visitor


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[Host]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(people, "KNOCKS", (1e6, 1e6))
        with Host(tmp_path_factory.mktemp("host") / "tables.db", clock=clock) as found:
            yield found


@pytest.fixture
def come(host: Host) -> Callable[[], Visitor]:
    """Browsers, which say where they are."""

    def coming() -> Visitor:
        address = host.address.replace("127.0.0.1", "localhost")
        visitor = Visitor(address, "Ada")
        visitor.http.headers["origin"] = address
        visitor.ask("GET", "/me/person")
        return visitor

    return coming


def kept(visitor: Visitor, device: Device | None = None) -> Device:
    """A device that keeps a passkey of somebody's."""
    device = device or Device(visitor.address)
    options = visitor.ask("POST", "/me/passkeys/options", name="Ada")
    found = visitor.ask("POST", "/me/passkeys", name="Phone", credential=device.make(options))
    assert found["passkeys"]
    return device


def asked(visitor: Visitor) -> Any:
    return visitor.ask("POST", "/me/passkeys/sign-in/options")


def sign_in(visitor: Visitor, said: Any) -> Any:
    return visitor.tried("POST", "/me/passkeys/sign-in", credential=said)


def comes_back(visitor: Visitor, device: Device) -> None:
    assert sign_in(visitor, device.use(asked(visitor))).is_success


def test_a_passkey_brings_one_back_and_can_be_named_and_removed(
    come: Callable[[], Visitor], host: Host
) -> None:
    ada, phone = come(), come()
    options = ada.ask("POST", "/me/passkeys/options", name="Ada")
    assert options["rp"] == {"name": "Goldrush", "id": "localhost"}
    selection = options["authenticatorSelection"]
    assert (selection["residentKey"], selection["userVerification"]) == ("required", "preferred")
    assert identity(ada) not in str(options)
    first, second = kept(ada), kept(ada)
    options = ada.ask("POST", "/me/passkeys/options", name="Ada")
    assert len(options["excludeCredentials"]) == 2
    code = phone.create("gold", None, "zoe")
    assert sign_in(phone, first.use(asked(phone))).is_success
    assert identity(phone) == identity(ada)
    assert [one["code"] for one in ada.ask("GET", "/me")["tables"]] == [code]
    one, other = ada.ask("GET", "/me/person")["passkeys"]
    assert (one["name"], one["host"]) == ("Phone", "localhost")
    assert (one["used"] is not None, other["used"]) == (True, None)
    person = wait(host, host.store.person("passkey", first.id))
    assert person.passkeys[0].count == 1
    renamed = ada.ask("PUT", f"/me/passkeys/{one['key']}", name="Desk")
    assert [key["name"] for key in renamed["passkeys"]] == ["Desk", "Phone"]
    assert len(ada.ask("DELETE", f"/me/passkeys/{one['key']}")["passkeys"]) == 1
    stranger = come()
    assert "removed" in no(sign_in(stranger, first.use(asked(stranger))), "not_found")
    assert sign_in(stranger, second.use(asked(stranger))).is_success
    no(come().tried("DELETE", f"/me/passkeys/{other['key']}"), "not_found")


def test_a_signature_is_good_for_once_soon_and_for_whom_it_was_asked(
    come: Callable[[], Visitor], clock: Clock
) -> None:
    device = kept(come())
    ada, eve = come(), come()
    said = device.use(asked(ada))
    assert "not asked of you" in no(sign_in(eve, said), "stale")
    asked(eve)
    assert "challenge" in no(sign_in(eve, said), "not_allowed")
    assert sign_in(ada, said).is_success
    no(sign_in(ada, said), "stale")
    late = device.use(asked(eve))
    clock.now += keys.CHALLENGE_LASTS
    no(sign_in(eve, late), "stale")
    options = eve.ask("POST", "/me/passkeys/options", name="Eve")
    assert no(sign_in(eve, device.use(options)), "stale"), "it was asked for another purpose"


def test_what_is_forged_or_of_another_place_is_refused_with_a_reason(
    come: Callable[[], Visitor],
) -> None:
    ada = come()
    device = kept(ada)

    def refused(change: Callable[[Device], None]) -> str:
        other = Device(device.origin)
        other.__dict__.update(device.__dict__)
        change(other)
        stranger = come()
        return no(sign_in(stranger, other.use(asked(stranger))), "not_allowed")

    assert "signature" in refused(lambda one: setattr(one, "key", Device("").key))
    assert "origin" in refused(lambda one: setattr(one, "origin", "https://evil.example"))
    assert "RP ID" in refused(lambda one: setattr(one, "host", "evil.example"))
    assert "present" in refused(lambda one: setattr(one, "flags", VERIFIED))
    comes_back(come(), device)
    assert "count" in refused(lambda one: setattr(one, "count", 0)), "a copy of the passkey"
    stranger = come()
    asked(stranger)
    for nonsense in ({}, {"id": "AQ"}, {"id": 7}, {"id": "é"}, {"id": "A" * 5000}):
        asked(stranger)
        assert sign_in(stranger, nonsense).status_code in (400, 403, 404)
    for broken in ({}, {"id": "AQ", "response": {}}, device.use(asked(stranger))):
        ada.ask("POST", "/me/passkeys/options", name="Ada")
        no(ada.tried("POST", "/me/passkeys", name="x", credential=broken), "not_allowed")


def test_a_passkey_belongs_to_one_person(come: Callable[[], Visitor]) -> None:
    ada, eve = come(), come()
    device = kept(ada)
    options = eve.ask("POST", "/me/passkeys/options", name="Eve")
    no(eve.tried("POST", "/me/passkeys", name="x", credential=device.make(options)), "not_possible")
    stranger = come()
    comes_back(stranger, device)
    assert identity(stranger) == identity(ada)


def test_there_are_passkeys_for_names_only(host: Host) -> None:
    visitor = Visitor(host.address)
    detail = no(visitor.tried("POST", "/me/passkeys/options", name="Ada"), "not_possible")
    assert "browsers" in detail
    visitor.http.headers["origin"] = host.address
    detail = no(visitor.tried("POST", "/me/passkeys/options", name="Ada"), "not_possible")
    assert "127.0.0.1" in detail


def test_nobody_has_passkeys_without_end(
    come: Callable[[], Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "MOST_PASSKEYS", 2)
    ada = come()
    kept(ada)
    options = ada.ask("POST", "/me/passkeys/options", name="Ada")
    assert options
    kept(ada)
    no(ada.tried("POST", "/me/passkeys/options", name="Ada"), "not_possible")
