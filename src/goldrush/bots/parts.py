"""What of a game is compiled, part by part: what a table needs, each kind of bot, and reviews.

Whoever wants compiled code ready plays with it for a while: numba compiles what is called, or
loads what was compiled before.
"""

import pickle
import sys

import msgspec
import numpy as np
from numba.core.dispatcher import Dispatcher

from goldrush.audience import Audience
from goldrush.bots.policy import PLAYER, Bot, bound, quick
from goldrush.bots.policy import bot as open_bot
from goldrush.bots.seat import BotSeat
from goldrush.core import CHANCE, WATCHER, Records, rng
from goldrush.core.compiled import COMPILES
from goldrush.fair import Fair
from goldrush.games import edition as editions
from goldrush.games import edition_type
from goldrush.games import game as open_game
from goldrush.games.contract import Game
from goldrush.match import Match
from goldrush.position import Position

TABLE = "uniform"  # the part that every table needs: the bot in it hardly counts
KINDS = (TABLE, PLAYER, "careless", "search")  # in this order, since each builds on those before
REVIEW = "review"  # the part that nobody needs before a match is over
REVIEWS = (TABLE, REVIEW)  # all that reviews need
PROSPECTS = "goldrush.bots.prospects"
CHOICES = 8  # of several actions: enough to touch every function of a bot
MATCHES = 12  # that are rehearsed: enough to touch every function that people see by


class Part(msgspec.Struct, frozen=True, tag="Load", forbid_unknown_fields=True):
    """A part of a game, named so that any process can make it ready."""

    game: str
    version: int  # of its rules
    edition: bytes  # the user's own; nothing for the one that is shipped
    kind: str

    @property
    def foreign(self) -> bool:
        """Whether it is of somebody's own edition."""
        return bool(self.edition)


def part(game: Game, kind: str) -> Part:
    """One part of a game."""
    return Part(game.name, game.version, game.own_edition, kind)


def opened(name: str, version: int, edition: bytes) -> Game:
    """A game by what any process can be told of it."""
    game = open_game(name, version=version)  # first: a later version may have later editions
    if edition:
        game = open_game(name, editions.unpack(edition, edition_type(name)), version)
    return game


def make_ready(part: Part) -> None:
    """Compiles a part, or loads it."""
    if not COMPILES:
        return
    game = opened(part.game, part.version, part.edition)
    if part.kind == REVIEW:
        rehearse(game, matches=1)
        look_ahead(game)
    else:
        if part.kind == TABLE:
            rehearse(game)
        compile_bot(Match(game), open_bot(game, part.kind))


def load(game: Game, functions: bytes = b"") -> None:
    """Loads what a host calls of a game and its bots, who think elsewhere.

    What another process has compiled is loaded function by function, as compiled() named it; where
    that is not known, the game is rehearsed once.
    """
    if not COMPILES:
        return
    bots = [open_bot(game, kind) for kind in KINDS]
    for module, name, signatures in pickle.loads(functions) if functions else ():  # noqa: S301  # our own
        for signature in signatures:
            getattr(sys.modules[module], name).compile(signature)
    if not functions:
        rehearse(game, matches=1)
    for bot in bots:
        if bot.policy.COMPILED:
            compile_bot(Match(game), bot)
        else:
            match = Match(game, fair=Fair.seeded(0, [""] * game.rules.MIN_SEATS))
            audience, seat = Audience(match, [0]), BotSeat(bot, 0, rng.new(0))
            seat.watch(audience.play(match.fair_outcome())[0])


def compiled_functions() -> bytes:
    """Names all functions that are compiled in this process, and for which types."""
    found = [
        (module, name, function.signatures)
        for module, names in list(sys.modules.items())
        if module.startswith("goldrush.")
        for name, function in vars(names).items()
        if isinstance(function, Dispatcher) and function.py_func.__module__ == module
    ]
    return pickle.dumps(found)


def rehearse(game: Game, matches: int = MATCHES) -> None:
    """Plays matches at random, and does all that is done at a table: nothing is left to compile."""
    rules, luck = game.rules, rng.new(0)
    for number in range(matches):
        seats = rules.MIN_SEATS + number % (rules.MAX_SEATS - rules.MIN_SEATS + 1)
        trial = Match(game, seats)
        while not trial.position.over:
            trial.play(trial.position.random_step(luck))
        _look(trial)
        rules.ended(trial.position.record)
        game.notation.picture(game.notation.parse(trial.position.text()))


def _look(trial: Match) -> None:
    """Shows all of a match to whoever is to act, and to a watcher."""
    luck = rng.new(0)
    for position in trial.replay():
        position.chances()
        position.points()
        position.places()
        for eyes in {max(position.actor, 0), WATCHER}:
            position.view(eyes)
            trial.game.rules.resample(position.hidden(eyes).record, eyes, luck)
    for eyes in (0, WATCHER):
        for _ in trial.lines(eyes):
            pass


def look_ahead(game: Game) -> None:
    """Asks once, by the types that reviews do, all that they ask of compiled code."""
    prospects, rules = bound(game, PROSPECTS), game.rules
    room, seats = prospects.room(0), rules.MAX_SEATS
    match = Match(game, fair=Fair.seeded(0, [""] * rules.MIN_SEATS))
    while match.position.actor == CHANCE:
        match.draw()
    seat = match.position.actor
    whole, hidden = _alone(match.position), _alone(match.position.hidden(seat))
    watched = _alone(match.position.hidden(WATCHER))
    prospects.expect(room, whole, 1, np.zeros((1, 1, seats)))
    prospects.expect_of_worlds(room, watched, WATCHER, 1, np.zeros((1, 1, seats)))
    steps = np.zeros(max(rules.ACTIONS, rules.OUTCOMES) + 1, np.int64)
    advised = int(prospects.advised(room, hidden, seat, steps))
    prospects.compare(room, hidden, seat, np.array([advised]), 0, np.zeros((1, 1)))
    prospects.alike(hidden, advised)


def _alone(position: Position) -> Records:
    """A position's record as an array of one."""
    return np.frombuffer(position.record.tobytes(), position.game.rules.STATE).copy()


def compile_bot(match: Match, bot: Bot) -> Match:
    """Lets a bot play the first steps of such a match, so that all it needs is compiled."""
    trial = Match(match.game, match.seats, match.options, fair=Fair.seeded(0, [""] * match.seats))
    players = [BotSeat(quick(bot), seat, rng.new(0, seat)) for seat in range(trial.seats)]
    audience, acted = Audience(trial, [0]), 0
    while acted < CHOICES and not trial.position.over:
        actor = trial.position.actor
        acted += actor != CHANCE and len(trial.position.legal()) > 1
        step = trial.fair_outcome() if actor == CHANCE else players[actor].choose(trial)
        players[0].watch(audience.play(step)[0])
    return trial
