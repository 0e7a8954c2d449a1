"""Which ratings predict best who wins: ours, or those of openskill (`pip install openskill`).

Leagues of people are simulated whose strengths are spread as people's are: each plays as the
hand-made player does, but for so many slips of their own.  They meet at random tables, match after
match; before each one the ratings say what every seat may expect of the win.  Told is the mean
surprise (log loss, lower is better) after everybody has played ten matches, beside that of 1/n and
of strengths that are known: fitted to all results of the league at once.
"""

import argparse
import math
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np

from goldrush import GAMES, Match, bot, game, skill
from goldrush.audience import Audience
from goldrush.bots.seat import BotSeat
from goldrush.core import CHANCE, rng
from goldrush.lab import ratings

PEOPLE = 24
NEW = 10  # matches that all have played before predictions count
SLIPS = np.linspace(0.0, 0.95, PEOPLE)


class Result(NamedTuple):
    """Who sat at a table, by number, and the places that they came to."""

    who: list[int]
    places: list[int]


def played(name: str, seats: int, seed: int) -> Result:
    """A match of people who meet at random."""
    draw, luck = np.random.default_rng([seed, seats]), rng.new(seed, 1_000)
    who = [int(one) for one in draw.choice(PEOPLE, seats, replace=False)]
    match = Match(game(name), seats)
    bots = [
        BotSeat(bot(match.game, f"careless:slip={SLIPS[one]:.3f}"), seat, rng.new(seed, seat))
        for seat, one in enumerate(who)
    ]
    audience = Audience(match, [one.seat for one in bots if one.watches])
    while not match.position.over:
        actor = match.position.actor
        step = match.position.random_step(luck) if actor == CHANCE else bots[actor].choose(match)
        for seat, glimpse in audience.play(int(step)).items():
            bots[seat].watch(glimpse)
    return Result(who, match.position.places())


class Ours:
    """The model of goldrush.skill."""

    def __init__(self, *, later: float = skill.LATER) -> None:
        self.later = later
        self.known = [skill.Rating()] * PEOPLE

    def chances(self, who: Sequence[int]) -> list[float]:
        return skill.chances([self.known[one] for one in who])

    def learn(self, result: Result) -> None:
        vars(skill)["LATER"] = self.later
        found = skill.rated([self.known[one] for one in result.who], result.places)
        for one, rating in zip(result.who, found, strict=True):
            self.known[one] = rating


class OpenSkill:
    """A model of openskill."""

    def __init__(self, kind: str, **how: Any) -> None:
        from openskill import models  # noqa: PLC0415  # it is asked for here alone

        self.model = getattr(models, kind)(**how)
        self.known = [self.model.rating() for _ in range(PEOPLE)]

    def chances(self, who: Sequence[int]) -> list[float]:
        return list(self.model.predict_win([[self.known[one]] for one in who]))

    def learn(self, result: Result) -> None:
        teams = [[self.known[one]] for one in result.who]
        for one, (rating,) in zip(
            result.who, self.model.rate(teams, ranks=result.places), strict=True
        ):
            self.known[one] = rating


class Even:
    """Everybody's chance is the same."""

    def chances(self, who: Sequence[int]) -> list[float]:
        return [1 / len(who)] * len(who)

    def learn(self, result: Result) -> None:
        pass


class Known(Even):
    """Strengths fitted to all results."""

    def __init__(self, results: list[Result]) -> None:
        seated, won = np.zeros((len(results), PEOPLE)), np.zeros((len(results), PEOPLE))
        for row, (who, places) in enumerate(results):
            seated[row, who] = 1
            won[row, who] = shares(places)
        found = ratings.rate(ratings.Results(seated, won, np.arange(len(results))), 0)
        self.strength = found.points / ratings.ELO

    def chances(self, who: Sequence[int]) -> list[float]:
        odds = np.exp(self.strength[list(who)])
        return [float(one) for one in odds / odds.sum()]


MODELS: dict[str, Callable[[], Any]] = {
    "1/n": Even,
    "goldrush, the win alone": partial(Ours, later=0.0),
    "goldrush, later places 0.5": partial(Ours, later=0.5),
    "goldrush, all places": partial(Ours, later=1.0),
    "openskill PlackettLuce": partial(OpenSkill, "PlackettLuce"),
    "openskill PlackettLuce, beta × 3": partial(OpenSkill, "PlackettLuce", beta=12.5),
    "openskill BradleyTerryFull": partial(OpenSkill, "BradleyTerryFull"),
    "openskill ThurstoneMostellerFull": partial(OpenSkill, "ThurstoneMostellerFull"),
}


def shares(places: Sequence[int]) -> list[float]:
    first = places.count(1)
    return [(place == 1) / first for place in places]


def surprise(model: Any, results: list[Result]) -> tuple[float, float]:
    """The mean log loss of a model's predictions, and its standard error."""
    times, losses = [0] * PEOPLE, []
    for result in results:
        if min(times[one] for one in result.who) >= NEW:
            said = model.chances(result.who)
            losses.append(
                -sum(
                    y * math.log(max(p, 1e-9))
                    for p, y in zip(said, shares(result.places), strict=True)
                )
            )
        model.learn(result)
        for one in result.who:
            times[one] += 1
    return float(np.mean(losses)), float(np.std(losses) / math.sqrt(len(losses)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=GAMES)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    sys.stdout.write("| | " + " | ".join(MODELS) + " | known |\n" + "| --- " * (len(MODELS) + 2))
    for name in args.only:
        with ProcessPoolExecutor(args.workers, get_context("spawn")) as pool:
            results = list(
                pool.map(partial(played, name, args.seats), range(args.games), chunksize=8)
            )
        models = [make() for make in MODELS.values()] + [Known(results)]
        cells = [f"{mean:.4f}" for mean, _ in (surprise(one, results) for one in models)]
        error = surprise(Even(), results)[1]
        sys.stdout.write(f"|\n| {name} (± {error:.3f}) | " + " | ".join(cells) + " ")
        sys.stdout.flush()
    sys.stdout.write("|\n")


if __name__ == "__main__":
    main()
