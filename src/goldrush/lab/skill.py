"""Luck and skill: how far strength goes, and what a player loses who keeps to a rule of thumb.

One seat, another in each game, is taken by somebody else than all others are: by who slips more or
less often, by the next better kind of player, by who never steals, or always does.
"""

import math
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import pairwise

import numpy as np

from goldrush.core import Records
from goldrush.lab.blocks import Block, Terms, compile_bots
from goldrush.lab.blocks import play as play_block
from goldrush.lab.charts import Chart, Row
from goldrush.lab.crew import Crew
from goldrush.lab.measures import Figure, mean, odd_share, often, seats, shares
from goldrush.lab.ratings import ELO, SURE
from goldrush.lab.setting import EVEN, LineUp, Setting

SLIPS = (0.0, 0.1, 0.25, 0.5, 0.75, 1.0)  # of one player, among hand-made ones
LADDER = (("uniform", 1.0), ("slipping", 0.6), ("careless", 0.3), ("handmade", 0.0))  # and a search
SEARCH = "search"
LITTLE = 1e-3  # of a share, so that who always wins is not infinitely strong

Play = Callable[[LineUp], Records]


def slips(play: Play, seats: int) -> Chart:
    """What a player wins of hand-made ones who slips so often."""
    rows = [
        Row(f"slip/{round(100 * slip)}", [often(odd_share(play(LineUp(odd=(("slip", slip),)))))])
        for slip in SLIPS
    ]
    return Chart("slips", "curves", "share", "odd", rows, even=1 / seats)


def ladder(play: Play, search: Figure | None, seats: int) -> list[Chart]:
    """What each kind of player wins at a table of the next weaker kind, as shares and as Elo."""
    found = {}
    for (_, lower), (name, upper) in pairwise(LADDER):
        line_up = LineUp((("slip", lower),), (("slip", upper),))
        found[name] = often(odd_share(play(line_up)))
    if search:
        found[SEARCH] = search
    even = 1 / seats
    won = [Row(f"rung/{name}", [share]) for name, share in found.items()]
    elo = [Row(f"rung/{name}", [_points(share, even)]) for name, share in found.items()]
    height = Row("rung/all", [_sum([row.figures[0] for row in elo])])
    return [
        Chart("rungs", "dots", "share", "ladder", won, even=even),
        Chart("height", "table", "points", "ladder", [*elo, height]),
    ]


def clear_rungs(chart: Chart) -> int:
    """How many kinds of players win more than an even share at a table of the next weaker one."""
    assert chart.even is not None
    found = [row.figures[0] for row in chart.rows]
    return sum(one.value - SURE * one.error > chart.even for one in found)


def searched(
    setting: Setting, sims: int, blocks: int, crew: Crew, progress: Callable[[int], object]
) -> Figure:
    """What a search wins at a table of hand-made players, each seat being its own once a block."""
    names = (f"search:sims={sims}", "handmade")
    terms = Terms(setting.game, names, setting.options, setting.seed)
    line_up = (0, *(1 for _ in range(setting.seats - 1)))
    tasks = [Block(n, line_up) for n in range(blocks)]
    work, prepare = partial(play_block, terms), partial(compile_bots, terms)
    found = []
    with closing(crew.in_order(work, tasks, prepare)) as games:
        for played in games:
            won = [one.shares[one.bots.index(0)] for one in played]
            found.append(sum(won) / len(won))
            progress(1)
    return often(np.array(found))


def habits(play: Play, setting: Setting) -> Chart:
    """What a player wins of hand-made ones who never does one kind of thing, or always does.

    Traits of the hand-made player count as habits too, set as low and as high as they can be.
    What changes nothing, because there is no occasion for it, is left out, and so is what comes to
    the same as another habit.
    """
    usual, seen, rows = play(EVEN)["points"], set[bytes](), []
    for name, habit in _habits(setting):
        played = play(LineUp(odd=(habit,)))
        points = played["points"].tobytes()
        if points != usual[: len(played)].tobytes() and points not in seen:
            rows.append(Row(name, [often(odd_share(played))]))
        seen.add(points)
    rows.sort(key=lambda row: row.figures[0].value)
    return Chart("habits", "dots", "share", "odd", rows, even=1 / setting.seats)


def count_habits(setting: Setting) -> int:
    """How many habits there are to be tried."""
    return len(list(_habits(setting)))


def _habits(setting: Setting) -> Iterator[tuple[str, tuple[str, float]]]:
    policy = setting.habits
    if len(policy.KINDS) > 1:
        for number, kind in enumerate(policy.KINDS):
            yield f"never/{kind}", ("never", number)
            yield f"always/{kind}", ("always", number)
    for trait in policy.TRAITS[len(policy.OWN) :]:
        for value in sorted({trait.low, trait.high} - {trait.usual}):
            yield f"trait/{trait.name}={value:g}", (trait.name, value)


def winning(rows: Records, kinds: tuple[str, ...]) -> list[Chart]:
    """What winners did more often, or less, than all seats on the average: all along, and early."""
    if len(kinds) == 1:
        return []
    return [_more(rows, kinds, field) for field in ("kinds", "early")]


def _more(rows: Records, kinds: tuple[str, ...], field: str) -> Chart:
    won, many = shares(rows), seats(rows)
    done = rows[field].astype(np.float64)
    winners = (won[:, :, None] * done).sum(1)
    everybody = done[:, :many].mean(1)
    found = []
    for number, kind in enumerate(kinds):
        usual = float(everybody[:, number].mean())
        if usual > 0:
            more = mean((winners[:, number] - everybody[:, number]) / usual)
            found.append(Row(f"kind/{kind}", [more]))
    found.sort(key=lambda row: -row.figures[0].value)
    return Chart(f"winning_{field}", "dots", "share", "even", found, even=0.0)


def _points(share: Figure, even: float) -> Figure:
    """A share of the win at a table of equals in Elo: what the model of ratings makes of it."""
    won = min(max(share.value, LITTLE), 1 - LITTLE)
    odds = won / (1 - won) * (1 / even - 1)
    return Figure(ELO * math.log(odds), ELO * share.error / (won * (1 - won)), share.games)


def _sum(figures: list[Figure]) -> Figure:
    error = math.hypot(*(one.error for one in figures))
    return Figure(sum(one.value for one in figures), error, min(one.games for one in figures))
