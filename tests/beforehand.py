"""Compiles what the tests play, each part once, on all cores: for ``make test``.

Processes of tests would else compile the same functions side by side, each for itself.
"""

import sys
import time

from goldrush.bots.compiler import Compiler, is_ready
from goldrush.bots.parts import KINDS, REVIEW
from goldrush.games import GAMES, game, newest

POLL = 0.2  # seconds
WANTED = [
    (game(name, version=version), kinds)
    for name in sorted(GAMES, key=lambda name: name != "golden_town")  # the longest goes first
    for version in range(newest(name), 0, -1)
    for kinds in (KINDS, (REVIEW,))
    if kinds == KINDS or version == newest(name)
]


def main() -> None:
    compiler = Compiler()
    for one, kinds in WANTED:
        compiler.want(one, kinds=kinds)
    left = WANTED
    while left:
        time.sleep(POLL)
        left = [one for one in left if compiler.seconds_left(*one) is not None]
    compiler.close()
    if lost := [one.tag for one, kinds in WANTED if not all(is_ready(one, kind) for kind in kinds)]:
        sys.exit(f"cannot be compiled: {', '.join(lost)}")


if __name__ == "__main__":
    main()
