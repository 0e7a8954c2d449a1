"""What happens on Gold River, line by line; ``rules`` and ``outlook`` are bound by view.py.

Squares are told by name; the line of a move has its whole ``path`` besides, for those who draw it.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from goldrush.core import blank
from goldrush.core.seats import after as next_seat
from goldrush.games.gold_river.edition import KINDS
from goldrush.games.gold_river.purse import BROKEN, CARATS
from goldrush.games.plain import Plain
from goldrush.games.shapes import Line
from goldrush.games.views import line, who

if TYPE_CHECKING:
    from goldrush.games.gold_river import outlook, rules


class Journey(NamedTuple):
    """A boat's move: the squares from the first to the last, and where it was bounced."""

    path: list[str]
    bend: str | None


def log(before: Plain, step: int | None, after: Plain, seat: int) -> list[Line]:
    """What a step is told as, and what comes of a turn's end."""
    assert step is not None  # all is seen in Gold River
    told: list[Line] = _TELLERS[before.phase](before, step, after)
    return told + _turn_over(before, after)


def journey(s: Plain, step: int) -> Journey:
    """The move that a roll or a choice of way makes."""
    rolled = s.phase == rules.ROLL
    pips, way = (step - rules.ROLLED, None) if rolled else (s.pips, step)
    return _sailed(s.boat[s.turn], s.leg, s.heading, pips, way)


@cache
def _sailed(square: int, leg: int, heading: int, pips: int, way: int | None) -> Journey:
    """The same for every boat that lies there, by the rules' own steps."""
    river, moving, bend = rules.river, blank(rules.STATE), None
    moving.boat[0], moving.leg, moving.heading, moving.pips = square, leg, heading, pips
    path = [river.NAMES[square]]
    if way == rules.TURN_OFF:
        river.turn_off(moving)
        path.append(river.NAMES[moving.boat[0]])
    while not river.halted(moving) or (way is not None and len(path) == 1):
        heading = moving.heading
        river.sail(moving)
        if moving.heading != heading:
            bend = path[-1]
        path.append(river.NAMES[moving.boat[0]])
    return Journey(path, bend)


def place(s: Plain, square: int) -> Line:
    """A square by what it is now; its name is for those who see it on their map."""
    kind = KINDS[rules.river.KIND[square]]
    if kind == "mine" and s.lying[square] == rules.EMPTY:
        kind = "empty"
    if rules.river.TRIBUTARY[square] != rules.river.NOWHERE and kind == "plain":
        kind = "confluence"
    return line(f"place.{kind}", name=rules.river.NAMES[square])


def amont(s: Plain) -> bool:
    """Whether the word is said for going up, and none for going down: in leg two, as an option."""
    return bool(s.call and s.leg)


def _carats(n: int) -> Line:
    return line("amount.carats", n=n)


def _founded(before: Plain, step: int, after: Plain) -> list[Line]:
    done = after.phase == rules.BEGIN
    return [line("log.bank", carats=_carats(after.bank))] if done else []


def _began(before: Plain, step: int, after: Plain) -> list[Line]:
    return [line("log.starts", seat=who(step - rules.STARTS))]


def _called(before: Plain, step: int, after: Plain) -> list[Line]:
    """The word, if one has to be said."""
    seat = who(before.turn)
    if amont(before):
        return [line("log.calls_amont", seat=seat)] if step == rules.GO_UP else []
    return [line("log.calls_aval", seat=seat)] if step == rules.GO_DOWN else []


def _moved(before: Plain, step: int, after: Plain) -> list[Line]:
    """The move, and what the square does at once where it ends."""
    path, bend = journey(before, step)
    end = after.boat[before.turn]
    pips = step - rules.ROLLED if before.phase == rules.ROLL else before.pips
    told = line(
        f"log.{_verb(before, step, after, path)}{'_bounced' if bend else ''}",
        seat=who(before.turn),
        pips=pips,
        start=path[0],
        end=place(before, end),
        path=path,
        bend=bend,
        left=line("amount.squares", n=after.pips),
        **_bounce(path, bend, pips),
    )
    return [told] if after.phase == rules.FORK else [told, *_landed(before, end, after)]


def _bounce(path: list[str], bend: str | None, pips: int) -> dict[str, Any]:
    """Why a boat turned back [V12]: where the river ends, and how many pips were too many."""
    if bend is None:
        return {}
    kind, exact = KINDS[rules.river.KIND[rules.river.NAMES.index(bend)]], path.index(bend)
    where = line(f"goal.{kind}" if kind in ("mouth", "source") else "goal.spring", name=bend)
    return {"where": where, "exact": exact, "over": line("amount.squares", n=pips - exact)}


def _verb(before: Plain, step: int, after: Plain, path: list[str]) -> str:
    if before.phase == rules.FORK:
        return "turns_off" if step == rules.TURN_OFF else "goes_on"
    if len(path) == 1:
        return "at_fork" if after.phase == rules.FORK else "stays"
    if after.phase == rules.FORK:
        return "to_fork"
    return "rolls_up" if before.heading == rules.river.UP else "rolls_down"


def _landed(before: Plain, square: int, after: Plain) -> list[Line]:
    """What a square takes or refuses without a draw or a choice."""
    had, has = before.purse[before.turn], after.purse[before.turn]
    gone = [then - now for then, now in zip(had, has, strict=True)]
    key = _effect(KINDS[rules.river.KIND[square]], before, after, lost=any(gone))
    if key is None:
        return []
    pieces = [{"carats": c, "count": n} for c, n in zip(CARATS, gone, strict=True) if n]
    told = line(
        f"log.{key}",
        seat=who(before.turn),
        carats=_carats(sum(piece["carats"] * piece["count"] for piece in pieces)),
        nuggets=line("amount.nuggets", n=sum(gone)),
        had=sum(had),
        which=", ".join(f"{piece['count']} × {piece['carats']}" for piece in pieces),
        pieces=pieces,
    )
    return [told]


def _effect(kind: str, before: Plain, after: Plain, *, lost: bool) -> str | None:
    """What happens on a square, by its key; None when it goes on with a draw or a choice."""
    if kind in ("falls", "indians", "bandits"):
        if lost:
            return kind
        return f"spared_{kind}" if any(before.purse[before.turn]) else "spared"
    if kind == "mine" and after.phase != rules.DIG:
        return "no_mine"
    if after.phase == rules.GOAL:
        return "mouth" if before.leg else "source"
    if kind in _ASKING and after.phase != _ASKING[kind]:
        return f"no_{kind}"
    return {"saloon": "drinks", "prison": "prison"}.get(kind)


_ASKING = {"saloon": rules.DRINK, "casino": rules.BET}  # what follows there, if one has carats


def _took(before: Plain, size: int, after: Plain) -> list[Line]:
    """A nugget from a mine or the goal; one of leg two, only if the bank has as much [V37]."""
    seat, carats = who(before.turn), _carats(CARATS[size])
    if before.purse[before.turn] == after.purse[before.turn]:
        return [line("log.unpaid", seat=seat, carats=carats, bank=_carats(before.bank))]
    key = "log.digs" if before.phase == rules.DIG else "log.takes"
    return [line(key, seat=seat, carats=carats)]


def _drank(before: Plain, step: int, after: Plain) -> list[Line]:
    won = before.bank - after.bank
    key = "log.saloon_wins" if won else "log.saloon_loses"
    told = {"pips": step - rules.ROLLED, "wins": outlook.winning(outlook.PAYS.saloon)}
    return [line(key, seat=who(before.turn), carats=_carats(won), **told)]


def _bet(before: Plain, step: int, after: Plain) -> list[Line]:
    key = "log.stakes" if after.phase == rules.SPIN else "log.stakes_nothing"
    return [line(key, seat=who(before.turn), carats=_carats(step - rules.STAKE))]


def _spun(before: Plain, step: int, after: Plain) -> list[Line]:
    won = before.bank - after.bank - before.stake
    key = "log.casino_wins" if won > 0 else "log.casino_loses"
    told = {"pips": step - rules.ROLLED, "wins": outlook.winning(outlook.PAYS.casino)}
    told |= {"stake": _carats(before.stake), "times": won // before.stake}
    return [line(key, seat=who(before.turn), carats=_carats(abs(won)), **told)]


def _saved(before: Plain, step: int, after: Plain) -> list[Line]:
    deposit = step - rules.DEPOSIT
    more = deposit - before.deposit[before.turn]
    key = "log.deposits" if more > 0 else "log.withdraws" if more < 0 else "log.keeps"
    carats, now = _carats(abs(more)), _carats(deposit)
    return [line(key, seat=who(before.turn), carats=carats, deposit=now)]


def _changed(before: Plain, step: int, after: Plain) -> list[Line]:
    if step == rules.ENOUGH:
        return []
    size = step - rules.BREAK
    parts = [CARATS[n] for n in range(size - 1, -1, -1) for _ in range(BROKEN[size, n])]
    broken = {"carats": CARATS[size], "parts": " + ".join(map(str, parts))}
    return [line("log.breaks", seat=who(before.turn), **broken)]


def _turn_over(before: Plain, after: Plain) -> list[Line]:
    """Who misses a turn, and whether a leg or the rounds are over."""
    if after.turns == before.turns:
        return []
    new_leg = after.leg > before.leg
    told = [line("log.leg_two")] if new_leg else []
    passed = after.leg_turns - (-1 if new_leg else before.leg_turns)
    seat = before.turn
    for _ in range(passed - 1):
        seat = next_seat(seat, before.seats)
        told.append(line("log.misses", seat=who(seat)))
    if after.phase == rules.DONE and rules.ENDS[rules.ended(after.record)] == "rounds":
        told.append(line("log.rounds", n=rules.LAST_ROUND))
    return [*told, outlook.verdict(after)] if after.phase == rules.DONE else told


_TELLERS: dict[int, Callable[..., list[Line]]] = {
    rules.FOUND: _founded,
    rules.BEGIN: _began,
    rules.CALL: _called,
    rules.ROLL: _moved,
    rules.FORK: _moved,
    rules.DIG: _took,
    rules.DRINK: _drank,
    rules.BET: _bet,
    rules.SPIN: _spun,
    rules.SAVE: _saved,
    rules.CHANGE: _changed,
    rules.GOAL: _took,
}
