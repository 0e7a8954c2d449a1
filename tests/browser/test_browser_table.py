"""What every table keeps to: who leads is told, nothing moves under a hand, lines are watched."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute

from goldrush.games import GAMES, game
from goldrush.games.texts import LANGUAGES
from goldrush.server.lessons import lesson
from goldrush.server.play import ADVISER
from goldrush.terminal import words
from hosting import Host
from matches import random_match
from samples import SHORT
from screens import END, SIZES, TOUCH, Screen
from stage import Stage, sheet_of
from visitors import Visitor

NewScreen = Callable[..., Screen]
LAND = "land"
SIZES[LAND] = (844, 390)
BOXES = """() => {
  scrollTo(0, 0);
  return ['.board', '.board .scene'].map(at => {
    const { x, y, width, height } = document.querySelector(at).getBoundingClientRect();
    return [x, y, width, height];
  });
}"""


def begun(host: Host, name: str, *rivals: str | None, **more: Any) -> tuple[Visitor, str]:
    """A match against others that has begun."""
    visitor = Visitor(host.address)
    code = visitor.create(name, None, *(rivals or ("zoe",)), **more)
    visitor.start(code)
    return visitor, code


def taught(screen: Screen, name: str) -> None:
    screen.open(f"/games/{name}").press("button.learn")
    screen.see(".table .guide")


def shortly(screen: Screen) -> str:
    """What a card says, whose sentences have lines of their own."""
    return " ".join(screen.see("dialog .short-card").inner_text().split())


# --- what a game is about, and who leads ------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_first_match_begins_with_the_game_in_short(
    host: Host, screen: NewScreen, name: str, size: str
) -> None:
    lang = [*LANGUAGES][size == "phone"]
    texts = words.texts(lang, name)
    visitor, code = begun(host, name)
    ada = screen(visitor=visitor, size=size, lang=lang, met=[])
    sockets: list[str] = []
    ada.page.on("websocket", lambda one: sockets.append(one.url))
    ada.open(f"/table/{code}")
    told = shortly(ada)
    for what in ("goal", "turn", "end"):
        assert " ".join(texts(f"card.{what}").split()) in told
    button = ada.page.locator("dialog .primary").bounding_box()
    assert button
    assert button["y"] + TOUCH <= SIZES[size][1], "it is in sight, however long the card is"
    assert not ada.sideways()
    assert not ada.too_small(".board" if size == "desk" else "")
    assert not ada.troubles()
    assert not any(code in one for one in sockets), "bots would play on behind the card"
    ada.page.click("dialog .primary")
    ada.page.wait_for_selector("dialog", state="detached")
    ada.asked()
    ada.page.reload()
    ada.asked()
    assert not ada.page.locator("dialog").count(), "once is enough"
    ada.press(".prompt .book")
    top = ada.page.locator("dialog .top").bounding_box()
    assert top
    assert top["height"] < 60, "the rules have the room"
    ada.page.click("dialog summary")
    assert " ".join(texts("card.goal").split()) in shortly(ada)


def test_who_watches_or_is_taught_is_shown_no_card(host: Host, screen: NewScreen) -> None:
    _, code = begun(host, "gold")
    eve = screen(met=[]).open(f"/table/{code}")
    eve.see(".table .prompt")
    bea = screen(met=[])
    taught(bea, "gold")
    for one in (eve, bea):
        one.settle()
        assert not one.page.locator("dialog").count()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", ["desk", "phone", LAND])
def test_who_leads_and_by_what_is_in_sight(
    host: Host, screen: NewScreen, name: str, size: str
) -> None:
    visitor, code = begun(host, name, "zoe", "felix")
    ada = screen(visitor=visitor, size=size).open(f"/table/{code}")
    ada.asked()
    line = ada.page.locator(".leading > :visible")
    assert line.count() == 1
    assert "wins" in line.inner_text()
    covered = name in ("gold", "oh_my_gold")  # to be remembered [G22, O24]
    assert line.locator(".one").count() == (0 if covered else 3)
    assert line.locator(".covered").count() == covered
    box = line.bounding_box()
    assert box
    assert box["y"] + box["height"] <= SIZES[size][1]
    assert not ada.sideways()


def test_the_plates_tell_ranks(host: Host, screen: NewScreen) -> None:
    visitor, code = begun(host, "goldrausch", "zoe", "felix")
    socket = visitor.sit(code)
    socket.play_on(lambda view: len({one["total"] + one["now"] for one in view["purses"]}) > 2)
    fortunes = [one["total"] + one["now"] for one in socket.state["view"]["purses"]]
    socket.close()
    ada = screen(visitor=visitor).open(f"/table/{code}")
    ada.asked()
    ranks = [int(one) for one in ada.page.locator(".plates .rank").all_inner_texts()]
    shown = [int(one.split()[-1]) for one in ada.page.locator(".wide .one").all_inner_texts()]
    if shown == sorted(fortunes, reverse=True):  # else a bot has played on meanwhile
        assert ranks == [1 + sum(other > one for other in fortunes) for one in fortunes]
    assert sorted(ranks) == [1, 2, 3]


# --- nothing moves under one's hand -----------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", ["desk", "phone", LAND])
def test_the_board_neither_shrinks_nor_jumps_whatever_is_opened(
    host: Host, screen: NewScreen, name: str, size: str
) -> None:
    host.registry.services.advisers.prepare(game(name), ADVISER)
    visitor, code = begun(host, name)
    ada = screen(visitor=visitor, size=size).open(f"/table/{code}")
    ada.asked()
    ada.settle()
    before = ada.page.evaluate(BOXES)
    ada.press(".prompt .lantern")
    ada.see(".guide .advice")
    assert ada.page.evaluate(BOXES) == before, "a hint"
    if ada.page.locator(".doing summary").count():
        ada.page.locator(".doing summary").press("Enter")  # in GOLD it shows by the keyboard alone
        ada.see(".doing details .many")
        assert ada.page.evaluate(BOXES) == before, "the list"
        ada.page.keyboard.press("Escape")
    ada.press("#tab-chat")
    ada.see(".chat")
    assert ada.page.evaluate(BOXES) == before, "the chat"


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_lies_beside_the_board(screen: NewScreen, name: str) -> None:
    ada = screen()
    taught(ada, name)
    ada.settle()
    board, guide = (ada.page.locator(one).bounding_box() for one in (".board", ".guide"))
    assert board
    assert guide
    assert guide["x"] >= board["x"] + board["width"]
    assert board["width"] * board["height"] >= 0.6 * 1280 * 800


def test_a_click_right_after_a_change_is_meant_for_what_lay_on_the_board_before(
    host: Host, screen: NewScreen
) -> None:
    visitor, code = begun(host, "gold")
    ada = screen(visitor=visitor).open(f"/table/{code}")
    turn = ada.asked()
    hurried = """async ([x, y]) => {
      const table = document.querySelector('.table');
      const before = table.dataset.number;
      const click = (one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      const can = () => document.querySelector('.board [data-can]');
      const later = (ms) => new Promise((done) => setTimeout(done, ms));
      click(document.elementFromPoint(x, y));
      while (table.dataset.number === before || !can()) await later(5);
      const [after, fresh] = [table.dataset.number, 'fresh' in table.dataset];
      click(document.querySelector('.doing [data-action]'));
      await new Promise(requestAnimationFrame);
      const open = Boolean(can());
      click(can());
      while (table.dataset.number === after) await later(5);
      return [before, after, fresh, open];
    }"""
    before, after, fresh, still = ada.page.evaluate(hurried, [turn["x"], turn["y"]])
    assert after != before, "the first click was meant"
    assert fresh
    assert still, "a button in words may have come below the mouse: it does nothing yet"
    ada.next(int(after))  # the second card was turned at once


# --- time, lines, talk ------------------------------------------------------------------------


def test_the_clock_is_loud_in_its_last_seconds(host: Host, screen: NewScreen) -> None:
    visitor, code = begun(host, "gold", pace=600)
    ada = screen(visitor=visitor, size="phone")
    ada.page.clock.install()  # the browser's, which is put forward: none has to be waited for
    ada.open(f"/table/{code}")
    face, now = ada.see(".prompt .clock:not(.loud)"), ada.page.evaluate("Date.now()")
    minutes, seconds = map(int, face.inner_text().split(":"))
    ada.page.clock.pause_at(now / 1000 + 60 * minutes + seconds - 8)
    ada.see(".prompt .clock.loud")
    assert "10 seconds left" in ada.page.locator(".prompt [aria-live]").all_inner_texts()[-1]
    ada.page.clock.resume()
    assert not ada.troubles()


def test_a_line_that_stalls_is_told_and_mended(host: Host, screen: NewScreen) -> None:
    visitor, code = begun(host, "gold")
    ada, deaf = screen(visitor=visitor), [False]

    def pass_on(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda said: None if deaf[0] else server.send(said))
        server.on_message(lambda said: None if deaf[0] else socket.send(said))

    ada.page.route_web_socket("**/socket", pass_on)
    ada.open(f"/table/{code}").asked()
    ada.page.wait_for_timeout(6500)
    assert not ada.page.locator(".lost").count(), "a quiet table is no stalled one"
    deaf[0] = True
    ada.page.wait_for_selector(".lost.slow", timeout=6500)
    deaf[0] = False
    ada.page.wait_for_selector(".lost", state="detached", timeout=20_000)


def test_what_one_says_oneself_is_never_unread(host: Host, screen: NewScreen) -> None:
    ada, bea = Visitor(host.address, "Ada"), Visitor(host.address, "Bea")
    code = ada.create("gold", None, None)
    bea.join(code)
    ada.start(code)
    one, other = (screen(visitor=who).open(f"/table/{code}") for who in (ada, bea))
    one.press("#tab-chat")
    one.page.fill(".chat input", "Hello!")
    one.page.keyboard.press("Enter")
    one.see(".said:has-text('Hello!')")
    one.press("#tab-log")
    other.see("#tab-chat .new:has-text('1')")
    assert not one.page.locator("#tab-chat .new").count()


def test_a_rematch_is_told_to_all_with_the_score_of_the_series(
    host: Host, screen: NewScreen
) -> None:
    match = random_match("oh_my_gold", 2)
    sheet = sheet_of("SERVES", "oh_my_gold", 2, over=True)
    sheet.series = 2
    for seat, place in enumerate(sheet.places):
        place.player, place.wins = f"SERVES-{seat}", 3 - 2 * seat
    stage = Stage(host, sheet, match.history, len(match.history))
    ada, bea, eve = screen(visitor=stage.visitor(0)), screen(visitor=stage.visitor(1)), screen()
    for one in (ada, bea, eve):
        one.open("/table/SERVES").see(END)
    won = [n + (place == 1) for n, place in zip((3, 1), match.position.places(), strict=True)]
    told = eve.see(f"{END} .series").inner_text()
    assert told == f"After 3 matches: Seat 0 {won[0]} · Seat 1 {won[1]}"
    ada.press(f"{END} .primary")
    bea.see(".rematch button")
    again = str(eve.see(".rematch a").get_attribute("href"))
    ada.until(lambda: ada.page.url.endswith(again), "she has gone there")
    assert not eve.troubles()
    bea.press(".rematch button")
    bea.see(".invite, .table .prompt")


# --- lessons and replays ----------------------------------------------------------------------


def test_whoever_leaves_the_path_of_a_lesson_may_come_back(screen: NewScreen, host: Host) -> None:
    host.registry.services.advisers.prepare(game("goldrausch"), ADVISER)
    ada = screen()
    taught(ada, "goldrausch")
    steps = lesson("goldrausch").step
    assert f"move 1 of {len(steps)}" in ada.see(".guide .step").inner_text()
    ada.press(".doing [data-action]:not([data-advised])")
    left = ada.see(".guide[data-tell='']")
    assert "not the lesson’s move" in left.inner_text()
    ada.see(".guide .advice")
    assert not ada.troubles()


def test_a_lesson_ends_with_a_word(host: Host, screen: NewScreen) -> None:
    match = random_match("oh_my_gold", 2)
    sheet = sheet_of("TAUGHT", "oh_my_gold", 2, over=True)
    sheet.lesson = True
    sheet.places[0].player = "TAUGHT-0"
    stage = Stage(host, sheet, match.history, len(match.history))
    ada = screen(visitor=stage.visitor(0)).open("/table/TAUGHT")
    assert "first match of Oh My Gold!" in ada.see(f"{END} .word").inner_text()
    assert ada.page.locator(f"{END} .primary").get_attribute("href") == "/games/oh_my_gold"


@pytest.mark.parametrize("name", SHORT)
def test_the_lines_of_a_replay_lead_to_their_step(screen: NewScreen, name: str) -> None:
    link = random_match(name, 2).link()
    ada = screen().open(f"/replay/{link}")
    lines = ada.page.locator(".log button")
    ada.see(".log button")
    for number in (lines.count() - 1, 4):
        lines.nth(number).click()
        ada.see(f".log p:nth-child({number + 1}) [aria-current=step]")
    ada.press("[aria-label='Go to the end']")
    ada.see(".board table.figures")
    assert not ada.troubles()


def test_a_replay_is_shown_open_and_can_be_covered(screen: NewScreen) -> None:
    ada = screen().open(f"/replay/{random_match('gold', 2).link()}#80")
    ada.see(".plates dd")
    eyes, hidden = ada.page.locator("select[aria-label='View as']"), ".plates dd:has-text('?')"
    assert eyes.input_value() == "all", "what counted is no secret any more"
    assert not ada.page.locator(hidden).count()
    eyes.select_option("watcher")
    ada.see(hidden)
    eyes.select_option("all")
    ada.page.wait_for_selector(hidden, state="detached")
