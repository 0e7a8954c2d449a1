"""What reviews are worth: whether chances come true, luck adds up to nothing, and errors are found.

    reviews.py chances --games 10000      predicted against observed, in ten bins, and Brier scores
    reviews.py luck --games 10000         what luck adds up to, and how much of the results it is
    reviews.py errors --games 200         what players of each kind give up
    reviews.py speed                      how long a review takes

All is printed as Markdown; docs/lab/review.md has it.
"""

import argparse
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np

from goldrush import GAMES, WIN, Match, bot, game, review
from goldrush.audience import Audience
from goldrush.bots.seat import BotSeat
from goldrush.core import CHANCE, WATCHER, rng
from goldrush.reviews import chances
from goldrush.reviews.reckoner import Reckoner
from goldrush.reviews.review import BUDGETS

MIXED = ("uniform", "careless", "handmade", "search:sims=60")
SIMPLE = ("handmade",)
ALL_SEEING, TABLE, JUDGEMENT, EVEN = "sees everything", "the table", "judgement alone", "1/n"
ASKED = 8  # positions of a match
BINS = 10


def played(name: str, seats: int, seed: int, kinds: Sequence[str]) -> tuple[Match, list[str]]:
    """A match of players drawn from some kinds, and who sat where."""
    luck = rng.new(seed, 1_000)
    draw = np.random.default_rng(seed)
    said = [kinds[int(k)] for k in draw.integers(len(kinds), size=seats)]
    match = Match(game(name), seats)
    bots = [BotSeat(bot(match.game, one), n, rng.new(seed, n)) for n, one in enumerate(said)]
    audience = Audience(match, [one.seat for one in bots if one.watches])
    while not match.position.over:
        actor = match.position.actor
        step = match.position.random_step(luck) if actor == CHANCE else bots[actor].choose(match)
        for seat, glimpse in audience.play(int(step)).items():
            bots[seat].watch(glimpse)
    return match, said


def reckoner(name: str, seed: int, *, judging: bool = False) -> Reckoner:
    """One that plays on, or one that asks the judgement at the first decision.

    Each match has another, lest all have the same error where they are the same: at their start.
    """
    made = Reckoner(game(name), seed, workers=1)
    if judging:
        made._room["horizon"] = 0
    return made


def results(match: Match) -> np.ndarray:
    places = np.array(match.position.places())
    return (places == 1) / (places == 1).sum()


# --- chances --------------------------------------------------------------------------------------


def predicted(name: str, rounds: int, seed: int) -> list[tuple[str, float, float]]:
    """What was predicted in some positions of a match, by whom, and what came of it."""
    rules = game(name).rules
    seats = rules.MIN_SEATS + seed % (rules.MAX_SEATS - rules.MIN_SEATS + 1)
    match, _ = played(name, seats, seed, MIXED)
    positions = list(match.replay())[:-1]
    draw = np.random.default_rng([seed, 1])
    some = [positions[int(k)] for k in draw.integers(len(positions), size=ASKED)]
    plays_on = reckoner(name, seed)
    found = {ALL_SEEING: plays_on.expect(some, rounds).mean(axis=1)}
    if plays_on.judged:
        found[JUDGEMENT] = reckoner(name, seed, judging=True).expect(some, 1).mean(axis=1)
    if game(name).view.SECRETS:
        hidden = [one.hidden(WATCHER) for one in some]
        found[TABLE] = plays_on.expect(hidden, rounds, WATCHER).mean(axis=1)
    found[EVEN] = np.full((ASKED, seats), 1 / seats)
    came = results(match)
    return [
        (who, float(p), float(y))
        for who, shares in found.items()
        for row in shares
        for p, y in zip(row, came, strict=True)
    ]


def tell_chances(name: str, said: list[tuple[str, float, float]]) -> Iterator[str]:
    parted = defaultdict(list)
    for who, p, y in said:
        parted[who].append((p, y))
    whole = {who: np.array(pairs) for who, pairs in parted.items()}
    briers = (f"{who} {np.mean((some[:, 0] - some[:, 1]) ** 2):.4f}" for who, some in whole.items())
    yield f"\n**{name}** ({len(whole[EVEN]):,} chances). Brier scores: {', '.join(briers)}.\n"
    yield "| predicted | " + " | ".join(f"{10 * k}–{10 * k + 10} %" for k in range(BINS)) + " |"
    yield "| --- " * (BINS + 1) + "|"
    for who in (ALL_SEEING, TABLE):
        if who in whole:
            p, y = whole[who].T
            where = np.minimum((p * BINS).astype(int), BINS - 1)
            cells = [
                f"{100 * p[where == k].mean():.1f} → {100 * y[where == k].mean():.1f}"
                if (where == k).any()
                else "–"
                for k in range(BINS)
            ]
            yield f"| {who} | " + " | ".join(cells) + " |"


# --- luck -----------------------------------------------------------------------------------------


class Parts(NamedTuple):
    """Of one match, by seats: what its results consist of.

    Not by places after the start: that would pick out those who were lucky when it was drawn.
    """

    result: np.ndarray
    luck: np.ndarray
    own: np.ndarray
    others: np.ndarray


def parts(name: str, seats: int, kinds: Sequence[str], rounds: int, seed: int) -> Parts:
    match, _ = played(name, seats, seed, kinds)
    plays_on = reckoner(name, seed)
    course = chances.follow(match, plays_on)
    moved = np.diff(chances.values(course, plays_on, rounds).mean(axis=1), axis=0)
    actors = np.array([actor for actor, _ in course.steps])
    drawn = moved[actors == CHANCE].sum(axis=0)
    own = np.array([moved[actors == seat, seat].sum() for seat in range(seats)])
    decided = moved[actors != CHANCE].sum(axis=0)
    return Parts(results(match), drawn, own, decided - own)


def shared(off: np.ndarray, part: np.ndarray) -> tuple[float, float]:
    """What a part has in common with the results, and a 95 % interval's half: by matches."""
    each, whole = (off * part).sum(axis=1), (off * off).sum(axis=1)
    share = float(each.sum() / whole.sum())
    spread = (each - share * whole).std(ddof=1) / np.sqrt(len(each)) / whole.mean()
    return share, 1.96 * float(spread)


def tell_luck(name: str, seats: int, who: str, found: list[Parts]) -> str:
    """Shares of the spread of results: what each part has in common with them."""
    result, luck, own, others = (
        np.array([getattr(one, f) for one in found]) for f in Parts._fields
    )
    errors = luck.std(axis=0, ddof=1) / np.sqrt(len(luck))
    sums = ", ".join(
        f"{100 * m:+.2f} ± {196 * e:.2f}" for m, e in zip(luck.mean(axis=0), errors, strict=True)
    )
    off = result - result.mean(axis=0)
    told = " | ".join(
        f"{100 * share:.0f} ± {100 * error:.0f} %"
        for share, error in (shared(off, part) for part in (luck, own, others))
    )
    return f"| {name} | {seats} | {who} | {len(found):,} | {sums} | {told} |"


# --- errors ---------------------------------------------------------------------------------------


def given_up(name: str, budget: str, seed: int) -> list[tuple[str, float, int]]:
    """By each decision that was one: who made it, what it gave up of an even chance, its word."""
    rules = game(name).rules
    seats = min(3, rules.MAX_SEATS)
    match, said = played(name, seats, seed, MIXED)
    found = review(match, budget, seed, workers=1)
    bad = ("slip", "mistake", "blunder")
    return [
        (said[one.seat], one.cost * seats / WIN, int(one.word in bad))
        for one in found.decisions
        if one.choices > 1
    ]


def tell_errors(name: str, found: list[tuple[str, float, int]]) -> str:
    cells = []
    for kind in MIXED:
        costs = [cost for one, cost, _ in found if one == kind]
        bad = [word for one, _, word in found if one == kind]
        error = statistics.stdev(costs) / len(costs) ** 0.5
        mean, called = 100 * statistics.mean(costs), 100 * statistics.mean(bad)
        cells.append(f"{mean:.2f} ± {196 * error:.2f} ({called:.1f} %)")
    return f"| {name} | {len(found):,} | " + " | ".join(cells) + " |"


# --- speed ----------------------------------------------------------------------------------------


def tell_speed(name: str) -> str:
    seats = min(4, game(name).rules.MAX_SEATS)
    matches = [played(name, seats, seed, SIMPLE)[0] for seed in range(5)]
    review(matches[0], "fast")
    cells = []
    for budget in BUDGETS:
        for workers in (1, 2):
            times = []
            for match in matches if budget != "deep" else matches[:1]:
                begun = time.perf_counter()
                review(match, budget, workers=workers)
                times.append(time.perf_counter() - begun)
            cells.append(f"{statistics.median(times):.2f}")
    steps = int(statistics.median(len(match.history) for match in matches))
    return f"| {name}, {seats} seats | {steps} | " + " | ".join(cells) + " |"


def each(do: Callable[[int], list | Parts], said: argparse.Namespace) -> Iterator:
    """What is found of each match, until there are enough of them or time is up."""
    pool = ProcessPoolExecutor(said.workers, get_context("spawn"))
    end = np.inf
    try:
        for found in pool.map(do, range(said.first, said.first + said.games)):
            yield found
            end = min(end, time.monotonic() + 60 * said.minutes)  # from when all is compiled
            if time.monotonic() > end:
                return
    finally:
        pool.shutdown(cancel_futures=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("chances", "luck", "errors", "speed"))
    parser.add_argument("--only", nargs="*", default=GAMES)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="number of the first match")
    parser.add_argument("--minutes", type=float, default=np.inf, help="of each table, at most")
    parser.add_argument("--rounds", type=int, default=32)
    parser.add_argument("--seats", type=int, nargs="*", help="of luck: all numbers of seats")
    parser.add_argument("--kinds", type=int, default=2, help="of luck: 1 is handmade alone")
    parser.add_argument("--budget", default="normal")
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    out = partial(print, flush=True, file=sys.stdout)
    for name in args.only:
        if args.what == "chances":
            said = [
                one for some in each(partial(predicted, name, args.rounds), args) for one in some
            ]
            out("\n".join(tell_chances(name, said)))
        elif args.what == "luck":
            rules = game(name).rules
            for seats in args.seats or range(rules.MIN_SEATS, rules.MAX_SEATS + 1):
                for who, kinds in (("handmade", SIMPLE), ("mixed", MIXED))[: args.kinds]:
                    do = partial(parts, name, seats, kinds, args.rounds)
                    out(tell_luck(name, seats, who, list(each(do, args))))
        elif args.what == "errors":
            do = partial(given_up, name, args.budget)
            out(tell_errors(name, [one for some in each(do, args) for one in some]))
        else:
            out(tell_speed(name))


if __name__ == "__main__":
    main()
