"""The address of a server on this machine, and a browser that shows it."""

import threading
import webbrowser
from contextlib import suppress

EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104  # what a server listens at, and nobody can open


def address(host: str, port: int) -> str:
    """Where a browser on this machine finds a server."""
    if host in EVERYWHERE:
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def show(address: str) -> None:
    """Opens an address beside the server, which goes on; not in a browser made of letters."""
    with suppress(webbrowser.Error):  # there is none: whoever reads the address can open it
        browser = webbrowser.get()
        if type(browser) is not webbrowser.GenericBrowser:  # which runs in this very terminal
            threading.Thread(target=browser.open, args=(address,), daemon=True).start()
