"""One's name in a browser: kept, found again by a passkey or on another device, and deleted."""

from collections.abc import Callable

import pytest

from hosting import Host
from screens import Screen

NewScreen = Callable[..., Screen]


@pytest.fixture
def at_home(screen: NewScreen, host: Host) -> NewScreen:
    """Browsers that come by a name, as passkeys want it."""

    def new(path: str) -> Screen:
        at = screen(lang="en")
        at.address = host.address.replace("127.0.0.1", "localhost")
        return at.open(path)

    return new


def named(at: Screen) -> None:
    """Keeps the name that is proposed."""
    at.press("button", has_text="Keep this name")
    at.see("h1", has_text="Hello, Ada")


def test_a_passkey_is_made_used_and_removed(at_home: NewScreen) -> None:
    at = at_home("/me")
    line = at.context.new_cdp_session(at.page)
    line.send("WebAuthn.enable")
    device = {"protocol": "ctap2", "transport": "internal", "automaticPresenceSimulation": True}
    rights = {"hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}
    known = line.send("WebAuthn.addVirtualAuthenticator", {"options": {**device, **rights}})
    named(at)
    at.press("button", has_text="Make a passkey")
    at.see("small", has_text="for localhost")
    held = line.send("WebAuthn.getCredentials", known)["credentials"]
    assert [one["rpId"] for one in held] == ["localhost"]
    at.press("button", has_text="Sign out on this device")
    at.see("h2", has_text="Already kept a name?")
    at.press("button", has_text="Sign in with a passkey")
    at.see("h1", has_text="Hello, Ada")
    at.see("[role=status]", has_text="You are signed in.")
    at.see("small", has_text="last used")
    at.press("button", has_text="Remove")
    at.see("li", has_text="None yet.")


def test_another_device_is_brought_in_by_a_link_and_everything_deleted(
    at_home: NewScreen, host: Host
) -> None:
    first = at_home("/me")
    named(first)
    first.press("button", has_text="Make a recovery phrase")
    words = first.see(".shown ol").inner_text().split("\n")
    assert len(words) == 10
    first.press("button", has_text="I have written them down")
    first.press("button", has_text="Show a code")
    code = first.see(".made .code").inner_text()
    other = at_home(f"/device/{code.replace('-', '')}")
    other.see("h2", has_text="This device will be Ada’s.")
    other.press("button", has_text="Yes, that is me")
    other.see("h1", has_text="Hello, Ada")
    other.open("/privacy").press("label", has_text="Yes, delete everything")
    other.press("button", has_text="Delete everything")
    other.see("[role=status]", has_text="was deleted")
    first.open("/me").see("h2", has_text="Already kept a name?")
    first.page.fill("textarea", " ".join(words))
    first.press("button", has_text="Sign in", has_not_text="passkey")
    first.see("[role=alert]", has_text="not known here")
    first.wrong.clear()  # the browser notes that the server said no
