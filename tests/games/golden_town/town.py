"""Golden-Town laid out by hand for its tests, with short names for cards, squares and steps."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldrush.core import CHANCE, OVER, Record, bind, blank
from goldrush.games import game
from goldrush.games.golden_town import rules
from goldrush.games.golden_town.edition import NUGGET, Board
from tools import INTERPRETED

pieces, roads = rules.pieces, rules.roads

notation = bind(f"{rules.__package__}.notation", rules.NAME, rules=rules)
CARDS, FILONS = notation.CARDS, notation.CONTENTS
ACTIONS = [choice.text for choice in notation.CHOICES]
OUTCOMES = notation.OUTCOMES
FULL = (6, 5, 4, 3)  # filons in a mine, by level
NONE_LEFT = dict.fromkeys("ABCD", (0, 0, 0, 0))
SLOW = INTERPRETED  # a step takes a millisecond


@dataclass
class Seat:
    """A prospector: on a square, or in a concession as "A/0" (entrance), "A/3" or "A/exit"."""

    at: str = "Hotel"
    hand: str = ""  # filled up to six with Mine cards, or if it says nothing with any cards
    tiles: str = ""
    cart: int = 0
    banked: int = 0
    since: int = 0
    ban: str = ""
    barred: tuple[int, ...] = ()
    lifted: bool = False


Left = dict[str, tuple[int, int, int, int]]


def lay(
    *seats: Seat,
    turn: int = 0,
    opened: str = "",
    discard: str = "",
    laid_by: int | None = None,
    left: Left | None = None,
    version: int = rules.VERSION,
) -> Record:
    """A turn about to begin.

    The top discard was laid in the turn before: by the seat before, unless *laid_by* has another,
    or NOBODY where that turn laid none.  What must have left the mines leaves those of D first and
    is lost, but for tiles and nuggets.
    """
    law: Any = game(rules.NAME, version=version).rules
    s = blank(law.STATE)
    law.start(s, len(seats), np.zeros(1, np.int64))
    s.first, s.turn, s.turns, s.slots = 0, turn, 40, 40
    for letter in opened:
        s.opened |= 1 << concession(letter)
    for number, seat in enumerate(seats):
        _stand(s, number, seat)
    for card in discard.split():
        move(s, card, s.discard)
        s.top = CARDS.index(card)
    if discard and law.pieces.FRESH_TOP:
        s.layer = (turn - 1) % len(seats) if laid_by is None else laid_by
    for number, seat in enumerate(seats):
        for card in seat.hand.split():
            move(s, card, s.hand[number])
    for number, seat in enumerate(seats):
        _fill_hand(s, number, "mine" if seat.hand else "")
    _dig_out(s, seats, left or {})
    law.turns.begin(s)
    return sound(s)


def mine(
    depth: int | str,
    cards: str = "",
    left: tuple[int, int, int, int] = FULL,
    *,
    lifted: bool = False,
    **more: Any,
) -> Record:
    """The turn of a seat so deep in an opened mine; the hand is filled up with Mine cards."""
    seat = Seat(f"A/{depth}", hand=cards or "mine", lifted=lifted)
    return lay(seat, Seat("T4"), opened="A", left={"A": left}, **more)


def law_of(s: Record) -> Any:
    """The rules by which a record is played: those of the version that has its fields."""
    return rules if s.dtype == rules.STATE else game(rules.NAME, version=1).rules


def _stand(s: Record, number: int, seat: Seat) -> None:
    square, _, depth = seat.at.partition("/")
    s.place[number] = at(square)
    s.depth[number] = pieces.EXIT if depth == "exit" else int(depth or 0)
    if s.depth[number] in range(1, pieces.LEVELS + 1):
        s.opened |= 1 << concession(square)
    s.since[number], s.cart[number], s.banked[number] = seat.since, seat.cart, seat.banked
    s.ban[number] = at(seat.ban) if seat.ban else pieces.NOTHING
    s.lifted |= seat.lifted << number
    for other in seat.barred:
        s.barred[number] |= 1 << other


def move(s: Record, card: str, pile: np.ndarray) -> None:
    """Takes a card out of the talon."""
    kind = CARDS.index(card)
    assert s.talon[kind] > 0, f"no {card} is left"
    s.talon[kind] -= 1
    s.talon_left -= 1
    pile[kind] += 1


def _fill_hand(s: Record, number: int, card: str) -> None:
    while s.hand[number].sum() < pieces.HAND:
        filling = [k for k in CARDS if s.talon[CARDS.index(k)]]
        move(s, card if card in filling else filling[0], s.hand[number])
    s.held[number] = pieces.HAND


def _dig_out(s: Record, seats: tuple[Seat, ...], left: Left) -> None:
    for letter, lying in left.items():
        s.left[concession(letter)] = lying
    for number, seat in enumerate(seats):
        for tile in seat.tiles.split():
            level = next(n for n in (0, 1, 2, 3) if s.bag[n, FILONS.index(tile)])
            _take(s, level, FILONS.index(tile), number)
    nuggets = NUGGET * int(s.cart.sum() + s.banked.sum())
    while _loose(s) < nuggets:
        level = max(n for n in range(4) if (s.bag[n] * pieces.GOLD).any())
        _take(s, level, int(np.flatnonzero(s.bag[level] * pieces.GOLD)[-1]), pieces.NOTHING)
    for level in range(4):
        while s.bag[level].sum() > s.left[:, level].sum():
            _take(s, level, int(s.bag[level].argmax()), pieces.NOTHING)
        for mine in (3, 2, 1, 0):
            missing = s.left[:, level].sum() - s.bag[level].sum()
            s.left[mine, level] -= min(missing, s.left[mine, level])
    s.lost = _loose(s) - nuggets


def _take(s: Record, level: int, holds: int, owner: int) -> None:
    """Takes a tile out of the bag, for a seat or out of the game."""
    s.bag[level, holds] -= 1
    if holds > pieces.PYRITE:
        return
    s.owner[s.taken], s.level[s.taken], s.holds[s.taken] = owner, level, holds
    s.known[s.taken] = 1 << owner if owner >= 0 else (1 << s.seats) - 1
    s.taken += 1
    if owner >= 0:
        s.ore[owner] += pieces.GOLD[holds]


def _loose(s: Record) -> int:
    """The gold that is in no mine and before no seat."""
    return int(pieces.ALL_GOLD - (s.bag * pieces.GOLD).sum() - s.ore.sum())


def close_in(s: Record, gap: int) -> None:
    """Has the challenger walk until so many steps lie between the two."""
    s.gap = gap
    s.walked[:] = pieces.DUEL_GAP - gap, 0


def at(square: str) -> int:
    return roads.NAMES.index(square)


def concession(letter: str) -> int:
    return int(roads.CONCESSION[at(letter)])


def twin(s: Record) -> Record:
    """A record of its own, the same to the byte."""
    twins = np.zeros(1, s.dtype)
    twins[0] = s
    made: Record = twins[0]
    return made


def sound(s: Record) -> Record:
    assert rules.CHECKS[law_of(s).check(s)] == "all is well"
    return s


def ways(s: Record) -> dict[str, int]:
    """What can be played now, by name; draws with their weights."""
    law, out = law_of(s), np.zeros((2, 1 + max(rules.ACTIONS, rules.OUTCOMES)), np.int64)
    actor = law.actor(s)
    if actor == OVER:
        return {}
    n = law.chance(s, *out) if actor == CHANCE else law.legal(s, out[0])
    names = OUTCOMES if actor == CHANCE else ACTIONS
    return {names[step]: int(weight) for step, weight in out[:, :n].T}


def legal(s: Record) -> list[str]:
    """What may be chosen, but for swaps."""
    assert law_of(s).actor(s) >= 0
    return [step for step in ways(s) if ">" not in step]


def swaps(s: Record) -> list[str]:
    return [step for step in ways(s) if ">" in step]


def play(s: Record, steps: str) -> Record:
    """Plays steps, each of which must be legal and lead to a sound record."""
    for step in steps.split():
        assert step in ways(s), f"{step} is not among {', '.join(ways(s))}"
        law = law_of(s)
        names = OUTCOMES if law.actor(s) == CHANCE else ACTIONS
        law.play(s, names.index(step))
        sound(s)
    return s


def refill(s: Record) -> Record:
    """Draws cards, whichever come first, as long as one must be drawn at the end of a turn."""
    while s.phase == pieces.REFILL:
        play(s, next(iter(ways(s))))
    return s


def where(s: Record, seat: int) -> str:
    """Where a prospector is, as Seat has it."""
    square = str(roads.NAMES[s.place[seat]])
    if roads.CONCESSION[s.place[seat]] < 0:
        return square
    return f"{square}/{'exit' if s.depth[seat] == pieces.EXIT else s.depth[seat]}"


def hand(s: Record, seat: int) -> list[str]:
    return pile(s.hand[seat])


def pile(cards: np.ndarray) -> list[str]:
    return [card for card, n in zip(CARDS, cards, strict=True) for _ in range(n)]


def tiles(s: Record, seat: int) -> list[str]:
    return [FILONS[s.holds[n]] for n in range(s.taken) if s.owner[n] == seat]


def ban(s: Record, seat: int) -> str:
    return "" if s.ban[seat] == pieces.NOTHING else str(roads.NAMES[s.ban[seat]])


def misses(s: Record, seat: int) -> bool:
    return bool(s.missing >> seat & 1)


def ends(board: Board, start: str, steps: int) -> set[str]:
    """Where walks of so many steps end that do not turn back, each walked one by one [T10, T12]."""
    road = {square.name for square in board.squares if square.kind == "road"}

    def walk(came: str, here: str, left: int) -> Iterator[str]:
        if not left:
            yield here
        elif here in road:
            for to in board.beside[here]:
                if to != came:
                    yield from walk(here, to, left - 1)

    return {end for to in board.beside[start] for end in walk(start, to, steps - 1)}


def destinations(
    board: Board, start: str, roll: int, taken: set[str], banned: str = ""
) -> set[str]:
    """Where a roll leads, by walking all ways [T10]."""
    kind = {square.name: square.kind for square in board.squares}

    def free(steps: int) -> set[str]:
        return {to for to in ends(board, start, steps) if kind[to] == "road"} - taken

    near = {to for n in range(1, roll + 1) for to in ends(board, start, n)}
    found = {to for to in near if kind[to] == "concession" and to != banned}
    found |= {to for to in ends(board, start, roll) if kind[to] == "bank"} | free(roll)
    for steps in range(roll - 1, 0, -1):
        found = found or free(steps)
    return found or {"stay"}
