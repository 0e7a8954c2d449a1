"""Gold-rush board games on one rules implementation.

What is public is here; everything else in this package may change from one day to the next.

Games: ``GAMES`` names them, ``game`` opens one as a ``Game``, in any edition and version
(``UnknownVersion`` is of rules later than this program).

Play: a ``Position`` says what is legal and plays it, ``Step`` by ``Step``, or raises
``IllegalStep``.  Who is to act is a seat, ``CHANCE`` or ``OVER``; who looks on, but sits at no
seat, is ``WATCHER``.  A ``Match`` keeps all steps and can be written as a link (``BadLink`` is
none), its draws made by ``Fair``, which ``verify`` proves afterwards, or calls ``Unfair``.

Study: ``bot`` makes a ``Bot`` of a persona or a policy, ``simulate`` plays games by the thousand
and gives a ``Simulation``, ``league`` lets bots play each other and gives a ``League``.  A
``Batch`` is many matches at once, as arrays for learning.

Afterwards: ``review`` tells of a match what was luck, what was skill, and where it turned: a
``Review``, whose numbers are parts of a ``WIN``.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the same once more for those who read types
    from goldrush.bots.policy import Bot as Bot
    from goldrush.bots.policy import bot as bot
    from goldrush.core import CHANCE as CHANCE
    from goldrush.core import OVER as OVER
    from goldrush.core import WATCHER as WATCHER
    from goldrush.fair import Fair as Fair
    from goldrush.games import GAMES as GAMES
    from goldrush.games import game as game
    from goldrush.games.contract import Game as Game
    from goldrush.games.contract import UnknownVersion as UnknownVersion
    from goldrush.games.step import Step as Step
    from goldrush.lab.arrays import Batch as Batch
    from goldrush.lab.league import league as league
    from goldrush.lab.results import League as League
    from goldrush.lab.results import Simulation as Simulation
    from goldrush.lab.simulate import simulate as simulate
    from goldrush.link import BadLink as BadLink
    from goldrush.match import Match as Match
    from goldrush.match import Unfair as Unfair
    from goldrush.match import verify as verify
    from goldrush.position import IllegalStep as IllegalStep
    from goldrush.position import Position as Position
    from goldrush.reviews.review import review as review
    from goldrush.reviews.shapes import WIN as WIN
    from goldrush.reviews.shapes import Review as Review

_HOMES = {  # loaded when they are asked for: a command line need not wait for what it does not use
    "goldrush.bots.policy": ("Bot", "bot"),
    "goldrush.core": ("CHANCE", "OVER", "WATCHER"),
    "goldrush.fair": ("Fair",),
    "goldrush.games": ("GAMES", "game"),
    "goldrush.games.contract": ("Game", "UnknownVersion"),
    "goldrush.games.step": ("Step",),
    "goldrush.lab.arrays": ("Batch",),
    "goldrush.lab.league": ("league",),
    "goldrush.lab.results": ("League", "Simulation"),
    "goldrush.lab.simulate": ("simulate",),
    "goldrush.link": ("BadLink",),
    "goldrush.match": ("Match", "Unfair", "verify"),
    "goldrush.position": ("IllegalStep", "Position"),
    "goldrush.reviews.review": ("review",),
    "goldrush.reviews.shapes": ("WIN", "Review"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME)  # noqa: PLE0605  # a list


def __dir__() -> list[str]:
    return __all__


if not TYPE_CHECKING:  # who reads types is told of names that do not exist

    def __getattr__(name: str) -> object:
        if name not in _HOME:
            raise AttributeError(f'goldrush has no "{name}"; it has: {", ".join(__all__)}')
        return getattr(importlib.import_module(_HOME[name]), name)
