"""Golden-Town as exact text: T4 to go there, YG-2 to dig with a card, lift3; *4, =YG-2, 300, #12.

A square begins with a capital letter, a level card has a hyphen, all else is written small.
"""

from typing import TYPE_CHECKING

from goldrush.core import OVER, Record
from goldrush.games import spelling
from goldrush.games.golden_town.edition import COLOURS

if TYPE_CHECKING:
    from goldrush.games.golden_town import pieces, roads, rules  # bound by games.game()
else:
    pieces, roads = rules.pieces, rules.roads

SQUARES = tuple(roads.NAMES)
CARDS = (
    *(
        f"{shows}-{steps}"
        for shows, steps in zip(pieces.SHOWN, pieces.DUEL_STEPS.tolist(), strict=False)
    ),
    *("lift", "mine", "prop", "joker"),
)
CONTENTS = (*(str(g) for g in pieces.GOLD[: pieces.PYRITE]), "pyrite", "cave-in", "abandon")
DEPTHS = ("entrance", *map(str, range(1, pieces.LEVELS + 1)), "exit")
PHASES = (
    *("begin", "deal", "roll", "bid", "reply", "draw", "dig", "refill", "loot"),
    *("making", "going", "arriving", "answering", "swapping", "showing", "waiting", "mining"),
    *("propping", "running", "facing", "duelling", "done"),
)

_levels = range(pieces.LEVELS + 1)
ACTIONS = (
    *(f"make{n}" for n in range(pieces.GO)),
    *SQUARES,
    *("stay", "enter"),
    *(f"fight{seat}" for seat in range(pieces.MAX_SEATS)),
    *("agree", "refuse", "wait", "mine", "joker-mine", "leave", "take", "keep"),
    *CARDS[: pieces.LEVEL_CARDS],
    "joker",
    *(f"lift{level}" for level in _levels),
    *(f"joker-lift{level}" for level in _levels),
    *(f"{card}>talon" for card in CARDS),
    *(f"{card}>top" for card in CARDS),
    *("fall", "prop", "joker-prop", "up", "down", "on", "surface", "stop", "first", "second"),
    *(f"+{card}" for card in CARDS[: pieces.JOKER]),
    *(f"+joker{steps}" for steps in range(pieces.PASS - pieces.LAY_JOKER)),
    "pass",
)
OUTCOMES = (
    *(f"={card}" for card in CARDS),
    *(f"*{pips}" for pips in range(1, pieces.DIE + 1)),
    *(f"@{seat}" for seat in range(pieces.MAX_SEATS)),
    *CONTENTS,
    *(f"#{filon}" for filon in range(pieces.FILONS)),
)


def action(step: int) -> str:
    """What is done: where one goes, what is played, or the answer to a question."""
    return ACTIONS[step]


def outcome(step: int) -> str:
    """What was drawn: a card, the die, a starting seat, what a filon holds, or which is robbed."""
    return OUTCOMES[step]


_nothing = {pieces.NOTHING: "-"}
_words: spelling.Words = {
    "phase": dict(enumerate(PHASES)),
    "place": dict(enumerate(SQUARES)),
    "depth": dict(enumerate(DEPTHS)),
    "ban": _nothing | dict(enumerate(SQUARES)),
    "top": _nothing | dict(enumerate(CARDS)),
}


def position(s: Record) -> str:
    """The record, field by field."""
    return spelling.position(rules, s, _words)


def parse(text: str) -> Record:
    """The record of a position's text, checked."""
    return spelling.parse(rules, text, _words)


def cards(counts: list[int]) -> list[str]:
    """Cards one by one, by how many there are of each kind."""
    return [card for card, n in zip(CARDS, counts, strict=True) for _ in range(n)]


def picture(s: rules.State) -> str:
    """The table as lines of text, hands and filons too: for those who study it."""
    top = "-" if s.top == pieces.NOTHING else CARDS[s.top]
    die = int(s.roll) or "-"
    lines = [f"{PHASES[s.phase]}  die {die}  talon {s.talon_left}  top {top}"]
    for concession, square in enumerate(roads.CONCESSIONS):
        sign = "open" if s.opened >> concession & 1 else "closed"
        left = " ".join(map(str, s.left[concession]))
        lines.append(f"{SQUARES[square]:8} {sign:6}  filons {left}")
    if s.gap:
        laid = [" ".join(cards(side)) or "-" for side in s.laid.tolist()]
        lines.append(f"duel {s.turn}-{s.rival}  gap {s.gap}  laid {laid[0]} against {laid[1]}")
    return "\n".join([*lines, *(_seat(s, seat) for seat in range(s.seats))])


def _seat(s: rules.State, seat: int) -> str:
    mark = ">" if seat == s.turn and rules.actor(s) != OVER else " "
    where = SQUARES[s.place[seat]]
    if roads.CONCESSION[s.place[seat]] >= 0:
        where += f" {DEPTHS[s.depth[seat]]}"
    filons = [
        f"{COLOURS[s.level[n]]}{'?' if s.holds[n] < 0 else pieces.GOLD[s.holds[n]]}"
        for n in range(s.taken)
        if s.owner[n] == seat
    ]
    owned = f"cart {s.cart[seat]}  bank {s.banked[seat]}  filons {' '.join(filons) or '-'}"
    return f"seat {seat}{mark} {where:10} {owned}  hand {' '.join(cards(s.hand[seat].tolist()))}"
