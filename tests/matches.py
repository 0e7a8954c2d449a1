"""Random matches for tests to look at, and bots that play matches or watch them."""

from goldrush.audience import Audience
from goldrush.bots.policy import Bot
from goldrush.bots.seat import BotSeat
from goldrush.core import CHANCE, rng
from goldrush.games.contract import Game
from goldrush.games.step import Step
from goldrush.match import Match
from goldrush.position import Position


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


def match_of(opened: Game, brains: list[Bot], seed: int, **options: str) -> Match:
    """A match of bots at its end; every choice was legal, or it would have been refused."""
    match, stream = Match(opened, len(brains), options), rng.new(seed, 99)
    seats = [BotSeat(brain, seat, rng.new(seed, seat)) for seat, brain in enumerate(brains)]
    while not match.position.over:
        actor, position = match.position.actor, match.position
        step = position.random_step(stream) if actor == CHANCE else seats[actor].choose(match)
        show(match, step, *seats)
    return match


def played(opened: Game, brains: list[Bot], seed: int, **options: str) -> Position:
    """The end of such a match."""
    return match_of(opened, brains, seed, **options).position
