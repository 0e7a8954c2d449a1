"""Standings of a league, as tables for the terminal and for a page in Markdown."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table

from goldrush.lab.results import Gap, League, Standings

HEAD = ("bot", "Elo", "to next", "wins, %", "points", "ms", "games")
NONE = "–"

Rows = list[list[str]]  # the first is the head


def standings(result: League) -> RenderableType:
    """What a league found."""
    grids = []
    for table in result.tables:
        grids += [_grid(rows, title) for title, rows in _tables(result, table)]
    return Group(*grids)


def markdown(result: League) -> str:
    """The same for a page."""
    parts = [
        f"**{title}**\n\n{_lines(rows)}"
        for table in result.tables
        for title, rows in _tables(result, table)
    ]
    return "\n\n".join(parts)


def _tables(result: League, table: Standings) -> Iterator[tuple[str, Rows]]:
    """The tables of one number of seats, each with its title."""
    played = f"{table.games:,} games in {table.blocks:,} blocks"
    chosen = "".join(f", {name}={value}" for name, value in result.options.items())
    seats = f"{table.seats} seats"
    yield f"{result.game}, {seats}: {played}, seed {result.seed}{chosen}", _ranking(table)
    if table.direct:
        yield f"{result.game}, {seats}: % won by row against column", _cross(table)


def _ranking(table: Standings) -> Rows:
    """The bots from the strongest down."""
    rows = [list(HEAD)]
    for place, bot in enumerate(table.bots, start=1):
        anchor = bot.bot == table.anchor
        rating = "0" if anchor else _margin(bot.rating, bot.rating_margin, 0)
        gap = _gap(table.steps[place - 1]) if place <= len(table.steps) else NONE
        wins = _margin(bot.share, bot.share_margin, 1, 100)
        figures = [_figure(bot.points, 1), _figure(bot.ms_per_decision, 2)]
        name = f"{place} {bot.bot}"
        rows.append([name, rating, gap, wins, *figures, f"{bot.games:,}"])
    return rows


def _gap(gap: Gap) -> str:
    """How far it is down to the next bot; without ">" they may as well be equal."""
    sign = ">" if gap.clear else "≈"
    return f"{sign} {_margin(gap.difference, gap.margin, 0)}"


def _cross(table: Standings) -> Rows:
    """What each bot won of each other; the columns are places."""
    names = [bot.bot for bot in table.bots]
    won = {}
    for pair in table.direct:
        share, margin = pair.share, pair.share_margin
        won[pair.bot, pair.other] = _margin(share, margin, 0, 100)
        lost = None if share is None else 1 - share
        won[pair.other, pair.bot] = _margin(lost, margin, 0, 100)
    rows = [
        [f"{place} {name}", *(won.get((name, other), "") for other in names)]
        for place, name in enumerate(names, start=1)
    ]
    return [["bot", *(str(place) for place, _ in enumerate(names, start=1))], *rows]


def _grid(rows: Rows, title: str) -> Table:
    first, *others = rows[0]
    grid = Table(title=escape(title))
    grid.add_column(first, no_wrap=True)
    for name in others:
        grid.add_column(name, justify="right", no_wrap=True)
    for row in rows[1:]:
        grid.add_row(*map(escape, row))
    return grid


def _lines(rows: Rows) -> str:
    """A table in Markdown."""
    sides = ["---", *("---:" for _ in rows[0][1:])]
    return "\n".join(f"| {' | '.join(row)} |" for row in [rows[0], sides, *rows[1:]])


def _margin(value: float | None, margin: float | None, digits: int, times: int = 1) -> str:
    """A figure with its error on either side."""
    if value is None or margin is None:
        return NONE
    return f"{_figure(value * times, digits)} ± {_figure(margin * times, digits)}"


def _figure(value: float | None, digits: int) -> str:
    return NONE if value is None else f"{round(value, digits) + 0.0:.{digits}f}"  # not -0
