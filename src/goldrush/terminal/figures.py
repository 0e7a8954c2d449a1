"""Figures as tables: what a simulation found and what a bench measured."""

import msgspec
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table

from goldrush.games.texts import Texts
from goldrush.lab.peers import missing
from goldrush.lab.results import Peer, Simulation, Speed


def simulation(result: Simulation, texts: Texts) -> RenderableType:
    """What a simulation found; the texts are those of its game."""
    number = texts.number
    played = {"games": number(result.games), "seats": result.seats, "policy": result.policy}
    grid = Table("", title=escape(texts("figures.simulation", game=result.game, **played)))
    grid.add_column(texts("figures.mean"), justify="right")
    grid.add_column(texts("figures.deviation"), justify="right")
    spreads = [
        (texts("figures.turns"), result.turns),
        (texts("figures.decisions"), result.decisions),
        (texts("figures.draws"), result.draws),
        (texts("figures.winner_points"), result.winner_points),
    ]
    spreads += [(texts("figures.points", n=n), found) for n, found in enumerate(result.points)]
    for name, found in spreads:
        grid.add_row(name, number(found.mean, 2), number(found.sd, 2))
    shares = [(texts("figures.wins", n=n), share) for n, share in enumerate(result.wins)]
    shares.append((texts("figures.shared_wins"), result.shared_wins))
    shares += [(escape(texts(f"end.{end}")), share) for end, share in result.ends.items()]
    for name, share in shares:
        grid.add_row(name, texts("figures.percent", share=number(100 * share, 2)))
    return Group(grid, texts("figures.steps", steps=number(result.steps_per_s)))


def speed(result: Speed, texts: Texts) -> RenderableType:
    """What a bench measured of one game."""
    number = texts.number
    size = {"game": result.game, "bytes": number(result.state_bytes)}
    grid = Table(title=texts("figures.speed", **size))
    keys = ("seats", "steps_a_second", "games_a_second", "through_position", "bare")
    for key in (*keys, "in_arrays", "unseen"):
        grid.add_column(texts(f"figures.{key}"), justify="right")
    for row in result.rows:
        grid.add_row(*map(number, msgspec.structs.astuple(row)))
    loads = {
        "cold": number(result.cold_compile_s, 2),
        "warm": number(result.warm_load_s, 2),
        "prompt": number(result.first_prompt_s, 2),
    }
    found = result.search
    search = {
        "seats": found.seats,
        "sims": number(found.sims_per_s),
        "games": number(found.player_games_per_s),
        "answer": number(found.first_answer_s, 2),
        "cold": number(found.cold_answer_s, 2),
    }
    lines = [texts("figures.loads", **loads), texts("figures.search", **search)]
    if twin := result.c_twin:
        ratio = {"ratio": number(twin.ratio, 2), "steps": number(twin.steps_per_s)}
        lines.append(texts("figures.beside_c", **ratio))
    else:
        lines.append(texts("figures.no_c"))
    return Group(grid, *map(escape, lines))


def peers(found: list[Speed], others: list[Peer], texts: Texts) -> RenderableType:
    """What was measured of our batches, at the slowest number of seats, beside other libraries."""
    grid = Table(texts("figures.library"), texts("figures.game"), title=texts("figures.peers"))
    grid.add_column(texts("figures.steps_a_second"), justify="right")
    for speed in found:
        slowest = min(row.batch_actions_per_s for row in speed.rows)
        grid.add_row("goldrush.Batch", speed.game, texts.number(slowest))
    for other in others:
        if other.steps_per_s is not None:
            name = f"{other.library} {other.version}"
            grid.add_row(name, other.game, texts.number(other.steps_per_s))
    absent = dict.fromkeys(other.library for other in others if other.steps_per_s is None)
    lines = [
        texts("figures.no_peer", library=library, packages=", ".join(missing(library)))
        for library in absent
    ]
    return Group(grid, *map(escape, lines))
