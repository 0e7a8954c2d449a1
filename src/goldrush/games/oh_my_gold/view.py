"""What people are shown of Oh My Gold!: all but the loot, which lies covered under the boats."""

from typing import TYPE_CHECKING

from goldrush.core import CHANCE
from goldrush.games.oh_my_gold.edition import CHESTS, DICE, FACES
from goldrush.games.oh_my_gold.shapes import Boat, Pile, Treasure, View
from goldrush.games.plain import Plain
from goldrush.games.shapes import Line
from goldrush.games.views import common, line, who

if TYPE_CHECKING:
    from goldrush.games.oh_my_gold import notation, rules  # bound by games.game()

TREASURES = [
    Treasure(name, int(coins), int(diamonds))
    for name, coins, diamonds in zip(
        rules.TREASURES, rules.TREASURE_COINS, rules.TREASURE_DIAMONDS, strict=True
    )
]
FIXED = ("treasures",)
COVERS = False
SECRETS = False  # loot is covered, even one's own, which the log has told [O24]
WHISPERS = False
PAUSES: tuple[str, ...] = ()
PARAGRAPHS = {
    "begin": "O5",
    "fill": "O14",
    "roll": "O6",
    "reveal": "O8",
    "waits": "O6",
    "use": "O7",
    "use_or_roll": "O6",
    "steal": "O16",
    "steal_or_roll": "O16",
    "end": "O12",
    "end_or_roll": "O12",
    "over": "O22",
}


def view(s: Plain, seat: int) -> View:
    """The table; nothing that lay open is covered before all have read it in the log."""
    return View(
        **common(rules, notation, s, seat, _prompt(s), PARAGRAPHS, "points", **_tie_breaks(s)),
        phase=notation.PHASES[s.phase],
        options=[option.name for option in rules.OPTIONS if getattr(s, option.name)],
        at_once=not _waiting(s),
        treasures=TREASURES,
        row=s.row,
        keyed=[slot for slot in range(rules.SLOTS) if rules.waits(s.record, slot)],
        pile=Pile(rules.pile(s.record), s.top or None),
        opening=s.opening or None,
        closed=[sum(chests) for chests in s.closed[1:]],
        chests=CHESTS,
        dice=[face for face, n in zip(FACES, s.dice, strict=True) for _ in range(n)],
        idle=_idle(s),
        rolling=DICE - s.used if s.phase == rules.ROLL else 0,
        used=s.used,
        again=s.phase == rules.ACT and rules.may_roll_again(s.record),
        boarded=[rival for rival in range(s.seats) if s.boarded >> rival & 1],
        boats=[_boat(s, owner, shown=s.uncovered) for owner in range(s.seats)],
        closing=s.closing or None,
        turns=s.turns,
    )


def log(before: Plain, step: int | None, after: Plain, seat: int) -> list[Line]:
    """What a step is told as; a choice that asks for a draw is told by the draw."""
    assert step is not None  # all is seen in Oh My Gold!
    if before.phase == rules.BEGIN:
        return [line("log.starts", seat=who(step - rules.STARTS))]
    if before.phase == rules.FILL:
        return [_row(after)] if after.phase != rules.FILL else []
    if before.phase == rules.ROLL:
        key = "log.rolls_again" if before.again else "log.rolls"
        return [line(key, seat=who(before.turn), dice=_dice(after.dice))]
    if before.phase == rules.REVEAL:
        return _opened(before, step, after)
    return _acted(before, step, after)


def _prompt(s: Plain) -> Line:
    if s.finished:
        return line("prompt.over")
    if s.actor == CHANCE:
        which = notation.PHASES[s.phase]
        return line(f"prompt.{which}", **({} if s.phase == rules.BEGIN else {"seat": who(s.turn)}))
    return line(f"prompt.{_choice(s)}", seat=who(s.actor))


def _choice(s: Plain) -> str:
    """What the seat to act may do: use dice, else steal or end, and perhaps roll again."""
    again = rules.ROLL_AGAIN in s.actions
    done = "steal" if len(s.actions) > 1 + again else "end"
    what = done if rules.END in s.actions else "use"
    return f"{what}_or_roll" if again else what


def _idle(s: Plain) -> dict[str, Line]:
    """Why dice with a face complete nothing [O7]; those that something can use are not there."""
    if s.phase != rules.ACT:
        return {}
    reasons = {"key": _no_chest, "coin": _no_load, "diamond": _no_load, "sabres": _no_theft}
    lying = [face for face, n in zip(FACES, s.dice, strict=True) if n]
    return {face: reasons[face](s, face) for face in lying if face not in _useful(s)}


def _useful(s: Plain) -> set[str]:
    """The faces that something to be done now takes, or what may be found by it [O10]."""
    found = set()
    for action in s.actions:
        if rules.OPEN <= action <= rules.LOAD:
            found |= {"key"} if _waiting(s) else {"key", "coin", "diamond"}
        elif rules.LOAD < action < rules.END:
            theft = action >= rules.STEAL
            taken = (action - rules.STEAL) % rules.LOADS + 1 if theft else action - rules.LOAD
            needs = (0, rules.TREASURE_COINS[taken], rules.TREASURE_DIAMONDS[taken], theft)
            found |= {face for face, n in zip(FACES, needs, strict=True) if n}
    return found | {"sabres"} if found and s.wild else found


def _waiting(s: Plain) -> bool:
    """Whether chests wait for the end of the turn with their keys on them [O10]."""
    return rules.CHESTS_WAIT and s.placing == rules.ALL


def _no_chest(s: Plain, face: str) -> Line:
    closed = [keys for n, keys in enumerate(s.row) if keys and not rules.waits(s.record, n)]
    return line("idle.keys", n=min(closed)) if closed else line("idle.no_chest")


def _no_load(s: Plain, face: str) -> Line:
    own = [t for t in range(1, rules.LOADS + 1) if s.ashore[s.turn][t]]
    shown = rules.TREASURE_COINS if face == "coin" else rules.TREASURE_DIAMONDS
    fitting = [t for t in own if shown[t]]
    if not own:
        return line("idle.no_treasure")
    if not fitting:
        return line("idle.no_coin" if face == "coin" else "idle.no_diamond")
    return line("idle.whole") if s.wild else line("idle.load", **_nearest(s, fitting))


def _no_theft(s: Plain, face: str) -> Line:
    if not s.steal:
        return line("idle.whole" if s.wild else "idle.sabres")
    rivals = [seat for seat in range(s.seats) if seat != s.turn]
    theirs = [t for t in range(1, rules.LOADS + 1) if any(s.ashore[seat][t] for seat in rivals)]
    if not theirs:
        return line("idle.no_rival")
    return line("idle.whole") if s.wild else line("idle.steal", **_nearest(s, theirs))


def _nearest(s: Plain, treasures: list[int]) -> dict[str, Line]:
    """The treasure that lacks the fewest dice, and which these are."""
    lacking = {t: _lacking(s, t) for t in treasures}
    nearest = min(treasures, key=lambda t: sum(lacking[t]))
    return {"treasure": _treasure(nearest), "missing": _dice(lacking[nearest])}


def _lacking(s: Plain, treasure: int) -> list[int]:
    """How many dice of each face are missing for all places of a treasure."""
    coins, diamonds = rules.TREASURE_COINS[treasure], rules.TREASURE_DIAMONDS[treasure]
    wanted = [0, int(coins), int(diamonds), 0]
    return [max(n - has, 0) for n, has in zip(wanted, s.dice, strict=True)]


def _boat(s: Plain, seat: int, *, shown: bool) -> Boat:
    """What a seat has; of its loot only the number of cards shows, until the end [O24]."""
    ashore, cards = notation.ashore(s.ashore[seat]), sum(s.loot[seat])
    if not shown:
        return Boat(ashore, cards, None, None, None)
    coins = rules.looted(s.record, seat, rules.TREASURE_COINS)
    diamonds = rules.looted(s.record, seat, rules.TREASURE_DIAMONDS)
    return Boat(ashore, cards, coins, diamonds, s.loot[seat][rules.BONES])


def _tie_breaks(s: Plain) -> dict[str, list[int]]:
    """What decides between equal points: diamonds, then few fish bones [O22]."""
    if not s.finished:
        return {}
    diamonds = [rules.looted(s.record, seat, rules.TREASURE_DIAMONDS) for seat in range(s.seats)]
    return {"diamonds": diamonds, "bones": [loot[rules.BONES] for loot in s.loot]}


def _row(s: Plain) -> Line:
    """The row as it lies for the next turn, and the keys of the chest that comes after."""
    one, two, three = s.row
    if s.top == 0:
        return line("log.last_row", one=one, two=two, three=three)
    return line("log.row", one=one, two=two, three=three, next=s.top)


def _opened(before: Plain, treasure: int, after: Plain) -> list[Line]:
    opened = {"n": before.opening, "treasure": _treasure(treasure)}
    lines = [line("log.opens", seat=who(before.turn), **opened)]
    if after.closing and not before.closing:
        lines.append(line("log.last_chest"))
    return [*lines, *_turn_over(before, after)]


def _acted(before: Plain, action: int, after: Plain) -> list[Line]:
    seat = who(before.turn)
    if action == rules.END:
        unused = sum(before.dice)
        lines = [line("log.leaves", seat=seat, n=unused)] if unused else []
        return [*lines, *_turn_over(before, after)]
    if action >= rules.STEAL:
        rival, treasure = divmod(action - rules.STEAL, rules.LOADS)
        what = _treasure(treasure + 1)
        return [line("log.steals", seat=seat, rival=who(rival), treasure=what)]
    if action > rules.LOAD:
        return [line("log.loads", seat=seat, treasure=_treasure(action - rules.LOAD))]
    if after.phase == rules.ACT and action != rules.ROLL_AGAIN:
        return [line("log.keys", seat=seat, n=before.row[action - rules.OPEN])]
    return []


def _turn_over(before: Plain, after: Plain) -> list[Line]:
    """What is told where a step ends the turn, and nothing is drawn for the next one."""
    if after.turns == before.turns:
        return []
    if after.phase == rules.ROLL and before.row != after.row:
        return [_row(after)]  # the pile's last chest came without a draw
    if after.phase == rules.DONE and rules.ENDS[rules.ended(after.record)] == "turns":
        return [line("log.turns", n=rules.LAST_TURN)]
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
