"""The blocks of a league: who meets whom in which seats, and the games that come of it.

A *block* is one line-up with one stream of draws.  It is played once for each rotation of the
line-up over the seats, so that every bot sits everywhere once and meets the same draws there, as
long as nobody decides otherwise; the bots' own luck is another in every game.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from heapq import merge
from itertools import combinations, combinations_with_replacement, count, islice, permutations
from typing import Any, NamedTuple

from goldrush.audience import Audience
from goldrush.bots.parts import compile_bot
from goldrush.bots.policy import Bot, bot
from goldrush.bots.seat import BotSeat
from goldrush.core import CHANCE, Ints, rng
from goldrush.games import game as open_game
from goldrush.games.contract import Game
from goldrush.games.edition import Edition
from goldrush.match import Match

DRAWS = 7  # the place of chance: neither a seat nor a rotation, for no game seats eight


class Block(NamedTuple):
    """One line-up, to be played in all its rotations."""

    number: int  # among those with as many seats
    line_up: tuple[int, ...]  # bots, by their places in the list


class Played(NamedTuple):
    """What came out of one game, by seat."""

    block: int
    bots: tuple[int, ...]
    shares: list[float]  # of the win
    points: list[int]
    decisions: list[int]
    seconds: list[float]  # spent on them
    lost: tuple[int, ...] = ()  # of these decisions, that another had to make


@dataclass(eq=False)
class Terms:
    """What is played and by whom."""

    game: Game
    names: tuple[str, ...]
    options: dict[str, str]
    seed: int
    bots: tuple[Bot, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.bots = tuple(bot(self.game, name) for name in self.names)

    def __reduce__(self) -> tuple[object, ...]:  # modules stay behind, and are bound again
        own = None if self.game.shipped else self.game.edition
        terms = (self.names, self.options, self.seed)
        return _opened, (self.game.name, own, self.game.version, *terms)


def line_ups(bots: int, seats: int) -> list[tuple[int, ...]]:
    """Who can meet at a table: any different bots; if they are too few, all and some of them again.

    Line-ups that differ only by moving everybody on in the list stand together: wherever a league
    is stopped, all bots have played about as often.
    """
    everyone = tuple(range(bots))
    again = combinations_with_replacement(everyone, max(seats - bots, 0))
    found = combinations(everyone, seats) if bots > seats else (everyone + more for more in again)

    def family(line_up: tuple[int, ...]) -> tuple[int, ...]:
        return min(tuple(sorted((one + on) % bots for one in line_up)) for on in everyone)

    return sorted(found, key=lambda line_up: (family(line_up), line_up))


def whole(games: int, seats: int) -> int:
    """So many games, rounded up to whole blocks."""
    return -(games // -seats) * seats


def schedule(bots: int, tables: Sequence[int], games: int) -> Iterator[Block]:
    """So many games for each number of seats; all of these keep pace with each other."""
    blocks = [islice(_blocks(bots, seats), whole(games, seats) // seats) for seats in tables]
    return merge(*blocks, key=lambda block: block.number * len(block.line_up))


def play(terms: Terms, block: Block) -> list[Played]:
    """Plays a block."""
    return [_game(terms, block, rotation) for rotation in range(len(block.line_up))]


def compile_bots(terms: Terms) -> None:
    """Lets each bot act a few times, so that all is compiled before it is timed."""
    for brain in terms.bots:
        compile_bot(Match(terms.game, None, terms.options), brain)


def watched(match: Match, seats: list[BotSeat]) -> Audience:
    """A match before the eyes of those bots that watch."""
    return Audience(match, (seat.seat for seat in seats if seat.watches))


def step(audience: Audience, seats: list[BotSeat], draws: Ints) -> float:
    """Plays one step before the eyes of all; returns the seconds it took to find."""
    match, begun = audience.match, time.perf_counter()
    actor = match.position.actor
    found = match.position.random_step(draws) if actor == CHANCE else seats[actor].choose(match)
    spent = time.perf_counter() - begun
    for seat, glimpse in audience.play(found).items():
        seats[seat].watch(glimpse)
    return spent


def _blocks(bots: int, seats: int) -> Iterator[Block]:
    """Line-ups in turn, for ever; every time round they sit in another order."""
    found = line_ups(bots, seats)
    for number in count():
        time_round, place = divmod(number, len(found))
        first, *others = found[place]  # who is first does not matter: the block is rotated
        orders = list(permutations(others))
        yield Block(number, (first, *orders[time_round % len(orders)]))


def _game(terms: Terms, block: Block, rotation: int) -> Played:
    """Plays one game of a block."""
    bots = block.line_up[rotation:] + block.line_up[:rotation]
    match = Match(terms.game, len(bots), terms.options)
    luck = partial(_stream, terms.seed, block)
    seats = [BotSeat(terms.bots[b], seat, luck(rotation, seat)) for seat, b in enumerate(bots)]
    draws, decisions, seconds = luck(DRAWS, DRAWS), [0] * len(bots), [0.0] * len(bots)
    audience = watched(match, seats)
    while not match.position.over:
        actor = match.position.actor
        spent = step(audience, seats, draws)
        if actor != CHANCE:
            decisions[actor] += 1
            seconds[actor] += spent
    places = match.position.places()
    shares = [(place == 1) / places.count(1) for place in places]
    lost = tuple(seat.lost for seat in seats)
    return Played(block.number, bots, shares, match.position.points(), decisions, seconds, lost)


def _stream(seed: int, block: Block, rotation: int, seat: int) -> Ints:
    """A stream of luck that nothing else in the league has."""
    return rng.new(seed, block.number << 9 | len(block.line_up) << 6 | rotation << 3 | seat)


def _opened(name: str, own: Edition | None, version: int, *more: Any) -> Terms:
    """Terms that were pickled."""
    return Terms(open_game(name, own, version), *more)
