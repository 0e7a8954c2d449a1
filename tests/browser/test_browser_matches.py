"""Whole matches in a browser: by mouse, by keyboard, by two people, and through a killed server."""

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import screens
from goldrush.games import game as open_game
from hosting import Host
from matches import random_match
from samples import LONG, SHORT
from screens import BOARD, END, WORDS, Screen
from stage import Stage, sheet_of
from tools import environment
from visitors import Visitor

MOST = 1000  # clicks for a match: the longest at random take some 400
IDLE = 2000  # looks at two screens on which nothing can be done, a tenth of a second each at most
NewScreen = Callable[..., Screen]


def set_table(screen: Screen, game: str, *rivals: str) -> None:
    """Sets a table on the page of its game, and goes there."""
    screen.open(f"/games/{game}")
    screen.page.wait_for_selector("select option[value=zoe]", state="attached")
    screen.page.check(f"input[name=count][value='{len(rivals) + 1}']")
    for place, rival in enumerate(rivals):
        screen.page.locator("fieldset li select").nth(place).select_option(rival)
    screen.press("button.big")
    screen.see(".table .prompt, .invite")
    screen.page.evaluate("window.jumps = []")  # another page is no jump


def click_through(screen: Screen, ways: Sequence[str]) -> int:
    """Plays to the end; says with how many clicks."""
    clicks, known = 0, -1
    while "over" not in (turn := screen.next(known, ways)):
        assert clicks < MOST, "not over"
        screen.click(turn)
        clicks, known = clicks + 1, turn["number"]
    return clicks


def told_well(screen: Screen) -> bool:
    """Whether the log is all words."""
    assert not [line for line in screen.log if re.search(r"[{}]|undefined|^\w+\.\w+$", line)]
    return len(screen.log) > 3


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_match_is_clicked_through_on_the_board(screen: NewScreen, game: str) -> None:
    ada = screen()
    set_table(ada, game, "zoe")
    assert click_through(ada, BOARD) > 3
    assert told_well(ada)
    assert not ada.jumps()
    assert ada.see(f"{END} tbody tr.first").inner_text()
    ada.press(f"{END} button:has-text('Verify fairness')")
    ada.see("dialog .verdict:has-text('fits the fairness code')")
    ada.page.keyboard.press("Escape")
    ada.press(f"{END} .primary")
    ada.page.wait_for_selector(END, state="detached")
    ada.asked()
    assert salts_at(ada)


@pytest.mark.parametrize("game", LONG)
def test_a_whole_match_is_clicked_through_in_words(screen: NewScreen, game: str) -> None:
    ada = screen()
    set_table(ada, game, "zoe")
    assert click_through(ada, WORDS) > 3
    assert told_well(ada)


def press_on(screen: Screen, where: str, most: int = 80) -> None:
    """Presses Tab until the keyboard is at such a thing, then Enter."""
    at = f"document.activeElement.matches({where!r})"
    for _ in range(most):
        if screen.page.evaluate(at):
            screen.page.keyboard.press("Enter")
            return
        screen.page.keyboard.press("Tab")
    raise AssertionError(f"no way leads to {where}")


def test_a_whole_match_is_played_with_the_keyboard_alone(screen: NewScreen) -> None:
    ada = screen().open("/")
    press_on(ada, ".covers li:has(a[href='/games/oh_my_gold']) .primary")
    ada.page.wait_for_url("**/table/*")
    known = -1
    for _ in range(MOST):
        if "over" in (turn := ada.next(known)):
            break
        known = turn["number"]
        press_on(ada, "[data-can], [data-action]")
    press_on(ada, f"{END} a[href^='/replay/']")
    ada.see(".replay .controls")
    assert "Ada" in ada.see(".replay .plates").inner_text()
    open_to_all = ada.page.locator(".replay option[value=all]")
    assert open_to_all.evaluate("one => one.selected"), "what lay covered is shown"


def test_arrow_keys_lead_over_the_plank_and_the_keyboard_stays_there(screen: NewScreen) -> None:
    ada = screen()
    set_table(ada, "gold", "zoe")
    known = ada.asked()["number"]
    ada.page.focus(".spot[tabindex='0']")
    for _ in range(4):
        ada.page.keyboard.press("ArrowRight")
        ada.page.keyboard.press("ArrowDown")
        ada.page.keyboard.press("Enter")
        known = ada.next(known)["number"]
        ada.until(
            lambda: ada.page.evaluate("document.activeElement.matches('.spot')"),
            "the keyboard on the plank",
        )


def test_two_people_in_two_browsers_play_one_match(screen: NewScreen) -> None:
    ada, bea = screen(), screen(size="phone", lang="fr", name="Béa")
    set_table(ada, "oh_my_gold", "open")
    code = ada.see(".invite .code").inner_text()
    bea.open("/")
    bea.page.fill("form input", code.lower())
    bea.press("form button")
    bea.see(".invite")
    bea.press("li button.primary")
    ada.see(".who:has-text('Béa')")
    ada.press(".end .primary:enabled")
    for one in (ada, bea):
        one.see(".table .prompt")
    known, clicks, idle = {ada: -1, bea: -1}, 0, 0
    while "over" not in (ada.turn(known[ada], patience=0) or {}):
        idle += 1
        for one in (ada, bea):
            turn = one.turn(known[one], patience=0.03)
            if turn and "over" not in turn:
                one.click(turn)
                known[one], clicks, idle = turn["number"], clicks + 1, 0
        assert clicks < MOST, "not over"
        assert idle < IDLE, f"nothing came after lines {known.values()}"
    bea.see(END)
    assert told_well(ada)
    rows = [one.page.locator(".end tbody td.n").all_inner_texts() for one in (ada, bea)]
    assert rows[0] == rows[1]
    bea.press("#tab-chat")
    bea.page.fill(".chat input", "Bien joué ! <b>x</b>")
    bea.page.keyboard.press("Enter")
    ada.see("#tab-chat .new")
    ada.press("#tab-chat")
    ada.see(".said:has-text('Bien joué ! <b>x</b>')")


def after_a_match(host: Host, code: str, *players: int) -> Stage:
    """A table whose match is over; seats with the same number were one person's."""
    match = random_match("oh_my_gold", len(players))
    sheet = sheet_of(code, "oh_my_gold", len(players), over=True)
    for place, player in zip(sheet.places, players, strict=True):
        place.player = f"{code}-{player}"
    return Stage(host, sheet, match.history, len(match.history))


def salts_at(screen: Screen) -> set[str]:
    """The players' salts of the match that is on the screen."""
    code = screen.page.url.rpartition("/")[2]
    return set(Visitor(screen.address).ask("GET", f"/tables/{code}")["table"]["salts"]) - {""}


def test_people_play_again_and_each_adds_a_salt(host: Host, screen: NewScreen) -> None:
    """One asks for it, one follows from the old table, one has got the address."""
    stage = after_a_match(host, "REVANS", 0, 1, 2)
    ada, bea, cal = (screen(visitor=stage.visitor(seat)) for seat in range(3))
    for one in (ada, bea):
        one.open("/table/REVANS")
        one.press(f"{END} .primary")
        one.see(".invite")
    cal.open(ada.page.url.removeprefix(ada.address))
    cal.see(".invite")
    cal.press("li button.primary")
    ada.press(".end .primary:enabled")
    for one in (ada, bea, cal):
        one.see(".table .prompt")
    assert ada.page.locator(".plates").inner_text().count("Seat ") == 3
    assert len(salts_at(ada)) == 3


def test_a_rematch_by_newer_rules_says_so_and_where_to_read_of_them(
    host: Host, screen: NewScreen
) -> None:
    match = random_match(open_game("oh_my_gold", version=1), 2)
    sheet = sheet_of("REGTES", "oh_my_gold", 2, over=True)
    sheet.version, sheet.options = 1, match.options
    for place in sheet.places:
        place.player = "REGTES-0"
    ada = screen(
        visitor=Stage(host, sheet, match.history, len(match.history)).visitor(0), size="phone"
    ).open("/table/REGTES")
    assert "version 1 (the newest is 2)" in ada.see(".foot .rules").inner_text()
    ada.press(f"{END} .primary")
    told = ada.see(".renewed")
    assert "uses version 2; the one before it used version 1" in told.inner_text()
    assert told.locator("a").get_attribute("href") == "/rules/oh_my_gold#versions"
    assert not ada.sideways()
    assert not ada.too_small()
    assert not ada.troubles()
    ada.press(".renewed button")
    told.wait_for(state="detached")
    ada.open("/rules/oh_my_gold#versions").see("h2#versions.here")


def test_people_at_one_screen_play_again_at_their_seats(host: Host, screen: NewScreen) -> None:
    ada = screen(visitor=after_a_match(host, "ENSEMS", 0, 0).visitor(0)).open("/table/ENSEMS")
    ada.press(f"{END} .primary")
    ada.page.wait_for_selector(END, state="detached")
    ada.asked()
    assert [name in ada.see("aside").inner_text() for name in ("Seat 0", "Seat 1")] == [True, True]
    assert len(salts_at(ada)) == 2


def test_a_screen_that_is_handed_over_shows_nothing_until_the_next_person_says_so(
    screen: NewScreen,
) -> None:
    ada = screen()
    set_table(ada, "gold", "shared")
    if "cover" in (ada.see(".cover, .spot[data-can]").get_attribute("class") or ""):
        ada.press(".cover .primary")  # the other one begins
    first = ada.asked()
    ada.click(first)
    ada.click(ada.next(first["number"]))
    ada.see(".cover")
    assert not ada.page.locator(".board svg.book, .spot").count()
    assert not ada.log
    ada.press(".cover .primary")
    ada.see(".spot[data-can]")
    assert ada.log


def test_a_bot_may_play_in_a_while_for_whoever_has_gone(screen: NewScreen) -> None:
    ada, bea = screen(), screen(name="Bea")
    set_table(ada, "oh_my_gold", "open")
    bea.open(ada.page.url.removeprefix(ada.address))
    bea.press("li button.primary")
    ada.see(".who:has-text('Bea')")
    ada.press(".end .primary:enabled")
    bea.see(".table .prompt")
    bea.open("/")
    ada.see(".plates:has-text('offline')")
    gone, known = ".tray > button", -1  # it is offered when she is waited for
    while not ada.page.locator(gone).count():
        turn = ada.next(known, (*BOARD, gone))
        if ada.page.locator("[data-can], [data-action]").count():
            ada.click(turn)
        known = turn["number"]
    ada.see(f"{gone}:disabled:has-text('Replace Bea with a bot (1:')")


def test_people_talk_before_the_match_begins(screen: NewScreen) -> None:
    ada, bea = screen(), screen(name="Bea")
    set_table(ada, "gold", "open")
    bea.open(ada.page.url.removeprefix(ada.address))
    bea.press("li button.primary")
    bea.page.fill(".chat input", "Who begins?")
    bea.page.keyboard.press("Enter")
    ada.see(".said:has-text('Bea Who begins?')")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_table_tells_what_others_have_done_since_ones_last_turn(
    screen: NewScreen, size: str
) -> None:
    ada = screen(size=size)
    set_table(ada, "goldrausch", "zoe")
    turn = ada.asked()
    ada.click(turn)
    ada.next(turn["number"])
    assert "Zoe" in ada.see(".recap").inner_text()
    assert not ada.jumps()


def test_gold_flies_to_whoever_takes_it(browser: Browser, host: Host) -> None:
    visitor = Visitor(host.address)
    code = visitor.create("goldrausch", None, "zoe")
    visitor.start(code)
    socket = visitor.sit(code)
    socket.play_on(lambda view: view["left"] < 12)  # the round is nearly over
    socket.close()
    ada = Screen(browser, host.address, visitor=visitor, speed="fast", motion="no-preference").open(
        f"/table/{code}"
    )
    ada.asked()
    ada.page.evaluate(
        "new MutationObserver(() => { window.flown ||= !!document.querySelector('.flight') })"
        ".observe(document.body, { childList: true })"
    )
    known = -1
    while not ada.page.evaluate("window.flown") and "over" not in (turn := ada.next(known)):
        ada.click(turn)
        known = turn["number"]
    ada.until(lambda: bool(ada.page.evaluate("window.flown")), "gold that flies")
    ada.until(lambda: ada.page.locator(".flight").count() == 0, "the gold in the purses")
    ada.close()


def test_the_language_changes_in_the_middle_of_a_match(screen: NewScreen) -> None:
    ada = screen()
    set_table(ada, "oh_my_gold", "zoe")
    ada.asked()
    english = ada.see(".prompt p").inner_text()
    ada.press("nav button[lang=fr]")
    ada.until(lambda: ada.see(".prompt p").inner_text() != english, "another language")
    assert ada.page.evaluate("document.documentElement.lang") == "fr"
    ada.see("#tab-chat:not(:has-text('Chat'))")
    ada.page.reload()
    ada.asked()
    assert ada.page.evaluate("document.documentElement.lang") == "fr"
    ada.press("nav button[lang=en]")
    ada.see("#tab-chat:has-text('Chat')")


def test_where_no_browser_is_installed_the_tests_say_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(AssertionError, match=r"apt-get install .*chromium"):
        screens.found()


class Served:
    """The command itself, which can be killed and started again at the same port."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = "0"
        self.start()

    def start(self) -> None:
        command = ["-m", "goldrush", "serve", "--port", self.port, "--data", str(self.data)]
        self.process = subprocess.Popen(
            [sys.executable, *command], env=environment(), stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        self.address = self.process.stdout.readline().strip()
        self.port = self.address.rpartition(":")[2]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    found = Served(tmp_path / "tables.db")
    yield found
    found.kill()


def test_a_server_that_is_killed_in_mid_match_loses_nothing(
    browser: Browser, served: Served
) -> None:
    ada = Screen(browser, served.address)
    set_table(ada, "gold", "zoe")
    known = -1
    for _ in range(6):
        turn = ada.next(known)
        ada.click(turn)
        known = turn["number"]
    turn = ada.next(known)
    before = ada.log
    served.kill()
    ada.see(".lost")
    ada.click(turn)  # it waits for the server
    ada.see(".doing .idle:has-text('Sending')")
    served.start()
    ada.page.wait_for_selector(".lost", state="detached")
    ada.until(lambda: len(ada.log) > len(before), "what was done while the server was gone")
    after = ada.log
    assert after[: len(before)] == before
    ada.page.reload()
    ada.asked()
    assert ada.log[: len(after)] == after
    ada.wrong = [one for one in ada.wrong if "ERR_CONNECTION_REFUSED" not in one]
    ada.close()
