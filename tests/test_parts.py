"""Parts of games: what is loaded leaves nothing to compile while people play."""

import threading

import pytest

from goldrush.bots.compiler import Compiler, is_compiled
from goldrush.games import GAMES, game
from tools import INTERPRETED, python

PLAYED = """
import sys
from numba.core.dispatcher import Dispatcher

from goldrush.bots.compiler import load_compiled
from goldrush.bots.personas import PERSONAS
from goldrush.core import WATCHER, rng
from goldrush.games import game
from goldrush.server.play import Play
from stage import NOW, sheet_of

opened = game(sys.argv[1])
load_compiled(opened)

def refuse(self, *_):
    raise AssertionError(f"{self.py_func.__module__}.{self.py_func.__name__} is compiled")

Dispatcher.compile = refuse

def apply(plan):
    for entry in plan.entries:
        play.apply(entry)

play, luck, undone = Play(opened, sheet_of("AAAAAA", opened.name, 2)), rng.new(1), 0
apply(play.plan(NOW))
for persona in PERSONAS:
    play.bot(0, persona)
for eyes in (0, 1, WATCHER):
    play.transcript(eyes)
while not play.position.over:
    seat = play.position.actor
    apply(play.plan(NOW, (seat, int(play.position.random_step(luck)), "")))
    for eyes in (0, 1, WATCHER):
        play.state(eyes)
    if len(play.entries) % 7 == 0 and play.undoable(seat) is not None:
        apply(play.plan_undo(NOW, seat, ""))
        undone += 1
    if play.position.actor == 1:
        play.advice(1)
print(play.match.link()[:1], play.position.points(), play.position.places(), undone)
"""


REVIEWED = """
import sys
from numba.core.dispatcher import Dispatcher

from goldrush.bots.parts import REVIEW, make_ready, part
from goldrush.games import game
from goldrush.reviews.review import review
from matches import random_match

opened = game(sys.argv[1])
make_ready(part(opened, REVIEW))

def refuse(self, *_):
    raise AssertionError(f"{self.py_func.__module__}.{self.py_func.__name__} is compiled")

Dispatcher.compile = refuse
print(len(review(random_match(opened.name, opened.rules.MAX_SEATS, seed=1), "fast").levels))
"""


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled at all")
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_left_to_compile_at_a_table_when_its_game_is_loaded(name: str) -> None:
    """The event loop would wait for the compiler, and everybody with it."""
    compiler = Compiler(1)
    done = threading.Event()
    compiler.when_done(lambda _: done.set())
    compiler.want(game(name))
    assert is_compiled(game(name)) or done.wait(240)
    compiler.close()
    assert python(PLAYED, name)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled at all")
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_left_to_compile_for_a_review_when_its_part_is_loaded(name: str) -> None:
    assert python(REVIEWED, name)
