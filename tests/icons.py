"""Draws the icons of the app and the pictures of links to it, from the project's own drawings.

``make icons`` runs it: icon.svg and the covers of the games are drawn by a browser.
"""

import base64
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser

from goldrush.games import GAMES
from hosting import Host
from screens import chromium

PUBLIC = Path(__file__).parent.parent / "web" / "public"
ICONS = {"icon-192": (192, ""), "icon-512": (512, ""), "apple-touch-icon": (180, "full")}
MASKABLE = {"maskable-192": (192, "full"), "maskable-512": (512, "full")}
CARD = (1200, 630)  # pixels: what those who show links expect
GOLD, PAPER = "#d9a321", "#f6ecd9"
SAFE = 1.15  # of the whole: the sign lies in the middle 4/5, which no system cuts off


def draw(browser: Browser, inside: str, size: tuple[int, int], ground: str, path: Path) -> None:
    """Draws something on a ground, or on none."""
    width, height = size
    page = browser.new_page(viewport={"width": width, "height": height})
    style = "body{margin:0;height:100vh;display:flex;align-items:center;justify-content:center}"
    page.set_content(f"<style>{style}html{{background:{ground or 'transparent'}}}</style>{inside}")
    path.parent.mkdir(exist_ok=True)
    if path.suffix == ".jpg":
        page.screenshot(path=path, type="jpeg", quality=82)
    else:
        page.screenshot(path=path, omit_background=not ground)
    page.close()


def sized(svg: str, width: float) -> str:
    """A drawing of a width, whatever width it had."""
    return re.sub("<svg", f'<svg style="width:{width:.0f}px;height:auto"', svg, count=1)


def icons(browser: Browser) -> None:
    """Draws the icons."""
    drawn = (PUBLIC / "icon.svg").read_text("utf-8")
    sign = re.sub("<circle[^>]*/>", "", drawn)  # a system cuts its own shape
    for name, (size, full) in {**ICONS, **MASKABLE}.items():
        inside = sized(sign, SAFE * size) if full else sized(drawn, size)
        path = PUBLIC / "icons" / f"{name}.png"
        draw(browser, inside, (size, size), GOLD if full else "", path)


def cards(browser: Browser) -> None:
    """Draws the cover of each game, and of all, as a picture of a link."""
    drawn = {}
    with TemporaryDirectory() as folder, Host(Path(folder) / "tables.db") as host:
        page = browser.new_page(device_scale_factor=3, reduced_motion="reduce")
        for game in GAMES:
            page.goto(f"{host.address}/games/{game}")
            page.evaluate("document.fonts.ready")
            shot = page.locator(".cover svg").first.screenshot()
            drawn[game] = f"data:image/png;base64,{base64.b64encode(shot).decode()}"
        page.close()
    frame = "border:4px solid #2b2118;border-radius:14px;"
    for game, data in drawn.items():
        image = f'<img src="{data}" style="height:560px;{frame}">'
        draw(browser, image, CARD, PAPER, PUBLIC / "cards" / f"{game}.jpg")
    row = "".join(
        f'<img src="{one}" style="width:208px;{frame}margin:8px">' for one in drawn.values()
    )
    draw(browser, row, CARD, PAPER, PUBLIC / "cards" / "all.jpg")


if __name__ == "__main__":
    with chromium() as found:
        icons(found)
        if "--icons" not in sys.argv:
            cards(found)
