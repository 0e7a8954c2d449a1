"""The app on one's own device: it can be installed, and its rule books need no network."""

from collections.abc import Callable

from hosting import Host
from screens import Screen

NewScreen = Callable[..., Screen]
READY = "navigator.serviceWorker.ready.then((one) => one.active !== null)"


def test_the_app_can_be_installed_and_read_without_a_server(host: Host, screen: NewScreen) -> None:
    ada = screen(workers=True).open("/")
    assert ada.page.evaluate(READY)
    chromium = ada.context.new_cdp_session(ada.page)
    found = chromium.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # browsers of tests are incognito windows, where nothing can be installed
    assert [one["errorId"] for one in found if one["errorId"] != "in-incognito"] == []
    assert not chromium.send("Page.getAppManifest")["errors"]
    ada.page.wait_for_function("() => navigator.serviceWorker.controller !== null")

    ada.context.set_offline(True)
    ada.page.goto(f"{host.address}/rules/gold_river")
    assert "V29" in ada.see(".page").inner_text()
    told = ada.see(".gone").inner_text()
    assert "cannot be reached" in told
    ada.page.goto(f"{host.address}/table/ABCDEF")
    ada.see("h1:has-text('does not answer')")
    ada.context.set_offline(False)
    ada.page.wait_for_selector(".gone", state="detached")
    ada.wrong.clear()  # what could not be asked meanwhile
