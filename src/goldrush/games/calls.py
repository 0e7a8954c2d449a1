"""The rules as Python calls them one step at a time; ``rules`` is bound by games.game().

Records are handed over in arrays of one: numba knows an array at once, but takes 4 microseconds
to recognise a bare record.
"""

from goldrush.core import CHANCE, OVER, Ints, Records, brief
from goldrush.core.rng import below
from goldrush.games.contract import Rules

rules: Rules = globals()["rules"]


@brief
def actor(s: Records) -> int:
    """The seat to act, or CHANCE, or OVER."""
    return rules.actor(s[0])


@brief
def ways(s: Records, out: Ints, weight: Ints) -> int:
    """Writes what can be played now and, for CHANCE, its weights; returns how many, 0 when OVER."""
    who = rules.actor(s[0])
    if who == OVER:
        return 0
    return rules.chance(s[0], out, weight) if who == CHANCE else rules.legal(s[0], out)


@brief
def attempt(s: Records, step: int, out: Ints, weight: Ints) -> int:
    """Plays a step if it is legal; returns who has played it, or OVER for nobody."""
    who = rules.actor(s[0])
    for k in range(ways(s, out, weight)):
        if out[k] == step:
            rules.play(s[0], step)
            return who
    return OVER


@brief
def random_step(s: Records, out: Ints, rng: Ints) -> int:
    """A step at random: an outcome by its weight, an action with equal chances."""
    if rules.actor(s[0]) == CHANCE:
        return rules.draw(s[0], rng)
    return int(out[below(rng, rules.legal(s[0], out))])


@brief
def hide(s: Records, seat: int) -> None:
    """Leaves what a seat, or WATCHER, may know."""
    rules.hide(s[0], seat)


@brief
def seen(s: Records, step: int, seat: int) -> bool:
    """Whether a seat, or WATCHER, may know a step that is played here."""
    return rules.seen(s[0], step, seat)


@brief
def play(s: Records, step: int) -> None:
    """Plays a step without asking whether it is legal."""
    rules.play(s[0], step)
