"""What squares pay and take, how far the end is, what decided; ``rules`` is bound by view.py."""

from typing import TYPE_CHECKING

import numpy as np

from goldrush.core.seats import NOBODY
from goldrush.games.gold_river.purse import CARATS
from goldrush.games.gold_river.shapes import Nuggets, Pays, Purse
from goldrush.games.plain import Plain
from goldrush.games.shapes import Line
from goldrush.games.views import line, who

if TYPE_CHECKING:
    from goldrush.games.gold_river import rules


def nuggets(counts: list[int]) -> list[Nuggets]:
    """Nuggets by their carats, the dearest first."""
    sizes = zip(CARATS, counts, strict=False)
    return [Nuggets(carats, count) for carats, count in sizes][::-1]


def purse(s: Plain, seat: int) -> Purse:
    """What a seat has, what falls [V21] and an ambush [V22] would take, what it may stake [V20]."""
    held, deposit = s.purse[seat], s.deposit[seat]
    pieces = [carats for carats, n in zip(CARATS, held, strict=True) for _ in range(n)]
    spilt = pieces[: len(pieces) // 2]
    return Purse(
        nuggets=nuggets(held),
        count=len(pieces),
        carats=sum(pieces),
        deposit=deposit,
        total=sum(pieces) + deposit,
        spilt=len(spilt),
        falls=sum(spilt),
        ransom=sum(pieces) // 2,
        stake=min(sum(pieces), s.bank // 3),
    )


def _pays() -> Pays:
    """What squares pay, by the roll from 1 on, and which nuggets a leg begins with.

    The rules say the same where they are compiled; a test plays every roll and compares.
    """
    rolls = range(1, rules.DIE + 1)
    saloon = [2 + 2 * pips if pips <= 2 else 0 for pips in rolls]  # [V17]
    casino = [1 + pips if pips <= 3 else 0 for pips in rolls]  # [V19]
    mix = nuggets(rules.ROUND_MIX.tolist())
    return Pays(rules.FARE, saloon, casino, rules.AT_GOAL, mix)


def winning(paid: list[int]) -> str:
    """The rolls that pay anything: they are the lowest ones [V17, V19]."""
    return f"1–{sum(n > 0 for n in paid)}"


PAYS = _pays()


def ends(s: Plain) -> Line:
    """What wins and when the match ends, while it is played [V32, V34, V36]."""
    key = "mouth" if s.leg else "half" if s.legs else "source"
    return line(f"ends.{key}", nuggets=rules.AT_GOAL)


def to_go(s: Plain) -> list[int]:
    """How many squares each boat is from the goal of this leg, out of a tributary and on."""
    return [int(rules.river.TO_GOAL[s.leg, at]) for at in s.boat[: s.seats]]


def verdict(s: Plain) -> Line:
    """Who has won, and what decided: carats, and between equals who ended the match [V34, V35]."""
    carats, places = np.zeros((2, rules.MAX_SEATS), np.int64)
    rules.score(s.record, carats)
    rules.rank(s.record, places)
    winners = [seat for seat in range(s.seats) if places[seat] == 1]
    level = sum(int(carats[seat] == carats[winners[0]]) for seat in range(s.seats))
    if len(winners) > 1:
        key = "shared"
    elif s.ended_by == NOBODY:
        key = "rounds"
    elif s.ended_by != winners[0]:
        key = "other"
    else:
        key = "level" if level > 1 else "first"
    return line(
        f"prompt.over.{key}",
        winner=who(winners[0]),
        ender=who(max(s.ended_by, 0)),
        carats=line("amount.carats", n=int(carats[winners[0]])),
        goal=line("goal.mouth" if s.leg else "goal.source"),
        rounds=rules.LAST_ROUND,
    )
