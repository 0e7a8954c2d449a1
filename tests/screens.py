"""Browsers for tests: Debian's Chromium, and what a person does and sees with it."""

import base64
import json
import os
import shutil
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Locator, Page, sync_playwright

from goldrush.games import GAMES
from visitors import Visitor

AXE = Path(__file__).parent.parent / "web/node_modules/axe-core/axe.min.js"
NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = (
    "the browser tests need Chromium, and there is none: as root, "
    "`apt-get install -y --no-install-recommends chromium fonts-dejavu-core`"
)
QUIET = (
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SIZES = {"desk": (1280, 800), "phone": (360, 740)}
QUALITY = 70  # of pictures: a table takes 60 kB
TOUCH = 44  # pixels that a finger needs
NOTICED = 0.05  # of the screen, as browsers measure jumps
TIMEOUT = 120.0  # seconds for anything at all: a bot may have to be compiled first
END = ".table .end"
WORDS = (".doing [data-action]", ".doing .amount .primary")  # what can be done, as buttons in words
BOARD = (".board [data-can]", *WORDS)  # the same on the board, where it is there

# Waits for something to do after line `known`, and says where: on the screen, at one that the seed
# and the line settle, however often it was looked for.
TURN = """async ([ways, end, known, patience, seed]) => {
  const drawn = (number) => {
    let mixed = seed ^ Math.imul(number + 2, 0x9e3779b1);
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
  const until = performance.now() + patience;
  do {
    if (document.querySelector(end)) return { over: true };
    const number = Number(document.querySelector('.table')?.dataset.number ?? -1);
    const fresh = document.querySelector('.table[data-fresh]'); // a click would do nothing yet
    for (const way of number > known && !fresh ? ways : []) {
      const all = [...document.querySelectorAll(way)];
      if (!all.length) continue;
      const one = all[Math.floor(drawn(number) * all.length)];
      one.closest('details')?.setAttribute('open', '');
      one.scrollIntoView({ block: 'center' });
      const before = one.getBoundingClientRect();
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame); // it may still move
      const box = one.getBoundingClientRect();
      if (box.x !== before.x || box.y !== before.y || box.width !== before.width) break;
      return { number, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }
    await new Promise((later) => setTimeout(later, 5));
  } while (performance.now() < until);
  return null;
}"""

# A link within a sentence is as high as the sentence; a round thing in a label is its label's.
SMALL = """([least, but]) => [...document.querySelectorAll(
    'a, button, select, summary, label, input, [role=button]')]
  .filter(one => one.checkVisibility({visibilityProperty: true, opacityProperty: true}))
  .filter(one => !one.closest(`[aria-hidden=true], ${but}`))
  .filter(one => !(one.matches('[type=radio], [type=checkbox]') && one.closest('label')))
  .filter(one => !one.matches('label:not(:has([type=radio], [type=checkbox]))'))
  .filter(one => !(one.matches('a:not(.button)') && one.closest('p, li, h2, dd, small')))
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.height)
  .filter(([, box]) => box.width < least || box.height < least)
  .map(([one, box]) => `${one.tagName} ${(one.ariaLabel || one.textContent).trim().slice(0, 30)}: `
    + `${box.width.toFixed(1)} x ${box.height.toFixed(1)}`)"""
STILL = """() => document.fonts.status === 'loaded'
  && [...document.images].every(one => one.complete)
  && document.getAnimations().every(one => one.playState !== 'running'
    || one.effect.getComputedTiming().iterations === Infinity)"""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# What browsers call a jump: more than half a second after a click, as a bot's last move may come.
# A result is meant to push the board down, so what moves with it does not count.
JUMPS = f"""
  window.jumps = [];
  new PerformanceObserver((list) => {{
    for (const one of list.getEntries())
      if (!one.hadRecentInput && !document.querySelector('{END}'))
        window.jumps.push([one.value, ...one.sources.map(({{ node }}) => node?.className ?? '')]);
  }}).observe({{ type: 'layout-shift', buffered: true }});
"""
WIDE = """() => [...document.querySelectorAll('body *')]
  .filter(one => !one.closest('svg, .unseen, .skip'))
  .filter(one => one.getBoundingClientRect().right > innerWidth + 1)
  .filter(one => !one.closest('.scroll'))
  .map(one => `${one.tagName}.${one.className} to ${one.getBoundingClientRect().right}`)"""


def found() -> str:
    """Where Chromium is."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert path, MISSING
    return path


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window; it must be closed before anything else runs an event loop."""
    root = ("--no-sandbox",) if os.geteuid() == 0 else ()  # Chromium's own wish
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found(), args=[*QUIET, *root])
        yield browser
        browser.close()


class Screen:
    """One person's browser at a server, with all that went wrong in it."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: str = "desk",
        visitor: Visitor | None = None,
        motion: Literal["reduce", "no-preference"] = "reduce",
        seed: str = "",
        workers: bool = False,
        **chosen: Any,
    ) -> None:
        width, height = SIZES[size]
        self.address = address
        self.seed = zlib.crc32(seed.encode())  # of what is clicked
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height},
            locale="en-GB",
            reduced_motion=motion,
            has_touch=size == "phone",
        )
        self.context.set_default_timeout(1000 * TIMEOUT)
        usual = {"lang": "en", "speed": "instant", "name": "Ada", "met": [*GAMES]}
        kept = {**usual, **chosen}
        if not workers:  # they would hide requests from tests
            self.context.add_init_script("delete Navigator.prototype.serviceWorker")
        self.context.add_init_script(
            f"localStorage.goldrush ??= {json.dumps(json.dumps(kept))};{JUMPS}"
        )
        if visitor:
            cookies = visitor.http.cookies.items()
            self.context.add_cookies(
                [{"name": name, "value": value, "url": address} for name, value in cookies]
            )
        self.page: Page = self.context.new_page()
        self.wrong: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(message.text)

    @property
    def foreign(self) -> list[str]:
        """What was asked of anybody but the server."""
        own = (self.address, "data:", f"blob:{self.address}")
        return [url for url in self.requests if not url.startswith(own)]

    def open(self, path: str) -> "Screen":
        """Goes to an address and waits until the page says something."""
        self.page.goto(self.address + path)
        self.page.wait_for_selector("main h1, main .prompt, main .table", state="attached")
        return self

    def see(self, selector: str, **more: Any) -> Locator:
        """Something that is on the screen, at the latest in a while."""
        there = self.page.locator(selector, **more).first
        there.wait_for()
        return there

    def press(self, selector: str, **more: Any) -> None:
        there = self.see(selector, **more)
        self.rest()
        there.click()

    def rest(self) -> None:
        """Waits until a table that has changed lets itself be clicked."""
        self.page.wait_for_selector(".table[data-fresh]", state="detached")

    def until(self, what: Callable[[], bool], name: str) -> None:
        """Waits until something is so."""
        end = time.monotonic() + TIMEOUT
        while not what():
            assert time.monotonic() < end, f"never: {name}"
            self.page.wait_for_timeout(20)

    @property
    def log(self) -> list[str]:
        """What has happened, as it stands beside the table."""
        return self.page.locator(".log p").all_inner_texts()

    def turn(
        self, known: int = -1, *, ways: Sequence[str] = BOARD, patience: float = TIMEOUT
    ) -> Any:
        """Where to click next, and the number of the last line; None if it takes too long."""
        return self.page.evaluate(TURN, [ways, END, known, 1000 * patience, self.seed])

    def next(self, known: int, ways: Sequence[str] = BOARD) -> Any:
        """What `turn` says, which must be something."""
        found = self.turn(known, ways=ways)
        assert found, f"nothing came after line {known}; {self.told()}"
        return found

    def told(self) -> str:
        """What a person would tell who cannot go on."""
        return self.page.locator(".dock").inner_text()

    def asked(self) -> Any:
        """What `turn` says when there is something to do, which must be soon."""
        found = self.next(-1)
        assert "over" not in found, "the match is over already"
        return found

    def click(self, turn: Any) -> None:
        self.page.mouse.click(turn["x"], turn["y"])
        self.page.evaluate("document.querySelector('dialog .duel')?.click()")  # one is asked twice

    def troubles(self) -> list[str]:
        """What the accessibility checker finds."""
        self.page.evaluate(AXE.read_text("utf-8"))
        done = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{trouble['id']}: {node['target']} {node['failureSummary']}"
            for trouble in done["violations"]
            for node in trouble["nodes"]
        ]

    def jumps(self) -> list[Any]:
        """What has moved by itself, so far that one would notice, and how far."""
        return [jump for jump in self.page.evaluate("window.jumps") if jump[0] > NOTICED]

    def sideways(self) -> list[str]:
        """What sticks out at the side."""
        inner = "document.documentElement.scrollWidth > innerWidth"
        return self.page.evaluate(WIDE) if self.page.evaluate(inner) else []

    def too_small(self, but: str = "") -> list[str]:
        """What a finger would miss, but within something."""
        small: list[str] = self.page.evaluate(
            SMALL, [TOUCH - 0.5, f".skip, .unseen {but and ', '}{but}"]
        )
        return small

    def light(self, light: Literal["light", "dark"]) -> None:
        """Makes it day or night around the screen, and waits until the page has followed."""
        self.page.emulate_media(color_scheme=light)
        theme = {"light": "paper", "dark": "night"}[light]
        self.see(f"html[data-theme={theme}]")
        self.settle()

    def settle(self) -> None:
        """Waits for letters, pictures and whatever moves."""
        self.until(lambda: bool(self.page.evaluate(STILL)), "still")
        self.page.evaluate(PAINTED)

    def picture(self, path: Path) -> None:
        """Takes a picture of what is on the screen."""
        path.parent.mkdir(parents=True, exist_ok=True)
        line = self.context.new_cdp_session(self.page)
        taken = line.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        path.write_bytes(base64.b64decode(taken["data"]))

    def close(self) -> None:
        """Closes it; nothing may have gone wrong on the way."""
        self.context.close()
        assert not self.wrong, self.wrong
        assert not self.foreign, self.foreign
