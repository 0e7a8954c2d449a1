"""What people are shown of GOLD: cards that lie face up now, and never what lies face down.

The record remembers every turned card, as an attentive player would [G22]; a screen does not.
"""

from functools import cache
from typing import TYPE_CHECKING

from goldrush.core import CHANCE, blank
from goldrush.core.seats import NOBODY
from goldrush.games.gold.shapes import Card, Colour, Face, Mine, View
from goldrush.games.plain import Plain
from goldrush.games.shapes import Line
from goldrush.games.views import common, line, seat_or_none, who

if TYPE_CHECKING:
    from goldrush.games.gold import notation, rules  # bound by games.game()

SPOTS = [notation.action(spot) for spot in range(rules.SPOTS)]
FIXED = ("spots",)
COVERS = True  # a card turned again [G22]
SECRETS = True  # the value of one's own cards [G22]
WHISPERS = False
PAUSES: tuple[str, ...] = ("log.round_over",)
PARAGRAPHS = {
    "first": "G8",
    "second": "G9",
    "rush": "G16",
    "waits": "G8",
    "start": "G7",
    "over": "G20",
}


def view(s: Plain, seat: int) -> View:
    """The table as *seat* sees it."""
    tie_break = {"cards": s.cards} if s.rounds == 1 else {"last": s.carats}  # [G20, G21]
    now, last = _faces(s)
    return View(
        **common(rules, notation, s, seat, _prompt(s), PARAGRAPHS, "carats", **tie_break),
        layout=rules.OPTIONS[1].values[s.layout],
        round=s.played,
        rounds=s.rounds,
        colours=_colours(s.seats),
        columns=notation.COLUMNS,
        spots=SPOTS,
        table=[int(card != rules.GONE) for card in s.card],
        left=s.left,
        few=rules.FEW,
        rush=rules.ENDS[s.rush - 1] if s.rush else None,
        turning=s.up[s.turned] if s.drawing else None,
        up=now,
        shown=last,
        mines=[_mine(s, owner, shown=s.uncovered or owner == seat) for owner in range(s.seats)],
    )


def log(before: Plain, step: int | None, after: Plain, seat: int) -> list[Line]:
    """What a step is told as; it names what was turned, never where [G23]."""
    assert step is not None  # all is seen in GOLD
    if before.first == NOBODY:
        lines = [line("log.starts", seat=who(step - rules.STARTS))]
    elif not before.drawing and before.card[step] == rules.UNTURNED:
        return []  # the draw that follows tells the card
    else:
        kind = step if before.drawing else before.card[step]
        lines = [line("log.turns", seat=who(before.turn), card=_name(kind))]
        if before.rush:
            lines += _grabbed(before, kind)
        elif before.turned:
            lines += _settled(before, before.face[0], kind)
        lines += _round_over(before, after)
    if after.rush and (before.rush == rules.NO_RUSH or after.played > before.played):
        lines.append(line(f"log.rush.{rules.ENDS[after.rush - 1]}"))
    return lines


def _prompt(s: Plain) -> Line:
    if s.finished:
        return line("prompt.over")
    if s.actor == CHANCE:
        return line("prompt.start" if s.first == NOBODY else "prompt.turning")
    which = "rush" if s.rush else "second" if s.turned else "first"
    return line(f"prompt.{which}", seat=who(s.actor))


def _faces(s: Plain) -> tuple[list[Face], list[Face]]:
    """What was turned in this turn; and in the last one, for all to see [G23]."""
    fresh = s.turned or s.drawing
    now = [_face(s, n) for n in range(s.turned)]
    last = [_face(s, n) for n in range(2) if s.up[n] != NOBODY]
    return now, [] if fresh else last


def _face(s: Plain, n: int) -> Face:
    return Face(s.up[n], _card(s.face[n]))


@cache
def _card(kind: int) -> Card:
    text = notation.card(kind)
    if kind == rules.DYNAMITE:
        return Card("dynamite", text)
    if rules.VALUE[kind]:
        return Card("gold", text, value=int(rules.VALUE[kind]))
    colour, strength = int(rules.COLOUR[kind]), int(rules.STRENGTH[kind])
    return Card("prospector", text, colour=colour, strength=strength)


def _mine(s: Plain, seat: int, *, shown: bool) -> Mine:
    """What a seat has: others see the number of its cards, not their value [G22]."""
    return Mine(s.cards[seat], s.carats[seat] if shown else None, s.total[seat])


def _grabbed(s: Plain, kind: int) -> list[Line]:
    if rules.VALUE[kind]:
        return [line("log.grabs", seat=who(s.turn), n=int(rules.VALUE[kind]))]
    return [line("log.leaves", seat=who(s.turn), card=_name(kind))]


def _settled(s: Plain, one: int, other: int) -> list[Line]:
    """Tells what a pair did [G10-G13]."""
    effect, strong, weak = rules.pair(one, other)
    if effect == rules.BLAST:
        return [line("log.blast")]
    if effect == rules.FINDS:
        unowned = rules.owner_of(s.record, rules.COLOUR[strong]) == NOBODY
        key = "log.unowned" if unowned else "log.finds"
        seat, gold = rules.finder(s.record, strong), int(rules.VALUE[weak])
        return [line(key, seat=who(seat), card=_name(strong), n=gold)]
    if effect == rules.CHASES:
        return [line("log.chases", strong=_name(strong), weak=_name(weak))]
    return [_idle(strong, weak)]


def _idle(one: int, other: int) -> Line:
    """Why a pair did nothing [G13]."""
    if rules.VALUE[one]:
        return line("log.only_gold")
    if rules.VALUE[other]:
        return line("log.too_weak", card=_name(one), n=int(rules.VALUE[other]))
    return line("log.equal", n=int(rules.STRENGTH[one]))


def _round_over(before: Plain, after: Plain) -> list[Line]:
    if not after.finished and after.played == before.played:
        return []
    lines = []
    if after.rounds > 1:
        lines.append(line("log.round_over", round=before.played + 1))
        lines += [
            line("log.earned", seat=who(seat), n=_earned(before, after, seat))
            for seat in range(after.seats)
        ]
    return lines


def _earned(before: Plain, after: Plain, seat: int) -> int:
    """Carats of the round that has ended; those of the last are not added to the rest."""
    earned: int = after.carats[seat] if after.finished else after.total[seat] - before.total[seat]
    return earned


@cache
def _colours(seats: int) -> list[Colour]:
    """The colours and who owns them, which follows from how many play [G5, G6]."""
    s = blank(rules.STATE)
    s.seats = seats
    return [
        Colour(told.name, told.letter, told.symbol, seat_or_none(rules.owner_of(s, n)))
        for n, told in enumerate(rules.EDITION.colours.list)
    ]


def _name(kind: int) -> Line:
    if kind == rules.DYNAMITE:
        return line("card.dynamite")
    if rules.VALUE[kind]:
        return line("card.gold", n=int(rules.VALUE[kind]))
    colour = rules.EDITION.colours.list[rules.COLOUR[kind]].name
    return line("card.prospector", colour=line(f"colour.{colour}"), n=int(rules.STRENGTH[kind]))
