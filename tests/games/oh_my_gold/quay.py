"""Oh My Gold! laid out by hand for its tests, and played as written."""

import itertools
from collections import Counter

from goldrush.games import game
from goldrush.games.contract import Game
from goldrush.games.oh_my_gold.edition import DICE, MOST_KEYS
from goldrush.games.oh_my_gold.rules import ACT, TREASURES
from goldrush.position import Position

OMG = game("oh_my_gold")
SETUP = "@0 1k 2k 3k 1k"


def script(text: str, seats: int = 3, by: Game = OMG, **options: str) -> Position:
    """A match played as written."""
    return play(Position(by, seats, options), text)


def play(position: Position, text: str) -> Position:
    for step in text.split():
        position.play(step)
    return sound(position)


def sound(position: Position) -> Position:
    rules = position.game.rules
    assert rules.CHECKS[rules.check(position.record)] == rules.CHECKS[0]
    return position


def lay(
    dice: str,
    *ashore: str,
    row: str = "",
    last: bool = False,
    seats: int = 3,
    by: Game = OMG,
    **options: str,
) -> Position:
    """Seat 0 to act with these dice left, treasures before the boats, seat by seat, and a row.

    The other chests are the pile or, if these are the *last*, loot of the last seat.
    """
    position = Position(by, seats, options)
    s = position.record
    s.first, s.phase, s.unseen[:] = 0, ACT, 0
    s.dice[:] = [dice.count(face) for face in "kcds"]
    s.used = DICE - len(dice)
    for seat, shown in enumerate(ashore):
        for treasure in map(TREASURES.index, shown.split()):
            keys = max(k for k in range(MOST_KEYS + 1) if s.closed[k, treasure])
            s.closed[keys, treasure] -= 1
            s.ashore[seat, treasure] += 1
    lying = Counter(map(int, row.split()))
    s.row[: lying.total()] = list(map(int, row.split()))
    if last:
        for keys, treasure in itertools.product(range(1, MOST_KEYS + 1), range(len(TREASURES))):
            kept = min(lying[keys], int(s.closed[keys, treasure]))
            lying[keys] -= kept
            s.loot[seats - 1, treasure] += s.closed[keys, treasure] - kept
            s.closed[keys, treasure] = kept
    else:
        s.unseen[:] = [cards - lying[keys] for keys, cards in enumerate(s.closed.sum(axis=1))]
        s.top = max(keys for keys in range(MOST_KEYS + 1) if s.unseen[keys])
        s.unseen[s.top] -= 1
    s.closing = seats + 1 if last and not row else 0
    return sound(position)


def legal(position: Position) -> list[str]:
    return [step.text for step in position.legal()]


def chances(position: Position) -> dict[str, int]:
    return {step.text: weight for step, weight in position.chances().items()}
