"""Standings of a league, as tables for the terminal and for a page in Markdown."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from goldrush.games.texts import Texts
from goldrush.lab.results import Gap, League, Rated, Standings

HEAD = ("bot", "elo", "gap", "wins", "points", "ms", "games")  # "league.<column>"
NONE = "–"

Rows = list[list[str]]  # the first is the head


def standings(result: League, texts: Texts) -> RenderableType:
    """What a league found."""
    shown: list[RenderableType] = []
    for table in result.tables:
        shown += [_grid(rows, title) for title, rows in _tables(result, table, texts)]
        shown += [_lost(bot, table.seats, texts) for bot in table.bots if bot.lost]
    return Group(*shown)


def markdown(result: League, texts: Texts) -> str:
    """The same for a page."""
    parts = [
        f"**{title}**\n\n{_lines(rows)}"
        for table in result.tables
        for title, rows in _tables(result, table, texts)
    ]
    return "\n\n".join(parts)


def _tables(result: League, table: Standings, texts: Texts) -> Iterator[tuple[str, Rows]]:
    """The tables of one number of seats, each with its title."""
    played = {
        "games": texts.number(table.games),
        "blocks": texts.number(table.blocks),
        "seed": result.seed,
        "options": "".join(f", {name}={value}" for name, value in result.options.items()),
    }
    which = {"game": result.game, "seats": table.seats}
    yield texts("league.ranking", **which, **played), _ranking(table, texts)
    if table.direct:
        yield texts("league.cross", **which), _cross(table, texts)


def _lost(bot: Rated, seats: int, texts: Texts) -> RenderableType:
    """Says that a rating is not all of it the bot's own."""
    figures = {"lost": texts.number(bot.lost), "decisions": texts.number(bot.decisions)}
    return Text(texts("league.lost", bot=bot.bot, seats=seats, **figures), "yellow")


def _ranking(table: Standings, texts: Texts) -> Rows:
    """The bots from the strongest down."""
    rows = [[texts(f"league.{column}") for column in HEAD]]
    for place, bot in enumerate(table.bots, start=1):
        anchor = bot.bot == table.anchor
        rating = "0" if anchor else _margin(texts, bot.rating, bot.rating_margin)
        gap = _gap(table.steps[place - 1], texts) if place <= len(table.steps) else NONE
        wins = _margin(texts, bot.share, bot.share_margin, 1, 100)
        figures = [_figure(texts, bot.points, 1), _figure(texts, bot.ms_per_decision, 2)]
        name = f"{place} {bot.bot}"
        rows.append([name, rating, gap, wins, *figures, texts.number(bot.games)])
    return rows


def _gap(gap: Gap, texts: Texts) -> str:
    """How far it is down to the next bot; without ">" they may as well be equal."""
    sign = ">" if gap.clear else "≈"
    return f"{sign} {_margin(texts, gap.difference, gap.margin)}"


def _cross(table: Standings, texts: Texts) -> Rows:
    """What each bot won of each other; the columns are places."""
    names = [bot.bot for bot in table.bots]
    won = {}
    for pair in table.direct:
        share, margin = pair.share, pair.share_margin
        won[pair.bot, pair.other] = _margin(texts, share, margin, 0, 100)
        lost = None if share is None else 1 - share
        won[pair.other, pair.bot] = _margin(texts, lost, margin, 0, 100)
    rows = [
        [f"{place} {name}", *(won.get((name, other), "") for other in names)]
        for place, name in enumerate(names, start=1)
    ]
    return [[texts("league.bot"), *(str(place) for place, _ in enumerate(names, start=1))], *rows]


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


def _margin(
    texts: Texts, value: float | None, margin: float | None, digits: int = 0, times: int = 1
) -> str:
    """A figure with its error on either side."""
    if value is None or margin is None:
        return NONE
    return f"{_figure(texts, value * times, digits)} ± {_figure(texts, margin * times, digits)}"


def _figure(texts: Texts, value: float | None, digits: int) -> str:
    return NONE if value is None else texts.number(value, digits)
