"""A league: bots against each other at all tables they can fill, and how strong they prove."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np

from goldrush.bots.personas import PERSONAS
from goldrush.core import Reals, rng
from goldrush.games.contract import Game
from goldrush.games.problem import Problem
from goldrush.lab.bench import machine
from goldrush.lab.blocks import Block, Played, Terms, compile_bots, play, schedule
from goldrush.lab.diary import Diary
from goldrush.lab.processes import processes_or
from goldrush.lab.ratings import Margin, Ratings, Results, direct, rate, share
from goldrush.lab.results import Gap, League, Pair, Rated, Standings
from goldrush.lab.simulate import Progress
from goldrush.match import Match
from goldrush.position import Position

TABLES = (2, 4)  # seats if none are named, as far as the game has them
RECKONED = 5  # blocks between two looks at how sure a rating is
ANCHOR = "handmade"  # is rated 0; if it does not play, the first named is


def league(
    game: Game,
    bots: Sequence[str],
    seats: Sequence[int],
    games: int,
    seed: int = 0,
    options: dict[str, str] | None = None,
    workers: int | None = None,
    progress: Progress = lambda _: None,
    *,
    diary: Path | None = None,
    margin: float = 0.0,
    cluster: str | None = None,
) -> League:
    """Plays so many games, rounded up to whole blocks, with each number of seats.

    Ctrl-C gives the result of the blocks done so far.  With a *diary* it goes on where the same
    league was stopped; a number of seats is played no further once no rating's *margin* is larger.
    Processes of this machine play, or those of a Ray *cluster* ("auto" or ray://…).
    """
    _refuse(game, bots, seats, games, options)
    terms = Terms(game, tuple(bots), options or {}, seed)
    rng.new(seed)  # refuses what is no seed
    kept = Diary(diary, terms) if diary else None
    prepare = partial(compile_bots, terms)
    crew = processes_or(cluster, workers)
    if not cluster:
        prepare()  # here too: the workers then find all compiled
    played: list[Played] = list(kept.played) if kept else []
    blocks = _wanted(terms, seats, games, kept, Sure(terms, margin, played))
    work = crew.in_order(partial(play, terms), blocks, prepare)
    if played:
        progress(len(played))
    try:
        with closing(work):
            for block in work:
                played += block  # at once, whenever Ctrl-C comes
                if kept:
                    kept.note(block)
                progress(len(block))
    except KeyboardInterrupt:
        if not played:
            raise
    return _report(terms, played)


class Sure:
    """Whether ratings are known well enough; asked before each block, reckoned now and then."""

    def __init__(self, terms: Terms, margin: float, played: list[Played]) -> None:
        self._names = terms.names
        self._margin = margin
        self._played = played  # grows while the league is played
        self._asked: Counter[int] = Counter()
        self._settled: set[int] = set()

    def of(self, seats: int) -> bool:
        """Whether no rating with so many seats strays by more than the margin asked for."""
        if self._margin and seats not in self._settled:
            self._asked[seats] += 1
            if self._asked[seats] % RECKONED == 0 and self._largest(seats) <= self._margin:
                self._settled.add(seats)
        return seats in self._settled

    def _largest(self, seats: int) -> float:
        games = [game for game in self._played if len(game.bots) == seats]
        if not games:
            return math.inf
        anchor = _anchor(self._names)
        ratings = rate(_results(games, len(self._names)), anchor)
        return max(ratings.step(bot, anchor)[1] for bot in range(len(self._names)))


def _wanted(
    terms: Terms, seats: Sequence[int], games: int, kept: Diary | None, sure: Sure
) -> Iterator[Block]:
    """The blocks that are neither in the diary nor superfluous when their turn comes."""
    for block in schedule(len(terms.names), seats, games):
        if not (kept and kept.has(block)) and not sure.of(len(block.line_up)):
            yield block


def field() -> tuple[str, ...]:
    """Who plays if nobody is named."""
    return ANCHOR, *PERSONAS


def sizes(game: Game) -> tuple[int, ...]:
    """How many sit at a table if no number is named."""
    few, many = game.rules.MIN_SEATS, game.rules.MAX_SEATS
    return tuple(sorted({min(max(seats, few), many) for seats in TABLES}))


def _refuse(
    game: Game,
    bots: Sequence[str],
    seats: Sequence[int],
    games: int,
    options: dict[str, str] | None,
) -> None:
    """Says what is wrong before anything is played."""
    if games < 1:
        raise Problem("at least one game is needed, not {}", games)
    if len(bots) < 2:
        raise Problem("a league of {} bots cannot be played; name two or more", len(bots))
    if twice := [one for one in bots if bots.count(one) > 1]:
        raise Problem("the bot {} is named twice; once is enough", twice[0])
    if again := [one for one in seats if seats.count(one) > 1]:
        raise Problem("the number of seats {} is named twice; once is enough", again[0])
    for number in seats:
        Position(game, number, options)


def _report(terms: Terms, played: list[Played]) -> League:
    """All that a league found."""
    sizes = sorted({len(game.bots) for game in played})
    return League(
        game=terms.game.name,
        version=terms.game.rules.VERSION,
        edition=terms.game.edition.name,
        options=Match(terms.game, None, terms.options).options,
        seed=terms.seed,
        machine=machine(),
        tables=[_table(terms, [g for g in played if len(g.bots) == size]) for size in sizes],
    )


def _table(terms: Terms, played: list[Played]) -> Standings:
    """What was found with one number of seats."""
    names, seats = terms.names, len(played[0].bots)
    results, sums = _results(played, len(names)), _sums(played, len(names))
    anchor = _anchor(names)
    ratings = rate(results, anchor)
    order = np.argsort(-ratings.points, kind="stable").tolist()
    return Standings(
        seats=seats,
        games=len(played),
        blocks=len(played) // seats,
        anchor=names[anchor],
        bots=[_rated(names[n], n, ratings.step(n, anchor), results, sums[n]) for n in order],
        steps=[_gap(names, ratings, above, below) for above, below in pairwise(order)],
        direct=_direct(names, results, order) if seats == 2 else [],
    )


def _anchor(names: Sequence[str]) -> int:
    return names.index(ANCHOR) if ANCHOR in names else 0


def _results(played: list[Played], bots: int) -> Results:
    """The games as the ratings want them."""
    seated, won = np.zeros((len(played), bots)), np.zeros((len(played), bots))
    for row, game in enumerate(played):
        for who, part in zip(game.bots, game.shares, strict=True):
            seated[row, who] += 1
            won[row, who] += part
    return Results(seated, won, np.array([game.block for game in played]))


def _sums(played: list[Played], bots: int) -> Reals:
    """Seats taken, points, decisions, seconds and lost decisions of each bot."""
    sums = np.zeros((bots, 5))
    for game in played:
        lost = game.lost or (0,) * len(game.bots)
        figures = (game.points, game.decisions, game.seconds, lost)
        for who, *more in zip(game.bots, *figures, strict=True):
            sums[who] += 1, *more
    return sums


def _rated(name: str, bot: int, rating: Margin, results: Results, sums: Reals) -> Rated:
    """What a bot did in figures."""
    seats, points, decisions, seconds, lost = sums.tolist()
    mean, margin = share(results, bot) or (None, None)
    return Rated(
        bot=name,
        rating=rating[0],
        rating_margin=rating[1],
        games=int((results.seated[:, bot] > 0).sum()),
        seats_taken=int(seats),
        share=mean,
        share_margin=margin,
        points=points / seats if seats else None,
        ms_per_decision=1000 * seconds / decisions if decisions else None,
        decisions=int(decisions),
        lost=int(lost),
    )


def _gap(names: Sequence[str], ratings: Ratings, above: int, below: int) -> Gap:
    rise, margin = ratings.step(above, below)
    return Gap(names[above], names[below], rise, margin, rise > margin)


def _direct(names: Sequence[str], results: Results, order: list[int]) -> list[Pair]:
    """What each pair won of each other."""
    return [
        Pair(names[one], names[other], *(direct(results, one, other) or (None, None)))
        for one, other in combinations(order, 2)
    ]
