"""What people are shown of Oh My Gold!: all but the loot, which lies covered under the boats."""

from typing import TYPE_CHECKING, Any

import numpy as np

from goldrush.core import CHANCE, OVER, Record
from goldrush.games.contract import Line
from goldrush.games.oh_my_gold.edition import DICE, FACES
from goldrush.games.showing import frame, line
from goldrush.games.showing import seat as player

if TYPE_CHECKING:
    from goldrush.games.oh_my_gold import notation, rules  # bound by games.game()

FIXED: tuple[str, ...] = ()
COVERS = False


def view(s: Record, seat: int) -> dict[str, Any]:
    """The table as *seat* sees it, as plain JSON."""
    over = rules.actor(s) == OVER
    dice = [face for face, n in zip(FACES, s.dice.tolist(), strict=True) for _ in range(n)]
    return {
        **frame(rules, notation, s, seat, _prompt(s), "points", **_tie_breaks(s)),
        "phase": notation.PHASES[s.phase],
        "options": [option.name for option in rules.OPTIONS if s[option.name]],
        "row": s.row.tolist(),
        "pile": {"cards": int(rules.pile(s)), "keys": int(s.top) or None},
        "opening": int(s.opening) or None,
        "closed": s.closed.sum(axis=1).tolist()[1:],
        "dice": dice,
        "rolling": DICE - int(s.used) if s.phase == rules.ROLL else 0,
        "used": int(s.used),
        "again": bool(s.phase == rules.ACT and rules.may_roll_again(s)),
        "boarded": [rival for rival in range(s.seats) if s.boarded >> rival & 1],
        "boats": [_boat(s, owner, shown=over) for owner in range(s.seats)],
        "closing": int(s.closing) if s.closing else None,
        "turns": int(s.turns),
        "shown": [],  # nothing that lay open is covered before all have read it in the log
    }


def log(before: Record, step: int | None, after: Record, seat: int) -> list[Line]:
    """What a step is told as; a choice that asks for a draw is told by the draw."""
    assert step is not None  # all is seen in Oh My Gold!
    if before.phase == rules.BEGIN:
        return [line("log.starts", seat=player(step - rules.STARTS))]
    if before.phase == rules.FILL:
        return [_row(after)] if after.phase != rules.FILL else []
    if before.phase == rules.ROLL:
        key = "log.rolls_again" if before.again else "log.rolls"
        return [line(key, seat=player(before.turn), dice=_dice(after.dice.tolist()))]
    if before.phase == rules.REVEAL:
        return _opened(before, step, after)
    return _acted(before, step, after)


def _prompt(s: Record) -> Line:
    actor = rules.actor(s)
    if actor == OVER:
        return line("prompt.over")
    if actor == CHANCE:
        which = notation.PHASES[s.phase]
        return line(
            f"prompt.{which}", **({} if s.phase == rules.BEGIN else {"seat": player(s.turn)})
        )
    return line(f"prompt.{_choice(s)}", seat=player(actor))


def _choice(s: Record) -> str:
    """What the seat to act may do: use dice, else steal or end, and perhaps roll again."""
    out = np.zeros(rules.ACTIONS + 1, np.int64)
    actions = out[: rules.legal(s, out)].tolist()
    if rules.END not in actions:
        what = "use"
    else:
        what = "steal" if len(actions) > 1 + (rules.ROLL_AGAIN in actions) else "end"
    return f"{what}_or_roll" if rules.ROLL_AGAIN in actions else what


def _boat(s: Record, seat: int, *, shown: bool) -> dict[str, Any]:
    """What a seat has; of its loot only the number of cards shows, until the end [O24]."""
    loot = {
        "coins": int(rules.looted(s, seat, rules.TREASURE_COINS)),
        "diamonds": int(rules.looted(s, seat, rules.TREASURE_DIAMONDS)),
        "bones": int(s.loot[seat, rules.BONES]),
    }
    return {
        "ashore": notation.ashore(s, seat),
        "cards": int(s.loot[seat].sum()),
        **(loot if shown else dict.fromkeys(loot)),
    }


def _tie_breaks(s: Record) -> dict[str, list[int]]:
    """What decides between equal points: diamonds, then few fish bones [O22]."""
    seats = range(s.seats)
    diamonds = [int(rules.looted(s, seat, rules.TREASURE_DIAMONDS)) for seat in seats]
    return {"diamonds": diamonds, "bones": [int(s.loot[seat, rules.BONES]) for seat in seats]}


def _row(s: Record) -> Line:
    """The row as it lies for the next turn, and the keys of the chest that comes after."""
    one, two, three = s.row.tolist()
    if s.top == 0:
        return line("log.last_row", one=one, two=two, three=three)
    return line("log.row", one=one, two=two, three=three, next=int(s.top))


def _opened(before: Record, treasure: int, after: Record) -> list[Line]:
    n = int(before.opening)
    lines = [line("log.opens", seat=player(before.turn), n=n, treasure=_treasure(treasure))]
    if after.closing:
        lines.append(line("log.last_chest"))
    return lines


def _acted(before: Record, action: int, after: Record) -> list[Line]:
    seat = player(before.turn)
    if action == rules.END:
        unused = int(before.dice.sum())
        lines = [line("log.leaves", seat=seat, n=unused)] if unused else []
        if after.phase == rules.ROLL and (before.row != after.row).any():
            lines.append(_row(after))  # the pile's last chest came without a draw
        if after.phase == rules.DONE and rules.ENDS[rules.ended(after)] == "turns":
            lines.append(line("log.turns", n=rules.LAST_TURN))
        return lines
    if action >= rules.STEAL:
        rival, treasure = divmod(action - rules.STEAL, rules.LOADS)
        what = _treasure(treasure + 1)
        return [line("log.steals", seat=seat, rival=player(rival), treasure=what)]
    if action > rules.LOAD:
        return [line("log.loads", seat=seat, treasure=_treasure(action - rules.LOAD))]
    return []


def _dice(counts: list[int]) -> Line:
    """Dice as a line that counts each face there is."""
    faces = [line(f"face.{face}", n=n) for face, n in zip(FACES, counts, strict=True) if n]
    return line(f"dice.{len(faces)}", **dict(zip("abcd", faces, strict=False)))


def _treasure(treasure: int) -> Line:
    coins = line("treasure.coins", n=int(rules.TREASURE_COINS[treasure]))
    diamonds = line("treasure.diamonds", n=int(rules.TREASURE_DIAMONDS[treasure]))
    if coins["args"]["n"] and diamonds["args"]["n"]:
        return line("treasure.both", coins=coins, diamonds=diamonds)
    if treasure == rules.BONES:
        return line("treasure.bones")
    return coins if coins["args"]["n"] else diamonds
