"""Counts the positions below one, step by step; ``rules`` is bound by count()."""

import numpy as np

from goldrush.core import CHANCE, OVER, Records, compiled
from goldrush.games.contract import Rules

rules: Rules = globals()["rules"]


WIDTH = max(rules.ACTIONS, rules.OUTCOMES) + 1


def perft(s: np.record, depth: int) -> int:
    """How many sequences of *depth* steps lead on from *s*; a match that is over ends its own."""
    stack = np.zeros(depth + 1, rules.STATE)
    stack[0] = s
    return walk(stack, np.zeros((depth + 1, 2, WIDTH), np.int64), 0, depth)


@compiled
def walk(stack: Records, lists: Records, level: int, depth: int) -> int:
    """Counts below stack[level]."""
    s = stack[level]
    actor = rules.actor(s)
    if level == depth or actor == OVER:
        return int(level == depth)
    out, weight = lists[level, 0], lists[level, 1]
    n = rules.chance(s, out, weight) if actor == CHANCE else rules.legal(s, out)
    if level == depth - 1:
        return int(n)
    total = 0
    for k in range(n):
        stack[level + 1] = s
        rules.play(stack[level + 1], out[k])
        total += walk(stack, lists, level + 1, depth)
    return total
