"""Games of the search to learn from: positions that come up when it plays, and what they brought.

Most seats are its own; the others are the hand-made player's, whom it meets too.  It thinks by
the number of simulations, so the same seed gives the same games on any machine.
"""

from collections.abc import Iterator
from contextlib import closing
from functools import partial

import numpy as np

from goldrush.bots.seat import BotSeat
from goldrush.core import rng
from goldrush.games.contract import Game, carried_options
from goldrush.lab.blocks import Terms, compile_bots, step, watched
from goldrush.lab.processes import Processes
from goldrush.match import Match
from goldrush.position import Position

SEARCH, RIVAL = "search:sims=60", "handmade"
RIVALS = 0.25  # of the seats
PART = 0.35  # of the turns are noted: neighbours would teach the same
STREAMS = 8  # of luck for a game: one for each seat, and one that draws

Example = tuple[np.ndarray, np.ndarray]  # inputs by position and seat, and the shares of the win


def examples(game: Game, games: int, seed: int, workers: int) -> Iterator[Example]:
    """What there is to learn from games 0 to *games* - 1 of *seed*."""
    terms = Terms(game, (SEARCH, RIVAL), {}, seed)
    prepare = partial(compile_bots, terms)
    prepare()
    work = Processes(workers).in_order(partial(_note, terms), range(games), prepare)
    with closing(work) as noted:
        yield from noted


def options(game: Game, luck: np.random.Generator) -> list[int]:
    """The usual options in half of the games, any in the others."""
    usual = luck.random() < 0.5
    return [0 if usual else int(luck.integers(len(o.values))) for o in game.rules.OPTIONS]


def _note(terms: Terms, number: int) -> Example:
    """Plays a game with any number of seats and notes some beginnings of turns."""
    game, luck = terms.game, np.random.default_rng([terms.seed, number])
    seats = int(luck.integers(game.rules.MIN_SEATS, game.rules.MAX_SEATS + 1))
    drawn = zip(game.rules.OPTIONS, options(game, luck), strict=True)
    chosen = {option.name: option.values[value] for option, value in drawn}
    match = Match(game, seats, carried_options(game.rules, chosen, seats))
    draws, *lucks = (rng.new(terms.seed, STREAMS * number + k) for k in range(seats + 1))
    bots = [terms.bots[int(luck.random() < RIVALS)] for _ in range(seats)]
    players = [BotSeat(bot, seat, lucks[seat]) for seat, bot in enumerate(bots)]
    audience, inputs, turn = watched(match, players), [], 0
    while not match.position.over:
        step(audience, players, draws)
        if match.position.record.turns != turn and not match.position.over:
            turn = int(match.position.record.turns)
            if luck.random() < PART:
                inputs.append(_inputs(match.position))
    places = match.position.places()
    shares = np.array([(place == 1) / places.count(1) for place in places], np.float32)
    shape = (len(inputs), seats, game.features.FEATURES)
    return np.reshape(inputs, shape).astype(np.float16), np.tile(shares, (len(inputs), 1))


def _inputs(position: Position) -> np.ndarray:
    """The features of a position for each of its seats."""
    features = position.game.features
    inputs = np.zeros((position.seats, features.FEATURES), np.float32)
    for seat in range(position.seats):
        features.features(position.record, seat, inputs[seat])
    return inputs
