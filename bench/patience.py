"""What thinking longer is worth: how much better the choices are that more simulations find.

A league shows it in whole matches, where luck hides a small step.  Here a decision is thought about
twice, with few and with many simulations; where the answers differ, the two choices race in many
more imagined worlds, the same for both.  What the second wins more there, over all decisions of a
match, is the step that a league would have to see.  The worlds are the search's own, with its
rivals and its judgement: what it does not understand is not in there.
"""

import argparse
import json
import math
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from goldrush.bots.policy import Bot, bot, policies
from goldrush.bots.seat import BotSeat
from goldrush.core import CHANCE, Ints, Record, rng
from goldrush.games import game as open_game
from goldrush.games.contract import Game
from goldrush.match import Match

PART = 0.1  # of the decisions are looked at: neighbours are alike
ERRORS = 1.96  # standard errors to each side of a 95 % interval
ELO = 400 / math.log(10)  # points to a unit of strength


@dataclass
class Patience:
    """Two searches that differ in their patience alone."""

    game: Game
    less: int
    more: int
    rounds: int  # worlds in which two choices are compared

    def __post_init__(self) -> None:
        self.thinkers = [
            unforgetting(self.game, "search", f"sims={sims}") for sims in (self.less, self.more)
        ]
        self.search = cast(Any, self.thinkers[0].policy)
        self.tree: Record = self.search.room()[0]

    def gain(self, match: Match, luck: Ints) -> float:
        """What the patient one's choice wins more than the other's."""
        seat = match.position.actor
        fate = rng.word(luck)  # the same for both, so that it is patience alone that differs
        one, two = (BotSeat(b, seat, rng.new(fate)).choose(match) for b in self.thinkers)
        if one == two:
            return 0.0
        judge = BotSeat(self.thinkers[0], seat, luck)
        hidden, choices = match.position.hidden(seat).record, np.array([one, two], np.int64)
        self.search.ponder(self.tree, judge.memory, hidden, choices, 2, luck)
        return self._ahead(two, one)

    def _ahead(self, two: int, one: int) -> float:
        """By how much a choice is ahead of another, in worlds that both play."""
        tree = self.tree
        nodes = {int(tree.step[node]): int(node) for node in tree.runner[: tree.runners]}
        if not nodes.keys() >= {one, two}:  # the player knows that it does not matter which
            return 0.0
        ahead = 0.0
        for number in range(self.rounds):
            tree.rounds = number
            for action, sign in ((one, -1), (two, 1)):
                self.search.tree.simulate(tree, tree.world[0], nodes[action])
                ahead += sign * tree.share[tree.seat]
        return ahead / self.rounds


def unforgetting(game: Game, name: str, *traits: str) -> Bot:
    """A bot that forgets nothing, and so need not have watched."""
    known = [f"{t.name}={t.unwatched}" for t in policies(game)[name] if t.unwatched is not None]
    return bot(game, f"{name}:{','.join([*traits, *known])}".rstrip(":"))


def measure(patience: Patience, seats: int, positions: int, seed: int) -> dict[str, Any]:
    """The gains at so many decisions of hand-made players, and what they come to in a match."""
    gains: list[float] = []
    decisions, matches = 0, 0
    while len(gains) < positions:
        found, real = _match(patience, seats, rng.new(seed, matches))
        gains += found
        decisions += real
        matches += 1
    mean, error = float(np.mean(gains)), float(np.std(gains) / math.sqrt(len(gains)))
    real = decisions / matches / seats
    return {
        "game": patience.game.name,
        "seats": seats,
        "less": patience.less,
        "more": patience.more,
        "decisions_looked_at": len(gains),
        "chosen_differently": float(np.mean([gain != 0 for gain in gains])),
        "gain_per_decision": mean,
        "decisions_per_match": real,
        "gain_per_match": real * mean,
        "gain_per_match_margin": ERRORS * real * error,
        "elo": _elo(real * mean, seats),
        "elo_margin": _elo(ERRORS * real * error, seats),
    }


def _match(patience: Patience, seats: int, luck: Ints) -> tuple[list[float], int]:
    """Plays a match by hand-made players; returns the gains found, and the real decisions in it."""
    match = Match(patience.game, seats)
    player = unforgetting(patience.game, "handmade")
    players = [BotSeat(player, seat, luck) for seat in range(seats)]
    gains, real = [], 0
    while not match.position.over:
        actor = match.position.actor
        if actor == CHANCE:
            step = match.position.random_step(luck)
        else:
            choice = len(match.position.legal()) > 1
            real += choice
            if choice and rng.unit(luck) < PART:
                gains.append(patience.gain(match, luck))
            step = players[actor].choose(match)
        match.play(step)
    return gains, real


def _elo(gain: float, seats: int) -> float:
    """The strength above that of all others that wins so much more than an even share."""
    share = min(max(1 / seats + gain, 0.001), 0.999)
    return ELO * (math.log(share * (seats - 1)) - math.log(1 - share))


def main() -> None:
    """Reads the command line and prints what was found as JSON."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("game")
    asked.add_argument("--seats", type=int, default=2)
    asked.add_argument("--less", type=int, default=5_000, help="simulations")
    asked.add_argument("--more", type=int, default=50_000, help="simulations")
    asked.add_argument(
        "--rounds", type=int, default=20_000, help="worlds to compare two choices in"
    )
    asked.add_argument("--positions", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    args = asked.parse_args()
    patience = Patience(open_game(args.game), args.less, args.more, args.rounds)
    print(json.dumps(measure(patience, args.seats, args.positions, args.seed), indent=2))


if __name__ == "__main__":
    main()
