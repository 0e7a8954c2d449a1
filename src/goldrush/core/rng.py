"""Random numbers for simulation: one stream a game, the same compiled, interpreted and in C.

The generator is xoshiro128++ (Blackman and Vigna), whose 32-bit words live in int64 and are never
multiplied, so no interpreter, compiler or GPU can overflow differently.  A stream's first state
is (seed, number) stirred by ChaCha's quarter round, which is a permutation: two streams of one
seed never start alike.  Fair draws between people are another matter: see fair.py.
"""

import numpy as np

from goldrush.core.compiled import compiled
from goldrush.core.interpreted import interpreted
from goldrush.core.state import Ints

WORD = 0xFFFFFFFF
WORDS = 4  # the size of a stream's state
STIRS = 10


def new(seed: int, number: int = 0) -> Ints:
    """The state of stream *number* of *seed*."""
    if not (0 <= seed < 1 << 63 and 0 <= number < 1 << 63):
        raise ValueError("a seed, and a stream's number, lie between 0 and 2**63 - 1")
    rng = np.zeros(WORDS, np.int64)
    interpreted(stream)(rng, seed, number)  # sooner done than compiled code is loaded
    return rng


@compiled
def stream(rng: Ints, seed: int, number: int) -> None:
    """Sets *rng* to the beginning of stream *number* of *seed*, both from 0 to 2**63 - 1."""
    a = (seed & WORD) ^ 0x61707865  # "expand 32-byte k", the constants of ChaCha
    b = (seed >> 32) ^ 0x3320646E
    c = (number & WORD) ^ 0x79622D32
    d = (number >> 32) ^ 0x6B206574
    for stir in range(STIRS):
        a = (a + b + stir) & WORD
        d = _turn(d ^ a, 16)
        c = (c + d) & WORD
        b = _turn(b ^ c, 12)
        a = (a + b) & WORD
        d = _turn(d ^ a, 8)
        c = (c + d) & WORD
        b = _turn(b ^ c, 7)
    rng[0] = a
    rng[1] = b
    rng[2] = c
    rng[3] = d | ((a | b | c | d) == 0)  # the one state that stands still


@compiled
def word(rng: Ints) -> int:
    """The next 32 bits."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    result = (_turn((a + d) & WORD, 7) + a) & WORD
    c ^= a
    d ^= b
    rng[1] = b ^ c
    rng[0] = a ^ d
    rng[2] = c ^ ((b << 9) & WORD)
    rng[3] = _turn(d, 11)
    return int(result)


@compiled
def below(rng: Ints, n: int) -> int:
    """A number from 0 to n - 1, each exactly as likely, for n < 2**31 (Lemire's method)."""
    size = int(n)  # a small field of a record would overflow interpreted
    product = word(rng) * size
    if (product & WORD) < size:
        unfair = (WORD + 1) % size
        while (product & WORD) < unfair:
            product = word(rng) * size
    return int(product >> 32)


@compiled
def weighted(rng: Ints, weight: Ints, n: int) -> int:
    """An index from 0 to n - 1, each as likely as its weight says (sum < 2**31)."""
    total = 0
    for k in range(n):
        total += weight[k]
    left = below(rng, total)
    k = 0
    while left >= weight[k]:
        left -= weight[k]
        k += 1
    return k


@compiled
def unit(rng: Ints) -> float:
    """A number in [0, 1)."""
    return word(rng) / 4294967296.0


@compiled
def _turn(x: int, k: int) -> int:
    return ((x << k) & WORD) | (x >> (32 - k))
