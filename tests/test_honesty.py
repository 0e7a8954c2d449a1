"""Bots know no more than their seats: what comes next and what others hold they can only guess."""

import math
from typing import Any

import pytest

from games.golden_town.worlds import positions, resampled
from goldrush.bots.policy import bot
from goldrush.bots.seat import BotSeat
from goldrush.core import CHANCE, rng
from goldrush.games import GAMES, game
from goldrush.match import Match
from goldrush.position import Position
from matches import show

TRIES = 2000  # a game: 10,000 in all
SIMS = 24
DRAWN = -2  # below it an outcome stands in the tree


class Guesses:
    """Compares what a search imagines to come next with what comes."""

    def __init__(self) -> None:
        self.tries = self.hits = 0
        self.expected = self.variance = 0.0

    @property
    def surplus(self) -> float:
        """How many standard errors more hits there were than chance gives."""
        return (self.hits - self.expected) / math.sqrt(self.variance)

    def guess(self, t: Any, action: int) -> int | None:
        """The outcome that the search has imagined most often after its action."""
        node = next(n for n in t.runner[: t.runners] if t.step[n] == action)
        found, child = [], int(t.child[node])
        while child:
            found.append((int(t.visits[child]), int(t.step[child])))
            child = int(t.sibling[child])
        return DRAWN - max(found)[1] if found and max(found)[1] <= DRAWN else None

    def compare(self, guess: int, chances: dict[int, int], drawn: int) -> None:
        """Counts a guess and how likely it was to be right."""
        chance = chances.get(guess, 0) / sum(chances.values())
        self.tries += 1
        self.hits += guess == drawn
        self.expected += chance
        self.variance += chance * (1 - chance)


def guessed(name: str, *, cheat: bool = False) -> Guesses:
    """Matches of a search against itself; a cheat looks at the stream that draws them."""
    guesses, number = Guesses(), 0
    brain = bot(game(name), f"search:sims={SIMS}")
    room = brain.policy.room()  # type: ignore[attr-defined]  # the search has one
    while guesses.tries < TRIES:
        number += 1
        match, stream = Match(name, 2), rng.new(number)
        seats = [BotSeat(brain, seat, rng.new(number)) for seat in range(2)]
        while not match.position.over and guesses.tries < TRIES:
            if (actor := match.position.actor) == CHANCE:
                show(match, match.position.random_step(stream), *seats)
                continue
            room["runners"] = 0
            seats[actor].rng[:] = stream  # the very luck that draws the match
            action = seats[actor].choose(match)
            guess = guesses.guess(room[0], action) if room[0].runners else None
            show(match, action, *seats)
            if match.position.actor == CHANCE:
                chances = {int(k): v for k, v in match.position.chances().items()}
                if cheat and guess is not None:
                    guess = int(match.position.random_step(stream.copy()))
                drawn = show(match, match.position.random_step(stream), *seats)
                if guess is not None and len(chances) > 1:
                    guesses.compare(guess, chances, drawn)
    return guesses


@pytest.mark.parametrize("name", GAMES)
def test_it_guesses_the_next_die_or_card_no_better_than_chance(name: str) -> None:
    guesses = guessed(name)
    assert guesses.tries == TRIES
    assert abs(guesses.surplus) < 3.5


def test_one_that_looks_at_what_draws_the_match_would_be_found_out() -> None:
    assert guessed("oh_my_gold", cheat=True).surplus > 20


def choices(position: Position, said: str, seed: int) -> list[Any]:
    """What a bot plays, some times over, and a search's whole thought."""
    match = Match(position.game, position.seats)
    match.position = position
    seat = BotSeat(bot(position.game, said), position.actor, rng.new(seed))
    found: list[Any] = [seat.choose(match) for _ in range(3)]
    if said.startswith("search"):
        t: Any = seat.bot.policy.room()[0]  # type: ignore[attr-defined]  # the search has one
        found += [t[part][: t.nodes].tolist() for part in ("step", "visits", "there", "worth")]
        found += [t.known.tobytes(), t.lead[: t.runners].tolist()]
    return found


@pytest.mark.parametrize("said", ["search:sims=80", "careless", "handmade"])
def test_worlds_that_differ_in_what_it_cannot_see_get_the_same_choice(said: str) -> None:
    tried = differed = 0
    for position, stream in positions(8, 13):
        if position.actor == CHANCE or position.over or len(position.legal()) < 2:
            continue
        seat = position.actor
        other = resampled(position, seat, stream)
        if other.actor != seat:
            continue
        tried += 1
        differed += other.record.tobytes() != position.record.tobytes()
        assert choices(position, said, tried) == choices(other, said, tried)
    assert tried > 100
    assert differed > tried / 2
