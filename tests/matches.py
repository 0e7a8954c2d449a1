"""Random matches for tests to look at."""

from goldrush.core import rng
from goldrush.games.contract import Game
from goldrush.match import Match


def random_match(
    game: Game | str,
    seats: int,
    options: dict[str, str] | None = None,
    seed: int = 0,
    steps: int | None = None,
) -> Match:
    """A match played at random, to its end or for so many steps."""
    match = Match(game, seats, options)
    stream = rng.new(seed)
    while not match.position.over and (steps is None or len(match.history) < steps):
        match.play(match.position.random_step(stream))
    return match
