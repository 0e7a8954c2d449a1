"""What a league finds out about the personas, kept for all who choose an opponent."""

from collections.abc import Sequence
from datetime import UTC, datetime

from goldrush.bots.personas import PERSONAS, Strength, Strengths, keep
from goldrush.games import game as open_game
from goldrush.games import newest
from goldrush.games.contract import Game
from goldrush.games.problem import Problem
from goldrush.lab.league import ANCHOR
from goldrush.lab.results import League, Standings
from goldrush.match import Match


def refuse(game: Game, bots: Sequence[str], options: dict[str, str]) -> None:
    """Says, before anything is played, why a league would tell nothing that can be kept."""
    if not game.shipped:
        raise Problem("strength is recorded for the shipped edition, not for your own")
    if game.version != newest(game.name):
        raise Problem("strength is recorded for the newest rules, not for older ones")
    if Match(game, None, options).options != Match(game).options:
        raise Problem("strength is recorded for the usual options, not for others")
    if ANCHOR not in bots or not PERSONAS.keys() & set(bots):
        raise Problem("strength is recorded for personas beside {}; let them play", ANCHOR)


def record(result: League, command: str) -> None:
    """Keeps what a league found, in place of what was known of those who played in it."""
    tables = {table.seats: _found(result, table, command) for table in result.tables}
    keep(open_game(result.game), tables)


def _found(result: League, table: Standings, command: str) -> Strengths:
    """The figures of the personas with one number of seats."""
    source = (result.version, datetime.now(UTC).date().isoformat(), command)
    return {
        row.bot: Strength(round(row.rating, 1), round(row.rating_margin, 1), row.games, *source)
        for row in table.bots
        if row.bot in PERSONAS and row.games
    }
