"""Random matches for tests to look at, and bots that watch matches."""

from goldrush.audience import Audience
from goldrush.bots.seat import BotSeat
from goldrush.core import rng
from goldrush.games.contract import Game
from goldrush.match import Match
from goldrush.position import Step


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


def show(match: Match, said: int | str, *watching: BotSeat) -> Step:
    """Plays a step before the eyes of some bots."""
    step = match.position.step(said)
    glimpses = Audience(match, {bot.seat for bot in watching}).play(step)
    for bot in watching:
        bot.watch(glimpses[bot.seat])
    return step
