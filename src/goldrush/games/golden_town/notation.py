"""Golden-Town as exact text: T4 to go there, YG-2 to dig with a card, lift3; *4, =YG-2, 300, #12.

A square begins with a capital letter, a level card has a hyphen, all else is written small.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from goldrush.core import OVER, Record
from goldrush.games import spelling
from goldrush.games.golden_town.edition import COLOURS
from goldrush.games.golden_town.shapes import Args, Choice, Kind
from goldrush.games.shapes import AnyChoice

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


def _offered() -> Iterator[tuple[str, Kind, Args]]:
    """All actions in order: as text, by kind, and what they touch."""
    levels, jokers = range(pieces.LEVELS + 1), range(pieces.PASS - pieces.LAY_JOKER)
    yield from ((f"make{n}", "make", Args(n=n)) for n in range(pieces.GO))
    yield from ((square, _going(n), Args(square=square)) for n, square in enumerate(SQUARES))
    yield from _bare("stay", "enter")
    seats = range(pieces.MAX_SEATS)
    yield from ((f"fight{seat}", "fight", Args(seat=seat)) for seat in seats)
    yield from _bare("agree", "refuse", "wait")
    yield from _shown("mine", "open")
    yield from _bare("leave", "take", "keep")
    diggers = (*CARDS[: pieces.LEVEL_CARDS], "joker")
    yield from ((card, "dig", Args(card=card)) for card in diggers)
    yield from ((f"lift{to}", "lift", Args(card="lift", level=to)) for to in levels)
    yield from ((f"joker-lift{to}", "lift_joker", Args(card="joker", level=to)) for to in levels)
    yield from ((f"{card}>talon", "swap_talon", Args(card=card)) for card in CARDS)
    yield from ((f"{card}>top", "swap_top", Args(card=card)) for card in CARDS)
    yield from _bare("fall")
    yield from _shown("prop", "prop")
    yield from _bare("up", "down", "on", "surface", "stop", "first", "second")
    yield from ((f"+{card}", "lay", Args(card=card)) for card in CARDS[: pieces.JOKER])
    yield from ((f"+joker{n}", "lay_joker", Args(card="joker", n=n)) for n in jokers)
    yield from _bare("pass")


def _bare(*kinds: Kind) -> Iterator[tuple[str, Kind, Args]]:
    """Actions that touch nothing, and are written as what they are."""
    yield from ((kind, kind, Args()) for kind in kinds)


def _shown(card: str, kind: Kind) -> Iterator[tuple[str, Kind, Args]]:
    """Actions that show a card, or a joker in its place."""
    yield card, kind, Args(card=card)
    yield f"joker-{card}", kind, Args(card="joker")


def _going(square: int) -> Kind:
    if square == roads.AT_BANK:
        return "go_bank"
    return "go_concession" if roads.CONCESSION[square] >= 0 else "go"


CHOICES: Sequence[AnyChoice] = [Choice(step, *offered) for step, offered in enumerate(_offered())]
OUTCOMES = (
    *(f"={card}" for card in CARDS),
    *(f"*{pips}" for pips in range(1, pieces.DIE + 1)),
    *(f"@{seat}" for seat in range(pieces.MAX_SEATS)),
    *CONTENTS,
    *(f"#{filon}" for filon in range(pieces.FILONS)),
)


def action(step: int) -> str:
    """What is done: where one goes, what is played, or the answer to a question."""
    return CHOICES[step].text


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


def parse(text: str, *, checked: bool = True) -> Record:
    """The record of a position's text."""
    return spelling.parse(rules, text, _words, checked=checked)


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
