"""Whisper, a game for tests alone: one secret card a seat, and a secret question about it.

Each seat draws a card in secret and may then swap it.  Who holds the highest is asked in secret
whether it boasts of it, which all see; who is silent looks as if it had not been asked.  The
highest card wins, and at the end all cards are laid open.  It is rules, notation, view and features
in one module, as small as the contract lets it be.
"""

import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from goldrush.core import CHANCE, OVER, Floats, Ints, Record, bags, bind, compiled, record
from goldrush.core.rng import below
from goldrush.core.seats import NOBODY, after, places, starters
from goldrush.games.contract import Amounts, Game, Option
from goldrush.games.edition import Edition
from goldrush.games.shapes import AnyChoice, AnyView, Line, Touched
from goldrush.games.views import common, line, who

NAME, VERSION, MIN_SEATS, MAX_SEATS = "whisper", 1, 2, 3
OPTIONS: tuple[Option, ...] = ()
AMOUNTS: tuple[Amounts, ...] = ()
EDITION = Edition("whisper", "Whisper")
KINDS, COPIES, HIGHEST = 3, 2, 3  # cards are numbered from 1
KEEP, SWAP, SILENT, BOAST = range(4)
ACTIONS = 4
STARTS = KINDS + 1  # outcomes below are cards
OUTCOMES = STARTS + MAX_SEATS
LONGEST = 1 + 4 * MAX_SEATS
ENDS: tuple[str, ...] = ("shown",)
CHECKS: tuple[str, ...] = ("all is well", "the cards are not those of the game")
BEGIN, DEAL, REDRAW, CHOOSING, BOASTING, DONE = range(6)
UNSEEN = 0

STATE = record(
    seats="i1",
    first="i1",
    turn="i1",
    turns="i1",
    phase="i1",  # hidden: as if nobody had been asked to boast
    card=("i1", MAX_SEATS),  # secret to others unless shown; 0 before it is drawn, or when hidden
    has=("i1", MAX_SEATS),  # whether it has one
    shown=("i1", MAX_SEATS),
    bag=("i1", KINDS + 1),  # hidden: with all cards that one does not know
)


@compiled
def start(s: Record, seats: int, options: Ints) -> None:
    s.seats, s.first, s.turn, s.turns, s.phase = seats, NOBODY, 0, 0, BEGIN
    for other in range(MAX_SEATS):
        s.card[other] = s.has[other] = s.shown[other] = 0
    for card in range(KINDS + 1):
        s.bag[card] = COPIES if card > 0 else 0


@compiled
def actor(s: Record) -> int:
    if s.phase == DONE:
        return OVER
    return CHANCE if s.phase <= REDRAW else int(s.turn)


@compiled
def legal(s: Record, out: Ints) -> int:
    first = KEEP if s.phase == CHOOSING else SILENT
    out[0], out[1] = first, first + 1
    return 2


@compiled
def chance(s: Record, out: Ints, weight: Ints) -> int:
    if s.phase == BEGIN:
        return starters(s.seats, STARTS, out, weight)
    return bags.contents(s.bag, out, weight)


@compiled
def draw(s: Record, rng: Ints) -> int:
    if s.phase == BEGIN:
        return STARTS + below(rng, s.seats)
    return bags.draw(s.bag, rng)


@compiled
def play(s: Record, step: int) -> None:
    if s.phase == BEGIN:
        s.first = s.turn = step - STARTS
        s.phase = DEAL
    elif s.phase <= REDRAW:
        s.card[s.turn], s.has[s.turn] = step, 1
        s.bag[step] -= 1
        if s.phase == REDRAW:
            ask(s)
        else:
            s.turn = after(s.turn, s.seats)
            s.phase = CHOOSING if s.turn == s.first else DEAL
    elif step == SWAP:
        s.bag[s.card[s.turn]] += 1
        s.card[s.turn] = s.has[s.turn] = 0
        s.phase = REDRAW
    elif step == KEEP:
        ask(s)
    else:
        s.shown[s.turn] = step == BOAST
        end(s)


@compiled
def ask(s: Record) -> None:
    """Asks in secret who holds the highest card; nobody else may know."""
    if s.card[s.turn] == HIGHEST:
        s.phase = BOASTING
    else:
        end(s)


@compiled
def end(s: Record) -> None:
    s.turns += 1
    s.turn = after(s.turn, s.seats)
    s.phase = DONE if s.turn == s.first else CHOOSING


@compiled
def score(s: Record, out: Ints) -> None:
    for other in range(s.seats):
        out[other] = s.card[other]


@compiled
def rank(s: Record, out: Ints) -> None:
    score(s, out)
    places(out, s.seats)


@compiled
def ended(s: Record) -> int:
    return 0


@compiled
def hide(s: Record, seat: int) -> None:
    if s.phase == DONE:
        return
    if s.phase == BOASTING and s.turn != seat and after(s.turn, s.seats) != s.first:
        end(s)  # the last one cannot hide that it is asked: the match would be over
    for other in range(s.seats):
        if other != seat and not s.shown[other] and s.card[other] != UNSEEN:
            s.bag[s.card[other]] += 1
            s.card[other] = UNSEEN


@compiled
def resample(s: Record, seat: int, rng: Ints) -> None:
    for other in range(s.seats):
        if s.has[other] and s.card[other] == UNSEEN:
            if s.phase == BOASTING and other == s.turn:
                s.card[other] = HIGHEST
            else:
                s.card[other] = bags.draw(s.bag, rng)
            s.bag[s.card[other]] -= 1


@compiled
def seen(s: Record, step: int, seat: int) -> bool:
    if s.turn == seat or s.phase in (BEGIN, CHOOSING):
        return True
    return bool(s.phase == BOASTING and step == BOAST)


@compiled
def check(s: Record) -> int:
    for card in range(1, KINDS + 1):
        lying = int(s.bag[card])
        for other in range(s.seats):
            lying += s.card[other] == card
        if lying != COPIES:
            return 1
    return 0


def action(step: int) -> str:
    return ("keep", "swap", "silent", "boast")[step]


CHOICES = [AnyChoice(step, action(step), action(step), Touched()) for step in range(ACTIONS)]


def outcome(step: int) -> str:
    return f"={step}" if step < STARTS else f"@{step - STARTS}"


def position(s: Record) -> str:
    return str(s.tobytes().hex())


def parse(text: str) -> Record:
    found: Record = np.frombuffer(bytes.fromhex(text), STATE)[0]
    return found


def picture(s: Record) -> str:
    return " ".join(str(card or "?") for card in s.card[: s.seats])


FIXED: tuple[str, ...] = ()


class View(AnyView, frozen=True, kw_only=True):
    """The hidden cards."""

    cards: list[int]


def view(s: Any, viewer: int) -> View:
    framed = common(GAME.rules, GAME.notation, s, viewer, line("prompt.choose"), {}, "card")
    return View(**framed, cards=s.card[: s.seats])


def log(before: Record, step: int | None, after: Record, viewer: int) -> list[Line]:
    """Tells draws to who drew, choices and boasts to all; silence not at all."""
    if step is None:
        drawn = before.phase in (DEAL, REDRAW)
        return [line("log.draws", seat=who(before.turn))] if drawn else []
    return [line("log.step", seat=who(before.turn), n=step)]


FEATURES = 2 * MAX_SEATS + 1


@compiled
def features(s: Record, seat: int, out: Floats) -> None:
    out[:] = 0.0
    out[2 * MAX_SEATS] = s.turns / MAX_SEATS
    for ahead in range(s.seats):
        other = (seat + ahead) % s.seats
        out[2 * ahead] = s.card[other] / KINDS
        out[2 * ahead + 1] = s.turn == other


def _bound() -> Game:
    """The game; its tag changes with this file, which the cache of compiled code cannot see."""
    me: Any = sys.modules[__name__]
    tag = f"whisper_{zlib.crc32(Path(__file__).read_bytes())}"
    calls: Any = bind("goldrush.games.calls", tag, rules=me)
    return Game("whisper", tag, False, me, me, me, me, calls, EDITION)


GAME = _bound()
