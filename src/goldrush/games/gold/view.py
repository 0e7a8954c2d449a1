"""What people are shown of GOLD: cards that lie face up now, and never what lies face down.

The record remembers every turned card, as an attentive player would [G22]; a screen does not.
"""

from typing import TYPE_CHECKING, Any

from goldrush.core import CHANCE, OVER, Record
from goldrush.core.seats import NOBODY
from goldrush.games.contract import Line
from goldrush.games.showing import frame, line, seat_or_none
from goldrush.games.showing import seat as player

if TYPE_CHECKING:
    from goldrush.games.gold import notation, rules  # bound by games.game()

FIXED: tuple[str, ...] = ()
COVERS = True  # a card turned again [G22]


def view(s: Record, seat: int) -> dict[str, Any]:
    """The table as *seat* sees it, as plain JSON."""
    over = rules.actor(s) == OVER
    tie_break = {"cards": s.cards} if s.rounds == 1 else {"last": s.carats}  # [G20, G21]
    return {
        **frame(rules, notation, s, seat, _prompt(s), "carats", **tie_break),
        "layout": rules.OPTIONS[1].values[s.layout],
        "round": int(s.played),
        "rounds": int(s.rounds),
        "colours": [
            {"name": c.name, "letter": c.letter, "symbol": c.symbol, "owner": _owner(s, n)}
            for n, c in enumerate(rules.EDITION.colours.list)
        ],
        "columns": notation.COLUMNS,
        "table": [int(s.card[spot] != rules.GONE) for spot in range(rules.SPOTS)],
        "left": int(s.left),
        "rush": rules.ENDS[s.rush - 1] if s.rush else None,
        "turning": int(s.up[s.turned]) if s.drawing else None,
        **_faces(s),
        "mines": [_mine(s, owner, shown=over or owner == seat) for owner in range(s.seats)],
    }


def log(before: Record, step: int | None, after: Record, seat: int) -> list[Line]:
    """What a step is told as; it names what was turned, never where [G23]."""
    assert step is not None  # all is seen in GOLD
    if before.first == NOBODY:
        lines = [line("log.starts", seat=player(step - rules.STARTS))]
    elif not before.drawing and before.card[step] == rules.UNTURNED:
        return []  # the draw that follows tells the card
    else:
        kind = step if before.drawing else int(before.card[step])
        lines = [line("log.turns", seat=player(before.turn), card=_name(kind))]
        if before.rush:
            lines += _grabbed(before, kind)
        elif before.turned:
            lines += _settled(before, int(before.face[0]), kind)
        lines += _round_over(before, after)
    if after.rush and (before.rush == rules.NO_RUSH or after.played > before.played):
        lines.append(line(f"log.rush.{rules.ENDS[after.rush - 1]}"))
    return lines


def _prompt(s: Record) -> Line:
    actor = rules.actor(s)
    if actor == OVER:
        return line("prompt.over")
    if actor == CHANCE:
        return line("prompt.start" if s.first == NOBODY else "prompt.turning")
    which = "rush" if s.rush else "second" if s.turned else "first"
    return line(f"prompt.{which}", seat=player(actor))


def _faces(s: Record) -> dict[str, Any]:
    """``up``: turned in this turn.  ``shown``: turned in the last one, for all to see [G23]."""
    fresh = s.turned or s.drawing
    now = [_face(s, n) for n in range(s.turned)]
    last = [_face(s, n) for n in range(2) if s.up[n] != NOBODY]
    return {"up": now, "shown": [] if fresh else last}


def _face(s: Record, n: int) -> dict[str, Any]:
    return {"spot": int(s.up[n]), "card": _card(s, int(s.face[n]))}


def _card(s: Record, kind: int) -> dict[str, Any]:
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


def _mine(s: Record, seat: int, *, shown: bool) -> dict[str, Any]:
    """What a seat has: others see the number of its cards, not their value [G22]."""
    return {
        "cards": int(s.cards[seat]),
        "carats": int(s.carats[seat]) if shown else None,
        "earlier": int(s.total[seat]),
    }


def _grabbed(s: Record, kind: int) -> list[Line]:
    if rules.VALUE[kind]:
        return [line("log.grabs", seat=player(s.turn), n=int(rules.VALUE[kind]))]
    return [line("log.leaves", card=_name(kind))]


def _settled(s: Record, one: int, other: int) -> list[Line]:
    """Tells what a pair did, in the order in which the rules ask [G10-G13]."""
    if rules.DYNAMITE in (one, other):
        return [line("log.blast")]
    if rules.STRENGTH[one] < rules.STRENGTH[other]:
        one, other = other, one
    value, strength = int(rules.VALUE[other]), int(rules.STRENGTH[one])
    if value and strength >= value:
        owner = _owner(s, int(rules.COLOUR[one]))
        key = "log.unowned" if owner is None else "log.finds"
        taker = int(s.turn) if owner is None else owner
        return [line(key, seat=player(taker), card=_name(one), n=value)]
    if not value and strength > rules.STRENGTH[other]:
        return [line("log.chases", strong=_name(one), weak=_name(other))]
    return [line("log.nothing")]


def _round_over(before: Record, after: Record) -> list[Line]:
    over = rules.actor(after) == OVER
    if not over and after.played == before.played:
        return []
    carats = after.carats if over else after.total - before.total
    lines = []
    if after.rounds > 1:
        lines.append(line("log.round_over", round=int(before.played) + 1))
        lines += [
            line("log.earned", seat=player(seat), n=int(carats[seat]))
            for seat in range(after.seats)
        ]
    return lines


def _owner(s: Record, colour: int) -> int | None:
    return seat_or_none(rules.owner_of(s, colour))


def _name(kind: int) -> Line:
    if kind == rules.DYNAMITE:
        return line("card.dynamite")
    if rules.VALUE[kind]:
        return line("card.gold", n=int(rules.VALUE[kind]))
    colour = rules.EDITION.colours.list[rules.COLOUR[kind]].name
    return line("card.prospector", colour=line(f"colour.{colour}"), n=int(rules.STRENGTH[kind]))
