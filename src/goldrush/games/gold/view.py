"""What people are shown of GOLD: cards that lie face up now, and never what lies face down.

The record remembers every turned card, as an attentive player would [G22]; a screen does not.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

from goldrush.core import CHANCE, blank
from goldrush.core.seats import NOBODY
from goldrush.games.contract import Line
from goldrush.games.plain import Plain
from goldrush.games.showing import frame, line, seat_or_none
from goldrush.games.showing import seat as player

if TYPE_CHECKING:
    from goldrush.games.gold import notation, rules  # bound by games.game()

FIXED: tuple[str, ...] = ()
COVERS = True  # a card turned again [G22]


def view(s: Plain, seat: int) -> dict[str, Any]:
    """The table as *seat* sees it, as plain JSON."""
    tie_break = {"cards": s.cards} if s.rounds == 1 else {"last": s.carats}  # [G20, G21]
    return {
        **frame(rules, notation, s, seat, _prompt(s), "carats", **tie_break),
        "layout": rules.OPTIONS[1].values[s.layout],
        "round": s.played,
        "rounds": s.rounds,
        "colours": _colours(s.seats),
        "columns": notation.COLUMNS,
        "table": [int(card != rules.GONE) for card in s.card],
        "left": s.left,
        "rush": rules.ENDS[s.rush - 1] if s.rush else None,
        "turning": s.up[s.turned] if s.drawing else None,
        **_faces(s),
        "mines": [_mine(s, owner, shown=s.finished or owner == seat) for owner in range(s.seats)],
    }


def log(before: Plain, step: int | None, after: Plain, seat: int) -> list[Line]:
    """What a step is told as; it names what was turned, never where [G23]."""
    assert step is not None  # all is seen in GOLD
    if before.first == NOBODY:
        lines = [line("log.starts", seat=player(step - rules.STARTS))]
    elif not before.drawing and before.card[step] == rules.UNTURNED:
        return []  # the draw that follows tells the card
    else:
        kind = step if before.drawing else before.card[step]
        lines = [line("log.turns", seat=player(before.turn), card=_name(kind))]
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
    return line(f"prompt.{which}", seat=player(s.actor))


def _faces(s: Plain) -> dict[str, Any]:
    """``up``: turned in this turn.  ``shown``: turned in the last one, for all to see [G23]."""
    fresh = s.turned or s.drawing
    now = [_face(s, n) for n in range(s.turned)]
    last = [_face(s, n) for n in range(2) if s.up[n] != NOBODY]
    return {"up": now, "shown": [] if fresh else last}


def _face(s: Plain, n: int) -> dict[str, Any]:
    return {"spot": s.up[n], "card": _card(s.face[n])}


@cache
def _card(kind: int) -> dict[str, Any]:
    text = notation.card(kind)
    if kind == rules.DYNAMITE:
        return {"kind": "dynamite", "text": text}
    if rules.VALUE[kind]:
        return {"kind": "gold", "value": int(rules.VALUE[kind]), "text": text}
    return {
        "kind": "prospector",
        "colour": int(rules.COLOUR[kind]),
        "strength": int(rules.STRENGTH[kind]),
        "text": text,
    }


def _mine(s: Plain, seat: int, *, shown: bool) -> dict[str, Any]:
    """What a seat has: others see the number of its cards, not their value [G22]."""
    carats = s.carats[seat] if shown else None
    return {"cards": s.cards[seat], "carats": carats, "earlier": s.total[seat]}


def _grabbed(s: Plain, kind: int) -> list[Line]:
    if rules.VALUE[kind]:
        return [line("log.grabs", seat=player(s.turn), n=int(rules.VALUE[kind]))]
    return [line("log.leaves", card=_name(kind))]


def _settled(s: Plain, one: int, other: int) -> list[Line]:
    """Tells what a pair did [G10-G13]."""
    effect, strong, weak = rules.pair(one, other)
    if effect == rules.BLAST:
        return [line("log.blast")]
    if effect == rules.FINDS:
        unowned = rules.owner_of(s.record, rules.COLOUR[strong]) == NOBODY
        key = "log.unowned" if unowned else "log.finds"
        seat, gold = rules.finder(s.record, strong), int(rules.VALUE[weak])
        return [line(key, seat=player(seat), card=_name(strong), n=gold)]
    if effect == rules.CHASES:
        return [line("log.chases", strong=_name(strong), weak=_name(weak))]
    return [line("log.nothing")]


def _round_over(before: Plain, after: Plain) -> list[Line]:
    if not after.finished and after.played == before.played:
        return []
    lines = []
    if after.rounds > 1:
        lines.append(line("log.round_over", round=before.played + 1))
        lines += [
            line("log.earned", seat=player(seat), n=_earned(before, after, seat))
            for seat in range(after.seats)
        ]
    return lines


def _earned(before: Plain, after: Plain, seat: int) -> int:
    """Carats of the round that has ended; those of the last are not added to the rest."""
    earned: int = after.carats[seat] if after.finished else after.total[seat] - before.total[seat]
    return earned


@cache
def _colours(seats: int) -> list[dict[str, Any]]:
    """The colours and who owns them, which follows from how many play [G5, G6]."""
    s = blank(rules.STATE)
    s.seats = seats
    return [
        {
            "name": colour.name,
            "letter": colour.letter,
            "symbol": colour.symbol,
            "owner": seat_or_none(rules.owner_of(s, n)),
        }
        for n, colour in enumerate(rules.EDITION.colours.list)
    ]


def _name(kind: int) -> Line:
    if kind == rules.DYNAMITE:
        return line("card.dynamite")
    if rules.VALUE[kind]:
        return line("card.gold", n=int(rules.VALUE[kind]))
    colour = rules.EDITION.colours.list[rules.COLOUR[kind]].name
    return line("card.prospector", colour=line(f"colour.{colour}"), n=int(rules.STRENGTH[kind]))
