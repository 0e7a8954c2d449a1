"""What is told of Golden-Town, step by step, from hidden records alone.

A seat that is asked something in secret [T60] looks to others as if nothing had been asked; what it
then shows is read off the records.  ``rules`` and ``notation`` are bound by view.py.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from goldrush.core.seats import NOBODY
from goldrush.games.golden_town.edition import COLOURS
from goldrush.games.golden_town.places import named
from goldrush.games.plain import Plain
from goldrush.games.shapes import Line, SeatArgument
from goldrush.games.views import line, who

if TYPE_CHECKING:
    from goldrush.games.golden_town import duel, mines, notation, pieces, roads, rules, turns
else:
    duel, mines, turns = rules.duel, rules.mines, rules.turns
    pieces, roads = rules.pieces, rules.roads

PLACES = named(rules.EDITION.board)  # where squares lie, in words
BESIDE = [
    [roads.NAMES.index(name) for name in rules.EDITION.board.beside[square]]
    for square in roads.NAMES
]


def log(before: Plain, step: int | None, after: Plain, seat: int) -> list[Line]:
    """What a step is told as; a choice that asks for a draw is told by the draw."""
    lines = _shown(before, after)
    if not lines and before.phase in _TELLERS:
        if step is not None:
            lines = _TELLERS[before.phase](before, step, after)
        elif before.phase == pieces.DIG:
            lines = [line("log.digs", **_digger(before))]
    if seat == before.turn and _leaves_closed(before, step, after):
        lines.append(_closed(before))
    if before.phase == pieces.DEAL != after.phase:
        lines.append(line("log.dealt", n=pieces.HAND))
    if before.phase != pieces.DONE == after.phase:
        lines.append(line(f"log.over.{rules.ENDS[rules.ended(after.record)]}", n=turns.LAST_ROUND))
    return lines


def _leaves_closed(before: Plain, step: int | None, after: Plain) -> bool:
    """Whether a turn ends at an entrance that stays closed; only its seat is told [T60]."""
    deciding = (pieces.SWAPPING, pieces.WAITING, pieces.SHOWING, pieces.DRAW)
    leaves = before.phase == pieces.WAITING and step == pieces.LEAVE
    if before.phase not in deciding or after.slots <= before.slots or leaves:
        return False
    return inside(before, before.turn) and not is_open(after, before.place[before.turn])


def _closed(before: Plain) -> Line:
    """Why a mine stays closed."""
    key = "log.keeps_closed" if before.phase == pieces.SHOWING else "log.stays_closed"
    return line(key, seat=who(before.turn), name=_place(before, before.turn))


def card(kind: int) -> Line:
    """A card by its name; a level card is called as it is written, or by what it shows."""
    if kind < pieces.LEVEL_CARDS:
        shows, steps = pieces.SHOWN[kind], int(pieces.DUEL_STEPS[kind])
        return line("card.level", name=notation.CARDS[kind], shows=shows, n=steps)
    return line(f"card.{notation.CARDS[kind]}")


def inside(s: Plain, seat: int) -> bool:
    """Whether a seat is in a mine, at its entrance or below, not at its exit."""
    return bool(roads.CONCESSION[s.place[seat]] >= 0 and s.depth[seat] != pieces.EXIT)


def is_open(s: Plain, square: int) -> bool:
    """Whether a mine is or was in service [T20]."""
    return bool(s.opened >> int(roads.CONCESSION[square]) & 1)


def depth(where: int) -> Line:
    """A level with its colour, the entrance or the exit."""
    return line(f"depth.{notation.DEPTHS[where]}")


def path(s: Plain, to: int) -> list[str]:
    """The squares walked by the roll, from where the seat on turn stands, both ends included.

    A concession is reached the shortest way [T16], all else with as much of the roll as can be.
    """
    start = s.place[s.turn]
    near = roads.NEAR[start, : roads.NEAR_COUNT[start]].tolist().index(to)
    lengths = [n for n in range(1, s.roll + 1) if roads.ROLLS[start, near] >> n & 1]
    concession = roads.KIND[to] == roads.CONCESSION_KIND
    walked = _walk(start, to, min(lengths) if concession else max(lengths), pieces.NOTHING)
    return [notation.SQUARES[number] for number in walked]


def _place(s: Plain, seat: int) -> str:
    square: str = notation.SQUARES[s.place[seat]]
    return square


def _walk(at: int, to: int, steps: int, came: int) -> list[int]:
    """A walk of so many steps without turning back; empty if there is none."""
    if steps == 0:
        return [at] if at == to else []
    if came == pieces.NOTHING or roads.KIND[at] == roads.ROAD:
        for onward in BESIDE[at]:
            if onward != came and (rest := _walk(onward, to, steps - 1, at)):
                return [at, *rest]
    return []


def _shown(before: Plain, after: Plain) -> list[Line]:
    """What a seat laid open when it was asked in secret [T60]: nuggets, a Mine card, a prop."""
    seat = before.turn if before.phase == pieces.PROPPING else after.turn
    may_make = (pieces.MAKING, pieces.ROLL, pieces.WAITING, pieces.MINING)
    if before.phase in may_make and after.cart[seat] > before.cart[seat]:
        return [_made(before, after, seat)]
    if after.opened != before.opened:
        return [line("log.opens", **_card_of(after, seat), name=_place(after, seat))]
    fell = before.phase == pieces.PROPPING or before.place[seat] == roads.AT_HOSPITAL
    stands = roads.CONCESSION[after.place[seat]] >= 0
    if fell and stands and before.phase != pieces.GOING:
        return [line("log.props", **_card_of(after, seat))]
    return []


def _card_of(after: Plain, seat: int) -> dict[str, Line | SeatArgument]:
    """Who has just laid which card on the discards."""
    return {"seat": who(seat), "card": card(after.top)}


def _made(before: Plain, after: Plain, seat: int) -> Line:
    """Nuggets with the filons that they were made of, the largest first [T41]."""
    grams = [
        int(pieces.GOLD[after.holds[filon]])
        for filon in range(after.taken)
        if before.owner[filon] == seat != after.owner[filon]
    ]
    filons = " + ".join(map(str, sorted(grams, reverse=True)))
    nuggets = after.cart[seat] - before.cart[seat]
    return line("log.makes", seat=who(seat), n=nuggets, filons=filons)


def _started(before: Plain, outcome: int, after: Plain) -> list[Line]:
    return [line("log.starts", seat=who(after.first))]


def _dealt(before: Plain, outcome: int, after: Plain) -> list[Line]:
    """One's own hand, when it is full."""
    if after.held[before.turn] < pieces.HAND:
        return []
    hand = [card(kind) for kind, n in enumerate(after.hand[before.turn]) for _ in range(n)]
    return [line("log.hand", seat=who(before.turn), **dict(zip("abcdef", hand, strict=True)))]


def _gained(before: Plain, outcome: int, after: Plain) -> list[Line]:
    return [line("log.draws", seat=who(before.turn), card=card(outcome))]


def _rolled(before: Plain, outcome: int, after: Plain) -> list[Line]:
    return [line("log.rolls", seat=who(before.turn), n=outcome - pieces.ROLLED)]


def _digger(s: Plain) -> dict[str, Line | SeatArgument]:
    return {"seat": who(s.turn), "level": depth(mines.dig_level(s.record))}


def _dug(before: Plain, outcome: int, after: Plain) -> list[Line]:
    """A filon: what it holds is told to the digger alone, but for a cave-in or abandon [T32]."""
    holds = outcome - pieces.DUG
    if holds == pieces.CAVE_IN:  # the same whether a prop is asked for or not [T60]
        return [line("log.cave_in", **_digger(before))]
    if holds == pieces.ABANDON:
        return [line("log.abandon", **_digger(before), name=_place(before, before.turn))]
    return [line("log.finds", **_digger(before), ore=_ore(holds))]


def _ore(holds: int) -> Line:
    if holds == pieces.PYRITE:
        return line("ore.pyrite")
    return line("ore.gold", grams=int(pieces.GOLD[holds]))


def _disputed(before: Plain, outcome: int, after: Plain) -> list[Line]:
    """The holder's die, and who must leave [T39]."""
    pips = outcome - pieces.ROLLED
    lines = [line("log.rolls", seat=who(before.rival), n=pips)]
    leaver = rules.must_leave(before.record, pips)
    if leaver == NOBODY:
        return [*lines, line("log.tie")]
    name = _place(before, before.turn)
    return [*lines, line("log.must_leave", seat=who(leaver), name=name)]


def _looted(before: Plain, outcome: int, after: Plain) -> list[Line]:
    """A filon that a winner draws: winner and loser know what it holds [T53]."""
    filon, loser = outcome - pieces.LOOTED, duel.other(before.record)
    both = {"seat": who(before.mover), "rival": who(loser)}
    colour = line(f"colour.{COLOURS[before.level[filon]]}")
    lines = [line("log.loots", **both, colour=colour)]
    if after.holds[filon] >= 0:
        ore = _ore(after.holds[filon])
        lines = [line("log.loots_known", **both, colour=colour, ore=ore)]
    return lines + ([] if after.phase == pieces.LOOT else [line("log.parted", **both)])


def _gone(before: Plain, action: int, after: Plain) -> list[Line]:
    """A move with the squares walked, or a challenge."""
    seat = who(before.turn)
    if action >= pieces.CHALLENGE:
        return _challenged(before, action)
    if action == pieces.STAY:
        return [line("log.stays", seat=seat)]
    to, nuggets = action - pieces.GO, before.cart[before.turn]
    name = notation.SQUARES[to]
    walk = {"seat": seat, "name": name, "place": PLACES[name], "path": path(before, to)}
    if to == roads.AT_BANK and nuggets:
        return [line("log.banks", n=nuggets, **walk)]
    keys = {roads.ROAD: "log.goes", roads.CONCESSION_KIND: "log.arrives"}
    return [line(keys.get(int(roads.KIND[to]), "log.visits"), **walk)]


def _challenged(before: Plain, action: int) -> list[Line]:
    rival = who(action - pieces.CHALLENGE)
    return [line("log.challenges", seat=who(before.turn), rival=rival)]


def _met(before: Plain, action: int, after: Plain) -> list[Line]:
    """What one does who meets others on a concession [T37]."""
    if action >= pieces.CHALLENGE:
        return _challenged(before, action)
    if after.phase == pieces.ANSWERING:
        return [line("log.asks", seat=who(before.turn), rival=who(after.rival))]
    return [line("log.enters", seat=who(before.turn), name=_place(before, before.turn))]


def _answered(before: Plain, action: int, after: Plain) -> list[Line]:
    key = "log.agrees" if action == pieces.AGREE else "log.refuses"
    return [line(key, seat=who(before.rival), rival=who(before.turn))]


def _worked(before: Plain, action: int, after: Plain) -> list[Line]:
    """A swap, or what is done in a mine."""
    seat = who(before.turn)
    if action >= pieces.FOR_DISCARD:
        given, taken = card(action - pieces.FOR_DISCARD), card(before.top)
        return [line("log.swaps_top", seat=seat, card=given, top=taken)]
    if action >= pieces.FOR_TALON:
        return [line("log.swaps", seat=seat, card=card(action - pieces.FOR_TALON))]
    if action == pieces.LEAVE:
        return [line("log.leaves", seat=seat, name=_place(before, before.turn))]
    return [] if action in (pieces.KEEP, pieces.TAKE) else [_played(before, action)]


def _played(before: Plain, action: int) -> Line:
    """A card played in a mine."""
    seat = who(before.turn)
    if action < pieces.LIFT_TO:
        kind = action - pieces.PLAY
        return line("log.plays", seat=seat, card=card(kind if kind < pieces.LIFT else pieces.JOKER))
    first, kind = pieces.LIFT_TO, pieces.LIFT
    if action >= pieces.JOKER_TO:
        first, kind = pieces.JOKER_TO, pieces.JOKER
    return line("log.lifts", seat=seat, card=card(kind), level=depth(action - first))


def _ran(before: Plain, action: int, after: Plain) -> list[Line]:
    """A run that ends though it could go on; how it goes on, the tile tells."""
    if action == pieces.SURFACE:
        return [line("log.surfaces", seat=who(before.turn))]
    if action == pieces.STOP:
        return [line("log.stops", seat=who(before.turn), level=depth(before.depth[before.turn]))]
    return []


def _faced(before: Plain, action: int, after: Plain) -> list[Line]:
    return [line("log.begins", seat=who(after.mover))]


def _fought(before: Plain, action: int, after: Plain) -> list[Line]:
    """A card laid in a duel, or a pass, and how the duel ends with it."""
    both = {"seat": who(before.mover), "rival": who(duel.other(before.record))}
    if action == pieces.PASS:
        key = "log.passes" if before.held[before.mover] else "log.passes_empty"
        lines = [line(key, seat=both["seat"])]
        return lines + ([line("log.drawn", **both)] if before.passes else [])
    kind = min(action - pieces.LAY, pieces.JOKER)
    joker = kind == pieces.JOKER
    steps = action - pieces.LAY_JOKER if joker else int(pieces.DUEL_STEPS[kind])
    gap = before.gap - steps
    key = "log.lays" if steps else "log.stands"
    lines = [line(key, seat=both["seat"], card=card(kind), n=steps, gap=gap)]
    return lines if gap else lines + _won(before, after, both)


def _won(before: Plain, after: Plain, both: dict[str, SeatArgument]) -> list[Line]:
    """A duel won, and what the loser's cart had in it [T53]."""
    lines = [line("log.wins", **both)]
    if nuggets := before.cart[duel.other(before.record)]:
        lines.append(line("log.robs", **both, n=nuggets))
    elif after.phase != pieces.LOOT:
        lines.append(line("log.robs_nothing", **both))
    return lines + ([] if after.phase == pieces.LOOT else [line("log.parted", **both)])


_TELLERS: dict[int, Callable[[Plain, int, Plain], list[Line]]] = {
    pieces.BEGIN: _started,
    pieces.DEAL: _dealt,
    pieces.ROLL: _rolled,
    pieces.BID: _rolled,
    pieces.REPLY: _disputed,
    pieces.DRAW: _gained,
    pieces.REFILL: _gained,
    pieces.DIG: _dug,
    pieces.LOOT: _looted,
    pieces.GOING: _gone,
    pieces.ARRIVING: _met,
    pieces.ANSWERING: _answered,
    pieces.SWAPPING: _worked,
    pieces.WAITING: _worked,
    pieces.MINING: _worked,
    pieces.RUNNING: _ran,
    pieces.FACING: _faced,
    pieces.DUELLING: _fought,
}
