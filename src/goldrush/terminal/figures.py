"""Figures as tables: what a simulation found and what a bench measured."""

import msgspec
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table

from goldrush.games.texts import Texts
from goldrush.lab.results import Simulation, Speed


def simulation(result: Simulation, texts: Texts) -> RenderableType:
    """What a simulation found."""
    what = f"{result.games:,} games, {result.seats} seats, {result.policy}"
    grid = Table("", title=f"{result.game}: {what}")
    grid.add_column("mean", justify="right")
    grid.add_column("sd", justify="right")
    spreads = [
        ("turns", result.turns),
        ("decisions", result.decisions),
        ("draws", result.draws),
        ("winner_points", result.winner_points),
    ]
    spreads += [(f"points, {n} after the start", found) for n, found in enumerate(result.points)]
    for name, found in spreads:
        grid.add_row(name, f"{found.mean:.2f}", f"{found.sd:.2f}")
    shares = [(f"wins, {n} after the start", share) for n, share in enumerate(result.wins)]
    shares.append(("shared wins", result.shared_wins))
    shares += [(escape(texts(f"end.{end}")), share) for end, share in result.ends.items()]
    for name, share in shares:
        grid.add_row(name, f"{share:.2%}")
    return Group(grid, f"{result.steps_per_s:,} steps/s")


def speed(result: Speed) -> RenderableType:
    """What a bench measured of one game."""
    grid = Table(title=f"{result.game}: {result.state_bytes} bytes a position")
    for key in ("seats", "steps/s", "games/s", "Position steps/s", "bare steps/s"):
        grid.add_column(key, justify="right")
    for row in result.rows:
        grid.add_row(*(f"{value:,}" for value in msgspec.structs.astuple(row)))
    lines = [
        f"cold compile {result.cold_compile_s} s, warm load {result.warm_load_s} s, "
        f"first prompt {result.first_prompt_s} s"
    ]
    found = result.search
    lines.append(
        f"search, {found.seats} seats: {found.sims_per_s:,} simulations/s (the player in it: "
        f"{found.player_games_per_s:,} games/s), first answer of a process "
        f"{found.first_answer_s} s, without a cache {found.cold_answer_s} s"
    )
    if twin := result.c_twin:
        lines.append(f"{twin.ratio} x the speed of C ({twin.steps_per_s:,} steps/s)")
    else:
        lines.append("no comparison with C: it needs a C compiler and the source tree")
    return Group(grid, *lines)
